//! Link text to pairs of key and value. Total and linear: any text gives pairs, what was odd is noted.

use crate::plan::{invisible, number::narrow};

/// Longest text that is read. A plan with an architecture of eighty different layers is about 4 KB.
pub const TEXT_BYTES: usize = 64 * 1024;
/// Most settings that are read.
pub const SETTINGS: usize = 600;
/// Longest value.
const VALUE_BYTES: usize = 16 * 1024;

/// A link taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// The version it says it has; 1 where it says nothing.
    pub version: u32,
    /// Settings, in order: key, value.
    pub pairs: Vec<(String, String)>,
    /// What stands in the fragment: key, value.
    pub fragment: Vec<(String, String)>,
    /// The text ended in the middle.
    pub cut: bool,
    /// The last setting is a bare word without `=`.
    pub bare: bool,
    /// Length of the text in bytes, where it was too long.
    pub too_long: Option<usize>,
    /// Number of settings, where there were too many.
    pub too_many: Option<usize>,
}

impl Raw {
    /// Takes a link apart: a whole address, a query with or without `?`, a fragment with or without
    /// `#`, percent-encoded or plain, with full-width signs, wrapped lines or escaped ampersands.
    pub fn parse(text: &str) -> Self {
        let mut raw = Self { version: 1, ..Self::default() };
        let mut text = text;
        if text.len() > TEXT_BYTES {
            raw.too_long = Some(text.len());
            let mut end = TEXT_BYTES;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text = &text[..end];
        }
        let mut text = clean(text);
        // A whole query that was encoded once more: no "=" at all.
        for _ in 0..3 {
            if !text.contains('=') && text.contains('%') {
                text = clean(&percent(&text, false).0);
            }
        }
        for end in ["…", "..."] {
            if let Some(short) = text.strip_suffix(end) {
                raw.cut = true;
                text = short.to_string();
            }
        }
        let (query, fragment) = split(&text);
        raw.bare = !query.rsplit('&').next().is_some_and(|last| last.contains('='));
        raw.pairs = pairs(query, &mut raw.cut, &mut raw.too_many);
        let mut many = None;
        let mut rest = pairs(fragment, &mut raw.cut, &mut many);
        // A plan that travels in the fragment only (embeds), the title apart.
        if raw.pairs.is_empty() || rest.iter().any(|(k, _)| k == "v") {
            raw.too_many = raw.too_many.or(many);
            let title = rest.iter().position(|(k, _)| k == "t").map(|i| rest.remove(i));
            raw.pairs.append(&mut rest);
            raw.fragment.extend(title);
        } else {
            raw.fragment = rest;
        }
        raw
    }

    /// Takes the value of a key out; the last one where it stands twice.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let mut found = None;
        self.pairs.retain_mut(|(k, v)| {
            let hit = k == key;
            if hit {
                found = Some(std::mem::take(v));
            }
            !hit
        });
        found
    }
}

/// Full-width twins to their half-width signs; line ends and characters of no width removed.
fn clean(text: &str) -> String {
    let text = text.trim();
    // An address inside a sentence: from the scheme to the first blank.
    let text = match text.find("://") {
        Some(at) => {
            let start = text[..at]
                .rfind(|c: char| !c.is_ascii_alphanumeric())
                .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
            let tail = &text[start..];
            let end = tail
                .char_indices()
                .find(|(_, c)| c.is_whitespace() && *c != '\n' && *c != '\r' || "<>\"》」）。".contains(*c));
            &tail[..end.map_or(tail.len(), |e| e.0)]
        }
        None => text,
    };
    text.chars().filter(|c| !c.is_control() && !invisible(*c)).map(narrow).collect()
}

/// Query and fragment of an address, a query or a fragment.
fn split(text: &str) -> (&str, &str) {
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    let query = match before.split_once('?') {
        Some((_, query)) => query,
        // An address without a query has none; anything else is one.
        None if before.contains("://") => "",
        None => before,
    };
    (query, fragment)
}

fn pairs(text: &str, cut: &mut bool, too_many: &mut Option<usize>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let (mut count, mut last) = (0, false);
    for part in text.split(['&', ';', '?']) {
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        count += 1;
        if count > SETTINGS {
            *too_many = Some(count);
            continue;
        }
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        // "&amp;" from copied HTML leaves "amp" (the ";" separates).
        let mut half = false;
        let key = text_of(key, &mut half);
        let key = key.trim();
        if key.eq_ignore_ascii_case("amp") && value.is_empty() || key.is_empty() {
            continue;
        }
        let mut end = value.len().min(VALUE_BYTES);
        while !value.is_char_boundary(end) {
            end -= 1;
        }
        out.push((
            short(key, 64).trim_end().to_string(),
            text_of(&value[..end], &mut half).trim().to_string(),
        ));
        // Only the last setting can have been cut off.
        last = half;
    }
    *cut |= last;
    out
}

fn short(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(i, _)| &text[..i])
}

/// Percent signs and `+` undone, also where it was encoded more than once.
fn text_of(text: &str, cut: &mut bool) -> String {
    let tidy = |text: &str| -> String {
        text.chars().filter(|c| !c.is_control() && !invisible(*c)).map(narrow).collect()
    };
    let mut text = tidy(&text.replace('+', " "));
    for level in 0..4 {
        if !text.contains('%') {
            break;
        }
        let (decoded, whole) = percent(&text, level == 0);
        *cut |= !whole;
        let decoded = tidy(&decoded);
        if decoded == text {
            break;
        }
        text = decoded;
        if level == 3 {
            // Nobody encodes four times by accident.
            text.retain(|c| c != '%');
        }
    }
    text
}

/// `%XX` undone. Not UTF-8: the replacement character. Where `ends`, a half sign at the end was cut
/// off and is dropped. Whether the last one was whole.
fn percent(text: &str, ends: bool) -> (String, bool) {
    let bytes = text.as_bytes();
    let hex = |i: usize| bytes.get(i).and_then(|b| (*b as char).to_digit(16));
    let mut out = Vec::with_capacity(bytes.len());
    let mut whole = true;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'%' {
            if let (Some(a), Some(b)) = (hex(i + 1), hex(i + 2)) {
                out.push((a * 16 + b) as u8);
                i += 3;
                continue;
            }
            // A half sign at the end was cut off; "30%" is a percentage.
            let percentage = i + 1 == bytes.len() && i > 0 && bytes[i - 1].is_ascii_digit();
            if ends && i + 2 >= bytes.len() && !percentage {
                whole = false;
                break;
            }
        }
        out.push(bytes[i]);
        i += 1;
    }
    // A character cut in the middle at the end is dropped, anything else that is wrong is marked.
    let text = match std::str::from_utf8(&out) {
        Ok(text) => text.to_string(),
        Err(e) if e.error_len().is_none() => {
            whole = false;
            String::from_utf8_lossy(&out[..e.valid_up_to()]).into_owned()
        }
        Err(_) => String::from_utf8_lossy(&out).into_owned(),
    };
    (text, whole)
}

/// Writes a text into a link: separators of ours stay readable, everything else outside the
/// unreserved signs is percent-encoded.
pub fn escape(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let bytes = text.as_bytes();
    for (i, &b) in bytes.iter().enumerate() {
        // "//" would look like an address, and chats drop a full stop at the end.
        let risky = b == b'/' && i > 0 && bytes[i - 1] == b'/' || b == b'.' && i + 1 == bytes.len();
        if !risky && (b.is_ascii_alphanumeric() || b"-._~:,|*/@!".contains(&b)) {
            out.push(b as char);
        } else {
            out.push('%');
            out.push(HEX[usize::from(b >> 4)] as char);
            out.push(HEX[usize::from(b & 15)] as char);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &[(&str, &str)]) {
        let raw = Raw::parse(text);
        let have: Vec<(&str, &str)> = raw.pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(have, want, "{text}");
    }

    #[test]
    fn one_plan_in_many_wrappings() {
        let want = [("v", "1"), ("m", "qwen3-8b"), ("g", "rtx-4090-24g,l40s-48g")];
        for text in [
            "v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g",
            "?v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g",
            "#v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g",
            "https://example.org/suanzu/?v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g",
            "https://example.org/suanzu/#v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g",
            "看看这个：https://example.org/?v=1&m=qwen3-8b&g=rtx-4090-24g,l40s-48g 行不行",
            "v=1&amp;m=qwen3-8b&amp;g=rtx-4090-24g%2Cl40s-48g",
            "v%3D1%26m%3Dqwen3-8b%26g%3Drtx-4090-24g%2Cl40s-48g",
            "v=1&m=qwen3-8b&g=rtx-4090-24g%252Cl40s-48g",
            "ｖ＝1＆ｍ＝qwen3-8b＆g＝rtx-4090-24g，l40s-48g",
            "v=1&m=qwen3-8b&g=rtx-4090-24g,\n  l40s-48g".replace("  ", "").as_str(),
            "v=1&&m=qwen3-8b&=&g=rtx-4090-24g,l40s-48g&",
            " v = 1 & m = qwen3-8b & g = rtx-4090-24g,l40s-48g ",
            "\u{feff}v=1&m=qwen3\u{200b}-8b&g=rtx-4090-24g,l40s-48g",
        ] {
            check(text, &want);
        }
    }

    #[test]
    fn cut_and_overlong_links_are_noted() {
        assert!(Raw::parse("v=1&m=%E9%80").cut);
        assert!(Raw::parse("v=1&m=%E").cut);
        assert!(Raw::parse("v=1&m=qwen3…").cut);
        assert!(!Raw::parse("v=1&m=%E9%80%9A").cut);
        let raw = Raw::parse(&"a=1&".repeat(250_000));
        assert_eq!(raw.too_long, Some(1_000_000));
        assert_eq!(raw.pairs.len(), SETTINGS);
        assert!(raw.too_many.is_some());
        check("https://example.org/", &[]);
        check("", &[]);
    }

    #[test]
    fn the_title_lives_in_the_fragment() {
        let raw = Raw::parse("?v=1&n=2#t=%E8%AE%A1%E5%88%92");
        assert_eq!(raw.fragment, vec![("t".to_string(), "计划".to_string())]);
        assert_eq!(raw.pairs.len(), 2);
        let raw = Raw::parse("#v=1&n=2&t=A");
        assert_eq!((raw.pairs.len(), raw.fragment.len()), (2, 1));
    }
}
