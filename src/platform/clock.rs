//! Today's date and short waits.

use crate::units::Date;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The day on the reader's own calendar.
pub fn today() -> Date {
    let now = js_sys::Date::new_0();
    Date::new(now.get_full_year() as i32, now.get_month() + 1, now.get_date()).unwrap_or_default()
}

/// Milliseconds since the page began.
pub fn now_ms() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or(0.0, |p| p.now())
}

/// Calls back later; dropping the handle cancels it.
pub fn after(ms: u32, then: impl FnOnce() + 'static) -> Timeout {
    Timeout::new(ms, then)
}

/// Calls back once the frame that is being prepared has been painted.
pub fn next_frame(then: impl FnOnce() + 'static) {
    let Some(window) = web_sys::window() else { return };
    let call = Closure::once_into_js(move || {
        // A frame callback runs before painting; a timer of 0 ms after it runs behind it.
        Timeout::new(0, then).forget();
    });
    let _ = window.request_animation_frame(call.unchecked_ref());
}

/// Leaves a measure in the browser's performance timeline: `performance.getEntriesByName(name)`.
pub struct Stopwatch {
    name: &'static str,
    start: f64,
}

impl Stopwatch {
    /// Starts.
    pub fn start(name: &'static str) -> Self {
        Self { name, start: now_ms() }
    }
    /// Stops and records.
    pub fn stop(self) {
        let Some(performance) = web_sys::window().and_then(|w| w.performance()) else { return };
        let options = js_sys::Object::new();
        let set = |key: &str, value: f64| {
            let _ = js_sys::Reflect::set(&options, &key.into(), &value.into());
        };
        set("start", self.start);
        set("end", performance.now());
        // measure(name, { start, end }): the typed binding knows only mark names.
        let _ = js_sys::Reflect::get(&performance, &"measure".into())
            .ok()
            .and_then(|f| f.dyn_into::<js_sys::Function>().ok())
            .map(|f| f.call2(&performance, &self.name.into(), &options));
    }
}
