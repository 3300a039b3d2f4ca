//! How a training job's figures are explained.

use super::{efficiency, flops, interconnect, training};
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::{Certainty, From, Line, Term, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::units::Uncertain;

/// The lines of a timed training job.
#[allow(clippy::too_many_arguments)]
pub(super) fn lines<T: Trace>(
    job: &Job,
    layout: &Layout,
    device: &Device,
    t: &training::Times,
    step: &Uncertain,
    rate: &Uncertain,
    work_h: &Uncertain,
    mfu: f64,
    trace: &mut T,
) {
    let gpu = device.gpu;
    let sure = if super::rough(job) { Certainty::RuleOfThumb } else { Certainty::Typical };
    let seq = f64::from(job.seq);
    trace.line(|| {
        Line::new(
            What::FlopsPerToken,
            &Uncertain::exact(training::model_flops(job)),
            Unit::Flops,
            if job.adapters() { "4·N + 8·L·h·s" } else { "6·N + 12·L·h·s" },
            "PaLM appendix B; N without the input embedding, active experts only",
            Certainty::Exact,
            vec![
                term(
                    "N",
                    TermName::ActiveParameters,
                    flops::matmul_params(&job.arch),
                    Unit::Params,
                    From::Model,
                ),
                term("L", TermName::Layers, f64::from(job.arch.layers()), Unit::Layers, From::Model),
                term("h", TermName::Hidden, f64::from(job.arch.hidden), Unit::Plain, From::Model),
                term("s", TermName::SequenceLength, seq, Unit::Tokens, From::Plan),
            ],
        )
    });
    trace.line(|| {
        let stack = efficiency::stack(job, gpu);
        Line::new(
            What::ComputeTime,
            &Uncertain::exact(t.compute + t.traffic),
            Unit::Seconds,
            "T · F · passes / (u·P) + T · E / BW",
            "shares fitted to published runs (llm-foundry, torchtitan, litgpt and others)",
            sure,
            vec![
                term(
                    "T",
                    TermName::Tokens,
                    t.tokens / f64::from(layout.dp.max(1)),
                    Unit::Tokens,
                    From::Derived,
                ),
                term("u", TermName::AchievedShare, stack.matmul, Unit::Share, From::Constant),
                term("P", TermName::PeakRate, f64::from(gpu.half()), Unit::TflopsPerSecond, From::Gpu),
                term("BW", TermName::Bandwidth, f64::from(gpu.bandwidth_gbs), Unit::GbPerSecond, From::Gpu),
                term(
                    "passes",
                    TermName::RecomputeFactor,
                    if job.adapters() { training::ADAPTER_PASSES } else { training::FULL_PASSES }
                        + training::recompute_passes(layout.checkpointing, job.software),
                    Unit::Plain,
                    From::Chosen,
                ),
            ],
        )
    });
    if t.dequant > 0.0 {
        trace.line(|| {
            Line::new(
                What::DequantTime,
                &Uncertain::exact(t.dequant),
                Unit::Seconds,
                "N · 10 B · passes / BW",
                "Qwen fine-tuning tables: 0.03 s per billion weights and micro-step on an A100",
                sure,
                vec![term(
                    "N",
                    TermName::QuantizedParameters,
                    flops::matmul_params(&job.arch),
                    Unit::Params,
                    From::Model,
                )],
            )
        });
    }
    trace.line(|| {
        let w = interconnect::wires(device, layout);
        Line::new(
            What::CommunicationTime,
            &Uncertain::exact(t.exchange),
            Unit::Seconds,
            "max(gathers − 0.85 · compute, 0) + tensor and expert exchange",
            "llm-foundry tables: 1-2 % lost per doubling at a fixed micro-batch",
            sure,
            vec![
                term("card", TermName::LinkBandwidth, w.card / 1e9, Unit::GbPerSecond, From::Gpu),
                term(
                    "net",
                    TermName::LinkBandwidth,
                    w.network / 1e9,
                    Unit::GbPerSecond,
                    if w.assumed { From::Assumed } else { From::Offer },
                ),
                term("dp", TermName::DataParallel, f64::from(layout.dp), Unit::Gpus, From::Chosen),
                term("tp", TermName::TensorParallel, f64::from(layout.tp), Unit::Gpus, From::Chosen),
            ],
        )
    });
    if t.bubble > 0.0 {
        trace.line(|| {
            Line::new(
                What::BubbleTime,
                &Uncertain::exact(t.bubble),
                Unit::Seconds,
                "(pp − 1) · micro-step",
                "Narayanan et al. 2021: bubble share (pp − 1) / m",
                Certainty::Exact,
                vec![
                    term("pp", TermName::PipelineStages, f64::from(layout.pp), Unit::Plain, From::Chosen),
                    term(
                        "m",
                        TermName::Accumulation,
                        f64::from(layout.accumulation),
                        Unit::Plain,
                        From::Chosen,
                    ),
                ],
            )
        });
    }
    trace.line(|| {
        Line::new(
            What::StepTime,
            step,
            Unit::Seconds,
            "compute + traffic + launch + unpacking + exchange + bubble + optimizer",
            "sum of the lines above",
            sure,
            vec![
                term("optimizer", TermName::Other, t.optimizer, Unit::Seconds, From::Derived),
                term("launch", TermName::Other, t.launch, Unit::Seconds, From::Derived),
                term("m", TermName::Accumulation, f64::from(layout.accumulation), Unit::Plain, From::Chosen),
            ],
        )
    });
    trace.line(|| {
        Line::new(
            What::TrainTokensPerSecond,
            rate,
            Unit::TokensPerSecond,
            "b · m · dp · s / step",
            "definition",
            sure,
            vec![
                term("b", TermName::MicroBatch, f64::from(layout.micro_batch), Unit::Plain, From::Chosen),
                term("m", TermName::Accumulation, f64::from(layout.accumulation), Unit::Plain, From::Chosen),
                term("dp", TermName::DataParallel, f64::from(layout.dp), Unit::Gpus, From::Chosen),
                term("s", TermName::SequenceLength, seq, Unit::Tokens, From::Plan),
            ],
        )
    });
    trace.line(|| {
        Line::new(
            What::Mfu,
            &Uncertain::exact(mfu),
            Unit::Share,
            "tokens/s · F / (cards · P)",
            "PaLM appendix B; against the dense 16-bit peak",
            sure,
            vec![
                term("P", TermName::PeakRate, f64::from(gpu.half()), Unit::TflopsPerSecond, From::Gpu),
                term("cards", TermName::Cards, f64::from(layout.cards()), Unit::Gpus, From::Chosen),
            ],
        )
    });
    trace.line(|| {
        let tokens = term("tokens", TermName::Tokens, job.work, Unit::Tokens, From::Plan);
        let formulas = ["tokens / rate / 3600", "tokens / rate / 3600 · (1 + e · f)"];
        work_hours(job, layout, work_h, formulas, tokens, sure)
    });
}

/// Hours of a run: the formula without and with evaluation on the way, and the amount of work.
pub(super) fn work_hours(
    job: &Job,
    layout: &Layout,
    work_h: &Uncertain,
    formulas: [&'static str; 2],
    amount: Term,
    sure: Certainty,
) -> Line {
    let mut terms = vec![amount];
    let evaluates = job.evaluation > 0.0;
    if evaluates {
        let share = training::forward_share(job, layout);
        terms.push(term("e", TermName::Evaluation, job.evaluation, Unit::Share, From::Plan));
        terms.push(term("f", TermName::ForwardShare, share, Unit::Share, From::Derived));
    }
    Line::new(
        What::WorkHours,
        work_h,
        Unit::Hours,
        formulas[usize::from(evaluates)],
        "definition",
        sure,
        terms,
    )
}
