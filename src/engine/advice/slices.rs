//! Virtualisation and slices: `advice.md` §6.

use super::Value::{Count, Figure, Gib, Gpu, Money, MoneyPerHour, Text};
use super::{Answer, Rule, View, block, fired, info, warn};
use crate::catalog::{Gpu as Card, MigProfile};
use crate::engine::layout::Device;
use crate::engine::search::evaluate;
use crate::plan::{Claim, Field, Sharing, Symptom, Task};
use crate::units::GIB;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("shared-unknown", "MIGDOC", unknown),
    info("passthrough-fact", "VGPUG, PVE", passthrough),
    info("vgpu-solo-loss", "VMW, DELL", solo),
    warn("vgpu-multi-gpu", "VGPUP2P", several),
    info("vgpu-licence", "VGPU licensing guide", licence),
    info("mig-fits-small", "MIGDOC, HAMI", fits_small),
    block("mig-no-multi", "RAPIDS", no_multi).always(),
    warn("mig-name-rounds", "HAMI", rounded),
    warn("mig-left-on", "SMIMAN", left_on),
    block("mig-not-capable", "MIGDOC", not_capable).always(),
    warn("timeslice-serving", "VGPUMODE", timeslice),
    info("reset-in-vm", "SMIMAN", reset),
];

fn is(v: &View<'_>, sharing: Sharing) -> bool {
    v.plan.claim.sharing == Some(sharing)
}

/// The seller offers a slice.
fn sliced(v: &View<'_>) -> bool {
    is(v, Sharing::Mig) || v.plan.claim.slice.is_some()
}

/// "1/7": the smallest part of a card that can be given out.
fn share(slices: u8, gpu: &Card) -> String {
    let whole = gpu.mig.iter().map(|p| p.slices).max().unwrap_or(1);
    slices.to_string() + "/" + &whole.to_string()
}

/// A quote is being looked at, and it does not say whether the card is whole.
fn unknown(v: &View<'_>) -> Answer {
    let quote = v.offer.own || v.plan.claim != Claim::default();
    if !quote || v.plan.claim.sharing.is_some() || v.plan.claim.slice.is_some() {
        return None;
    }
    let most = v.gpu.slices().max_by_key(|(_, p)| p.most)?.1;
    let whole = v.entry.gpu_hour * f64::from(most.most);
    let values = &[
        ("share", Text(share(most.slices, v.gpu))),
        ("price", MoneyPerHour(v.entry.gpu_hour)),
        ("whole", MoneyPerHour(whole)),
    ];
    Some(fired(v.total() * (1.0 - 1.0 / f64::from(most.most)), values))
}

fn passthrough(v: &View<'_>) -> Answer {
    is(v, Sharing::Passthrough).then(|| fired(0.0, &[]))
}

/// Measured: 94.4 to 100 % of bare metal with one tenant.
fn solo(v: &View<'_>) -> Answer {
    let most = v.total() * (1.0 / 0.944 - 1.0);
    is(v, Sharing::Vgpu).then(|| fired(most, &[("cost", Money(most))]))
}

fn several(v: &View<'_>) -> Answer {
    if !is(v, Sharing::Vgpu) || v.entry.count < 2 {
        return None;
    }
    Some(fired(v.total(), &[("cards", Count(f64::from(v.entry.count)))]))
}

fn licence(v: &View<'_>) -> Answer {
    (is(v, Sharing::Vgpu) && v.plan.claim.licence.is_none()).then(|| fired(0.0, &[]))
}

/// The cheapest slice that holds the whole band of the need, at its share of the card's price.
fn fits_small(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.slice.is_some() || e.count != 1 || e.billed != 1 || v.job.task == Task::KnownCards {
        return None;
    }
    let serving = v.job.task == Task::Serve;
    let time = |w: &crate::engine::search::Way| {
        if serving { w.pace.serve.tpot_s.likely } else { w.pace.work_h.likely }
    };
    let now = time(v.way).max(1e-12);
    let mut best: Option<(&MigProfile, f64, f64)> = None;
    for (_, p) in v.gpu.slices() {
        let card = v.gpu.slice(p);
        let found = evaluate::ways(v.job, v.plan, &Device::of(&card), 1, 1);
        let Some(way) = found.fits.filter(|w| w.carries) else { continue };
        if way.memory.need.band().high > 0.95 * f64::from(p.memory_gb) * GIB {
            continue;
        }
        let hours = e.hours.likely - v.way.pace.work_h.likely + way.pace.work_h.likely;
        let each = e.gpu_hour / f64::from(p.most);
        let cost = v.total() - e.gpu_hour * e.hours.likely + each * hours;
        if best.is_none_or(|(_, least, _)| cost < least) {
            best = Some((p, cost, time(&way) / now));
        }
    }
    let (p, cost, longer) = best.filter(|(_, cost, _)| *cost < v.total())?;
    let values = &[
        ("profile", Text(p.name.clone())),
        ("gib", Gib(v.gpu.slice(p).usable.to_gib())),
        ("share", Text(share(p.slices, v.gpu))),
        ("cost", Money(cost)),
        ("total", Money(v.total())),
        ("longer", Figure(longer)),
    ];
    Some(fired(v.total() - cost, values).offering(Field::Mig, "1"))
}

fn no_multi(v: &View<'_>) -> Answer {
    let wanted = v.plan.limits.mig && v.plan.limits.count.is_some_and(|n| n > 1);
    if v.entry.count < 2 || !(wanted || sliced(v)) {
        return None;
    }
    let out = fired(v.total(), &[("cards", Count(f64::from(v.entry.count)))]);
    Some(if wanted { out.offering(Field::Mig, "0") } else { out.offering(Field::Count, "1") })
}

/// The profile that the job would get.
fn chosen<'a>(v: &View<'a>) -> Option<&'a MigProfile> {
    let named = v.plan.claim.slice.as_ref();
    let of_entry = || v.gpu.mig.get(usize::from(v.entry.slice?.profile));
    named.map_or_else(of_entry, |name| v.gpu.mig.iter().find(|p| p.name == *name))
}

fn rounded(v: &View<'_>) -> Answer {
    let p = chosen(v)?;
    let (name, need) = (f64::from(p.memory_gb), v.entry.need.high / GIB);
    if need < 0.95 * name || need > 1.05 * name {
        return None;
    }
    let next = v.gpu.mig.iter().filter(|n| n.memory_gb > p.memory_gb).min_by_key(|n| n.memory_gb)?;
    let values = &[
        ("profile", Text(p.name.clone())),
        ("gib", Gib(v.gpu.slice(p).usable.to_gib())),
        ("need", Gib(need)),
        ("next", Text(next.name.clone())),
    ];
    let out = fired(v.total(), values);
    Some(if v.plan.claim.slice.is_some() { out.offering(Field::Slice, next.name.clone()) } else { out })
}

fn left_on(v: &View<'_>) -> Answer {
    let seen = v.plan.day.memory_mib? / 1024.0;
    if v.plan.day.mig != Some(true) || v.plan.limits.mig || sliced(v) {
        return None;
    }
    Some(fired(v.total(), &[("seen", Gib(seen)), ("full", Gib(v.gpu.usable.to_gib()))]))
}

/// Slices are asked for on named cards, or offered, and this card has none.
fn not_capable(v: &View<'_>) -> Answer {
    let wanted = v.plan.limits.mig && v.plan.limits.gpus.contains(&v.gpu.id);
    if !v.gpu.mig.is_empty() || !(wanted || sliced(v)) {
        return None;
    }
    let out = fired(v.total(), &[("gpu", Gpu(v.entry.gpu))]);
    Some(if v.plan.limits.mig { out.offering(Field::Mig, "0") } else { out })
}

fn timeslice(v: &View<'_>) -> Answer {
    let goal = v.job.ttft_ms.is_some() || v.job.tpot_ms.is_some();
    if !is(v, Sharing::Timeslice) || v.job.task != Task::Serve || !goal {
        return None;
    }
    Some(fired(v.total(), &[]))
}

/// What resets are usually tried against.
fn reset(v: &View<'_>) -> Answer {
    let tried = matches!(v.plan.day.symptom, Some(Symptom::Hang | Symptom::Leak));
    let own = [Sharing::Vgpu, Sharing::Container, Sharing::Mig, Sharing::Timeslice];
    (tried && v.plan.claim.sharing.is_some_and(|s| own.contains(&s))).then(|| fired(0.0, &[]))
}
