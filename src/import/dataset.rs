//! The size of a data set, as people have it (megabytes, rows, samples), into tokens by a stated ratio.

use crate::plan::number::{narrow, read};

/// Bytes of English text a token: 0.3 tokens a character (api-docs.deepseek.com, "Token & Token Usage").
pub const ENGLISH_BYTES: f64 = 1.0 / 0.3;
/// Bytes of Chinese text a token: 0.6 tokens a character of three bytes in UTF-8 (the same page).
pub const CHINESE_BYTES: f64 = 3.0 / 0.6;

/// How a data set is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Bytes of text.
    Bytes(f64),
    /// Rows or samples, and the tokens of each where the text says so.
    Rows(f64, Option<f64>),
}

impl Size {
    /// Tokens, at so many bytes a token or tokens a row.
    pub fn tokens(self, ratio: f64) -> f64 {
        match self {
            Self::Bytes(bytes) => bytes / ratio.max(0.01),
            Self::Rows(rows, own) => rows * own.unwrap_or(ratio),
        }
    }
}

/// Longest text that is one.
const TEXT: usize = 120;

/// Words behind a count of rows.
const ROWS: [&str; 12] = [
    "rows",
    "row",
    "samples",
    "sample",
    "examples",
    "lines",
    "records",
    "pairs",
    "conversations",
    "条",
    "行",
    "样本",
];
/// Words behind a size, and its bytes.
const BYTES: [(&str, f64); 12] = [
    ("kib", 1_024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("tib", 1_099_511_627_776.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("兆", 1e6),
    ("m", 1e6),
    ("g", 1e9),
    ("t", 1e12),
];

/// Reads "350 MB", "52k rows", "12 万条，每条 800 token"; `None` for anything else.
pub fn size(text: &str) -> Option<Size> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > TEXT || text.lines().count() > 2 {
        return None;
    }
    let text: String = text.chars().map(narrow).collect::<String>().to_ascii_lowercase();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (number, rest) = number(&text[start..])?;
    let unit = rest.trim_start_matches([' ', '个']);
    if let Some(word) = ROWS.iter().find(|w| unit.starts_with(**w)) {
        let rest = &unit[word.len()..];
        let own = rest.find(|c: char| c.is_ascii_digit()).and_then(|at| self::number(&rest[at..]));
        let own = own.filter(|(_, unit)| unit.trim_start().starts_with("tok")).map(|o| o.0);
        return Some(Size::Rows(number, own)).filter(|_| number >= 1.0 && own.is_none_or(|t| t >= 1.0));
    }
    let word: String = unit.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '兆').collect();
    let bytes = BYTES.iter().find(|b| word == b.0 || b.0.len() > 1 && word.starts_with(b.0))?.1;
    Some(Size::Bytes(number * bytes)).filter(|_| number > 0.0 && number * bytes < 1e18)
}

/// The number that a text begins with, in the words of either language, and what follows.
fn number(text: &str) -> Option<(f64, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(text.len());
    let value = read(text.get(..digits)?.trim_end_matches([',', '.']))?;
    let rest = text[digits..].trim_start();
    // Thousands and 万: "k" alone, not the beginning of "kb".
    let scaled = [("万", 1e4), ("亿", 1e8), ("千", 1e3), ("million", 1e6), ("k ", 1e3), ("k", 1e3)];
    for (word, factor) in scaled {
        if let Some(after) = rest.strip_prefix(word)
            && !(word == "k" && after.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            return Some((value * factor, after));
        }
    }
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        for (text, want) in [
            ("350 MB", Size::Bytes(350e6)),
            ("1.5GB jsonl", Size::Bytes(1.5e9)),
            ("数据集 200 MiB", Size::Bytes(200.0 * 1_048_576.0)),
            ("12 万条", Size::Rows(120_000.0, None)),
            ("12万条，每条 800 token", Size::Rows(120_000.0, Some(800.0))),
            ("52k rows", Size::Rows(52_000.0, None)),
            ("52,002 samples x 512 tokens", Size::Rows(52_002.0, Some(512.0))),
            ("about 3 million examples", Size::Rows(3e6, None)),
        ] {
            assert_eq!(size(text), Some(want), "{text}");
        }
        for text in ["", "hello", "12", "24 cards", "vllm serve x", "0 rows", &"9".repeat(500)] {
            assert_eq!(size(text), None, "{text}");
        }
    }

    #[test]
    fn tokens_follow_the_stated_ratio() {
        assert_eq!(Size::Bytes(3e6).tokens(3.0), 1e6);
        assert_eq!(Size::Rows(1000.0, None).tokens(512.0), 512_000.0);
        assert_eq!(Size::Rows(1000.0, Some(100.0)).tokens(512.0), 100_000.0);
        assert!((ENGLISH_BYTES - 3.333).abs() < 0.001 && CHINESE_BYTES == 5.0);
    }
}
