//! What could go wrong: advice, what moves the total, and what is known of the provider.

use super::lines::Lines;
use super::scene::{Scene, heading};
use crate::i18n::{Named, number};
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::ui::parts::place;
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
                    { super::trust::trust(scene) }
                </div>
            </div>
        </section>
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
