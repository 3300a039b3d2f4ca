//! Transient copies: layers gathered by sharded training, gradients on their way to be reduced,
//! buckets, dequantised matrices, temporaries of the optimizer step (memory.md A.2, A.8, B.1).

use super::states::States;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::plan::{Checkpointing, Optimizer, Quant, Regime, Software, Zero};

/// Elements of a DeepSpeed bucket by default (5e8 for reduce and for all-gather).
const BUCKET: f64 = 5e8;
/// Most elements that ZeRO-3 keeps gathered by default (`stage3_max_live_parameters`).
const LIVE: f64 = 1e9;

/// Bytes alive during forward and backward besides states and activations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Buffers {
    /// Gathered layers and tables, reduce buckets.
    pub gather: f64,
    /// Dequantised copies.
    pub dequant: f64,
    /// At the optimizer step.
    pub step: f64,
}

/// Buffers of a rank.
pub fn buffers(job: &Job, layout: &Layout, s: &States) -> Buffers {
    let mut out = Buffers::default();
    let sharded = s.ways > 1.0;
    let all = job.trains_all();
    let gradient = match job.regime {
        Regime::Pure16 | Regime::Pure16Fp32States | Regime::Master => 2.0,
        _ => 4.0,
    };
    match layout.zero {
        Zero::Z3 | Zero::Hybrid if sharded => {
            // Two layers gathered at once; one layer's gradients waiting to be reduced.
            out.gather = 2.0 * s.layer;
            if job.in_deepspeed() {
                out.gather += 0.5 * 2.0 * LIVE.min(s.trained.max(s.layer_params));
            } else {
                // The root unit holds embedding and head and stays gathered.
                // FSDP2 programs wrap embedding and head by themselves: one of them at a time.
                let apart = matches!(job.software, Software::Torchtune | Software::Torchtitan)
                    && job.shape.head > 0.0;
                out.gather += 2.0 * s.tables * if apart { 0.5 } else { 1.0 };
                if all {
                    // One unit's gradients on their way to be reduced: a layer's, or the head's.
                    let head = job.shape.head.max(job.shape.embed) / f64::from(layout.tp.max(1));
                    out.gather += gradient * s.layer_params.max(head.min(s.tables));
                }
            }
        }
        Zero::Z2 if sharded => out.gather = 2.0 * 2.0 * BUCKET.min(s.trained),
        // DDP keeps buckets beside the gradients unless they are views of them, which they are not by
        // default (`gradient_as_bucket_view`): Llama-3-8B ran on one card and failed on two (ms-swift 2293).
        Zero::Z0 | Zero::Z1 if layout.dp > 1 && all && job.software != Software::Megatron => {
            out.gather = if job.software == Software::DeepSpeed {
                2.0 * 2.0 * BUCKET.min(s.trained)
            } else {
                s.gradients
            };
        }
        _ => {}
    }
    if job.regime == Regime::Autocast && job.quant == Quant::None {
        // 16-bit copies of the matrices: kept for backward; with recomputation and frozen weights only
        // those of the layer in work, with trained weights until autocast ends.
        let kept = all || layout.checkpointing == Checkpointing::None;
        out.dequant = 2.0 * if kept { s.held } else { s.layer_params };
    } else if job.quant != Quant::None {
        // The largest matrix in 16 bits, once in flight and once for its gradient's product.
        out.dequant = 2.0 * 2.0 * job.shape.largest_matrix / f64::from(layout.tp.max(1));
    }
    out.step = match (job.software, job.optimizer) {
        // Fused kernels work in place.
        (Software::Megatron | Software::Torchtitan | Software::Torchtune | Software::Unsloth, _) => 0.0,
        // ZeRO makes a 32-bit copy of the rank's gradients; stage 3 by groups of 1e9.
        _ if sharded && layout.zero != Zero::Z0 && job.in_deepspeed() => match layout.zero {
            Zero::Z2 => 4.0 * s.trained / s.ways,
            Zero::Z3 | Zero::Hybrid => 4.0 * (s.trained / s.ways).min(LIVE),
            _ => 0.0,
        },
        (Software::DeepSpeed, _) => 0.0,
        (_, Optimizer::AdamW) if foreach(job) => 0.5 * s.moments,
        // Newton-Schulz rounds on the largest matrix in 16 bits: itself, its square and their product.
        (_, Optimizer::Muon) => 3.0 * 2.0 * job.shape.largest_matrix / f64::from(layout.tp.max(1)),
        _ => 0.0,
    };
    out
}

/// Whether AdamW works on all tensors of a kind at once, with a temporary as large as one moment:
/// PyTorch's own default. Trainers of Transformers took the fused kernel with PyTorch 2.8 (transformers PR
/// 37358, July 2025), Axolotl half a year before (PR 2293).
fn foreach(job: &Job) -> bool {
    let fused_since = match job.software {
        Software::Transformers => (4, 54, 0),
        Software::Trl => (0, 21, 0),
        Software::LlamaFactory => (0, 9, 4),
        Software::MsSwift => (3, 7, 0),
        Software::Axolotl => (0, 7, 0),
        _ => return true,
    };
    job.version.is_some_and(|v| v < fused_since)
}
