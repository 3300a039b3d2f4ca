//! Quantities that carry their unit: bytes, money, dates, uncertain values, and the only place
//! where transcendental functions are called. Knows nothing of models, GPUs or offers.

mod band;
mod bytes;
mod date;
mod decimal;
pub mod math;
mod money;
mod order;

pub use band::{Band, CAUSES, Cause, Uncertain};
pub use bytes::{Bytes, GIB, MIB};
pub use date::{AsOf, Date};
pub use decimal::{Decimal, decimal};
pub use money::{Currency, MICRO, Money};
pub use order::Order;
