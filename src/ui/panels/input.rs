//! A box for an assumption of a panel: read as people write numbers, kept in its bounds, with a message
//! beside it when it cannot be used. Emptied, it goes back to what the plan says.

use crate::i18n::{Lang, fields, fill, input};
use crate::plan::{Unit, number};
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, use_composition_end};
use crate::units::Currency;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Props of [`Assumption`].
#[derive(Properties, PartialEq)]
pub struct AssumptionProps {
    /// Id of the box.
    pub id: String,
    /// What is assumed.
    pub label: &'static str,
    /// What the number counts.
    pub unit: Unit,
    /// Least and greatest.
    pub bounds: (f64, f64),
    /// The value in use.
    pub value: f64,
    /// It was typed; otherwise it follows the plan.
    pub typed: bool,
    /// Language.
    pub lang: Lang,
    /// Currency of sums.
    pub currency: Currency,
    /// Empty until something is typed; the value in use stands behind it in grey.
    #[prop_or_default]
    pub blank: bool,
    /// A value, or back to the plan's.
    pub on: Callback<Option<f64>>,
}

/// The next value up or down.
fn stepped(x: f64, unit: Unit, up: bool) -> f64 {
    let step = match unit {
        Unit::Share => 0.05,
        _ if x < 1.0 => 0.1,
        _ if x < 20.0 => 1.0,
        _ => {
            let mut step = 5.0;
            while step * 50.0 <= x {
                step *= 10.0;
            }
            step
        }
    };
    if up { x + step } else { x - step }
}

/// The box.
#[component]
pub fn Assumption(props: &AssumptionProps) -> Html {
    let (lang, unit, (low, high)) = (props.lang, props.unit, props.bounds);
    let text = use_state(|| None::<String>);
    let left = use_state_eq(|| false);
    let node = use_node_ref();
    let take = {
        let (text, left, on) = (text.clone(), left.clone(), props.on.clone());
        move |typed: String| {
            if typed.trim().is_empty() {
                on.emit(None);
            } else if let Some(x) = number::read_in(&typed, unit) {
                on.emit(Some(x.clamp(low, high)));
            }
            left.set(false);
            text.set(Some(typed));
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
        let (text, left) = (text.clone(), left.clone());
        Callback::from(move |_: FocusEvent| {
            left.set(true);
            if text.as_deref().is_some_and(|t| t.trim().is_empty()) {
                text.set(None);
            }
        })
    };
    let onkeydown = {
        let (take, value) = (take.clone(), props.value);
        Callback::from(move |e: KeyboardEvent| {
            let up = match e.key().as_str() {
                "ArrowUp" => true,
                "ArrowDown" => false,
                _ => return,
            };
            e.prevent_default();
            take(input::shown_number(lang, number::canon(stepped(value, unit, up).clamp(low, high)), unit));
        })
    };
    // What was typed stays while it is what counts; a value that came from elsewhere replaces it.
    let shown = text.as_ref().filter(|_| {
        props.typed
            || text.as_deref().is_some_and(|t| t.trim().is_empty() || number::read_in(t, unit).is_none())
    });
    let usual = || input::shown_number(lang, number::canon(props.value), unit);
    let shown = match shown {
        Some(typed) => typed.clone(),
        None if props.blank && !props.typed => String::new(),
        None => usual(),
    };
    let begun = shown.trim().is_empty() || shown.trim_end().ends_with(['.', '-', '。']);
    let t = lang.more();
    let (state, problem, guess) = match number::read_in(&shown, unit) {
        _ if begun && !*left => (None, String::new(), None),
        None if shown.trim().is_empty() => (None, String::new(), None),
        None => {
            let guess = number::guess(&shown).map(|x| x.clamp(low, high));
            let template = if guess.is_some() { t.bad_number_or } else { t.bad_number };
            (Some("bad"), fill(template, &[&shown]).plain(), guess)
        }
        Some(x) if props.typed && x < low => {
            (Some("warn"), input::out_of_bounds(lang, true, low, unit), None)
        }
        Some(x) if props.typed && x > high => {
            (Some("warn"), input::out_of_bounds(lang, false, high, unit), None)
        }
        Some(_) => (props.typed.then_some("changed"), String::new(), None),
    };
    let err = format!("{}-e", props.id);
    let word = match unit {
        Unit::Share => String::new(),
        _ => fields::unit_word(lang, unit, props.currency),
    };
    html! {
        <div class="sz-field">
            <label for={props.id.clone()}>{ props.label }</label>
            <div class="sz-ctl" data-state={state}>
                <input id={props.id.clone()} ref={node} inputmode="decimal" autocomplete="off" spellcheck="false" placeholder={(props.blank && props.value != 0.0).then(usual)} value={shown}
                    {oninput} {onblur} {onkeydown} aria-invalid={(state == Some("bad")).then_some("true")}
                    aria-describedby={(!problem.is_empty()).then(|| err.clone())} />
                <span>{ word }</span>
            </div>
            <div>{ (!problem.is_empty()).then(|| html! {
                <p class="sz-err" id={err} data-s={(state == Some("warn")).then_some("warn")}>
                    { icon(if state == Some("warn") { Icon::Warn } else { Icon::Bad }) }
                    <span>{ problem }{ guess.map(|x| {
                        let said = input::shown_number(lang, x, unit);
                        let (take, value) = (take.clone(), said.clone());
                        let press = Callback::from(move |_: MouseEvent| take(value.clone()));
                        html! { <button type="button" onclick={press}>{ fill(t.did_you_mean, &[&said]).plain() }</button> }
                    }) }</span>
                </p>
            }) }</div>
        </div>
    }
}
