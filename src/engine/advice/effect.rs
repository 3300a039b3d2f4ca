//! What an offered change does: the plan is changed, answered again and compared.

use crate::catalog::Catalog;
use crate::engine::report::{Entry, Report, silent};
use crate::plan::{Field, Plan};
use crate::units::Date;

/// The answer after a change, against the answer before.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// What wins afterwards; `None` where then nothing fits.
    pub winner: Option<Entry>,
    /// Total before less total afterwards in the report's currency, where both are known.
    pub saved: Option<f64>,
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
    let first = |r: &Report| r.verdict.winner.and_then(|at| r.ranked.get(at)).cloned();
    let winner = first(&silent(&changed(plan, offer)?, catalog, today));
    let saved =
        first(base).zip(winner.as_ref()).map(|(before, after)| before.total.likely - after.total.likely);
    Some(Effect { winner, saved })
}
