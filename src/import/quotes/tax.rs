//! Tax and invoice: whether the price includes it, at what rate, and which 发票 comes with it.

use super::digits::runs;
use super::words::{has, has_word};

/// Kind of invoice offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invoice {
    /// 增值税专用发票: input tax can be deducted.
    Special,
    /// 增值税普通发票.
    Ordinary,
    /// None.
    None,
}

/// Whether a price includes tax.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tax {
    /// Included; at this rate where stated.
    Included(Option<f64>),
    /// Comes on top; at this rate where stated.
    Excluded(Option<f64>),
    /// A rate without a word on whether it is in the price ("税点 6%"): taken to come on top.
    Added(f64),
}

/// Tax words, with the rate that stands beside them.
pub fn tax(text: &str) -> Option<Tax> {
    const WITHOUT: &[&str] = &[
        "不含税",
        "未税",
        "未含税",
        "税前",
        "不带票",
        "不开票",
        "不含票",
        "税另",
        "税点另",
        "税率另",
        "税金另",
        "票另",
        "另加税",
        "加税",
        "税费另",
        "裸价",
        "除税",
    ];
    const WITHOUT_WORDS: &[&str] = &[
        "excl. vat",
        "vat excl",
        "tax excl",
        "excl vat",
        "excluding vat",
        "ex vat",
        "excl. tax",
        "excl tax",
        "excluding tax",
        "net",
        "plus vat",
        "+ vat",
        "+vat",
        "plus tax",
        "+ tax",
        "+tax",
        "before tax",
        "before vat",
    ];
    const WITH: &[&str] = &["含税", "含票", "带票", "税后", "含专票", "含普票", "含增值税"];
    const WITH_WORDS: &[&str] = &[
        "incl. vat",
        "incl vat",
        "inc. vat",
        "inc vat",
        "including vat",
        "vat included",
        "vat incl",
        "incl. tax",
        "incl tax",
        "including tax",
        "tax included",
        "gross",
        "with tax",
        "with vat",
        "after tax",
    ];
    let (rate, added) = rate(text);
    // "net 30" is a time to pay.
    let text = &days_to_pay(text);
    // "plus 20% VAT": the rate stands between the words.
    let bare: String = text.replace(|c: char| c.is_ascii_digit() || c == '%' || c == '.', "");
    let bare = bare
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace("incl ", "incl. ")
        .replace("excl ", "excl. ");
    let says = |words: &[&str]| has_word(text, words) || has_word(&bare, words);
    if has(text, WITHOUT) || says(WITHOUT_WORDS) || added {
        return Some(Tax::Excluded(rate));
    }
    // "含6%专票": the rate stands inside the word.
    let around_rate = text.contains('含') && text.contains('票') && rate.is_some();
    if has(text, WITH) || says(WITH_WORDS) || around_rate {
        return Some(Tax::Included(rate));
    }
    if has(text, &["税", "专票", "普票"]) || has_word(text, &["vat", "tax"]) {
        return rate.map(Tax::Added);
    }
    None
}

/// The text without a time to pay: "net 30", "net-60 days".
fn days_to_pay(text: &str) -> String {
    let digits = |rest: &str| rest.trim_start_matches([' ', '-']).starts_with(|c: char| c.is_ascii_digit());
    match text.match_indices("net").find(|(at, w)| digits(&text[at + w.len()..])) {
        Some((at, w)) => format!("{}{}", &text[..at], &text[at + w.len()..]),
        None => text.to_string(),
    }
}

/// The rate of tax a text names: a per cent figure or 个点 near a word of tax or invoice, or behind a plus;
/// and whether it is added. A share of anything else ("9 折", "利用率 80%") is none.
fn rate(text: &str) -> (Option<f64>, bool) {
    let near = ["税", "票", "vat", "tax", "点"];
    let chars: Vec<char> = text.chars().collect();
    for (start, at) in runs(&chars, true) {
        let digits: String = chars[start..at].iter().collect();
        let behind: String = chars[at..].iter().take(8).collect();
        let behind = behind.trim_start();
        let Some(unit) = ["%", "个点", "个税点", "点"].iter().find(|u| behind.starts_with(**u)) else {
            continue;
        };
        let head: String = chars[start.saturating_sub(10)..start].iter().collect();
        let head = head.trim_end();
        let added = head.ends_with(['+', '加']);
        let behind = &behind[unit.len()..];
        let off = behind.trim_start().starts_with("off") || head.ends_with(['-', '减']);
        let named = near.iter().any(|w| head.contains(w) || behind.contains(w)) || *unit != "%" && added;
        if (!named && !added) || off {
            continue;
        }
        if let Some(rate) = crate::plan::number::read(&digits).filter(|r| (0.0..=30.0).contains(r)) {
            return (Some(rate / 100.0), added);
        }
    }
    (None, false)
}

/// Invoice words.
pub fn invoice(text: &str) -> Option<Invoice> {
    if has(text, &["专票", "专用发票", "增专"]) || has_word(text, &["special vat invoice", "special invoice"])
    {
        Some(Invoice::Special)
    } else if has(text, &["普票", "普通发票"]) || has_word(text, &["ordinary invoice"]) {
        Some(Invoice::Ordinary)
    } else if has(text, &["无票", "不开票", "不带票"]) || has_word(text, &["no invoice"]) {
        Some(Invoice::None)
    } else {
        None
    }
}
