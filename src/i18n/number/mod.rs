//! Numbers to text by the rules of ui.md §7, with our own digits: the same text in the examples, the
//! prerendered answer and the page, and no float printing in the page's code.

mod money;
#[cfg(test)]
mod tests;
mod time;

pub use money::*;
pub use time::*;

use super::Lang;
use crate::units::math::{log10, round_half_even};
use crate::units::{Band, GIB};

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

/// Decimal gigabytes: data, disks, market names of cards. Less than one is said in megabytes.
pub fn gb(x: f64) -> String {
    match x.abs() {
        a if a >= 100.0 => join(fixed(x, 0), "GB"),
        a if a >= 1.0 || a == 0.0 => join(trimmed(fixed(x, 1)), "GB"),
        _ => join(three(x * 1e3), "MB"),
    }
}

/// Memory of a card as it is sold; a card whose memory nobody published has none to show.
pub fn card_memory(lang: Lang, memory_gb: u32) -> String {
    if memory_gb == 0 {
        lang.pick("显存未知", "memory unknown").to_owned()
    } else {
        gb(f64::from(memory_gb))
    }
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
