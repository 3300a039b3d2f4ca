//! Memory of serving: weights, the cache for the stated load, and what the engine needs to run a
//! step. Engines that allocate in advance are sized inside their share of the card; the pool they
//! are left with is a line of its own (semantics §3; memory.md A.5, A.6, part C).

use super::kv_cache::{self, Cache};
use super::sum::Sum;
use super::weights::{serving_weights, weights};
use super::{Memory, Part, overhead};
use crate::catalog::{Gpu, Vendor};
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::engine::software::{self, allocates_ahead};
use crate::plan::{Software, Task};
use crate::units::{Cause, GIB, MIB, Uncertain};

/// Bytes per sequence and vocabulary entry that vLLM's sampler holds while it profiles: 32-bit logits
/// and copies of the top-p sort (memory.md C: 38.5 fits 16 of 23 logs within 0.2 GiB).
const SAMPLER: f64 = 38.5;

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
}

/// Activations of one forward step over `tokens`, per card: three MLP widths and three residual
/// widths in 16 bits (memory.md C; slope 110 kB per token measured on Llama-3.1-8B).
pub fn forward(job: &Job, tokens: f64, tp: u32) -> f64 {
    tokens * 2.0 * (3.0 * job.shape.widest_ffn / f64::from(tp.max(1)) + 3.0 * job.shape.hidden)
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
            let run = forward(job, tokens, tp);
            // V0 with chunked prefill profiles no sampler (memory.md C).
            let chunked_v0 = job.version.is_some_and(|v| v < (0, 8, 0)) && job.seq > 32_768;
            let per = if job.software == Software::Vllm { SAMPLER } else { 8.0 };
            let sample = if chunked_v0 { 0.0 } else { per * most * job.shape.vocab };
            out.sampler = sample > run;
            out.activation = Uncertain::exact(run.max(sample)).with_share(Cause::Profile, 0.35, 0.4);
            // V0 before 0.7 profiled no picture.
            if job.shape.vision > 0.0 && job.version.is_none_or(|v| v >= (0, 7, 0)) {
                // Vision towers are profiled at their largest picture: 1 to 5 GiB in logs.
                out.vision = Uncertain::exact(2.0 * GIB).with(Cause::Profile, 1.5 * GIB, 3.0 * GIB);
            }
            if job.graphs && job.software == Software::Vllm {
                let likely = if gpu.vendor == Vendor::Amd { 2.5 } else { 0.7 };
                out.graphs = Uncertain::exact(likely * GIB).with(Cause::EngineVersion, 0.6 * GIB, 1.6 * GIB);
            }
            // Per card: 0.02-0.16 alone, 0.3-0.7 in pairs, 0.1-0.2 in fours, 2.1 in eights (memory.md C).
            let (likely, up) = match tp {
                1 => (0.10, 0.35),
                2 => (0.45, 0.35),
                3..=4 => (0.35, 0.6),
                _ => (1.0, 1.2),
            };
            out.outside = Uncertain::exact(likely * GIB).with(Cause::Context, 0.85 * likely * GIB, up * GIB);
        }
        Software::LlamaCpp => {
            out.activation =
                Uncertain::exact(compute_buffer(job, context * seqs)).with_share(Cause::Profile, 0.3, 0.5);
            // Context, workspace and pools: 0.4 GiB in slim builds, 1.37 on an A6000, more beside a desktop.
            out.outside = Uncertain::exact(0.8 * GIB).with(Cause::Context, 0.5 * GIB, 1.1 * GIB);
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
            let likely = logits.max(scores).max(if chunks {
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
            let workspace = Uncertain::exact(0.35 * GIB).with(Cause::Context, 0.3 * GIB, 0.6 * GIB);
            out.outside = overhead::context(gpu).plus(&workspace);
        }
    }
    out
}

/// Cache on the fullest card for the stated load: the replica's sequences at their longest, and at
/// least one of the longest that the server admits where it checks that at start.
pub fn load(job: &Job, layout: &Layout) -> (Cache, f64) {
    let context = job.context();
    let c = kv_cache::cache(job, context, layout.tp, layout.pp);
    let seqs = f64::from(layout.micro_batch.max(1));
    let mut bytes = seqs * c.at(context);
    if allocates_ahead(job.software) {
        let longest = f64::from(job.seq);
        bytes = bytes.max(kv_cache::cache(job, longest, layout.tp, layout.pp).at(longest));
        // Blocks of 16 tokens: half a block wasted per sequence.
        bytes += seqs * 8.0 * c.per_token;
    }
    match job.software {
        // AutoAWQ's fused blocks reserve a cache of at least 2,048 tokens.
        Software::AutoAwq => bytes = bytes.max(c.at(2048.0)),
        // Before `DynamicCache` (4.36) every step made a new cache while the old one was alive.
        Software::Transformers if job.version.is_some_and(|v| v < (4, 36, 0)) => bytes *= 2.0,
        _ => {}
    }
    (c, bytes)
}

/// Whether graphs are taken out of the engine's share of the card: vLLM since 0.21; before, they come
/// on top of it (memory.md, pitfall 3).
fn graphs_inside(job: &Job) -> bool {
    job.software != Software::Vllm || job.version.is_none_or(|v| v >= (0, 21, 0))
}

/// Sizes a server.
pub fn size<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    let mut sum = Sum::new(trace);
    let w = serving_weights(job, layout);
    sum.add(Part::Weights, w, |v| {
        let all = weights(job);
        Line::new(
            What::Weights,
            v,
            Unit::Bytes,
            "P · w / (tp · pp)",
            "memory.md A.1; ggml-common.h, bitsandbytes, vLLM for formats",
            Certainty::Exact,
            vec![
                term("P", TermName::Parameters, job.shape.total, Unit::Params, From::Model),
                term(
                    "w",
                    TermName::BytesPerParameter,
                    all.total() / job.shape.total.max(1.0),
                    Unit::BytesEach,
                    From::Derived,
                ),
                term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen),
                term("pp", TermName::PipelineStages, f64::from(layout.pp), Unit::Gpus, From::Chosen),
            ],
        )
    });
    let (cache, bytes) = if job.task == Task::Serve { load(job, layout) } else { (Cache::default(), 0.0) };
    let context = job.context();
    sum.add(Part::KvCache, Uncertain::exact(bytes).with_share(Cause::EngineVersion, 0.005, 0.01), |v| {
        let growing = cache.per_token > 0.0;
        Line::new(
            if growing { What::KvCache } else { What::RecurrentState },
            v,
            Unit::Bytes,
            "users · (tokens · k + windows + states)",
            "memory.md A.5; models.md §5",
            Certainty::Exact,
            vec![
                term("users", TermName::Users, f64::from(layout.micro_batch.max(1)), Unit::Users, From::Plan),
                term("tokens", TermName::Tokens, context, Unit::Tokens, From::Plan),
                term("k", TermName::BytesPerElement, cache.per_token, Unit::BytesEach, From::Derived),
                term("windows", TermName::ConstantBytes, cache.windows, Unit::Bytes, From::Derived),
                term("states", TermName::ConstantBytes, cache.fixed, Unit::Bytes, From::Derived),
            ],
        )
    });
    let s = step(job, layout, gpu);
    sum.add(Part::Activations, s.activation, |v| {
        let ahead = allocates_ahead(job.software);
        let tokens = f64::from(software::batched_tokens(job, gpu));
        Line::new(
            if s.sampler { What::Sampler } else { What::Activations },
            v,
            Unit::Bytes,
            if s.sampler {
                "38.5 · sequences · V"
            } else if ahead {
                "2 · t · 3 (f / tp + h)"
            } else {
                "8 · t · f"
            },
            "memory.md A.6, C",
            Certainty::Typical,
            vec![
                term(
                    "t",
                    TermName::BatchedTokens,
                    if ahead { tokens } else { f64::from(job.prompt) },
                    Unit::Tokens,
                    From::Default,
                ),
                term(
                    "sequences",
                    TermName::MaxSequences,
                    f64::from(software::max_num_seqs(job, gpu)),
                    Unit::Plain,
                    From::Default,
                ),
                term("V", TermName::Vocabulary, job.shape.vocab, Unit::Plain, From::Model),
                term("f", TermName::FfnWidth, job.shape.widest_ffn, Unit::Plain, From::Model),
                term("h", TermName::Hidden, job.shape.hidden, Unit::Plain, From::Model),
            ],
        )
    });
    sum.add(Part::Activations, s.vision, |v| {
        Line::new(
            What::VisionTower,
            v,
            Unit::Bytes,
            "2 GiB",
            "memory.md C (logs of vision models)",
            Certainty::RuleOfThumb,
            vec![],
        )
    });
    if !allocates_ahead(job.software) && job.software != Software::LlamaCpp {
        // What loaders leave behind, heads stored apart, expanded caches: differs by version.
        sum.total = sum.total.with_share(Cause::EngineVersion, 0.05, 0.12);
    }
    let allocated = sum.total;
    let reserved = if allocates_ahead(job.software) || job.software == Software::LlamaCpp {
        allocated
    } else {
        sum.add(Part::Slack, overhead::slack(job, false, 0.0, s.activation.likely + bytes), |v| {
            Line::new(
                What::AllocatorSlack,
                v,
                Unit::Bytes,
                "s · (cache + activations)",
                "memory.md B.1",
                Certainty::RuleOfThumb,
                vec![term(
                    "s",
                    TermName::SlackShare,
                    overhead::slack_share(job, false),
                    Unit::Share,
                    From::Constant,
                )],
            )
        });
        sum.total
    };
    if graphs_inside(job) {
        sum.add(Part::Context, s.graphs, |v| {
            Line::new(
                What::GraphMemory,
                v,
                Unit::Bytes,
                "0.7 GiB",
                "memory.md C",
                Certainty::RuleOfThumb,
                vec![],
            )
        });
    }
    sum.add(Part::Context, s.outside, |v| {
        let several = layout.tp > 1;
        Line::new(
            if several { What::Communicators } else { What::Context },
            v,
            Unit::Bytes,
            "by cards in the group",
            "memory.md A.7, C",
            Certainty::Typical,
            vec![term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen)],
        )
    });
    sum.display(job);
    let ahead = allocates_ahead(job.software);
    let outside_share = if ahead { 1.0 - job.utilisation } else { 0.0 };
    let pool = if ahead {
        (gpu.usable.to_f64() * job.utilisation - (sum.total.likely - bytes)).max(0.0)
    } else {
        0.0
    };
    if ahead {
        sum.note(What::KvPool, pool, "usable · share - the rest", "vLLM gpu_worker.py; memory.md A.5");
    }
    // Files are mapped and read shard by shard; what is resident in the host beside that is small.
    let host = 8.0 * GIB + 0.1 * weights(job).total();
    Memory {
        allocated,
        reserved,
        need: sum.total,
        parts: sum.parts,
        kv_per_token: cache.per_token,
        pool,
        outside_share,
        host,
        worst_stage: 0,
    }
}
