//! The program in pieces: what `ui::lazy::parts` names becomes files of its own, which the glue loads when the page asks.
//!
//! wasm-split-cli of cargo-leptos cuts the linked program along its relocations, before wasm-bindgen sees the main piece. It writes a
//! second script that loads the others; both scripts import each other, so they are joined into one here: a request less before
//! the first answer, and one place that says where the pieces lie.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{files, read, read_text};
use crate::{Result, say, setup};

/// What wasm-split-cli calls its script.
const LINK: &str = "__wasm_split.js";

/// A piece beside the main one: its name without folder and prefix, and its bytes.
pub type Piece = (String, Vec<u8>);

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

/// `split_below.wasm` is called `below.wasm`, `chunk_4.wasm` `shared-4.wasm`.
fn short(name: &str) -> String {
    name.strip_prefix("split_").map_or_else(|| name.replacen("chunk_", "shared-", 1), str::to_owned)
}

/// The glue of wasm-bindgen joined with the script of wasm-split-cli in `folder`. The pieces lie beside it, in files whose
/// names begin with `stem`.
pub fn joined(glue: &str, folder: &Path, stem: &str) -> Result<String> {
    join(glue, &read_text(&folder.join(LINK))?, stem)
}

fn join(glue: &str, link: &str, stem: &str) -> Result<String> {
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
    let mut given = Vec::new();
    for line in link.lines() {
        if line.starts_with("import { initSync } from") {
            continue;
        }
        let line = match line.strip_prefix("export const ") {
            Some(rest) => {
                given.push(rest.split(' ').next().unwrap_or_default());
                format!("const {rest}")
            }
            None => line.to_owned(),
        };
        let line = match line.split_once("fetch(new URL(\"./") {
            Some((before, rest)) => {
                let (name, after) = rest.split_once("\", import.meta.url))").ok_or_else(|| odd("address"))?;
                format!("{before}piece(\"{}\"){after}", short(name))
            }
            None => line.replace(
                "WebAssembly.instantiateStreaming(src, imports)",
                "WebAssembly.instantiate(await src, imports)",
            ),
        };
        out += &line;
        out.push('\n');
    }
    if names.is_empty() || given.is_empty() {
        return Err(odd("part to load"));
    }
    // Whatever type the server gives it: a plain web host may not know wasm.
    out += &format!(
        "async function piece(name) {{
    const answer = await fetch(new URL('{stem}-' + name, import.meta.url));
    \
         if (!answer.ok) throw new Error(answer.url + ': ' + answer.status);
    return answer.arrayBuffer();
}}
"
    );
    for name in names {
        out += &format!("const {name} = {{ {} }};\n", given.join(", "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLUE: &str = "import * as import1 from \"./__wasm_split.js\"\nexport { initSync };\n";
    const LINKED: &str = "import { initSync } from \"./a.js\";\n\
        const __chunk_4 = makeLoad(() => {\n    const src = fetch(new URL(\"./chunk_4.wasm\", import.meta.url));\n    \
        return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}\n, []);\n\
        export const __wasm_split_load_x = wrapAsyncCb(makeLoad(() => {\n    \
        const src = fetch(new URL(\"./split_x.wasm\", import.meta.url));\n}\n, [__chunk_4]));\n";

    #[test]
    fn joins_both_scripts_into_one_that_imports_nothing() {
        let joined = join(GLUE, LINKED, "./a-0").expect("joined");
        assert!(!joined.contains("import *") && !joined.contains("import {"), "{joined}");
        assert!(
            joined.contains("const src = piece(\"x.wasm\");") && joined.contains("piece(\"shared-4.wasm\")")
        );
        assert!(joined.contains("'./a-0-' + name") && joined.contains("WebAssembly.instantiate(await src"));
        assert!(joined.ends_with("const import1 = { __wasm_split_load_x };\n"), "{joined}");
    }

    #[test]
    fn refuses_scripts_it_does_not_know() {
        assert!(join("export {};", LINKED, "a").is_err());
        assert!(join(GLUE, "", "a").is_err());
    }
}
