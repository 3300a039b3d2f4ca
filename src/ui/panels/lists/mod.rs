//! The checklists: what to ask before paying, the test of the first day, keeping going. Filled with the
//! plan's values, ticked here, taken home as Markdown.

mod day;

use super::ticks::{Ticks, use_ticks};
use crate::export::lists::{Item, Kind, List, Subject, markdown};
use crate::i18n::lists::{self as text, Pair};
use crate::platform;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::{Icon, icon};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The section.
pub fn lists(scene: &Scene) -> Html {
    html! { <Lists scene={scene.clone()} /> }
}

#[component]
fn Lists(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let of = |pair: Pair| text::of(scene.lang, pair);
    let offer = scene.winner().and_then(|e| scene.catalog.offer(e.offer)).map(|o| o.id.clone());
    let ticks = use_ticks(offer.clone().unwrap_or_default());
    let words = scene.words();
    let Some(subject) = Subject::new(&words, scene.today) else {
        return html! { <section hidden={true}></section> };
    };
    html! {
        <section class="sz-sec sz-noprint" id="lists">
            <header><h2 class="sz-h2"><span>{ of(text::TITLE) }</span></h2></header>
            <p class="sz-note">{ of(text::NOTE) }{ " " }{ subject.plan_b() }</p>
            { (!ticks.kept()).then(|| html! { <p class="sz-note" role="status">{ of(text::NOT_KEPT) }</p> }) }
            { for Kind::ALL.into_iter().map(|kind| {
                let extra = match kind {
                    Kind::Asking => letter(scene, &subject),
                    Kind::FirstDay => day::readings(scene, &subject),
                    _ => Html::default(),
                };
                checklist(scene, &subject.list(kind), &ticks, extra)
            }) }
        </section>
    }
}

/// One checklist.
fn checklist(scene: &Scene, list: &List, ticks: &Ticks, extra: Html) -> Html {
    let lang = scene.lang;
    let done = list.items.iter().filter(|i| ticks.has(&i.id)).count();
    let counted = text::say(lang, text::DONE, &[&done.to_string(), &list.items.len().to_string()]).plain();
    let body = markdown(&scene.words(), list, &platform::link_start(), |id| ticks.has(id));
    let name = list.kind.file();
    html! {
        <details class="sz-more sz-q" key={name} data-sz={name}>
            <summary>{ icon(Icon::Open) }<span>{ &list.title }</span><em>{ counted }</em></summary>
            <div>
                <p class="sz-note">{ &list.note }</p>
                { extra }
                <ul class="sz-gap-s">{ for list.items.iter().map(|item| entry(item, ticks)) }</ul>
                <Take text={body} file={format!("{name}.md")} {lang} copy={text::COPY} />
            </div>
        </details>
    }
}

/// One thing to do.
fn entry(item: &Item, ticks: &Ticks) -> Html {
    let onchange = {
        let (ticks, id) = (ticks.clone(), item.id.clone());
        Callback::from(move |e: Event| {
            ticks.set(&id, e.target_unchecked_into::<HtmlInputElement>().checked())
        })
    };
    html! {
        <li key={item.id.clone()}>
            <label class="sz-checkrow"><input type="checkbox" checked={ticks.has(&item.id)} {onchange} /><span><small>{ &item.id }</small>{ " " }{ &item.text }</span></label>
            { (!item.command.is_empty()).then(|| html! { <p class="sz-note sz-mono sz-quote">{ &item.command }</p> }) }
        </li>
    }
}

/// The message to the seller.
fn letter(scene: &Scene, subject: &Subject<'_>) -> Html {
    let lang = scene.lang;
    html! {
        <div class="sz-gap-s">
            <h3 class="sz-h3">{ text::of(lang, text::LETTER) }</h3>
            <textarea class="sz-handcopy" readonly={true} rows="8" aria-label={text::of(lang, text::LETTER)} value={subject.letter()} />
            <Take text={subject.letter()} file="" {lang} copy={text::LETTER_COPY} />
        </div>
    }
}

/// Props of [`Take`].
#[derive(Properties, PartialEq)]
struct TakeProps {
    /// What is taken home.
    text: String,
    /// Name of its file; empty where it is only copied.
    file: AttrValue,
    lang: crate::i18n::Lang,
    /// Words of the button that copies.
    copy: Pair,
}

/// Buttons that copy a text and make a file of it. Where copying is refused the text can be selected.
#[component]
fn Take(props: &TakeProps) -> Html {
    let of = |pair: Pair| text::of(props.lang, pair);
    let copied = use_state_eq(|| None::<bool>);
    {
        let copied = copied.clone();
        use_effect_with(props.text.clone(), move |_| copied.set(None));
    }
    let copy = {
        let (text, copied) = (props.text.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            platform::copy(&text, move |ok| copied.set(Some(ok)));
        })
    };
    let save = {
        let (text, file) = (props.text.clone(), props.file.clone());
        Callback::from(move |_: MouseEvent| {
            platform::download(&file, "text/markdown;charset=utf-8", &text);
        })
    };
    html! {
        <>
            <p class="sz-acts sz-gap-s">
                <button class="sz-btn" type="button" onclick={copy}>{ of(if *copied == Some(true) { text::COPIED } else { props.copy }) }</button>
                { (!props.file.is_empty()).then(|| html! { <button class="sz-btn" type="button" onclick={save}>{ of(text::SAVE) }</button> }) }
            </p>
            <div>{ (*copied == Some(false)).then(|| html! {
                <><p class="sz-note">{ of(text::REFUSED) }</p><textarea class="sz-handcopy" readonly={true} rows="8" value={props.text.clone()} /></>
            }) }</div>
        </>
    }
}
