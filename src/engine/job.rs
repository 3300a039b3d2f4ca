//! A plan with every automatic choice that does not depend on card or layout made: what memory and
//! speed compute with.

use super::memory::shape::Shape;
use super::software;
use crate::catalog::{ArchKind, Architecture, NativeDtype};
use crate::plan::*;
use std::sync::Arc;

/// A resolved job. Choices that depend on the card (bf16 on a card without it, default batch sizes
/// of servers) are made by the formulas.
#[derive(Clone, Debug)]
pub struct Job {
    /// Kind.
    pub task: Task,
    /// What is run.
    pub arch: Arc<Architecture>,
    /// Sums over `arch`.
    pub shape: Arc<Shape>,
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
    /// Exact bytes of the weights, where files of this model in this format were read.
    pub file: Option<FileBytes>,
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
    /// The loss kind was set by the plan, not by the program's default.
    pub loss_set: bool,
    /// Sharding is DeepSpeed's, not FSDP's.
    pub deepspeed: bool,
    /// Compiled.
    pub compile: bool,
    /// Adapter rank; 0 without adapters.
    pub lora_rank: u32,
    /// Adapter targets.
    pub lora_targets: LoraTargets,
    /// Bytes per adapter parameter.
    pub adapter_bytes: f64,
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
    /// Most sequences at once; 0 = the program's default on the card.
    pub max_num_seqs: u32,
    /// Most tokens in one forward step; 0 = the program's default on the card.
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
    /// Evaluation during training, as a share of `work`; 0 for other jobs.
    pub evaluation: f64,
}

/// Tokens of a picture that a decoder looks at through cross-attention where its model does not say: four tiles of
/// 560 pixels, patches of 14 and a token for each tile (Llama-3.2-Vision config.json).
const TILED_PICTURE: u32 = 4 * (40 * 40 + 1);

impl Job {
    /// Whether training states are in DeepSpeed's hands: its own program, or one that shards with it.
    pub fn in_deepspeed(&self) -> bool {
        self.deepspeed || self.software == Software::DeepSpeed
    }
    /// Tokens that a cross-attention cache holds: encoder positions, tokens of an image, or the
    /// prompt that an encoder reads.
    pub fn cross_tokens(&self) -> f64 {
        let fixed = self.arch.encoder_positions.max(self.arch.image_tokens);
        let reads = self.arch.kind == ArchKind::EncoderDecoder;
        f64::from(match fixed {
            0 if reads => self.prompt.max(1),
            0 => TILED_PICTURE,
            _ => fixed,
        })
    }
    /// Tokens of one sequence at its longest under the stated load.
    pub fn context(&self) -> f64 {
        (f64::from(self.prompt) + f64::from(self.answer)).max(1.0).min(f64::from(self.seq.max(1)))
    }
    /// Every weight is updated.
    pub fn trains_all(&self) -> bool {
        self.task.trains() && !self.adapters()
    }
    /// Adapters over frozen weights, whatever the task.
    pub fn adapters(&self) -> bool {
        self.task.adapters() || (self.task.trains() && self.lora_rank > 0)
    }
}

/// The format that a model is published in, where servers load it as it is. 32-bit files are cast to
/// 16 bits; 4-bit experts (Kimi K2, DeepSeek V4) are close to MXFP4's 4.25 bits.
pub const fn native(dtype: NativeDtype) -> Quant {
    match dtype {
        NativeDtype::Bf16 | NativeDtype::Fp16 | NativeDtype::Fp32 => Quant::None,
        NativeDtype::Fp8 => Quant::Fp8Block,
        NativeDtype::Int4 | NativeDtype::Mxfp4 | NativeDtype::Fp4Fp8 => Quant::Mxfp4,
    }
}

/// Makes every automatic choice that depends on neither card nor layout. `native` is the format the
/// model is published in, where it is not 16-bit.
pub fn resolve(plan: &Plan, arch: Arc<Architecture>, native: Quant) -> Job {
    let run = &plan.run;
    let task = plan.task;
    let program = run.software.unwrap_or_else(|| software::usual(task));
    let implied = software::training(program);
    let version = plan.env.version.as_deref().and_then(version);
    let quant = run.quant.unwrap_or(match task {
        Task::Qlora => Quant::Nf4Double,
        Task::Serve if program == Software::LlamaCpp => Quant::Q4KM,
        Task::Serve => native,
        _ => Quant::None,
    });
    let shape = Arc::new(Shape::of(&arch));
    let longest = plan.amount.prompt.saturating_add(plan.amount.answer);
    let seq = match run.seq {
        Some(n) => n,
        None if task.trains() => 2048,
        None => longest,
    }
    .max(1);
    let adapters = matches!(task, Task::Lora | Task::Qlora | Task::ImageLora);
    let per_epoch = if task.samples() { plan.amount.samples } else { plan.amount.tokens };
    Job {
        task,
        file: run.file.filter(|f| f.quant == quant && f.params == arch.params_total),
        shape,
        assumed_arch: !arch.exact,
        arch,
        software: program,
        version,
        precision: run.precision.unwrap_or(Precision::Bf16),
        quant,
        kv: run.kv.unwrap_or(KvType::F16),
        seq,
        packing: run.packing,
        micro_batch: run.micro_batch,
        global_batch: run.global_batch,
        optimizer: run.optimizer.unwrap_or(implied.optimizer),
        regime: run.regime.unwrap_or(match run.precision {
            Some(Precision::Fp32 | Precision::Tf32) => Regime::Fp32,
            // Programs that tune adapters load the frozen weights in 16 bits; only the adapters are
            // 32-bit (memory.md A.2, LoRA).
            _ if adapters => Regime::Pure16Fp32States,
            _ => implied.regime,
        }),
        checkpointing: run.checkpointing,
        flash: run.flash.unwrap_or(true),
        loss: run.loss.unwrap_or(implied.loss),
        loss_set: run.loss.is_some(),
        deepspeed: implied.deepspeed,
        compile: run.compile.unwrap_or(false),
        lora_rank: if adapters { run.lora_rank.max(1) } else { 0 },
        lora_targets: run.lora_targets,
        adapter_bytes: implied.adapter_bytes,
        train_embeddings: run.train_embeddings,
        offload: run.offload,
        optimizer_in_backward: false,
        utilisation: run
            .utilisation
            .unwrap_or_else(|| software::utilisation(program, version))
            .clamp(0.05, 1.0),
        utilisation_set: run.utilisation.is_some(),
        max_num_seqs: run.max_num_seqs.unwrap_or(0),
        batched_tokens: run.batched_tokens.unwrap_or(0),
        ubatch: run.ubatch.unwrap_or(512).max(1),
        graphs: run.graphs.unwrap_or(true),
        users: plan.amount.users.max(1),
        prompt: plan.amount.prompt,
        answer: plan.amount.answer,
        ttft_ms: plan.amount.ttft_ms,
        tpot_ms: plan.amount.tpot_ms,
        generations: run.generations.max(1),
        width: run.width.max(1),
        height: run.height.max(1),
        frames: run.frames.max(1),
        steps: run.steps.max(1),
        vae_tiling: run.vae_tiling,
        display: run.display,
        // Passes are a matter of training: pictures and texts are made once.
        work: (per_epoch * if plan.task.trains() { plan.amount.epochs } else { 1.0 }).max(0.0),
        evaluation: if plan.task.trains() { plan.amount.evaluation.max(0.0) } else { 0.0 },
    }
}

/// Reads the first three numbers of a version ("vllm 0.8.x V1" gives 0.8.0).
pub fn version(text: &str) -> Option<(u16, u16, u16)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let mut parts = text[start..].split(|c: char| !c.is_ascii_digit()).map(|p| p.parse::<u16>().ok());
    let major = parts.next().flatten()?;
    Some((major, parts.next().flatten().unwrap_or(0), parts.next().flatten().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_written() {
        assert_eq!(version("vllm 0.8.x V1"), Some((0, 8, 0)));
        assert_eq!(version("0.27.1"), Some((0, 27, 1)));
        assert_eq!(version("nightly"), None);
    }
}
