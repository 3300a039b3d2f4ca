//! Monitoring and faults: `advice.md` §12.

use super::Value::{Count, Fault as FaultName, Figure, Gpu, Hours, Money, Remedy, Unknown};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::{GpuClass, Vendor};
use crate::engine::cost::spot::young;
use crate::engine::report::ctx_of;
use crate::engine::risk::{DETECT_H, GPU_HOURS_PER_FAULT, fault_multiplier};
use crate::plan::{Symptom, Task};
use serde::Serialize;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("no-monitoring", "COST", no_monitoring),
    warn("no-routine-reset", "SMIMAN", resets),
    info("leak-steps", "SM-perf", leak),
    warn("ecc-uncorrectable", "XID", ecc),
    warn("xid-seen", "XID", xid),
    info("remap-pending", "MEMERR", remap),
    warn("nan-silent", "SM-nv", nan),
    info("geforce-diag", "DCGMDOC", geforce),
    info("failure-rate", "ARX", failure_rate),
];

/// What an Xid line means for somebody who rents (NVIDIA's Xid catalog, Ampere and newer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Fault {
    Program,
    Consequence,
    Ecc,
    Remapped,
    RemapFailed,
    Link,
    Bus,
    ManyCorrected,
    Contained,
    Uncontained,
    Hang,
    Recovery,
    Unlisted,
}

impl Fault {
    /// The fault of an Xid number.
    pub const fn of(xid: u32) -> Self {
        match xid {
            13 | 31 => Self::Program,
            43 | 45 => Self::Consequence,
            48 => Self::Ecc,
            63 => Self::Remapped,
            64 => Self::RemapFailed,
            74 => Self::Link,
            79 => Self::Bus,
            92 => Self::ManyCorrected,
            94 => Self::Contained,
            95 => Self::Uncontained,
            46 | 62 | 109 | 119 | 120 | 140 => Self::Hang,
            154 => Self::Recovery,
            _ => Self::Unlisted,
        }
    }
    /// The machine itself is at fault: what runs on it is lost until it is reset or replaced.
    pub const fn hardware(self) -> bool {
        matches!(
            self,
            Self::Ecc | Self::RemapFailed | Self::Link | Self::Bus | Self::Uncontained | Self::Hang
        )
    }
}

/// A day or longer without monitoring that somebody has read of: a stall is found after half a day.
fn no_monitoring(v: &View<'_>) -> Answer {
    if v.provider.monitoring == Some(true) || v.entry.wall.likely <= 24.0 {
        return None;
    }
    let cost = DETECT_H[1] * v.entry.hour();
    Some(fired(cost, &[("hours", Hours(DETECT_H[1])), ("cost", Money(cost))]))
}

fn resets(v: &View<'_>) -> Answer {
    v.plan.day.resets.then(|| fired(0.0, &[]))
}

fn leak(v: &View<'_>) -> Answer {
    (v.plan.day.symptom == Some(Symptom::Leak)).then(|| fired(0.0, &[]))
}

fn ecc(v: &View<'_>) -> Answer {
    let errors = v.plan.day.ecc_errors.filter(|n| *n > 0)?;
    Some(fired(v.total(), &[("errors", Count(f64::from(errors)))]))
}

fn xid(v: &View<'_>) -> Answer {
    let xid = v.plan.day.xid?;
    let fault = Fault::of(xid);
    let values = &[("xid", Count(f64::from(xid))), ("meaning", FaultName(fault)), ("action", Remedy(fault))];
    Some(fired(if fault.hardware() { v.total() } else { 0.0 }, values))
}

fn remap(v: &View<'_>) -> Answer {
    v.plan.day.remap_pending.then(|| fired(0.0, &[]))
}

fn nan(v: &View<'_>) -> Answer {
    (v.plan.day.symptom == Some(Symptom::Nan)).then(|| fired(v.total(), &[]))
}

/// DCGM runs level 1 only on GeForce.
fn geforce(v: &View<'_>) -> Answer {
    let consumer = v.gpu.class == GpuClass::Consumer && v.gpu.vendor == Vendor::Nvidia;
    (v.plan.day.dcgm && consumer).then(|| fired(0.0, &[("gpu", Gpu(v.entry.gpu))]))
}

/// One unexpected interruption per 50,700 GPU-hours (Llama 3 report, arXiv 2407.21783), up to ten
/// times more on new or marketplace hosts.
fn failure_rate(v: &View<'_>) -> Answer {
    let cards = f64::from(v.entry.count);
    let gpu_hours = cards * v.entry.wall.likely;
    if gpu_hours <= 5_000.0 {
        return None;
    }
    let [_, likely, most] = fault_multiplier(v.provider.kind);
    let between = GPU_HOURS_PER_FAULT / (cards * likely).max(1.0);
    // A service keeps no state that is worth a checkpoint.
    let interval = match v.plan.market.checkpoint_min {
        _ if v.job.task == Task::Serve => Unknown,
        Some(minutes) => Hours(minutes / 60.0),
        None => Hours(young(ctx_of(v.plan, v.catalog, v.today).needs.write_h, between)),
    };
    let spare = v.entry.hour() / f64::from(v.entry.machines.max(1)) * v.entry.wall.likely;
    let values = &[
        ("gpu_hours", Count(gpu_hours)),
        ("interruptions", Figure(gpu_hours / GPU_HOURS_PER_FAULT * likely)),
        ("most", Figure(gpu_hours / GPU_HOURS_PER_FAULT * most)),
        ("interval", interval),
        ("spare", Money(spare)),
    ];
    Some(fired(v.entry.loss, values))
}
