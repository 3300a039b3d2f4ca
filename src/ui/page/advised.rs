//! What the rules say: the three most urgent open, the rest folded; and what each offered change of the
//! plan would do, worked out by answering the changed plan.

use super::scene::{Scene, SceneProps};
use crate::engine::advice::{Effect, changed, effect};
use crate::engine::report::{Advice, Severity};
use crate::i18n::advice::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::plan::Field;
use crate::platform;
use crate::ui::lazy;
use crate::ui::markup::html;
use crate::ui::parts::{Icon, follows, icon, rich};
use crate::ui::{Action, Trail};
use std::rc::Rc;
use yew::prelude::*;

/// Advice that is shown without being asked for (`advice.md` §0).
const OPEN: usize = 3;
/// When the first change is tried after the page has stood still, and each further one after it, ms.
const AFTER_MS: u32 = 500;
const EACH_MS: u32 = 150;

/// What the rules say. They ask for their place in the report when this is first drawn.
pub fn advice(scene: &Scene) -> Html {
    html! { <Advised scene={scene.clone()} /> }
}

#[component]
fn Advised(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (t, all) = (scene.more(), &scene.report.advice);
    let unfolded = use_state_eq(|| false);
    {
        let send = scene.send.clone();
        use_effect_with((), move |()| lazy::advise(send));
    }
    if !scene.advised {
        return html! { <p class="sz-note" role="status">{ t.part_loading }</p> };
    }
    let env = scene.winner().and_then(|e| scene.words().environment(scene.catalog.gpu(e.gpu)));
    let env = env.map(|env| html! { <p class="sz-note" data-sz="environment">{ rich(&env) }</p> });
    if all.is_empty() {
        return html! { <p class="sz-note">{ t.advice_none }</p> };
    }
    let ontoggle = follows(&unfolded);
    let list = |some: &[Advice]| html! { <ul class="sz-adv">{ for some.iter().enumerate().map(|(i, a)| piece(scene, i, a)) }</ul> };
    let rest = all.get(OPEN..).unwrap_or_default();
    html! {
        <>
            { env }
            { list(all.get(..OPEN).unwrap_or(all)) }
            { (!rest.is_empty()).then(|| html! {
                <details class="sz-more" data-sz="more-advice" {ontoggle}>
                    <summary>{ icon(Icon::Open) }<span>{ text::say(scene.lang, text::REST, &[&rest.len().to_string()]).plain() }</span></summary>
                    { unfolded.then(|| list(rest)) }
                </details>
            }) }
        </>
    }
}

/// One piece of advice.
fn piece(scene: &Scene, at: usize, a: &Advice) -> Html {
    let (s, sign) = match a.severity {
        Severity::Danger => ("bad", Icon::Warn),
        Severity::Careful => ("warn", Icon::Warn),
        Severity::Info => ("info", Icon::Info),
    };
    html! {
        <li key={a.rule} data-s={s} data-rule={a.rule}>{ icon(sign) }<div>
            <span class="sz-sr">{ a.severity.name(scene.lang) }{ scene.lang.pick("：", ": ") }</span>
            { rich(&scene.words().advice(a)) }
            { (!a.offer.is_empty()).then(|| html! { <Offered scene={scene.clone()} offer={a.offer.clone()} after={AFTER_MS + EACH_MS * at as u32} /> }) }
        </div></li>
    }
}

/// Props of [`Offered`].
#[derive(Properties, PartialEq)]
struct OfferedProps {
    scene: Scene,
    offer: Vec<(Field, String)>,
    after: u32,
}

/// A change of the plan, and what it would do.
#[component]
fn Offered(props: &OfferedProps) -> Html {
    let (scene, lang) = (&props.scene, props.scene.lang);
    let found = use_state(|| None::<(usize, Effect)>);
    let report = Rc::as_ptr(&scene.report) as usize;
    {
        let (found, scene, offer, after) = (found.clone(), scene.clone(), props.offer.clone(), props.after);
        use_effect_with((report, props.offer.clone()), move |_| {
            let timer = platform::after(after, move || {
                let seen = effect(&scene.plan, &scene.catalog, scene.today, &scene.report, &offer);
                found.set(seen.map(|seen| (report, seen)));
            });
            move || drop(timer)
        });
    }
    let Some(plan) = changed(&scene.plan, &props.offer) else { return Html::default() };
    let href = format!("?{}", crate::share::encode(&plan));
    let onclick = {
        let send = scene.send.clone();
        Callback::from(move |e: MouseEvent| {
            if e.ctrl_key() || e.meta_key() || e.shift_key() {
                return;
            }
            e.prevent_default();
            send.emit(Action::Load(Box::new(plan.clone()), Vec::new(), Trail::Typed));
        })
    };
    let does = found.as_ref().filter(|(of, _)| *of == report).map(|(_, seen)| does(scene, seen));
    html! {
        <p class="sz-note">{ text::of(lang, text::CHANGE) }<a {href} {onclick}>{ text::offer(lang, &props.offer) }</a>{ does.map(|d| format!("{}{d}", lang.pick("：", ": "))) }</p>
    }
}

/// What a change does: money, then another machine, time and memory where they move by more than a fiftieth.
fn does(scene: &Scene, seen: &Effect) -> String {
    let (lang, words) = (scene.lang, scene.words());
    let say = |pair: Pair, x: String| text::say(lang, pair, &[&x]).plain();
    let Some(now) = &seen.winner else { return text::of(lang, text::NOTHING).to_owned() };
    let mut out = Vec::new();
    match seen.saved {
        Some(x) if x > 0.005 => out.push(say(text::SAVES, words.money(x))),
        Some(x) if x < -0.005 => out.push(say(text::COSTS, words.money(-x))),
        Some(_) => out.push(text::of(lang, text::SAME).to_owned()),
        None => out.push(say(text::TOTAL, words.money(now.total.likely))),
    }
    let before = scene.winner();
    if before.is_some_and(|b| (b.gpu, b.count) != (now.gpu, now.count)) {
        out.push(say(text::CARDS, words.cards(now)));
    }
    let moved = |now: f64, before: Option<f64>| before.is_none_or(|b| (now - b).abs() > 0.02 * b.max(1e-9));
    if moved(now.wall.likely, before.map(|e| e.wall.likely)) {
        out.push(say(text::HOURS, number::duration(lang, now.wall.likely)));
    }
    if now.need.likely > 0.0 && moved(now.need.likely, before.map(|e| e.need.likely)) {
        out.push(say(text::NEED, number::gib(now.need.likely)));
    }
    out.join(lang.pick("，", ", "))
}
