//! What the first day showed, typed in beside what this card should show.

use crate::engine::advice::{Reading, Standing};
use crate::export::lists::Subject;
use crate::i18n::lists::{self as text};
use crate::i18n::{fields, number};
use crate::platform;
use crate::ui::Action;
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Icon, NumberField, icon};
use yew::prelude::*;

/// A box for each reading that has a reference, with the judgement.
pub fn readings(scene: &Scene, subject: &Subject<'_>) -> Html {
    let (lang, gpu, cards) = (scene.lang, subject.gpu(), subject.per_machine());
    let send = scene.send.clone();
    let on = Callback::from(move |(field, text)| send.emit(Action::Set(field, text, platform::now_ms())));
    let rows = Reading::ALL.into_iter().filter_map(|reading| {
        let (least, good) = reading.expected(gpu, cards)?;
        let field = reading.field();
        let unit = fields::unit(lang, field, scene.plan.market.currency);
        let (pair, x) = match reading {
            Reading::Memory | Reading::Power => (text::ABOUT, number::fixed(good, 0)),
            _ => (text::AT_LEAST, number::significant(least, 3)),
        };
        let hint = text::say(lang, pair, &[&format!("{x} {unit}")]).plain();
        let said = field.number(&scene.plan).and_then(|shown| reading.judge(gpu, cards, shown));
        let said = said.map(|standing| match standing {
            Standing::Good => ("ok", Icon::Tick, text::of(lang, text::PASS).to_owned()),
            Standing::Low(share) => {
                ("bad", Icon::Bad, text::say(lang, text::FAIL_LOW, &[&number::percent(share)]).plain())
            }
            Standing::Other => ("bad", Icon::Bad, text::of(lang, text::FAIL_OTHER).to_owned()),
        });
        Some(html! {
            <div key={field.key()}>
                <NumberField {field} plan={scene.plan.clone()} {lang} {unit} {hint} prefix="day-" on={on.clone()} />
                <p class="sz-note" role="status">{ said.map(|(s, sign, word)| html! { <span class="sz-ev" data-s={s}>{ icon(sign) }{ word }</span> }) }</p>
            </div>
        })
    });
    html! {
        <div class="sz-gap-s">
            <h3 class="sz-h3">{ text::of(lang, text::SHOWN) }</h3>
            <p class="sz-note">{ text::of(lang, text::SHOWN_NOTE) }</p>
            <div class="sz-q-in">{ for rows }</div>
        </div>
    }
}
