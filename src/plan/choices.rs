//! The closed lists a plan chooses from. Each value has one word, used in links, code and docs.

use serde::Serialize;

/// Declares an enum whose values each have one word, with `ALL`, `word` and `parse`.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),+ }
        impl $name {
            /// Every value, in the order people meet them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The one word for it, in links, code and docs.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// Reads the word, any case.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.word().eq_ignore_ascii_case(text))
            }
        }
    };
}

words! {
    /// Kinds of job.
    Task {
        /// Serve a language model.
        Serve = "serve",
        /// Train adapters over 16-bit (or fp8) weights.
        Lora = "lora",
        /// Train adapters over 4-bit weights.
        Qlora = "qlora",
        /// Train every weight of an existing model.
        Full = "full",
        /// Train from scratch.
        Pretrain = "pretrain",
        /// Preference pairs.
        Dpo = "dpo",
        /// Reinforcement with groups of answers.
        Grpo = "grpo",
        /// Make images or clips.
        ImageInfer = "image",
        /// Train adapters of an image model.
        ImageLora = "image-lora",
        /// Train an image or vision model.
        ImageTrain = "image-train",
        /// Embed or rerank texts.
        Embed = "embed",
        /// Cards and hours are known; only the bill is asked for.
        KnownCards = "cards",
    }
}

words! {
    /// Programs that run jobs. They set loss kind, activation regime, overheads and defaults.
    Software {
        /// vLLM.
        Vllm = "vllm",
        /// SGLang.
        Sglang = "sglang",
        /// llama.cpp and Ollama.
        LlamaCpp = "llama.cpp",
        /// TensorRT-LLM.
        TensorRtLlm = "tensorrt-llm",
        /// Transformers `generate`.
        Transformers = "transformers",
        /// TRL and PEFT.
        Trl = "trl",
        /// LLaMA-Factory.
        LlamaFactory = "llama-factory",
        /// ms-swift.
        MsSwift = "ms-swift",
        /// Unsloth.
        Unsloth = "unsloth",
        /// axolotl.
        Axolotl = "axolotl",
        /// DeepSpeed with the Trainer.
        DeepSpeed = "deepspeed",
        /// torchtune.
        Torchtune = "torchtune",
        /// torchtitan.
        Torchtitan = "torchtitan",
        /// Plain PyTorch with DDP or FSDP (fms, llm-foundry, own scripts).
        Pytorch = "pytorch",
        /// Megatron-LM and NeMo.
        Megatron = "megatron",
        /// verl, OpenRLHF.
        Verl = "verl",
        /// diffusers, kohya.
        Diffusers = "diffusers",
        /// ExLlamaV2.
        Exllama = "exllamav2",
        /// AutoAWQ.
        AutoAwq = "autoawq",
        /// MLC-LLM.
        Mlc = "mlc",
        /// Text-embeddings-inference, sentence-transformers.
        Tei = "tei",
        /// LitGPT on Lightning.
        Litgpt = "litgpt",
    }
}

words! {
    /// Number format of computing.
    Precision {
        /// 32-bit.
        Fp32 = "fp32",
        /// 32-bit storage, TF32 products.
        Tf32 = "tf32",
        /// 16-bit IEEE.
        Fp16 = "fp16",
        /// bfloat16.
        Bf16 = "bf16",
        /// 8-bit float products.
        Fp8 = "fp8",
        /// 4-bit float products.
        Fp4 = "fp4",
    }
}

words! {
    /// Storage format of the weights. GGUF names are file recipes; the bare ggml types are `Q4_0` and the like.
    Quant {
        /// As computed (16-bit, or the checkpoint's native format).
        None = "none",
        /// bitsandbytes NF4.
        Nf4 = "nf4",
        /// bitsandbytes NF4, double quantisation.
        Nf4Double = "nf4-dq",
        /// bitsandbytes FP4.
        Fp4 = "fp4",
        /// bitsandbytes LLM.int8, W8A8.
        Int8 = "int8",
        /// FP8, one scale per tensor or channel.
        Fp8 = "fp8",
        /// FP8, 128 x 128 blocks.
        Fp8Block = "fp8-block",
        /// GPTQ 4-bit, group 128.
        Gptq4 = "gptq-int4",
        /// GPTQ 8-bit, group 128.
        Gptq8 = "gptq-int8",
        /// GPTQ 3-bit.
        Gptq3 = "gptq-int3",
        /// AWQ 4-bit, group 128.
        Awq = "awq",
        /// EXL2 at 4.0 bits and others near 4.
        Exl2 = "exl2-4.0",
        /// MXFP4.
        Mxfp4 = "mxfp4",
        /// NVFP4.
        Nvfp4 = "nvfp4",
        /// GGUF.
        Q8_0 = "q8_0",
        /// GGUF.
        Q6K = "q6_k",
        /// GGUF.
        Q5KM = "q5_k_m",
        /// GGUF.
        Q5KS = "q5_k_s",
        /// GGUF.
        Q5_1 = "q5_1",
        /// GGUF.
        Q5_0 = "q5_0",
        /// GGUF.
        Q4KM = "q4_k_m",
        /// GGUF.
        Q4KS = "q4_k_s",
        /// GGUF.
        Q4_1 = "q4_1",
        /// GGUF.
        Q4_0 = "q4_0",
        /// GGUF.
        Iq4Nl = "iq4_nl",
        /// GGUF.
        Iq4Xs = "iq4_xs",
        /// GGUF.
        Q3KL = "q3_k_l",
        /// GGUF.
        Q3KM = "q3_k_m",
        /// GGUF.
        Q3KS = "q3_k_s",
        /// GGUF.
        Iq3M = "iq3_m",
        /// GGUF.
        Iq3S = "iq3_s",
        /// GGUF.
        Iq3Xs = "iq3_xs",
        /// GGUF.
        Iq3Xxs = "iq3_xxs",
        /// GGUF.
        Q2K = "q2_k",
        /// GGUF.
        Q2KS = "q2_k_s",
        /// GGUF.
        Iq2M = "iq2_m",
        /// GGUF.
        Iq2S = "iq2_s",
        /// GGUF.
        Iq2Xs = "iq2_xs",
        /// GGUF.
        Iq2Xxs = "iq2_xxs",
        /// GGUF.
        Iq1M = "iq1_m",
        /// GGUF.
        Iq1S = "iq1_s",
        /// GGUF.
        Tq1_0 = "tq1_0",
        /// GGUF.
        Tq2_0 = "tq2_0",
        /// GGUF, dynamic mix: more tensors kept wide.
        Q8KXl = "q8_k_xl",
        /// GGUF, dynamic mix.
        Q5KXl = "q5_k_xl",
        /// GGUF, dynamic mix.
        Q4KXl = "q4_k_xl",
        /// GGUF, dynamic mix.
        Q3KXl = "q3_k_xl",
        /// GGUF, dynamic mix.
        Q2KXl = "q2_k_xl",
    }
}

words! {
    /// Format of the KV cache.
    KvType {
        /// 16-bit.
        F16 = "f16",
        /// 8-bit float.
        Fp8 = "fp8",
        /// ggml q8_0.
        Q8_0 = "q8_0",
        /// ggml q5_1.
        Q5_1 = "q5_1",
        /// ggml q4_0, int4.
        Q4_0 = "q4_0",
        /// NVFP4.
        Nvfp4 = "nvfp4",
        /// 32-bit.
        F32 = "f32",
    }
}

words! {
    /// Optimizers.
    Optimizer {
        /// AdamW.
        AdamW = "adamw",
        /// AdamW with 8-bit states (block 256).
        AdamW8bit = "adamw-8bit",
        /// 8-bit states in paged (managed) memory.
        PagedAdamW8bit = "paged-adamw-8bit",
        /// 32-bit states in paged memory.
        PagedAdamW = "paged-adamw",
        /// AdamW with 4-bit states (block 128).
        AdamW4bit = "adamw-4bit",
        /// SGD without momentum.
        Sgd = "sgd",
        /// SGD with momentum.
        SgdMomentum = "sgd-momentum",
        /// Lion.
        Lion = "lion",
        /// Adafactor without momentum.
        Adafactor = "adafactor",
        /// Muon for matrices, AdamW for the rest.
        Muon = "muon",
    }
}

words! {
    /// Number formats of weights, gradients, master copy and moments (memory.md A.2).
    Regime {
        /// Everything 32-bit.
        Fp32 = "fp32",
        /// 32-bit weights, autocast products.
        Autocast = "autocast",
        /// 16-bit weights and gradients, 32-bit master and moments (DeepSpeed, Megatron).
        Master = "master",
        /// Sharded 32-bit weights, gathered in 16-bit (FSDP mixed precision).
        FsdpMixed = "fsdp-mixed",
        /// Weights, gradients and moments all 16-bit.
        Pure16 = "pure16",
        /// 16-bit weights and gradients, 32-bit moments, no master.
        Pure16Fp32States = "pure16-fp32",
    }
}

words! {
    /// Recomputing activations.
    Checkpointing {
        /// Keep all.
        None = "none",
        /// Recompute parts.
        Selective = "selective",
        /// Recompute every layer.
        Full = "full",
        /// Every layer, and the kept inputs live in host memory.
        Offloaded = "offloaded",
    }
}

words! {
    /// How the loss is computed.
    LossKind {
        /// Eager cross entropy with a 32-bit copy.
        Eager = "eager",
        /// Compiled, or vocabulary-parallel.
        Compiled = "compiled",
        /// In chunks of tokens.
        Chunked = "chunked",
        /// Fused with the output layer: logits never whole (Liger, CCE, Unsloth).
        Fused = "fused",
    }
}

words! {
    /// Which matrices get adapters.
    LoraTargets {
        /// Every linear layer of the blocks.
        All = "all",
        /// q, k, v, o.
        Attention = "qkvo",
        /// q and v.
        Qv = "qv",
        /// q, k, v.
        Qkv = "qkv",
    }
}

words! {
    /// What lives outside the GPU.
    Offload {
        /// Nothing.
        None = "none",
        /// Optimizer states and step in host memory.
        Optimizer = "optimizer",
        /// Optimizer states and weights in host memory.
        All = "all",
        /// Optimizer states and weights on NVMe.
        Nvme = "nvme",
    }
}

words! {
    /// Sharding of states over data-parallel ranks.
    Zero {
        /// None (DDP).
        Z0 = "0",
        /// Optimizer states.
        Z1 = "1",
        /// And gradients.
        Z2 = "2",
        /// And weights (ZeRO-3, FSDP).
        Z3 = "3",
        /// Like 3 inside a machine, replicated across machines.
        Hybrid = "hybrid",
    }
}

words! {
    /// How bad a lost disk is.
    DataClass {
        /// Can be downloaded again.
        Reproducible = "public",
        /// Costs days to make again.
        Costly = "costly",
        /// A company's own: not for strangers' eyes.
        Internal = "internal",
        /// Personal: must not leave or be lost.
        Sensitive = "sensitive",
        /// "Important data" in the sense of mainland law: assessed before it leaves the country.
        Important = "important",
    }
}

words! {
    /// What carries data between cards.
    Backend {
        /// NVIDIA and AMD.
        Nccl = "nccl",
        /// Through the CPU.
        Gloo = "gloo",
        /// Ascend.
        Hccl = "hccl",
    }
}

words! {
    /// Generations of fused attention kernels.
    AttentionKernel {
        /// FlashAttention-2.
        Fa2 = "fa2",
        /// FlashAttention-3.
        Fa3 = "fa3",
        /// FlashAttention-4.
        Fa4 = "fa4",
    }
}

words! {
    /// How a card is given out.
    Sharing {
        /// Bare metal.
        Whole = "whole",
        /// The whole card in a virtual machine.
        Passthrough = "passthrough",
        /// NVIDIA vGPU.
        Vgpu = "vgpu",
        /// A MIG slice.
        Mig = "mig",
        /// Time slices of one card.
        Timeslice = "timeslice",
        /// The whole card in a container.
        Container = "container",
    }
}

words! {
    /// State of a card.
    CardState {
        /// New.
        New = "new",
        /// Used.
        Used = "used",
        /// Memory or board changed after manufacture.
        Modified = "modified",
    }
}

words! {
    /// What went wrong.
    Symptom {
        /// Out of memory.
        Oom = "oom",
        /// Hangs at the start of a job on several cards.
        Hang = "hang",
        /// Memory grows from step to step.
        Leak = "leak",
        /// The loss jumps, or two equal runs differ.
        Nan = "nan",
    }
}

impl Task {
    /// Updates weights.
    pub const fn trains(self) -> bool {
        matches!(
            self,
            Self::Lora
                | Self::Qlora
                | Self::Full
                | Self::Pretrain
                | Self::Dpo
                | Self::Grpo
                | Self::ImageLora
                | Self::ImageTrain
        )
    }
    /// Trains adapters over frozen weights.
    pub const fn adapters(self) -> bool {
        matches!(self, Self::Lora | Self::Qlora | Self::ImageLora)
    }
    /// Works on images or clips.
    pub const fn image(self) -> bool {
        matches!(self, Self::ImageInfer | Self::ImageLora | Self::ImageTrain)
    }
    /// Whether its work is counted in samples, not in tokens.
    pub const fn samples(self) -> bool {
        self.image() || matches!(self, Self::Embed)
    }
    /// Runs for a horizon instead of a finite amount.
    pub const fn service(self) -> bool {
        matches!(self, Self::Serve)
    }
}

impl Quant {
    /// A GGUF file recipe or ggml type.
    pub fn gguf(self) -> bool {
        self >= Self::Q8_0
    }
}
