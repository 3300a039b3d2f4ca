//! A report as a file: JSON for programs, Markdown for people, CSV for spreadsheets. Knows no DOM.

mod answer;
pub mod csv;
pub mod focus;
mod html;
mod json;
pub mod lists;
pub mod markdown;
pub mod order;
mod plain;

#[cfg(test)]
mod tests;

pub use answer::{CardSize, Sizes, answer, sizes};
pub use html::answer as answer_html;
pub use json::Json;
pub use plain::{Decoded, Facts, Plain, decoded, facts};

/// Version of the engine, printed with every report.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");
