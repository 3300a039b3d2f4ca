//! For each rule one case in which it speaks, with the right numbers, and the same case changed in one
//! thing, in which it must not. A case begins with the report of a link on the embedded catalog and
//! then sets what matters by hand, so that prices and formulas may move without moving the case.

mod availability;
mod budget;
mod cards;
mod data;
mod derived;
mod domestic;
mod environment;
mod faults;
mod fit;
mod hidden;
mod links;
mod notes;
mod packages;
mod prices;
mod slices;
mod slower;
mod software;
mod spot;

use super::{Fired, Priced, View, rules};
use crate::catalog::{Catalog, Gpu, Offer, Provider};
use crate::engine::cost::{Ask, Ctx, Tariff, Time, Units};
use crate::engine::job::Job;
use crate::engine::line::Line;
use crate::engine::report::{Entry, Saving, Severity, report_with};
use crate::engine::search::Way;
use crate::i18n::advice::tests::{of, places};
use crate::plan::Plan;
use crate::units::Date;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A rule's pair of cases.
pub struct Case {
    /// Which rule.
    pub rule: &'static str,
    /// Query of the link that the case begins with.
    pub plan: &'static str,
    /// What makes it speak.
    pub fires: fn(&mut Scene),
    /// Values to expect, within one per cent.
    pub values: &'static [(&'static str, f64)],
    /// What makes it silent again, on top of `fires`.
    pub silent: fn(&mut Scene),
}

/// What a rule looks at, owned, to be changed.
#[derive(Clone)]
pub struct Scene {
    pub plan: Plan,
    pub job: Job,
    pub gpu: Gpu,
    pub offer: Offer,
    pub provider: Provider,
    pub way: Way,
    pub entry: Entry,
    pub entries: Vec<Entry>,
    pub bill: Vec<Line>,
    pub priced: Option<Money>,
    pub savings: Vec<Saving>,
    pub today: Date,
}

/// [`Priced`], owned.
#[derive(Clone)]
pub struct Money {
    pub ctx: Ctx,
    pub ask: Ask,
    pub units: Units,
    pub time: Time,
}

impl Scene {
    fn of(view: &View<'_>) -> Self {
        Self {
            plan: view.plan.clone(),
            job: view.job.clone(),
            gpu: view.gpu.clone(),
            offer: view.offer.clone(),
            provider: view.provider.clone(),
            way: *view.way,
            entry: view.entry.clone(),
            entries: view.entries.to_vec(),
            bill: view.bill.to_vec(),
            priced: view.priced.map(|p| Money {
                ctx: p.ctx.clone(),
                ask: *p.ask,
                units: *p.units,
                time: *p.time,
            }),
            savings: view.savings.to_vec(),
            today: view.today,
        }
    }

    /// The report of a link, made once.
    pub fn plan(link: &'static str) -> Self {
        thread_local!(static MADE: RefCell<BTreeMap<&'static str, Scene>> = const { RefCell::new(BTreeMap::new()) });
        if let Some(made) = MADE.with_borrow(|made| made.get(link).cloned()) {
            return made;
        }
        let catalog = Catalog::embedded();
        let plan = crate::share::decode(link).0;
        let mut scene = None;
        report_with(&plan, catalog, catalog.date, &mut |view, _| {
            scene = Some(Self::of(view));
            Vec::new()
        });
        let scene = scene.unwrap_or_else(|| panic!("nothing to advise on: {link}"));
        MADE.with_borrow_mut(|made| made.insert(link, scene.clone()));
        scene
    }

    /// Sets a field of the plan as a link would.
    pub fn set(&mut self, key: &str, text: &str) {
        let field = crate::plan::Field::of_key(key).unwrap_or_else(|| panic!("no key {key}"));
        assert!(field.set(&mut self.plan, text, &mut Vec::new()), "{key}={text}");
    }

    /// What the winner's price is made of.
    pub fn money(&mut self) -> &mut Money {
        self.priced.as_mut().unwrap_or_else(|| panic!("nothing is priced"))
    }

    /// What the winner's seller charges beside the machine.
    pub fn tariff(&mut self) -> &mut Tariff {
        let money = self.money();
        &mut money.ctx.tariffs[money.ask.tariff as usize]
    }

    /// The rule's answer.
    pub fn ask(&self, rule: &str) -> Option<Fired> {
        let found = rules().find(|r| r.id == rule).unwrap_or_else(|| panic!("no rule {rule}"));
        (found.check)(&View {
            plan: &self.plan,
            job: &self.job,
            catalog: Catalog::embedded(),
            gpu: &self.gpu,
            offer: &self.offer,
            provider: &self.provider,
            way: &self.way,
            entry: &self.entry,
            entries: &self.entries,
            bill: &self.bill,
            priced: self.priced.as_ref().map(|m| Priced {
                ctx: &m.ctx,
                ask: &m.ask,
                units: &m.units,
                time: &m.time,
            }),
            savings: &self.savings,
            today: self.today,
        })
    }
}

const SECTIONS: [&[Case]; 17] = [
    fit::CASES,
    slower::CASES,
    links::CASES,
    software::CASES,
    environment::CASES,
    slices::CASES,
    cards::CASES,
    spot::CASES,
    packages::CASES,
    hidden::CASES,
    data::CASES,
    faults::CASES,
    availability::CASES,
    budget::CASES,
    domestic::CASES,
    notes::CASES,
    prices::CASES,
];

fn cases() -> impl Iterator<Item = &'static Case> {
    SECTIONS.iter().copied().flatten()
}

/// Section, id, severity and number of values in the gist, as `advice.md` has them.
fn listed() -> impl Iterator<Item = (usize, &'static str, Severity, usize)> {
    let text = include_str!("../../../../tests/data/advice_ids.txt");
    text.lines().filter(|l| !l.starts_with('#')).map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let severity = match words[2] {
            "block" => Severity::Danger,
            "warn" => Severity::Careful,
            _ => Severity::Info,
        };
        (words[0].parse().unwrap(), words[1], severity, words[3].parse().unwrap())
    })
}

#[test]
fn every_rule_of_the_list_exists_in_its_section() {
    let mut missing: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (section, id, severity, _) in listed() {
        match super::SECTIONS[section - 1].iter().find(|r| r.id == id) {
            Some(rule) => assert_eq!(rule.severity, severity, "{id}"),
            None => missing.entry(section).or_default().push(id),
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_rule_speaks_with_the_right_numbers_and_is_silent() {
    let mut wrong = Vec::new();
    for case in cases() {
        let mut scene = Scene::plan(case.plan);
        (case.fires)(&mut scene);
        let Some(fired) = scene.ask(case.rule) else {
            wrong.push(format!("{} should speak", case.rule));
            continue;
        };
        for (name, expected) in case.values {
            let found = fired.values.iter().find(|(n, _)| n == name).and_then(|(_, v)| v.number());
            if !found.is_some_and(|x| (x - expected).abs() <= 0.01 * expected.abs() + 1e-9) {
                wrong.push(format!("{} {name}: {found:?}, expected {expected}", case.rule));
            }
        }
        // Every figure is checked: by the case, or against what facts allow.
        let get = |name: &str| {
            fired.values.iter().find(|(n, _)| *n == name).and_then(|(_, v)| v.number()).unwrap_or(f64::NAN)
        };
        for (name, value) in &fired.values {
            let Some(x) = value.number().filter(|_| !case.values.iter().any(|(n, _)| n == name)) else {
                continue;
            };
            match derived::DERIVED.iter().find(|d| d.0 == case.rule && d.1 == *name) {
                None => wrong.push(format!("{} {name}: {value:?} is not checked", case.rule)),
                Some((.., between)) => {
                    let [low, high] = between(&scene, &get);
                    if !(low..=high).contains(&x) {
                        wrong.push(format!("{} {name}: {x} outside {low} to {high}", case.rule));
                    }
                }
            }
        }
        let (zh, _) = of(case.rule).unwrap_or_default();
        let shown: BTreeSet<&str> = places(zh).into_iter().collect();
        let made: BTreeSet<&str> = fired.values.iter().map(|(n, _)| *n).collect();
        if shown != made {
            wrong.push(format!("{}: shows {shown:?}, computes {made:?}", case.rule));
        }
        if !fired.offer.is_empty() && super::effect::changed(&scene.plan, &fired.offer).is_none() {
            wrong.push(format!("{}: offers what a plan cannot hold: {:?}", case.rule, fired.offer));
        }
        (case.silent)(&mut scene);
        if let Some(fired) = scene.ask(case.rule) {
            wrong.push(format!("{} should be silent: {:?}", case.rule, fired.values));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules that `advice.md` has not, and why they are here.
const OURS: [(&str, &str); 5] = [
    (
        "matmul-low",
        "the first-day test measures it (checklists.md B-10), and results of that test are judged",
    ),
    ("memory-rate-low", "the first-day test measures it (B-13)"),
    ("host-copy-low", "the first-day test measures it (B-11)"),
    ("ask-one-machine", "offers of up to n cards do not say whether they share a machine (A-04)"),
    ("assumed-prices", "prices that nobody prints are bands (ARCHITECTURE.md, Unknown is not zero)"),
];

#[test]
fn every_rule_beyond_the_list_says_why() {
    let listed: BTreeSet<&str> = listed().map(|l| l.1).collect();
    assert_eq!(listed.len(), 242, "ids of advice.md");
    let ours: Vec<&str> = rules().map(|r| r.id).filter(|id| !listed.contains(id)).collect();
    assert_eq!(ours, OURS.map(|o| o.0));
    assert!(OURS.iter().all(|o| !o.1.is_empty()));
}

#[test]
fn what_another_rule_says_better_is_not_repeated() {
    let catalog = Catalog::embedded();
    let ids = |link: &str| -> Vec<&'static str> {
        let plan = crate::share::decode(link).0;
        let mut said = Vec::new();
        report_with(&plan, catalog, catalog.date, &mut |view, fits| {
            said = super::advise(view, fits).into_iter().map(|a| a.rule).collect();
            Vec::new()
        });
        said
    };
    let month = ids("task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1&modes=monthly&days=30");
    assert!(month.contains(&"no-refund") && !month.contains(&"trial-length"), "{month:?}");
    let gaming = ids("task=serve&m=qwen2.5-7b&days=30&users=20");
    assert!(gaming.contains(&"geforce-licence") && !gaming.contains(&"note-geforce"), "{gaming:?}");
    let named = ids("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1");
    assert!(named.contains(&"note-export-2023") && !named.contains(&"export-note"), "{named:?}");
    for (less, by) in super::SAID {
        assert!([&[less], by].concat().iter().all(|id| rules().any(|r| r.id == *id)), "{less}");
    }
}

#[test]
fn every_rule_has_one_case() {
    for (rules, cases) in super::SECTIONS.iter().zip(SECTIONS) {
        let rules: Vec<&str> = rules.iter().map(|r| r.id).collect();
        let cases: Vec<&str> = cases.iter().map(|c| c.rule).collect();
        assert_eq!(rules, cases);
    }
}

#[test]
fn a_rule_whose_gist_has_values_shows_some() {
    for (section, id, _, values) in listed() {
        let shown = of(id).map_or(0, |(zh, _)| places(zh).len());
        assert!(values == 0 || shown > 0, "{section} {id}: the gist names {values}");
    }
}
