//! Driver, CUDA, PyTorch, precision: `advice.md` §4.

use super::Value::Version;
use super::{Answer, Rule, View, block, fired, warn};
use crate::catalog::{Generation, Vendor};
use crate::plan::{Field, KvType, Precision, Quant, Software};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    block("rtx50-cu128", "COMPAT", rtx50),
    block("volta-pascal-end", "COMPAT", volta),
    block("bf16-unsupported", "COMPAT", bf16),
    block("fp8-unsupported", "COMPAT", fp8),
    block("fp4-unsupported", "COMPAT", fp4),
    warn("fa2-unsupported", "COMPAT", fa2),
    block("vllm-floor", "COMPAT", vllm),
    warn("old-golden-pair", "COMPAT", golden_pair),
];

/// `12.8` as (12, 8); `None` for anything else.
fn version(text: Option<&String>) -> Option<(u32, u32)> {
    let mut parts = text?.split('.').map(|p| p.trim().parse::<u32>().ok());
    Some((parts.next()??, parts.next().flatten().unwrap_or(0)))
}

fn nvidia_below(v: &View<'_>, capability: u8) -> bool {
    v.gpu.vendor == Vendor::Nvidia && v.gpu.compute_capability > 0 && v.gpu.compute_capability < capability
}

/// RTX 50 and RTX PRO Blackwell (12.x) need builds for CUDA 12.8 (compat.csv, source COMPAT).
fn rtx50(v: &View<'_>) -> Answer {
    let (major, minor) = version(v.plan.env.cuda.as_ref())?;
    if v.gpu.compute_capability < 100 || (major, minor) >= (12, 8) {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("cuda", Version(f64::from(major) + f64::from(minor) / 10.0))]))
}

/// Pascal and Volta left the default wheels with torch 2.11 (gpus.md §4, §6).
fn volta(v: &View<'_>) -> Answer {
    if !matches!(v.gpu.generation, Generation::Pascal | Generation::Volta) || !nvidia_below(v, 75) {
        return None;
    }
    Some(fired(0.0, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}

fn bf16(v: &View<'_>) -> Answer {
    if v.plan.run.precision != Some(Precision::Bf16) || !nvidia_below(v, 80) {
        return None;
    }
    let capability = Version(f64::from(v.gpu.compute_capability) / 10.0);
    Some(fired(v.total(), &[("capability", capability)]).offering(Field::Precision, "fp16"))
}

fn fp8(v: &View<'_>) -> Answer {
    let wanted = v.plan.run.precision == Some(Precision::Fp8)
        || v.plan.run.kv == Some(KvType::Fp8)
        || matches!(v.plan.run.quant, Some(Quant::Fp8 | Quant::Fp8Block));
    if !wanted || !nvidia_below(v, 89) {
        return None;
    }
    Some(fired(0.0, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}

fn fp4(v: &View<'_>) -> Answer {
    if v.plan.run.precision != Some(Precision::Fp4) || !nvidia_below(v, 100) {
        return None;
    }
    Some(fired(0.0, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}

fn fa2(v: &View<'_>) -> Answer {
    if v.plan.run.flash != Some(true) || !nvidia_below(v, 80) {
        return None;
    }
    Some(fired(0.0, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}

/// vLLM's floor is 7.5 (compat.csv, source VLLM).
fn vllm(v: &View<'_>) -> Answer {
    if v.job.software != Software::Vllm || !nvidia_below(v, 75) {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}

/// torch 2.0.1 with CUDA 11.7 has kernels up to 8.6 (gpus.md §4).
fn golden_pair(v: &View<'_>) -> Answer {
    let torch = version(v.plan.env.torch.as_ref())?;
    if torch > (2, 0) || v.gpu.compute_capability < 90 {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("capability", Version(f64::from(v.gpu.compute_capability) / 10.0))]))
}
