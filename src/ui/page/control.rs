//! The control of a field, by what kind of value it holds.

use super::relevant::words;
use super::scene::Scene;
use crate::i18n::{Lang, fields, fill, input, number};
use crate::plan::{Field, Plan, Slot, Unit, Warning};
use crate::ui::lazy;
use crate::ui::markup::html;
use crate::ui::parts::{Choice, NumberField, check, chip, chip_group, choice as select};
use crate::units::Order;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The control, with the field's own label.
pub fn control(scene: &Scene, field: Field, set: &Callback<(Field, String)>) -> Html {
    let plan = &scene.plan;
    let label = fields::label(scene.lang, field);
    match &field.row().slot {
        Slot::Flag(_) => {
            let on = field.text(plan) == "1";
            let set = set.reform(move |on: bool| (field, if on { "1" } else { "0" }.to_owned()));
            check(Some(format!("f-{}", field.key())), label, lazy::hint(scene.lang, field), on, &set)
        }
        Slot::OptFlag(_) => {
            let t = scene.t();
            let options = vec![
                ("auto".into(), auto_label(scene, field)),
                ("1".into(), AttrValue::from(t.yes)),
                ("0".into(), AttrValue::from(t.no)),
            ];
            choice(scene, field, label, options, set)
        }
        Slot::Word(_) => {
            let mut options: Vec<(AttrValue, AttrValue)> = Vec::new();
            if field.optional() {
                options.push(("auto".into(), auto_label(scene, field)));
            }
            options.extend(
                words(field, plan).into_iter().map(|w| (w.into(), fields::word(scene.lang, field, w).into())),
            );
            choice(scene, field, label, options, set)
        }
        Slot::Modes => modes(scene, set),
        Slot::Ids(_) => ids(scene, field, label, set),
        Slot::OptId(_) => version(scene, field, label, set),
        _ => number_box(scene, field, set),
    }
}

/// The box of a number, with what the engine chose for an empty one.
fn number_box(scene: &Scene, field: Field, set: &Callback<(Field, String)>) -> Html {
    let unit = match field.unit() {
        Unit::Share => String::new(),
        _ => fields::unit(scene.lang, field, scene.plan.market.currency),
    };
    let auto = if field.optional() {
        chosen(scene, field)
            .map_or_else(|| empty(scene, field).to_owned(), |v| show_chosen(scene.lang, field, v))
    } else {
        String::new()
    };
    let hint = deadline_hint(scene.lang, field, &scene.plan);
    let stands = |w: &&Warning| matches!(w, Warning::Indivisible { field: f, .. } if *f == field);
    let odd = scene.report.warnings.iter().find(stands).cloned();
    html! {
        <NumberField key={field.key()} {field} {odd} plan={scene.plan.clone()} lang={scene.lang} why={lazy::hint(scene.lang, field)} {auto} {hint} {unit} on={set.clone()} />
    }
}

fn deadline_hint(lang: Lang, field: Field, plan: &Plan) -> String {
    match (field, plan.limits.deadline_h) {
        (Field::Deadline, Some(hours)) => number::days_of(lang, hours).unwrap_or_default(),
        _ => String::new(),
    }
}

/// What an empty box means.
fn empty(scene: &Scene, field: Field) -> &'static str {
    match field {
        Field::Deadline | Field::Budget | Field::Ttft | Field::Tpot => scene.t().any,
        _ => scene.t().auto,
    }
}

/// What the engine chose for an automatic field.
fn chosen(scene: &Scene, field: Field) -> Option<&str> {
    scene.report.chosen.values.iter().find(|(k, _)| *k == field.key()).map(|(_, v)| v.as_str())
}

fn show_chosen(lang: Lang, field: Field, value: &str) -> String {
    let mut probe = Plan::default();
    if field.set(&mut probe, value, &mut Vec::new()) && field.number(&probe).is_some() {
        input::shown(lang, field, &probe)
    } else {
        value.to_owned()
    }
}

fn auto_label(scene: &Scene, field: Field) -> AttrValue {
    let t = scene.t();
    match chosen(scene, field) {
        Some("1" | "true") if matches!(field.row().slot, Slot::OptFlag(_)) => {
            fill(t.auto_is, &[t.yes]).plain()
        }
        Some("0" | "false") if matches!(field.row().slot, Slot::OptFlag(_)) => {
            fill(t.auto_is, &[t.no]).plain()
        }
        Some(word) => fill(t.auto_is, &[&fields::word(scene.lang, field, word)]).plain(),
        None => t.auto.to_owned(),
    }
    .into()
}

fn choice(
    scene: &Scene,
    field: Field,
    label: &'static str,
    options: Vec<(AttrValue, AttrValue)>,
    set: &Callback<(Field, String)>,
) -> Html {
    let on = set.reform(move |word: String| (field, word));
    let c = Choice {
        id: format!("f-{}", field.key()),
        label,
        why: lazy::hint(scene.lang, field),
        options,
        value: field.text(&scene.plan),
        changed: !field.is_usual(&scene.plan),
        hook: None,
    };
    select(c, &on)
}

/// A version word.
fn version(scene: &Scene, field: Field, label: &'static str, set: &Callback<(Field, String)>) -> Html {
    let text = field.text(&scene.plan);
    let value = if text == "auto" { String::new() } else { text };
    if matches!(field, Field::MeasuredGpu | Field::TryGpu) {
        let mut options: Vec<(AttrValue, AttrValue)> = vec![("auto".into(), scene.t().unknown.into())];
        options.extend(cards(scene));
        return choice(scene, field, label, options, set);
    }
    let onchange = set.reform(move |e: Event| {
        let text = e.target_unchecked_into::<HtmlInputElement>().value();
        (field, if text.trim().is_empty() { "auto".to_owned() } else { text })
    });
    let id = format!("f-{}", field.key());
    html! {
        <div class="sz-field" key={field.key()}>
            <label for={id.clone()} title={lazy::hint(scene.lang, field)}>{ label }</label>
            <div class="sz-ctl"><input {id} autocomplete="off" spellcheck="false" {value} placeholder={scene.t().unknown} {onchange} /></div>
        </div>
    }
}

/// Which billing modes may win. Spot has its own switch.
fn modes(scene: &Scene, set: &Callback<(Field, String)>) -> Html {
    let now = Field::Modes.text(&scene.plan);
    let on: Vec<&str> = now.split(',').collect();
    let all = ["hourly", "monthly", "1y", "3y"];
    let chips = all
        .iter()
        .map(|word| {
            let is_on = on.contains(word);
            let mut next: Vec<&str> =
                all.iter().copied().filter(|w| (on.contains(w)) != (w == word)).collect();
            if next.is_empty() {
                next.push(word);
            }
            let next = next.join(",");
            let press = set.reform(move |_: MouseEvent| (Field::Modes, next.clone()));
            chip((*word).to_owned(), fields::word(scene.lang, Field::Modes, word), is_on, press)
        })
        .collect::<Html>();
    html! { <div key="modes">{ chip_group(fields::label(scene.lang, Field::Modes), chips) }</div> }
}

fn cards(scene: &Scene) -> Vec<(AttrValue, AttrValue)> {
    let mut all: Vec<_> = scene.catalog.gpus.iter().collect();
    all.order_by(|a, b| a.name.cmp(&b.name));
    all.into_iter()
        .map(|g| {
            let name = scene.lang.pick("zh", "en");
            let name = if name == "zh" && !g.name_zh.is_empty() { &g.name_zh } else { &g.name };
            (g.id.clone().into(), format!("{name} {}", number::card_memory(scene.lang, g.memory_gb)).into())
        })
        .collect()
}

fn providers(scene: &Scene) -> Vec<(AttrValue, AttrValue)> {
    let zh = scene.lang == Lang::Zh;
    let mut all: Vec<(AttrValue, AttrValue)> = scene
        .catalog
        .providers
        .iter()
        .map(|p| {
            let name = if zh && !p.name_zh.is_empty() { &p.name_zh } else { &p.name_en };
            (p.id.clone().into(), name.clone().into())
        })
        .collect();
    all.order_by(|a, b| a.1.cmp(&b.1));
    all
}

/// Any number of cards or providers: what is chosen as chips, the rest in a list.
fn ids(scene: &Scene, field: Field, label: &'static str, set: &Callback<(Field, String)>) -> Html {
    let of_cards = matches!(field, Field::Gpus | Field::NotGpus);
    let all = if of_cards { cards(scene) } else { providers(scene) };
    let text = field.text(&scene.plan);
    let now: Vec<String> =
        text.split(',').filter(|t| *t != "none" && !t.is_empty()).map(str::to_owned).collect();
    let name = |id: &str| {
        all.iter().find(|(i, _)| i.as_str() == id).map_or_else(|| id.to_owned(), |(_, n)| n.to_string())
    };
    let join = |ids: Vec<&str>| if ids.is_empty() { "none".to_owned() } else { ids.join(",") };
    let chips = now
        .iter()
        .map(|id| {
            let rest = join(now.iter().map(String::as_str).filter(|i| i != id).collect());
            let press = set.reform(move |_: MouseEvent| (field, rest.clone()));
            chip(id.clone(), format!("{} ×", name(id)), true, press)
        })
        .collect::<Html>();
    let before = now.clone();
    let onchange = set.reform(move |e: Event| {
        let select = e.target_unchecked_into::<HtmlSelectElement>();
        let mut next = before.clone();
        next.push(select.value());
        select.set_value("");
        (field, next.join(","))
    });
    let id = format!("f-{}", field.key());
    let t = scene.t();
    let hint = if of_cards { t.find_card } else { t.find_provider };
    html! {
        <div class="sz-field" key={field.key()}>
            <label for={id.clone()} title={lazy::hint(scene.lang, field)}>{ label }</label>
            <div class="sz-ctl" data-state={(!now.is_empty()).then_some("changed")}>
                <select {id} {onchange}>
                    <option value="" selected={true}>{ if now.is_empty() { t.any } else { hint } }</option>
                    { for all.iter().filter(|(i, _)| !now.iter().any(|n| n == i.as_str())).map(|(value, label)| html! {
                        <option key={value.to_string()} value={value.clone()}>{ label }</option>
                    }) }
                </select>
                { crate::ui::parts::icon(crate::ui::parts::Icon::Chevron) }
            </div>
            <div class="sz-toggles">{ chips }</div>
        </div>
    }
}
