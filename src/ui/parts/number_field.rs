//! A box for a number, read as people write it. The text in the box is never changed while it says
//! what the plan says; what cannot be read gets a message, and the last valid value stays in use.

use super::composition::use_composition_end;
use super::{Icon, icon};
use crate::i18n::{Lang, fields, fill, input};
use crate::plan::number::print;
use crate::plan::{Field, Plan, Unit, Warning};
use crate::platform::after;
use crate::ui::markup::html;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How long an unfinished text may stand before an error shows, ms.
const PATIENCE_MS: u32 = 400;

/// Props of [`NumberField`].
#[derive(Properties)]
pub struct NumberFieldProps {
    /// Which field.
    pub field: Field,
    /// The plan.
    pub plan: Rc<Plan>,
    /// Language.
    pub lang: Lang,
    /// What stands in an empty box: the automatic value in use, where there is one.
    #[prop_or_default]
    pub auto: AttrValue,
    /// Another label than the field's own.
    #[prop_or_default]
    pub label: Option<&'static str>,
    /// Why it is asked; may be empty.
    #[prop_or_default]
    pub why: &'static str,
    /// Stands at the right of the label.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Behind the number.
    #[prop_or_default]
    pub unit: AttrValue,
    /// Before the ids: a field that stands on the page twice needs another.
    #[prop_or("")]
    pub prefix: &'static str,
    /// What the report finds wrong with the number.
    #[prop_or_default]
    pub odd: Option<Warning>,
    /// A new text that the field can read.
    pub on: Callback<(Field, String)>,
}

impl PartialEq for NumberFieldProps {
    fn eq(&self, other: &Self) -> bool {
        self.field == other.field
            && self.lang == other.lang
            && self.auto == other.auto
            && self.label == other.label
            && self.why == other.why
            && self.unit == other.unit
            && self.hint == other.hint
            && self.odd == other.odd
            && self.on == other.on
            && self.field.text(&self.plan) == other.field.text(&other.plan)
    }
}

/// What a text means for a field of this plan.
struct Reading {
    /// It can be used.
    usable: bool,
    /// The field's text once it is used.
    becomes: String,
    warning: Option<Warning>,
}

fn read(field: Field, plan: &Plan, text: &str) -> Reading {
    let mut copy = plan.clone();
    let mut warn = Vec::new();
    // An empty box means automatic, where the field has it.
    let text = if text.trim().is_empty() && field.optional() { "auto" } else { text };
    let usable = field.set(&mut copy, text, &mut warn);
    Reading { usable, becomes: field.text(&copy), warning: warn.pop() }
}

/// Begun, but not yet a number: nothing is wrong with it yet.
fn unfinished(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || matches!(text, "-" | "+" | "¥" | "$") || text.ends_with(['.', '。', ',', 'e'])
}

/// The next value by the field's natural step: contexts double, counts of cards too.
fn stepped(field: Field, plan: &Plan, up: bool) -> Option<String> {
    let x = field.number(plan)?;
    let by = |step: f64| if up { x + step } else { x - step };
    let next = match field.unit() {
        Unit::Context | Unit::Tokens => {
            if up {
                x * 2.0
            } else {
                (x / 2.0).ceil()
            }
        }
        Unit::Share => by(0.05),
        Unit::Gb | Unit::Gib | Unit::Mbps => by(10.0),
        Unit::Money | Unit::MoneyPerMonth => by(if x >= 1_000.0 { 100.0 } else { 10.0 }),
        Unit::MoneyPerKwh => by(0.1),
        Unit::Pixels => by(64.0),
        Unit::Milliseconds => by(100.0),
        _ if x < 1.0 => by(0.1),
        _ => by(1.0),
    };
    let (low, high) = field.bounds()?;
    Some(print(next.clamp(low, high)))
}

/// The box.
#[component]
pub fn NumberField(props: &NumberFieldProps) -> Html {
    let field = props.field;
    let now = field.text(&props.plan);
    // What was typed, and what the plan said then.
    let typed = use_state(|| None::<(String, String)>);
    let impatient = use_state(|| false);
    let node = use_node_ref();

    let mut shown = input::shown(props.lang, field, &props.plan);
    let mut reading = None;
    if let Some((text, then)) = &*typed {
        let r = read(field, &props.plan, text);
        // Still what the plan says, or not usable and the plan has not moved since.
        if r.becomes == now && (r.usable || *then == now) {
            shown = text.clone();
            reading = Some(r);
        }
    }
    let problem = reading.as_ref().and_then(|r| {
        let quiet = !*impatient && unfinished(&shown);
        let empty = shown.trim().is_empty() && field.optional();
        (!quiet && !empty).then_some(r.warning.as_ref()).flatten()
    });
    let problem = problem.or(props.odd.as_ref());

    {
        let impatient = impatient.clone();
        use_effect_with(shown.clone(), move |_| {
            let timer = after(PATIENCE_MS, {
                let impatient = impatient.clone();
                move || impatient.set(true)
            });
            move || drop(timer)
        });
    }

    let take = {
        let (typed, impatient, on, plan, now) =
            (typed.clone(), impatient.clone(), props.on.clone(), props.plan.clone(), now.clone());
        move |text: String| {
            let r = read(field, &plan, &text);
            impatient.set(false);
            typed.set(Some((text.clone(), now.clone())));
            if r.usable && r.becomes != now {
                on.emit((field, if text.trim().is_empty() { "auto".into() } else { text }));
            }
        }
    };
    let oninput = {
        let take = take.clone();
        Callback::from(move |e: InputEvent| {
            if !e.is_composing() {
                take(e.target_unchecked_into::<HtmlInputElement>().value());
            }
        })
    };
    use_composition_end(&node, Callback::from(take.clone()));
    let onblur = {
        let impatient = impatient.clone();
        Callback::from(move |_: FocusEvent| impatient.set(true))
    };
    let onkeydown = {
        let (take, plan) = (take.clone(), props.plan.clone());
        Callback::from(move |e: KeyboardEvent| {
            let up = match e.key().as_str() {
                "ArrowUp" => true,
                "ArrowDown" => false,
                _ => return,
            };
            if let Some(next) = stepped(field, &plan, up) {
                e.prevent_default();
                take(next);
            }
        })
    };
    let correct = |guess: String| {
        let take = take.clone();
        Callback::from(move |_: MouseEvent| take(guess.clone()))
    };

    let id = format!("{}f-{}", props.prefix, field.key());
    let err = format!("{}e-{}", props.prefix, field.key());
    let state = match problem {
        Some(Warning::Clamped { .. }) => Some("warn"),
        Some(_) => Some("bad"),
        None if !field.is_usual(&props.plan) => Some("changed"),
        None => None,
    };
    let label = props.label.unwrap_or_else(|| fields::label(props.lang, field));
    html! {
        <div class="sz-field">
            <label for={id.clone()} title={props.why}>{ label }<em>{ &props.hint }</em></label>
            <div class="sz-ctl" data-state={state}>
                <input {id} ref={node} inputmode="decimal" autocomplete="off" spellcheck="false" value={shown}
                    placeholder={props.auto.clone()} {oninput} {onblur} {onkeydown}
                    aria-invalid={(state == Some("bad")).then_some("true")}
                    aria-describedby={problem.is_some().then(|| err.clone())} />
                <span>{ &props.unit }</span>
            </div>
            <div>{ problem.map(|w| html! {
                <p class="sz-err" id={err} data-s={(state == Some("warn")).then_some("warn")}>
                    { icon(if state == Some("warn") { Icon::Warn } else { Icon::Bad }) }
                    <span>
                        { input::problem(props.lang, w) }
                        { match w {
                            Warning::Unreadable { guess: Some(guess), .. } => html! {
                                <button type="button" onclick={correct(guess.clone())}>{ fill(props.lang.text().did_you_mean, &[guess]).plain() }</button>
                            },
                            _ => Html::default(),
                        } }
                    </span>
                </p>
            }) }</div>
        </div>
    }
}
