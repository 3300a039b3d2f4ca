//! Panels below the bill: what people ask before they pay. Each is closed by default and computed only
//! while it is open.

mod api;
mod bank;
mod base;
mod bring;
mod buy;
mod case;
mod chart;
mod compare;
mod first;
mod folded;
mod frame;
mod hourly;
mod input;
mod invoice;
mod leave;
mod lists;
mod market;
mod pace;
mod quotes;
mod reverse;
mod split;
mod spot;
mod start;
mod steps;
mod ticks;
mod traffic;
mod trial;

use crate::engine::inverse::Mend;
use crate::i18n::{bill, questions as text};
use crate::plan::Field;
use crate::ui::Action;
use crate::ui::lazy;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use frame::{Panel, Question};
use yew::prelude::*;

pub(in crate::ui) use pace::panels as pace;

/// In the order in which people ask.
static QUESTIONS: [&Question; 13] = [
    &hourly::QUESTION,
    &spot::QUESTION,
    &buy::QUESTION,
    &api::QUESTION,
    &market::QUESTION,
    &trial::QUESTION,
    &leave::QUESTION,
    &first::QUESTION,
    &split::QUESTION,
    &base::QUESTION,
    &base::PEAKS,
    &bank::QUESTION,
    &traffic::QUESTION,
];

/// The section.
pub fn panels(scene: &Scene) -> Html {
    if scene.winner().is_none() {
        return html! { <section hidden={true}></section> };
    }
    html! {
        <>
        <invoice::Invoice scene={scene.clone()} />
        <section class="sz-sec sz-noprint" id="questions">
            <header><h2 class="sz-h2"><span>{ text::of(scene.lang, text::SECTION) }</span></h2></header>
            <p class="sz-note">{ text::of(scene.lang, text::SECTION_NOTE) }</p>
            { for QUESTIONS.iter().filter(|q| (q.applies)(&scene.plan)).map(|q| html! {
                <Panel key={q.id} scene={scene.clone()} question={*q} />
            }) }
        </section>
        </>
    }
}

pub use bring::bring;
pub use compare::compare;
pub use lists::lists;
pub use reverse::{reverse, ways_out};
pub use start::start;

/// A button that writes fields into the plan: one step back undoes it.
fn apply(scene: &Scene, change: Vec<(Field, String)>, words: text::Pair) -> Html {
    let press = scene.send.reform(move |_: MouseEvent| Action::SetAll(change.clone()));
    html! { <button class="sz-btn" type="button" data-sz="apply" onclick={press}>{ text::of(scene.lang, words) }</button> }
}

/// Changes that are made together: their names, a button that makes them, and what they bring.
fn together(scene: &Scene, mend: &Mend, words: text::Pair, note: String) -> Html {
    let names: Vec<String> = mend.changes.iter().map(|c| scene.words().change(*c)).collect();
    let fields = mend.changes.iter().filter_map(|c| c.field()).collect();
    html! {
        <li>
            <span>{ names.join(scene.lang.pick("，", "; ")) }</span><span>{ apply(scene, fields, words) }</span>
            <span class="sz-note">{ note }</span>
        </li>
    }
}

/// Start here, after what comes next: loaded when it is opened.
pub fn folded_start(scene: &Scene) -> Html {
    let title = bill::of(scene.lang, bill::START);
    let shown = scene.winner().is_some();
    html! { <folded::Folded scene={scene.clone()} id="start" {title} part={&lazy::START} {shown} /> }
}

/// Panels right below the fit, each loaded when it is opened.
pub fn folded(scene: &Scene) -> Html {
    html! {
        <section class="sz-sec sz-noprint">
            <folded::Folded scene={scene.clone()} id="reverse" title={scene.more().reverse_title} part={&lazy::REVERSE} />
            <folded::Folded scene={scene.clone()} id="bring" title={scene.more().bring_title} part={&lazy::BRING} />
        </section>
    }
}

/// Quotes of the reader's own.
pub fn quotes(scene: &Scene) -> Html {
    html! { <quotes::Quotes scene={scene.clone()} /> }
}
