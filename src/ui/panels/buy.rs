//! Rent or buy.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Given, Input, Question, always};
use crate::catalog::Mode;
use crate::engine::cost::own::{self, Owning, use_share};
use crate::engine::cost::questions::{RentOrBuy, own_or_rent};
use crate::i18n::questions as t;
use crate::i18n::{Rich, number};
use crate::plan::{Field, Unit};

pub static QUESTION: Question = Question {
    id: "buy",
    title: t::BUY,
    applies: always,
    inputs: &[
        Input {
            id: "rent",
            label: t::IN_RENT,
            unit: Unit::MoneyPerHour,
            bounds: (0.001, 1e6),
            start: |c| {
                let month = c.like(Mode::Monthly).map_or(f64::INFINITY, |e| c.hour_of(e));
                month.min(c.hour())
            },
        },
        Input {
            id: "use",
            label: t::IN_USE,
            unit: Unit::Share,
            bounds: (0.0, 1.0),
            start: |c| use_share(&c.scene.plan),
        },
        Input { id: "idle", label: t::IN_IDLE, unit: Unit::Count, bounds: (0.0, 12.0), start: |_| 0.0 },
    ],
    fields: &[
        Field::BuyPrice,
        Field::Years,
        Field::Residual,
        Field::Tariff,
        Field::Pue,
        Field::Interest,
        Field::Maintenance,
        Field::Colocation,
        Field::Staff,
    ],
    answer,
};

/// Owning these cards against renting them at `hour` for a share of the time.
pub fn weigh(c: &Case, hour: f64, used: f64) -> Option<RentOrBuy> {
    let gpu = c.scene.catalog.gpu(c.winner.gpu);
    own_or_rent(&c.scene.plan, &c.scene.catalog.rates, gpu, c.winner.billed, hour, used)
}

/// Up to what price of the machine buying pays.
fn below(c: &Case, b: &RentOrBuy) -> Option<Rich> {
    let (years, used) = (number::significant(b.inputs.months / 12.0, 2), number::percent(b.inputs.use_share));
    Some(match own::even_price(&b.inputs, b.rent) {
        Some(price) => c.say(t::BUY_BELOW, &[&years, &used, &c.money(price)]),
        None => c.say(t::BUY_AT_NO_PRICE, &[&years, &used]),
    })
}

/// Where nobody prices the machine: the price up to which buying pays.
fn any_price(c: &Case, hour: f64, used: f64) -> Answer {
    let mut a = Answer::default();
    let mut plan = (*c.scene.plan).clone();
    plan.buying.price = Some(1.0);
    let gpu = c.scene.catalog.gpu(c.winner.gpu);
    let Some(b) = own_or_rent(&plan, &c.scene.catalog.rates, gpu, c.winner.billed, hour, used) else {
        return a;
    };
    a.says.extend(below(c, &b));
    a.notes.push(c.say(t::BUY_NO_PRICE, &[]));
    a.notes.push(c.say(t::BUY_LEFT_OUT, &[]));
    if let Some(even) = own::even_price(&b.inputs, b.rent) {
        let span = (0.0, c.amount(even) * 2.0);
        let each = even / c.amount(even).max(1e-12);
        let month = |price: f64| own::monthly(&Owning { price: price * each, ..b.inputs }).total;
        a.chart = Some(Chart {
            label: c.of(t::BUY),
            x_title: c.of(t::X_MACHINE),
            y_title: c.y_title(t::Y_MONTH),
            x: span,
            log: false,
            x_text: number::count,
            curves: vec![
                Curve::of("buy", c.of(t::LINE_OWN), span, false, |p| c.amount(month(p))),
                Curve::of("ondemand", c.of(t::LINE_RENT), span, false, |_| c.amount(b.rent)),
            ],
            marks: vec![Mark {
                x: c.amount(even),
                text: c.say(t::EVEN_AT, &[&c.money(even)]).plain(),
                own: false,
            }],
        });
    }
    a
}

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let used = g.of(1) * (12.0 - g.of(2)) / 12.0;
    let Some(b) = weigh(c, g.of(0), used) else {
        return any_price(c, g.of(0), used);
    };
    let months = b.inputs.months;
    a.says.push(match b.pays_after_months {
        Some(m) => c.say(t::BUY_AFTER, &[&number::whole(u64::from(m))]),
        None => c.say(t::BUY_NEVER, &[&number::significant(months / 12.0, 2)]),
    });
    let o = b.own;
    let parts =
        [o.total, o.capital, o.energy, o.maintenance, o.colocation + o.staff, b.rent].map(|x| c.money(x));
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    a.says.push(c.say(t::BUY_MONTH, &parts));
    a.says.push(match b.even_use {
        Some(u) => c.say(t::BUY_USE, &[&number::percent(u)]),
        None => c.say(t::BUY_NOT_EVEN_FULL, &[]),
    });
    a.says.extend(below(c, &b));
    let how = c.of(if b.price_assumed { t::BUY_REFERENCE } else { t::BUY_TYPED });
    a.notes.push(c.say(t::BUY_PRICE, &[&c.money(b.inputs.price), how]));
    a.notes.push(c.say(t::BUY_LEFT_OUT, &[]));
    let cell = |x: f64| c.words().money_cell(x);
    a.table = Some((
        [t::BUY_YEAR, t::BUY_OWN, t::BUY_RENT].map(|h| c.of(h).to_owned()).into(),
        (1u32..)
            .zip(&b.years)
            .map(|(y, (own, rent))| vec![number::whole(u64::from(y)), cell(*own), cell(*rent)])
            .collect(),
    ));
    let span = (0.0, months);
    let mut marks = Vec::new();
    if let Some(x) = b.crosses {
        marks.push(Mark { x, text: c.say(t::EVEN_AT, &[&number::fixed(x, 1)]).plain(), own: false });
    }
    a.chart = Some(Chart {
        label: c.of(t::BUY),
        x_title: c.of(t::X_MONTHS),
        y_title: c.y_title(t::Y_SPENT),
        x: span,
        log: false,
        x_text: |_, x| number::fixed(x, 0),
        curves: vec![
            Curve::of("buy", c.of(t::LINE_OWN), span, false, |m| c.amount(b.paid(m).0)),
            Curve::of("ondemand", c.of(t::LINE_RENT), span, false, |m| c.amount(b.paid(m).1)),
        ],
        marks,
    });
    a
}
