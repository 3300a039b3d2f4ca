//! What others charge for the same card, and how sure this price is.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Given, Question, always};
use crate::catalog::{Mode, OfferIx};
use crate::engine::cost::market::{by_the_machine, dispersion, prices};
use crate::i18n::questions as t;
use crate::i18n::{Named, number};

pub static QUESTION: Question =
    Question { id: "market", title: t::MARKET, applies: always, inputs: &[], fields: &[], answer };

fn answer(c: &Case, _: &Given) -> Answer {
    let mut a = Answer::default();
    let (lang, words) = (c.scene.lang, c.words());
    let offers = &c.scene.catalog.offers;
    let Some(offer) = c.offer() else { return a };
    let whole = by_the_machine(offer);
    let rate = |x: f64| number::rate(lang, c.amount(x), c.scene.show, number::Per::Hour);
    let of = |mode: Mode| dispersion(&c.ctx, offers, &offer.gpus, mode, whole);
    let here = of(c.winner.mode).filter(|d| d.offers > 1);
    if here.is_none() {
        a.says.push(c.say(t::MARKET_ALONE, &[]));
    }
    if let Some(d) = here {
        a.says.push(c.say(
            t::MARKET_SPREAD,
            &[
                words.gpu(c.winner.gpu),
                &format!(" {}", c.winner.mode.name(lang)),
                &number::whole(u64::from(d.offers)),
                &rate(d.low.1),
                &rate(d.high.1),
                &rate(d.median.1),
            ],
        ));
        let off = c.ask.per_card_hour() / d.median.1.max(1e-12) - 1.0;
        let place = match off {
            x if x > 0.005 => c.say(t::MARKET_ABOVE, &[&number::percent(x)]),
            x if x < -0.005 => c.say(t::MARKET_BELOW, &[&number::percent(-x)]),
            _ => c.say(t::MARKET_AT, &[]),
        };
        a.says.push(c.say(t::MARKET_YOURS, &[&rate(c.ask.per_card_hour()), &place.plain()]));
    }
    let mut say_now = |now: Option<f64>| {
        let then = rate(c.ask.per_card_hour());
        a.says.push(match now {
            Some(now) => {
                let now = if c.ask.term_h > 0.0 { now / c.ask.term_h } else { now };
                c.say(t::MARKET_THEN, &[&then, &rate(now)])
            }
            None => c.say(t::MARKET_THEN_GONE, &[&then]),
        });
    };
    if c.scene.plan.frozen.iter().any(|f| f.offer == offer.id) {
        say_now(c.ask.today);
    }
    if let Some(x) = words.per_100() {
        let said = if x.term { t::MARKET_100_TERM } else { t::MARKET_100 };
        a.says.push(c.say(said, &[&c.money(x.per_100), &c.money(x.once)]));
    }
    let [low, likely, high] = c.ask.price;
    let spread = if likely > 0.0 { (high - low) / 2.0 / likely } else { 0.0 };
    let (read, age) = (number::as_of(lang, c.winner.as_of), number::age(lang, c.ask.age_days));
    a.notes.push(c.say(t::MARKET_AGE, &[&read, &age, &number::percent(spread)]));
    if c.ask.age_days > 90 {
        a.notes.push(c.say(t::MARKET_GONE, &[]));
    }
    a.notes.push(c.say(t::MARKET_NOTE, &[]));
    let who = |(ix, price): (OfferIx, f64)| {
        let Some(o) = c.scene.catalog.offer(ix) else { return String::new() };
        let read = o.likely().map(|r| r.as_of.to_string()).unwrap_or_default();
        format!("{} · {} · {read}", rate(price), words.provider(o.provider))
    };
    let rows: Vec<Vec<String>> = [Mode::OnDemand, Mode::Spot, Mode::Monthly, Mode::Reserved1y]
        .into_iter()
        .filter_map(|mode| {
            let d = of(mode)?;
            Some(vec![
                mode.name(lang).to_owned(),
                number::whole(u64::from(d.offers)),
                who(d.low),
                rate(d.median.1),
                who(d.high),
            ])
        })
        .collect();
    let head = [t::MARKET_MODE, t::MARKET_COUNT, t::MARKET_LOW, t::MARKET_MEDIAN, t::MARKET_HIGH];
    a.table = Some((head.map(|h| c.of(h).to_owned()).into(), rows));
    // Every offer paid for in the winner's way, by its price.
    let list = prices(&c.ctx, offers, &offer.gpus, c.winner.mode, whole);
    if list.len() > 3 {
        let at = |i: usize| i as f64 + 1.0;
        let own = list.iter().position(|(ix, _)| *ix == c.winner.offer);
        let mark = |(ix, _): &(OfferIx, f64)| {
            c.scene.catalog.offer(*ix).map_or("", |o| words.provider(o.provider)).to_owned()
        };
        let mut marks: Vec<Mark> =
            own.map(|i| Mark { x: at(i), text: mark(&list[i]), own: true }).into_iter().collect();
        for i in [0, list.len() - 1] {
            if Some(i) != own {
                marks.push(Mark { x: at(i), text: mark(&list[i]), own: false });
            }
        }
        let points = list.iter().enumerate().map(|(i, (_, price))| (at(i), c.amount(*price)));
        a.chart = Some(Chart {
            label: c.of(t::MARKET),
            x_title: c.of(t::X_MARKET),
            y_title: c.y_title(t::Y_CARD_HOUR),
            x: (1.0, at(list.len() - 1)),
            log: false,
            x_text: |_, x| number::significant(x, 3),
            curves: vec![Curve { c: "ondemand", name: c.of(t::LINE_MARKET), points: points.collect() }],
            marks,
        });
    }
    a.notes.insert(0, c.say(if whole { t::MARKET_KIND_NODE } else { t::MARKET_KIND_ONE }, &[]));
    a
}
