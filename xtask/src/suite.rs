//! `cargo xtask test`: every check, in the order in which a mistake shows soonest.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::assemble::{Kind, assemble};
use crate::files::{files, read_text};
use crate::{Result, browser, finish, package, page, root, say, setup};

/// A part of the suite: its name and its steps.
type Part = (&'static str, fn() -> Result);

const PARTS: [Part; 9] = [
    ("style", style),
    ("native", native),
    ("handoff", handoff),
    ("page", page::build),
    ("size", browser::size),
    ("api", package::test),
    ("browser", browser::test),
    ("firefox", browser::firefox),
    ("trunk", trunk),
];

/// Run only when named: it takes longer than all the rest to install.
const ON_DEMAND: [&str; 1] = ["trunk"];

/// Runs the named parts, or all; tells all that failed, not only the first.
pub fn run(names: &[String]) -> Result {
    if let Some(odd) = names.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        return Err(format!(
            "there is no part `{odd}`: style, native, handoff, page, size, api, browser, firefox, trunk"
        ));
    }
    let wanted = |part: &str| {
        if names.is_empty() { !ON_DEMAND.contains(&part) } else { names.iter().any(|name| name == part) }
    };
    setup::rust()?;
    // Downloads wait for the network, builds for the processor: side by side.
    let needs_firefox = wanted("firefox");
    let needs_browser = ["size", "api", "browser"].iter().any(|part| wanted(part)) || needs_firefox;
    let fetching = thread::spawn(move || {
        if needs_firefox {
            setup::firefox()?;
        }
        if needs_browser { setup::browser().and_then(|_| setup::node_modules()) } else { Ok(()) }
    });
    let mut fetching = Some(fetching);

    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (part, work) in PARTS.iter().filter(|(part, _)| wanted(part)) {
        if matches!(*part, "size" | "api" | "browser" | "firefox")
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
    // With constants that can be told, or nobody would see that `score --held-out` no longer compiles.
    let core = "clippy --quiet --locked --workspace --all-targets --features suanzu/fit -- -D warnings";
    say::run("clippy, everything native", &mut cargo(&core.split(' ').collect::<Vec<_>>()))?;
    let web = [
        "clippy",
        "--quiet",
        "--locked",
        "--target",
        "wasm32-unknown-unknown",
        "--features",
        "app,js,widget",
        "--",
        "-D",
        "warnings",
    ];
    say::run("clippy, the page", &mut cargo(&web))
}

fn native() -> Result {
    say::run("cargo test", &mut cargo(&["test", "--locked", "--workspace", "--no-fail-fast"]))
}

/// Hand-off files before the parsers of the tools that they are for.
fn handoff() -> Result {
    let python = setup::parsers()?;
    let left = setup::target_folder().join("tmp/handoff");
    let files = ["test", "--locked", "--test", "handoff", "--", "files_of_all", "two_nodes"];
    say::run("files of all presets", &mut cargo(&files))?;
    let mut check = Command::new(python);
    check.arg(root().join("tests/handoff/parsers/check.py")).arg(left);
    say::run("parsers of other tools", &mut check)
}

/// Plain Trunk must build from Trunk.toml what we build from it. Trunk knows no pieces: compared is the page in one.
fn trunk() -> Result {
    let path = setup::trunk()?;
    let theirs = setup::target_folder().join("page/trunk");
    let mut trunk = Command::new("trunk");
    // Trunk reads NO_COLOR as a switch of its own and refuses the usual value 1.
    trunk.env("PATH", path).env_remove("NO_COLOR").current_dir(root());
    say::run("trunk build --release", trunk.args(["build", "--release", "--dist"]).arg(&theirs))?;
    let ours = setup::target_folder().join("page/whole");
    assemble(Kind::Whole, &ours)?;
    finish::finish(&ours)?;
    say::step("the same page from Trunk and from us", || {
        let (a, b) = (contents(&theirs)?, contents(&ours)?);
        let differ =
            a.iter().find(|file| !b.contains(file)).or_else(|| b.iter().find(|file| !a.contains(file)));
        match differ {
            None => {
                println!("test trunk builds the same {} files ... ok", a.len());
                Ok(())
            }
            Some((name, text)) => Err(format!("Trunk's page and ours differ in {name}:\n{text}")),
        }
    })
}

/// Names of files without their hashes, and the text of index.html without blank lines and hashes.
fn contents(folder: &Path) -> Result<Vec<(String, String)>> {
    let listed = files(folder)?
        .into_iter()
        .filter(|file| !file.extension().is_some_and(|end| end == "br" || end == "gz"));
    listed
        .map(|file| {
            let name = unhashed(&file.strip_prefix(folder).unwrap_or(&file).to_string_lossy());
            let text = if name == "index.html" { unhashed(&read_text(&file)?) } else { String::new() };
            Ok((name, text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")))
        })
        .collect()
}

/// Every run of 16 hexadecimal digits becomes one `#`.
fn unhashed(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for sign in text.chars().chain(['\n']) {
        if sign.is_ascii_hexdigit() {
            run.push(sign);
            continue;
        }
        out.push_str(if run.len() == 16 { "#" } else { &run });
        run.clear();
        out.push(sign);
    }
    out.pop();
    out
}
