//! Radio segments, selects, check boxes, chips: native elements with our classes.

use super::{Icon, icon};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Props of [`Segments`].
#[derive(Properties, PartialEq)]
pub struct SegmentsProps {
    /// Name of the radio group; ids derive from it.
    pub name: &'static str,
    /// What is asked.
    pub label: AttrValue,
    /// Word and label of each option.
    pub options: Vec<(&'static str, AttrValue)>,
    /// The chosen word.
    pub value: AttrValue,
    /// Another word was chosen.
    pub on: Callback<&'static str>,
}

/// A segmented choice: a radio group, so that arrow keys move.
#[component]
pub fn Segments(props: &SegmentsProps) -> Html {
    let id = format!("l-{}", props.name);
    html! {
        <div class="sz-field">
            <span class="sz-lab" id={id.clone()}>{ &props.label }</span>
            <div class="sz-seg" role="radiogroup" aria-labelledby={id}>
                { for props.options.iter().map(|(word, label)| {
                    let word = *word;
                    let onchange = props.on.reform(move |_: Event| word);
                    html! {
                        <label key={word}>
                            <input type="radio" name={props.name} value={word} checked={props.value == word} {onchange} />
                            { label }
                        </label>
                    }
                }) }
            </div>
        </div>
    }
}

/// Props of [`Choice`].
#[derive(Properties, PartialEq)]
pub struct ChoiceProps {
    /// Id of the control.
    pub id: AttrValue,
    /// What is asked.
    pub label: AttrValue,
    /// Stands at the right of the label.
    #[prop_or_default]
    pub hint: AttrValue,
    /// Why it is asked.
    #[prop_or_default]
    pub why: &'static str,
    /// Value and label of each option.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The chosen value.
    pub value: AttrValue,
    /// Differs from the usual value.
    #[prop_or_default]
    pub changed: bool,
    /// Test hook.
    #[prop_or_default]
    pub hook: Option<&'static str>,
    /// Another value was chosen.
    pub on: Callback<String>,
}

/// A native select with its label.
#[component]
pub fn Choice(props: &ChoiceProps) -> Html {
    let onchange = props.on.reform(|e: Event| e.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <div class="sz-field">
            <label for={props.id.clone()} title={tip(props.why)}>{ &props.label }<em>{ &props.hint }</em></label>
            <div class="sz-ctl" data-state={props.changed.then_some("changed")}>
                <select id={props.id.clone()} data-sz={props.hook} {onchange}>
                    { for props.options.iter().map(|(value, label)| html! {
                        <option key={value.to_string()} value={value.clone()} selected={*value == props.value}>{ label }</option>
                    }) }
                </select>
                { icon(Icon::Chevron) }
            </div>
        </div>
    }
}

/// Props of [`Check`].
#[derive(Properties, PartialEq)]
pub struct CheckProps {
    /// What is switched.
    pub label: AttrValue,
    /// A remark behind it.
    #[prop_or_default]
    pub note: AttrValue,
    /// Why it is asked.
    #[prop_or_default]
    pub why: &'static str,
    /// Whether it is on.
    pub on: bool,
    /// It was switched.
    pub set: Callback<bool>,
}

/// A check box with its label.
#[component]
pub fn Check(props: &CheckProps) -> Html {
    let onchange = props.set.reform(|e: Event| e.target_unchecked_into::<HtmlInputElement>().checked());
    html! {
        <label class="sz-checkrow" title={tip(props.why)}>
            <input type="checkbox" checked={props.on} {onchange} />
            <span>{ &props.label }{ " " }<em>{ &props.note }</em></span>
        </label>
    }
}

/// A title, where there is something to say.
pub fn tip(why: &'static str) -> Option<&'static str> {
    (!why.is_empty()).then_some(why)
}

/// Props of [`Chip`].
#[derive(Properties, PartialEq)]
pub struct ChipProps {
    /// Its words.
    pub label: AttrValue,
    /// Whether it is on.
    pub on: bool,
    /// It was pressed.
    pub press: Callback<()>,
}

/// A filter that is on or off.
#[component]
pub fn Chip(props: &ChipProps) -> Html {
    let onclick = props.press.reform(|_: MouseEvent| ());
    html! {
        <button class="sz-chip" type="button" aria-pressed={if props.on { "true" } else { "false" }} {onclick}>{ &props.label }</button>
    }
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
