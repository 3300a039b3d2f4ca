//! The engine as a package for JavaScript: ES module, types, wasm.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::{copy_folder, read, read_text, write};
use crate::{Result, assemble, root, say, setup, wasm};

/// The program's name.
const ENGINE: &str = "suanzu-engine";

/// `cargo xtask package [FOLDER]`.
pub fn build(out: Option<&str>) -> Result {
    setup::rust()?;
    let out = out.map_or_else(folder, PathBuf::from);
    engine(&out)?;
    say::line(&format!("the package is in {}", out.display()));
    Ok(())
}

/// The package, in `out`.
fn engine(out: &Path) -> Result {
    let bindings = assemble::bindings("--bin", ENGINE, "js", "page", "web")?.bindings;
    let _ = std::fs::remove_dir_all(out);
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    copy_folder(&root().join("static/js"), out)?;
    write(&out.join(format!("{ENGINE}.js")), &read(&bindings.join(format!("{ENGINE}.js")))?)?;
    let program = format!("{ENGINE}_bg.wasm");
    write(&out.join(&program), &wasm::strip(&read(&bindings.join(&program))?)?)?;
    let version = version()?;
    let package = read_text(&out.join("package.json"))?.replace("VERSION", &version);
    write(&out.join("package.json"), package.as_bytes())?;
    types(&out.join("index.d.ts"))
}

/// The types of the engine, written to `file`.
pub fn types(file: &Path) -> Result {
    write(file, &say::step("types of the engine", || output("types", &[], None))?)
}

/// The version in Cargo.toml.
pub fn version() -> Result<String> {
    let text = read_text(&root().join("Cargo.toml"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    line.map(str::to_owned).ok_or_else(|| "Cargo.toml names no version".to_owned())
}

/// What an example of the repository prints.
fn output(example: &str, args: &[&str], input: Option<&Path>) -> Result<Vec<u8>> {
    let mut cargo = native(example, args);
    if let Some(file) = input {
        cargo.stdin(std::fs::File::open(file).map_err(|e| format!("{}: {e}", file.display()))?);
    }
    let out = cargo.stderr(Stdio::inherit()).output().map_err(|e| format!("cargo: {e}"))?;
    if out.status.success() { Ok(out.stdout) } else { Err(format!("example {example}: {}", out.status)) }
}

fn native(example: &str, args: &[&str]) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--locked", "--release", "--example", example, "--"]).args(args);
    cargo.current_dir(root());
    cargo
}

/// The day the tests ask for: any, as long as both sides take the same.
const DAY: &str = "2026-12-02";

/// The same reports from the native program and through the API in Node, a page and a worker; types of engine and widget compile.
pub fn test() -> Result {
    let folder = folder();
    engine(&folder)?;
    let links = setup::target_folder().join("page/links.txt");
    write(&links, &output("links", &[], None)?)?;
    let digests = setup::target_folder().join("page/links.json");
    say::step("the API against the native program, in Node", || {
        let input = std::fs::File::open(&links).map_err(|e| format!("{}: {e}", links.display()))?;
        let mut report = native("report", &["--json", "--each", "--today", DAY])
            .stdin(input)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cargo: {e}"))?;
        let pipe = report.stdout.take().ok_or("report has no output")?;
        let mut node = Command::new("node");
        node.arg(root().join("tests/browser/api.js")).args([&folder, &links]).arg(DAY).arg(&digests);
        node.stdin(pipe);
        let status = node.status().map_err(|e| format!("node: {e}"))?;
        let native = report.wait().map_err(|e| format!("report: {e}"))?;
        if status.success() && native.success() {
            Ok(())
        } else {
            Err(format!("api.js: {status}, report: {native}"))
        }
    })?;
    setup::node_modules()?;
    let tests = root().join("tests/browser");
    let mut web = Command::new("node");
    web.arg(tests.join("api-web.js")).arg(&folder).arg(&digests).current_dir(root());
    web.env("SUANZU_CHROMIUM", setup::browser()?).env_remove("SUANZU_FIREFOX");
    say::run("the API against the native program, in a page and a worker", &mut web)?;
    compiles("types.ts", "'suanzu'", &folder)?;
    // As `embed/v1/` has them.
    let embed = setup::target_folder().join("page/embed-types");
    std::fs::create_dir_all(&embed).map_err(|e| format!("{}: {e}", embed.display()))?;
    write(&embed.join("index.d.ts"), &read(&root().join("static/embed/index.d.ts"))?)?;
    write(&embed.join("engine.d.ts"), &read(&folder.join("index.d.ts"))?)?;
    compiles("widget-types.ts", "'suanzu-widget'", &embed)
}

/// Compiles `check` of the browser tests, in which `package` is what lies in `folder`.
fn compiles(check: &str, package: &str, folder: &Path) -> Result {
    let tests = root().join("tests/browser");
    let text =
        read_text(&tests.join(check))?.replace(package, &format!("'{}'", folder.join("index.js").display()));
    let file = setup::target_folder().join("page").join(check);
    write(&file, text.as_bytes())?;
    let mut tsc = Command::new("node");
    tsc.arg(tests.join("node_modules/typescript/bin/tsc")).current_dir(root());
    let strict = "--strict --noEmit --target es2022 --module nodenext --skipLibCheck false";
    say::run(&format!("tsc --strict on {check}"), tsc.args(strict.split(' ')).arg(&file))
}

/// Where the package is built.
fn folder() -> PathBuf {
    setup::target_folder().join("page/js")
}
