//! What each term of memory buys: every row again with one line of the engine's explanation left out,
//! and the page `docs/accuracy.md` made of that and of all figures.

use crate::table::{Errors, Tally};
use std::fmt::Write;
use suanzu::engine::line::Line;
use suanzu::engine::memory::Memory;
use suanzu::engine::names::What;
use suanzu::units::GIB;

/// Which figure of a program a row measured.
#[derive(Clone, Copy, PartialEq)]
pub enum Shown {
    /// What tensors take.
    Allocated,
    /// With what the allocator holds beside them.
    Reserved,
    /// What the device shows.
    Device,
}

impl Shown {
    /// The engine's figure of this kind, bytes.
    pub fn of(self, m: &Memory) -> f64 {
        match self {
            Self::Allocated => m.allocated.likely,
            Self::Reserved => m.reserved.likely,
            Self::Device => m.need.likely,
        }
    }
    /// Whether a line is part of it.
    fn counts(self, line: &Line) -> bool {
        let outside = matches!(line.what, What::Context | What::Communicators | What::Display);
        let slack = line.what == What::AllocatorSlack;
        line.at_peak
            && match self {
                Self::Allocated => !outside && !slack,
                Self::Reserved => !outside,
                Self::Device => true,
            }
    }
}

/// A row that can be said again without one of its terms; all in GiB.
pub struct Ablated {
    /// Training peaks, inference peaks or verdicts.
    pub group: &'static str,
    /// What was measured; for verdicts the room.
    pub measured: f64,
    /// What the engine says.
    pub likely: f64,
    /// Its high end.
    pub high: f64,
    /// It ran (verdicts).
    pub ran: bool,
    /// Each term with what it adds.
    pub terms: Vec<(What, f64)>,
}

/// The terms of a figure, by what they are.
pub fn terms(lines: &[Line], shown: Shown) -> Vec<(What, f64)> {
    let mut out: Vec<(What, f64)> = Vec::new();
    for line in lines.iter().filter(|l| shown.counts(l)) {
        let gib = line.value.likely / GIB;
        match out.iter_mut().find(|(what, _)| *what == line.what) {
            Some((_, sum)) => *sum += gib,
            None => out.push((line.what, gib)),
        }
    }
    out
}

/// Where the page lies.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/accuracy.md");

/// Prints the page; with `SUANZU_WRITE` set writes it, else says whether the one that lies there is this one.
pub fn page(tally: &Tally) -> bool {
    let page = document(tally);
    print!("{page}");
    if std::env::var_os("SUANZU_WRITE").is_some()
        && let Err(error) = std::fs::write(PAGE, &page)
    {
        eprintln!("{PAGE}: {error}");
        return false;
    }
    let same = std::fs::read_to_string(PAGE).unwrap_or_default() == page;
    if !same {
        eprintln!(
            "docs/accuracy.md is old: SUANZU_WRITE=1 cargo run --release --example score -- --ablation"
        );
    }
    same
}

/// A figure as a share: two digits that mean something.
fn percent(x: f64) -> String {
    let x = 100.0 * x;
    if x.abs() < 9.95 { format!("{x:.1} %") } else { format!("{x:.0} %") }
}

fn document(tally: &Tally) -> String {
    let mut out = String::from(
        "# How exact memory and time are\n\nWritten by `SUANZU_WRITE=1 cargo run --release --example score -- \
         --ablation`; not edited by hand.\nThe cases are published measurements of high and medium \
         confidence. The constants were chosen while looking at them: [held-out.md](held-out.md) says what \
         the figures are without that.\n\n## By kind\n\n\
         | kind | cases | median error | p90 | inside the stated band |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    for (kind, cases, median, p90, inside) in tally.kinds() {
        let _ = writeln!(
            out,
            "| {} | {cases} | {} | {} | {} |",
            kind.replace('_', " "),
            percent(median),
            percent(p90),
            percent(inside)
        );
    }
    for (what, figures) in ["memory", "speed"].into_iter().zip(tally.acceptance()) {
        let _ = write!(
            out,
            "\n## {what}: figures and their bars\n\n| figure | rows | bar | reached |\n| --- | ---: | ---: | ---: |\n"
        );
        for f in figures {
            let bar = if f.more { "≥" } else { "≤" };
            let _ = writeln!(
                out,
                "| {} | {} | {bar} {:.1} % | {:.1} % |",
                f.name.trim(),
                f.rows,
                100.0 * f.bar,
                100.0 * f.value
            );
        }
    }
    slices(&mut out, tally);
    out.push_str(
        "\n## Training peaks: terms added one after the other\n\n\
         | terms | median | p90 | bias | within 15 % |\n| --- | ---: | ---: | ---: | ---: |\n",
    );
    for (name, e) in tally.ladder() {
        let _ = writeln!(out, "| {name} | {} |", e.cells());
    }
    out.push_str(
        "\nBelow, one term at a time is left out and everything else stays. A term that buys nothing makes no \
         error larger when it goes.\n",
    );
    for group in ["Training peaks", "Inference peaks"] {
        let rows: Vec<&Ablated> = tally.ablated.iter().filter(|a| a.group == group).collect();
        let _ = write!(
            out,
            "\n## {group}: one term left out\n\nErrors over all {} rows, and in the last column over those that have \
             the term; terms stand in the order of how many rows have them.\n\n\
             | left out | rows that have it | median | p90 | bias | within 15 % | median of those |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
            rows.len()
        );
        for (name, without, n) in each(&rows) {
            let of = |some: &mut dyn Iterator<Item = &&Ablated>| {
                Errors::of(some.map(|r| (r.likely - without(r)) / r.measured.max(1e-9) - 1.0))
            };
            let all = of(&mut rows.iter());
            let has = of(&mut rows.iter().filter(|r| without(r) > 0.0 || n == rows.len()));
            let _ = writeln!(out, "| {name} | {n} | {} | {} |", all.cells(), percent(has.median));
        }
    }
    let rows: Vec<&Ablated> = tally.ablated.iter().filter(|a| a.group == "verdicts").collect();
    let _ = write!(
        out,
        "\n## Did it fit: one term left out\n\n{} runs that worked or failed.\n\n\
         | left out | rows that have it | said fits, failed | said no, ran | tight | right of decided |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
        rows.len()
    );
    for (name, without, n) in each(&rows) {
        let (mut failed, mut ran, mut tight, mut right) = (0, 0, 0, 0);
        for r in &rows {
            let (likely, high) = (r.likely - without(r), r.high - without(r));
            match (likely > r.measured, high <= r.measured, r.ran) {
                (true, _, false) | (false, true, true) => right += 1,
                (true, _, true) => ran += 1,
                (false, true, false) => failed += 1,
                (false, false, _) => tight += 1,
            }
        }
        let decided = (failed + ran + right).max(1);
        let share = 100.0 * f64::from(right) / f64::from(decided);
        let _ = writeln!(out, "| {name} | {n} | {failed} | {ran} | {tight} | {share:.0} % |");
    }
    out.push_str("\n## Not scored\n\n| why | rows |\n| --- | ---: |\n");
    let _ = writeln!(out, "| low confidence | {} |", tally.low);
    for (reason, ids) in tally.reasons() {
        let _ = writeln!(out, "| {reason} | {ids} |");
    }
    out
}

/// Each kind of speed by program, card, source and number of requests at once.
fn slices(out: &mut String, tally: &Tally) {
    out.push_str(
        "\n## Speed by program, card, source and batch\n\nOf three rows and more.\n\n\
         | kind | by | | rows | median | p90 | inside the stated band |\n| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    let by = [
        ("batch", "batch"),
        ("load", "saturated"),
        ("load", "concurrency"),
        ("program", "engine="),
        ("card", "gpu="),
        ("source", "source="),
    ];
    for kind in crate::acceptance_speed::SPEED {
        for (name, begin) in by {
            for (slice, rows, median, p90, inside) in tally.slices(kind, begin) {
                let kind = kind.replace('_', " ");
                let slice = match name {
                    "load" => begin,
                    _ => slice.trim_start_matches('='),
                };
                let figures = [median, p90, inside].map(percent).join(" | ");
                let _ = writeln!(out, "| {kind} | {name} | {slice} | {rows} | {figures} |");
            }
        }
    }
}

type Without = Box<dyn Fn(&Ablated) -> f64>;

/// Nothing left out, then each term that rows have: its name, what it adds to a row, how many have it.
fn each(rows: &[&Ablated]) -> Vec<(String, Without, usize)> {
    let mut names: Vec<(What, usize)> = Vec::new();
    for (what, _) in rows.iter().flat_map(|r| &r.terms) {
        match names.iter_mut().find(|(known, _)| known == what) {
            Some((_, n)) => *n += 1,
            None => names.push((*what, 1)),
        }
    }
    names.sort_by_key(|name| std::cmp::Reverse(name.1));
    let mut out: Vec<(String, Without, usize)> = vec![("nothing".to_owned(), Box::new(|_| 0.0), rows.len())];
    for (what, n) in names {
        let adds = move |r: &Ablated| r.terms.iter().find(|(w, _)| *w == what).map_or(0.0, |(_, gib)| *gib);
        out.push((words(what), Box::new(adds), n));
    }
    out
}

/// `LossLogits` as "loss logits".
fn words(what: What) -> String {
    let mut out = String::new();
    for c in format!("{what:?}").chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}
