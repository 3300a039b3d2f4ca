//! Domestic and other accelerators: `advice.md` §15.

use super::Value::{
    Count, Gb, Gpu as Card, Hours, Money, MoneyPerHour, Program, Share, Text, Tflops, Unknown,
};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::{Gpu, Stack, Vendor};
use crate::engine::report::{Entry, Ineligible};
use crate::engine::search::runs::{Runs, runs};
use crate::plan::{Field, Precision, Quant};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("stack-needs-porting", "GPUF", porting).always(),
    info("ascend-auto-migration", "ASC", migration).always(),
    warn("ascend-versions", "ASC, COMPAT", versions).always(),
    warn("ascend-bin-unknown", "GPUF", bin).always(),
    warn("ascend-310p", "COMPAT", inference_card).always(),
    info("ascend-910c-two", "GPUF", two_devices).always(),
    warn("ascend-fp32", "ASC", fp32).always(),
    warn("quant-kernel-missing", "COMPAT", kernel).always(),
    info("rocm-names", "COMPAT, TRAIN", rocm).always(),
    info("hygon-dtk", "COMPAT", dtk).always(),
    info("domestic-rate-unknown", "GPUF", rate_unknown).always(),
    info("domestic-evidence", "FlagPerf", evidence).always(),
    info("policy-discount", "PROV", discount),
];

/// Hours of a person and a card to port a job and check it (preset of `advice.md`, assumption).
const PORTING_H: f64 = 16.0;

/// A stack other than CUDA and ROCm.
fn foreign(gpu: &Gpu) -> bool {
    !matches!(gpu.vendor, Vendor::Nvidia | Vendor::Amd)
}

/// The name of a stack as its maker writes it.
pub const fn stack(stack: Stack) -> &'static str {
    match stack {
        Stack::Cuda => "CUDA",
        Stack::Rocm => "ROCm",
        Stack::Gaudi => "SynapseAI",
        Stack::Oneapi => "oneAPI",
        Stack::Xla => "XLA",
        Stack::Neuron => "Neuron",
        Stack::Cann => "CANN",
        Stack::Neuware => "Neuware",
        Stack::Dtk => "DTK",
        Stack::Xre => "XRE",
        Stack::Maca => "MACA",
        Stack::Musa => "MUSA",
        Stack::Birensupa => "BIRENSUPA",
        Stack::Corex => "CoreX",
        Stack::Topsrider => "TopsRider",
        Stack::Unknown => "",
    }
}

/// Could be ordered if the plan did not insist on other cards.
fn open(e: &Entry) -> bool {
    e.not_eligible.iter().all(|r| matches!(r, Ineligible::NeedsDomestic | Ineligible::CardExcluded))
}

/// Porting costs hours once; what is saved against the best NVIDIA offer pays it back.
fn porting(v: &View<'_>) -> Answer {
    if !foreign(v.gpu) {
        return None;
    }
    let cost = PORTING_H * (v.entry.hour() + v.plan.care.hour_value);
    let nvidia = v
        .entries
        .iter()
        .find(|e| open(e) && v.catalog.gpu(e.gpu).vendor == Vendor::Nvidia && v.total() > 0.0);
    let (name, even, cheaper) = match nvidia {
        None => (Unknown, Unknown, Unknown),
        Some(e) => {
            let saved = (e.total.likely - v.total()) / v.entry.hours.likely.max(1e-9);
            match saved > 0.0 {
                true => (Card(e.gpu), Hours(cost / saved), Unknown),
                false => (Unknown, Unknown, Card(e.gpu)),
            }
        }
    };
    let stack = match v.gpu.stack {
        Stack::Unknown => Unknown,
        s => Text(stack(s).into()),
    };
    let values = &[
        ("stack", stack),
        ("program", if runs(v.job, v.gpu) == Runs::No { Program(v.job.software) } else { Unknown }),
        ("hours", Hours(PORTING_H)),
        ("cost", Money(cost)),
        ("nvidia", name),
        ("even", even),
        ("none", cheaper),
    ];
    Some(fired(cost, values))
}

fn migration(v: &View<'_>) -> Answer {
    let ours = v.gpu.vendor == Vendor::Huawei && v.job.task.trains();
    ours.then(|| fired(0.0, &[("hours", Hours(PORTING_H))]))
}

fn versions(v: &View<'_>) -> Answer {
    (v.gpu.vendor == Vendor::Huawei).then(|| fired(0.0, &[]))
}

/// 910B without its bin: what B1 to B4 have.
fn bin(v: &View<'_>) -> Answer {
    if v.gpu.id != "ascend-910b-64g" {
        return None;
    }
    let bins = || v.catalog.gpus.iter().filter(|g| g.name.starts_with("Ascend 910B") && g.id != v.gpu.id);
    let least = |of: fn(&Gpu) -> f64| bins().map(of).filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Gpu) -> f64| bins().map(of).fold(0.0, f64::max);
    let (rate, memory) = (|g: &Gpu| f64::from(g.fp16), |g: &Gpu| f64::from(g.memory_gb));
    let values = &[
        ("low", Tflops(least(rate))),
        ("high", Tflops(most(rate))),
        ("small", Gb(least(memory))),
        ("large", Gb(most(memory))),
    ];
    Some(fired(v.total() * (1.0 - least(rate) / most(rate).max(1e-9)), values))
}

fn inference_card(v: &View<'_>) -> Answer {
    v.gpu.id.starts_with("ascend-310p").then(|| fired(v.total(), &[]))
}

fn two_devices(v: &View<'_>) -> Answer {
    let devices = u32::from(v.gpu.devices);
    if v.gpu.vendor != Vendor::Huawei || devices < 2 {
        return None;
    }
    let each = f64::from(v.gpu.memory_gb) / f64::from(devices);
    Some(fired(0.0, &[("devices", Count(f64::from(devices))), ("each", Gb(each))]))
}

/// Matrix units of Ascend work at 16 bit.
fn fp32(v: &View<'_>) -> Answer {
    if v.gpu.vendor != Vendor::Huawei || v.job.precision != Precision::Fp32 {
        return None;
    }
    let to = if v.gpu.bf16 > 0.0 { "bf16" } else { "fp16" };
    Some(fired(v.total() * 0.5, &[]).offering(Field::Precision, to))
}

/// AWQ and GPTQ kernels are written for CUDA; bitsandbytes lists ROCm, oneAPI and in part Gaudi.
fn kernel(v: &View<'_>) -> Answer {
    let quant = v.job.quant;
    let missing = match quant {
        Quant::Awq | Quant::Gptq3 | Quant::Gptq4 | Quant::Gptq8 => true,
        Quant::Nf4 | Quant::Nf4Double | Quant::Fp4 => {
            !v.gpu.stack.named_for_bitsandbytes() || v.gpu.stack == Stack::Gaudi
        }
        Quant::Int8 => !v.gpu.stack.named_for_bitsandbytes(),
        _ => false,
    };
    if !missing || v.gpu.vendor == Vendor::Nvidia {
        return None;
    }
    let values = &[("format", Text(quant.word().into()))];
    Some(fired(v.total(), values).offering(Field::Quant, "none"))
}

/// Matrix products reach 0.5 to 0.7 of the peak on AMD cards (COMPAT, TRAIN).
fn rocm(v: &View<'_>) -> Answer {
    let peak = f64::from(v.gpu.half());
    if v.gpu.vendor != Vendor::Amd || peak <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("low", Tflops(0.5 * peak)), ("high", Tflops(0.7 * peak))]))
}

fn dtk(v: &View<'_>) -> Answer {
    (v.gpu.vendor == Vendor::Hygon).then(|| fired(0.0, &[]))
}

fn rate_unknown(v: &View<'_>) -> Answer {
    (foreign(v.gpu) && v.gpu.half() <= 0.0).then(|| fired(0.0, &[]))
}

/// The seller's figure of compute is compared: what a stack makes of it differs.
fn evidence(v: &View<'_>) -> Answer {
    let said = v.plan.claim.tflops?;
    if v.gpu.vendor == Vendor::Nvidia || v.way.pace.mfu <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("said", Tflops(said)), ("mfu", Share(v.way.pace.mfu))]))
}

/// Instances with domestic cards for one to three years at 85 % (CTyun's offer, read 2026-07-15).
const CTYUN_FACTOR: f64 = 0.85;

fn discount(v: &View<'_>) -> Answer {
    if v.provider.id != "ctyun" || !v.gpu.vendor.domestic() {
        return None;
    }
    let values = &[
        ("factor", Share(CTYUN_FACTOR)),
        ("price", MoneyPerHour(v.entry.gpu_hour)),
        ("cost", MoneyPerHour(v.entry.gpu_hour * CTYUN_FACTOR)),
    ];
    Some(fired(v.total() * (1.0 - CTYUN_FACTOR), values))
}
