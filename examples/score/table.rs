//! Counts, errors and their printing.

use crate::Scored;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Everything scored so far.
#[derive(Default)]
pub struct Tally {
    rows: Vec<Scored>,
    seen: BTreeMap<String, usize>,
    inexpressible: BTreeMap<String, Vec<String>>,
    /// Rows of low confidence, not scored.
    pub low: usize,
    /// Training peaks: predictions with ever more terms, and what was measured, GiB.
    pub ladder: Vec<([f64; 5], f64)>,
    /// Rows that can be said again without one of their terms.
    pub ablated: Vec<crate::ablation::Ablated>,
    /// Did-it-fit rows.
    pub fits: Fits,
}

/// Verdicts on did-it-fit rows.
#[derive(Default)]
pub struct Fits {
    /// Rows of high or medium confidence.
    pub cases: usize,
    /// Rows that could be entered.
    pub expressible: usize,
    /// Decided rightly.
    pub right: usize,
    /// Said it fits; it ran out of memory.
    pub said_fits_was_oom: usize,
    /// Said it does not fit; it ran.
    pub said_no_was_fits: usize,
    /// Undecided.
    pub tight: usize,
    /// By task and outcome: cases, right, wrong, tight.
    pub groups: BTreeMap<String, [usize; 4]>,
    /// One line per wrong or tight row.
    pub wrong: Vec<String>,
}

impl Fits {
    /// Cases, right, wrong and tight of one outcome over all tasks.
    pub fn outcome(&self, outcome: &str) -> [usize; 4] {
        let mut sum = [0; 4];
        for (_, g) in self.groups.iter().filter(|(name, _)| name.ends_with(&format!("/ {outcome}"))) {
            for (s, n) in sum.iter_mut().zip(g) {
                *s += n;
            }
        }
        sum
    }
}

/// Rows of a slice that is told.
const FEWEST: usize = 3;

struct Group {
    cases: usize,
    median: f64,
    p90: f64,
    bias: f64,
    within: f64,
    inside: f64,
    half: f64,
    pass: f64,
    tolerance: f64,
}

impl Tally {
    /// Whether no row was met.
    pub fn empty(&self) -> bool {
        self.seen.is_empty()
    }
    /// A row of a kind was met.
    pub fn seen(&mut self, kind: &str) {
        *self.seen.entry(kind.to_owned()).or_default() += 1;
    }
    /// Adds a scored row.
    pub fn add(&mut self, row: Scored) {
        self.rows.push(row);
    }
    /// Counts a row that cannot be expressed.
    pub fn inexpressible(&mut self, kind: &str, reason: &str, id: &str) {
        self.inexpressible.entry(format!("{kind}: {reason}")).or_default().push(id.to_owned());
    }

    /// The figures that memory and speed are held to.
    pub fn acceptance(&self) -> [Vec<crate::acceptance::Figure>; 2] {
        let open = |kind: &str, why: &str| {
            let found = self.inexpressible.iter().filter(|(r, _)| {
                r.split_once(": ").is_some_and(|(k, reason)| k == kind && (why.is_empty() || reason == why))
            });
            found.map(|(_, ids)| ids.len()).sum::<usize>()
        };
        let met = |kind: &str| self.rows.iter().filter(|r| r.kind == kind).count() + open(kind, "");
        [
            crate::acceptance::figures(&self.rows, &self.fits, met),
            crate::acceptance_speed::figures(&self.rows, met, |kind| open(kind, "card not in catalog")),
        ]
    }

    /// Why rows were not scored, with how many of each.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, usize)> {
        self.inexpressible.iter().map(|(reason, ids)| (reason.as_str(), ids.len()))
    }

    fn groups(&self) -> Vec<(String, String, Group)> {
        let mut by: BTreeMap<(String, String), Vec<&Scored>> = BTreeMap::new();
        for row in &self.rows {
            by.entry((row.kind.clone(), "all".to_owned())).or_default().push(row);
            for slice in &row.slices {
                by.entry((row.kind.clone(), slice.clone())).or_default().push(row);
            }
        }
        by.into_iter().map(|((kind, slice), rows)| (kind, slice, group(&rows))).collect()
    }

    /// Prints the tables.
    pub fn print(&self, worst: usize) {
        println!(
            "{:<18}{:<34}{:>6}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>7}{:>10}",
            "kind", "slice", "n", "median", "p90", "bias", "in 15%", "in band", "half", "pass", "tolerance"
        );
        for (kind, slice, g) in self.groups() {
            if slice != "all" && g.cases < FEWEST {
                continue;
            }
            println!(
                "{kind:<18}{slice:<34}{:>6}{:>8.1}%{:>8.1}%{:>+8.1}%{:>8.0}%{:>8.0}%{:>8.1}%{:>6.0}%{:>10.3}",
                g.cases,
                100.0 * g.median,
                100.0 * g.p90,
                100.0 * g.bias,
                100.0 * g.within,
                100.0 * g.inside,
                100.0 * g.half,
                100.0 * g.pass,
                g.tolerance
            );
        }
        println!("\nnot scored: {} rows of low confidence", self.low);
        for (reason, ids) in &self.inexpressible {
            println!(
                "  {:>4}  {reason}   (e.g. {})",
                ids.len(),
                ids.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
            );
        }
        let f = &self.fits;
        if f.cases > 0 {
            let decided = f.right + f.said_fits_was_oom + f.said_no_was_fits;
            println!(
                "\nfits: {} cases, {} expressible, {decided} decided, {} right, said fits was oom {}, said no was fits {}, tight {}",
                f.cases, f.expressible, f.right, f.said_fits_was_oom, f.said_no_was_fits, f.tight
            );
            println!("  {:<34}{:>6}{:>7}{:>7}{:>7}", "task / outcome", "n", "right", "wrong", "tight");
            for (name, [n, right, wrong, tight]) in &f.groups {
                println!("  {name:<34}{n:>6}{right:>7}{wrong:>7}{tight:>7}");
            }
        }
        if worst > 0 {
            for line in &f.wrong {
                println!("  {line}");
            }
            let mut rows: Vec<&Scored> = self.rows.iter().collect();
            rows.sort_by(|a, b| miss(b).total_cmp(&miss(a)));
            for row in rows.iter().take(worst) {
                println!(
                    "  {:<28}{:<18}measured {:>14.3} likely {:>14.3} ({:.3} to {:.3}) {:+.1}%",
                    row.id,
                    row.kind,
                    row.measured,
                    row.predicted.likely,
                    row.predicted.low,
                    row.predicted.high,
                    100.0 * error(row)
                );
            }
        }
    }

    /// What each group of terms buys on the training peaks.
    pub fn ladder(&self) -> impl Iterator<Item = (&'static str, Errors)> {
        let names = [
            "weights, gradients, optimizer",
            "+ activations",
            "+ logits and loss",
            "+ gathered and dequantised copies, buckets",
            "+ allocator, context, communicators",
        ];
        let errors =
            |i: usize| Errors::of(self.ladder.iter().map(|(steps, measured)| steps[i] / measured - 1.0));
        names.into_iter().enumerate().map(move |(i, name)| (name, errors(i)))
    }

    /// Prints that.
    pub fn print_ladder(&self) {
        if self.ladder.is_empty() {
            return;
        }
        println!("\ntraining peaks, terms added one after the other ({} rows)", self.ladder.len());
        println!("  {:<44}{:>9}{:>9}{:>9}{:>9}", "terms", "median", "p90", "bias", "in 15%");
        for (name, e) in self.ladder() {
            println!(
                "  {name:<44}{:>8.1}%{:>8.1}%{:>+8.1}%{:>8.0}%",
                100.0 * e.median,
                100.0 * e.p90,
                100.0 * e.bias,
                100.0 * e.near
            );
        }
    }

    /// Each kind with its cases, median and p90 of its errors, and the share inside the band.
    pub fn kinds(&self) -> impl Iterator<Item = (String, usize, f64, f64, f64)> {
        let all = self.groups().into_iter().filter(|(_, slice, _)| slice == "all");
        all.map(|(kind, _, g)| (kind, g.cases, g.median, g.p90, g.inside))
    }

    /// Slices of the rows of a kind whose name begins so: name, rows, median and p90 of the errors, share inside the band.
    pub fn slices<'a>(
        &self,
        kind: &'a str,
        begin: &'a str,
    ) -> impl Iterator<Item = (String, usize, f64, f64, f64)> + use<'a> {
        let mine = move |(k, slice, g): &(String, String, Group)| {
            k == kind && g.cases >= FEWEST && slice.starts_with(begin)
        };
        self.groups()
            .into_iter()
            .filter(mine)
            .map(move |(_, slice, g)| (slice[begin.len()..].to_owned(), g.cases, g.median, g.p90, g.inside))
    }

    /// One line per row, for sorting and comparing runs.
    pub fn dump(&self) {
        for row in &self.rows {
            println!(
                "DUMP\t{}\t{}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{:+.4}\t{}",
                row.kind,
                row.id,
                row.measured,
                row.predicted.likely,
                row.predicted.low,
                row.predicted.high,
                error(row),
                row.slices.join(" ")
            );
        }
    }

    /// The JSON of design §8.
    pub fn json(&self) -> Value {
        let groups: Vec<Value> = self
            .groups()
            .into_iter()
            .map(|(kind, slice, g)| {
                let cases = if slice == "all" { self.seen.get(&kind).copied().unwrap_or(g.cases) } else { g.cases };
                json!({
                    "kind": kind, "slice": slice, "cases": cases, "expressible": g.cases,
                    "median_abs_err": g.median, "p90_abs_err": g.p90, "bias": g.bias, "within_15": g.within,
                    "inside_band": g.inside, "median_half_band": g.half, "pass": g.pass, "tolerance": g.tolerance,
                })
            })
            .collect();
        let f = &self.fits;
        let mut inexpressible: Vec<Value> = self
            .inexpressible
            .iter()
            .map(|(reason, ids)| json!({"reason": reason, "cases": ids.len()}))
            .collect();
        if self.low > 0 {
            inexpressible.push(json!({"reason": "low confidence, not scored", "cases": self.low}));
        }
        json!({
            "groups": groups,
            "fits": {
                "cases": f.cases, "expressible": f.expressible, "right": f.right,
                "said_fits_was_oom": f.said_fits_was_oom, "said_no_was_fits": f.said_no_was_fits, "tight": f.tight,
            },
            "inexpressible": inexpressible,
        })
    }
}

/// How far predictions lie from what was measured, as shares of that.
pub struct Errors {
    /// Half of the rows are nearer.
    pub median: f64,
    /// Nine in ten are nearer.
    pub p90: f64,
    /// The middle of the signed errors.
    pub bias: f64,
    /// The share within 15 %.
    pub near: f64,
}

impl Errors {
    /// Of signed errors.
    pub fn of(errors: impl Iterator<Item = f64>) -> Self {
        let signed = sorted(errors);
        let abs = sorted(signed.iter().map(|e| e.abs()));
        let near = abs.iter().filter(|e| **e <= 0.15).count() as f64 / abs.len().max(1) as f64;
        Self { median: quantile(&abs, 0.5), p90: quantile(&abs, 0.9), bias: quantile(&signed, 0.5), near }
    }
    /// As cells of a table.
    pub fn cells(&self) -> String {
        let Self { median, p90, bias, near } = self;
        format!(
            "{:.1} % | {:.1} % | {:+.1} % | {:.0} %",
            100.0 * median,
            100.0 * p90,
            100.0 * bias,
            100.0 * near
        )
    }
}

/// Signed relative error; a measured zero counts as its own size.
pub fn error(row: &Scored) -> f64 {
    if row.measured.abs() < 1e-12 {
        row.predicted.likely
    } else {
        (row.predicted.likely - row.measured) / row.measured.abs()
    }
}

fn miss(row: &Scored) -> f64 {
    error(row).abs()
}

/// The point below which a share of the sorted values lies.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let at = share * (sorted.len() - 1) as f64;
    let (low, part) = (at.floor() as usize, at - at.floor());
    let high = (low + 1).min(sorted.len() - 1);
    sorted[low] * (1.0 - part) + sorted[high] * part
}

/// In order.
pub fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    all
}

fn group(rows: &[&Scored]) -> Group {
    let n = rows.len().max(1) as f64;
    let abs = sorted(rows.iter().map(|r| miss(r)));
    let share = |test: &dyn Fn(&Scored) -> bool| rows.iter().filter(|r| test(r)).count() as f64 / n;
    Group {
        cases: rows.len(),
        median: quantile(&abs, 0.5),
        p90: quantile(&abs, 0.9),
        bias: quantile(&sorted(rows.iter().map(|r| error(r))), 0.5),
        within: share(&|r| miss(r) <= 0.15),
        inside: share(&|r| r.predicted.holds(r.measured)),
        half: quantile(&sorted(rows.iter().map(|r| r.predicted.half_width())), 0.5),
        pass: share(&|r| (r.predicted.likely - r.measured).abs() <= r.tolerance),
        tolerance: quantile(
            &sorted(
                rows.iter().map(|r| {
                    if r.measured.abs() > 0.0 { r.tolerance / r.measured.abs() } else { r.tolerance }
                }),
            ),
            0.5,
        ),
    }
}
