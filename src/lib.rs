//! Suanzu 算租: what GPU to rent, from whom, on which terms, and what it will really cost.
//!
//! ```text
//! link / form / file ──► plan ──► engine ──► report ──► page · widget · JS value · export
//!                         ▲          ▲
//!                   presets, import  catalog + the user's own quotes
//! ```
//!
//! Rooms, each using only those above it: `units`, `catalog`, `plan`, `import`, `share`, `engine`,
//! `handoff`, `i18n`, `export`, `platform`, `js`, `ui`. `ARCHITECTURE.md` says what each must not know.

#![recursion_limit = "512"]

pub mod catalog;
pub mod embed;
pub mod engine;
pub mod export;
pub mod handoff;
pub mod i18n;
pub mod import;
#[cfg(any(feature = "js", feature = "widget"))]
pub mod js;
pub mod plan;
#[cfg(feature = "app")]
pub mod platform;
pub mod share;
#[cfg(feature = "app")]
pub mod ui;
pub mod units;
