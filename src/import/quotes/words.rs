//! What the words of a quote mean: currency, period, per card or per machine, mode, region.

use super::digits::runs;
use super::tax::{Tax, tax};
use crate::catalog::{Mode, Region};
use crate::units::Currency;

/// The time a price is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Period {
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A week.
    Week,
    /// A month.
    Month,
    /// Three months.
    Quarter,
    /// A year.
    Year,
    /// Three years.
    ThreeYears,
}

/// What a text says about a price besides its digits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hints {
    /// Currency.
    pub currency: Option<Currency>,
    /// Time.
    pub period: Option<Period>,
    /// One card (true) or one machine (false).
    pub per_card: Option<bool>,
    /// 10,000 where the header says 万元.
    pub scale: Option<f64>,
    /// Tax.
    pub tax: Option<Tax>,
}

impl Hints {
    /// What `self` leaves open, from `other`.
    pub fn or(self, other: Self) -> Self {
        Self {
            currency: self.currency.or(other.currency),
            period: self.period.or(other.period),
            per_card: self.per_card.or(other.per_card),
            scale: self.scale.or(other.scale),
            tax: self.tax.or(other.tax),
        }
    }
}

/// Whether any of the words stands in the text.
pub fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|w| text.contains(w))
}

/// Whether any of the words stands in the text with no letter on either side (where it begins with a
/// sign, only behind it).
pub fn has_word(text: &str, words: &[&str]) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    words.iter().any(|w| {
        text.match_indices(w).any(|(at, _)| {
            let sign = !w.starts_with(|c: char| c.is_ascii_alphabetic());
            (sign || !letter(text[..at].chars().next_back())) && !letter(text[at + w.len()..].chars().next())
        })
    })
}

/// Reads hints from a header or a cell, in lower case.
pub fn hints(text: &str) -> Hints {
    Hints {
        currency: currency(text),
        // "台·月" is "台/月".
        period: period(text).or_else(|| period(&text.replace('·', "/"))),
        per_card: per_card(text),
        scale: has(text, &["万元", "万/", "(万)", "（万）"]).then_some(1e4),
        tax: tax(text),
    }
}

fn currency(text: &str) -> Option<Currency> {
    if has(text, &["美元", "美金", "$"]) || has_word(text, &["usd", "dollar", "dollars"]) {
        return Some(Currency::Usd);
    }
    if has(text, &["欧元", "€"]) || has_word(text, &["eur", "euro"]) {
        return Some(Currency::Eur);
    }
    if has(text, &["¥", "￥", "元", "块", "毛", "人民币"]) || has_word(text, &["cny", "rmb", "yuan"])
    {
        return Some(Currency::Cny);
    }
    None
}

/// The shortest period that is named: "包月 1.5元/卡时" is a price per hour.
pub fn period(text: &str) -> Option<Period> {
    let slash = |words: &[&str]| {
        words.iter().any(|w| {
            ["/", "每", "per ", "a ", "一"]
                .iter()
                .any(|p| text.match_indices(w).any(|(at, _)| text[..at].trim_end().ends_with(p.trim_end())))
        })
    };
    let hour = ["小时", "时", "hr", "hour", "h"];
    if has(text, &["卡时", "卡·时", "机时", "小时", "时租", "时价", "每时", "按时", "按小时"])
        || slash(&hour)
        || has_word(text, &["hourly", "/h", "/hr", "hour", "gpuh", "gpu-hour", "gpu-hr"])
    {
        return Some(Period::Hour);
    }
    if has(text, &["/天", "/日", "每天", "每日", "日租", "包天", "日付", "天租", "按天", "按日"])
        || has_word(text, &["/d", "/day", "per day", "daily", "day"])
    {
        return Some(Period::Day);
    }
    if has(text, &["/周", "每周", "周租", "包周"])
        || has_word(text, &["/wk", "/week", "per week", "weekly", "week"])
    {
        return Some(Period::Week);
    }
    if has(
        text,
        &[
            "/月",
            "每月",
            "月租",
            "包月",
            "月付",
            "月价",
            "月单价",
            "/个月",
            "一个月",
            "卡月",
            "台月",
            "单月",
            "月费",
            "按月",
        ],
    ) || has_word(text, &["/mo", "/month", "per month", "monthly", "/mon", "month", "mo"])
    {
        return Some(Period::Month);
    }
    if has(text, &["季付", "/季", "季度"]) || has_word(text, &["quarter", "quarterly"]) {
        return Some(Period::Quarter);
    }
    if has(text, &["三年", "3年"]) || has_word(text, &["3y", "3yr", "3 years", "3-year", "36 months"]) {
        return Some(Period::ThreeYears);
    }
    if has(text, &["/年", "每年", "年租", "包年", "年付", "年价", "年费", "按年", "一年", "1年", "12个月"])
        || has_word(
            text,
            &[
                "/yr",
                "/year",
                "per year",
                "yearly",
                "annual",
                "annually",
                "1y",
                "1yr",
                "year",
                "1-year",
                "12 months",
            ],
        )
    {
        return Some(Period::Year);
    }
    None
}

pub fn per_card(text: &str) -> Option<bool> {
    if has(text, &["/卡", "每卡", "单卡", "卡时", "卡·时", "卡月", "/张", "每张", "单张"])
        || has_word(
            text,
            &["/gpu", "per gpu", "per card", "/card", "gpu-hour", "gpu hour", "gpu-hr", "each gpu", "gpuh"],
        )
    {
        return Some(true);
    }
    if has(
        text,
        &["/台", "每台", "整机", "/节点", "每节点", "整台", "/机", "单台", "台月", "机时", "/套", "裸金属价"],
    ) || has_word(
        text,
        &[
            "/node",
            "per node",
            "/server",
            "per server",
            "/instance",
            "per instance",
            "/machine",
            "whole node",
            "instance",
        ],
    ) {
        return Some(false);
    }
    None
}

/// Whether a text says so, and does not only name an hour as what the price is for.
pub fn on_demand(text: &str) -> bool {
    has(text, &["按量", "按需", "按时", "后付费", "弹性", "时租", "按小时"])
        || has_word(text, &["on-demand", "on demand", "ondemand", "payg", "pay as you go", "hourly"])
}

/// Billing words. A bare period ("monthly") is a mode too.
pub fn mode(text: &str) -> Option<Mode> {
    if has(text, &["竞价", "抢占", "闲时"])
        || has_word(text, &["spot", "interruptible", "preemptible", "bid"])
    {
        return Some(Mode::Spot);
    }
    if on_demand(text) {
        return Some(Mode::OnDemand);
    }
    let months = months(text);
    match (period(text), months) {
        (_, Some(m)) if m >= 36 => Some(Mode::Reserved3y),
        (_, Some(m)) if m >= 12 => Some(Mode::Reserved1y),
        (_, Some(_)) => Some(Mode::Monthly),
        (Some(Period::ThreeYears), _) => Some(Mode::Reserved3y),
        (Some(Period::Year), _) => Some(Mode::Reserved1y),
        (Some(Period::Month | Period::Quarter), _) => Some(Mode::Monthly),
        (Some(Period::Hour | Period::Day | Period::Week), _) => Some(Mode::OnDemand),
        _ if has_word(text, &["reserved", "committed"]) => Some(Mode::Reserved1y),
        _ if has(text, &["预付费", "包年包月", "长租"]) => Some(Mode::Monthly),
        _ => None,
    }
}

/// Contract months: "12个月", "1年", "租期6月", "6 months".
pub fn months(text: &str) -> Option<u16> {
    let chars: Vec<char> = text.chars().collect();
    for (begin, at) in runs(&chars, false) {
        let grouped = begin > 1 && matches!(chars[begin - 1], '.' | ',') && chars[begin - 2].is_ascii_digit();
        if grouped {
            continue;
        }
        let digits: String = chars[begin..at].iter().collect();
        let rest: String = chars[at..].iter().collect::<String>().trim_start().to_string();
        let n: u16 = digits.parse().ok().filter(|n| (1..=60).contains(n)).unwrap_or(0);
        if n == 0 {
            continue;
        }
        if rest.starts_with("个月")
            || rest.starts_with("month")
            || rest.starts_with("-month")
            || rest.starts_with("mo ")
        {
            return Some(n);
        }
        if n <= 5
            && (rest.starts_with('年')
                || rest.starts_with("year")
                || rest.starts_with("-year")
                || rest.starts_with("yr"))
        {
            return Some(n * 12);
        }
    }
    for (word, n) in [("一年", 12), ("两年", 24), ("三年", 36), ("半年", 6)] {
        if text.contains(word) {
            return Some(n);
        }
    }
    None
}

/// Places.
pub fn region(text: &str) -> Option<Region> {
    const CN: &[&str] = &[
        "国内",
        "大陆",
        "中国",
        "华北",
        "华东",
        "华南",
        "西南",
        "西北",
        "华中",
        "东北",
        "北京",
        "上海",
        "深圳",
        "广州",
        "杭州",
        "成都",
        "重庆",
        "武汉",
        "南京",
        "苏州",
        "天津",
        "西安",
        "郑州",
        "内蒙",
        "乌兰察布",
        "宁夏",
        "中卫",
        "贵州",
        "贵阳",
        "张家口",
        "廊坊",
        "济南",
        "青岛",
        "合肥",
        "长沙",
        "福州",
        "厦门",
        "宿迁",
        "芜湖",
        "庆阳",
        "江苏",
        "浙江",
        "广东",
        "山东",
        "河北",
        "山西",
        "四川",
        "湖北",
        "河南",
        "甘肃",
        "新疆",
        "安徽",
    ];
    const ASIA: &[&str] = &["香港", "新加坡", "日本", "东京", "韩国", "首尔", "台湾", "马来", "亚太", "印度"];
    if has(text, ASIA)
        || has_word(
            text,
            &["hong kong", "hk", "singapore", "japan", "tokyo", "korea", "asia", "apac", "sg", "jp"],
        )
    {
        return Some(Region::Asia);
    }
    if has(text, &["美国", "美西", "美东", "硅谷", "弗吉尼亚", "北美"])
        || has_word(text, &["us", "usa", "us-east", "us-west", "united states", "america"])
    {
        return Some(Region::Us);
    }
    if has(text, &["欧洲", "德国", "法国", "荷兰", "芬兰", "英国"])
        || has_word(text, &["eu", "europe", "germany", "france", "finland", "uk", "eu-west"])
    {
        return Some(Region::Eu);
    }
    if has(text, CN) || has_word(text, &["cn", "china", "mainland", "beijing", "shanghai", "shenzhen"]) {
        return Some(Region::Cn);
    }
    if has(text, &["海外", "全球"]) || has_word(text, &["global", "worldwide", "overseas"]) {
        return Some(Region::Global);
    }
    None
}
