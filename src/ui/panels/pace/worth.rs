//! Cards by the work they do: the price of a unit of it decides, not the printed 32-bit rate.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Question};
use crate::catalog::Gpu;
use crate::engine::report::Entry;
use crate::i18n::number;
use crate::i18n::pace as t;
use crate::plan::Task;
use crate::units::Order;

/// Cards shown at most.
const FEW: usize = 10;

pub static QUESTION: Question =
    Question { id: "worth", title: t::WORTH, applies: super::timed, inputs: &[], fields: &[], answer };

/// What a card of an entry does in a second.
fn pace(e: &Entry) -> f64 {
    e.rate.likely / f64::from(e.count.max(1))
}

fn answer(c: &Case, _: &Given) -> Answer {
    let mut a = Answer::default();
    let task = c.scene.plan.task;
    let unit = c.of(if task.image() || task == Task::Embed { t::PER_THOUSAND } else { t::PER_MILLION });
    let mut cards: Vec<&Entry> = Vec::new();
    for e in &c.scene.report.ranked {
        let usable = e.not_eligible.is_empty() && e.per_work > 0.0 && e.slice.is_none();
        if usable && cards.iter().all(|o| o.gpu != e.gpu) {
            cards.push(e);
        }
    }
    cards.order_by(|a, b| a.per_work.total_cmp(&b.per_work));
    if let Some(e) = cards.first() {
        a.says.push(c.say(t::WORTH_BEST, &[&c.words().cards(e), unit, &c.money(e.per_work)]));
    }
    let known = |id: &str| c.scene.catalog.gpu_ix(id).map(|ix| (c.scene.catalog.gpu(ix), c.words().gpu(ix)));
    if let (Some((ada, ada_name)), Some((ampere, ampere_name))) =
        (known("rtx-4090-24g"), known("a100-sxm-80g"))
    {
        let ratio = |of: fn(&Gpu) -> f64| super::factor(of(ada) / of(ampere));
        let values = [
            ada_name,
            ampere_name,
            &ratio(|g| f64::from(g.fp32)),
            &ratio(|g| f64::from(g.half())),
            &ratio(|g| f64::from(g.bandwidth_gbs)),
        ];
        a.says.push(c.say(t::WORTH_FP32, &values));
    }
    let head =
        [t::WORTH_CARD, t::WORTH_32, t::WORTH_16, t::WORTH_BW, t::WORTH_HERE, t::WORTH_HOUR, t::WORTH_UNIT];
    let figure = |x: f64| if x > 0.0 { number::significant(x, 3) } else { "—".to_owned() };
    let rows = cards.iter().take(FEW).map(|e| {
        let gpu = c.scene.catalog.gpu(e.gpu);
        vec![
            c.words().gpu(e.gpu).to_owned(),
            figure(f64::from(gpu.fp32)),
            figure(f64::from(gpu.half())),
            figure(f64::from(gpu.bandwidth_gbs)),
            super::factor(pace(e) / pace(&c.winner).max(1e-30)),
            c.words().money_cell(e.gpu_hour),
            c.words().money_cell(e.per_work),
        ]
    });
    a.table = Some((head.map(|h| c.of(h).to_owned()).into(), rows.collect()));
    a.notes.push(c.say(t::WORTH_NOTE, &[]));
    a
}
