//! The page: a rail of inputs, one sheet that answers. The answer paints first; the sections below it
//! follow in the next frame, and what would change the answer after that.

mod about;
mod advised;
mod answer;
mod banners;
mod bill;
mod claims;
pub(in crate::ui) mod control;
mod export;
mod fit;
mod lines;
mod modes;
mod next;
mod offers;
pub(in crate::ui) mod rail;
pub(in crate::ui) mod relevant;
mod risk;
pub(in crate::ui) mod scene;
mod sizes;
mod start;
mod time;
mod top;
mod trust;

use crate::engine;
use crate::engine::report::{Flip, Report};
use crate::i18n::{fill, number};
use crate::plan::Plan;
use crate::platform;
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::panels;
use crate::ui::parts::{Icon, icon};
use crate::ui::{Action, Own, Session, View};
use scene::Scene;
use std::rc::Rc;
use yew::prelude::*;

pub(in crate::ui) use about::{data, method};
pub(in crate::ui) use advised::advice;
pub(in crate::ui) use banners::notices;
pub(in crate::ui) use claims::view as claims;
pub(in crate::ui) use export::exports;

/// The whole page.
#[component]
pub fn Page() -> Html {
    let session = use_reducer(start::session);
    lazy::speak(session.lang);
    let own = use_state_eq(Own::recalled);
    let catalog = own.facts.clone();
    let today = *use_memo((), |()| platform::today());
    // The rules of advice come later than the first answer; when they are here they look at it too.
    let report = use_memo((session.plan.clone(), catalog.clone(), session.advised), |(plan, catalog, _)| {
        let watch = platform::Stopwatch::start("sz:report");
        let advise = lazy::ADVISE.get();
        let report = engine::report::report_with(plan, catalog, today, &mut |view, fits| {
            advise.map_or_else(Vec::new, |advise| advise(view, fits))
        });
        watch.stop();
        Rc::new(report)
    });
    let report: Rc<Report> = (*report).clone();
    let send = {
        let dispatch = session.dispatcher();
        use_callback((), move |action: Action, ()| dispatch.dispatch(action))
    };

    let keep = {
        let own = own.clone();
        use_callback((), move |next: Own, ()| own.set(next))
    };

    // What would change the answer, once the reader has stopped changing things.
    let flips = use_state(|| None::<(Rc<Plan>, Rc<Vec<Flip>>)>);
    {
        let flips = flips.clone();
        let (plan, base, catalog) = (session.plan.clone(), report.clone(), catalog.clone());
        use_effect_with(Rc::as_ptr(&report) as usize, move |_| {
            let timer = platform::after(FLIPS_AFTER_MS, move || {
                let watch = platform::Stopwatch::start("sz:flips");
                let found = engine::report::flips(&plan, &catalog, today, &base);
                watch.stop();
                flips.set(Some((plan, Rc::new(found))));
            });
            move || drop(timer)
        });
    }
    let found = flips.as_ref().filter(|(plan, _)| Rc::ptr_eq(plan, &session.plan)).map(|(_, f)| f.clone());

    let now = Scene {
        plan: session.plan.clone(),
        report,
        catalog,
        own: (*own).clone(),
        flips: found,
        today,
        lang: session.lang,
        show: session.currency(),
        rest: session.rest.clone(),
        warnings: session.warnings.clone(),
        advised: session.advised,
        send: send.clone(),
        keep,
    };
    // The sections show the scene of the frame before until the answer has been painted.
    let late = use_state_eq(|| None::<Scene>);
    {
        let late = late.clone();
        use_effect_with(now.clone(), move |scene| {
            let scene = scene.clone();
            platform::next_frame(move || late.set(Some(scene)));
        });
    }
    // Another view begins at its top.
    let viewed = use_mut_ref(|| session.view);
    use_effect_with(session.view, move |view| {
        if std::mem::replace(&mut *viewed.borrow_mut(), *view) != *view {
            platform::to_top();
            platform::focus(if *view == View::Plan { "verdict" } else { "view" });
        }
    });
    let query = start::use_address(&session);
    start::use_keys(&send);
    start::use_root(&session);

    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        use_callback(*open, move |_: MouseEvent, is_open| open.set(!is_open))
    };
    use_announcer(&now);
    let busy = late.as_ref() != Some(&now);
    let t = now.t();
    html! {
        <div class="sz-page">
            <top::Top scene={now.clone()} view={session.view} dark={session.dark.unwrap_or_else(platform::system_is_dark)} query={query.clone()} />
            <div class="sz-app" data-view={if session.view == View::Plan { "plan" } else { "text" }}>
                { if session.view == View::Plan { html! {
                    <>
                        <rail::Rail key="rail" scene={now.clone()} open={*open} toggle={toggle.clone()} />
                        <main class="sz-sheet" key="sheet">
                            { crumb(&now, session.can_undo(), session.can_redo()) }
                            { banners::banners(&now) }
                            { answer::answer(&now) }
                            <div aria-busy={if busy { "true" } else { "false" }}>{ late.as_ref().map(|late| html! { <Sections scene={late.clone()} /> }) }</div>
                            <p class="sz-print sz-note">{ fill(t.printed, &[&number::date(now.lang, today)]).plain() }<span class="sz-mono">{ platform::link_here(&query) }</span></p>
                        </main>
                    </>
                } } else { html! {
                    <main class="sz-sheet sz-text" key="text">{ (session.view == View::Compare).then(|| banners::banners(&now)) }{ lazy::lazy(&now, match session.view {
                        View::Claims => &lazy::CLAIMS,
                        View::Data => &lazy::DATA,
                        View::Compare => &lazy::COMPARE,
                        View::Plan | View::Method => &lazy::METHOD,
                    }, When::Now, Some("view")) }</main>
                } } }
            </div>
            { bottom_bar(&now, session.can_undo(), toggle, session.view == View::Plan) }
            { banners::foot(&now) }
            <div class="sz-sr" aria-live="polite" id="said"></div>
        </div>
    }
}

/// How long nothing must change before flips are worked out, ms.
const FLIPS_AFTER_MS: u32 = 350;
/// How long the verdict must stand before it is read out, ms.
const SAY_AFTER_MS: u32 = 800;

/// Everything below the answer.
#[component]
fn Sections(props: &scene::SceneProps) -> Html {
    let scene = &props.scene;
    html! {
        <>
            <fit::Fit scene={scene.clone()} />
            <div id="below" tabindex="-1">{ lazy::lazy(scene, &lazy::BELOW, soon(scene), None) }</div>
        </>
    }
}

/// Quotes that were kept at the last visit are read where they are shown, and belong into the first answer.
fn soon(scene: &Scene) -> When {
    if scene.own.kept.is_some() { When::Now } else { When::Near }
}

/// The sections that few readers need at once.
pub(in crate::ui) fn below(scene: &Scene) -> Html {
    html! {
        <>
            { panels::folded(scene) }
            <offers::Offers scene={scene.clone()} />
            { lazy::lazy(scene, &lazy::QUOTES, soon(scene), None) }
            { modes::modes(scene) }
            { time::time(scene) }
            { lazy::lazy(scene, &lazy::PACE, When::Near, None) }
            <bill::Bill scene={scene.clone()} />
            { lazy::lazy(scene, &lazy::QUESTIONS, When::Near, None) }
            { risk::risk(scene) }
            { next::next(scene) }
            { panels::folded_start(scene) }
            { lazy::lazy(scene, &lazy::LISTS, When::Near, None) }
        </>
    }
}

/// The question in one line, undo and redo.
fn crumb(scene: &Scene, can_undo: bool, can_redo: bool) -> Html {
    let t = scene.t();
    let undo = scene.send.reform(|_: MouseEvent| Action::Undo);
    let redo = scene.send.reform(|_: MouseEvent| Action::Redo);
    html! {
        <div class="sz-crumb">
            <span>{ scene.words().job_line() }</span>
            <span class="sz-push">
                <button class="sz-btn" data-kind="quiet" type="button" aria-label={t.undo} title={t.undo} disabled={!can_undo} onclick={undo}>{ icon(Icon::Undo) }</button>
                <button class="sz-btn" data-kind="quiet" type="button" aria-label={t.redo} title={t.redo} disabled={!can_redo} onclick={redo}>{ icon(Icon::Redo) }</button>
            </span>
        </div>
    }
}

/// On phones: the answer again, undo, and the way to the inputs.
fn bottom_bar(scene: &Scene, can_undo: bool, toggle: Callback<MouseEvent>, shown: bool) -> Html {
    let (t, words) = (scene.t(), scene.words());
    let undo = scene.send.reform(|_: MouseEvent| Action::Undo);
    let (title, sub) = match scene.winner() {
        Some(e) => (
            format!(
                "{} · {} · {}",
                words.cards(e),
                words.money(e.total.likely),
                number::duration(scene.lang, e.hours.likely)
            ),
            match e.need.likely {
                x if x > 0.0 => format!(
                    "{} · {} / {}",
                    words.provider(e.provider),
                    number::gib_number(x, 1),
                    number::gib(e.usable)
                ),
                _ => words.provider(e.provider).to_owned(),
            },
        ),
        None => (words.fit_heading().answer, String::new()),
    };
    let edit = {
        Callback::from(move |e: MouseEvent| {
            toggle.emit(e);
            platform::scroll_to("settings");
        })
    };
    html! {
        <section class="sz-bar-b" aria-label={t.answer} hidden={!shown}>
            <span><b>{ title }</b>{ sub }</span>
            <button class="sz-btn" data-kind="quiet" type="button" aria-label={t.undo} disabled={!can_undo} onclick={undo}>{ icon(Icon::Undo) }</button>
            <button class="sz-btn" type="button" onclick={edit}>{ t.edit }</button>
        </section>
    }
}

/// Reads the verdict out, once it stands still.
#[hook]
fn use_announcer(scene: &Scene) {
    // What stood last. The page that opens reads itself.
    let last = use_mut_ref(|| None::<String>);
    let scene = scene.clone();
    use_effect_with((Rc::as_ptr(&scene.report) as usize, scene.lang, scene.show), move |_| {
        // At once, or a reader who is quicker than the timer would not hear the first change.
        if last.borrow().is_none() {
            last.replace(Some(scene.words().verdict().plain()));
        }
        let timer = platform::after(SAY_AFTER_MS, move || {
            let text = scene.words().verdict().plain();
            if last.borrow().as_ref() != Some(&text) {
                platform::write("said", &text);
                last.replace(Some(text));
            }
        });
        move || drop(timer)
    });
}

/// Mounts the page into `#app`.
pub fn mount() {
    if let Some(root) = platform::root() {
        yew::Renderer::<Page>::with_root(root).render();
    }
}

/// What a session looks like from the outside: for `start`.
type Handle = UseReducerHandle<Session>;
