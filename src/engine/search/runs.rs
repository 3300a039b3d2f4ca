//! Whether a program is known to run on a card: compat.csv (`cc_feature`) and gpus.md §5.

use crate::catalog::{Gpu, Stack};
use crate::engine::job::Job;
use crate::plan::{Plan, Quant, Software, Task};

/// What is known about a program on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Documented.
    Yes,
    /// The maker has a port or a plug-in, but nothing we read says that this program runs on it.
    Unproven,
    /// It does not.
    No,
}

/// Whether the job's program runs on the card.
pub fn runs(job: &Job, gpu: &Gpu) -> Runs {
    use Software as S;
    if job.task == Task::KnownCards {
        return Runs::Yes;
    }
    let below = |capability: u8| gpu.compute_capability > 0 && gpu.compute_capability < capability;
    // bitsandbytes runs on the stacks that it names (compat.csv, source BNB).
    let bnb = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4 | Quant::Int8)
        && !gpu.stack.named_for_bitsandbytes();
    let packed = matches!(
        job.quant,
        Quant::Gptq3
            | Quant::Gptq4
            | Quant::Gptq8
            | Quant::Awq
            | Quant::Exl2
            | Quant::Fp8
            | Quant::Fp8Block
            | Quant::Mxfp4
            | Quant::Nvfp4
    );
    match gpu.stack {
        Stack::Cuda => match job.software {
            S::TensorRtLlm if below(80) => Runs::No,
            S::Vllm | S::Sglang if below(75) => Runs::No,
            S::Unsloth | S::Exllama if below(70) => Runs::No,
            _ if below(60) && matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4) => Runs::No,
            _ => Runs::Yes,
        },
        Stack::Rocm => match job.software {
            S::TensorRtLlm => Runs::No,
            S::Unsloth | S::Exllama | S::AutoAwq => Runs::Unproven,
            _ => Runs::Yes,
        },
        // torch-npu and vllm-ascend (compat.csv, `stack` rows, source VASC).
        Stack::Cann => match job.software {
            S::TensorRtLlm | S::Unsloth | S::Exllama | S::AutoAwq => Runs::No,
            _ if bnb => Runs::No,
            // Kernels of these formats are CUDA's; nothing read says that the NPU plug-in has them.
            _ if packed => Runs::Unproven,
            S::Vllm
            | S::Transformers
            | S::Trl
            | S::LlamaFactory
            | S::MsSwift
            | S::DeepSpeed
            | S::Pytorch
            | S::Litgpt
            | S::Verl
            | S::Megatron => Runs::Yes,
            _ => Runs::Unproven,
        },
        // TPUs, Trainium and Inferentia run what their own compilers accept.
        Stack::Xla | Stack::Neuron => Runs::No,
        _ => match job.software {
            S::TensorRtLlm | S::Unsloth | S::Exllama | S::AutoAwq => Runs::No,
            _ if bnb => Runs::No,
            S::Vllm if gpu.stack.named_for_vllm() && !packed => Runs::Yes,
            _ => Runs::Unproven,
        },
    }
}

/// Whether the plan asks for this card by name or for domestic cards: then an unproven program is
/// the user's choice and no obstacle.
pub fn accepted(plan: &Plan, gpu: &Gpu) -> bool {
    plan.limits.gpus.contains(&gpu.id) || (plan.limits.domestic && gpu.vendor.domestic())
}
