//! Could it be faster; for services: how fast. Cost against time, and the lines of the winner's speed.

use super::lines::Lines;
use super::scene::{Scene, heading};
use crate::catalog::Mode;
use crate::engine::line::From;
use crate::engine::memory::Fit;
use crate::engine::names::What;
use crate::engine::report::{Entry, Ineligible};
use crate::i18n::{Named, fill, number};
use crate::ui::markup::html;
use crate::ui::parts::{Axis, Dot, Label, Plot, Stroke, mode_word, plot, shape};
use crate::units::Order;
use yew::prelude::*;

/// Markers shown at most beside the front.
const DOTS: usize = 24;

/// What costs or takes more than so many times the winner is left out of the chart.
const FAR: f64 = 6.0;

/// Width of words in a chart, in per cent of it: 12 px type on about 540 px.
fn width(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 6.8 } else { 12.0 }).sum::<f64>() / 5.4
}

/// The section.
pub fn time(scene: &Scene) -> Html {
    let (t, words, lang) = (scene.more(), scene.words(), scene.lang);
    let Some(winner) = scene.winner() else { return html! { <section hidden={true}></section> } };
    let note = fill(t.bottleneck, &[winner.bottleneck.name(lang)]).plain();
    let note = match off(scene) {
        Some(share) => {
            format!("{note} · {}", fill(t.measured_off, &[&number::percent_signed(share)]).plain())
        }
        None => note,
    };
    html! {
        <section class="sz-sec sz-noprint" id="time">
            { heading(&words.time_heading(), html! { <span class="sz-note">{ note }</span> }) }
            <div class="sz-split">
                <div>{ scatter(scene, winner) }</div>
                <div>
                    <h3 class="sz-h3">{ t.speed_lines }</h3>
                    <Lines scene={scene.clone()} lines={scene.report.speed.clone()} word="why-s" />
                </div>
            </div>
        </section>
    }
}

/// How much longer than expected the reader's own measurement takes, as a share.
fn off(scene: &Scene) -> Option<f64> {
    let hours = scene.report.speed.iter().find(|l| matches!(l.what, What::WorkHours | What::TimePerToken))?;
    let times = hours.terms.iter().find(|t| t.from == From::Measured)?;
    Some(times.value - 1.0)
}

/// Every way that fits and is in the region, by powered hours and total; the front as a staircase.
fn scatter(scene: &Scene, winner: &Entry) -> Html {
    let (t, words, lang, report) = (scene.more(), scene.words(), scene.lang, &scene.report);
    let ruled_out = |r: &Ineligible| matches!(r, Ineligible::CardExcluded | Ineligible::ProviderExcluded);
    let region = |e: &Entry| {
        scene.plan.market.region.is_none_or(|r| r == e.region) && !e.not_eligible.iter().any(ruled_out)
    };
    let service = scene.plan.task.service();
    let mut some: Vec<(usize, &Entry)> = report
        .ranked
        .iter()
        .enumerate()
        .filter(|(i, e)| {
            e.fit == Fit::Fits && region(e) && e.hours.likely > 0.0 && e.total.likely > 0.0
                || report.pareto.contains(i)
        })
        .collect();
    some.order_by(|a, b| a.1.total.likely.total_cmp(&b.1.total.likely));
    // Far beyond the winner nothing is decided any more: named below the chart.
    let near = |e: &Entry| {
        e.total.likely <= winner.total.likely * FAR && (service || e.wall.likely <= winner.wall.likely * FAR)
    };
    let (mut shown, mut far): (Vec<(usize, &Entry)>, Vec<&Entry>) = (Vec::new(), Vec::new());
    for (i, e) in &some {
        let front = report.pareto.contains(i);
        let twin = shown.iter().any(|(_, s)| {
            s.gpu == e.gpu && s.mode == e.mode && s.count == e.count && s.provider == e.provider
        });
        if !near(e) {
            if front {
                far.push(e);
            }
        } else if (!twin && shown.len() < DOTS) || front || report.verdict.winner == Some(*i) {
            shown.push((*i, e));
        }
    }
    // Services all run the same hours: their speed is what differs.
    let time =
        |e: &Entry| if service { e.serve.map_or(0.0, |s| s.tpot_s.likely * 1e3) } else { e.wall.likely };
    let money = |e: &Entry| words.amount(e.total.likely);
    // The report's front is over money and wall time; a service's is over money and speed.
    let is_front = |i: usize, e: &Entry| {
        if !service {
            return report.pareto.contains(&i);
        }
        shown.iter().all(|(_, o)| {
            !(o.total.likely <= e.total.likely && time(o) < time(e)
                || o.total.likely < e.total.likely && time(o) <= time(e))
        })
    };
    let times: Vec<f64> = shown.iter().map(|(_, e)| time(e)).filter(|x| *x > 0.0).collect();
    if times.len() < 2 {
        return html! { <p class="sz-note">{ t.chart_few }</p> };
    }
    let (tl, th) =
        (times.iter().copied().fold(f64::INFINITY, f64::min), times.iter().copied().fold(0.0, f64::max));
    let (ml, mh) =
        shown.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), (_, e)| (l.min(money(e)), h.max(money(e))));
    let x = Axis::new(tl * 0.85, th * 1.1, th / tl > 6.0);
    let y = Axis::new(ml * 0.85, mh * 1.15, true);
    let mut dots = Vec::new();
    let mut labels: Vec<Label> = Vec::new();
    // Boxes of words and markers: left, right, middle height, in per cent.
    let mut taken: Vec<(f64, f64, f64)> = shown
        .iter()
        .map(|(_, e)| (x.place(time(e)) - 1.0, x.place(time(e)) + 1.0, y.place(money(e))))
        .collect();
    // The recommended one gets its words first, then the front, then others where there is room.
    let mut order: Vec<&(usize, &Entry)> = shown.iter().collect();
    order.order_by_key(|(i, e)| (report.verdict.winner != Some(*i), !is_front(*i, e)));
    for (i, e) in order {
        let (px, py) = (x.place(time(e)), y.place(money(e)));
        let (front, pick) = (is_front(*i, e), report.verdict.winner == Some(*i));
        dots.push(Dot {
            x: px,
            y: py,
            c: mode_word(e.mode),
            filled: front,
            pick,
            title: words.entry_title(e),
        });
        let name = if e.count > 1 { format!("{} × {}", e.count, words.gpu(e.gpu)) } else { words.card(e) };
        let text = if front || pick { format!("{name} {}", words.money_cell(e.total.likely)) } else { name };
        let wide = width(&text);
        // Right of the marker, else left of it, above or below, else nameless: pointer and finger name it.
        let middle = (px - wide / 2.0, px + wide / 2.0);
        let places = [
            (None, px + 1.5, px + 2.0 + wide, py),
            (Some("l"), px - 2.0 - wide, px - 1.5, py),
            (Some("t"), middle.0, middle.1, py + 5.5),
            (Some("b"), middle.0, middle.1, py - 6.0),
        ];
        let free = places.into_iter().find(|(_, l, r, y)| {
            *l >= -2.0
                && *r <= 104.0
                && *y >= 1.0
                && taken.iter().all(|(tl, tr, ty)| (ty - y).abs() > 4.5 || *r < *tl || *l > *tr)
        });
        let fallback = pick.then_some(places[usize::from(px > 60.0)]);
        // The same card is named once, unless it is on the front.
        if !front && !pick && labels.iter().any(|l| l.text == text) {
            continue;
        }
        if let Some((side, l, r, at)) = free.or(fallback) {
            taken.push((l, r, at));
            labels.push(Label { x: px, y: py, side, strong: pick, text });
        }
    }
    let mut front: Vec<(f64, f64)> = report
        .pareto
        .iter()
        .filter_map(|i| report.ranked.get(*i))
        .filter(|e| near(e))
        .map(|e| (x.place(time(e)), y.place(money(e))))
        .collect();
    front.order_by(|a, b| a.0.total_cmp(&b.0));
    let mut stairs = Vec::new();
    if !service && let Some(first) = front.first() {
        stairs.push((first.0, 100.0));
        let mut level = 100.0;
        for (px, py) in &front {
            stairs.push((*px, level));
            stairs.push((*px, *py));
            level = *py;
        }
        stairs.push((100.0, level));
    }
    let strokes = if stairs.is_empty() {
        Vec::new()
    } else {
        vec![Stroke { points: stairs, c: "front", dash: Some("4 3") }]
    };
    let x_title = if service { t.chart_tpot } else { t.chart_hours };
    let p = Plot {
        label: t.chart_cost_time.to_owned(),
        y_title: fill(t.chart_total, &[number::currency_word(lang, scene.show)]).plain(),
        x_title: x_title.to_owned(),
        y: y.ticks(5).into_iter().map(|v| (y.place(v), number::significant(v, 3))).collect(),
        x: x.ticks(6).into_iter().map(|v| (x.place(v), number::significant(v, 3))).collect(),
        strokes,
        dots,
        labels,
        table: (
            vec![t.card.to_owned(), x_title.to_owned(), t.total.to_owned()],
            shown
                .iter()
                .map(|(_, e)| {
                    vec![
                        words.entry_title(e),
                        number::significant(time(e), 3),
                        words.money_cell(e.total.likely),
                    ]
                })
                .collect(),
        ),
    };
    let modes: Vec<Mode> = [Mode::OnDemand, Mode::Spot, Mode::Monthly, Mode::Reserved1y]
        .into_iter()
        .filter(|m| shown.iter().any(|(_, e)| mode_word(e.mode) == mode_word(*m)))
        .collect();
    html! { <>
        <h3 class="sz-h3">{ if service { t.chart_cost_speed } else { t.chart_cost_time } }</h3>
        <div class="sz-key">
            { for modes.iter().map(|m| html! { <span key={*m as usize} data-c={mode_word(*m)}>{ shape(mode_word(*m), true) }{ m.name(lang) }</span> }) }
            <span data-c="front" hidden={service}><svg viewBox="0 0 22 12" aria-hidden="true"><path d="M0 6h22" stroke="currentColor" stroke-width="1.6" stroke-dasharray="4 3" /></svg>{ t.front }</span>
        </div>
        { plot(&p) }
        <p class="sz-note">{ t.chart_hollow }{ if far.is_empty() { String::new() } else {
            let names: Vec<String> = far.iter().take(3).map(|e| format!("{} {}", words.entry_title(e), words.money(e.total.likely))).collect();
            let space = lang.pick("", " ");
            format!("{space}{}", fill(t.chart_far, &[&names.join(lang.pick("；", "; "))]).plain())
        } }</p>
    </> }
}
