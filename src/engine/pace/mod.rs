//! Time as it runs: the winner's step taken apart, and asked again with one thing changed. What panels on time
//! compute with; nothing of it is needed for the first answer.

pub mod slower;
pub mod step;
pub mod switches;
#[cfg(test)]
mod tests;

use super::job::{self, Job};
use super::layout::{Device, Layout};
use super::line::NoTrace;
use super::memory::{self, Memory};
use super::report::Entry;
use super::speed::{self, Pace, serving};
use super::{model, search};
use crate::catalog::{Architecture, Catalog, Gpu, Link, Offer};
use crate::plan::{Plan, Quant, Task};
use std::borrow::Cow;
use std::sync::Arc;

/// A job on its cards: everything that a step's time is made of.
#[derive(Clone)]
pub struct Run<'a> {
    /// The question.
    pub plan: Plan,
    /// With its automatic choices made.
    pub job: Job,
    /// How it is spread.
    pub layout: Layout,
    /// The card (or the slice of it).
    pub gpu: Cow<'a, Gpu>,
    /// Between cards of a machine.
    pub link: Link,
    /// Network of a machine, Gbit/s; 0 unknown.
    pub network_gbps: f64,
    /// RDMA between machines.
    pub rdma: Option<bool>,
    arch: Arc<Architecture>,
    native: Quant,
}

impl<'a> Run<'a> {
    /// A ranked entry as it runs. `None` where its offer is gone or the job is of known cards.
    pub fn of(plan: &Plan, catalog: &'a Catalog, entry: &Entry) -> Option<Self> {
        let mut plan = plan.clone();
        plan.clamp();
        if plan.task == Task::KnownCards {
            return None;
        }
        let offer: &Offer = catalog.offer(entry.offer)?;
        let subject = model::subject(&plan, catalog, &mut Vec::new());
        let job = job::resolve(&plan, subject.arch.clone(), subject.native);
        let gpu = catalog.card(entry.gpu, entry.slice);
        let device = search::device(&gpu, offer);
        let (link, network_gbps, rdma) = (device.link, device.network_gbps, device.rdma);
        let (arch, native, layout) = (subject.arch, subject.native, entry.layout);
        Some(Self { plan, job, layout, gpu, link, network_gbps, rdma, arch, native })
    }
    /// The card in its machine.
    pub fn device(&self) -> Device<'_> {
        Device { gpu: &self.gpu, link: self.link, network_gbps: self.network_gbps, rdma: self.rdma }
    }
    /// What it needs of a card.
    pub fn memory(&self) -> Memory {
        memory::size(&self.job, &self.layout, &self.gpu, &mut NoTrace)
    }
    /// The estimate, whatever was measured.
    pub fn pace(&self) -> Pace {
        speed::pace(&self.job, &self.layout, &self.device(), &self.memory(), &mut NoTrace)
    }
    /// Seconds for a unit of work: a token of all cards, an image; for a service a token of one user.
    pub fn unit_s(&self) -> f64 {
        let pace = self.pace();
        let rate = pace.rate.likely;
        match self.job.task {
            Task::Serve => pace.serve.tpot_s.likely,
            _ if rate > 0.0 => 1.0 / rate,
            _ => 0.0,
        }
    }
    /// The same with the plan changed, on the same cards in the same layout.
    #[must_use]
    pub fn planned(&self, change: impl FnOnce(&mut Plan)) -> Self {
        let mut out = self.clone();
        change(&mut out.plan);
        out.job = job::resolve(&out.plan, self.arch.clone(), self.native);
        out
    }
    /// The same with something else changed.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut out = self.clone();
        change(&mut out);
        out
    }
    /// How many times as long a unit of work takes as on `base`; 1 where either cannot be timed.
    pub fn times(&self, base: &Self) -> f64 {
        let (now, then) = (base.unit_s(), self.unit_s());
        if now > 0.0 && then > 0.0 { then / now } else { 1.0 }
    }
    /// Sequences that one replica holds at once.
    pub fn seats(&self) -> f64 {
        serving::seats(&self.job, &self.layout, &self.device(), &self.memory())
    }
}
