//! What training needs on its worst rank, line by line: each with its formula, values and source, and what moves it.

use super::sum::Sum;
use super::training::{Asked, Instant, PAGED, Rank};
use super::{Memory, Part, loss, overhead};
use crate::catalog::Gpu;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::plan::{Checkpointing, LossKind, Quant, Zero};
use crate::units::{Cause, GIB, Uncertain};

/// What a rank asks its framework for at its fullest instant.
#[allow(clippy::too_many_lines)]
pub(super) fn allocated<T: Trace>(
    rank: Rank,
    job: &Job,
    layout: &Layout,
    trace: &mut T,
    stage: u32,
) -> Asked {
    let (r, s) = (&rank, &rank.states);
    let at = r.instant;
    let mut sum = Sum::new(trace);
    // Ranks that share a kind of state.
    let z3 = matches!(layout.zero, Zero::Z3 | Zero::Hybrid);
    let z2 = z3 || layout.zero == Zero::Z2;
    let z1 = z2 || layout.zero == Zero::Z1;
    let shared = |on: bool| if on { s.ways } else { 1.0 };
    let ways = |on: bool| term("N", TermName::ShardRanks, shared(on), Unit::Gpus, From::Chosen);
    // Bytes of each element before they are shared.
    let each = |symbol: &'static str, bytes: f64, on: bool, of: f64| {
        let value = bytes * shared(on) / of.max(1.0);
        term(symbol, TermName::BytesPerParameter, value, Unit::BytesEach, From::Derived)
    };
    let trained = term("P", TermName::TrainableParameters, s.trained, Unit::Params, From::Model);

    let weights = Uncertain::exact(s.weights + r.reference).with_share(Cause::WeightForm, s.spread, s.spread);
    sum.add(Part::Weights, weights, |v| {
        Line::new(
            What::Weights,
            v,
            Unit::Bytes,
            "P · w / N",
            "ZeRO (arXiv 1910.02054)",
            Certainty::Exact,
            vec![
                term("P", TermName::Parameters, job.shape.total, Unit::Params, From::Model),
                each("w", s.weights + r.reference, z3, job.shape.total),
                ways(z3),
            ],
        )
    });
    sum.exact(Part::Adapter, s.adapter, |v| {
        Line::new(
            What::AdapterWeights,
            v,
            Unit::Bytes,
            "P · w / N",
            "LoRA (arXiv 2106.09685), P = r · Σ(in + out); PEFT keeps adapters in 32 bits",
            Certainty::Exact,
            vec![
                term("r", TermName::LoraRank, f64::from(job.lora_rank), Unit::Plain, From::Plan),
                trained,
                each("w", s.adapter, z3, s.trained),
                ways(z3),
            ],
        )
    });
    let g = r.gradients(job, layout, at);
    let (master, moments) = r.optimizer(at);
    sum.exact(Part::Gradients, g, |v| {
        Line::new(
            What::Gradients,
            v,
            Unit::Bytes,
            "P · g / N",
            "ZeRO (arXiv 1910.02054)",
            Certainty::Typical,
            vec![trained, each("g", g, z2, s.trained), ways(z2)],
        )
    });
    sum.exact(Part::Optimizer, master, |v| {
        Line::new(
            What::MasterWeights,
            v,
            Unit::Bytes,
            "P · w / N",
            "ZeRO (arXiv 1910.02054); DeepSpeed splits a 32-bit copy of the gradients with it",
            Certainty::Exact,
            vec![trained, each("w", master, z1, s.trained), ways(z1)],
        )
    });
    sum.exact(Part::Optimizer, moments + r.step(at), |v| {
        Line::new(
            What::OptimizerStates,
            v,
            Unit::Bytes,
            "P · m / N",
            "ZeRO (arXiv 1910.02054); bitsandbytes optimizer.py for 8-bit states",
            Certainty::Exact,
            vec![trained, each("m", moments + r.step(at), z1, s.trained), ways(z1)],
        )
    });
    let (stored, block) = r.activations(layout, at);
    let selective = layout.checkpointing == Checkpointing::Selective;
    let form = if selective { 0.5 } else { 0.3 };
    let tokens = term("n", TermName::Tokens, r.tokens, Unit::Tokens, From::Derived);
    let per_layer = (r.tokens * job.shape.layers).max(1.0);
    sum.add(Part::Activations, Uncertain::exact(stored).with_share(Cause::ActivationForm, form, form), |v| {
        let recompute = !matches!(layout.checkpointing, Checkpointing::None);
        Line::new(
            if recompute { What::Checkpoints } else { What::Activations },
            v,
            Unit::Bytes,
            "n · L · b",
            "Korthikanti et al. (arXiv 2205.05198)",
            Certainty::Typical,
            vec![
                tokens,
                term("L", TermName::Layers, job.shape.layers, Unit::Layers, From::Model),
                term("b", TermName::BytesPerElement, stored / per_layer, Unit::BytesEach, From::Derived),
            ],
        )
    });
    sum.add(Part::Activations, Uncertain::exact(block).with_share(Cause::ActivationForm, 0.3, 0.4), |v| {
        Line::new(
            What::Activations,
            v,
            Unit::Bytes,
            "k · n · b",
            "fitted to published runs",
            Certainty::Typical,
            vec![
                term("k", TermName::RecomputeFactor, r.again, Unit::Plain, From::Constant),
                tokens,
                term(
                    "b",
                    TermName::BytesPerElement,
                    block / (r.again * r.tokens).max(1.0),
                    Unit::BytesEach,
                    From::Derived,
                ),
            ],
        )
    });
    let logits = r.logits(at);
    let form = if matches!(job.loss, LossKind::Eager | LossKind::Compiled) { 0.35 } else { 0.5 };
    sum.add(Part::Loss, Uncertain::exact(logits).with_share(Cause::LossForm, form, form), |v| {
        Line::new(
            What::LossLogits,
            v,
            Unit::Bytes,
            "c · n · V / tp",
            "slope of the Qwen and torchtitan tables",
            Certainty::Typical,
            vec![
                term(
                    "c",
                    TermName::BytesPerElement,
                    logits * f64::from(layout.tp.max(1)) / (r.tokens * job.shape.vocab).max(1.0),
                    Unit::BytesEach,
                    From::Constant,
                ),
                tokens,
                term("V", TermName::Vocabulary, job.shape.vocab, Unit::Plain, From::Model),
                term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen),
            ],
        )
    });
    let gather = Uncertain::exact(r.gather(job, layout, at)).with_share(Cause::Sharding, 0.5, 0.6);
    sum.add(Part::Slack, gather, |v| {
        Line::new(
            What::GatherBuffers,
            v,
            Unit::Bytes,
            "2 · layer + tables + bucket",
            "FSDP (arXiv 2304.11277); DeepSpeed defaults",
            Certainty::Typical,
            {
                // Only what is sharded is gathered; elsewhere all of it are buckets.
                let on = if s.ways > 1.0 && z3 { 1.0 } else { 0.0 };
                let (all, layer) = (gather.likely, on * s.layer);
                let tables = (on * 2.0 * s.tables).min((all - 2.0 * layer).max(0.0));
                let bucket = (all - 2.0 * layer - tables).max(0.0);
                vec![
                    term("layer", TermName::ConstantBytes, layer, Unit::Bytes, From::Derived),
                    term("tables", TermName::ConstantBytes, tables, Unit::Bytes, From::Derived),
                    term("bucket", TermName::ConstantBytes, bucket, Unit::Bytes, From::Default),
                ]
            },
        )
    });
    let copies = Uncertain::exact(r.dequant(at)).with_share(Cause::Sharding, 0.5, 0.5);
    sum.add(Part::Slack, copies, |v| {
        let packed = job.quant != Quant::None;
        let width = if packed { 4.0 } else { 2.0 };
        Line::new(
            What::DequantBuffer,
            v,
            Unit::Bytes,
            if packed { "4 · m" } else { "2 · m" },
            if packed { "bitsandbytes MatMul4Bit" } else { "torch.autocast, cache of cast weights" },
            Certainty::Typical,
            vec![term("m", TermName::Parameters, copies.likely / width, Unit::Params, From::Model)],
        )
    });
    // Versions move the whole; those of sharded runs (resharding, prefetch) more.
    // Frozen weights and states of a single card are known; what moves is the rest.
    sum.total = if s.ways > 1.0 && layout.zero != Zero::Z0 {
        sum.total.with_share(Cause::EngineVersion, 0.22, 0.25)
    } else {
        let standing = weights.likely + s.adapter + master + moments;
        let moving = (sum.total.likely - standing).max(0.0);
        // What later versions save is more often missed than what they add.
        sum.total.with(Cause::EngineVersion, 0.22 * moving + 0.05 * standing, 0.15 * moving + 0.03 * standing)
    };
    if job.assumed_arch {
        sum.total = sum.total.with_share(Cause::Assumed, 0.1, 0.15);
    }
    if !job.packing {
        // Lengths vary: the longest sample may stay far below the cap.
        let varying = stored + block + logits;
        sum.total = sum.total.with(Cause::Assumed, 0.9 * varying, 0.0);
    }
    let bnb = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4 | Quant::Int8);
    if job.deepspeed && bnb && s.whole > s.weights {
        // DeepSpeed shards packed weights only where their storage type was set to 16-bit words; else
        // every rank holds all of them (axolotl issues 998 and 1690; PEFT's guide shows the sharded case).
        sum.total = sum.total.with(Cause::Sharding, 0.0, s.whole - s.weights);
    }
    // Whole logits may make the loss the peak where it is not.
    let doubt = loss::version_doubt(job, r.tokens, job.shape.vocab);
    let below = r.at(job, layout, at) - r.at(job, layout, Instant::Loss);
    sum.total = sum.total.with(Cause::EngineVersion, 0.0, (doubt - below).max(0.0));
    let standing = weights.likely + s.adapter + master + moments;
    let (allocated, parts) = (sum.total, sum.parts);
    Asked { rank, stage, allocated, parts, standing }
}

/// The same with what the card and its processes take beside it.
pub fn on_card<T: Trace>(asked: &Asked, job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    let Asked { rank, stage, allocated, parts, standing } = asked;
    let (s, allocated, cards) = (&rank.states, *allocated, layout.cards());
    let mut sum = Sum { trace, total: allocated, parts: *parts };
    let gathers = s.ways > 1.0 && matches!(layout.zero, Zero::Z3 | Zero::Hybrid);
    let context = overhead::context(gpu);
    let groups = [layout.dp, layout.tp, layout.pp, layout.cp].iter().filter(|n| **n > 1).count() as u32;
    let communicators = overhead::communicators(job, cards, groups, layout.tp > 1 || layout.pp > 1);
    let beside = context.likely + communicators.likely + PAGED * s.paged + sum.display_bytes(job);
    let left = gpu.usable.to_f64() - allocated.likely - beside;
    let slack = overhead::slack(job, gathers, *standing, allocated.likely, left);
    sum.add(Part::Slack, slack, |v| {
        Line::new(
            What::AllocatorSlack,
            v,
            Unit::Bytes,
            "s · allocated",
            "llama-cookbook PR 41; published runs",
            Certainty::RuleOfThumb,
            vec![term(
                "s",
                TermName::SlackShare,
                overhead::slack_share(job, gathers),
                Unit::Share,
                From::Constant,
            )],
        )
    });
    let reserved = sum.total;
    sum.add(Part::Context, context, |v| {
        Line::new(
            What::Context,
            v,
            Unit::Bytes,
            "c",
            "stas00/ml-engineering",
            Certainty::Typical,
            vec![term("c", TermName::ConstantBytes, context.likely, Unit::Bytes, From::Constant)],
        )
    });
    sum.add(Part::Context, communicators, |v| {
        Line::new(
            What::Communicators,
            v,
            Unit::Bytes,
            "c",
            "stas00/ml-engineering; aiconfigurator",
            Certainty::RuleOfThumb,
            vec![
                term("c", TermName::ConstantBytes, communicators.likely, Unit::Bytes, From::Constant),
                term("g", TermName::Cards, f64::from(cards), Unit::Gpus, From::Chosen),
            ],
        )
    });
    if s.paged > 0.0 {
        // In managed memory: on the card only as far as there is room.
        let here = PAGED * s.paged;
        let value = Uncertain::exact(here).with(Cause::EngineVersion, here, s.paged - here);
        let trained = term("P", TermName::TrainableParameters, s.trained, Unit::Params, From::Model);
        let own = s.paged / s.trained.max(1.0);
        sum.add(Part::Optimizer, value, |v| {
            Line::new(
                What::OptimizerStates,
                v,
                Unit::Bytes,
                "0.05 · P · m",
                "bitsandbytes paged optimizers: managed memory that moves to the host",
                Certainty::RuleOfThumb,
                vec![trained, term("m", TermName::BytesPerParameter, own, Unit::BytesEach, From::Derived)],
            )
        });
    }
    sum.display(job);
    let host = 8.0 * GIB + s.host * f64::from(layout.per_machine());
    sum.note(
        What::HostMemory,
        host,
        "8 GiB + P · (m + master) / N · cards",
        "ZeRO-Offload (arXiv 2101.06840)",
    );
    Memory {
        allocated,
        reserved,
        need: sum.total,
        parts: sum.parts,
        host,
        worst_stage: *stage,
        ..Memory::default()
    }
}
