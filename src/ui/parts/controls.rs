//! Radio segments, selects, check boxes, chips: native elements with our classes. Functions, not
//! components: a component costs the page two kilobytes, and none of these has a state of its own.

use super::{Icon, icon};
use crate::ui::markup::html;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// A segmented choice: a radio group, so that arrow keys move. `name` is the group's; each option has
/// its word and label.
pub fn segments(
    name: &'static str,
    label: &'static str,
    options: &[(&'static str, &'static str)],
    value: &str,
    on: &Callback<&'static str>,
) -> Html {
    let id = format!("l-{name}");
    html! {
        <div class="sz-field">
            <span class="sz-lab" id={id.clone()}>{ label }</span>
            <div class="sz-seg" role="radiogroup" aria-labelledby={id}>
                { for options.iter().map(|(word, label)| {
                    let word = *word;
                    let onchange = on.reform(move |_: Event| word);
                    html! {
                        <label key={word}>
                            <input type="radio" {name} value={word} checked={value == word} {onchange} />
                            { *label }
                        </label>
                    }
                }) }
            </div>
        </div>
    }
}

/// What a select needs.
pub struct Choice {
    /// Id of the control.
    pub id: String,
    /// What is asked.
    pub label: &'static str,
    /// Why it is asked; may be empty.
    pub why: &'static str,
    /// Value and label of each option.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The chosen value.
    pub value: String,
    /// Differs from the usual value.
    pub changed: bool,
    /// Test hook.
    pub hook: Option<&'static str>,
}

/// A native select with its label.
pub fn choice(c: Choice, on: &Callback<String>) -> Html {
    let onchange = on.reform(|e: Event| e.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <div class="sz-field">
            <label for={c.id.clone()} title={tip(c.why)}>{ c.label }</label>
            <div class="sz-ctl" data-state={c.changed.then_some("changed")}>
                <select id={c.id} data-sz={c.hook} {onchange}>{ options(&c.options, &c.value) }</select>
                { icon(Icon::Chevron) }
            </div>
        </div>
    }
}

/// Options of a select.
pub fn options(all: &[(AttrValue, AttrValue)], value: &str) -> Html {
    all.iter()
        .map(|(word, label)| {
            html! { <option key={word.to_string()} value={word.clone()} selected={word.as_str() == value}>{ label }</option> }
        })
        .collect()
}

/// A check box with its label.
pub fn check(
    id: Option<String>,
    label: &'static str,
    why: &'static str,
    on: bool,
    set: &Callback<bool>,
) -> Html {
    let onchange = set.reform(|e: Event| e.target_unchecked_into::<HtmlInputElement>().checked());
    html! {
        <label class="sz-checkrow" title={tip(why)}>
            <input {id} type="checkbox" checked={on} {onchange} />
            <span>{ label }</span>
        </label>
    }
}

/// A title, where there is something to say.
pub fn tip(why: &'static str) -> Option<&'static str> {
    (!why.is_empty()).then_some(why)
}

/// A filter that is on or off.
pub fn chip(key: String, label: String, on: bool, onclick: Callback<MouseEvent>) -> Html {
    html! { <button {key} class="sz-chip" type="button" aria-pressed={truth(on)} {onclick}>{ label }</button> }
}

/// "true" or "false", for ARIA.
pub const fn truth(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// Chips that belong together, with a label before them.
pub fn chip_group(label: &'static str, chips: Html) -> Html {
    html! {
        <div class="sz-field">
            <span class="sz-lab">{ label }</span>
            <div class="sz-toggles" role="group" aria-label={label}>{ chips }</div>
        </div>
    }
}
