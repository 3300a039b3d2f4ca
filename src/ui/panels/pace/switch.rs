//! What the switches of a program change, on this job and where they were measured.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Question};
use crate::engine::pace::switches::{Effect, Switch, effects};
use crate::i18n::number;
use crate::i18n::pace::{self as t, Pair};
use crate::plan::Plan;
use crate::units::Order;

pub static QUESTION: Question = Question {
    id: "switch",
    title: t::SWITCH,
    applies: |plan: &Plan| plan.task.trains() && !plan.task.image(),
    inputs: &[],
    fields: &[],
    answer,
};

fn word(switch: Switch) -> Pair {
    match switch {
        Switch::Mixed => t::W_MIXED,
        Switch::Fp8 => t::W_FP8,
        Switch::Compile => t::W_COMPILE,
        Switch::Packing => t::W_PACKING,
        Switch::Checkpointing => t::W_CHECKPOINTING,
        Switch::Adam8 => t::W_ADAM8,
        Switch::Offload => t::W_OFFLOAD,
        Switch::Flash => t::W_FLASH,
        Switch::Loss => t::W_LOSS,
        Switch::Qlora => t::W_QLORA,
    }
}

/// What it brings: by the model, or as measured where the model has no say (the lesser figure).
fn brings(e: &Effect) -> f64 {
    e.speed.unwrap_or(e.switch.measured().0)
}

fn answer(c: &Case, _: &Given) -> Answer {
    let mut a = Answer::default();
    let Some(run) = super::run(c).filter(|r| r.unit_s() > 0.0) else {
        a.says.push(c.say(t::NOT_TIMED, &[]));
        return a;
    };
    let mut all = effects(&run);
    all.order_by(|a, b| brings(b).total_cmp(&brings(a)));
    match all.iter().find(|e| !e.on && brings(e) > 1.02) {
        Some(e) => a.says.push(c.say(t::SWITCH_BEST, &[c.of(word(e.switch)), &super::factor(brings(e))])),
        None => a.says.push(c.say(t::SWITCH_ALL, &[])),
    }
    let head = [t::SWITCH_WHAT, t::SWITCH_NOW, t::SWITCH_HERE, t::SWITCH_SEEN, t::SWITCH_MEMORY];
    let dash = || "—".to_owned();
    let rows = all.iter().map(|e| {
        let (low, high) = e.switch.measured();
        let seen = match (low > 0.0, high - low > 0.001) {
            (false, _) => dash(),
            (true, false) => super::factor(low),
            (true, true) => format!("{}{}{}", super::factor(low), number::DASH, super::factor(high)),
        };
        vec![
            c.of(word(e.switch)).to_owned(),
            c.of(if e.on { t::SWITCH_ON } else { t::SWITCH_OFF }).to_owned(),
            e.speed.map_or_else(dash, super::factor),
            seen,
            number::gib_signed(e.saves),
        ]
    });
    a.table = Some((head.map(|h| c.of(h).to_owned()).into(), rows.collect()));
    a.notes.push(c.say(t::SWITCH_NOTE, &[]));
    a.notes.push(c.say(t::SWITCH_MIXED_NOTE, &[]));
    a
}
