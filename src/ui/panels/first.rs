//! New-user prices, memberships and credits: for one account, and never for longer than they last.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::strategy::introductory;
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

pub static QUESTION: Question = Question {
    id: "first",
    title: t::FIRST,
    applies: always,
    inputs: &[
        Input {
            id: "hour",
            label: t::IN_HOUR,
            unit: Unit::MoneyPerHour,
            bounds: (0.01, 1e6),
            start: |c| c.hour(),
        },
        Input {
            id: "hours",
            label: t::IN_NEED_H,
            unit: Unit::Hours,
            bounds: (0.0, 1e5),
            start: |c| c.time.powered,
        },
        // The middle of the 20 to 50 % that guides speak of (cost.md §3); how long it lasts is an assumption.
        Input {
            id: "off",
            label: t::IN_NEW_OFF,
            unit: Unit::Share,
            bounds: (0.0, 1.0),
            start: |c| c.scene.plan.claim.intro_off.unwrap_or(0.35),
        },
        Input {
            id: "first",
            label: t::IN_NEW_HOURS,
            unit: Unit::Hours,
            bounds: (0.0, 1e4),
            start: |c| c.scene.plan.claim.intro_h.unwrap_or(10.0),
        },
        Input { id: "member", label: t::IN_MEMBER_OFF, unit: Unit::Share, bounds: (0.0, 1.0), start: member },
        Input { id: "credit", label: t::IN_CREDIT, unit: Unit::Money, bounds: (0.0, 1e6), start: credit },
    ],
    fields: &[],
    answer: |c, g| {
        let (hour, used, off, first, member) = (g.of(0), g.of(1), g.of(2), g.of(3), g.of(4));
        let at = |h: f64| (introductory(hour, off, first, member, h) - g.of(5)).max(0.0);
        let mut a = Answer::default();
        let (list, now) = (hour * used, at(used));
        if list - now > 0.005 {
            let values = [&c.hours(used), &c.money(list), &c.money(now), &c.money(list - now)];
            a.says.push(c.say(t::FIRST_COST, &values.map(String::as_str)));
        } else {
            a.says.push(c.say(t::FIRST_NONE, &[]));
        }
        let short = now - (hour * (1.0 - off) * used - g.of(5)).max(0.0);
        if short > 0.005 {
            a.says.push(c.say(t::FIRST_TRAP, &[&c.money(short), &c.hours(first)]));
        }
        let seller = c.scene.catalog.provider(c.winner.provider);
        if member > 0.0 && !g.any_typed(4..5) {
            let pays = number::percent(seller.member_factor);
            a.notes.push(c.say(t::FIRST_MEMBER, &[&c.seller(&c.winner), &pays]));
        }
        if let Some((credit, _)) = seller.credit {
            let sum = number::money_text(c.scene.lang, credit.to_f64(), credit.currency);
            a.notes.push(c.say(t::FIRST_CREDIT, &[&c.seller(&c.winner), &sum]));
        }
        if !g.any_typed(2..4) && c.scene.plan.claim.intro_off.is_none() {
            a.notes.push(c.say(t::FIRST_ASSUMED, &[]));
        }
        a.notes.push(c.say(t::FIRST_ONCE, &[]));
        let span = (0.0, (used * 1.3).max(first * 2.0).max(1.0));
        a.chart = Some(Chart {
            label: c.of(t::FIRST),
            x_title: c.of(t::X_HOURS),
            y_title: c.y_title(t::Y_TOTAL),
            x: span,
            log: false,
            x_text: |_, x| number::significant(x, 3),
            curves: vec![
                Curve::of("ondemand", c.of(t::LINE_LIST), span, false, |h| c.amount(hour * h)),
                Curve::of("monthly", c.of(t::LINE_OFFERS), span, false, |h| c.amount(at(h))),
                Curve::of("spot", c.of(t::LINE_WRONG), span, false, |h| {
                    c.amount((hour * (1.0 - off) * h - g.of(5)).max(0.0))
                }),
            ],
            marks: vec![Mark { x: used, text: c.say(t::YOURS, &[&c.hours(used)]).plain(), own: true }],
        });
        a
    },
};

/// What members of the seller pay less.
fn member(c: &Case) -> f64 {
    1.0 - c.scene.catalog.provider(c.winner.provider).member_factor
}

/// What the seller gives to new users, in the plan's currency.
fn credit(c: &Case) -> f64 {
    let catalog = &c.scene.catalog;
    let given = catalog.provider(c.winner.provider).credit;
    let in_plan = given.and_then(|(m, _)| catalog.rates.convert(m, c.scene.plan.market.currency));
    in_plan.map_or(0.0, |m| m.to_f64())
}
