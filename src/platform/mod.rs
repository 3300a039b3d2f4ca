//! What the browser lends us: address, clipboard, storage, today's date, the root element. Besides
//! `js` and `ui` the only room that names web_sys, js_sys or gloo. Nothing here panics: a frame may
//! forbid storage or the clipboard, and a call that the browser refuses does nothing.

mod address;
mod approach;
mod clipboard;
mod clock;
mod document;
mod fetch;
mod files;
mod storage;

pub use address::{fragment, link_here, link_start, on_back, push, query, replace};
pub use approach::{Approach, on_approach};
pub use clipboard::copy;
pub use clock::{Stopwatch, after, next_frame, now_ms, today};
pub use document::{
    download, focus, focused_in, focused_in_text, on_key, press, print, reader_lang, reveal, root, scroll_to,
    select_text, set_lang, set_theme, set_title, system_is_dark, to_top, unfold, write,
};
pub use fetch::{fetch_beside, fetch_text};
pub use files::{Picked, dropped, picked};
pub use storage::{recall, remember};
