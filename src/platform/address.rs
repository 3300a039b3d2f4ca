//! The address bar carries the plan. Typing replaces it, a decision makes a history entry.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;

/// The query without its question mark; empty without one.
pub fn query() -> String {
    part(|l| l.search().ok(), '?')
}

/// What stands behind the `#`; empty without one.
pub fn fragment() -> String {
    part(|l| l.hash().ok(), '#')
}

fn part(read: impl FnOnce(&web_sys::Location) -> Option<String>, sign: char) -> String {
    let text = web_sys::window().and_then(|w| read(&w.location())).unwrap_or_default();
    text.strip_prefix(sign).map(str::to_owned).unwrap_or(text)
}

/// The page's own address with another query.
pub fn link_here(query: &str) -> String {
    let Some(location) = web_sys::window().map(|w| w.location()) else { return String::new() };
    let base = match (location.origin(), location.pathname()) {
        // A file has the origin "null".
        (Ok(origin), Ok(path)) if origin != "null" => origin + &path,
        _ => location.href().unwrap_or_default().split(['?', '#']).next().unwrap_or_default().to_owned(),
    };
    if query.is_empty() { base } else { format!("{base}?{query}") }
}

/// The page's own address up to the query that is to follow.
pub fn link_start() -> String {
    link_here("") + "?"
}

/// Replaces the query without a history entry. Browsers refuse too many in a row: then the address
/// is old for a moment, nothing worse.
pub fn replace(query: &str) {
    if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&relative(query)));
    }
}

/// Makes a history entry with this query.
pub fn push(query: &str) {
    if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&relative(query)));
    }
}

/// An empty query must still take the old one away.
fn relative(query: &str) -> String {
    format!("?{query}")
}

/// Calls back when the reader walks through the history.
pub fn on_back(then: impl Fn() + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    Some(EventListener::new(&window, "popstate", move |_| then()))
}
