//! Plans side by side: the plan of the page and those that the link carries beside it. Each is answered
//! in a step of its own, so that no frame waits for all of them.

mod add;
mod rows;
mod said;

use super::steps::use_steps;
use crate::engine::report::{self, Entry, Report};
use crate::i18n::compare::{self as text, Pair};
use crate::i18n::{Named, Wording, number};
use crate::plan::Plan;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::{chip, marker, rich};
use crate::ui::{Action, Facts, View};
use crate::units::Date;
use std::rc::Rc;
use yew::prelude::*;

/// The view.
pub fn compare(scene: &Scene) -> Html {
    html! { <Compare scene={scene.clone()} /> }
}

/// A plan with the prices that the page's own froze, which is how a link brings it back.
fn alike(other: &Plan, scene: &Scene) -> Plan {
    let mut other = other.clone();
    other.frozen.clone_from(&scene.plan.frozen);
    other
}

/// The plans shown: the page's own, then the others, each once.
fn plans(scene: &Scene) -> Vec<Plan> {
    let mut all = vec![(*scene.plan).clone()];
    for other in &scene.rest.others {
        let other = alike(other, scene);
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// What is answered.
#[derive(Clone)]
struct Key {
    plans: Rc<Vec<Plan>>,
    report: Rc<Report>,
    facts: Facts,
    today: Date,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.report, &other.report) && self.plans == other.plans && self.facts == other.facts
    }
}

/// A plan in its column.
struct Column<'a> {
    letter: char,
    plan: &'a Plan,
    words: Wording<'a>,
    /// Its winner; `None` where nothing wins.
    entry: Option<&'a Entry>,
}

/// The letters of the columns, in order.
fn letters() -> impl Iterator<Item = char> {
    'A'..='F'
}

#[component]
fn Compare(props: &SceneProps) -> Html {
    let (scene, lang) = (&props.scene, props.scene.lang);
    let of = |pair: Pair| text::of(lang, pair);
    let different = use_state_eq(|| false);
    let all = Rc::new(plans(scene));
    let key = Key {
        plans: all.clone(),
        report: scene.report.clone(),
        facts: scene.catalog.clone(),
        today: scene.today,
    };
    let steps = use_steps(
        key,
        |key: &Key| vec![key.report.clone()],
        |key, found| {
            if let Some(plan) = key.plans.get(found.len()) {
                found.push(Rc::new(report::silent(plan, &key.facts, key.today)));
            }
            found.len() < key.plans.len()
        },
    );
    let reports = steps.found.borrow();
    let columns: Vec<Column<'_>> = letters()
        .zip(all.iter().zip(reports.iter()))
        .map(|(letter, (plan, report))| {
            let words = Wording::new(lang, plan, report, &scene.catalog).showing(scene.show);
            Column { letter, plan, words, entry: words.winner() }
        })
        .collect();
    let busy = columns.len() < all.len();
    let groups = rows::groups(scene, &columns);
    let shown = |row: &&rows::Row| !*different || !row.same;
    let choose = |only: bool| {
        let different = different.clone();
        Callback::from(move |_: MouseEvent| different.set(only))
    };
    html! {
        <article class="sz-view" data-sz="comparison" aria-busy={if busy { "true" } else { "false" }}>
            <h1 class="sz-verdict" tabindex="-1" id="view">{ if busy { html! { { of(text::BUSY) } } } else { rich(&said::said(&columns)) } }</h1>
            <p class="sz-note">{ of(text::NOTE) }{ (!said::same_work(&columns)).then(|| html! { <>{ " " }<b>{ of(text::OTHER_WORK) }</b></> }) }</p>
            <div class="sz-toggles sz-gap-s sz-noprint" role="group" aria-label={of(text::ROWS)} hidden={columns.len() < 2}>
                { chip("all".into(), of(text::ALL_ROWS).into(), !*different, choose(false)) }
                { chip("different".into(), of(text::DIFFERENT).into(), *different, choose(true)) }
            </div>
            <div class="sz-tw sz-gap" tabindex="0" role="region" aria-label={of(text::TABLE)}><table class="sz-t sz-cmp">
                { heads(scene, &columns) }
                { for groups.iter().map(|group| html! {
                    <tbody>
                        <tr data-grp=""><th scope="rowgroup" colspan={(columns.len() + 1).to_string()}>{ of(group.title) }</th></tr>
                        { for group.rows.iter().filter(shown).map(|row| line(row, of(text::BEST), of(text::NONE))) }
                        { group.rows.is_empty().then(|| html! { <tr data-same=""><td colspan={(columns.len() + 1).to_string()}>{ of(text::NO_SETTINGS) }</td></tr> }) }
                    </tbody>
                }) }
            </table></div>
            <div class="sz-noprint"><add::Add scene={scene.clone()} /></div>
        </article>
    }
}

/// Who stands in which column, and what can be done with it.
fn heads(scene: &Scene, columns: &[Column<'_>]) -> Html {
    let (lang, alone) = (scene.lang, columns.len() < 2);
    let of = |pair: Pair| text::of(lang, pair);
    let named = |pair: Pair, c: &Column<'_>| text::say(lang, pair, &[&c.letter.to_string()]).plain();
    html! {
        <thead>
            <tr>
                <th scope="col"><span class="sz-sr">{ of(text::WHAT) }</span></th>
                { for columns.iter().map(|c| html! {
                    <th scope="col" data-sz={format!("column-{}", c.letter)}>
                        <small>{ if c.letter == 'A' { of(text::THIS_PAGE).to_owned() } else { c.letter.to_string() } }</small>
                        { match c.entry {
                            Some(e) => html! { <><b>{ c.words.cards(e) }</b>{ marker(e.mode) }{ c.words.provider(e.provider).to_owned() }{ " " }{ e.mode.name(lang) }</> },
                            None => html! { <b>{ c.words.verdict().plain() }</b> },
                        } }
                        <small class="sz-wide">{ c.words.job_title() }</small>
                    </th>
                }) }
            </tr>
            <tr class="sz-noprint">
                <th scope="row">{ of(text::ACTIONS) }</th>
                { for columns.iter().map(|c| html! {
                    <td>
                        <button class="sz-btn" type="button" aria-label={named(text::OPEN_OF, c)} onclick={open(scene, c.plan)}>{ of(text::OPEN) }</button>{ " " }
                        <button class="sz-btn" data-kind="quiet" type="button" hidden={alone} aria-label={named(text::REMOVE_OF, c)} onclick={remove(scene, c.plan)}>{ of(text::REMOVE) }</button>
                    </td>
                }) }
            </tr>
        </thead>
    }
}

/// A row: the same everywhere is grey, the best has its mark.
fn line(row: &rows::Row, best: &'static str, none: &'static str) -> Html {
    html! {
        <tr key={row.label.clone()} data-same={row.same.then_some("")}>
            <th scope="row">{ &row.label }</th>
            { for row.cells.iter().map(|cell| match cell {
                Some(cell) => html! {
                    <td class={cell.best.then_some("best")}>
                        { cell.bar.clone() }
                        <span class={if row.big { "big" } else { "" }}>{ &cell.text }</span>{ cell.best.then(|| html! { <>{ " " }<span class="sz-best">{ best }</span></> }) }
                    </td>
                },
                None => html! { <td><span aria-hidden="true">{ "—" }</span><span class="sz-sr">{ none }</span></td> },
            }) }
        </tr>
    }
}

/// Makes a plan the page's own; the one that was stays beside it, and so does this one, so that taking the
/// step back loses neither.
fn open(scene: &Scene, plan: &Plan) -> Callback<MouseEvent> {
    let (scene, plan) = (scene.clone(), plan.clone());
    Callback::from(move |_: MouseEvent| {
        if plan == *scene.plan {
            return scene.send.emit(Action::Look(View::Plan));
        }
        let mut others = scene.rest.others.clone();
        if !others.contains(&scene.plan) {
            if others.len() >= crate::share::OTHERS {
                others.retain(|other| *other != plan);
            }
            others.push((*scene.plan).clone());
        }
        scene.send.emit(Action::Beside(Box::new(plan.clone()), others, Vec::new(), View::Plan));
    })
}

/// Takes a plan out. The first one leaves its place to the second.
fn remove(scene: &Scene, plan: &Plan) -> Callback<MouseEvent> {
    let (scene, plan) = (scene.clone(), plan.clone());
    Callback::from(move |_: MouseEvent| {
        let mut others = scene.rest.others.clone();
        others.retain(|other| alike(other, &scene) != plan);
        let mut first = (*scene.plan).clone();
        if plan == first && !others.is_empty() {
            first = others.remove(0);
        }
        scene.send.emit(Action::Beside(Box::new(first), others, Vec::new(), View::Compare));
        // The button is gone with its column.
        crate::platform::next_frame(|| crate::platform::focus("view"));
    })
}

/// "3 份".
fn counted(lang: crate::i18n::Lang, n: usize) -> String {
    text::say(lang, text::PLANS, &[&number::whole(n as u64)]).plain()
}
