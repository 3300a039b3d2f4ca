//! What next: four moments, each with what to do and which number to look at.

use super::scene::{Scene, heading};
use crate::i18n::{fill, number};
use crate::ui::markup::html;
use crate::units::MIB;
use yew::prelude::*;

/// The section.
pub fn next(scene: &Scene) -> Html {
    let (t, words, lang) = (scene.more(), scene.words(), scene.lang);
    let Some(e) = scene.winner() else { return html! { <section hidden={true}></section> } };
    let p = scene.catalog.provider(e.provider);
    let mut before =
        fill(t.next_before, &[&words.cards(e), words.provider(e.provider), &words.quoted(e)]).plain();
    if e.machines > 1 || e.count > 1 {
        before += t.next_link;
    }
    let mut first = fill(
        if e.need.likely > 0.0 { t.next_first } else { t.next_first_cards },
        &[&number::whole((e.usable / MIB) as u64), &number::gib_range(e.need)],
    )
    .plain();
    if !scene.plan.task.service() && e.rate.low > 0.0 {
        first +=
            &fill(t.next_rate, &[&number::speed(lang, crate::units::Band::exact(e.rate.low)).text()]).plain();
    }
    let daily = if scene.plan.task.trains() { t.next_daily_train } else { t.next_daily };
    let mut end = t.next_end.to_owned();
    if let Some(days) = p.deletes_after_days {
        end += &fill(t.next_deletes, &[&number::days(lang, f64::from(days))]).plain();
    }
    let steps = [
        (t.next_h_before, before),
        (t.next_h_first, first),
        (t.next_h_daily, daily.to_owned()),
        (t.next_h_end, end),
    ];
    html! {
        <section class="sz-sec sz-noprint" id="next" tabindex="-1">
            { heading(&words.next_heading(), Html::default()) }
            <ol class="sz-steps">{ for steps.into_iter().map(|(h, text)| html! { <li key={h}><b>{ h }</b><span>{ text }</span></li> }) }</ol>
        </section>
    }
}
