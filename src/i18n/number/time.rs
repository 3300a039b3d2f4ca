//! Durations, dates and ages.

use super::{Lang, NBSP, Quantity, fixed, join, range_of, trimmed, whole};
use crate::engine::cost::HOURS_MAX;
use crate::units::math::round_half_even;
use crate::units::{AsOf, Band, Date};

#[derive(Clone, Copy)]
enum Clock {
    Millisecond,
    Second,
    Minute,
    Hour,
}

fn clock(hours: f64) -> Clock {
    let seconds = hours * 3600.0;
    match seconds {
        s if s > 0.0 && s < 0.9995 => Clock::Millisecond,
        s if s < 59.5 => Clock::Second,
        s if s < 7_200.0 => Clock::Minute,
        _ => Clock::Hour,
    }
}

fn clock_unit(lang: Lang, clock: Clock) -> (f64, &'static str) {
    match clock {
        Clock::Millisecond => (3_600_000.0, lang.pick("毫秒", "ms")),
        Clock::Second => (3600.0, lang.pick("秒", "s")),
        Clock::Minute => (60.0, lang.pick("分钟", "min")),
        Clock::Hour => (1.0, lang.pick("小时", "h")),
    }
}

fn clock_decimals(x: f64, clock: Clock) -> usize {
    // Whole numbers that somebody typed stay whole: 9 h, not 9.0 h.
    let fine = matches!(clock, Clock::Second | Clock::Hour) && (x - x.floor()).abs() > 1e-9;
    if fine && x > 0.0 && round_half_even(x * 10.0) < 100.0 { 1 } else { 0 }
}

/// A duration in hours as number and unit: below a minute seconds, below two hours minutes, else
/// hours (one decimal below 10).
pub fn duration_parts(lang: Lang, hours: f64) -> Quantity {
    let clock = clock(hours);
    let (factor, unit) = clock_unit(lang, clock);
    let x = hours * factor;
    let number = fixed(x, clock_decimals(x, clock));
    let over = if hours >= HOURS_MAX { lang.pick("超过 ", "over ") } else { "" };
    Quantity { number: over.to_owned() + &number, unit }
}

/// A duration in hours: "75 小时", "75 h".
pub fn duration(lang: Lang, hours: f64) -> String {
    duration_parts(lang, hours).text()
}

/// Hours of a bill, exact enough to check the product: one decimal from two hours on.
pub fn bill_hours(lang: Lang, hours: f64) -> String {
    match clock(hours) {
        Clock::Hour if hours < 9_999.95 => join(trimmed(fixed(hours, 1)), clock_unit(lang, Clock::Hour).1),
        _ => duration(lang, hours),
    }
}

/// A duration in seconds: "1.2 秒", "320 ms".
pub fn seconds(lang: Lang, s: f64) -> String {
    duration(lang, s / 3600.0)
}

/// "60–103 小时".
pub fn duration_range(lang: Lang, hours: Band) -> String {
    if hours.low >= HOURS_MAX {
        return duration(lang, hours.low);
    }
    if hours.high >= HOURS_MAX {
        let least = duration(lang, hours.low);
        return lang.pick("{} 以上", "{} and more").replace("{}", &least);
    }
    let clock = clock(hours.likely);
    let (factor, unit) = clock_unit(lang, clock);
    let high = hours.high * factor;
    join(range_of(hours.low * factor, high, clock_decimals(high, clock)), unit)
}

/// Hours as days, from 48 hours on: "3.1 天", "3.1 days".
pub fn days_of(lang: Lang, hours: f64) -> Option<String> {
    (hours >= 48.0).then(|| days(lang, hours / 24.0))
}

/// "7 天", "7 days", "1 day".
pub fn days(lang: Lang, days: f64) -> String {
    let number = if days < 9.95 { trimmed(fixed(days, 1)) } else { fixed(days, 0) };
    let unit = lang.pick("天", if number == "1" { "day" } else { "days" });
    join(number, unit)
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A day in running text: 2026-10-04, "4 Oct 2026". Tables use the first form everywhere.
pub fn date(lang: Lang, date: Date) -> String {
    match lang {
        Lang::Zh => date.to_string(),
        Lang::En => {
            let (y, m, d) = date.ymd();
            format!("{d}{NBSP}{}{NBSP}{y}", month(m))
        }
    }
}

fn month(m: u32) -> &'static str {
    MONTHS.get(m.wrapping_sub(1) as usize).copied().unwrap_or("")
}

/// A day, month or year in running text.
pub fn as_of(lang: Lang, when: AsOf) -> String {
    match (lang, when) {
        (_, AsOf::Day(day)) => date(lang, day),
        (Lang::En, AsOf::Month(y, m)) => format!("{}{NBSP}{y}", month(m)),
        _ => when.to_string(),
    }
}

/// "59 天前", "59 days ago", "今天".
pub fn age(lang: Lang, days: i32) -> String {
    match (lang, days) {
        (Lang::Zh, i32::MIN..=0) => "今天".into(),
        (Lang::En, i32::MIN..=0) => "today".into(),
        (Lang::Zh, n) => format!("{}{NBSP}天前", whole(n as u64)),
        (Lang::En, 1) => format!("1{NBSP}day ago"),
        (Lang::En, n) => format!("{}{NBSP}days ago", whole(n as u64)),
    }
}
