//! Choose: every offer, in every number of cards, with the best way to run the job on them; order,
//! front, runners-up and reasons.

pub mod eligible;
pub mod evaluate;
mod join;
pub mod rank;
pub mod runs;
mod slices;
pub mod space;

pub use evaluate::{Way, Ways};
pub use join::{Joined, Miss, Pick, device, gap, join};
pub use rank::within_reason;
