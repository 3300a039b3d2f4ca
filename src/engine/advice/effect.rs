//! What an offered change does: the plan is changed, answered again and compared.

use crate::catalog::Catalog;
use crate::engine::report::{Report, silent};
use crate::plan::{Field, Plan};
use crate::units::Date;

/// The answer after a change, against the answer before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Total afterwards, report's currency; `None` where then nothing fits.
    pub total: Option<f64>,
    /// Total afterwards less total before, where both are known.
    pub saved: Option<f64>,
    /// Wall hours afterwards, likely.
    pub wall: Option<f64>,
    /// Need of a card afterwards, bytes, likely.
    pub need: Option<f64>,
}

/// The plan with an offered change made. `None` when a value is not understood.
pub fn changed(plan: &Plan, offer: &[(Field, String)]) -> Option<Plan> {
    let mut plan = plan.clone();
    let mut warnings = Vec::new();
    let all = offer.iter().all(|(field, text)| field.set(&mut plan, text, &mut warnings));
    (all && !offer.is_empty()).then_some(plan)
}

/// Runs the whole search again, so a page asks after it has painted.
pub fn effect(
    plan: &Plan,
    catalog: &Catalog,
    today: Date,
    base: &Report,
    offer: &[(Field, String)],
) -> Option<Effect> {
    let first = |r: &Report| r.verdict.winner.and_then(|at| r.ranked.get(at)).map(|e| e.total.likely);
    let after = silent(&changed(plan, offer)?, catalog, today);
    let entry = after.verdict.winner.and_then(|at| after.ranked.get(at));
    let total = entry.map(|e| e.total.likely);
    Some(Effect {
        total,
        saved: first(base).zip(total).map(|(before, after)| before - after),
        wall: entry.map(|e| e.wall.likely),
        need: entry.map(|e| e.need.likely),
    })
}
