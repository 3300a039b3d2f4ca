//! Texts that try to leave their field.

use suanzu::handoff::write::{Value, json, quote, toml, yaml};
use suanzu::handoff::{Setup, Tool, made, name};

const PIECES: &[&str] = &[
    "'",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "$(touch /tmp/x)",
    "`id`",
    "${HOME}",
    "$HOME",
    "%s",
    "!",
    "#",
    " # x",
    ": ",
    "- ",
    "? ",
    "| ",
    "> ",
    "{",
    "}",
    "[",
    "]",
    "&a",
    "*a",
    "<<",
    "=",
    "yes",
    "no",
    "null",
    "~",
    "1e3",
    "0x1F",
    "12:30",
    "2026-01-01",
    ".inf",
    "模型",
    "é",
    "🙂",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{202e}",
    "\u{7f}",
    "\u{1}",
    "\u{1b}[31m",
    "%YAML",
    "---",
    "...",
    "!!python/object:os.system",
    "\"\"\"",
    "'''",
    "\\u0041",
    "\\n",
    "EOF",
    "-",
    "--",
    "-rf",
    "/",
    "../",
    " ",
    "  ",
    "a",
    "B",
    "0",
    "@",
    ",",
    ";",
    "|| true",
    "&& id",
    "\u{e000}",
    "\u{fffd}",
];

/// A text of a few odd pieces.
pub fn text(rng: &mut fastrand::Rng) -> String {
    let mut out = String::new();
    for _ in 0..rng.usize(1..7) {
        if rng.u8(0..5) == 0 {
            // Any character at all, but NUL, which no argument can hold.
            out.push(rng.char('\u{1}'..));
        } else {
            out.push_str(PIECES[rng.usize(0..PIECES.len())]);
        }
    }
    out
}

/// The text in every writer, and in whole files.
pub fn case(number: usize, text: &str, setup: &Setup<'_>) -> String {
    let tree = Value::map()
        .with("a", text)
        .with("list", Value::list([text, "end"]))
        .with("deep", Value::map().with(if text.is_empty() { "k" } else { text }, 1u32))
        .with("last", "end");
    let mut files = serde_json::Map::new();
    // Whole files with the text as title, model and data: every tenth case, each time another tool.
    if number.is_multiple_of(10) {
        let mut odd = setup.clone();
        odd.texts.title = text.to_owned();
        odd.texts.model = text.to_owned();
        odd.texts.data = text.to_owned();
        let tool = Tool::ALL[number / 10 % Tool::ALL.len()];
        if let Ok(doc) = made(&odd, tool) {
            for file in doc.files {
                files.insert(file.name, file.text.into());
            }
        }
    }
    serde_json::json!({
        "text": text, "yaml": yaml(&tree), "json": json(&tree), "toml": toml(&tree),
        "shell": format!("printf '%s\\0' {} end\n", quote(text)),
        "comment": format!("# {}\nkey: 1\n", name::comment(text)), "slug": name::slug(text), "files": files,
    })
    .to_string()
}
