//! Dated notes, shown with their date and never as advice; licences and terms: `advice.md` §16.

use super::Value::{Count, Gpu, Money, Provider, Text};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::{GpuClass, Mode, Model, Region, Vendor};
use crate::engine::cost::HOURS_MEAN_MONTH;
use crate::plan::{DataClass, ModelRef, Task};
use crate::units::Currency;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("note-export-2023", "GPUF", named_in_2023),
    info("note-export-h20", "GPUF", h20),
    info("note-export-h200", "BIS summaries by four law firms (2026-01)", h200),
    info("note-remote-access", "press 2026-01/06", remote),
    info("note-cross-border", "CAC provisions", cross_border),
    info("note-geforce", "EULA; Lambda forum post 2018-01", geforce),
    info("note-compute-bank", "press headline 2026-04-03", bank),
    info("note-provider-left", "PROV", left).always(),
    info("licence-model", "facts/models.csv", licence),
    warn("licence-unknown", "facts/models.csv", licence_unknown),
    info("terms-of-provider", "general", terms),
];

/// The winner's card is of one of these families.
fn family(v: &View<'_>, ids: &[&str]) -> bool {
    ids.iter().any(|id| v.gpu.id.starts_with(id))
}

fn card(v: &View<'_>) -> Answer {
    Some(fired(0.0, &[("gpu", Gpu(v.entry.gpu))]))
}

/// Somebody who pays in yuan rents outside the mainland.
fn abroad(v: &View<'_>) -> bool {
    v.offer.region != Region::Cn && v.plan.market.currency == Currency::Cny
}

fn named_in_2023(v: &View<'_>) -> Answer {
    let named = family(v, &["a100-", "a800-", "h100-", "h800-", "l40-", "l40s-", "rtx-4090-"]);
    if named && v.offer.region == Region::Cn { card(v) } else { None }
}

fn h20(v: &View<'_>) -> Answer {
    if family(v, &["h20-"]) { card(v) } else { None }
}

fn h200(v: &View<'_>) -> Answer {
    if family(v, &["h200-", "mi325x-"]) { card(v) } else { None }
}

fn remote(v: &View<'_>) -> Answer {
    abroad(v).then(|| fired(0.0, &[]))
}

fn cross_border(v: &View<'_>) -> Answer {
    let personal = v.plan.care.data_class == DataClass::Sensitive;
    (abroad(v) && personal).then(|| fired(0.0, &[]))
}

fn geforce(v: &View<'_>) -> Answer {
    let consumer = v.gpu.class == GpuClass::Consumer && v.gpu.vendor == Vendor::Nvidia;
    if consumer { card(v) } else { None }
}

fn bank(v: &View<'_>) -> Answer {
    v.plan.market.prepaid_h.map(|_| fired(0.0, &[]))
}

/// 潞晨云 ended its public rental.
fn left(v: &View<'_>) -> Answer {
    let ix = v.catalog.provider_ix("luchen")?;
    let asked = v.provider.id == "luchen" || v.plan.market.providers.iter().any(|p| p == "luchen");
    asked.then(|| fired(0.0, &[("provider", Provider(ix))]))
}

/// Licences that ask for little more than their own text to be kept.
fn permissive(licence: &str) -> bool {
    matches!(licence, "apache-2.0" | "mit" | "bsd-3")
}

/// The catalog's model of the plan.
fn model<'a>(v: &View<'a>) -> Option<&'a Model> {
    match &v.plan.model {
        ModelRef::Id(id) => v.catalog.model_ix(id).map(|ix| v.catalog.model(ix)),
        _ => None,
    }
}

/// A licence with limits of use; models of the same kind that are no larger and have none.
fn licence(v: &View<'_>) -> Answer {
    let ours = model(v).filter(|m| v.plan.task == Task::Serve && !m.license.is_empty())?;
    if permissive(&ours.license) {
        return None;
    }
    let fits = |m: &&Model| {
        permissive(&m.license) && m.kind == ours.kind && m.arch.params_total <= ours.arch.params_total
    };
    let n = v.catalog.models.iter().filter(fits).count();
    Some(fired(0.0, &[("licence", Text(ours.license.clone())), ("others", Count(n as f64))]))
}

fn licence_unknown(v: &View<'_>) -> Answer {
    let unknown = match &v.plan.model {
        ModelRef::Id(_) => model(v)?.license.is_empty(),
        ModelRef::Imported(_) => true,
        ModelRef::Params(_) => false,
    };
    (unknown && v.plan.task == Task::Serve).then(|| fired(v.total(), &[]))
}

/// A package or a pack of hours for more than a month.
fn terms(v: &View<'_>) -> Answer {
    let long = match v.entry.mode {
        Mode::Reserved1y | Mode::Reserved3y => true,
        Mode::Monthly => v.entry.wall.likely > HOURS_MEAN_MONTH,
        _ => false,
    };
    if !long && v.plan.market.prepaid_h.is_none() {
        return None;
    }
    Some(fired(0.0, &[("total", Money(v.total()))]))
}
