//! `cargo xtask test`: every check, in the order in which a mistake shows soonest.

use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::{Result, browser, page, root, say, setup};

/// A part of the suite: its name and its steps.
type Part = (&'static str, fn() -> Result);

const PARTS: [Part; 4] =
    [("style", style), ("native", native), ("page", page_and_size), ("browser", browser::test)];

/// Runs the named parts, or all; tells all that failed, not only the first.
pub fn run(names: &[String]) -> Result {
    if let Some(odd) = names.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        return Err(format!("there is no part `{odd}`: style, native, page, browser"));
    }
    let wanted = |part: &str| names.is_empty() || names.iter().any(|name| name == part);
    setup::rust()?;
    // Downloads wait for the network, builds for the processor: side by side.
    let needs_browser = wanted("page") || wanted("browser");
    let fetching = thread::spawn(move || {
        if needs_browser { setup::browser().and_then(|_| setup::node_modules()) } else { Ok(()) }
    });
    let mut fetching = Some(fetching);

    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (part, work) in PARTS.iter().filter(|(part, _)| wanted(part)) {
        if *part == "page"
            && let Some(handle) = fetching.take()
        {
            handle.join().map_err(|_| "fetching the browser panicked".to_owned())??;
        }
        say::line(&format!("== {part}"));
        let from = Instant::now();
        let done = work();
        let word = if done.is_ok() { "ok" } else { "FAILED" };
        lines.push(format!("   {part}: {word}, {:.0} s", from.elapsed().as_secs_f64()));
        if let Err(why) = done {
            eprintln!("{why}");
            failed.push(*part);
        }
    }
    say::line("== summary");
    for line in lines {
        println!("{line}");
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(args).current_dir(root());
    command
}

fn style() -> Result {
    say::run("cargo fmt --check", &mut cargo(&["fmt", "--all", "--check"]))?;
    let core = ["clippy", "--quiet", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
    say::run("clippy, everything native", &mut cargo(&core))?;
    let web = [
        "clippy",
        "--quiet",
        "--locked",
        "--target",
        "wasm32-unknown-unknown",
        "--features",
        "app,js",
        "--",
        "-D",
        "warnings",
    ];
    say::run("clippy, the page", &mut cargo(&web))
}

fn native() -> Result {
    say::run("cargo test", &mut cargo(&["test", "--locked", "--workspace"]))
}

fn page_and_size() -> Result {
    page::build()?;
    browser::size()
}
