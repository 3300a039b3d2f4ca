//! Getting there: what passes before the first step, and how much of a rental is not work.

use super::super::case::Case;
use super::super::frame::{Answer, Given, Input, Question};
use crate::engine::speed::setup;
use crate::i18n::number;
use crate::i18n::pace as t;
use crate::plan::Unit;

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
            start: |c| f64::from(c.scene.plan.market.sessions.max(1)),
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
    (plan.data.bandwidth_mbps, plan.data.dataset_gb) = (g.of(0), g.of(2));
    let kind = c.scene.catalog.provider(c.winner.provider).kind;
    let p = setup::parts(&plan, &run.job, kind);
    let down = |bytes: f64| bytes / p.rate / 3_600.0;
    let home = g.of(3) * 1e9 / setup::rate(g.of(1)) / 3_600.0;
    let each = p.boot_h + down(p.image + p.model + p.data) + p.warm_s / 3_600.0;
    let starts = g.of(4);
    let idle = each * starts + home;
    // The plan's own start is part of its hours already.
    let own = setup::setup_hours(&c.scene.plan, &run.job, kind, &mut crate::engine::line::NoTrace).likely;
    let sessions = f64::from(c.scene.plan.market.sessions.max(1));
    let powered = (c.winner.hours.likely - own * sessions).max(0.0) + idle;
    let share = idle / powered.max(1e-9);
    let cost = c.hour_of(&c.winner) * idle;
    let values = [&c.hours(each), &c.hours(idle), &number::percent(share), &c.money(cost)];
    a.says.push(c.say(t::START_EACH, &values.map(String::as_str)));
    if home > 0.0 {
        a.says.push(c.say(t::START_HOME, &[&c.hours(home)]));
    }
    if powered < 24.0 && share > 0.1 {
        a.says.push(c.say(t::START_SHORT, &[&c.hours(powered), &number::percent(share)]));
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
        row(t::START_BACK, size(g.of(3) * 1e9), home),
    ];
    a.table = Some(([t::START_WAY, t::START_SIZE, t::START_TIME].map(|h| c.of(h).to_owned()).into(), rows));
    a.notes.push(c.say(t::START_NOTE, &[]));
    a
}
