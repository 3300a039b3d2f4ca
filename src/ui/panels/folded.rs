//! A panel whose content is loaded when it is opened.

use crate::ui::lazy::{self, Draw, Part, When};
use crate::ui::markup::html;
use crate::ui::page::scene::Scene;
use crate::ui::parts::{Icon, follows, icon};
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
    /// Whether the plan has an answer that it could be about.
    #[prop_or(true)]
    pub shown: bool,
}

/// The panel.
#[component]
pub fn Folded(props: &FoldedProps) -> Html {
    let open = use_state_eq(|| false);
    let ontoggle = follows(&open);
    html! {
        <details class="sz-more sz-q sz-noprint" id={props.id} data-sz={props.id} hidden={!props.shown} open={*open} {ontoggle}>
            <summary>{ icon(Icon::Open) }<span>{ props.title }</span></summary>
            <div>{ (*open).then(|| lazy::lazy(&props.scene, props.part, When::Now, None)) }</div>
        </details>
    }
}
