use super::named;
use crate::plan::{
    AttentionKernel, Backend, CardState, Checkpointing, DataClass, KvType, LoraTargets, LossKind, Offload,
    Optimizer, Precision, Quant, Regime, Sharing, Software, Symptom, Task, Zero,
};

named! {
    Task {
        Serve "推理服务" "Serving",
        Lora "LoRA 微调" "LoRA fine-tuning",
        Qlora "QLoRA 微调" "QLoRA fine-tuning",
        Full "全参微调" "Full fine-tuning",
        Pretrain "预训练" "Pre-training",
        Dpo "偏好对齐（DPO）" "Preference tuning (DPO)",
        Grpo "强化学习（GRPO）" "Reinforcement (GRPO)",
        ImageInfer "出图" "Image generation",
        ImageLora "图像 LoRA" "Image LoRA",
        ImageTrain "图像模型训练" "Image or vision training",
        Embed "向量与重排" "Embedding and rerank",
        KnownCards "已知用什么卡" "I know my GPUs",
    }
    Software {
        Vllm "vLLM" "vLLM",
        Sglang "SGLang" "SGLang",
        LlamaCpp "llama.cpp / Ollama" "llama.cpp / Ollama",
        TensorRtLlm "TensorRT-LLM" "TensorRT-LLM",
        Transformers "Transformers" "Transformers",
        Trl "TRL / PEFT" "TRL / PEFT",
        LlamaFactory "LLaMA-Factory" "LLaMA-Factory",
        MsSwift "ms-swift" "ms-swift",
        Unsloth "Unsloth" "Unsloth",
        Axolotl "axolotl" "axolotl",
        DeepSpeed "DeepSpeed" "DeepSpeed",
        Torchtune "torchtune" "torchtune",
        Torchtitan "torchtitan" "torchtitan",
        Pytorch "PyTorch" "PyTorch",
        Megatron "Megatron-LM / NeMo" "Megatron-LM / NeMo",
        Verl "verl / OpenRLHF" "verl / OpenRLHF",
        Diffusers "diffusers / kohya" "diffusers / kohya",
        Exllama "ExLlamaV2" "ExLlamaV2",
        AutoAwq "AutoAWQ" "AutoAWQ",
        Mlc "MLC-LLM" "MLC-LLM",
        Tei "TEI / sentence-transformers" "TEI / sentence-transformers",
        Litgpt "LitGPT" "LitGPT",
    }
    Precision {
        Fp32 "FP32" "FP32",
        Tf32 "TF32" "TF32",
        Fp16 "FP16" "FP16",
        Bf16 "BF16" "BF16",
        Fp8 "FP8" "FP8",
        Fp4 "FP4" "FP4",
    }
    Quant {
        None "不量化" "None (16-bit)",
        Nf4 "NF4" "NF4",
        Nf4Double "NF4 双重量化" "NF4, double quantised",
        Fp4 "FP4" "FP4",
        Int8 "INT8" "INT8",
        Fp8 "FP8" "FP8",
        Fp8Block "FP8（128 块）" "FP8, 128 blocks",
        Gptq4 "GPTQ 4 位" "GPTQ 4-bit",
        Gptq8 "GPTQ 8 位" "GPTQ 8-bit",
        Gptq3 "GPTQ 3 位" "GPTQ 3-bit",
        Awq "AWQ 4 位" "AWQ 4-bit",
        Exl2 "EXL2 4.0" "EXL2 4.0",
        Mxfp4 "MXFP4" "MXFP4",
        Nvfp4 "NVFP4" "NVFP4",
        Q8_0 "Q8_0" "Q8_0",
        Q6K "Q6_K" "Q6_K",
        Q5KM "Q5_K_M" "Q5_K_M",
        Q5KS "Q5_K_S" "Q5_K_S",
        Q5_1 "Q5_1" "Q5_1",
        Q5_0 "Q5_0" "Q5_0",
        Q4KM "Q4_K_M" "Q4_K_M",
        Q4KS "Q4_K_S" "Q4_K_S",
        Q4_1 "Q4_1" "Q4_1",
        Q4_0 "Q4_0" "Q4_0",
        Iq4Nl "IQ4_NL" "IQ4_NL",
        Iq4Xs "IQ4_XS" "IQ4_XS",
        Q3KL "Q3_K_L" "Q3_K_L",
        Q3KM "Q3_K_M" "Q3_K_M",
        Q3KS "Q3_K_S" "Q3_K_S",
        Iq3M "IQ3_M" "IQ3_M",
        Iq3S "IQ3_S" "IQ3_S",
        Iq3Xs "IQ3_XS" "IQ3_XS",
        Iq3Xxs "IQ3_XXS" "IQ3_XXS",
        Q2K "Q2_K" "Q2_K",
        Q2KS "Q2_K_S" "Q2_K_S",
        Iq2M "IQ2_M" "IQ2_M",
        Iq2S "IQ2_S" "IQ2_S",
        Iq2Xs "IQ2_XS" "IQ2_XS",
        Iq2Xxs "IQ2_XXS" "IQ2_XXS",
        Iq1M "IQ1_M" "IQ1_M",
        Iq1S "IQ1_S" "IQ1_S",
        Q8KXl "Q8_K_XL" "Q8_K_XL",
        Q5KXl "Q5_K_XL" "Q5_K_XL",
        Q4KXl "Q4_K_XL" "Q4_K_XL",
        Q3KXl "Q3_K_XL" "Q3_K_XL",
        Q2KXl "Q2_K_XL" "Q2_K_XL",
        Tq1_0 "TQ1_0" "TQ1_0",
        Tq2_0 "TQ2_0" "TQ2_0",
    }
    KvType {
        F16 "16 位" "16-bit",
        Fp8 "FP8" "FP8",
        Q8_0 "Q8_0" "Q8_0",
        Q5_1 "Q5_1" "Q5_1",
        Q4_0 "Q4_0" "Q4_0",
        Nvfp4 "NVFP4" "NVFP4",
        F32 "32 位" "32-bit",
    }
    Optimizer {
        AdamW "AdamW" "AdamW",
        AdamW8bit "AdamW 8 位" "AdamW 8-bit",
        PagedAdamW8bit "分页 AdamW 8 位" "Paged AdamW 8-bit",
        PagedAdamW "分页 AdamW" "Paged AdamW",
        AdamW4bit "AdamW 4 位" "AdamW 4-bit",
        Sgd "SGD" "SGD",
        SgdMomentum "SGD 带动量" "SGD with momentum",
        Lion "Lion" "Lion",
        Adafactor "Adafactor" "Adafactor",
        Muon "Muon" "Muon",
    }
    Regime {
        Fp32 "全 FP32" "All FP32",
        Autocast "FP32 权重 + 自动混合精度" "FP32 weights, autocast",
        Master "16 位 + FP32 主权重" "16-bit with FP32 master",
        FsdpMixed "FSDP 混合精度" "FSDP mixed precision",
        Pure16 "全 16 位" "All 16-bit",
        Pure16Fp32States "16 位 + FP32 动量" "16-bit with FP32 moments",
    }
    Checkpointing {
        None "不重算" "Keep all",
        Selective "选择性重算" "Recompute parts",
        Full "每层重算" "Recompute every layer",
        Offloaded "每层重算，检查点放内存" "Every layer, kept in host memory",
    }
    LossKind {
        Eager "逐步计算" "Eager",
        Compiled "编译或词表并行" "Compiled or vocabulary-parallel",
        Chunked "分块" "Chunked",
        Fused "融合（Liger、CCE）" "Fused (Liger, CCE)",
    }
    LoraTargets {
        All "全部线性层" "All linear layers",
        Attention "q、k、v、o" "q, k, v, o",
        Qv "q、v" "q, v",
        Qkv "q、k、v" "q, k, v",
    }
    Offload {
        None "不卸载" "Nothing",
        Optimizer "优化器放内存" "Optimizer in host memory",
        All "优化器和权重放内存" "Optimizer and weights in host memory",
        Nvme "放 NVMe" "On NVMe",
    }
    Zero {
        Z0 "不分片（DDP）" "None (DDP)",
        Z1 "ZeRO-1" "ZeRO-1",
        Z2 "ZeRO-2" "ZeRO-2",
        Z3 "ZeRO-3 / FSDP" "ZeRO-3 / FSDP",
        Hybrid "机内分片" "Sharded inside a machine",
    }
    DataClass {
        Reproducible "丢了可以重下" "Can be downloaded again",
        Costly "重做要几天" "Costs days to make again",
        Internal "公司内部，不给外人看" "Internal: not for others’ eyes",
        Sensitive "个人信息，不能丢也不能外泄" "Personal: must not be lost or leaked",
        Important "重要数据，出境先评估" "Important data: assessed before export",
    }
    Backend {
        Nccl "NCCL" "NCCL",
        Gloo "Gloo" "Gloo",
        Hccl "HCCL" "HCCL",
    }
    AttentionKernel {
        Fa2 "FlashAttention-2" "FlashAttention-2",
        Fa3 "FlashAttention-3" "FlashAttention-3",
        Fa4 "FlashAttention-4" "FlashAttention-4",
    }
    Sharing {
        Whole "裸机整卡" "Whole card, bare metal",
        Passthrough "直通虚拟机" "Pass-through",
        Vgpu "vGPU 虚拟卡" "NVIDIA vGPU",
        Mig "MIG 切片" "MIG slice",
        Timeslice "分时共享" "Time slices",
        Container "容器里的整卡" "Whole card, container",
    }
    CardState {
        New "全新" "New",
        Used "二手" "Used",
        Modified "改装" "Modified",
    }
    Symptom {
        Oom "爆显存" "Out of memory",
        Hang "多卡启动时卡住" "Hangs at start on several cards",
        Leak "显存越用越多" "Memory grows",
        Nan "损失异常或两次结果不同" "Loss jumps or runs differ",
    }
}
