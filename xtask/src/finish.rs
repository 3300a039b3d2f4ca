//! What a release page gets after it was put together: by us, or by Trunk through its post_build hook.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{files, read, read_text, write};
use crate::{Result, offline, root, say, setup, split, terse, wasm};

/// Trunk's post_build hook, called with the folder it is about to publish. A development build is left as it is.
pub fn hook() -> Result {
    let folder = std::env::var_os("TRUNK_STAGING_DIR");
    let folder = folder.ok_or("finish-page is for Trunk to call: TRUNK_STAGING_DIR is not set")?;
    if std::env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "debug") {
        return Ok(());
    }
    finish(&PathBuf::from(folder))
}

/// Finishes the page in `folder`.
pub fn finish(folder: &Path) -> Result {
    say::step("program without names and room, short names towards its glue", || {
        let all = files(folder)?;
        let is_glue = |file: &&PathBuf| {
            has_end(file, &["js"])
                && read_text(file).is_ok_and(|text| text.contains("function __wbg_get_imports"))
        };
        let glue = all.iter().find(is_glue).ok_or("no glue of wasm-bindgen beside the page")?;
        let text = read_text(glue)?;
        let names = wasm::rename::names(&text);
        write(glue, wasm::rename::glue(&text, &names).as_bytes())?;
        for file in all.iter().filter(|file| has_end(file, &["wasm"])) {
            write(file, &wasm::published(&read(file)?, &names)?)?;
        }
        Ok(())
    })?;
    say::step("styles and scripts without comments", || {
        for file in files(folder)?.iter().filter(|file| has_end(file, &["css", "js"])) {
            let text = read_text(file)?;
            let small = if has_end(file, &["css"]) { terse::css(&text) } else { terse::js(&text) };
            write(file, small.as_bytes())?;
        }
        Ok(())
    })?;
    say::step("prerendered answer", || prerender(&folder.join("index.html")))?;
    say::step("claims in one language", || {
        for (name, bytes) in texts("csv")? {
            write(&folder.join("catalog").join(name), &bytes)?;
        }
        Ok(())
    })?;
    say::step("service worker and single.html", || offline::finish(folder))?;
    say::step("later pieces sorted", || pack(folder))?;
    say::step(".br and .gz beside each file", || compress(folder))
}

/// Sorts the pieces beside the main one, if there are any. After single.html, which holds them as they are.
fn pack(folder: &Path) -> Result {
    let all = files(folder)?;
    let ends = |file: &&PathBuf, end: &str| file.to_string_lossy().ends_with(end);
    let Some(unpack) = all.iter().find(|file| ends(file, &format!("-{}", split::UNPACK))) else {
        return Ok(());
    };
    let later = |file: &&PathBuf| has_end(file, &["wasm", "bin"]) && !ends(file, "_bg.wasm");
    let mut node = Command::new("node");
    node.arg(root().join("xtask/src/pack.mjs")).arg(unpack).args(all.iter().filter(later));
    let done = node.status().map_err(|e| format!("node: {e}"))?;
    if done.success() { Ok(()) } else { Err(format!("pack.mjs ended with {done}")) }
}

/// Puts the default plan's answer, in both languages, into index.html.
fn prerender(index: &Path) -> Result {
    let html = read_text(index)?;
    let (open, close) = ("<div id=\"prerender\">", "</div>\n<div id=\"app\">");
    let inside = html
        .split_once(open)
        .and_then(|(before, rest)| rest.split_once(close).map(|(_, after)| (before, after)));
    let (before, after) =
        inside.ok_or("index.html: no <div id=\"prerender\"> right before <div id=\"app\">")?;
    let (zh, en) = (answer("zh")?, answer("en")?);
    let html = format!(
        "{before}{open}\n<div data-lang=\"zh\">{zh}</div>\n<div data-lang=\"en\" lang=\"en\" hidden>{en}</div>\n{close}{after}"
    );
    write(index, html.as_bytes())
}

/// The files with this ending that the native program writes for the page: what it loads later, in one language each.
pub fn texts(end: &str) -> Result<Vec<split::Piece>> {
    let folder = setup::target_folder().join("page/texts");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    report(&["--texts", &folder.to_string_lossy()])?;
    let all = files(&folder)?;
    let all = all.iter().filter(|file| has_end(file, &[end]));
    all.map(|file| Ok((file.file_name().unwrap_or_default().to_string_lossy().into_owned(), read(file)?)))
        .collect()
}

/// What the native program prints.
pub fn report(args: &[&str]) -> Result<String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--release", "--locked", "--example", "report", "--"]).args(args);
    let out = cargo.current_dir(root()).output().map_err(|e| format!("cargo: {e}"))?;
    if !out.status.success() {
        return Err(format!("report {args:?}: {}\n{}", out.status, String::from_utf8_lossy(&out.stderr)));
    }
    String::from_utf8(out.stdout).map_err(|e| format!("report {args:?}: {e}"))
}

fn answer(lang: &str) -> Result<String> {
    let html = report(&["--prerender", lang])?;
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
pub fn compress(folder: &Path) -> Result {
    let script = "const fs=require('fs'),z=require('zlib');for(const f of process.argv.slice(1)){\
        const b=fs.readFileSync(f);fs.writeFileSync(f+'.br',z.brotliCompressSync(b,{params:{\
        [z.constants.BROTLI_PARAM_QUALITY]:11,[z.constants.BROTLI_PARAM_SIZE_HINT]:b.length}}));\
        fs.writeFileSync(f+'.gz',z.gzipSync(b,{level:9}))}";
    let all = files(folder)?;
    let ends = ["html", "js", "css", "wasm", "svg", "csv", "txt", "json", "webmanifest", "bin"];
    // single.html is for a disk, not for a host.
    let texts = all.iter().filter(|file| has_end(file, &ends) && !file.ends_with("single.html"));
    let done =
        Command::new("node").args(["-e", script]).args(texts).status().map_err(|e| format!("node: {e}"))?;
    if done.success() { Ok(()) } else { Err(format!("node ended with {done}")) }
}

fn has_end(file: &Path, ends: &[&str]) -> bool {
    file.extension().and_then(|end| end.to_str()).is_some_and(|end| ends.contains(&end))
}
