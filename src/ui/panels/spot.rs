//! Spot or not: time and the chance to be late first, then money.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Given, Input, Question, always, rounded};
use crate::catalog::Mode;
use crate::engine::cost::questions::{SpotOrNot, spot_or_not};
use crate::engine::cost::spot::{Hazard, rate_from_share};
use crate::engine::cost::{Ask, Shift, Units, count, quick, time};
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

/// Discount where no spot price is known: cost.md §5, preset 40 %.
const DISCOUNT: f64 = 0.40;
/// Shares of machines that published bands see reclaimed within a month (cost.md §5.1).
const CLOUDS: [f64; 4] = [0.05, 0.10, 0.15, 0.20];
/// Marketplaces, "busy" and "hostile": mean hours between reclaims (cost.md §5.1, assumption).
const MARKETS: [f64; 2] = [24.0, 6.0];
/// Slack of a deadline that nobody set (assumption).
const SLACK: f64 = 1.5;

pub static QUESTION: Question = Question {
    id: "spot",
    title: t::SPOT,
    applies: always,
    inputs: &[
        Input { id: "off", label: t::IN_DISCOUNT, unit: Unit::Share, bounds: (-1.0, 0.95), start: discount },
        Input {
            id: "mtbi",
            label: t::IN_MTBI,
            unit: Unit::Hours,
            bounds: (0.5, 20_000.0),
            start: |c| hazard(c).mtbi_h[1],
        },
        Input {
            id: "deadline",
            label: t::IN_DEADLINE,
            unit: Unit::Hours,
            bounds: (0.1, 1e6),
            start: |c| c.scene.plan.limits.deadline_h.unwrap_or_else(|| calm(c).1 * SLACK),
        },
        Input {
            id: "every",
            label: t::IN_EVERY,
            unit: Unit::Minutes,
            bounds: (0.0, 1e5),
            start: |c| c.ctx.needs.interval_h.unwrap_or(0.0) * 60.0,
        },
        Input {
            id: "write",
            label: t::IN_WRITE,
            unit: Unit::Minutes,
            bounds: (0.01, 1_000.0),
            start: |c| c.ctx.needs.write_h * 60.0,
        },
        Input {
            id: "wait",
            label: t::IN_WAIT,
            unit: Unit::Hours,
            bounds: (0.0, 240.0),
            start: |c| hazard(c).wait_h,
        },
    ],
    fields: &[],
    answer,
};

/// The hazard of the spot offer at hand, or of the winner's seller.
fn hazard(c: &Case) -> Hazard {
    let found = c.like(Mode::Spot).and_then(|e| c.ctx.ask(e.offer)).and_then(|a| a.hazard);
    found.unwrap_or_else(|| Hazard::new(c.scene.catalog.provider(c.winner.provider), &c.ctx.needs))
}

/// The best offer of the same cards in a mode: price and what is ordered.
fn way(c: &Case, mode: Mode) -> Option<(Ask, Units)> {
    let e = c.like(mode)?;
    Some((c.ctx.ask_of(e.offer, e.slice)?, count(c.scene.catalog.offer(e.offer)?, e.count)?))
}

/// The metered price of the same cards.
fn metered(c: &Case) -> (Ask, Units) {
    let (ask, units) = way(c, Mode::OnDemand).unwrap_or((c.ask, c.units));
    // A term's price by its hours: what is compared is paid by the hour.
    let hour = ask.per_card_hour();
    (Ask { price: [hour; 3], term_h: 0.0, term_months: 0.0, ..ask }, units)
}

/// Cost and wall hours on demand.
fn calm(c: &Case) -> (f64, f64) {
    let (ask, units) = metered(c);
    let t = time(&c.ctx, &ask, &units, c.winner.work.likely, Shift::default());
    (quick(&c.ctx, &ask, &units, &t).total, t.wall)
}

/// What spot takes off the metered price of a card.
fn discount(c: &Case) -> f64 {
    let metered = metered(c).0.per_card_hour().max(1e-9);
    way(c, Mode::Spot).map_or(DISCOUNT, |(ask, _)| 1.0 - ask.per_card_hour() / metered)
}

/// Weighs with `mtbi` hours between reclaims; untouched assumptions are the offer's own, to the last digit, so
/// that the panel says the total that the table of offers has.
fn weigh(c: &Case, g: &Given, mtbi: f64) -> Option<SpotOrNot> {
    let (on_demand, calm_units) = metered(c);
    let given = |at: usize, own: f64| if g.any_typed(at..at + 1) { g.of(at) } else { own };
    let mut ctx = c.ctx.clone();
    let every = given(3, ctx.needs.interval_h.unwrap_or(0.0) * 60.0);
    ctx.needs.interval_h = Some(every / 60.0).filter(|h| *h > 0.0);
    ctx.needs.write_h = given(4, ctx.needs.write_h * 60.0) / 60.0;
    let base = hazard(c);
    // The ends keep their distance from the middle.
    let factor = mtbi / base.mtbi_h[1].max(1e-9);
    let (own, units) = way(c, Mode::Spot).unwrap_or((on_demand, calm_units));
    let price = on_demand.per_card_hour() * (1.0 - given(0, discount(c)));
    let cheaper = price / own.per_card_hour().max(1e-9);
    let spot = Ask {
        price: own.price.map(|p| p * cheaper),
        hazard: Some(Hazard {
            mtbi_h: base.mtbi_h.map(|h| h * factor),
            wait_h: given(5, base.wait_h),
            ..base
        }),
        ..own
    };
    let work = c.like(Mode::Spot).unwrap_or(&c.winner).work.likely;
    spot_or_not(&ctx, (&spot, &units), (&on_demand, &calm_units), work, Some(g.of(2)))
}

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let mtbi = if g.any_typed(1..2) { g.of(1) } else { hazard(c).mtbi_h[1] };
    let Some(s) = weigh(c, g, mtbi) else { return a };
    let (cost, wall) = calm(c);
    let deadline = c.hours(g.of(2));
    a.says.push(
        c.say(t::SPOT_EXPECT, &[&c.money(s.total[0]), &c.hours(s.wall[0]), &c.money(cost), &c.hours(wall)]),
    );
    a.says.push(c.say(t::SPOT_LATE, &[&deadline, &number::chance(s.p_late)]));
    if let Some(h) = s.hybrid {
        a.says.push(if h.switch_h > 0.0 {
            c.say(t::SPOT_SWITCH, &[&c.hours(h.switch_h), &c.money(h.expected), &c.money(h.worst)])
        } else {
            c.say(t::SPOT_TOO_LATE, &[])
        });
    }
    a.says.push(c.say(
        t::SPOT_WORST,
        &[
            &c.money(s.total[1]),
            &c.hours(s.wall[1]),
            &number::significant(s.interruptions, 2),
            &c.hours(s.interval_h),
        ],
    ));
    a.says.push(match s.even_mtbi_h {
        m if m <= 0.0 => c.say(t::SPOT_ALWAYS, &[]),
        m if m.is_finite() => c.say(t::SPOT_EVEN, &[&c.hours(m)]),
        _ => c.say(t::SPOT_DEARER, &[]),
    });
    let h = hazard(c);
    let write = g.of(4) / 60.0;
    let times = [h.notice_h, write].map(|h| number::seconds(c.scene.lang, h * 3_600.0));
    let times = times.each_ref().map(String::as_str);
    a.says.push(match h.saves(write) {
        _ if h.notice_h <= 0.0 => c.say(t::SPOT_NOTICE_OPEN, &times[1..]),
        true => c.say(t::SPOT_NOTICE_SAVES, &times),
        false => c.say(t::SPOT_NOTICE_SHORT, &times),
    });
    let of_month = |f: f64| {
        (c.say(t::SPOT_HAZARD_MONTH, &[&number::percent(f)]).plain(), rounded(1.0 / rate_from_share(f)))
    };
    let every = |h: f64| (c.say(t::SPOT_HAZARD_EVERY, &[&c.hours(h)]).plain(), h);
    let hazards = CLOUDS.map(of_month).into_iter().chain(MARKETS.map(every));
    a.usual = hazards.map(|(name, h)| (name, vec![(1, h)])).collect();
    a.notes.push(c.say(t::SPOT_HAZARD_FROM, &[]));
    a.notes.push(match c.like(Mode::Spot) {
        Some(e) => c.say(t::SPOT_FROM, &[&c.seller(e)]),
        None => c.say(t::SPOT_ASSUMED, &[&number::percent(DISCOUNT)]),
    });
    if c.like(Mode::Spot).and_then(|e| c.ctx.ask(e.offer)).is_some_and(|a| a.floor) {
        a.notes.push(c.say(t::SPOT_FLOOR, &[]));
    }
    let span = (0.5, (g.of(1) * 4.0).clamp(100.0, 20_000.0));
    let mut marks = vec![Mark { x: g.of(1), text: c.say(t::YOURS, &[&c.hours(g.of(1))]).plain(), own: true }];
    if s.even_mtbi_h > span.0 && s.even_mtbi_h < span.1 {
        marks.push(Mark {
            x: s.even_mtbi_h,
            text: c.say(t::EVEN_AT, &[&c.hours(s.even_mtbi_h)]).plain(),
            own: false,
        });
    }
    // Beyond three times the calm cost the curve says nothing more.
    let most = 3.0 * cost.max(s.total[0]);
    let curve = Curve::of("spot", c.of(t::LINE_SPOT), span, true, |m| {
        weigh(c, g, m).map_or(f64::NAN, |s| c.amount(s.total[0].min(most)))
    });
    a.chart = Some(Chart {
        label: c.of(t::SPOT),
        x_title: c.of(t::X_MTBI),
        y_title: c.y_title(t::Y_TOTAL),
        x: span,
        log: true,
        x_text: |_, x| number::significant(x, 2),
        curves: vec![curve, Curve::of("ondemand", c.of(t::LINE_ON_DEMAND), span, true, |_| c.amount(cost))],
        marks,
    });
    a
}
