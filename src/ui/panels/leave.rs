//! Leaving a package early: what comes back under the rules that are known.

use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::package::{
    FULL_REFUND_DAYS, Leaving, RefundRule, add_months, by_calendar_days, calendar_months, hour_of_month,
    refund, refund_rule,
};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;
use crate::units::Date;

/// The three large mainland clouds and everybody else; colours of their lines.
const RULES: [(t::Pair, &str, &str); 3] = [
    (t::RULE_TENCENT, "tencent", "ondemand"),
    (t::RULE_SHARE, "aliyun", "monthly"),
    (t::RULE_NONE, "market-cn", "spot"),
];

pub static QUESTION: Question = Question {
    id: "leave",
    title: t::LEAVE,
    applies: always,
    inputs: &[
        Input {
            id: "paid",
            label: t::IN_PAID_MONTHS,
            unit: Unit::Count,
            bounds: (1.0, 36.0),
            start: |_| 1.0,
        },
        Input {
            id: "month",
            label: t::IN_MONTH,
            unit: Unit::MoneyPerMonth,
            bounds: (0.01, 1e9),
            start: |c| c.month().0,
        },
        Input {
            id: "hour",
            label: t::IN_HOUR,
            unit: Unit::MoneyPerHour,
            bounds: (0.01, 1e6),
            start: |c| c.hour(),
        },
        Input {
            id: "used",
            label: t::IN_USED_H,
            unit: Unit::Hours,
            bounds: (0.0, 26_300.0),
            start: |_| 240.0,
        },
        Input {
            id: "vouchers",
            label: t::IN_VOUCHERS,
            unit: Unit::Money,
            bounds: (0.0, 1e9),
            start: |_| 0.0,
        },
        Input {
            id: "to",
            label: t::IN_NEW_MONTH,
            unit: Unit::MoneyPerMonth,
            bounds: (0.0, 1e9),
            start: |c| c.month().0,
        },
    ],
    fields: &[],
    answer: |c, g| {
        let (months, monthly, month_h) = (g.of(0), g.of(1), c.month().1);
        let paid = months * monthly;
        let at = |used_h: f64| Leaving {
            paid,
            vouchers: g.of(4).min(paid),
            monthly,
            hourly: g.of(2),
            month_h,
            term_h: months * month_h,
            used_h,
            first: true,
        };
        let back = |id: &str, used_h: f64| {
            let (rule, days) = refund_rule(id).unwrap_or((RefundRule::None, 0.0));
            refund(rule, days, &at(used_h))
        };
        let now = at(g.of(3).min(months * month_h));
        let left = paid * (1.0 - now.used_h / now.term_h.max(1.0));
        let mut a = Answer::default();
        let seller = c.month().2.unwrap_or(&c.winner);
        let id = c.scene.catalog.provider(seller.provider).id.as_str();
        match refund_rule(id) {
            Some((_, days)) => {
                let sum = back(id, now.used_h);
                let values = [&c.money(paid), &c.hours(now.used_h), &c.seller(seller), &c.money(sum)];
                a.says.push(c.say(t::LEAVE_BACK, &values.map(String::as_str)));
                if days > 0.0 {
                    a.says.push(c.say(t::LEAVE_FULL, &[&number::fixed(days, 0)]));
                }
            }
            None => a.says.push(c.say(t::LEAVE_UNKNOWN, &[&c.seller(seller), &c.money(left)])),
        }
        let money = |x: f64| number::money(c.amount(x), c.scene.show);
        let rows = RULES.map(|(name, id, _)| {
            let sum = back(id, now.used_h);
            vec![c.of(name).to_owned(), money(sum), money((left - sum).max(0.0))]
        });
        let head = [t::LEAVE_WHO, t::LEAVE_NOW, t::LEAVE_LOST].map(|h| c.of(h).to_owned());
        a.table = Some((head.into(), rows.into()));
        a.notes.push(c.say(t::LEAVE_RULES, &[]));
        let today = c.scene.today;
        let days = add_months(today, 1).since(today);
        let hour = hour_of_month(today, monthly);
        let rate = number::rate(c.scene.lang, c.amount(hour), c.scene.show, number::Per::Hour);
        a.notes.push(c.say(t::LEAVE_CALENDAR, &[&days.to_string(), &rate]));
        let whole = calendar_months(today, c.time.wall);
        let until = number::date(c.scene.lang, add_months(today, whole));
        a.notes.push(c.say(t::LEAVE_MONTHS, &[&c.hours(c.time.wall), &whole.to_string(), &until]));
        // The package began so many hours ago; what is left of it is settled by the days of each month.
        let began = Date::from_days(today.days() - (now.used_h / 24.0).ceil() as i32);
        let change = by_calendar_days(today, add_months(began, months as u32), g.of(5) - monthly);
        if change.abs() > 0.005 {
            let which = if change > 0.0 { t::LEAVE_UP } else { t::LEAVE_DOWN };
            a.says.push(c.say(which, &[&c.money(g.of(5)), &c.money(change.abs())]));
        }
        let span = (0.0, now.term_h);
        a.chart = Some(Chart {
            label: c.of(t::LEAVE),
            x_title: c.of(t::X_USED),
            y_title: c.y_title(t::Y_BACK),
            x: span,
            log: false,
            x_text: |_, x| number::fixed(x, 0),
            curves: RULES
                .iter()
                .map(|(name, id, colour)| {
                    let mut curve =
                        Curve::of(colour, c.of(*name), span, false, |h| c.amount(back(id, h.max(1e-3))));
                    // The full refund ends at an hour, not between two points of the grid.
                    let edge = FULL_REFUND_DAYS * 24.0;
                    if edge < span.1 && refund_rule(id).is_some_and(|(_, days)| days > 0.0) {
                        let at = curve.points.iter().take_while(|p| p.0 <= edge).count();
                        curve.points.insert(at, (edge, c.amount(back(id, edge))));
                        curve.points.insert(at + 1, (edge + 1e-6, c.amount(back(id, edge + 1e-6))));
                    }
                    curve
                })
                .collect(),
            marks: vec![Mark {
                x: now.used_h,
                text: c.say(t::YOURS, &[&c.hours(now.used_h)]).plain(),
                own: true,
            }],
        });
        a
    },
};
