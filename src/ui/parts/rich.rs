//! Draws text with emphasis.

use crate::i18n::{Rich, Weight};
use crate::ui::markup::html;
use yew::prelude::*;

/// `<b>` for what is strong, the accent colour for the one figure to look at.
pub fn rich(text: &Rich) -> Html {
    text.0
        .iter()
        .map(|span| match span.weight {
            Weight::Plain => html! { { &*span.text } },
            Weight::Strong => html! { <b>{ &*span.text }</b> },
            Weight::Accent => html! { <b class="sz-hot">{ &*span.text }</b> },
        })
        .collect()
}
