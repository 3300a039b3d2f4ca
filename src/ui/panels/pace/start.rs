//! Getting there: what passes before the first step, and how much of a rental is not work.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Input, Question};
use crate::engine::cost::{Item, Shift, Side, charge, time};
use crate::engine::line::NoTrace;
use crate::engine::report::ctx_of;
use crate::engine::speed::setup;
use crate::i18n::number;
use crate::i18n::pace as t;
use crate::plan::Unit;
use crate::units::MICRO;

const MBPS: (f64, f64) = (1.0, 1e6);
const GB: (f64, f64) = (0.0, 1e7);

pub static QUESTION: Question = Question {
    id: "start",
    title: t::START,
    applies: super::timed,
    inputs: &[
        Input {
            id: "down",
            label: t::IN_DOWN,
            unit: Unit::Mbps,
            bounds: MBPS,
            start: |c| c.scene.plan.data.bandwidth_mbps,
        },
        Input {
            id: "up",
            label: t::IN_UP,
            unit: Unit::Mbps,
            bounds: MBPS,
            start: |c| c.scene.plan.data.bandwidth_mbps,
        },
        Input {
            id: "data",
            label: t::IN_DATA_GB,
            unit: Unit::Gb,
            bounds: GB,
            start: |c| c.scene.plan.data.dataset_gb,
        },
        Input {
            id: "home",
            label: t::IN_HOME_GB,
            unit: Unit::Gb,
            bounds: GB,
            start: |c| c.ctx.needs.home_gb,
        },
        Input {
            id: "starts",
            label: t::IN_STARTS,
            unit: Unit::Count,
            bounds: (1.0, 1e5),
            start: |c| c.ctx.needs.sessions,
        },
    ],
    fields: &[],
    answer,
};

fn answer(c: &Case, g: &Given) -> Answer {
    let mut a = Answer::default();
    let Some(run) = super::run(c) else {
        a.says.push(c.say(t::NOT_TIMED, &[]));
        return a;
    };
    let mut plan = (*c.scene.plan).clone();
    // A box shows four digits; what was not typed is the plan's own.
    let typed = |at| g.any_typed(at..at + 1);
    if typed(0) {
        plan.data.bandwidth_mbps = g.of(0);
    }
    if typed(2) {
        plan.data.dataset_gb = g.of(2);
    }
    if typed(4) {
        plan.market.sessions = g.count(4);
    }
    let kind = c.scene.catalog.provider(c.winner.provider).kind;
    let p = setup::parts(&plan, &run.job, kind);
    let down = |bytes: f64| bytes / p.rate / 3_600.0;
    let home = g.of(3) * 1e9 / setup::rate(g.of(1)) / 3_600.0;
    // The same hours and the same line as in the bill.
    let ctx = ctx_of(&plan, &c.scene.catalog, c.scene.today);
    let ask = ctx.ask_of(c.winner.offer, c.winner.slice).unwrap_or(c.ask);
    let hours = time(&ctx, &ask, &c.units, c.winner.work.likely, Shift::default());
    let bill = charge(&ctx, &ask, &c.units, &hours, Shift::default(), &mut NoTrace);
    let cost = bill.of(Item::BootAndDownload) as f64 / MICRO;
    let (once, later) = (ask.starts_h(1.0, Side::Likely as usize), ask.boot_h[1]);
    let moved = p.boot_h + down(p.image + p.model + p.data) + p.warm_s / 3_600.0;
    let share = hours.setup / hours.powered.max(1e-9);
    let values = [&c.hours(once), &c.hours(hours.setup), &number::percent(share), &c.money(cost)];
    a.says.push(c.say(t::START_EACH, &values.map(String::as_str)));
    if hours.sessions > 1.0 {
        a.says.push(c.say(t::START_LATER, &[&c.hours(later)]));
    }
    if home > 0.0 {
        let billed = c.hour_of(&c.winner) * home;
        a.says.push(c.say(t::START_HOME, &[&c.hours(home), &c.money(billed)]));
    }
    if hours.powered < 24.0 && share > 0.1 {
        a.says.push(c.say(t::START_SHORT, &[&c.hours(hours.powered), &number::percent(share)]));
    }
    let dash = || "—".to_owned();
    let size = |bytes: f64| if bytes > 0.0 { number::gb(bytes / 1e9) } else { dash() };
    let row = |name, size: String, h: f64| vec![c.of(name).to_owned(), size, c.hours(h)];
    let rows = vec![
        row(t::START_BOOT, dash(), p.boot_h),
        row(t::START_IMAGE, size(p.image), down(p.image)),
        row(t::START_MODEL, size(p.model), down(p.model)),
        row(t::START_DATA, size(p.data), down(p.data)),
        row(t::START_WARM, dash(), p.warm_s / 3_600.0),
        row(t::START_INSTALL, dash(), (once - moved).max(0.0)),
        row(t::START_BACK, size(g.of(3) * 1e9), home),
    ];
    a.table = Some(([t::START_WAY, t::START_SIZE, t::START_TIME].map(|h| c.of(h).to_owned()).into(), rows));
    a.notes.push(c.say(t::START_NOTE, &[]));
    a
}
