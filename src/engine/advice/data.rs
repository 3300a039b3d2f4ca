//! Data safety, backup, switching: `advice.md` §11.

use super::Value::{Count, Hours};
use super::{Answer, Rule, View, fired, warn};
use crate::catalog::{ProviderKind, Region};
use crate::plan::DataClass;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("no-backup", "COST", no_backup),
    warn("sensitive-data", "general", sensitive),
    warn("cross-border", "CAC", cross_border),
];

fn no_backup(v: &View<'_>) -> Answer {
    let long = v.entry.wall.likely > 24.0 || v.plan.care.data_class != DataClass::Reproducible;
    if v.plan.care.copies > 0 || !long {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("hours", Hours(v.entry.wall.likely))]))
}

fn sensitive(v: &View<'_>) -> Answer {
    if v.plan.care.data_class != DataClass::Sensitive || v.provider.kind != ProviderKind::Marketplace {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("cards", Count(f64::from(v.entry.count)))]))
}

fn cross_border(v: &View<'_>) -> Answer {
    let abroad = v.offer.region != Region::Cn && v.plan.market.currency == crate::units::Currency::Cny;
    if !abroad || v.plan.care.data_class == DataClass::Reproducible {
        return None;
    }
    Some(fired(0.0, &[("cards", Count(f64::from(v.entry.count)))]))
}
