//! Mounts the page into `#app`. Everything it shows is in the library.

use yew::prelude::*;

/// The page before it has inputs: its name, in both languages.
#[component]
fn Page() -> Html {
    html! {
        <main class="sz-sheet">
            <h1>{ "算租 Suanzu" }</h1>
        </main>
    }
}

fn main() {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"));
    if let Some(root) = root {
        yew::Renderer::<Page>::with_root(root).render();
    }
}
