//! The most that money and time allow: whole reports, one a step.

use super::Case;
use crate::engine::inverse::{Goal, Hunt, Within};
use crate::i18n::number;
use crate::i18n::reverse::{self as text, Pair};
use crate::plan::{Field, Task, Unit};
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::panels::apply;
use crate::ui::panels::input::Assumption;
use crate::ui::panels::steps::use_steps;
use crate::units::Date;
use yew::prelude::*;

/// What is searched; `None` until somebody asks.
#[derive(Clone, PartialEq)]
struct Search {
    case: Case,
    today: Date,
    within: Option<Within>,
}

/// The limits and the two answers.
#[component]
pub fn Goals(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (lang, plan) = (scene.lang, &scene.plan);
    let of = |pair: Pair| text::of(lang, pair);
    let within = use_state_eq(Within::default);
    let asked = use_state_eq(|| None::<Within>);
    let key = Search { case: Case::of(scene), today: scene.today, within: *asked };
    let steps = use_steps(
        key,
        |s: &Search| {
            s.within.map(|within| {
                let plan = &s.case.plan;
                [Hunt::work(plan, s.today, within), Hunt::model(plan, &s.case.facts, s.today, within)]
            })
        },
        |s, hunts| {
            let step = |h: &mut Hunt| h.step(&s.case.facts);
            hunts.as_mut().is_some_and(|h| step(&mut h[0]) || step(&mut h[1]))
        },
    );
    if plan.task == Task::KnownCards {
        return Html::default();
    }
    let limit = |id: &str,
                 label: Pair,
                 unit: Unit,
                 bounds,
                 own: Option<f64>,
                 usual: Option<f64>,
                 set: fn(&mut Within, Option<f64>)| {
        let within = within.clone();
        let on = Callback::from(move |x: Option<f64>| {
            let mut next = *within;
            set(&mut next, x);
            within.set(next);
        });
        html! {
            <Assumption id={format!("goal-{id}")} label={of(label)} {unit} {bounds} value={own.or(usual).unwrap_or(0.0)} typed={own.is_some()}
                {lang} currency={plan.market.currency} blank={usual.is_none()} {on} />
        }
    };
    let money = limit(
        "budget",
        text::BUDGET,
        Unit::Money,
        (0.01, 1e12),
        within.budget,
        plan.limits.budget,
        |w, x| w.budget = x,
    );
    let hours = limit(
        "deadline",
        text::DEADLINE,
        Unit::Hours,
        (0.01, 1e6),
        within.deadline_h,
        plan.limits.deadline_h,
        |w, x| w.deadline_h = x,
    );
    let press = {
        let (asked, within) = (asked.clone(), within.clone());
        Callback::from(move |_: MouseEvent| asked.set(Some(*within)))
    };
    let hunts = steps.found.borrow();
    let busy = steps.more() && hunts.is_some();
    let tries = hunts.as_ref().map_or(0, |h| h[0].asked + h[1].asked);
    let current = *asked == Some(*within);
    html! {
        <>
            <h3 class="sz-h3 sz-gap">{ of(text::MONEY_TITLE) }</h3>
            <p class="sz-note">{ of(text::MONEY_NOTE) }</p>
            <div class="sz-q-in">{ money }{ hours }
                <div class="sz-field"><button class="sz-btn" data-kind="main" type="button" data-sz="goal-search" disabled={busy && current} onclick={press}>{ of(text::SEARCH) }</button></div>
            </div>
            <p class="sz-note" role="status">{ if busy { text::say(lang, text::SEARCHING, &[&number::whole(u64::from(tries))]).plain() } else { String::new() } }</p>
            { hunts.as_ref().filter(|_| current).map(|h| html! {
                <ul class="sz-rows" data-sz="goals" aria-busy={if busy { "true" } else { "false" }}>
                    { row(scene, &h[0], &within, busy, text::MOST_WORK) }
                    { row(scene, &h[1], &within, busy, text::MOST_MODEL) }
                </ul>
            }) }
        </>
    }
}

/// The best so far.
fn row(scene: &Scene, hunt: &Hunt, within: &Within, busy: bool, title: Pair) -> Html {
    let lang = scene.lang;
    let Some(goal) = hunt.best() else {
        let none = if title == text::MOST_WORK { text::NO_GOAL } else { text::NO_MODEL };
        let said = if busy { text::BUSY } else { none };
        return html! { <li><span>{ text::of(lang, title) }</span><span>{ text::of(lang, said) }</span></li> };
    };
    let words = scene.words();
    let e = &goal.entry;
    let values = [
        amount(scene, goal),
        words.cards(e),
        words.provider(e.provider).to_owned(),
        words.money(e.total.likely),
    ];
    let said = text::say(lang, text::FOUND, &[&values[0], &values[1], &values[2], &values[3]]);
    let why = if goal.model.is_some() { text::WHY_LARGER } else { text::WHY_HUNDREDTH };
    let mut change = vec![goal.change.clone()];
    for (field, limit) in [(Field::Budget, within.budget), (Field::Deadline, within.deadline_h)] {
        change.extend(limit.map(|x| (field, crate::plan::number::print(x))));
    }
    html! {
        <li>
            <span>{ text::of(lang, title) }{ lang.pick("：", ": ") }<b>{ said.plain() }</b></span><span>{ (!busy).then(|| apply(scene, change, text::APPLY)) }</span>
            <span class="sz-note">{ text::of(lang, if busy { text::BUSY } else { why }) }</span>
        </li>
    }
}

/// The amount in its unit, or the model's name.
fn amount(scene: &Scene, goal: &Goal) -> String {
    let lang = scene.lang;
    match goal.model {
        Some(ix) => scene.catalog.model(ix).name().to_owned(),
        None => match goal.change.0 {
            Field::Tokens => number::tokens(lang, goal.amount),
            Field::Users => text::say(lang, text::USERS, &[&number::count(lang, goal.amount)]).plain(),
            _ => text::say(lang, text::SAMPLES, &[&number::count(lang, goal.amount)]).plain(),
        },
    }
}
