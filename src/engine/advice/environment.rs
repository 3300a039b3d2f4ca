//! Environment and images: `advice.md` §5.

use super::Value::{Date, Gb, Gpu, Hours, Money, MoneyPerHour, Provider, Text};
use super::{Answer, Rule, View, block, fired, info, software};
use crate::catalog::ProviderKind;
use crate::engine::line::NoTrace;
use crate::engine::speed;
use crate::plan::{FirstDay, Sharing, Task};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    block("image-too-old", "COMPAT", old_image),
    info("no-prebuilt", "PROV", no_images),
    info("no-gpu-mode", "PROV", parked),
    info("pin-everything", "SM-storage", pin),
    info("same-image-two-places", "COMPAT", two_places),
    info("no-host-log", "XID", no_log),
    info("root-missing", "SMIMAN, DCGMDOC", no_root),
];

/// The seller has images, and what was taken from them is older than the card.
fn old_image(v: &View<'_>) -> Answer {
    if v.provider.images != Some(true) {
        return None;
    }
    let (build, launch) = (software::too_old(v)?, v.gpu.launch?);
    Some(fired(0.0, &[("build", build), ("gpu", Gpu(v.entry.gpu)), ("launch", Date(launch))]))
}

/// Hours from ordering to the first step, once: what the bill counts, installing too.
fn setup(v: &View<'_>) -> f64 {
    let moved = || speed::setup_hours(v.plan, v.job, v.provider.kind, &mut NoTrace).likely;
    v.priced.map_or_else(moved, |p| p.ask.starts_h(1.0, 1))
}

fn no_images(v: &View<'_>) -> Answer {
    if v.provider.images == Some(true) || v.job.task == Task::KnownCards {
        return None;
    }
    // Model and data have to be fetched with a ready image too.
    let gb = speed::image_gb(ProviderKind::Idc);
    let hours = gb * 1e9 / speed::rate(v.plan.data.bandwidth_mbps) / 3_600.0;
    let cost = hours * v.entry.hour();
    Some(fired(cost, &[("gb", Gb(gb)), ("hours", Hours(hours)), ("cost", Money(cost))]))
}

/// Setting up and debugging without the card, where that takes an hour and more.
fn parked(v: &View<'_>) -> Answer {
    let price = v.catalog.rates.convert(v.provider.parked_hour?, v.plan.market.currency)?.to_f64();
    let hours = setup(v) + v.plan.care.debug_hours;
    let saved = hours * (v.entry.hour() - price);
    if v.job.task == Task::KnownCards || hours < 1.0 || saved <= 0.0 {
        return None;
    }
    Some(fired(saved, &[("price", MoneyPerHour(price)), ("hours", Hours(hours)), ("saved", Money(saved))]))
}

/// What would be frozen: what the plan names, else what the version table names for the card.
fn pin(v: &View<'_>) -> Answer {
    v.plan.market.standby.as_ref()?;
    let env = &v.plan.env;
    let named = env
        .torch
        .as_ref()
        .map(|t| env.cuda.as_ref().map_or_else(|| format!("torch {t}"), |c| format!("torch {t}, CUDA {c}")));
    let build = named.or_else(|| v.catalog.build_for(v.gpu.compute_capability, None).map(|b| b.name()))?;
    Some(fired(0.0, &[("build", Text(build))]))
}

fn two_places(v: &View<'_>) -> Answer {
    let other = v.catalog.provider_ix(v.plan.market.standby.as_ref()?)?;
    if other == v.entry.provider {
        return None;
    }
    Some(fired(0.0, &[("first", Provider(v.entry.provider)), ("second", Provider(other))]))
}

/// Watching a container for longer than a day.
fn no_log(v: &View<'_>) -> Answer {
    let wall = v.entry.wall.likely;
    if v.plan.claim.sharing != Some(Sharing::Container) || wall <= 24.0 {
        return None;
    }
    Some(fired(0.0, &[("hours", Hours(wall))]))
}

/// Results of the first day are being typed in, and the card is not the tester's alone.
fn no_root(v: &View<'_>) -> Answer {
    let rootless = [Sharing::Container, Sharing::Vgpu, Sharing::Mig, Sharing::Timeslice];
    if !v.plan.claim.sharing.is_some_and(|s| rootless.contains(&s)) || v.plan.day == FirstDay::default() {
        return None;
    }
    Some(fired(0.0, &[]))
}
