//! Views beside the answer: where the data comes from, and how things are worked out.

use super::offers::trust;
use super::scene::Scene;
use crate::i18n::{fill, number};
use crate::ui::markup::html;
use yew::prelude::*;

/// A published file: its address, and which text names it.
type File = (&'static str, fn(&crate::i18n::More) -> &'static str);

/// Files that are published beside the page.
const FILES: [File; 6] = [
    ("catalog/offers.csv", |t| t.file_offers),
    ("catalog/readings.csv", |t| t.file_readings),
    ("catalog/gpus.csv", |t| t.file_gpus),
    ("catalog/models.csv", |t| t.file_models),
    ("catalog/providers.csv", |t| t.file_providers),
    ("catalog/sources.csv", |t| t.file_sources),
];

/// About the data: counts, dates, files, sources with their licences, how to correct a row.
pub fn data(scene: &Scene) -> Html {
    let (t, c, lang) = (scene.more(), &scene.catalog, scene.lang);
    let n = |x: usize| number::whole(x as u64);
    html! {
        <article class="sz-view" id="data">
            <h1 class="sz-verdict" tabindex="-1" id="view">{ t.about_data }</h1>
            <div class="sz-doc">
                <p>{ t.data_intro }</p>
                <p><b>{ fill(t.data_counts, &[&n(c.gpus.len()), &n(c.models.len()), &n(c.providers.len()), &n(c.offers.len())]).plain() }</b></p>
                <p>{ fill(t.data_dates, &[&number::date(lang, c.date), &number::date(lang, scene.report.rate_date)]).plain() }</p>
                <h2 class="sz-h2">{ t.data_files }</h2>
                <ul>{ for FILES.iter().map(|(file, name)| html! {
                    <li><a href={*file} download="">{ name(t) }</a>{ " " }<span class="sz-mono">{ file.rsplit('/').next().unwrap_or_default() }</span></li>
                }) }</ul>
                <h2 class="sz-h2">{ t.data_correct }</h2>
                <p>{ t.data_correct_how }</p>
                <p class="sz-mono">{ "cargo xtask test native" }</p>
                <p><a class="sz-btn" href={scene.lang.pick("embed/?lang=zh", "embed/?lang=en")}>{ t.data_widget }</a></p>
            </div>
            <div class="sz-doc-wide">
                <h2 class="sz-h2">{ t.data_sources }</h2>
                <p class="sz-note sz-gap-s">{ t.data_licences }</p>
                <div class="sz-tw" tabindex="0" role="region" aria-label={t.data_sources}>
                    <table class="sz-t">
                        <thead><tr><th scope="col">{ t.source }</th><th scope="col">{ t.licence }</th><th scope="col">{ t.d_read_on }</th></tr></thead>
                        <tbody>{ for crate::catalog::titles().iter().map(|s| {
                            let chinese = s.title.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
                            html! {
                                <tr key={s.id.clone()}>
                                    <th scope="row"><span lang={if chinese { "zh-CN" } else { "en" }}>{ &s.title }</span>{ " " }<small class="sz-mono">{ &s.id }</small></th>
                                    <td><span lang="en">{ if s.licence.is_empty() { "—" } else { s.licence.as_str() } }</span></td>
                                    <td class="sz-nowrap">{ s.as_of.map(|d| d.to_string()).unwrap_or_default() }</td>
                                </tr>
                            }
                        }) }</tbody>
                    </table>
                </div>
            </div>
            { cards(scene) }
        </article>
    }
}

/// Cards without a bandwidth or a 16-bit figure: known, sized, not timed.
fn cards(scene: &Scene) -> Html {
    let t = scene.more();
    let words = scene.words();
    let untimed: Vec<usize> =
        scene.catalog.gpus.iter().enumerate().filter(|(_, g)| !g.timed()).map(|(i, _)| i).collect();
    html! {
        <div class="sz-doc-wide" hidden={untimed.is_empty()}>
            <h2 class="sz-h2">{ t.data_untimed }</h2>
            <ul class="sz-rows">{ for untimed.iter().map(|i| {
                let ix = crate::catalog::GpuIx(*i as u16);
                let gpu = scene.catalog.gpu(ix);
                html! { <li key={gpu.id.clone()}><span>{ words.gpu(ix) }{ " " }<small>{ number::card_memory(scene.lang, gpu.memory_gb) }</small></span><span>{ trust(scene, gpu.confidence) }</span></li> }
            }) }</ul>
        </div>
    }
}

/// How things are worked out.
pub fn method(scene: &Scene) -> Html {
    let t = scene.more();
    let parts = [
        (t.m_memory, t.method_memory),
        (t.m_speed, t.method_speed),
        (t.m_cost, t.method_cost),
        (t.m_band, t.method_band),
        (t.m_choice, t.method_choice),
        (t.m_unknown, t.method_unknown),
    ];
    html! {
        <article class="sz-view" id="method">
            <h1 class="sz-verdict" tabindex="-1" id="view">{ t.method_title }</h1>
            <div class="sz-doc">
                { for parts.into_iter().map(|(h, text)| html! { <section key={h}><h2 class="sz-h2">{ h }</h2><p>{ text }</p></section> }) }
                <h2 class="sz-h2">{ t.keys_title }</h2>
                <ul>
                    <li><span class="sz-mono">{ "/" }</span>{ " " }{ t.key_model }</li>
                    <li><span class="sz-mono">{ "Ctrl Z" }</span>{ " " }{ t.undo }{ " · " }<span class="sz-mono">{ "Ctrl Shift Z" }</span>{ " " }{ t.redo }</li>
                    <li><span class="sz-mono">{ "Esc" }</span>{ " " }{ t.key_close }</li>
                    <li><span class="sz-mono">{ "↑ ↓" }</span>{ " " }{ t.key_step }</li>
                </ul>
            </div>
        </article>
    }
}
