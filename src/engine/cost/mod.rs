//! Bill: what an offer charges for the hours, line by line. Knows no memory formulas.
//!
//! ```text
//! Plan + Facts ─► Ctx (prices, tariffs, needs, resolved once) ─► time ─► quick / bill / band
//! ```
//!
//! Everything that needs a look-up happens in [`Ctx::new`]; the hot path ([`quick`]) is plain
//! arithmetic. The bill that is shown comes from the same code ([`charge`]) with a recorder.

mod ask;
pub mod asked;
mod bill;
mod charge;
pub mod checkup;
mod ctx;
pub mod focus;
mod hours;
pub mod invoice;
pub mod market;
pub mod own;
pub mod package;
pub mod questions;
mod recurring;
pub mod spot;
pub mod strategy;
mod tariff;
#[cfg(test)]
mod tests;
pub mod tiers;
mod units;

pub use ask::{Ask, Side};
pub use bill::{Bill, BillLine, Sway, band, bill, total};
pub use charge::{Charges, ITEMS, Item, Quick, charge, quick};
pub use ctx::{Ctx, Facts, Needs, Sizes, Span};
pub use hours::{Hours, RELOAD_H, Shift, Time, hours, time};
pub use recurring::{Recurring, recurring};
pub use tariff::{Fee, Tariff};
pub use units::{Units, count};

/// Hours of a yearly mean month, 8,760 / 12 (semantics §6).
pub const HOURS_MEAN_MONTH: f64 = 730.0;
/// Hours of a 30-day package (semantics §6).
pub const HOURS_30_DAYS: f64 = 720.0;
/// Hours of a year.
pub const HOURS_YEAR: f64 = 8_760.0;
/// The highest tax that may come on top of a printed price, a share (VAT of 13 %: checklists.md Q-20).
pub const TAX_MOST: f64 = 0.13;
/// Longest span the bill computes with, h (about 11,000 years): absurd plans saturate here.
pub const HOURS_MAX: f64 = 1e8;
