//! Slower than expected: what somebody measures beside the estimate, and what to look at first.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Input, Question};
use crate::engine::pace::slower::{self, Finding, State, Suspect, Verdict};
use crate::i18n::number;
use crate::i18n::pace::{self as t, Pair};
use crate::i18n::value;
use crate::plan::Unit;
use crate::units::Band;

/// Causes listed at most.
const FEW: usize = 8;

pub static QUESTION: Question = Question {
    id: "slow",
    title: t::SLOW,
    applies: super::timed,
    inputs: &[
        Input {
            id: "step",
            label: t::IN_STEP,
            unit: Unit::Seconds,
            bounds: (0.0, 1e6),
            start: |c| c.scene.plan.measured.step_s.unwrap_or(0.0),
        },
        Input {
            id: "rate",
            label: t::IN_RATE,
            unit: Unit::PerSecond,
            bounds: (0.0, 1e10),
            start: |c| c.scene.plan.measured.tokens_s.unwrap_or(0.0),
        },
    ],
    fields: &[],
    answer,
};

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let Some(run) = super::run(c).filter(|r| r.unit_s() > 0.0) else {
        a.says.push(c.say(t::NOT_TIMED, &[]));
        return a;
    };
    let (lang, currency) = (c.scene.lang, c.scene.show);
    let pace = run.pace();
    let (step, rate) = (pace.step_s.band(), pace.rate.band());
    let image = run.job.task.image();
    let line = if image {
        crate::engine::line::Unit::ImagesPerSecond
    } else {
        crate::engine::line::Unit::TokensPerSecond
    };
    let shown = |x: f64| value::value(lang, x, line, currency);
    let per_step = run.job.task.trains() || image;
    if per_step {
        let band = number::duration_range(lang, step.times(1.0 / 3_600.0));
        a.says.push(c.say(t::SLOW_STEP, &[&super::seconds(c, step.likely), &band]));
    }
    a.says.push(c.say(t::SLOW_RATE, &[&shown(rate.likely), &value::range(lang, rate, line, currency)]));
    // Both as times, of which less is better: a step, or a unit of work.
    let inverse = Band { low: 1.0 / rate.high, likely: 1.0 / rate.likely, high: 1.0 / rate.low };
    let measured = match (g.of(0), g.of(1)) {
        (s, _) if s > 0.0 && per_step => Some((s, step)),
        (_, r) if r > 0.0 => Some((1.0 / r, inverse)),
        _ => None,
    };
    let Some((time, band)) = measured else {
        a.says.push(c.say(t::SLOW_ASK, &[]));
        a.steps = told(c, &slower::suspects(&run, 1.5));
        return a;
    };
    let ratio = time / band.likely;
    let speed = number::percent(1.0 / ratio);
    let verdict = slower::judge(time, band);
    a.says.push(match verdict {
        Verdict::Normal => c.say(t::SLOW_NORMAL, &[&speed]),
        Verdict::Slower => c.say(t::SLOW_SLOWER, &[&speed, &super::factor(ratio)]),
        Verdict::Faster => c.say(t::SLOW_FASTER, &[&speed]),
    });
    if verdict == Verdict::Slower {
        a.steps = told(c, &slower::suspects(&run, ratio));
    }
    let m = &c.scene.plan.measured;
    let typed = |x: f64| Some(x).filter(|x| *x > 0.0);
    let (step_s, tokens_s) = (typed(g.of(0)).filter(|_| per_step), typed(g.of(1)));
    if (m.step_s, m.tokens_s) == (step_s, tokens_s) {
        a.notes.push(c.say(t::SLOW_USED, &[]));
    } else {
        // Said of these cards, so that others keep their estimate.
        let mut plan = (*c.scene.plan).clone();
        plan.measured.step_s = step_s;
        plan.measured.tokens_s = tokens_s;
        plan.measured.gpu = Some(c.scene.catalog.gpu(c.winner.gpu).id.clone());
        plan.measured.cards = Some(c.winner.count);
        a.make = Some((t::SLOW_USE, Box::new(plan)));
    }
    a
}

fn told(c: &Case, found: &[Finding]) -> Vec<crate::i18n::Rich> {
    let gap = c.scene.lang.pick("", " ");
    let one = |f: &Finding| {
        let (name, check) = words(f.suspect);
        let much = match (f.state, f.factor) {
            (State::Cleared, _) => c.of(t::CLEARED).to_owned(),
            (_, Some(x)) if x >= 2.0 => c.say(t::SLOW_TIMES, &[&super::factor(x)]).plain(),
            (_, Some(x)) => c.say(t::SLOW_LESS, &[&number::percent(x - 1.0)]).plain(),
            (_, None) => c.of(t::SLOW_ANY).to_owned(),
        };
        let mark = if f.state == State::Found { c.of(t::FOUND) } else { "" };
        let parts = [c.of(name), much.as_str(), mark, c.of(check)];
        let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        crate::i18n::fill(&parts.join(gap), &[])
    };
    found.iter().take(FEW).map(one).collect()
}

/// Name and check.
fn words(suspect: Suspect) -> (Pair, Pair) {
    match suspect {
        Suspect::Data => (t::S_DATA, t::S_DATA_CHECK),
        Suspect::Shared => (t::S_SHARED, t::S_SHARED_CHECK),
        Suspect::Clocks => (t::S_CLOCKS, t::S_CLOCKS_CHECK),
        Suspect::Power => (t::S_POWER, t::S_POWER_CHECK),
        Suspect::Host => (t::S_HOST, t::S_HOST_CHECK),
        Suspect::OtherCard => (t::S_OTHER, t::S_OTHER_CHECK),
        Suspect::Padding => (t::S_PADDING, t::S_PADDING_CHECK),
        Suspect::Precision => (t::S_PRECISION, t::S_PRECISION_CHECK),
        Suspect::Attention => (t::S_ATTENTION, t::S_ATTENTION_CHECK),
        Suspect::SmallBatch => (t::S_BATCH, t::S_BATCH_CHECK),
        Suspect::Recompute => (t::S_RECOMPUTE, t::S_RECOMPUTE_CHECK),
        Suspect::Compile => (t::S_COMPILE, t::S_COMPILE_CHECK),
        Suspect::Link => (t::S_LINK, t::S_LINK_CHECK),
        Suspect::Network => (t::S_NETWORK, t::S_NETWORK_CHECK),
        Suspect::Lanes => (t::S_LANES, t::S_LANES_CHECK),
        Suspect::Slot => (t::S_SLOT, t::S_SLOT_CHECK),
        Suspect::Unquantised => (t::S_UNQUANTISED, t::S_UNQUANTISED_CHECK),
        Suspect::PlainProgram => (t::S_PLAIN, t::S_PLAIN_CHECK),
        Suspect::LongRequests => (t::S_LONG, t::S_LONG_CHECK),
        Suspect::FewRequests => (t::S_FEW, t::S_FEW_CHECK),
    }
}
