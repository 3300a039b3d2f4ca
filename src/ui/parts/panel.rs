//! The "why" panel of a line, and the button that opens it. What it says is loaded with the first one.

use crate::engine::line::Line;
use crate::i18n::Lang;
use crate::ui::lazy::{self, When};
use crate::ui::markup::html;
use crate::units::Currency;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Props of [`Why`].
#[derive(Properties, PartialEq)]
struct WhyProps {
    line: Line,
    lang: Lang,
    currency: Currency,
}

/// The panel.
pub fn panel(line: &Line, lang: Lang, currency: Currency) -> Html {
    html! { <Why line={line.clone()} {lang} {currency} /> }
}

#[component]
fn Why(props: &WhyProps) -> Html {
    let node = use_node_ref();
    let place = lazy::use_part(&lazy::WORKING, When::Now, &node, None);
    let working = || Some((lazy::WORKING.get()?)(&props.line, props.lang, props.currency));
    html! { <div ref={node} tabindex="-1">{ place.waiting(props.lang).or_else(working) }</div> }
}

/// What keeps a state equal to whether its `<details>` is open.
pub fn follows(open: &UseStateHandle<bool>) -> Callback<Event> {
    let open = open.clone();
    Callback::from(move |e: Event| open.set(e.target_unchecked_into::<HtmlElement>().has_attribute("open")))
}

fn button_id(panel: &str) -> String {
    format!("{panel}-b")
}

/// Escape closes an open panel and gives the focus back to its button. `word` and the open index make
/// the panel's id.
pub fn escape(open: &UseStateHandle<Option<usize>>, word: &'static str) -> Callback<KeyboardEvent> {
    let open = open.clone();
    Callback::from(move |e: KeyboardEvent| {
        if let (true, Some(i)) = (e.key() == "Escape", *open) {
            open.set(None);
            crate::platform::focus(&button_id(&format!("{word}{i}")));
        }
    })
}

/// The button that opens a panel.
pub fn toggle(open: bool, lang: Lang, controls: String, press: Callback<MouseEvent>) -> Html {
    let t = lang.text();
    html! {
        <button class="sz-why-b" type="button" data-sz="why" aria-expanded={if open { "true" } else { "false" }}
            id={button_id(&controls)} aria-controls={open.then_some(controls)} onclick={press}>{ if open { t.close } else { t.why } }</button>
    }
}
