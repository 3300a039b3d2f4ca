//! Questions read backwards: what the cards hold at most, what money and time allow, what to change.

mod goals;
mod ways;

pub use ways::ways_out;

use super::steps::use_steps;
use super::{apply, together};
use crate::engine::inverse::{self, Answer, Mend, Question, Stand, Value, mends, on_card};
use crate::engine::memory::Fit;
use crate::engine::report::{Change, Entry, Report, Saving};
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
    /// What to change, where the report does not say it.
    changes: Option<Changes>,
}

/// Changes of a plan that has no sure place.
struct Changes {
    /// The fewest that make it fit.
    sets: Vec<Mend>,
    /// Each alone, and the cheapest way to run it then where it fits.
    alone: Vec<(Mend, Option<Entry>)>,
    /// Those that have been priced.
    priced: usize,
}

impl Changes {
    /// Prices the next one; answers whether there was one.
    fn price(&mut self, case: &Case, stand: &Stand<'_>) -> bool {
        let Some((mend, offer)) = self.alone.get_mut(self.priced) else { return false };
        if mend.fit != Fit::No {
            *offer = inverse::priced(mend, stand, case.report.today);
        }
        self.priced += 1;
        true
    }
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
            if winner.is_some_and(|e| e.fit == Fit::Fits) && !case.report.savings.is_empty() {
                return false;
            }
            match &mut asked.changes {
                Some(changes) => changes.price(case, &stand),
                none => {
                    let alone = inverse::singles(&stand).into_iter().map(|m| (m, None)).collect();
                    *none = Some(Changes { sets: mends(&stand), alone, priced: 0 });
                    true
                }
            }
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
fn changes(scene: &Scene, found: Option<&Changes>) -> Html {
    let of = |pair: Pair| text::of(scene.lang, pair);
    let none = scene.winner().is_none_or(|e| e.fit != Fit::Fits);
    let sets = found.map_or(&[][..], |f| &f.sets);
    // With a winner the report knows time and money of each change, too.
    let savings = &scene.report.savings;
    let rows: Vec<Html> = if savings.is_empty() {
        found.iter().flat_map(|f| &f.alone).filter_map(|(m, offer)| alone(scene, m, offer.as_ref())).collect()
    } else {
        savings.iter().map(|s| single(scene, s.change, -s.bytes, rest(scene, s))).collect()
    };
    let heads = [text::HEAD_BYTES, text::HEAD_TIME, text::HEAD_TOTAL];
    html! {
        <>
            { (none && found.is_some()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::MEND_TITLE) }</h3>
                    { sets.is_empty().then(|| html! { <p>{ of(text::MEND_NONE) }</p> }) }
                    <ul class="sz-rows" data-sz="mends">{ for sets.iter().map(|m| mend(scene, m, None)) }</ul>
                </>
            }) }
            { (!rows.is_empty()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::CHANGES_TITLE) }</h3>
                    <p class="sz-note">{ of(if savings.is_empty() { text::CHANGES_NOTE_ALONE } else { text::CHANGES_NOTE }) }</p>
                    <div class="sz-tw" tabindex="0" role="region" aria-label={of(text::CHANGES_TITLE)}><table class="sz-t" data-sz="changes">
                        <thead><tr>
                            <th scope="col">{ of(text::HEAD_CHANGE) }</th>
                            { for heads.iter().map(|h| html! { <th scope="col" class="r">{ of(*h) }</th> }) }
                            <th scope="col">{ of(text::HEAD_QUALITY) }</th><th scope="col"><span class="sz-sr">{ of(text::HEAD_ACT) }</span></th>
                        </tr></thead>
                        <tbody>{ for rows }</tbody>
                    </table></div>
                </>
            }) }
        </>
    }
}

/// Time and total of a change on the same offer.
fn rest(scene: &Scene, s: &Saving) -> [String; 2] {
    let time = match s.time {
        t if t.abs() < 0.005 => text::of(scene.lang, text::SAME_TIME).to_owned(),
        t => number::percent_signed(t),
    };
    [time, if s.total > 0.0 { scene.words().money_cell(s.total) } else { String::new() }]
}

/// One change of a plan that does not fit: where it does then, the time and the total of the cheapest offer.
fn alone(scene: &Scene, m: &Mend, offer: Option<&Entry>) -> Option<Html> {
    let (lang, words) = (scene.lang, scene.words());
    let rest = match (m.fit, offer) {
        (Fit::No, _) => [text::of(lang, text::STILL_NOT).to_owned(), String::new()],
        (_, None) => [String::new(), text::of(lang, text::NO_OFFER).to_owned()],
        (_, Some(e)) => [number::duration(lang, e.hours.likely), words.money_cell(e.total.likely)],
    };
    Some(single(scene, *m.changes.first()?, -m.saves, rest))
}

/// One change: memory, time and total.
fn single(scene: &Scene, change: Change, bytes: f64, [time, total]: [String; 2]) -> Html {
    let (lang, words) = (scene.lang, scene.words());
    let cells = [number::gib_signed(bytes), time, total];
    html! {
        <tr>
            <th scope="row">{ words.change(change) }</th>
            { for cells.iter().map(|cell| html! { <td class="r">{ cell }</td> }) }
            <td>{ text::of(lang, text::quality(change)) }</td>
            <td class="r">{ apply(scene, change.field().into_iter().collect(), text::APPLY) }</td>
        </tr>
    }
}

/// A set of changes, what it saves, and the cheapest way to run it where that has been looked for.
fn mend(scene: &Scene, m: &Mend, offer: Option<Option<&Entry>>) -> Html {
    let lang = scene.lang;
    let values = [number::gib(m.saves), number::gib(m.need), number::gib(m.room)];
    let mut note = text::say(lang, text::MEND_SAVES, &[&values[0], &values[1], &values[2]]).plain();
    if let Some(offer) = offer {
        note += lang.pick("；", "; ");
        note += &offer.map_or_else(
            || text::of(lang, text::NO_OFFER).to_owned(),
            |e| {
                let values = [number::duration(lang, e.hours.likely), scene.words().money(e.total.likely)];
                text::say(lang, text::MEND_COSTS, &[&values[0], &values[1]]).plain()
            },
        );
    }
    together(scene, m, text::APPLY, note)
}
