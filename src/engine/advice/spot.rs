//! Spot, checkpoints, deadlines: `advice.md` §8.

use super::Value::{Count, Hours, Money, MoneyPerHour};
use super::{Answer, Rule, View, block, fired, info, warn};
use crate::catalog::{Mode, PriceScope};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("spot-saves", "COST", spot_saves),
    block("spot-no-checkpoint", "Young 1974, Daly 2006", spot_no_checkpoint),
    warn("spot-price-floor", "PEER (dstack 1890)", price_floor),
    warn("spot-not-for-serving", "COST", spot_serving),
];

fn spot_saves(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.mode != Mode::OnDemand || v.plan.market.interruptible || !v.job.task.trains() {
        return None;
    }
    let spot = v.entries.iter().filter(|s| {
        s.mode == Mode::Spot
            && s.not_eligible.iter().all(|r| *r == crate::engine::report::Ineligible::SpotNotAllowed)
    });
    let best = spot.map(|s| s.total.likely + s.loss).fold(f64::INFINITY, f64::min);
    let saved = e.total.likely + e.loss - best;
    if !best.is_finite() || saved < 0.1 * e.total.likely {
        return None;
    }
    Some(fired(saved, &[("total", Money(best)), ("saved", Money(saved))]))
}

/// Spot, more than a working day, and nobody said how often state is saved.
fn spot_no_checkpoint(v: &View<'_>) -> Answer {
    if v.entry.mode != Mode::Spot
        || !v.job.task.trains()
        || v.plan.market.checkpoint_min.is_some()
        || v.entry.hours.likely < 8.0
    {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("hours", Hours(v.entry.hours.likely))]))
}

fn price_floor(v: &View<'_>) -> Answer {
    let reading = v.offer.likely()?;
    if !matches!(reading.scope, PriceScope::Bid | PriceScope::From | PriceScope::LowestLive) {
        return None;
    }
    Some(fired(v.entry.total.high - v.entry.total.likely, &[("price", MoneyPerHour(v.entry.gpu_hour))]))
}

fn spot_serving(v: &View<'_>) -> Answer {
    if v.entry.mode != Mode::Spot || !v.job.task.service() || v.way.layout.dp > 1 {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("replicas", Count(f64::from(v.way.layout.dp)))]))
}
