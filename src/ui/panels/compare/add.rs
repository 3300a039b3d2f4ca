//! One more plan: the page's own as it is now, an example, or what a pasted link holds.

use super::{alike, counted, plans};
use crate::i18n::compare::{self as text, Pair};
use crate::i18n::{preset_title, warning};
use crate::plan::{PRESETS, Plan, Preset, Warning};
use crate::share::{self, OTHERS};
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::{Choice, choice};
use crate::ui::{Action, View};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// What came of adding.
#[derive(Clone, Default, PartialEq)]
struct Said {
    lines: Vec<String>,
    bad: bool,
    /// It is about what was pasted.
    link: bool,
}

/// Adds plans that are not there yet, as far as there is room: how many were added, how many had none.
fn added(scene: &Scene, new: Vec<Plan>) -> (Vec<Plan>, usize, usize) {
    let (mut others, mut shown) = (scene.rest.others.clone(), plans(scene));
    let (mut done, mut left) = (0, 0);
    for plan in new {
        let plan = alike(&plan, scene);
        if shown.contains(&plan) {
            continue;
        }
        if others.len() < OTHERS {
            done += 1;
            shown.push(plan.clone());
            others.push(plan);
        } else {
            left += 1;
        }
    }
    (others, done, left)
}

/// The plans of a text that somebody pasted; none where it holds no setting of a plan.
fn pasted(scene: &Scene, text: &str) -> (Vec<Plan>, Vec<Warning>) {
    let (mut link, mut warnings) = share::read(text);
    let known = share::pairs(&link.plan).len() + link.others.len();
    // A link to the default plan names nothing but its version; another address not even that.
    if known == 0 && !share::versioned(text) {
        return (Vec::new(), Vec::new());
    }
    let mut all = vec![std::mem::take(&mut link.plan)];
    all.append(&mut link.others);
    for plan in &mut all {
        warnings.extend(share::own_ids(plan, &scene.catalog));
    }
    (all, warnings)
}

#[component]
pub fn Add(props: &SceneProps) -> Html {
    let (scene, lang) = (&props.scene, props.scene.lang);
    let of = |pair: Pair| text::of(lang, pair);
    let said = use_state_eq(Said::default);
    let typed = use_state_eq(String::new);
    let take = {
        let (scene, said) = (scene.clone(), said.clone());
        move |new: Vec<Plan>, warnings: Vec<Warning>, link: bool| {
            let (others, done, left) = added(&scene, new);
            let mut lines = Vec::new();
            if done > 0 {
                lines.push(text::say(lang, text::ADDED, &[&counted(lang, done)]).plain());
            }
            if left > 0 {
                lines.push(text::say(lang, text::FULL, &[&counted(lang, left)]).plain());
            } else if done == 0 {
                lines.push(text::of(lang, text::THERE).to_owned());
            }
            lines.extend(warnings.iter().map(|w| warning(lang, w)));
            said.set(Said { bad: left > 0 || !warnings.is_empty(), lines, link });
            if done > 0 {
                let plan = Box::new((*scene.plan).clone());
                scene.send.emit(Action::Beside(plan, others, Vec::new(), View::Compare));
            }
            done > 0
        }
    };
    let on_preset = {
        let take = take.clone();
        Callback::from(move |id: String| {
            if let Some(preset) = Preset::find(&id) {
                take(vec![share::decode(preset.link).0], Vec::new(), false);
            }
        })
    };
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |e: InputEvent| {
            typed.set(e.target_unchecked_into::<HtmlTextAreaElement>().value())
        })
    };
    let on_link = {
        let (scene, said, typed) = (scene.clone(), said.clone(), typed.clone());
        Callback::from(move |_: MouseEvent| {
            let (new, warnings) = pasted(&scene, typed.trim());
            if new.is_empty() || typed.trim().is_empty() {
                let line = text::of(lang, text::NOT_A_LINK).to_owned();
                said.set(Said { lines: vec![line], bad: true, link: true });
            } else if take(new, warnings, true) {
                typed.set(String::new());
            }
        })
    };
    let keep = {
        let (scene, said) = (scene.clone(), said.clone());
        Callback::from(move |_: MouseEvent| {
            let mut others = scene.rest.others.clone();
            if others.len() >= OTHERS {
                let line = text::say(lang, text::FULL, &[&counted(lang, 1)]).plain();
                said.set(Said { lines: vec![line], bad: true, link: false });
            } else if others.iter().all(|other| alike(other, &scene) != *scene.plan) {
                others.push((*scene.plan).clone());
                let plan = Box::new((*scene.plan).clone());
                scene.send.emit(Action::Beside(plan, others, Vec::new(), View::Plan));
            } else {
                scene.send.emit(Action::Look(View::Plan));
            }
        })
    };
    let mut options: Vec<(AttrValue, AttrValue)> = vec![("".into(), scene.t().presets_pick.into())];
    options.extend(PRESETS.iter().map(|p| (p.id.into(), preset_title(p.id, lang).to_owned().into())));
    let example = Choice {
        id: "compare-preset".into(),
        label: of(text::ADD_PRESET),
        why: "",
        options,
        value: String::new(),
        changed: false,
        hook: Some("compare-preset"),
    };
    // Beside the field that it is about.
    let heard = |link: bool| {
        let lines = if said.link == link { said.lines.as_slice() } else { &[] };
        html! {
            <div role="status" id={link.then_some("compare-heard")} data-sz={if link { "compare-said" } else { "compare-said-here" }} class={if said.bad { "sz-bad" } else { "" }}>
                { for lines.iter().map(|line| html! { <p>{ line }</p> }) }
            </div>
        }
    };
    html! {
        <section class="sz-gap">
            <h2 class="sz-h3">{ of(text::ADD) }</h2>
            <div class="sz-half sz-gap-s">
                <div>
                    { choice(example, &on_preset) }
                    <p class="sz-gap-s"><button class="sz-btn" type="button" data-sz="compare-keep" onclick={keep}>{ of(text::ADD_HERE) }</button></p>
                    <p class="sz-note">{ of(text::ADD_HERE_NOTE) }</p>
                    { heard(false) }
                </div>
                <div>
                    <label class="sz-lab" for="compare-link">{ of(text::ADD_LINK) }</label>
                    <textarea class="sz-handcopy" id="compare-link" data-sz="compare-link" rows="3" spellcheck="false" value={(*typed).clone()} {oninput}
                        aria-describedby="compare-heard" aria-invalid={(said.link && said.bad).then_some("true")} />
                    { heard(true) }
                    <p class="sz-note">{ of(text::ADD_LINK_NOTE) }</p>
                    <p class="sz-gap-s"><button class="sz-btn" type="button" data-sz="compare-add" onclick={on_link}>{ of(text::ADD_GO) }</button></p>
                </div>
            </div>
        </section>
    }
}
