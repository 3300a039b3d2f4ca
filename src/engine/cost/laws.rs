//! What must hold for every bill: sums, monotony, scaling, currencies, absurd input.

use super::super::spot::billed_time;
use super::*;
use crate::catalog::Catalog;
use crate::engine::line::NoTrace;
use crate::engine::risk::{LossInput, expected_loss, on_time};
use crate::plan::DataClass;
use crate::units::Cause;
use fastrand::Rng;

const SIZES: Sizes = Sizes { model_gb: 15.2, result_gb: 0.3, home_gb: 0.3, starts: None };

fn plan(rng: &mut Rng) -> Plan {
    let mut p = Plan { task: Task::ALL[rng.usize(..Task::ALL.len())], ..Plan::default() };
    p.amount.hours = rng.f64() * 2_000.0;
    p.amount.days = rng.f64() * 400.0;
    p.amount.hours_per_day = rng.f64() * 24.0;
    p.data.storage_gb = rng.bool().then(|| rng.f64() * 5_000.0);
    p.data.egress_gb = rng.bool().then(|| rng.f64() * 50_000.0);
    p.data.keep_days = rng.f64() * 60.0;
    p.data.addresses = rng.u32(..4);
    p.market.sessions = rng.u32(..40);
    p.market.powered_share = rng.f64();
    p.market.discount = rng.f64() * 0.5;
    p.market.credit = if rng.bool() { 0.0 } else { rng.f64() * 5_000.0 };
    p.market.tax = rng.bool().then(|| rng.f64() * 0.2);
    p.market.licence = if rng.bool() { 0.0 } else { rng.f64() * 500.0 };
    p.market.support = if rng.bool() { 0.0 } else { rng.f64() * 0.1 };
    p.market.currency = if rng.bool() { Currency::Cny } else { Currency::Usd };
    p.care.debug_hours = rng.f64() * 50.0;
    p.care.retry_share = rng.f64();
    p.care.copies = rng.u32(..3);
    p
}

/// Every offer of the catalog under a random plan with a random number of cards.
fn each(seed: u64, plans: usize, mut visit: impl FnMut(&Catalog, &Ctx, usize, &Ask, &Units, f64, &Plan)) {
    let mut rng = Rng::with_seed(seed);
    let catalog = Catalog::embedded();
    for _ in 0..plans {
        let plan = plan(&mut rng);
        let ctx = Ctx::new(&plan, SIZES, catalog, catalog.date);
        let mut seen = 0;
        for (i, offer) in catalog.offers.iter().enumerate() {
            let cards = 1 << rng.u32(..7);
            let (Some(ask), Some(units)) = (&ctx.asks[i], count(offer, cards)) else { continue };
            seen += 1;
            visit(catalog, &ctx, i, ask, &units, rng.f64() * 3_000.0, &plan);
        }
        assert!(seen > 400, "{seen} offers priced");
    }
}

fn at(ctx: &Ctx, ask: &Ask, units: &Units, work: f64) -> Charges {
    let t = time(ctx, ask, units, work, Shift::default());
    charge(ctx, ask, units, &t, Shift::default(), &mut NoTrace)
}

#[test]
fn every_line_is_there_none_is_negative_and_they_add_up() {
    each(1, 20, |_, ctx, _, ask, units, work, _| {
        let work = Uncertain::exact(work).with_share(Cause::RunTime, 0.3, 0.5);
        let bill = bill(ctx, ask, units, &work);
        assert_eq!(bill.lines.iter().map(|l| l.money.micros).sum::<i64>(), bill.total.micros);
        let t = time(ctx, ask, units, work.likely, Shift::default());
        assert_eq!(quick(ctx, ask, units, &t).total, bill.total.to_f64());
        for (line, item) in bill.lines.iter().zip(Item::ALL) {
            assert_eq!(line.item, item);
            assert!(line.money.micros >= 0 || item.subtracts(), "{line:?}");
            let (shown, money) = (line.line.value.likely, line.money.to_f64());
            assert!((shown - money).abs() <= 1e-9 * money.abs(), "{line:?}");
            if item == Item::Egress && line.assumed_from.is_some() && line.money.micros > 0 {
                assert!(line.line.value.high > line.line.value.likely, "{line:?}");
            }
        }
        assert!(bill.band.low <= bill.band.likely && bill.band.likely <= bill.band.high);
        // Only what credit in hand pays for altogether is certain.
        let paid = ctx.needs.credit > 0.0 && bill.total.micros == 0;
        assert!(bill.band.high > bill.band.likely || paid, "a price is never certain");
        assert!(
            (t.work + t.saving + t.setup + t.debug + t.lost - t.powered).abs() < 1e-6 * t.powered.max(1.0)
        );
        assert!((t.powered + t.waiting + t.off - t.wall).abs() < 1e-6 * t.wall.max(1.0) || t.waiting > 0.0);
    });
}

#[test]
fn more_hours_storage_or_traffic_never_cost_less() {
    each(2, 6, |catalog, ctx, i, ask, units, work, plan| {
        let total = |ctx: &Ctx, work: f64| at(ctx, ask, units, work).total();
        let base = total(ctx, work);
        for more in [0.01, 1.0, 100.0] {
            // Lines share one sum: each is rounded to a micro-unit on its own.
            let rounding = ITEMS as i64;
            let now = total(ctx, work + more);
            assert!(now + rounding >= base, "{} at {work} + {more} h: {now} {base}", catalog.offers[i].id);
        }
        let mut wider = ctx.clone();
        wider.needs.once_gb += 500.0;
        assert!(total(&wider, work) >= base, "{plan:?}");
        wider.needs.egress_gb += 20_000.0;
        assert!(total(&wider, work) >= total(ctx, work));
        wider.needs.addresses += 3.0;
        wider.needs.keep_h += 100.0;
        wider.needs.snapshot_gb += 100.0;
        assert!(total(&wider, work) >= base);
    });
}

#[test]
fn doubling_a_price_doubles_its_lines() {
    each(3, 4, |_, ctx, _, ask, units, work, _| {
        let twice = Ask { price: ask.price.map(|p| 2.0 * p), ..*ask };
        let (one, two) = (at(ctx, ask, units, work), at(ctx, &twice, units, work));
        for item in Item::ALL {
            // What is a share of the lines above has its own test.
            if matches!(item, Item::Support | Item::Tax | Item::Credit) {
                continue;
            }
            let factor = if item <= Item::Discount { 2 } else { 1 };
            let off = two.of(item).saturating_sub(one.of(item).saturating_mul(factor)).abs();
            assert!(off <= 1, "{item:?}: {} and {}", one.of(item), two.of(item));
        }
    });
}

#[test]
fn currency_there_and_back_is_the_identity() {
    let rate = 6.7394;
    for micros in [0i64, 1, 8_500, 1_052_000_000, 389_400_000_000] {
        let usd = Money { micros, currency: Currency::Usd };
        let cny = Money { currency: Currency::Cny, ..usd.times(rate) };
        assert_eq!(cny.times(1.0 / rate).micros, micros);
    }
    // And a whole bill: the same plan in dollars is the same bill at the dated rate.
    let shop = Shop { rules: vec![rule(RuleLine::Egress, 0.0, 0.0, 0.8, Currency::Cny)], ..Shop::default() };
    let mut plan = bare(500.0);
    plan.data.egress_gb = Some(100.0);
    let cny = total(&shop, &plan, &one(), 0.0).total.to_f64();
    plan.market.currency = Currency::Usd;
    let usd = total(&shop, &plan, &one(), 0.0).total.to_f64();
    assert_eq!(cny, 1_080.0);
    assert!((usd * rate - cny).abs() < 0.000_02, "{usd}");
    // The user's own rate is taken at once.
    plan.market.usd_cny = Some(8.0);
    assert_eq!(total(&shop, &plan, &one(), 0.0).total.to_f64(), 135.0);
}

#[test]
fn break_even_really_is_one() {
    // AutoDL 4090: 1.98 an hour, 1,052 a month of 720 h (cost.md §3).
    let mut shop = Shop::default();
    shop.offers[0].readings = vec![reading(1.98, Currency::Cny)];
    let mut package = offer();
    package.mode = Mode::Monthly;
    package.unit = PriceUnit::GpuMonth;
    package.increment_s = 0;
    package.readings = vec![reading(1_052.0, Currency::Cny)];
    shop.offers.push(package);
    let even = crate::engine::cost::strategy::break_even(1.98, 1_052.0, 0.0, 720.0)
        .unwrap_or_else(|| panic!("none"));
    let cost = |hours: f64, which: usize| {
        let ctx = Ctx::new(&bare(hours), Sizes::default(), &shop, today());
        let ask = ctx.asks[which].unwrap_or_else(|| panic!("no price"));
        bill(&ctx, &ask, &one(), &Uncertain::ZERO).total.to_f64()
    };
    assert!((cost(even.hours, 0) - cost(even.hours, 1)).abs() < 0.01);
    assert!(cost(even.hours - 0.1, 0) < cost(even.hours - 0.1, 1));
    assert!(cost(even.hours + 0.1, 0) > cost(even.hours + 0.1, 1));
}

#[test]
fn absurd_numbers_saturate() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 1e308, 1e15];
    let catalog = Catalog::embedded();
    let mut rng = Rng::with_seed(5);
    for _ in 0..150 {
        let mut pick = || odd[rng.usize(..odd.len())];
        let mut p = Plan { task: Task::Serve, ..Plan::default() };
        p.amount.days = pick();
        p.amount.hours = pick();
        p.amount.hours_per_day = pick();
        p.amount.rps = Some(pick());
        p.data.storage_gb = Some(pick());
        p.data.egress_gb = Some(pick());
        p.data.dataset_gb = pick();
        p.data.keep_days = pick();
        p.data.bandwidth_mbps = pick();
        p.market.discount = pick();
        p.market.credit = pick();
        p.market.tax = Some(pick());
        p.market.licence = pick();
        p.market.support = pick();
        p.market.powered_share = pick();
        p.market.usd_cny = Some(pick());
        p.market.spot_mtbi_h = Some(pick());
        p.market.checkpoint_min = Some(pick());
        p.care.debug_hours = pick();
        p.care.retry_share = pick();
        p.care.hour_value = pick();
        p.data.addresses = u32::MAX;
        p.market.sessions = u32::MAX;
        let (gb, work) = (pick(), pick());
        p.task = Task::ALL[rng.usize(..Task::ALL.len())];
        let ctx = Ctx::new(
            &p,
            Sizes { model_gb: gb, result_gb: gb, home_gb: gb, starts: Some([[work; 3]; 5]) },
            catalog,
            catalog.date,
        );
        for (i, offer) in catalog.offers.iter().enumerate().step_by(7) {
            let (Some(ask), Some(units)) = (&ctx.asks[i], count(offer, 1_024)) else { continue };
            let t = time(&ctx, ask, &units, work, Shift::default());
            assert!(t.wall.is_finite() && t.wall >= 0.0, "{t:?} {p:?}");
            let q = quick(&ctx, ask, &units, &t);
            assert!(q.total.is_finite() && q.total >= 0.0, "{q:?} {p:?}");
            let b = bill(&ctx, ask, &units, &Uncertain::exact(work));
            assert!(b.band.low.is_finite() && b.band.high.is_finite(), "{:?}", b.band);
            let input = LossInput {
                provider: catalog.provider(offer.provider),
                units: &units,
                time: &t,
                bill: &q,
                care: &p.care,
            };
            let loss = expected_loss(&ctx, ask, &input, &mut NoTrace).0.likely();
            assert!(loss.is_finite() && loss >= 0.0, "{loss}");
        }
    }
}

#[test]
fn spot_time_agrees_with_a_simulation() {
    let mut rng = Rng::with_seed(20_260_822);
    for (work, parts, restart, mtbi, runs) in
        [(72.0, 114.0, 0.25, 6.0, 4_000), (72.0, 57.0, 0.25, 24.0, 8_000), (10.0, 5.0, 0.5, 3.0, 30_000)]
    {
        let (write, interval) = (1.0 / 30.0, work / parts);
        let mut next = || -crate::units::math::ln(1.0 - rng.f64()) * mtbi;
        let mut sum = 0.0;
        for _ in 0..runs {
            for _ in 0..parts as u32 {
                loop {
                    let hit = next();
                    if hit >= interval + write {
                        sum += interval + write;
                        break;
                    }
                    sum += hit;
                    // The restart may be hit too.
                    loop {
                        let hit = next();
                        if hit >= restart {
                            sum += restart;
                            break;
                        }
                        sum += hit;
                    }
                }
            }
        }
        let (seen, said) = (sum / f64::from(runs), billed_time(work, interval, write, restart, mtbi));
        assert!((said / seen - 1.0).abs() < 0.01, "{said} against {seen}");
    }
}

#[test]
fn loss_counts_data_faults_and_deadlines() {
    let shop = Shop::default();
    let mut plan = bare(1_000.0);
    plan.care.copies = 0;
    plan.care.hour_value = 10.0;
    plan.care.data_class = DataClass::Costly;
    let loss = |plan: &Plan, kind: ProviderKind| {
        let ctx = Ctx::new(plan, SIZES, &shop, today());
        let ask = ctx.asks[0].unwrap_or_else(|| panic!("no price"));
        let t = time(&ctx, &ask, &one(), 0.0, Shift::default());
        let provider = Provider { kind, ..shop.provider.clone() };
        let q = quick(&ctx, &ask, &one(), &t);
        let input = LossInput { provider: &provider, units: &one(), time: &t, bill: &q, care: &plan.care };
        expected_loss(&ctx, &ask, &input, &mut NoTrace).0
    };
    let (market, cloud) = (loss(&plan, ProviderKind::Marketplace), loss(&plan, ProviderKind::Hyperscaler));
    assert!(market.faults.likely > cloud.faults.likely && market.data.likely > cloud.data.likely);
    assert_eq!(cloud.exit.likely, 0.0);
    plan.care.copies = 1;
    assert!(loss(&plan, ProviderKind::Marketplace).data.likely < market.data.likely / 10.0);
    let wall = Uncertain::exact(10.0).with(Cause::RunTime, 3.0, 5.0);
    assert!((on_time(&wall, 15.0) - 0.95).abs() < 1e-6);
    assert_eq!(on_time(&Uncertain::exact(10.0), 9.0), 0.0);
}

#[test]
fn a_frozen_price_is_used_and_todays_stays_known() {
    let shop = Shop::default();
    let mut plan = bare(100.0);
    plan.frozen.push(crate::plan::FrozenPrice {
        offer: shop.offers[0].id.clone(),
        price: 1.5,
        unit: PriceUnit::GpuHour,
        currency: Currency::Cny,
        date: today(),
    });
    let ctx = Ctx::new(&plan, Sizes::default(), &shop, today());
    let ask = ctx.asks[0].unwrap_or_else(|| panic!("price"));
    assert_eq!((ask.price[1], ask.today), (1.5, Some(2.0)));
    plan.frozen[0].offer = "gone".into();
    let ctx = Ctx::new(&plan, Sizes::default(), &shop, today());
    assert_eq!(ctx.asks[0].map(|a| (a.price[1], a.today)), Some((2.0, None)));
}

#[test]
fn an_unknown_price_is_a_band_or_said_to_be_unknown() {
    let mut plan = bare(100.0);
    plan.data.egress_gb = Some(100.0);
    plan.data.addresses = 1;
    let assumed = |likely| {
        let money = |x| Money::new(x, Currency::Cny);
        Assumed {
            low: money(0.0),
            likely: money(likely),
            high: money(0.8),
            n: 3,
            among: Among::KindAndRegion,
        }
    };
    let bill = |assumed| total(&Shop { assumed, ..Shop::default() }, &plan, &one(), 0.0);
    let known = bill(Some(assumed(0.4)));
    let egress = &known.lines[Item::Egress as usize];
    assert_eq!((egress.money.to_f64(), egress.assumed_from, egress.unknown), (40.0, Some(3), false));
    assert!(egress.line.value.low < 1e-3 && (egress.line.value.high - 80.0).abs() < 1e-3);
    assert!(known.tornado.iter().any(|s| s.cause == Cause::AssumedPrice && s.high - s.low > 79.0));
    let silent = bill(None);
    assert!(silent.lines[Item::Egress as usize].unknown && silent.lines[Item::Address as usize].unknown);
}

#[test]
fn old_prices_and_other_readings_widen_the_band() {
    let mut shop = Shop::default();
    let band = |shop: &Shop| Ctx::new(&bare(1.0), Sizes::default(), shop, today()).asks[0].map(|a| a.price);
    // cost.md §11: fixed price clouds 2 % and 1 % a month.
    let [low, likely, high] = band(&shop).unwrap_or_default();
    assert!((low - 1.96).abs() < 1e-9 && likely == 2.0 && (high - 2.04).abs() < 1e-9);
    shop.offers[0].readings.push(Reading { scope: PriceScope::MedianLive, ..reading(3.0, Currency::Cny) });
    assert_eq!(band(&shop).unwrap_or_default()[2], 3.0);
    shop.offers[0].readings[1].as_of = AsOf::Day(Date::new(2026, 1, 1).unwrap_or_default());
    assert!(band(&shop).unwrap_or_default()[2] < 2.1, "older than 120 days");
    shop.offers[0].readings.truncate(1);
    shop.offers[0].readings[0].as_of = AsOf::Year(2020);
    let [low, ..] = band(&shop).unwrap_or_default();
    assert_eq!(low, 1.0, "at most 50 %");
    assert_eq!(super::super::ask::age_spread(true, 1.0), 0.2);
}
