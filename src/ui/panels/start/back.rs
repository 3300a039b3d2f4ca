//! The way back: what the script printed beside what was planned, and the plan worked out again from it.

use crate::handoff::back::{Planned, Run, read};
use crate::i18n::handoff::{self as text, Pair};
use crate::ui::Action;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// The box to paste into, and the comparison.
pub fn compare(scene: &Scene, planned: &Planned, pasted: &UseStateHandle<String>) -> Html {
    let of = |pair: Pair| text::of(scene.lang, pair);
    let oninput = {
        let pasted = pasted.clone();
        Callback::from(move |e: InputEvent| {
            pasted.set(e.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    };
    let run = read(pasted);
    let lost = run.is_none() && !pasted.trim().is_empty();
    html! {
        <div data-sz="start-back">
            <label class="sz-lab sz-gap-s" for="start-paste">{ of(text::PASTE) }</label>
            <textarea class="sz-handcopy" id="start-paste" rows="5" spellcheck="false" value={(**pasted).clone()} {oninput} />
            <div aria-live="polite">
                { lost.then(|| html! { <p class="sz-note">{ of(text::UNREAD) }</p> }) }
                { run.map(|run| outcome(scene, planned, &run)) }
            </div>
        </div>
    }
}

/// Figure by figure, and the button that takes them over.
fn outcome(scene: &Scene, planned: &Planned, run: &Run) -> Html {
    let lang = scene.lang;
    let here = scene.winner().map(|e| scene.catalog.gpu(e.gpu));
    let found = scene.catalog.find_gpu(&run.gpu).map(|ix| scene.catalog.gpu(ix));
    let other = found.is_some_and(|g| here.is_none_or(|h| h.id != g.id));
    let set = planned.settings(run, found.or(here).map(|g| g.id.as_str()));
    let onclick = scene.send.reform(move |_: MouseEvent| Action::SetAll(set.clone()));
    let hint =
        |pair: Pair, name: &str| html! { <p class="sz-note">{ text::say(lang, pair, &[name]).plain() }</p> };
    html! {
        <>
            <ul class="sz-gap-s" data-sz="start-compared">{ for planned.compare(run).iter().map(|c| html! { <li>{ text::compared(lang, c) }</li> }) }</ul>
            { (run.plan != planned.plan).then(|| hint(text::OTHER_PLAN, &run.plan)) }
            { other.then(|| hint(text::OTHER_CARD, &run.gpu)) }
            <p class="sz-acts sz-gap-s"><button class="sz-btn" type="button" data-sz="start-use" {onclick}>{ text::of(lang, text::USE) }</button></p>
        </>
    }
}
