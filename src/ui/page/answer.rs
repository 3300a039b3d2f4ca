//! The answer: one sentence, two reasons, four figures, what was second and what would change it.

use super::scene::Scene;
use crate::engine::report::{Entry, Runner};
use crate::i18n::Row;
use crate::share;
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::parts::{Icon, bar, icon, marker, rich};
use crate::ui::{Action, View};
use yew::prelude::*;

/// The answer's section.
pub fn answer(scene: &Scene) -> Html {
    let (t, words) = (scene.t(), scene.words());
    // Old prices have a notice of their own above.
    let stale = scene.winner().and_then(|e| words.stale(e));
    let reasons: Vec<_> = words.reasons().into_iter().filter(|r| Some(r) != stale.as_ref()).collect();
    // Two short paragraphs: whether it fits and how to pay, then why this one.
    let half = reasons.len().div_ceil(2);
    let (first, second) = reasons.split_at(half.min(reasons.len()));
    let paragraph = |list: &[crate::i18n::Rich]| {
        (!list.is_empty()).then(|| {
            html! {
                <p class="sz-why">{ for list.iter().enumerate().map(|(i, r)| html! {
                    <>{ if i > 0 { scene.lang.pick("", " ") } else { "" } }{ rich(r) }</>
                }) }</p>
            }
        })
    };
    let print = Callback::from(|_: MouseEvent| lazy::print());
    let figures = words.figures();
    html! {
        <section class="sz-answer" id="answer" aria-labelledby="verdict">
            <div>
                <h1 class="sz-verdict" id="verdict" data-sz="verdict" tabindex="-1">{ rich(&words.verdict()) }</h1>
                { paragraph(first) }{ paragraph(second) }
                <div class="sz-acts sz-noprint">
                    { if scene.winner().is_some() { html! { <a class="sz-btn" data-kind="main" href="#next" onclick={jump("next")}>{ t.start }</a> } } else { Html::default() } }
                    <button class="sz-btn" type="button" onclick={print}>{ icon(Icon::Printer) }{ t.print }</button>
                    <button class="sz-btn" type="button" data-sz="compare" onclick={beside(scene)}>{ t.compare }</button>
                </div>
            </div>
            <dl class="sz-figs" data-sz="figures" hidden={figures.is_empty()}>
                { for figures.iter().map(|f| html! {
                    <div key={f.label}>
                        <dt>{ f.label }</dt>
                        // Another number is another element: it flashes once.
                        <dd key={format!("{}{}", f.number, f.unit)} class="sz-moved"><span class="sz-num">{ &f.number }{
                            if f.unit.is_empty() { Html::default() } else { html! { <span class="sz-u">{ &f.unit }</span> } }
                        }</span></dd>
                        <dd class="sz-sub" key="sub">{ &f.sub }</dd>
                    </div>
                }) }
            </dl>
            { below(scene) }
        </section>
    }
}

/// Keeps the plan as it is now, and shows it beside others.
fn beside(scene: &Scene) -> Callback<MouseEvent> {
    let (send, plan, rest) = (scene.send.clone(), scene.plan.clone(), scene.rest.clone());
    Callback::from(move |_: MouseEvent| {
        let mut others = rest.others.clone();
        if others.len() < share::OTHERS && !others.contains(&plan) {
            others.push((*plan).clone());
        }
        send.emit(Action::Beside(Box::new((*plan).clone()), others, Vec::new(), View::Compare));
    })
}

/// Scrolls inside the page; the address keeps the plan, not the place.
pub fn jump(id: &'static str) -> Callback<MouseEvent> {
    Callback::from(move |e: MouseEvent| {
        e.prevent_default();
        lazy::show(id);
    })
}

/// Runners-up and flips; the closest card and the ways out when nothing fits.
fn below(scene: &Scene) -> Html {
    if scene.winner().is_none() {
        return nothing(scene);
    }
    let (t, words, report) = (scene.t(), scene.words(), &scene.report);
    let runners: Vec<(&Runner, &Entry, Row)> = report
        .runners
        .iter()
        .filter_map(|r| Some((r, report.ranked.get(r.entry)?, words.runner(r)?)))
        .take(3)
        .collect();
    html! {
        <div class="sz-flip">
            <div>
                <h2 class="sz-h3">{ t.alt_title }</h2>
                { if runners.is_empty() { html! { <p class="sz-note">{ t.alt_none }</p> } } else { Html::default() } }
                <ul class="sz-rows">
                    { for runners.iter().map(|(r, e, row)| html! {
                        <li key={r.entry}>
                            <span>{ marker(e.mode) }{ &row.title }</span>
                            <span>{ rich(&row.figures) }</span>
                            <span class="sz-note">{ &row.note }</span>
                        </li>
                    }) }
                </ul>
            </div>
            <div>
                <h2 class="sz-h3">{ t.flip_title }</h2>
                { match &scene.flips {
                    None => html! { <p class="sz-note">{ t.loading }{ "…" }</p> },
                    Some(flips) if flips.is_empty() => html! { <p class="sz-note">{ t.flip_none }</p> },
                    Some(_) => Html::default(),
                } }
                <ul class="sz-rows">
                    { for scene.flips.iter().flat_map(|f| f.iter()).take(5).map(|flip| {
                        let row = words.flip(flip);
                        html! { <li key={row.title.clone()}><span>{ scene.offer_change(flip.change, &row.title) }</span><span>{ rich(&row.figures) }</span></li> }
                    }) }
                </ul>
            </div>
        </div>
    }
}

/// Nothing fits: how far it is, and the way to what would make it fit.
fn nothing(scene: &Scene) -> Html {
    let (t, report) = (scene.t(), &scene.report);
    let bar = report.verdict.closest.map(|c| {
        let mut parts = [0.0; 9];
        for line in report.memory.iter().filter(|l| l.at_peak) {
            if let Some(part) = super::fit::part_of(line.what) {
                parts[part as usize] += line.value.likely;
            }
        }
        html! { { bar(&parts, c.need, c.usable, scene.lang) } }
    });
    html! {
        <div class="sz-flip">
            <div class="sz-wide">
                { bar }
                <h2 class="sz-h3">{ t.ways_out }</h2>
                { lazy::lazy(scene, &lazy::WAYS, When::Now, None) }
                <p class="sz-acts">
                    <a class="sz-btn" data-kind="main" href="#reverse" onclick={jump("reverse")}>{ t.ways_change }</a>
                    <a class="sz-btn" href="#bring" onclick={jump("bring")}>{ t.ways_bring }</a>
                </p>
            </div>
        </div>
    }
}
