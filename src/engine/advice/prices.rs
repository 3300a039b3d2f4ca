//! Honest prices: `advice.md` §17.

use super::Value::{Count, Date, Gib, Gpu, Money, MoneyPerHour};
use super::{Answer, Rule, View, block, fired, info, warn};
use crate::catalog::{Confidence, Offer, ProviderKind};
use crate::engine::report::Entry;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("price-stale", "COST", stale),
    warn("price-historical", "OFF", historical),
    info("price-low-confidence", "OFF", low_confidence),
    block("price-zero", "PEER", zero),
    info("unit-mismatch", "COST", units),
    info("kind-spread", "OFF", kinds),
    info("bundle-differences", "PEER", bundles),
    info("estimate-digits", "COST", digits),
];

/// A price of more than 30 days is no longer fresh (cost.md §11).
fn stale(v: &View<'_>) -> Answer {
    if v.entry.as_of.age(v.today) <= 30 || v.offer.own {
        return None;
    }
    let t = v.entry.total;
    Some(fired(
        t.high - t.likely,
        &[("date", Date(v.entry.as_of)), ("low", Money(t.low)), ("high", Money(t.high))],
    ))
}

fn historical(v: &View<'_>) -> Answer {
    (!v.offer.current).then(|| fired(v.total(), &[("date", Date(v.entry.as_of))]))
}

fn low_confidence(v: &View<'_>) -> Answer {
    (v.entry.confidence == Confidence::Low).then(|| fired(0.0, &[]))
}

fn zero(v: &View<'_>) -> Answer {
    (v.entry.gpu_hour <= 0.0).then(|| fired(0.0, &[]))
}

/// Cards and hours that a price of the offer is for.
fn unit(o: &Offer) -> (f64, f64) {
    let cards = if o.per_instance() { f64::from(o.shape.max(1)) } else { 1.0 };
    let hours = if o.per_month() { f64::from(o.month_hours.max(1)) } else { 1.0 };
    (cards, hours)
}

/// The winner's price is for a node or a month, others' are not.
fn units(v: &View<'_>) -> Answer {
    let (cards, hours) = unit(v.offer);
    let other = v.entries.iter().filter_map(|e| v.catalog.offer(e.offer)).any(|o| unit(o) == (1.0, 1.0));
    if cards * hours <= 1.0 || !other {
        return None;
    }
    let each = v.entry.gpu_hour;
    let values = &[
        ("price", Money(each * cards * hours)),
        ("cards", Count(cards)),
        ("hours", Count(hours)),
        ("each", MoneyPerHour(each)),
    ];
    Some(fired(0.0, values))
}

/// The same card at a general cloud and at a platform of containers.
fn kinds(v: &View<'_>) -> Answer {
    let cheapest = |is: fn(ProviderKind) -> bool| {
        let same = v.entries.iter().filter(|e| e.gpu == v.entry.gpu && e.mode == v.entry.mode);
        let of = same.filter(|e| is(v.catalog.provider(e.provider).kind) && e.gpu_hour > 0.0);
        of.map(|e| e.gpu_hour).fold(f64::INFINITY, f64::min)
    };
    let cloud = cheapest(|k| k == ProviderKind::Hyperscaler);
    let platform = cheapest(|k| matches!(k, ProviderKind::GpuCloud | ProviderKind::Marketplace));
    if !cloud.is_finite() || !platform.is_finite() {
        return None;
    }
    let values =
        &[("gpu", Gpu(v.entry.gpu)), ("cloud", MoneyPerHour(cloud)), ("platform", MoneyPerHour(platform))];
    Some(fired(0.0, values))
}

/// vCPUs and host memory per card of offers of the same card, where they are stated.
fn bundles(v: &View<'_>) -> Answer {
    let same = |e: &&Entry| e.gpu == v.entry.gpu && e.mode == v.entry.mode;
    let offers: Vec<(f64, f64)> = v
        .entries
        .iter()
        .filter(same)
        .filter_map(|e| v.catalog.offer(e.offer))
        .filter(|o| o.vcpus > 0 && o.host_gib > 0)
        .map(|o| {
            let cards = f64::from(o.shape.max(1));
            (f64::from(o.vcpus) / cards, f64::from(o.host_gib) / cards)
        })
        .collect();
    let span = |of: fn(&(f64, f64)) -> f64| {
        let all = || offers.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max))
    };
    let ((cpu_low, cpu), (ram_low, ram)) = (span(|o| o.0), span(|o| o.1));
    if offers.len() < 2 || (cpu <= cpu_low && ram <= ram_low) {
        return None;
    }
    let values = &[
        ("offers", Count(offers.len() as f64)),
        ("low_cpu", Count(cpu_low)),
        ("high_cpu", Count(cpu)),
        ("low_ram", Gib(ram_low)),
        ("high_ram", Gib(ram)),
    ];
    Some(fired(0.0, values))
}

/// What is estimated shows three digits at most, what is printed is shown as printed.
fn digits(v: &View<'_>) -> Answer {
    (v.entry.total.high > v.entry.total.low).then(|| fired(0.0, &[]))
}
