//! Panels on time, below the speed of the recommended cards: what holds it up, slower than expected,
//! switches, load of a service, getting there, cards by work done.

mod carry;
mod holds;
mod slow;
mod start;
mod switch;
mod worth;

use super::case::Case;
use super::frame::{Panel, Question};
use crate::engine::pace::Run;
use crate::i18n::pace as text;
use crate::plan::{Plan, Task};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use yew::prelude::*;

/// In the order in which people ask.
static QUESTIONS: [&Question; 6] = [
    &carry::QUESTION,
    &holds::QUESTION,
    &slow::QUESTION,
    &switch::QUESTION,
    &start::QUESTION,
    &worth::QUESTION,
];

/// The section.
pub fn panels(scene: &Scene) -> Html {
    if scene.winner().is_none() || !timed(&scene.plan) {
        return html! { <section hidden={true}></section> };
    }
    html! {
        <section class="sz-sec sz-noprint" id="pace">
            <header><h2 class="sz-h2"><span>{ text::of(scene.lang, text::SECTION) }</span></h2></header>
            { for QUESTIONS.iter().filter(|q| (q.applies)(&scene.plan)).map(|q| html! {
                <Panel key={q.id} scene={scene.clone()} question={*q} />
            }) }
        </section>
    }
}

/// Jobs whose time is worked out.
fn timed(plan: &Plan) -> bool {
    plan.task != Task::KnownCards
}

/// The winner as it runs.
fn run(c: &Case) -> Option<Run<'_>> {
    Run::of(&c.scene.plan, &c.scene.catalog, &c.winner)
}

/// Seconds, however few.
fn seconds(c: &Case, s: f64) -> String {
    crate::i18n::number::seconds(c.scene.lang, s)
}

/// "1.8 times" as a bare figure.
fn factor(x: f64) -> String {
    crate::i18n::number::significant(x, if (0.995..10.0).contains(&x) { 3 } else { 2 })
}
