//! Memory of training: the largest of three instants on the worst rank. At the loss the stored
//! activations meet the logits; in the backward pass a recomputed layer meets the gradients; at the
//! optimizer step the states stand alone with their temporaries (memory.md B.1, phases).

use super::activations::{Kept, kept};
use super::buffers::{Buffers, buffers};
use super::states::{Stage, States, states};
use super::sum::Sum;
use super::{Memory, PARTS, Part, loss, overhead};
use crate::catalog::{ArchKind, Gpu};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{Certainty, From, Line, NoTrace, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::plan::{Checkpointing, LossKind, Quant, Regime, Software, Task, Zero};
use crate::units::{Cause, GIB, Uncertain};

/// A recomputed layer with the gradients of its tensors, in units of what it keeps (memory.md B.1).
const BLOCK: f64 = 1.25;
/// Share of a layer's activations that per-operator selective recomputation keeps: torchtitan's table 1
/// gives 0.44, the formulas of memory.md B.1 fit with 0.30.
const SELECTIVE: f64 = 0.36;

/// Share of paged states that is on the card while the rest of it is needed.
const PAGED: f64 = 0.05;

/// Bytes at the three instants and what they are made of.
struct Rank {
    states: States,
    kept: Kept,
    buffers: Buffers,
    tokens: f64,
    stored: f64,
    block: f64,
    logits: f64,
    /// Weights of a frozen reference model.
    reference: f64,
    instant: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instant {
    /// The checkpoint is read.
    Load,
    Loss,
    Backward,
    Step,
}

/// Sizes the worst stage of a training job.
pub fn size<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    on_card(&asked_for(job, layout, trace), job, layout, gpu, trace)
}

/// What the worst stage asks its framework for, on whatever card: the same for all of them, so that a search works it
/// out once for each layout.
pub struct Asked {
    rank: Rank,
    stage: u32,
    allocated: Uncertain,
    parts: [f64; PARTS],
    /// Weights, adapters and states, bytes.
    standing: f64,
}

/// Works that out.
pub fn asked_for<T: Trace>(job: &Job, layout: &Layout, trace: &mut T) -> Asked {
    if layout.pp <= 1 {
        return allocated(rank(job, layout, Stage::Only), job, layout, trace, 0);
    }
    let first = allocated(rank(job, layout, Stage::First), job, layout, &mut NoTrace, 0);
    let last = allocated(rank(job, layout, Stage::Last), job, layout, &mut NoTrace, layout.pp - 1);
    // By what they allocate: a full card gives slack back, so that need alone may not tell them apart.
    let worst = if last.allocated.likely > first.allocated.likely { last } else { first };
    allocated(worst.rank, job, layout, trace, worst.stage)
}

/// Share of the longest sequence that answers of reinforcement reach on average: they vary from empty
/// to the cap and padding is removed (verl `use_remove_padding`).
const ANSWER_FILL: f64 = 0.5;

/// Tokens of one micro-step on a rank: preference pairs run chosen and rejected together, several
/// sampled answers average out.
pub fn tokens(job: &Job, layout: &Layout) -> f64 {
    let samples = f64::from(layout.micro_batch.max(1));
    let full = match job.task {
        Task::Dpo => 2.0 * samples,
        // One of them may be as long as the cap allows.
        Task::Grpo => (fitted("memory.answer_fill", ANSWER_FILL) * samples).max(1.0),
        _ => samples,
    };
    full * f64::from(job.seq) / f64::from(layout.cp.max(1))
}

fn rank(job: &Job, layout: &Layout, stage: Stage) -> Rank {
    let s = states(job, layout, stage);
    let b = buffers(job, layout, &s);
    let n = tokens(job, layout);
    let k = kept(job, f64::from(job.seq), layout.tp, layout.pp);
    // One forward one backward: the first stage holds up to `pp` micro-batches, the last one.
    let flight = match stage {
        Stage::First => f64::from(layout.pp.min(layout.accumulation.max(1))),
        _ => 1.0,
    };
    // Under FSDP's mixed precision with autocast a recomputed layer of a model with frozen weights holds
    // 32-bit copies beside the 16-bit tensors (accelerate; four runs of fms-acceleration).
    let recomputed = if job.adapters() && job.regime == Regime::FsdpMixed {
        2.0 * fitted("memory.block", BLOCK)
    } else {
        fitted("memory.block", BLOCK)
    };
    let (stored, block) = match layout.checkpointing {
        Checkpointing::None => (k.all * n * flight, 0.0),
        Checkpointing::Selective => (fitted("memory.selective", SELECTIVE) * k.all * n * flight, k.block * n),
        Checkpointing::Full => (k.inputs * n * flight, (recomputed * k.block + k.score_gradients) * n),
        Checkpointing::Offloaded => (2.0 * k.input * n, (recomputed * k.block + k.score_gradients) * n),
    };
    let has_loss =
        stage != Stage::First && matches!(job.arch.kind, ArchKind::Decoder | ArchKind::EncoderDecoder);
    // At the head: the last layer's output, its normalised copy and the gradient of that.
    let stored = if has_loss { stored + 3.0 * k.input * n } else { stored };
    let vocab = job.shape.vocab / f64::from(layout.tp.max(1));
    let logits = if has_loss { loss::bytes(job, n, vocab) } else { 0.0 };
    let reference = match job.task {
        Task::Dpo | Task::Grpo if job.trains_all() => {
            let shared = if matches!(layout.zero, Zero::Z3 | Zero::Hybrid) { s.ways } else { 1.0 };
            s.trained * 2.0 / shared
        }
        _ => 0.0,
    };
    let mut out = Rank {
        states: s,
        kept: k,
        buffers: b,
        tokens: n,
        stored,
        block,
        logits,
        reference,
        instant: Instant::Loss,
    };
    let mut most = 0.0;
    for instant in [Instant::Loss, Instant::Backward, Instant::Step, Instant::Load] {
        let bytes = out.at(job, layout, instant);
        if bytes > most {
            (most, out.instant) = (bytes, instant);
        }
    }
    out
}

impl Rank {
    /// Gradients alive at an instant: at the loss only those of earlier micro-steps, or buffers that
    /// exist throughout.
    fn gradients(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
        let g = self.states.gradients;
        if job.optimizer_in_backward {
            // Freed layer by layer: the largest of a layer and the tables.
            return g.min(2.0 * self.states.layer_params.max(self.states.tables));
        }
        // Between steps gradients are set to nothing, but DeepSpeed's partitions are buffers that stay.
        let partitions = job.in_deepspeed() && layout.zero != Zero::Z0;
        let megatron = job.software == Software::Megatron;
        let standing = layout.accumulation > 1 || job.adapters() || partitions || megatron;
        match instant {
            Instant::Loss => {
                if standing {
                    g
                } else {
                    0.0
                }
            }
            Instant::Backward => {
                if standing {
                    g
                } else {
                    0.5 * g
                }
            }
            Instant::Step => g,
            Instant::Load => 0.0,
        }
    }
    /// Activations alive at an instant.
    fn activations(&self, layout: &Layout, instant: Instant) -> (f64, f64) {
        let recompute = matches!(layout.checkpointing, Checkpointing::Full | Checkpointing::Offloaded);
        match instant {
            Instant::Loss => (self.stored, 0.0),
            // With recomputation the peak is at the last layer, when all inputs still stand; without,
            // half way down, when half of the gradients exist.
            Instant::Backward => {
                if recompute {
                    (self.stored, self.block)
                } else {
                    (0.5 * self.stored, self.block)
                }
            }
            Instant::Step | Instant::Load => (0.0, 0.0),
        }
    }
    fn logits(&self, instant: Instant) -> f64 {
        if instant == Instant::Loss { self.logits } else { 0.0 }
    }
    fn gather(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
        // Before the step FSDP has let go of all it gathered; DeepSpeed's and DDP's buckets stay.
        match (instant, job.software) {
            // Lightning gathers the whole model on every rank to read a checkpoint into it
            // (`_load_raw_module_state`); ten LitGPT runs exceed the shards by 0.7 to 1.0 of it
            // (memory.md, training pitfall 8).
            (Instant::Load, Software::Litgpt) if self.states.weights < self.states.whole => self.states.whole,
            (Instant::Load, _) => 0.0,
            (Instant::Step, _) if job.in_deepspeed() || !matches!(layout.zero, Zero::Z3 | Zero::Hybrid) => {
                self.buffers.gather
            }
            (Instant::Step, _) => 0.0,
            _ => self.buffers.gather,
        }
    }
    fn dequant(&self, instant: Instant) -> f64 {
        if matches!(instant, Instant::Step | Instant::Load) { 0.0 } else { self.buffers.dequant }
    }
    fn step(&self, instant: Instant) -> f64 {
        if instant == Instant::Step { self.buffers.step } else { 0.0 }
    }
    /// Master copies and moments: made after the weights were read.
    fn optimizer(&self, instant: Instant) -> (f64, f64) {
        if instant == Instant::Load { (0.0, 0.0) } else { (self.states.master, self.states.moments) }
    }
    fn at(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
        let s = &self.states;
        let (stored, block) = self.activations(layout, instant);
        let (master, moments) = self.optimizer(instant);
        s.weights
            + s.adapter
            + master
            + moments
            + self.reference
            + self.gradients(job, layout, instant)
            + stored
            + block
            + self.logits(instant)
            + self.gather(job, layout, instant)
            + self.dequant(instant)
            + self.step(instant)
    }
}

#[allow(clippy::too_many_lines)]
fn allocated<T: Trace>(rank: Rank, job: &Job, layout: &Layout, trace: &mut T, stage: u32) -> Asked {
    let (r, s) = (&rank, &rank.states);
    let at = r.instant;
    let mut sum = Sum::new(trace);
    let ways = term("N", TermName::ShardRanks, s.ways, Unit::Gpus, From::Chosen);
    let trained = term("P", TermName::TrainableParameters, s.trained, Unit::Params, From::Model);

    let weights = Uncertain::exact(s.weights + r.reference).with_share(Cause::WeightForm, s.spread, s.spread);
    sum.add(Part::Weights, weights, |v| {
        Line::new(
            What::Weights,
            v,
            Unit::Bytes,
            "P · w / N",
            "ZeRO (arXiv 1910.02054)",
            Certainty::Exact,
            vec![
                term("P", TermName::Parameters, job.shape.total, Unit::Params, From::Model),
                term(
                    "w",
                    TermName::BytesPerParameter,
                    s.weights / job.shape.total.max(1.0) * s.ways,
                    Unit::BytesEach,
                    From::Derived,
                ),
                ways,
            ],
        )
    });
    sum.exact(Part::Adapter, s.adapter, |v| {
        Line::new(
            What::AdapterWeights,
            v,
            Unit::Bytes,
            "r · Σ(in + out) · w",
            "LoRA (arXiv 2106.09685); PEFT keeps adapters in 32 bits",
            Certainty::Exact,
            vec![
                term("r", TermName::LoraRank, f64::from(job.lora_rank), Unit::Plain, From::Plan),
                trained,
                term("w", TermName::BytesPerParameter, job.adapter_bytes, Unit::BytesEach, From::Constant),
            ],
        )
    });
    let g = r.gradients(job, layout, at);
    let (master, moments) = r.optimizer(at);
    sum.exact(Part::Gradients, g, |v| {
        Line::new(
            What::Gradients,
            v,
            Unit::Bytes,
            "P · g / N",
            "ZeRO (arXiv 1910.02054)",
            Certainty::Typical,
            vec![
                trained,
                term(
                    "g",
                    TermName::BytesPerParameter,
                    g / s.trained.max(1.0),
                    Unit::BytesEach,
                    From::Derived,
                ),
                ways,
            ],
        )
    });
    sum.exact(Part::Optimizer, master, |v| {
        Line::new(
            What::MasterWeights,
            v,
            Unit::Bytes,
            "4 · P / N",
            "ZeRO (arXiv 1910.02054)",
            Certainty::Exact,
            vec![trained, ways],
        )
    });
    sum.exact(Part::Optimizer, moments + r.step(at), |v| {
        Line::new(
            What::OptimizerStates,
            v,
            Unit::Bytes,
            "P · m / N",
            "ZeRO (arXiv 1910.02054); bitsandbytes optimizer.py for 8-bit states",
            Certainty::Exact,
            vec![
                trained,
                term(
                    "m",
                    TermName::BytesPerParameter,
                    moments / s.trained.max(1.0),
                    Unit::BytesEach,
                    From::Derived,
                ),
                ways,
            ],
        )
    });
    let (stored, block) = r.activations(layout, at);
    let selective = layout.checkpointing == Checkpointing::Selective;
    let form = if selective { 0.5 } else { 0.3 };
    let tokens = term("n", TermName::Tokens, r.tokens, Unit::Tokens, From::Derived);
    sum.add(Part::Activations, Uncertain::exact(stored).with_share(Cause::ActivationForm, form, form), |v| {
        let recompute = !matches!(layout.checkpointing, Checkpointing::None);
        Line::new(
            if recompute { What::Checkpoints } else { What::Activations },
            v,
            Unit::Bytes,
            if recompute { "n · L · input" } else { "n · Σ layers" },
            "Korthikanti et al. (arXiv 2205.05198)",
            Certainty::Typical,
            vec![
                tokens,
                term("L", TermName::Layers, job.shape.layers, Unit::Layers, From::Model),
                term("h", TermName::Hidden, job.shape.hidden, Unit::Plain, From::Model),
                term("b", TermName::BytesPerElement, r.kept.input, Unit::BytesEach, From::Derived),
            ],
        )
    });
    sum.add(Part::Activations, Uncertain::exact(block).with_share(Cause::ActivationForm, 0.3, 0.4), |v| {
        Line::new(
            What::Activations,
            v,
            Unit::Bytes,
            "1.25 · n · layer",
            "fitted to published runs",
            Certainty::Typical,
            vec![tokens, term("b", TermName::BytesPerElement, r.kept.block, Unit::BytesEach, From::Derived)],
        )
    });
    let logits = r.logits(at);
    let form = if matches!(job.loss, LossKind::Eager | LossKind::Compiled) { 0.35 } else { 0.5 };
    sum.add(Part::Loss, Uncertain::exact(logits).with_share(Cause::LossForm, form, form), |v| {
        Line::new(
            What::LossLogits,
            v,
            Unit::Bytes,
            "c · n · V / tp",
            "slope of the Qwen and torchtitan tables",
            Certainty::Typical,
            vec![
                term(
                    "c",
                    TermName::BytesPerElement,
                    logits / (r.tokens * job.shape.vocab).max(1.0),
                    Unit::BytesEach,
                    From::Constant,
                ),
                tokens,
                term("V", TermName::Vocabulary, job.shape.vocab, Unit::Plain, From::Model),
                term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen),
            ],
        )
    });
    let gather = Uncertain::exact(r.gather(job, layout, at)).with_share(Cause::Sharding, 0.5, 0.6);
    sum.add(Part::Slack, gather, |v| {
        Line::new(
            What::GatherBuffers,
            v,
            Unit::Bytes,
            "2 · layer + tables + bucket",
            "FSDP (arXiv 2304.11277); DeepSpeed defaults",
            Certainty::Typical,
            vec![term("layer", TermName::Parameters, s.layer_params, Unit::Params, From::Model), ways],
        )
    });
    sum.add(Part::Slack, Uncertain::exact(r.dequant(at)).with_share(Cause::Sharding, 0.5, 0.5), |v| {
        Line::new(
            What::DequantBuffer,
            v,
            Unit::Bytes,
            "4 · largest matrix",
            "bitsandbytes MatMul4Bit",
            Certainty::Typical,
            vec![term("m", TermName::Parameters, job.shape.largest_matrix, Unit::Params, From::Model)],
        )
    });
    // Versions move the whole; those of sharded runs (resharding, prefetch) more.
    // Frozen weights and states of a single card are known; what moves is the rest.
    sum.total = if s.ways > 1.0 && layout.zero != Zero::Z0 {
        sum.total.with_share(Cause::EngineVersion, 0.22, 0.25)
    } else {
        let standing = weights.likely + s.adapter + master + moments;
        let moving = (sum.total.likely - standing).max(0.0);
        // What later versions save is more often missed than what they add.
        sum.total.with(Cause::EngineVersion, 0.22 * moving + 0.05 * standing, 0.15 * moving + 0.03 * standing)
    };
    if job.assumed_arch {
        sum.total = sum.total.with_share(Cause::Assumed, 0.1, 0.15);
    }
    if !job.packing {
        // Lengths vary: the longest sample may stay far below the cap.
        let varying = stored + block + logits;
        sum.total = sum.total.with(Cause::Assumed, 0.9 * varying, 0.0);
    }
    let bnb = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4 | Quant::Int8);
    if job.deepspeed && bnb && s.whole > s.weights {
        // DeepSpeed shards packed weights only where their storage type was set to 16-bit words; else
        // every rank holds all of them (axolotl issues 998 and 1690; PEFT's guide shows the sharded case).
        sum.total = sum.total.with(Cause::Sharding, 0.0, s.whole - s.weights);
    }
    // Whole logits may make the loss the peak where it is not.
    let doubt = loss::version_doubt(job, r.tokens, job.shape.vocab);
    let below = r.at(job, layout, at) - r.at(job, layout, Instant::Loss);
    sum.total = sum.total.with(Cause::EngineVersion, 0.0, (doubt - below).max(0.0));
    let standing = weights.likely + s.adapter + master + moments;
    let (allocated, parts) = (sum.total, sum.parts);
    Asked { rank, stage, allocated, parts, standing }
}

/// The same with what the card and its processes take beside it.
pub fn on_card<T: Trace>(asked: &Asked, job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    let Asked { rank, stage, allocated, parts, standing } = asked;
    let (s, allocated, cards) = (&rank.states, *allocated, layout.cards());
    let mut sum = Sum { trace, total: allocated, parts: *parts };
    let gathers = s.ways > 1.0 && matches!(layout.zero, Zero::Z3 | Zero::Hybrid);
    let context = overhead::context(gpu);
    let groups = [layout.dp, layout.tp, layout.pp, layout.cp].iter().filter(|n| **n > 1).count() as u32;
    let communicators = overhead::communicators(job, cards, groups, layout.tp > 1 || layout.pp > 1);
    let beside = context.likely + communicators.likely + PAGED * s.paged + sum.display_bytes(job);
    let left = gpu.usable.to_f64() - allocated.likely - beside;
    let slack = overhead::slack(job, gathers, *standing, allocated.likely, left);
    sum.add(Part::Slack, slack, |v| {
        Line::new(
            What::AllocatorSlack,
            v,
            Unit::Bytes,
            "s · allocated",
            "llama-cookbook PR 41; published runs",
            Certainty::RuleOfThumb,
            vec![term(
                "s",
                TermName::SlackShare,
                overhead::slack_share(job, gathers),
                Unit::Share,
                From::Constant,
            )],
        )
    });
    let reserved = sum.total;
    sum.add(Part::Context, context, |v| {
        Line::new(
            What::Context,
            v,
            Unit::Bytes,
            "0.7 GiB",
            "stas00/ml-engineering",
            Certainty::Typical,
            vec![],
        )
    });
    sum.add(Part::Context, communicators, |v| {
        Line::new(
            What::Communicators,
            v,
            Unit::Bytes,
            "1.2 GiB + 0.2 GiB per further group",
            "stas00/ml-engineering; aiconfigurator",
            Certainty::RuleOfThumb,
            vec![term("g", TermName::Cards, f64::from(cards), Unit::Gpus, From::Chosen)],
        )
    });
    if s.paged > 0.0 {
        // In managed memory: on the card only as far as there is room.
        let here = PAGED * s.paged;
        let value = Uncertain::exact(here).with(Cause::EngineVersion, here, s.paged - here);
        let trained = term("P", TermName::TrainableParameters, s.trained, Unit::Params, From::Model);
        sum.add(Part::Optimizer, value, |v| {
            Line::new(
                What::OptimizerStates,
                v,
                Unit::Bytes,
                "0.05 · P · m",
                "bitsandbytes paged optimizers: managed memory that moves to the host",
                Certainty::RuleOfThumb,
                vec![trained],
            )
        });
    }
    sum.display(job);
    let host = 8.0 * GIB + s.host * f64::from(layout.per_machine());
    sum.note(
        What::HostMemory,
        host,
        "8 GiB + P · (m + master) / N · cards",
        "ZeRO-Offload (arXiv 2101.06840)",
    );
    Memory {
        allocated,
        reserved,
        need: sum.total,
        parts: sum.parts,
        host,
        worst_stage: *stage,
        ..Memory::default()
    }
}
