//! One panel: a question, its assumptions, its answer in words with a chart.

use super::case::Case;
use super::chart::{Chart, draw};
use super::input::Assumption;
use crate::engine::cost::own::TARIFF_CNY;
use crate::i18n::Rich;
use crate::i18n::questions::{self as text, Pair};
use crate::plan::{Field, Plan, Unit};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Icon, NumberField, chip, follows, icon, rich};
use crate::ui::{Action, Trail};
use std::rc::Rc;
use yew::prelude::*;

/// An assumption.
pub struct Input {
    /// Its word in the ids of boxes.
    pub id: &'static str,
    /// What is assumed.
    pub label: Pair,
    /// What the number counts.
    pub unit: Unit,
    /// Least and greatest.
    pub bounds: (f64, f64),
    /// What the plan says.
    pub start: fn(&Case) -> f64,
}

/// A question that people ask.
pub struct Question {
    /// Its word.
    pub id: &'static str,
    /// As asked.
    pub title: Pair,
    /// Whether this plan can ask it.
    pub applies: fn(&Plan) -> bool,
    /// Its own assumptions.
    pub inputs: &'static [Input],
    /// Settings of the plan that it depends on.
    pub fields: &'static [Field],
    /// Answers it.
    pub answer: fn(&Case, &Given) -> Answer,
}

/// The assumptions of a question, as typed or from the plan.
pub struct Given {
    /// Values in the order of the inputs.
    pub values: Vec<f64>,
    /// Which of them were typed.
    pub typed: Vec<bool>,
}

impl Given {
    /// A value.
    pub fn of(&self, at: usize) -> f64 {
        self.values.get(at).copied().unwrap_or(0.0)
    }
    /// A value as a number of things.
    pub fn count(&self, at: usize) -> u32 {
        self.of(at).clamp(0.0, 100_000.0) as u32
    }
    /// Whether one of these was typed.
    pub fn any_typed(&self, mut range: std::ops::Range<usize>) -> bool {
        range.any(|at| self.typed.get(at).copied().unwrap_or(false))
    }
}

/// What a panel says.
#[derive(Default)]
pub struct Answer {
    /// Sentences; the first is the answer.
    pub says: Vec<Rich>,
    /// Where figures come from and what is left out.
    pub notes: Vec<Rich>,
    /// Its chart.
    pub chart: Option<Chart>,
    /// Another one below it.
    pub second: Option<Chart>,
    /// Usual assumptions: a button each, that sets these inputs.
    pub usual: Vec<(String, Vec<(usize, f64)>)>,
    /// What to look at or to do, one after the other.
    pub steps: Vec<Rich>,
    /// A changed plan to answer instead, and the words for it.
    pub make: Option<(Pair, Box<Plan>)>,
    /// A table: heads and rows; the first cell of a row names it.
    pub table: Option<(Vec<String>, Vec<Vec<String>>)>,
}

/// For every plan.
pub fn always(_: &Plan) -> bool {
    true
}

/// Props of [`Panel`].
#[derive(Properties)]
pub struct PanelProps {
    /// The scene.
    pub scene: Scene,
    /// The question.
    pub question: &'static Question,
}

impl PartialEq for PanelProps {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.question, other.question) && self.scene == other.scene
    }
}

/// The panel.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let (scene, q) = (&props.scene, props.question);
    let open = use_state_eq(|| false);
    let typed = use_state(|| vec![None::<f64>; q.inputs.len()]);
    let case = use_memo((scene.clone(), *open), |(scene, open)| {
        open.then(|| Case::new(scene)).flatten().map(Rc::new)
    });
    let ontoggle = follows(&open);
    let body = match case.as_ref() {
        Some(case) if *open => body(case, q, &typed),
        _ => Html::default(),
    };
    html! {
        <details class="sz-more sz-q" id={format!("q-{}", q.id)} data-sz={format!("q-{}", q.id)} open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }<span>{ text::of(scene.lang, q.title) }</span></summary>
            <div>{ body }</div>
        </details>
    }
}

/// Four significant digits: what stands in a box is what is computed with.
pub fn rounded(x: f64) -> f64 {
    use crate::units::math::{log10, pow, round_half_even};
    if x == 0.0 {
        return 0.0;
    }
    let unit = pow(10.0, log10(x.abs()).floor() - 3.0);
    crate::plan::number::canon(round_half_even(x / unit) * unit)
}

/// What stands in an open panel.
fn body(case: &Case, q: &'static Question, typed: &UseStateHandle<Vec<Option<f64>>>) -> Html {
    let (scene, lang) = (&case.scene, case.scene.lang);
    let starts = q.inputs.iter().map(|i| {
        let x = (i.start)(case);
        if x.is_finite() { rounded(x).clamp(i.bounds.0, i.bounds.1) } else { i.bounds.0 }
    });
    let given = Given {
        values: typed.iter().zip(starts).map(|(t, start)| t.unwrap_or(start)).collect(),
        typed: typed.iter().map(Option::is_some).collect(),
    };
    let answer = (q.answer)(case, &given);
    let boxes = q.inputs.iter().enumerate().map(|(at, i)| {
        let typed = typed.clone();
        let on = Callback::from(move |x: Option<f64>| {
            let mut next = (*typed).clone();
            if let Some(slot) = next.get_mut(at) {
                *slot = x;
            }
            typed.set(next);
        });
        html! {
            <Assumption key={i.id} id={format!("q-{}-{}", q.id, i.id)} label={text::of(lang, i.label)} unit={i.unit} bounds={i.bounds}
                value={given.of(at)} typed={given.any_typed(at..at + 1)} {lang} currency={scene.plan.market.currency} {on} />
        }
    });
    let boxes: Html = boxes.collect();
    let set = scene
        .send
        .reform(|(field, value): (Field, String)| Action::Set(field, value, crate::platform::now_ms()));
    let fields: Html = q
        .fields
        .iter()
        .map(|field| {
            let unit = crate::i18n::fields::unit(lang, *field, scene.plan.market.currency);
            let unit = if field.unit() == Unit::Share { String::new() } else { unit };
            // What an empty box stands for.
            let auto = match field {
                Field::Tariff => case.rate_of_yuan().map(|x| {
                    crate::i18n::input::shown_number(lang, rounded(TARIFF_CNY * x), field.unit())
                }),
                _ => None,
            };
            html! { <NumberField key={field.key()} why={crate::ui::lazy::hint(lang, *field)} auto={auto.unwrap_or_default()} field={*field} plan={scene.plan.clone()} {lang} {unit} prefix="q-" on={set.clone()} /> }
        })
        .collect();
    let back = {
        let typed = typed.clone();
        Callback::from(move |_: MouseEvent| typed.set(vec![None; q.inputs.len()]))
    };
    let usual: Html = answer
        .usual
        .into_iter()
        .map(|(name, values)| {
            let on = values.iter().all(|(at, x)| given.of(*at) == *x);
            let typed = typed.clone();
            let press = Callback::from(move |_: MouseEvent| {
                let mut next = (*typed).clone();
                for (at, x) in &values {
                    if let Some(slot) = next.get_mut(*at) {
                        *slot = Some(*x);
                    }
                }
                typed.set(next);
            });
            chip(name.clone(), name, on, press)
        })
        .collect();
    let changed = typed.iter().any(Option::is_some);
    let asks = !q.inputs.is_empty() || !q.fields.is_empty();
    html! {
        <div class="sz-half">
            <div>
                <div class="sz-says" data-sz="says">{ for answer.says.iter().map(|s| html! { <p>{ rich(s) }</p> }) }</div>
                <div class="sz-gap-s" data-sz="steps">{ for answer.steps.iter().enumerate().map(|(i, s)| html! { <p>{ format!("{}. ", i + 1) }{ rich(s) }</p> }) }</div>
                { answer.make.map(|(words, plan)| {
                    let onclick = scene.send.reform(move |_: MouseEvent| Action::Load(plan.clone(), Vec::new(), Trail::Typed));
                    html! { <p class="sz-gap-s"><button class="sz-btn" type="button" {onclick}>{ text::of(lang, words) }</button></p> }
                }) }
                { asks.then(|| html! {
                    <>
                        <h3 class="sz-h3 sz-gap">{ text::of(lang, text::ASSUMPTIONS) }{ " " }
                            <button class="sz-as-link" type="button" hidden={!changed} onclick={back}>{ text::of(lang, text::BACK) }</button></h3>
                        <div class="sz-toggles" role="group" aria-label={text::of(lang, text::ASSUMPTIONS)} data-sz="usual">{ usual }</div>
                        <div class="sz-q-in">{ boxes }{ fields }</div>
                    </>
                }) }
            </div>
            <div>
                { for [&answer.chart, &answer.second].into_iter().flatten().map(|c| draw(c, lang, scene.show)) }
                { answer.table.as_ref().map(table) }
                <div class="sz-gap-s">{ for answer.notes.iter().map(|s| html! { <p class="sz-note">{ rich(s) }</p> }) }</div>
            </div>
        </div>
    }
}

/// A small table: words first, figures right.
fn table((head, rows): &(Vec<String>, Vec<Vec<String>>)) -> Html {
    html! {
        <div class="sz-tw sz-gap-s" tabindex="0"><table class="sz-t">
            <thead><tr>{ for head.iter().enumerate().map(|(i, h)| html! { <th scope="col" class={(i > 0).then_some("r")}>{ h }</th> }) }</tr></thead>
            <tbody>{ for rows.iter().map(|row| html! {
                <tr>{ for row.iter().enumerate().map(|(i, cell)| if i == 0 {
                    html! { <th scope="row">{ cell }</th> }
                } else {
                    html! { <td class="r">{ cell }</td> }
                }) }</tr>
            }) }</tbody>
        </table></div>
    }
}
