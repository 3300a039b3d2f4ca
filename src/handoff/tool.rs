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
    /// The tool's own parser reads it in our tests.
    Parser,
    /// A published schema of this version accepts it in our tests.
    Schema,
    /// Its flags stand in the list of the tool's flags of this version, in our tests.
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
    pub const ALL: [Self; 11] = [
        Self::Vllm,
        Self::Sglang,
        Self::TensorRtLlm,
        Self::LlamaCpp,
        Self::Ollama,
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
            Self::Ollama => "2026-08",
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
            Self::SkyPilot | Self::Dstack => Checked::Parser,
            Self::Kubernetes | Self::KubeRay | Self::Compose => Checked::Schema,
            Self::Vllm | Self::Sglang => Checked::Flags,
            Self::Ollama => Checked::Source,
            Self::TensorRtLlm | Self::LlamaCpp | Self::Slurm => Checked::Docs,
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
            _ => &[],
        }
    }
}
