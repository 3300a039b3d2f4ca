//! The program in pieces: what `ui::lazy::parts` names becomes files of its own, which the glue loads when the page asks.
//!
//! wasm-split-cli of cargo-leptos cuts the linked program along its relocations, before wasm-bindgen sees the main piece. It writes a
//! second script that loads the others; both scripts import each other, so they are joined into one here: a request less before
//! the first answer, and one place that says where the pieces lie.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{files, read, read_text};
use crate::{Result, say, setup, wasm};

/// What wasm-split-cli calls its script.
const LINK: &str = "__wasm_split.js";

/// A piece beside the main one: its name without folder and prefix, and its bytes.
pub type Piece = (String, Vec<u8>);

/// The file that holds what several pieces share.
const SHARED: &str = "shared.bin";

/// The script that puts the pieces together again.
pub const UNPACK: &str = "unpack.js";

/// The line of the glue that says whether they are packed.
pub const PACKED: &str = "const packed = true;";

/// From this many bytes on, a shared piece is a file of its own.
const ALONE: usize = 12 * 1024;

/// Where each shared piece lies in [`SHARED`].
pub type Places = BTreeMap<String, Range<usize>>;

/// Cuts `wasm` (linked with `--emit-relocs`) into `folder`; gives the main piece, for wasm-bindgen.
pub fn cut(wasm: &Path, folder: &Path, name: &str) -> Result<PathBuf> {
    let tool = setup::wasm_split()?;
    let _ = std::fs::remove_dir_all(folder);
    let mut command = Command::new(tool);
    command.arg(wasm).arg(folder).args(["--target", "web", "--out-name", name]);
    say::run("wasm-split", &mut command)?;
    Ok(folder.join(format!("{name}.wasm")))
}

/// The pieces that lie in `folder` beside the main one.
pub fn pieces(folder: &Path, main: &str) -> Result<Vec<Piece>> {
    let main = format!("{main}.wasm");
    let mut found = Vec::new();
    for file in files(folder)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".wasm") && name != main {
            found.push((short(&name), read(&file)?));
        }
    }
    Ok(found)
}

/// Puts the small shared pieces into one file: there is one for almost every set of pieces that have something in common, most of
/// some hundred bytes, and a request for each would cost more than what it brings.
pub fn gather(pieces: Vec<Piece>) -> Result<(Vec<Piece>, Places)> {
    let (mut kept, mut gathered, mut places) = (Vec::new(), Vec::new(), Places::new());
    for (name, bytes) in pieces {
        let bytes = wasm::compact(&wasm::strip(&bytes)?)?;
        if name.starts_with("shared-") && bytes.len() < ALONE {
            let from = gathered.len();
            gathered.extend(bytes);
            places.insert(name, from..gathered.len());
        } else {
            kept.push((name, bytes));
        }
    }
    kept.push((SHARED.to_owned(), gathered));
    Ok((kept, places))
}

/// `split_below.wasm` is called `below.wasm`, `chunk_4.wasm` `shared-4.wasm`.
fn short(name: &str) -> String {
    name.strip_prefix("split_").map_or_else(|| name.replacen("chunk_", "shared-", 1), str::to_owned)
}

/// The glue of wasm-bindgen joined with the script of wasm-split-cli in `folder`. The pieces lie beside it, in files whose
/// names begin with `stem`; the small shared ones where `places` says.
pub fn joined(glue: &str, folder: &Path, stem: &str, places: &Places) -> Result<String> {
    join(glue, &read_text(&folder.join(LINK))?, stem, places)
}

/// How wasm-split-cli loads a piece, before and after its file.
const LOADS: (&str, &str) = (
    "() => {\n    const src = fetch(new URL(\"./",
    "\", import.meta.url));\n    src.catch(() => {});\n    \
     return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}\n",
);

fn join(glue: &str, link: &str, stem: &str, places: &Places) -> Result<String> {
    let odd = |what: &str| format!("{LINK}: no {what}; is it another version of wasm-split-cli?");
    // Imports of the glue from the script of the pieces: `import * as import1 from "./__wasm_split.js"`.
    let mut out = String::new();
    let mut names = Vec::new();
    for line in glue.lines() {
        match line.strip_prefix("import * as ").filter(|rest| rest.contains(LINK)) {
            Some(rest) => names.push(rest.split(' ').next().unwrap_or_default()),
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    let mut script = String::new();
    let mut rest = link;
    while let Some((before, after)) = rest.split_once(LOADS.0) {
        let (name, after) = after.split_once(LOADS.1).ok_or_else(|| odd("address"))?;
        let name = short(name);
        script += before;
        script += &match places.get(&name) {
            Some(place) => format!("shared({}, {})", place.start, place.end),
            None => format!("piece(\"{name}\")"),
        };
        rest = after;
    }
    script += rest;
    let mut given = Vec::new();
    for line in script.lines().filter(|line| !line.starts_with("import { initSync } from")) {
        let line = line.strip_prefix("export const ").map_or_else(
            || line.to_owned(),
            |rest| {
                given.push(rest.split(' ').next().unwrap_or_default());
                format!("const {rest}")
            },
        );
        out += &line;
        out.push('\n');
    }
    if names.is_empty() || given.is_empty() {
        return Err(odd("part to load"));
    }
    // Whatever type the server gives it: a plain web host may not know wasm. After a failure all can be asked for again; browsers
    // remember a script that failed by its address.
    out += &format!(
        "{PACKED}
let tries = 0, tool, all;
function beside(name) {{
    return new URL('{stem}-' + name, import.meta.url);
}}
function script() {{
    return tool ??= import(beside('{UNPACK}' + (tries++ ? '?' + tries : ''))).catch((error) => {{ tool = undefined; throw error; }});
}}
async function file(name) {{
    const unpacker = packed ? script() : undefined;
    unpacker?.catch(() => {{}});
    const answer = await fetch(beside(name));
    if (!answer.ok) throw new Error(answer.url + ': ' + answer.status);
    const bytes = await answer.arrayBuffer();
    return unpacker ? (await unpacker).unpack(bytes) : bytes;
}}
function bring(get) {{
    const src = get();
    src.catch(() => {{}});
    return async (imports) => WebAssembly.instantiate(await src, imports);
}}
function piece(name) {{
    return () => bring(() => file(name));
}}
function shared(from, to) {{
    return () => bring(async () => {{
        all ??= file(\"{SHARED}\").catch((error) => {{ all = undefined; throw error; }});
        return (await all).slice(from, to);
    }});
}}
"
    );
    out += &format!("const given = {{ {} }};\n", given.join(", "));
    for name in names {
        out += &format!("const {name} = given;\n");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLUE: &str = "import * as import1 from \"./__wasm_split.js\"\nexport { initSync };\n";
    const LINKED: &str = "import { initSync } from \"./a.js\";\n\
        const __chunk_4 = makeLoad(() => {\n    const src = fetch(new URL(\"./chunk_4.wasm\", import.meta.url));\n    \
        src.catch(() => {});\n    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}\n, []);\n\
        export const __wasm_split_load_x = wrapAsyncCb(makeLoad(() => {\n    \
        const src = fetch(new URL(\"./split_x.wasm\", import.meta.url));\n    src.catch(() => {});\n    \
        return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}\n, [__chunk_4]));\n";

    #[test]
    fn joins_both_scripts_into_one_that_imports_nothing() {
        let joined = join(GLUE, LINKED, "./a-0", &Places::new()).expect("joined");
        assert!(!joined.contains("import *") && !joined.contains("import {"), "{joined}");
        assert!(joined.contains("const __chunk_4 = makeLoad(piece(\"shared-4.wasm\"), []);"), "{joined}");
        assert!(joined.contains("wrapAsyncCb(makeLoad(piece(\"x.wasm\"), [__chunk_4]));"), "{joined}");
        assert!(joined.contains("'./a-0-' + name") && joined.contains("WebAssembly.instantiate(await src"));
        assert!(
            joined.ends_with("const given = { __wasm_split_load_x };\nconst import1 = given;\n"),
            "{joined}"
        );
    }

    #[test]
    fn small_shared_pieces_lie_in_one_file() {
        let module = |count: usize| {
            let mut module = b"\0asm\x01\0\0\0\0".to_vec();
            wasm::put(&mut module, count + 2);
            module.extend([1, b'a']);
            module.resize(module.len() + count, 0);
            module
        };
        let small = module(5);
        let given = ["shared-4.wasm", "x.wasm", "shared-5.wasm"].map(|name| (name.to_owned(), small.clone()));
        let large = ("shared-6.wasm".to_owned(), module(ALONE));
        let (kept, places) = gather(given.into_iter().chain([large]).collect()).expect("pieces");
        assert_eq!(
            kept.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["x.wasm", "shared-6.wasm", SHARED]
        );
        assert_eq!(kept[2].1, [small.clone(), small.clone()].concat());
        assert_eq!(places["shared-5.wasm"], small.len()..2 * small.len());
        let joined = join(GLUE, LINKED, "./a-0", &places).expect("joined");
        assert!(joined.contains(&format!("makeLoad(shared(0, {}), [])", small.len())), "{joined}");
        assert!(joined.contains("file(\"shared.bin\")"), "{joined}");
    }

    #[test]
    fn refuses_scripts_it_does_not_know() {
        assert!(join("export {};", LINKED, "a", &Places::new()).is_err());
        assert!(join(GLUE, "", "a", &Places::new()).is_err());
        assert!(join(GLUE, &LINKED.replace("src.catch", "src.then"), "a", &Places::new()).is_err());
    }
}
