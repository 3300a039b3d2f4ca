//! The model: a combobox after the ARIA pattern, over names, ids and aliases, with a bare parameter
//! count as the last resort. Half-typed Chinese starts no search.

use super::composition::use_composition_end;
use crate::catalog::{Catalog, Model, ModelIx};
use crate::engine::model::suits;
use crate::i18n::{Lang, number};
use crate::plan::{Field, ModelRef, Plan, Task};
use crate::ui::lazy;
use crate::ui::markup::html;
use crate::units::Order;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Options shown at once.
const MOST: usize = 40;

/// Props of [`ModelBox`].
#[derive(Properties)]
pub struct ModelBoxProps {
    /// The plan.
    pub plan: Rc<Plan>,
    /// The facts.
    pub catalog: &'static Catalog,
    /// Language.
    pub lang: Lang,
    /// A model was chosen: the field that takes the text.
    pub on: Callback<(Field, String)>,
}

impl PartialEq for ModelBoxProps {
    fn eq(&self, other: &Self) -> bool {
        self.plan.model == other.plan.model
            && self.plan.task == other.plan.task
            && self.lang == other.lang
            && self.on == other.on
    }
}

/// The name of the plan's model.
pub fn model_name(plan: &Plan, catalog: &Catalog, lang: Lang) -> String {
    match &plan.model {
        ModelRef::Id(id) => {
            catalog.find_model(id).map_or_else(|| id.clone(), |ix| catalog.model(ix).name().to_owned())
        }
        ModelRef::Params(billions) => number::params(lang, billions * 1e9),
        ModelRef::Imported(arch) => number::params(lang, arch.params_total as f64),
    }
}

/// The size of the plan's model; empty where the name says it already.
pub fn model_size(plan: &Plan, catalog: &Catalog, lang: Lang) -> String {
    match &plan.model {
        ModelRef::Id(id) => catalog
            .find_model(id)
            .map_or_else(String::new, |ix| number::params(lang, catalog.model(ix).arch.params_total as f64)),
        _ => String::new(),
    }
}

#[derive(Clone, PartialEq)]
enum Found {
    Model(ModelIx),
    Size(String),
    /// It is not in the list: the box that reads configurations and files.
    Bring,
}

fn search(catalog: &Catalog, text: &str, task: Task) -> Vec<Found> {
    let fits = |ix: &ModelIx| suits(catalog.model(*ix).kind, task);
    let text = text.trim();
    if text.is_empty() {
        // Youngest first: what people are likely to look for.
        let mut all: Vec<ModelIx> =
            (0..catalog.models.len()).map(|i| ModelIx(i as u16)).filter(fits).collect();
        all.order_by_key(|ix| std::cmp::Reverse(catalog.model(*ix).released));
        return all.into_iter().take(MOST).map(Found::Model).collect();
    }
    let mut found: Vec<Found> =
        catalog.search_models(text, MOST, |m| suits(m.kind, task)).into_iter().map(Found::Model).collect();
    let mut probe = Plan::default();
    let looks_like_size = text.starts_with(|c: char| c.is_ascii_digit())
        && Field::Params.set(&mut probe, text, &mut Vec::new());
    if looks_like_size {
        found.push(Found::Size(Field::Params.text(&probe)));
    }
    if catalog.model_ix(&text.to_ascii_lowercase()).is_none() {
        found.push(Found::Bring);
    }
    found
}

/// The combobox.
#[component]
pub fn ModelBox(props: &ModelBoxProps) -> Html {
    let t = props.lang.text();
    let (catalog, lang, task) = (props.catalog, props.lang, props.plan.task);
    // What is being typed; `None` while nobody types.
    let typing = use_state(|| None::<String>);
    // Nothing is active until an arrow says so; Enter then takes the first.
    let active = use_state(|| None::<usize>);
    let node = use_node_ref();
    let name = model_name(&props.plan, catalog, lang);

    let found = use_memo((typing.as_ref().cloned(), task), |(text, task)| {
        text.as_ref().map(|text| search(catalog, text, *task)).unwrap_or_default()
    });
    let open = typing.is_some();
    let at = active.filter(|_| open).map(|at| at.min(found.len().saturating_sub(1)));

    let choose = {
        let (on, typing) = (props.on.clone(), typing.clone());
        move |found: &Found| {
            typing.set(None);
            on.emit(match found {
                Found::Model(ix) => (Field::Model, catalog.model(*ix).id.clone()),
                Found::Size(text) => (Field::Params, text.clone()),
                Found::Bring => return lazy::show("bring"),
            });
        }
    };
    let oninput = {
        let (typing, active) = (typing.clone(), active.clone());
        Callback::from(move |e: InputEvent| {
            if !e.is_composing() {
                active.set(None);
                typing.set(Some(e.target_unchecked_into::<HtmlInputElement>().value()));
            }
        })
    };
    {
        let (typing, active) = (typing.clone(), active.clone());
        let then = move |text| {
            active.set(None);
            typing.set(Some(text));
        };
        use_composition_end(&node, Callback::from(then));
    }
    let onclick = {
        let (typing, active) = (typing.clone(), active.clone());
        Callback::from(move |e: MouseEvent| {
            if typing.is_none() {
                e.target_unchecked_into::<HtmlInputElement>().select();
                active.set(None);
                typing.set(Some(String::new()));
            }
        })
    };
    let onblur = {
        let typing = typing.clone();
        Callback::from(move |_: FocusEvent| typing.set(None))
    };
    let onkeydown = {
        let (typing, active, found, choose) = (typing.clone(), active.clone(), found.clone(), choose.clone());
        Callback::from(move |e: KeyboardEvent| {
            let last = found.len().saturating_sub(1);
            match e.key().as_str() {
                "ArrowDown" | "ArrowUp" if !open => {
                    active.set(Some(0));
                    typing.set(Some(String::new()));
                }
                "ArrowDown" => active.set(Some(at.filter(|at| *at < last).map_or(0, |at| at + 1))),
                "ArrowUp" => active.set(Some(at.filter(|at| *at > 0).map_or(last, |at| at - 1))),
                "Home" if open && found.len() > 1 && e.ctrl_key() => active.set(Some(0)),
                // With nothing typed and nothing active there is nothing to take.
                "Enter" if at.is_some() || typing.as_ref().is_some_and(|t| !t.trim().is_empty()) => {
                    if let Some(found) = found.get(at.unwrap_or(0)) {
                        choose(found);
                    }
                }
                "Enter" => typing.set(None),
                "Escape" if open => typing.set(None),
                _ => return,
            }
            e.prevent_default();
        })
    };
    let size = |m: &Model| number::params(lang, m.arch.params_total as f64);
    let size_now = model_size(&props.plan, catalog, lang);
    // While the list is open an untouched box still shows the name, selected.
    let shown = match &*typing {
        Some(text) if !text.is_empty() => text.clone(),
        Some(_) => String::new(),
        None => name.clone(),
    };
    html! {
        <div class="sz-field">
            <label for="model">{ crate::i18n::fields::label(lang, Field::Model) }<em>{ size_now }</em></label>
            <div class="sz-combo">
                <div class="sz-ctl">
                    <input id="model" ref={node} data-sz="field-model" role="combobox" autocomplete="off" spellcheck="false"
                        aria-autocomplete="list" aria-expanded={if open { "true" } else { "false" }} aria-controls="models"
                        aria-activedescendant={at.map(|at| format!("m-{at}"))} placeholder={name} value={shown}
                        {oninput} {onclick} {onblur} {onkeydown} />
                    { super::icon(super::Icon::Chevron) }
                </div>
                <div>{ open.then(|| html! {
                    <ul class="sz-list" id="models" role="listbox" aria-label={t.find_model}>
                        { for found.iter().enumerate().map(|(i, f)| {
                            let (f2, choose) = (f.clone(), choose.clone());
                            // Before the box loses its focus.
                            let onmousedown = Callback::from(move |e: MouseEvent| { e.prevent_default(); choose(&f2); });
                            let (label, note) = match f {
                                Found::Model(ix) => (catalog.model(*ix).name().to_owned(), size(catalog.model(*ix))),
                                Found::Size(text) => (crate::i18n::fill(t.only_size, &[text]).plain(), String::new()),
                                Found::Bring => (t.no_match.to_owned(), String::new()),
                            };
                            html! {
                                <li key={label.clone()} id={format!("m-{i}")} role="option" aria-selected={if Some(i) == at { "true" } else { "false" }} {onmousedown}>
                                    <span>{ label }</span><small>{ note }</small>
                                </li>
                            }
                        }) }
                    </ul>
                }) }</div>
            </div>
        </div>
    }
}
