//! Fit and out of memory: `advice.md` §1.

use super::Value::{
    Count, Figure, Gb, Gbs, Gib, Gpu, Mib, Money, Part as PartOf, PerSecond, Share, Tflops, Tokens, Unknown,
};
use super::{Answer, Rule, View, block, fired, info, warn};
use crate::catalog::Mixer;
use crate::engine::memory::{Fit, Part};
use crate::engine::report::{Change, Ineligible, Saving};
use crate::engine::software;
use crate::plan::{Checkpointing, Field, KvType, LossKind, Precision, Software, Symptom, Task, Zero};
use crate::units::{GIB, Order};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    block("oom-certain", "TRAIN, INF", oom_certain).always(),
    warn("oom-likely", "TRAIN", oom_likely),
    info("oom-longest-sample", "TRAIN", longest_sample),
    warn("oom-logits-dominate", "TRAIN", logits),
    warn("oom-activations-dominate", "TRAIN", activations),
    warn("oom-states-dominate", "TRAIN", states),
    info("oom-accum-no-help", "TRAIN", accumulation).always(),
    warn("oom-precision-lever", "TRAIN, COMPAT", precision).always(),
    info("oom-qlora-head", "TRAIN", head),
    info("oom-fsdp-gather", "TRAIN", gather),
    info("oom-overhead", "TRAIN", overhead),
    info("oom-fragmentation", "SM-perf, SMIMAN", fragmentation),
    warn("kv-too-small", "INF", cache),
    info("kv-hybrid", "INF", hybrid),
    info("serve-profile-peak", "INF", sampler),
    info("serve-graphs", "INF", graphs),
    info("usable-less-than-marketed", "GPUF", usable),
    info("decode-bandwidth", "INF", bandwidth),
    warn("h20-compute-cap", "GPUF, INF", h20),
    info("rule-of-three", "TRAIN", rule_of_three),
    info("card-count-forced", "TRAIN, OFF", forced),
];

/// The ladder of `advice.md` §1: least time lost first, each step on top of those before it.
const LADDER: [&[(Field, &str)]; 9] = [
    &[(Field::Loss, "fused")],
    &[(Field::MicroBatch, "1")],
    &[(Field::Checkpointing, "full")],
    &[(Field::Optimizer, "adamw-8bit")],
    &[(Field::Task, "lora")],
    &[(Field::Task, "qlora")],
    &[(Field::Count, "2")],
    &[(Field::Count, "4")],
    &[(Field::Count, "8")],
];
/// The same for serving.
const SERVING: [&[(Field, &str)]; 5] = [
    &[(Field::KvType, "fp8")],
    &[(Field::Quant, "int8")],
    &[(Field::Quant, "awq")],
    &[(Field::Count, "2")],
    &[(Field::Count, "4")],
];

/// The shortest way up the ladder that fits: its last step alone where that is enough, else all
/// steps up to it.
fn ladder(v: &View<'_>) -> Vec<(Field, String)> {
    let steps: &[&[(Field, &str)]] = if v.job.task.trains() { &LADDER } else { &SERVING };
    let fits = |change: &[(Field, &str)]| v.again(change).is_some_and(|a| a.fit != Fit::No);
    let own = |change: &[(Field, &str)]| change.iter().map(|(f, t)| (*f, (*t).to_string())).collect();
    let mut all: Vec<(Field, &str)> = Vec::new();
    for step in steps {
        // Adapters of a model that is to be trained whole come before sharding; a step that the plan
        // has already taken changes nothing.
        all.retain(|(f, _)| step.iter().all(|(other, _)| other != f));
        all.extend_from_slice(step);
        if fits(step) {
            return own(step);
        }
        if fits(&all) {
            return own(&all);
        }
    }
    Vec::new()
}

fn oom_certain(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.fit != Fit::No || e.usable <= 0.0 {
        return None;
    }
    const PARTS: [Part; 9] = [
        Part::Weights,
        Part::KvCache,
        Part::Adapter,
        Part::Gradients,
        Part::Optimizer,
        Part::Activations,
        Part::Loss,
        Part::Slack,
        Part::Context,
    ];
    let mut parts = PARTS.to_vec();
    parts.order_by(|a, b| v.part(*b).total_cmp(&v.part(*a)));
    let [a, b, c, ..] = parts.as_slice() else { return None };
    let mut out = fired(
        0.0,
        &[
            ("gpu", Gpu(e.gpu)),
            ("need", Gib(e.need.likely / GIB)),
            ("usable", Gib(e.usable / GIB)),
            ("t1", PartOf(*a)),
            ("g1", Gib(v.part(*a) / GIB)),
            ("t2", PartOf(*b)),
            ("g2", Gib(v.part(*b) / GIB)),
            ("t3", PartOf(*c)),
            ("g3", Gib(v.part(*c) / GIB)),
        ],
    );
    out.offer = ladder(v);
    Some(out)
}

fn oom_likely(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.fit != Fit::Tight {
        return None;
    }
    let mut out = fired(
        v.total() * (1.0 - e.p_fits),
        &[
            ("margin", Gib((e.usable - e.need.likely) / GIB)),
            ("over", Gib((e.need.high - e.usable) / GIB)),
            ("band", Share(e.need.high / e.need.likely.max(1.0) - 1.0)),
            ("p_fits", Share(e.p_fits)),
        ],
    );
    // Of the changes that make the whole band fit, the one that costs least time.
    let best = v.savings.iter().filter(|s| s.fit == Fit::Fits && s.bytes > 0.0);
    if let Some(found) = best.min_by(|a, b| a.time.total_cmp(&b.time)).and_then(|s| s.change.field()) {
        out.offer.push(found);
    }
    Some(out)
}

fn saving<'a>(v: &View<'a>, is: fn(Change) -> bool) -> Option<&'a Saving> {
    v.savings.iter().find(|s| is(s.change) && s.bytes > 0.0)
}

fn longest_sample(v: &View<'_>) -> Answer {
    if !v.job.task.trains() || v.job.task.image() || v.job.packing {
        return None;
    }
    let half = saving(v, |c| matches!(c, Change::Sequence(_)))?;
    let need = v.entry.need.likely;
    let out = fired(
        0.0,
        &[
            ("seq", Tokens(f64::from(v.job.seq))),
            ("need", Gib(need / GIB)),
            ("half", Gib((need - half.bytes) / GIB)),
        ],
    );
    Some(out.offering(Field::Packing, "1"))
}

/// More than a quarter of the need is the loss.
fn logits(v: &View<'_>) -> Answer {
    let loss = v.part(Part::Loss);
    if !v.job.task.trains() || v.job.loss != LossKind::Eager || loss < 0.25 * v.entry.need.likely {
        return None;
    }
    let fused = saving(v, |c| c == Change::FusedLoss)?;
    let out = fired(
        0.0,
        &[
            ("gib", Gib(loss / GIB)),
            ("vocab", Count(f64::from(v.job.arch.vocab))),
            ("saved", Gib(fused.bytes / GIB)),
        ],
    );
    Some(out.offering(Field::Loss, "fused"))
}

fn largest(v: &View<'_>, part: Part) -> bool {
    v.entry.parts.iter().all(|p| *p <= v.part(part)) && v.part(part) > 0.0
}

fn activations(v: &View<'_>) -> Answer {
    let none = v.way.layout.checkpointing == Checkpointing::None;
    if !none || !v.job.task.trains() || !largest(v, Part::Activations) {
        return None;
    }
    let full = saving(v, |c| c == Change::FullCheckpointing)?;
    let out = fired(
        0.0,
        &[
            ("gib", Gib(v.part(Part::Activations) / GIB)),
            ("saved", Gib(full.bytes / GIB)),
            ("time", Share(full.time.max(0.0))),
        ],
    );
    Some(out.offering(Field::Checkpointing, "full"))
}

fn state_bytes(v: &View<'_>) -> f64 {
    v.part(Part::Optimizer) + v.part(Part::Gradients) + v.part(Part::Weights)
}

/// Bytes of state for each parameter, over all cards.
fn bytes_per_param(v: &View<'_>) -> f64 {
    let sharded = if matches!(v.way.layout.zero, Zero::Z3 | Zero::Hybrid) { v.way.layout.dp } else { 1 };
    let cards = f64::from(sharded * v.way.layout.tp * v.way.layout.pp);
    state_bytes(v) * cards / (v.job.arch.params_total as f64).max(1.0)
}

fn states(v: &View<'_>) -> Answer {
    let full = matches!(v.job.task, Task::Full | Task::Pretrain);
    if !full || state_bytes(v) < 0.5 * v.entry.need.likely {
        return None;
    }
    let eight = saving(v, |c| c == Change::Optimizer8bit)?;
    let lora = v.again(&[(Field::Task, "lora")])?;
    let out = fired(
        0.0,
        &[
            ("gib", Gib(state_bytes(v) / GIB)),
            ("bytes", Figure(bytes_per_param(v))),
            ("saved", Gib(eight.bytes / GIB)),
            ("lora", if lora.need < v.entry.need.likely { Gib(lora.need / GIB) } else { Unknown }),
        ],
    );
    Some(out.offering(Field::Optimizer, "adamw-8bit"))
}

fn accumulation(v: &View<'_>) -> Answer {
    let l = &v.way.layout;
    if v.entry.fit == Fit::Fits || v.plan.run.global_batch.is_none() || l.accumulation < 2 {
        return None;
    }
    let steps = f64::from(l.micro_batch * l.accumulation);
    let out = fired(
        0.0,
        &[
            ("grad", Gib(v.part(Part::Gradients) / GIB)),
            ("accum", Count(f64::from(l.accumulation))),
            ("steps", Count(steps)),
        ],
    );
    Some(if l.micro_batch > 1 { out.offering(Field::MicroBatch, "1") } else { out })
}

/// bf16 starts at compute capability 8.0 (compat.csv bf16/min_cc); 1.5 to 2.2 times faster (TRAIN).
fn precision(v: &View<'_>) -> Answer {
    let wide = matches!(v.job.precision, Precision::Fp32 | Precision::Tf32);
    if v.entry.fit != Fit::No || !wide || !v.job.task.trains() || v.gpu.compute_capability < 80 {
        return None;
    }
    let half = v.again(&[(Field::Precision, "bf16"), (Field::Regime, "pure16")])?;
    let out = fired(
        0.0,
        &[
            ("bytes", Figure(bytes_per_param(v))),
            ("saved", Gib((v.entry.need.likely - half.need) / GIB)),
            ("after", Gib(half.need / GIB)),
        ],
    );
    Some(out.offering(Field::Precision, "bf16").offering(Field::Regime, "pure16"))
}

/// Embedding and head stay at 16 bit.
fn head(v: &View<'_>) -> Answer {
    let a = &v.job.arch;
    let tables = if a.tied { 1.0 } else { 2.0 };
    let bytes = 2.0 * tables * f64::from(a.vocab) * f64::from(a.hidden);
    if v.job.task != Task::Qlora || a.vocab <= 100_000 || bytes < 0.1 * v.entry.need.likely {
        return None;
    }
    Some(fired(0.0, &[("gib", Gib(bytes / GIB)), ("need", Gib(v.entry.need.likely / GIB))]))
}

fn gather(v: &View<'_>) -> Answer {
    let l = &v.way.layout;
    let sharded = matches!(l.zero, Zero::Z3 | Zero::Hybrid) && l.dp > 1;
    if !sharded || v.entry.fit != Fit::Tight {
        return None;
    }
    let floor = v.entry.need.likely - state_bytes(v);
    Some(fired(
        0.0,
        &[
            ("cards", Count(f64::from(l.dp))),
            ("gib", Gib(v.part(Part::Slack) / GIB)),
            ("floor", Gib(floor / GIB)),
        ],
    ))
}

fn overhead(v: &View<'_>) -> Answer {
    if v.entry.fit != Fit::Tight || v.entry.count < 2 {
        return None;
    }
    let gib = (v.part(Part::Context) + v.part(Part::Slack)) / GIB;
    Some(fired(0.0, &[("gib", Gib(gib)), ("cards", Count(f64::from(v.entry.count)))]))
}

fn fragmentation(v: &View<'_>) -> Answer {
    let e = v.entry;
    if v.plan.day.symptom != Some(Symptom::Oom) || e.need.high >= e.usable {
        return None;
    }
    Some(fired(v.total(), &[("need", Gib(e.need.high / GIB)), ("usable", Gib(e.usable / GIB))]))
}

/// What the pool holds against what the plan asks of one replica.
fn cache(v: &View<'_>) -> Answer {
    let m = &v.way.memory;
    let asked = f64::from(v.way.layout.micro_batch) * v.job.context();
    if v.job.task != Task::Serve || m.kv_per_token <= 0.0 || m.pool <= 0.0 {
        return None;
    }
    let held = m.pool / m.kv_per_token;
    if held >= asked {
        return None;
    }
    let fits = held / f64::from(v.way.layout.micro_batch.max(1));
    let out = fired(v.total(), &[("held", Tokens(held)), ("asked", Tokens(asked)), ("each", Tokens(fits))]);
    let eight = v.job.kv == KvType::F16 && v.gpu.compute_capability >= 89;
    Some(if eight { out.offering(Field::KvType, "fp8") } else { out })
}

fn hybrid(v: &View<'_>) -> Answer {
    let mixed = v.job.arch.groups.iter().any(|g| match &g.mixer {
        Mixer::Attention(a) => a.window.is_some(),
        Mixer::Recurrent(_) => true,
        _ => false,
    });
    let seats = v.way.pace.serve.seats;
    if v.job.task != Task::Serve || !mixed || seats <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("seats", Count(seats))]))
}

/// vLLM's start-up profile: 38.5 bytes per sequence and vocabulary entry (memory.md C).
fn sampler(v: &View<'_>) -> Answer {
    let seqs = f64::from(software::max_num_seqs(v.job, v.gpu));
    let each = 38.5 * f64::from(v.job.arch.vocab);
    if v.job.task != Task::Serve || v.job.software != Software::Vllm || seqs * each < GIB {
        return None;
    }
    // As many as the load needs, in steps of eight.
    let enough = (v.way.layout.micro_batch.div_ceil(8) * 8).max(8);
    let saved = (seqs - f64::from(enough)) * each;
    if saved <= 0.0 {
        return None;
    }
    let out = fired(
        0.0,
        &[
            ("gib", Gib(seqs * each / GIB)),
            ("seqs", Count(seqs)),
            ("enough", Count(f64::from(enough))),
            ("saved", Gib(saved / GIB)),
        ],
    );
    Some(out.offering(Field::MaxNumSeqs, enough.to_string()))
}

fn graphs(v: &View<'_>) -> Answer {
    let e = v.entry;
    if v.job.software != Software::Vllm || v.job.task != Task::Serve || e.fit != Fit::Tight || !v.job.graphs {
        return None;
    }
    let over = (e.need.high - e.usable).max(0.0) / GIB;
    Some(fired(0.0, &[("over", Gib(over))]).offering(Field::Graphs, "0"))
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
            ("marketed", Gb(f64::from(v.gpu.memory_gb))),
            ("mib", Mib(v.entry.usable / GIB * 1024.0)),
            ("share", Share(v.entry.usable / marketed)),
        ],
    ))
}

/// Somebody looks at TFLOPS for serving: one stream is bound by reading the weights.
fn bandwidth(v: &View<'_>) -> Answer {
    let weights = v.part(Part::Weights);
    if v.job.task != Task::Serve || v.plan.claim.tflops.is_none() || weights <= 0.0 {
        return None;
    }
    let gbs = f64::from(v.gpu.bandwidth_gbs);
    Some(fired(0.0, &[("gbs", Gbs(gbs)), ("rate", PerSecond(gbs * 1e9 / weights))]))
}

/// Much bandwidth, little compute: fewer than 60 operations per byte (H20: 148 TFLOP/s over 4 TB/s
/// is 37, an A100 153). Compared with the H100 of the catalog.
fn h20(v: &View<'_>) -> Answer {
    let half = f64::from(v.gpu.half());
    let per_byte = half * 1e3 / f64::from(v.gpu.bandwidth_gbs.max(1.0));
    let prefill = v.job.prompt > v.job.answer.saturating_mul(20);
    if !v.gpu.id.starts_with("h20-") || per_byte > 60.0 || !(v.job.task.trains() || prefill) {
        return None;
    }
    let h100 = v.catalog.gpu(v.catalog.gpu_ix("h100-sxm-80g")?);
    Some(fired(
        v.total() * 0.5,
        &[
            ("gbs", Gbs(f64::from(v.gpu.bandwidth_gbs))),
            ("tflops", Tflops(half)),
            ("ratio", Share(half / f64::from(h100.half()).max(1.0))),
        ],
    ))
}

/// "Model size times three", in billions of parameters or in gigabytes at 16 bit.
fn rule_of_three(v: &View<'_>) -> Answer {
    let said = v.plan.measured.peak_gib?;
    let billions = v.job.arch.params_total as f64 / 1e9;
    let near = |x: f64| (said - x).abs() <= 0.02 * x;
    if !(near(3.0 * billions) || near(6.0 * billions)) {
        return None;
    }
    let out = fired(0.0, &[("said", Gib(said)), ("need", Gib(v.entry.need.likely / GIB))]);
    Some(out.offering(Field::PeakMemory, "auto"))
}

/// Cards were named, and others that only fall for that would be cheaper.
fn forced(v: &View<'_>) -> Answer {
    // Known cards have no job that could fit elsewhere.
    if v.plan.limits.gpus.is_empty() || v.job.task == Task::KnownCards {
        return None;
    }
    let only = |e: &&crate::engine::report::Entry| {
        e.fit == Fit::Fits && e.not_eligible.as_slice() == [Ineligible::CardExcluded].as_slice()
    };
    let mut gpus: Vec<_> = v.entries.iter().filter(only).map(|e| e.gpu).collect();
    let cost = v.entries.iter().filter(only).map(|e| e.total.likely).fold(f64::INFINITY, f64::min);
    gpus.order_by(|a, b| a.cmp(b));
    gpus.dedup();
    if cost >= 0.9 * v.total() {
        return None;
    }
    let out = fired(
        v.total() - cost,
        &[("others", Count(gpus.len() as f64)), ("cost", Money(cost)), ("total", Money(v.total()))],
    );
    Some(out.offering(Field::Gpus, ""))
}
