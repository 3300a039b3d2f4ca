//! Monitoring and faults: `advice.md` §12.

use super::Value::{Count, Figure, Hours};
use super::{Answer, Rule, View, fired, info, warn};

/// In the order of `advice.md`.
pub const RULES: &[Rule] =
    &[warn("no-monitoring", "COST", no_monitoring), info("failure-rate", "ARX", failure_rate)];

fn no_monitoring(v: &View<'_>) -> Answer {
    if v.provider.monitoring != Some(false) || v.entry.wall.likely < 24.0 {
        return None;
    }
    Some(fired(0.0, &[("hours", Hours(v.entry.wall.likely))]))
}

/// One unexpected interruption per 50,700 GPU-hours (Llama 3 report, arXiv 2407.21783).
fn failure_rate(v: &View<'_>) -> Answer {
    let gpu_hours = f64::from(v.entry.count) * v.entry.wall.likely;
    if gpu_hours < 5_000.0 {
        return None;
    }
    Some(fired(
        v.entry.loss,
        &[("gpu_hours", Count(gpu_hours)), ("interruptions", Figure(gpu_hours / 50_700.0))],
    ))
}
