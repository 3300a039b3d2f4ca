//! Charts: SVG for lines only, words and markers in HTML at percentages, so that type never scales.
//! Each has a table twin for screen readers.

use super::icon::{dash, shape};
use super::place::{at, hundredths, var};
use crate::ui::markup::html;
use yew::prelude::*;

/// A scale: position of a value in per cent, and its marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
    /// From `low` to `high`, straight or logarithmic (both must then be above zero).
    pub fn new(low: f64, high: f64, log: bool) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, log: log && low > 0.0 }
    }
    /// Where a value lies, 0 to 100, clipped.
    pub fn place(&self, x: f64) -> f64 {
        use crate::units::math::ln;
        let share = if self.log {
            ln(x.max(1e-12) / self.low) / ln(self.high / self.low)
        } else {
            (x - self.low) / (self.high - self.low)
        };
        if share.is_finite() { share.clamp(0.0, 1.0) * 100.0 } else { 0.0 }
    }
    /// These multiples of every power of ten inside the scale.
    fn steps(&self, multiples: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        let mut decade = 1e-6;
        while decade <= self.high && out.len() < 200 {
            out.extend(multiples.iter().map(|m| m * decade).filter(|x| *x >= self.low && *x <= self.high));
            decade *= 10.0;
        }
        out
    }
    /// Round values along the scale, about `want` of them.
    pub fn ticks(&self, want: u32) -> Vec<f64> {
        if self.log {
            let mut out = self.steps(&[1.0, 2.0, 5.0]);
            if out.len() < 3 {
                out = self.steps(&[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0]);
            }
            let skip = out.len().div_ceil(want.max(1) as usize).max(1);
            return out.into_iter().step_by(skip).collect();
        }
        let rough = (self.high - self.low) / f64::from(want.max(1));
        let mut step = 1e-6;
        for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(90) {
            if step >= rough {
                break;
            }
            step *= factor;
        }
        let mut out = Vec::new();
        let mut x = (self.low / step).ceil() * step;
        while x <= self.high + step * 1e-6 && out.len() < 24 {
            out.push(x);
            x += step;
        }
        out
    }
}

/// A line through points given in per cent from the lower left.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its points.
    pub points: Vec<(f64, f64)>,
    /// Colour word; also picks the dash of a billing mode.
    pub c: &'static str,
    /// Another dash.
    pub dash: Option<&'static str>,
}

/// A marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Per cent from the left.
    pub x: f64,
    /// Per cent from below.
    pub y: f64,
    /// Colour and shape.
    pub c: &'static str,
    /// Filled: on the front.
    pub filled: bool,
    /// The recommended one.
    pub pick: bool,
    /// Shown under the pointer.
    pub title: String,
}

/// Words at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Per cent from the left.
    pub x: f64,
    /// Per cent from below.
    pub y: f64,
    /// `l` left of it, `t` above, `b` below; else right.
    pub side: Option<&'static str>,
    /// Bold.
    pub strong: bool,
    /// The words.
    pub text: String,
}

/// A chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// What it shows, for those who do not see it.
    pub label: String,
    /// Over the vertical axis.
    pub y_title: String,
    /// Under the horizontal axis.
    pub x_title: String,
    /// Marks of the vertical axis: per cent, words.
    pub y: Vec<(f64, String)>,
    /// Marks of the horizontal axis.
    pub x: Vec<(f64, String)>,
    /// Lines.
    pub strokes: Vec<Stroke>,
    /// Markers.
    pub dots: Vec<Dot>,
    /// Words.
    pub labels: Vec<Label>,
    /// Heads and rows of the table twin.
    pub table: (Vec<String>, Vec<Vec<String>>),
}

fn path(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        out.push(if i == 0 { 'M' } else { 'L' });
        out.push_str(&hundredths(*x));
        out.push(' ');
        out.push_str(&hundredths(100.0 - *y));
    }
    out
}

/// Draws it.
pub fn plot(p: &Plot) -> Html {
    html! { <>
        <p class="sz-ytitle" aria-hidden="true">{ &p.y_title }</p>
        <div class="sz-plot" role="img" aria-label={p.label.clone()}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                { for p.y.iter().map(|(y, _)| html! { <path class="g" d={path(&[(0.0, *y), (100.0, *y)])} /> }) }
                <path class="ax" d="M0 100H100" />
                { for p.strokes.iter().map(|s| html! {
                    <path class="ln" data-c={s.c} stroke-dasharray={s.dash.or(dash(s.c))} d={path(&s.points)} />
                }) }
            </svg>
            { for p.y.iter().map(|(y, text)| html! { <span class="sz-yt" ~style={var("y", *y)}>{ text }</span> }) }
            { for p.x.iter().map(|(x, text)| html! { <span class="sz-xt" ~style={var("x", *x)}>{ text }</span> }) }
            { for p.dots.iter().map(|d| html! {
                <span class="sz-pt" data-c={d.c} data-pick={d.pick.then_some("")} data-e={(d.x > 50.0).then_some("")} tabindex="-1" title={d.title.clone()} ~style={at(d.x, d.y)}>
                    { shape(d.c, d.filled) }
                </span>
            }) }
            { for p.labels.iter().map(|l| html! {
                <span class="sz-lb" data-a={l.side} ~style={at(l.x, l.y)}>
                    { if l.strong { html! { <b>{ &l.text }</b> } } else { html! { { &l.text } } } }
                </span>
            }) }
        </div>
        <p class="sz-note sz-xlab sz-center" aria-hidden="true">{ &p.x_title }</p>
        <div class="sz-sr">
            <table>
                <caption>{ &p.label }</caption>
                <thead><tr>{ for p.table.0.iter().map(|h| html! { <th scope="col">{ h }</th> }) }</tr></thead>
                <tbody>{ for p.table.1.iter().map(|row| html! {
                    <tr>{ for row.iter().map(|cell| html! { <td>{ cell }</td> }) }</tr>
                }) }</tbody>
            </table>
        </div>
    </> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_place_their_ends_and_round_marks_between() {
        let a = Axis::new(0.0, 720.0, false);
        assert_eq!((a.place(0.0), a.place(720.0), a.place(9e9)), (0.0, 100.0, 100.0));
        assert_eq!(a.ticks(6), [0.0, 200.0, 400.0, 600.0]);
        let b = Axis::new(80.0, 400.0, true);
        assert_eq!(b.ticks(9), [80.0, 100.0, 120.0, 150.0, 200.0, 250.0, 300.0, 400.0]);
        assert!((b.place(80.0), b.place(400.0)) == (0.0, 100.0));
        let c = Axis::new(5.0, 5.0, true);
        assert!(c.place(5.0).is_finite() && !c.ticks(4).is_empty());
    }
}
