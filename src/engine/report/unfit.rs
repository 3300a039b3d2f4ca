//! What can be said when nothing fits: the nearest card, its memory, and the advice on it.

use super::build::Advise;
use super::{Chosen, Closest, Entry, Report};
use crate::catalog::{
    Cards, Catalog, Confidence, GpuIx, Link, Mode, Offer, OfferIx, PriceUnit, ProviderIx, Region,
};
use crate::engine::advice::View;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::Recorder;
use crate::engine::memory::{self, Memory};
use crate::engine::search::Way;
use crate::engine::speed::Pace;
use crate::plan::Plan;
use crate::units::{Band, Date, Money, Uncertain};

/// Fills verdict, memory lines and advice for the card that comes closest.
pub(super) fn nothing_fits(
    out: &mut Report,
    plan: &Plan,
    job: &Job,
    catalog: &Catalog,
    closest: Option<(GpuIx, u32, Layout, Memory)>,
    advise: &mut Advise<'_>,
) {
    let Some((gpu, count, layout, found)) = closest else { return };
    let mut lines = Recorder::default();
    memory::size(job, &layout, catalog.gpu(gpu), &mut lines);
    out.memory = lines.lines;
    let card = catalog.gpu(gpu).usable;
    let (usable, room) = (card.to_f64(), found.room(card));
    out.verdict.closest = Some(Closest { gpu, count, need: found.need.band(), usable, room });
    out.chosen = Chosen::default();
    let way = Way { layout, memory: found, pace: Pace::default(), fit: memory::Fit::No, carries: false };
    let offer = no_offer(gpu);
    let entry = no_entry(gpu, count, &way, usable, room, out.today);
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
            entries: &[],
            bill: &[],
            priced: None,
            savings: &[],
            today: out.today,
        },
        false,
    );
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
