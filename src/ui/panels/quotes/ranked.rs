//! Where the quotes stand among all offers, with what only a quote has: net price, invoice, term.

use super::check::Check;
use super::say;
use crate::engine::report::{Entry, Report};
use crate::i18n::quotes::{self as text, Pair};
use crate::i18n::{Named, number};
use crate::import::quotes::Quoted;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::truth;
use std::rc::Rc;
use yew::prelude::*;

/// Props of [`Ranked`].
#[derive(Properties)]
pub struct RankedProps {
    /// The scene.
    pub scene: Scene,
    /// The quotes, in the order in which the overlay numbers them.
    pub quotes: Rc<Vec<Quoted>>,
}

impl PartialEq for RankedProps {
    fn eq(&self, other: &Self) -> bool {
        self.scene == other.scene && self.quotes == other.quotes
    }
}

/// Position of a quote in the ranking.
pub fn place(scene: &Scene, n: usize) -> Option<(usize, &Entry)> {
    let ix = scene.catalog.offer_ix(&format!("own-{}", n + 1))?;
    scene.report.ranked.iter().enumerate().find(|(_, e)| e.offer == ix)
}

/// The best that is not a quote and could be ordered.
fn best_of_catalog<'a>(scene: &Scene, report: &'a Report) -> Option<&'a Entry> {
    let own = |e: &Entry| scene.catalog.offer(e.offer).is_some_and(|o| o.own);
    report.ranked.iter().find(|e| e.not_eligible.is_empty() && !own(e))
}

/// The table.
#[component]
pub fn Ranked(props: &RankedProps) -> Html {
    let (scene, quotes) = (&props.scene, &props.quotes);
    let (lang, words) = (scene.lang, scene.words());
    let of = |pair: Pair| text::of(lang, pair);
    let open = use_state_eq(|| None::<usize>);
    let best = best_of_catalog(scene, &scene.report);
    let rows: Html = quotes
        .iter()
        .enumerate()
        .map(|(n, q)| {
            let (gross, net) = text::prices(lang, q);
            let terms = text::terms(lang, q).unwrap_or_else(|| of(text::NOT_SAID).to_owned());
            let what = format!("{} · {} · {}", q.quote.provider, text::cards(lang, &scene.catalog, &q.quote), q.quote.mode.name(lang));
            let at = place(scene, n);
            let (rank, total, against, why) = match at {
                Some((i, e)) => {
                    let why = words.not_eligible(e);
                    let why = (!why.is_empty()).then(|| text::say(lang, text::CANNOT_WIN, &[&why]).plain());
                    let total = e.total.likely;
                    let against = best.map(|b| against(scene, total - b.total.likely, b.total.likely));
                    ((i + 1).to_string(), words.money_cell(total), against.unwrap_or_default(), why)
                }
                None => {
                    let unknown = scene.catalog.find_gpus(&q.quote.card).is_empty();
                    let why = of(if unknown { text::BAD_CARD } else { text::BAD_FIT });
                    let why = text::say(lang, text::BAD_PLACE, &[why]).plain();
                    ("—".to_owned(), "—".to_owned(), String::new(), Some(why))
                }
            };
            let is_open = *open == Some(n);
            let press = {
                let open = open.clone();
                Callback::from(move |_: MouseEvent| open.set(if is_open { None } else { Some(n) }))
            };
            html! {
                <tr key={n} data-dim={why.is_some().then_some("")} data-pick={at.is_some_and(|(i, _)| scene.report.verdict.winner == Some(i)).then_some("")}>
                    <td class="r">{ rank }</td>
                    <th scope="row">{ what }{ why.map(|w| html! { <><br /><small>{ w }</small></> }) }</th>
                    <td class="r">{ gross }<br /><small>{ net }</small></td>
                    <td>{ terms }</td>
                    <td class="r"><b>{ total }</b><br /><small>{ against }</small></td>
                    <td>{ at.map(|_| html! { <button class="sz-as-link" type="button" aria-expanded={truth(is_open)} onclick={press}>{ of(text::OPEN) }</button> }) }</td>
                </tr>
            }
        })
        .collect();
    html! {
        <>
            <h3 class="sz-h3 sz-gap">{ of(text::WHERE) }</h3>
            <div class="sz-tw" tabindex="0" role="region" aria-label={of(text::QUOTE)}>
                <table class="sz-t" data-sz="quotes-ranked">
                    <thead><tr>
                        <th scope="col" class="r">{ of(text::PLACE) }</th><th scope="col">{ of(text::QUOTE) }</th>
                        <th scope="col" class="r">{ of(text::NET_GROSS) }</th><th scope="col">{ of(text::TERMS) }</th>
                        <th scope="col" class="r">{ of(text::TOTAL) }</th><th scope="col"><span class="sz-sr">{ of(text::OPEN) }</span></th>
                    </tr></thead>
                    <tbody>{ rows }</tbody>
                </table>
            </div>
            { best.map(|e| html! { <p class="sz-note sz-gap-s">{ say(scene, text::CATALOG_BEST, &[&words.entry_title(e), &words.quoted(e), &words.money(e.total.likely)]) }</p> }) }
            { quotes.iter().any(|q| q.net.is_some()).then(|| html! { <p class="sz-note">{ of(text::NET_NOTE) }</p> }) }
            <p class="sz-note">{ of(text::NOBODY_PAYS) }</p>
            { open.and_then(|n| {
                let q = quotes.get(n)?.clone();
                Some(html! { <Check key={n} scene={scene.clone()} {n} quoted={Rc::new(q)} /> })
            }) }
        </>
    }
}

/// What a quote costs more or less than the catalog's best.
fn against(scene: &Scene, more: f64, of: f64) -> String {
    let words = scene.words();
    let pair = match more {
        x if x.abs() <= of * 0.01 => text::SAME,
        x if x < 0.0 => text::CHEAPER,
        _ => text::DEARER,
    };
    text::say(scene.lang, pair, &[&words.money(more.abs()), &number::percent((more / of.max(1e-9)).abs())])
        .plain()
}
