//! Try for a day, then take the month; and when to convert.

use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::asked::{Doubt, trial};
use crate::engine::cost::strategy::{convert_now, paid_a_month_at};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

pub static QUESTION: Question = Question {
    id: "trial",
    title: t::TRIAL,
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
            id: "month",
            label: t::IN_MONTH,
            unit: Unit::MoneyPerMonth,
            bounds: (0.01, 1e9),
            start: |c| c.month().0,
        },
        Input {
            id: "trial",
            label: t::IN_TRIAL_H,
            unit: Unit::Hours,
            bounds: (1.0, 240.0),
            start: |c| c.scene.plan.habits.trial_h.unwrap_or(24.0),
        },
        // Doubt before a machine is tried: checklist Q-14.
        Input { id: "doubt", label: t::IN_DOUBT, unit: Unit::Share, bounds: (0.0, 1.0), start: |_| 0.10 },
        // Most of what a trial can show shows in the first hours (cost.md §4); the figure is an assumption.
        Input { id: "finds", label: t::IN_FINDS, unit: Unit::Share, bounds: (0.01, 1.0), start: |_| 0.80 },
        Input { id: "useful", label: t::IN_USEFUL, unit: Unit::Share, bounds: (0.0, 1.0), start: |_| 0.0 },
        Input {
            id: "refund",
            label: t::IN_REFUND,
            unit: Unit::Share,
            bounds: (0.0, 1.0),
            start: |c| {
                let days = c.scene.catalog.provider(c.winner.provider).refund_days;
                if days > 0 { 1.0 } else { 0.0 }
            },
        },
        Input {
            id: "run",
            label: t::IN_RUN_H,
            unit: Unit::Hours,
            bounds: (0.0, 744.0),
            start: |c| c.scene.plan.habits.spent.unwrap_or(0.0) / c.hour().max(1e-9),
        },
        Input {
            id: "left",
            label: t::IN_LEFT_H,
            unit: Unit::Hours,
            bounds: (0.0, 744.0),
            start: |c| c.powered_a_month(),
        },
    ],
    fields: &[],
    answer: |c, g| {
        let month_h = c.month().1;
        let d = Doubt {
            hour: g.of(0),
            month: g.of(1),
            month_h,
            trial_h: g.of(2),
            doubt: g.of(3),
            finds: g.of(4),
            useful: g.of(5),
            refund: g.of(6),
        };
        let (run, left) = (g.of(7), g.of(8));
        let answer = trial(&d);
        let mut a = Answer::default();
        let doubt = number::percent(d.doubt);
        match answer.above {
            None => a.says.push(c.say(t::TRIAL_REFUND, &[])),
            Some(q) => {
                a.says.push(
                    c.say(t::TRIAL_ABOVE, &[&number::percent(q), &c.hours(d.trial_h), &c.money(answer.cost)]),
                );
                let which = if d.doubt > q { t::TRIAL_FIRST } else { t::TRIAL_BUY };
                a.says.push(c.say(which, &[&doubt, &c.money(answer.loss)]));
            }
        }
        let full = paid_a_month_at(d.hour, d.month);
        if run >= full {
            a.says.push(c.say(t::TRIAL_ALERT, &[&c.money(run * d.hour)]));
        } else {
            a.says.push(c.say(t::TRIAL_PAID, &[&c.hours(full)]));
        }
        if run > 0.0 {
            let gap = c.money((d.hour * left - d.month).abs());
            let which = if convert_now(d.hour, d.month, left) { t::TRIAL_CONVERT } else { t::TRIAL_STAY };
            a.says.push(c.say(which, &[&c.hours(left), &gap]));
        }
        if c.month().2.is_none() && !g.any_typed(1..2) {
            a.notes.push(c.say(t::MONTH_ASSUMED, &[&number::percent(super::case::PACKAGE_SHARE)]));
        }
        let most = (answer.above.unwrap_or(0.0) * 2.0).max(d.doubt * 1.5).clamp(0.10, 1.0);
        let span = (0.0, most);
        let mut marks = vec![Mark { x: d.doubt, text: c.say(t::YOURS, &[&doubt]).plain(), own: true }];
        if let Some(q) = answer.above.filter(|q| *q <= most) {
            marks.push(Mark { x: q, text: c.say(t::EVEN_AT, &[&number::percent(q)]).plain(), own: false });
        }
        a.chart = Some(Chart {
            label: c.of(t::TRIAL),
            x_title: c.of(t::X_DOUBT),
            y_title: c.y_title(t::Y_LOSS),
            x: span,
            log: false,
            x_text: |_, x| number::percent(x),
            curves: vec![
                Curve::of("monthly", c.of(t::LINE_BUY_AT_ONCE), span, false, |q| {
                    c.amount(trial(&Doubt { doubt: q, ..d }).loss)
                }),
                Curve::of("ondemand", c.of(t::LINE_TRY), span, false, |_| c.amount(answer.cost)),
            ],
            marks,
        });
        a
    },
};
