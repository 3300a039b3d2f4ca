//! What the user measured stands in place of the estimate, in the figures and in the lines that explain
//! them, and each such line says what the estimate was.

use super::{Pace, Serve};
use crate::engine::line::{From, Line, Unit, term};
use crate::engine::names::{TermName, What};
use crate::plan::Plan;
use crate::units::{Band, Cause, Uncertain};

/// How much of a run's time still drifts once its speed was measured (speed.md A: runs of the same
/// setting lie within 3 %).
const DRIFT: f64 = 0.03;

/// The card (id) that the plan's measurement belongs to: the one it names for it, else the only one that the plan
/// allows. `None` where nobody says: a time of some card says nothing about the others.
pub fn where_measured(plan: &Plan) -> Option<&str> {
    let only = || match plan.limits.gpus.as_slice() {
        [one] => Some(one.as_str()),
        _ => None,
    };
    plan.measured.gpu.as_deref().or_else(only)
}

/// Whether the plan has a measured speed that belongs to no card, so that it is not used.
pub fn homeless(plan: &Plan) -> bool {
    plan.measured.step_s.or(plan.measured.tokens_s).is_some() && where_measured(plan).is_none()
}

/// Times the estimate that the plan's own measurement took, where it has one that was taken on this card
/// and count: a step time settles the training step, tokens per second the rate.
pub fn times_estimate(pace: &Pace, plan: &Plan, gpu: &str, cards: u32) -> Option<f64> {
    let m = &plan.measured;
    let here = where_measured(plan).is_some_and(|g| g == gpu) && m.cards.is_none_or(|c| c == cards);
    let factor = match (m.step_s, m.tokens_s) {
        (Some(s), _) if s > 0.0 && pace.step_s.likely > 0.0 => s / pace.step_s.likely,
        (_, Some(t)) if t > 0.0 && pace.rate.likely > 0.0 => pace.rate.likely / t,
        _ => return None,
    };
    Some(factor).filter(|f| here && f.is_finite())
}

/// The pace with the user's own measurement in place of the estimate. The other figures scale along; what
/// remains uncertain is a run's own drift.
pub fn measured(pace: Pace, plan: &Plan, gpu: &str, cards: u32) -> Pace {
    let Some(factor) = times_estimate(&pace, plan, gpu, cards) else { return pace };
    let settle = |u: Uncertain, by: f64| {
        let settled = u
            .times(by)
            .settled(Cause::RunTime)
            .settled(Cause::EngineVersion)
            .settled(Cause::Interconnect)
            .settled(Cause::Assumed);
        settled.with_share(Cause::RunTime, DRIFT, DRIFT)
    };
    Pace {
        work_h: settle(pace.work_h, factor),
        step_s: settle(pace.step_s, factor),
        rate: settle(pace.rate, 1.0 / factor),
        mfu: pace.mfu / factor,
        serve: Serve { tpot_s: settle(pace.serve.tpot_s, factor), ..pace.serve },
        ..pace
    }
}

/// Puts the measured figures of `pace` into the `lines` of the estimate: its value becomes a factor, and
/// measured over estimated another.
pub fn overrule(lines: &mut [Line], pace: &Pace) {
    let share = |x: f64| Uncertain::exact(x).band();
    for line in lines {
        let now: Band = match (line.what, line.unit) {
            (What::StepTime, _) => pace.step_s.band(),
            (What::DecodeStep, _) => pace.step_s.band().times(1e3),
            (What::TimePerToken, _) => pace.serve.tpot_s.band().times(1e3),
            (What::TrainTokensPerSecond | What::DecodeTokensPerSecond | What::ImagesPerSecond, _) => {
                pace.rate.band()
            }
            (What::Mfu, _) => share(pace.mfu),
            (What::WorkHours, _) => pace.work_h.band(),
            _ => continue,
        };
        let was = line.value.likely;
        if was <= 0.0 || now == line.value {
            continue;
        }
        line.value = now;
        line.formula = "estimate · measured";
        line.terms = vec![
            term("estimate", TermName::Other, was, line.unit, From::Derived),
            term("measured", TermName::Other, now.likely / was, Unit::Plain, From::Measured),
        ];
    }
}
