//! Numbers to text by the rules of ui.md §7, with our own digits: the same text in the examples, the
//! prerendered answer and the page, and no float printing in the page's code.

use super::Lang;
use crate::units::math::{log10, round_half_even};
use crate::units::{AsOf, Band, Currency, Date, GIB};

/// U+00A0, between a number and its unit.
pub const NBSP: char = '\u{a0}';
/// U+2212.
pub const MINUS: char = '\u{2212}';
/// U+2013, between the ends of a range.
pub const DASH: char = '\u{2013}';

const POW10: [f64; 7] = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6];
/// The largest integer that is shown in full; anything larger saturates here (2^53 - 1).
const MOST: f64 = 9_007_199_254_740_991.0;

/// A number and its unit, for places that set the unit smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Digits, grouped.
    pub number: String,
    /// Unit; empty for bare numbers.
    pub unit: &'static str,
}

impl Quantity {
    /// As one text: a no-break space between them.
    pub fn text(&self) -> String {
        join(self.number.clone(), self.unit)
    }
}

fn join(mut number: String, unit: &str) -> String {
    if !unit.is_empty() {
        number.push(NBSP);
        number.push_str(unit);
    }
    number
}

/// `n` with commas.
pub fn whole(n: u64) -> String {
    digits(n, 0)
}

/// `n` units of 10^-`decimals`, with commas and a decimal point.
fn digits(mut n: u64, decimals: usize) -> String {
    let mut out: Vec<u8> = Vec::new();
    let mut place = 0;
    loop {
        if place == decimals && decimals > 0 {
            out.push(b'.');
        }
        if place > decimals && (place - decimals).is_multiple_of(3) {
            out.push(b',');
        }
        out.push(b'0' + (n % 10) as u8);
        n /= 10;
        place += 1;
        if n == 0 && place > decimals {
            break;
        }
    }
    out.reverse();
    String::from_utf8(out).unwrap_or_default()
}

/// `x` with so many decimals (at most 6), rounded half to even, commas, U+2212 when negative.
/// Not-a-number is zero; beyond 2^53 it saturates.
pub fn fixed(x: f64, decimals: usize) -> String {
    let decimals = decimals.min(6);
    let scaled = round_half_even((x.abs() * POW10[decimals]).clamp(0.0, MOST));
    // A clamp of not-a-number is not-a-number; the cast makes it zero.
    let n = scaled as u64;
    let text = digits(n, decimals);
    if x < 0.0 && n > 0 {
        let mut signed = String::from(MINUS);
        signed.push_str(&text);
        signed
    } else {
        text
    }
}

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

/// `x` with `n` significant digits, no trailing zeros after the point: 120, 7.62, 0.0085.
pub fn significant(x: f64, n: usize) -> String {
    if !x.is_finite() || x == 0.0 {
        return fixed(0.0, 0);
    }
    let place = log10(x.abs()).floor() as i32 - (n as i32 - 1);
    if place >= 0 {
        let unit = POW10.get(place as usize).copied().unwrap_or(1e6);
        return fixed(round_half_even(x / unit) * unit, 0);
    }
    trimmed(fixed(x, (-place) as usize))
}

fn trimmed(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// Three significant digits, as counts are shown.
fn three(x: f64) -> String {
    significant(x, 3)
}

// ---- money ------------------------------------------------------------------------------------

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

/// A line of a bill as shown: tenths of a unit, rounded half to even from micro-units. Shown lines
/// add up to the shown total because the total adds these (semantics §6).
pub fn bill_tenths(micros: i64) -> i64 {
    let (q, r) = (micros.div_euclid(100_000), micros.rem_euclid(100_000));
    match r.cmp(&50_000) {
        std::cmp::Ordering::Less => q,
        std::cmp::Ordering::Greater => q + 1,
        std::cmp::Ordering::Equal => q + (q & 1),
    }
}

/// Tenths as a bill shows them: 136.6, −7.4.
pub fn bill(tenths: i64) -> String {
    let text = digits(tenths.unsigned_abs(), 1);
    if tenths < 0 { format!("{MINUS}{text}") } else { text }
}

// ---- memory, counts, speed --------------------------------------------------------------------

/// Bytes as binary gigabytes, bare number.
pub fn gib_number(bytes: f64, decimals: usize) -> String {
    fixed(bytes / GIB, decimals)
}

/// Bytes as "19.2 GiB".
pub fn gib(bytes: f64) -> String {
    join(gib_number(bytes, 1), "GiB")
}

/// A part of memory in a table: two decimals, without the unit.
pub fn gib_part(bytes: f64) -> String {
    gib_number(bytes, 2)
}

/// A change of memory with its sign: −9.6 GiB, +0.41 GiB (two decimals below 1).
pub fn gib_signed(bytes: f64) -> String {
    let x = bytes / GIB;
    let text = join(fixed(x, if x.abs() < 0.995 { 2 } else { 1 }), "GiB");
    if x > 0.0 { format!("+{text}") } else { text }
}

/// "16.1–22.2 GiB".
pub fn gib_range(band: Band) -> String {
    join(range_of(band.low / GIB, band.high / GIB, 1), "GiB")
}

/// Decimal gigabytes: data, disks, market names of cards.
pub fn gb(x: f64) -> String {
    join(if x.abs() < 100.0 { trimmed(fixed(x, 1)) } else { fixed(x, 0) }, "GB")
}

/// A small amount of bytes with the fitting binary unit: 327,680 B stays, 2.03 GiB above a GiB.
pub fn bytes(x: f64) -> String {
    if x.abs() < 1e6 {
        join(trimmed(fixed(x, 2)), "B")
    } else if x.abs() < 0.1 * GIB {
        join(fixed(x / 1_048_576.0, 1), "MiB")
    } else {
        join(gib_number(x, 2), "GiB")
    }
}

/// A count: 8,192 in full below 100,000; then 1.2 亿, 12 万; 120M, 1.5B.
pub fn count(lang: Lang, x: f64) -> String {
    if x.abs() < 1e5 {
        return if (x - x.floor()).abs() < 1e-9 { fixed(x, 0) } else { trimmed(fixed(x, 2)) };
    }
    match lang {
        Lang::Zh => {
            let (unit, word) = match x.abs() {
                a if a >= 1e12 => (1e12, "万亿"),
                a if a >= 1e8 => (1e8, "亿"),
                _ => (1e4, "万"),
            };
            join(three(x / unit), word)
        }
        Lang::En => {
            let (unit, word) = match x.abs() {
                a if a >= 1e12 => (1e12, "T"),
                a if a >= 1e9 => (1e9, "B"),
                a if a >= 1e6 => (1e6, "M"),
                _ => (1e3, "k"),
            };
            three(x / unit) + word
        }
    }
}

/// Tokens: "1.2 亿 token", "120M tokens".
pub fn tokens(lang: Lang, x: f64) -> String {
    let unit = match lang {
        Lang::Zh => "token",
        Lang::En if x == 1.0 => "token",
        Lang::En => "tokens",
    };
    join(count(lang, x), unit)
}

/// A number of weights: "7.62 B" in Chinese, "7.62B" in English.
pub fn params(lang: Lang, x: f64) -> String {
    let (unit, word) = match x.abs() {
        a if a >= 1e12 => (1e12, "T"),
        a if a >= 1e9 => (1e9, "B"),
        a if a >= 1e6 => (1e6, "M"),
        a if a >= 1e3 => (1e3, "K"),
        _ => return fixed(x, 0),
    };
    match lang {
        Lang::Zh => join(three(x / unit), word),
        Lang::En => three(x / unit) + word,
    }
}

/// A figure estimated worse than to ±10 % gets two significant digits, a better one three.
pub fn estimate(band: Band) -> String {
    significant(band.likely, if band.half_width() > 0.10 { 2 } else { 3 })
}

/// Tokens per second.
pub fn speed(lang: Lang, band: Band) -> Quantity {
    Quantity { number: estimate(band), unit: lang.pick("token/秒", "tokens/s") }
}

/// Tokens per second of one user.
pub fn speed_per_user(lang: Lang, band: Band) -> Quantity {
    Quantity { number: estimate(band), unit: lang.pick("token/秒·人", "tokens/s per user") }
}

// ---- time -------------------------------------------------------------------------------------

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
    Quantity { number: fixed(x, clock_decimals(x, clock)), unit }
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

// ---- shares and ranges ------------------------------------------------------------------------

/// A share: whole per cent, one digit below 5 %.
pub fn percent(share: f64) -> String {
    let x = share * 100.0;
    let decimals = usize::from(x != 0.0 && round_half_even(x.abs() * 10.0) < 50.0);
    fixed(x, decimals) + "%"
}

/// A share with its sign, for differences.
pub fn percent_signed(share: f64) -> String {
    let text = percent(share);
    if share > 0.0 { format!("+{text}") } else { text }
}

/// A probability: "> 99%" and "< 1%" at the ends, whole per cent between.
pub fn chance(p: f64) -> String {
    if p > 0.99 {
        format!(">{NBSP}99%")
    } else if p < 0.01 {
        format!("<{NBSP}1%")
    } else {
        fixed(p * 100.0, 0) + "%"
    }
}

/// The two ends with an en dash, the same decimals on both; one number where both show the same.
fn range_of(low: f64, high: f64, decimals: usize) -> String {
    let (low, high) = (fixed(low, decimals), fixed(high, decimals));
    if low == high { low } else { format!("{low}{DASH}{high}") }
}

/// Numbers without unit as a range, for speeds: two significant digits.
pub fn plain_range(band: Band) -> String {
    let (low, high) = (significant(band.low, 2), significant(band.high, 2));
    if low == high { low } else { format!("{low}{DASH}{high}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Currency::{Cny, Eur, Usd};
    use Lang::{En, Zh};

    /// No-break spaces are checked as such: `_` stands for one in the tables.
    #[track_caller]
    fn check(got: String, want: &str) {
        assert_eq!(got, want.replace('_', "\u{a0}"));
    }

    #[test]
    fn sums_round_by_size() {
        for (x, zh, en) in [
            (160.4, "¥160", "¥160"),
            (9.994, "¥9.99", "¥9.99"),
            (9.996, "¥10.0", "¥10.0"),
            (99.96, "¥100", "¥100"),
            (0.0, "¥0.00", "¥0.00"),
            (-7.4, "−¥7.40", "−¥7.40"),
            (9_999.0, "¥9,999", "¥9,999"),
            (14_360.0, "1.44_万元", "¥14,360"),
            (2_560_000.0, "256_万元", "¥2,560,000"),
            (1.5e8, "1.50_亿元", "¥150,000,000"),
        ] {
            check(money_text(Zh, x, Cny), zh);
            check(money_text(En, x, Cny), en);
        }
        check(money(14_360.0, Cny), "¥14,360");
        check(money(23.72, Usd), "US$23.7");
        check(money(1_000.4, Eur), "€1,000");
        check(money_both(En, 160.0, Cny, 6.7394), "¥160 (US$24)");
        check(money_both(Zh, 160.0, Cny, 6.7394), "¥160");
        check(money_signed(Zh, 19.8, Cny), "+¥19.8");
    }

    #[test]
    fn rates_and_ranges_name_the_unit_once() {
        check(rate(Zh, 1.98, Cny, Per::Hour), "1.98_元/时");
        check(rate(En, 1.98, Cny, Per::Hour), "¥1.98/h");
        check(rate(Zh, 1_052.0, Cny, Per::Month), "1,052_元/月");
        check(rate(En, 1_052.0, Cny, Per::Month), "¥1,052/mo");
        check(rate(En, 0.0085, Usd, Per::Gb), "US$0.0085/GB");
        check(money_range(Zh, 129.2, 213.7, Cny), "129–214_元");
        check(money_range(En, 129.2, 213.7, Cny), "CNY_129–214");
        check(money_range(Zh, 12_000.0, 16_300.0, Cny), "1.20–1.63_万元");
        check(money_range(Zh, 9_000.0, 16_300.0, Cny), "9,000–16,300_元");
        check(money_range(Zh, 100.0, 100.0, Cny), "100_元");
    }

    #[test]
    fn bills_show_tenths_that_add_up() {
        assert_eq!(bill_tenths(136_550_000), 1366);
        assert_eq!(bill_tenths(50_000), 0);
        assert_eq!(bill_tenths(150_000), 2);
        assert_eq!(bill_tenths(-7_420_000), -74);
        assert_eq!(bill(1366), "136.6");
        assert_eq!(bill(-74), "−7.4");
        assert_eq!(bill(0), "0.0");
        assert_eq!(bill(12_345_678), "1,234,567.8");
    }

    #[test]
    fn memory_is_binary() {
        check(gib(19.18 * GIB), "19.2_GiB");
        check(gib_part(19.18 * GIB), "19.18");
        check(gib_range(Band::new(16.1 * GIB, 19.2 * GIB, 22.2 * GIB)), "16.1–22.2_GiB");
        check(gib_signed(-9.6 * GIB), "−9.6_GiB");
        check(gib_signed(0.41 * GIB), "+0.41_GiB");
        check(bytes(327_680.0), "327,680_B");
        check(gb(24.0), "24_GB");
    }

    #[test]
    fn counts_use_the_words_of_each_language() {
        for (x, zh, en) in [
            (1.2e8, "1.2_亿_token", "120M_tokens"),
            (8_192.0, "8,192_token", "8,192_tokens"),
            (150_000.0, "15_万_token", "150k_tokens"),
            (15e12, "15_万亿_token", "15T_tokens"),
            (4.8e8, "4.8_亿_token", "480M_tokens"),
        ] {
            check(tokens(Zh, x), zh);
            check(tokens(En, x), en);
        }
        check(params(Zh, 7_615_616_512.0), "7.62_B");
        check(params(En, 7_615_616_512.0), "7.62B");
        check(params(En, 40_370_176.0), "40.4M");
        check(params(En, 671e9), "671B");
    }

    #[test]
    fn durations_choose_their_unit() {
        for (h, zh, en) in [
            (75.2, "75_小时", "75_h"),
            (2.04, "2.0_小时", "2.0_h"),
            (1.5, "90_分钟", "90_min"),
            (30.0 / 3600.0, "30_秒", "30_s"),
            (1.24 / 3600.0, "1.2_秒", "1.2_s"),
            (0.032 / 3600.0, "32_毫秒", "32_ms"),
            (0.0, "0_秒", "0_s"),
            (17_520.0, "17,520_小时", "17,520_h"),
        ] {
            check(duration(Zh, h), zh);
            check(duration(En, h), en);
        }
        check(duration_range(Zh, Band::new(60.0, 75.0, 103.0)), "60–103_小时");
        check(days_of(Zh, 75.2).unwrap_or_default(), "3.1_天");
        check(days_of(En, 47.0).unwrap_or_default(), "");
        check(days(En, 1.0), "1_day");
    }

    #[test]
    fn dates_and_ages() {
        let day = Date::new(2026, 10, 4).unwrap_or_default();
        check(date(Zh, day), "2026-10-04");
        check(date(En, day), "4_Oct_2026");
        check(as_of(En, AsOf::Month(2026, 9)), "Sep_2026");
        check(as_of(Zh, AsOf::Year(2025)), "2025");
        check(age(Zh, 59), "59_天前");
        check(age(En, 59), "59_days ago");
        check(age(En, 1), "1_day ago");
        check(age(Zh, 0), "今天");
    }

    #[test]
    fn shares_are_whole_above_five_per_cent() {
        for (x, want) in [(0.74, "74%"), (0.045, "4.5%"), (0.0497, "5%"), (0.0, "0%"), (-0.36, "−36%")] {
            check(percent(x), want);
        }
        check(chance(0.997), ">_99%");
        check(chance(0.42), "42%");
    }

    #[test]
    fn wide_estimates_get_two_digits() {
        check(speed(Zh, Band::new(1_380.0, 1_932.0, 2_500.0)).text(), "1,900_token/秒");
        check(speed(En, Band::new(1_900.0, 1_932.0, 1_960.0)).text(), "1,930_tokens/s");
        check(speed_per_user(Zh, Band::new(20.0, 31.2, 40.0)).text(), "31_token/秒·人");
        check(plain_range(Band::new(0.0, 2.0, 12_345.0)), "0–12,000");
    }

    #[test]
    fn digits_agree_with_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            let x = (random.f64() - 0.5) * POW10[random.usize(1..7)] * 100.0;
            let decimals = random.usize(0..4);
            let ours = fixed(x, decimals).replace(',', "").replace(MINUS, "-");
            let step = 1.0 / POW10[decimals];
            let off = ours.parse::<f64>().map_or(f64::MAX, |y| (y - x).abs());
            assert!(off <= 0.5 * step * (1.0 + 1e-9), "{x} with {decimals}: {ours}");
            assert_eq!(ours.split('.').nth(1).map_or(0, str::len), decimals, "{ours}");
        }
    }

    #[test]
    fn odd_numbers_do_not_panic() {
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 5e-324] {
            for lang in Lang::ALL {
                let band = Band::new(x, x, x);
                let all = [
                    fixed(x, 9),
                    significant(x, 3),
                    money_text(lang, x, Cny),
                    money_range(lang, x, x, Cny),
                    rate(lang, x, Usd, Per::Hour),
                    tokens(lang, x),
                    params(lang, x),
                    duration(lang, x),
                    duration_range(lang, band),
                    days(lang, x),
                    percent(x),
                    chance(x),
                    gib(x),
                    bytes(x),
                    speed(lang, band).text(),
                ];
                assert!(all.iter().all(|t| !t.is_empty()), "{x}: {all:?}");
            }
        }
        assert_eq!(fixed(-0.001, 2), "0.00");
        let _ = bill_tenths(i64::MIN);
        assert_eq!(bill(i64::MIN), "−922,337,203,685,477,580.8");
    }
}
