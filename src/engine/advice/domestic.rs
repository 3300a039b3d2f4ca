//! Domestic and other accelerators: `advice.md` §15.

use super::Value::Gb;
use super::{Answer, Rule, View, fired, warn};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[warn("domestic-stack", "GPUF", domestic)];

fn domestic(v: &View<'_>) -> Answer {
    if !v.gpu.vendor.domestic() {
        return None;
    }
    Some(fired(0.0, &[("memory_gb", Gb(f64::from(v.gpu.memory_gb)))]))
}
