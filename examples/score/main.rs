//! Scores the engine against measured cases:
//! `cargo run --release --example score -- [FILE.jsonl… or FOLDER] [--json] [--configs DIR] [--worst N] [--dump] [--explain ID] [--ablation] [--held-out]`.
//! `--ablation` prints what each term of memory buys; with `SUANZU_WRITE=1` it writes `docs/accuracy.md` anew,
//! without that a page that differs fails. `--held-out` (with `--features fit`) chooses the fitted constants
//! again without half of the sources and scores those, `docs/held-out.md`.
//! The engine sees only what a person could have entered before the run; rows that cannot be
//! expressed are counted by reason, rows of low confidence are counted and not scored.

mod ablation;
mod acceptance;
mod acceptance_speed;
mod architecture;
mod case;
mod facts;
mod fits;
#[cfg(feature = "fit")]
mod heldout;
mod memory;
mod setup;
mod speed;
mod table;
mod texts;

use case::Case;
use suanzu::units::Band;

/// A prediction beside its measurement.
pub struct Scored {
    /// The case's id.
    pub id: String,
    /// What kind of figure.
    pub kind: String,
    /// What the engine says, in the unit of `measured`.
    pub predicted: Band,
    /// What was measured.
    pub measured: f64,
    /// Allowed absolute deviation in the same unit.
    pub tolerance: f64,
    /// Words the table groups by besides `all`.
    pub slices: Vec<String>,
}

/// Why a row cannot be scored.
pub type Reason = &'static str;

fn main() {
    let mut files = Vec::new();
    let mut explain = String::new();
    let mut folders: Vec<String> = Vec::new();
    let (mut json, mut worst, mut dump, mut ablation, mut held_out) = (false, 0usize, false, false, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--json" => json = true,
            "--configs" => folders.extend(args.next()),
            "--dump" => dump = true,
            "--ablation" => ablation = true,
            "--held-out" => held_out = true,
            "--explain" => explain = args.next().unwrap_or_default(),
            "--worst" => worst = args.next().and_then(|n| n.parse().ok()).unwrap_or(20),
            _ => files.push(arg),
        }
    }
    if files.is_empty() && folders.is_empty() {
        files.extend(cases());
    }
    // A folder stands for its case files.
    let files: Vec<String> = files.into_iter().flat_map(|file| expand(&file)).collect();
    let facts = facts::Facts::load();
    let mut tally = table::Tally::default();
    let mut messages = texts::Compared::default();
    let mut agree = true;
    let mut all = Vec::new();
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                std::process::exit(2);
            }
        };
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            match serde_json::from_str(line) {
                Ok(value) => {
                    let case = Case(value);
                    if held_out {
                        all.push(case);
                        continue;
                    }
                    if !case.text("text").is_empty() {
                        texts::message(&case, &mut messages);
                        continue;
                    }
                    if !explain.is_empty() && case.id().contains(&explain) {
                        memory::explain(&case, &facts);
                    }
                    one(&case, &facts, &mut tally);
                }
                Err(error) => eprintln!("{file}:{}: {error}", number + 1),
            }
        }
    }
    if held_out {
        std::process::exit(i32::from(!fit_again(all, &facts)));
    }
    for folder in &folders {
        match texts::configs(std::path::Path::new(folder)) {
            Ok(compared) => agree &= compared.print("configurations", json),
            Err(error) => {
                eprintln!("{folder}: {error}");
                std::process::exit(2);
            }
        }
    }
    if messages.seen > 0 {
        agree &= messages.print("messages", json);
    }
    if tally.empty() && !json {
        std::process::exit(i32::from(!agree));
    }
    if json {
        println!("{}", tally.json());
    } else if ablation {
        agree &= ablation::page(&tally);
    } else {
        tally.print(worst);
        let [memory, speed] = tally.acceptance();
        acceptance::show("memory", &memory);
        acceptance::show("speed", &speed);
        tally.print_ladder();
    }
    if dump {
        tally.dump();
    }
    if !agree {
        std::process::exit(1);
    }
}

#[cfg(feature = "fit")]
fn fit_again(cases: Vec<Case>, facts: &facts::Facts) -> bool {
    heldout::page(cases, facts)
}

#[cfg(not(feature = "fit"))]
fn fit_again(_: Vec<Case>, _: &facts::Facts) -> bool {
    eprintln!("--held-out needs the engine with --features fit");
    false
}

/// The folder of cases beside the repository, or beside the folder of its worktrees.
fn cases() -> Option<String> {
    let beside = ["../shared/cases", "../../shared/cases"];
    let all = beside.iter().map(|p| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(p));
    all.into_iter().find(|p| p.is_dir()).map(|p| p.display().to_string())
}

/// The `.jsonl` files of a folder in order, or the file itself.
fn expand(path: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut files: Vec<String> =
        entries.flatten().map(|e| e.path().display().to_string()).filter(|p| p.ends_with(".jsonl")).collect();
    files.sort();
    files
}

/// Scores one row.
fn one_row(case: &Case, facts: &facts::Facts) -> Result<Scored, Reason> {
    if acceptance::MEMORY.contains(&case.text("kind")) {
        memory::score(case, facts)
    } else {
        speed::score(case, facts)
    }
}

/// Scores one row into the tally.
fn one(case: &Case, facts: &facts::Facts, tally: &mut table::Tally) {
    if !case.text("outcome").is_empty() {
        fits::score(case, facts, tally);
        return;
    }
    let kind = case.text("kind").to_owned();
    tally.seen(&kind);
    if case.text("confidence") == "low" {
        tally.low += 1;
        return;
    }
    match one_row(case, facts) {
        Ok(scored) => {
            if kind == "peak_memory" {
                tally.ladder.extend(memory::ladder(case, facts));
            }
            tally.ablated.extend(memory::ablated(case, facts, &scored));
            tally.add(scored);
        }
        Err(reason) => tally.inexpressible(&kind, reason, case.id()),
    }
}
