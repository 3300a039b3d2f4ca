//! TOML: plain values first, then tables, then arrays of tables.

use super::{Value, decimal, long_escape, quoted};

/// The tree, a map at its root, as a TOML document. Nothing has no form in TOML and is left out.
pub fn toml(value: &Value) -> String {
    let mut out = String::new();
    if let Value::Map(entries) = value {
        table(entries, "", &mut out);
    }
    out.trim_start().to_owned()
}

fn key(text: &str) -> String {
    let bare = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if bare { text.to_owned() } else { quoted(text, long_escape) }
}

fn tables(value: &Value) -> bool {
    matches!(value, Value::List(items) if !items.is_empty() && items.iter().all(|i| matches!(i, Value::Map(_))))
}

fn table(entries: &[(String, Value)], path: &str, out: &mut String) {
    for (name, value) in entries {
        if !matches!(value, Value::Map(_) | Value::Null) && !tables(value) {
            out.push_str(&format!("{} = {}\n", key(name), inline(value)));
        }
    }
    for (name, value) in entries {
        let path = if path.is_empty() { key(name) } else { format!("{path}.{}", key(name)) };
        match value {
            Value::Map(inner) => {
                out.push_str(&format!("\n[{path}]\n"));
                table(inner, &path, out);
            }
            Value::List(items) if tables(value) => {
                for item in items {
                    out.push_str(&format!("\n[[{path}]]\n"));
                    if let Value::Map(inner) = item {
                        table(inner, &path, out);
                    }
                }
            }
            _ => {}
        }
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Num(x) => decimal(*x),
        Value::Text(text) | Value::Script(text) => quoted(text, long_escape),
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Map(_) | Value::Null => String::new(),
    }
}
