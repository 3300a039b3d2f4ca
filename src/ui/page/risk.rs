//! What could go wrong: advice, what moves the total, and what is known of the provider.

use super::lines::Lines;
use super::scene::{Scene, SceneProps, heading};
use crate::engine::report::Severity;
use crate::i18n::{Named, fill, number};
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::parts::{Icon, icon, place, rich};
use yew::prelude::*;

/// The section.
pub fn risk(scene: &Scene) -> Html {
    let (t, words) = (scene.more(), scene.words());
    if scene.winner().is_none() {
        return html! { <section hidden={true}></section> };
    }
    html! {
        <section class="sz-sec sz-noprint" id="risk">
            { heading(&words.risk_heading(), Html::default()) }
            <div class="sz-half">
                <div>
                    <h3 class="sz-h3">{ t.advice_title }</h3>
                    { lazy::lazy(scene, &lazy::ADVICE, When::Near, None) }
                    { if scene.report.risk.is_empty() { Html::default() } else { html! {
                        <><h3 class="sz-h3 sz-gap">{ t.risk_lines }</h3><Lines scene={scene.clone()} lines={scene.report.risk.clone()} word="why-r" /></>
                    } } }
                </div>
                <div>
                    { tornado(scene) }
                    { evidence(scene) }
                </div>
            </div>
        </section>
    }
}

/// What the rules say. They ask for their place in the report when this is first drawn.
pub fn advice(scene: &Scene) -> Html {
    html! { <Advised scene={scene.clone()} /> }
}

#[component]
fn Advised(props: &SceneProps) -> Html {
    let scene = &props.scene;
    let (t, words, advice) = (scene.more(), scene.words(), &scene.report.advice);
    {
        let send = scene.send.clone();
        use_effect_with((), move |()| lazy::advise(send));
    }
    if !scene.advised {
        return html! { <p class="sz-note" role="status">{ t.part_loading }</p> };
    }
    html! {
        <>
            { if advice.is_empty() { html! { <p class="sz-note">{ t.advice_none }</p> } } else { Html::default() } }
            <ul class="sz-adv">
                { for advice.iter().take(8).map(|a| {
                    let (s, sign) = match a.severity {
                        Severity::Danger => ("bad", Icon::Warn),
                        Severity::Careful => ("warn", Icon::Warn),
                        Severity::Info => ("info", Icon::Info),
                    };
                    html! {
                        <li key={a.rule} data-s={s}>{ icon(sign) }<div>
                            <span class="sz-sr">{ a.severity.name(scene.lang) }{ scene.lang.pick("：", ": ") }</span>
                            { rich(&words.advice(a)) }
                        </div></li>
                    }
                }) }
            </ul>
        </>
    }
}

/// Begins a line with a capital letter, where the script has them.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

/// What moves the total most, as bars around the likely total.
fn tornado(scene: &Scene) -> Html {
    let (t, words) = (scene.more(), scene.words());
    let Some(winner) = scene.winner() else { return Html::default() };
    let likely = winner.total.likely;
    let bars: Vec<_> =
        scene.report.tornado.iter().filter(|(_, l, h)| h - l > likely * 0.002).take(6).collect();
    if bars.is_empty() {
        return Html::default();
    }
    let low = bars.iter().map(|b| b.1).fold(likely, f64::min);
    let high = bars.iter().map(|b| b.2).fold(likely, f64::max);
    let at = |x: f64| (x - low) / (high - low).max(1e-9) * 100.0;
    html! {
        <div>
            <h3 class="sz-h3">{ t.tornado_title }</h3>
            <ul class="sz-rows sz-torn">{ for bars.iter().map(|(cause, l, h)| html! {
                <li key={*cause as usize}>
                    <span>{ capital(cause.name(scene.lang)) }</span>
                    <span>{ words.money(*l) }{ number::DASH.to_string() }{ words.money(*h) }</span>
                    <span class="sz-track" aria-hidden="true"><i ~style={format!("{};{}", place::var("x", at(*l)), place::var("w", at(*h) - at(*l)))}></i><b ~style={place::var("x", at(likely))}></b></span>
                </li>
            }) }</ul>
        </div>
    }
}

/// What is known of the seller; what is not is phrased as the question to ask.
fn evidence(scene: &Scene) -> Html {
    let (t, words, lang) = (scene.more(), scene.words(), scene.lang);
    let Some(winner) = scene.winner() else { return Html::default() };
    let p = scene.catalog.provider(winner.provider);
    let offer = scene.catalog.offer(winner.offer);
    let yes_no = |x: Option<bool>| x.map(|x| (if x { t.yes } else { t.no }).to_owned());
    // What, what was found, the question if nothing was, and whether the finding is a warning.
    let rows: Vec<(&str, Option<String>, &str, bool)> = vec![
        (
            t.ev_increment,
            offer
                .filter(|o| o.increment_s > 0)
                .map(|o| fill(t.ev_per, &[&number::seconds(lang, f64::from(o.increment_s))]).plain()),
            t.ask_increment,
            false,
        ),
        (
            t.ev_deletes,
            p.deletes_after_days.map(|d| fill(t.ev_after, &[&number::days(lang, f64::from(d))]).plain()),
            t.ask_deletes,
            p.deletes_after_days.is_some(),
        ),
        (t.ev_persists, yes_no(p.data_persists), t.ask_persists, p.data_persists == Some(false)),
        (t.ev_images, yes_no(p.images), t.ask_images, false),
        (t.ev_monitoring, yes_no(p.monitoring), t.ask_monitoring, false),
        (t.ev_sla, (p.sla > 0.0).then(|| number::fixed(f64::from(p.sla) * 100.0, 2) + "%"), t.ask_sla, false),
        (
            t.ev_refund,
            (p.refund_days > 0)
                .then(|| fill(t.ev_within, &[&number::days(lang, f64::from(p.refund_days))]).plain()),
            t.ask_refund,
            false,
        ),
        (
            t.ev_notice,
            p.spot_notice_s.map(|s| number::seconds(lang, f64::from(s))),
            t.ask_notice,
            p.spot_notice_s.is_some_and(|s| s < 60),
        ),
    ];
    let date = p.as_of.map(|d| d.to_string()).unwrap_or_default();
    html! {
        <table class="sz-t sz-chk sz-gap">
            <thead><tr><th scope="col">{ fill(t.ev_title, &[words.provider(winner.provider)]).plain() }</th><th scope="col">{ t.ev_found }</th><th scope="col">{ t.ev_evidence }</th></tr></thead>
            <tbody>{ for rows.into_iter().map(|(what, found, ask, careful)| {
                let (s, sign, word) = match (&found, careful) {
                    (None, _) => ("q", Icon::Question, t.unknown),
                    (Some(_), true) => ("bad", Icon::Warn, t.ev_careful),
                    (Some(_), false) => ("ok", Icon::Tick, t.ev_ok),
                };
                let known = found.is_some();
                html! {
                    <tr key={what}>
                        <th scope="row">{ what }</th>
                        <td>{ found.unwrap_or_else(|| fill(t.ask, &[ask]).plain()) }</td>
                        <td class="sz-nowrap"><span class="sz-ev" data-s={s}>{ icon(sign) }{ word }</span>{ " " }<small>{ if known { date.as_str() } else { "" } }</small></td>
                    </tr>
                }
            }) }</tbody>
        </table>
    }
}
