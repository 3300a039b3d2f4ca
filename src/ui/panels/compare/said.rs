//! The sentence above the columns.

use super::Column;
use crate::engine::report::Entry;
use crate::i18n::compare as text;
use crate::i18n::{Rich, number};
use crate::plan::Field;

/// What says how much work a plan is.
const WORK: [Field; 18] = [
    Field::Task,
    Field::Model,
    Field::Params,
    Field::Architecture,
    Field::Tokens,
    Field::Samples,
    Field::Epochs,
    Field::Users,
    Field::Rps,
    Field::Prompt,
    Field::Answer,
    Field::HoursPerDay,
    Field::Days,
    Field::Hours,
    Field::Width,
    Field::Height,
    Field::Frames,
    Field::Steps,
];

/// Whether all plans do the same work, so that their totals can be compared.
pub fn same_work(columns: &[Column<'_>]) -> bool {
    let Some((first, rest)) = columns.split_first() else { return true };
    rest.iter().all(|c| WORK.iter().all(|f| f.text(c.plan) == f.text(first.plan)))
}

/// Which is the cheapest, which the fastest, and which has no answer.
pub fn said(columns: &[Column<'_>]) -> Rich {
    let Some(first) = columns.first() else { return Rich::default() };
    let lang = first.words.lang;
    if columns.len() < 2 {
        return text::say(lang, text::ALONE, &[]);
    }
    let answered: Vec<_> = columns.iter().filter_map(|c| Some((c, c.entry?))).collect();
    let mut parts = Vec::new();
    let cost = |c: &Column<'_>, e: &Entry| c.words.amount(e.total.likely);
    let money = |x: f64| number::money_text(lang, x, first.words.show);
    let least = |by: &dyn Fn(usize) -> f64| (0..answered.len()).min_by(|a, b| by(*a).total_cmp(&by(*b)));
    let here = first.entry;
    if let Some((c, e)) = least(&|i| cost(answered[i].0, answered[i].1)).and_then(|i| answered.get(i)) {
        let (letter, sum) = (c.letter.to_string(), cost(c, e));
        parts.push(match here.map(|h| cost(first, h) - sum).filter(|saved| *saved > 0.0) {
            Some(saved) => text::say(lang, text::CHEAPEST, &[&letter, &money(sum), &money(saved)]),
            None => text::say(lang, text::CHEAPEST_HERE, &[&letter, &money(sum)]),
        });
    }
    // A service runs for as long as it is asked to.
    let jobs = answered.iter().all(|(c, _)| !c.plan.task.service());
    if let Some((c, e)) = least(&|i| answered[i].1.wall.likely).filter(|_| jobs).and_then(|i| answered.get(i))
    {
        let (letter, time) = (c.letter.to_string(), number::duration(lang, e.wall.likely));
        let sooner = here.map(|h| (h.wall.likely - e.wall.likely, cost(c, e) - cost(first, h)));
        parts.push(match sooner.filter(|(hours, _)| *hours > 0.0) {
            Some((hours, more)) => {
                let template = if more > 0.0 { text::FASTEST_MORE } else { text::FASTEST_LESS };
                let hours = number::duration(lang, hours);
                text::say(lang, template, &[&letter, &time, &hours, &money(more.abs())])
            }
            None => text::say(lang, text::FASTEST_HERE, &[&letter, &time]),
        });
    }
    let without: Vec<String> =
        columns.iter().filter(|c| c.entry.is_none()).map(|c| c.letter.to_string()).collect();
    if !without.is_empty() {
        parts.push(text::say(lang, text::NO_ANSWER, &[&without.join(lang.pick("、", ", "))]));
    }
    let mut out = Rich::default();
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out = out.then(Rich::of(lang.pick("", " ")));
        }
        out = out.then(part);
    }
    out
}
