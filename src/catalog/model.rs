//! A model of the catalog.

use super::arch::Architecture;
use super::gpu::Confidence;
use super::model_row::Reader;
use super::table::Row;
use crate::units::AsOf;
use serde::Serialize;

/// Position of a model in the catalog: a cheap handle, never written outside the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelIx(pub u16);

/// A model that people download.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Model {
    /// Our word for it, for ever: the last part of its path in lower case.
    pub id: String,
    /// Where it is published: `Qwen/Qwen2.5-7B-Instruct`.
    pub repo: String,
    /// What kind it is.
    pub kind: ModelKind,
    /// Its architecture.
    pub arch: Architecture,
    /// How its files are published.
    pub dtype: NativeDtype,
    /// Short name of the licence; empty unknown.
    pub license: String,
    /// When it came out; `None` unknown.
    pub released: Option<AsOf>,
    /// How sure the facts are.
    pub confidence: Confidence,
    /// Index into the catalog's sources.
    pub source: u16,
}

/// Kinds of model as the pickers group them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelKind {
    /// Dense language model.
    #[default]
    Dense,
    /// Language model with experts.
    Moe,
    /// Language model whose layers are not all softmax attention.
    Hybrid,
    /// Language model that sees images.
    Vision,
    /// Embedding, rerank, classification, vision backbones.
    Encoder,
    /// Encoder and decoder (T5, BART).
    EncoderDecoder,
    /// Speech recognition.
    Speech,
    /// Image and video generation.
    Diffusion,
}

/// Element types in which files are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NativeDtype {
    /// 16-bit brain float.
    #[default]
    Bf16,
    /// 16-bit float.
    Fp16,
    /// 32-bit float: servers cast it to 16 bits as a rule.
    Fp32,
    /// 8-bit float with block scales (DeepSeek V3).
    Fp8,
    /// 4-bit integers for routed experts (Kimi K2 Thinking).
    Int4,
    /// MXFP4 experts (gpt-oss).
    Mxfp4,
    /// FP4 experts, FP8 for the rest (DeepSeek V4).
    Fp4Fp8,
}

impl Model {
    /// The name for people: the last part of the path as published.
    pub fn name(&self) -> &str {
        self.repo.rsplit('/').next().unwrap_or(&self.repo)
    }

    pub(super) fn from_row(row: Row) -> Self {
        let repo = row.string("repo");
        Self {
            id: repo.rsplit('/').next().unwrap_or("").to_ascii_lowercase(),
            kind: match row.text("kind") {
                "moe" | "mla_moe" => ModelKind::Moe,
                "hybrid" => ModelKind::Hybrid,
                "vlm" => ModelKind::Vision,
                "encoder" => ModelKind::Encoder,
                "encdec" => ModelKind::EncoderDecoder,
                "asr" => ModelKind::Speech,
                "diffusion" => ModelKind::Diffusion,
                _ => ModelKind::Dense,
            },
            arch: Reader::new(row).architecture(),
            dtype: match row.text("dtype") {
                "fp16" => NativeDtype::Fp16,
                "fp32" => NativeDtype::Fp32,
                "fp8" => NativeDtype::Fp8,
                "int4" => NativeDtype::Int4,
                "mxfp4" => NativeDtype::Mxfp4,
                "fp4 experts + fp8" => NativeDtype::Fp4Fp8,
                _ => NativeDtype::Bf16,
            },
            license: row.string("license"),
            released: row.date("released"),
            confidence: super::parse::confidence(row.text("confidence")),
            source: 0,
            repo,
        }
    }
}
