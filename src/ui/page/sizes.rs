//! What decides a line of the bill, to be set where the line is read: its settings, and how much the small,
//! the medium and the large size count.

use super::relevant::applies;
use super::scene::Scene;
use crate::engine::cost::Item;
use crate::i18n::bill as text;
use crate::i18n::{fields, input};
use crate::plan::{Field, HIDDEN, Unit};
use crate::ui::markup::html;
use crate::ui::parts::{NumberField, chip};
use crate::ui::{Action, lazy};
use yew::prelude::*;

/// The settings behind a line.
const fn settings(item: Item) -> &'static [Field] {
    match item {
        Item::BootAndDownload | Item::Rounding => &[Field::Sessions],
        Item::Debugging => &[Field::DebugHours, Field::RetryShare],
        Item::Interruptions => &[Field::SpotMtbi, Field::CheckpointMin],
        Item::UnusedTerm => &[Field::PoweredShare],
        Item::Discount => &[Field::Discount],
        Item::StorageRunning => &[Field::Storage],
        Item::StorageStopped => &[Field::KeepDays],
        Item::Snapshots => &[Field::Copies],
        Item::Egress => &[Field::Egress, Field::EgressMonth],
        Item::Address => &[Field::Addresses],
        Item::Licence => &[Field::Licence],
        Item::Support => &[Field::SupportShare],
        Item::Tax => &[Field::TaxRate],
        Item::Credit => &[Field::Credit],
        Item::Compute | Item::IdleCards => &[],
    }
}

/// What an opened line offers.
pub fn sizes(scene: &Scene, item: Item) -> Html {
    let (lang, plan) = (scene.lang, &scene.plan);
    let own: Vec<Field> = settings(item).iter().copied().filter(|f| applies(*f, plan, false)).collect();
    if own.is_empty() {
        return Html::default();
    }
    let set = scene
        .send
        .reform(|(field, value): (Field, String)| Action::Set(field, value, crate::platform::now_ms()));
    let boxes = own.iter().map(|field| {
        let unit = match field.unit() {
            Unit::Share => String::new(),
            _ => fields::unit(lang, *field, plan.market.currency),
        };
        html! { <NumberField key={field.key()} field={*field} plan={plan.clone()} {lang} {unit} why={lazy::hint(lang, *field)} prefix="b-" on={set.clone()} /> }
    });
    html! {
        <>
            <div class="sz-q-in sz-gap-s">{ for boxes }</div>
            { for own.iter().map(|field| chips(scene, *field)) }
        </>
    }
}

/// A button for each size; sizes of the same value share one.
fn chips(scene: &Scene, field: Field) -> Html {
    let lang = scene.lang;
    let mut all: Vec<(String, &'static str)> = Vec::new();
    for (size, name) in HIDDEN.iter().zip(text::SIZES) {
        let Some((_, value)) = size.0.iter().find(|(f, _)| *f == field) else { continue };
        let name = text::of(lang, name);
        match all.last_mut() {
            Some((names, last)) if *last == *value => {
                names.push_str(lang.pick("、", ", "));
                names.push_str(name);
            }
            _ => all.push((name.to_owned(), value)),
        }
    }
    if all.is_empty() {
        return Html::default();
    }
    let label = fields::label(lang, field);
    html! {
        <div class="sz-toggles sz-gap-s" role="group" aria-label={label} data-sz={format!("sizes-{}", field.key())}>
            { for all.into_iter().map(|(names, value)| {
                let mut plan = (*scene.plan).clone();
                field.set(&mut plan, value, &mut Vec::new());
                let number = field.number(&plan).map_or_else(String::new, |x| input::shown_number(lang, x, field.unit()));
                let unit = match field.unit() {
                    Unit::Share | Unit::Count => String::new(),
                    _ => format!(" {}", fields::unit(lang, field, scene.plan.market.currency)),
                };
                let on = field.text(&scene.plan) == value;
                let press = scene.send.reform(move |_: MouseEvent| Action::Set(field, value.to_owned(), crate::platform::now_ms()));
                chip(value.to_owned(), format!("{names}{}{number}{unit}", lang.pick("：", ": ")), on, press)
            }) }
        </div>
    }
}
