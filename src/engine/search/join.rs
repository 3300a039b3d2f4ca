//! Joins ways to run a job with offers: the hot loop of the report.

use super::evaluate::{Way, Ways, ways_among};
use super::runs::{Runs, accepted, runs};
use super::space::{self, STOP_AT};
use super::{eligible, slices};
use crate::catalog::{Catalog, Gpu, GpuIx, Link, Offer, OfferIx, Slice};
use crate::engine::cost::{self, Ask, Ctx, Quick, Shift, Units};
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::NoTrace;
use crate::engine::memory::{Fit, Memory, Sizer};
use crate::engine::report::{Ineligible, RejectReason};
use crate::engine::risk::{self, LossInput};
use crate::plan::{Plan, Task};
use crate::units::{Date, Order};
use std::rc::Rc;

/// The best way to take an offer.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The offer.
    pub offer: OfferIx,
    /// The card it is counted with: the worse one where the form factor is not printed.
    pub gpu: GpuIx,
    /// The slice of it, where the job does not get the whole.
    pub slice: Option<Slice>,
    /// Cards used.
    pub count: u32,
    /// How it runs.
    pub way: Rc<Way>,
    /// The other candidate cards, where the form factor is not printed.
    pub others: Vec<(GpuIx, Rc<Way>)>,
    /// What is ordered.
    pub units: Units,
    /// Bill in three numbers.
    pub quick: Quick,
    /// Expected loss, likely.
    pub loss: f64,
    /// Why it cannot win.
    pub reasons: Vec<Ineligible>,
}

/// Result of the join.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    /// One per offer that can be used at all.
    pub picks: Vec<Pick>,
    /// Offers that cannot.
    pub rejected: Vec<(OfferIx, RejectReason)>,
    /// Candidates priced.
    pub candidates: u32,
    /// The smallest miss seen on a card that the plan allows.
    pub closest: Option<Miss>,
}

/// A number of cards that do not hold the job, and the way on them with the smallest need.
pub type Miss = (GpuIx, u32, Layout, Memory);

/// What a way depends on besides job, plan and card.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    count: u32,
    per_machine: u32,
    link: Link,
    network: u32,
    rdma: Option<bool>,
}

/// Ways by card: a card has so few that looking through them is quicker than hashing.
#[derive(Default)]
struct Memo {
    ways: Vec<Vec<(Key, Ways)>>,
    sizer: Sizer,
}

impl Memo {
    fn get(&mut self, gpu: GpuIx, key: Key, make: impl FnOnce(&mut Sizer) -> Ways) -> &Ways {
        let at = usize::from(gpu.0);
        if self.ways.len() <= at {
            self.ways.resize_with(at + 1, Vec::new);
        }
        let known = &mut self.ways[at];
        let place = known.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
            known.push((key, make(&mut self.sizer)));
            known.len() - 1
        });
        &known[place].1
    }
}

/// How several cards of an offer are joined: as printed; where the seller is silent, what belongs to the form factor is there.
/// A bridge is a part bought apart (gpus.md §8): whether it is there stays unknown.
fn joined(gpu: &Gpu, offer: &Offer) -> Link {
    match (offer.link, gpu.link) {
        (Link::Unknown, Link::NvlinkBridge) => Link::Unknown,
        (Link::Unknown, own) => own,
        (printed, _) => printed,
    }
}

/// A card as this offer sells it. What is unknown counts as the slower: silence is not rewarded (semantics §6).
pub fn device<'a>(gpu: &'a Gpu, offer: &Offer) -> Device<'a> {
    let link = match joined(gpu, offer) {
        Link::Unknown if gpu.link == Link::NvlinkBridge => Link::Pcie,
        link => link,
    };
    Device { gpu, link, network_gbps: f64::from(offer.network_gbps), rdma: offer.rdma }
}

/// Prices every offer for the job.
pub fn join(plan: &Plan, job: &Job, catalog: &Catalog, ctx: &Ctx, today: Date) -> Joined {
    let mut out = Joined::default();
    let mut memo = Memo::default();
    let mut slices = slices::Memo::default();
    for (at, offer) in catalog.offers.iter().enumerate() {
        let ix = OfferIx(at as u32);
        let Some(ask) = ctx.ask(ix) else {
            out.rejected.push((ix, RejectReason::NoPrice));
            continue;
        };
        if offer.gpus.is_empty() {
            out.rejected.push((ix, RejectReason::CardUnknown));
            continue;
        }
        let known = job.task == Task::KnownCards;
        if !known && offer.gpus.iter().any(|g| !catalog.gpu(*g).timed()) {
            out.rejected.push((ix, RejectReason::CannotBeTimed));
            continue;
        }
        if offer.gpus.iter().any(|g| runs(job, catalog.gpu(*g)) == Runs::No) {
            out.rejected.push((ix, RejectReason::SoftwareDoesNotRun));
            continue;
        }
        match best(plan, job, catalog, ctx, today, ix, offer, ask, &mut memo, &mut slices, &mut out) {
            Ok(pick) => out.picks.push(pick),
            Err(reason) => out.rejected.push((ix, reason)),
        }
    }
    out
}

/// The best number of cards for one offer.
#[allow(clippy::too_many_arguments)]
fn best(
    plan: &Plan,
    job: &Job,
    catalog: &Catalog,
    ctx: &Ctx,
    today: Date,
    ix: OfferIx,
    offer: &Offer,
    ask: &Ask,
    memo: &mut Memo,
    slices: &mut slices::Memo,
    out: &mut Joined,
) -> Result<Pick, RejectReason> {
    let provider = catalog.provider(offer.provider);
    let mut base = Vec::new();
    eligible::terms(plan, offer, provider, today, &mut base);
    for gpu in &offer.gpus {
        let gpu = catalog.gpu(*gpu);
        eligible::card(plan, gpu, &mut base);
        if runs(job, gpu) == Runs::Unproven && !accepted(plan, gpu) {
            base.push(Ineligible::SoftwareUnproven);
        }
    }
    let allowed = !eligible::ruled_out(&base);
    let seller = Seller { plan, catalog, ctx, ix, offer, base: &base };
    let mut best: Option<Pick> = None;
    let mut smallest = None;
    let mut sold = false;
    // Only a layout that the plan names can be one that no machine takes.
    let mut spreads = ![plan.run.tp, plan.run.pp, plan.run.cp].iter().any(|n| n.is_some_and(|n| n > 1));
    for count in space::counts(offer.cards, plan) {
        if smallest.is_some_and(|n: u32| count > n.saturating_mul(STOP_AT)) {
            break;
        }
        let Some(per_machine) = space::per_machine(offer.cards, count) else { continue };
        let Some(units) = cost::count(offer, count) else { continue };
        sold = true;
        spreads = spreads
            || offer.gpus.iter().all(|g| space::spreads(job, plan, catalog.gpu(*g), count, per_machine));
        let closest = allowed.then_some(&mut out.closest);
        let found = worst(plan, job, catalog, offer, count, per_machine, memo, closest);
        let Some((gpu, way, others)) = found else { continue };
        smallest.get_or_insert(count);
        let (carries, fit) = (way.carries, way.fit);
        out.candidates += 1;
        let pick = seller.pick(ask, gpu, None, units, way, others);
        if best.as_ref().is_none_or(|old| preferred(&pick, old)) {
            best = Some(pick);
        }
        // A service that carries its load gains nothing from more cards.
        if job.task == Task::Serve && carries && fit == Fit::Fits {
            break;
        }
    }
    // A slice where that is enough; where only the slice is quoted, nothing else is.
    let quoted = offer.own && plan.claim.slice.is_some();
    if plan.limits.mig || quoted {
        let pick = slices::best(&seller, job, ask, slices, out);
        if let Some(pick) = pick.filter(|p| quoted || best.as_ref().is_none_or(|old| preferred(p, old))) {
            best = Some(pick);
        }
    }
    best.ok_or(match (sold, spreads) {
        (false, _) => RejectReason::CountNotOffered,
        (true, false) => RejectReason::LayoutNotOffered,
        (true, true) => RejectReason::DoesNotFit,
    })
}

/// An offer and what is wrong with it whatever runs on it.
pub(super) struct Seller<'a> {
    pub(super) plan: &'a Plan,
    pub(super) catalog: &'a Catalog,
    pub(super) ctx: &'a Ctx,
    pub(super) ix: OfferIx,
    pub(super) offer: &'a Offer,
    pub(super) base: &'a [Ineligible],
}

impl Seller<'_> {
    /// A way to run the job on cards of the offer, priced, with all that keeps it from winning.
    pub(super) fn pick(
        &self,
        ask: &Ask,
        gpu: GpuIx,
        slice: Option<Slice>,
        units: Units,
        way: Rc<Way>,
        others: Vec<(GpuIx, Rc<Way>)>,
    ) -> Pick {
        let (plan, offer, ctx) = (self.plan, self.offer, self.ctx);
        let count = units.used();
        let (quick, loss) = price(ctx, ask, &units, &way, plan, self.catalog.provider(offer.provider));
        let mut reasons = self.base.to_vec();
        let link = joined(self.catalog.gpu(gpu), offer);
        eligible::machine(plan, offer, link, count, way.layout.machines, &mut reasons);
        eligible::host(offer, way.memory.host, way.layout.per_machine(), &mut reasons);
        let on_time = plan.limits.deadline_h.map_or(1.0, |deadline| {
            risk::on_time(&cost::hours(ctx, ask, &units, &way.pace.work_h).wall, deadline)
        });
        eligible::outcome(plan, way.fit, way.carries, on_time, quick.total, &mut reasons);
        reasons.order_by(|a, b| a.cmp(b));
        reasons.dedup();
        Pick { offer: self.ix, gpu, slice, count, way, others, units, quick, loss, reasons }
    }
}

/// Fewer obstacles first, then less money.
pub(super) fn preferred(new: &Pick, old: &Pick) -> bool {
    let score = |p: &Pick| p.quick.total + p.loss;
    (new.reasons.len(), score(new)) < (old.reasons.len(), score(old))
}

/// Hours, bill and expected loss of one candidate.
fn price(
    ctx: &Ctx,
    ask: &Ask,
    units: &Units,
    way: &Way,
    plan: &Plan,
    provider: &crate::catalog::Provider,
) -> (Quick, f64) {
    let time = cost::time(ctx, ask, units, way.pace.work_h.likely, Shift::default());
    let quick = cost::quick(ctx, ask, units, &time);
    let input = LossInput { provider, units, time: &time, bill: &quick, care: &plan.care };
    let (loss, _) = risk::expected_loss(ctx, ask, &input, &mut NoTrace);
    (quick, loss.likely())
}

/// A card, the way on it, and the ways on the other candidate cards.
type Found = (GpuIx, Rc<Way>, Vec<(GpuIx, Rc<Way>)>);

/// By how much the card of a miss is too small, bytes; negative where it would do.
pub fn gap(catalog: &Catalog, (gpu, _, _, memory): &Miss) -> f64 {
    memory.need.likely - memory.room(catalog.gpu(*gpu).usable)
}

/// The way on the worse of the candidate cards of an offer (semantics §5), and the others; a miss that is
/// smaller than the closest one takes its place.
#[allow(clippy::too_many_arguments)]
fn worst(
    plan: &Plan,
    job: &Job,
    catalog: &Catalog,
    offer: &Offer,
    count: u32,
    per_machine: u32,
    memo: &mut Memo,
    closest: Option<&mut Option<Miss>>,
) -> Option<Found> {
    let mut worst: Option<(GpuIx, Rc<Way>)> = None;
    let mut others = Vec::new();
    for ix in &offer.gpus {
        let device = device(catalog.gpu(*ix), offer);
        // What cannot matter is left out: the link of a single card, the network of one machine.
        let (several, machines) = (count > 1, count > per_machine);
        let key = Key {
            count,
            per_machine: per_machine.min(count),
            link: if several { device.link } else { Link::Pcie },
            network: if machines { device.network_gbps as u32 } else { 0 },
            rdma: if machines { device.rdma } else { None },
        };
        let found = memo.get(*ix, key, |sizer| ways_among(sizer, job, plan, &device, count, per_machine));
        let Some(way) = found.best().cloned() else {
            if let (Some((layout, memory)), Some(closest)) = (&found.closest, closest) {
                let miss = (*ix, count, *layout, *memory);
                if closest.as_ref().is_none_or(|old| gap(catalog, &miss) < gap(catalog, old)) {
                    *closest = Some(miss);
                }
            }
            return None;
        };
        match &worst {
            None => worst = Some((*ix, way)),
            Some((old_ix, old)) => {
                let worse = (way.fit, way.pace.work_h.likely) > (old.fit, old.pace.work_h.likely);
                if worse {
                    others.push((*old_ix, old.clone()));
                    worst = Some((*ix, way));
                } else {
                    others.push((*ix, way));
                }
            }
        }
    }
    worst.map(|(ix, way)| (ix, way, others))
}
