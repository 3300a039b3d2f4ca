//! Imported configurations and pasted messages against what each must give: a line per difference,
//! a summary last.

use crate::case::Case;
use serde_json::Value;
use std::path::Path;
use suanzu::catalog::Catalog;
use suanzu::import::{config, oom};

/// What was compared.
#[derive(Default)]
pub struct Compared {
    /// Files or messages.
    pub seen: usize,
    /// Without any difference.
    pub right: usize,
    /// One line per difference.
    pub differences: Vec<String>,
}

impl Compared {
    /// Counts one text with its differences.
    fn add(&mut self, found: Vec<String>) {
        self.seen += 1;
        self.right += usize::from(found.is_empty());
        self.differences.extend(found);
    }
    /// Prints differences and summary, beside the table or apart from the JSON; whether everything
    /// agrees.
    pub fn print(&self, what: &str, apart: bool) -> bool {
        let summary =
            format!("{what}: {} of {} agree, {} differences", self.right, self.seen, self.differences.len());
        for line in self.differences.iter().chain([&summary]) {
            if apart {
                eprintln!("{line}");
            } else {
                println!("{line}");
            }
        }
        self.differences.is_empty()
    }
}

/// Imports every configuration that a folder's `expected.csv` names.
///
/// # Errors
/// Where the table cannot be read.
pub fn configs(folder: &Path) -> std::io::Result<Compared> {
    let table = std::fs::read_to_string(folder.join("expected.csv"))?;
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    let mut out = Compared::default();
    for line in lines.filter(|l| !l.is_empty()) {
        let cells: Vec<&str> = line.split(',').collect();
        let file = cells.first().copied().unwrap_or("");
        let mut found = Vec::new();
        match std::fs::read_to_string(folder.join(file)) {
            Err(error) => found.push(format!("{file}: {error}")),
            Ok(text) => match config::read(&text, Catalog::embedded()) {
                Err(fault) => found.push(format!("{file}: {fault:?}")),
                Ok(model) => {
                    for (column, have) in config::COLUMNS.iter().zip(model.row()) {
                        let at = names.iter().position(|n| n == column);
                        let Some(want) = at.and_then(|at| cells.get(at)) else { continue };
                        if have != *want {
                            found.push(format!("{file} {column}: {have:?}, expected {want:?}"));
                        }
                    }
                }
            },
        }
        out.add(found);
    }
    Ok(out)
}

/// Reads a pasted message or device table.
pub fn message(case: &Case, out: &mut Compared) {
    let have = serde_json::to_value(oom::read(case.text("text"))).unwrap_or_default();
    let id = case.id();
    let mut found = Vec::new();
    if have["kind"].as_str() != Some(case.text("kind")) {
        found.push(format!("{id} kind: {}, expected {:?}", have["kind"], case.text("kind")));
    }
    let expect = case.0.get("expect").and_then(Value::as_object).cloned().unwrap_or_default();
    for (key, want) in &expect {
        // A remark of the row, not a value to read.
        if key != "note" && !agrees(&have[key], want) {
            found.push(format!("{id} {key}: {}, expected {want}", have[key]));
        }
    }
    out.add(found);
}

/// Equal, to the four digits that the rows carry; rows of a table hold what is expected of them.
fn agrees(have: &Value, want: &Value) -> bool {
    match (have, want) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b))
        }
        (Value::Object(a), Value::Object(b)) => b.iter().all(|(k, v)| a.get(k).is_some_and(|x| agrees(x, v))),
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            (a - b).abs() < 0.000_06 + 1e-9 * b.abs()
        }
        _ => have == want,
    }
}
