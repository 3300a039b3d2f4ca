//! The most that a plan's money and time allow: whole reports, so that offers, hidden costs and risk count.

use super::{known, largest};
use crate::catalog::{Catalog, ModelIx};
use crate::engine::model::suits;
use crate::engine::report::{Entry, Report, silent};
use crate::plan::{Field, ModelRef, Plan, Task};
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

/// The most tokens, samples or users within the limits, to one part in a hundred: that much is kept, a
/// hundredth more is not. `None` where not even a ten-thousandth of the plan's amount is, or there is
/// nothing to count. `tell` hears of each step and may stop the search by answering no.
pub fn most_work(
    plan: &Plan,
    catalog: &Catalog,
    today: Date,
    within: Within,
    tell: &mut dyn FnMut() -> bool,
) -> Option<Goal> {
    let plan = limited(plan, within);
    let field = amount_field(&plan)?;
    let start = field.number(&plan).filter(|x| *x > 0.0)? * LEAST;
    let (low, high) = field.bounds()?;
    let amount = |n: u64| (start * pow(STEP, n as f64)).floor().clamp(low, high);
    let at = |n: u64| {
        let mut plan = plan.clone();
        let text = crate::plan::number::print(amount(n));
        field.set(&mut plan, &text, &mut Vec::new());
        (silent(&plan, catalog, today), text)
    };
    let mut stopped = false;
    let n = largest(STEPS, |n| {
        stopped |= !tell();
        !stopped && kept(&at(n).0).is_some()
    })?;
    if stopped {
        return None;
    }
    let (report, text) = at(n);
    let entry = kept(&report)?.clone();
    Some(Goal { change: (field, text), amount: amount(n), model: None, entry })
}

/// The largest model of the catalog within the limits, everything else as the plan says.
pub fn biggest_model(
    plan: &Plan,
    catalog: &Catalog,
    today: Date,
    within: Within,
    tell: &mut dyn FnMut() -> bool,
) -> Option<Goal> {
    let plan = limited(plan, within);
    if plan.task == Task::KnownCards {
        return None;
    }
    let mut places: Vec<usize> = (0..catalog.models.len())
        .filter(|at| suits(catalog.models[*at].kind, plan.task) && known(&catalog.models[*at]))
        .collect();
    places.order_by_key(|at| std::cmp::Reverse(catalog.models[*at].arch.params_total));
    for at in places {
        if !tell() {
            return None;
        }
        let id = &catalog.models[at].id;
        let mut plan = plan.clone();
        plan.model = ModelRef::Id(id.clone());
        let report = silent(&plan, catalog, today);
        if let Some(entry) = kept(&report) {
            let (change, model) = ((Field::Model, id.clone()), Some(ModelIx(at as u16)));
            return Some(Goal { change, amount: 0.0, model, entry: entry.clone() });
        }
    }
    None
}
