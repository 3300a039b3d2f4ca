//! The root element, focus, keys, downloads, print.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, HtmlElement};

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn element(id: &str) -> Option<HtmlElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// Sets `<html lang>`.
pub fn set_lang(tag: &str) {
    if let Some(root) = document().and_then(|d| d.document_element()) {
        let _ = root.set_attribute("lang", tag);
    }
}

/// Sets `<html data-theme>`; `None` follows the system.
pub fn set_theme(theme: Option<&str>) {
    let Some(root) = document().and_then(|d| d.document_element()) else { return };
    let _ = match theme {
        Some(theme) => root.set_attribute("data-theme", theme),
        None => root.remove_attribute("data-theme"),
    };
}

/// Whether the system asks for dark colours.
pub fn system_is_dark() -> bool {
    let Some(window) = web_sys::window() else { return false };
    // Through Reflect: one property of an object we use nowhere else.
    let ask = js_sys::Reflect::get(&window, &"matchMedia".into()).ok();
    ask.and_then(|f| f.dyn_into::<js_sys::Function>().ok())
        .and_then(|f| f.call1(&window, &"(prefers-color-scheme: dark)".into()).ok())
        .and_then(|list| js_sys::Reflect::get(&list, &"matches".into()).ok())
        .is_some_and(|v| v.is_truthy())
}

/// Sets the page's title.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Moves the focus to the element with that id.
pub fn focus(id: &str) {
    if let Some(element) = element(id) {
        let _ = element.focus();
    }
}

/// Puts a text into the empty element with that id.
pub fn write(id: &str, text: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(text));
    }
}

/// Scrolls the element with that id to the top, under the bar.
pub fn scroll_to(id: &str) {
    if let Some(element) = element(id) {
        element.scroll_into_view();
    }
}

/// The first element that a selector finds.
fn found(selector: &str) -> Option<HtmlElement> {
    document()?.query_selector(selector).ok()??.dyn_into().ok()
}

/// Shows what a selector finds: unfolds every disclosure that it lies in, and itself, brings it into view and
/// gives it the focus; answers whether it is there.
pub fn reveal(selector: &str) -> bool {
    let Some(place) = found(selector) else { return false };
    let mut around = place.closest("details").ok().flatten();
    while let Some(details) = around {
        let _ = details.set_attribute("open", "");
        around = details.parent_element().and_then(|e| e.closest("details").ok().flatten());
    }
    place.scroll_into_view();
    let summary = place.query_selector(":scope > summary").ok().flatten();
    let focused = summary.and_then(|s| s.dyn_into::<HtmlElement>().ok()).unwrap_or(place);
    let _ = focused.focus();
    true
}

/// Presses what a selector finds.
pub fn press(selector: &str) {
    if let Some(button) = found(selector) {
        button.click();
    }
}

/// Unfolds every disclosure inside the element with that id.
pub fn unfold(id: &str) {
    let folded = element(id).map(|e| e.get_elements_by_tag_name("details"));
    let Some(folded) = folded else { return };
    for at in 0..folded.length() {
        if let Some(details) = folded.item(at) {
            let _ = details.set_attribute("open", "");
        }
    }
}

/// Scrolls to the top of the page.
pub fn to_top() {
    if let Some(window) = web_sys::window() {
        window.scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// Selects the text of an input or of an element, for copying by hand.
pub fn select_text(id: &str) {
    let Some(element) = element(id) else { return };
    if let Some(area) = element.dyn_ref::<web_sys::HtmlTextAreaElement>() {
        let _ = area.focus();
        area.select();
    } else if let Some(input) = element.dyn_ref::<web_sys::HtmlInputElement>() {
        let _ = input.focus();
        input.select();
    }
}

/// Whether the focus is where text is typed: there Ctrl+Z belongs to the box.
pub fn focused_in_text() -> bool {
    let Some(active) = document().and_then(|d| d.active_element()) else { return false };
    match active.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(
            active.get_attribute("type").as_deref(),
            Some("radio" | "checkbox" | "button" | "submit" | "range")
        ),
        _ => active.has_attribute("contenteditable"),
    }
}

/// A key pressed anywhere: its name, whether Ctrl or Cmd is held, whether Shift is. The callback
/// answers whether it used the key.
pub fn on_key(then: impl Fn(&str, bool, bool) -> bool + 'static) -> Option<EventListener> {
    let document = document()?;
    let options = EventListenerOptions::enable_prevent_default();
    Some(EventListener::new_with_options(&document, "keydown", options, move |event| {
        let Some(key) = event.dyn_ref::<web_sys::KeyboardEvent>() else { return };
        if key.is_composing() || key.alt_key() {
            return;
        }
        if then(&key.key(), key.ctrl_key() || key.meta_key(), key.shift_key()) {
            event.prevent_default();
        }
    }))
}

/// Whether that element, or something inside it, has the focus.
pub fn focused_in(element: &web_sys::Element) -> bool {
    document().and_then(|d| d.active_element()).is_some_and(|active| element.contains(Some(&active)))
}

/// Opens the print dialog.
pub fn print() {
    if let Some(window) = web_sys::window() {
        let print = js_sys::Reflect::get(&window, &"print".into()).ok();
        let _ = print.and_then(|f| f.dyn_into::<js_sys::Function>().ok()).map(|f| f.call0(&window));
    }
}

/// Hands a text to the reader as a file. Answers whether the browser took it.
pub fn download(name: &str, mime: &str, text: &str) -> bool {
    let make = || -> Option<()> {
        let document = document()?;
        let parts = js_sys::Array::of1(&JsValue::from_str(text));
        let options = web_sys::BlobPropertyBag::new();
        options.set_type(mime);
        let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
        let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
        let link: web_sys::HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
        link.set_href(&url);
        link.set_download(name);
        link.click();
        // The download has begun with the click; the object may go a little later.
        gloo::timers::callback::Timeout::new(10_000, move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        })
        .forget();
        Some(())
    };
    make().is_some()
}

/// The element that the page is mounted into.
pub fn root() -> Option<web_sys::Element> {
    document()?.get_element_by_id("app")
}

/// The first of the reader's languages that we speak.
pub fn reader_lang() -> Option<crate::i18n::Lang> {
    let languages = web_sys::window()?.navigator().languages();
    languages.iter().filter_map(|l| l.as_string()).find_map(|l| crate::i18n::Lang::parse(&l))
}
