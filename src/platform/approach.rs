//! When something comes near what the reader sees.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

/// A watch over one element; dropping it ends it.
pub struct Approach {
    observer: IntersectionObserver,
    _heard: Closure<dyn FnMut(Array)>,
}

impl Drop for Approach {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls back when the element is at most `margin_px` CSS pixels away from what is shown, and again each
/// time it comes back. `None` where the browser cannot tell: treat it as near.
pub fn on_approach(element: &Element, margin_px: u32, then: impl Fn() + 'static) -> Option<Approach> {
    let heard = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let near = entries
            .iter()
            .any(|e| e.dyn_ref::<IntersectionObserverEntry>().is_some_and(|e| e.is_intersecting()));
        if near {
            then();
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(&format!("{margin_px}px"));
    let observer = IntersectionObserver::new_with_options(heard.as_ref().unchecked_ref(), &options).ok()?;
    observer.observe(element);
    Some(Approach { observer, _heard: heard })
}
