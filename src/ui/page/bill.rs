//! Where the money goes: every line, also those that are zero.

use super::relevant::applies;
use super::scene::{Scene, SceneProps, heading};
use super::sizes::sizes;
use crate::engine::cost::{BillLine, Item, TAX_MOST};
use crate::engine::names::What;
use crate::engine::report::{Entry, freeze};
use crate::i18n::bill as text;
use crate::i18n::{Named, fill, number};
use crate::plan::{HIDDEN, Hidden};
use crate::ui::markup::html;
use crate::ui::parts::{chip, escape, mode_word, panel, place, rich, toggle};
use crate::ui::{Action, Trail};
use yew::prelude::*;

/// The section.
#[component]
pub fn Bill(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (t, lang, words) = (scene.more(), scene.lang, scene.words());
    let open = use_state_eq(|| None::<usize>);
    let Some(e) = scene.winner() else { return html! { <section hidden={true}></section> } };
    let most = scene.report.bill.iter().map(|l| l.money.to_f64()).fold(0.0, f64::max).max(1e-9);
    let all = use_state_eq(|| false);
    // What is nothing and can be nothing else here waits behind a button; what people ask about stays.
    let asked = |l: &BillLine| match l.item {
        Item::StorageRunning | Item::StorageStopped | Item::Egress | Item::Address | Item::Rounding => true,
        Item::Credit => scene.catalog.provider(e.provider).credit.is_some(),
        _ => false,
    };
    let quiet = |l: &BillLine| l.money.micros == 0 && !l.unknown && !asked(l);
    let silent = scene.report.bill.iter().filter(|l| quiet(l)).count();
    let flip = {
        let all = all.clone();
        Callback::from(move |_: MouseEvent| all.set(!*all))
    };
    // Shown lines add up to the shown total.
    let shown = words.bill();
    html! {
        <section class="sz-sec" id="bill">
            { heading(&words.bill_heading(), Html::default()) }
            <div class="sz-tw" tabindex="0" role="region" aria-label={t.bill_question}>
                <table class="sz-t sz-bill" data-sz="bill" onkeydown={escape(&open, "why-b")}>
                    <thead><tr>
                        <th scope="col">{ t.item }</th><th scope="col">{ t.formula }</th><th><span class="sz-sr">{ t.share }</span></th>
                        <th scope="col" class="r">{ number::currency_word(lang, scene.show) }</th><th scope="col" class="r"><span class="sz-sr">{ t.explain }</span></th>
                    </tr></thead>
                    <tbody>{ for scene.report.bill.iter().enumerate().filter(|(_, l)| *all || !quiet(l)).flat_map(|(i, l)| {
                        let is_open = *open == Some(i);
                        let press = {
                            let open = open.clone();
                            Callback::from(move |_: MouseEvent| open.set(if is_open { None } else { Some(i) }))
                        };
                        let x = l.money.to_f64();
                        let id = format!("why-b{i}");
                        let c = if l.line.what == What::Compute { mode_word(e.mode) } else { "other" };
                        let row = shown.rows.iter().find(|r| r.item == l.item);
                        let how = row.map_or("", |r| &r.how).to_owned();
                        let remark = open_question(scene, e, l)
                            .or_else(|| row.map(|r| r.remark.clone()).filter(|r| !r.is_empty()));
                        let mut out = vec![html! {
                            <tr key={i} data-open={is_open.then_some("")} data-zero={(l.money.micros == 0).then_some("")}>
                                <th scope="row">{ l.line.what.name(lang) }</th>
                                <td>{ how }{ remark.map(|a| html! { <small class="sz-block">{ a }</small> }) }</td>
                                <td><i class="sz-bar" hidden={x <= 0.0} data-c={c} ~style={place::var("w", x / most * 100.0)}></i></td>
                                <td class="r">{ row.map_or_else(|| number::bill(0, shown.decimals), |r| r.amount()) }</td>
                                <td class="r">{ toggle(is_open, lang, id.clone(), press) }</td>
                            </tr>
                        }];
                        if is_open {
                            out.push(html! { <tr key={format!("p{i}")} class="sz-panel-r" {id}><td colspan="5">{ panel(&l.line, lang, scene.report.currency) }{ sizes(scene, l.item) }</td></tr> });
                        }
                        out
                    }) }</tbody>
                    <tfoot><tr><th scope="row">{ t.sum }</th><td></td><td></td><td class="r">{ shown.total() }</td><td></td></tr></tfoot>
                </table>
            </div>
            <p class="sz-note sz-gap-s">
                { if silent > 0 { html! { <><button class="sz-as-link" type="button" onclick={flip}>{
                    if *all { t.zero_less.to_owned() } else { fill(t.zero_more, &[&silent.to_string()]).plain() }
                }</button>{ " · " }</> } } else { Html::default() } }
                { fill(t.bill_range, &[&words.money_range(e.total)]).plain() }
                { if e.loss > e.total.likely * 0.005 { format!(" · {}", fill(t.loss_note, &[&words.money(e.loss)]).plain()) } else { String::new() } }
            </p>
            { honest(scene, e) }
        </section>
    }
}

/// What a line leaves open and what that may cost; `None` where it is settled.
fn open_question(scene: &Scene, e: &Entry, l: &BillLine) -> Option<String> {
    let (lang, words) = (scene.lang, scene.words());
    let seller = scene.catalog.provider(e.provider);
    let said = match l.item {
        Item::Tax if l.unknown => {
            let more = words.money(e.total.likely * TAX_MOST);
            text::say(lang, text::TAX_OPEN, &[&number::percent(TAX_MOST), &more])
        }
        Item::Credit if l.money.micros == 0 => match seller.credit {
            Some((sum, _)) => {
                let sum = number::money_text(lang, sum.to_f64(), sum.currency);
                text::say(lang, text::CREDIT_OPEN, &[words.provider(e.provider), &sum])
            }
            None => text::say(lang, text::CREDIT_NONE, &[]),
        },
        Item::Licence if l.money.micros == 0 => text::say(lang, text::LICENCE_OPEN, &[]),
        Item::Support if l.money.micros == 0 => text::say(lang, text::SUPPORT_OPEN, &[]),
        _ => return None,
    };
    Some(said.plain())
}

/// What stands behind the total: what grows with the hours, the rate that converts it, and how much of the
/// hidden cost is assumed.
fn honest(scene: &Scene, e: &Entry) -> Html {
    let (lang, words, report) = (scene.lang, scene.words(), &scene.report);
    let grows = words.per_100();
    let converted = e.quoted.currency != report.currency || scene.show != report.currency;
    let rate = [&number::significant(report.usd_cny, 5), &number::date(lang, report.rate_date)];
    let chips = HIDDEN.iter().zip(text::SIZES).map(|(h, name)| {
        let fields: Vec<_> = h.0.iter().filter(|(f, _)| applies(*f, &scene.plan, false)).collect();
        let on = fields.iter().all(|(f, value)| f.text(&scene.plan) == *value);
        let all: Vec<_> = fields.iter().map(|(f, value)| (*f, (*value).to_owned())).collect();
        let press = scene.send.reform(move |_: MouseEvent| Action::SetAll(all.clone()));
        chip(name.1.to_string(), text::of(lang, name).to_owned(), on, press)
    });
    let chips: Html = chips.collect();
    let freeze = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| {
            let mut plan = (*scene.plan).clone();
            plan.frozen = freeze(&scene.report, &scene.catalog);
            scene.send.emit(Action::Load(Box::new(plan), Vec::new(), Trail::Typed));
        })
    };
    let back = scene.send.reform(|_: MouseEvent| Action::ResetAll(Hidden::fields().collect()));
    html! {
        <>
            { grows.map(|x| {
                let (per, once) = (words.money(x.per_100), words.money(x.once));
                let said = if x.term { text::PER_100_TERM } else { text::PER_100 };
                html! { <p class="sz-note">{ rich(&text::say(lang, said, &[&per, &once])) }</p> }
            }) }
            { converted.then(|| html! { <p class="sz-note">{ rich(&text::say(lang, text::RATE, &rate.map(String::as_str))) }</p> }) }
            <p class="sz-note sz-noprint" hidden={!scene.plan.frozen.is_empty()}>
                <button class="sz-as-link" type="button" data-sz="freeze" onclick={freeze}>{ text::of(lang, text::FREEZE) }</button>{ lang.pick("：", ": ") }{ text::of(lang, text::FREEZE_NOTE) }
            </p>
            <div class="sz-toggles sz-gap-s sz-noprint" role="group" aria-label={text::of(lang, text::HIDDEN)}>
                <span class="sz-note">{ text::of(lang, text::HIDDEN) }</span>{ chips }
                <button class="sz-as-link" type="button" hidden={!Hidden::set_in(&scene.plan)} onclick={back}>{ text::of(lang, text::AUTOMATIC) }</button>
            </div>
            <p class="sz-note sz-noprint">{ text::of(lang, text::HIDDEN_NOTE) }</p>
        </>
    }
}
