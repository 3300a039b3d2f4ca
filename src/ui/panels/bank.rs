//! Several people and one bank of prepaid hours.

use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::HOURS_30_DAYS;
use crate::engine::cost::asked::{DEMAND_SPREAD, PREPAID_OFF, Prepaid, pool, pool_cost};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

pub static QUESTION: Question = Question {
    id: "bank",
    title: t::BANK,
    applies: always,
    inputs: &[
        Input {
            id: "people",
            label: t::IN_MEMBERS,
            unit: Unit::Count,
            bounds: (1.0, 1_000.0),
            // A plan of one person asks about five (assumption).
            start: |c| match c.scene.plan.market.members {
                0 | 1 => 5.0,
                n => f64::from(n),
            },
        },
        Input {
            id: "mean",
            label: t::IN_MEAN,
            unit: Unit::Hours,
            bounds: (0.0, 1e6),
            start: |c| (c.time.powered * f64::from(c.winner.count)).max(1.0),
        },
        Input {
            id: "sd",
            label: t::IN_SD,
            unit: Unit::Hours,
            bounds: (0.0, 1e6),
            start: |c| (c.time.powered * f64::from(c.winner.count)).max(1.0) * DEMAND_SPREAD,
        },
        Input {
            id: "later",
            label: t::IN_LATER,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e5),
            start: |c| c.card_hour(),
        },
        Input {
            id: "off",
            label: t::IN_OFF,
            unit: Unit::Share,
            bounds: (-1.0, 0.95),
            start: |_| PREPAID_OFF,
        },
        Input {
            id: "recover",
            label: t::IN_RECOVER,
            unit: Unit::Share,
            bounds: (0.0, 2.0),
            start: |c| c.scene.plan.market.resale.unwrap_or(0.5),
        },
        Input { id: "fee", label: t::IN_FEE, unit: Unit::Share, bounds: (0.0, 1.0), start: |_| 0.0 },
        Input { id: "lot", label: t::IN_LOT, unit: Unit::Hours, bounds: (0.0, 1e6), start: |_| 0.0 },
        Input {
            id: "need",
            label: t::IN_NEED_MONTHS,
            unit: Unit::Count,
            bounds: (0.1, 120.0),
            start: |c| (c.time.wall / HOURS_30_DAYS).clamp(1.0, 120.0),
        },
        Input { id: "valid", label: t::IN_VALID, unit: Unit::Count, bounds: (0.0, 120.0), start: |_| 0.0 },
    ],
    fields: &[],
    answer: |c, g| {
        let (members, mean, sd, later) = (g.count(0), g.of(1), g.of(2), g.of(3));
        let now = later * (1.0 - g.of(4));
        let recover = (g.of(5) - g.of(6)).max(0.0);
        let valid = if g.of(9) > 0.0 { (g.of(9) / g.of(8)).min(1.0) } else { 1.0 };
        let terms = Prepaid { later, now, recover, lot: g.of(7), valid };
        let p = pool(members, mean, sd, &terms);
        let n = |hours: f64| number::fixed(hours, 0);
        let mut a = Answer::default();
        if p.together.hours > 0.0 {
            let (cost, without) = (c.money(p.together.cost), c.money(p.together.without));
            a.says.push(c.say(t::BANK_BUY, &[&n(p.together.hours), &cost, &without]));
            if members > 1 {
                a.says.push(c.say(t::BANK_ALONE, &[&n(p.alone.hours), &c.money(p.saved)]));
            }
            let strict = pool(members, mean, sd, &Prepaid { recover: 0.0, ..terms });
            if recover > 0.0 {
                a.says.push(c.say(t::BANK_MORE, &[&n(strict.together.hours)]));
            }
        } else {
            a.says.push(c.say(t::BANK_NONE, &[]));
        }
        if valid < 1.0 {
            a.says.push(c.say(t::BANK_EXPIRES, &[&number::percent(1.0 - valid)]));
        }
        a.notes.push(c.say(t::BANK_RULE, &[]));
        let most =
            (mean + 2.0 * sd / crate::units::math::sqrt(f64::from(members.max(1)))) * f64::from(members);
        let had = c.scene.plan.market.prepaid_h;
        let span = (0.0, most.max(had.unwrap_or(0.0)).max(1.0));
        let mut marks = vec![Mark {
            x: p.together.hours,
            text: c.say(t::BEST_AT, &[&n(p.together.hours)]).plain(),
            own: had.is_none(),
        }];
        marks.extend(had.map(|x| Mark { x, text: c.say(t::YOURS, &[&n(x)]).plain(), own: true }));
        a.chart = Some(Chart {
            label: c.of(t::BANK),
            x_title: c.of(t::X_BANK),
            y_title: c.y_title(t::Y_TOTAL),
            x: span,
            log: false,
            x_text: |lang, x| number::count(lang, x.round()),
            curves: vec![Curve::of("reserved", c.of(t::LINE_COST), span, false, |h| {
                c.amount(pool_cost(members, mean, sd, &terms, h))
            })],
            marks,
        });
        a
    },
};
