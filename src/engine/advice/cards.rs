//! Which card is it: variants, used, modified, gaming, licence: `advice.md` §7.

use super::Value::{Count, Gb, Money, MoneyPerHour};
use super::{Answer, Rule, View, fired, info, warn};
use crate::units::Order;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("price-too-low", "OFF", too_low),
    warn("modded-card", "GPUF", modded),
    info("value-smaller-card-wins", "engine", smaller_card),
];

/// Less than half of the median of current offers of the same card.
fn too_low(v: &View<'_>) -> Answer {
    let mut same: Vec<f64> = v
        .entries
        .iter()
        .filter(|e| e.gpu == v.entry.gpu && e.mode == v.entry.mode && e.region == v.entry.region)
        // A card-hour of a whole node is another good than one of a single card.
        .filter(|e| e.by_the_machine == v.entry.by_the_machine)
        .map(|e| e.gpu_hour)
        .collect();
    same.order_by(f64::total_cmp);
    let median = *same.get(same.len() / 2)?;
    if same.len() < 4 || v.entry.gpu_hour >= 0.5 * median {
        return None;
    }
    Some(fired(
        v.entry.total.likely,
        &[
            ("price", MoneyPerHour(v.entry.gpu_hour)),
            ("median", MoneyPerHour(median)),
            ("offers", Count(same.len() as f64)),
        ],
    ))
}

/// 2080 Ti 22G, 3080 20G, 4080S 32G, 4090 48G: not products of the vendor (gpus.md §9).
fn modded(v: &View<'_>) -> Answer {
    if !v.gpu.modded {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("memory_gb", Gb(f64::from(v.gpu.memory_gb)))]))
}

/// Larger cards were compared, and the winner is not one of them.
fn smaller_card(v: &View<'_>) -> Answer {
    let e = v.entry;
    let larger = v.entries.iter().find(|o| o.usable > 1.5 * e.usable && o.not_eligible.is_empty())?;
    if larger.total.likely <= e.total.likely * 1.2 {
        return None;
    }
    Some(fired(
        larger.total.likely - e.total.likely,
        &[("total", Money(e.total.likely)), ("larger", Money(larger.total.likely))],
    ))
}
