//! The values API: what the engine knows, as plain JavaScript values, for a page, a worker or Node. No interface, no clock, no
//! request. A plan comes in as a link or as an object with the keys of the link table; what it says wrongly comes back as
//! warnings. Only an option of the wrong kind throws.

#[cfg(feature = "js")]
mod api;
mod value;

#[cfg(feature = "js")]
pub use api::*;
pub use value::give;
#[cfg(feature = "widget")]
pub use value::pairs_of;
