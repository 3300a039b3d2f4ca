//! Load of a service: how many users a replica carries within its latency, how many replicas a load needs,
//! what tokens in and out cost, beside an API.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Input, Question};
use crate::engine::pace::{Run, step};
use crate::i18n::number;
use crate::i18n::pace as t;
use crate::plan::{Task, Unit};

const LENGTH: (f64, f64) = (1.0, 1e7);
const LATENCY: (f64, f64) = (0.0, 1e6);
const PRICE: (f64, f64) = (0.0, 1e5);

pub static QUESTION: Question = Question {
    id: "carry",
    title: t::CARRY,
    applies: |plan| plan.task == Task::Serve,
    inputs: &[
        Input {
            id: "users",
            label: t::IN_USERS,
            unit: Unit::Count,
            bounds: (1.0, 1e6),
            start: |c| f64::from(super::run(c).map_or(1, |r| r.job.users)),
        },
        Input {
            id: "prompt",
            label: t::IN_PROMPT,
            unit: Unit::Tokens,
            bounds: LENGTH,
            start: |c| f64::from(c.scene.plan.amount.prompt),
        },
        Input {
            id: "answer",
            label: t::IN_ANSWER,
            unit: Unit::Tokens,
            bounds: LENGTH,
            start: |c| f64::from(c.scene.plan.amount.answer),
        },
        Input {
            id: "ttft",
            label: t::IN_TTFT,
            unit: Unit::Milliseconds,
            bounds: LATENCY,
            start: |c| super::run(c).and_then(|r| r.job.ttft_ms).unwrap_or(0.0),
        },
        Input {
            id: "tpot",
            label: t::IN_TPOT,
            unit: Unit::Milliseconds,
            bounds: LATENCY,
            start: |c| super::run(c).and_then(|r| r.job.tpot_ms).unwrap_or(0.0),
        },
        Input {
            id: "hour",
            label: t::IN_REPLICA,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e6),
            start: |c| c.hour() / c.winner.serve.map_or(1.0, |s| f64::from(s.replicas.max(1))),
        },
        Input { id: "api-in", label: t::IN_API_IN, unit: Unit::Money, bounds: PRICE, start: |_| 0.0 },
        Input { id: "api-out", label: t::IN_API_OUT, unit: Unit::Money, bounds: PRICE, start: |_| 0.0 },
    ],
    fields: &[],
    answer,
};

/// Positions that a speech encoder reads for a second: frames of 10 ms, two of them one position (Whisper: 1,500 for
/// 30 s).
const SOUND: f64 = 50.0;
/// Share of the time in use of the example.
const USED: f64 = 0.3;

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let Some(run) = super::run(c).filter(|r| r.unit_s() > 0.0) else {
        a.says.push(c.say(t::NOT_TIMED, &[]));
        return a;
    };
    let target = |x: f64| Some(x).filter(|x| *x > 0.0);
    let run = run.with(|r| {
        r.job.prompt = g.of(1) as u32;
        r.job.answer = g.of(2) as u32;
        (r.job.ttft_ms, r.job.tpot_ms) = (target(g.of(3)), target(g.of(4)));
        // One replica, asked for its own load.
        r.layout.machines = r.layout.machines.div_ceil(r.layout.dp.max(1));
        r.layout.dp = 1;
    });
    let (users, hour) = (g.of(0), g.of(5));
    let most = step::capacity(&run);
    let (ms, whole) = (|s: f64| super::seconds(c, s), |x: f64| number::fixed(x, 0));
    if most < 1.0 {
        let one = step::load(&run, 1.0);
        a.says.push(c.say(t::CARRY_NONE, &[&ms(one.ttft_s), &ms(one.tpot_s)]));
        return a;
    }
    let replicas = (users / most).ceil().max(1.0);
    a.says.push(c.say(t::CARRY_MOST, &[&whole(most), &whole(users), &whole(replicas)]));
    let each = (users / replicas).ceil();
    let at = step::load(&run, each);
    let rate = number::significant(at.running / at.tpot_s, 3);
    a.says.push(c.say(t::CARRY_AT, &[&whole(each), &ms(at.ttft_s), &ms(at.tpot_s), &rate]));
    let positions = f64::from(run.job.arch.encoder_positions);
    if positions > 0.0 && g.of(2) > 0.0 {
        let sound = positions / SOUND;
        let hours = sound * at.running / (g.of(2) * at.tpot_s);
        a.says.push(c.say(t::CARRY_SOUND, &[&whole(sound), &number::significant(hours, 2)]));
    }
    let (per_in, per_out) = prices(&run, each, hour);
    a.says.push(c.say(t::CARRY_COST, &[&c.words().money_each(per_in), &c.words().money_each(per_out)]));
    a.says.push(c.say(t::CARRY_IDLE, &[&c.words().money_each(per_out / USED)]));
    let (api_in, api_out) = (g.of(6), g.of(7));
    if api_in + api_out > 0.0 {
        let cost = |i: f64, o: f64| (g.of(1) * i + g.of(2) * o) / 1e6;
        let (api, own) = (cost(api_in, api_out), cost(per_in, per_out));
        let which = c.of(if api < own { t::BY_API } else { t::BY_SELF });
        a.says.push(c.say(t::CARRY_API, &[&c.words().money_each(api), &c.words().money_each(own), which]));
    } else {
        a.says.push(c.say(t::CARRY_API_ASK, &[]));
    }
    let head = [t::CARRY_USERS, t::CARRY_TTFT, t::CARRY_TPOT, t::CARRY_RATE, t::CARRY_OUT];
    let mut rows = Vec::new();
    let mut n = 1.0;
    while n <= most && rows.len() < 12 {
        let l = step::load(&run, n);
        rows.push(vec![
            whole(n),
            ms(l.ttft_s),
            ms(l.tpot_s),
            number::significant(l.running / l.tpot_s, 3),
            c.words().money_each(prices(&run, n, hour).1),
        ]);
        n = if n < most && n * 2.0 > most { most } else { n * 2.0 };
    }
    a.table = Some((head.map(|h| c.of(h).to_owned()).into(), rows));
    a.notes.push(c.say(t::CARRY_NOTE, &[]));
    a
}

/// Money for a million tokens in and out at a load.
fn prices(run: &Run<'_>, users: f64, hour: f64) -> (f64, f64) {
    let (seconds_in, seconds_out) = step::token_seconds(run, users);
    let million = |s: f64| s * 1e6 / 3_600.0 * hour;
    (million(seconds_in), million(seconds_out))
}
