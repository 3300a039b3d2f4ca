//! Advise: rules that look at plan, report and catalog, and speak only when their inputs are known.
//! One file per section of `advice.md`; a rule has a stable id, a severity and its source there, and
//! computes the values that its text shows. Texts live in `i18n/advice`, one file per section too.

mod availability;
mod budget;
mod cards;
mod data;
mod day;
mod domestic;
mod effect;
mod environment;
mod faults;
mod fit;
mod hidden;
mod kinds;
mod links;
mod notes;
mod packages;
mod prices;
mod second;
mod slices;
mod slower;
mod software;
mod sources;
mod spot;
mod value;

#[cfg(test)]
mod cases;

pub use day::{Reading, Standing};
pub use domestic::stack;
pub use effect::{Effect, changed, effect};
pub use faults::Fault;
pub use kinds::{Kind, kinds};
pub use second::Second;
pub use sources::{Source, sources};
pub use value::Value;

use super::cost::{Ask, Ctx, Tariff, Time, Units};
use super::job::Job;
use super::line::Line;
use super::memory::{Fit, Part};
use super::names::What;
use super::report::{Advice, Entry, Saving, Severity};
use super::search::{Way, evaluate};
use crate::catalog::{Catalog, Gpu, Offer, Provider};
use crate::plan::{Field, Plan};
use crate::units::{Date, Order};

/// What a rule may look at: the winner and what it was chosen among. Where nothing fits, the card
/// that comes closest, without offer, time or money; only rules marked [`Rule::always`] see that.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The question.
    pub plan: &'a Plan,
    /// The question with its automatic choices made.
    pub job: &'a Job,
    /// All facts.
    pub catalog: &'a Catalog,
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
    /// What its price is made of; `None` where nothing fits.
    pub priced: Option<Priced<'a>>,
    /// Single changes of the winner, most memory saved first.
    pub savings: &'a [Saving],
    /// The day of the report.
    pub today: Date,
}

/// What a price is made of: the context of every price, the winner's own, its machines and hours.
#[derive(Clone, Copy)]
pub struct Priced<'a> {
    /// Needs, prices and tariffs of all offers.
    pub ctx: &'a Ctx,
    /// The winner's price.
    pub ask: &'a Ask,
    /// What is ordered.
    pub units: &'a Units,
    /// Its hours, likely.
    pub time: &'a Time,
}

impl Priced<'_> {
    /// What the seller charges beside the machine.
    fn tariff(&self) -> &Tariff {
        self.ctx.tariff(self.ask)
    }
    /// An hour of everything that is ordered.
    fn hour(&self) -> f64 {
        self.ask.per_card_hour() * f64::from(self.units.billed)
    }
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
    /// The likely total.
    pub fn total(&self) -> f64 {
        self.entry.total.likely
    }
    /// The same card and count with a changed plan. `None` where a text is not understood or there is
    /// no layout at all. Sizes and times every layout: for rules that are about to speak.
    fn again(&self, change: &[(Field, &str)]) -> Option<Again> {
        let mut plan = self.plan.clone();
        let mut warnings = Vec::new();
        if !change.iter().all(|(field, text)| field.set(&mut plan, text, &mut warnings)) {
            return None;
        }
        let subject = super::model::subject(&plan, self.catalog, &mut warnings);
        let job = super::job::resolve(&plan, subject.arch, subject.native);
        let device = super::layout::Device::of(self.gpu);
        let count = plan.limits.count.unwrap_or(self.entry.count);
        let ways =
            evaluate::ways(&job, &plan, &device, count, self.way.layout.per_machine().max(count.min(8)));
        match (ways.best(), &ways.closest) {
            (Some(way), _) => Some(Again {
                need: way.memory.need.likely,
                fit: way.fit,
                work_h: way.pace.work_h.likely,
                step_s: way.pace.step_s.likely,
            }),
            (None, Some((_, m))) => {
                Some(Again { need: m.need.likely, fit: Fit::No, work_h: 0.0, step_s: 0.0 })
            }
            (None, None) => None,
        }
    }
    /// The best other entry that may win and meets a condition.
    pub fn best(&self, is: impl Fn(&Entry) -> bool) -> Option<&Entry> {
        self.entries.iter().find(|e| e.not_eligible.is_empty() && is(e))
    }
}

/// A changed plan on the winner's cards.
struct Again {
    /// Bytes a card, likely.
    need: f64,
    fit: Fit,
    /// Hours of work; 0 where it does not fit.
    work_h: f64,
    /// Seconds per step; 0 where it does not fit.
    step_s: f64,
}

/// What a rule says when it speaks.
#[derive(Clone, Debug)]
pub struct Fired {
    /// Money at stake in the report's currency; 0 where it cannot be said.
    pub stake: f64,
    /// Values by name.
    pub values: Vec<(&'static str, Value)>,
    /// What to change in the plan: fields and their new texts; empty where nothing in the plan helps.
    pub offer: Vec<(Field, String)>,
}

impl Fired {
    /// Offers a change of the plan.
    fn offering(mut self, field: Field, text: impl Into<String>) -> Self {
        self.offer.push((field, text.into()));
        self
    }
}

/// What a rule answers: it speaks, or an input is missing or the matter is in order.
pub type Answer = Option<Fired>;

/// Speaks, with money at stake and values.
fn fired(stake: f64, values: &[(&'static str, Value)]) -> Fired {
    let sound = |x: f64| if x.is_finite() { x } else { 0.0 };
    Fired { stake: sound(stake).max(0.0), values: values.to_vec(), offer: Vec::new() }
}

/// A rule.
pub struct Rule {
    /// Stable id.
    pub id: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where it comes from: the codes at the end of `advice.md`.
    pub source: &'static str,
    /// Speaks or is silent.
    pub check: fn(&View<'_>) -> Answer,
    /// It speaks also where nothing fits.
    pub unfit: bool,
}

type Check = fn(&View<'_>) -> Answer;

/// The plan cannot run or would break a rule that must not be broken.
const fn block(id: &'static str, source: &'static str, check: Check) -> Rule {
    Rule { id, severity: Severity::Danger, source, check, unfit: false }
}
/// Money, time or data at risk.
const fn warn(id: &'static str, source: &'static str, check: Check) -> Rule {
    Rule { id, severity: Severity::Careful, source, check, unfit: false }
}
/// Worth knowing.
const fn info(id: &'static str, source: &'static str, check: Check) -> Rule {
    Rule { id, severity: Severity::Info, source, check, unfit: false }
}

impl Rule {
    /// Speaks also where nothing fits: it looks at plan, job, card, need and layout only.
    const fn always(self) -> Self {
        Self { unfit: true, ..self }
    }
}

/// The rules by section of `advice.md`.
const SECTIONS: [&[Rule]; 17] = [
    fit::RULES,
    slower::RULES,
    links::RULES,
    software::RULES,
    environment::RULES,
    slices::RULES,
    cards::RULES,
    spot::RULES,
    packages::RULES,
    hidden::RULES,
    data::RULES,
    faults::RULES,
    availability::RULES,
    budget::RULES,
    domestic::RULES,
    notes::RULES,
    prices::RULES,
];

/// Every rule there is, section by section.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    SECTIONS.iter().copied().flatten()
}

/// What says less of the same: a rule is silent beside any of those after it.
const SAID: [(&str, &[&str]); 3] = [
    // Both name a day's trial and from which doubt it pays.
    ("trial-length", &["no-refund"]),
    // It points to the dated note.
    ("export-note", &["note-export-2023", "note-export-h20", "note-export-h200"]),
    ("note-geforce", &["geforce-licence"]),
];

/// A warning about a smaller share of the bill stands among what is worth knowing: a few yuan should not
/// come before thousands. A choice of ours.
const SMALL: f64 = 0.01;

/// What applies to this plan: worst first, then most money at stake, then as advice.md lists it. `fits` is false
/// where the view shows only the card that comes closest.
pub fn advise(view: &View<'_>, fits: bool) -> Vec<Advice> {
    let mut out: Vec<Advice> = rules()
        .filter(|rule| fits || rule.unfit)
        .filter_map(|rule| (rule.check)(view).map(|fired| rule.says(fired)))
        .collect();
    let spoke = |id: &&str| out.iter().any(|a| a.rule == *id);
    let said: Vec<&str> =
        SAID.iter().filter(|(id, by)| spoke(id) && by.iter().any(&spoke)).map(|s| s.0).collect();
    out.retain(|a| !said.contains(&a.rule));
    let small = SMALL * view.total();
    let class = |a: &Advice| match a.severity {
        Severity::Careful if a.stake > 0.0 && a.stake < small => Severity::Info,
        other => other,
    };
    out.order_by(|a, b| class(b).cmp(&class(a)).then(b.stake.total_cmp(&a.stake)));
    out
}

impl Rule {
    fn says(&self, fired: Fired) -> Advice {
        Advice {
            rule: self.id,
            severity: self.severity,
            source: self.source,
            stake: fired.stake,
            values: fired.values,
            offer: fired.offer,
        }
    }
}
