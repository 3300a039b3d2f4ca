//! Texts of the advice rules, one file per section of `advice.md`. `[…]` is what is the matter, then
//! what it means and what to do; `{name}` is a value that the rule computed, shown by its unit; `⟦…⟧` is left
//! out where one of its values is unknown.
//! Everything here is reached through [`Wording::advice`] and [`offer`].

#[cfg(not(feature = "split"))]
mod availability;
#[cfg(not(feature = "split"))]
mod budget;
#[cfg(not(feature = "split"))]
mod cards;
#[cfg(not(feature = "split"))]
mod data;
#[cfg(not(feature = "split"))]
mod domestic;
#[cfg(not(feature = "split"))]
mod environment;
mod faults;
#[cfg(not(feature = "split"))]
mod fit;
#[cfg(not(feature = "split"))]
mod hidden;
#[cfg(not(feature = "split"))]
mod links;
#[cfg(not(feature = "split"))]
mod notes;
mod offered;
#[cfg(not(feature = "split"))]
mod packages;
#[cfg(not(feature = "split"))]
mod prices;
#[cfg(not(feature = "split"))]
mod slices;
#[cfg(not(feature = "split"))]
mod slower;
#[cfg(not(feature = "split"))]
mod software;
#[cfg(not(feature = "split"))]
mod spot;

pub use offered::*;

use super::later::{self, Set};
use super::{Lang, Named, Rich, Wording, fields, number};
use crate::catalog::versions::Build;
use crate::catalog::{Gpu, Stack};
use crate::engine::advice::{Value, rules};
use crate::engine::report::Advice;
use crate::plan::Field;

/// Id, Chinese, English.
#[cfg(not(feature = "split"))]
type Texts = &'static [(&'static str, &'static str, &'static str)];

/// In the order of the rules.
#[cfg(not(feature = "split"))]
const SECTIONS: [Texts; 17] = [
    fit::TEXTS,
    slower::TEXTS,
    links::TEXTS,
    software::TEXTS,
    environment::TEXTS,
    slices::TEXTS,
    cards::TEXTS,
    spot::TEXTS,
    packages::TEXTS,
    hidden::TEXTS,
    data::TEXTS,
    faults::TEXTS,
    availability::TEXTS,
    budget::TEXTS,
    domestic::TEXTS,
    notes::TEXTS,
    prices::TEXTS,
];

#[cfg(not(feature = "split"))]
fn texts(rule: &str) -> Option<(&'static str, &'static str)> {
    SECTIONS.iter().copied().flatten().find(|t| t.0 == rule).map(|t| (t.1, t.2))
}

/// Both texts of the rule at a place of [`rules`].
#[cfg(not(feature = "split"))]
pub(super) fn at(place: usize) -> Option<(&'static str, &'static str)> {
    rules().nth(place).and_then(|rule| texts(rule.id))
}

/// Both texts at a place of those around the advice.
#[cfg(not(feature = "split"))]
pub(super) fn around(place: usize) -> Option<(&'static str, &'static str)> {
    offered::ALL.get(place).copied()
}

/// An offered change in words: "计算精度：FP16", "Precision: FP16".
pub fn offer(lang: Lang, offer: &[(Field, String)]) -> String {
    let one = |(field, text): &(Field, String)| {
        let word = match text.as_str() {
            "1" if field.bounds().is_none() => lang.text().yes.to_string(),
            "0" if field.bounds().is_none() => lang.text().no.to_string(),
            text => fields::word(lang, *field, text),
        };
        format!("{}{}{word}", fields::label(lang, *field), lang.pick("：", ": "))
    };
    offer.iter().map(one).collect::<Vec<_>>().join(lang.pick("，", ", "))
}

impl Wording<'_> {
    /// Versions that work together on a card: PyTorch with its CUDA, driver and Python, and what an older host runs;
    /// other stacks come as a set. `None` where no build is known.
    pub fn environment(&self, gpu: &Gpu) -> Option<Rich> {
        let (lang, c) = (self.lang, self.catalog);
        let text = |pair, values: &[&str]| offered::say(lang, pair, values).plain();
        let said = match gpu.stack {
            Stack::Cuda => {
                let build = |b: &Build| {
                    let cuda = format!("{}{}", b.cuda.0, b.cuda.1);
                    text(ENV_BUILD, &[&b.torch, &cuda, &b.driver.to_string()])
                };
                let newest = c.build_for(gpu.compute_capability, None)?;
                let python = c.python_for(&newest.torch).map(|p| text(ENV_PYTHON, &[p]));
                let older = c
                    .build_for(gpu.compute_capability, Some(newest.driver.saturating_sub(1)))
                    .map(|b| text(ENV_OLDER, &[&newest.driver.to_string(), &build(&b)]));
                build(&newest) + &python.unwrap_or_default() + &older.unwrap_or_default()
            }
            Stack::Cann => offered::of(lang, ENV_HUAWEI).to_owned(),
            Stack::Unknown => return None,
            other => text(ENV_STACK, &[crate::engine::advice::stack(other)]),
        };
        Some(offered::say(lang, ENV, &[&said]))
    }

    /// A piece of advice as sentences; the first, bold one says what is the matter. A rule without
    /// a text shows its id (a test sees to it that there is none).
    pub fn advice(&self, advice: &Advice) -> Rich {
        let place = rules().position(|rule| rule.id == advice.rule);
        let template = place.map_or("", |place| later::text(self.lang, Set::Advice, place));
        if template.is_empty() {
            return Rich::of(advice.rule);
        }
        // Named places become numbered ones; values are inserted by `fill`, never read as template.
        let mut numbered = String::new();
        let mut values: Vec<String> = Vec::new();
        // Where a part began that is left out when one of its values is unknown.
        let mut part: Option<(usize, usize, bool)> = None;
        let mut rest = template;
        while let Some(at) = rest.find(['{', '⟦', '⟧']) {
            let (before, after) = rest.split_at(at);
            numbered.push_str(before);
            if let Some(tail) = after.strip_prefix('⟦') {
                part = Some((numbered.len(), values.len(), true));
                rest = tail;
                continue;
            }
            if let Some(tail) = after.strip_prefix('⟧') {
                if let Some((start, count, false)) = part.take() {
                    numbered.truncate(start);
                    values.truncate(count);
                }
                rest = tail;
                continue;
            }
            let Some((name, tail)) = after[1..].split_once('}') else { break };
            numbered.push('{');
            // One character from '0' on, as `fill` counts: the tenth is ':'.
            numbered.push(char::from(b'0' + values.len() as u8));
            numbered.push('}');
            let value = advice.values.iter().find(|(n, _)| *n == name);
            if let (Some((_, _, known)), None | Some((_, Value::Unknown))) = (&mut part, value) {
                *known = false;
            }
            values.push(value.map_or_else(String::new, |(_, x)| self.advice_value(x)));
            rest = tail;
        }
        numbered.push_str(rest);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        self.fill(&numbered, &values)
    }

    fn advice_value(&self, value: &Value) -> String {
        let lang = self.lang;
        let with =
            |x: f64, unit: &'static str| number::Quantity { number: number::significant(x, 3), unit }.text();
        match *value {
            Value::Money(x) if x > 0.0 && self.amount(x) < 0.005 => {
                lang.pick("不到 ", "under ").to_owned() + &number::money_text(lang, 0.01, self.show)
            }
            Value::Money(x) => self.money(x),
            Value::MoneyPerHour(x) => number::rate(lang, self.amount(x), self.show, number::Per::Hour),
            Value::MoneyPerGbMonth(x) => number::rate(lang, self.amount(x), self.show, number::Per::GbMonth),
            Value::Hours(x) => self.hours(x),
            Value::Minutes(x) => self.hours(x / 60.0),
            Value::Seconds(x) if x > 0.0 && x < 1e-3 => with(x * 1e6, lang.pick("微秒", "µs")),
            Value::Seconds(x) => number::seconds(lang, x),
            Value::Milliseconds(x) => with(x, lang.pick("毫秒", "ms")),
            Value::Days(x) => number::days(lang, x),
            Value::Share(x) => number::percent(x),
            Value::Gib(x) => number::gib(x * crate::units::GIB),
            Value::Gb(x) => number::gb(x),
            Value::Mib(x) => number::Quantity { number: number::fixed(x, 0), unit: "MiB" }.text(),
            Value::Gbs(x) => with(x, "GB/s"),
            Value::Mbs(x) => with(x, "MB/s"),
            Value::Gbps(x) if x <= 0.0 => lang.text().unknown.into(),
            Value::Gbps(x) => with(x, "Gbit/s"),
            Value::AssumedGbps(x) => {
                with(x, "Gbit/s") + lang.pick("（没写明，这是假设）", " (not stated: an assumption)")
            }
            Value::Tflops(x) => with(x, "TFLOP/s"),
            Value::Watts(x) => with(x, "W"),
            Value::Mhz(x) => with(x, "MHz"),
            Value::Tokens(x) | Value::Count(x) => number::count(lang, x),
            Value::Figure(x) => number::significant(x, 2),
            Value::Version(x) => number::fixed(x, 1),
            Value::PerSecond(x) => with(x, lang.pick("每秒", "per s")),
            Value::Fault(fault) => faults::meaning(lang, fault).to_string(),
            Value::Remedy(fault) => faults::remedy(lang, fault).to_string(),
            Value::Never => lang.pick("不会", "never").into(),
            Value::Line(what) => what.name(lang).to_string(),
            Value::Unknown => lang.text().unknown.into(),
            Value::Part(part) => part.name(lang).to_string(),
            Value::Program(program) => program.name(lang).to_string(),
            Value::Link(link) => link.name(lang).to_string(),
            Value::Gpu(ix) => self.gpu(ix).to_string(),
            Value::Provider(ix) => self.provider(ix).to_string(),
            Value::Date(when) => number::as_of(lang, when),
            Value::Text(ref text) => text.clone(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
