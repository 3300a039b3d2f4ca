//! What stands in an input box, and what was wrong with a text in it.

use super::{Lang, fill, number};
use crate::plan::number::print;
use crate::plan::{Field, Plan, Unit, Warning, Whole};

/// The field's number as a box shows it: grouped, large counts in the language's own words where that
/// loses nothing, shares in per cent; empty where it is automatic.
pub fn shown(lang: Lang, field: Field, plan: &Plan) -> String {
    field.number(plan).map_or_else(String::new, |x| shown_number(lang, x, field.unit()))
}

/// A number of that unit as a box shows it.
pub fn shown_number(lang: Lang, x: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => print(x * 100.0) + "%",
        Unit::Tokens | Unit::Count if x >= 1e5 => {
            let words = number::count(lang, x);
            if crate::plan::number::read(&words) == Some(x) { words } else { grouped(&print(x)) }
        }
        _ => grouped(&print(x)),
    }
}

fn grouped(digits: &str) -> String {
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(c);
    }
    out + rest
}

/// What is wrong with a number outside its bounds, or with a text that is none.
pub fn out_of_bounds(lang: Lang, up: bool, bound: f64, unit: Unit) -> String {
    let t = lang.text();
    let template = if up { t.clamped_up } else { t.clamped_down };
    fill(template, &[&shown_number(lang, bound, unit)]).plain()
}

/// What was wrong with a text, for the line under the box.
pub fn problem(lang: Lang, warning: &Warning) -> String {
    let t = lang.text();
    match warning {
        Warning::Unreadable { text, guess: Some(_), .. } => fill(t.bad_number_or, &[text]).plain(),
        Warning::Unreadable { text, .. } => fill(t.bad_number, &[text]).plain(),
        Warning::Clamped { from, to, .. } => {
            let (template, to) =
                (if from < to { t.clamped_up } else { t.clamped_down }, grouped(&print(*to)));
            fill(template, &[&to]).plain()
        }
        Warning::Indivisible { what, whole, by, .. } => indivisible(lang, *what, *whole, *by),
        _ => t.bad_value.to_string(),
    }
}

/// What does not divide, as a sentence.
pub fn indivisible(lang: Lang, what: Whole, whole: u32, by: u32) -> String {
    let template = match what {
        Whole::Cards => lang.pick(
            "{0} 张卡分不成每组 {1} 张（张量 × 流水线 × 上下文并行）。",
            "{0} cards do not split into groups of {1} (tensor × pipeline × context parallel).",
        ),
        Whole::Heads => lang.pick(
            "模型的 {0} 个注意力头不能平分给 {1} 张卡。",
            "The model’s {0} attention heads cannot be shared equally by {1} cards.",
        ),
        Whole::Layers => lang.pick(
            "模型只有 {0} 层，切不成 {1} 段。",
            "The model’s {0} layers cannot be cut into {1} stages.",
        ),
    };
    fill(template, &[&grouped(&whole.to_string()), &grouped(&by.to_string())]).plain()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_show_what_they_read_back() {
        for lang in Lang::ALL {
            let mut plan = Plan::default();
            for (field, text) in [
                (Field::Tokens, "1.2亿"),
                (Field::Tokens, "123456789"),
                (Field::Seq, "8k"),
                (Field::Discount, "12.5%"),
                (Field::Budget, "1,500"),
                (Field::Utilisation, "0.9"),
            ] {
                assert!(field.set(&mut plan, text, &mut Vec::new()), "{text}");
                let (now, box_text) = (field.text(&plan), shown(lang, field, &plan));
                assert!(field.set(&mut plan, &box_text, &mut Vec::new()), "{box_text}");
                assert_eq!(field.text(&plan), now, "{box_text}");
            }
            assert_eq!(shown(lang, Field::Deadline, &Plan::default()), "");
        }
        let mut plan = Plan::default();
        Field::Seq.set(&mut plan, "8k", &mut Vec::new());
        assert_eq!(shown(Lang::Zh, Field::Seq, &plan), "8,192");
        assert_eq!(shown(Lang::Zh, Field::Tokens, &plan), "1.2\u{a0}亿");
    }
}
