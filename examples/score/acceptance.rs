//! The figures that memory is held to: each with its bar, what the rows give, and whether it is met.

use crate::Scored;
use crate::table::{Fits, error, quantile, sorted};

/// Kinds of rows that are memory.
pub const MEMORY: [&str; 8] = [
    "peak_memory",
    "model_states",
    "activation_memory",
    "weights",
    "kv_tokens",
    "kv_bytes",
    "peak",
    "compute_buffer",
];

/// One figure that memory or speed is held to.
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// What it is held to.
    pub bar: f64,
    /// More is better.
    pub more: bool,
    /// What the rows give.
    pub value: f64,
    /// How many rows.
    pub rows: usize,
}

/// Shorthand.
pub const fn figure(name: &'static str, bar: f64, more: bool, value: f64, rows: usize) -> Figure {
    Figure { name, bar, more, value, rows }
}

/// The figures over all rows.
pub fn figures(rows: &[Scored], fits: &Fits, seen: impl Fn(&str) -> usize) -> Vec<Figure> {
    let kind = |k: &'static str| rows.iter().filter(move |r| r.kind == k);
    let memory = || rows.iter().filter(|r| MEMORY.contains(&r.kind.as_str()));
    let mut out = Vec::new();
    let peak: Vec<&Scored> = kind("peak_memory").collect();
    let errors = |rows: &[&Scored]| sorted(rows.iter().map(|r| error(r).abs()));
    let e = errors(&peak);
    out.push(figure("training peak, median", 0.06, false, quantile(&e, 0.5), e.len()));
    out.push(figure("training peak, p90", 0.22, false, quantile(&e, 0.9), e.len()));
    out.push(figure(
        "training peak, within 15 %",
        0.78,
        true,
        share(&peak, |r| error(r).abs() <= 0.15),
        e.len(),
    ));
    for (name, k, bar) in [
        ("model states, median", "model_states", 0.04),
        ("activations, median", "activation_memory", 0.12),
        ("inference weights, median", "weights", 0.01),
    ] {
        let e = errors(&kind(k).collect::<Vec<_>>());
        out.push(figure(name, bar, false, quantile(&e, 0.5), e.len()));
    }
    let pass = |r: &Scored| (r.predicted.likely - r.measured).abs() <= r.tolerance;
    let exact: Vec<&Scored> = memory().filter(|r| has(r, "cache exact") && has(r, "non-hybrid")).collect();
    out.push(figure("cache within 0.5 %, non-hybrid", 0.95, true, share(&exact, pass), exact.len()));
    let pool: Vec<&Scored> = memory().filter(|r| has(r, "pool from settings")).collect();
    out.push(figure("pool from settings within 8 % or 0.6 GiB", 0.75, true, share(&pool, pass), pool.len()));
    for (name, k, bar) in [
        ("inference peak within 8 % or 0.6 GiB", "peak", 0.85),
        ("compute buffers within 0.5 GiB", "compute_buffer", 0.75),
    ] {
        let rows: Vec<&Scored> = kind(k).collect();
        out.push(figure(name, bar, true, share(&rows, pass), rows.len()));
    }
    let all: Vec<&Scored> = memory().collect();
    out.push(figure(
        "inside the band",
        0.90,
        true,
        share(&all, |r| r.predicted.holds(r.measured)),
        all.len(),
    ));
    for (name, bar, weights, slice) in [
        ("half band, unsharded, median", 0.20, false, "unsharded"),
        ("half band, sharded, median", 0.35, false, "sharded"),
        ("half band, weights, median", 0.03, true, ""),
    ] {
        let half = sorted(
            memory()
                .filter(|r| (r.kind == "weights") == weights && (slice.is_empty() || has(r, slice)))
                .map(|r| r.predicted.half_width()),
        );
        out.push(figure(name, bar, false, quantile(&half, 0.5), half.len()));
    }
    let met: usize = MEMORY.iter().map(|k| seen(k)).sum();
    out.push(figure("memory rows expressible", 0.90, true, ratio(all.len(), met), met));
    let f = fits;
    let decided = f.right + f.said_fits_was_oom + f.said_no_was_fits;
    out.push(figure("fits: expressible", 0.75, true, ratio(f.expressible, f.cases), f.cases));
    out.push(figure("fits: right of decided", 0.90, true, ratio(f.right, decided), decided));
    for outcome in ["fits", "oom"] {
        let [_, right, wrong, _] = f.outcome(outcome);
        let name = if outcome == "fits" { "fits: right where it ran" } else { "fits: right where it failed" };
        out.push(figure(name, 0.90, true, ratio(right, right + wrong), right + wrong));
    }
    out.push(figure("fits: tight", 0.25, false, ratio(f.tight, f.expressible), f.expressible));
    out.push(figure(
        "fits: said it fits, failed",
        0.04,
        false,
        ratio(f.said_fits_was_oom, f.expressible),
        f.expressible,
    ));
    out
}

/// Whether a row belongs to a slice.
pub fn has(row: &Scored, slice: &str) -> bool {
    row.slices.iter().any(|s| s == slice)
}

/// Prints figures with their bars; nothing where no row was met.
pub fn show(what: &str, figures: &[Figure]) {
    if figures.iter().all(|f| f.rows == 0) {
        return;
    }
    println!("\nacceptance of {what}");
    println!("  {:<44}{:>6}{:>9}{:>9}", "figure", "n", "bar", "reached");
    for f in figures {
        let (name, n, bar, value) = (f.name, f.rows, f.bar, f.value);
        let met = if f.more { value >= bar } else { value <= bar };
        println!(
            "  {name:<44}{n:>6}{:>8.1}%{:>8.1}%  {}",
            100.0 * bar,
            100.0 * value,
            if met { "" } else { "short" }
        );
    }
}

/// A part of a whole.
pub fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// The share of rows that pass a test.
pub fn share(rows: &[&Scored], test: impl Fn(&Scored) -> bool) -> f64 {
    ratio(rows.iter().filter(|r| test(r)).count(), rows.len())
}
