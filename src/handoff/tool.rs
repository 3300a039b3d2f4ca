//! The tools, their versions, and what was checked with what.

use crate::plan::Software;

/// A tool that accepts our files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Tool {
    Vllm,
    Sglang,
    TensorRtLlm,
    LlamaCpp,
    Ollama,
    Transformers,
    LlamaFactory,
    MsSwift,
    Axolotl,
    Trl,
    DeepSpeed,
    Accelerate,
    Unsloth,
    Torchtune,
    Megatron,
    Verl,
    Kohya,
    Diffusers,
    SkyPilot,
    Dstack,
    Kubernetes,
    KubeRay,
    Slurm,
    Compose,
}

/// How a file of a tool is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The tool's own parser reads the files of all presets in the tests.
    Parser,
    /// What the tool publishes (schemas, whole configurations) accepts the files of all presets in the tests.
    Schema,
    /// Its own program has accepted files of this form (handoff.md, RAN); not part of the tests.
    Once,
    /// Its flags stand in the list of the tool's flags of this version.
    Flags,
    /// The source was read; nothing was run.
    Source,
    /// The documentation was read; nothing was run.
    Docs,
}

/// What a tool is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Runs the job.
    Run,
    /// Gets the machine.
    Launch,
}

impl Tool {
    /// Every tool: what runs the job first.
    pub const ALL: [Self; 24] = [
        Self::Vllm,
        Self::Sglang,
        Self::TensorRtLlm,
        Self::LlamaCpp,
        Self::Ollama,
        Self::Transformers,
        Self::LlamaFactory,
        Self::MsSwift,
        Self::Axolotl,
        Self::Trl,
        Self::DeepSpeed,
        Self::Accelerate,
        Self::Unsloth,
        Self::Torchtune,
        Self::Megatron,
        Self::Verl,
        Self::Kohya,
        Self::Diffusers,
        Self::SkyPilot,
        Self::Dstack,
        Self::Kubernetes,
        Self::KubeRay,
        Self::Slurm,
        Self::Compose,
    ];
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vllm => "vLLM",
            Self::Sglang => "SGLang",
            Self::TensorRtLlm => "TensorRT-LLM",
            Self::LlamaCpp => "llama.cpp",
            Self::Ollama => "Ollama",
            Self::Transformers => "Transformers",
            Self::LlamaFactory => "LLaMA-Factory",
            Self::MsSwift => "ms-swift",
            Self::Axolotl => "axolotl",
            Self::Trl => "TRL",
            Self::DeepSpeed => "DeepSpeed",
            Self::Accelerate => "accelerate",
            Self::Unsloth => "Unsloth",
            Self::Torchtune => "torchtune",
            Self::Megatron => "Megatron-LM",
            Self::Verl => "verl",
            Self::Kohya => "kohya",
            Self::Diffusers => "diffusers",
            Self::SkyPilot => "SkyPilot",
            Self::Dstack => "dstack",
            Self::Kubernetes => "Kubernetes",
            Self::KubeRay => "KubeRay",
            Self::Slurm => "Slurm",
            Self::Compose => "Docker Compose",
        }
    }
    /// The version whose parser, schema, flags or source was read.
    pub const fn version(self) -> &'static str {
        match self {
            Self::Vllm => "0.33.0",
            Self::Sglang => "0.5.23",
            Self::TensorRtLlm => "1.x",
            Self::LlamaCpp => "00dc8057",
            Self::Ollama | Self::Megatron | Self::Diffusers => "2026-08",
            Self::Transformers => "5.5.0",
            Self::LlamaFactory => "0.9.5",
            Self::MsSwift => "4.6.0",
            Self::Axolotl => "0.21.0",
            Self::Trl => "1.16.0",
            Self::DeepSpeed => "0.19.8",
            Self::Accelerate => "1.15.0",
            Self::Unsloth => "2026",
            Self::Torchtune => "0.6.1",
            Self::Verl => "0.9.0",
            Self::Kohya => "48d368fa",
            Self::SkyPilot => "0.14.1",
            Self::Dstack => "0.22.5",
            Self::Kubernetes => "1.37",
            Self::KubeRay => "Ray 2.60.0",
            Self::Slurm => "24.11.5",
            Self::Compose => "2.26.1",
        }
    }
    /// How its file is checked.
    pub const fn checked(self) -> Checked {
        match self {
            Self::Dstack | Self::Axolotl | Self::Accelerate => Checked::Parser,
            Self::SkyPilot | Self::Kubernetes | Self::Compose | Self::Torchtune | Self::Verl => {
                Checked::Schema
            }
            Self::Slurm => Checked::Once,
            Self::KubeRay
            | Self::Vllm
            | Self::Sglang
            | Self::Transformers
            | Self::LlamaFactory
            | Self::MsSwift
            | Self::Trl => Checked::Flags,
            Self::Ollama | Self::DeepSpeed | Self::Megatron | Self::Kohya | Self::Diffusers => {
                Checked::Source
            }
            Self::TensorRtLlm | Self::LlamaCpp | Self::Unsloth => Checked::Docs,
        }
    }
    /// With what: the program, class or list that a check is made with; the place that was read.
    pub const fn checked_with(self) -> &'static str {
        match self {
            Self::Vllm => "vllm 0.33.0: arg_utils.py, cli_args.py",
            Self::Sglang => "sglang 0.5.23: server_args.py",
            Self::TensorRtLlm => "trtllm-serve",
            Self::LlamaCpp => "llama-server --help",
            Self::Ollama => "envconfig, Modelfile",
            Self::Transformers => "cli/serve.py, cli/serving/model_manager.py",
            Self::LlamaFactory => "llamafactory 0.9.5: hparams; transformers 5.5.0",
            Self::MsSwift => "ms-swift 4.6.0: arguments; transformers 5.5.0",
            Self::Axolotl => "AxolotlInputConfig",
            Self::Trl => "trl 1.16.0: SFTConfig, DPOConfig, GRPOConfig; transformers 5.5.0",
            Self::DeepSpeed => "DeepSpeedConfig",
            Self::Accelerate => "load_config_from_file",
            Self::Unsloth => "FastLanguageModel, SFTConfig",
            Self::Torchtune => "recipes/configs, recipes/*.py",
            Self::Megatron => "megatron/training/arguments.py",
            Self::Verl => "verl/trainer/config",
            Self::Kohya => "sd-scripts",
            Self::Diffusers => "train_dreambooth_lora_flux.py",
            Self::SkyPilot => "sky.utils.schemas",
            Self::Dstack => "parse_apply_configuration",
            Self::Kubernetes => "kubernetes-validate 1.37.0 --strict",
            Self::KubeRay => "RayJob ray.io/v1; kubernetes-validate 1.37.0",
            Self::Slurm => "sbatch 24.11.5, scontrol",
            Self::Compose => "compose_spec.json, docker-compose 1.29.2",
        }
    }
    /// Where a service of it listens.
    pub const fn port(self) -> u32 {
        match self {
            Self::LlamaCpp => 8080,
            Self::Ollama => 11_434,
            _ => 8000,
        }
    }
    /// What it is for.
    pub const fn kind(self) -> Kind {
        match self {
            Self::SkyPilot
            | Self::Dstack
            | Self::Kubernetes
            | Self::KubeRay
            | Self::Slurm
            | Self::Compose => Kind::Launch,
            _ => Kind::Run,
        }
    }
    /// How pip installs it; empty where it is no Python package.
    pub const fn pip(self) -> &'static [&'static str] {
        match self {
            Self::Vllm => &["vllm==0.33.0"],
            Self::Sglang => &["sglang==0.5.23"],
            Self::TensorRtLlm => &["tensorrt-llm"],
            Self::Transformers => &["transformers[serving]==5.5.0", "accelerate==1.15.0", "bitsandbytes"],
            Self::LlamaFactory => &["llamafactory==0.9.5", "deepspeed", "bitsandbytes"],
            Self::MsSwift => &["ms-swift==4.6.0", "deepspeed", "bitsandbytes"],
            Self::Trl => &["trl[peft,quantization,deepspeed,liger]==1.16.0"],
            Self::Axolotl => &["axolotl[deepspeed]==0.21.0"],
            Self::DeepSpeed => &["deepspeed==0.19.8"],
            Self::Accelerate => &["accelerate==1.15.0"],
            Self::Unsloth => &["unsloth"],
            Self::Torchtune => &["torchtune==0.6.1", "torchao"],
            Self::Verl => &["verl==0.9.0", "vllm"],
            _ => &[],
        }
    }
    /// Name and version.
    pub fn label(self) -> String {
        format!("{} {}", self.name(), self.version())
    }
    /// The tools that run a job sized for this program.
    pub const fn of(software: Software) -> &'static [Self] {
        match software {
            Software::Vllm => &[Self::Vllm],
            Software::Sglang => &[Self::Sglang],
            Software::TensorRtLlm => &[Self::TensorRtLlm],
            Software::LlamaCpp => &[Self::LlamaCpp, Self::Ollama],
            // What trains with it is its Trainer, which TRL drives.
            Software::Transformers => &[Self::Transformers, Self::Trl],
            Software::LlamaFactory => &[Self::LlamaFactory],
            Software::MsSwift => &[Self::MsSwift],
            Software::Axolotl => &[Self::Axolotl],
            Software::Trl => &[Self::Trl],
            // The Trainer is TRL's; its DeepSpeed is the same.
            Software::DeepSpeed => &[Self::Trl, Self::DeepSpeed],
            Software::Pytorch => &[Self::Accelerate],
            Software::Unsloth => &[Self::Unsloth],
            Software::Torchtune => &[Self::Torchtune],
            Software::Megatron => &[Self::Megatron],
            Software::Verl => &[Self::Verl],
            Software::Diffusers => &[Self::Diffusers, Self::Kohya],
            _ => &[],
        }
    }
}
