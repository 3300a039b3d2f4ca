//! Memory of serving: weights, the cache for the stated load, and what the engine needs to run a
//! step. Engines that allocate in advance are sized inside their share of the card; the pool they
//! are left with is a line of its own (semantics §3; memory.md A.5, A.6, part C).

use super::kv_cache::{self, Cache};
use super::step::{graphs_inside, sampler, step};
use super::sum::Sum;
use super::weights::{serving_weights, weights};
use super::{Memory, Part, overhead};
use crate::catalog::Gpu;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::engine::software::{self, allocates_ahead};
use crate::plan::{Software, Task};
use crate::units::{Cause, GIB, Uncertain};

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
            "ggml-common.h, bitsandbytes, vLLM for formats",
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
            "config.json of the model; vLLM kv_cache_interface.py",
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
                "b · sequences · V"
            } else if ahead {
                "2 · t · 3 (f / tp + h)"
            } else {
                "8 · t · f"
            },
            "vLLM start-up logs; aiconfigurator",
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
                term("b", TermName::BytesPerElement, sampler(job, gpu), Unit::Plain, From::Constant),
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
            "c",
            "vLLM logs of vision models",
            Certainty::RuleOfThumb,
            vec![term("c", TermName::ConstantBytes, s.vision.likely, Unit::Bytes, From::Constant)],
        )
    });
    if !allocates_ahead(job.software) && job.software != Software::LlamaCpp {
        // What loaders leave behind, heads stored apart, expanded caches: differs by version.
        sum.total = sum.total.with_share(Cause::EngineVersion, 0.06, 0.17);
    }
    let allocated = sum.total;
    let reserved = if allocates_ahead(job.software) || job.software == Software::LlamaCpp {
        allocated
    } else {
        let left = gpu.usable.to_f64() - allocated.likely - s.outside.likely - sum.display_bytes(job);
        sum.add(Part::Slack, overhead::slack(job, false, 0.0, s.activation.likely + bytes, left), |v| {
            Line::new(
                What::AllocatorSlack,
                v,
                Unit::Bytes,
                "s · (cache + activations)",
                "fitted to published runs",
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
    if graphs_inside(job, gpu) {
        sum.add(Part::Context, s.graphs, |v| {
            Line::new(
                What::GraphMemory,
                v,
                Unit::Bytes,
                "c · L / pp",
                "vLLM start-up logs",
                Certainty::RuleOfThumb,
                {
                    let layers = job.shape.layers / f64::from(layout.pp.max(1));
                    let each = s.graphs.likely / layers.max(1.0);
                    vec![
                        term("c", TermName::ConstantBytes, each, Unit::Bytes, From::Constant),
                        term("L", TermName::Layers, job.shape.layers, Unit::Plain, From::Model),
                        term("pp", TermName::PipelineStages, f64::from(layout.pp), Unit::Plain, From::Chosen),
                    ]
                },
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
            "start-up logs of engines; stas00/ml-engineering",
            Certainty::Typical,
            vec![term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen)],
        )
    });
    sum.display(job);
    let ahead = allocates_ahead(job.software);
    let outside_share = if ahead { 1.0 - job.utilisation } else { 0.0 };
    let room = gpu.usable.to_f64() * job.utilisation;
    let pool = if ahead { (room - (sum.total.likely - bytes)).max(0.0) } else { 0.0 };
    let reserved = if ahead { sum.total } else { reserved };
    if ahead {
        // What lies beside the share and does not fit there has to come out of it.
        let left = gpu.usable.to_f64() * outside_share;
        let (likely, high) = (s.beside.likely, s.beside.band().high);
        let short = (likely - left).max(0.0);
        // The pool fills the share whatever the rest needs: what does not fit beside it fails. Where that
        // is likely the need lies above the share, where it is possible its high end does.
        let unused = (room - sum.total.likely).max(0.0);
        let over = if short > 0.0 {
            Uncertain::exact(unused + short).with(Cause::Context, 0.0, (high - left).max(0.0) - short)
        } else {
            Uncertain::ZERO
        };
        sum.add(Part::Context, over, |v| {
            Line::new(
                What::Context,
                v,
                Unit::Bytes,
                "context + graphs - (1 - share) · usable",
                "vLLM gpu_worker.py and start-up logs by version",
                Certainty::RuleOfThumb,
                vec![],
            )
        });
        if short <= 0.0 && high > left {
            sum.total = sum.total.with(Cause::Context, 0.0, unused + high - left);
        }
    }
    if ahead {
        sum.note(What::KvPool, pool, "usable · share - the rest", "vLLM gpu_worker.py");
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
