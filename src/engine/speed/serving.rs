//! Serving under load: how long the first and each further token take, how many users a replica
//! carries, what all replicas give.
//!
//! The load is a closed system: `users` sequences are alive at once, each asks again when it is done.
//! Prompts are taken in between decode steps, so each finished request costs all others one prefill.

use super::decode::{Runner, Step};
use super::{Bottleneck, Pace, Serve};
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::memory::Memory;
use crate::engine::names::{TermName, What};
use crate::engine::software;
use crate::units::{Cause, Uncertain};

/// Figures of one replica at one load.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Load {
    /// Sequences that run.
    pub running: f64,
    /// Seconds of one decode step.
    pub step_s: f64,
    /// Seconds to take in one prompt.
    pub prefill_s: f64,
    /// Seconds per output token, interruptions by prompts included.
    pub tpot_s: f64,
    /// Seconds to the first token, waiting included.
    pub ttft_s: f64,
}

/// One request of given lengths on a replica: what does not depend on the load.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    runner: &'a Runner<'a>,
    answer: f64,
    context: f64,
    cached: f64,
    prefill_s: f64,
    ride_s: f64,
}

impl<'a> Request<'a> {
    /// A request of `prompt` and `answer` tokens.
    pub fn new(runner: &'a Runner<'a>, prompt: f64, answer: f64) -> Self {
        let context = prompt + answer / 2.0;
        Self {
            runner,
            answer,
            context,
            cached: runner.cached(context),
            prefill_s: runner.prefill(prompt, prompt),
            ride_s: runner.ride(prompt),
        }
    }

    /// A decode step of `running` such requests.
    pub fn step(&self, running: f64) -> Step {
        self.runner.step_over(running, self.context, self.cached)
    }

    /// The load of `users` sequences on a replica with `seats`.
    pub fn load(&self, users: f64, seats: f64) -> Load {
        let running = running(users, seats);
        let times =
            Times { step_s: self.step(running).total, prefill_s: self.prefill_s, ride_s: self.ride_s };
        queue(users, running, self.answer, times)
    }
}

/// What a request takes of a replica at a load, seconds.
#[derive(Clone, Copy, Debug)]
struct Times {
    /// One decode step of all that run.
    step_s: f64,
    /// Taking in one prompt alone.
    prefill_s: f64,
    /// What a prompt adds when it rides along with decode steps.
    ride_s: f64,
}

/// Sequences that run of those that are alive.
fn running(users: f64, seats: f64) -> f64 {
    users.min(seats).max(1.0)
}

/// The latencies of `users` sequences of which `running` run, each with an answer of so many tokens.
fn queue(users: f64, running: f64, answer: f64, times: Times) -> Load {
    let Times { step_s, prefill_s, ride_s } = times;
    // Between two tokens of a sequence, running/answer requests finish and as many prompts come in.
    let tpot_s = step_s + running / answer * ride_s;
    // A prompt finds others' prompts under way, which ride along with the steps: mean wait of a queue with equal
    // service times, utilisation ρ: ρ / (2 (1 - ρ)) services; the step under way must end first.
    let busy = (running - 1.0).max(0.0) * ride_s / (answer * tpot_s + prefill_s).max(1e-30);
    let queue = ride_s * busy / (2.0 * (1.0 - busy).max(0.05));
    // Those without a seat wait for one: each seat is taken for a prompt and a whole answer.
    let without = (users / running - 1.0).max(0.0) * (prefill_s + answer * tpot_s);
    Load { running, step_s, prefill_s, tpot_s, ttft_s: prefill_s + step_s / 2.0 + queue + without }
}

/// Sequences that a replica's cache holds at the stated lengths: the pool over the cache of prompt and
/// answer, at most the engine's limit. Without a pool (programs that allocate as they go) the load that
/// was sized.
pub fn seats(job: &Job, layout: &Layout, device: &Device, memory: &Memory) -> f64 {
    let limit = f64::from(software::max_num_seqs(job, device.gpu).max(1));
    let length = f64::from(job.prompt.max(1)) + f64::from(job.answer.max(1));
    let sized = f64::from(layout.micro_batch.max(1));
    if memory.pool > 0.0 && memory.kv_per_token > 0.0 {
        (memory.pool / (memory.kv_per_token * length)).floor().clamp(1.0, limit)
    } else {
        sized.min(limit)
    }
}

/// The most users that one replica carries within seats and latency targets; at least 0 (not even one
/// user meets the targets).
pub fn capacity(request: &Request, job: &Job, seats: f64) -> f64 {
    let keeps = |users: f64| {
        let at = request.load(users, seats);
        job.ttft_ms.is_none_or(|t| at.ttft_s * 1e3 <= t) && job.tpot_ms.is_none_or(|t| at.tpot_s * 1e3 <= t)
    };
    if job.ttft_ms.is_none() && job.tpot_ms.is_none() {
        return seats;
    }
    if !keeps(1.0) {
        return 0.0;
    }
    // Latency rises with the load: halve the interval.
    let (mut low, mut high) = (1.0, seats.max(1.0));
    if keeps(high) {
        return high;
    }
    while high - low > 1.0 {
        let middle = ((low + high) / 2.0).floor();
        if keeps(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Tokens in and out of a job's requests, at least one each.
pub fn lengths(job: &Job) -> (f64, f64) {
    (f64::from(job.prompt.max(1)), f64::from(job.answer.max(1)))
}

/// Times a service in `layout`: `dp` replicas share the plan's users, `micro_batch` is the load of each.
pub fn pace<T: Trace>(job: &Job, layout: &Layout, device: &Device, memory: &Memory, trace: &mut T) -> Pace {
    let runner = Runner::new(job, layout, device);
    let (prompt, answer) = lengths(job);
    let replicas = f64::from(layout.dp.max(1));
    let seats = seats(job, layout, device, memory);
    let users = f64::from(layout.micro_batch.max(1));
    let request = Request::new(&runner, prompt, answer);
    let at = request.load(users, seats);
    let parts = request.step(at.running);

    let uncertain = |x: f64, spread: f64| {
        let far = if runner.wires().assumed { 0.5 } else { 0.25 } * parts.exchange / parts.total;
        let u = Uncertain::exact(x)
            .with_share(Cause::RunTime, spread * 0.7, spread)
            .with_share(Cause::EngineVersion, 0.1, 0.15)
            .with_share(Cause::Interconnect, far, far);
        if job.assumed_arch { u.with_share(Cause::Assumed, 0.1, 0.1) } else { u }
    };
    // No public table has the speed of encoder-decoders (speech): the formulas of language models, as a rule of thumb.
    let rough = super::rough(job);
    let sure = if rough { Certainty::RuleOfThumb } else { Certainty::Typical };
    let spread = |s: f64| if rough { s.max(super::ROUGH) } else { s };
    let tpot = uncertain(at.tpot_s, spread(runner.engine.spread));
    let step = uncertain(at.step_s, spread(runner.engine.spread));
    let ttft = uncertain(at.ttft_s, spread(runner.engine.prefill_spread));
    let rate = tpot.inverse().times(at.running * replicas);
    let prefill = uncertain(at.prefill_s / prompt, spread(runner.engine.prefill_spread)).inverse();
    let users_kept = capacity(&request, job, seats);

    trace.line(|| {
        Line::new(
            What::DecodeStep,
            &step,
            Unit::Milliseconds,
            "max(W / (e·BW), 2·N·max(b, m) / (u·P)) + b·KV / (c·BW) + L·t + t0 + X",
            "roofline and time per layer, fitted to tables of Qwen, Argonne, llama.cpp and others",
            sure,
            vec![
                term("b", TermName::Users, at.running, Unit::Users, From::Plan),
                term("W", TermName::MovedBytes, runner.weights.read(at.running), Unit::Bytes, From::Model),
                term("BW", TermName::Bandwidth, runner.bandwidth / 1e9, Unit::GbPerSecond, From::Gpu),
                term("e", TermName::AchievedShare, runner.engine.weights, Unit::Share, From::Constant),
                term("N", TermName::ActiveParameters, runner.linear() / 2.0, Unit::Params, From::Model),
                term("P", TermName::PeakRate, runner.peak / 1e12, Unit::TflopsPerSecond, From::Gpu),
                term("L", TermName::Layers, runner.layers, Unit::Layers, From::Model),
                term(
                    "t",
                    TermName::TimePerLayer,
                    runner.engine.layer_s * 1e3,
                    Unit::Milliseconds,
                    From::Constant,
                ),
                term("X", TermName::Other, parts.exchange * 1e3, Unit::Milliseconds, From::Derived),
            ],
        )
        .in_milliseconds()
    });
    trace.line(|| {
        Line::new(
            What::PrefillTokensPerSecond,
            &prefill,
            Unit::TokensPerSecond,
            "tp·u·P / (2·N + A(p))",
            "published prefill runs: share of the dense peak by program",
            sure,
            vec![
                term("p", TermName::PromptTokens, prompt, Unit::Tokens, From::Plan),
                term("N", TermName::ActiveParameters, runner.linear() / 2.0, Unit::Params, From::Model),
                term("u", TermName::AchievedShare, runner.engine.prefill, Unit::Share, From::Constant),
                term("P", TermName::PeakRate, runner.peak / 1e12, Unit::TflopsPerSecond, From::Gpu),
                term("tp", TermName::TensorParallel, runner.tp(), Unit::Gpus, From::Chosen),
            ],
        )
    });
    trace.line(|| {
        Line::new(
            What::TimePerToken,
            &tpot,
            Unit::Milliseconds,
            "step + b / a · prefill",
            "each finished request lets one prompt in",
            sure,
            vec![
                term("b", TermName::Users, at.running, Unit::Users, From::Plan),
                term("a", TermName::AnswerTokens, answer, Unit::Tokens, From::Plan),
                term(
                    "prefill",
                    TermName::PromptTokens,
                    at.prefill_s * 1e3,
                    Unit::Milliseconds,
                    From::Derived,
                ),
            ],
        )
        .in_milliseconds()
    });
    trace.line(|| {
        Line::new(
            What::TimeToFirstToken,
            &ttft,
            Unit::Milliseconds,
            "prefill + R · ρ / (2 (1 − ρ)) + step / 2 + (users / b − 1) · (prefill + a · tpot)",
            "queue with equal service times (Pollaczek-Khinchine)",
            sure,
            vec![
                term("users", TermName::Users, users, Unit::Users, From::Plan),
                term("b", TermName::Users, at.running, Unit::Users, From::Derived),
                term("R", TermName::PromptTokens, request.ride_s * 1e3, Unit::Milliseconds, From::Derived),
                term("a", TermName::AnswerTokens, answer, Unit::Tokens, From::Plan),
            ],
        )
        .in_milliseconds()
    });
    trace.line(|| {
        Line::new(
            What::UsersPerReplica,
            &Uncertain::exact(users_kept),
            Unit::Users,
            "max b: pool / (KV · (p + a)) ≥ b, tpot(b) ≤ target, ttft(b) ≤ target",
            "memory pool and latency targets of the plan",
            sure,
            vec![
                term("pool", TermName::ConstantBytes, memory.pool, Unit::Bytes, From::Derived),
                term("KV", TermName::BytesPerElement, memory.kv_per_token, Unit::BytesEach, From::Derived),
                term("p", TermName::PromptTokens, prompt, Unit::Tokens, From::Plan),
                term("a", TermName::AnswerTokens, answer, Unit::Tokens, From::Plan),
            ],
        )
    });
    trace.line(|| {
        Line::new(
            What::DecodeTokensPerSecond,
            &rate,
            Unit::TokensPerSecond,
            "dp · b / tpot",
            "all replicas at the stated load",
            sure,
            vec![
                term("dp", TermName::DataParallel, replicas, Unit::Plain, From::Chosen),
                term("b", TermName::Users, at.running, Unit::Users, From::Derived),
            ],
        )
    });

    let largest = parts.exchange.max(parts.launch).max(parts.compute + parts.weights).max(parts.cache);
    let bottleneck = if users > seats {
        Bottleneck::MemorySize
    } else if largest == parts.exchange {
        Bottleneck::CardLink
    } else if largest == parts.launch {
        Bottleneck::Launch
    } else if parts.compute > 0.0 || at.tpot_s > 2.0 * at.step_s {
        Bottleneck::Compute
    } else {
        Bottleneck::MemoryBandwidth
    };
    Pace {
        work_h: Uncertain::ZERO,
        step_s: step,
        rate,
        mfu: 0.0,
        serve: Serve { prefill, ttft_s: ttft, tpot_s: tpot, seats, users: users_kept },
        bottleneck,
        timed: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn vector(users: f64, seats: f64, answer: f64, times: [f64; 3], ttft: f64, tpot: f64) {
        let [step_s, prefill_s, ride_s] = times;
        let at = queue(users, running(users, seats), answer, Times { step_s, prefill_s, ride_s });
        assert!((at.tpot_s - tpot).abs() < 1e-6, "a token every {} s, by hand {tpot}", at.tpot_s);
        assert!((at.ttft_s - ttft).abs() < 1e-6, "first token after {} s, by hand {ttft}", at.ttft_s);
    }

    #[test]
    fn latencies_by_hand() {
        // One user: 20 ms a step and 0.05 s / 100 of its own next prompt; 0.1 s of prompt, half a step.
        vector(1.0, 20.0, 100.0, [0.02, 0.1, 0.05], 0.110, 0.0205);
        // Eleven: 20 ms + 11 · 0.5 ms = 25.5 ms. Busy with prompts 10 · 0.05 / (2.55 + 0.1) = 0.188679; the wait
        // is 0.05 · 0.188679 / (2 · 0.811321) = 5.8140 ms.
        vector(11.0, 20.0, 100.0, [0.02, 0.1, 0.05], 0.115814, 0.0255);
        // Forty on twenty seats: twenty run, 20 + 10 = 30 ms; busy 0.95 / 3.1 = 0.306452, wait 11.0465 ms; the
        // other twenty wait for a prompt and a whole answer, 0.1 + 3 s.
        vector(40.0, 20.0, 100.0, [0.02, 0.1, 0.05], 0.1 + 0.01 + 0.0110465 + 3.1, 0.03);
        // Long prompts, short answers: a token every 0.05 + 8 / 10 · 2 = 1.65 s; busy 7 · 2 / (16.5 + 2) = 0.756757,
        // wait 2 · 0.756757 / (2 · 0.243243) = 3.111111 s.
        vector(8.0, 8.0, 10.0, [0.05, 2.0, 2.0], 2.0 + 0.025 + 3.111111, 1.65);
        // Without prompts of any length only steps are left.
        vector(5.0, 9.0, 200.0, [0.03, 0.0, 0.0], 0.015, 0.03);
    }
}
