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
    let types = say::step("types of the engine", || output("types", &[], None))?;
    write(&out.join("index.d.ts"), &types)
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

/// The same reports from the native program and through the API; the types compile.
pub fn test() -> Result {
    let folder = folder();
    engine(&folder)?;
    let links = setup::target_folder().join("page/links.txt");
    write(&links, &output("links", &[], None)?)?;
    say::step("the API against the native program, in Node", || {
        let input = std::fs::File::open(&links).map_err(|e| format!("{}: {e}", links.display()))?;
        let mut report = native("report", &["--json", "--each", "--today", DAY])
            .stdin(input)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cargo: {e}"))?;
        let pipe = report.stdout.take().ok_or("report has no output")?;
        let mut node = Command::new("node");
        node.arg(root().join("tests/browser/api.js")).arg(&folder).arg(&links).arg(DAY).stdin(pipe);
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
    let mut tsc = Command::new("node");
    tsc.arg(tests.join("node_modules/typescript/bin/tsc")).current_dir(root());
    tsc.args([
        "--strict",
        "--noEmit",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--skipLibCheck",
        "false",
    ]);
    let check = setup::target_folder().join("page/types.ts");
    let text = read_text(&tests.join("types.ts"))?
        .replace("'suanzu'", &format!("'{}'", folder.join("index.js").display()));
    write(&check, text.as_bytes())?;
    say::run("tsc --strict on the types", tsc.arg(&check))
}

/// Where the package is built.
fn folder() -> PathBuf {
    setup::target_folder().join("page/js")
}
