//! Files of our own origin that are read when they are first looked at.

use js_sys::{Function, Promise, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Reads a text file beside the page, then calls back; with `None` where it cannot be read (no network,
/// a frame that may not connect, a page opened from a folder).
pub fn fetch_text(path: &str, then: impl FnOnce(Option<String>) + 'static) {
    read(path, Box::new(then));
}

fn read(path: &str, then: Box<dyn FnOnce(Option<String>)>) {
    let then = Rc::new(Cell::new(Some(then)));
    let answer = {
        let then = then.clone();
        move |text: Option<String>| {
            if let Some(then) = then.take() {
                then(text);
            }
        }
    };
    let refused = {
        let answer = answer.clone();
        Closure::once_into_js(move |_: JsValue| answer(None))
    };
    // `then(f, refused)` leaves what `f` itself refuses to the promise it makes: the last one catches all.
    let text = Closure::once_into_js(|response: JsValue| -> JsValue {
        let ok = Reflect::get(&response, &"ok".into()).is_ok_and(|ok| ok.is_truthy());
        if ok { call(&response, "text", &[]).unwrap_or_default() } else { JsValue::UNDEFINED }
    });
    let read = {
        let answer = answer.clone();
        Closure::once_into_js(move |text: JsValue| answer(text.as_string()))
    };
    let Some(window) = web_sys::window() else { return answer(None) };
    let chain = call(&window, "fetch", &[path.into()])
        .and_then(|promise| call(&promise, "then", &[text]))
        .and_then(|promise| call(&promise, "then", &[read, refused]));
    if chain.is_none_or(|promise| !promise.is_instance_of::<Promise>()) {
        answer(None);
    }
}

/// Reads a text file that lies beside the program and belongs to it: its name is that of the program, then `end`.
pub fn fetch_beside(end: &str, then: impl FnOnce(Option<String>) + 'static) {
    let script = web_sys::window().and_then(|w| w.document()?.query_selector("script[data-wasm]").ok()?);
    let wasm = script.and_then(|script| script.get_attribute("data-wasm"));
    match wasm.as_deref().and_then(|wasm| wasm.strip_suffix("_bg.wasm")) {
        Some(stem) => fetch_text(&format!("{stem}{end}"), then),
        None => then(None),
    }
}

/// Calls a method by name: one line of glue instead of a binding for each.
fn call(on: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let method = Reflect::get(on, &method.into()).ok()?.dyn_into::<Function>().ok()?;
    let list: js_sys::Array = arguments.iter().collect();
    method.apply(on, &list).ok()
}
