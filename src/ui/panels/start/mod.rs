//! Start here: the commands and files of this plan, tool by tool, and the order sheet, to copy or to take home; and the way
//! back, what the machine measured beside what was planned.

mod back;

use crate::export::order;
use crate::handoff::back::{Planned, script};
use crate::handoff::{self, File, Kind, Refusal, Setup, Tool};
use crate::i18n::handoff::{self as text, Pair};
use crate::platform;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::{chip, chip_group};
use yew::prelude::*;

/// What stands in it.
pub fn start(scene: &Scene) -> Html {
    html! { <Files scene={scene.clone()} /> }
}

/// What a tab shows.
struct Tab {
    name: &'static str,
    /// `None`: the order sheet.
    kind: Option<Kind>,
    /// Version, how it was checked, and what the tool cannot say.
    notes: Vec<String>,
    files: Vec<File>,
}

/// Everything of a plan.
struct Ready {
    tabs: Vec<Tab>,
    /// Tools without a file, and why.
    none: String,
    script: File,
    planned: Planned,
}

impl Ready {
    fn new(scene: &Scene) -> Option<Self> {
        let setup = Setup::new(&scene.plan, &scene.report, &scene.catalog)?;
        let lang = scene.lang;
        let (mut tabs, mut none) = (Vec::new(), Vec::new());
        for tool in Tool::ALL {
            match handoff::doc(&setup, tool) {
                Ok(doc) => {
                    let how = text::checked(lang, tool);
                    let mut notes = vec![text::say(lang, text::VERSION, &[&tool.label(), &how]).plain()];
                    notes.extend(doc.notes.iter().map(|n| text::note(lang, *n)));
                    tabs.push(Tab { name: tool.name(), kind: Some(tool.kind()), notes, files: doc.files });
                }
                // A plan for one program is no news to the others.
                Err(Refusal::OtherProgram) => {}
                Err(why) => none
                    .push(text::say(lang, text::WHY_NOT, &[tool.name(), &text::refusal(lang, why)]).plain()),
            }
        }
        tabs.push(Tab {
            name: text::of(lang, text::SHEET),
            kind: None,
            notes: vec![text::of(lang, text::SHEET_NOTE).to_owned()],
            // In the other language after a switch: only one has its texts here.
            files: vec![order::file(&scene.words(), &setup)],
        });
        let none = none.join(lang.pick("；", "; "));
        Some(Self { tabs, none, script: script(&setup), planned: Planned::new(&setup) })
    }
}

/// Which file was copied, and whether the browser allowed it.
type Copied = UseStateHandle<Option<(String, bool)>>;

#[component]
fn Files(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let chosen = use_state_eq(|| "");
    let copied: Copied = use_state_eq(|| None);
    let pasted = use_state_eq(String::new);
    let ready = use_memo(scene.clone(), Ready::new);
    let Some(ready) = ready.as_ref() else { return Html::default() };
    let of = |pair: Pair| text::of(scene.lang, pair);
    let now = ready.tabs.iter().find(|t| t.name == *chosen).unwrap_or(&ready.tabs[0]);
    let group = |kind: Option<Kind>, label: Pair| {
        let chips = ready.tabs.iter().filter(|t| t.kind == kind).map(|tab| {
            let (chosen, name) = (chosen.clone(), tab.name);
            let pick = Callback::from(move |_: MouseEvent| chosen.set(name));
            chip(name.to_owned(), name.to_owned(), now.name == name, pick)
        });
        chip_group(of(label), chips.collect())
    };
    html! {
        <>
            <p class="sz-note">{ of(text::LEAD) }</p>
            { group(Some(Kind::Run), text::RUN) }
            { group(Some(Kind::Launch), text::LAUNCH) }
            { group(None, text::BY_HAND) }
            <ul class="sz-note sz-gap-s" data-sz="start-notes">{ for now.notes.iter().map(|n| html! { <li>{ n }</li> }) }</ul>
            { for now.files.iter().map(|one| file(scene, now.name, one, &copied)) }
            { (!ready.none.is_empty()).then(|| html! { <p class="sz-note sz-gap-s">{ of(text::NONE) }{ of(text::COLON) }{ &ready.none }</p> }) }
            <h3 class="sz-h3 sz-gap">{ of(text::BACK) }</h3>
            <p class="sz-note">{ of(text::BACK_NOTE) }</p>
            { file(scene, "", &ready.script, &copied) }
            { back::compare(scene, &ready.planned, &pasted) }
        </>
    }
}

/// A file: to read, to copy, to take home.
fn file(scene: &Scene, tab: &str, file: &File, copied: &Copied) -> Html {
    let of = |pair: Pair| text::of(scene.lang, pair);
    let place = [tab, &file.name].concat();
    let copy = {
        let (body, place, copied) = (file.text.clone(), place.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            let (place, copied) = (place.clone(), copied.clone());
            platform::copy(&body, move |ok| copied.set(Some((place, ok))));
        })
    };
    let save = {
        let (name, body) = (file.name.clone(), file.text.clone());
        Callback::from(move |_: MouseEvent| {
            platform::download(&name, "text/plain;charset=utf-8", &body);
        })
    };
    let said = copied.as_ref().filter(|c| c.0 == place).map(|c| c.1);
    let rows = file.text.lines().count().clamp(3, 24).to_string();
    html! {
        <div key={place} data-sz="start-file">
            <h3 class="sz-h3 sz-gap sz-mono">{ &file.name }</h3>
            <textarea class="sz-handcopy" readonly={true} {rows} spellcheck="false" aria-label={file.name.clone()} value={file.text.clone()} />
            <p class="sz-acts sz-gap-s">
                <button class="sz-btn" type="button" onclick={copy}><span aria-live="polite">{ of(if said == Some(true) { text::COPIED } else { text::COPY }) }</span></button>
                <button class="sz-btn" type="button" onclick={save}>{ of(text::DOWNLOAD) }</button>
            </p>
            { (said == Some(false)).then(|| html! { <p class="sz-note">{ of(text::REFUSED) }</p> }) }
        </div>
    }
}
