//! Which card, from whom: every offer that was ranked, with filters, order, and what stands behind a row.

mod detail;
mod filter;

use super::answer::jump;
use super::scene::{Scene, SceneProps, heading};
use crate::catalog::{Confidence, GpuIx, Mode, ProviderIx};
use crate::engine::report::{Entry, Note};
use crate::i18n::trust as text;
use crate::i18n::{Named, fill, number};
use crate::plan::Task;
use crate::ui::markup::html;
use crate::ui::parts::{Icon, chip as chip_button, icon, marker};
use crate::units::Order;
pub use detail::cited;
use detail::detail;
use filter::{Active, Chip, Column, Filter, abroad, sort, window};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Rows by default, and how many more each time.
const FEW: usize = 12;
const MORE: usize = 100;

/// The section.
#[component]
pub fn Offers(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (t, words, report) = (scene.more(), scene.words(), scene.report.clone());
    let filter = use_state_eq(Filter::default);
    let order = use_state_eq(|| (Column::Total, false));
    let most = use_state_eq(|| FEW);
    let open = use_state_eq(|| None::<String>);
    let shown = use_memo((scene.clone(), (*filter).clone(), *order), |(scene, filter, (by, down))| {
        let mut list = filter.select(&scene.report, &scene.plan, &scene.catalog);
        sort(&mut list, &scene.report, &scene.catalog, *by, *down);
        list
    });
    let set_filter = {
        let filter = filter.clone();
        Callback::from(move |f| filter.set(f))
    };
    let rows = window(&shown, *most, report.verdict.winner);
    let head = |by: Column, label: &'static str, right: bool| {
        let (now, down) = *order;
        let mine = now == by;
        let onclick = {
            let order = order.clone();
            Callback::from(move |_: MouseEvent| order.set((by, mine && !down)))
        };
        let sign = match (mine, down) {
            (true, false) => Icon::Ascending,
            (true, true) => Icon::Descending,
            _ => Icon::Sortable,
        };
        let sort = mine.then_some(if down { "descending" } else { "ascending" });
        html! {
            <th scope="col" role="columnheader" class={right.then_some("r")} aria-sort={sort}>
                <button class="sz-sort" type="button" {onclick}>{ label }{ icon(sign) }</button>
            </th>
        }
    };
    let step = {
        let most = most.clone();
        let next = if *most >= shown.len() { FEW } else { *most + MORE };
        Callback::from(move |_: MouseEvent| most.set(next))
    };
    let close = {
        let open = open.clone();
        Callback::from(move |e: KeyboardEvent| {
            if let (true, Some(id)) = (e.key() == "Escape", open.as_deref()) {
                crate::platform::focus(&format!("b-{id}"));
                open.set(None);
            }
        })
    };
    let hidden_rows = shown.len().saturating_sub(rows.len());
    let unit = work(scene);
    html! {
        <section class="sz-sec" id="offers">
            { heading(&words.offers_heading(), Html::default()) }
            { filters(scene, &filter, &set_filter) }
            <div>{ if shown.is_empty() { empty(scene, &filter, set_filter.clone()) } else { Html::default() } }</div>
            <div class="sz-tw" hidden={shown.is_empty()}>
                <table class="sz-t sz-offers" role="table" data-sz="offers" onkeydown={close} aria-rowcount={(shown.len() + 1).to_string()}>
                    <thead role="rowgroup"><tr role="row">
                        <th scope="col" role="columnheader"><span class="sz-sr">{ t.front }</span></th>
                        { head(Column::Card, t.card, false) }
                        { head(Column::Provider, t.provider, false) }
                        { head(Column::Billing, t.billing, false) }
                        { head(Column::Rate, t.unit_price, true) }
                        { head(Column::Time, t.powered, true) }
                        { head(Column::Hidden, t.hidden, true) }
                        { unit.map(|(label, _)| head(Column::Work, label, true)) }
                        { head(Column::Total, t.total, true) }
                        { head(Column::Date, t.price_date, false) }
                    </tr></thead>
                    <tbody role="rowgroup">
                        { for rows.iter().filter_map(|i| Some((*i, report.ranked.get(*i)?))).flat_map(|(i, e)| row(scene, i, e, &open)) }
                    </tbody>
                </table>
            </div>
            <div class="sz-tail" hidden={shown.is_empty()}>
                <span><i class="sz-par" data-on="" aria-hidden="true"></i>{ "\u{a0} " }{ t.offers_pareto }{ scene.lang.pick("。", ". ") }{ t.not_for_sale }
                    { unit.map(|_| html! { <>{ " " }<a href="#q-worth" data-sz="why-worth" onclick={jump("q-worth")}>{ t.why_worth }</a></> }) }</span>
                <span>
                    { if hidden_rows > 0 || *most > FEW { html! {
                        <button class="sz-as-link" type="button" onclick={step}>{
                            if hidden_rows > 0 { fill(t.show_more, &[&number::whole(hidden_rows.min(MORE) as u64), &number::whole(shown.len() as u64)]).plain() }
                            else { fill(t.show_less, &[&FEW.to_string()]).plain() }
                        }</button>
                    } } else { Html::default() } }
                </span>
            </div>
            { outside(scene, &shown) }
            { rejected(scene) }
        </section>
    }
}

/// Bars and word of a price's confidence.
pub fn trust(scene: &Scene, c: Confidence) -> Html {
    let on = match c {
        Confidence::Low => 1,
        Confidence::Medium => 2,
        Confidence::High => 3,
    };
    html! {
        <small class="o-cf">
            <span class="sz-conf" aria-hidden="true">{ for (0..3).map(|i| html! { <i class={(i < on).then_some("on")}></i> }) }</span>
            { c.name(scene.lang) }
        </small>
    }
}

/// What a unit of the plan's work is, as a head and in full; `None` where hours are typed and there is none.
fn work(scene: &Scene) -> Option<(&'static str, &'static str)> {
    let (t, task) = (scene.more(), scene.plan.task);
    let words = if task.samples() { (t.thousand, t.per_thousand) } else { (t.million, t.per_million) };
    (task != Task::KnownCards).then_some(words)
}

fn row(scene: &Scene, i: usize, e: &Entry, open: &UseStateHandle<Option<String>>) -> Vec<Html> {
    let (t, words) = (scene.more(), scene.words());
    let front = scene.report.pareto.contains(&i);
    let pick = scene.report.verdict.winner == Some(i);
    let old = e.as_of.age(scene.today) > 365;
    let id = scene.catalog.offer(e.offer).map_or_else(String::new, |o| o.id.clone());
    let is_open = open.as_deref() == Some(id.as_str()) && !id.is_empty();
    let press = {
        let (open, id) = (open.clone(), id.clone());
        Callback::from(move |_: MouseEvent| open.set(if is_open { None } else { Some(id.clone()) }))
    };
    let gpu = scene.catalog.card(e.gpu, e.slice);
    let assumed = e.notes.contains(&Note::AssumedHiddenPrices);
    let panel = format!("offer-{i}");
    let hours = number::duration_parts(scene.lang, e.hours.likely);
    let mut out = vec![html! {
        <tr role="row" key={id.clone()} data-pick={pick.then_some("")} data-dim={(old || !e.not_eligible.is_empty()).then_some("")}>
            <td role="cell" class="o-par"><i class="sz-par" data-on={front.then_some("")} aria-hidden="true"></i><span class="sz-sr">{ if front { t.on_front } else { "" } }</span></td>
            <th role="rowheader" scope="row" class="o-card"><span class="sz-card-n">{ format!("{} × {}", e.billed.max(e.count), words.card(e)) }</span>{ " " }<small>{ number::card_memory(scene.lang, gpu.memory_gb) }</small></th>
            <td role="cell" class="o-prov">{ words.provider(e.provider) }{ if pick { html! { <>{ "\u{2002}" }<span class="sz-pill" data-s="pick">{ t.pick }</span></> } } else { Html::default() } }</td>
            <td role="cell" class="o-mode sz-nowrap">{ marker(e.mode) }{ e.mode.name(scene.lang) }</td>
            <td role="cell" class="r o-unit">{ words.quoted(e) }</td>
            <td role="cell" class="r o-time">{ hours.number }<span class="sz-u">{ hours.unit }</span></td>
            <td role="cell" class="r o-hid" data-l={t.hidden}>{ words.money_cell(e.hidden) }{ if assumed { html! { <>{ " " }<small>{ t.assumed }</small></> } } else { Html::default() } }</td>
            { work(scene).map(|(_, label)| html! { <td role="cell" class="r o-work" data-l={label}>{ if e.per_work > 0.0 { words.money_each(e.per_work) } else { "—".to_owned() } }</td> }) }
            <td role="cell" class="r o-tot"><b>{ words.money_cell(e.total.likely) }</b></td>
            <td role="cell" class="o-src sz-nowrap">
                <button class="sz-as-link" type="button" id={format!("b-{id}")} aria-expanded={if is_open { "true" } else { "false" }} aria-controls={is_open.then(|| panel.clone())} onclick={press}>{ e.as_of.to_string() }</button>
                { " " }{ trust(scene, e.confidence) }
                { if old { html! { <span class="sz-pill" data-s="warn">{ t.stale }</span> } } else { Html::default() } }
            </td>
        </tr>
    }];
    if is_open {
        out.push(html! {
            <tr role="row" key={format!("{id}+")} class="sz-panel-r" id={panel}><td role="cell" colspan="10">{ detail(scene, i) }</td></tr>
        });
    }
    out
}

/// Chips and three lists.
fn filters(scene: &Scene, filter: &Filter, set: &Callback<Filter>) -> Html {
    let (t, words) = (scene.more(), scene.words());
    let (mut gpus, mut providers, mut modes): (Vec<GpuIx>, Vec<ProviderIx>, Vec<Mode>) = Default::default();
    for e in &scene.report.ranked {
        gpus.push(e.gpu);
        providers.push(e.provider);
        modes.push(e.mode);
    }
    gpus.order_by_key(|g| words.gpu(*g));
    gpus.dedup();
    providers.order_by_key(|p| words.provider(*p));
    providers.dedup();
    modes.order_by(|a, b| a.cmp(b));
    modes.dedup();
    let list = |label: &'static str,
                on: bool,
                options: Vec<(String, String, bool)>,
                pick: fn(Filter, Option<u32>) -> Filter| {
        let (set, filter) = (set.clone(), filter.clone());
        let onchange = Callback::from(move |e: Event| {
            let value = e.target_unchecked_into::<HtmlSelectElement>().value();
            set.emit(pick(filter.clone(), value.parse().ok()));
        });
        html! {
            <label class="sz-pick-f" data-on={on.then_some("")}>
                <span class="sz-sr">{ label }</span>
                <select aria-label={label} {onchange}>
                    <option value="" selected={!on}>{ label }</option>
                    { for options.into_iter().map(|(value, name, selected)| html! { <option key={value.clone()} {value} {selected}>{ name }</option> }) }
                </select>
                { icon(Icon::Chevron) }
            </label>
        }
    };
    html! {
        <div class="sz-filters" role="group" aria-label={t.filters}>
            { for Chip::ALL.into_iter().filter(|c| c.applies(&scene.plan)).map(|chip| {
                let (set, filter) = (set.clone(), filter.clone());
                let on = filter.is_on(chip);
                let press = Callback::from(move |_: MouseEvent| set.emit(filter.clone().flip(chip)));
                chip_button((chip as usize).to_string(), chip.label(t).to_owned(), on, press)
            }) }
            { list(t.card, filter.gpu.is_some(), gpus.iter().map(|g| (g.0.to_string(), words.gpu(*g).to_owned(), filter.gpu == Some(*g))).collect(), |f, v| Filter { gpu: v.map(|v| GpuIx(v as u16)), ..f }) }
            { list(t.provider, filter.provider.is_some(), providers.iter().map(|p| (p.0.to_string(), words.provider(*p).to_owned(), filter.provider == Some(*p))).collect(), |f, v| Filter { provider: v.map(|v| ProviderIx(v as u16)), ..f }) }
            { list(t.billing, filter.mode.is_some(), modes.iter().map(|m| ((*m as u32).to_string(), m.name(scene.lang).to_owned(), filter.mode == Some(*m))).collect(), |f, v| Filter { mode: v.and_then(mode_at), ..f }) }
        </div>
    }
}

fn mode_at(i: u32) -> Option<Mode> {
    [Mode::OnDemand, Mode::Spot, Mode::Monthly, Mode::Reserved1y, Mode::Reserved3y]
        .into_iter()
        .find(|m| *m as u32 == i)
}

/// No offer passes: which filters exclude each other, and what each relaxation brings.
fn empty(scene: &Scene, filter: &Filter, set: Callback<Filter>) -> Html {
    let t = scene.more();
    let active = filter.active();
    let name = |a: Active| match a {
        Active::Chip(chip) => chip.label(t),
        Active::Provider => t.provider,
        Active::Gpu => t.card,
        Active::Mode => t.billing,
    };
    let ways: Vec<(Active, usize)> = active
        .iter()
        .map(|a| (*a, filter.clone().without(*a).select(&scene.report, &scene.plan, &scene.catalog).len()))
        .filter(|(_, n)| *n > 0)
        .collect();
    let title = if scene.report.ranked.is_empty() {
        t.offers_none.to_owned()
    } else {
        fill(t.empty_title, &[&active.len().to_string()]).plain()
    };
    let clear = {
        let (set, filter) = (set.clone(), filter.clone());
        Callback::from(move |_: MouseEvent| {
            set.emit(filter.active().into_iter().fold(filter.clone(), Filter::without))
        })
    };
    html! {
        <div class="sz-ban" data-s="info">
            { icon(Icon::Info) }
            <div><p><b>{ title }</b></p></div>
            <div class="sz-ban-acts">
                { for ways.iter().map(|(a, n)| {
                    let (set, next) = (set.clone(), filter.clone().without(*a));
                    let onclick = Callback::from(move |_: MouseEvent| set.emit(next.clone()));
                    html! { <button class="sz-btn" type="button" {onclick}>{ fill(t.empty_relax, &[name(*a), &number::whole(*n as u64)]).plain() }</button> }
                }) }
                { if ways.is_empty() && !scene.report.ranked.is_empty() { html! { <button class="sz-btn" type="button" onclick={clear}>{ t.empty_all }</button> } } else { Html::default() } }
            </div>
        </div>
    }
}

/// Where offers outside the mainland are listed: what of them is recorded, and what is not and filters nothing.
fn outside(scene: &Scene, list: &[usize]) -> Html {
    let [n, foreign] = abroad(list, &scene.report, &scene.catalog).map(|n| number::whole(n as u64));
    if n == "0" {
        return Html::default();
    }
    html! { <p class="sz-note sz-gap-s" data-sz="abroad">{ text::say(scene.lang, text::ABROAD, &[&n, &foreign]).plain() }</p> }
}

/// Offers that never came to be ranked, by reason.
fn rejected(scene: &Scene) -> Html {
    let t = scene.more();
    let all = &scene.report.rejected;
    if all.is_empty() {
        return html! { <p hidden={true}></p> };
    }
    let parts: Vec<String> = all
        .iter()
        .map(|r| {
            fill(t.rejected_row, &[r.reason.name(scene.lang), &number::whole(r.offers.len() as u64)]).plain()
        })
        .collect();
    html! { <p class="sz-note sz-gap-s">{ t.rejected_title }{ scene.lang.pick("：", ": ") }{ parts.join(scene.lang.pick("、", ", ")) }</p> }
}
