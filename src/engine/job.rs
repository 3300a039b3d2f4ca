//! A plan with every automatic choice that does not depend on card or layout made: what memory and
//! speed compute with.

use crate::catalog::Architecture;
use crate::plan::*;
use std::sync::Arc;

/// A resolved job. Choices that depend on the card (bf16 on a card without it) are made by
/// [`Job::precision_on`].
#[derive(Clone, Debug)]
pub struct Job {
    /// Kind.
    pub task: Task,
    /// What is run.
    pub arch: Arc<Architecture>,
    /// Only a bare parameter count is known: shapes are assumed and bands wider.
    pub assumed_arch: bool,
    /// The program and what it implies.
    pub software: Software,
    /// Its version, as (major, minor, patch), where the user or the case said it.
    pub version: Option<(u16, u16, u16)>,
    /// Computing format asked for.
    pub precision: Precision,
    /// Storage format of the (base) weights.
    pub quant: Quant,
    /// Cache format.
    pub kv: KvType,
    /// Training: tokens per sample. Serving: longest context admitted.
    pub seq: u32,
    /// Samples are packed to `seq`.
    pub packing: bool,
    /// Samples per GPU and step, where fixed by the plan.
    pub micro_batch: Option<u32>,
    /// Samples per optimizer step over all GPUs, where fixed.
    pub global_batch: Option<u32>,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Formats of the training states.
    pub regime: Regime,
    /// Recomputation, where fixed.
    pub checkpointing: Option<Checkpointing>,
    /// Fused attention.
    pub flash: bool,
    /// Loss kind.
    pub loss: LossKind,
    /// Compiled.
    pub compile: bool,
    /// Adapter rank; 0 without adapters.
    pub lora_rank: u32,
    /// Adapter targets.
    pub lora_targets: LoraTargets,
    /// Embedding and head trained too.
    pub train_embeddings: bool,
    /// Offload.
    pub offload: Offload,
    /// The optimizer runs inside the backward pass: gradients are freed layer by layer (torchtune).
    pub optimizer_in_backward: bool,
    /// Share of usable memory the engine takes.
    pub utilisation: f64,
    /// The share was set by the plan, not by the program's default.
    pub utilisation_set: bool,
    /// Most sequences at once.
    pub max_num_seqs: u32,
    /// Most tokens in one forward step.
    pub batched_tokens: u32,
    /// llama.cpp ubatch.
    pub ubatch: u32,
    /// Graph capture.
    pub graphs: bool,
    /// Load: sequences alive at once.
    pub users: u32,
    /// Tokens in.
    pub prompt: u32,
    /// Tokens out.
    pub answer: u32,
    /// Longest time to the first token, ms, where the plan sets one.
    pub ttft_ms: Option<f64>,
    /// Longest time per output token, ms, where the plan sets one.
    pub tpot_ms: Option<f64>,
    /// Answers per prompt (GRPO).
    pub generations: u32,
    /// Image width, px.
    pub width: u32,
    /// Image height, px.
    pub height: u32,
    /// Frames.
    pub frames: u32,
    /// Denoising steps.
    pub steps: u32,
    /// Tiled VAE decode.
    pub vae_tiling: bool,
    /// The card drives a display.
    pub display: bool,
    /// Work: tokens (all epochs), or samples for image and embedding jobs.
    pub work: f64,
}
