//! Traffic out by the gigabyte or as bandwidth.

use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question, always};
use crate::engine::cost::asked::{month_gb, traffic_even};
use crate::engine::cost::{Fee, HOURS_MEAN_MONTH, Side};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

/// Bandwidth of a small public address (assumption).
const MBPS: f64 = 10.0;
/// Beyond so many gigabytes a month nobody asks.
const LIMIT: f64 = 1e7;

pub static QUESTION: Question = Question {
    id: "traffic",
    title: t::TRAFFIC,
    applies: always,
    inputs: &[
        Input {
            id: "gb",
            label: t::IN_GB_MONTH,
            unit: Unit::Gb,
            bounds: (0.0, LIMIT),
            start: |c| c.ctx.needs.egress_gb / (c.time.wall / HOURS_MEAN_MONTH).max(1.0),
        },
        Input {
            id: "per-gb",
            label: t::IN_PER_GB,
            unit: Unit::Money,
            bounds: (0.0, 100.0),
            start: |c| c.ctx.tariff(&c.ask).egress.unit_price(),
        },
        Input { id: "mbps", label: t::IN_MBPS, unit: Unit::Mbps, bounds: (0.1, 1e5), start: |_| MBPS },
        Input {
            id: "price",
            label: t::IN_MBPS_PRICE,
            unit: Unit::MoneyPerMonth,
            bounds: (0.0, 1e5),
            start: |_| 0.0,
        },
    ],
    fields: &[],
    answer: |c, g| {
        let (gb, mbps, price) = (g.of(0), g.of(2), g.of(3));
        let printed = c.ctx.tariff(&c.ask).egress;
        // A price that was typed holds for every gigabyte; the seller's own has its free part and tiers.
        let fee = if g.any_typed(1..2) { Fee::flat(g.of(1), 0.0) } else { printed };
        let by_gb = |gb: f64| fee.cost(gb, Side::Likely);
        let (flat, most) = (mbps * price, month_gb(mbps));
        let (amount, lang) = (number::gb(gb), c.scene.lang);
        let mut a = Answer::default();
        let even = if flat > 0.0 { traffic_even(by_gb, flat, LIMIT) } else { None };
        let open = printed.unknown() && !g.any_typed(1..2);
        if flat <= 0.0 && by_gb(gb) <= 0.0 {
            // Nothing to save: it is free, or nobody knows.
            let said = if open { t::TRAFFIC_OPEN } else { t::TRAFFIC_FREE };
            a.says.push(c.say(said, &[&amount]));
        } else if flat <= 0.0 {
            let each = number::rate(lang, c.amount(by_gb(gb) / mbps), c.scene.show, number::Per::Month);
            a.says.push(c.say(t::TRAFFIC_ASK, &[&amount, &c.money(by_gb(gb)), &each]));
        } else {
            a.says.push(match even {
                Some(x) if x < most => c.say(t::TRAFFIC_EVEN, &[&number::gb(x), &c.money(flat)]),
                _ => c.say(t::TRAFFIC_NEVER, &[&c.money(flat)]),
            });
            let which = if by_gb(gb) > flat { t::TRAFFIC_BANDWIDTH } else { t::TRAFFIC_GB };
            a.says.push(c.say(which, &[&amount, &c.money((by_gb(gb) - flat).abs())]));
            let mut plan = (*c.scene.plan).clone();
            plan.data.egress_month = Some(flat);
            a.make = Some((t::TRAFFIC_MAKE, Box::new(plan)));
        }
        a.says.push(if gb > most {
            c.say(t::TRAFFIC_FULL, &[&amount, &number::gb(most)])
        } else {
            c.say(t::TRAFFIC_TAKES, &[&amount, &c.hours(gb * 8_000.0 / mbps / 3_600.0)])
        });
        let seller = c.seller(&c.winner);
        a.notes.push(match printed.from {
            _ if g.any_typed(1..2) => c.say(t::TRAFFIC_TYPED, &[]),
            None => c.say(t::TRAFFIC_PRINTED, &[&seller]),
            Some(0) => c.say(t::TRAFFIC_UNKNOWN, &[&seller]),
            Some(n) => c.say(t::TRAFFIC_ASSUMED, &[&seller, &number::whole(u64::from(n))]),
        });
        a.notes.push(c.say(t::TRAFFIC_NOTE, &[]));
        let span = (0.0, (gb * 2.0).max(even.filter(|x| *x < most).unwrap_or(0.0) * 2.0).max(10.0));
        let mut marks = vec![Mark { x: gb, text: c.say(t::YOURS, &[&amount]).plain(), own: true }];
        if let Some(x) = even.filter(|x| *x < most) {
            marks.push(Mark { x, text: c.say(t::EVEN_AT, &[&number::gb(x)]).plain(), own: false });
        }
        let mut curves = vec![Curve::of("ondemand", c.of(t::LINE_GB), span, false, |x| c.amount(by_gb(x)))];
        if flat > 0.0 {
            // Only as far as it goes through in a month.
            let end = (span.0, span.1.min(most));
            curves.push(Curve::of("monthly", c.of(t::LINE_BANDWIDTH), end, false, |_| c.amount(flat)));
        }
        // Free as far as one looks: nothing to draw.
        a.chart = (flat > 0.0 || by_gb(span.1) > 0.0).then(|| Chart {
            label: c.of(t::TRAFFIC),
            x_title: c.of(t::X_GB),
            y_title: c.y_title(t::Y_MONTH),
            x: span,
            log: false,
            x_text: |_, x| number::significant(x, 3),
            curves,
            marks,
        });
        a
    },
};
