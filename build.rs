//! Checks `static/catalog` and embeds it. A bad row stops the build with file, line, column and
//! reason.

#[path = "build/check.rs"]
mod check;
#[path = "build/csv.rs"]
mod csv;
#[path = "build/embed.rs"]
mod embed;
#[path = "build/schema.rs"]
mod schema;
#[path = "build/words.rs"]
mod words;

use std::path::Path;
use std::{env, fs, process};

fn main() {
    println!("cargo::rerun-if-changed=static/catalog");
    println!("cargo::rerun-if-changed=build");
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let out = env::var("OUT_DIR").unwrap_or_default();
    let dir = Path::new(&root).join("static/catalog");
    let (tables, faults) = check::read_all(|name| fs::read_to_string(dir.join(format!("{name}.csv"))).ok());
    if !faults.is_empty() {
        for fault in faults.iter().take(20) {
            println!("cargo::error={fault}");
        }
        eprintln!("{} faults in the catalog", faults.len());
        process::exit(1);
    }
    for (name, whom) in embed::FILES {
        if let Err(error) = fs::write(Path::new(&out).join(name), embed::text(&tables, whom)) {
            println!("cargo::error=cannot write {name}: {error}");
            process::exit(1);
        }
    }
}
