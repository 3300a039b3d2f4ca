//! Slower than expected: host, data, clocks: `advice.md` §2.

use super::Value::{Count, Figure, Gib, Hours, Money, Tokens};
use super::{Answer, Rule, View, fired, info, warn};
use crate::engine::memory::Fit;
use crate::plan::{Precision, Task};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("cpu-per-gpu", "SM-cpu", vcpus),
    warn("ram-per-gpu", "SM-ram", host_memory),
    warn("micro-batch-too-small", "TRAIN", micro_batch),
    warn("fp32-left-on", "TRAIN", fp32),
    info("compile-option", "TRAIN", compile),
    warn("small-model-one-card", "TRAIN", small_model),
];

/// Per card one process and its loader workers, four for the system; two vCPU are a core
/// (advice.md §2, source SM-cpu).
fn vcpus(v: &View<'_>) -> Answer {
    let cards = f64::from(v.offer.shape.max(1));
    if v.offer.vcpus == 0 || !v.job.task.trains() {
        return None;
    }
    let workers = f64::from(v.plan.env.workers.unwrap_or(2));
    let cores = f64::from(v.offer.vcpus) / 2.0;
    let need = cards * (workers + 1.0) + 4.0;
    if cores >= need {
        return None;
    }
    Some(fired(
        0.0,
        &[("vcpus", Count(f64::from(v.offer.vcpus))), ("cores", Count(cores)), ("need", Count(need))],
    ))
}

fn host_memory(v: &View<'_>) -> Answer {
    let cards = f64::from(v.offer.shape.max(1));
    let memory = cards * f64::from(v.gpu.memory_gb);
    let host = f64::from(v.offer.host_gib);
    if v.offer.host_gib == 0 || host >= memory {
        return None;
    }
    Some(fired(0.0, &[("host_gib", Gib(host)), ("card_gib", Gib(memory))]))
}

/// Below 4,096 tokens a micro-step, utilisation drops by about a third (speed.md, fitted -0.44 in
/// log MFU on A100).
fn micro_batch(v: &View<'_>) -> Answer {
    let tokens = f64::from(v.way.layout.micro_batch) * f64::from(v.job.seq);
    if !v.job.task.trains() || v.job.task.image() || tokens >= 4096.0 {
        return None;
    }
    Some(fired(v.entry.total.likely * 0.2, &[("tokens", Tokens(tokens))]))
}

fn fp32(v: &View<'_>) -> Answer {
    let faster = v.gpu.bf16 > 0.0 || v.gpu.fp16 > v.gpu.fp32;
    if v.job.precision != Precision::Fp32 || !v.job.task.trains() || !faster {
        return None;
    }
    // 1.8 to 2.2 times on transformers with tensor cores (speed.md, effects of switches).
    Some(fired(v.entry.total.likely * 0.5, &[("times_low", Figure(1.8)), ("times_high", Figure(2.2))]))
}

/// +16 to +27 % measured (speed.md, effects of switches).
fn compile(v: &View<'_>) -> Answer {
    if !v.job.task.trains() || v.job.task.image() || v.job.compile || v.entry.hours.likely < 10.0 {
        return None;
    }
    let saved = v.entry.hours.likely * (1.0 - 1.0 / 1.16);
    Some(fired(v.entry.total.likely * (1.0 - 1.0 / 1.16), &[("hours", Hours(saved))]))
}

/// The model needs less than 40 % of one card and still runs on several.
fn small_model(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.count < 2 || e.need.likely > 0.4 * e.usable || v.job.task == Task::Serve {
        return None;
    }
    let one = v.entries.iter().find(|o| o.count == 1 && o.gpu == e.gpu && o.fit == Fit::Fits)?;
    Some(fired(
        e.total.likely - one.total.likely,
        &[
            ("total_one", Money(one.total.likely)),
            ("total", Money(e.total.likely)),
            ("hours_one", Hours(one.hours.likely)),
            ("hours", Hours(e.hours.likely)),
        ],
    ))
}
