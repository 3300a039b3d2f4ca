//! Fit and out of memory: `advice.md` §1.

use super::Value::{Count, Figure, Gb, Gbs, Gib, Gpu, Share, Tflops, Tokens};
use super::{Answer, Rule, View, block, fired, info, warn};
use crate::catalog::GpuClass;
use crate::engine::memory::{Fit, Part};
use crate::plan::{Checkpointing, LossKind, Software, Task};
use crate::units::GIB;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    block("oom-certain", "TRAIN, INF", oom_certain).always(),
    warn("oom-likely", "TRAIN", oom_likely),
    info("oom-longest-sample", "TRAIN", longest_sample),
    warn("oom-logits-dominate", "TRAIN", logits),
    warn("oom-activations-dominate", "TRAIN", activations),
    warn("oom-states-dominate", "TRAIN", states),
    info("serve-profile-peak", "INF", sampler),
    info("usable-less-than-marketed", "GPUF", usable),
    warn("h20-compute-cap", "GPUF, INF", h20),
];

fn largest(v: &View<'_>, part: Part) -> bool {
    v.entry.parts.iter().all(|p| *p <= v.part(part)) && v.part(part) > 0.0
}

fn oom_certain(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.fit != Fit::No || e.room <= 0.0 {
        return None;
    }
    let (need, usable) = (e.need.likely / GIB, e.room / GIB);
    Some(fired(0.0, &[("gpu", Gpu(e.gpu)), ("need", Gib(need)), ("usable", Gib(usable))]))
}

fn oom_likely(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.fit != Fit::Tight {
        return None;
    }
    Some(fired(
        e.total.likely * (1.0 - e.p_fits),
        &[
            ("margin_gib", Gib((e.room - e.need.likely) / GIB)),
            ("over_gib", Gib((e.need.high - e.room) / GIB)),
            ("p_fits", Share(e.p_fits)),
        ],
    ))
}

fn longest_sample(v: &View<'_>) -> Answer {
    if !v.job.task.trains() || v.job.task.image() || v.job.packing {
        return None;
    }
    Some(fired(0.0, &[("seq", Tokens(f64::from(v.job.seq)))]))
}

/// More than a quarter of the need is the loss (advice.md, source TRAIN).
fn logits(v: &View<'_>) -> Answer {
    let loss = v.part(Part::Loss);
    if !v.job.task.trains() || v.job.loss != LossKind::Eager || loss < 0.25 * v.entry.need.likely {
        return None;
    }
    Some(fired(0.0, &[("gib", Gib(loss / GIB)), ("vocab", Count(f64::from(v.job.arch.vocab)))]))
}

fn activations(v: &View<'_>) -> Answer {
    if v.way.layout.checkpointing != Checkpointing::None
        || !v.job.task.trains()
        || !largest(v, Part::Activations)
    {
        return None;
    }
    Some(fired(0.0, &[("gib", Gib(v.part(Part::Activations) / GIB))]))
}

fn states(v: &View<'_>) -> Answer {
    let bytes = v.part(Part::Optimizer) + v.part(Part::Gradients);
    if !matches!(v.job.task, Task::Full | Task::Pretrain) || bytes < 0.5 * v.entry.need.likely {
        return None;
    }
    let trained = v.job.arch.params_total as f64 / f64::from(v.entry.count.max(1));
    let each = if trained > 0.0 { (bytes + v.part(Part::Weights)) / trained } else { 0.0 };
    Some(fired(0.0, &[("gib", Gib(bytes / GIB)), ("bytes_per_param", Figure(each))]))
}

/// vLLM's start-up profile: 38.5 bytes per sequence and vocabulary entry (memory.md C).
fn sampler(v: &View<'_>) -> Answer {
    let bytes = 38.5 * f64::from(v.job.max_num_seqs) * f64::from(v.job.arch.vocab);
    if v.job.task != Task::Serve || v.job.software != Software::Vllm || bytes < GIB {
        return None;
    }
    Some(fired(0.0, &[("gib", Gib(bytes / GIB)), ("max_num_seqs", Count(f64::from(v.job.max_num_seqs)))]))
}

/// GDDR6 data-centre cards with ECC show 93.5 % (gpus.md §11).
fn usable(v: &View<'_>) -> Answer {
    let marketed = f64::from(v.gpu.memory_gb) * GIB;
    if marketed <= 0.0 || v.entry.usable > 0.97 * marketed {
        return None;
    }
    Some(fired(
        0.0,
        &[
            ("marketed_gb", Gb(f64::from(v.gpu.memory_gb))),
            ("usable_gib", Gib(v.entry.usable / GIB)),
            ("share", Share(v.entry.usable / marketed)),
        ],
    ))
}

/// Much bandwidth, little compute: fewer than 60 operations per byte (H20: 148 TFLOP/s over 4 TB/s
/// is 37, an A100 153).
fn h20(v: &View<'_>) -> Answer {
    let per_byte = f64::from(v.gpu.half()) * 1e3 / f64::from(v.gpu.bandwidth_gbs.max(1.0));
    if !v.gpu.timed() || per_byte > 60.0 || v.gpu.class == GpuClass::Consumer || !v.job.task.trains() {
        return None;
    }
    Some(fired(
        0.0,
        &[("tflops", Tflops(f64::from(v.gpu.half()))), ("gbs", Gbs(f64::from(v.gpu.bandwidth_gbs)))],
    ))
}
