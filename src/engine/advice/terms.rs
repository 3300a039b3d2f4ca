//! Price, terms, data and what happens afterwards.

use super::{Fired, Rule, View, fired};
use crate::catalog::{Mode, PriceScope, ProviderKind, Region};
use crate::engine::names::What;
use crate::engine::report::{Note, Severity};
use crate::plan::DataClass;
use crate::units::Order;

/// In the order of `advice.md` §7 to §13.
pub const RULES: &[Rule] = &[
    Rule { id: "price-stale", severity: Severity::Careful, check: stale },
    Rule { id: "price-too-low", severity: Severity::Careful, check: too_low },
    Rule { id: "spot-saves", severity: Severity::Info, check: spot_saves },
    Rule { id: "spot-no-checkpoint", severity: Severity::Danger, check: spot_no_checkpoint },
    Rule { id: "spot-not-for-serving", severity: Severity::Careful, check: spot_serving },
    Rule { id: "spot-price-floor", severity: Severity::Careful, check: price_floor },
    Rule { id: "package-does-not-pay", severity: Severity::Careful, check: package },
    Rule { id: "trial-length", severity: Severity::Info, check: trial },
    Rule { id: "long-lock", severity: Severity::Careful, check: long_lock },
    Rule { id: "hidden-share", severity: Severity::Info, check: hidden_share },
    Rule { id: "release-countdown", severity: Severity::Danger, check: release },
    Rule { id: "egress-large", severity: Severity::Careful, check: egress },
    Rule { id: "assumed-prices", severity: Severity::Careful, check: assumed },
    Rule { id: "no-backup", severity: Severity::Careful, check: no_backup },
    Rule { id: "sensitive-data", severity: Severity::Danger, check: sensitive },
    Rule { id: "cross-border", severity: Severity::Careful, check: cross_border },
    Rule { id: "failure-rate", severity: Severity::Info, check: failure_rate },
    Rule { id: "no-monitoring", severity: Severity::Careful, check: no_monitoring },
    Rule { id: "ask-one-machine", severity: Severity::Careful, check: one_machine },
];

/// A price of 30 days is no longer fresh (cost.md §11).
fn stale(v: &View<'_>) -> Option<Fired> {
    let days = v.entry.as_of.age(v.today);
    if days < 30 || v.offer.own {
        return None;
    }
    fired(v.entry.total.high - v.entry.total.likely, &[("days", f64::from(days))])
}

/// Less than half of the median of current offers of the same card.
fn too_low(v: &View<'_>) -> Option<Fired> {
    let mut same: Vec<f64> = v
        .entries
        .iter()
        .filter(|e| e.gpu == v.entry.gpu && e.mode == v.entry.mode && e.region == v.entry.region)
        .map(|e| e.gpu_hour)
        .collect();
    same.order_by(f64::total_cmp);
    let median = *same.get(same.len() / 2)?;
    if same.len() < 4 || v.entry.gpu_hour >= 0.5 * median {
        return None;
    }
    fired(
        v.entry.total.likely,
        &[("price", v.entry.gpu_hour), ("median", median), ("offers", same.len() as f64)],
    )
}

fn spot_saves(v: &View<'_>) -> Option<Fired> {
    let e = v.entry;
    if e.mode != Mode::OnDemand || v.plan.market.interruptible || !v.job.task.trains() {
        return None;
    }
    let spot = v.entries.iter().filter(|s| {
        s.mode == Mode::Spot
            && s.not_eligible.iter().all(|r| *r == crate::engine::report::Ineligible::SpotNotAllowed)
    });
    let best = spot.map(|s| s.total.likely + s.loss).fold(f64::INFINITY, f64::min);
    let saved = e.total.likely + e.loss - best;
    if !best.is_finite() || saved < 0.1 * e.total.likely {
        return None;
    }
    fired(saved, &[("total", best), ("saved", saved)])
}

/// Spot, more than a working day, and nobody said how often state is saved.
fn spot_no_checkpoint(v: &View<'_>) -> Option<Fired> {
    if v.entry.mode != Mode::Spot
        || !v.job.task.trains()
        || v.plan.market.checkpoint_min.is_some()
        || v.entry.hours.likely < 8.0
    {
        return None;
    }
    fired(v.entry.total.likely, &[("hours", v.entry.hours.likely)])
}

fn spot_serving(v: &View<'_>) -> Option<Fired> {
    if v.entry.mode != Mode::Spot || !v.job.task.service() || v.way.layout.dp > 1 {
        return None;
    }
    fired(v.entry.total.likely, &[("replicas", f64::from(v.way.layout.dp))])
}

fn price_floor(v: &View<'_>) -> Option<Fired> {
    let reading = v.offer.likely()?;
    if !matches!(reading.scope, PriceScope::Bid | PriceScope::From | PriceScope::LowestLive) {
        return None;
    }
    fired(v.entry.total.high - v.entry.total.likely, &[("price", v.entry.gpu_hour)])
}

/// The package wins although much of its term stays unused.
fn package(v: &View<'_>) -> Option<Fired> {
    let unused = v.cost(What::UnusedTerm);
    if v.entry.mode != Mode::Monthly || unused < 0.3 * v.entry.total.likely {
        return None;
    }
    fired(unused, &[("unused", unused), ("share", unused / v.entry.total.likely.max(1e-9))])
}

/// A package of more than a day's price: try a day on demand first (cost.md §4).
fn trial(v: &View<'_>) -> Option<Fired> {
    if !matches!(v.entry.mode, Mode::Monthly | Mode::Reserved1y | Mode::Reserved3y) {
        return None;
    }
    let day = v
        .entries
        .iter()
        .find(|e| e.mode == Mode::OnDemand && e.gpu == v.entry.gpu && e.provider == v.entry.provider)
        .map(|e| e.gpu_hour * 24.0 * f64::from(v.entry.billed))?;
    fired(v.entry.total.likely, &[("day", day)])
}

fn long_lock(v: &View<'_>) -> Option<Fired> {
    if !matches!(v.entry.mode, Mode::Reserved1y | Mode::Reserved3y) {
        return None;
    }
    fired(v.entry.total.likely, &[("total", v.entry.total.likely)])
}

/// More than a tenth of the bill is not compute.
fn hidden_share(v: &View<'_>) -> Option<Fired> {
    let share = v.entry.hidden / v.entry.total.likely.max(1e-9);
    if share < 0.1 {
        return None;
    }
    fired(v.entry.hidden, &[("hidden", v.entry.hidden), ("share", share)])
}

/// The data is kept longer than the provider keeps a stopped machine.
fn release(v: &View<'_>) -> Option<Fired> {
    let days = f64::from(v.provider.deletes_after_days?);
    if v.plan.data.keep_days < 0.6 * days {
        return None;
    }
    fired(v.entry.total.likely, &[("days", days), ("keep", v.plan.data.keep_days)])
}

fn egress(v: &View<'_>) -> Option<Fired> {
    let cost = v.cost(What::Egress);
    if cost < 0.05 * v.entry.total.likely && cost < 100.0 {
        return None;
    }
    fired(cost, &[("cost", cost)])
}

fn assumed(v: &View<'_>) -> Option<Fired> {
    if !v.entry.notes.contains(&Note::AssumedHiddenPrices) {
        return None;
    }
    fired(v.entry.hidden, &[("hidden", v.entry.hidden)])
}

fn no_backup(v: &View<'_>) -> Option<Fired> {
    let long = v.entry.wall.likely > 24.0 || v.plan.care.data_class != DataClass::Reproducible;
    if v.plan.care.copies > 0 || !long {
        return None;
    }
    fired(v.entry.total.likely, &[("hours", v.entry.wall.likely)])
}

fn sensitive(v: &View<'_>) -> Option<Fired> {
    if v.plan.care.data_class != DataClass::Sensitive || v.provider.kind != ProviderKind::Marketplace {
        return None;
    }
    fired(v.entry.total.likely, &[("cards", f64::from(v.entry.count))])
}

fn cross_border(v: &View<'_>) -> Option<Fired> {
    let abroad = v.offer.region != Region::Cn && v.plan.market.currency == crate::units::Currency::Cny;
    if !abroad || v.plan.care.data_class == DataClass::Reproducible {
        return None;
    }
    fired(0.0, &[("cards", f64::from(v.entry.count))])
}

/// One unexpected interruption per 50,700 GPU-hours (Llama 3 report, arXiv 2407.21783).
fn failure_rate(v: &View<'_>) -> Option<Fired> {
    let gpu_hours = f64::from(v.entry.count) * v.entry.wall.likely;
    if gpu_hours < 5_000.0 {
        return None;
    }
    fired(v.entry.loss, &[("gpu_hours", gpu_hours), ("interruptions", gpu_hours / 50_700.0)])
}

fn no_monitoring(v: &View<'_>) -> Option<Fired> {
    if v.provider.monitoring != Some(false) || v.entry.wall.likely < 24.0 {
        return None;
    }
    fired(0.0, &[("hours", v.entry.wall.likely)])
}

fn one_machine(v: &View<'_>) -> Option<Fired> {
    if !v.entry.notes.contains(&Note::AskOneMachine) {
        return None;
    }
    fired(v.entry.total.likely, &[("cards", f64::from(v.entry.count))])
}
