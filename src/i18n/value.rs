//! Values of lines and terms by their unit, as the "why" panel, the tables and the exports show them.

use super::Lang;
use super::number::{self, Per};
use crate::engine::line::{Line, Term, Unit};
use crate::units::{Band, Currency};

/// A value with its unit.
pub fn value(lang: Lang, x: f64, unit: Unit, currency: Currency) -> String {
    let with = |number: String, zh, en| number::Quantity { number, unit: lang.pick(zh, en) }.text();
    let plain = || number::count(lang, x);
    match unit {
        Unit::Plain | Unit::Layers => short(lang, x),
        Unit::Share => number::percent(x),
        Unit::Bytes => number::bytes(x),
        Unit::BytesEach => with(number::significant(x, 4), "B", "B"),
        Unit::Tokens => number::tokens(lang, x),
        Unit::Params => number::params(lang, x),
        Unit::Gpus => with(plain(), "张卡", if x == 1.0 { "card" } else { "cards" }),
        Unit::Flops => number::params(lang, x) + lang.pick(" FLOP", " FLOP"),
        Unit::TflopsPerSecond => with(number::significant(x, 4), "TFLOP/s", "TFLOP/s"),
        Unit::GbPerSecond => with(number::significant(x, 4), "GB/s", "GB/s"),
        Unit::TokensPerSecond => with(number::significant(x, 3), "token/秒", "tokens/s"),
        Unit::ImagesPerSecond => with(number::significant(x, 3), "张/秒", "images/s"),
        Unit::Seconds => number::seconds(lang, x),
        Unit::Milliseconds => number::seconds(lang, x / 1e3),
        Unit::Hours => number::duration(lang, x),
        Unit::Days => number::days(lang, x),
        Unit::Months => with(plain(), "个月", if x == 1.0 { "month" } else { "months" }),
        Unit::Gb => number::gb(x),
        Unit::GbMonth => with(number::significant(x, 3), "GB·月", "GB-months"),
        Unit::MbitPerSecond => with(number::significant(x, 3), "Mbit/s", "Mbit/s"),
        Unit::Money => number::money(x, currency),
        Unit::MoneyPerHour => number::rate(lang, x, currency, Per::Hour),
        Unit::MoneyPerMonth => number::rate(lang, x, currency, Per::Month),
        Unit::MoneyPerGb => number::rate(lang, x, currency, Per::Gb),
        Unit::MoneyPerGbMonth => number::rate(lang, x, currency, Per::GbMonth),
        Unit::Kilowatt => with(number::significant(x, 3), "kW", "kW"),
        Unit::Users => with(plain(), "人", if x == 1.0 { "user" } else { "users" }),
        Unit::RequestsPerSecond => with(number::significant(x, 3), "次/秒", "requests/s"),
    }
}

/// A bare number: whole ones in full, others with four significant digits.
fn short(lang: Lang, x: f64) -> String {
    if x == x.floor() && x.abs() < 1e7 {
        number::fixed(x, 0)
    } else if x.abs() >= 1e5 {
        number::count(lang, x)
    } else {
        number::significant(x, 4)
    }
}

/// The value of a line, its middle.
pub fn line(lang: Lang, line: &Line, currency: Currency) -> String {
    value(lang, line.value.likely, line.unit, currency)
}

/// The range of a line with the unit once; the middle alone where the range has no width.
pub fn range(lang: Lang, band: Band, unit: Unit, currency: Currency) -> String {
    if band.high - band.low <= 0.001 * band.likely {
        return value(lang, band.likely, unit, currency);
    }
    match unit {
        Unit::Money => number::money_range(lang, band.low, band.high, currency),
        Unit::Hours => number::duration_range(lang, band),
        Unit::Seconds => number::duration_range(lang, band.times(1.0 / 3_600.0)),
        Unit::Milliseconds => number::duration_range(lang, band.times(1.0 / 3_600_000.0)),
        Unit::Bytes => number::gib_range(band),
        _ => {
            let high = value(lang, band.high, unit, currency);
            format!("{}{}{high}", bare(&value(lang, band.low, unit, currency), &high), number::DASH)
        }
    }
}

/// `low` without the unit that it shares with `high`.
fn bare<'a>(low: &'a str, high: &str) -> &'a str {
    let unit = |t: &str| t.trim_start_matches(|c: char| c.is_ascii_digit() || ".,−".contains(c)).len();
    let tail = unit(low);
    if tail == unit(high) && low.get(low.len() - tail..) == high.get(high.len() - tail..) {
        low.get(..low.len() - tail).unwrap_or(low)
    } else {
        low
    }
}

/// A formula with its symbols replaced by values: `7.62 B × 2 B`. A symbol without a term stays.
pub fn filled(lang: Lang, formula: &str, terms: &[Term], currency: Currency) -> String {
    let mut out = String::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        // A symbol is a run of letters, digits, dots between letters and underscores.
        let word_end =
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).unwrap_or(rest.len());
        let take = if word_end == 0 { first.len_utf8() } else { word_end };
        let (word, tail) = rest.split_at(take);
        match terms.iter().find(|t| t.symbol == word) {
            Some(t) => out.push_str(&value(lang, t.value, t.unit, currency)),
            None => out.push_str(word),
        }
        rest = tail;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::line::{From, term};
    use crate::engine::names::TermName;
    use Currency::Cny;
    use Lang::{En, Zh};

    #[track_caller]
    fn check(got: String, want: &str) {
        assert_eq!(got, want.replace('_', "\u{a0}"));
    }

    #[test]
    fn values_carry_their_unit() {
        for (x, unit, zh, en) in [
            (152_064.0, Unit::Plain, "152,064", "152,064"),
            (0.35, Unit::Plain, "0.35", "0.35"),
            (0.35, Unit::Share, "35%", "35%"),
            (2.0, Unit::BytesEach, "2_B", "2_B"),
            (1.0, Unit::Gpus, "1_张卡", "1_card"),
            (165.2, Unit::TflopsPerSecond, "165.2_TFLOP/s", "165.2_TFLOP/s"),
            (1_932.0, Unit::TokensPerSecond, "1,930_token/秒", "1,930_tokens/s"),
            (1.98, Unit::MoneyPerHour, "1.98_元/时", "¥1.98/h"),
            (20.0, Unit::Users, "20_人", "20_users"),
        ] {
            check(value(Zh, x, unit, Cny), zh);
            check(value(En, x, unit, Cny), en);
        }
    }

    #[test]
    fn ranges_name_their_unit_once() {
        check(
            range(En, Band::new(1_380.0, 1_932.0, 2_500.0), Unit::TokensPerSecond, Cny),
            "1,380–2,500_tokens/s",
        );
        check(range(Zh, Band::new(0.25, 0.35, 0.45), Unit::Share, Cny), "25–45%");
        check(range(Zh, Band::exact(4.0), Unit::Gpus, Cny), "4_张卡");
    }

    #[test]
    fn formulas_fill_with_their_values() {
        let terms = [
            term("P", TermName::Parameters, 7_615_616_512.0, Unit::Params, From::Model),
            term("b_w", TermName::BytesPerParameter, 2.0, Unit::BytesEach, From::Chosen),
        ];
        check(filled(Zh, "P × b_w / tp", &terms, Cny), "7.62_B × 2_B / tp");
    }
}
