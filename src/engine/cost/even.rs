//! Where two ways to pay cost the same, they do: within a cent at the point, and each the cheaper on its own
//! side of it, whatever the prices. And sums that change their currency come back.

use super::super::asked::{Doubt, Service, split, trial};
use super::super::market::{base_and_burst, base_cost};
use super::super::questions::rent_or_buy;
use super::super::spot::{billed_time, break_even_mtbi, young};
use super::super::strategy::{break_even, committed_share, declining_years, metered_month};
use super::*;
use crate::catalog::Catalog;
use crate::plan::Buying;
use fastrand::Rng;

const CENT: f64 = 0.01;
const CASES: usize = 3_000;

/// A number between two, each size as likely as the next.
fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    use crate::units::math::{exp, ln};
    exp(ln(low) + (ln(high) - ln(low)) * rng.f64())
}

/// At the point both cost the same; a little before it the first is cheaper, a little after it the second.
#[track_caller]
fn crosses(at: f64, step: f64, first: impl Fn(f64) -> f64, second: impl Fn(f64) -> f64) {
    let (a, b) = (first(at), second(at));
    assert!((a - b).abs() < CENT, "at {at}: {a} and {b}");
    let (a, b) = (first(at - step), second(at - step));
    assert!(a < b, "before {at}: {a} and {b}");
    let (a, b) = (first(at + step), second(at + step));
    assert!(a > b, "after {at}: {a} and {b}");
}

#[test]
fn by_the_hour_and_by_the_month() {
    let mut rng = Rng::with_seed(11);
    let mut seen = 0;
    for _ in 0..CASES {
        let hour = between(&mut rng, 0.1, 300.0);
        let month_h = [672.0, 696.0, 720.0, 730.0, 744.0][rng.usize(..5)];
        let month = hour * month_h * (0.3 + 0.7 * rng.f64());
        let parked = month * 0.2 * rng.f64();
        let Some(even) = break_even(hour, month, parked, month_h) else { continue };
        seen += 1;
        let metered = |hours: f64| metered_month(hour, parked, month_h, hours / month_h);
        crosses(even.hours, 0.5, metered, |_| month);
        assert!((even.hours - even.share * month_h).abs() < 1e-9);
    }
    assert!(seen > CASES / 2, "{seen}");
}

#[test]
fn a_commitment_for_years_against_falling_prices() {
    let mut rng = Rng::with_seed(12);
    for _ in 0..CASES {
        let (list, paid, years) = (between(&mut rng, 1e3, 1e6), 0.3 + 0.6 * rng.f64(), 1.0 + 2.0 * rng.f64());
        let decline = if rng.bool() { 0.0 } else { 0.4 * rng.f64() };
        let even = committed_share(paid, years, decline);
        let metered = |u: f64| list * u * declining_years(decline, years);
        crosses(even, 1e-3, metered, |_| list * paid * years);
    }
}

#[test]
fn a_trial_and_buying_at_once() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..CASES {
        let hour = between(&mut rng, 0.1, 100.0);
        let d = Doubt {
            hour,
            month: hour * 720.0 * (0.4 + 0.6 * rng.f64()),
            month_h: 720.0,
            trial_h: 1.0 + 100.0 * rng.f64(),
            useful: rng.f64(),
            doubt: 0.0,
            finds: 0.1 + 0.9 * rng.f64(),
            refund: 0.95 * rng.f64(),
        };
        let even = trial(&d).above.unwrap_or_else(|| panic!("{d:?}"));
        let loss = |doubt: f64| trial(&Doubt { doubt, ..d }).loss;
        crosses(even, 1e-3, loss, |_| trial(&d).cost);
    }
}

#[test]
fn debugging_on_a_cheap_card() {
    let mut rng = Rng::with_seed(14);
    for _ in 0..CASES {
        let (big, human) = (between(&mut rng, 1.0, 300.0), 0.6 + rng.f64());
        let cheap = big / human * 0.9 * rng.f64();
        let (moving, egress, run) = (10.0 * rng.f64(), 100.0 * rng.f64(), 500.0 * rng.f64());
        let at = |debug: f64| split(cheap, big, human, moving, egress, debug, run);
        let even = at(1.0).above.unwrap_or_else(|| panic!("{big} {cheap}"));
        crosses(even, 0.1, |h| at(h).all_big, |h| at(h).split);
    }
}

#[test]
fn spot_and_on_demand() {
    let mut rng = Rng::with_seed(15);
    let mut seen = 0;
    for _ in 0..400 {
        let (off, write, restart) = (0.05 + 0.6 * rng.f64(), 0.002 + 0.1 * rng.f64(), 0.05 + 0.5 * rng.f64());
        let even = break_even_mtbi(off, write, restart);
        if even <= 0.02 {
            continue;
        }
        seen += 1;
        // The rarer the interruptions, the cheaper spot is: on-demand is the first to be cheaper.
        let (work, price) = (100.0, 10.0);
        let spot =
            |m: f64| price * (1.0 - off) * billed_time(work, young(write, m).min(work), write, restart, m);
        crosses(even, even * 0.01, |_| price * work, spot);
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn renting_and_buying() {
    let mut rng = Rng::with_seed(16);
    let (mut months, mut uses) = (0, 0);
    for _ in 0..CASES {
        let buying = Buying {
            price: Some(between(&mut rng, 1e5, 4e6)),
            years: 1.0 + 4.0 * rng.f64(),
            residual: 0.6 * rng.f64(),
            interest: 0.1 * rng.f64(),
            ..Buying::default()
        };
        let rent = between(&mut rng, 5.0, 400.0);
        let got = rent_or_buy(&buying, "h100-sxm-80g", 700.0, 8, rent, 0.2 + 0.8 * rng.f64(), 1.0);
        let got = got.unwrap_or_else(|| panic!("{buying:?}"));
        if let (Some(at), Some(month)) = (got.crosses, got.pays_after_months) {
            months += 1;
            assert!(at <= f64::from(month) && at > f64::from(month) - 1.0, "{at} {month}");
            let (own, rent) = got.paid(at);
            assert!((own - rent).abs() < CENT, "{own} {rent}");
            // The first point of no return: up to then owning had cost more.
            if at > 0.01 {
                let (own, rent) = got.paid(at * 0.99);
                assert!(own > rent, "{own} {rent}");
            }
        }
        if let Some(share) = got.even_use {
            uses += 1;
            let own = |u: f64| own::monthly(&own::Owning { use_share: u, ..got.inputs }).total;
            crosses(share, 1e-3, |u| rent * HOURS_MEAN_MONTH * u, own);
        }
    }
    assert!(months > 300 && uses > 300, "{months} {uses}");
}

#[test]
fn a_base_of_committed_cards() {
    let mut rng = Rng::with_seed(17);
    for _ in 0..CASES {
        let load: Vec<u32> = (0..24).map(|_| rng.u32(..20)).collect();
        let on_demand = between(&mut rng, 0.5, 50.0);
        // A price at which so many hours a day are just worth a card.
        let hours = rng.usize(1..24);
        let committed = on_demand * hours as f64 / 24.0;
        let busy = |n: u32| load.iter().filter(|x| **x >= n).count();
        let best = base_and_burst(&load, committed, on_demand, 0).base;
        let cost = |n: u32| base_cost(&load, n, committed, on_demand);
        for n in 1..20 {
            let (without, with) = (cost(n - 1), cost(n));
            match busy(n).cmp(&hours) {
                std::cmp::Ordering::Equal => assert!((without - with).abs() < CENT, "{n}: {without} {with}"),
                std::cmp::Ordering::Greater => assert!(with < without && best >= n, "{n} {best}"),
                std::cmp::Ordering::Less => assert!(with > without && best < n, "{n} {best}"),
            }
        }
    }
}

#[test]
fn an_api_and_a_service_of_ones_own() {
    let mut rng = Rng::with_seed(18);
    let mut seen = 0;
    for _ in 0..300 {
        let open = 1.0 + 23.0 * rng.f64();
        let s = Service {
            busy_share: rng.f64(),
            busy_h: open * rng.f64(),
            open_h: open,
            capacity: between(&mut rng, 1e5, 1e8),
            fill: 0.3 + 0.7 * rng.f64(),
            hour: between(&mut rng, 0.5, 100.0),
            scales: rng.bool(),
            api: between(&mut rng, 0.1, 100.0),
        };
        let tokens = between(&mut rng, 1e4, 1e10);
        let api = s.even_price(tokens);
        let twin = |api: f64| Service { api, ..s }.api_month(tokens);
        let (own, bought) = (s.own_month(tokens), twin(api));
        assert!((own - bought).abs() <= CENT.max(own * 1e-12), "{own} {bought}");
        assert!(twin(api * 0.99) < own && twin(api * 1.01) > own);
        let Some(n) = s.even_tokens(1e12) else { continue };
        seen += 1;
        // At the least amount owning costs no more; the step or the slope that leads there costs more.
        assert!(s.own_month(n) <= s.api_month(n) + CENT, "{s:?} {n}");
        let less = n * 0.999_9;
        assert!(s.own_month(less) > s.api_month(less) || n <= 1_000.0, "{s:?} {n}");
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn money_that_changes_its_currency_comes_back_to_the_cent() {
    let mut rng = Rng::with_seed(19);
    let cents = |m: Money| crate::units::math::round_half_even(m.micros as f64 / 10_000.0) as i64;
    let rates = &Catalog::embedded().rates;
    for _ in 0..CASES {
        let amount = (between(&mut rng, 1.0, 1e11)) as i64 * 10_000;
        let there = [Currency::Cny, Currency::Usd, Currency::Eur][rng.usize(..3)];
        let money = Money { micros: amount, currency: Currency::Usd };
        // At the catalog's dated rates, and at any rate that the reader types.
        if let Some(there) = rates.convert(money, there) {
            let back = rates.convert(there, Currency::Usd).unwrap_or_default();
            assert_eq!((cents(back), back.currency), (cents(money), money.currency), "{money:?}");
        }
        let rate = between(&mut rng, 0.05, 20.0);
        let back = money.times(rate).times(1.0 / rate);
        assert_eq!(cents(back), cents(money), "{amount} at {rate}");
    }
}

#[test]
fn a_price_in_another_currency_is_the_same_bill_at_the_rate_typed() {
    let mut rng = Rng::with_seed(20);
    for _ in 0..300 {
        let (price, rate) = (between(&mut rng, 0.1, 50.0), between(&mut rng, 1.0, 20.0));
        let mut shop = Shop::default();
        shop.offers[0].readings = vec![reading(price, Currency::Usd)];
        let mut plan = bare(1.0 + (rng.f64() * 1e3));
        plan.market.usd_cny = Some(rate);
        let cny = total(&shop, &plan, &one(), 0.0).total;
        plan.market.currency = Currency::Usd;
        let usd = total(&shop, &plan, &one(), 0.0).total;
        // Money is an integer of micro-units: one of dollars is `rate` of yuan.
        let off = (usd.to_f64() * rate - cny.to_f64()).abs();
        assert!(off <= 2e-6 * rate, "{usd:?} at {rate}: {cny:?}");
        // And there and back is the identity.
        plan.market.currency = Currency::Cny;
        assert_eq!(total(&shop, &plan, &one(), 0.0).total, cny);
    }
}
