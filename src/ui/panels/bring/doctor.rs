//! The failure beside the plan: what the text says, what was predicted, what filled the card, what to change.

use super::super::reverse::Case;
use super::super::together;
use super::{Said, line};
use crate::engine::inverse::{Diagnosis, Mend, diagnose, told};
use crate::engine::memory::Fit;
use crate::i18n::bring::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::import::oom::Message;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::rich;
use yew::prelude::*;

/// A message read, beside the plan that it was pasted with; `again` takes the plan of now instead.
pub fn doctor(now: &Scene, message: &Message, given: &Case, again: Callback<MouseEvent>) -> Said {
    let lang = now.lang;
    let scene = &Scene { plan: given.plan.clone(), report: given.report.clone(), ..now.clone() };
    let of = |pair: Pair| text::of(lang, pair);
    let found = diagnose(message, &scene.plan, &scene.catalog, &scene.report);
    let told = found.as_ref().map_or_else(|| told(message), |d| d.told);
    let mut planned: [Option<String>; 6] = Default::default();
    if let Some(d) = &found {
        let m = &d.memory;
        let bands = [m.allocated.band(), m.reserved.band(), m.need.band()].map(number::gib_range);
        let card = number::gib(scene.catalog.gpu(d.gpu).usable.to_f64());
        for (cell, said) in planned.iter_mut().zip(std::iter::once(card).chain(bands)) {
            *cell = Some(said);
        }
    }
    let rows = [
        (text::O_TOTAL, told.total),
        (text::O_ALLOCATED, told.allocated),
        (text::O_RESERVED, told.reserved),
        (text::O_USED, told.used),
        (text::O_TRIED, told.tried),
        (text::O_FREE, told.free),
    ];
    let none = || "—".to_owned();
    let below = html! {
        <>
            { (now.plan != scene.plan).then(|| moved(now, again)) }
            { match &found {
                None => line(of(text::O_NOJOB)),
                Some(d) => {
                    let values = [scene.words().count_of(d.count, d.gpu), d.fit.name(lang).to_owned()];
                    html! { <p class="sz-note">{ rich(&text::say(lang, text::O_CARD, &[&values[0], &values[1]])) }</p> }
                }
            } }
            <div class="sz-tw" tabindex="0" role="region" aria-label={of(text::O_TOLD)}><table class="sz-t" data-sz="oom">
                <thead><tr><th scope="col">{ of(text::O_WHAT) }</th>{ for [text::O_TOLD, text::O_PLAN].iter().map(|h| html! { <th scope="col" class="r">{ of(*h) }</th> }) }</tr></thead>
                <tbody>{ for rows.iter().zip(planned).filter(|((_, told), planned)| told.is_some() || planned.is_some()).map(|((name, told), planned)| html! {
                    <tr><th scope="row">{ of(*name) }</th><td class="r">{ told.map_or_else(none, number::gib) }</td><td class="r">{ planned.unwrap_or_else(none) }</td></tr>
                }) }</tbody>
            </table></div>
            { found.as_ref().map(|d| advice(now, d)) }
        </>
    };
    (of(text::kind(message.kind)).to_owned(), below)
}

/// What the plan of now says, where it is another one than the text was pasted with.
fn moved(now: &Scene, again: Callback<MouseEvent>) -> Html {
    let (lang, words) = (now.lang, now.words());
    let winner = now.winner().map(|e| (words.cards(e), e.need.likely, e.room, e.fit));
    let closest = now.report.verdict.closest.as_ref();
    let stands = winner.or_else(|| {
        let fit = if now.report.too_small().is_some() { Fit::No } else { Fit::Tight };
        closest.map(|c| (words.count_of(c.count, c.gpu), c.need.likely, c.room, fit))
    });
    html! {
        <div data-sz="oom-moved">
            { stands.map(|(cards, need, room, fit)| {
                let values = [number::gib(need), number::gib(room)];
                html! { <p>{ rich(&text::say(lang, text::O_MOVED, &[&cards, &values[0], &values[1], fit.name(lang)])) }</p> }
            }) }
            <p class="sz-acts"><button class="sz-btn" type="button" onclick={again}>{ text::of(lang, text::O_AGAIN) }</button></p>
        </div>
    }
}

/// Causes and changes.
fn advice(scene: &Scene, d: &Diagnosis) -> Html {
    let lang = scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    html! {
        <>
            { (!d.causes.is_empty()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::O_CAUSE) }</h3>
                    <ul data-sz="oom-causes">{ for d.causes.iter().map(|c| html! { <li>{ text::cause(lang, *c) }</li> }) }</ul>
                </>
            }) }
            <h3 class="sz-h3 sz-gap">{ of(text::O_CHANGES) }</h3>
            { d.changes.is_empty().then(|| line(of(text::O_NONE))) }
            <ul class="sz-rows" data-sz="oom-changes">{ for d.changes.iter().map(|m| change(scene, d, m)) }</ul>
        </>
    }
}

/// A change with what it saves and costs.
fn change(scene: &Scene, d: &Diagnosis, m: &Mend) -> Html {
    let lang = scene.lang;
    let mut note = text::say(lang, text::O_SAVES, &[&number::gib(m.saves)]).plain();
    if m.work_h > 0.0 {
        let time = if d.work_h > 0.0 {
            number::percent_signed(m.work_h / d.work_h - 1.0)
        } else {
            number::duration(lang, m.work_h)
        };
        note += lang.pick("；", "; ");
        note += &text::say(lang, text::O_TIME, &[&time]).plain();
    }
    let mut plan = (*scene.plan).clone();
    m.changes.iter().for_each(|c| c.apply(&mut plan));
    if plan == *scene.plan {
        note = format!("{}{}{note}", text::of(lang, text::O_MADE), lang.pick("；", "; "));
    }
    together(scene, m, text::APPLY, note)
}
