//! The YAML that trainers are given: settings and one list or block below them. No general reader: anchors
//! and blocks of text mean nothing here.

use super::flags::{self, Table};
use super::{MOST, Pair, plain, short};

/// The settings of a file, and whose file it is.
pub fn file(text: &str) -> Option<(&'static Table, Vec<Pair>)> {
    let pairs = pairs(text);
    let has = |key: &str| pairs.iter().any(|p| p.key == key);
    let table = if has("base-model") {
        &flags::AXOLOTL
    } else if has("model-name-or-path") || has("finetuning-type") || has("stage") && has("template") {
        &flags::LLAMA_FACTORY
    } else if has("distributed-type") && has("num-processes") {
        &flags::ACCELERATE
    } else if has("zero-optimization-stage") {
        &flags::DEEPSPEED
    } else {
        return None;
    };
    Some((table, pairs))
}

/// A scalar without quotes and comment.
fn scalar(text: &str) -> String {
    let text = text.trim();
    for quote in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(quote) {
            return rest.split(quote).next().unwrap_or_default().to_owned();
        }
    }
    let end = text.find(" #").unwrap_or(text.len());
    text[..end].trim().trim_matches(['[', ']']).replace(", ", ",").to_owned()
}

fn pairs(text: &str) -> Vec<Pair> {
    let mut out: Vec<Pair> = Vec::new();
    // The blocks that are open: how far they are indented, and their name.
    let mut open: Vec<(usize, String)> = Vec::new();
    for line in text.lines().take(4_000) {
        let body = line.trim_start();
        if body.is_empty() || body.starts_with('#') || body.starts_with("---") || out.len() >= MOST {
            continue;
        }
        let depth = line.len() - body.len();
        if let Some(item) = body.strip_prefix('-') {
            // An item of a list: joined to the list where it is a plain word.
            let item = scalar(item);
            while open.last().is_some_and(|(at, _)| *at > depth) {
                open.pop();
            }
            let Some((_, name)) = open.last() else { continue };
            if item.contains(": ") || item.ends_with(':') {
                continue;
            }
            let key = plain(name);
            match out.last_mut().filter(|p| p.key == key) {
                Some(list) => {
                    list.value =
                        list.value.take().map(|v| if v.is_empty() { item.clone() } else { v + "," + &item });
                }
                None => out.push(Pair { key, value: Some(item), from: short(name) }),
            }
            continue;
        }
        let Some((name, value)) = body.split_once(':').filter(|(n, v)| {
            (v.is_empty() || v.starts_with([' ', '\t'])) && !n.is_empty() && !n.contains(' ')
        }) else {
            continue;
        };
        while open.last().is_some_and(|(at, _)| *at >= depth) {
            open.pop();
        }
        let path = open.last().map_or_else(|| name.to_owned(), |(_, above)| format!("{above}.{name}"));
        let value = scalar(value);
        if value.is_empty() {
            open.push((depth, path));
        } else {
            let from = short(&format!("{path}: {value}"));
            out.push(Pair { key: plain(&path), value: Some(value), from });
        }
    }
    out
}
