//! What each program implies: how it computes the loss, which copies it keeps, what it reserves,
//! and its defaults. One place, so that "which program" is a choice that can be seen to matter.

use super::job::Job;
use crate::catalog::{Generation, Gpu};
use crate::plan::{LossKind, Optimizer, Regime, Software, Task};

/// What a training program implies where the plan does not say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How the loss is computed.
    pub loss: LossKind,
    /// Formats of the training states for full training.
    pub regime: Regime,
    /// Optimizer.
    pub optimizer: Optimizer,
    /// Bytes per adapter parameter: PEFT keeps adapters in 32 bits, torchtune and LitGPT in the
    /// model's format (memory.md B.1).
    pub adapter_bytes: f64,
    /// Norms keep 32-bit copies of their input (eager Transformers-style code, memory.md A.3).
    pub eager_norms: bool,
    /// Shards with DeepSpeed unless told otherwise, the others with FSDP.
    pub deepspeed: bool,
    /// Sequence parallelism comes with tensor parallelism.
    pub sequence_parallel: bool,
    /// Adapter inputs are kept once more by dropout or casts (PEFT).
    pub adapter_copies: bool,
}

/// What a program implies for training.
pub const fn training(software: Software) -> Training {
    let eager = Training {
        loss: LossKind::Eager,
        regime: Regime::Autocast,
        optimizer: Optimizer::AdamW,
        adapter_bytes: 4.0,
        eager_norms: true,
        sequence_parallel: false,
        deepspeed: matches!(
            software,
            Software::DeepSpeed | Software::LlamaFactory | Software::MsSwift | Software::Axolotl
        ),
        adapter_copies: true,
    };
    match software {
        Software::Unsloth => {
            Training { loss: LossKind::Fused, eager_norms: false, regime: Regime::Pure16Fp32States, ..eager }
        }
        Software::Torchtune => Training {
            loss: LossKind::Chunked,
            regime: Regime::Pure16,
            adapter_bytes: 2.0,
            adapter_copies: false,
            ..eager
        },
        Software::Pytorch | Software::Litgpt => {
            Training { regime: Regime::Pure16, adapter_bytes: 2.0, ..eager }
        }
        Software::Torchtitan => Training { regime: Regime::FsdpMixed, sequence_parallel: true, ..eager },
        Software::DeepSpeed => Training { regime: Regime::Master, ..eager },
        Software::Megatron => Training {
            loss: LossKind::Compiled,
            regime: Regime::Master,
            eager_norms: false,
            sequence_parallel: true,
            ..eager
        },
        Software::Verl => Training { regime: Regime::FsdpMixed, loss: LossKind::Compiled, ..eager },
        _ => eager,
    }
}

/// The usual program for a task.
pub const fn usual(task: Task) -> Software {
    match task {
        Task::Serve | Task::KnownCards => Software::Vllm,
        Task::Lora | Task::Qlora | Task::Dpo => Software::LlamaFactory,
        Task::Full => Software::DeepSpeed,
        Task::Pretrain => Software::Megatron,
        Task::Grpo => Software::Verl,
        Task::ImageInfer | Task::ImageLora | Task::ImageTrain => Software::Diffusers,
        Task::Embed => Software::Tei,
    }
}

/// Whether the engine allocates its share of the card in advance (semantics §3).
pub const fn allocates_ahead(software: Software) -> bool {
    matches!(software, Software::Vllm | Software::Sglang | Software::TensorRtLlm)
}

/// Share of the card that an engine takes: vLLM 0.92 since 0.22 and 0.90 before (memory.md A.5),
/// SGLang `mem_fraction_static` 0.88 on large cards, TensorRT-LLM 0.9 of what is free.
pub fn utilisation(software: Software, version: Option<(u16, u16, u16)>) -> f64 {
    match software {
        Software::Vllm => match version {
            Some(v) if v < (0, 22, 0) => 0.90,
            _ => 0.92,
        },
        Software::Sglang => 0.88,
        Software::TensorRtLlm => 0.90,
        _ => 1.0,
    }
}

/// Whether vLLM counts a card as large: at least 70 GiB and not an A100 (vLLM
/// `EngineArgs._set_default_args`).
pub fn large_card(gpu: &Gpu) -> bool {
    gpu.memory_gb >= 70 && gpu.generation != Generation::Ampere
}

/// vLLM with the V1 engine, default since 0.8. It never ran on GCN, and on NVIDIA cards before Ampere not
/// before V0 was gone in 0.11 (vLLM `EngineArgs._is_v1_supported_oracle`); who names no version there runs V0.
pub fn v1(job: &Job, gpu: &Gpu) -> bool {
    let old = (1..80).contains(&gpu.compute_capability);
    match job.version {
        _ if gpu.generation == Generation::Gcn => false,
        Some(v) => v >= if old { (0, 11, 0) } else { (0, 8, 0) },
        None => !old,
    }
}

/// Longest context that V0 runs whole, tokens (vLLM 0.5.4 `EngineArgs`: `max_model_len > 32768`).
pub const V0_WHOLE: u32 = 32_768;

/// Whether V0 runs long contexts in chunks: above 32k since 0.5.4, unless the model reads pictures
/// (vLLM `EngineArgs.create_engine_config`).
pub fn chunked(job: &Job) -> bool {
    job.seq > V0_WHOLE && job.shape.vision <= 0.0 && job.version.is_none_or(|v| v >= (0, 5, 4))
}

/// The first releases with V1, which took 1,024 sequences on every card (vLLM 0.8.0 `EngineArgs`:
/// `256 if not envs.VLLM_USE_V1 else 1024`); files of llama.cpp ran on V0.
fn first_v1(job: &Job) -> bool {
    job.version.is_some_and(|v| v < (0, 8, 2)) && !job.quant.gguf()
}

/// Most sequences that a server runs at once on this card, where the plan does not say.
pub fn max_num_seqs(job: &Job, gpu: &Gpu) -> u32 {
    if job.max_num_seqs > 0 {
        return job.max_num_seqs;
    }
    match job.software {
        Software::Vllm if v1(job, gpu) && (large_card(gpu) || first_v1(job)) => 1024,
        Software::Vllm => 256,
        Software::Sglang => 256,
        Software::TensorRtLlm => 256,
        Software::LlamaCpp => job.users.max(1),
        _ => job.users.max(1),
    }
}

/// Most tokens of one forward step on this card, where the plan does not say: vLLM V1 8,192 on
/// large cards and 2,048 on others; V0 without chunking runs a whole context of up to 32k at once
/// (vLLM `EngineArgs`); SGLang chunks at 8,192 or 2,048 by card size.
pub fn batched_tokens(job: &Job, gpu: &Gpu) -> u32 {
    if job.batched_tokens > 0 {
        return job.batched_tokens;
    }
    match job.software {
        Software::Vllm if v1(job, gpu) => [2048, 8192][usize::from(large_card(gpu))],
        Software::Vllm if chunked(job) => 512,
        Software::Vllm => job.seq.max(2048),
        Software::Sglang if gpu.memory_gb >= 60 => 8192,
        Software::TensorRtLlm => 8192,
        _ => 2048,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::speed::samples;

    #[test]
    fn a_step_of_vllm_is_as_large_as_its_engine_and_card_make_it() {
        let card = |memory_gb, compute_capability| Gpu { memory_gb, compute_capability, ..Gpu::default() };
        let (ada, hopper, turing) = (card(24, 89), card(80, 90), card(16, 75));
        let mut job = samples::job(Task::Serve, samples::llama3_8b());
        (job.batched_tokens, job.seq) = (0, 24_192);
        // V1 chunks every prompt: 2,048 tokens a step, 8,192 on large cards, whatever the context.
        assert_eq!([batched_tokens(&job, &ada), batched_tokens(&job, &hopper)], [2048, 8192]);
        // V0 runs a whole context of up to 32k at once, and longer ones in chunks of 512.
        assert_eq!(batched_tokens(&job, &turing), 24_192);
        job.version = Some((0, 6, 3));
        assert_eq!(batched_tokens(&job, &ada), 24_192);
        job.seq = V0_WHOLE + 1;
        assert_eq!([batched_tokens(&job, &ada), batched_tokens(&job, &turing)], [512, 512]);
        job.version = Some((0, 5, 3));
        assert_eq!(batched_tokens(&job, &ada), V0_WHOLE + 1);
        job.batched_tokens = 4096;
        assert_eq!(batched_tokens(&job, &ada), 4096);
    }
}
