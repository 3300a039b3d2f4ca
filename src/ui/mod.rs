//! What people see: the page, its parts, and the session they act on. Knows no formulas and makes no
//! sentences: figures come from the report, words from `i18n`.

mod facts;
mod lazy;
mod markup;
pub mod page;
mod panels;
pub mod parts;
mod session;
#[cfg(feature = "widget")]
pub mod widget;

pub use facts::{Facts, Own};
pub use session::{Action, Session, Trail, View};
