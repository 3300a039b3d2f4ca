//! What a sequence leaves in the cache, per card: keys and values (GQA, latent, windowed, chunked,
//! shared between layers, of an encoder) and constant states.

use super::shape::AttentionWidths;
use crate::catalog::{ArchKind, LayerGroup, Mixer, RecurrentKind};
use crate::engine::job::Job;
use crate::plan::{KvType, Software};

/// Bytes per cached element; quantised caches carry their scales (ggml-common.h; vLLM).
pub const fn element_bytes(kv: KvType) -> f64 {
    match kv {
        KvType::F32 => 4.0,
        KvType::F16 => 2.0,
        KvType::Fp8 => 1.0,
        KvType::Q8_0 => 34.0 / 32.0,
        KvType::Q5_1 => 24.0 / 32.0,
        KvType::Q4_0 | KvType::Nvfp4 => 18.0 / 32.0,
    }
}

/// Cache of one sequence on one card.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cache {
    /// Bytes per token of layers that keep the whole context.
    pub per_token: f64,
    /// Bytes of layers that keep a window or a chunk, at the given context.
    pub windows: f64,
    /// Bytes of constant states and of caches filled by an encoder.
    pub fixed: f64,
}

impl Cache {
    /// Bytes of a sequence of `tokens`.
    pub fn at(&self, tokens: f64) -> f64 {
        self.per_token * tokens + self.windows + self.fixed
    }
}

/// How many tokens a window of `window` keeps at a context of `context`, by the rule of the engine:
/// vLLM holds `window - 1 + batched tokens`, llama.cpp pads `window + ubatch` to 256, others hold
/// the window (vLLM `SlidingWindowSpec`, llama.cpp `llama-kv-cache-iswa.cpp`).
pub fn window_tokens(job: &Job, window: f64, context: f64) -> f64 {
    // llama.cpp kept whole contexts before its cache for windows (PR 13194, May 2025).
    if job.software == Software::LlamaCpp && job.version.is_some_and(|v| v < (5400, 0, 0)) {
        return context;
    }
    let kept = match job.software {
        Software::LlamaCpp => ((window + f64::from(job.ubatch)) / 256.0).ceil() * 256.0,
        Software::Vllm | Software::Sglang | Software::TensorRtLlm => window - 1.0 + batched(job) + 16.0,
        _ => window,
    };
    kept.min(context)
}

/// Tokens of one forward step that a server may add before it drops the oldest; 2,048 where the plan
/// is silent (vLLM on cards below 70 GiB).
fn batched(job: &Job) -> f64 {
    f64::from(if job.batched_tokens > 0 { job.batched_tokens } else { 2048 })
}

/// vLLM before 0.9 gives every layer the same blocks, those that look at a picture too (Llama-3.2-11B-Vision in
/// 0.6.7: 96,016 tokens in 14.65 GiB are 40 layers, not 32).
fn uniform(job: &Job) -> bool {
    job.software == Software::Vllm && job.version.is_some_and(|v| v < (0, 9, 0))
}

/// Layers that remember: of two stacks the decoder's only, the encoder's see all of their input at once.
fn remembering(job: &Job) -> impl Iterator<Item = LayerGroup> {
    let two = job.arch.kind == ArchKind::EncoderDecoder;
    let (layers, mut skip) =
        if two { (&job.arch.groups, job.arch.encoder_layers) } else { (&job.shape.kinds, 0) };
    layers.iter().filter_map(move |g| {
        let before = skip.min(g.count);
        skip -= before;
        (g.count > before).then_some(LayerGroup { count: g.count - before, ..*g })
    })
}

/// Cache of one sequence that has `context` tokens, on the fullest card of a group with tensor
/// degree `tp` and `pp` stages. Key heads split at most to one per card; latents are replicated.
pub fn cache(job: &Job, context: f64, tp: u32, pp: u32) -> Cache {
    let shape = &job.shape;
    let element = element_bytes(job.kv);
    let mut out = Cache::default();
    for kind in remembering(job) {
        let n = f64::from(kind.count) * shape.stage_share(pp);
        match kind.mixer {
            Mixer::Attention(a) => {
                if a.shares_kv {
                    continue;
                }
                let w = AttentionWidths::of(&a);
                let split = f64::from(tp.min(a.kv_heads).max(1));
                let bytes = n * (w.k + w.v) * element / split;
                if a.cross && uniform(job) {
                    out.per_token += bytes;
                } else if a.cross {
                    out.fixed += bytes * job.cross_tokens();
                } else if let Some(window) = a.window {
                    out.windows += bytes * window_tokens(job, f64::from(window), context);
                } else {
                    out.per_token += bytes;
                }
            }
            Mixer::Mla(m) => {
                // Plain Transformers stores keys and values expanded to heads (deepseek-ai/DeepSeek-R1 #238).
                let latent = f64::from(m.kv_rank + m.rope_dim);
                let width = if job.software == Software::Transformers {
                    f64::from(m.heads) * f64::from(m.nope_dim + m.rope_dim + m.v_dim) / f64::from(tp)
                } else {
                    latent
                };
                // One indexer key per token, 8-bit with a scale in vLLM; counted as cached.
                out.per_token += n * (width * element + f64::from(m.index_dim) * 1.03);
            }
            Mixer::Recurrent(r) => {
                // States are kept in 32 bits by vLLM, SGLang and Transformers for the delta and Mamba
                // families, convolution tails in 16 (models.md §5).
                let state = if r.kind == RecurrentKind::ShortConv { 2.0 } else { 4.0 };
                out.fixed += n * (r.state as f64 * state + r.conv_state as f64 * 2.0) / f64::from(tp.max(1));
            }
            Mixer::None => {}
        }
    }
    out
}

/// Bytes that one decode step reads per sequence of `tokens` on one card: windows only as far as
/// they reach.
pub fn read_bytes(job: &Job, tokens: f64, tp: u32, pp: u32) -> f64 {
    let element = element_bytes(job.kv);
    let mut sum = 0.0;
    for kind in remembering(job) {
        let n = f64::from(kind.count) / f64::from(pp.max(1));
        sum += n * match kind.mixer {
            Mixer::Attention(a) => {
                let w = AttentionWidths::of(&a);
                let seen = if a.cross {
                    job.cross_tokens()
                } else {
                    a.window.map_or(tokens, |x| tokens.min(f64::from(x)))
                };
                (w.k + w.v) * element * seen / f64::from(tp.min(a.kv_heads).max(1))
            }
            Mixer::Mla(m) => (f64::from(m.kv_rank + m.rope_dim) * element + f64::from(m.index_dim)) * tokens,
            // Read and written.
            Mixer::Recurrent(r) => 2.0 * r.state as f64 * 4.0 / f64::from(tp.max(1)),
            Mixer::None => 0.0,
        };
    }
    sum
}
