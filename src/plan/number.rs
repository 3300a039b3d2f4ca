//! Numbers as people write them: full-width digits, `8k`, `1e3`, `1.2亿`, `8,192`, `7B`, `24 GB`,
//! `2天`, `¥1.98/时`. One reader for inputs, links and pasted quotes, one canonical form, no
//! dependence on the standard float parser (its tables would cost the page ten kilobytes).

use super::fields::Unit;
use crate::units::Currency;

/// Digits that a plan keeps of a number. Twelve are exact through text in both directions.
const DIGITS: i32 = 12;

/// Powers of ten that `f64` holds exactly.
const POW10: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// `x` times ten to the `e`: one correctly rounded step where the power is exact.
fn scale10(mut x: f64, mut e: i32) -> f64 {
    while e > 22 && x != 0.0 && x.is_finite() {
        x *= 1e22;
        e -= 22;
    }
    while e < -22 && x != 0.0 {
        x /= 1e22;
        e += 22;
    }
    let p = POW10[(e.unsigned_abs() as usize).min(22)];
    if e >= 0 { x * p } else { x / p }
}

/// `mantissa * 10^exponent`: exact where both fit, else within a few units of the last place.
pub fn decimal(mantissa: u64, exponent: i32) -> f64 {
    scale10(mantissa as f64, exponent.clamp(-400, 400))
}

/// Digits and exponent of `|x|` kept to twelve digits without trailing zeros: `digits * 10^exponent`.
fn parts(x: f64) -> (u64, i32) {
    let x = x.abs();
    if !x.is_finite() || x == 0.0 {
        return (0, 0);
    }
    // Smallest shift that makes twelve digits; beyond 10^-22 nothing is left.
    let mut shift = 0;
    while shift > -300 && scale10(x, shift) >= POW10[DIGITS as usize] {
        shift -= 1;
    }
    while shift < 22 && scale10(x, shift) < POW10[DIGITS as usize - 1] {
        shift += 1;
    }
    let mut digits = crate::units::math::round_half_even(scale10(x, shift)) as u64;
    let mut exponent = -shift;
    while digits != 0 && digits.is_multiple_of(10) {
        digits /= 10;
        exponent += 1;
    }
    (digits, if digits == 0 { 0 } else { exponent })
}

/// The nearest number of twelve significant digits; not-a-number and infinities are kept.
/// What a plan holds is always in this form, so that a link gives back the same plan.
pub fn canon(x: f64) -> f64 {
    if !x.is_finite() || x.abs() >= 1e22 {
        return x;
    }
    let (digits, exponent) = parts(x);
    let y = scale10(digits as f64, exponent);
    if x < 0.0 { -y } else { y }
}

/// Writes a number the way links carry it: decimal digits, no grouping, no exponent.
pub fn print(x: f64) -> String {
    let (digits, exponent) = parts(x);
    let mut text = digits.to_string();
    if exponent >= 0 {
        if digits != 0 {
            text.extend(std::iter::repeat_n('0', (exponent as usize).min(320)));
        }
    } else {
        let places = exponent.unsigned_abs() as usize;
        if text.len() <= places {
            text.insert_str(0, &"0".repeat(places + 1 - text.len()));
        }
        text.insert(text.len() - places, '.');
    }
    if x < 0.0 && digits != 0 {
        text.insert(0, '-');
    }
    text
}

/// What stands behind the digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Nothing.
    None,
    /// A word for things counted: tokens, cards, people.
    Count,
    /// `%`.
    Percent,
    /// Bytes; the factor to giga.
    Bytes(f64),
    /// Bits per second; the factor to mega.
    Speed(f64),
    /// A time; the factor to hours.
    Time(f64),
    /// Money, `per` something or not.
    Money(Currency),
}

/// A number with what was written around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The number, multipliers such as `k` and 亿 included, percent not divided.
    pub value: f64,
    /// A Latin multiplier letter stood behind it (`k`, `M`, `G`, `B`, `T`).
    pub letter: bool,
    /// That letter was a `k`.
    pub kilo: bool,
    /// The unit behind it.
    pub measure: Measure,
}

/// Reads a number as people write it, whatever unit stands behind it; `5%` is 0.05.
pub fn read(text: &str) -> Option<f64> {
    let q = quantity(text)?;
    Some(canon(if q.measure == Measure::Percent { q.value / 100.0 } else { q.value }))
}

/// Reads a number for a field of that unit: `2天` is 48 for hours, `500 MB` is 0.5 for GB, `7B` is 7
/// for billions. A unit that does not fit is not a number we can read.
pub fn read_in(text: &str, unit: Unit) -> Option<f64> {
    let q = quantity(text)?;
    let v = q.value;
    let value = match (unit, q.measure) {
        // Sizes: "80G" is 80 GB; GB and GiB are taken as the field's own unit.
        (Unit::Gb | Unit::Gib, Measure::None) if q.letter => v / 1e9,
        (Unit::Gb | Unit::Gib, Measure::Bytes(f)) => v * f,
        (Unit::Mbps, Measure::None) if q.letter => v / 1e6,
        (Unit::Mbps, Measure::Speed(f)) => v * f,
        (Unit::Hours, Measure::Time(f)) => v * f,
        (Unit::Days, Measure::Time(f)) => v * f / 24.0,
        (Unit::Years, Measure::Time(f)) => v * f / 8_760.0,
        (Unit::Minutes, Measure::Time(f)) => v * f * 60.0,
        (Unit::Seconds, Measure::Time(f)) => v * f * 3_600.0,
        (Unit::Milliseconds, Measure::Time(f)) => v * f * 3_600_000.0,
        (Unit::Share, Measure::Percent) => v / 100.0,
        (Unit::Billions, Measure::None | Measure::Count) if q.letter || v >= 1e5 => v / 1e9,
        // A context of "8k" is 8,192 (what model cards mean by it).
        (Unit::Context, Measure::None | Measure::Count) if q.kilo => v * 1.024,
        (Unit::Gib | Unit::Gb, _) if !matches!(q.measure, Measure::None) => return None,
        (Unit::Share, Measure::None | Measure::Count) => v,
        (u, Measure::Money(_)) if u.money() => v,
        (_, Measure::None | Measure::Count) => v,
        _ => return None,
    };
    Some(canon(value))
}

/// The first number that can be found in a text, for "did you mean".
pub fn guess(text: &str) -> Option<f64> {
    let text: String = text.chars().take(64).map(narrow).collect();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text[start..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text.len(), |n| start + n);
    read(&text[start..end])
}

/// The half-width twin of a full-width character, and of the signs that input methods put for them.
pub fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '\u{3000}' | '\u{A0}' | '\u{2009}' | '\u{202F}' => ' ',
        '\u{2212}' | '\u{2013}' => '-',
        '\u{3002}' => '.',
        c => c,
    }
}

/// Reads number and unit.
pub fn quantity(text: &str) -> Option<Quantity> {
    if text.len() > 200 {
        return None;
    }
    let text: Vec<char> = text.trim().chars().map(narrow).collect();
    let (currency, at) = prefix(&text);
    let (value, at) = digits(&text, at)?;
    let mut q = tail(value, &text[at..], 0)?;
    if let Some(currency) = currency {
        match q.measure {
            Measure::None | Measure::Count | Measure::Money(_) => q.measure = Measure::Money(currency),
            _ => return None,
        }
    }
    q.value.is_finite().then_some(q)
}

/// Signs before a number: "about" is skipped, a currency is kept.
fn prefix(text: &[char]) -> (Option<Currency>, usize) {
    let mut currency = None;
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(' ' | '约' | '~' | '≈') => at += 1,
            Some('¥' | '￥') => {
                currency = Some(Currency::Cny);
                at += 1;
            }
            Some('$') => {
                currency = Some(Currency::Usd);
                at += 1;
            }
            Some('€') => {
                currency = Some(Currency::Eur);
                at += 1;
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let word: String =
                    text[at..].iter().take_while(|c| c.is_ascii_alphabetic()).take(4).collect();
                match money_word(&word.to_ascii_lowercase()) {
                    Some(c) => {
                        currency = Some(c);
                        at += word.len();
                    }
                    None => return (currency, at),
                }
            }
            _ => return (currency, at),
        }
    }
}

/// Sign, grouped digits, fraction and exponent; and where they end.
fn digits(text: &[char], start: usize) -> Option<(f64, usize)> {
    let digit = |i: usize| text.get(i).and_then(|c| c.to_digit(10));
    let mut at = start;
    let negative = text.get(at) == Some(&'-');
    if matches!(text.get(at), Some('-' | '+')) {
        at += 1;
    }
    let (mut mantissa, mut exponent, mut seen) = (0_u64, 0_i32, 0_u32);
    let mut push = |d: u32, fraction: bool| {
        if mantissa < 1_000_000_000_000_000_000 {
            mantissa = mantissa * 10 + u64::from(d);
            exponent -= i32::from(fraction);
        } else {
            exponent += i32::from(!fraction);
        }
        seen += 1;
    };
    let mut run = 0;
    loop {
        if let Some(d) = digit(at) {
            push(d, false);
            run += 1;
            at += 1;
            continue;
        }
        // A grouping mark stands before exactly three digits.
        let group = matches!(text.get(at), Some(',' | '_' | '\'' | ' '))
            && (1..=3).contains(&run)
            && (1..=3).all(|k| digit(at + k).is_some())
            && digit(at + 4).is_none();
        let more = group || {
            matches!(text.get(at), Some(',' | '_' | '\'' | ' '))
                && (1..=3).contains(&run)
                && (1..=3).all(|k| digit(at + k).is_some())
                && matches!(text.get(at + 4), Some(',' | '_' | '\'' | ' '))
        };
        if !more {
            break;
        }
        at += 1;
        run = 0;
    }
    if text.get(at) == Some(&'.') {
        at += 1;
        while let Some(d) = digit(at) {
            push(d, true);
            at += 1;
        }
    }
    if seen == 0 {
        return None;
    }
    if matches!(text.get(at), Some('e' | 'E')) {
        // `+` may have become a blank in a link: "1e 8".
        let mut k = at + 1;
        let minus = text.get(k) == Some(&'-');
        if matches!(text.get(k), Some('-' | '+' | ' ')) {
            k += 1;
        }
        if digit(k).is_some() {
            let mut e = 0_i32;
            while let Some(d) = digit(k) {
                e = (e * 10 + d as i32).min(9_999);
                k += 1;
            }
            exponent = exponent.saturating_add(if minus { -e } else { e });
            at = k;
        }
    }
    let value = decimal(mantissa, exponent);
    Some((if negative { -value } else { value }, at))
}

/// Multipliers and unit behind the digits.
fn tail(value: f64, rest: &[char], depth: u32) -> Option<Quantity> {
    let mut q = Quantity { value, letter: false, kilo: false, measure: Measure::None };
    let mut at = rest.iter().take_while(|c| **c == ' ').count();
    let mut cjk = false;
    while let Some(f) = rest.get(at).and_then(|c| match c {
        '十' => Some(10.0),
        '百' => Some(100.0),
        '千' => Some(1e3),
        '万' | '萬' => Some(1e4),
        '亿' | '億' => Some(1e8),
        _ => None,
    }) {
        q.value *= f;
        cjk = true;
        at += 1;
    }
    // 1亿2000万: the rest adds, if it names its own multiplier.
    if cjk && depth < 4 && rest.get(at).is_some_and(char::is_ascii_digit) {
        let (more, end) = digits(rest, at)?;
        let named = rest.get(end).is_some_and(|c| "十百千万萬亿億".contains(*c));
        let add = tail(more, &rest[end..], depth + 1)?;
        return named.then_some(Quantity { value: q.value + add.value, ..add });
    }
    let word: String = rest[at..].iter().collect::<String>().trim().to_string();
    if word.is_empty() {
        return Some(q);
    }
    if let Some(measure) = measure(&word) {
        q.measure = measure;
        return Some(q);
    }
    // A multiplier letter, alone or glued to a word for things counted.
    let letter = word.chars().next()?;
    let factor = match letter {
        'k' | 'K' => 1e3,
        'w' | 'W' => 1e4,
        'm' | 'M' => 1e6,
        'b' | 'B' | 'g' | 'G' => 1e9,
        't' | 'T' => 1e12,
        _ => return None,
    };
    let after = word[1..].trim();
    if !after.is_empty() {
        match measure(after) {
            Some(m @ (Measure::Count | Measure::Money(_))) => q.measure = m,
            _ => return None,
        }
    }
    q.value *= factor;
    q.letter = true;
    q.kilo = matches!(letter, 'k' | 'K');
    Some(q)
}

fn money_word(word: &str) -> Option<Currency> {
    Some(match word {
        "元" | "块" | "圆" | "人民币" | "rmb" | "cny" | "yuan" | "¥" => Currency::Cny,
        "美元" | "美金" | "usd" | "us" | "dollar" | "dollars" | "$" => Currency::Usd,
        "欧元" | "eur" | "euro" | "euros" | "€" => Currency::Eur,
        _ => return None,
    })
}

/// The unit a word stands for.
fn measure(word: &str) -> Option<Measure> {
    let lower = word.to_ascii_lowercase();
    let word = lower.trim_end_matches('.');
    if let Some(c) = money_word(word) {
        return Some(Measure::Money(c));
    }
    Some(match word {
        "%" | "percent" => Measure::Percent,
        "kb" => Measure::Bytes(1e-6),
        "mb" => Measure::Bytes(1e-3),
        "mib" => Measure::Bytes(1.0 / 1_024.0),
        "gb" | "gib" => Measure::Bytes(1.0),
        "tb" => Measure::Bytes(1e3),
        "tib" => Measure::Bytes(1_024.0),
        "mbps" | "mbit/s" | "mb/s" | "兆" => Measure::Speed(if word == "mb/s" { 8.0 } else { 1.0 }),
        "gbps" | "gbit/s" => Measure::Speed(1e3),
        "gb/s" => Measure::Speed(8e3),
        "ms" | "毫秒" => Measure::Time(1.0 / 3_600_000.0),
        "s" | "sec" | "second" | "seconds" | "秒" => Measure::Time(1.0 / 3_600.0),
        "min" | "minute" | "minutes" | "分" | "分钟" => Measure::Time(1.0 / 60.0),
        "h" | "hr" | "hrs" | "hour" | "hours" | "时" | "小时" | "个小时" | "钟头" => {
            Measure::Time(1.0)
        }
        "d" | "day" | "days" | "天" | "日" => Measure::Time(24.0),
        "week" | "weeks" | "周" | "星期" => Measure::Time(168.0),
        "month" | "months" | "月" | "个月" => Measure::Time(720.0),
        "y" | "yr" | "year" | "years" | "年" => Measure::Time(8_760.0),
        "token" | "tokens" | "tok" | "toks" | "params" | "param" | "parameters" | "参数" | "参" | "张"
        | "卡" | "张卡" | "块卡" | "个" | "人" | "条" | "步" | "轮" | "次" | "页" | "份" | "card"
        | "cards" | "gpu" | "gpus" | "user" | "users" | "step" | "steps" | "epoch" | "epochs" | "sample"
        | "samples" | "x" | "倍" | "px" | "像素" | "核" | "cores" | "image" | "images" | "rows" | "行"
        | "词" | "帧" => Measure::Count,
        _ => {
            // "元/时", "/h", "USD/GPU/h": money or a bare number per something.
            let (what, per) = word.split_once('/')?;
            if per.chars().count() > 12 {
                return None;
            }
            if what.trim().is_empty() { Measure::Count } else { Measure::Money(money_word(what.trim())?) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: Option<f64>) {
        assert_eq!(read(text), want, "{text}");
    }

    #[test]
    fn people_write_numbers_in_many_ways() {
        for (text, want) in [
            ("8k", 8e3),
            ("8K", 8e3),
            ("1e3", 1e3),
            ("1E+8", 1e8),
            ("1e 8", 1e8),
            ("1.2亿", 1.2e8),
            ("1.2万", 1.2e4),
            ("１２０", 120.0),
            ("１．２亿", 1.2e8),
            ("1亿2000万", 1.2e8),
            ("百", f64::NAN),
            ("8,192", 8192.0),
            ("８，１９２", 8192.0),
            ("1,234,567.5", 1_234_567.5),
            ("12 345", 12_345.0),
            ("1.5M", 1.5e6),
            ("7B", 7e9),
            ("120M tokens", 1.2e8),
            ("120Mtok", 1.2e8),
            ("24 GB", 24.0),
            ("24GiB", 24.0),
            ("5%", 0.05),
            ("¥1.98/时", 1.98),
            ("1.98元/小时", 1.98),
            ("$2.5/h", 2.5),
            ("USD 2.5", 2.5),
            ("约 3 天", 3.0),
            ("-1", -1.0),
            ("−1", -1.0),
            (".5", 0.5),
            ("1.", 1.0),
            ("2w", 2e4),
            ("3千万", 3e7),
            ("1万亿", 1e12),
            ("0", 0.0),
        ] {
            check(text, if want.is_nan() { None } else { Some(want) });
        }
    }

    #[test]
    fn nonsense_is_not_a_number() {
        for text in [
            "",
            " ",
            "-",
            "+",
            ".",
            "abc",
            "NaN",
            "inf",
            "Infinity",
            "1..2",
            "1,5",
            "1,23,4",
            "12kk",
            "1 2 3",
            "0x10",
            "8k8",
            "1万2",
            "٣",
            "１２ＧＢＰ",
            "1e",
            "--1",
        ] {
            check(text, None);
        }
        assert!(read(&"9".repeat(150)).is_some_and(|x| (x / 1e150 - 1.0).abs() < 1e-9));
        check(&"9".repeat(1_000), None);
        assert!(read("1e308").is_some_and(|x| (x / 1e308 - 1.0).abs() < 1e-9));
        check("1e309", None);
        check("1e-400", Some(0.0));
    }

    #[test]
    fn units_convert_into_the_unit_of_the_field() {
        for (text, unit, want) in [
            ("2天", Unit::Hours, Some(48.0)),
            ("90 min", Unit::Hours, Some(1.5)),
            ("500 MB", Unit::Gb, Some(0.5)),
            ("80G", Unit::Gb, Some(80.0)),
            ("2TB", Unit::Gb, Some(2000.0)),
            ("7B", Unit::Billions, Some(7.0)),
            ("7", Unit::Billions, Some(7.0)),
            ("500M", Unit::Billions, Some(0.5)),
            ("7615616512", Unit::Billions, Some(7.615616512)),
            ("8k", Unit::Context, Some(8192.0)),
            ("128K", Unit::Context, Some(131_072.0)),
            ("8000", Unit::Context, Some(8000.0)),
            ("10%", Unit::Share, Some(0.1)),
            ("0.1", Unit::Share, Some(0.1)),
            ("1 s", Unit::Milliseconds, Some(1000.0)),
            ("1Gbps", Unit::Mbps, Some(1000.0)),
            ("¥500", Unit::Money, Some(500.0)),
            ("5000元", Unit::Money, Some(5000.0)),
            ("1.5万元", Unit::Money, Some(15_000.0)),
            ("3 GB", Unit::Hours, None),
            ("3 天", Unit::Money, None),
            ("2 h", Unit::Gb, None),
        ] {
            assert_eq!(read_in(text, unit), want, "{text} as {unit:?}");
        }
    }

    #[test]
    fn twelve_digits_go_there_and_back() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let x = (rng.f64() - 0.3) * scale10(1.0, rng.i32(-8..17));
            let y = canon(x);
            assert_eq!(canon(y), y, "{x:e}");
            assert_eq!(read(&print(y)), Some(y), "{x:e} {}", print(y));
            assert!((x - y).abs() <= x.abs() * 1e-11 || x.abs() < 1e-11, "{x:e} {y:e}");
        }
        assert_eq!(print(1.2e8), "120000000");
        assert_eq!(print(0.1 + 0.2), "0.3");
        assert_eq!(print(1e15), "1000000000000000");
        assert_eq!(print(-0.05), "-0.05");
        assert_eq!(print(0.0), "0");
    }

    #[test]
    fn a_guess_is_offered_for_what_cannot_be_read() {
        assert_eq!(guess("about 40 hrs or so"), Some(40.0));
        assert_eq!(guess("none"), None);
    }
}
