//! Input methods: while Chinese is half typed nothing is searched or read. Yew has no composition
//! events, so the end of one is listened for here.

use gloo::events::EventListener;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Calls back with the text of the box when a composition ends.
#[hook]
pub fn use_composition_end(node: &NodeRef, then: Callback<String>) {
    let latest = use_mut_ref(Callback::noop);
    *latest.borrow_mut() = then;
    let node = node.clone();
    use_effect_with((), move |()| {
        let listener = node.cast::<HtmlInputElement>().map(|input| {
            let twin = input.clone();
            EventListener::new(&input, "compositionend", move |_| {
                let then: Callback<String> = latest.borrow().clone();
                then.emit(twin.value());
            })
        });
        move || drop(listener)
    });
}
