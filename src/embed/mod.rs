//! What a host page may say to the widget: options, and a provider's own offers as a JSON file. Each is one table that
//! the code, the published schema, the documentation and the tests read. Knows no DOM.

pub mod accent;
pub mod fields;
pub mod file;
pub mod lean;
pub mod options;
pub mod schema;
mod shop;

pub use shop::{Beside, Shop, tagged};
