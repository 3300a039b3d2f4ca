//! What holds for every report, whatever the plan.
//!
//! `#[path = "common/sound.rs"] mod sound;`

use std::collections::HashSet;
use suanzu::catalog::Catalog;
use suanzu::engine::line::Line;
use suanzu::engine::memory::Fit;
use suanzu::engine::report::{Condition, Entry, Report, VerdictKind, bill_of, ctx_of};
use suanzu::engine::search::eligible::{FALLBACKS, eligible};
use suanzu::engine::search::rank::{TIE, score};
use suanzu::plan::Plan;
use suanzu::units::Band;

/// Every check below.
#[track_caller]
pub fn check(plan: &Plan, report: &Report, name: &str) {
    offers_stand_once(report, name);
    for (at, entry) in report.ranked.iter().enumerate() {
        figures(entry, &format!("{name}, rank {at}"));
    }
    for line in report.memory.iter().chain(&report.speed).chain(&report.risk) {
        line_is_ordered(line, name);
    }
    let set = conditions(report);
    order(report, set, name);
    winner(report, set, name);
    front(report, set, name);
    runners(report, name);
    bill(plan, report, name);
}

/// The conditions that had to fall for an offer to be eligible.
fn conditions(report: &Report) -> &'static [Condition] {
    let any = |set: &&[Condition]| report.ranked.iter().any(|e| eligible(&e.not_eligible, set));
    FALLBACKS.into_iter().find(any).unwrap_or(&[])
}

/// Ranked or rejected, every offer of the catalog once.
#[track_caller]
fn offers_stand_once(report: &Report, name: &str) {
    let rejected = report.rejected.iter().flat_map(|r| r.offers.iter().copied());
    let all: Vec<_> = report.ranked.iter().map(|e| e.offer).chain(rejected).collect();
    let once: HashSet<_> = all.iter().map(|ix| ix.0).collect();
    assert_eq!(once.len(), all.len(), "{name}: an offer stands twice");
    assert_eq!(once.len(), Catalog::embedded().offers.len(), "{name}: an offer is lost");
}

#[track_caller]
fn band(b: Band, what: &str) {
    let ordered = 0.0 <= b.low && b.low <= b.likely && b.likely <= b.high && b.high.is_finite();
    assert!(ordered, "{what}: {b:?}");
}

#[track_caller]
fn figures(e: &Entry, name: &str) {
    for (b, what) in
        [(e.total, "total"), (e.hours, "hours"), (e.wall, "wall"), (e.need, "need"), (e.rate, "rate")]
    {
        band(b, &format!("{name}: {what}"));
    }
    if let Some(serve) = &e.serve {
        band(serve.ttft_s, &format!("{name}: first token"));
        band(serve.tpot_s, &format!("{name}: token"));
        assert!(serve.users_per_replica >= 0.0, "{name}: {serve:?}");
    }
    for p in [e.p_fits, e.p_on_time] {
        assert!((0.0..=1.0).contains(&p), "{name}: chance of {p}");
    }
    for x in [e.hidden, e.loss, e.usable, e.room, e.gpu_hour, e.per_work] {
        assert!(x.is_finite(), "{name}: {e:?}");
    }
    assert!(e.hours.likely <= e.wall.likely * (1.0 + 1e-9), "{name}: powered for longer than it lasts");
    assert!(e.count >= 1 && e.billed >= e.count && e.machines >= 1, "{name}: {e:?}");
    assert_eq!(e.layout.cards(), e.count, "{name}: {:?}", e.layout);
    // The bar adds up.
    let sum: f64 = e.parts.iter().sum();
    assert!(e.parts.iter().all(|p| *p >= 0.0), "{name}: {:?}", e.parts);
    assert!((sum - e.need.likely).abs() <= 1e-6 * e.need.likely.max(1.0), "{name}: {sum} of {:?}", e.need);
    // The chance and the verdict say the same.
    match e.fit {
        Fit::Fits => assert!(e.p_fits >= 0.95 - 1e-6, "{name}: fits with {}", e.p_fits),
        Fit::Tight => assert!((0.5 - 1e-6..0.95 + 1e-6).contains(&e.p_fits), "{name}: tight, {}", e.p_fits),
        Fit::No => panic!("{name}: ranked and does not fit"),
    }
    let mut reasons = e.not_eligible.clone();
    reasons.dedup();
    assert_eq!(reasons, e.not_eligible, "{name}: a reason stands twice");
}

#[track_caller]
fn line_is_ordered(line: &Line, name: &str) {
    band(line.value, &format!("{name}: {:?}", line.what));
    assert!(!line.source.is_empty() && !line.formula.is_empty(), "{name}: {line:?}");
    for term in &line.terms {
        assert!(term.value.is_finite(), "{name}: {line:?}");
    }
}

/// Eligible first; then by score, but for ties with the first.
#[track_caller]
fn order(report: &Report, set: &[Condition], name: &str) {
    let may_win = |e: &Entry| eligible(&e.not_eligible, set);
    let split = report.ranked.iter().position(|e| !may_win(e)).unwrap_or(report.ranked.len());
    let (first, rest) = report.ranked.split_at(split);
    assert!(!rest.iter().any(may_win), "{name}: eligible and not are mixed");
    let least = first.iter().map(score).fold(f64::INFINITY, f64::min);
    let tied = first.iter().take_while(|e| score(e) <= least * (1.0 + TIE)).count();
    for list in [&first[tied..], rest] {
        assert!(list.is_sorted_by(|a, b| score(a) <= score(b)), "{name}: not by score");
    }
    assert!(first[tied..].iter().all(|e| score(e) > least * (1.0 + TIE)), "{name}: a tie is left behind");
    assert!(first.is_empty() || tied > 0, "{name}: the first is not the least");
}

#[track_caller]
fn winner(report: &Report, set: &[Condition], name: &str) {
    let verdict = &report.verdict;
    let Some(at) = verdict.winner else {
        assert_eq!(verdict.kind, VerdictKind::NothingFits, "{name}");
        assert!(report.ranked.iter().all(|e| !eligible(&e.not_eligible, set)), "{name}: somebody could win");
        return;
    };
    assert_eq!(at, 0, "{name}");
    assert_ne!(verdict.kind, VerdictKind::NothingFits, "{name}");
    let won = &report.ranked[0];
    // What fell is named, and nothing else.
    assert!(eligible(&won.not_eligible, &verdict.dropped), "{name}: {:?}", won.not_eligible);
    assert_eq!(verdict.dropped.is_empty(), won.not_eligible.is_empty(), "{name}: {:?}", verdict.dropped);
    // Why each cheaper offer did not win.
    for e in report.ranked.iter().filter(|e| score(e) * (1.0 + TIE) < score(won)) {
        assert!(!e.not_eligible.is_empty(), "{name}: {:?} is cheaper and could win", e.offer);
        assert!(!eligible(&e.not_eligible, &verdict.dropped), "{name}: {:?} is cheaper", e.offer);
    }
    assert!(!report.bill.is_empty() && !report.risk.is_empty(), "{name}: no explanation");
}

/// Exactly those that nothing beats in both score and wall time.
#[track_caller]
fn front(report: &Report, set: &[Condition], name: &str) {
    let entries: Vec<(usize, &Entry)> =
        report.ranked.iter().enumerate().filter(|(_, e)| eligible(&e.not_eligible, set)).collect();
    let beats = |a: &Entry, b: &Entry| {
        let (s, w) = (score(a) - score(b), a.wall.likely - b.wall.likely);
        s <= 0.0 && w <= 0.0 && (s < 0.0 || w < 0.0)
    };
    for (i, at) in report.pareto.iter().enumerate() {
        let e = &report.ranked[*at];
        assert!(entries.iter().all(|(_, other)| !beats(other, e)), "{name}: {at} on the front is beaten");
        assert!(!report.pareto[..i].contains(at), "{name}: {at} stands twice");
    }
    // Of equals one is enough.
    for (at, e) in &entries {
        let known = report.pareto.iter().any(|p| {
            let f = &report.ranked[*p];
            score(f) == score(e) && f.wall.likely == e.wall.likely
        });
        let beaten = entries.iter().any(|(_, other)| beats(other, e));
        assert!(known || beaten, "{name}: {at} belongs on the front");
    }
}

#[track_caller]
fn runners(report: &Report, name: &str) {
    let mut seen = HashSet::new();
    let mut kinds = Vec::new();
    for runner in &report.runners {
        assert!(runner.entry != 0 && runner.entry < report.ranked.len(), "{name}: {runner:?}");
        assert!(seen.insert(runner.entry), "{name}: {runner:?} stands twice");
        assert!(!kinds.contains(&runner.kind), "{name}: {runner:?} stands twice");
        kinds.push(runner.kind);
    }
}

/// The lines add up to the total, to the micro; opening a row shows the total of the row.
#[track_caller]
fn bill(plan: &Plan, report: &Report, name: &str) {
    if report.verdict.winner.is_none() {
        return;
    }
    let micros: i64 = report.bill.iter().map(|b| b.money.micros).sum();
    assert!(report.bill.iter().all(|b| b.money.currency == report.currency), "{name}: two currencies");
    assert_eq!(units(micros), report.ranked[0].total.likely, "{name}: lines and total");
    let last = report.ranked.len() - 1;
    let ctx = ctx_of(plan, Catalog::embedded(), report.today);
    for at in [0, 1, last / 2, last] {
        let Some(e) = report.ranked.get(at) else { continue };
        let bill = bill_of(&ctx, Catalog::embedded(), e).expect("a ranked offer has a bill");
        let sum: i64 = bill.lines.iter().map(|l| l.money.micros).sum();
        assert_eq!(sum, bill.total.micros, "{name}, rank {at}: lines and total");
        assert_eq!(bill.total.to_f64(), e.total.likely, "{name}, rank {at}: row and bill");
        assert_eq!(bill.band, e.total, "{name}, rank {at}: bands of row and bill");
    }
}

fn units(micros: i64) -> f64 {
    micros as f64 / suanzu::units::MICRO
}
