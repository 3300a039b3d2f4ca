//! One cell: the number of a price, the number of cards, the name of a card.

use super::digits::runs;
use super::words::{Hints, has, has_word, hints};
use crate::catalog::Catalog;
use crate::plan::number::read;

/// A price as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// The figure, multiplied out; of a range its upper end.
    pub value: f64,
    /// It was a range.
    pub range: bool,
    /// "From": 起.
    pub from: bool,
    /// Further figures stand in the text that may be prices too.
    pub more: bool,
    /// What the cell says about unit and currency.
    pub hints: Hints,
}

/// Why a cell holds no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPrice {
    /// Empty or without digits.
    Missing,
    /// 面议, 询价, "contact us".
    Ask,
    /// Sold out.
    SoldOut,
    /// Zero or negative.
    NotPositive,
    /// In a currency without a rate.
    Currency,
}

/// A number in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    /// Its first character.
    pub start: usize,
    /// The character behind it and its multiplier.
    pub end: usize,
    /// Multiplied out.
    pub value: f64,
    /// A currency sign before it, or a multiplier, money word or slash behind it.
    pub money: bool,
    /// It counts something else: cards, months, gigabytes.
    pub other: bool,
    /// It carried its own 万 or k.
    pub scaled: bool,
    /// It carried 万, as only sums in yuan do.
    pub wan: bool,
}

/// Signs and codes of currencies that stand before a figure.
pub(super) const SIGNS: &[&str] = &["¥", "￥", "$", "€", "rmb", "cny", "usd", "eur"];

/// What a figure of money has behind it.
const UNITS: &[&str] = &[
    "元",
    "块",
    "刀",
    "$",
    "€",
    "usd",
    "cny",
    "rmb",
    "eur",
    "美元",
    "美金",
    "每",
    "per ",
    "一个月",
    "一月",
    "一小时",
    "一时",
    "一天",
    "一日",
    "一周",
    "一年",
    "毛",
];

/// What a figure that is no money has behind it.
const COUNTED: &[&str] = &[
    "卡", "张", "x", "×", "*", "g", "t", "个", "年", "月", "天", "日", "核", "%", "台", "路", "c ", "vcpu",
    "mbps", "折", "号", "代", "层", "-year", "-month", "-yr", "-day", "years", "months", "days", "hours",
    "weeks", "year ",
];

/// Numbers of a text in lower case, with what stands around them.
pub(super) fn figures(text: &str) -> Vec<Figure> {
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    // A comma groups digits in threes; "4090,1.6" are two figures.
    let groups = |from: usize, at: usize| {
        (1..=3).all(|k| digit(at + k)) && !digit(at + 4) && !chars[from..at].contains(&'.')
    };
    // One or two digits behind a comma are no group: "0,89 €".
    let decimal = |from: usize, at: usize| {
        digit(at + 1)
            && !(digit(at + 2) && digit(at + 3))
            && chars.get(at + 1..).is_some_and(|rest| {
                let next = rest.iter().find(|c| !c.is_ascii_digit());
                !matches!(next, Some('.' | ',' | '卡' | '张' | '台' | 'x' | '*' | '×'))
            })
            && chars[from..at].iter().all(char::is_ascii_digit)
            && at - from <= 3
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        while digit(at)
            || (chars.get(at) == Some(&'.') && digit(at + 1))
            || (chars.get(at) == Some(&',') && (groups(start, at) || decimal(start, at)))
        {
            at += 1;
        }
        let mut digits: String = chars[start..at].iter().collect();
        if let Some(comma) = digits.find(',').filter(|c| digits.len() - c <= 3) {
            digits.replace_range(comma..=comma, ".");
        }
        let rest: String = chars[at..].iter().collect::<String>().trim_start().to_string();
        let before: String = chars[..start].iter().collect::<String>().trim_end().to_string();
        let letter_after = |n: usize| rest.chars().nth(n).is_some_and(|c| c.is_ascii_alphabetic());
        let (factor, skip) = match rest.chars().next() {
            Some('万') => (1e4, 1),
            Some('w') if !letter_after(1) => (1e4, 1),
            Some('千') => (1e3, 1),
            Some('k') if !letter_after(1) => (1e3, 1),
            _ => (1.0, 0),
        };
        let after: String = rest.chars().skip(skip).collect::<String>().trim_start().to_string();
        let sign = SIGNS.iter().any(|w| before.ends_with(w));
        let begins = |words: &[&str]| words.iter().any(|w| after.starts_with(w));
        let mut own = after.chars();
        let behind = match (own.next(), own.next()) {
            // A slash before a digit parts two figures: "8卡/2*8358".
            (Some('/'), next) => !next.is_some_and(|c| c.is_ascii_digit()),
            // "1.6r/h"; "1.6 rmb" is among the units.
            (Some('r'), next) => !next.is_some_and(|c| c.is_ascii_alphanumeric()) || begins(UNITS),
            _ => begins(UNITS),
        };
        let per = ["卡时", "卡·时", "卡月", "卡/", "台月", "台/", "元"];
        let counted = begins(COUNTED) && !begins(&per);
        // A figure inside a name: "l40", "mlu370-8".
        let named = start > 0 && chars[start - 1].is_ascii_alphabetic() && !sign
            || start > 1
                && chars[start - 1] == '-'
                && chars[start - 2].is_ascii_alphanumeric()
                && !chars[start - 2].is_ascii_digit()
            || letter_after(0) && skip == 0 && !behind && !counted;
        let times = before.ends_with(['x', '×', '*']);
        // A figure that the reader of numbers refuses ("1.2.3") is none.
        let Some(mut value) = read(&digits) else { continue };
        value *= factor;
        let mut end =
            at + usize::from(skip > 0) * (1 + chars[at..].iter().take_while(|c| **c == ' ').count());
        // As it is spoken: "1块6" is 1.6, "3万2" is 32,000, "9毛" is 0.9.
        let tenth = |at: usize| {
            let counts = chars
                .get(at + 1)
                .is_some_and(|c| matches!(c, '.' | ',' | '卡' | '张' | '台' | '块' | 'x' | '个'));
            (digit(at) && !digit(at + 1) && !counts)
                .then(|| chars.get(at).and_then(|c| c.to_digit(10)))
                .flatten()
                .map(f64::from)
        };
        if skip > 0
            && let Some(d) = tenth(end)
        {
            value += d * factor / 10.0;
            end += 1;
        } else if let (Some('块'), Some(d)) = (chars.get(end), tenth(end + 1)) {
            value += d / 10.0;
            end += 2;
        } else if chars.get(end) == Some(&'毛') {
            value /= 10.0;
            end += 1;
        }
        at = at.max(end);
        out.push(Figure {
            start,
            end,
            value,
            money: !times && (sign || skip > 0 || behind),
            other: !sign && (counted || times || named) && !behind && skip == 0,
            scaled: skip > 0,
            wan: factor == 1e4,
        });
    }
    out
}

/// Whether a minus stands before the figure: "-5", "¥-5", "4090 -5"; not "80G-5", where it parts.
pub(super) fn negative(text: &[char], start: usize) -> bool {
    let bare = |at: usize| text[..at].iter().collect::<String>();
    let mut head = bare(start);
    for sign in SIGNS {
        if let Some(rest) = head.trim_end().strip_suffix(sign) {
            head = rest.to_string();
            break;
        }
    }
    let Some(head) = head.strip_suffix('-') else { return false };
    head.chars().next_back().is_none_or(|c| matches!(c, ' ' | '(' | ':' | ',' | '¥' | '￥' | '$' | '€'))
}

/// Whether two figures are the ends of a range: 1.8-2.2, 1.8~2.2万, 3 至 4.
pub(super) fn joined(text: &[char], a: &Figure, b: &Figure) -> bool {
    let gap: String = text[a.end.min(text.len())..b.start.min(text.len())].iter().collect();
    let gap = gap.trim_matches([' ', '¥', '￥', '$', '元']);
    !a.other && !b.other && matches!(gap, "-" | "~" | "至" | "到" | "—" | "–" | "to" | "～")
}

const ASK: &[&str] = &[
    "面议",
    "电询",
    "询价",
    "咨询",
    "待定",
    "联系",
    "议价",
    "商谈",
    "私聊",
    "另议",
    "call",
    "contact",
    "tbd",
    "on request",
    "ask",
];
const SOLD_OUT: &[&str] =
    &["售罄", "缺货", "无货", "暂无", "下架", "sold out", "out of stock", "unavailable", "n/a"];

/// Why a text without a price has none.
pub(super) fn none(text: &str) -> NoPrice {
    if has(text, ASK) {
        NoPrice::Ask
    } else if has(text, SOLD_OUT) {
        NoPrice::SoldOut
    } else {
        NoPrice::Missing
    }
}

/// Reads the price of a cell (lower case, half-width). `scale` of the hints is left to the caller's
/// header when the cell has a multiplier of its own.
pub fn price(text: &str) -> Result<Price, NoPrice> {
    let list = figures(text);
    let mut pick = list.iter().position(|f| f.money && !f.other);
    if pick.is_none() {
        pick = list.iter().position(|f| !f.other);
    }
    let Some(at) = pick else { return Err(none(text)) };
    let mut figure = list[at];
    // A multiplier behind a range holds for both ends.
    let chars: Vec<char> = text.chars().collect();
    let mut range = false;
    if let Some(next) = list.get(at + 1).filter(|b| joined(&chars, &figure, b)) {
        figure = *next;
        range = true;
    } else if let Some(before) = at.checked_sub(1).map(|i| list[i]).filter(|a| joined(&chars, a, &figure)) {
        range = before.value < figure.value;
    }
    if figure.value <= 0.0 || negative(&chars, list[at].start) {
        return Err(NoPrice::NotPositive);
    }
    let mut hints = hints(text);
    if figure.scaled {
        hints.scale = Some(1.0);
        if figure.wan {
            hints.currency = hints.currency.or(Some(crate::units::Currency::Cny));
        }
    } else if hints.scale == Some(1e4) {
        // "1.2万/月" was read as scaled; "(万)" in a cell holds for its figure.
        figure.value *= 1e4;
        hints.scale = Some(1.0);
    }
    let from =
        text.ends_with('起') || has(text, &["元起", "起/", "/时起"]) || has_word(text, &["from", "starting"]);
    // Names of cards stand before the price: only what follows it may be another one.
    let more = list.iter().any(|f| !f.other && f.start > figure.end);
    Ok(Price { value: figure.value, range, from, more, hints })
}

/// Words before a number of cards: "node of 8".
pub(super) const NODE_OF: &[&str] = &["node of", "server of", "machine of"];

/// A number of cards and where it stood: `8卡`, `x8`, `8*`, `8-GPU`, 双卡, `8 张`.
pub fn count(text: &str) -> Option<(u16, String)> {
    for (word, n) in [
        ("十六卡", 16),
        ("单卡", 1),
        ("双卡", 2),
        ("两卡", 2),
        ("四卡", 4),
        ("八卡", 8),
        ("单张", 1),
        ("一卡", 1),
    ] {
        if text.contains(word) {
            return Some((n, text.replacen(word, " ", 1)));
        }
    }
    let chars: Vec<char> = text.chars().collect();
    let is_times = |c: Option<&char>| matches!(c, Some('x' | '×' | '*'));
    let letter = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let cut = |from: usize, to: usize| {
        let mut rest: String = chars[..from].iter().collect();
        rest.push(' ');
        rest.extend(&chars[to.min(chars.len())..]);
        rest
    };
    for (start, at) in runs(&chars, false) {
        let n: u16 = chars[start..at].iter().collect::<String>().parse().unwrap_or(0);
        // "1,8卡" is no count; "整机，8卡" is one.
        let decimal = start > 1 && matches!(chars[start - 1], '.' | ',') && chars[start - 2].is_ascii_digit();
        if !(1..=1_024).contains(&n) || decimal {
            continue;
        }
        let blanks = chars[at..].iter().take_while(|c| **c == ' ').count();
        let next = at + blanks;
        let rest: String = chars[next.min(chars.len())..].iter().collect();
        let joined_name = start > 0 && letter(chars.get(start - 1)) && !is_times(chars.get(start - 1));
        // 8卡, 8 张, 8块, 8 gpus, 8-gpu; not 8卡时 (a price).
        if !joined_name {
            for word in ["卡", "张", "gpus", "gpu", "-gpu", "cards", "card", "-card", "路"] {
                if rest.starts_with(word)
                    && !rest.starts_with("卡时")
                    && !rest.starts_with("卡·时")
                    && n <= 256
                {
                    return Some((n, cut(start, next + word.chars().count())));
                }
            }
        }
        // x8, *8 behind a name; 8x, 8* before one.
        let mut before = start;
        while before > 0 && chars[before - 1] == ' ' {
            before -= 1;
        }
        let head: String = chars[..before].iter().collect();
        if n <= 64 && NODE_OF.iter().any(|w| head.ends_with(w)) {
            return Some((n, cut(before - 2, at)));
        }
        let times_before = before > 0 && is_times(chars.get(before - 1));
        let own_word = before < 2
            || chars[before - 1] != 'x'
            || !(chars[before - 2].is_ascii_alphabetic() || chars[before - 2] == '-');
        if times_before && own_word && n <= 64 && !letter(chars.get(at)) {
            return Some((n, cut(before - 1, at)));
        }
        if is_times(chars.get(next)) && !joined_name && n <= 64 {
            let more = chars.get(next + 1).is_some_and(|c| *c != ' ' || chars.len() > next + 2);
            if more {
                return Some((n, cut(start, next + 1)));
            }
        }
    }
    None
}

/// Words around a card's name that do not belong to it.
const AROUND: &[&str] = &[
    "整机",
    "服务器",
    "裸金属",
    "云主机",
    "算力",
    "节点",
    "集群",
    "租赁",
    "机器",
    "显卡",
    "型号",
    "单机",
    "物理机",
    "独享",
    "出租",
    "现货",
    "主机",
    "nvidia",
    "server",
    "node",
    "bare metal",
    "instance",
    "hgx",
    "租用",
    "gpu",
];

/// The name of a card inside a text that the catalog knows, and whether it does; the text itself where
/// it knows none. A bare name that also fits a rebuilt card ("4090" with 48 GB) means the vendor's.
pub fn card(catalog: &Catalog, text: &str, memory: Option<&str>) -> (String, bool) {
    let mut clean = text.to_string();
    for word in AROUND {
        clean = clean.replace(word, " ");
    }
    let mark = |c: char| {
        matches!(c, '(' | ')' | '[' | ']' | '【' | '】' | '/' | ',' | ';' | ':' | '*' | '?' | '!' | '"')
    };
    let clean: String = clean.chars().map(|c| if mark(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().filter(|w| *w != "-").take(12).collect();
    // Names stand between Chinese words without blanks: the second look takes those away.
    let latin: String = clean.chars().map(|c| if c.is_ascii() { c } else { ' ' }).collect();
    let latin: Vec<&str> = latin.split_whitespace().take(12).collect();
    for words in [&words, &latin] {
        for size in (1..=words.len().min(6)).rev() {
            for window in words.windows(size) {
                let name = window.join(" ");
                if !name.chars().any(|c| c.is_ascii_digit())
                    || crate::plan::number::read(&name).is_some_and(|n| n < 100.0)
                {
                    continue;
                }
                let with = memory.map(|m| format!("{name} {m}"));
                for name in with.into_iter().chain([name]) {
                    if let Some(name) = known(catalog, &name) {
                        return (name, true);
                    }
                }
            }
        }
    }
    (words.join(" "), false)
}

/// The name as given, or the id of the one card of its vendor where others of that name are rebuilt.
pub(super) fn known(catalog: &Catalog, name: &str) -> Option<String> {
    let gpus = catalog.find_gpus(name);
    let mut vendor = gpus.iter().filter(|g| !catalog.gpu(**g).modded);
    match (gpus.len(), vendor.next(), vendor.next()) {
        (0, ..) => None,
        (2.., Some(one), None) => Some(catalog.gpu(*one).id.clone()),
        _ => Some(name.to_string()),
    }
}
