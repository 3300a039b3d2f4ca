//! Facts: GPUs, models, providers, offers, rules. Knows no formulas.

mod arch;
mod gpu;
mod offer;

pub use arch::*;
pub use gpu::*;
pub use offer::*;
