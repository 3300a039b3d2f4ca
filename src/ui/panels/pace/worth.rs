//! Cards by the work they do: the price of a unit of it decides, not the printed 32-bit rate.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Question};
use crate::catalog::Gpu;
use crate::engine::pace::Run;
use crate::engine::report::Entry;
use crate::engine::speed::training;
use crate::i18n::Named;
use crate::i18n::number;
use crate::i18n::pace as t;
use crate::plan::Checkpointing;
use crate::units::Order;

/// Cards shown at most.
const FEW: usize = 10;

pub static QUESTION: Question =
    Question { id: "worth", title: t::WORTH, applies: super::timed, inputs: &[], fields: &[], answer };

/// What a card of an entry does in a second.
fn pace(e: &Entry) -> f64 {
    e.rate.likely / f64::from(e.count.max(1))
}

/// Teraflops of a token, where all the work is training: what a card does in a second times this is what it
/// reaches of its printed rate.
fn done(run: &Run<'_>) -> f64 {
    let trains = run.job.task.trains() && !run.job.task.image();
    if trains { training::model_flops(&run.job) / 1e12 } else { 0.0 }
}

/// Whether a card recomputes: all layers, parts, or nothing.
fn again(e: &Entry) -> u8 {
    match e.layout.checkpointing {
        Checkpointing::None => 0,
        Checkpointing::Selective => 1,
        Checkpointing::Full | Checkpointing::Offloaded => 2,
    }
}

/// What is recomputed and how many samples a card takes at once.
fn set_up(c: &Case, e: &Entry) -> (&'static str, String) {
    (e.layout.checkpointing.name(c.scene.lang), e.layout.micro_batch.to_string())
}

/// The fewest of a card that the job was timed on.
fn of_card<'a>(c: &'a Case, id: &str) -> Option<&'a Entry> {
    let gpu = c.scene.catalog.gpu_ix(id)?;
    let timed = |e: &&Entry| e.gpu == gpu && e.slice.is_none() && e.rate.likely > 0.0;
    c.scene.report.ranked.iter().filter(timed).min_by_key(|e| e.count)
}

fn answer(c: &Case, _: &Given) -> Answer {
    let mut a = Answer::default();
    let task = c.scene.plan.task;
    let unit = c.of(if task.samples() { t::PER_THOUSAND } else { t::PER_MILLION });
    let mut cards: Vec<&Entry> = Vec::new();
    for e in &c.scene.report.ranked {
        let usable = e.not_eligible.is_empty() && e.per_work > 0.0 && e.slice.is_none();
        if usable && cards.iter().all(|o| o.gpu != e.gpu) {
            cards.push(e);
        }
    }
    cards.order_by(|a, b| a.per_work.total_cmp(&b.per_work));
    if let Some(e) = cards.first() {
        a.says.push(c.say(t::WORTH_BEST, &[&c.words().cards(e), unit, &c.words().money_each(e.per_work)]));
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
    let done = super::run(c).map(|run| done(&run)).unwrap_or_default();
    if let (Some(ada), Some(ampere)) = (of_card(c, "rtx-4090-24g"), of_card(c, "a100-sxm-80g"))
        && done > 0.0
    {
        let reached = |e: &Entry| number::significant(pace(e) * done, 3);
        let values = [
            c.words().gpu(ada.gpu),
            &reached(ada),
            c.words().gpu(ampere.gpu),
            &reached(ampere),
            &super::factor(pace(ada) / pace(ampere)),
        ];
        a.says.push(c.say(t::WORTH_DONE, &values));
        if again(ada) > again(ampere) {
            let (small, large) = (set_up(c, ada), set_up(c, ampere));
            let values =
                [c.words().gpu(ada.gpu), small.0, &small.1, c.words().gpu(ampere.gpu), large.0, &large.1];
            a.says.push(c.say(t::WORTH_HOW, &values));
        }
    }
    let mut head = vec![t::WORTH_CARD, t::WORTH_32, t::WORTH_16, t::WORTH_BW];
    if done > 0.0 {
        head.push(t::WORTH_REACHED);
    }
    head.extend([t::WORTH_HERE, t::WORTH_HOUR, t::WORTH_UNIT]);
    let figure = |x: f64| if x > 0.0 { number::significant(x, 3) } else { "—".to_owned() };
    let rows = cards.iter().take(FEW).map(|e| {
        let gpu = c.scene.catalog.gpu(e.gpu);
        let mut row = vec![
            c.words().gpu(e.gpu).to_owned(),
            figure(f64::from(gpu.fp32)),
            figure(f64::from(gpu.half())),
            figure(f64::from(gpu.bandwidth_gbs)),
        ];
        if done > 0.0 {
            row.push(figure(pace(e) * done));
        }
        row.extend([
            super::factor(pace(e) / pace(&c.winner).max(1e-30)),
            c.words().money_cell(e.gpu_hour),
            c.words().money_each(e.per_work),
        ]);
        row
    });
    a.table = Some((head.iter().map(|h| c.of(*h).to_owned()).collect(), rows.collect()));
    a.notes.push(c.say(t::WORTH_NOTE, &[]));
    a
}
