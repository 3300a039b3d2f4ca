//! Copying. The clipboard is missing on plain http and refused in many frames.

use js_sys::{Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Copies `text`, then says whether it worked.
pub fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    let Some(promise) = write(text) else { return then(false) };
    // One of the two is called, once; both own the same callback.
    let cell = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    let twin = cell.clone();
    let done = Closure::once_into_js(move |_: JsValue| {
        if let Some(then) = cell.take() {
            then(true);
        }
    });
    let refused = Closure::once_into_js(move |_: JsValue| {
        if let Some(then) = twin.take() {
            then(false);
        }
    });
    let _ = Reflect::get(&promise, &"then".into())
        .ok()
        .and_then(|f| f.dyn_into::<js_sys::Function>().ok())
        .map(|f| f.call2(&promise, &done, &refused));
}

/// `navigator.clipboard` is undefined on plain http: the generated getter would hand out a broken object.
fn write(text: &str) -> Option<Promise> {
    let navigator = web_sys::window()?.navigator();
    let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
    if clipboard.is_undefined() || clipboard.is_null() {
        return None;
    }
    Some(clipboard.unchecked_into::<web_sys::Clipboard>().write_text(text))
}
