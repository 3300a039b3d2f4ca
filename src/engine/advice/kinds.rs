//! What usually differs between the kinds of seller, counted from the catalog: nothing here is an opinion.

use crate::catalog::{Catalog, Provider, ProviderIx, ProviderKind, RuleLine};
use crate::engine::report::Entry;
use crate::engine::risk::fault_multiplier;
use crate::engine::speed::boot;

/// One kind of seller.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Which.
    pub kind: ProviderKind,
    /// Sellers of it in the catalog.
    pub sellers: usize,
    /// Least price of an hour of the winner's card, billed as the winner is.
    pub least: Option<f64>,
    /// Sellers whose promise of availability was read.
    pub sla: usize,
    /// Sellers that were read to have monitoring.
    pub monitoring: usize,
    /// Sellers that print what traffic out costs.
    pub egress: usize,
    /// Minutes until a shell answers, likely: an assumption.
    pub boot_min: f64,
    /// Faults against a mature fleet, likely: an assumption.
    pub faults: f64,
}

/// The kinds that are in the catalog, most sellers first.
pub fn kinds(catalog: &Catalog, entries: &[Entry], like: &Entry) -> Vec<Kind> {
    let all =
        [ProviderKind::GpuCloud, ProviderKind::Hyperscaler, ProviderKind::Marketplace, ProviderKind::Idc];
    let of = |kind| {
        let sellers = || catalog.providers.iter().enumerate().filter(move |(_, p)| p.kind == kind);
        let count = |is: &dyn Fn(&Provider) -> bool| sellers().filter(|(_, p)| is(p)).count();
        let printed = |at: usize| catalog.rules_of(ProviderIx(at as u16), RuleLine::Egress).next().is_some();
        let prices = entries
            .iter()
            .filter(|e| {
                (e.gpu, e.mode) == (like.gpu, like.mode)
                    && e.gpu_hour > 0.0
                    && catalog.provider(e.provider).kind == kind
            })
            .map(|e| e.gpu_hour);
        Kind {
            kind,
            sellers: sellers().count(),
            least: prices.reduce(f64::min),
            sla: count(&|p| p.sla > 0.0),
            monitoring: count(&|p| p.monitoring == Some(true)),
            egress: sellers().filter(|(at, _)| printed(*at)).count(),
            boot_min: boot(kind).1,
            faults: fault_multiplier(kind)[1],
        }
    };
    all.into_iter().map(of).filter(|k| k.sellers > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::report::report;

    #[test]
    fn kinds_are_counted_from_the_catalog() {
        let catalog = Catalog::embedded();
        let plan = crate::share::decode("task=lora&m=qwen2.5-7b&region=any").0;
        let found = report(&plan, catalog, catalog.date);
        let like = &found.ranked[found.verdict.winner.unwrap_or_default()];
        let all = kinds(catalog, &found.ranked, like);
        // providers.csv: 42 GPU platforms, 13 general clouds, 11 marketplaces, 4 data centres.
        assert_eq!(all.iter().map(|k| k.sellers).collect::<Vec<_>>(), [42, 13, 11, 4]);
        // The winner's own kind has its card, for no more than the winner asks.
        let own = all.iter().find(|k| k.kind == catalog.provider(like.provider).kind);
        assert!(own.and_then(|k| k.least).is_some_and(|x| x > 0.0 && x <= like.gpu_hour), "{all:?}");
        for k in &all {
            assert!(k.sla.max(k.monitoring).max(k.egress) <= k.sellers, "{k:?}");
        }
        assert!(all[1].egress > 0 && all[1].boot_min > all[0].boot_min && all[2].faults > all[1].faults);
    }
}
