//! A panel whose content is loaded when it is opened.

use crate::ui::lazy::{self, Draw, Part, When};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Icon, icon};
use web_sys::HtmlElement;
use yew::prelude::*;

/// Props of [`Folded`].
#[derive(Properties, PartialEq)]
pub struct FoldedProps {
    /// The scene.
    pub scene: Scene,
    /// Its id.
    pub id: &'static str,
    /// What it answers.
    pub title: &'static str,
    /// What stands in it.
    pub part: &'static Part<Draw>,
}

/// The panel.
#[component]
pub fn Folded(props: &FoldedProps) -> Html {
    let open = use_state_eq(|| false);
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |e: Event| {
            open.set(e.target_unchecked_into::<HtmlElement>().has_attribute("open"))
        })
    };
    html! {
        <details class="sz-more sz-q" id={props.id} data-sz={props.id} open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }<span>{ props.title }</span></summary>
            <div>{ (*open).then(|| lazy::lazy(&props.scene, props.part, When::Now, None)) }</div>
        </details>
    }
}
