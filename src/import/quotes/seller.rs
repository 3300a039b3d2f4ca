//! Who a line of free text is from: "某某云：4090 8卡 1.2万/月", "【星河智算】A100 …", "老王那边4090单卡1.6".

use super::columns::{self, Column};
use super::names::{mentions, text_of};
use super::{cell, tax, words};
use crate::catalog::Catalog;

/// Longest name of a seller, in characters.
const LONGEST: usize = 24;

/// The seller that a line (half-width) names before its first card; `None` where what stands there is no name.
pub(super) fn of(catalog: &Catalog, text: &str) -> Option<String> {
    let first = text.split([':', ' ', ',']).next().unwrap_or("").trim();
    if catalog.find_provider(first).is_some() {
        return Some(first.to_string());
    }
    let low: Vec<char> = text.to_ascii_lowercase().chars().collect();
    let card = mentions(catalog, &low).first().map_or(low.len(), |m| m.start);
    let head: String = text.chars().take(card).collect();
    let head = head.trim_start_matches(['-', '*', '•', '·', ' ']).trim_start();
    marked(head).or_else(|| introduced(head)).or_else(|| called(head))
}

/// The seller that a line without a price is a title for: "星河智算 11 月报价：", "【甲云】".
pub(super) fn title(text: &str) -> Option<String> {
    let low = text.to_ascii_lowercase();
    let titled = words::has(&low, &["报价", "价格表", "quote"])
        || text.ends_with(':')
        || text.starts_with(['【', '['])
        || low.split_once(':').is_some_and(|(key, _)| ASKED.contains(&key.trim()));
    if !titled {
        return None;
    }
    marked(text).or_else(|| name(text))
}

/// Before a colon or a dash, in brackets, behind an @.
fn marked(head: &str) -> Option<String> {
    for (open, close) in [('【', '】'), ('[', ']'), ('「', '」')] {
        if let Some((inside, _)) = head.strip_prefix(open).and_then(|rest| rest.split_once(close)) {
            return name(inside);
        }
    }
    if let Some(rest) = head.strip_prefix('@') {
        return name(rest.split([' ', ':', ',']).next().unwrap_or(""));
    }
    let (before, behind) =
        head.split_once(':').or_else(|| head.split_once(" - ")).or_else(|| head.split_once(" — "))?;
    // "供应商：甲云 4090 …": the word behind is the name.
    let key = before.trim();
    if ASKED.contains(&key.to_ascii_lowercase().as_str()) {
        let word = behind.trim_start().split([' ', ',', ';']).next().unwrap_or("");
        let fits = word.chars().count() <= LONGEST && word.chars().any(char::is_alphabetic);
        return fits.then(|| word.to_string());
    }
    name(before)
}

/// "我们是云海科技，…".
fn introduced(head: &str) -> Option<String> {
    let (_, rest) = ["我们是", "我是", "这边是", "this is "].iter().find_map(|w| head.split_once(w))?;
    name(rest.split([',', ' ', '的', '。', ';']).next().unwrap_or(""))
}

/// A first word that can only be a name: "甲云 4090 …", "对方4090 …", "老王那边4090…".
fn called(head: &str) -> Option<String> {
    let word = head.split([' ', ',']).next().unwrap_or("");
    let found = name(word)?;
    let count = found.chars().count();
    let person = found == "对方"
        || (2..=3).contains(&count)
            && (found.starts_with(['老', '小']) || found.ends_with(['总', '哥', '姐', '工']));
    let firm = FIRMS.iter().any(|w| found.to_ascii_lowercase().ends_with(w) && found.len() > w.len());
    (person || firm).then_some(found)
}

/// A text as a name, what is put around one taken away; `None` where its words are about something else.
fn name(text: &str) -> Option<String> {
    let end = text
        .char_indices()
        .find(|(_, c)| c.is_ascii_digit() || matches!(c, '(' | '[' | '#'))
        .map_or(text.len(), |(at, _)| at);
    let mut name = text[..end].trim();
    for word in ["报价", "最新", "价格表", " quote", " offer", " price"] {
        let at = name.to_ascii_lowercase().find(word);
        name = at.map_or(name, |at| name[..at].trim_end());
    }
    for word in ["那边", "这边", "家的", "那儿", "的"] {
        name = name.strip_suffix(word).unwrap_or(name);
    }
    let name = name.trim_matches(['-', '_', '/', '.', ' ', '"']);
    let low = name.to_ascii_lowercase();
    let chars: Vec<char> = low.chars().collect();
    if !(2..=LONGEST).contains(&chars.len()) || name.split_whitespace().count() > 3 || words::has(&low, PLAIN)
    {
        return None;
    }
    let headed = columns::by_header(&low);
    let said = words::hints(&low);
    let other = words::has_word(&low, PLAIN_WORDS)
        || !matches!(headed, Column::Other | Column::Provider)
        || ASKED.contains(&low.as_str())
        || words::region(&low).is_some()
        || words::mode(&low).is_some()
        || tax::invoice(&low).is_some()
        || said != words::Hints::default()
        || cell::count(&text_of(&chars)).is_some();
    (!other && chars.iter().any(|c| c.is_alphabetic())).then(|| name.to_string())
}

/// Whether a text is made of words that no seller is called by: "现货".
pub(super) fn plain(text: &str) -> bool {
    words::has(text, PLAIN)
}

/// How a firm's name ends.
const FIRMS: &[&str] = &[
    "云", "算力", "科技", "智算", "网络", "公司", "平台", "数据", "集团", "信息", "互联", "cloud", ".ai",
    ".com",
];

/// Titles behind which the name stands.
const ASKED: &[&str] = &[
    "供应商",
    "厂商",
    "平台",
    "商家",
    "卖家",
    "服务商",
    "云服务商",
    "报价方",
    "公司",
    "渠道",
    "渠道商",
    "provider",
    "vendor",
    "supplier",
    "seller",
    "from",
];

/// Words of which no name of a seller is made.
const PLAIN: &[&str] = &[
    "现货",
    "特价",
    "促销",
    "注意",
    "备注",
    "提示",
    "活动",
    "推荐",
    "今日",
    "今天",
    "你好",
    "您好",
    "大家",
    "老板",
    "各位",
    "我司",
    "我们",
    "我方",
    "本公司",
    "出租",
    "长租",
    "求租",
    "租赁",
    "招租",
    "闲置",
    "便宜",
    "整机",
    "单卡",
    "裸金属",
    "公有云",
    "私有云",
    "混合云",
    "云主机",
    "云服务器",
    "昇腾",
    "华为",
    "英伟达",
    "寒武纪",
    "海光",
    "沐曦",
    "摩尔",
    "天数",
    "显卡",
    "机器",
    "国产",
    "以上",
    "以下",
    "其中",
    "价",
    "租",
    "卡",
    "还有",
    "另外",
    "如果",
    "可以",
    "大概",
    "现在",
    "最低",
    "优惠",
];

/// The same in letters.
const PLAIN_WORDS: &[&str] = &[
    "we",
    "you",
    "our",
    "offer",
    "hi",
    "hello",
    "dear",
    "note",
    "nvidia",
    "rtx",
    "geforce",
    "tesla",
    "gpu",
    "for",
    "at",
    "the",
    "and",
    "deal",
    "sale",
    "hot",
    "new",
    "used",
    "server",
    "node",
    "dedicated",
    "bare",
    "or",
    "with",
    "each",
];
