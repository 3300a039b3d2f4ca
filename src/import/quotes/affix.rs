//! What stands right behind a figure and right before it: the words that make it a price, or something else.

use super::cell::SIGNS;
use super::words::Period;
use crate::units::Currency;

/// What stands right behind a figure, word by word until something that is no unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    /// How far it goes.
    pub bytes: usize,
    /// A word of money.
    pub money: bool,
    /// Its currency.
    pub currency: Option<Currency>,
    /// A slash, 每, 一, "per" before the period.
    pub joiner: bool,
    /// The time the price is for.
    pub period: Option<Period>,
    /// One card or one machine.
    pub per_card: Option<bool>,
    /// A starting price.
    pub from: bool,
    /// Cards that the price is for: "/8卡".
    pub count: Option<u16>,
    /// Per gigabyte and the like: not the price of a card.
    pub other: bool,
}

/// One word of a tail.
#[derive(Clone, Copy)]
enum Unit {
    Money(Currency),
    Join,
    Share(bool),
    Time(Period),
    From,
    Other,
}

/// Words by what they say; of several that fit the longest counts.
const TAILS: &[(Unit, &[&str])] = {
    use Currency::{Cny, Eur, Usd};
    use Unit::{From, Join, Money, Other, Share, Time};
    &[
        (Money(Cny), &["人民币", "块钱", "元", "块", "rmb", "cny", "yuan", "¥", "￥", "r"]),
        (Money(Usd), &["美元", "美金", "刀", "usdt", "usd", "dollars", "$"]),
        (Money(Eur), &["欧元", "eur", "€"]),
        (Other, &["/gb", "/tb", "/g", "/t", "/m", "/mbps", "/核", "/core", "/vcpu", "折", "%", "/百万"]),
        (
            Time(Period::Hour),
            &["卡·时", "卡时", "机时", "小时", "时", "hourly", "hours", "hour", "hrs", "hr", "gpuh", "h"],
        ),
        (Time(Period::Day), &["daily", "day", "天", "日", "d"]),
        (Time(Period::Week), &["weekly", "week", "wk", "星期", "周"]),
        (Time(Period::Month), &["monthly", "month", "mon", "mo", "个月", "月"]),
        (Time(Period::Quarter), &["quarter", "季度", "季"]),
        (Time(Period::Year), &["yearly", "year", "yr", "年"]),
        (Share(true), &["gpus", "gpu", "card", "卡", "张"]),
        (
            Share(false),
            &["服务器", "整机", "节点", "台", "机", "套", "node", "server", "instance", "machine"],
        ),
        (Join, &["每", "一", "per", "an", "a", "each", "/", "·", "-", "*", "个"]),
        (From, &["起"]),
    ]
};

/// Whether a sign or code of a currency belongs to the figure behind it: "4090 $250", not "2.1 usd 8 gpus".
fn leads(word: &str, behind: &str) -> bool {
    if !SIGNS.contains(&word) {
        return false;
    }
    let behind = behind.trim_start().trim_start_matches('-');
    let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let counted = ["x", "*", "×", "卡", "张", "gpu", "台"].iter().any(|w| rest.trim_start().starts_with(w));
    rest.len() < behind.len() && !counted
}

/// Reads the tail at the beginning of a text.
pub(super) fn tail_of(text: &str) -> Tail {
    let mut out = Tail::default();
    // Nothing is read twice: a second currency or period begins another thought.
    let mut open = false;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        let skip = rest.len() - trimmed.len();
        // "/8卡": for so many together, a machine.
        let eight: String =
            trimmed.strip_prefix('/').unwrap_or("").chars().take_while(char::is_ascii_digit).collect();
        if !eight.is_empty() {
            let behind = &trimmed[1 + eight.len()..];
            let Some(word) = ["卡", "张", "gpus", "gpu"].iter().find(|w| behind.starts_with(**w)) else {
                break;
            };
            out.per_card = Some(false);
            out.count = eight.parse().ok();
            at += skip + 1 + eight.len() + word.len();
            out.bytes = at;
            continue;
        }
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        let fits = |w: &&&str| {
            trimmed.starts_with(**w)
                && !(letter(w.chars().next_back()) && letter(trimmed[w.len()..].chars().next()))
        };
        let found = TAILS
            .iter()
            .flat_map(|(unit, words)| words.iter().filter(fits).map(move |w| (*w, unit)))
            .max_by_key(|(w, _)| w.len());
        let Some((word, unit)) = found else { break };
        let first = at == 0;
        at += skip + word.len();
        match unit {
            Unit::Money(_) if out.money || out.period.is_some() || leads(word, &text[at..]) => break,
            Unit::Money(currency) => (out.money, out.currency) = (true, Some(*currency)),
            Unit::Time(_) if out.period.is_some() => break,
            Unit::Time(period) => {
                // "12月", "60天" count; "60一天", "60/天", "60元天" are prices.
                out.period = Some(*period);
                out.joiner |= word.contains("卡")
                    || word.contains("机")
                    || word.ends_with("ly")
                    || word == "gpuh"
                    || !open && out.money;
                if word.starts_with('卡') || word == "gpuh" {
                    out.per_card = Some(true);
                } else if word.starts_with('机') {
                    out.per_card = Some(false);
                }
            }
            Unit::Join => {
                open = true;
                // A dash and a star join only inside a unit ("gpu-hour").
                if matches!(word, "-" | "*") && (first || out.per_card.is_none()) {
                    break;
                }
                out.joiner = true;
                // The word behind it decides: what it joins must be a unit.
                continue;
            }
            Unit::Share(card) => {
                // "8卡", "2台" count; "元/卡" and "每台" do not.
                if !out.money && !out.joiner {
                    break;
                }
                out.per_card = Some(*card);
            }
            Unit::From => out.from = true,
            Unit::Other => {
                out.other = true;
            }
        }
        out.bytes = at;
    }
    out
}

/// Words right before a figure that make it a price, by the time it is for.
const LEADS: &[(Option<Period>, &[&str])] = &[
    (
        Some(Period::Hour),
        &[
            "时租",
            "时价",
            "按小时",
            "按时",
            "每小时",
            "一小时",
            "1小时",
            "卡时",
            "按量",
            "按需",
            "/h",
            "/小时",
            "hourly",
            "per hour",
            "1h",
        ],
    ),
    (
        Some(Period::Day),
        &[
            "24小时", "包天", "包日", "日租", "天租", "每天", "一天", "1天", "按天", "按日", "/天", "daily",
            "per day",
        ],
    ),
    (Some(Period::Week), &["包周", "周租", "每周", "一周", "weekly", "per week"]),
    (
        Some(Period::Month),
        &[
            "包月",
            "月租",
            "月付",
            "月价",
            "每月",
            "一个月",
            "1个月",
            "按月",
            "一月",
            "/月",
            "monthly",
            "per month",
        ],
    ),
    (Some(Period::Quarter), &["季付", "包季", "一季"]),
    (Some(Period::Year), &["包年", "年租", "年付", "每年", "一年", "1年", "yearly", "per year"]),
    (None, &["价格", "单价", "报价", "现价", "价", "租金", "price", "rate", "cost", "costs", "@"]),
];

/// The word of price that a head ends with, and its time.
pub(super) fn lead(head: &str) -> Option<Option<Period>> {
    LEADS.iter().find(|(_, words)| ends(head, words)).map(|(p, _)| *p)
}

/// Whether a head ends with a word that makes the figure something else.
pub(super) fn is_aside(head: &str) -> bool {
    ends(head, NOT_LEADS)
}

/// Words right before a figure that make it something else.
const NOT_LEADS: &[&str] = &[
    "押金",
    "定金",
    "首付",
    "充值",
    "充",
    "满",
    "送",
    "减",
    "最低消费",
    "手续费",
    "开机费",
    "服务费",
    "存储",
    "硬盘",
    "磁盘",
    "系统盘",
    "数据盘",
    "流量",
    "带宽",
    "内存",
    "cpu",
    "原价",
    "刊例价",
    "市场价",
    "官网",
    "官网价",
    "原来",
    "之前",
    "起租",
    "最少",
    "至少",
    "首月",
    "首周",
    "首单",
    "首年",
    "deposit",
    "setup",
    "setup fee",
    "list price",
    "was",
    "storage",
    "egress",
    "disk",
    "ram",
    "minimum",
    "电话",
    "微信",
    "qq",
    "群",
    "库存",
    "剩余",
    "还有",
    "延迟",
];

/// Fillers between such a word and its figure.
pub(super) fn bare_end(head: &str) -> &str {
    const FILL: &[&str] = &[
        "只要", "只需", "大概", "大约", "约", "才", "只", "仅", "要", "是", "为", "算", "about", "is",
        "only", "=", ":", "：", "-", "(",
    ];
    let mut head = head.trim_end();
    loop {
        let cut = FILL.iter().chain(SIGNS).find_map(|w| head.strip_suffix(w));
        match cut {
            Some(rest) => head = rest.trim_end(),
            None => return head,
        }
    }
}

/// Whether a text ends with one of the words, as a word of its own where it is of letters.
fn ends(head: &str, words: &[&str]) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    words.iter().any(|w| {
        head.strip_suffix(w)
            .is_some_and(|rest| !(letter(w.chars().next()) && letter(rest.chars().next_back())))
    })
}
