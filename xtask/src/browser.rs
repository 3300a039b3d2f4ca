//! The suites that need a real browser, against dist/ as a plain host would serve it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Result, assemble, root, say, server, setup};

/// Where the tests mount the page: never the root, since the page must work from any sub-directory.
const MOUNT: &str = "/some/where/";

/// What loads until idle, in brotli, against the budget.
pub fn size() -> Result {
    say::run("size of the page", &mut node("size.js")?)
}

/// Everything else that takes a browser.
pub fn test() -> Result {
    say::run("browser suite", &mut node("run.js")?)
}

/// The same reports natively and in wasm, compiled with the profile the page ships with.
pub fn hash() -> Result {
    let mut native = Command::new("cargo");
    native.args(["run", "--quiet", "--locked", "--release", "--example", "hash"]).current_dir(root());
    let lines = say::step("1,000 reports, natively", || {
        let out = native.stderr(Stdio::inherit()).output().map_err(|e| format!("cargo: {e}"))?;
        if out.status.success() { Ok(out.stdout) } else { Err(format!("example hash: {}", out.status)) }
    })?;
    let folder = assemble::bindings("--example", "hash", "js", "page", "nodejs")?.bindings;
    say::step("1,000 reports, in wasm", || {
        let mut node = Command::new("node");
        node.arg(root().join("tests/browser/hash.js")).arg(&folder).stdin(Stdio::piped());
        let mut child = node.spawn().map_err(|e| format!("node: {e}"))?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(&lines).map_err(|e| format!("node: {e}"))?;
        }
        let status = child.wait().map_err(|e| format!("node: {e}"))?;
        if status.success() { Ok(()) } else { Err(format!("hash.js: {status}")) }
    })
}

/// Screenshots for people to look at.
pub fn shots(folder: Option<&str>) -> Result {
    let folder = folder.map_or_else(|| root().join("target/shots"), PathBuf::from);
    let mut command = node("shots.js")?;
    say::run("screenshots", command.env("SUANZU_SHOTS", &folder))?;
    say::line(&format!("the pictures are in {}", folder.display()));
    Ok(())
}

/// Node on one of our scripts, told where the page and the browser are.
fn node(script: &str) -> Result<Command> {
    let dist = root().join("dist");
    if !dist.join("index.html").exists() {
        return Err("dist/ has no page: run `cargo xtask build` first".to_owned());
    }
    let chromium = setup::browser()?;
    setup::node_modules()?;
    let address = server::start(server::Site::new(&dist, MOUNT), 0)?;
    let mut command = Command::new("node");
    command.arg(root().join("tests/browser").join(script)).current_dir(root());
    command.env("SUANZU_PAGE", format!("http://{address}{MOUNT}")).env("SUANZU_CHROMIUM", chromium);
    Ok(command)
}
