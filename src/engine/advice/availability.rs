//! Availability and support: `advice.md` §13.

use super::Value::{Count, Hours, Minutes, Money, MoneyPerHour, Provider, Share, Unknown};
use super::{Answer, Rule, View, fired, info, warn};
use crate::engine::cost::checkup::DOWN_H;
use crate::engine::cost::market::flip_rate;
use crate::engine::cost::{HOURS_30_DAYS, HOURS_MEAN_MONTH, RELOAD_H};
use crate::engine::report::Entry;
use crate::engine::risk::{INTERVAL_H, detect_hours, fault_multiplier};
use crate::plan::Claim;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("sla-in-hours", "COST", in_hours),
    warn("sla-none", "COST", none),
    info("sla-credit-form", "AWS compute SLA, public summaries 2026; Tencent SLA example", credit_form),
    warn("support-gap", "COST", gap),
    info("support-15min", "SM-prov", quick_answer),
    warn("broken-hours", "SM-prov; AWS compute SLA summary", broken),
    info("spare-nodes", "SM-prov", spare),
    info("flip-point", "COST", flip),
    info("burn-in", "SM-prov", burn_in),
];

/// Availability promised: what the seller said, else what the catalog read.
fn promised(v: &View<'_>) -> Option<f64> {
    v.plan.claim.sla.or((v.provider.sla > 0.0).then_some(f64::from(v.provider.sla)))
}

/// Somebody is checking a quote: something of it is filled in, or the offer is the user's own.
fn quoted(v: &View<'_>) -> bool {
    v.offer.own || v.plan.claim != Claim::default()
}

/// What an hour of standing still costs: the rent and the delay.
fn still(v: &View<'_>) -> f64 {
    v.entry.hour() + v.plan.care.hour_value
}

fn in_hours(v: &View<'_>) -> Answer {
    let sla = promised(v)?;
    let down = (1.0 - sla) * HOURS_30_DAYS;
    let credit = v.plan.claim.credit.map_or(Unknown, Share);
    let values =
        &[("sla", Share(sla)), ("hours", Hours(down)), ("cost", Money(down * still(v))), ("credit", credit)];
    Some(fired(down * still(v), values))
}

/// No promise read; at 99 % one expects 7.2 hours a month.
fn none(v: &View<'_>) -> Answer {
    if promised(v).is_some() || v.plan.care.hour_value <= 0.0 {
        return None;
    }
    let down = 0.01 * HOURS_30_DAYS;
    let cost = down * still(v);
    Some(fired(cost, &[("hours", Hours(down)), ("cost", Money(cost))]))
}

fn credit_form(v: &View<'_>) -> Answer {
    let credit = v.plan.claim.credit.filter(|c| *c > 0.0)?;
    let month = v.entry.hour() * HOURS_30_DAYS.min(v.entry.hours.likely);
    Some(fired(0.0, &[("credit", Share(credit)), ("most", Money(credit * month))]))
}

/// The longest wait until somebody answers again, for a run that spans a night.
fn gap(v: &View<'_>) -> Answer {
    let wait = 24.0 - v.plan.claim.support_h.filter(|h| *h < 24.0)?;
    if v.entry.wall.likely <= 24.0 {
        return None;
    }
    let cost = wait * v.entry.hour();
    let values = &[("hours", Hours(wait)), ("price", MoneyPerHour(v.entry.hour())), ("cost", Money(cost))];
    Some(fired(cost, values))
}

fn quick_answer(v: &View<'_>) -> Answer {
    let said = v.plan.claim.response_h.filter(|h| *h <= 0.25)?;
    Some(fired(0.0, &[("minutes", Minutes(said * 60.0))]))
}

/// A quote that does not say who pays for the hours of a broken machine: up to 36 of them a month.
fn broken(v: &View<'_>) -> Answer {
    if v.plan.claim.broken_free.is_some() || !quoted(v) {
        return None;
    }
    let cost = DOWN_H[1] * v.entry.hour() * (v.entry.wall.likely / HOURS_MEAN_MONTH).max(1.0);
    let cost = cost.min(v.total());
    Some(fired(cost, &[("cost", Money(cost))]))
}

/// Plan about a tenth spare from four machines on.
fn spare(v: &View<'_>) -> Answer {
    let machines = f64::from(v.entry.machines);
    if machines < 4.0 {
        return None;
    }
    let spare = (0.1 * machines).ceil();
    let cost = v.entry.hour() / machines * spare * v.entry.hours.likely;
    Some(fired(cost, &[("machines", Count(machines)), ("spare", Count(spare)), ("cost", Money(cost))]))
}

/// The winner is cheap and of a kind that fails more often than a dearer offer of the same cards.
fn flip(v: &View<'_>) -> Answer {
    let (a, kind) = (v.entry, v.provider.kind);
    let safer = |p| fault_multiplier(v.catalog.provider(p).kind)[1] < fault_multiplier(kind)[1];
    let same = |e: &Entry| e.gpu == a.gpu && e.count == a.count && e.mode == a.mode;
    let b = v.best(|e| same(e) && e.provider != a.provider && safer(e.provider))?;
    let interval = v.plan.market.checkpoint_min.map_or(INTERVAL_H, |m| m / 60.0);
    let interval = if v.job.task.trains() { interval } else { 0.0 };
    let lost = interval / 2.0 + detect_hours(v.provider.monitoring) + RELOAD_H;
    let rate = flip_rate(v.entry.hour(), b.hour(), lost, v.plan.care.hour_value)?;
    // Nothing that is rented out fails every hour: so near a bound decides nothing.
    if rate > 1.0 {
        return None;
    }
    let values =
        &[("cheap", Provider(a.provider)), ("other", Provider(b.provider)), ("hours", Hours(1.0 / rate))];
    Some(fired(0.0, values))
}

/// Two to three days of stress test before a cluster is handed over.
fn burn_in(v: &View<'_>) -> Answer {
    if v.entry.machines < 2 {
        return None;
    }
    let cost = v.entry.hour() * 72.0;
    Some(fired(0.0, &[("machines", Count(f64::from(v.entry.machines))), ("cost", Money(cost))]))
}
