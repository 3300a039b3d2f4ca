//! A cheap card to make it work, a big card to run it.

use super::case::Case;
use super::chart::{Chart, Curve, Mark};
use super::frame::{Answer, Input, Question};
use crate::catalog::{GpuIx, Mode};
use crate::engine::cost::asked::{MOVE_H, split};
use crate::engine::cost::market::dispersion;
use crate::i18n::number;
use crate::i18n::questions as t;
use crate::plan::Unit;

/// The card people debug on in cost.md §6.1.
const CHEAP: &str = "rtx-4090-24g";
/// Debugging of a plan that names none: half a working day to a day (assumption).
const DEBUG_H: f64 = 8.0;

pub static QUESTION: Question = Question {
    id: "split",
    title: t::SPLIT,
    applies: |plan| !plan.task.service(),
    inputs: &[
        Input {
            id: "cheap",
            label: t::IN_CHEAP,
            unit: Unit::MoneyPerHour,
            bounds: (0.0, 1e5),
            start: |c| cheap(c).map_or(0.0, |(_, p)| p),
        },
        Input {
            id: "big",
            label: t::IN_BIG,
            unit: Unit::MoneyPerHour,
            bounds: (0.01, 1e6),
            start: |c| c.hour(),
        },
        Input {
            id: "debug",
            label: t::IN_DEBUG,
            unit: Unit::Hours,
            bounds: (0.0, 1e4),
            start: |c| {
                let typed = c.scene.plan.care.debug_hours;
                if typed > 0.0 { typed } else { DEBUG_H }
            },
        },
        Input {
            id: "sprint",
            label: t::IN_SPRINT,
            unit: Unit::Hours,
            bounds: (0.0, 1e5),
            start: |c| c.time.work,
        },
        Input { id: "move", label: t::IN_MOVE, unit: Unit::Hours, bounds: (0.0, 240.0), start: |_| MOVE_H },
        Input {
            id: "traffic",
            label: t::IN_MOVE_COST,
            unit: Unit::Money,
            bounds: (0.0, 1e6),
            start: |_| 0.0,
        },
        Input { id: "human", label: t::IN_HUMAN, unit: Unit::Count, bounds: (0.5, 10.0), start: |_| 1.0 },
    ],
    fields: &[],
    answer: |c, g| {
        let (low, big, debug, sprint) = (g.of(0), g.of(1), g.of(2), g.of(3));
        let at = |debug: f64| split(low, big, g.of(6), g.of(4), g.of(5), debug, sprint);
        let now = at(debug);
        let mut a = Answer::default();
        a.says.push(match now.above {
            Some(h) => c.say(t::SPLIT_ABOVE, &[&c.hours(h)]),
            None => c.say(t::SPLIT_NEVER, &[]),
        });
        let (two, one) = (c.money(now.split), c.money(now.all_big));
        a.says.push(if now.split < now.all_big {
            c.say(t::SPLIT_YES, &[&c.hours(debug), &two, &one])
        } else {
            c.say(t::SPLIT_NO, &[&c.hours(debug), &one, &two])
        });
        a.notes.push(c.say(t::SPLIT_FITS, &[]));
        if let Some((gpu, _)) = cheap(c).filter(|_| !g.any_typed(0..1)) {
            a.notes.push(c.say(t::SPLIT_CARD, &[c.words().gpu(gpu)]));
        }
        // The path as a plan of its own: try, move, run, with the sum of the three.
        let row = |name: t::Pair, hours: f64, cost: f64| {
            vec![c.of(name).to_owned(), c.hours(hours), number::money(c.amount(cost), c.scene.show)]
        };
        let head = [t::SPLIT_STEP, t::SPLIT_HOURS, t::SPLIT_COST].map(|h| c.of(h).to_owned());
        let moving = g.of(4);
        let steps = vec![
            row(t::SPLIT_TRY, debug, low * debug),
            row(t::SPLIT_MOVE, moving, big * moving + g.of(5)),
            row(t::SPLIT_RUN, sprint, big * sprint),
            row(t::SPLIT_SUM, debug + moving + sprint, now.split),
        ];
        a.table = Some((head.into(), steps));
        a.notes.push(c.say(t::SPLIT_AFTER, &[]));
        let span = (0.0, (now.above.unwrap_or(0.0) * 2.5).max(debug * 1.5).max(1.0));
        let mut marks = vec![Mark { x: debug, text: c.say(t::YOURS, &[&c.hours(debug)]).plain(), own: true }];
        if let Some(h) = now.above {
            marks.push(Mark { x: h, text: c.say(t::EVEN_AT, &[&c.hours(h)]).plain(), own: false });
        }
        a.chart = Some(Chart {
            label: c.of(t::SPLIT),
            x_title: c.of(t::X_DEBUG),
            y_title: c.y_title(t::Y_TOTAL),
            x: span,
            log: false,
            x_text: |_, x| number::significant(x, 3),
            curves: vec![
                Curve::of("ondemand", c.of(t::LINE_ALL_BIG), span, false, |h| c.amount(at(h).all_big)),
                Curve::of("monthly", c.of(t::LINE_SPLIT), span, false, |h| c.amount(at(h).split)),
            ],
            marks,
        });
        a
    },
};

/// The usual small card and the middle of what it costs.
fn cheap(c: &Case) -> Option<(GpuIx, f64)> {
    let gpu = c.scene.catalog.gpu_ix(CHEAP)?;
    let found = dispersion(&c.ctx, &c.scene.catalog.offers, &[gpu], Mode::OnDemand, false)?;
    Some((gpu, found.median.1))
}
