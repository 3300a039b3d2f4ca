//! What stands behind a row: the price as quoted, every reading with its source, how the job is spread,
//! and why it cannot win.

use super::super::scene::Scene;
use super::trust;
use crate::catalog::About;
use crate::engine::memory::Fit;
use crate::i18n::trust as text;
use crate::i18n::{Lang, Named, is_chinese, number};
use crate::ui::markup::html;
use yew::prelude::*;

/// The panel under a row.
pub fn detail(scene: &Scene, entry: usize) -> Html {
    let (t, words, lang) = (scene.more(), scene.words(), scene.lang);
    let Some(e) = scene.report.ranked.get(entry) else { return html! { <div></div> } };
    let Some(offer) = scene.catalog.offer(e.offer) else { return html! { <div></div> } };
    let mut facts: Vec<(&str, String)> = vec![
        (t.d_price, words.quoted(e)),
        (t.d_gpu_hour, number::rate(lang, words.amount(e.gpu_hour), scene.show, number::Per::Hour)),
        (t.d_total, words.money_range(e.total)),
        (t.d_hours, number::duration_range(lang, e.hours)),
        (t.d_wall, number::duration(lang, e.wall.likely)),
        (t.d_layout, words.layout(&e.layout)),
        (t.d_region, e.region.name(lang).to_owned()),
    ];
    if e.need.likely > 0.0 {
        facts.push((t.d_memory, format!("{} / {}", number::gib_range(e.need), number::gib(e.usable))));
    }
    if e.loss > 0.0 {
        facts.push((t.d_loss, words.money(e.loss)));
    }
    if e.fit != Fit::Fits {
        facts.push((t.fit_question, e.fit.name(lang).to_owned()));
    }
    if e.rate.likely > 0.0 {
        facts.push((t.d_bottleneck, e.bottleneck.name(lang).to_owned()));
    }
    html! {
        <div class="sz-fx">
            { (!e.not_eligible.is_empty()).then(|| html! {
                <p><b>{ t.not_eligible }</b>{ lang.pick("：", ": ") }{ words.not_eligible(e) }</p>
            }) }
            { (!e.notes.is_empty()).then(|| html! {
                <p class="sz-note">{ e.notes.iter().map(|n| n.name(lang)).collect::<Vec<_>>().join(lang.pick("；", "; ")) }</p>
            }) }
            <dl class="sz-facts">
                { for facts.into_iter().map(|(k, v)| html! { <div key={k}><dt>{ k }</dt><dd>{ v }</dd></div> }) }
            </dl>
            <table class="sz-t">
                <thead><tr><th scope="col">{ t.d_read_on }</th><th scope="col" class="r">{ t.d_price }</th><th scope="col">{ t.source }</th></tr></thead>
                <tbody>{ for offer.readings.iter().map(|r| {
                    let per = if offer.per_month() { number::Per::Month } else { number::Per::Hour };
                    html! {
                        <tr>
                            <th scope="row" class="sz-nowrap">{ r.as_of.to_string() }{ " " }{ trust(scene, r.confidence) }</th>
                            <td class="r">{ number::rate(lang, r.price.to_f64(), r.price.currency, per) }{ " " }<small>{ r.scope.name(lang) }</small></td>
                            <td>{ source(scene, r.source) }</td>
                        </tr>
                    }
                }) }</tbody>
            </table>
        </div>
    }
}

/// Titles of a combination of sources, as quotations.
pub fn source(scene: &Scene, ix: u16) -> Html {
    html! { <>{ for scene.catalog.source(ix).map(|id| cited(scene.lang, id)) }</> }
}

/// A source: its title as it calls itself, and, where that is in another language than the page, what it is about in
/// the page's.
pub fn cited(lang: Lang, id: &str) -> Html {
    let known = crate::catalog::title(id);
    let title = known.map_or(id, |s| s.title.as_str());
    let of = if title.chars().any(is_chinese) { Lang::Zh } else { Lang::En };
    let about = known.filter(|_| of != lang).map(|s| {
        let pair = match s.about {
            About::Gpus => text::T_GPUS,
            About::Models => text::T_MODELS,
            About::Prices => text::T_PRICES,
            About::Providers => text::T_PROVIDERS,
            About::Rates => text::T_RATES,
        };
        let read = s.as_of.map(|d| number::as_of(lang, d)).unwrap_or_default();
        format!("{}{}{read}{}", text::of(lang, pair), lang.pick("，", ", "), lang.pick("：", ": "))
    });
    html! { <>{ about }<span class="sz-quote" lang={of.tag()}>{ title.to_owned() }{ " " }</span></> }
}
