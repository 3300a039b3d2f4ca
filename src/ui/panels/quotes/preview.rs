//! How a paste is read: its columns, which can be changed, and what became of every line.

use super::{Read, change, say};
use crate::catalog::Catalog;
use crate::i18n::quotes::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::import::quotes::{Column, Row};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Icon, icon};
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Lines that are drawn; beyond them only those that were not read.
const LINES: usize = 60;

/// The table.
pub fn preview(scene: &Scene, draft: &UseStateHandle<Rc<Read>>) -> Html {
    let (lang, pasted) = (scene.lang, &draft.pasted);
    let of = |pair: Pair| text::of(lang, pair);
    if pasted.rows.is_empty() {
        return Html::default();
    }
    let wide = pasted.rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
    let mapped = !pasted.columns.is_empty();
    let heads: Html = (0..if mapped { wide } else { 0 })
        .map(|at| {
            let now = pasted.columns.get(at).copied().unwrap_or_default();
            let onchange = {
                let draft = draft.clone();
                Callback::from(move |e: Event| {
                    let word = e.target_unchecked_into::<HtmlSelectElement>().value();
                    let Some(to) = Column::parse(&word) else { return };
                    let mut all = draft.pasted.columns.clone();
                    all.resize(wide, Column::Other);
                    all[at] = to;
                    change(&draft, |s| s.columns = Some(all));
                })
            };
            let label = text::say(lang, text::COLUMN, &[&(at + 1).to_string()]).plain();
            let title = pasted.header.as_ref().and_then(|h| h.get(at)).cloned().unwrap_or_default();
            html! {
                <th scope="col" key={at}>
                    <small class="sz-block">{ title }</small>
                    <label class="sz-pick-f" data-on={(now != Column::Other).then_some("")}>
                        <span class="sz-sr">{ label.clone() }</span>
                        <select aria-label={label} {onchange}>{ for Column::ALL.iter().map(|(c, word)| html! {
                            <option key={*word} value={*word} selected={*c == now}>{ c.name(lang) }</option>
                        }) }</select>
                        { icon(Icon::Chevron) }
                    </label>
                </th>
            }
        })
        .collect();
    let rows = pasted.rows.iter().enumerate().filter(|(i, r)| *i < LINES || r.read.is_err());
    let day = number::date(lang, draft.saved.defaults.today);
    let guess = {
        let draft = draft.clone();
        Callback::from(move |_: MouseEvent| change(&draft, |s| s.columns = None))
    };
    html! {
        <>
            <h3 class="sz-h3 sz-gap">{ of(text::HOW_READ) }{ " " }
                <button class="sz-as-link" type="button" hidden={draft.saved.columns.is_none()} onclick={guess}>{ of(text::GUESS_AGAIN) }</button></h3>
            <p class="sz-note">{ say(scene, text::SPLIT_BY, &[pasted.separator.name(lang), &day]) }{ pasted.cut.then(|| of(text::CUT)) }</p>
            <div class="sz-tw sz-tall" tabindex="0" role="region" aria-label={of(text::HOW_READ)}>
                <table class="sz-t sz-pasted" data-sz="quotes-preview">
                    <thead><tr><th scope="col" class="r">{ of(text::LINE) }</th><th scope="col">{ of(text::AS) }</th>{ heads }
                        { (!mapped).then(|| html! { <th scope="col"></th> }) }</tr></thead>
                    <tbody>{ for rows.map(|(i, row)| line(scene, i, row, if mapped { wide } else { 1 })) }</tbody>
                </table>
            </div>
        </>
    }
}

/// One line of the paste and what it was read as.
fn line(scene: &Scene, i: usize, row: &Row, wide: usize) -> Html {
    let lang = scene.lang;
    let cells: Html = (0..wide)
        .map(|at| {
            let cell =
                if wide == 1 { row.cells.join(" ") } else { row.cells.get(at).cloned().unwrap_or_default() };
            html! { <td key={at}>{ cell }</td> }
        })
        .collect();
    let read: Html = match &row.read {
        Err(why) => html! {
            <td class="sz-no">{ icon(Icon::Warn) }{ say(scene, text::REJECTED, &[why.name(lang)]) }
                { why.mends().then(|| text::of(lang, text::FILL_IN)) }</td>
        },
        Ok(quotes) => html! {
            <td>{ for quotes.iter().map(|q| {
                let notes: Vec<&str> = q.notes.iter().map(|n| n.name(lang)).collect();
                html! { <p>{ text::read_as(lang, Catalog::embedded(), q) }
                    { (!notes.is_empty()).then(|| html! { <small class="sz-block">{ notes.join(lang.pick("；", "; ")) }</small> }) }</p> }
            }) }</td>
        },
    };
    html! {
        <tr key={i} data-dim={row.read.is_err().then_some("")}><td class="r">{ row.line.to_string() }</td>{ read }{ cells }</tr>
    }
}
