//! Sums, rates and ranges of money, and the steps of a bill.

use super::{Lang, MINUS, NBSP, digits, fixed, range_of, significant};
use crate::units::Currency;
use crate::units::math::round_half_even;

/// The decimals for money: below 10 two, below 100 one, else none, judged after rounding.
fn money_decimals(x: f64) -> usize {
    let x = x.abs();
    if round_half_even(x * 100.0) < 1_000.0 {
        2
    } else if round_half_even(x * 10.0) < 1_000.0 {
        1
    } else {
        0
    }
}

/// The sign that stands before an amount.
pub const fn symbol(currency: Currency) -> &'static str {
    match currency {
        Currency::Cny => "¥",
        Currency::Usd => "US$",
        Currency::Eur => "€",
    }
}

/// The word that stands after an amount in Chinese, before it in English.
pub const fn currency_word(lang: Lang, currency: Currency) -> &'static str {
    match (lang, currency) {
        (Lang::Zh, Currency::Cny) => "元",
        (Lang::Zh, Currency::Usd) => "美元",
        (Lang::Zh, Currency::Eur) => "欧元",
        (Lang::En, _) => currency.code(),
    }
}

fn with_symbol(number: String, currency: Currency) -> String {
    let mut out = String::new();
    let rest = match number.strip_prefix(MINUS) {
        Some(rest) => {
            out.push(MINUS);
            rest
        }
        None => &number,
    };
    out.push_str(symbol(currency));
    out.push_str(rest);
    out
}

/// A sum in a table: ¥160, ¥14,360, −¥7.40.
pub fn money(x: f64, currency: Currency) -> String {
    with_symbol(fixed(x, money_decimals(x)), currency)
}

/// The price of a unit of something, which may be far below the smallest coin: ¥0.028, ¥4.10.
pub fn money_each(x: f64, currency: Currency) -> String {
    let small = x != 0.0 && x.abs() < 0.0995;
    with_symbol(if small { significant(x, 2) } else { fixed(x, money_decimals(x)) }, currency)
}

/// A sum in running text: ¥160; in Chinese from 10,000 on 1.44 万元.
pub fn money_text(lang: Lang, x: f64, currency: Currency) -> String {
    match myriad(lang, x.abs()) {
        Some((unit, word)) => {
            let scaled = x / unit;
            let mut out = fixed(scaled, money_decimals(scaled));
            out.push(NBSP);
            out.push_str(word);
            out.push_str(currency_word(lang, currency));
            out
        }
        None => money(x, currency),
    }
}

/// 万 and 亿 for Chinese sums from 10,000 on.
fn myriad(lang: Lang, x: f64) -> Option<(f64, &'static str)> {
    match lang {
        Lang::Zh if round_half_even(x) >= 1e8 => Some((1e8, "亿")),
        Lang::Zh if round_half_even(x) >= 1e4 => Some((1e4, "万")),
        _ => None,
    }
}

/// A sum with its sign, for differences: +¥19.8, −¥7.40.
pub fn money_signed(lang: Lang, x: f64, currency: Currency) -> String {
    let text = money_text(lang, x, currency);
    if x > 0.0 { format!("+{text}") } else { text }
}

/// A sum in English with its equal in dollars: ¥160 (US$24); elsewhere, and in Chinese, the sum alone.
pub fn money_both(lang: Lang, x: f64, currency: Currency, usd_cny: f64) -> String {
    let text = money_text(lang, x, currency);
    if lang == Lang::En && currency == Currency::Cny && usd_cny > 0.0 {
        let usd = x / usd_cny;
        let shown = with_symbol(fixed(usd, if usd.abs() < 10.0 { 2 } else { 0 }), Currency::Usd);
        return format!("{text} ({shown})");
    }
    text
}

/// A range of sums, unit once: 129–214 元, CNY 129–214.
pub fn money_range(lang: Lang, low: f64, high: f64, currency: Currency) -> String {
    let (unit, word) = match myriad(lang, low) {
        Some(_) => myriad(lang, high).unwrap_or((1.0, "")),
        None => (1.0, ""),
    };
    let range = range_of(low / unit, high / unit, money_decimals(high / unit));
    match lang {
        Lang::Zh => format!("{range}{NBSP}{word}{}", currency_word(lang, currency)),
        Lang::En => format!("{}{NBSP}{range}", currency_word(lang, currency)),
    }
}

/// What a rate is per.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// An hour.
    Hour,
    /// A month.
    Month,
    /// A GB moved.
    Gb,
    /// A GB kept for a month.
    GbMonth,
    /// A million tokens.
    MillionTokens,
}

/// A rate: 1.98 元/时, ¥1.98/h. Below 0.10 two significant digits (0.0085), else as money.
pub fn rate(lang: Lang, x: f64, currency: Currency, per: Per) -> String {
    let number = if x != 0.0 && x.abs() < 0.095 { significant(x, 2) } else { fixed(x, money_decimals(x)) };
    match lang {
        Lang::Zh => {
            let per = match per {
                Per::Hour => "时",
                Per::Month => "月",
                Per::Gb => "GB",
                Per::GbMonth => "GB·月",
                Per::MillionTokens => "百万\u{a0}token",
            };
            format!("{number}{NBSP}{}/{per}", currency_word(lang, currency))
        }
        Lang::En => {
            let per = match per {
                Per::Hour => "h",
                Per::Month => "mo",
                Per::Gb => "GB",
                Per::GbMonth => "GB-month",
                Per::MillionTokens => "M\u{a0}tokens",
            };
            format!("{}/{per}", with_symbol(number, currency))
        }
    }
}

/// The decimals of a bill with that total: at least one, and as many as the total is said with.
pub fn bill_decimals(total: f64) -> usize {
    money_decimals(total).max(1)
}

/// A sum of a bill in its steps: 1,366 tenths are 136.6, −740 hundredths −7.40.
pub fn bill(steps: i64, decimals: usize) -> String {
    let text = digits(steps.unsigned_abs(), decimals);
    if steps < 0 { format!("{MINUS}{text}") } else { text }
}
