//! JSON, two spaces deep.

use super::{Value, decimal, quoted};

/// The tree as a JSON document.
pub fn json(value: &Value) -> String {
    let mut out = String::new();
    put(value, 0, &mut out);
    out.push('\n');
    out
}

/// UTF-16 halves, as JSON wants them.
fn halves(sign: char, out: &mut String) {
    for half in sign.encode_utf16(&mut [0; 2]) {
        out.push_str(&format!("\\u{half:04x}"));
    }
}

fn put(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(on) => out.push_str(if *on { "true" } else { "false" }),
        Value::Int(n) => out.push_str(&n.to_string()),
        Value::Num(x) => out.push_str(&decimal(*x)),
        Value::Text(text) | Value::Script(text) => out.push_str(&quoted(text, halves)),
        Value::List(items) => {
            let parts = items.iter().map(|item| (String::new(), item));
            block(('[', ']'), parts, depth, out);
        }
        Value::Map(entries) => {
            let parts = entries.iter().map(|(key, item)| (format!("{}: ", quoted(key, halves)), item));
            block(('{', '}'), parts, depth, out);
        }
    }
}

fn block<'a>(
    (open, close): (char, char),
    parts: impl Iterator<Item = (String, &'a Value)>,
    depth: usize,
    out: &mut String,
) {
    out.push(open);
    let mut any = false;
    for (key, item) in parts {
        out.push_str(if any { ",\n" } else { "\n" });
        any = true;
        out.push_str(&"  ".repeat(depth + 1));
        out.push_str(&key);
        put(item, depth + 1, out);
    }
    if any {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(close);
}
