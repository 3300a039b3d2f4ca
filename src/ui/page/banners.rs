//! Notices above the answer: what was odd about the link, old prices. At most two, the rest behind a
//! button.

use super::scene::{Scene, SceneProps};
use crate::catalog::PriceUnit;
use crate::engine::report::then_and_now;
use crate::i18n::frozen as text;
use crate::i18n::{Named, claims, fill, number, warning};
use crate::plan::{Field, Warning};
use crate::platform::now_ms;
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, rich};
use crate::ui::{Action, View};
use yew::prelude::*;

/// The place of the notices. Few links have something odd about them: what says so is loaded then.
pub fn banners(scene: &Scene) -> Html {
    let odd = scene.warnings.len().max(scene.report.warnings.len());
    let stale = scene.winner().and_then(|e| scene.words().stale(e)).filter(|_| odd < 2);
    let odd = odd + scene.plan.frozen.len();
    html! {
        <div role="status" class={(odd > 0 || stale.is_some()).then_some("sz-bans")}>
            { (odd > 0).then(|| lazy::lazy(scene, &lazy::NOTICES, When::Now, None)) }
            { stale.map(|stale| html! {
                <div key="stale" class="sz-ban" data-s="warn">{ icon(Icon::Warn) }<div><p>{ rich(&stale) }</p></div></div>
            }) }
        </div>
    }
}

/// The notices.
pub fn notices(scene: &Scene) -> Html {
    html! { <Notices scene={scene.clone()} /> }
}

#[component]
fn Notices(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let all = use_state_eq(|| false);
    let mut warnings: Vec<Warning> = scene.warnings.to_vec();
    for w in &scene.report.warnings {
        if !warnings.contains(w) {
            warnings.push(w.clone());
        }
    }
    let mut notices: Vec<Html> = Vec::new();
    let most = if *all { usize::MAX } else { 2 };
    let hidden = warnings.len().saturating_sub(most);
    for (i, w) in warnings.iter().take(most).enumerate() {
        notices.push(notice(scene, w, i, hidden == 0 && i + 1 == warnings.len()));
    }
    if hidden > 0 {
        let all = all.clone();
        let onclick = Callback::from(move |_: MouseEvent| all.set(true));
        notices.push(html! {
            <p key="more" class="sz-note"><button class="sz-as-link" type="button" {onclick}>{ fill(scene.more().more_notices, &[&number::whole(hidden as u64)]).plain() }</button></p>
        });
    }
    html! { <div class="sz-bans-in">{ (!scene.plan.frozen.is_empty()).then(|| frozen(scene)) }{ for notices }</div> }
}

fn notice(scene: &Scene, w: &Warning, i: usize, last: bool) -> Html {
    let correct = |field: Field, text: &str, said: &str| {
        let (send, text) = (scene.send.clone(), text.to_owned());
        let label = fill(scene.more().fix, &[said]).plain();
        let onclick =
            Callback::from(move |_: MouseEvent| send.emit(Action::Set(field, text.clone(), now_ms())));
        html! { <button class="sz-btn" type="button" {onclick}>{ label }</button> }
    };
    let fix = match w {
        Warning::UnknownId { field, text, nearest: Some(near) } => {
            // One of a list: the others stay.
            let now = field.text(&scene.plan);
            let all: Vec<&str> = now.split(',').map(|id| if id == text { near } else { id }).collect();
            correct(*field, &all.join(","), near)
        }
        Warning::Unreadable { field, guess: Some(guess), .. } => correct(*field, guess, guess),
        _ => Html::default(),
    };
    let dismiss = scene.send.reform(|_: MouseEvent| Action::Dismiss);
    let newer = matches!(w, Warning::NewerVersion { .. });
    html! {
        <div key={i} class="sz-ban" data-s="warn" data-sz="warning">
            { icon(Icon::Warn) }
            <div><p><b>{ warning(scene.lang, w) }</b></p>{ if newer { html! { <p>{ scene.more().newer_body }</p> } } else { Html::default() } }</div>
            <div class="sz-ban-acts">
                { fix }
                { if last { html! { <button class="sz-btn" data-kind="quiet" type="button" onclick={dismiss}>{ scene.more().dismiss }</button> } } else { Html::default() } }
            </div>
        </div>
    }
}

/// Prices that the link carries, beside those of today.
fn frozen(scene: &Scene) -> Html {
    let lang = scene.lang;
    let words = scene.words();
    let all = then_and_now(&scene.plan.frozen, &scene.catalog);
    let rows = all.iter().map(|t| {
        let then = t.then;
        let per = |unit: PriceUnit| match unit {
            PriceUnit::GpuMonth | PriceUnit::InstanceMonth => number::Per::Month,
            PriceUnit::GpuHour | PriceUnit::InstanceHour => number::Per::Hour,
        };
        let name = t.now.map_or_else(
            || then.offer.clone(),
            |(offer, _)| {
                let card = offer.gpus.first().map_or("", |gpu| words.gpu(*gpu));
                format!("{} · {card} · {}", words.provider(offer.provider), offer.mode.name(lang))
            },
        );
        let mut values = vec![
            name,
            number::rate(lang, then.price, then.currency, per(then.unit)),
            number::date(lang, then.date),
        ];
        values.extend(t.now.iter().flat_map(|(offer, now)| {
            [
                number::rate(lang, now.price.to_f64(), now.price.currency, per(offer.unit)),
                number::as_of(lang, now.as_of),
            ]
        }));
        values.push(number::percent(t.moved.abs()));
        let pair = match t.now {
            None => text::GONE,
            Some((_, now)) if now.price.currency != then.currency => text::OTHER,
            Some(_) if t.moved > 0.001 => text::UP,
            Some(_) if t.moved < -0.001 => text::DOWN,
            Some(_) => text::SAME,
        };
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        html! { <li>{ rich(&text::say(lang, pair, &values)) }</li> }
    });
    let moved = all.iter().any(|t| t.now.is_none() || t.moved.abs() > 0.001);
    let today = scene.send.reform(|_: MouseEvent| Action::Reset(Field::Frozen));
    html! {
        <div key="frozen" class="sz-ban" data-s={if moved { "warn" } else { "info" }} data-sz="frozen">
            { icon(if moved { Icon::Warn } else { Icon::Info }) }
            <div><p><b>{ text::of(lang, text::TITLE) }</b></p><ul>{ for rows }</ul></div>
            <div class="sz-ban-acts"><button class="sz-btn" type="button" onclick={today}>{ text::of(lang, text::USE) }</button></div>
        </div>
    }
}

/// The line under the sheet.
pub fn foot(scene: &Scene) -> Html {
    let (t, lang) = (scene.t(), scene.lang);
    let look = |view: View| scene.send.reform(move |_: MouseEvent| Action::Look(view));
    let rate = number::significant(scene.report.usd_cny, 5);
    html! {
        <footer class="sz-foot">
            <span>{ t.foot_snapshot }</span>
            <span>{ fill(t.foot_rate, &[&rate, &number::date(lang, scene.report.rate_date)]).plain() }</span>
            <span>{ t.foot_month }</span>
            <span>{ t.foot_local }</span>
            <span>
                <button class="sz-as-link" type="button" onclick={look(View::Data)}>{ t.about_data }</button>{ " · " }
                <button class="sz-as-link" type="button" onclick={look(View::Method)}>{ t.method_title }</button>{ " · " }
                <button class="sz-as-link" type="button" onclick={look(View::Claims)}>{ claims::texts(lang).title }</button>
            </span>
        </footer>
    }
}
