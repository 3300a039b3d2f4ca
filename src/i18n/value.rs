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
        Unit::BytesEach => with(short(lang, x), "B", "B"),
        Unit::Tokens => number::tokens(lang, x),
        Unit::Params => number::params(lang, x),
        Unit::Gpus => with(plain(), "张卡", if x == 1.0 { "card" } else { "cards" }),
        Unit::Flops => flops(x),
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

/// Operations: GFLOP, TFLOP …
fn flops(x: f64) -> String {
    let (scale, unit) = match x.abs() {
        a if a >= 1e18 => (1e18, "EFLOP"),
        a if a >= 1e15 => (1e15, "PFLOP"),
        a if a >= 1e12 => (1e12, "TFLOP"),
        a if a >= 1e9 => (1e9, "GFLOP"),
        _ => (1e6, "MFLOP"),
    };
    number::Quantity { number: number::significant(x / scale, 3), unit }.text()
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
    match line.unit {
        Unit::TokensPerSecond => number::speed(lang, line.value).text(),
        unit => value(lang, line.value.likely, unit, currency),
    }
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

/// A formula with its symbols replaced by values: `7.62 B · 2 B`. A symbol without a term stays; in
/// Chinese the words of a formula are Chinese. Degrees and counts stand bare.
pub fn filled(lang: Lang, formula: &str, terms: &[Term], currency: Currency) -> String {
    let mut out = String::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        if lang == Lang::Zh
            && let Some((phrase, zh)) = PHRASES.iter().find(|(phrase, _)| rest.starts_with(phrase))
        {
            out.push_str(zh);
            rest = &rest[phrase.len()..];
            continue;
        }
        // A symbol is a run of letters, digits and underscores.
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(if end == 0 { first.len_utf8() } else { end });
        match terms.iter().find(|t| t.symbol == word) {
            Some(t) if matches!(t.unit, Unit::Gpus | Unit::Users) => out.push_str(&short(lang, t.value)),
            Some(t) => out.push_str(&value(lang, t.value, t.unit, currency)),
            None if lang == Lang::Zh => {
                out.push_str(WORDS.iter().find(|(w, _)| *w == word).map_or(word, |(_, zh)| zh));
            }
            None => out.push_str(word),
        }
        rest = tail;
    }
    out
}

/// A formula in symbols, its words in the reader's language.
pub fn formula(lang: Lang, text: &str) -> String {
    filled(lang, text, &[], Currency::Cny)
}

/// Phrases inside formulas.
const PHRASES: &[(&str, &str)] = &[
    ("tensor and expert exchange", "张量与专家交换"),
    ("by cards in the group", "按组内卡数"),
    ("0.2 GiB per further group", "每多一组 0.2 GiB"),
    ("usable · share - the rest", "可用显存 · 份额 − 其余"),
    ("(in + out)", "(入 + 出)"),
    ("largest matrix", "最大矩阵"),
    ("E in tier j", "第 j 档用量"),
    ("text encoders", "文本编码器"),
    ("micro-step", "微步时间"),
    ("tokens/s", "token/秒"),
];

/// Words inside formulas.
const WORDS: &[(&str, &str)] = &[
    ("activations", "激活值"),
    ("allocated", "已分配"),
    ("bandwidth", "带宽"),
    ("boot", "启动"),
    ("bubble", "气泡"),
    ("bucket", "通信桶"),
    ("cache", "缓存"),
    ("cards", "卡数"),
    ("compute", "计算"),
    ("data", "数据"),
    ("estimate", "预计"),
    ("exchange", "交换"),
    ("frames", "帧数"),
    ("gathers", "收集"),
    ("image", "镜像"),
    ("images", "张数"),
    ("input", "层输入"),
    ("kept", "保留量"),
    ("launch", "启动"),
    ("layer", "单层"),
    ("layers", "各层"),
    ("master", "主权重"),
    ("measured", "实测"),
    ("model", "模型"),
    ("months", "月数"),
    ("move", "迁移"),
    ("optimizer", "优化器"),
    ("passes", "遍数"),
    ("pixels", "像素"),
    ("pool", "缓存池"),
    ("prefill", "预填充"),
    ("rate", "速度"),
    ("sequences", "序列数"),
    ("states", "状态"),
    ("step", "每步"),
    ("tables", "词表"),
    ("target", "目标"),
    ("texts", "条数"),
    ("tokens", "token"),
    ("traffic", "通信"),
    ("unpacking", "反量化"),
    ("users", "人数"),
    ("windows", "窗口"),
];

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
        check(formula(Zh, "compute + traffic + (pp − 1) · micro-step"), "计算 + 通信 + (pp − 1) · 微步时间");
        check(formula(En, "compute + traffic"), "compute + traffic");
    }
}
