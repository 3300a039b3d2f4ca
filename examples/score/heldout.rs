//! What the figures are worth on sources that had no say: every fitted constant is chosen again on a random
//! half of the sources and scored on the other half, and the page `docs/held-out.md` made of that.
//!
//! Constants begin at random within a factor of 1.5 of the shipped ones, so that one for which the half has no
//! rows stays wrong; then each in turn moves as long as the error of the half falls.

use crate::case::Case;
use crate::facts::Facts;
use crate::setup::source;
use crate::table::{quantile, sorted};
use crate::{fits, one_row};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use suanzu::engine::fitted;

/// Halvings of the sources; each is fitted both ways.
const HALVINGS: usize = 8;
/// How far a constant may begin from the shipped one.
const START: f64 = 1.5;
/// What it costs to leave the beginning: this times the square of the logarithm, so that a constant of which the
/// rows say next to nothing does not run away.
const PULL: f64 = 0.1;
/// Rounds over all constants, and the steps of each.
const STEPS: [f64; 5] = [0.3, 0.15, 0.08, 0.04, 0.02];

/// A scored case that can be scored again.
struct Row {
    case: Case,
    kind: String,
    source: String,
    measured: f64,
}

/// Something that ran or failed for want of memory, not a figure.
const VERDICT: &str = "did it fit";

impl Row {
    fn of(case: Case, facts: &Facts) -> Option<Self> {
        if case.text("confidence") == "low" || !case.text("text").is_empty() {
            return None;
        }
        let outcome = case.text("outcome").to_owned();
        let (kind, measured) = if outcome.is_empty() {
            let row = one_row(&case, facts).ok()?;
            (row.kind, row.measured)
        } else {
            fits::fullness(&case, facts)?;
            (VERDICT.to_owned(), f64::from(u8::from(outcome == "fits")))
        };
        (measured > 0.0 || kind == VERDICT).then(|| Self { source: source(&case), case, kind, measured })
    }
    /// The figure; of a verdict, need over room.
    fn predict(&self, facts: &Facts) -> f64 {
        if self.kind == VERDICT {
            return fits::fullness(&self.case, facts).unwrap_or(1.0);
        }
        one_row(&self.case, facts).map_or(self.measured, |row| row.predicted.likely)
    }
    fn error(&self, predicted: f64) -> f64 {
        if self.kind == VERDICT {
            // On the right side of full there is no error.
            let over = predicted.max(1e-9).ln();
            return if self.measured > 0.5 { over.max(0.0) } else { (-over).max(0.0) };
        }
        if self.kind == "compute_buffer" {
            return (predicted - self.measured).abs() / (self.measured + 0.5);
        }
        (predicted / self.measured - 1.0).abs()
    }
    /// What the fit makes small: no row counts for more than a miss by half.
    fn loss(&self, predicted: f64) -> f64 {
        match self.kind.as_str() {
            VERDICT | "compute_buffer" => self.error(predicted).min(0.7),
            _ => (predicted.max(1e-12) / self.measured).ln().abs().min(0.7),
        }
    }
}

/// A constant with the rows that it moves.
struct Constant {
    name: &'static str,
    shipped: f64,
    moves: Vec<usize>,
}

struct Fit<'a> {
    facts: &'a Facts,
    rows: Vec<Row>,
    constants: Vec<Constant>,
}

impl Fit<'_> {
    fn predict(&self, at: usize) -> f64 {
        self.rows[at].predict(self.facts)
    }
    fn ship(&self) {
        for c in &self.constants {
            fitted::tell(c.name, c.shipped);
        }
    }
    /// Chooses all constants by the rows of some sources; values in the order of the constants. They stay told.
    fn on(&self, weight: &[f64], rng: &mut Rng) -> Vec<f64> {
        let mut values: Vec<f64> =
            self.constants.iter().map(|c| c.shipped * START.powf(2.0 * rng.f64() - 1.0)).collect();
        let began = values.clone();
        for (c, v) in self.constants.iter().zip(&values) {
            fitted::tell(c.name, *v);
        }
        let mut loss: Vec<f64> = (0..self.rows.len())
            .map(|at| if weight[at] > 0.0 { self.rows[at].loss(self.predict(at)) } else { 0.0 })
            .collect();
        let mut order: Vec<usize> = (0..self.constants.len()).collect();
        for step in STEPS {
            rng.shuffle(&mut order);
            for &which in &order {
                let c = &self.constants[which];
                let here: Vec<usize> = c.moves.iter().copied().filter(|at| weight[*at] > 0.0).collect();
                if here.is_empty() {
                    continue;
                }
                for times in [1.0 + step, 1.0 / (1.0 + step)] {
                    let mut moved = false;
                    for _ in 0..4 {
                        let tried = values[which] * times;
                        fitted::tell(c.name, tried);
                        let then: Vec<f64> =
                            here.iter().map(|at| self.rows[*at].loss(self.predict(*at))).collect();
                        let gain: f64 =
                            here.iter().zip(&then).map(|(at, l)| weight[*at] * (loss[*at] - l)).sum();
                        let pull = |to: f64| PULL * (to / began[which]).ln().powi(2);
                        if gain + pull(values[which]) - pull(tried) <= 1e-9 {
                            break;
                        }
                        moved = true;
                        values[which] = tried;
                        for (at, l) in here.iter().zip(then) {
                            loss[*at] = l;
                        }
                    }
                    fitted::tell(c.name, values[which]);
                    if moved {
                        break;
                    }
                }
            }
        }
        values
    }
}

/// Where the page lies.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/held-out.md");

/// Errors of a kind or source under shipped constants, constants fitted to all sources, and held out.
#[derive(Default)]
struct Three {
    rows: usize,
    shipped: Vec<f64>,
    all: Vec<f64>,
    one: Vec<f64>,
    half: Vec<f64>,
}

impl Three {
    fn cells(&self) -> String {
        let of = |e: &[f64]| {
            let e = sorted(e.iter().copied());
            format!("{:.1} % | {:.0} %", 100.0 * quantile(&e, 0.5), 100.0 * quantile(&e, 0.9))
        };
        format!(
            "{} | {} | {} | {} | {}",
            self.rows,
            of(&self.shipped),
            of(&self.all),
            of(&self.one),
            of(&self.half)
        )
    }
}

/// Fits, and prints the page or writes it.
pub fn page(cases: Vec<Case>, facts: &Facts) -> bool {
    let rows: Vec<Row> = cases.into_iter().filter_map(|case| Row::of(case, facts)).collect();
    let mut fit = Fit { facts, rows, constants: Vec::new() };
    let plain: Vec<f64> = (0..fit.rows.len()).map(|at| fit.predict(at)).collect();
    for (name, shipped) in fitted::all() {
        let mut moves = BTreeSet::new();
        for times in [0.8, 1.25] {
            fitted::tell(name, shipped * times);
            moves.extend((0..plain.len()).filter(|at| (fit.predict(*at) / plain[*at] - 1.0).abs() > 0.004));
        }
        fitted::tell(name, shipped);
        fit.constants.push(Constant { name, shipped, moves: moves.into_iter().collect() });
    }
    let sources: Vec<String> =
        fit.rows.iter().map(|r| r.source.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    let of_source = |s: &str| fit.rows.iter().filter(|r| r.source == s).count() as f64;
    // A table of many rows counts for more than one row, but not for all of them.
    let share: BTreeMap<&str, f64> = sources.iter().map(|s| (s.as_str(), of_source(s).powf(-0.5))).collect();
    let weight = |chosen: &dyn Fn(&str) -> bool| -> Vec<f64> {
        fit.rows.iter().map(|r| if chosen(&r.source) { share[r.source.as_str()] } else { 0.0 }).collect()
    };
    let mut rng = Rng::with_seed(20_261_202);
    let mut kinds: BTreeMap<String, Three> = BTreeMap::new();
    let mut by_source: BTreeMap<String, Three> = BTreeMap::new();
    let mut note = |at: usize, put: &dyn Fn(&mut Three, f64), predicted: f64| {
        let row = &fit.rows[at];
        let e = row.error(predicted);
        put(kinds.entry(row.kind.clone()).or_default(), e);
        if row.kind != VERDICT {
            put(by_source.entry(row.source.clone()).or_default(), e);
        }
    };
    for (at, predicted) in plain.iter().enumerate() {
        note(at, &|t, e| (t.rows, _) = (t.rows + 1, t.shipped.push(e)), *predicted);
    }
    let all = fit.on(&weight(&|_| true), &mut rng);
    for at in 0..plain.len() {
        note(at, &|t, e| t.all.push(e), fit.predict(at));
    }
    for one in &sources {
        let weight = weight(&|s| s != one);
        fit.on(&weight, &mut rng);
        for at in (0..plain.len()).filter(|at| weight[*at] == 0.0) {
            note(at, &|t, e| t.one.push(e), fit.predict(at));
        }
    }
    let mut ranges: Vec<Vec<f64>> = vec![Vec::new(); fit.constants.len()];
    for _ in 0..HALVINGS {
        let mut order: Vec<&str> = sources.iter().map(String::as_str).collect();
        rng.shuffle(&mut order);
        let half: BTreeSet<&str> = order[..order.len() / 2].iter().copied().collect();
        for first in [true, false] {
            let weight = weight(&|s| half.contains(s) == first);
            let values = fit.on(&weight, &mut rng);
            for at in (0..plain.len()).filter(|at| weight[*at] == 0.0) {
                note(at, &|t, e| t.half.push(e), fit.predict(at));
            }
            for (which, c) in fit.constants.iter().enumerate() {
                if c.moves.iter().filter(|at| weight[**at] > 0.0).count() >= 3 {
                    ranges[which].push(values[which]);
                }
            }
        }
    }
    fit.ship();
    let page = document(&fit, &kinds, &by_source, &all, &ranges);
    print!("{page}");
    if std::env::var_os("SUANZU_WRITE").is_some()
        && let Err(error) = std::fs::write(PAGE, &page)
    {
        eprintln!("{PAGE}: {error}");
        return false;
    }
    true
}

fn document(
    fit: &Fit,
    kinds: &BTreeMap<String, Three>,
    by_source: &BTreeMap<String, Three>,
    all: &[f64],
    ranges: &[Vec<f64>],
) -> String {
    let sources = by_source.len();
    let mut out = format!(
        "# Held out by source\n\nWritten by `SUANZU_WRITE=1 cargo run --release --features fit --example score -- \
         --held-out`; not edited by hand.\n\nThe {} constants below were chosen while looking at the cases. Here \
         all of them are chosen again without some of the {sources} sources, and those are scored: each source \
         left out by itself, and random halves, {HALVINGS} times both ways. Constants begin at random within a \
         factor of {START} of what the engine ships, so that one for which no row is left stays wrong. \"All\" is \
         chosen with every source and shows what the search for constants itself can do.\n",
        fit.constants.len(),
    );
    let head = "rows | shipped, median | p90 | all, median | p90 | its source left out, median | p90 | half left out, median | p90 |\n\
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    let _ = write!(
        out,
        "\n## By kind\n\nOf runs that fitted or failed: how far need is on the wrong side of full.\n\n| kind | {head}"
    );
    for (kind, t) in kinds {
        let _ = writeln!(out, "| {} | {} |", kind.replace('_', " "), t.cells());
    }
    let _ = write!(out, "\n## By source\n\nSources of three rows and more.\n\n| source | {head}");
    for (source, t) in by_source.iter().filter(|(_, t)| t.rows >= 3) {
        let _ = writeln!(out, "| {source} | {} |", t.cells());
    }
    out.push_str(
        "\n## Constants\n\nRows that a change by a fifth moves by half a percent, how many sources they come from, \
         and what was chosen with all sources and with halves that have three of the rows, as shares of what is \
         shipped.\n\n\
         | constant | shipped | rows | sources | all | halves, 10 % | median | 90 % |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for ((c, whole), chosen) in fit.constants.iter().zip(all).zip(ranges) {
        let from: BTreeSet<&str> = c.moves.iter().map(|at| fit.rows[*at].source.as_str()).collect();
        let chosen = sorted(chosen.iter().map(|v| v / c.shipped));
        let cells = match chosen.is_empty() {
            true => "- | - | -".to_owned(),
            false => [0.1, 0.5, 0.9].map(|q| format!("{:.2}", quantile(&chosen, q))).join(" | "),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.2} | {cells} |",
            c.name,
            short(c.shipped),
            c.moves.len(),
            from.len(),
            whole / c.shipped
        );
    }
    out
}

/// A constant in a form that people read.
fn short(x: f64) -> String {
    if (1e-2..1e4).contains(&x.abs()) { format!("{x}") } else { format!("{x:e}") }
}
