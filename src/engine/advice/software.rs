//! Driver, CUDA, framework and number formats against the card.

use super::{Fired, Rule, View, fired};
use crate::catalog::{Generation, Vendor};
use crate::engine::report::Severity;
use crate::plan::{KvType, Precision, Quant, Software};

/// In the order of `advice.md` §4.
pub const RULES: &[Rule] = &[
    Rule { id: "rtx50-cu128", severity: Severity::Danger, check: rtx50 },
    Rule { id: "old-golden-pair", severity: Severity::Danger, check: golden_pair },
    Rule { id: "bf16-unsupported", severity: Severity::Danger, check: bf16 },
    Rule { id: "fp8-unsupported", severity: Severity::Danger, check: fp8 },
    Rule { id: "fp4-unsupported", severity: Severity::Danger, check: fp4 },
    Rule { id: "vllm-floor", severity: Severity::Danger, check: vllm },
    Rule { id: "volta-pascal-end", severity: Severity::Careful, check: volta },
    Rule { id: "fa2-unsupported", severity: Severity::Careful, check: fa2 },
    Rule { id: "domestic-stack", severity: Severity::Careful, check: domestic },
    Rule { id: "modded-card", severity: Severity::Careful, check: modded },
];

/// `12.8` as (12, 8); `None` for anything else.
fn version(text: Option<&String>) -> Option<(u32, u32)> {
    let mut parts = text?.split('.').map(|p| p.trim().parse::<u32>().ok());
    Some((parts.next()??, parts.next().flatten().unwrap_or(0)))
}

/// RTX 50 and RTX PRO Blackwell (12.x) need builds for CUDA 12.8 (compat.csv, source COMPAT).
fn rtx50(v: &View<'_>) -> Option<Fired> {
    let (major, minor) = version(v.plan.env.cuda.as_ref())?;
    if v.gpu.compute_capability < 100 || (major, minor) >= (12, 8) {
        return None;
    }
    fired(v.entry.total.likely, &[("cuda", f64::from(major) + f64::from(minor) / 10.0)])
}

/// torch 2.0.1 with CUDA 11.7 has kernels up to 8.6 (gpus.md §4).
fn golden_pair(v: &View<'_>) -> Option<Fired> {
    let torch = version(v.plan.env.torch.as_ref())?;
    if torch > (2, 0) || v.gpu.compute_capability < 90 {
        return None;
    }
    fired(v.entry.total.likely, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

fn nvidia_below(v: &View<'_>, capability: u8) -> bool {
    v.gpu.vendor == Vendor::Nvidia && v.gpu.compute_capability > 0 && v.gpu.compute_capability < capability
}

fn bf16(v: &View<'_>) -> Option<Fired> {
    if v.plan.run.precision != Some(Precision::Bf16) || !nvidia_below(v, 80) {
        return None;
    }
    fired(v.entry.total.likely, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

fn fp8(v: &View<'_>) -> Option<Fired> {
    let wanted = v.plan.run.precision == Some(Precision::Fp8)
        || v.plan.run.kv == Some(KvType::Fp8)
        || matches!(v.plan.run.quant, Some(Quant::Fp8 | Quant::Fp8Block));
    if !wanted || !nvidia_below(v, 89) {
        return None;
    }
    fired(0.0, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

fn fp4(v: &View<'_>) -> Option<Fired> {
    if v.plan.run.precision != Some(Precision::Fp4) || !nvidia_below(v, 100) {
        return None;
    }
    fired(0.0, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

/// vLLM's floor is 7.5 (compat.csv, source VLLM).
fn vllm(v: &View<'_>) -> Option<Fired> {
    if v.job.software != Software::Vllm || !nvidia_below(v, 75) {
        return None;
    }
    fired(v.entry.total.likely, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

/// Pascal and Volta left the default wheels with torch 2.11 (gpus.md §4, §6).
fn volta(v: &View<'_>) -> Option<Fired> {
    if !matches!(v.gpu.generation, Generation::Pascal | Generation::Volta) || !nvidia_below(v, 75) {
        return None;
    }
    fired(0.0, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

fn fa2(v: &View<'_>) -> Option<Fired> {
    if v.plan.run.flash != Some(true) || !nvidia_below(v, 80) {
        return None;
    }
    fired(0.0, &[("capability", f64::from(v.gpu.compute_capability) / 10.0)])
}

fn domestic(v: &View<'_>) -> Option<Fired> {
    if !v.gpu.vendor.domestic() {
        return None;
    }
    fired(0.0, &[("memory_gb", f64::from(v.gpu.memory_gb))])
}

/// 2080 Ti 22G, 3080 20G, 4080S 32G, 4090 48G: not products of the vendor (gpus.md §9).
fn modded(v: &View<'_>) -> Option<Fired> {
    if !v.gpu.modded {
        return None;
    }
    fired(v.entry.total.likely, &[("memory_gb", f64::from(v.gpu.memory_gb))])
}
