//! A text answered: what the example `report`, the JS API and the widget's calls give.

use super::json::{MemoryJson, Parts};
use crate::catalog::{Catalog, GpuIx};
use crate::engine::job::{self, Job};
use crate::engine::layout::{Device, Layout};
use crate::engine::memory::{Fit, Memory};
use crate::engine::report::{self, Report};
use crate::engine::search::evaluate::ways;
use crate::engine::{self, model};
use crate::plan::{Plan, Task, Warning};
use crate::share::{self, Link};
use crate::units::Date;
use serde::Serialize;

/// Reads a link and answers its first plan, with what would change the answer. What the link said wrongly comes before
/// the engine's own warnings.
pub fn answer(text: &str, catalog: &Catalog, today: Date) -> (Link, Report) {
    let (link, warnings) = share::read(text);
    let mut report = engine::report(&link.plan, catalog, today);
    let own: Vec<_> = report.warnings.drain(..).filter(|w| !warnings.contains(w)).collect();
    report.warnings = warnings;
    report.warnings.extend(own);
    report.flips = report::flips(&link.plan, catalog, today, &report);
    (link, report)
}

/// Numbers of cards that are tried for a size, in one machine (semantics §7).
const COUNTS: [u32; 4] = [1, 2, 4, 8];

/// What a job needs on every card of the catalog: memory without prices. Empty for a plan whose cards are known, which has no
/// job to size.
#[derive(Serialize)]
#[serde(rename = "Size")]
pub struct Sizes {
    /// One entry for each card, in the order of the catalog.
    pub cards: Vec<CardSize>,
    /// What was odd about the plan.
    pub warnings: Vec<Warning>,
}

/// What a job needs on one card.
#[derive(Serialize)]
pub struct CardSize {
    /// Its id.
    pub gpu: String,
    /// The smallest of 1, 2, 4 and 8 cards that holds the job; where none does, the number that comes closest.
    pub count: u32,
    /// How the job is spread.
    pub layout: Layout,
    /// Whether it fits.
    pub fit: Fit,
    memory: MemoryJson,
    parts: Parts,
}

/// Sizes the first plan of a link on every card of the catalog.
pub fn sizes(text: &str, catalog: &Catalog) -> Sizes {
    let (mut plan, mut warnings) = share::decode(text);
    warnings.extend(plan.clamp());
    let subject = model::subject(&plan, catalog, &mut warnings);
    let job = job::resolve(&plan, subject.arch.clone(), subject.native);
    let all = 0..if job.task == Task::KnownCards { 0 } else { catalog.gpus.len() };
    let cards = all.filter_map(|at| card_size(&job, &plan, catalog, GpuIx(at as u16))).collect();
    Sizes { cards, warnings }
}

fn card_size(job: &Job, plan: &Plan, catalog: &Catalog, ix: GpuIx) -> Option<CardSize> {
    let gpu = catalog.gpu(ix);
    let device = Device { gpu, link: gpu.link, network_gbps: 0.0, rdma: None };
    let mut best: Option<(u32, Layout, Memory, Fit)> = None;
    for count in COUNTS {
        let ways = ways(job, plan, &device, count, count);
        let this = match (ways.best(), ways.closest) {
            (Some(way), _) => (count, way.layout, way.memory, way.fit),
            (None, Some((layout, memory))) => (count, layout, memory, Fit::No),
            (None, None) => continue,
        };
        // `Fits` is the least of the three verdicts.
        let better = best.as_ref().is_none_or(|old| {
            this.3 < old.3 || (this.3 == Fit::No && this.2.need.likely < old.2.need.likely)
        });
        if better {
            best = Some(this);
        }
        if this.3 == Fit::Fits {
            break;
        }
    }
    let (count, layout, memory, fit) = best?;
    let need = MemoryJson::new(memory.need.band(), gpu.usable.to_f64(), memory.room(gpu.usable));
    Some(CardSize { gpu: gpu.id.clone(), count, layout, fit, memory: need, parts: Parts(memory.parts) })
}
