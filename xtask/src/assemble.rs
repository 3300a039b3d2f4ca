//! index.html and what it names, put together the way Trunk does it.
//!
//! Trunk itself takes five processor minutes to install, more than everything else a first page needs. Our page uses five forms
//! of `data-trunk`, so they are read here, from the same index.html and with the same patterns of Trunk.toml.
//! `cargo xtask test trunk` builds the page with Trunk as well and compares.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{copy_folder, fnv, read, read_text, write};
use crate::{Result, finish, root, say, setup, split};

/// What the page is built for.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Development: quick to build, in one piece.
    Serve,
    /// Release: small to load, in pieces.
    Release,
    /// Release in one piece, as Trunk builds it.
    Whole,
}

/// Builds the program and writes index.html with everything it names into `out`, which is emptied first.
pub fn assemble(kind: Kind, out: &Path) -> Result {
    let html = read_text(&root().join("index.html"))?;
    let links = links(&html)?;
    let rust = links
        .iter()
        .find(|link| link.is("rust"))
        .ok_or("index.html has no <link data-trunk rel=\"rust\">")?;
    let built = program(rust, kind)?;

    let _ = std::fs::remove_dir_all(out);
    std::fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let bin = rust.get("data-bin")?;
    let js = read_text(&built.bindings.join(format!("{bin}.js")))?;
    let wasm = read(&built.bindings.join(format!("{bin}_bg.wasm")))?;
    let (pieces, places) = match &built.pieces {
        Some(folder) => split::gather(split::pieces(folder, bin)?)?,
        None => Default::default(),
    };
    let mut texts = Vec::new();
    if built.pieces.is_some() {
        texts = finish::texts("txt")?;
        texts.push((split::UNPACK.to_owned(), read(&root().join("static").join(split::UNPACK))?));
    }
    let mut parts: Vec<&[u8]> = vec![js.as_bytes(), &wasm];
    parts.extend(pieces.iter().chain(&texts).map(|(_, bytes)| bytes.as_slice()));
    let stem = format!("{bin}-{:016x}", fnv(&parts));
    let (js_name, wasm_name) = (format!("{stem}.js"), format!("{stem}_bg.wasm"));
    let js = match &built.pieces {
        Some(folder) => split::joined(&js, folder, &format!("./{stem}"), &places)?,
        None => js,
    };
    write(&out.join(&js_name), js.as_bytes())?;
    write(&out.join(&wasm_name), &wasm)?;
    for (name, bytes) in pieces.iter().chain(&texts) {
        write(&out.join(format!("{stem}-{name}")), bytes)?;
    }

    let settings = read_text(&root().join("Trunk.toml"))?;
    let pattern = |name| {
        let text = setting(&settings, name).ok_or_else(|| format!("Trunk.toml has no {name}"))?;
        Ok::<_, String>(text.replace("{base}", "./").replace("{js}", &js_name).replace("{wasm}", &wasm_name))
    };
    let mut page = html.clone();
    for link in &links {
        let put = if link.is("rust") { pattern("pattern_script")? } else { publish(link, out)? };
        page = page.replacen(link.tag, &put, 1);
    }
    let page = page.replacen("</head>", &format!("{}</head>", pattern("pattern_preload")?), 1);
    write(&out.join("index.html"), page.as_bytes())
}

/// A program with its bindings.
pub struct Built {
    /// The folder of glue and main piece.
    pub bindings: PathBuf,
    /// The folder of the other pieces, where it was cut.
    pieces: Option<PathBuf>,
}

/// Compiles the program and makes its bindings.
fn program(rust: &Link, kind: Kind) -> Result<Built> {
    let profile = if kind == Kind::Serve { "data-cargo-profile-dev" } else { "data-cargo-profile-release" };
    let (name, features) = (rust.get("data-bin")?, rust.get("data-cargo-features")?);
    match kind {
        Kind::Release => bindings("--bin", name, &format!("{features},split"), rust.get(profile)?, "web"),
        Kind::Serve | Kind::Whole => bindings("--bin", name, features, rust.get(profile)?, "web"),
    }
}

/// Compiles `--bin NAME` or `--example NAME` for wasm and makes its bindings for `host` (web, nodejs). With the feature
/// `split` the program is cut into pieces first.
pub fn bindings(kind: &str, name: &str, features: &str, profile: &str, host: &str) -> Result<Built> {
    let cut = features.split(',').any(|feature| feature == "split");
    // Both are long on a new machine, and each has stretches in which it keeps one core busy only.
    let bindgen = std::thread::spawn(setup::wasm_bindgen);
    let mut cargo = Command::new("cargo");
    cargo.args(["rustc", "--locked", "--target", "wasm32-unknown-unknown", "--features", features]);
    cargo.args([kind, name, "--profile", profile]).current_dir(root());
    if profile == "page" && setup::std_source() {
        // The standard library built for size, and panics that stop without a message: a tenth of the program.
        // Both are options of cargo and rustc that 1.95 keeps behind this variable; without them the page is
        // the same and larger.
        cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zunstable-options -Cpanic=immediate-abort");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
    }
    if cut {
        // The linker tells where it put what: along that the program is cut.
        cargo.args(["--", "-Clink-arg=--emit-relocs"]);
    }
    let built = say::run(&format!("cargo build of {name} for wasm, profile {profile}"), &mut cargo);
    let bindgen = bindgen.join().map_err(|_| "fetching wasm-bindgen panicked".to_owned())?;
    built?;
    let target = setup::target_folder();
    let folder = target.join("page").join(format!("{name}-{profile}"));
    let mut wasm = target.join("wasm32-unknown-unknown").join(profile);
    if kind == "--example" {
        wasm.push("examples");
    }
    let wasm = wasm.join(format!("{name}.wasm"));
    let pieces = cut.then(|| target.join("page").join(format!("{name}-{profile}-pieces")));
    let wasm = match &pieces {
        Some(folder) => split::cut(&wasm, folder, name)?,
        None => wasm,
    };
    let mut bindgen = Command::new(bindgen?);
    if cut {
        bindgen.arg("--keep-lld-exports"); // the pieces need memory, table and stack pointer
    }
    bindgen.args(["--target", host, "--no-typescript", "--out-name", name, "--out-dir"]).arg(&folder);
    say::run("wasm-bindgen", bindgen.arg(wasm))?;
    Ok(Built { bindings: folder, pieces })
}

/// Copies what a link names; gives the tag that takes its place.
fn publish(link: &Link, out: &Path) -> Result<String> {
    let href = link.get("href")?;
    let from = root().join(href);
    let name =
        from.file_name().and_then(|name| name.to_str()).ok_or_else(|| format!("index.html: {href}"))?;
    match link.get("rel")? {
        "copy-file" => write(&out.join(name), &read(&from)?).map(|()| String::new()),
        "copy-dir" => copy_folder(&from, &out.join(name)).map(|()| String::new()),
        "css" => {
            let bytes = read(&from)?;
            let hashed = name.replace(".css", &format!("-{:016x}.css", fnv(&[&bytes])));
            write(&out.join(&hashed), &bytes)?;
            Ok(format!("<link rel=\"stylesheet\" href=\"./{hashed}\"/>"))
        }
        other => Err(format!(
            "index.html: rel=\"{other}\" is a form of Trunk's that xtask/src/assemble.rs does not know"
        )),
    }
}

/// A `<link data-trunk …>` of index.html.
struct Link<'a> {
    tag: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

impl Link<'_> {
    fn is(&self, rel: &str) -> bool {
        self.get("rel") == Ok(rel)
    }

    fn get(&self, name: &str) -> Result<&str> {
        let found = self.attributes.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| *value).ok_or_else(|| format!("index.html: {} has no {name}", self.tag))
    }
}

fn links(html: &str) -> Result<Vec<Link<'_>>> {
    let mut found = Vec::new();
    for (at, start) in html.match_indices("<link data-trunk") {
        let tag = html[at..]
            .split_once('>')
            .map(|(tag, _)| &html[at..at + tag.len() + 1])
            .ok_or("index.html: a link is not closed")?;
        let mut rest = &tag[start.len()..];
        let mut attributes = Vec::new();
        while let Some((name, after)) = rest.split_once("=\"") {
            let (value, after) =
                after.split_once('"').ok_or_else(|| format!("index.html: a quote is missing in {tag}"))?;
            attributes.push((name.trim(), value));
            rest = after;
        }
        found.push(Link { tag, attributes });
    }
    Ok(found)
}

/// The value of a one-line string setting of Trunk.toml.
fn setting<'a>(toml: &'a str, name: &str) -> Option<&'a str> {
    let line = toml.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix('='))?;
    line.trim().strip_prefix('\'')?.strip_suffix('\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_links_of_index_html() {
        let html = "<head>\n<link data-trunk rel=\"rust\" data-bin=\"a\">\n<link rel=\"icon\">\n<link data-trunk rel=\"css\" href=\"x.css\">";
        let links = links(html).expect("links");
        assert_eq!(links.iter().map(|link| link.tag).collect::<Vec<_>>().len(), 2);
        assert_eq!(links[0].get("data-bin"), Ok("a"));
        assert!(links[1].is("css") && links[1].get("data-bin").is_err());
    }

    #[test]
    fn reads_a_pattern_of_trunk_toml() {
        assert_eq!(
            setting("a = 1\npattern_script = '<b c=\"{js}\">'\n", "pattern_script"),
            Some("<b c=\"{js}\">")
        );
        assert_eq!(setting("pattern_script = 1", "pattern_script"), None);
    }
}
