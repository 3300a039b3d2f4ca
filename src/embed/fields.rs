//! The table of the offers file: every field with its kind, bounds and meaning.

use crate::import::json::Value;
use crate::units::AsOf;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A text of at most so many characters.
    Text(usize),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number from, to.
    Number(f64, f64),
    /// A whole number from, to.
    Whole(u32, u32),
    /// Yes or no.
    Flag,
    /// `2026-12-01`, `2026-12` or `2026`.
    Date,
    /// An http or https address.
    Link,
    /// `exact:4`, `upto:8` or `min:8`.
    Cards,
}

/// One field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Its key.
    pub key: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// A file, an offer or a card without it is refused.
    pub required: bool,
    /// What it means, Chinese and English.
    pub about: (&'static str, &'static str),
}

const fn need(key: &'static str, kind: Kind, zh: &'static str, en: &'static str) -> Row {
    Row { key, kind, required: true, about: (zh, en) }
}
const fn may(key: &'static str, kind: Kind, zh: &'static str, en: &'static str) -> Row {
    Row { key, kind, required: false, about: (zh, en) }
}

/// Words of regions, in the order of `catalog::Region`.
pub const REGIONS: &[&str] = &["cn", "us", "eu", "asia", "global"];
/// Words of billing modes, in the order of `catalog::Mode`.
pub const MODES: &[&str] = &["on_demand", "spot", "monthly", "reserved_1y", "reserved_3y"];
/// Words of what a price is for, in the order of `catalog::PriceUnit`.
pub const UNITS: &[&str] = &["gpu_hour", "instance_hour", "gpu_month", "instance_month"];
/// Words of currencies, in the order of `units::Currency::ALL`.
pub const CURRENCIES: &[&str] = &["CNY", "USD"];
/// Words of stacks a card of one's own may need.
pub const STACKS: &[&str] = &["cuda", "rocm", "cann", "dtk", "unknown"];

/// Fields of the file itself, besides its lists `cards` and `offers`.
pub const FILE: &[Row] = &[
    need("suanzu", Kind::Whole(1, 1), "这种文件的版本：1", "Version of this kind of file: 1"),
    need(
        "provider",
        Kind::Text(60),
        "服务商的名字，读者看到的就是它",
        "The provider's name, as readers see it",
    ),
    need("updated", Kind::Date, "价格是哪一天的，会写在页面上", "The day of the prices; the page says it"),
    may(
        "currency",
        Kind::Word(CURRENCIES),
        "价格的货币；不写是 CNY",
        "Currency of the prices; CNY unless given",
    ),
    may(
        "region",
        Kind::Word(REGIONS),
        "没写地区的报价在哪里；不写是 cn",
        "Where offers without a region are; cn unless given",
    ),
    may(
        "campaign",
        Kind::Text(60),
        "加到下单链接里的标记：utm_source=suanzu&utm_campaign=…",
        "Tag added to order links: utm_source=suanzu&utm_campaign=…",
    ),
];

/// Fields of an offer.
pub const OFFER: &[Row] = &[
    need("id", Kind::Text(60), "这条报价自己的名字，事件里用它", "The offer's own name; events carry it"),
    need(
        "card",
        Kind::Text(80),
        "卡：目录里的 id 或常用名，或者本文件 cards 里的 id",
        "The card: an id or usual name of the catalog, or an id of `cards`",
    ),
    need("price", Kind::Number(0.000_001, 10_000_000.0), "价格，按 unit 计", "The price, per `unit`"),
    need(
        "unit",
        Kind::Word(UNITS),
        "价格按每卡还是整机、每小时还是每月",
        "Per card or per machine, per hour or month",
    ),
    may(
        "cards",
        Kind::Cards,
        "能租几张：exact:n 只有这一种，upto:n 一台里最多 n 张，min:n 从 n 起的倍数；不写是 exact:1",
        "In which numbers: exact:n only that, upto:n up to n in one machine, min:n multiples of n; exact:1 unless given",
    ),
    may(
        "mode",
        Kind::Word(MODES),
        "怎么计费；不写时按 unit 是按量或包月",
        "How it is billed; on demand or monthly after `unit` unless given",
    ),
    may(
        "region",
        Kind::Word(REGIONS),
        "机器在哪里；不写按文件的",
        "Where the machine is; the file's unless given",
    ),
    may("currency", Kind::Word(CURRENCIES), "货币；不写按文件的", "Currency; the file's unless given"),
    may(
        "label",
        Kind::Text(60),
        "同一张卡有几种卖法时，用来区分的名字",
        "A name that tells two offers of one card apart",
    ),
    may("url", Kind::Link, "下单的地址", "Where to order"),
    may("vcpus", Kind::Whole(1, 2_000), "整机的 vCPU 数", "vCPUs of the machine"),
    may("host_gib", Kind::Whole(1, 20_000), "整机内存，GiB", "Memory of the machine, GiB"),
    may("rdma", Kind::Flag, "机器之间有没有 RDMA", "RDMA between machines"),
    may("increment_s", Kind::Whole(1, 86_400), "最小计费单位，秒", "Billing increment, seconds"),
    may(
        "month_hours",
        Kind::Whole(672, 744),
        "一个月算几小时：30 天是 720，年均是 730；不写是 720",
        "Hours of a month: 720 for 30 days, 730 for a yearly mean; 720 unless given",
    ),
];

/// Fields of a card that the catalog does not have.
pub const CARD: &[Row] = &[
    need("id", Kind::Text(60), "卡的 id，报价里的 card 用它", "Its id, which offers name in `card`"),
    need("name", Kind::Text(60), "卡的名字", "Its name"),
    need("memory_gb", Kind::Whole(1, 2_000), "标称显存，GB", "Marketed memory, GB"),
    may(
        "bandwidth_gbs",
        Kind::Number(1.0, 100_000.0),
        "显存带宽，GB/s；没有就不估时间",
        "Memory bandwidth, GB/s; without it no time is estimated",
    ),
    may("bf16", Kind::Number(0.1, 100_000.0), "BF16 稠密算力，TFLOP/s", "Dense BF16 rate, TFLOP/s"),
    may("fp16", Kind::Number(0.1, 100_000.0), "FP16 稠密算力，TFLOP/s", "Dense FP16 rate, TFLOP/s"),
    may("fp8", Kind::Number(0.1, 100_000.0), "FP8 稠密算力，TFLOP/s", "Dense FP8 rate, TFLOP/s"),
    may("int8", Kind::Number(0.1, 100_000.0), "INT8 稠密算力，TOP/s", "Dense INT8 rate, TOP/s"),
    may("tdp_w", Kind::Whole(1, 5_000), "功耗，W", "Board power, W"),
    may(
        "stack",
        Kind::Word(STACKS),
        "软件栈；不写是 unknown，答案里会说没人写过它能跑",
        "Software stack; unknown unless given, and the answer then says that nobody documents it",
    ),
];

/// Why a field was not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// It has to be there.
    Missing,
    /// No such field.
    Unknown,
    /// Not of the kind that it holds.
    Kind(Kind),
    /// Stands there twice.
    Twice,
    /// No card of that name; the nearest that there is.
    NoCard(Option<String>),
    /// The catalog has a card of that name already.
    OldCard,
}

impl Kind {
    /// Whether the value is of this kind and within its bounds.
    pub fn takes(self, value: &Value) -> bool {
        let number = |low: f64, high: f64| value.number().filter(|x| (low..=high).contains(x));
        match self {
            Self::Text(most) => value.text().is_some_and(|t| {
                !t.trim().is_empty() && t.chars().count() <= most && !t.chars().any(char::is_control)
            }),
            Self::Word(words) => value.text().is_some_and(|t| words.contains(&t)),
            Self::Number(low, high) => number(low, high).is_some(),
            Self::Whole(low, high) => {
                number(f64::from(low), f64::from(high)).is_some_and(|x| x.fract() == 0.0)
            }
            Self::Flag => value.flag().is_some(),
            Self::Date => value.text().is_some_and(|t| AsOf::parse(t).is_some()),
            Self::Link => value.text().is_some_and(is_link),
            Self::Cards => value.text().is_some_and(|t| cards(t).is_some()),
        }
    }
}

/// Whether a text is an address that a link may carry: http or https, nothing that ends an attribute or hides a script.
pub fn is_link(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    text.len() <= 2_000
        && rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']))
        && !text.chars().any(|c| c.is_control() || c.is_whitespace() || "<>\"'`\\".contains(c))
}

/// `exact:4`, `upto:8`, `min:8`: the word and its number.
pub fn cards(text: &str) -> Option<(&str, u16)> {
    let (word, n) = text.split_once(':')?;
    let n = n.parse::<u16>().ok().filter(|n| (1..=1_024).contains(n))?;
    ["exact", "upto", "min"].contains(&word).then_some((word, n))
}
