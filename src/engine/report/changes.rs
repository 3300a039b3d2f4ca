//! Single changes of a plan: what they save in memory, and which would change the answer.

use super::build::silent;
use super::{Change, Flip, Report, Saving};
use crate::catalog::{Catalog, Mode};
use crate::engine::cost::{self, Ctx, Shift};
use crate::engine::job::{self, Job};
use crate::engine::layout::Layout;
use crate::engine::search::{Pick, device, evaluate, space};
use crate::plan::number::print;
use crate::plan::{
    Checkpointing, Field, KvType, LoraTargets, LossKind, Offload, Optimizer, Plan, Quant, Regime, Software,
    Task, Zero,
};
use crate::units::{Date, Order};

impl Change {
    /// The field of the plan that it sets and the text to set; `None` for changes of the market.
    pub fn field(self) -> Option<(Field, String)> {
        let word = |w: &str| w.to_string();
        Some(match self {
            Self::PoweredHoursAbove(_) | Self::PriceUpShare(_) => return None,
            Self::AllowSpot => (Field::Interruptible, word("1")),
            Self::DeadlineHours(h) => (Field::Deadline, print(h)),
            Self::Sequence(n) => (Field::Seq, n.to_string()),
            Self::AnyRegion => (Field::Region, word("any")),
            Self::Users(n) => (Field::Users, n.to_string()),
            Self::QuantNf4 => (Field::Task, word(Task::Qlora.word())),
            Self::QuantAwq => (Field::Quant, word(Quant::Awq.word())),
            Self::LoraRank(n) => (Field::LoraRank, n.to_string()),
            Self::Optimizer8bit => (Field::Optimizer, word(Optimizer::AdamW8bit.word())),
            Self::PureSixteen => (Field::Regime, word(Regime::Pure16.word())),
            Self::FullCheckpointing => (Field::Checkpointing, word(Checkpointing::Full.word())),
            Self::NoCheckpointing => (Field::Checkpointing, word(Checkpointing::None.word())),
            Self::FusedLoss => (Field::Loss, word(LossKind::Fused.word())),
            Self::EagerLoss => (Field::Loss, word(LossKind::Eager.word())),
            Self::MicroBatch(n) => (Field::MicroBatch, n.to_string()),
            Self::MoreCards(n) => (Field::Count, n.to_string()),
            Self::ZeroThree => (Field::Zero, word(Zero::Z3.word())),
            Self::OffloadOptimizer => (Field::Offload, word(Offload::Optimizer.word())),
            Self::KvFp8 => (Field::KvType, word(KvType::Fp8.word())),
            Self::KvQ8 => (Field::KvType, word(KvType::Q8_0.word())),
            Self::QuantQ4 => (Field::Quant, word(Quant::Q4KM.word())),
            Self::Adapters => (Field::Task, word(Task::Lora.word())),
            Self::LoraAttention => (Field::LoraTargets, word(LoraTargets::Attention.word())),
            Self::Unsloth => (Field::Software, word(Software::Unsloth.word())),
            Self::Tp(n) => (Field::Tp, n.to_string()),
        })
    }
    /// Makes the change in a plan.
    pub fn apply(self, plan: &mut Plan) {
        if let Some((field, text)) = self.field() {
            field.set(plan, &text, &mut Vec::new());
        }
    }
    /// The change can be made by a click: it is one of the plan, not of the market.
    pub const fn applies(self) -> bool {
        !matches!(self, Self::PoweredHoursAbove(_) | Self::PriceUpShare(_))
    }
}

/// Changes worth trying for a job spread in a way over `count` cards, whatever they bring.
pub(in crate::engine) fn changes_for(job: &Job, layout: &Layout, count: u32) -> Vec<Change> {
    let mut list = Vec::new();
    let mut add = |yes: bool, change: Change| {
        if yes {
            list.push(change);
        }
    };
    let ggml = job.software == Software::LlamaCpp;
    if job.task.trains() {
        let text = !job.task.image();
        let tuning = matches!(job.task, Task::Lora | Task::Qlora);
        add(job.task == Task::Lora && text, Change::QuantNf4);
        add(job.task == Task::Full, Change::Adapters);
        add(text && job.loss == LossKind::Eager, Change::FusedLoss);
        add(text && matches!(job.loss, LossKind::Fused | LossKind::Chunked), Change::EagerLoss);
        add(layout.checkpointing == Checkpointing::None, Change::FullCheckpointing);
        add(layout.checkpointing == Checkpointing::Full, Change::NoCheckpointing);
        add(layout.micro_batch > 1, Change::MicroBatch(layout.micro_batch / 2));
        add(true, Change::MicroBatch(layout.micro_batch.saturating_mul(2)));
        add(job.lora_rank >= 16, Change::LoraRank(job.lora_rank / 2));
        add(tuning && text && job.lora_targets == LoraTargets::All, Change::LoraAttention);
        // Unsloth tunes on one card (its documentation; several cards are not its open version's).
        add(tuning && text && count == 1 && job.software != Software::Unsloth, Change::Unsloth);
        add(job.optimizer == Optimizer::AdamW, Change::Optimizer8bit);
        add(job.trains_all() && job.regime != Regime::Pure16, Change::PureSixteen);
        add(text && job.seq >= 1024, Change::Sequence(job.seq / 2));
        add(layout.dp > 1 && !matches!(layout.zero, Zero::Z3 | Zero::Hybrid), Change::ZeroThree);
        add(job.trains_all() && job.offload == Offload::None, Change::OffloadOptimizer);
    } else if job.task == Task::Serve {
        add(job.kv == KvType::F16, if ggml { Change::KvQ8 } else { Change::KvFp8 });
        add(job.quant == Quant::None, if ggml { Change::QuantQ4 } else { Change::QuantAwq });
        add(job.users > 1, Change::Users(job.users / 2));
        add(job.seq >= 2048, Change::Sequence(job.seq / 2));
    }
    let image_one = job.task == Task::ImageInfer;
    add(!image_one && count < 512, Change::MoreCards(count.saturating_mul(2)));
    list
}

/// A change that saves less is none: its bytes show as 0.0 GiB.
pub(in crate::engine) const LEAST: f64 = 0.05 * crate::units::GIB;

/// A plan with changes made and everything else as it runs now: what was left to the engine stays as it was
/// chosen, so that what a change saves is its own doing. How more cards share is for the engine to find again.
pub(in crate::engine) fn kept(plan: &Plan, job: &Job, layout: &Layout, changes: &[Change]) -> Plan {
    let mut plan = plan.clone();
    plan.run.tp = Some(layout.tp);
    plan.run.pp = Some(layout.pp);
    plan.run.zero = Some(layout.zero);
    if job.task.trains() {
        plan.run.micro_batch = Some(layout.micro_batch);
        plan.run.checkpointing = Some(layout.checkpointing);
        plan.run.seq = Some(job.seq);
    }
    if changes.iter().any(|c| matches!(c, Change::MoreCards(_))) {
        plan.run.zero = None;
    }
    changes.iter().for_each(|change| change.apply(&mut plan));
    plan
}

/// What each single change does to the winner's memory, time and total on the same offer, everything
/// else as it is. Most bytes first; those that change next to nothing are left out.
pub(super) fn savings(
    plan: &Plan,
    job: &Job,
    native: Quant,
    catalog: &Catalog,
    ctx: &Ctx,
    pick: &Pick,
) -> Vec<Saving> {
    let Some((offer, ask)) = catalog.offer(pick.offer).zip(ctx.ask_of(pick.offer, pick.slice)) else {
        return Vec::new();
    };
    let (ask, card) = (&ask, catalog.card(pick.gpu, pick.slice));
    let device = device(&card, offer);
    let layout = &pick.way.layout;
    let base = pick.way.memory.need.likely;
    let hours = pick.way.pace.work_h.likely;
    let mut out: Vec<Saving> = changes_for(job, layout, pick.count)
        .into_iter()
        .filter_map(|change| {
            let plan = kept(plan, job, layout, &[change]);
            let changed = job::resolve(&plan, job.arch.clone(), native);
            let (count, per_machine, units) = match change {
                Change::MoreCards(n) => (n, space::per_machine(offer.cards, n)?, cost::count(offer, n)?),
                _ => (pick.count, layout.per_machine(), pick.units),
            };
            let ways = evaluate::ways(&changed, &plan, &device, count, per_machine);
            let (need, fit, way) = match (ways.best(), &ways.closest) {
                (Some(way), _) => (way.memory.need.likely, way.fit, Some(way)),
                (None, Some((_, memory))) => (memory.need.likely, crate::engine::memory::Fit::No, None),
                (None, None) => return None,
            };
            let work = way.map_or(0.0, |w| w.pace.work_h.likely);
            let total = way.map_or(0.0, |w| {
                let time = cost::time(ctx, ask, &units, w.pace.work_h.likely, Shift::default());
                cost::quick(ctx, ask, &units, &time).total
            });
            let time = if hours > 0.0 && work > 0.0 { work / hours - 1.0 } else { 0.0 };
            Some(Saving { change, bytes: base - need, total, time, fit })
        })
        .filter(|s| s.bytes.abs() >= LEAST)
        .collect();
    out.order_by(|a, b| b.bytes.total_cmp(&a.bytes));
    out
}

/// What would change the answer: each candidate change runs the whole search again, so the page asks
/// for this after it has painted the answer.
pub fn flips(plan: &Plan, catalog: &Catalog, today: Date, base: &Report) -> Vec<Flip> {
    let Some(winner) = base.verdict.winner.and_then(|i| base.ranked.get(i)) else { return Vec::new() };
    let mut changes = Vec::new();
    if !plan.market.interruptible {
        changes.push(Change::AllowSpot);
    }
    if plan.market.region.is_some() {
        changes.push(Change::AnyRegion);
    }
    if plan.task.service() {
        changes.push(Change::Users(plan.amount.users.saturating_mul(4)));
    } else if winner.wall.likely > 2.0 {
        // Half of the time, in round hours.
        changes.push(Change::DeadlineHours(round_hours(winner.wall.likely / 2.0)));
    }
    let seq = plan.run.seq.unwrap_or(2048);
    if plan.task.trains() && !plan.task.image() {
        changes.push(Change::Sequence(seq.saturating_mul(4)));
    }
    let mut out: Vec<Flip> = changes
        .into_iter()
        .filter_map(|change| {
            let mut plan = plan.clone();
            change.apply(&mut plan);
            let changed = silent(&plan, catalog, today);
            let new = changed.verdict.winner.and_then(|i| changed.ranked.get(i))?;
            let same = new.offer == winner.offer && new.count == winner.count;
            (!same).then_some(Flip {
                change,
                gpu: new.gpu,
                count: new.count,
                provider: new.provider,
                mode: new.mode,
                total: new.total.likely,
            })
        })
        .collect();
    out.extend(price_flip(base, winner));
    out.extend(package_flip(catalog, base, winner));
    out
}

/// Above which rise of the winner's price the next eligible offer of another card wins.
fn price_flip(base: &Report, winner: &super::Entry) -> Option<Flip> {
    let score = |e: &super::Entry| e.total.likely + e.loss;
    let next = base.ranked.iter().find(|e| e.not_eligible.is_empty() && e.gpu != winner.gpu)?;
    let compute = winner.total.likely - winner.hidden;
    let rise = (score(next) - score(winner)) / compute.max(1e-9);
    (rise > 0.0 && rise < 1.0 && compute > 0.0).then_some(Flip {
        change: Change::PriceUpShare(rise),
        gpu: next.gpu,
        count: next.count,
        provider: next.provider,
        mode: next.mode,
        total: next.total.likely,
    })
}

/// Above how many powered-on hours a month the same seller's package of the same card pays.
fn package_flip(catalog: &Catalog, base: &Report, winner: &super::Entry) -> Option<Flip> {
    if winner.mode != Mode::OnDemand {
        return None;
    }
    let package = base.ranked.iter().find(|e| {
        e.mode == Mode::Monthly
            && e.gpu == winner.gpu
            && e.provider == winner.provider
            && e.region == winner.region
    })?;
    let offer = catalog.offer(package.offer)?;
    let hours = if offer.month_hours > 0 { f64::from(offer.month_hours) } else { cost::HOURS_30_DAYS };
    let monthly = package.gpu_hour * hours;
    let even = cost::strategy::break_even(winner.gpu_hour, monthly, 0.0, hours)?;
    (even.share < 1.0).then_some(Flip {
        change: Change::PoweredHoursAbove(even.hours),
        gpu: package.gpu,
        count: package.count,
        provider: package.provider,
        mode: Mode::Monthly,
        total: monthly * f64::from(winner.billed),
    })
}

/// Whole hours; from ten hours on multiples of six.
fn round_hours(h: f64) -> f64 {
    if h >= 10.0 { ((h / 6.0) as u32 * 6) as f64 } else { (h as u32).max(1) as f64 }
}
