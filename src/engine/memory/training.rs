//! Memory of training: the largest of three instants on the worst rank. At the loss the stored
//! activations meet the logits; in the backward pass a recomputed layer meets the gradients; at the
//! optimizer step the states stand alone with their temporaries (memory.md B.1, phases).

use super::activations::kept;
use super::buffers::{Buffers, buffers};
use super::states::{Stage, States, states};
use super::training_lines::allocated;
pub use super::training_lines::on_card;
use super::{Memory, PARTS, loss};
use crate::catalog::{ArchKind, Gpu};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{NoTrace, Trace};
use crate::plan::{Checkpointing, Regime, Software, Task, Zero};
use crate::units::Uncertain;

/// A recomputed layer with the gradients of its tensors, in units of what it keeps (memory.md B.1).
const BLOCK: f64 = 1.25;
/// Share of a layer's activations that per-operator selective recomputation keeps: torchtitan's table 1
/// gives 0.44, the formulas of memory.md B.1 fit with 0.30.
const SELECTIVE: f64 = 0.36;

/// Share of paged states that is on the card while the rest of it is needed.
pub(super) const PAGED: f64 = 0.05;

/// Bytes at the three instants and what they are made of.
pub(super) struct Rank {
    pub states: States,
    buffers: Buffers,
    pub tokens: f64,
    stored: f64,
    block: f64,
    logits: f64,
    /// Times that a recomputed layer counts.
    pub again: f64,
    /// Weights of a frozen reference model.
    pub reference: f64,
    pub instant: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instant {
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
    pub(super) rank: Rank,
    pub(super) stage: u32,
    pub(super) allocated: Uncertain,
    pub(super) parts: [f64; PARTS],
    /// Weights, adapters and states, bytes.
    pub(super) standing: f64,
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
        buffers: b,
        tokens: n,
        stored,
        block,
        logits,
        again: recomputed,
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
    pub fn gradients(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
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
    pub fn activations(&self, layout: &Layout, instant: Instant) -> (f64, f64) {
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
    pub fn logits(&self, instant: Instant) -> f64 {
        if instant == Instant::Loss { self.logits } else { 0.0 }
    }
    pub fn gather(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
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
    pub fn dequant(&self, instant: Instant) -> f64 {
        if matches!(instant, Instant::Step | Instant::Load) { 0.0 } else { self.buffers.dequant }
    }
    pub fn step(&self, instant: Instant) -> f64 {
        if instant == Instant::Step { self.buffers.step } else { 0.0 }
    }
    /// Master copies and moments: made after the weights were read.
    pub fn optimizer(&self, instant: Instant) -> (f64, f64) {
        if instant == Instant::Load { (0.0, 0.0) } else { (self.states.master, self.states.moments) }
    }
    pub fn at(&self, job: &Job, layout: &Layout, instant: Instant) -> f64 {
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
