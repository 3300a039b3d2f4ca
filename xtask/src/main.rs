//! The project's own commands. `cargo xtask` lists them.
//!
//! Each command brings what it needs and keeps it in one cache folder, so that a second clone, or a second run without a
//! network, starts at once: see [`setup`]. No dependency: what a newcomer waits for first is this program.

mod assemble;
mod browser;
mod files;
mod finish;
mod offline;
mod package;
mod page;
mod say;
mod server;
mod setup;
mod split;
mod suite;
mod terse;
mod wasm;
mod widget;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What every step gives: a value, or the sentence a person needs to read.
type Result<T = ()> = std::result::Result<T, String>;

const USAGE: &str = "\
cargo xtask COMMAND

  serve [--port N]    the page at http://127.0.0.1:8080/, rebuilt and reloaded when a file changes
  test [PART…]        everything that must hold; parts: style native handoff page size api browser firefox
                      (these when none is named), trunk
  build               the release page, in dist/, with single.html, which runs by double-click
  widget              the widget alone, into dist/embed
  package [FOLDER]    the engine for JavaScript: ES module, types, wasm (target/page/js unless named)
  host [--port N] [--mount /path/]
                      dist/ as it is, under the content policy, from a sub-directory if you like
  shots [FOLDER]      screenshots of dist/ in both languages, both themes, 390 and 1440 px wide
  lighthouse [NAME…]  Lighthouse on dist/: page, frame, host (all unless named); best on a quiet machine
  setup               only fetch what the other commands need

Tools are kept in $SUANZU_CACHE, or $XDG_CACHE_HOME/suanzu, or ~/.cache/suanzu.
";

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The value after `name`, if it is there.
fn option<'a>(args: &'a [String], name: &str) -> Option<&'a str> {
    let at = args.iter().position(|arg| arg == name)?;
    args.get(at + 1).map(String::as_str)
}

fn port(args: &[String], default: u16) -> Result<u16> {
    match option(args, "--port") {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("--port wants a number from 0 to 65535, got {text}")),
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("serve") => port(rest, 8080).and_then(page::serve),
        Some("test") => suite::run(rest),
        Some("build") => page::build(),
        Some("widget") => widget::again(),
        Some("package") => package::build(rest.first().map(String::as_str)),
        Some("host") => port(rest, 8081)
            .and_then(|port| server::host(&root().join("dist"), port, option(rest, "--mount"))),
        Some("shots") => browser::shots(rest.first().map(String::as_str)),
        Some("lighthouse") => browser::lighthouse(rest),
        Some("setup") => setup::everything(),
        Some("finish-page") => finish::hook(), // Trunk's post_build hook
        Some("help" | "--help" | "-h") | None => {
            print!("{USAGE}");
            Ok(())
        }
        Some(other) => Err(format!("there is no command `{other}`\n\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nxtask: {why}");
            ExitCode::FAILURE
        }
    }
}
