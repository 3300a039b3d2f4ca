//! An API by the token against a service of one's own.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Given, Input, Question};
use crate::engine::cost::asked::Service;
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::{Task, Unit};

/// One request per user and minute where the plan counts users (as the bill's traffic does).
const REQUESTS_PER_USER_S: f64 = 1.0 / 60.0;
/// Share of the day's load in its busy hours, how many these are, how full a replica runs (assumptions).
const BUSY: (f64, f64, f64) = (0.7, 8.0, 0.6);
/// Beyond so many tokens a day nobody asks.
const LIMIT: f64 = 1e13;

pub static QUESTION: Question = Question {
    id: "api",
    title: t::API,
    applies: |plan| matches!(plan.task, Task::Serve),
    inputs: &[
        Input {
            id: "tokens",
            label: t::IN_TOKENS_DAY,
            unit: Unit::Tokens,
            bounds: (1_000.0, 1e13),
            start: |c| {
                let a = &c.scene.plan.amount;
                let requests = a.rps.unwrap_or(f64::from(a.users) * REQUESTS_PER_USER_S);
                requests * f64::from(a.answer) * 3_600.0 * a.hours_per_day
            },
        },
        Input { id: "api", label: t::IN_API, unit: Unit::Money, bounds: (0.0, 1e5), start: |_| 0.0 },
        Input {
            id: "replica",
            label: t::IN_REPLICA,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e6),
            start: |c| c.hour() / replicas(c),
        },
        Input {
            id: "capacity",
            label: t::IN_CAPACITY,
            unit: Unit::PerSecond,
            bounds: (0.0, 1e7),
            start: |c| c.winner.rate.likely / replicas(c),
        },
        Input { id: "fill", label: t::IN_FILL, unit: Unit::Share, bounds: (0.05, 1.0), start: |_| BUSY.2 },
        Input {
            id: "busy",
            label: t::IN_BUSY_SHARE,
            unit: Unit::Share,
            bounds: (0.0, 1.0),
            start: |_| BUSY.0,
        },
        Input {
            id: "busy-h",
            label: t::IN_BUSY_H,
            unit: Unit::Hours,
            bounds: (0.5, 24.0),
            start: |c| BUSY.1.min(c.scene.plan.amount.hours_per_day),
        },
        Input {
            id: "open-h",
            label: t::IN_OPEN_H,
            unit: Unit::Hours,
            bounds: (0.5, 24.0),
            start: |c| c.scene.plan.amount.hours_per_day,
        },
        // The working day (assumption).
        Input { id: "from", label: t::IN_BUSY_FROM, unit: Unit::Count, bounds: (0.0, 23.0), start: |_| 9.0 },
    ],
    fields: &[],
    answer,
};

fn replicas(c: &Case) -> f64 {
    c.winner.serve.map_or(1.0, |s| f64::from(s.replicas.max(1)))
}

/// Load and cost by hour of the day: a table of the two kinds of hour, and the day as a chart.
fn hours_of_day(c: &Case, s: &Service, tokens: f64, from: f64, a: &mut Answer) {
    let lang = c.scene.lang;
    let money = |x: f64| number::money(c.amount(x), c.scene.show);
    let paid = |x: f64| if s.api > 0.0 { money(x) } else { "—".to_owned() };
    let names = [t::API_BUSY, t::API_QUIET];
    let rows = s.kinds(tokens).into_iter().zip(names).filter(|(k, _)| k.hours > 0.0).map(|(k, name)| {
        let name = c.say(name, &[&number::significant(k.hours, 3)]).plain();
        vec![name, number::count(lang, k.tokens), number::fixed(k.replicas, 0), money(k.own), paid(k.api)]
    });
    let head = [t::API_KIND, t::API_TOKENS, t::API_REPLICAS, t::LINE_SELF, t::LINE_API];
    a.table = Some((head.map(|h| c.of(h).to_owned()).into(), rows.collect()));
    let day = s.by_hour(tokens, from);
    // Steps: each hour keeps its height to its end; closed hours cost nothing.
    let steps = |cost: fn(&crate::engine::cost::asked::Kind) -> f64| {
        let each = day.iter().enumerate().flat_map(|(h, kind)| {
            let (h, y) = (h as f64, c.amount(kind.as_ref().map_or(0.0, cost)));
            [(h, y), (h + 1.0 - 1e-6, y)]
        });
        each.collect()
    };
    let mut curves = vec![Curve { c: "ondemand", name: c.of(t::LINE_SELF), points: steps(|k| k.own) }];
    if s.api > 0.0 {
        curves.push(Curve { c: "spot", name: c.of(t::LINE_API), points: steps(|k| k.api) });
    }
    a.second = Some(Chart {
        label: c.of(t::API_DAY),
        x_title: c.of(t::X_DAY_HOUR),
        y_title: c.y_title(t::Y_HOUR),
        x: (0.0, 24.0),
        log: false,
        x_text: |_, x| number::significant(x, 3),
        curves,
        marks: Vec::new(),
    });
}

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let (tokens, api) = (g.of(0), g.of(1));
    let s = Service {
        busy_share: g.of(5),
        busy_h: g.of(6),
        open_h: g.of(7),
        capacity: g.of(3) * 3_600.0,
        fill: g.of(4),
        hour: g.of(2),
        scales: true,
        api,
    };
    if s.capacity <= 0.0 {
        a.says.push(c.say(t::API_NO_RATE, &[]));
        return a;
    }
    let lang = c.scene.lang;
    a.says.push(c.say(t::API_EVEN_PRICE, &[&c.money(s.even_price(tokens))]));
    let even = if api > 0.0 { s.even_tokens(LIMIT) } else { None };
    if api > 0.0 {
        let (own, there) = (s.own_month(tokens), s.api_month(tokens));
        let which = if there <= own { t::API_CHEAPER } else { t::API_DEARER };
        a.says.push(c.say(which, &[&c.money(there), &c.money(own)]));
        a.says.push(match even {
            Some(n) => c.say(t::API_EVEN_TOKENS, &[&number::tokens(lang, n)]),
            None => c.say(t::API_NEVER, &[]),
        });
    } else {
        a.says.push(c.say(t::API_ASK, &[]));
    }
    let kinds = s.kinds(tokens);
    let [busy, quiet] = kinds.map(|k| k.replicas);
    let whole = |x: f64| number::fixed(x, 0);
    let open = kinds[1].hours > 0.0;
    a.says.push(c.say(t::API_LOAD, &[&whole(busy), &whole(if open { quiet } else { busy })]));
    let mixed = s.mixed_month(tokens);
    if api > 0.0 && mixed < s.own_month(tokens).min(s.api_month(tokens)) * 0.995 {
        let own_when_busy = kinds[0].own <= kinds[0].api;
        let which = if own_when_busy { t::API_MIX_BUSY } else { t::API_MIX_QUIET };
        a.says.push(c.say(which, &[&c.money(mixed)]));
    }
    hours_of_day(c, &s, tokens, g.of(8), &mut a);
    a.notes.push(c.say(t::API_INPUT, &[]));
    let high = (tokens * 20.0).max(even.unwrap_or(0.0) * 3.0).min(LIMIT);
    let span = ((tokens / 20.0).min(even.unwrap_or(f64::INFINITY) / 3.0).max(1_000.0), high);
    let mut marks =
        vec![Mark { x: tokens, text: c.say(t::YOURS, &[&number::tokens(lang, tokens)]).plain(), own: true }];
    if let Some(n) = even {
        marks.push(Mark { x: n, text: c.say(t::EVEN_AT, &[&number::tokens(lang, n)]).plain(), own: false });
    }
    let mut curves =
        vec![Curve::of("ondemand", c.of(t::LINE_SELF), span, true, |n| c.amount(s.own_month(n)))];
    if api > 0.0 {
        curves.push(Curve::of("spot", c.of(t::LINE_API), span, true, |n| c.amount(s.api_month(n))));
    }
    a.chart = Some(Chart {
        label: c.of(t::API),
        x_title: c.of(t::X_TOKENS),
        y_title: c.y_title(t::Y_MONTH),
        x: span,
        log: true,
        x_text: |lang, x| number::count(lang, x),
        curves,
        marks,
    });
    a
}
