//! What the forward pass leaves for the backward pass, in bytes per token (memory.md A.3, B.1).
//!
//! Eager code, 16-bit, fused attention, every weight trained, per layer:
//! two norms keep the 32-bit copy of their input, the normalised tensor and the output (8h each);
//! attention keeps q, k, v and its output; a gated MLP keeps gate, its activation, up and the
//! product (8f). Compiled and fused code recomputes the norm copies. Frozen weights need no inputs.

use super::shape::AttentionWidths;
use crate::catalog::{ArchKind, LayerGroup, Mixer, Mlp, NormKind, QkNorm};
use crate::engine::job::Job;
use crate::engine::software::training;
use crate::plan::{LoraTargets, Precision, Quant, Regime, Software};

/// Bytes per token of one layer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PerToken {
    /// What tensor parallelism divides.
    pub split: f64,
    /// What it divides only with sequence parallelism: residual stream and norms.
    pub whole: f64,
    /// Bytes per token and token of context: scores kept when attention is not fused.
    pub scores: f64,
    /// The same for what their backward pass adds in the layer at work: gradients of the probabilities,
    /// and of softmax in and out.
    pub score_gradients: f64,
}

/// Bytes per element of activations.
pub fn element(job: &Job) -> f64 {
    match (job.precision, job.regime) {
        (Precision::Fp32 | Precision::Tf32, _) => 4.0,
        _ => 2.0,
    }
}

/// Whether norms keep 32-bit copies.
pub fn eager_norms(job: &Job) -> bool {
    training(job.software).eager_norms && !job.compile && element(job) < 4.0
}

/// Whether PEFT prepared a quantised base: tables, norms and with them the residual stream become
/// 32-bit (`prepare_model_for_kbit_training`; memory.md pitfall 9).
pub fn prepared(job: &Job) -> bool {
    let bnb = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4 | Quant::Int8);
    job.adapters() && bnb && job.regime == Regime::Autocast
}

/// bitsandbytes before 0.43 keeps the input of every 4-bit product for the backward pass, frozen or not
/// (`MatMul4Bit`: `ctx.tensors = (A, B)`); LitGPT pins 0.42.
fn keeps_inputs(job: &Job) -> bool {
    let four = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4);
    job.software == Software::Litgpt && four
}

/// Whether attention is computed by fused kernels. Unsloth runs Gemma 3 eagerly, whose fused modules it
/// takes for wrong (`DISABLE_SDPA_MODEL_NAMES`): told by its windows, query norms and four norms a layer.
fn fused(job: &Job) -> bool {
    job.flash && !(job.software == Software::Unsloth && gemma3(job))
}

fn gemma3(job: &Job) -> bool {
    let d = &job.arch.detail;
    d.qk_norm == QkNorm::Head
        && d.norms_per_layer == 4
        && job.shape.kinds.iter().any(|k| matches!(k.mixer, Mixer::Attention(a) if a.window.is_some()))
}

/// Bytes per token of the layer's input: the residual stream.
pub fn residual(job: &Job) -> f64 {
    job.shape.hidden * if prepared(job) { 4.0 } else { element(job) }
}

/// What a layer keeps per token without recomputation.
pub fn layer(job: &Job, kind: &LayerGroup) -> PerToken {
    let e = element(job);
    let h = job.shape.hidden;
    let adapters = job.adapters();
    let t = job.lora_targets;
    let on_attention = !adapters || job.lora_rank > 0;
    let inputs = keeps_inputs(job);
    let on_mlp = !adapters || t == LoraTargets::All;
    let on_output = !adapters || matches!(t, LoraTargets::All | LoraTargets::Attention);
    let gated = job.arch.detail.gated;
    let mut out = PerToken::default();
    // Residual stream into the layer and after attention.
    out.whole += 2.0 * residual(job);
    // Norm outputs, where a weight gradient needs them.
    let has_mlp = kind.mlp != Mlp::None;
    out.whole += e * h * (f64::from(u8::from(on_attention)) + f64::from(u8::from(on_mlp && has_mlp)));
    if eager_norms(job) {
        // 32-bit copy of the input; the normalised tensor only when the norm itself is trained.
        let copy = match job.arch.detail.norm {
            NormKind::Rms => {
                if adapters {
                    4.0
                } else {
                    6.0
                }
            }
            // One fused kernel: the copy is made by autocast only.
            NormKind::Layer | NormKind::LayerNoBias => 2.0,
            NormKind::None => 0.0,
        };
        out.whole += 2.0 * copy * h;
    }
    match kind.mixer {
        Mixer::Attention(a) => {
            let w = AttentionWidths::of(&a);
            out.split += e * (w.q * if a.q_gate { 2.0 } else { 1.0 } + w.k + w.v + w.out);
            if inputs {
                // Beside what dropout makes of them for the adapters: the norm's output, and attention's in
                // the order that the product behind it reads.
                out.whole += e * h;
                out.split += e * w.out;
            }
            if eager_norms(job) && job.arch.detail.qk_norm != QkNorm::None {
                // 32-bit copy and normalised tensor of q and k.
                out.split += (if adapters { 4.0 } else { 6.0 }) * (w.q + w.k);
            }
            if fused(job) {
                // Log-sum-exp per head.
                out.split += 4.0 * f64::from(a.heads);
            } else {
                // Scores, softmax (32-bit in eager code, one fused kernel in Megatron) and mask.
                let per = match (job.software, job.regime) {
                    (Software::Megatron, _) => 2.0 * e + 1.0,
                    // Autocast runs the softmax in 32 bits.
                    (_, Regime::Autocast) => 4.0 + 2.0 * e + 1.0,
                    _ => 3.0 * e + 1.0,
                };
                out.scores += per * f64::from(a.heads);
                let gradients = if job.software == Software::Megatron { 2.0 * e } else { e + 4.0 + 4.0 };
                out.score_gradients += gradients * f64::from(a.heads);
            }
        }
        Mixer::Mla(m) => {
            let a = f64::from(m.heads);
            let (n, p, v) = (f64::from(m.nope_dim), f64::from(m.rope_dim), f64::from(m.v_dim));
            // Queries, expanded keys and values, output; latents of both sides.
            out.split += e * a * (2.0 * (n + p) + 2.0 * v);
            out.whole += e * 2.0 * (f64::from(m.kv_rank + m.rope_dim) + f64::from(m.q_rank));
            out.split += 4.0 * a;
        }
        Mixer::Recurrent(r) => {
            // In, gate, convolution and scan outputs of the inner width, states per chunk.
            out.split += e * 8.0 * f64::from(r.inner);
        }
        Mixer::None => {}
    }
    let (width, extra) = match kind.mlp {
        Mlp::Dense { ffn } => (f64::from(ffn), 0.0),
        Mlp::Moe(m) => {
            let k = f64::from(m.top_k);
            // Permuted tokens in and out of the experts, and the router's scores.
            let moved = 2.0 * e * k * h + 4.0 * f64::from(m.experts);
            (k * f64::from(m.ffn) + f64::from(m.shared_ffn + m.beside_ffn), moved)
        }
        Mlp::None => (0.0, 0.0),
    };
    let tensors = match (gated, on_mlp) {
        (true, true) => 4.0,
        (true, false) => 3.0,
        (false, true) => 2.0,
        (false, false) => 1.0,
    };
    out.split += e * width * tensors + extra;
    if inputs && has_mlp {
        out.whole += e * h;
        out.split += e * width;
    }
    if job.arch.kind == ArchKind::Encoder && !gated {
        // Dropout after attention and MLP: a mask and the scaled copy each.
        out.whole += 2.0 * (1.0 + e) * h;
    }
    if adapters && training(job.software).adapter_copies {
        // Dropout copies and casts of adapter inputs (PEFT): one more per distinct input.
        let copies = 1.0 + f64::from(u8::from(on_output)) + f64::from(u8::from(on_mlp));
        out.whole += 2.0 * h * copies.min(3.0);
    }
    out
}

/// Bytes per token over all layers of a rank and of its largest layer, both with tensor parallelism
/// applied. `context` is the length that attention scores span.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    /// All layers of the fullest stage, nothing recomputed.
    pub all: f64,
    /// The layer that keeps most.
    pub block: f64,
    /// Gradients of materialised scores in the layer at work.
    pub score_gradients: f64,
    /// Inputs of all layers: what full recomputation keeps.
    pub inputs: f64,
    /// One layer's input.
    pub input: f64,
}

/// Sums over the layers.
pub fn kept(job: &Job, context: f64, tp: u32, pp: u32) -> Kept {
    let shape = &job.shape;
    let tpf = f64::from(tp.max(1));
    // Sequence parallelism divides the residual stream as well.
    let whole_by = if training(job.software).sequence_parallel { tpf } else { 1.0 };
    let mut out = Kept { input: residual(job) / whole_by, ..Kept::default() };
    for kind in &shape.kinds {
        let p = layer(job, kind);
        let bytes = (p.split + p.scores * context) / tpf + p.whole / whole_by;
        out.all += f64::from(kind.count) * bytes;
        out.block = out.block.max(bytes);
        out.score_gradients = out.score_gradients.max(p.score_gradients * context / tpf);
    }
    let share = shape.stage_share(pp);
    out.all *= share;
    out.inputs = out.input * shape.layers * share;
    out
}
