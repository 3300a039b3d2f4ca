//! Files that the reader chose or dropped. They are read through slices and never leave the page.

use js_sys::{Array, Reflect, Uint8Array};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// A file.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub size: u64,
    blob: Blob,
}

/// The files of an input, or of what was dropped (`dataTransfer`).
pub fn picked(holder: &JsValue) -> Vec<Picked> {
    let files = Reflect::get(holder, &"files".into()).unwrap_or_default();
    if files.is_null() || files.is_undefined() {
        return Vec::new();
    }
    let get = |file: &JsValue, key: &str| Reflect::get(file, &key.into()).unwrap_or_default();
    Array::from(&files)
        .iter()
        .map(|file| Picked {
            name: get(&file, "name").as_string().unwrap_or_default(),
            size: get(&file, "size").as_f64().unwrap_or(0.0) as u64,
            blob: file.unchecked_into(),
        })
        .collect()
}

/// What was dropped with an event.
pub fn dropped(event: &JsValue) -> Vec<Picked> {
    picked(&Reflect::get(event, &"dataTransfer".into()).unwrap_or_default())
}

impl Picked {
    /// Reads a slice, then calls back; with `None` where the browser refuses (the file is gone).
    pub fn slice(&self, at: u64, len: u64, then: impl FnOnce(Option<Vec<u8>>) + 'static) {
        let then = Rc::new(Cell::new(Some(then)));
        let twin = then.clone();
        let done = Closure::once_into_js(move |buffer: JsValue| {
            if let Some(then) = then.take() {
                then(Some(Uint8Array::new(&buffer).to_vec()));
            }
        });
        let refused = {
            let twin = twin.clone();
            Closure::once_into_js(move |_: JsValue| {
                if let Some(then) = twin.take() {
                    then(None);
                }
            })
        };
        let chain = self.blob.slice_with_f64_and_f64(at as f64, (at + len) as f64).ok().and_then(|part| {
            let read =
                Reflect::get(&part, &"arrayBuffer".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
            let promise = read.call0(&part).ok()?;
            let chain = Reflect::get(&promise, &"then".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
            chain.call2(&promise, &done, &refused).ok()
        });
        if chain.is_none()
            && let Some(then) = twin.take()
        {
            then(None);
        }
    }
}
