//! What is compared, row by row: each figure in the words that the page has for it.

use super::Column;
use crate::engine::report::Entry;
use crate::i18n::compare::{self as text, Pair};
use crate::i18n::{Lang, Named, fields, fill, input, number};
use crate::plan::{Field, Plan, Slot, Task, Unit};
use crate::ui::page::scene::Scene;
use crate::ui::parts::mini;
use yew::prelude::*;

/// A figure of one plan.
#[derive(Default)]
pub struct Cell {
    /// As it is shown.
    pub text: String,
    /// Less is better; `None` where nothing is better or worse.
    pub rank: Option<f64>,
    /// The memory bar.
    pub bar: Option<Html>,
    /// The best of its row.
    pub best: bool,
}

/// A row.
pub struct Row {
    /// What it is.
    pub label: String,
    /// By column; `None` where a plan has no such figure.
    pub cells: Vec<Option<Cell>>,
    /// One of the figures to look at first.
    pub big: bool,
    /// The same text in every column.
    pub same: bool,
}

/// Rows under a heading.
pub struct Group {
    /// Its heading.
    pub title: Pair,
    /// The rows; none of the settings where all are the same.
    pub rows: Vec<Row>,
}

type Figure<'a> = &'a dyn Fn(&Column<'_>, &Entry) -> Option<(String, Option<f64>)>;

/// A row; nothing where no plan has the figure.
fn row(lang: Lang, label: Pair, columns: &[Column<'_>], figure: Figure<'_>) -> Option<Row> {
    let cell = |c: &Column<'_>| {
        let (text, rank) = figure(c, c.entry?)?;
        Some(Cell { text, rank, ..Cell::default() })
    };
    let cells: Vec<Option<Cell>> = columns.iter().map(cell).collect();
    cells.iter().any(Option::is_some).then(|| judged(text::of(lang, label).to_owned(), cells))
}

/// Finds the best cells: those that show the least, unless all show the same.
fn judged(label: String, mut cells: Vec<Option<Cell>>) -> Row {
    let texts = || cells.iter().map(|c| c.as_ref().map(|c| c.text.as_str()));
    let same = texts().all(|t| Some(t) == texts().next());
    let ranked = || cells.iter().flatten().filter_map(|c| Some((c.rank?, c.text.as_str())));
    let best = ranked().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text.to_owned());
    let differ = ranked().any(|(_, text)| Some(text) != best.as_deref());
    for cell in cells.iter_mut().flatten() {
        cell.best = differ && cell.rank.is_some() && Some(&cell.text) == best.as_ref();
    }
    Row { label, cells, big: false, same }
}

/// Everything.
pub fn groups(scene: &Scene, columns: &[Column<'_>]) -> Vec<Group> {
    let lang = scene.lang;
    let row = |label: Pair, figure: Figure<'_>| row(lang, label, columns, figure);
    let big = |r: Option<Row>| r.map(|r| Row { big: true, ..r });
    let group =
        |title: Pair, rows: Vec<Option<Row>>| Group { title, rows: rows.into_iter().flatten().collect() };
    let served = columns.iter().all(|c| c.plan.task == Task::Serve);
    let samples = |plan: &Plan| plan.task.image() || plan.task == Task::Embed;
    let per_work = |label: Pair, of_samples: bool| {
        row(label, &|c, e| {
            let shown = e.per_work > 0.0 && samples(c.plan) == of_samples;
            shown.then(|| (c.words.money_cell(e.per_work), Some(c.words.amount(e.per_work))))
        })
    };
    // The figure under the verdict of a service is that of a month.
    let total = if served {
        row(text::PER_MONTH, &|c, e| {
            let sum = c.words.per_month(e.total.likely);
            Some((c.words.money_cell(sum), Some(c.words.amount(sum))))
        })
    } else {
        row(text::TOTAL, &|c, e| {
            let sum = e.total.likely;
            Some((c.words.money_cell(sum), Some(c.words.amount(sum))))
        })
    };
    let cost = vec![
        big(total),
        row(text::RANGE, &|c, e| {
            let part = if served { c.words.per_month(1.0) } else { 1.0 };
            Some((c.words.money_range(e.total.times(part)), None))
        }),
        row(text::RATE, &|c, e| {
            let rate = c.words.amount(e.gpu_hour);
            Some((number::rate(lang, rate, scene.show, number::Per::Hour), Some(rate)))
        }),
        row(text::HIDDEN, &|c, e| Some((c.words.money_cell(e.hidden), Some(c.words.amount(e.hidden))))),
        per_work(text::PER_MILLION, false),
        per_work(text::PER_THOUSAND, true),
    ];
    let asked = |c: &Column<'_>, x: f64| (!c.plan.task.service()).then_some(x);
    let time = vec![
        big(row(text::POWERED, &|c, e| {
            Some((number::duration(lang, e.hours.likely), asked(c, e.hours.likely)))
        })),
        row(text::RANGE, &|_, e| Some((number::duration_range(lang, e.hours), None))),
        row(text::WALL, &|c, e| Some((number::duration(lang, e.wall.likely), asked(c, e.wall.likely)))),
        row(text::SPEED, &|_, e| {
            (e.rate.likely > 0.0).then(|| (number::speed(lang, e.rate).text(), Some(-e.rate.likely)))
        }),
        row(text::EACH, &|c, e| {
            let tpot = e.serve?.tpot_s.likely;
            c.words.user_speed(e).map(|q| (q.text(), Some(tpot)))
        }),
        row(text::FIRST, &|_, e| {
            let first = e.serve?.ttft_s.likely;
            Some((number::seconds(lang, first), Some(first)))
        }),
        row(text::LIMIT, &|_, e| (e.rate.likely > 0.0).then(|| (e.bottleneck.name(lang).to_owned(), None))),
    ];
    let fit = vec![
        row(text::FIT, &|c, e| (e.need.likely > 0.0).then(|| (c.words.fit_heading().answer, None))),
        row(text::MEMORY, &|_, e| {
            let text = format!("{} / {}", number::gib_number(e.need.likely, 1), number::gib(e.usable));
            (e.need.likely > 0.0).then(|| (text, Some(e.need.likely / e.room.max(1.0))))
        })
        .map(|r| with_bars(r, columns)),
        row(text::RANGE, &|_, e| (e.need.likely > 0.0).then(|| (number::gib_range(e.need), None))),
    ];
    let risk = vec![
        row(text::LOSS, &|c, e| Some((c.words.money_cell(e.loss), Some(c.words.amount(e.loss))))),
        row(text::ON_TIME, &|c, e| {
            c.plan.limits.deadline_h.map(|_| (number::chance(e.p_on_time), Some(-e.p_on_time)))
        }),
        row(text::UNMET, &|c, e| (!e.not_eligible.is_empty()).then(|| (c.words.not_eligible(e), None))),
        row(text::PRICE_DATE, &|_, e| Some((number::as_of(lang, e.as_of), None))),
        row(text::TRUST, &|_, e| Some((e.confidence.name(lang).to_owned(), None))),
    ];
    vec![
        Group { title: text::G_SETTINGS, rows: settings(scene, columns) },
        group(text::G_COST, cost),
        group(text::G_TIME, time),
        group(text::G_FIT, fit),
        group(text::G_RISK, risk),
    ]
}

/// The memory bars of a row.
fn with_bars(mut row: Row, columns: &[Column<'_>]) -> Row {
    for (cell, c) in row.cells.iter_mut().zip(columns) {
        if let (Some(cell), Some(e)) = (cell, c.entry) {
            cell.bar = Some(mini(&e.parts, e.usable.max(e.need.likely)));
        }
    }
    row
}

/// The settings in which the plans differ. The forms of a model are one row.
fn settings(scene: &Scene, columns: &[Column<'_>]) -> Vec<Row> {
    let differs = |f: &Field| {
        let mut texts = columns.iter().map(|c| f.text(c.plan));
        let first = texts.next();
        texts.any(|t| Some(t) != first)
    };
    let mut out = Vec::new();
    let forms = [Field::Model, Field::Params, Field::Architecture];
    if forms.iter().any(&differs) {
        let cell = |c: &Column<'_>| Some(Cell { text: c.words.model(), ..Cell::default() });
        out.push(judged(
            fields::label(scene.lang, Field::Model).to_owned(),
            columns.iter().map(cell).collect(),
        ));
    }
    let rest = Field::ALL.iter().filter(|f| !forms.contains(f) && !matches!(f, Field::Frozen));
    for field in rest.filter(|f| differs(f)) {
        let cell = |c: &Column<'_>| Some(Cell { text: value(scene, c, *field), ..Cell::default() });
        let mut row =
            judged(fields::label(scene.lang, *field).to_owned(), columns.iter().map(cell).collect());
        row.same = false;
        out.push(row);
    }
    out
}

/// A setting as people read it, with what the engine made of an automatic one.
fn value(scene: &Scene, c: &Column<'_>, field: Field) -> String {
    let (t, lang) = (scene.t(), scene.lang);
    let text = field.text(c.plan);
    if text == "auto" {
        return match c.words.chosen(field.key()) {
            Some(word) => fill(t.auto_is, &[&word_of(scene, c.plan, field, word)]).plain(),
            None if matches!(field, Field::Deadline | Field::Budget | Field::Ttft | Field::Tpot) => {
                t.any.to_owned()
            }
            None => t.auto.to_owned(),
        };
    }
    match field.row().slot {
        Slot::Modes | Slot::Ids(_) if text == "none" || text.is_empty() => t.any.to_owned(),
        Slot::Modes | Slot::Ids(_) => {
            let names: Vec<String> =
                text.split(',').map(|word| word_of(scene, c.plan, field, word)).collect();
            names.join(lang.pick("、", ", "))
        }
        _ => word_of(scene, c.plan, field, &text),
    }
}

/// One value of a field.
fn word_of(scene: &Scene, plan: &Plan, field: Field, word: &str) -> String {
    let (t, lang, catalog) = (scene.t(), scene.lang, &scene.catalog);
    let named =
        |zh: &str, other: &str| if lang == Lang::Zh && !zh.is_empty() { zh } else { other }.to_owned();
    match field.row().slot {
        Slot::Flag(_) | Slot::OptFlag(_) => {
            if word == "1" || word == "true" { t.yes } else { t.no }.to_owned()
        }
        Slot::Ids(_) | Slot::OptId(_) => {
            if let Some(ix) = catalog.find_gpu(word) {
                let gpu = catalog.gpu(ix);
                return named(&gpu.name_zh, &gpu.name);
            }
            match catalog.find_provider(word) {
                Some(ix) => named(&catalog.provider(ix).name_zh, &catalog.provider(ix).name_en),
                None => word.to_owned(),
            }
        }
        _ => {
            let mut probe = plan.clone();
            if field.set(&mut probe, word, &mut Vec::new()) && field.number(&probe).is_some() {
                let number = input::shown(lang, field, &probe);
                let unit = fields::unit(lang, field, plan.market.currency);
                return if unit.is_empty() || field.unit() == Unit::Share {
                    number
                } else {
                    format!("{number}\u{a0}{unit}")
                };
            }
            fields::word(lang, field, word)
        }
    }
}
