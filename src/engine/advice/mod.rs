//! Advise: rules that look at plan, report and catalog, and speak only when their inputs are known.
//! A rule has a stable id; its texts live in `i18n/advice.rs`, one per language, and use the values
//! it computed. Ids, conditions and thresholds follow `advice.md`, whose sources each rule names.

mod fit;
mod links;
mod software;
mod terms;

use super::job::Job;
use super::line::Line;
use super::memory::Part;
use super::names::What;
use super::report::{Advice, Entry, Severity};
use super::search::Way;
use crate::catalog::{Gpu, Offer, Provider};
use crate::plan::Plan;
use crate::units::{Date, Order};

/// What a rule may look at: the winner and what it was chosen among.
pub struct View<'a> {
    /// The question.
    pub plan: &'a Plan,
    /// The question with its automatic choices made.
    pub job: &'a Job,
    /// The winner's card.
    pub gpu: &'a Gpu,
    /// The winner's offer.
    pub offer: &'a Offer,
    /// Its seller.
    pub provider: &'a Provider,
    /// How the job runs on it.
    pub way: &'a Way,
    /// The winner.
    pub entry: &'a Entry,
    /// Everything ranked, best first.
    pub entries: &'a [Entry],
    /// The winner's cost lines.
    pub bill: &'a [Line],
    /// The day of the report.
    pub today: Date,
}

impl View<'_> {
    /// Bytes of one part of memory.
    pub fn part(&self, part: Part) -> f64 {
        self.entry.parts[part as usize]
    }
    /// Likely sum of the cost lines about `what`.
    pub fn cost(&self, what: What) -> f64 {
        self.bill.iter().filter(|l| l.what == what).map(|l| l.value.likely).sum()
    }
}

/// What a rule says when it speaks: money at stake and the values of its text.
pub struct Fired {
    /// Money at stake in the report's currency; 0 where it cannot be said.
    pub stake: f64,
    /// Values by name.
    pub values: Vec<(&'static str, f64)>,
}

/// A rule.
pub struct Rule {
    /// Stable id.
    pub id: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Speaks or is silent.
    pub check: fn(&View<'_>) -> Option<Fired>,
}

/// Shorthand for rules.
pub(super) fn fired(stake: f64, values: &[(&'static str, f64)]) -> Option<Fired> {
    let sound = |x: f64| if x.is_finite() { x } else { 0.0 };
    let values = values.iter().map(|(name, x)| (*name, sound(*x))).collect();
    Some(Fired { stake: sound(stake).max(0.0), values })
}

/// Every rule there is.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    fit::RULES.iter().chain(links::RULES).chain(software::RULES).chain(terms::RULES)
}

/// What applies to this plan: worst first, then most money at stake, then by id.
pub fn advise(view: &View<'_>) -> Vec<Advice> {
    let mut out: Vec<Advice> = rules()
        .filter_map(|rule| {
            (rule.check)(view).map(|f| Advice {
                rule: rule.id,
                severity: rule.severity,
                stake: f.stake,
                values: f.values,
            })
        })
        .collect();
    out.order_by(|a, b| {
        b.severity.cmp(&a.severity).then(b.stake.total_cmp(&a.stake)).then(a.rule.cmp(b.rule))
    });
    out
}
