//! Embedding and reranking: prompts only, so prefill is all. No public table has their speed: the shares of
//! language models, as a rule of thumb.

use super::decode::Runner;
use super::{Bottleneck, Pace};
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::units::{Cause, Uncertain};

/// Times an embedding job: `work` texts of `seq` tokens each; the rate is in tokens.
pub fn pace<T: Trace>(job: &Job, layout: &Layout, device: &Device, trace: &mut T) -> Pace {
    let runner = Runner::new(job, layout, device);
    let length = f64::from(job.seq.max(1));
    let rows = runner.chunk().max(length);
    let seconds = runner.prefill(rows, length);
    let step = Uncertain::exact(seconds).with_share(Cause::RunTime, 0.35, 0.5).with_share(
        Cause::EngineVersion,
        0.1,
        0.15,
    );
    let replicas = f64::from(layout.dp.max(1)) * f64::from(layout.pp.max(1));
    let rate = step.inverse().times(rows * replicas);
    let work_h = rate.inverse().times(job.work * length / 3600.0);
    trace.line(|| {
        Line::new(
            What::PrefillTokensPerSecond,
            &rate,
            Unit::TokensPerSecond,
            "cards · u·P / (2·N + A(s))",
            "rule of thumb: published prefill runs of language models",
            Certainty::RuleOfThumb,
            vec![
                term("N", TermName::ActiveParameters, runner.linear() / 2.0, Unit::Params, From::Model),
                term("s", TermName::SequenceLength, length, Unit::Tokens, From::Plan),
                term("u", TermName::AchievedShare, runner.engine.prefill, Unit::Share, From::Constant),
                term("P", TermName::PeakRate, runner.peak / 1e12, Unit::TflopsPerSecond, From::Gpu),
            ],
        )
    });
    trace.line(|| {
        Line::new(
            What::WorkHours,
            &work_h,
            Unit::Hours,
            "texts · s / rate / 3600",
            "definition",
            Certainty::RuleOfThumb,
            vec![
                term("texts", TermName::Other, job.work, Unit::Plain, From::Plan),
                term("s", TermName::SequenceLength, length, Unit::Tokens, From::Plan),
            ],
        )
    });
    Pace {
        work_h,
        step_s: step,
        rate,
        mfu: 0.0,
        serve: super::Serve::default(),
        bottleneck: Bottleneck::Compute,
        timed: true,
    }
}
