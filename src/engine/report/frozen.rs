//! Prices that a link carries: which it should, and what has become of them since (semantics §9).

use super::Report;
use crate::catalog::{Catalog, Offer, Reading};
use crate::plan::FrozenPrice;

/// Most prices that a link carries: of the winner and three runners-up.
const MOST: usize = 4;

/// The prices of the winner and of its runners-up as they were read, to be carried by a link. The reader's
/// own quotes are not among them: they never travel in a link.
pub fn freeze(report: &Report, catalog: &Catalog) -> Vec<FrozenPrice> {
    let mut out: Vec<FrozenPrice> = Vec::new();
    let places = report.verdict.winner.into_iter().chain(report.runners.iter().map(|r| r.entry));
    for entry in places.filter_map(|at| report.ranked.get(at)) {
        let Some(offer) = catalog.offer(entry.offer).filter(|o| !o.own) else { continue };
        let Some(reading) = offer.likely().filter(|_| out.iter().all(|f| f.offer != offer.id)) else {
            continue;
        };
        if out.len() < MOST {
            out.push(FrozenPrice {
                offer: offer.id.clone(),
                price: reading.price.to_f64(),
                unit: offer.unit,
                currency: reading.price.currency,
                date: reading.as_of.earliest(),
            });
        }
    }
    out
}

/// A carried price beside the offer and its price of today.
pub struct ThenAndNow<'a> {
    /// As the link carries it.
    pub then: &'a FrozenPrice,
    /// The offer and its newest price; `None` where nobody offers it any more, or by another unit.
    pub now: Option<(&'a Offer, &'a Reading)>,
    /// How much dearer it is now, a share; 0 where it did not move or cannot be compared.
    pub moved: f64,
}

/// What has become of the prices that a link carries.
pub fn then_and_now<'a>(frozen: &'a [FrozenPrice], catalog: &'a Catalog) -> Vec<ThenAndNow<'a>> {
    let each = frozen.iter().map(|then| {
        let offer = catalog.offer_ix(&then.offer).and_then(|ix| catalog.offer(ix));
        let offer = offer.filter(|o| o.current && o.unit == then.unit);
        let now = offer.and_then(|o| Some((o, o.likely()?)));
        let moved = now.filter(|(_, r)| r.price.currency == then.currency && then.price > 0.0);
        ThenAndNow { then, now, moved: moved.map_or(0.0, |(_, r)| r.price.to_f64() / then.price - 1.0) }
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::super::report;
    use super::*;
    use crate::plan::Plan;
    use crate::share;

    #[test]
    fn a_link_carries_the_prices_of_its_day_and_says_what_has_moved() {
        let catalog = Catalog::embedded();
        let mut plan = Plan::default();
        let before = report(&plan, catalog, catalog.date);
        plan.frozen = freeze(&before, catalog);
        assert!((2..=MOST).contains(&plan.frozen.len()), "{:?}", plan.frozen);
        let winner = catalog.offer(before.ranked[before.verdict.winner.unwrap_or(0)].offer);
        assert_eq!(winner.map(|o| &o.id), plan.frozen.first().map(|f| &f.offer));
        // It travels, and answers as before.
        let (mut back, warnings) = share::decode(&share::encode(&plan));
        assert!(back == plan && warnings.is_empty());
        let after = report(&back, catalog, catalog.date);
        assert_eq!(after.ranked[0].offer, before.ranked[0].offer);
        assert!((after.ranked[0].total.likely / before.ranked[0].total.likely - 1.0).abs() < 1e-9);
        assert!(then_and_now(&back.frozen, catalog).iter().all(|t| t.now.is_some() && t.moved.abs() < 1e-9));
        // The seller has raised a price by a quarter since, and withdrawn another offer.
        back.frozen[0].price /= 1.25;
        back.frozen[1].offer = "gone".into();
        let seen = then_and_now(&back.frozen, catalog);
        assert!((seen[0].moved - 0.25).abs() < 1e-9 && seen[1].now.is_none());
        let cheaper = report(&back, catalog, catalog.date);
        assert!(cheaper.ranked[0].total.likely < before.ranked[0].total.likely);
    }
}
