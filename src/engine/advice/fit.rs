//! Memory, host and speed of the chosen card.

use super::{Fired, Rule, View, fired};
use crate::catalog::GpuClass;
use crate::engine::memory::{Fit, Part};
use crate::engine::report::Severity;
use crate::plan::{Checkpointing, LossKind, Precision, Software, Task};
use crate::units::GIB;

/// In the order of `advice.md` §1 and §2.
pub const RULES: &[Rule] = &[
    Rule { id: "oom-likely", severity: Severity::Danger, check: oom_likely },
    Rule { id: "oom-logits-dominate", severity: Severity::Careful, check: logits },
    Rule { id: "oom-activations-dominate", severity: Severity::Careful, check: activations },
    Rule { id: "oom-states-dominate", severity: Severity::Careful, check: states },
    Rule { id: "oom-longest-sample", severity: Severity::Info, check: longest_sample },
    Rule { id: "usable-less-than-marketed", severity: Severity::Info, check: usable },
    Rule { id: "serve-profile-peak", severity: Severity::Info, check: sampler },
    Rule { id: "h20-compute-cap", severity: Severity::Careful, check: h20 },
    Rule { id: "cpu-per-gpu", severity: Severity::Careful, check: vcpus },
    Rule { id: "ram-per-gpu", severity: Severity::Careful, check: host_memory },
    Rule { id: "micro-batch-too-small", severity: Severity::Careful, check: micro_batch },
    Rule { id: "fp32-left-on", severity: Severity::Careful, check: fp32 },
    Rule { id: "compile-option", severity: Severity::Info, check: compile },
    Rule { id: "small-model-one-card", severity: Severity::Careful, check: small_model },
    Rule { id: "value-smaller-card-wins", severity: Severity::Info, check: smaller_card },
];

fn oom_likely(v: &View<'_>) -> Option<Fired> {
    let e = v.entry;
    if e.fit != Fit::Tight {
        return None;
    }
    fired(
        e.total.likely * (1.0 - e.p_fits),
        &[
            ("margin_gib", (e.usable - e.need.likely) / GIB),
            ("over_gib", (e.need.high - e.usable) / GIB),
            ("p_fits", e.p_fits),
        ],
    )
}

/// More than a quarter of the need is the loss (advice.md, source TRAIN).
fn logits(v: &View<'_>) -> Option<Fired> {
    let loss = v.part(Part::Loss);
    if !v.job.task.trains() || v.job.loss != LossKind::Eager || loss < 0.25 * v.entry.need.likely {
        return None;
    }
    fired(0.0, &[("gib", loss / GIB), ("vocab", f64::from(v.job.arch.vocab))])
}

fn largest(v: &View<'_>, part: Part) -> bool {
    v.entry.parts.iter().all(|p| *p <= v.part(part)) && v.part(part) > 0.0
}

fn activations(v: &View<'_>) -> Option<Fired> {
    if v.way.layout.checkpointing != Checkpointing::None
        || !v.job.task.trains()
        || !largest(v, Part::Activations)
    {
        return None;
    }
    fired(0.0, &[("gib", v.part(Part::Activations) / GIB)])
}

fn states(v: &View<'_>) -> Option<Fired> {
    let bytes = v.part(Part::Optimizer) + v.part(Part::Gradients);
    if !matches!(v.job.task, Task::Full | Task::Pretrain) || bytes < 0.5 * v.entry.need.likely {
        return None;
    }
    let trained = v.job.arch.params_total as f64 / f64::from(v.entry.count.max(1));
    let each = if trained > 0.0 { (bytes + v.part(Part::Weights)) / trained } else { 0.0 };
    fired(0.0, &[("gib", bytes / GIB), ("bytes_per_param", each)])
}

fn longest_sample(v: &View<'_>) -> Option<Fired> {
    if !v.job.task.trains() || v.job.task.image() || v.job.packing {
        return None;
    }
    fired(0.0, &[("seq", f64::from(v.job.seq))])
}

/// GDDR6 data-centre cards with ECC show 93.5 % (gpus.md §11).
fn usable(v: &View<'_>) -> Option<Fired> {
    let marketed = f64::from(v.gpu.memory_gb) * GIB;
    if marketed <= 0.0 || v.entry.usable > 0.97 * marketed {
        return None;
    }
    fired(
        0.0,
        &[
            ("marketed_gb", f64::from(v.gpu.memory_gb)),
            ("usable_gib", v.entry.usable / GIB),
            ("share", v.entry.usable / marketed),
        ],
    )
}

/// vLLM's start-up profile: 38.5 bytes per sequence and vocabulary entry (memory.md C).
fn sampler(v: &View<'_>) -> Option<Fired> {
    let bytes = 38.5 * f64::from(v.job.max_num_seqs) * f64::from(v.job.arch.vocab);
    if v.job.task != Task::Serve || v.job.software != Software::Vllm || bytes < GIB {
        return None;
    }
    fired(0.0, &[("gib", bytes / GIB), ("max_num_seqs", f64::from(v.job.max_num_seqs))])
}

/// Much bandwidth, little compute: fewer than 60 operations per byte (H20: 148 TFLOP/s over 4 TB/s
/// is 37, an A100 153).
fn h20(v: &View<'_>) -> Option<Fired> {
    let per_byte = f64::from(v.gpu.half()) * 1e3 / f64::from(v.gpu.bandwidth_gbs.max(1.0));
    if !v.gpu.timed() || per_byte > 60.0 || v.gpu.class == GpuClass::Consumer || !v.job.task.trains() {
        return None;
    }
    fired(0.0, &[("tflops", f64::from(v.gpu.half())), ("gbs", f64::from(v.gpu.bandwidth_gbs))])
}

/// Per card one process and its loader workers, four for the system; two vCPU are a core
/// (advice.md §2, source SM-cpu).
fn vcpus(v: &View<'_>) -> Option<Fired> {
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
    fired(0.0, &[("vcpus", f64::from(v.offer.vcpus)), ("cores", cores), ("need", need)])
}

fn host_memory(v: &View<'_>) -> Option<Fired> {
    let cards = f64::from(v.offer.shape.max(1));
    let memory = cards * f64::from(v.gpu.memory_gb);
    let host = f64::from(v.offer.host_gib);
    if v.offer.host_gib == 0 || host >= memory {
        return None;
    }
    fired(0.0, &[("host_gib", host), ("card_gib", memory)])
}

/// Below 4,096 tokens a micro-step, utilisation drops by about a third (speed.md, fitted -0.44 in
/// log MFU on A100).
fn micro_batch(v: &View<'_>) -> Option<Fired> {
    let tokens = f64::from(v.way.layout.micro_batch) * f64::from(v.job.seq);
    if !v.job.task.trains() || v.job.task.image() || tokens >= 4096.0 {
        return None;
    }
    fired(v.entry.total.likely * 0.2, &[("tokens", tokens)])
}

fn fp32(v: &View<'_>) -> Option<Fired> {
    let faster = v.gpu.bf16 > 0.0 || v.gpu.fp16 > v.gpu.fp32;
    if v.job.precision != Precision::Fp32 || !v.job.task.trains() || !faster {
        return None;
    }
    // 1.8 to 2.2 times on transformers with tensor cores (speed.md, effects of switches).
    fired(v.entry.total.likely * 0.5, &[("times_low", 1.8), ("times_high", 2.2)])
}

/// +16 to +27 % measured (speed.md, effects of switches).
fn compile(v: &View<'_>) -> Option<Fired> {
    if !v.job.task.trains() || v.job.task.image() || v.job.compile || v.entry.hours.likely < 10.0 {
        return None;
    }
    let saved = v.entry.hours.likely * (1.0 - 1.0 / 1.16);
    fired(v.entry.total.likely * (1.0 - 1.0 / 1.16), &[("hours", saved)])
}

/// The model needs less than 40 % of one card and still runs on several.
fn small_model(v: &View<'_>) -> Option<Fired> {
    let e = v.entry;
    if e.count < 2 || e.need.likely > 0.4 * e.usable || v.job.task == Task::Serve {
        return None;
    }
    let one = v.entries.iter().find(|o| o.count == 1 && o.gpu == e.gpu && o.fit == Fit::Fits)?;
    fired(
        e.total.likely - one.total.likely,
        &[
            ("total_one", one.total.likely),
            ("total", e.total.likely),
            ("hours_one", one.hours.likely),
            ("hours", e.hours.likely),
        ],
    )
}

/// Larger cards were compared, and the winner is not one of them.
fn smaller_card(v: &View<'_>) -> Option<Fired> {
    let e = v.entry;
    let larger = v.entries.iter().find(|o| o.usable > 1.5 * e.usable && o.not_eligible.is_empty())?;
    if larger.total.likely <= e.total.likely * 1.2 {
        return None;
    }
    fired(larger.total.likely - e.total.likely, &[("total", e.total.likely), ("larger", larger.total.likely)])
}
