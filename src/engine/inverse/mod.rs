//! Questions read backwards: the longest context, the largest batch, the most users, the largest model,
//! the fewest and the smallest cards for a plan; the most work and the largest model within its limits;
//! the fewest changes that make it fit. Every answer is found by asking the engine itself, so it is
//! exact with respect to it: what is named holds, the next larger (or smaller) does not.

mod card;
mod doctor;
mod goal;
mod mend;
#[cfg(test)]
mod tests;

pub use card::{Answer, Question, Value, Why, on_card};
pub use doctor::{Cause, Diagnosis, Told, diagnose, told};
pub use goal::{Goal, Hunt, Within};
pub use mend::{Mend, mends, priced, singles};

use crate::catalog::{Cards, Catalog, Gpu, GpuIx, Model};
use crate::engine::job::{self, Job};
use crate::engine::layout::Device;
use crate::engine::model::subject;
use crate::engine::report::Report;
use crate::engine::search::{Ways, device, evaluate, space};
use crate::plan::{Plan, Quant, Task};
use std::sync::Arc;

/// A plan beside the cards that answer it: those of the winner, or those that come closest.
#[derive(Clone, Debug)]
pub struct Stand<'a> {
    /// The question, inside its bounds.
    pub plan: Plan,
    /// With automatic choices made.
    pub job: Job,
    /// Format in which the model is published.
    native: Quant,
    /// All facts.
    catalog: &'a Catalog,
    /// The card, as it is sold.
    device: Device<'a>,
    /// Which it is.
    pub gpu: GpuIx,
    /// How many.
    pub count: u32,
    /// How many stand in a machine.
    per_machine: u32,
    /// In which numbers the seller has them; `None` where nobody's offer is looked at.
    cards: Option<Cards>,
}

impl<'a> Stand<'a> {
    /// Of a report: `None` where there is no card to speak of or the job is not known.
    pub fn of(plan: &Plan, catalog: &'a Catalog, report: &Report) -> Option<Self> {
        let (offer, gpu, count, machines) = match (report.verdict.winner, &report.verdict.closest) {
            (Some(at), _) => {
                let e = report.ranked.get(at)?;
                (catalog.offer(e.offer), e.gpu, e.count, e.layout.machines)
            }
            (None, Some(c)) => (None, c.gpu, c.count, c.count.div_ceil(8)),
            (None, None) => return None,
        };
        let card = catalog.gpu(gpu);
        let device = offer.map_or_else(|| Device::of(card), |o| device(card, o));
        let stand = Self::on(plan, catalog, device, gpu, count, count.div_ceil(machines.max(1)))?;
        Some(Self { cards: offer.map(|o| o.cards), ..stand })
    }

    /// On any number of any card, eight to a machine.
    pub fn at(plan: &Plan, catalog: &'a Catalog, gpu: GpuIx, count: u32) -> Option<Self> {
        Self::on(plan, catalog, Device::of(catalog.gpu(gpu)), gpu, count, count.min(8))
    }

    fn on(
        plan: &Plan,
        catalog: &'a Catalog,
        device: Device<'a>,
        gpu: GpuIx,
        count: u32,
        per_machine: u32,
    ) -> Option<Self> {
        let mut plan = plan.clone();
        plan.clamp();
        if plan.task == Task::KnownCards {
            return None;
        }
        let found = subject(&plan, catalog, &mut Vec::new());
        let job = job::resolve(&plan, found.arch.clone(), found.native);
        Some(Self { plan, job, native: found.native, catalog, device, gpu, count, per_machine, cards: None })
    }

    /// The card.
    pub fn card(&self) -> &Gpu {
        self.device.gpu
    }

    /// Ways to run a changed plan with the same model on the same cards.
    fn ways(&self, plan: &Plan) -> Ways {
        self.ways_on(plan, self.count)
    }

    /// The same on another number of them, whoever has it.
    fn ways_on(&self, plan: &Plan, count: u32) -> Ways {
        self.ways_in(plan, count, if count > self.count { count.min(8) } else { self.per_machine })
    }

    /// The same on another number of them, in the machines of the same seller where it has that number.
    fn ways_there(&self, plan: &Plan, count: u32) -> Ways {
        let there = self.cards.filter(|_| count > self.count).and_then(|c| space::per_machine(c, count));
        there.map_or_else(|| self.ways_on(plan, count), |per_machine| self.ways_in(plan, count, per_machine))
    }

    fn ways_in(&self, plan: &Plan, count: u32, per_machine: u32) -> Ways {
        let job = job::resolve(plan, self.job.arch.clone(), self.native);
        evaluate::ways(&job, plan, &self.device, count, per_machine)
    }

    /// Ways to run another model of the catalog.
    fn ways_of(&self, model: &Model) -> Ways {
        let mut plan = self.plan.clone();
        plan.model = crate::plan::ModelRef::Id(model.id.clone());
        let job = job::resolve(&plan, Arc::new(model.arch.clone()), job::native(model.dtype));
        evaluate::ways(&job, &plan, &self.device, self.count, self.per_machine)
    }
}

/// Whether its layers are known well enough to be sized.
fn known(model: &Model) -> bool {
    model.arch.modelled || model.arch.diffusion.is_some()
}

/// The search for the largest number in `1..=most` that holds, where some number and all below it do:
/// doubling, then halving the gap. Exact at its edge whatever the shape: the next number was asked and
/// said no, unless it is `most`.
#[derive(Clone, Copy, Debug)]
struct Edge {
    most: u64,
    /// The largest that held; 0 none yet.
    yes: u64,
    /// The smallest that did not.
    no: Option<u64>,
}

impl Edge {
    const fn new(most: u64) -> Self {
        Self { most, yes: 0, no: None }
    }
    /// The number to try next; `None` when the edge is found.
    fn ask(&self) -> Option<u64> {
        match self.no {
            None if self.yes == 0 => Some(1),
            None => (self.yes < self.most).then(|| (self.yes * 2).min(self.most)),
            Some(no) => (no - self.yes > 1).then(|| self.yes + (no - self.yes) / 2),
        }
    }
    /// Whether the number that was asked for holds.
    fn hear(&mut self, holds: bool) {
        match self.ask() {
            Some(n) if holds => self.yes = n,
            n => self.no = n.or(self.no),
        }
    }
}

/// The edge of what `holds` says; `None` when 1 already fails.
fn largest(most: u64, mut holds: impl FnMut(u64) -> bool) -> Option<u64> {
    let mut edge = Edge::new(most);
    while let Some(n) = edge.ask() {
        edge.hear(holds(n));
    }
    (edge.yes > 0).then_some(edge.yes)
}
