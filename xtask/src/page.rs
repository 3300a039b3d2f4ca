//! The page: built by Trunk as Trunk.toml says, then finished here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::{Result, root, say, setup, wasm};

/// The page while one works on it: quick profile, rebuilt and reloaded on every change.
pub fn serve(port: u16) -> Result {
    setup::rust()?;
    let bins = tools_while("serve")?;
    say::line(&format!("http://127.0.0.1:{port}/ in a moment; Ctrl-C ends it"));
    say::run("trunk serve", trunk(&bins)?.args(["serve", "--port", &port.to_string()]))
}

/// The release page, in dist/.
pub fn build() -> Result {
    setup::rust()?;
    let bins = tools_while("page")?;
    say::run("trunk build --release", trunk(&bins)?.args(["build", "--release"]))?;
    say::line(&format!("the page is in {}", root().join("dist").display()));
    Ok(())
}

/// Fetches the tools while Cargo builds the program under `profile`: Trunk finds it built.
fn tools_while(profile: &str) -> Result<Vec<PathBuf>> {
    let tools = thread::spawn(setup::trunk);
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--locked",
        "--target",
        "wasm32-unknown-unknown",
        "--bin",
        "suanzu",
        "--features",
        "app",
    ]);
    let built =
        say::run("the program, for wasm", cargo.args(["--quiet", "--profile", profile]).current_dir(root()));
    let tools = tools.join().map_err(|_| "fetching the tools panicked".to_owned())?;
    built.and(tools)
}

fn trunk(bins: &[PathBuf]) -> Result<Command> {
    let mut command = Command::new("trunk");
    // Trunk reads NO_COLOR as a switch of its own and refuses the usual value 1.
    command.env("PATH", path_with(bins)?).env_remove("NO_COLOR").current_dir(root());
    Ok(command)
}

fn path_with(bins: &[PathBuf]) -> Result<OsString> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    let all = bins.iter().cloned().chain(std::env::split_paths(&old));
    std::env::join_paths(all).map_err(|e| format!("PATH: {e}"))
}

/// Trunk's post_build hook, called with the folder it is about to publish. A development build is left as it is.
pub fn finish() -> Result {
    let folder = std::env::var_os("TRUNK_STAGING_DIR")
        .ok_or("finish-page is for Trunk to call: TRUNK_STAGING_DIR is not set")?;
    if std::env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "debug") {
        return Ok(());
    }
    let folder = PathBuf::from(folder);
    say::step("program without names", || {
        for file in files(&folder)?.iter().filter(|file| has_end(file, &["wasm"])) {
            write(file, &wasm::strip(&read(file)?)?)?;
        }
        Ok(())
    })?;
    say::step("prerendered answer", || prerender(&folder.join("index.html")))?;
    say::step(".br and .gz beside each file", || compress(&folder))
}

/// Puts the default plan's answer, in both languages, into index.html.
fn prerender(index: &Path) -> Result {
    let source = root().join("examples/report/main.rs");
    if !std::fs::read_to_string(source).is_ok_and(|text| text.contains("--prerender")) {
        say::line("  examples/report/main.rs has no --prerender yet: the page keeps its heading");
        return Ok(());
    }
    let html = String::from_utf8(read(index)?).map_err(|e| format!("index.html: {e}"))?;
    let (open, close) = ("<div id=\"prerender\">", "</div>\n<div id=\"app\">");
    let inside = html
        .split_once(open)
        .and_then(|(before, rest)| rest.split_once(close).map(|(_, after)| (before, after)));
    let (before, after) =
        inside.ok_or("index.html: no <div id=\"prerender\"> right before <div id=\"app\">")?;
    let zh = answer("zh")?;
    let en = answer("en")?;
    let html = format!(
        "{before}{open}\n<div data-lang=\"zh\">{zh}</div>\n<div data-lang=\"en\" lang=\"en\" hidden>{en}</div>\n{close}{after}"
    );
    write(index, html.as_bytes())
}

fn answer(lang: &str) -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["run", "--quiet", "--release", "--locked", "--example", "report", "--", "--prerender", lang])
        .current_dir(root());
    let out = cargo.output().map_err(|e| format!("cargo: {e}"))?;
    if !out.status.success() {
        return Err(format!(
            "report --prerender {lang}: {}\n{}",
            out.status,
            String::from_utf8_lossy(&out.stderr)
        ));
    }
    let html = String::from_utf8(out.stdout).map_err(|e| format!("report --prerender {lang}: {e}"))?;
    for refused in ["<script", " style=", " onclick="] {
        if html.contains(refused) {
            return Err(format!(
                "report --prerender {lang} writes `{refused}`, which the content policy refuses"
            ));
        }
    }
    Ok(html)
}

/// Writes NAME.br and NAME.gz for hosts that serve files compressed beforehand. Node has both; nothing else is needed.
fn compress(folder: &Path) -> Result {
    let script = "const fs=require('fs'),z=require('zlib');for(const f of process.argv.slice(1)){const b=fs.readFileSync(f);\
        fs.writeFileSync(f+'.br',z.brotliCompressSync(b,{params:{[z.constants.BROTLI_PARAM_QUALITY]:11,\
        [z.constants.BROTLI_PARAM_SIZE_HINT]:b.length}}));fs.writeFileSync(f+'.gz',z.gzipSync(b,{level:9}))}";
    let all = files(folder)?;
    let texts = all
        .iter()
        .filter(|file| has_end(file, &["html", "js", "css", "wasm", "svg", "csv", "json", "webmanifest"]));
    let done =
        Command::new("node").args(["-e", script]).args(texts).status().map_err(|e| format!("node: {e}"))?;
    if done.success() { Ok(()) } else { Err(format!("node ended with {done}")) }
}

fn has_end(file: &Path, ends: &[&str]) -> bool {
    file.extension().and_then(|end| end.to_str()).is_some_and(|end| ends.contains(&end))
}

/// Every file under `folder`.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).map_err(|e| format!("{}: {e}", next.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

fn read(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result {
    std::fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}
