//! After the run: the real invoice, typed line by line, beside the plan; and the plan's lines as the seller's
//! export names them.

use super::case::Case;
use super::frame::rounded;
use super::input::Assumption;
use crate::engine::cost::invoice::{Difference, Look, compare, more};
use crate::engine::cost::{Bill, Item, bill, focus};
use crate::export;
use crate::i18n::invoice::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::plan::{Field, Unit};
use crate::platform;
use crate::ui::Action;
use crate::ui::markup::html;
use crate::ui::page::scene::SceneProps;
use crate::ui::parts::{Icon, NumberField, follows, icon, rich};
use crate::units::decimal;
use std::rc::Rc;
use yew::prelude::*;

/// What was typed: the amounts by line, and the powered hours.
#[derive(Clone, Debug, Default, PartialEq)]
struct Typed {
    amounts: Vec<(Item, f64)>,
    hours: Option<f64>,
}

/// The panel.
#[component]
pub fn Invoice(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let open = use_state_eq(|| false);
    let all = use_state_eq(|| false);
    let typed = use_state(Typed::default);
    let case = use_memo((scene.clone(), *open), |(scene, open)| {
        let case = open.then(|| Case::new(scene)).flatten()?;
        let bill = bill(&case.ctx, &case.ask, &case.units, &case.winner.work);
        Some(Rc::new((case, bill)))
    });
    let ontoggle = follows(&open);
    html! {
        <details class="sz-more sz-q sz-noprint" data-sz="q-invoice" hidden={scene.winner().is_none()} open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }<span>{ text::of(scene.lang, text::TITLE) }</span></summary>
            <div>{ case.as_ref().as_ref().map(|c| html! {
                <div class="sz-half">
                    <div>{ inputs(&c.0, &c.1, &typed, &all) }</div>
                    <div>{ outcome(&c.0, &c.1, &typed) }{ exports(&c.0, &c.1) }</div>
                </div>
            }) }</div>
        </details>
    }
}

/// Lines that the plan has or that people look for.
fn usual(line: &crate::engine::cost::BillLine) -> bool {
    line.money.to_f64().abs() >= 0.005
        || matches!(
            line.item,
            Item::Compute | Item::StorageRunning | Item::StorageStopped | Item::Egress | Item::Tax
        )
}

/// A box for every line, one for the hours, and what the plan allows for tries.
fn inputs(c: &Case, bill: &Bill, typed: &UseStateHandle<Typed>, all: &UseStateHandle<bool>) -> Html {
    let (scene, lang) = (&c.scene, c.scene.lang);
    let of = |pair: Pair| text::of(lang, pair);
    let currency = scene.plan.market.currency;
    let boxes: Html = bill
        .lines
        .iter()
        .filter(|l| usual(l) || **all)
        .map(|l| {
            let item = l.item;
            let now = typed.amounts.iter().find(|(i, _)| *i == item).map(|(_, x)| *x);
            let on = {
                let typed = typed.clone();
                Callback::from(move |x: Option<f64>| {
                    let mut next = (*typed).clone();
                    next.amounts.retain(|(i, _)| *i != item);
                    next.amounts.extend(x.map(|x| (item, x)));
                    typed.set(next);
                })
            };
            let bounds = if item.subtracts() { (-1e11, 0.0) } else { (0.0, 1e11) };
            let planned = decimal(&number::fixed(l.money.to_f64(), 2).replace(',', "")).unwrap_or(0.0);
            html! {
                <Assumption key={item as usize} id={format!("q-invoice-{}", item as usize)} label={item.what().name(lang)} unit={Unit::Money} {bounds}
                    value={now.unwrap_or(planned)} typed={now.is_some()} blank={true} {lang} {currency} {on} />
            }
        })
        .collect();
    let hours = {
        let typed = typed.clone();
        Callback::from(move |x: Option<f64>| typed.set(Typed { hours: x, ..(*typed).clone() }))
    };
    let flip = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(!*all))
    };
    let set =
        scene.send.reform(|(field, value): (Field, String)| Action::Set(field, value, platform::now_ms()));
    let tries: Html = [Field::DebugHours, Field::RetryShare]
        .into_iter()
        .filter(|_| !scene.plan.task.service())
        .map(|field| {
            let unit = if field.unit() == Unit::Share { String::new() } else { crate::i18n::fields::unit(lang, field, currency) };
            html! { <NumberField key={field.key()} why={crate::ui::lazy::hint(lang, field)} {field} plan={scene.plan.clone()} {lang} {unit} prefix="q-i-" on={set.clone()} /> }
        })
        .collect();
    html! {
        <>
            <h3 class="sz-h3">{ of(text::TYPE) }</h3>
            <p class="sz-note">{ rich(&text::say(lang, text::NOTE, &[number::currency_word(lang, currency)])) }</p>
            <div class="sz-q-in">
                <Assumption key="hours" id="q-invoice-h" label={of(text::HOURS)} unit={Unit::Hours} bounds={(0.0, 1e6)}
                    value={typed.hours.unwrap_or(rounded(bill.time.powered))} typed={typed.hours.is_some()} blank={true} {lang} {currency} on={hours} />
                { boxes }
            </div>
            <p class="sz-note"><button class="sz-as-link" type="button" onclick={flip}>{ of(if **all { text::LESS } else { text::MORE }) }</button></p>
            { (!scene.plan.task.service()).then(|| html! {
                <>
                    <h3 class="sz-h3 sz-gap">{ of(text::TRIES) }</h3>
                    <p class="sz-note">{ of(text::TRIES_NOTE) }</p>
                    <div class="sz-q-in">{ tries }</div>
                </>
            }) }
        </>
    }
}

/// The comparison.
fn outcome(c: &Case, bill: &Bill, typed: &Typed) -> Html {
    let lang = c.scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    if typed.amounts.is_empty() {
        return html! { <p class="sz-note">{ of(text::EMPTY) }</p> };
    }
    let all = compare(bill, &typed.amounts, typed.hours);
    let (missing, there): (Vec<&Difference>, Vec<&Difference>) =
        all.iter().partition(|d| d.look == Look::Missing);
    // What is not on the invoice yet is not a saving.
    let sum = more(&all) - missing.iter().map(|d| d.more).sum::<f64>();
    let planned: f64 = there.iter().map(|d| d.planned).sum();
    let share = number::percent((sum / planned.abs().max(1e-9)).abs().min(99.0));
    let total = match sum {
        x if x.abs() <= 0.005 => text::say(lang, text::SUM_SAME, &[]),
        x if x > 0.0 => text::say(lang, text::SUM_MORE, &[&c.money(x), &share]),
        x => text::say(lang, text::SUM_LESS, &[&c.money(-x), &share]),
    };
    let worst =
        there.iter().max_by(|a, b| a.more.abs().total_cmp(&b.more.abs())).filter(|d| d.more.abs() > 0.005);
    let money = |x: f64| number::money(c.amount(x), c.scene.show);
    let rows: Html = there
        .iter()
        .map(|d| {
            let look = match d.look {
                Look::Fine => of(text::IN_BAND),
                _ if d.expected => of(text::IN_BAND),
                look => look.name(lang),
            };
            let sign = if d.more > 0.005 { "+" } else if d.more < -0.005 { "−" } else { "" };
            html! {
                <tr key={d.item as usize}><th scope="row">{ d.item.what().name(lang) }</th><td class="r">{ money(d.planned) }</td>
                    <td class="r">{ d.billed.map_or_else(|| "—".to_owned(), money) }</td><td class="r"><b>{ sign }{ money(d.more.abs()) }</b></td><td>{ look }</td></tr>
            }
        })
        .collect();
    html! {
        <>
            <div class="sz-says" data-sz="says"><p>{ rich(&total) }</p>
                { worst.filter(|d| !d.expected).map(|d| html! { <p>{ rich(&text::say(lang, text::SUM_WORST, &[d.item.what().name(lang), d.look.name(lang)])) }</p> }) }</div>
            <div class="sz-tw sz-gap-s" tabindex="0"><table class="sz-t">
                <thead><tr><th></th><th scope="col" class="r">{ of(text::PLANNED) }</th><th scope="col" class="r">{ of(text::BILLED) }</th>
                    <th scope="col" class="r">{ of(text::DIFFERENCE) }</th><th scope="col">{ of(text::LOOK) }</th></tr></thead>
                <tbody>{ rows }</tbody>
            </table></div>
            { (!missing.is_empty()).then(|| html! { <p class="sz-note sz-gap-s">{ rich(&text::say(lang, text::MISSING, &[&missing.len().to_string()])) }</p> }) }
        </>
    }
}

/// The plan's lines under the names that the seller's export uses.
fn exports(c: &Case, bill: &Bill) -> Html {
    let lang = c.scene.lang;
    let of = |pair: Pair| text::of(lang, pair);
    let Some(offer) = c.offer() else { return Html::default() };
    let seller = c.scene.catalog.provider(c.winner.provider);
    let rows = Rc::new(focus::rows(bill, &c.ask, offer, seller, &c.units, c.ctx.needs.discount));
    let csv = {
        let rows = rows.clone();
        Callback::from(move |_: MouseEvent| {
            platform::download(
                "suanzu-focus.csv",
                "text/csv;charset=utf-8",
                &export::focus::csv(&rows, lang),
            );
        })
    };
    let markdown = Callback::from(move |_: MouseEvent| {
        platform::download(
            "suanzu-focus.md",
            "text/markdown;charset=utf-8",
            &export::focus::markdown(&rows, lang),
        );
    });
    html! {
        <>
            <h3 class="sz-h3 sz-gap">{ of(text::FOCUS) }</h3>
            <p class="sz-note">{ of(text::FOCUS_NOTE) }</p>
            <p class="sz-acts sz-gap-s">
                <button class="sz-btn" type="button" data-sz="focus-csv" onclick={csv}>{ of(text::FOCUS_CSV) }</button>
                <button class="sz-btn" type="button" data-sz="focus-md" onclick={markdown}>{ of(text::FOCUS_MARKDOWN) }</button>
            </p>
        </>
    }
}
