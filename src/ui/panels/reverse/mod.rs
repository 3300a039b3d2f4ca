//! Questions read backwards: what the cards hold at most, what money and time allow, what to change.

mod goals;

use super::steps::use_steps;
use super::{apply, together};
use crate::engine::inverse::{self, Answer, Mend, Question, Stand, Value, mends, on_card};
use crate::engine::memory::Fit;
use crate::engine::report::{Change, Report};
use crate::i18n::number;
use crate::i18n::reverse::{self as text, Pair};
use crate::plan::{Field, Plan};
use crate::ui::Facts;
use crate::ui::markup::html;
use crate::ui::page::scene::{Scene, SceneProps};
use crate::ui::parts::rich;
use std::rc::Rc;
use yew::prelude::*;

/// The panel's content.
pub fn reverse(scene: &Scene) -> Html {
    html! { <><Answers scene={scene.clone()} /><goals::Goals scene={scene.clone()} /></> }
}

/// What a search is about: another report is another search.
#[derive(Clone)]
pub(super) struct Case {
    pub plan: Rc<Plan>,
    pub report: Rc<Report>,
    pub facts: Facts,
}

impl Case {
    pub fn of(scene: &Scene) -> Self {
        Self { plan: scene.plan.clone(), report: scene.report.clone(), facts: scene.catalog.clone() }
    }
    pub fn stand(&self) -> Option<Stand<'_>> {
        Stand::of(&self.plan, &self.facts, &self.report)
    }
}

impl PartialEq for Case {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.report, &other.report)
    }
}

/// What has been answered of what is asked.
struct Asked {
    left: Vec<Question>,
    answers: Vec<Answer>,
    /// The fewest changes that make it fit, and each change alone, where the report does not have them.
    changes: Option<(Vec<Mend>, Vec<Mend>)>,
}

/// One question a step: on one and the same cards.
#[component]
fn Answers(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let case = Case::of(scene);
    let steps = use_steps(
        case.clone(),
        |_| Asked { left: Question::ALL.into_iter().rev().collect(), answers: Vec::new(), changes: None },
        |case, asked| {
            let Some(stand) = case.stand() else { return false };
            if let Some(next) = asked.left.pop() {
                asked.answers.extend(on_card(&stand, next));
                return true;
            }
            let winner = case.report.verdict.winner.and_then(|at| case.report.ranked.get(at));
            if winner.is_none_or(|e| e.fit != Fit::Fits) || case.report.savings.is_empty() {
                asked.changes = Some((mends(&stand), inverse::singles(&stand)));
            }
            false
        },
    );
    let Some(stand) = case.stand() else { return Html::default() };
    let (lang, words) = (scene.lang, scene.words());
    let of = |pair: Pair| text::of(lang, pair);
    let asked = steps.found.borrow();
    html! {
        <>
            <p class="sz-note">{ rich(&text::say(lang, text::ON, &[&words.count_of(stand.count, stand.gpu)])) }</p>
            <div class="sz-tw" tabindex="0" role="region" aria-label={scene.more().reverse_title}><table class="sz-t" data-sz="reverse-answers" aria-busy={if steps.more() { "true" } else { "false" }}>
                <thead><tr>
                    <th scope="col">{ of(text::HEAD_WHAT) }</th><th scope="col">{ of(text::HEAD_MOST) }</th>
                    <th scope="col">{ of(text::HEAD_WHY) }</th><th scope="col"><span class="sz-sr">{ of(text::HEAD_ACT) }</span></th>
                </tr></thead>
                <tbody>{ for asked.answers.iter().map(|a| row(scene, &stand, a)) }</tbody>
            </table></div>
            <p class="sz-note" role="status">{ if steps.more() { of(text::BUSY) } else { "" } }</p>
            { (!steps.more()).then(|| changes(scene, asked.changes.as_ref())) }
        </>
    }
}

/// An answer.
fn row(scene: &Scene, stand: &Stand<'_>, a: &Answer) -> Html {
    let (lang, words) = (scene.lang, scene.words());
    let say = |pair: Pair, value: String| text::say(lang, pair, &[&value]).plain();
    let n = |n: u32| number::whole(u64::from(n));
    let most = match (a.value, a.question) {
        (None, _) => text::of(lang, text::NOTHING).to_owned(),
        (Some(Value::Number(x)), Question::Context) => say(text::TOKENS, n(x)),
        (Some(Value::Number(x)), Question::MicroBatch) => say(text::SAMPLES, n(x)),
        (Some(Value::Number(x)), Question::Users) => say(text::USERS, n(x)),
        (Some(Value::Number(x)), _) => words.count_of(x, stand.gpu),
        (Some(Value::Model(ix)), _) => scene.catalog.model(ix).name().to_owned(),
        (Some(Value::Gpu(ix)), _) => words.count_of(stand.count, ix),
    };
    let why = match a.value {
        None => text::of(lang, text::WHY_NONE).to_owned(),
        Some(_) => {
            let values = [number::gib(a.need), number::gib(a.room)];
            text::say(lang, text::why(a.question, a.why), &[&values[0], &values[1]]).plain()
        }
    };
    // What holds on these cards is applied with them: on others it may not.
    let mut change = a.change.clone();
    if a.value.is_some() && !matches!(a.question, Question::Cards | Question::Card) {
        change.push((Field::Gpus, stand.card().id.clone()));
        change.push((Field::Count, stand.count.to_string()));
    }
    let serves = stand.job.task.service();
    html! {
        <tr data-sz={format!("reverse-{}", a.question.word())}>
            <th scope="row">{ text::of(lang, text::question(a.question, serves)) }</th>
            <td><b class="sz-num">{ most }</b></td><td>{ why }</td>
            <td class="r">{ (a.value.is_some()).then(|| apply(scene, change, text::APPLY)) }</td>
        </tr>
    }
}

/// What to change: the fewest changes where nothing fits, then each alone.
fn changes(scene: &Scene, found: Option<&(Vec<Mend>, Vec<Mend>)>) -> Html {
    let of = |pair: Pair| text::of(scene.lang, pair);
    let none = scene.winner().is_none_or(|e| e.fit != Fit::Fits);
    let (sets, alone) = found.map_or((&[][..], &[][..]), |f| (&f.0[..], &f.1[..]));
    // With a winner the report knows time and money of each change, too.
    let savings = &scene.report.savings;
    let timed = !savings.is_empty();
    let rows: Vec<Html> = if timed {
        savings.iter().map(|s| single(scene, s.change, -s.bytes, Some((s.time, s.total)))).collect()
    } else {
        alone.iter().filter_map(|m| Some(single(scene, *m.changes.first()?, -m.saves, None))).collect()
    };
    let heads = [text::HEAD_BYTES, text::HEAD_TIME, text::HEAD_TOTAL];
    html! {
        <>
            { (none && found.is_some()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::MEND_TITLE) }</h3>
                    { sets.is_empty().then(|| html! { <p>{ of(text::MEND_NONE) }</p> }) }
                    <ul class="sz-rows" data-sz="mends">{ for sets.iter().map(|m| mend(scene, m)) }</ul>
                </>
            }) }
            { (!rows.is_empty()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::CHANGES_TITLE) }</h3>
                    <p class="sz-note">{ of(text::CHANGES_NOTE) }</p>
                    <div class="sz-tw" tabindex="0" role="region" aria-label={of(text::CHANGES_TITLE)}><table class="sz-t" data-sz="changes">
                        <thead><tr>
                            <th scope="col">{ of(text::HEAD_CHANGE) }</th>
                            { for heads.iter().take(if timed { 3 } else { 1 }).map(|h| html! { <th scope="col" class="r">{ of(*h) }</th> }) }
                            <th scope="col">{ of(text::HEAD_QUALITY) }</th><th scope="col"><span class="sz-sr">{ of(text::HEAD_ACT) }</span></th>
                        </tr></thead>
                        <tbody>{ for rows }</tbody>
                    </table></div>
                </>
            }) }
        </>
    }
}

/// One change: memory, and where they are known time and total on the same offer.
fn single(scene: &Scene, change: Change, bytes: f64, rest: Option<(f64, f64)>) -> Html {
    let (lang, words) = (scene.lang, scene.words());
    let mut cells = vec![number::gib_signed(bytes)];
    if let Some((time, total)) = rest {
        cells.push(match time {
            t if t.abs() < 0.005 => text::of(lang, text::SAME_TIME).to_owned(),
            t => number::percent_signed(t),
        });
        cells.push(if total > 0.0 { words.money_cell(total) } else { String::new() });
    }
    html! {
        <tr>
            <th scope="row">{ words.change(change) }</th>
            { for cells.iter().map(|cell| html! { <td class="r">{ cell }</td> }) }
            <td>{ text::of(lang, text::quality(change)) }</td>
            <td class="r">{ apply(scene, change.field().into_iter().collect(), text::APPLY) }</td>
        </tr>
    }
}

/// A set of changes and what it saves.
fn mend(scene: &Scene, m: &Mend) -> Html {
    let values = [number::gib(m.saves), number::gib(m.need), number::gib(m.room)];
    let note = text::say(scene.lang, text::MEND_SAVES, &[&values[0], &values[1], &values[2]]).plain();
    together(scene, m, text::APPLY, note)
}
