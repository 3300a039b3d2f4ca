//! Weights: how many bytes they take, per kind of tensor, per card.

use super::quant::{Bits, bits};
use super::shape::Shape;
use crate::catalog::Mlp;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::plan::{Precision, Quant, Software};
use crate::units::{Cause, Uncertain};

/// Bytes of a model by kind of tensor, whole model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    /// Matrices of the layers without experts.
    pub linear: f64,
    /// Routed experts.
    pub experts: f64,
    /// Embedding table.
    pub embed: f64,
    /// Output head; 0 when tied.
    pub head: f64,
    /// Vision tower.
    pub vision: f64,
    /// Norms, routers, biases and what no formula explains.
    pub rest: f64,
    /// Part of `linear` that every tensor rank holds whole.
    pub replicated: f64,
    /// Spread of the quantised part, as a share.
    pub spread: f64,
}

impl Weights {
    /// Everything.
    pub fn total(&self) -> f64 {
        self.linear + self.experts + self.embed + self.head + self.vision + self.rest
    }
    /// Without the tables of the vocabulary.
    pub fn body(&self) -> f64 {
        self.linear + self.experts + self.vision + self.rest
    }
}

/// Bits of tensors that no format touches: 32 when computing in fp32, else 16.
pub fn kept_bits(job: &Job) -> f64 {
    match job.precision {
        Precision::Fp32 | Precision::Tf32 => 32.0,
        _ => 16.0,
    }
}

/// Programs whose 4-bit floats always have their scales quantised too: torchtune (torchao `NF4Tensor`,
/// scaler blocks of 256), Axolotl (`bnb_config` in its model loader) and Unsloth (`FastLanguageModel`,
/// and the files it publishes).
fn doubles(software: Software) -> bool {
    matches!(software, Software::Torchtune | Software::Axolotl | Software::Unsloth)
}

/// Bits of the job's format as its program writes them.
pub fn format(job: &Job, kept: f64) -> Bits {
    let mut b = match job.quant {
        Quant::Nf4 if doubles(job.software) => bits(Quant::Nf4Double, kept),
        quant => bits(quant, kept),
    };
    if job.software == Software::LlamaCpp && job.quant == Quant::Mxfp4 {
        // GGUF files of gpt-oss keep everything but the experts in Q8_0 (ggml-org dgx-spark.md: the 120b
        // file is 59.02 GiB, this gives 58.9).
        b = Bits { linear: 8.5, head: 8.5, embed: 8.5, ..b };
    }
    if job.quant.gguf() && job.arch.tied {
        // A table that is the head too gets the head's type (llama.cpp `llama_tensor_get_type`).
        b.embed = b.embed.max(b.head);
    }
    b
}

/// Bytes of the stored model.
pub fn weights(job: &Job) -> Weights {
    let kept = kept_bits(job);
    let mut w = stored(&job.shape, format(job, kept), kept);
    if job.software == Software::LlamaCpp {
        // Vision towers are files of their own (`mmproj`).
        w.vision = 0.0;
    }
    if twice(job) {
        w.head = w.embed;
    }
    if job.software == Software::Vllm && job.quant == Quant::Mxfp4 {
        w.experts *= padded(job);
    }
    as_filed(job, w, kept)
}

/// By how much vLLM's Marlin kernels pad experts of 4-bit floats: widths to 128, the hidden size to 256
/// (vLLM `mxfp4.py`; gpt-oss-120b loads 65.97 GiB, its files have 60.8: vllm issue 23278).
fn padded(job: &Job) -> f64 {
    let up = |n: u32, to: u32| f64::from(n.next_multiple_of(to)) / f64::from(n.max(1));
    let wide = job.arch.groups.iter().find_map(|g| if let Mlp::Moe(m) = g.mlp { Some(m.ffn) } else { None });
    up(job.arch.hidden, 256) * wide.map_or(1.0, |f| up(f, 128))
}

/// Whether Transformers keeps the head of a tied model apart: in 8-bit float checkpoints (Qwen3-4B FP8
/// exceeds its weights by just that table, at short and long prompts).
fn twice(job: &Job) -> bool {
    let eight = matches!(job.quant, Quant::Fp8 | Quant::Fp8Block);
    job.software == Software::Transformers && job.arch.tied && eight
}

/// The same, brought to the exact bytes of the model's files where they were read: tensors inside the
/// layers take up the difference, the embedding table is as the files say. Files hold 16-bit weights:
/// they say nothing about a model that is kept in 32.
pub fn as_filed(job: &Job, w: Weights, kept: f64) -> Weights {
    let Some(file) = job.file.filter(|_| kept == HALF_BITS) else { return w };
    let embed = if file.embed > 0 { file.embed as f64 } else { w.embed };
    let body = w.linear + w.experts;
    let fixed = embed + w.head + w.vision + w.rest;
    let bytes = file.bytes as f64;
    // A table that is wider than the formula thought leaves the others too little: all shrink alike.
    let (inner, outer) = if bytes > fixed + 0.5 * body && body > 0.0 {
        ((bytes - fixed) / body, 1.0)
    } else {
        let all = (bytes - embed) / (body + fixed - embed).max(1.0);
        (all, all)
    };
    Weights {
        linear: w.linear * inner,
        experts: w.experts * inner,
        replicated: w.replicated * inner,
        embed,
        head: w.head * outer,
        vision: w.vision * outer,
        rest: w.rest * outer,
        spread: 0.0,
    }
}

/// Width of a weight that no format touches.
const HALF_BITS: f64 = 16.0;

/// Bytes of a shape in a format; `kept` bits for everything it does not touch.
pub fn stored(s: &Shape, b: Bits, kept: f64) -> Weights {
    Weights {
        linear: s.linear * b.linear / 8.0,
        experts: s.experts * b.experts / 8.0,
        embed: s.embed * b.embed / 8.0,
        head: s.head * b.head / 8.0,
        vision: s.vision * kept / 8.0,
        rest: s.rest * kept / 8.0,
        replicated: s.replicated * b.linear / 8.0,
        spread: b.spread,
    }
}

/// Bytes on the fullest card of a serving layout: matrices and tables split by `tp`, experts by
/// `tp` or over `ep` cards, layers by stage; norms, routers and latent down-projections are on
/// every rank. llama.cpp leaves the embedding table in host memory, and puts a copy on the card
/// when it is the head too (llama.cpp `load_tensors`).
pub fn serving_bytes(job: &Job, layout: &Layout) -> f64 {
    let w = weights(job);
    let (tp, pp) = (f64::from(layout.tp.max(1)), layout.pp.max(1));
    let expert_ways = f64::from(layout.ep.max(layout.tp).max(1));
    let share = job.shape.stage_share(pp);
    let layers = share * ((w.linear - w.replicated) / tp + w.replicated + w.experts / expert_ways + w.rest);
    let tables = match (job.software, pp) {
        (Software::LlamaCpp, _) => (if job.shape.head > 0.0 { w.head } else { w.embed }) / tp,
        (_, 1) => (w.embed + w.head) / tp,
        // The first stage holds the embedding, the last the head.
        _ => w.embed.max(w.head) / tp,
    };
    layers + tables + w.vision / tp
}

/// The same with its band.
pub fn serving_weights(job: &Job, layout: &Layout) -> Uncertain {
    let bytes = serving_bytes(job, layout);
    let w = weights(job);
    let mut out = Uncertain::exact(bytes).with_share(Cause::WeightForm, w.spread, w.spread);
    if job.assumed_arch {
        out = out.with_share(Cause::Assumed, 0.05, 0.05);
    }
    out
}

/// Whether a format is one that keeps all weights as computed.
pub fn unquantised(quant: Quant) -> bool {
    quant == Quant::None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine::job::resolve;
    use crate::plan::{FileBytes, Plan, Task};
    use std::sync::Arc;

    #[test]
    fn bytes_of_files_win_over_the_formula_while_model_and_format_are_theirs() {
        let catalog = Catalog::embedded();
        let arch = Arc::new(catalog.model(catalog.model_ix("llama-3.1-8b").expect("id")).arch.clone());
        let file = FileBytes {
            quant: Quant::Q4KM,
            params: arch.params_total,
            bytes: 4_920_000_000,
            embed: 295_000_000,
        };
        let mut plan = Plan { task: Task::Serve, ..Plan::default() };
        plan.run.software = Some(Software::LlamaCpp);
        plan.run.file = Some(file);
        let of = |plan: &Plan| weights(&resolve(plan, arch.clone(), Quant::None));
        let w = of(&plan);
        assert!((w.total() - 4.92e9).abs() < 1.0 && w.embed == 2.95e8 && w.spread == 0.0);
        // The table stays in host memory: what is on the card is exact too.
        let job = resolve(&plan, arch.clone(), Quant::None);
        let card = serving_bytes(&job, &Layout::SINGLE);
        assert!((card - (4.92e9 - 2.95e8)).abs() < 1.0, "{card}");
        plan.run.quant = Some(Quant::Q8_0);
        assert!(of(&plan).spread > 0.0 && of(&plan).total() > 8e9);
        plan.run.quant = None;
        plan.run.file = Some(FileBytes { params: 1_000_000_000, bytes: 600_000_000, embed: 0, ..file });
        assert!(of(&plan).spread > 0.0);
    }
}
