//! Every preset has an answer that holds together, and the answer is the recorded one.
//!
//! `UPDATE=1 cargo test --test engine` records the answers of today.
#![allow(missing_docs)]

#[path = "common/sound.rs"]
mod sound;

use std::fmt::Write;
use std::path::PathBuf;
use suanzu::catalog::Catalog;
use suanzu::engine::report;
use suanzu::engine::report::{Entry, Report};
use suanzu::plan::{PRESETS, Preset};
use suanzu::share;
use suanzu::units::Band;

fn answer(preset: &Preset) -> Report {
    let catalog = Catalog::embedded();
    report(&share::decode(preset.link).0, catalog, catalog.date)
}

/// Three significant digits: a golden answer changes when the answer does, not when a constant is tuned.
fn three(x: f64) -> String {
    let text = format!("{x:.2e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    if power == "0" { digits.to_owned() } else { format!("{digits}e{power}") }
}

fn row(title: &str, e: &Entry) -> String {
    let catalog = Catalog::embedded();
    let band = |b: Band| format!("{} ({} to {})", three(b.likely), three(b.low), three(b.high));
    let l = &e.layout;
    let mut text = String::new();
    let offer = catalog.offer(e.offer).map_or("", |o| o.id.as_str());
    let _ = writeln!(
        text,
        "{title}: {} x {}, {offer}, {:?}, {:?}",
        e.count,
        catalog.gpu(e.gpu).id,
        e.mode,
        e.fit
    );
    let _ = writeln!(
        text,
        "  layout tp {} pp {} dp {} {:?} batch {} x {}, {:?} recomputed",
        l.tp, l.pp, l.dp, l.zero, l.micro_batch, l.accumulation, l.checkpointing
    );
    let _ = writeln!(text, "  total {}, loss {}, hours {}", band(e.total), three(e.loss), band(e.hours));
    let gib = suanzu::units::GIB;
    let _ = writeln!(text, "  need {} GiB of {}", band(e.need.times(1.0 / gib)), three(e.usable / gib));
    text
}

fn compact(report: &Report) -> String {
    let mut text = String::new();
    let v = &report.verdict;
    let _ = writeln!(text, "{:?}, {:?}, dropped {:?}", v.kind, v.confidence, v.dropped);
    if let Some(e) = v.winner.and_then(|at| report.ranked.get(at)) {
        text += &row("winner", e);
    }
    for runner in &report.runners {
        text += &row(&format!("{:?}", runner.kind), &report.ranked[runner.entry]);
    }
    text
}

#[test]
fn presets_answer_as_recorded() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let update = std::env::var_os("UPDATE").is_some();
    let mut differ = Vec::new();
    for preset in PRESETS {
        let file = folder.join(format!("{}.txt", preset.id));
        let now = format!("{}\n{}", preset.link, compact(&answer(preset)));
        if update {
            std::fs::write(&file, &now).expect("tests/golden can be written");
        }
        let then = std::fs::read_to_string(&file).unwrap_or_default();
        if then != now {
            differ.push(format!("--- {} recorded\n{then}--- now\n{now}", file.display()));
        }
    }
    let hint = "where the new answers are better: UPDATE=1 cargo test --test engine";
    assert!(differ.is_empty(), "{}\n{hint}", differ.join("\n"));
}

#[test]
fn presets_hold_together() {
    for preset in PRESETS {
        let report = answer(preset);
        sound::check(&share::decode(preset.link).0, &report, preset.id);
        assert!(report.verdict.winner.is_some(), "{} names a winner", preset.id);
        assert!(report.warnings.is_empty(), "{}: {:?}", preset.id, report.warnings);
    }
}
