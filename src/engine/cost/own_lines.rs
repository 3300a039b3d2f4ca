//! Lines that the plan brings itself, egress at the borders of the catalog's tiers, and spot against dice.

use super::super::hours::RELOAD_H;
use super::super::spot::{Hazard, billed_time_with_notice, expected};
use super::super::tariff::Tariff;
use super::*;
use crate::catalog::Catalog;
use crate::plan::Sharing;
use fastrand::Rng;

#[test]
fn licence_support_tax_and_credit_stand_on_the_bill() {
    // 100 h at 2: 200. Licences 30 for one month begun, support 10 % of 230, tax 6 % of 253, 100 of credit.
    let mut plan = bare(100.0);
    plan.market.licence = 30.0;
    plan.market.support = 0.10;
    plan.market.tax = Some(0.06);
    plan.market.credit = 100.0;
    let got = |plan: &Plan| {
        let bill = total(&Shop::default(), plan, &one(), 0.0);
        let of = |item: Item| bill.lines[item as usize].money.to_f64();
        let lines = [of(Item::Licence), of(Item::Support), of(Item::Tax), of(Item::Credit)];
        (lines, bill.total.to_f64(), bill.lines[Item::Tax as usize].unknown)
    };
    assert_eq!(got(&plan), ([30.0, 23.0, 15.18, -100.0], 168.18, false));
    // Credit never pays out, and what is left of it is not spent.
    plan.market.credit = 1_000.0;
    let (lines, sum, _) = got(&plan);
    assert_eq!((lines[3], sum), (-268.18, 0.0));
    // 731 h begin a second month.
    plan.amount.hours = 731.0;
    assert_eq!(got(&plan).0[0], 60.0);
    // Nothing typed: the tax is not known, and said to be so.
    assert_eq!(got(&bare(100.0)), ([0.0; 4], 200.0, true));
    plan = bare(100.0);
    plan.claim.tax = Some(true);
    assert!(!got(&plan).2, "the seller says that it is included");
    // A licence that is needed and was not priced is open, not nothing.
    plan.claim.sharing = Some(Sharing::Vgpu);
    let open = |plan: &Plan| total(&Shop::default(), plan, &one(), 0.0).lines[Item::Licence as usize].unknown;
    assert!(open(&plan));
    plan.claim.licence = Some(true);
    assert!(!open(&plan));
}

#[test]
fn support_and_tax_double_with_the_bill() {
    let mut shop = Shop::default();
    let mut plan = bare(321.0);
    plan.market.support = 0.03;
    plan.market.tax = Some(0.13);
    let of = |shop: &Shop| {
        let bill = total(shop, &plan, &one(), 0.0);
        [Item::Compute, Item::Support, Item::Tax].map(|i| bill.lines[i as usize].money.micros)
    };
    let before = of(&shop);
    shop.offers[0].readings = vec![reading(4.0, Currency::Cny)];
    for (one, two) in before.iter().zip(of(&shop)) {
        assert!((two - 2 * one).abs() <= 2, "{one} {two}");
    }
}

/// What tiers cost, added a gigabyte at a time.
fn by_the_gigabyte(rules: &[&Rule], gb: u32) -> f64 {
    let free = rules.iter().map(|r| r.free).fold(0.0, f64::max);
    let price = |at: f64| {
        let in_force = rules.iter().filter(|r| r.from <= at).max_by(|a, b| a.from.total_cmp(&b.from));
        if at < free { 0.0 } else { in_force.map_or(0.0, |r| r.price.to_f64()) }
    };
    (0..gb).map(|at| price(f64::from(at))).sum()
}

#[test]
fn every_providers_egress_is_marginal_at_each_border() {
    let catalog = Catalog::embedded();
    let mut borders = 0;
    for (at, provider) in catalog.providers.iter().enumerate() {
        let all = Facts::rules(catalog, ProviderIx(at as u16));
        let rules: Vec<&Rule> = all.iter().filter(|r| r.line == RuleLine::Egress).collect();
        if rules.is_empty() || rules.iter().any(|r| r.unit != RuleUnit::Gb) {
            continue;
        }
        let tariff = Tariff::new(&all, |_| None, |_| Some(1.0));
        let mut bounds: Vec<f64> = rules.iter().flat_map(|r| [r.from, r.free]).collect();
        bounds.retain(|b| *b > 0.0);
        for bound in bounds {
            borders += 1;
            for gb in [bound - 1.0, bound, bound + 1.0] {
                let (said, sum) = (tariff.egress.cost(gb, Side::Likely), by_the_gigabyte(&rules, gb as u32));
                assert!((said - sum).abs() < 1e-6, "{} {gb} GB: {said} {sum}", provider.id);
            }
        }
    }
    assert!(borders >= 10, "{borders}");
}

/// A time drawn from an exponential law of that mean.
fn draw(rng: &mut Rng, mean: f64) -> f64 {
    -crate::units::math::ln(1.0 - rng.f64()) * mean
}

#[test]
fn spot_on_several_machines_agrees_with_a_simulation() {
    let mut rng = Rng::with_seed(20_261_202);
    for (machines, mtbi, work, runs) in
        [(1, 24.0, 60.0, 12_000), (4, 20.0, 30.0, 20_000), (8, 60.0, 40.0, 15_000)]
    {
        let mut needs = super::super::Needs::new(&bare(1.0), Sizes { result_gb: 60.0, ..Sizes::default() });
        needs.mtbi_h = Some(mtbi);
        let hazard = Hazard::new(&Provider::default(), &needs);
        let restart = 0.1 + RELOAD_H;
        for side in 0..3 {
            let said = expected(&hazard, &needs, machines, work, restart, side);
            let (interval, write, mean) = (said.interval, needs.write_h, hazard.mtbi(machines, side));
            let (mut billed, mut waited) = (0.0, 0.0);
            for _ in 0..runs {
                for _ in 0..(work / interval).round() as u32 {
                    // An interval with its checkpoint, from its beginning until it holds.
                    let mut left = interval + write;
                    loop {
                        let hit = draw(&mut rng, mean);
                        if hit >= left {
                            billed += left;
                            break;
                        }
                        billed += hit;
                        waited += hazard.wait_h;
                        left = interval + write + restart;
                    }
                }
            }
            let n = f64::from(runs);
            let wall = said.billed + said.waiting;
            assert!((said.billed / (billed / n) - 1.0).abs() < 0.01, "{said:?} {}", billed / n);
            assert!(
                (wall / ((billed + waited) / n) - 1.0).abs() < 0.01,
                "{said:?} {}",
                (billed + waited) / n
            );
        }
    }
}

#[test]
fn spot_with_a_useful_notice_agrees_with_a_simulation() {
    let mut rng = Rng::with_seed(7);
    let (work, interval, write, restart) = (50.0, 2.0, 0.03, 0.25);
    for mtbi in [3.0, 10.0, 40.0] {
        let (mut billed, runs) = (0.0, 20_000);
        for _ in 0..runs {
            // Nothing is lost: each interruption costs the saving and the restart, in which the next may fall.
            let mut left = work * (1.0 + write / interval);
            loop {
                let hit = draw(&mut rng, mtbi);
                if hit >= left {
                    billed += left;
                    break;
                }
                billed += hit;
                left += write + restart - hit;
            }
        }
        let (seen, said) =
            (billed / f64::from(runs), billed_time_with_notice(work, interval, write, restart, mtbi));
        assert!((said / seen - 1.0).abs() < 0.01, "{said} against {seen}");
    }
}
