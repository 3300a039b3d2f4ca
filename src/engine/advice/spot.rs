//! Spot, checkpoints, deadlines: `advice.md` §8.

use super::Value::{
    Count, Gb, Gpu, Hours, Mbs, Minutes, Money, MoneyPerHour, Provider, Seconds, Share, Unknown,
};
use super::{Answer, Priced, Rule, View, block, fired, info, warn};
use crate::catalog::{Mode, PriceScope};
use crate::engine::cost::questions::{SpotOrNot, spot_or_not};
use crate::engine::cost::spot::{billed_time, break_even_mtbi, daly};
use crate::engine::cost::{HOURS_30_DAYS, HOURS_MEAN_MONTH, RELOAD_H};
use crate::engine::report::{Entry, Ineligible};
use crate::engine::risk::{GPU_HOURS_PER_FAULT, fault_multiplier};
use crate::plan::Field;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("spot-saves", "COST", spot_saves),
    block("spot-no-checkpoint", "Young 1974, Daly 2006", no_checkpoint),
    info("ckpt-too-often", "Young 1974", too_often),
    warn("ckpt-too-rare", "COST", too_rare),
    warn("slow-checkpoint", "TRAIN", slow_checkpoint),
    warn("notice-too-short", "PROV", notice),
    warn("spot-discount-small", "COST", small_discount),
    warn("spot-deadline", "SkyPilot \"Can't Be Late\"", deadline),
    warn("spot-price-floor", "PEER (dstack 1890)", price_floor),
    info("spot-groups", "COST", groups),
    info("two-checkpoints", "SM-ft", two_checkpoints),
    warn("spot-not-for-serving", "COST", spot_serving),
    warn("resume-tested", "SM-ft", resume),
];

fn on_spot(v: &View<'_>) -> bool {
    v.entry.mode == Mode::Spot
}

/// Hours billed after each stop: a boot and the reload.
fn restart(m: &Priced<'_>) -> f64 {
    m.ask.boot_h[1] + RELOAD_H
}

/// Mean hours between stops of the whole job: interruptions on spot, else hardware faults.
fn between(v: &View<'_>, m: &Priced<'_>) -> f64 {
    match &m.ask.hazard {
        Some(hazard) => hazard.mtbi(m.units.instances, 1),
        None => {
            let cards = f64::from(v.entry.count.max(1));
            GPU_HOURS_PER_FAULT / (cards * fault_multiplier(v.provider.kind)[1])
        }
    }
}

/// Hours to write a checkpoint: at the measured speed of the disk, else as the bill has it.
fn write_h(v: &View<'_>, m: &Priced<'_>) -> f64 {
    match v.plan.day.disk_mbs {
        Some(mbs) if mbs > 0.0 => m.ctx.needs.result_gb * 1_000.0 / mbs / 3_600.0,
        _ => m.ctx.needs.write_h,
    }
}

/// The best interval, h.
fn best(v: &View<'_>, m: &Priced<'_>) -> f64 {
    daly(write_h(v, m), between(v, m))
}

/// Minutes as the plan takes them: whole, at least one.
fn minutes(hours: f64) -> String {
    crate::plan::number::print((hours * 60.0).round().max(1.0))
}

/// Expected hours of the work with a checkpoint every `interval`.
fn expected(v: &View<'_>, m: &Priced<'_>, interval: f64) -> f64 {
    billed_time(m.time.work, interval, write_h(v, m), restart(m), between(v, m))
}

fn spot_saves(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.mode != Mode::OnDemand || v.plan.market.interruptible || !v.job.task.trains() {
        return None;
    }
    let only_for_spot = |s: &&Entry| {
        let allowed = |r: &Ineligible| matches!(r, Ineligible::SpotNotAllowed | Ineligible::ModeNotAllowed);
        s.mode == Mode::Spot && s.not_eligible.iter().all(allowed)
    };
    let cost = |s: &&Entry| s.total.likely + s.loss;
    let best = v.entries.iter().filter(only_for_spot).min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
    let saved = e.total.likely + e.loss - cost(&best);
    if saved < 0.1 * e.total.likely {
        return None;
    }
    let values = &[
        ("spot", Money(best.total.likely)),
        ("total", Money(e.total.likely)),
        ("off", Share(1.0 - best.total.likely / e.total.likely.max(1e-9))),
        ("provider", Provider(best.provider)),
        ("card", Gpu(best.gpu)),
        ("hours", Hours(best.wall.likely)),
        ("late", v.plan.limits.deadline_h.map_or(Unknown, |_| Share(1.0 - best.p_on_time))),
    ];
    Some(fired(saved, values).offering(Field::Interruptible, "1"))
}

/// Spot, more than a working day, and state is not saved, or far too rarely.
fn no_checkpoint(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if !on_spot(v) || !v.job.task.trains() || m.time.work < 8.0 {
        return None;
    }
    let best = best(v, &m);
    let set = v.plan.market.checkpoint_min.map(|min| min / 60.0);
    if set.is_some_and(|interval| interval <= 4.0 * best) {
        return None;
    }
    let without = expected(v, &m, set.unwrap_or(m.time.work));
    let values = &[
        ("between", Hours(between(v, &m))),
        ("work", Hours(m.time.work)),
        ("expected", Hours(without)),
        ("interval", Minutes(best * 60.0)),
    ];
    Some(fired(v.total(), values).offering(Field::CheckpointMin, minutes(best)))
}

fn too_often(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let set = v.plan.market.checkpoint_min? / 60.0;
    let (best, write) = (best(v, &m), write_h(v, &m));
    if !v.job.task.trains() || set <= 0.0 || set >= best / 3.0 {
        return None;
    }
    let saved = expected(v, &m, set) - expected(v, &m, best);
    let values = &[
        ("share", Share(write / (set + write))),
        ("interval", Minutes(best * 60.0)),
        ("saved", Hours(saved)),
    ];
    Some(fired(saved * m.hour(), values).offering(Field::CheckpointMin, minutes(best)))
        .filter(|_| saved > 0.0)
}

fn too_rare(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let set = (v.plan.market.checkpoint_min? / 60.0).min(m.time.work);
    let best = best(v, &m);
    if on_spot(v) || !v.job.task.trains() || set <= 4.0 * best {
        return None;
    }
    let lost = set / 2.0;
    let values =
        &[("lost", Hours(lost)), ("cost", Money(lost * m.hour())), ("interval", Minutes(best * 60.0))];
    let stops = m.time.work / between(v, &m);
    Some(fired(stops * lost * m.hour(), values).offering(Field::CheckpointMin, minutes(best)))
}

fn slow_checkpoint(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let hours = write_h(v, &m);
    let gb = m.ctx.needs.result_gb;
    if !v.job.task.trains() || hours * 60.0 <= 5.0 || gb <= 0.0 {
        return None;
    }
    let interval = if m.time.interval > 0.0 { m.time.interval } else { best(v, &m) };
    let values = &[
        ("gb", Gb(gb)),
        ("rate", Mbs(gb * 1_000.0 / (hours * 3_600.0))),
        ("minutes", Minutes(hours * 60.0)),
        ("weights", Gb(m.ctx.needs.home_gb)),
    ];
    Some(fired(v.total() * hours / (interval + hours), values))
}

fn notice(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let notice = f64::from(v.provider.spot_notice_s?);
    let write = write_h(v, &m) * 3_600.0;
    if !on_spot(v) || !v.job.task.trains() || notice >= write {
        return None;
    }
    let best = best(v, &m);
    let values =
        &[("notice", Seconds(notice)), ("write", Seconds(write)), ("interval", Minutes(best * 60.0))];
    let stake = m.time.interruptions * best / 2.0 * m.hour();
    let out = fired(stake, values);
    let set = v.plan.market.checkpoint_min.is_some();
    Some(if set { out } else { out.offering(Field::CheckpointMin, minutes(best)) })
}

/// The same card on demand at the same seller, cheapest first come.
fn calm<'a>(v: &View<'a>) -> Option<&'a Entry> {
    let e = v.entry;
    v.entries.iter().find(|o| {
        o.mode == Mode::OnDemand && o.gpu == e.gpu && o.count == e.count && o.provider == e.provider
    })
}

fn small_discount(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let calm = calm(v)?;
    let off = 1.0 - v.entry.gpu_hour / calm.gpu_hour.max(1e-9);
    let between = between(v, &m);
    if !on_spot(v) || off >= 0.15 || between >= 8.0 {
        return None;
    }
    let even = break_even_mtbi(off, write_h(v, &m), restart(&m));
    if even <= 0.0 || !even.is_finite() {
        return None;
    }
    let values = &[("off", Share(off)), ("even", Hours(even)), ("between", Hours(between))];
    Some(fired((v.total() - calm.total.likely).max(0.0), values).offering(Field::Interruptible, "0"))
}

fn deadline(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let late = 1.0 - v.entry.p_on_time;
    let within = v.plan.limits.deadline_h?;
    if !on_spot(v) || late <= 0.1 {
        return None;
    }
    let on_demand = m.ctx.ask(calm(v)?.offer)?;
    let SpotOrNot { hybrid, .. } =
        spot_or_not(m.ctx, (m.ask, m.units), (on_demand, m.units), m.time.work, v.plan.limits.deadline_h)?;
    let hybrid = hybrid?;
    let values = &[
        ("late", Share(late)),
        ("switch", Hours(within - hybrid.switch_h)),
        ("hybrid", Money(hybrid.expected)),
        ("worst", Money(hybrid.worst)),
    ];
    let stake = late * v.plan.care.hour_value.max(m.hour()) * within;
    Some(fired(stake, values).offering(Field::Interruptible, "0"))
}

fn price_floor(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let reading = v.offer.likely()?;
    if !matches!(reading.scope, PriceScope::Bid | PriceScope::From | PriceScope::LowestLive) {
        return None;
    }
    let high = m.ask.price[2] / m.ask.term_h.max(1.0);
    Some(fired(
        v.entry.total.high - v.entry.total.likely,
        &[("price", MoneyPerHour(v.entry.gpu_hour)), ("high", MoneyPerHour(high))],
    ))
}

fn groups(v: &View<'_>) -> Answer {
    if !on_spot(v) || v.entry.machines < 2 {
        return None;
    }
    Some(fired(0.0, &[("machines", Count(f64::from(v.entry.machines)))]))
}

fn two_checkpoints(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let gb = m.ctx.needs.result_gb;
    if !v.job.task.trains() || v.plan.data.checkpoints >= 2 || gb <= 0.0 {
        return None;
    }
    let cost = gb * m.tariff().running.unit_price() * m.time.wall / HOURS_MEAN_MONTH;
    Some(fired(0.0, &[("gb", Gb(gb)), ("cost", Money(cost))]).offering(Field::Checkpoints, "2"))
}

fn spot_serving(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if !on_spot(v) || !v.job.task.service() || v.way.layout.dp > 1 {
        return None;
    }
    let wait = m.ask.hazard.as_ref()?.wait_h;
    let (outage, times) = (restart(&m) + wait, HOURS_30_DAYS / between(v, &m));
    let months = (m.time.wall / HOURS_30_DAYS).max(1.0);
    let values = &[("outage", Minutes(outage * 60.0)), ("times", Count(times.ceil()))];
    let stake = outage * times * months * v.plan.care.hour_value.max(m.hour());
    Some(fired(stake, values).offering(Field::Interruptible, "0"))
}

/// Nobody has loaded a checkpoint yet.
fn resume(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if !on_spot(v) || !v.job.task.trains() || v.plan.day.resumed {
        return None;
    }
    let stops = m.time.interruptions.ceil().max(1.0);
    Some(fired(0.1 * v.total(), &[("stops", Count(stops))]))
}
