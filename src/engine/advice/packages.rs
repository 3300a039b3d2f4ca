//! Packages, refunds, trial, discounts: `advice.md` §9.

use super::Value::{Money, Share};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::Mode;
use crate::engine::names::What;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("package-does-not-pay", "COST", package),
    info("trial-length", "COST", trial),
    warn("long-lock", "COST, SM-prov", long_lock),
];

/// The package wins although much of its term stays unused.
fn package(v: &View<'_>) -> Answer {
    let unused = v.cost(What::UnusedTerm);
    if v.entry.mode != Mode::Monthly || unused < 0.3 * v.entry.total.likely {
        return None;
    }
    Some(fired(
        unused,
        &[("unused", Money(unused)), ("share", Share(unused / v.entry.total.likely.max(1e-9)))],
    ))
}

/// A package of more than a day's price: try a day on demand first (cost.md §4).
fn trial(v: &View<'_>) -> Answer {
    if !matches!(v.entry.mode, Mode::Monthly | Mode::Reserved1y | Mode::Reserved3y) {
        return None;
    }
    let day = v
        .entries
        .iter()
        .find(|e| e.mode == Mode::OnDemand && e.gpu == v.entry.gpu && e.provider == v.entry.provider)
        .map(|e| e.gpu_hour * 24.0 * f64::from(v.entry.billed))?;
    Some(fired(v.entry.total.likely, &[("day", Money(day))]))
}

fn long_lock(v: &View<'_>) -> Answer {
    if !matches!(v.entry.mode, Mode::Reserved1y | Mode::Reserved3y) {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("total", Money(v.entry.total.likely))]))
}
