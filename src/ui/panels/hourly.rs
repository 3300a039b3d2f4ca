//! By the hour or by the month.

use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::strategy::{break_even, metered_month, powered_hours};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

pub static QUESTION: Question = Question {
    id: "hourly",
    title: t::HOURLY,
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
            id: "hours",
            label: t::IN_POWERED,
            unit: Unit::Hours,
            bounds: (0.0, 744.0),
            start: |c| c.powered_a_month(),
        },
        Input {
            id: "parked",
            label: t::IN_PARKED,
            unit: Unit::MoneyPerMonth,
            bounds: (0.0, 1e8),
            start: |c| c.parked(),
        },
        Input {
            id: "month-h",
            label: t::IN_MONTH_H,
            unit: Unit::Hours,
            bounds: (600.0, 744.0),
            start: |c| c.month().1,
        },
        Input { id: "days", label: t::IN_WORKDAYS, unit: Unit::Days, bounds: (0.0, 31.0), start: |_| 22.0 },
        Input { id: "day-h", label: t::IN_DAY_H, unit: Unit::Hours, bounds: (0.0, 24.0), start: |_| 8.0 },
        Input { id: "nights", label: t::IN_NIGHTS, unit: Unit::Days, bounds: (0.0, 31.0), start: |_| 0.0 },
        Input {
            id: "night-h",
            label: t::IN_NIGHT_H,
            unit: Unit::Hours,
            bounds: (0.0, 24.0),
            start: |_| 10.0,
        },
    ],
    fields: &[],
    answer: |c, g| {
        let (hour, month, parked, month_h) = (g.of(0), g.of(1), g.of(3), g.of(4));
        let helped = g.any_typed(5..9);
        let hours = if helped { powered_hours(g.of(5), g.of(6), g.of(7), g.of(8)) } else { g.of(2) };
        let on = (hours / month_h).min(1.0);
        let mut a = Answer::default();
        let even = break_even(hour, month, parked, month_h);
        a.says.push(match even {
            Some(e) if e.share > 1.0 => c.say(t::HOURLY_NEVER, &[]),
            Some(e) if e.share > 0.0 => {
                c.say(t::HOURLY_EVEN, &[&c.hours(e.hours), &number::percent(e.share)])
            }
            _ => c.say(t::HOURLY_ALWAYS, &[]),
        });
        let saved = month - metered_month(hour, parked, month_h, on);
        let better = if saved >= 0.0 { t::HOURLY_YOU_HOUR } else { t::HOURLY_YOU_MONTH };
        a.says.push(c.say(better, &[&c.hours(hours.min(month_h)), &c.money(saved.abs())]));
        if helped {
            a.says.push(c.say(t::HOURLY_HELPER, &[&c.hours(hours)]));
        } else {
            a.notes.push(c.say(t::HOURLY_HABITS, &[]));
        }
        a.notes.push(match c.month().2 {
            _ if g.any_typed(1..2) => c.say(t::HOURLY_BUSY, &[]),
            Some(e) => c.say(t::MONTH_FROM, &[&c.seller(e)]),
            None => c.say(t::MONTH_ASSUMED, &[&number::percent(super::case::PACKAGE_SHARE)]),
        });
        if !g.any_typed(1..2) {
            a.notes.push(c.say(t::HOURLY_BUSY, &[]));
        }
        let span = (0.0, month_h);
        let mut marks = vec![Mark {
            x: hours.min(month_h),
            text: c.say(t::YOURS, &[&c.hours(hours.min(month_h))]).plain(),
            own: true,
        }];
        if let Some(e) = even.filter(|e| e.share > 0.0 && e.share <= 1.0) {
            marks.push(Mark {
                x: e.hours,
                text: c.say(t::EVEN_AT, &[&c.hours(e.hours)]).plain(),
                own: false,
            });
        }
        a.chart = Some(Chart {
            label: c.of(t::HOURLY),
            x_title: c.of(t::X_POWERED),
            y_title: c.y_title(t::Y_MONTH),
            x: span,
            log: false,
            x_text: |_, x| number::fixed(x, 0),
            curves: vec![
                Curve::of("ondemand", c.of(t::LINE_HOURLY), span, false, |h| {
                    c.amount(metered_month(hour, parked, month_h, h / month_h))
                }),
                Curve::of("monthly", c.of(t::LINE_MONTHLY), span, false, |_| c.amount(month)),
            ],
            marks,
        });
        a
    },
};
