//! The suites that need a real browser, against dist/ as a plain host would serve it.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, root, say, server, setup};

/// Where the tests mount the page: never the root, since the page must work from any sub-directory.
const MOUNT: &str = "/some/where/";

/// What loads until idle, in brotli, against the budget.
pub fn size() -> Result {
    say::run("size of the page", &mut node("size.js")?)
}

/// Everything else that takes a browser, in Chromium.
pub fn test() -> Result {
    say::run("browser suite", &mut node("run.js")?)
}

/// What of it is asked of Firefox, too: the widget in other people's pages, and the page where browsers differ most. The whole
/// suite runs there by hand; what its driver cannot do (downloads, PDF, clocks, figures of the processor) is Chromium's alone.
const IN_FIREFOX: [&str; 21] = [
    "widget, ",
    "host page",
    "an article",
    "an order page",
    "starts in a sub-directory",
    "WebAssembly refused",
    "program file missing",
    "storage refused",
    "a link round-trips",
    "undone and redone",
    "Back and Forward",
    "a broken link",
    "every figure of the memory table",
    "nothing overflows",
    "theme switch",
    "language switch",
    "keyboard reaches",
    "clipboard that refuses",
    "axe finds nothing: zh, light, 390",
    "axe finds nothing: en, dark, 1440",
    "cannot be loaded says so",
];

/// Widget and page in Firefox.
pub fn firefox() -> Result {
    let firefox = setup::firefox()?;
    say::run("browser suite in Firefox", node("run.js")?.args(IN_FIREFOX).env("SUANZU_FIREFOX", firefox))
}

/// Screenshots for people to look at.
pub fn shots(folder: Option<&str>) -> Result {
    let folder = folder.map_or_else(|| root().join("target/shots"), PathBuf::from);
    let mut command = node("shots.js")?;
    say::run("screenshots", command.env("SUANZU_SHOTS", &folder))?;
    say::line(&format!("the pictures are in {}", folder.display()));
    Ok(())
}

/// Lighthouse's figures of the page, the widget's frame and a host of it.
pub fn lighthouse(names: &[String]) -> Result {
    let modules = setup::lighthouse()?;
    let mut command = node("lighthouse.js")?;
    say::run("Lighthouse", command.args(names).env("SUANZU_LIGHTHOUSE", modules))
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
    command
        .env("SUANZU_PAGE", format!("http://{address}{MOUNT}"))
        .env("SUANZU_CHROMIUM", chromium)
        .env_remove("SUANZU_FIREFOX");
    Ok(command)
}
