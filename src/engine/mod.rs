//! Plan, catalog and date in, report out; every formula. Never reads the clock, never formats text,
//! never looks anything up by display name.
//!
//! The steps, in order: need (`memory`), fit (`layout`), pace (`speed`), bill (`cost`), risk
//! (`risk`), choose (`search`), advise (`advice`). `report` holds the tree that everything shows.

pub mod advice;
pub mod cost;
pub mod fitted;
pub mod inverse;
pub mod job;
pub mod layout;
pub mod line;
pub mod memory;
pub mod model;
pub mod names;
pub mod pace;
pub mod report;
pub mod risk;
pub mod search;
pub mod software;
pub mod speed;

pub use report::report;
