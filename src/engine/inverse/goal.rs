//! The most that a plan's money and time allow: whole reports, so that offers, hidden costs and risk count.
//! One report a step, so that whoever asks may do something else between two of them.

use super::{Edge, known};
use crate::catalog::{Catalog, ModelIx};
use crate::engine::model::suits;
use crate::engine::report::{Entry, Report, silent};
use crate::plan::{Field, Plan, Task};
use crate::units::math::pow;
use crate::units::{Date, Order};

/// Limits of a question; a plan's own limits hold where they are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Within {
    /// Money, in the plan's currency.
    pub budget: Option<f64>,
    /// Hours from now.
    pub deadline_h: Option<f64>,
}

/// The best found, and the report that shows it.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Amount of work (in the unit of `field`), or the model.
    pub change: (Field, String),
    /// Amount, where it is one.
    pub amount: f64,
    /// The model, where it is one.
    pub model: Option<ModelIx>,
    /// The winner there.
    pub entry: Entry,
}

/// Steps of the search for an amount: a hundredth part each, from a ten-thousandth of what the plan
/// asks for up to a hundred thousand times as much.
const STEP: f64 = 1.01;
const STEPS: u64 = 2_082;
const LEAST: f64 = 1e-4;

fn limited(plan: &Plan, within: Within) -> Plan {
    let mut plan = plan.clone();
    if let Some(money) = within.budget {
        plan.limits.budget = Some(money);
    }
    if let Some(hours) = within.deadline_h {
        plan.limits.deadline_h = Some(hours);
    }
    plan
}

/// The winner, where it keeps every limit of the plan and needs no condition dropped.
fn kept(report: &Report) -> Option<&Entry> {
    let e = report.ranked.get(report.verdict.winner?)?;
    e.not_eligible.is_empty().then_some(e)
}

/// The field that says how much there is to do.
fn amount_field(plan: &Plan) -> Option<Field> {
    match plan.task {
        Task::KnownCards | Task::ImageInfer => None,
        Task::Serve => Some(Field::Users),
        Task::Embed => Some(Field::Samples),
        t if t.image() => Some(Field::Samples),
        _ => Some(Field::Tokens),
    }
}

/// What is looked for, and how far the search is.
#[derive(Clone, Debug)]
enum Find {
    /// The most tokens, samples or users, to one part in a hundred.
    Work { field: Field, start: f64, bounds: (f64, f64), edge: Edge },
    /// The largest model; those still to be tried, smallest first.
    Model(Vec<usize>),
}

/// A search for the most that money and time allow, a report a step.
#[derive(Clone, Debug)]
pub struct Hunt {
    plan: Plan,
    today: Date,
    find: Option<Find>,
    best: Option<Goal>,
    /// Reports made so far.
    pub asked: u32,
}

impl Hunt {
    /// For the most work within the limits: what is found is kept, a hundredth more is not, and no less
    /// than a ten-thousandth of the plan's own amount is tried.
    pub fn work(plan: &Plan, today: Date, within: Within) -> Self {
        let plan = limited(plan, within);
        let find = amount_field(&plan).and_then(|field| {
            let start = field.number(&plan).filter(|x| *x > 0.0)? * LEAST;
            Some(Find::Work { field, start, bounds: field.bounds()?, edge: Edge::new(STEPS) })
        });
        Self { plan, today, find, best: None, asked: 0 }
    }

    /// For the largest model of the catalog within the limits, everything else as the plan says.
    pub fn model(plan: &Plan, catalog: &Catalog, today: Date, within: Within) -> Self {
        let plan = limited(plan, within);
        let fits = |at: &usize| suits(catalog.models[*at].kind, plan.task) && known(&catalog.models[*at]);
        let mut places: Vec<usize> = (0..catalog.models.len()).filter(fits).collect();
        places.order_by_key(|at| catalog.models[*at].arch.params_total);
        let find = (plan.task != Task::KnownCards).then_some(Find::Model(places));
        Self { plan, today, find, best: None, asked: 0 }
    }

    /// Makes one report; answers whether there is more to ask.
    pub fn step(&mut self, catalog: &Catalog) -> bool {
        let Some((change, amount, model)) = self.next(catalog) else {
            self.find = None;
            return false;
        };
        let mut plan = self.plan.clone();
        change.0.set(&mut plan, &change.1, &mut Vec::new());
        let report = silent(&plan, catalog, self.today);
        self.asked += 1;
        let entry = kept(&report);
        match &mut self.find {
            Some(Find::Work { edge, .. }) => edge.hear(entry.is_some()),
            Some(Find::Model(places)) if entry.is_some() => places.clear(),
            _ => {}
        }
        if let Some(entry) = entry {
            self.best = Some(Goal { change, amount, model, entry: entry.clone() });
        }
        true
    }

    /// What is to be asked next.
    fn next(&mut self, catalog: &Catalog) -> Option<((Field, String), f64, Option<ModelIx>)> {
        match self.find.as_mut()? {
            Find::Work { field, start, bounds, edge } => {
                let amount = (*start * pow(STEP, edge.ask()? as f64)).floor().clamp(bounds.0, bounds.1);
                Some(((*field, crate::plan::number::print(amount)), amount, None))
            }
            Find::Model(places) => {
                let at = places.pop()?;
                let id = catalog.models.get(at)?.id.clone();
                Some(((Field::Model, id), 0.0, Some(ModelIx(at as u16))))
            }
        }
    }

    /// The best so far; once there is nothing more to ask, the answer.
    pub const fn best(&self) -> Option<&Goal> {
        self.best.as_ref()
    }
}
