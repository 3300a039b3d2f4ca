//! What fits on given cards: one answer a question, each with the change that makes it so.

use super::{Stand, known, largest};
use crate::catalog::{GpuIx, ModelIx};
use crate::engine::model::suits;
use crate::engine::search::runs::{Runs, runs};
use crate::engine::search::space::COUNTS;
use crate::engine::search::{Way, Ways};
use crate::plan::{Field, Plan, Task};
use crate::units::Order;
use std::rc::Rc;

/// What people ask of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Longest sample of a training run, longest request of a service, tokens.
    Context,
    /// Most samples per card and step.
    MicroBatch,
    /// Most users at once.
    Users,
    /// Largest model of the catalog.
    Model,
    /// Fewest of these cards.
    Cards,
    /// The card with the least memory of which as many do.
    Card,
}

impl Question {
    /// In the order in which they are shown.
    pub const ALL: [Self; 6] =
        [Self::Context, Self::MicroBatch, Self::Users, Self::Model, Self::Cards, Self::Card];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Context => "context",
            Self::MicroBatch => "micro-batch",
            Self::Users => "users",
            Self::Model => "model",
            Self::Cards => "cards",
            Self::Card => "card",
        }
    }

    /// Whether a job has what is asked for.
    pub fn applies(self, task: Task) -> bool {
        match self {
            Self::Context => task == Task::Serve || task.trains() && !task.image(),
            Self::MicroBatch => task.trains(),
            Self::Users => task == Task::Serve,
            Self::Model | Self::Cards | Self::Card => task != Task::KnownCards,
        }
    }
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Tokens, samples, users, cards.
    Number(u32),
    /// A model.
    Model(ModelIx),
    /// A card.
    Gpu(GpuIx),
}

/// Why one more does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Memory.
    Memory,
    /// The targets for the first token or each token.
    Latency,
    /// The context that the model was made for.
    ModelLimit,
    /// Nothing larger (or smaller) is known to us.
    EndOfList,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// What was found; `None` where even the least does not hold.
    pub value: Option<Value>,
    /// Why not more (fewer, smaller).
    pub why: Why,
    /// Makes the plan so.
    pub change: Vec<(Field, String)>,
    /// Need per card there, likely, bytes.
    pub need: f64,
    /// What the job may take of the card, bytes.
    pub room: f64,
}

/// Most cards that are tried one by one; above, the numbers of the search.
const ONE_BY_ONE: u32 = 8;

/// Answers one question; `None` where the job has nothing of the kind.
pub fn on_card(stand: &Stand<'_>, question: Question) -> Option<Answer> {
    if !question.applies(stand.job.task) {
        return None;
    }
    Some(match question {
        Question::Context => context(stand),
        Question::MicroBatch => {
            number(stand, question, 1 << 14, &|n| vec![(Field::MicroBatch, n.to_string())])
        }
        Question::Users => number(stand, question, 1 << 20, &|n| vec![(Field::Users, n.to_string())]),
        Question::Model => model(stand),
        Question::Cards => cards(stand),
        Question::Card => card(stand),
    })
}

/// A plan with fields set to texts.
fn with(plan: &Plan, change: &[(Field, String)]) -> Plan {
    let mut plan = plan.clone();
    for (field, text) in change {
        field.set(&mut plan, text, &mut Vec::new());
    }
    plan
}

/// The way that may be promised: one whose whole band fits, and that carries the load where there is one.
pub(super) fn holds(ways: &Ways) -> Option<&Rc<Way>> {
    ways.fits.as_ref().filter(|w| w.carries)
}

fn answer(stand: &Stand<'_>, question: Question, why: Why) -> Answer {
    let room = stand.card().usable.to_f64();
    Answer { question, value: None, why, change: Vec::new(), need: 0.0, room }
}

/// Fills in what a way needs.
fn filled(mut a: Answer, way: Option<&Rc<Way>>, usable: crate::units::Bytes) -> Answer {
    if let Some(way) = way {
        a.need = way.memory.need.likely;
        a.room = way.memory.room(usable);
    }
    a
}

/// The largest number of something, up to the field's bound or `most`.
fn number(
    stand: &Stand<'_>,
    question: Question,
    most: u64,
    change: &dyn Fn(u64) -> Vec<(Field, String)>,
) -> Answer {
    let at = |n: u64| stand.ways(&with(&stand.plan, &change(n)));
    let found = largest(most, |n| holds(&at(n)).is_some());
    let beyond = at(found.unwrap_or(0) + 1);
    let why = match found {
        Some(n) if n == most => Why::EndOfList,
        // It would fit and cannot be carried in time.
        _ if beyond.fits.is_some() => Why::Latency,
        _ => Why::Memory,
    };
    let mut a = answer(stand, question, why);
    let Some(n) = found else { return a };
    a.value = Some(Value::Number(n as u32));
    a.change = change(n);
    filled(a, holds(&at(n)), stand.card().usable)
}

/// Tokens of a sample; of a service, of a request whose answer keeps its length where it can.
fn context(stand: &Stand<'_>) -> Answer {
    let answer = u64::from(stand.job.answer);
    let serves = stand.job.task == Task::Serve;
    let change = |n: u64| {
        let mut list = vec![(Field::Seq, n.to_string())];
        if serves {
            list.push((Field::Prompt, n.saturating_sub(answer).max(1).to_string()));
        }
        list
    };
    let limit = u64::from(stand.job.arch.max_context);
    let most = if limit > 0 { limit } else { 1 << 24 };
    let mut a = number(stand, Question::Context, most, &change);
    if limit > 0 && a.value == Some(Value::Number(limit as u32)) {
        a.why = Why::ModelLimit;
    }
    a
}

/// The most parameters for which some model of the catalog holds.
fn model(stand: &Stand<'_>) -> Answer {
    let models = &stand.catalog.models;
    let task = stand.job.task;
    let mut places: Vec<usize> =
        (0..models.len()).filter(|at| suits(models[*at].kind, task) && known(&models[*at])).collect();
    places.order_by_key(|at| std::cmp::Reverse(models[*at].arch.params_total));
    for (tried, at) in places.iter().enumerate() {
        let ways = stand.ways_of(&models[*at]);
        if let Some(way) = holds(&ways) {
            let why = if tried == 0 { Why::EndOfList } else { Why::Memory };
            let mut a = answer(stand, Question::Model, why);
            a.value = Some(Value::Model(ModelIx(*at as u16)));
            a.change = vec![(Field::Model, models[*at].id.clone())];
            return filled(a, Some(way), stand.card().usable);
        }
    }
    answer(stand, Question::Model, Why::Memory)
}

/// The fewest cards: one by one within a machine, then the numbers of the search.
fn cards(stand: &Stand<'_>) -> Answer {
    let numbers = (1..=ONE_BY_ONE).chain(COUNTS.into_iter().filter(|n| *n > ONE_BY_ONE));
    for n in numbers {
        let ways = stand.ways_on(&stand.plan, n);
        if let Some(way) = holds(&ways) {
            let why = if n == 1 { Why::EndOfList } else { Why::Memory };
            let mut a = answer(stand, Question::Cards, why);
            a.value = Some(Value::Number(n));
            a.change = vec![(Field::Gpus, stand.card().id.clone()), (Field::Count, n.to_string())];
            return filled(a, Some(way), stand.card().usable);
        }
    }
    answer(stand, Question::Cards, Why::Memory)
}

/// The card with the least memory that runs the program and of which as many do.
fn card(stand: &Stand<'_>) -> Answer {
    let gpus = &stand.catalog.gpus;
    let mut places: Vec<usize> =
        (0..gpus.len()).filter(|at| gpus[*at].timed() && runs(&stand.job, &gpus[*at]) == Runs::Yes).collect();
    places.order_by(|a, b| gpus[*a].usable.cmp(&gpus[*b].usable).then_with(|| gpus[*a].id.cmp(&gpus[*b].id)));
    for (tried, at) in places.iter().enumerate() {
        let ix = GpuIx(*at as u16);
        let Some(other) = Stand::at(&stand.plan, stand.catalog, ix, stand.count) else { break };
        let ways = other.ways(&stand.plan);
        if let Some(way) = holds(&ways) {
            let why = if tried == 0 { Why::EndOfList } else { Why::Memory };
            let mut a = answer(&other, Question::Card, why);
            a.value = Some(Value::Gpu(ix));
            a.change = vec![(Field::Gpus, gpus[*at].id.clone()), (Field::Count, stand.count.to_string())];
            return filled(a, Some(way), gpus[*at].usable);
        }
    }
    answer(stand, Question::Card, Why::Memory)
}
