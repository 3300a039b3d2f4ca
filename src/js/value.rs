//! Plain values in and out.

#[cfg(feature = "js")]
use crate::{plan::Field, share};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A Rust value as the JavaScript value that `JSON.parse` would make of its JSON.
pub fn give<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsError> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(JsError::from)
}

/// The entries of a plain object whose values are strings, numbers or booleans, as texts; other values are given as `null`.
#[cfg(feature = "widget")]
pub fn pairs_of(object: &JsValue) -> Vec<(String, Option<String>)> {
    let Some(object) = object.dyn_ref::<js_sys::Object>() else { return Vec::new() };
    let mut out = Vec::new();
    for entry in js_sys::Object::entries(object).iter() {
        let entry = js_sys::Array::from(&entry);
        let Some(key) = entry.get(0).as_string() else { continue };
        out.push((key, words(&entry.get(1)).map(|words| words.join(","))));
    }
    out
}

/// An option: a string, or nothing.
#[cfg(feature = "js")]
pub fn option(options: &JsValue, name: &str) -> Result<Option<String>, JsError> {
    if options.is_undefined() || options.is_null() {
        return Ok(None);
    }
    let found =
        js_sys::Reflect::get(options, &name.into()).map_err(|_| JsError::new("options: an object"))?;
    if found.is_undefined() || found.is_null() {
        return Ok(None);
    }
    found.as_string().map(Some).ok_or_else(|| JsError::new(&format!("{name}: a string")))
}

/// The link of what came in: a link, an object with the keys of links, or nothing (the usual plan).
#[cfg(feature = "js")]
pub fn text_of(plan: &JsValue) -> Result<String, JsError> {
    if plan.is_undefined() || plan.is_null() {
        return Ok(String::new());
    }
    if let Some(text) = plan.as_string() {
        return Ok(text);
    }
    let Some(object) = plan.dyn_ref::<js_sys::Object>().filter(|o| !js_sys::Array::is_array(o)) else {
        return Err(JsError::new("plan: a link or an object"));
    };
    let mut pairs = Vec::new();
    for entry in js_sys::Object::entries(object).iter() {
        let entry = js_sys::Array::from(&entry);
        let Some(key) = entry.get(0).as_string() else { continue };
        let Some(words) = words(&entry.get(1)) else {
            return Err(JsError::new(&format!(
                "plan.{key}: a string, a number, a boolean or a list of strings"
            )));
        };
        if key == Field::Frozen.key() {
            pairs.extend(words.into_iter().map(|text| (key.clone(), text)));
        } else if !words.is_empty() {
            pairs.push((key, words.join(",")));
        }
    }
    Ok(share::compose(&pairs))
}

/// One value of a plan as links write it; none where it is left out.
fn words(value: &JsValue) -> Option<Vec<String>> {
    if value.is_undefined() || value.is_null() {
        return Some(Vec::new());
    }
    if let Some(text) = value.as_string() {
        return Some(vec![text]);
    }
    if let Some(on) = value.as_bool() {
        return Some(vec![if on { "1" } else { "0" }.to_owned()]);
    }
    if value.as_f64().is_some() {
        let number = js_sys::Number::from(value.clone());
        return Some(number.to_string_with_radix(10).ok().map(String::from).into_iter().collect());
    }
    value.dyn_ref::<js_sys::Array>()?.iter().map(|item| item.as_string()).collect()
}
