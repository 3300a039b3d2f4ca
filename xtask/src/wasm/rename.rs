//! Short names for what a program and its glue call each other. wasm-bindgen ends each such name with a hash of 16 digits, which no
//! compression makes smaller, and each stands in both files.

use super::compact::import;
use super::read::{Reader, put};
use crate::Result;
use std::collections::{BTreeMap, BTreeSet};

/// Digits of the hash in a name.
const HASH: usize = 16;

/// A short name for each word of the glue that carries a hash.
pub fn names(glue: &str) -> BTreeMap<String, String> {
    let all: BTreeSet<&str> = words(glue).filter(|word| hashed(word)).collect();
    all.into_iter().enumerate().map(|(at, word)| (word.to_owned(), format!("${at}"))).collect()
}

/// The glue with its short names.
pub fn glue(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(in_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !in_word(c)).unwrap_or(from.len()));
        out.push_str(before);
        out.push_str(names.get(word).map_or(word, String::as_str));
        rest = after;
    }
    out + rest
}

/// The module with its short names, in what it takes and in what it gives.
pub fn module(module: &[u8], names: &BTreeMap<String, String>) -> Result<Vec<u8>> {
    let (head, rest) = module.split_at_checked(8).ok_or("not a wasm module")?;
    let mut out = head.to_vec();
    let mut reader = Reader::new(rest);
    while reader.more() {
        let (id, body) = (reader.byte()?, reader.counted()?);
        let body = match id {
            2 | 7 => section(body, id == 2, names)?,
            _ => body.to_vec(),
        };
        out.push(id);
        put(&mut out, body.len());
        out.extend(body);
    }
    Ok(out)
}

/// A section of imports, or of exports.
fn section<'a>(body: &'a [u8], imports: bool, names: &'a BTreeMap<String, String>) -> Result<Vec<u8>> {
    let called = |name: &'a [u8]| {
        let short = std::str::from_utf8(name).ok().and_then(|name| names.get(name));
        short.map_or(name, |short| short.as_bytes())
    };
    let mut reader = Reader::new(body);
    let count = reader.number()?;
    let mut out = Vec::new();
    put(&mut out, count);
    for _ in 0..count {
        if imports {
            import(&mut reader, &mut out, &called, &mut Ok)?;
        } else {
            let name = called(reader.counted()?);
            put(&mut out, name.len());
            out.extend(name);
            out.push(reader.byte()?);
            out.extend(reader.leb()?);
        }
    }
    if reader.more() { Err("wasm with more names than it counts".into()) } else { Ok(out) }
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !in_word(c)).filter(|word| !word.is_empty())
}

/// Whether one of the parts between underlines is a hash, and it is not the first.
fn hashed(word: &str) -> bool {
    let hash = |part: &str| {
        part.len() == HASH && part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    word.split('_').skip(1).any(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLUE: &str = "const i = { __wbg_now_0123456789abcdef: () => now(), memory: 1 };\nwasm.memory; 'suanzu-0123456789abcdef-views'";

    #[test]
    fn only_words_with_a_hash_become_short() {
        let names = names(GLUE);
        assert_eq!(names.len(), 1);
        let want = GLUE.replace("__wbg_now_0123456789abcdef", "$0");
        assert_eq!(glue(GLUE, &names), want);
    }

    #[test]
    fn both_sides_of_a_module_get_them() {
        let long = b"__wbg_now_0123456789abcdef";
        let entry = |section: u8, from: &[u8], name: &[u8]| {
            let body = [&[1][..], from, &[name.len() as u8], name, &[0, 3]].concat();
            [&[section, body.len() as u8][..], &body].concat()
        };
        let build =
            |name: &[u8]| [&b"\0asm\x01\0\0\0"[..], &entry(2, b"\x01m", name), &entry(7, b"", name)].concat();
        assert_eq!(module(&build(long), &names(GLUE)), Ok(build(b"$0")));
        assert_eq!(module(&build(b"memory"), &names(GLUE)), Ok(build(b"memory")));
        assert!(module(&build(long)[..30], &names(GLUE)).is_err());
    }
}
