//! What can be said when nothing fits: the nearest card, its memory, and the advice on it.

use super::build::Advise;
use super::{Closest, Entry, RejectReason, Report, VerdictKind};
use crate::catalog::{
    Cards, Catalog, Confidence, GpuIx, Link, Mode, Offer, OfferIx, PriceUnit, ProviderIx, Region,
};
use crate::engine::advice::View;
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::{NoTrace, Recorder};
use crate::engine::memory;
use crate::engine::search::eligible::{self, ruled_out};
use crate::engine::search::runs::{Runs, runs};
use crate::engine::search::{Miss, Way, evaluate, gap};
use crate::engine::speed::Pace;
use crate::plan::{Plan, Task};
use crate::units::{Band, Date, Money, Uncertain};

/// Fills verdict, memory lines and advice for the card that comes closest; where the plan names a card
/// that its program does not run on, the advice is on that.
pub(super) fn nothing_fits(
    out: &mut Report,
    plan: &Plan,
    job: &Job,
    catalog: &Catalog,
    closest: Option<Miss>,
    advise: &mut Advise<'_>,
) {
    let closest = closest.or_else(|| unsold(plan, job, catalog));
    if let Some((gpu, count, layout, found)) = closest {
        let mut lines = Recorder::default();
        memory::size(job, &layout, catalog.gpu(gpu), &mut lines);
        out.memory = lines.lines;
        let card = catalog.gpu(gpu).usable;
        let (usable, room) = (card.to_f64(), found.room(card));
        out.verdict.closest = Some(Closest { gpu, count, need: found.need.band(), usable, room });
    }
    let near = |(gpu, count, layout, memory): Miss| {
        let fit = memory.fit(catalog.gpu(gpu).usable);
        let way = Way { layout, memory, pace: Pace::default(), fit, carries: false };
        (gpu, count, way)
    };
    let named = out.cannot_run(plan, catalog).map(|gpu| refused(plan, job, catalog, gpu));
    let Some((gpu, count, way)) = named.or_else(|| closest.map(near)) else { return };
    let card = catalog.gpu(gpu).usable;
    let offer = no_offer(gpu);
    let entry = no_entry(gpu, count, &way, card.to_f64(), way.memory.room(card), out.today);
    out.advice = advise(
        &View {
            plan,
            job,
            catalog,
            gpu: catalog.gpu(gpu),
            offer: &offer,
            provider: catalog.provider(offer.provider),
            way: &way,
            entry: &entry,
            entries: &out.ranked,
            bill: &[],
            priced: None,
            savings: &[],
            today: out.today,
        },
        false,
    );
}

impl Report {
    /// Machines would be sold in the number asked for, and none takes the layout that the plan names.
    pub fn spreads_nowhere(&self) -> bool {
        self.ranked.is_empty()
            && self.verdict.closest.is_none()
            && self.rejected.iter().any(|r| r.reason == RejectReason::LayoutNotOffered)
    }

    /// The card that comes closest, where memory is what stands in the way: it is too small, and what would
    /// hold the job is ruled out by the plan itself.
    pub fn too_small(&self) -> Option<&Closest> {
        let small = self.verdict.closest.as_ref().filter(|c| c.need.likely > c.room);
        let none = self.verdict.kind == VerdictKind::NothingFits;
        small.filter(|_| none && self.ranked.iter().all(|e| ruled_out(&e.not_eligible)))
    }
}

/// Of the cards that the plan names and nobody sells, the one that comes closest.
fn unsold(plan: &Plan, job: &Job, catalog: &Catalog) -> Option<Miss> {
    if job.task == Task::KnownCards {
        return None;
    }
    let count = plan.limits.count.unwrap_or(1).max(1);
    let named = plan.limits.gpus.iter().filter_map(|id| catalog.gpu_ix(id));
    let misses = named.filter_map(|ix| {
        let (card, mut reasons) = (catalog.gpu(ix), Vec::new());
        eligible::card(plan, card, &mut reasons);
        if !card.timed() || !reasons.is_empty() || runs(job, card) == Runs::No {
            return None;
        }
        let found = evaluate::ways(job, plan, &Device::of(card), count, count.min(8));
        let (layout, memory) = found.best().map(|way| (way.layout, way.memory)).or(found.closest)?;
        Some((ix, count, layout, memory))
    });
    misses.min_by(|a, b| gap(catalog, a).total_cmp(&gap(catalog, b)))
}

/// How the job would lie on a card that its program does not run on.
fn refused(plan: &Plan, job: &Job, catalog: &Catalog, gpu: GpuIx) -> (GpuIx, u32, Way) {
    let card = catalog.gpu(gpu);
    let count = plan.limits.count.unwrap_or(1).max(1);
    let found = evaluate::ways(job, plan, &Device::of(card), count, count.min(8));
    let way = found.best().map(|w| **w).unwrap_or_else(|| {
        let layout = found.closest.map_or(Layout::SINGLE, |c| c.0);
        let memory = memory::size(job, &layout, card, &mut NoTrace);
        Way { layout, memory, pace: Pace::default(), fit: memory.fit(card.usable), carries: false }
    });
    (gpu, count, way)
}

/// Nobody's offer: the card alone.
fn no_offer(gpu: GpuIx) -> Offer {
    Offer {
        id: String::new(),
        provider: ProviderIx(u16::MAX),
        gpus: vec![gpu],
        card: String::new(),
        cards: Cards::Exact(1),
        mode: Mode::OnDemand,
        region: Region::Cn,
        place: String::new(),
        instance: String::new(),
        variant: String::new(),
        unit: PriceUnit::GpuHour,
        vcpus: 0,
        host_gib: 0,
        shape: 0,
        link: Link::Unknown,
        network_gbps: 0.0,
        rdma: None,
        increment_s: 0,
        month_hours: 0,
        term_months: 0,
        month_assumed: false,
        readings: Vec::new(),
        current: false,
        own: false,
    }
}

/// An entry with memory only.
fn no_entry(gpu: GpuIx, count: u32, way: &Way, usable: f64, room: f64, today: Date) -> Entry {
    const ZERO: Band = Band { low: 0.0, likely: 0.0, high: 0.0 };
    Entry {
        offer: OfferIx(u32::MAX),
        provider: ProviderIx(u16::MAX),
        gpu,
        slice: None,
        count,
        billed: count,
        machines: way.layout.machines,
        by_the_machine: false,
        layout: way.layout,
        mode: Mode::OnDemand,
        region: Region::Cn,
        work: Uncertain::default(),
        total: ZERO,
        hidden: 0.0,
        loss: 0.0,
        hours: ZERO,
        wall: ZERO,
        need: way.memory.need.band(),
        usable,
        room,
        parts: way.memory.parts,
        fit: way.fit,
        p_fits: 0.0,
        p_on_time: 0.0,
        not_eligible: Vec::new(),
        quoted: Money::default(),
        gpu_hour: 0.0,
        per_work: 0.0,
        as_of: crate::units::AsOf::Day(today),
        confidence: Confidence::Low,
        bottleneck: Default::default(),
        rate: ZERO,
        serve: None,
        notes: Vec::new(),
    }
}
