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

/// Whole files with the text as title, model and data, read back value by value; whether the tool takes it at all.
pub fn whole(tool: Tool, text: &str, setup: &Setup<'_>) -> bool {
    let mut odd = setup.clone();
    odd.texts.title = text.to_owned();
    odd.texts.model = text.to_owned();
    odd.texts.data = text.to_owned();
    let Ok(doc) = made(&odd, tool) else { return false };
    let mut differ = Vec::new();
    crate::expect::check(&odd, &doc, text, &mut differ);
    assert!(differ.is_empty(), "{differ:#?}");
    true
}

/// The text in every writer, read back by parsers; answers the line of shell that says it.
pub fn case(text: &str) -> String {
    let key = if text.is_empty() { "k" } else { text };
    let tree = Value::map()
        .with("a", text)
        .with("list", Value::list([text, "end"]))
        .with("deep", Value::map().with(key, 1u32))
        .with("last", "end");
    let want = serde_json::json!({"a": text, "list": [text, "end"], "deep": {key: 1}, "last": "end"});
    let read: [(&str, Result<serde_json::Value, String>); 3] = [
        ("YAML", serde_yaml::from_str(&yaml(&tree)).map_err(|e| e.to_string())),
        ("JSON", serde_json::from_str(&json(&tree)).map_err(|e| e.to_string())),
        ("TOML", ::toml::from_str(&toml(&tree)).map_err(|e| e.to_string())),
    ];
    for (format, got) in read {
        assert_eq!(got.as_ref(), Ok(&want), "{format} of {text:?}");
    }
    let comment = format!("# {}\nkey: 1\n", name::comment(text));
    let got: serde_json::Value = serde_yaml::from_str(&comment).expect("YAML");
    assert_eq!(got, serde_json::json!({"key": 1}), "{text:?}");
    format!("printf '%s\\0' {} end\n", quote(text))
}

/// Runs bash over a script on its standard input.
fn shell(options: &[&str], script: &str) -> (bool, Vec<u8>) {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let mut bash = Command::new("bash")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bash");
    let mut into = bash.stdin.take().expect("its input");
    let text = script.to_owned();
    let writer = std::thread::spawn(move || into.write_all(text.as_bytes()));
    let out = bash.wait_with_output().expect("its output");
    writer.join().expect("a writer").expect("written");
    (out.status.success(), out.stdout)
}

/// Every text arrives as the word that it was, each followed by `end`.
pub fn spoken(lines: &str, texts: &[String]) {
    let (fine, out) = shell(&["-s"], lines);
    assert!(fine);
    let got: Vec<&[u8]> = out.split(|b| *b == 0).collect();
    assert_eq!(got.len(), 2 * texts.len() + 1);
    for (at, text) in texts.iter().enumerate() {
        assert_eq!((got[2 * at], got[2 * at + 1]), (text.as_bytes(), b"end".as_slice()), "{text:?}");
    }
}
