//! The bar on top: views, date of the prices, copy, export, language, theme.

use super::scene::{Scene, SceneProps};
use crate::catalog::Catalog;
use crate::i18n::{fill, number};
use crate::platform;
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, logo};
use crate::ui::{Action, View};
use crate::units::Currency;
use gloo::timers::callback::Timeout;
use web_sys::Element;
use yew::prelude::*;

/// Props of [`Top`].
#[derive(Properties, PartialEq)]
pub struct TopProps {
    /// The scene.
    pub scene: Scene,
    /// The view shown.
    pub view: View,
    /// Dark colours are on.
    pub dark: bool,
    /// The query of the link to this plan.
    pub query: AttrValue,
}

/// The bar.
#[component]
pub fn Top(props: &TopProps) -> Html {
    let scene = &props.scene;
    let (t, lang) = (scene.t(), scene.lang);
    let tab = |view: View, label: &'static str| {
        let send = scene.send.clone();
        let onclick = Callback::from(move |_: MouseEvent| send.emit(Action::Look(view)));
        html! { <button type="button" aria-current={(props.view == view).then_some("page")} {onclick}>{ label }</button> }
    };
    let home = scene.send.reform(|e: MouseEvent| {
        e.prevent_default();
        Action::Look(View::Plan)
    });
    let newest = *use_memo((), |()| Catalog::embedded().prices_as_of());
    let stamp =
        fill(t.stamp, &[&number::date(lang, newest), &number::age(lang, scene.today.since(newest))]).plain();
    let speak = {
        let send = scene.send.clone();
        Callback::from(move |_: MouseEvent| {
            let send = send.clone();
            lazy::translate(lang.other(), move || send.emit(Action::Speak(lang.other())));
        })
    };
    let dark = props.dark;
    let theme = scene.send.reform(move |_: MouseEvent| Action::Dark(!dark));
    html! {
        <header class="sz-top">
            <a class="sz-skip" href="#answer" onclick={super::answer::jump("verdict")}>{ t.skip }</a>
            <a class="sz-brand" href="./" onclick={home}>{ logo() }{ t.title }{ " " }<small lang={lang.other().tag()}>{ t.title_other }</small></a>
            <nav class="sz-nav" aria-label={t.nav}>
                { tab(View::Plan, t.nav_plan) }{ (!scene.rest.others.is_empty()).then(|| tab(View::Compare, t.compare)) }{ tab(View::Data, t.nav_about) }{ tab(View::Method, t.nav_method) }
            </nav>
            <div class="sz-tools">
                <span class="sz-stamp">{ stamp }</span>
                <CopyLink scene={scene.clone()} query={props.query.clone()} />
                <Export scene={scene.clone()} />
                { money(scene) }
                <button class="sz-btn" data-kind="quiet" type="button" data-sz="lang" lang={lang.other().tag()} onclick={speak}>{ t.language }</button>
                <button class="sz-btn" data-kind="quiet" type="button" data-sz="theme" aria-label={t.theme} title={t.theme} onclick={theme}>{ icon(Icon::Theme) }</button>
            </div>
        </header>
    }
}

/// Props of [`CopyLink`].
#[derive(Properties, PartialEq)]
struct CopyLinkProps {
    scene: Scene,
    query: AttrValue,
}

/// Copies the link; where copying is refused the text is there to be copied by hand.
#[component]
fn CopyLink(props: &CopyLinkProps) -> Html {
    let t = props.scene.t();
    // None: rest; Some(true): copied; Some(false): refused.
    let done = use_state_eq(|| None::<bool>);
    let timer = use_mut_ref(|| None::<Timeout>);
    let link = platform::link_here(&props.query);
    let onclick = {
        let (done, timer, link) = (done.clone(), timer.clone(), link.clone());
        Callback::from(move |_: MouseEvent| {
            let (done, timer) = (done.clone(), timer.clone());
            platform::copy(&link, move |ok| {
                done.set(Some(ok));
                if ok {
                    *timer.borrow_mut() = Some(platform::after(2_000, move || done.set(None)));
                } else {
                    timer.borrow_mut().replace(platform::after(30, || platform::select_text("by-hand")));
                }
            });
        })
    };
    let close = {
        let done = done.clone();
        Callback::from(move |e: KeyboardEvent| {
            if e.key() == "Escape" {
                done.set(None);
            }
        })
    };
    let said = if *done == Some(true) { t.copied } else { t.copy_link };
    html! {
        <div class="sz-menu" onkeydown={close}>
            <button class="sz-btn" type="button" data-sz="copy" aria-label={said} {onclick}>
                { icon(if *done == Some(true) { Icon::Tick } else { Icon::Link }) }<span aria-live="polite">{ said }</span>
            </button>
            <div>{ (*done == Some(false)).then(|| html! {
                <div class="sz-pop sz-pop-wide"><p class="sz-note">{ t.copy_refused }</p>
                    <textarea class="sz-handcopy" id="by-hand" readonly={true} aria-label={t.copy_link} value={link.clone()} /></div>
            }) }</div>
        </div>
    }
}

/// Markdown, CSV, print.
#[component]
fn Export(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let t = scene.t();
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let is_open = *open;
    let done = Callback::from(move |()| {
        open.set(false);
        platform::focus("export");
    });
    let close = {
        let done = done.clone();
        Callback::from(move |e: KeyboardEvent| {
            if e.key() == "Escape" && is_open {
                done.emit(());
            }
        })
    };
    // Each line does its own and bubbles up to here; the button that asks for the lines once more closes nothing.
    let taken = Callback::from(move |e: MouseEvent| {
        let at = e.target_dyn_into::<Element>();
        if at.is_some_and(|at| matches!(at.closest("button:not(.sz-btn)"), Ok(Some(_)))) {
            done.emit(());
        }
    });
    html! {
        <div class="sz-menu" onkeydown={close}>
            <button class="sz-btn" type="button" id="export" aria-label={t.export} aria-expanded={if is_open { "true" } else { "false" }} onclick={toggle}>
                { icon(Icon::Down) }<span>{ t.export }</span>
            </button>
            <div>{ is_open.then(|| html! {
                <div class="sz-pop" onclick={taken}>{ lazy::lazy(scene, &lazy::EXPORTS, When::Now, None) }</div>
            }) }</div>
        </div>
    }
}

/// Yuan or dollars: how sums are shown, never how they are ordered.
fn money(scene: &Scene) -> Html {
    let own = scene.plan.market.currency;
    let next = if scene.show == Currency::Usd { Currency::Cny } else { Currency::Usd };
    let press = scene.send.reform(move |_: MouseEvent| Action::Show((next != own).then_some(next)));
    let label = format!("{} · {} {}", scene.show.code(), scene.t().currency, next.code());
    html! {
        <button class="sz-btn" data-kind="quiet" type="button" data-sz="currency" aria-label={label.clone()} title={label} onclick={press}>{ scene.show.code() }</button>
    }
}
