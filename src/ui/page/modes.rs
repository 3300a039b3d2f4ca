//! On-demand, package or spot: the same cards under each way of paying, and from how many hours a
//! package pays.

use super::scene::{Scene, heading};
use crate::catalog::Mode;
use crate::engine::report::Entry;
use crate::i18n::{Named, fill, number};
use crate::ui::markup::html;
use crate::ui::parts::{Axis, Dot, Label, Plot, Stroke, marker, mode_word, plot, shape};
use yew::prelude::*;

const MODES: [Mode; 5] = [Mode::OnDemand, Mode::Spot, Mode::Monthly, Mode::Reserved1y, Mode::Reserved3y];
/// Hours of a 30-day month (semantics §6).
const MONTH: f64 = 720.0;

/// The best entry of a mode: with the winner's cards, else with any.
fn best(scene: &Scene, winner: &Entry, mode: Mode) -> Option<usize> {
    let here = |e: &Entry| scene.plan.market.region.is_none_or(|r| r == e.region);
    let all = scene.report.ranked.iter().enumerate().filter(|(_, e)| e.mode == mode && here(e));
    all.map(|(i, e)| {
        // The same cards before others, what could be ordered today before what is only known of.
        let known_only = !e.not_eligible.iter().all(|r| is_mode_reason(*r));
        (i, !same_cards(e, winner), known_only, e.total.likely)
    })
    .filter(|(_, other, known_only, _)| !(*other && *known_only))
    .min_by(|a, b| a.1.cmp(&b.1).then(a.2.cmp(&b.2)).then(a.3.total_cmp(&b.3)))
    .map(|(i, ..)| i)
}

/// Whether the only thing that differs is how the cards are paid for.
fn same_cards(e: &Entry, winner: &Entry) -> bool {
    e.gpu == winner.gpu && e.count == winner.count
}

const fn is_mode_reason(r: crate::engine::report::Ineligible) -> bool {
    use crate::engine::report::Ineligible as I;
    matches!(r, I::ModeNotAllowed | I::SpotNotAllowed)
}

/// The section.
pub fn modes(scene: &Scene) -> Html {
    let (t, words) = (scene.more(), scene.words());
    let Some(winner) = scene.winner() else { return html! { <section hidden={true}></section> } };
    let about = |mode: Mode| match mode {
        Mode::OnDemand => t.about_ondemand,
        Mode::Spot => t.about_spot,
        Mode::Monthly => t.about_monthly,
        Mode::Reserved1y | Mode::Reserved3y => t.about_reserved,
    };
    let rows: Vec<(Mode, Option<&Entry>)> = MODES
        .into_iter()
        .map(|m| (m, best(scene, winner, m).and_then(|i| scene.report.ranked.get(i))))
        .filter(|(m, e)| e.is_some() || !matches!(m, Mode::Reserved3y))
        .collect();
    let own = scene.report.verdict.own_per_month;
    html! {
        <section class="sz-sec sz-noprint" id="modes">
            { heading(&words.mode_heading(), html! { <span class="sz-note">{ words.count_of(winner.count, winner.gpu) }</span> }) }
            <div class="sz-half">
                <div>
                    <h3 class="sz-h3">{ t.modes_title }</h3>
                    <table class="sz-t sz-mode-t">
                        <tbody>
                            { for rows.iter().map(|(mode, e)| {
                                let note = match e {
                                    Some(e) => {
                                        let mut parts = vec![words.provider(e.provider).to_owned()];
                                        if !same_cards(e, winner) {
                                            parts.push(words.cards(e));
                                        }
                                        parts.push(words.quoted(e));
                                        parts.extend(e.not_eligible.iter().take(1).map(|r| r.name(scene.lang).to_owned()));
                                        parts.join(" · ")
                                    }
                                    None => t.mode_none.to_owned(),
                                };
                                html! {
                                    <tr key={*mode as usize} data-pick={(*mode == winner.mode).then_some("")}>
                                        <th scope="row" class="sz-nowrap">{ marker(*mode) }<b>{ mode.name(scene.lang) }</b></th>
                                        <td>{ about(*mode) }<br /><small>{ note }</small></td>
                                        <td class="r"><b>{ e.map_or_else(|| "—".to_owned(), |e| words.money_cell(e.total.likely)) }</b></td>
                                    </tr>
                                }
                            }) }
                            { own.map(|x| html! {
                                <tr key="own">
                                    <th scope="row" class="sz-nowrap"><span class="sz-mark" data-c="buy">{ shape("buy", true) }</span><b>{ t.mode_own }</b></th>
                                    <td>{ t.about_own }</td>
                                    <td class="r"><b>{ fill(t.a_month, &[&words.money_cell(x)]).plain() }</b></td>
                                </tr>
                            }) }
                        </tbody>
                    </table>
                </div>
                <div>{ chart(scene, winner, &rows, own) }</div>
            </div>
        </section>
    }
}

/// Cost of a month over the hours powered on.
fn chart(scene: &Scene, winner: &Entry, rows: &[(Mode, Option<&Entry>)], own: Option<f64>) -> Html {
    let (t, words, lang) = (scene.more(), scene.words(), scene.lang);
    let cards = f64::from(winner.billed.max(winner.count));
    let hour = |e: &Entry| words.amount(e.gpu_hour) * cards;
    // Metered modes rise with the hours; packages are paid whole.
    let mut lines: Vec<(&'static str, String, f64, f64)> = Vec::new();
    for (mode, e) in rows.iter().filter_map(|(m, e)| Some((*m, (*e)?))).filter(|(_, e)| same_cards(e, winner))
    {
        let whole = hour(e) * MONTH;
        let name = mode.name(lang);
        match mode {
            Mode::OnDemand | Mode::Spot => lines.push((mode_word(mode), name.to_owned(), 0.0, whole)),
            _ => lines.push((
                mode_word(mode),
                format!("{name} {}", number::money(whole, scene.show)),
                whole,
                whole,
            )),
        }
    }
    if let Some(own) = own {
        let own = words.amount(own);
        lines.push(("buy", format!("{} {}", t.mode_own, number::money(own, scene.show)), own, own));
    }
    if lines.len() < 2 {
        return html! { <p class="sz-note">{ t.modes_one }</p> };
    }
    let top = lines.iter().map(|l| l.3).fold(0.0, f64::max) * 1.08;
    let (x, y) = (Axis::new(0.0, MONTH, false), Axis::new(0.0, top, false));
    let months = (winner.wall.likely / MONTH).max(1.0);
    let plan_hours = (winner.hours.likely / months).min(MONTH);
    let mut strokes: Vec<Stroke> = lines
        .iter()
        .map(|(c, _, a, b)| Stroke { points: vec![(0.0, y.place(*a)), (100.0, y.place(*b))], c, dash: None })
        .collect();
    strokes.push(Stroke {
        points: vec![(x.place(plan_hours), 0.0), (x.place(plan_hours), 100.0)],
        c: "pick",
        dash: None,
    });
    let mut labels: Vec<Label> = Vec::new();
    let mut taken: Vec<f64> = Vec::new();
    for (i, (_, name, a, b)) in lines.iter().enumerate() {
        // Sloped lines are named near their right end, level ones at the left, clear of each other.
        let sloped = a != b;
        let at_x = if sloped { 72.0 - 14.0 * (i % 2) as f64 } else { 22.0 };
        let mut at_y = y.place(a + (b - a) * at_x / 100.0) + if sloped { -7.0 } else { 4.5 };
        while taken.iter().any(|t| (t - at_y).abs() < 6.0) && at_y < 96.0 {
            at_y += 3.0;
        }
        if !sloped {
            taken.push(at_y);
        }
        labels.push(Label {
            x: at_x,
            y: at_y.clamp(2.0, 98.0),
            side: sloped.then_some("b"),
            strong: false,
            text: name.clone(),
        });
    }
    let side = if plan_hours > MONTH * 0.6 { Some("l") } else { None };
    labels.push(Label {
        x: x.place(plan_hours),
        y: 95.0,
        side,
        strong: true,
        text: fill(t.your_plan, &[&number::duration(lang, plan_hours)]).plain(),
    });
    let mut dots = Vec::new();
    if let Some(even) = words.break_even().filter(|h| *h < MONTH) {
        let at = lines.iter().find(|l| l.0 == "monthly").map_or(0.0, |l| l.2);
        dots.push(Dot {
            x: x.place(even),
            y: y.place(at),
            c: "ondemand",
            filled: false,
            pick: false,
            title: String::new(),
        });
        strokes.push(Stroke {
            points: vec![(x.place(even), 0.0), (x.place(even), 100.0)],
            c: "front",
            dash: Some("2 3"),
        });
        labels.push(Label {
            x: x.place(even),
            y: 5.0,
            side: (even > MONTH * 0.45).then_some("l"),
            strong: true,
            text: fill(t.break_even, &[&number::duration(lang, even)]).plain(),
        });
    }
    let p = Plot {
        label: t.chart_modes.to_owned(),
        y_title: fill(t.chart_modes_y, &[number::currency_word(lang, scene.show)]).plain(),
        x_title: t.chart_modes_x.to_owned(),
        y: y.ticks(4).into_iter().map(|v| (y.place(v), number::fixed(v, 0))).collect(),
        x: [0.0, 120.0, 240.0, 360.0, 480.0, 600.0, 720.0]
            .iter()
            .map(|v| (x.place(*v), number::fixed(*v, 0)))
            .collect(),
        strokes,
        dots,
        labels,
        table: (
            vec![t.billing.to_owned(), number::duration(lang, MONTH / 2.0), number::duration(lang, MONTH)],
            lines
                .iter()
                .map(|(_, name, a, b)| {
                    vec![
                        name.clone(),
                        number::money((a + b) / 2.0, scene.show),
                        number::money(*b, scene.show),
                    ]
                })
                .collect(),
        ),
    };
    html! { <><h3 class="sz-h3">{ t.chart_modes }</h3>{ plot(&p) }</> }
}
