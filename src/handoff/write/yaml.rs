//! YAML, block style. Every text is double-quoted, so that `yes`, `12:30`, `0x1F` and a date stay texts.

use super::{Value, decimal, long_escape, quoted};

/// Words that YAML 1.1 reads as something else than a text.
const WORDS: [&str; 12] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"];

/// The tree as a YAML document.
pub fn yaml(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Map(entries) if !entries.is_empty() => map(entries, 0, &mut out),
        Value::List(items) if !items.is_empty() => list(items, 0, &mut out),
        leaf => {
            out.push_str(&scalar(leaf));
            out.push('\n');
        }
    }
    out
}

fn key(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._/-".contains(c))
        && (text == "none" || !WORDS.iter().any(|w| w.eq_ignore_ascii_case(text)));
    if plain { text.to_owned() } else { quoted(text, long_escape) }
}

fn map(entries: &[(String, Value)], depth: usize, out: &mut String) {
    for (name, value) in entries {
        out.push_str(&" ".repeat(depth));
        out.push_str(&key(name));
        out.push(':');
        after(value, depth, out);
    }
}

/// What stands behind `key:` or `-`.
fn after(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Map(entries) if !entries.is_empty() => {
            out.push('\n');
            map(entries, depth + 2, out);
        }
        Value::List(items) if !items.is_empty() => {
            out.push('\n');
            list(items, depth + 2, out);
        }
        Value::Script(text) if blockable(text) => {
            out.push_str(" |\n");
            for line in text.lines() {
                if !line.is_empty() {
                    out.push_str(&" ".repeat(depth + 2));
                    out.push_str(line);
                }
                out.push('\n');
            }
        }
        leaf => {
            out.push(' ');
            out.push_str(&scalar(leaf));
            out.push('\n');
        }
    }
}

fn list(items: &[Value], depth: usize, out: &mut String) {
    for item in items {
        out.push_str(&" ".repeat(depth));
        out.push('-');
        match item {
            Value::Map(entries) if !entries.is_empty() => {
                // The first key stands on the line of the dash.
                let mut inner = String::new();
                map(entries, depth + 2, &mut inner);
                out.push(' ');
                out.push_str(inner.trim_start());
            }
            other => after(other, depth, out),
        }
    }
}

/// Plain lines of ASCII that a block keeps as they are.
fn blockable(text: &str) -> bool {
    text.ends_with('\n')
        && !text.ends_with("\n\n")
        && !text.starts_with([' ', '\n'])
        && text.lines().all(|l| !l.ends_with(' ') && l.chars().all(|c| (' '..='~').contains(&c)))
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(on) => on.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Num(x) => decimal(*x),
        Value::Text(text) | Value::Script(text) => quoted(text, long_escape),
        Value::List(_) => "[]".into(),
        Value::Map(_) => "{}".into(),
    }
}
