//! What filled a card: a pasted out-of-memory message or device table beside what the plan predicts for
//! that card, the likely causes in the order in which they are worth checking, and what to change.

use super::{Mend, Stand, mends, singles};
use crate::catalog::{Catalog, GpuIx};
use crate::engine::memory::{Fit, Memory, Part};
use crate::engine::report::Report;
use crate::import::oom::{Kind, Message, Stage};
use crate::plan::Plan;
use crate::units::{GIB, MIB, Order};

/// A card is the plan's when its total differs by less than this share: what drivers of different years
/// show of one card differs by 3 % (gpus.md, memory as shown).
const SAME_CARD: f64 = 0.04;
/// What a process of our own holds beside its allocator at most (memory.md A.1, context and communicators):
/// above it somebody else's is likelier.
const OWN_OUTSIDE: f64 = 2.5 * GIB;
/// Changes that are offered.
const OFFERED: usize = 3;

/// What a text says of one card, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Told {
    /// What the card has.
    pub total: Option<f64>,
    /// What the framework had allocated.
    pub allocated: Option<f64>,
    /// What its allocator held.
    pub reserved: Option<f64>,
    /// What could not be had.
    pub tried: Option<f64>,
    /// What was free.
    pub free: Option<f64>,
    /// What the device shows as used.
    pub used: Option<f64>,
}

/// Why a card is full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// The host's memory is too small, not the card's.
    Host,
    /// Other processes hold so much of the card.
    Others(f64),
    /// The allocator holds so much that it cannot use: fragments.
    Fragments(f64),
    /// The cache of one request: what it needs, what there is.
    Cache(f64, f64),
    /// The card was not empty when the server started, or its share is set too high.
    NotEmpty,
    /// The optimizer made its states: it needs what the plan says of them.
    States(f64),
    /// CUDA graphs, captured after the cache was laid out.
    Graphs,
    /// The sampler's warm-up for so many sequences.
    Sampler(u64),
    /// The weights alone.
    Weights(f64),
    /// What was tried for is about as large as this part of the plan: by part, bytes.
    Piece(Part, f64),
    /// The plan, too, needs more than the card has; its largest part.
    Largest(Part, f64),
    /// By the plan it should fit: the run is another one than the plan. So much is predicted.
    OtherRun(f64),
}

/// A message beside a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The card that the prediction is for.
    pub gpu: GpuIx,
    /// How many of it.
    pub count: u32,
    /// The text named it; otherwise it is the plan's.
    pub named: bool,
    /// What the text says.
    pub told: Told,
    /// What the plan predicts there.
    pub memory: Memory,
    /// Whether it fits by the prediction.
    pub fit: Fit,
    /// Hours of work as the plan is; 0 where they are not known.
    pub work_h: f64,
    /// Likely causes, the first the likeliest.
    pub causes: Vec<Cause>,
    /// Up to three changes or sets of them, the smallest that help first.
    pub changes: Vec<Mend>,
}

/// Reads one card out of a text.
pub fn told(m: &Message) -> Told {
    let gib = |x: Option<f64>| x.map(|x| x * GIB);
    let mut out = Told {
        total: gib(m.total_gib),
        allocated: gib(m.allocated_gib),
        reserved: gib(m.reserved_gib),
        tried: gib(m.tried_gib),
        free: gib(m.free_gib),
        used: None,
    };
    let mib = |x: Option<u64>| x.map(|x| x as f64 * MIB);
    // The fullest card of a table: the others wait for it.
    if let Some(card) = m.gpus.iter().max_by_key(|g| g.mem_used_mib) {
        (out.total, out.used) = (mib(card.mem_total_mib), mib(card.mem_used_mib));
        out.free = out.total.zip(out.used).map(|(total, used)| (total - used).max(0.0));
    }
    out
}

/// The card of a text: by its name, else the plan's where the total agrees, else the nearest by total.
fn card(
    m: &Message,
    told: &Told,
    plan: &Plan,
    catalog: &Catalog,
    near: Option<GpuIx>,
) -> Option<(GpuIx, bool)> {
    let named = m.gpus.iter().filter_map(|g| g.name.as_deref()).find_map(|n| catalog.find_gpu(n));
    if let Some(ix) = named {
        return Some((ix, true));
    }
    let fits = |ix: &GpuIx| m.maker.is_none_or(|maker| catalog.gpu(*ix).vendor == maker);
    let own = plan.limits.gpus.iter().find_map(|id| catalog.gpu_ix(id)).or(near);
    let Some(total) = told.total.filter(|t| *t > GIB) else { return Some((own?, false)) };
    let away = |ix: GpuIx| (catalog.gpu(ix).usable.to_f64() / total - 1.0).abs();
    if let Some(ix) = own.filter(|ix| fits(ix) && away(*ix) < SAME_CARD) {
        return Some((ix, false));
    }
    let mut all: Vec<GpuIx> = (0..catalog.gpus.len())
        .map(|i| GpuIx(i as u16))
        .filter(|ix| catalog.gpu(*ix).timed() && fits(ix))
        .collect();
    all.order_by(|a, b| away(*a).total_cmp(&away(*b)));
    // Where the maker is told, more than what drivers keep may lie between a name and its total (Ascend: 61 of 64 GB).
    let far = if m.maker.is_some() { 2.0 * SAME_CARD } else { SAME_CARD };
    all.first().copied().filter(|ix| away(*ix) < far).map(|ix| (ix, true)).or(Some((own?, false)))
}

/// A message beside a plan and its report; `None` where the plan has no memory to predict.
pub fn diagnose(m: &Message, plan: &Plan, catalog: &Catalog, report: &Report) -> Option<Diagnosis> {
    let told = told(m);
    let now = Stand::of(plan, catalog, report);
    let (gpu, named) = card(m, &told, plan, catalog, now.as_ref().map(|s| s.gpu))?;
    let now = now.filter(|s| s.gpu == gpu);
    let count = plan.limits.count.or(now.as_ref().map(|s| s.count));
    let count = count.unwrap_or(m.gpus.len().max(1) as u32).clamp(1, 1024);
    // Beside the answer's own cards changes save what the answer says of them.
    let now = now.filter(|s| s.count == count);
    let stand = now.or_else(|| Stand::at(plan, catalog, gpu, count))?;
    let ways = stand.ways(&stand.plan);
    let (memory, fit, work_h) = match (ways.best(), &ways.closest) {
        (Some(way), _) => (way.memory, way.fit, way.pace.work_h.likely),
        (None, Some((_, memory))) => (*memory, Fit::No, 0.0),
        (None, None) => return None,
    };
    let causes = causes(m, &told, &memory, fit);
    let mut changes = mends(&stand);
    let missing = told.tried.map_or(0.0, |t| (t - told.free.unwrap_or(0.0)).max(0.0));
    let mut alone = singles(&stand);
    // Enough first, then what takes least time, then what saves most.
    let enough = |x: &Mend| x.saves >= missing;
    alone.order_by(|a, b| {
        enough(b).cmp(&enough(a)).then(a.work_h.total_cmp(&b.work_h)).then(b.saves.total_cmp(&a.saves))
    });
    for one in alone {
        if changes.len() < OFFERED && !changes.iter().any(|c| c.changes == one.changes) {
            changes.push(one);
        }
    }
    changes.truncate(OFFERED);
    Some(Diagnosis { gpu, count, named, told, memory, fit, work_h, causes, changes })
}

/// The part of the plan that holds most.
fn largest(memory: &Memory) -> (Part, f64) {
    let held = |part: Part| memory.parts[part as usize];
    let best = Part::ALL.into_iter().max_by(|a, b| held(*a).total_cmp(&held(*b)));
    let best = best.unwrap_or(Part::Weights);
    (best, held(best))
}

/// Likely causes, those that the text itself shows before those that follow from the plan.
fn causes(m: &Message, told: &Told, memory: &Memory, fit: Fit) -> Vec<Cause> {
    let held = |p: Part| memory.parts[p as usize];
    let mut out = Vec::new();
    if m.host_memory || m.kind == Kind::HostMemory {
        return vec![Cause::Host];
    }
    if m.kind == Kind::StartupCheck {
        out.push(Cause::NotEmpty);
    }
    if let (Some(total), Some(free), Some(own)) = (told.total, told.free, told.reserved.or(told.allocated)) {
        let others = total - free - own - OWN_OUTSIDE;
        if others > 0.0 {
            out.push(Cause::Others(others + OWN_OUTSIDE));
        }
    }
    let loose = m.reserved_unallocated_gib.map(|x| x * GIB);
    let loose = loose.or(told.reserved.zip(told.allocated).map(|(r, a)| r - a)).unwrap_or(0.0);
    if told.tried.is_some_and(|t| loose > t) && loose > 0.25 * GIB {
        out.push(Cause::Fragments(loose));
    }
    if m.kind == Kind::KvTooSmall {
        let gib = |x: Option<f64>| x.unwrap_or(0.0) * GIB;
        out.push(Cause::Cache(gib(m.kv_needed_gib), gib(m.kv_available_gib)));
    }
    match m.stage {
        Some(Stage::OptimizerInit) => out.push(Cause::States(held(Part::Optimizer))),
        Some(Stage::GraphCapture) => out.push(Cause::Graphs),
        Some(Stage::SamplerWarmup) => out.push(Cause::Sampler(m.max_num_seqs.unwrap_or(0))),
        Some(Stage::Load) => out.push(Cause::Weights(held(Part::Weights))),
        Some(Stage::Step) | None => {}
    }
    if fit == Fit::Fits {
        if m.kind != Kind::DeviceTable && out.is_empty() {
            out.push(Cause::OtherRun(memory.need.likely));
        }
    } else {
        let (part, bytes) = largest(memory);
        out.push(Cause::Largest(part, bytes));
    }
    // A large piece that was tried for and is about as large as the logits is hardly anything else.
    let loss = held(Part::Loss);
    if told.tried.is_some_and(|t| t > 0.3 * GIB && loss > 0.0 && (0.3..1.1).contains(&(t / loss))) {
        out.push(Cause::Piece(Part::Loss, loss));
    }
    out
}
