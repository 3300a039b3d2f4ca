//! The size of a data set, with the ratio that makes tokens of it.

use super::{Said, apply};
use crate::i18n::bring as text;
use crate::i18n::{Lang, number};
use crate::import::dataset::{CHINESE_BYTES, ENGLISH_BYTES, Size};
use crate::plan::{Field, Task, Unit};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::panels::input::Assumption;
use yew::prelude::*;

/// Tokens of a sample where the plan does not say how long it is (its own usual length).
const USUAL_ROW: f64 = 2048.0;

/// A size; `typed` is the ratio as the reader gave it.
pub fn data(scene: &Scene, size: Size, typed: &UseStateHandle<Option<f64>>) -> Said {
    let lang = scene.lang;
    let seq = scene.plan.run.seq.map_or(USUAL_ROW, f64::from);
    let (usual, label, note, bounds) = match size {
        Size::Bytes(_) => {
            let usual = if lang == Lang::Zh { CHINESE_BYTES } else { ENGLISH_BYTES };
            (usual, text::D_BYTES_EACH, text::D_BYTES_NOTE, (0.5, 20.0))
        }
        Size::Rows(_, own) => (own.unwrap_or(seq), text::D_ROW_EACH, text::D_ROW_NOTE, (1.0, 1e7)),
    };
    let ratio = typed.unwrap_or(usual);
    let (tokens, template, amount, ratio_said, field, value) = match size {
        Size::Bytes(bytes) => (
            bytes / ratio,
            text::D_BYTES,
            number::gb(bytes / 1e9),
            number::significant(ratio, 3),
            Field::Dataset,
            bytes / 1e9,
        ),
        Size::Rows(rows, _) => (
            rows * ratio,
            text::D_ROWS,
            number::count(lang, rows),
            number::count(lang, ratio),
            Field::Samples,
            rows,
        ),
    };
    let said = text::say(lang, template, &[&amount, &ratio_said, &number::tokens(lang, tokens)]).plain();
    let mut plan = (*scene.plan).clone();
    for (field, x) in [(Field::Tokens, tokens.floor()), (field, value)] {
        field.set(&mut plan, &crate::plan::number::print(x), &mut Vec::new());
    }
    let on = typed.setter();
    let on = Callback::from(move |x: Option<f64>| on.set(x));
    let below = html! {
        <>
            <div class="sz-q-in"><Assumption id={"bring-ratio".to_owned()} label={text::of(lang, label)} unit={Unit::Count} {bounds} value={ratio} typed={typed.is_some()}
                {lang} currency={scene.plan.market.currency} {on} /></div>
            <p class="sz-note">{ text::of(lang, note) }</p>
            { if plan.task.trains() || plan.task == Task::Embed { apply(scene, plan) } else { super::line(text::of(lang, text::D_UNUSED)) } }
        </>
    };
    (said, below)
}
