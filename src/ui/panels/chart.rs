//! Lines over one quantity, drawn the same way in every panel; the table twin reads the same points.

use crate::i18n::{Lang, number};
use crate::ui::parts::{Axis, Dot, Label, Plot, Stroke, plot};
use crate::units::Currency;
use yew::prelude::*;

/// A line.
pub struct Curve {
    /// Colour and dash.
    pub c: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// Something to see along the horizontal axis.
pub struct Mark {
    /// Where.
    pub x: f64,
    /// In words.
    pub text: String,
    /// The user's own place; otherwise a crossing.
    pub own: bool,
}

/// A chart of sums.
pub struct Chart {
    /// What it shows.
    pub label: &'static str,
    /// Horizontal axis in words.
    pub x_title: &'static str,
    /// Vertical axis in words.
    pub y_title: String,
    /// Horizontal ends.
    pub x: (f64, f64),
    /// Logarithmic.
    pub log: bool,
    /// Writes a value of the horizontal axis.
    pub x_text: fn(Lang, f64) -> String,
    /// Lines; sums already in the currency shown.
    pub curves: Vec<Curve>,
    /// Marks.
    pub marks: Vec<Mark>,
}

impl Curve {
    /// From a function, at `n` + 1 places.
    pub fn of(
        c: &'static str,
        name: &'static str,
        (low, high): (f64, f64),
        log: bool,
        f: impl Fn(f64) -> f64,
    ) -> Self {
        const N: u32 = 48;
        let points = (0..=N).map(|i| {
            let share = f64::from(i) / f64::from(N);
            let x = if log && low > 0.0 {
                low * crate::units::math::pow(high / low, share)
            } else {
                low + (high - low) * share
            };
            (x, f(x))
        });
        Self { c, name, points: points.filter(|(_, y)| y.is_finite()).collect() }
    }
    /// The value at `x`, between its neighbours.
    fn at(&self, x: f64) -> Option<f64> {
        let after = self.points.iter().position(|p| p.0 >= x - 1e-9)?;
        let b = self.points[after];
        // Before its beginning a line has no value.
        let Some(a) = after.checked_sub(1).map(|i| self.points[i]) else {
            return (b.0 - x < 1e-9).then_some(b.1);
        };
        let span = b.0 - a.0;
        Some(if span > 0.0 { a.1 + (b.1 - a.1) * (x - a.0) / span } else { b.1 })
    }
}

/// Draws it.
pub fn draw(chart: &Chart, lang: Lang, show: Currency) -> Html {
    let x = Axis::new(chart.x.0, chart.x.1, chart.log);
    let values = || chart.curves.iter().flat_map(|c| &c.points).map(|p| p.1);
    // Room above the lines for the words of the marks.
    let top = values().fold(0.0, f64::max).max(1e-6) * 1.25;
    let y = Axis::new(0.0, top, false);
    let mut strokes: Vec<Stroke> = chart
        .curves
        .iter()
        .map(|c| Stroke {
            points: c.points.iter().map(|p| (x.place(p.0), y.place(p.1))).collect(),
            c: c.c,
            dash: None,
        })
        .collect();
    let mut labels = Vec::new();
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for (i, c) in chart.curves.iter().enumerate() {
        // Named where it is farthest from the others, away from the ends.
        let far =
            c.points.iter().map(|p| (x.place(p.0), y.place(p.1))).filter(|p| (8.0..=72.0).contains(&p.0));
        let gap = |p: &(f64, f64)| {
            let others = chart.curves.iter().enumerate().filter(|(j, _)| *j != i);
            let near = others.flat_map(|(_, o)| &o.points).map(|q| (x.place(q.0), y.place(q.1)));
            let near = near.filter(|q| (q.0 - p.0).abs() < 6.0).map(|q| (q.1 - p.1).abs());
            near.fold(40.0, f64::min) - (p.0 - 60.0).abs() * 0.05
        };
        let Some(at) = far.max_by(|a, b| gap(a).total_cmp(&gap(b))) else { continue };
        let mut place = (at.0, if at.1 > 76.0 { at.1 - 6.0 } else { at.1 + 5.0 });
        while taken.iter().any(|t| (t.1 - place.1).abs() < 7.0 && (t.0 - place.0).abs() < 34.0)
            && place.1 > 4.0
        {
            place.1 -= 3.0;
        }
        taken.push(place);
        labels.push(Label {
            x: place.0,
            y: place.1,
            side: (place.0 > 55.0).then_some("l"),
            strong: false,
            text: c.name.to_owned(),
        });
    }
    let mut dots = Vec::new();
    for (i, mark) in chart.marks.iter().filter(|m| m.x >= chart.x.0 && m.x <= chart.x.1).enumerate() {
        let at = x.place(mark.x);
        strokes.push(Stroke {
            points: vec![(at, 0.0), (at, 100.0)],
            c: if mark.own { "pick" } else { "front" },
            dash: if mark.own { None } else { Some("2 3") },
        });
        labels.push(Label {
            x: at,
            y: 97.0 - 8.0 * i as f64,
            side: (at > 55.0).then_some("l"),
            strong: true,
            text: mark.text.clone(),
        });
        if let (false, Some(c)) = (mark.own, chart.curves.first()) {
            dots.extend(c.at(mark.x).map(|v| Dot {
                x: at,
                y: y.place(v),
                c: c.c,
                filled: false,
                pick: false,
                title: String::new(),
            }));
        }
    }
    // What is counted has no places between: its marks are whole, and the table has every one of them.
    let counted = chart.curves.iter().flat_map(|c| &c.points).all(|p| p.0.fract() == 0.0);
    let mut ticks = x.ticks(6);
    if counted {
        ticks.retain(|v| v.fract() == 0.0);
    }
    let counts = chart.curves.first().map(|c| c.points.iter().map(|p| p.0).collect::<Vec<f64>>());
    let rows = counts.filter(|c| counted && c.len() <= 24).unwrap_or_else(|| ticks.clone());
    let mut head = vec![chart.x_title.to_owned()];
    head.extend(chart.curves.iter().map(|c| c.name.to_owned()));
    let row = |v: f64| {
        let mut cells = vec![(chart.x_text)(lang, v)];
        cells.extend(
            chart.curves.iter().map(|c| c.at(v).map_or_else(String::new, |y| number::money(y, show))),
        );
        cells
    };
    // Long figures would leave a phone: 10 万, 100k.
    let mark = |v: f64| if v >= 1e5 { number::count(lang, v) } else { number::significant(v, 3) };
    plot(&Plot {
        label: chart.label.to_owned(),
        y_title: chart.y_title.clone(),
        x_title: chart.x_title.to_owned(),
        y: y.ticks(4).into_iter().map(|v| (y.place(v), mark(v))).collect(),
        x: ticks.iter().map(|v| (x.place(*v), (chart.x_text)(lang, *v))).collect(),
        strokes,
        dots,
        labels,
        table: (head, rows.iter().map(|v| row(*v)).collect()),
    })
}
