//! A committed (or owned) base and the peaks by the hour.

use super::case::{Case, PACKAGE_SHARE};
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Given, Input, Question, always};
use crate::catalog::Mode;
use crate::engine::cost::asked::day_load;
use crate::engine::cost::market::{base_and_burst, base_cost};
use crate::engine::cost::{HOURS_MEAN_MONTH, market::BaseAndBurst};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

const MOST: (f64, f64) = (0.0, 4_096.0);

pub static QUESTION: Question = Question {
    id: "base",
    title: t::BASE,
    applies: always,
    inputs: &[
        Input {
            id: "night",
            label: t::IN_NIGHT_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count),
        },
        Input {
            id: "day",
            label: t::IN_DAY_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count * 2),
        },
        Input {
            id: "peak",
            label: t::IN_PEAK_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count * 4),
        },
        Input { id: "day-h", label: t::IN_DAY_LONG, unit: Unit::Hours, bounds: (0.0, 24.0), start: |_| 12.0 },
        Input {
            id: "peak-h",
            label: t::IN_PEAK_LONG,
            unit: Unit::Hours,
            bounds: (0.0, 24.0),
            start: |_| 4.0,
        },
        Input {
            id: "committed",
            label: t::IN_COMMITTED,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e5),
            start: committed,
        },
        Input {
            id: "burst",
            label: t::IN_BURST,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e5),
            start: |c| c.card_hour(),
        },
    ],
    fields: &[],
    answer: |c, g| {
        let (mut a, best) = weigh(c, g, 0, t::BASE, t::X_BASE);
        let (price, burst) = (g.of(5), g.of(6));
        a.says.push(c.say(t::BASE_BEST, &[&number::whole(u64::from(best.base)), &c.money(best.cost)]));
        a.says.push(c.say(t::BASE_OTHERS, &[&c.money(best.on_demand), &c.money(best.committed)]));
        if price < burst {
            a.says.push(c.say(t::BASE_RULE, &[&c.hours(24.0 * price / burst)]));
        }
        if c.month().2.is_none() && !g.any_typed(5..6) {
            a.notes.push(c.say(t::MONTH_ASSUMED, &[&number::percent(PACKAGE_SHARE)]));
        }
        a
    },
};

/// Own hardware for what must not leave the house, rented peaks.
pub static PEAKS: Question = Question {
    id: "peaks",
    title: t::PEAKS,
    applies: always,
    inputs: &[
        Input {
            id: "night",
            label: t::IN_NIGHT_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count),
        },
        Input {
            id: "day",
            label: t::IN_DAY_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count * 2),
        },
        Input {
            id: "peak",
            label: t::IN_PEAK_CARDS,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count * 4),
        },
        Input { id: "day-h", label: t::IN_DAY_LONG, unit: Unit::Hours, bounds: (0.0, 24.0), start: |_| 12.0 },
        Input {
            id: "peak-h",
            label: t::IN_PEAK_LONG,
            unit: Unit::Hours,
            bounds: (0.0, 24.0),
            start: |_| 4.0,
        },
        Input {
            id: "own",
            label: t::IN_OWN,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e5),
            start: |c| own(c).unwrap_or_else(|| committed(c)),
        },
        Input {
            id: "rent",
            label: t::IN_BURST,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e5),
            start: |c| c.card_hour(),
        },
        Input {
            id: "floor",
            label: t::IN_FLOOR,
            unit: Unit::Count,
            bounds: MOST,
            start: |c| f64::from(c.winner.count),
        },
    ],
    fields: &[],
    answer: |c, g| {
        let floor = g.count(7);
        let (mut a, best) = weigh(c, g, floor, t::PEAKS, t::X_OWN);
        let (_, free) = weigh(c, g, 0, t::PEAKS, t::X_OWN);
        let which = if free.base < best.base { t::PEAKS_MUST } else { t::PEAKS_BEST };
        a.says.push(c.say(which, &[&number::whole(u64::from(best.base)), &c.money(best.cost)]));
        if free.base < best.base {
            let more = c.money(best.cost - free.cost);
            a.says.push(c.say(t::PEAKS_FLOOR, &[&number::whole(u64::from(free.base)), &more]));
        }
        a.says.push(c.say(t::PEAKS_OTHERS, &[&c.money(best.on_demand), &c.money(best.committed)]));
        a.notes.push(if own(c).is_some() {
            c.say(t::PEAKS_OWN_FROM, &[])
        } else {
            c.say(t::PEAKS_NO_PRICE, &[])
        });
        a
    },
};

/// A card-hour of the longest package of these cards.
fn committed(c: &Case) -> f64 {
    let found = [Mode::Monthly, Mode::Reserved1y].iter().filter_map(|m| c.like(*m));
    let prices = found.map(|e| c.hour_of(e) / f64::from(e.billed.max(1)));
    let best = prices.fold(f64::INFINITY, f64::min);
    if best.is_finite() { best } else { c.card_hour() * PACKAGE_SHARE }
}

/// A card-hour of owning, as the buying panel has it: spread over all hours.
fn own(c: &Case) -> Option<f64> {
    let own = super::buy::weigh(c, c.hour(), 1.0)?;
    Some(own.own.total / f64::from(own.inputs.cards.max(1)) / HOURS_MEAN_MONTH)
}

fn weigh(c: &Case, g: &Given, floor: u32, label: t::Pair, x_title: t::Pair) -> (Answer, BaseAndBurst) {
    let load = day_load(g.count(0), g.count(1), g.count(2), g.of(3), g.of(4));
    let (price, burst) = (g.of(5), g.of(6));
    let best = base_and_burst(&load, price, burst, floor);
    let most = load.iter().copied().max().unwrap_or(0).max(floor).max(1);
    // Every number of cards, or a hundred of them.
    let step = most.div_ceil(100).max(1);
    let points = (floor..=most)
        .step_by(step as usize)
        .map(|n| (f64::from(n), c.amount(base_cost(&load, n, price, burst))));
    let chart = Chart {
        label: c.of(label),
        x_title: c.of(x_title),
        y_title: c.y_title(t::Y_DAY),
        x: (0.0, f64::from(most)),
        log: false,
        x_text: |_, x| number::significant(x, 4),
        curves: vec![Curve { c: "monthly", name: c.of(t::LINE_COST), points: points.collect() }],
        marks: vec![Mark {
            x: f64::from(best.base),
            text: c.say(t::BEST_AT, &[&number::whole(u64::from(best.base))]).plain(),
            own: true,
        }],
    };
    (Answer { chart: Some(chart), ..Answer::default() }, best)
}
