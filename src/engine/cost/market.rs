//! A card's price over the market, and plans that mix ways to pay (cost.md §1, §6.3, §7, §10).

use super::Ctx;
use super::strategy::prepaid_quantile;
use crate::catalog::{Cards, GpuIx, Mode, Offer, OfferIx, PriceScope};
use crate::units::Order;

/// What one card costs an hour at everybody who sells it on one mode; with the offer behind each end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispersion {
    /// Offers counted (not readings).
    pub offers: u32,
    /// Cheapest offer and its price of a card-hour in the plan's currency.
    pub low: (OfferIx, f64),
    /// The middle one.
    pub median: (OfferIx, f64),
    /// The dearest.
    pub high: (OfferIx, f64),
}

/// Whether an offer is sold by the machine of several cards only. A card-hour of a whole node and one of a
/// single card are different goods (host, links, support), two to four times apart in price.
pub fn by_the_machine(offer: &Offer) -> bool {
    match offer.cards {
        Cards::Exact(n) | Cards::Min(n) => n > 1,
        Cards::UpTo(..) => false,
    }
}

/// Current offers of a card (or of the cards that an offer of unknown form may be) of one mode and of one
/// kind, sold by the machine or by the card, with their price of a card-hour; the cheapest first. Bids and
/// accelerators without a host do not count.
pub fn prices(ctx: &Ctx, offers: &[Offer], gpus: &[GpuIx], mode: Mode, machine: bool) -> Vec<(OfferIx, f64)> {
    let mut list: Vec<(OfferIx, f64)> = offers
        .iter()
        .enumerate()
        .filter(|(_, o)| {
            o.current
                && o.mode == mode
                && by_the_machine(o) == machine
                && o.gpus == gpus
                && o.likely().is_some_and(|r| !matches!(r.scope, PriceScope::Bid | PriceScope::GpuOnly))
        })
        .filter_map(|(at, _)| {
            let ix = OfferIx(at as u32);
            ctx.ask(ix).map(|ask| (ix, ask.per_card_hour()))
        })
        .collect();
    list.order_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    list
}

/// Dispersion over [`prices`]. `None` where nobody sells it.
pub fn dispersion(
    ctx: &Ctx,
    offers: &[Offer],
    gpus: &[GpuIx],
    mode: Mode,
    machine: bool,
) -> Option<Dispersion> {
    let list = prices(ctx, offers, gpus, mode, machine);
    Some(Dispersion {
        offers: list.len() as u32,
        low: *list.first()?,
        median: *list.get((list.len() - 1) / 2)?,
        high: *list.last()?,
    })
}

/// A base of committed cards and a burst on demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseAndBurst {
    /// Cards to commit.
    pub base: u32,
    /// Cost over the hours of the load.
    pub cost: f64,
    /// The same load all on demand.
    pub on_demand: f64,
    /// The same load all committed.
    pub committed: f64,
}

/// Cost of a load with `base` committed cards at `committed` an hour, on or off, and the rest by the
/// hour at `on_demand`.
pub fn base_cost(load: &[u32], base: u32, committed: f64, on_demand: f64) -> f64 {
    let burst: f64 = load.iter().map(|n| f64::from(n.saturating_sub(base))).sum();
    committed * f64::from(base) * load.len() as f64 + on_demand * burst
}

/// The best number of committed cards for a load: cards needed in each of its hours. A card is worth
/// committing when the share of hours that need it exceeds `committed / on_demand` (cost.md §6.3).
/// At least `floor` are committed: what must not be rented by the hour.
pub fn base_and_burst(load: &[u32], committed: f64, on_demand: f64, floor: u32) -> BaseAndBurst {
    let hours = load.len() as f64;
    let most = load.iter().copied().max().unwrap_or(0);
    let cost = |base: u32| base_cost(load, base, committed, on_demand);
    // Sorted demand: the card after which fewer hours than the share remain.
    let mut sorted = load.to_vec();
    sorted.order_by(|a, b| b.cmp(a));
    let share = if on_demand > 0.0 { committed / on_demand } else { 1.0 };
    let at = (share.clamp(0.0, 1.0) * hours) as usize;
    let base = if share >= 1.0 { 0 } else { sorted.get(at).copied().unwrap_or(0) };
    let base = base.max(floor);
    BaseAndBurst { base, cost: cost(base), on_demand: cost(0), committed: cost(most) }
}

/// Prepaid hours that can be passed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bank {
    /// Hours to buy.
    pub hours: f64,
    /// Expected cost with them.
    pub cost: f64,
    /// Expected cost without any.
    pub without: f64,
}

/// Expected cost of `hours` prepaid at `now` against demand as given by equally likely cases; the price
/// later is `later`, unused hours bring back `recover` of what was paid (cost.md §7).
pub fn bank_cost(demand: &[f64], hours: f64, later: f64, now: f64, recover: f64) -> f64 {
    if demand.is_empty() {
        return now * hours * (1.0 - recover);
    }
    let sum: f64 = demand
        .iter()
        .map(|x| now * hours + later * (x - hours).max(0.0) - recover * now * (hours - x).max(0.0))
        .sum();
    sum / demand.len() as f64
}

/// The best bank for a demand given by equally likely cases: the quantile of cost.md §7.
pub fn bank(demand: &[f64], later: f64, now: f64, recover: f64) -> Bank {
    let mut sorted = demand.to_vec();
    sorted.order_by(f64::total_cmp);
    let share = prepaid_quantile(later, now, recover);
    let at = (share * sorted.len() as f64 * (1.0 - 1e-12)).ceil() as usize;
    let hours = if share <= 0.0 || sorted.is_empty() { 0.0 } else { sorted[at.clamp(1, sorted.len()) - 1] };
    Bank {
        hours,
        cost: bank_cost(demand, hours, later, now, recover),
        without: bank_cost(demand, 0.0, later, now, recover),
    }
}

/// A copy kept ready at a second provider (cost.md §10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standby {
    /// Cost a month: copy, test and sync.
    pub cost: f64,
    /// Value of an hour of delay above which it pays.
    pub worth_above: f64,
}

/// Cost and threshold of a standby: `gb` copied at `gb_month`, `test_h` hours a month at `hour`,
/// `sync_gb` moved at `egress`; with chance `outage` a month one waits `wait_h` hours instead of
/// switching in `switch_h`.
#[allow(clippy::too_many_arguments)]
pub fn standby(
    gb: f64,
    gb_month: f64,
    test_h: f64,
    hour: f64,
    sync_gb: f64,
    egress: f64,
    outage: f64,
    wait_h: f64,
    switch_h: f64,
) -> Standby {
    let cost = gb * gb_month + test_h * hour + sync_gb * egress;
    let saved = outage * (wait_h - switch_h).max(0.0);
    Standby { cost, worth_above: if saved > 0.0 { cost / saved } else { f64::INFINITY } }
}

/// Faults per hour at which a cheap host stops being cheaper than a dear, safe one: each fault of the
/// cheap host loses `lost_h` hours, valued at its price and at `value` an hour of delay (cost.md §9: "A is
/// better unless it fails more than once per 40 h"). `None`: it is never cheaper.
pub fn flip_rate(cheap: f64, dear: f64, lost_h: f64, value: f64) -> Option<f64> {
    let saved = dear - cheap;
    let each = lost_h * (cheap + value);
    (saved > 0.0 && each > 0.0).then(|| saved / each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine::cost::Sizes;
    use crate::plan::Plan;

    #[test]
    fn a_4090_costs_four_times_as_much_at_one_seller_as_at_another() {
        let catalog = Catalog::embedded();
        let ctx = Ctx::new(&Plan::default(), Sizes::default(), catalog, catalog.date);
        let gpu = catalog.gpu_ix("rtx-4090-24g").unwrap_or_default();
        let got = dispersion(&ctx, &catalog.offers, &[gpu], Mode::OnDemand, false)
            .unwrap_or_else(|| panic!("none"));
        assert!(got.offers >= 15, "{got:?}");
        assert!(got.low.1 <= got.median.1 && got.median.1 <= got.high.1);
        // cost.md §1: 0.17 to 0.77 USD an hour.
        assert!((2.0..8.0).contains(&(got.high.1 / got.low.1)), "{got:?}");
        assert_eq!(dispersion(&ctx, &catalog.offers, &[GpuIx(u16::MAX)], Mode::OnDemand, false), None);
    }

    #[test]
    fn the_base_beats_every_other_number_of_committed_cards() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let load: Vec<u32> = (0..rng.usize(1..200)).map(|_| rng.u32(..12)).collect();
            let (committed, on_demand) = (0.1 + rng.f64(), 0.3 + rng.f64());
            let got = base_and_burst(&load, committed, on_demand, 0);
            for base in 0..13 {
                let burst: f64 = load.iter().map(|n| f64::from(n.saturating_sub(base))).sum();
                let cost = committed * f64::from(base) * load.len() as f64 + on_demand * burst;
                assert!(got.cost <= cost + 1e-9, "{got:?} against {base} at {cost}");
            }
        }
    }

    #[test]
    fn the_bank_is_the_best_of_all_sizes() {
        let demand: Vec<f64> = (1..=100).map(f64::from).collect();
        // cost.md §7: 30 % off and no transfer: the 30th percentile.
        assert_eq!(bank(&demand, 2.0, 1.4, 0.0).hours, 30.0);
        assert_eq!(bank(&demand, 2.0, 1.4, 0.5).hours, 47.0);
        for recover in [0.0, 0.5, 0.8] {
            let best = bank(&demand, 2.0, 1.4, recover);
            for hours in &demand {
                assert!(best.cost <= bank_cost(&demand, *hours, 2.0, 1.4, recover) + 1e-9);
            }
            assert!(best.cost < best.without);
        }
    }

    #[test]
    fn the_example_of_a_cold_standby() {
        // cost.md §10: 60 + 5 + 40 = 105 a month; 36 h at 3 % ⇒ worth it above 97 an hour.
        let got = standby(500.0, 0.12, 1.0, 5.0, 50.0, 0.8, 0.03, 36.0, 0.0);
        assert!((got.cost - 105.0).abs() < 1e-9 && (got.worth_above - 97.2).abs() < 0.05, "{got:?}");
        let rate = flip_rate(2.0, 3.0, 2.0, 18.0).unwrap_or_else(|| panic!("never"));
        assert!((1.0 / rate - 40.0).abs() < 1e-9);
        assert_eq!(flip_rate(3.0, 2.0, 2.0, 18.0), None);
    }
}
