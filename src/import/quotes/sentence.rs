//! Free text: "老王那边4090单卡1.6一小时, 包月900". With the names of cards blotted out, every figure is judged
//! by what stands right before and right behind it.

use super::Note;
use super::affix::{self, Tail, bare_end, tail_of};
use super::cell::{self, Figure, NoPrice, Price, SIGNS};
use super::names::{Mention, blot, mentions, sized, text_of};
use super::words::{self, Hints, Period};
use crate::catalog::Catalog;
use crate::units::Currency;

/// One price of a line, the card it is for, and how many of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    pub card: String,
    pub price: Price,
    pub count: Option<u16>,
    /// What stands around the price, its own figure left out: its words say mode and term.
    pub around: String,
    pub notes: Vec<Note>,
}

/// A figure with what its surroundings make of it.
#[derive(Clone, Copy, Debug)]
struct Judged {
    figure: Figure,
    tail: Tail,
    lead: Option<Option<Period>>,
    range: bool,
    strong: bool,
    negative: bool,
}

/// Judges every figure of a blotted text; the second count is of those that may be prices and are none of ours.
fn judge(chars: &[char]) -> (Vec<Judged>, bool) {
    let all = cell::figures(&text_of(chars));
    let mut out: Vec<Judged> = Vec::new();
    let mut left_over = false;
    // What an earlier figure took as its range or its unit.
    let mut taken = 0;
    for (i, f) in all.iter().enumerate() {
        if f.start < taken {
            continue;
        }
        let (mut figure, mut range) = (*f, false);
        if let Some(next) = all.get(i + 1).filter(|b| cell::joined(chars, f, b) && b.value > f.value / 1e4) {
            // A multiplier behind a range holds for both ends; the upper one counts.
            (figure.value, figure.end, figure.scaled, figure.wan) =
                (next.value.max(f.value), next.end, next.scaled, next.wan);
            range = true;
        }
        let behind = text_of(&chars[figure.end..]);
        let mut tail = tail_of(&behind);
        let head = text_of(&chars[taken.min(figure.start)..figure.start]);
        let sign = SIGNS.iter().any(|s| head.trim_end().ends_with(s));
        let head = bare_end(&head);
        let lead = affix::lead(head);
        // "一天60 一月1500": the period behind belongs to the next figure.
        let next = behind[tail.bytes..].trim_start().starts_with(|c: char| c.is_ascii_digit());
        if lead.flatten().is_some() && !tail.money && tail.period.is_some() && next {
            tail = Tail::default();
        }
        let other = tail.other || affix::is_aside(head);
        let period = tail.period.is_some() && tail.joiner;
        let strong = !other && (sign || tail.money || period || figure.scaled || lead.is_some());
        // A count: "8卡", "12月", "80G", "60天".
        let counted = (cell::NODE_OF.iter().any(|w| head.ends_with(w))
            || f.other
            || tail.period.is_some_and(|p| p != Period::Hour))
            && !strong;
        let negative = cell::negative(chars, f.start);
        if strong || range {
            taken = figure.end + behind[..tail.bytes].chars().count();
        }
        if other {
            left_over |= !tail.other && (sign || tail.money || period);
        } else if !counted {
            out.push(Judged { figure, tail, lead, range, strong, negative });
        }
    }
    (out, left_over)
}

/// Cards in a stretch of text; "单卡" beside another count says what the price is for.
fn count_in(text: &str) -> Option<u16> {
    let rest = text.replace("单卡", "  ").replace("单张", "  ");
    cell::count(&rest).or_else(|| cell::count(text)).map(|(n, _)| n)
}

/// "4090: 1.8, A100: 6.5, H100: 14 (元/卡时)": every card with its figure behind it, one unit for all of them.
fn listed(mentions: &[Mention], judged: &[Judged], line: &Hints) -> bool {
    let unit = line.period.is_some() && (line.currency.is_some() || judged.iter().any(|j| j.strong));
    let pairs = mentions.len() >= 2 && mentions.len() == judged.len();
    unit && pairs
        && mentions.iter().zip(judged).enumerate().all(|(i, (m, j))| {
            let next = mentions.get(i + 1).map_or(usize::MAX, |n| n.start);
            m.end <= j.figure.start && j.figure.start < next
        })
}

/// The prices of a line (lower case, half-width), each with its card.
///
/// # Errors
/// No card (`None`), or why there is no price.
pub(super) fn read(catalog: &Catalog, text: &str) -> Result<Vec<Said>, Option<NoPrice>> {
    let chars: Vec<char> = text.chars().collect();
    let mentions = mentions(catalog, &chars);
    let blotted = blot(&chars, &mentions);
    let plain = text_of(&blotted);
    let (judged, left_over) = judge(&blotted);
    let line = words::hints(&plain);
    let listed = listed(&mentions, &judged, &line);
    let strong: Vec<Judged> = judged.iter().copied().filter(|j| j.strong).collect();
    // Without a sign of money a figure is a price only where it is the one figure and the line names a unit.
    let prices = match (strong.is_empty(), judged.as_slice()) {
        _ if listed => judged.clone(),
        (false, _) => strong,
        (true, [one])
            if (line.currency.is_some() || line.period.is_some() || line.scale.is_some())
                && one.figure.value < 1e6 =>
        {
            vec![*one]
        }
        _ => Vec::new(),
    };
    if prices.is_empty() {
        return Err(if mentions.is_empty() && cell::none(&plain) == NoPrice::Missing {
            None
        } else {
            Some(cell::none(&plain))
        });
    }
    if words::has(text, FOREIGN) {
        return Err(Some(NoPrice::Currency));
    }
    if words::has(text, GONE) {
        return Err(Some(NoPrice::SoldOut));
    }
    if mentions.is_empty() {
        return Err(None);
    }
    let left_over = left_over || judged.len() > prices.len();
    let discount = has_discount(text);
    let ends: Vec<usize> = prices
        .iter()
        .map(|j| j.figure.end + text_of(&blotted[j.figure.end..])[..j.tail.bytes].chars().count())
        .collect();
    // "1.6元/小时 4090, 1.1元/小时 3090": every price stands before its card.
    let price_first = mentions[0].start >= prices[0].figure.start;
    // Words up to the comma behind a price are about it: "$1.95 for a 12-month reservation, $2.49 on demand".
    let clauses: Vec<usize> = (0..prices.len())
        .map(|i| {
            let next = prices.get(i + 1).map_or(ends[i], |n| n.figure.start.max(ends[i]));
            let comma = blotted[ends[i]..next].iter().position(|c| matches!(c, ',' | ';'));
            let end = comma.map_or(ends[i], |at| ends[i] + at);
            if mentions.iter().any(|m| (ends[i]..end).contains(&m.start)) { ends[i] } else { end }
        })
        .collect();
    let mut out: Vec<Said> = Vec::new();
    let mut count = None;
    let mut share = None;
    for (i, j) in prices.iter().enumerate() {
        let begin = if i == 0 { 0 } else { clauses[i - 1] };
        let next = prices.get(i + 1).map_or(blotted.len(), |n| n.figure.start);
        let here = |m: &&Mention| {
            if price_first {
                m.start >= ends[i] && m.start < next
            } else {
                m.start >= begin && m.start < j.figure.start
            }
        };
        let mut own: Vec<&Mention> = mentions.iter().filter(here).collect();
        own.dedup_by(|a, b| a.name == b.name);
        let mut notes = Vec::new();
        if own.len() > 1 {
            notes.push(Note::OtherCards);
        }
        // "4090 24G 1.1 3090Ti 1.3元/时": what stands before a figure that was left out is its own.
        let parted = own.iter().rposition(|m| {
            judged.iter().any(|w| !w.strong && w.figure.start >= m.end && w.figure.start < j.figure.start)
        });
        let fresh = match parted.filter(|_| !listed && !price_first) {
            Some(at) => own.get(at + 1).or(own.last()).copied(),
            None => own.first().copied(),
        };
        let (from, to) = if price_first { (j.figure.start, next) } else { (begin, clauses[i]) };
        // The words behind the last price of the line belong to it.
        let to = if i + 1 == prices.len() { blotted.len() } else { to };
        let mut zone = blotted[from..to].to_vec();
        zone[j.figure.start - from..ends[i] - from].fill(' ');
        let around = text_of(&zone);
        let before = text_of(&blotted[from..j.figure.start.max(from)]);
        let (card, odd) = match (fresh, out.last()) {
            (None, Some(last)) => (last.card.clone(), last.notes.contains(&Note::OtherMemory)),
            (fresh, _) => sized(catalog, &fresh.unwrap_or(&mentions[0]).name, &zone),
        };
        if odd {
            notes.push(Note::OtherMemory);
        }
        if fresh.is_some() && out.last().is_some_and(|l| l.card != card) {
            (count, share) = (None, None);
        }
        let own_count = j.tail.count.or_else(|| count_in(&around));
        // "单卡 1.6 双卡 3.1": another number of cards is another machine.
        if own_count.is_some() && own_count != count {
            share = None;
        }
        count = own_count.or(count);
        share = words::per_card(&before).or_else(|| words::per_card(&around)).or(share);
        if j.negative || j.figure.value <= 0.0 {
            return Err(Some(NoPrice::NotPositive));
        }
        // "4.9w/台/月, 3年长租 4.3w": a term names no time for its price when that is about as much as the one before.
        let same = out.last().filter(|last: &&Said| {
            let named = j.tail.period.is_some() || j.lead.flatten().is_some();
            !named && last.card == card && j.figure.value < 3.0 * last.price.value
        });
        let carried = same.and_then(|last| last.price.hints.period);
        let head_currency =
            words::hints(&text_of(&blotted[j.figure.start.saturating_sub(4)..j.figure.start])).currency;
        let hints = Hints {
            currency: j
                .tail
                .currency
                .or(head_currency)
                .or(j.figure.wan.then_some(Currency::Cny))
                .or_else(|| out.last().and_then(|s| s.price.hints.currency))
                .or(line.currency),
            period: j
                .tail
                .period
                .or(j.lead.flatten())
                .or(carried)
                .or_else(|| words::period(&before))
                .or_else(|| words::period(&around))
                .or(
                    // A word for the time anywhere in the line holds for its only price.
                    line.period.filter(|_| prices.len() == 1 || listed),
                ),
            per_card: j.tail.per_card.or(share).or(line.per_card.filter(|_| listed)),
            scale: if j.figure.scaled { Some(1.0) } else { line.scale },
            tax: None,
        };
        share = share.or(j.tail.per_card);
        if discount {
            notes.push(Note::Discount);
        }
        out.push(Said {
            card,
            count,
            around,
            notes,
            price: Price {
                value: j.figure.value,
                range: j.range,
                from: j.tail.from
                    || words::has(&text_of(&blotted[ends[i]..(ends[i] + 2).min(blotted.len())]), &["起"])
                    || words::has_word(&before, &["from", "starting"]),
                more: left_over,
                hints,
            },
        });
    }
    Ok(out)
}

/// Money we hold no rate for.
const FOREIGN: &[&str] = &[
    "hk$", "港币", "港元", "日元", "円", "£", "英镑", "₩", "韩元", "s$", "新币", "nt$", "台币", "₹", "a$",
    "c$",
];

/// A line with a price whose card is not to be had.
const GONE: &[&str] = &["售罄", "缺货", "无货", "没货", "下架", "sold out", "out of stock", "unavailable"];

/// "8折", "九五折", "20% off".
fn has_discount(text: &str) -> bool {
    text.match_indices('折').any(|(at, _)| {
        text[..at].trim_end().ends_with(|c: char| c.is_ascii_digit() || "一二三四五六七八九".contains(c))
    }) || words::has(text, &["% off", "%off", "discount", "首月", "首单", "首年", "新用户", "新客"])
}
