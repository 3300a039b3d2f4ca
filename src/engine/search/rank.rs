//! Order, front and runners-up over the ranked entries.

use super::eligible::{FALLBACKS, eligible};
use crate::engine::report::{Condition, Entry, Runner, RunnerKind};
use crate::units::Order;
use std::cmp::{Ordering, Reverse};

/// Without a budget of its own a plan's fastest runner-up costs at most this many times the winner: what is two thousand times
/// as dear is no alternative. A choice of ours, not a measurement; said in ARCHITECTURE.md.
const FASTEST_AT_MOST: f64 = 2.0;

/// Two scores within this share are a tie (semantics §4).
pub const TIE: f64 = 0.01;

/// The order of entries, as positions: eligible first, by total plus expected loss. With it the
/// conditions that had to be dropped for the first to be eligible, or `None` when even dropping all
/// does not help.
pub fn order<'a>(
    entries: &[Entry],
    ids: &dyn Fn(&Entry) -> &'a str,
) -> (Option<&'static [Condition]>, Vec<usize>) {
    let dropped =
        FALLBACKS.iter().copied().find(|dropped| entries.iter().any(|e| eligible(&e.not_eligible, dropped)));
    let set = dropped.unwrap_or(&[]);
    let keys: Vec<(bool, f64)> =
        entries.iter().map(|e| (!eligible(&e.not_eligible, set), score(e))).collect();
    let mut places: Vec<usize> = (0..entries.len()).collect();
    places.order_by(|a, b| {
        let (x, y) = (keys[*a], keys[*b]);
        let by_id = || ids(&entries[*a]).cmp(ids(&entries[*b]));
        x.0.cmp(&y.0).then_with(|| x.1.total_cmp(&y.1)).then_with(by_id)
    });
    settle_ties(entries, &mut places, set, ids);
    (dropped, places)
}

/// What the order is by.
pub fn score(entry: &Entry) -> f64 {
    entry.total.likely + entry.loss
}

/// Within 1 % of the first: higher confidence, then younger price by the month, then shorter wall time,
/// then id. Some readings name only their month, so a day more or less says nothing. Comparing with the first only keeps the order transitive.
fn settle_ties<'a>(
    entries: &[Entry],
    places: &mut [usize],
    set: &[Condition],
    ids: &dyn Fn(&Entry) -> &'a str,
) {
    let Some(first) = places.first().map(|at| &entries[*at]) else { return };
    if !eligible(&first.not_eligible, set) {
        return;
    }
    let limit = score(first) * (1.0 + TIE);
    let end = places
        .iter()
        .position(|at| !eligible(&entries[*at].not_eligible, set) || score(&entries[*at]) > limit)
        .unwrap_or(places.len());
    places[..end].order_by(|a, b| {
        let (a, b) = (&entries[*a], &entries[*b]);
        tie(a, b).then_with(|| ids(a).cmp(ids(b)))
    });
}

/// Year and month in which an entry's price was read.
fn month(entry: &Entry) -> (i32, u32) {
    let (year, month, _) = entry.as_of.earliest().ymd();
    (year, month)
}

fn tie(a: &Entry, b: &Entry) -> Ordering {
    Reverse(a.confidence)
        .cmp(&Reverse(b.confidence))
        .then_with(|| month(b).cmp(&month(a)))
        .then_with(|| a.wall.likely.total_cmp(&b.wall.likely))
}

/// Whether an entry costs no more than what can be named beside a winner: see [`FASTEST_AT_MOST`].
pub fn within_reason(e: &Entry, winner: &Entry) -> bool {
    score(e) <= score(winner) * FASTEST_AT_MOST
}

/// Positions that nothing beats in both score and wall time, among entries eligible under `set`,
/// cheapest first. A winner by tie may stand behind its front.
pub fn pareto(entries: &[Entry], set: &[Condition]) -> Vec<usize> {
    let mut front: Vec<usize> =
        (0..entries.len()).filter(|at| eligible(&entries[*at].not_eligible, set)).collect();
    let place = |at: usize| (score(&entries[at]), entries[at].wall.likely);
    front.order_by(|a, b| {
        let (a, b) = (place(*a), place(*b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let mut fastest = f64::INFINITY;
    front.retain(|at| {
        let wall = entries[*at].wall.likely;
        let shorter = wall < fastest;
        fastest = fastest.min(wall);
        shorter
    });
    front
}

/// Best of another card, another mode, another provider, fastest, and the cheapest spot (named even
/// where it may not win). None stands twice. `budget`: the plan names one.
pub fn runners(entries: &[Entry], set: &[Condition], budget: bool) -> Vec<Runner> {
    let Some(winner) = entries.first() else { return Vec::new() };
    let mut out: Vec<Runner> = Vec::new();
    let mut add = |kind, entry: Option<usize>| {
        if let Some(entry) = entry
            && entry != 0
            && !out.iter().any(|r| r.entry == entry)
        {
            out.push(Runner { kind, entry });
        }
    };
    let find = |test: &dyn Fn(&Entry) -> bool| {
        entries.iter().position(|e| eligible(&e.not_eligible, set) && test(e))
    };
    add(RunnerKind::OtherCard, find(&|e| e.gpu != winner.gpu));
    add(RunnerKind::OtherProvider, find(&|e| e.provider != winner.provider));
    add(RunnerKind::OtherMode, find(&|e| e.mode != winner.mode));
    let spot = entries.iter().enumerate().filter(|(_, e)| {
        e.mode == crate::catalog::Mode::Spot
            && e.not_eligible.iter().all(|r| *r == crate::engine::report::Ineligible::SpotNotAllowed)
    });
    add(RunnerKind::Spot, spot.min_by(|a, b| score(a.1).total_cmp(&score(b.1))).map(|(i, _)| i));
    // A budget has already made dearer offers ineligible.
    let within = |e: &Entry| eligible(&e.not_eligible, set) && (budget || within_reason(e, winner));
    let fastest =
        entries.iter().enumerate().filter(|(_, e)| within(e)).min_by(|a, b| {
            a.1.wall.likely.total_cmp(&b.1.wall.likely).then(score(a.1).total_cmp(&score(b.1)))
        });
    add(RunnerKind::Fastest, fastest.map(|(i, _)| i));
    out
}
