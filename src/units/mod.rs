//! Quantities that carry their unit: bytes, money, dates, uncertain values, and the only place
//! where transcendental functions are called. Knows nothing of models, GPUs or offers.

mod band;
mod bytes;
mod date;
pub mod math;
mod money;

pub use band::{Band, CAUSES, Cause, Uncertain};
pub use bytes::{Bytes, GIB, MIB};
pub use date::{AsOf, Date};
pub use money::{Currency, MICRO, Money};
