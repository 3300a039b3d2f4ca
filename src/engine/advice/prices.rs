//! Honest prices: `advice.md` §17.

use super::Value::Days;
use super::{Answer, Rule, View, fired, info};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[info("price-stale", "COST", stale)];

/// A price of 30 days is no longer fresh (cost.md §11).
fn stale(v: &View<'_>) -> Answer {
    let days = v.entry.as_of.age(v.today);
    if days < 30 || v.offer.own {
        return None;
    }
    Some(fired(v.entry.total.high - v.entry.total.likely, &[("days", Days(f64::from(days)))]))
}
