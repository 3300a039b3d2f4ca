//! Hidden costs and the off state: `advice.md` §10.

use super::Value::{Days, Money, Share};
use super::{Answer, Rule, View, fired, info, warn};
use crate::engine::names::What;
use crate::engine::report::Note;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("hidden-share", "COST", hidden_share),
    warn("release-countdown", "AutoDL page notices 2023-2026; PROV", release),
    warn("egress-large", "PROV", egress),
    warn("assumed-prices", "PROV", assumed),
];

/// More than a tenth of the bill is not compute.
fn hidden_share(v: &View<'_>) -> Answer {
    let share = v.entry.hidden / v.entry.total.likely.max(1e-9);
    if share < 0.1 {
        return None;
    }
    Some(fired(v.entry.hidden, &[("hidden", Money(v.entry.hidden)), ("share", Share(share))]))
}

/// The data is kept longer than the provider keeps a stopped machine.
fn release(v: &View<'_>) -> Answer {
    let days = f64::from(v.provider.deletes_after_days?);
    if v.plan.data.keep_days < 0.6 * days {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("days", Days(days)), ("keep", Days(v.plan.data.keep_days))]))
}

fn egress(v: &View<'_>) -> Answer {
    let cost = v.cost(What::Egress);
    if cost < 0.05 * v.entry.total.likely && cost < 100.0 {
        return None;
    }
    Some(fired(cost, &[("cost", Money(cost))]))
}

fn assumed(v: &View<'_>) -> Answer {
    if !v.entry.notes.contains(&Note::AssumedHiddenPrices) {
        return None;
    }
    Some(fired(v.entry.hidden, &[("hidden", Money(v.entry.hidden))]))
}
