//! What a server needs to run one step besides weights and cache: forward activations or the sampler,
//! vision towers, captured graphs, what lies outside the framework's allocator (memory.md A.6, part C).

use super::overhead;
use crate::catalog::{Generation, Gpu, LayerGroup, Mixer, Vendor};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::software;
use crate::plan::Software;
use crate::units::math::pow;
use crate::units::{Cause, GIB, MIB, Uncertain};

/// Bytes per sequence and vocabulary entry that vLLM's sampler holds while it profiles: 32-bit logits
/// and copies of the top-p sort (memory.md C: 38.5 fits 16 of 23 logs within 0.2 GiB).
const SAMPLER: f64 = 38.5;
/// The same where top-p needs no sort of its own: logits, probabilities, sorted values and their
/// 64-bit places (4 + 4 + 4 + 8), and a 16-bit copy. Logs of 2026 on vocabularies of 248k and 262k
/// entries give 18 to 23 (vllm issue 50722; three more of public code).
const SAMPLER_2026: f64 = 22.0;

/// What a step needs besides weights and cache, by component, bytes per card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// Forward activations, or the sampler where that is larger.
    pub activation: Uncertain,
    /// The sampler is what counts.
    pub sampler: bool,
    /// Of a vision tower that is profiled at its largest input.
    pub vision: Uncertain,
    /// Captured graphs.
    pub graphs: Uncertain,
    /// What CUDA, NCCL and kernels allocate outside the framework's allocator.
    pub outside: Uncertain,
    /// What comes on top of the share that an engine takes: the context, graphs of older versions,
    /// pictures that the start did not profile.
    pub beside: Uncertain,
}

/// Activations of one forward step over `tokens`, per card: three MLP widths and three residual
/// widths in 16 bits (memory.md C; slope 110 kB per token measured on Llama-3.1-8B).
pub fn forward(job: &Job, gpu: &Gpu, tokens: f64, tp: u32) -> f64 {
    let tp = f64::from(tp.max(1));
    let run = tokens * 2.0 * (3.0 * job.shape.widest_ffn / tp + 3.0 * job.shape.hidden);
    // Scores that no kernel fuses: 16-bit scores, their masked copy, 32-bit softmax, 16-bit result
    // (gemma-3 on gfx906, for which nobody writes fused kernels: 2.9 GiB at 4k, 10.3 at 8k).
    let scores = if job.flash && gpu.generation != Generation::Gcn {
        0.0
    } else {
        10.0 * job.shape.heads / tp * tokens * tokens
    };
    run.max(scores)
}

/// Compute buffer of llama.cpp: 32-bit logits of a ubatch and a few bytes per token of context and
/// position; without flash attention the scores of one layer where they are larger (memory.md C).
pub fn compute_buffer(job: &Job, context: f64) -> f64 {
    let u = f64::from(job.ubatch);
    let logits = u * job.shape.vocab * 4.0;
    let hidden = u * (2.0 * job.shape.hidden + 2.0 * job.shape.widest_ffn.max(job.shape.widest_q)) * 4.0;
    let mask = u * context;
    let scores = if job.flash { 0.0 } else { u * context * job.shape.heads * 4.0 };
    logits.max(hidden).max(scores) + mask + 8.0 * MIB
}

/// A picture in a vision tower, per patch: the widths of [`forward`] for a tower of four widths of MLP,
/// whose width is 1.5 cube roots of its weights (SigLIP 0.4B 1,152, Qwen2-VL 0.68B and ViT-H 1,280).
fn tower(job: &Job, patches: f64) -> f64 {
    patches * 2.0 * 15.0 * 1.5 * pow(job.shape.vision, 1.0 / 3.0)
}

/// V0 as it profiles pictures, with its budget of tokens: since 0.7.
fn v0_profiles(job: &Job, gpu: &Gpu) -> bool {
    job.software == Software::Vllm && !software::v1(job, gpu) && job.version.is_some_and(|v| v >= (0, 7, 0))
}

/// Pictures reach the decoder through cross-attention.
fn cross(job: &Job) -> bool {
    job.shape.kinds.iter().any(|k| matches!(k.mixer, Mixer::Attention(a) if a.cross))
}

/// The sampler's bytes per sequence and vocabulary entry, by program and version.
pub fn sampler(job: &Job, gpu: &Gpu) -> f64 {
    match (job.software, job.version) {
        (Software::Vllm, _) if !software::v1(job, gpu) => fitted("vllm.sampler", SAMPLER),
        (Software::Vllm, Some(v)) if v < (0, 12, 0) => fitted("vllm.sampler", SAMPLER),
        (Software::Vllm, _) => fitted("vllm.sampler_2026", SAMPLER_2026),
        _ => 8.0,
    }
}

/// Bytes that a captured graph of vLLM takes per layer of the card: four logs give 0.5 MiB for 35 sizes
/// (0.7), 0.28 and 0.93 for 67 (0.10.2, 0.9.1), 0.66 for 51 (0.26); memory.md C.
const GRAPH: f64 = 0.45 * MIB;

/// How many batch sizes vLLM captures: 1, 2, 4 and every eighth; V0 to 256, V1 to 512 and twice the
/// sequences, since 0.12 every sixteenth above 256 (`cudagraph_capture_sizes`, `_BATCH_SIZES_TO_CAPTURE`).
fn captured(job: &Job, gpu: &Gpu, seqs: f64) -> f64 {
    match job.version {
        _ if !software::v1(job, gpu) => 3.0 + seqs.min(256.0) / 8.0,
        Some(v) if v < (0, 12, 0) => 3.0 + (2.0 * seqs).min(512.0) / 8.0,
        _ => {
            let most = (2.0 * seqs).min(512.0);
            3.0 + most.min(256.0) / 8.0 + (most - 256.0).max(0.0) / 16.0
        }
    }
}

/// Context of a serving process, GiB: total less free at start-up (memory.md C: L4 0.23, MI300X 0.33, GeForce 0.4
/// to 0.5, A100 0.5).
const SERVING_CONTEXT: f64 = 0.4;

/// What captures of all sizes up to 256 sequences take outside CUDA, GiB: gemma-4-E2B on MI300X 3.9 (memory.md C: 4 on ROCm), and Ascend's went 4 over
/// the share before they failed (vllm-ascend issue 5020).
const OTHER_GRAPHS: f64 = 4.0;

/// Captured graphs of vLLM; no narrow formula holds (memory.md C).
fn graphs(job: &Job, layout: &Layout, gpu: &Gpu, seqs: f64) -> Uncertain {
    let sizes = captured(job, gpu, seqs);
    let cuda = fitted("vllm.graph", GRAPH) * job.shape.layers / f64::from(layout.pp.max(1)) * sizes;
    let other = OTHER_GRAPHS * GIB * sizes / captured(job, gpu, 256.0);
    let (likely, up) = match (gpu.vendor, gpu.generation) {
        (Vendor::Amd, _) => (other, 0.8),
        (_, Generation::DaVinci) => (other, 2.0),
        _ => (cuda, 1.2),
    };
    Uncertain::exact(likely).with_share(Cause::EngineVersion, 0.6, up)
}

/// Whether graphs are taken out of the engine's share of the card: vLLM since 0.21; before, they come
/// on top of it (memory.md, pitfall 3).
pub fn graphs_inside(job: &Job, gpu: &Gpu) -> bool {
    job.software != Software::Vllm || (software::v1(job, gpu) && job.version.is_none_or(|v| v >= (0, 21, 0)))
}

/// Tables of cosines and sines that every attention layer of Transformers kept for itself before 4.45:
/// 16-bit, for all positions of the configuration (instruct checkpoints name 32,768 at most, and scale
/// beyond). Qwen2-0.5B to 72B in 4.38 exceed weights and cache by this much at any prompt.
fn rope_tables(job: &Job) -> f64 {
    if job.software != Software::Transformers || job.version.is_none_or(|v| v >= (4, 45, 0)) {
        return 0.0;
    }
    let positions = f64::from(job.arch.max_context.min(32_768));
    let of = |k: &LayerGroup| match k.mixer {
        Mixer::Attention(a) => f64::from(k.count) * f64::from(a.head_dim),
        _ => 0.0,
    };
    2.0 * 2.0 * positions * job.shape.kinds.iter().map(of).sum::<f64>()
}

/// What a step needs on this card.
pub fn step(job: &Job, layout: &Layout, gpu: &Gpu) -> Step {
    let tp = layout.tp.max(1);
    let mut out = Step::default();
    let context = job.context();
    let seqs = f64::from(layout.micro_batch.max(1));
    match job.software {
        Software::Vllm | Software::Sglang | Software::TensorRtLlm => {
            let tokens = f64::from(software::batched_tokens(job, gpu));
            let most = f64::from(software::max_num_seqs(job, gpu)).min(tokens);
            let run = forward(job, gpu, tokens, tp);
            // V0 with chunked prefill profiles no sampler (memory.md C).
            let chunked_v0 = job.version.is_some_and(|v| v < (0, 8, 0)) && software::chunked(job);
            let sort = sampler(job, gpu);
            let sample = if chunked_v0 { 0.0 } else { sort * most * job.shape.vocab };
            out.sampler = sample > run;
            out.activation = Uncertain::exact(run.max(sample)).with_share(Cause::Profile, 0.4, 0.4);
            if out.sampler && job.version.is_none() {
                let older = (fitted("vllm.sampler", SAMPLER) - sort).max(0.0) * most * job.shape.vocab;
                out.activation = out.activation.with(Cause::EngineVersion, 0.3 * sample, older);
            }
            let picture = job.cross_tokens();
            if job.shape.vision > 0.0 && cross(job) {
                // Encoder-decoder profiling fills every sequence with a picture (Llama-3.2-11B-Vision at
                // 128 sequences: 36.6 GiB), and keeps what the decoder's cross-attention reads.
                // The tower is done before the layers run.
                let kept = most * 2.0 * picture * job.shape.hidden;
                let all = most * tower(job, picture) + kept;
                out.vision =
                    Uncertain::exact((all - run.max(sample)).max(kept)).with_share(Cause::Profile, 0.4, 0.4);
            } else if job.shape.vision > 0.0 && v0_profiles(job, gpu) {
                // V0 fills the whole budget of tokens with pictures or frames, four patches a token, and
                // runs the tower before the layers. `limit_mm_per_prompt` multiplies them.
                let all = tower(job, 4.0 * tokens);
                out.vision =
                    Uncertain::exact((all - run.max(sample)).max(0.0)).with(Cause::Profile, 0.5 * all, all);
            } else if job.shape.vision > 0.0 && job.version.is_none_or(|v| v >= (0, 7, 0)) {
                // Since V1 one picture of the largest size: 1 to 5 GiB in logs; V0 before 0.7 profiled none.
                out.vision = Uncertain::exact(fitted("vllm.picture", 2.0) * GIB).with(
                    Cause::Profile,
                    1.5 * GIB,
                    3.0 * GIB,
                );
            }
            if job.graphs && job.software == Software::Vllm {
                out.graphs = graphs(job, layout, gpu, most);
            }
            // Per card: 0.02-0.16 alone, 0.3-0.7 in pairs, 0.1-0.2 in fours, 2.1 in eights (memory.md C).
            let (likely, up) = match tp {
                1 => (fitted("vllm.outside.1", 0.10), 0.35),
                2 => (fitted("vllm.outside.2", 0.45), 0.35),
                3..=4 => (fitted("vllm.outside.4", 0.35), 0.6),
                _ => (fitted("vllm.outside.8", 1.0), 1.2),
            };
            out.outside = Uncertain::exact(likely * GIB).with(Cause::Context, 0.85 * likely * GIB, up * GIB);
            // More where ranks talk.
            let up = if tp > 1 { 0.8 } else { 0.3 };
            out.beside = Uncertain::exact(SERVING_CONTEXT * GIB).with(Cause::Context, 0.2 * GIB, up * GIB);
            if !graphs_inside(job, gpu) {
                out.beside = out.beside.plus(&out.graphs);
            }
            if job.shape.vision > 0.0 && job.version.is_none_or(|v| v < (0, 7, 0)) {
                // A picture at run time where the start profiled none.
                out.beside = out.beside.with(Cause::Profile, 0.0, 2.0 * GIB);
            }
        }
        Software::LlamaCpp => {
            out.activation =
                Uncertain::exact(compute_buffer(job, context * seqs)).with_share(Cause::Profile, 0.3, 0.5);
            // Context, workspace and pools: 1.37 GiB on an A6000, 1.4 on an A100, 1.24 on a 4080; 0.4 in
            // slim builds, 2.1 beside a desktop (memory.md C).
            out.outside = Uncertain::exact(fitted("ggml.context", 1.4) * GIB).with(
                Cause::Context,
                0.9 * GIB,
                0.8 * GIB,
            );
        }
        _ => {
            // One layer's transients over the prompt, or the logits where old versions make all of
            // them (Transformers before 4.45: 16-bit logits and their 32-bit copy).
            let prompt = seqs * f64::from(job.prompt.max(1));
            let mlp = prompt * 8.0 * job.shape.widest_ffn;
            let all_logits = match (job.software, job.version) {
                (Software::Transformers, Some(v)) => v < (4, 45, 0),
                _ => false,
            };
            // Since 4.50 prompts can be run in chunks; logs of 4.51 show no transients.
            let chunks =
                job.software == Software::Transformers && job.version.is_some_and(|v| v >= (4, 50, 0));
            let logits = if all_logits { prompt } else { seqs } * 6.0 * job.shape.vocab;
            // AutoAWQ's fused blocks compute scores in 16 bits: the scores and their softmax.
            let scores = if job.software == Software::AutoAwq || !job.flash {
                seqs * job.shape.heads * f64::from(job.prompt) * f64::from(job.prompt) * 4.0
            } else {
                0.0
            };
            let likely = rope_tables(job)
                + logits.max(scores).max(if chunks {
                    mlp.min(4096.0 * 8.0 * job.shape.widest_ffn) * 0.5
                } else {
                    mlp
                });
            out.activation = Uncertain::exact(likely).with_share(Cause::Profile, 0.4, 0.4).with(
                Cause::EngineVersion,
                0.0,
                (mlp - likely).max(0.0),
            );
            // Context, and the workspaces of cuBLAS that the allocator does not see.
            let workspace = Uncertain::exact(fitted("eager.workspace", 0.35) * GIB).with(
                Cause::Context,
                0.3 * GIB,
                0.6 * GIB,
            );
            out.outside = overhead::context(gpu).plus(&workspace);
        }
    }
    out
}
