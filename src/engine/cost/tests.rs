//! A small invented shop for the tests of this room. Its prices are test inputs, not facts.

use super::*;
use crate::catalog::*;
use crate::plan::{Plan, Task};
use crate::units::{AsOf, Currency, Date, MICRO, Money, Uncertain};

/// A metered single-card offer at 2 yuan.
pub(crate) fn offer() -> Offer {
    Offer {
        id: "shop-card-hourly".into(),
        provider: ProviderIx(0),
        gpus: vec![GpuIx(0)],
        card: String::new(),
        cards: Cards::UpTo(8, false),
        mode: Mode::OnDemand,
        region: Region::Cn,
        place: String::new(),
        variant: String::new(),
        unit: PriceUnit::GpuHour,
        vcpus: 0,
        host_gib: 0,
        shape: 1,
        link: Link::default(),
        network_gbps: 0.0,
        rdma: None,
        increment_s: 1,
        instance: String::new(),
        month_hours: 0,
        term_months: 0,
        month_assumed: false,
        readings: vec![reading(2.0, Currency::Cny)],
        current: true,
        own: false,
    }
}

pub(crate) fn reading(price: f64, currency: Currency) -> Reading {
    Reading {
        as_of: AsOf::Day(today()),
        current: true,
        price: Money::new(price, currency),
        scope: PriceScope::List,
        source: 0,
        confidence: Confidence::High,
    }
}

pub(crate) fn today() -> Date {
    Date::new(2026, 10, 4).unwrap_or_default()
}

/// What a rule charges.
pub(crate) fn rule(line: RuleLine, from: f64, free: f64, price: f64, currency: Currency) -> Rule {
    Rule {
        provider: ProviderIx(0),
        line,
        state: PowerState::Any,
        from,
        free,
        price: Money::new(price, currency),
        unit: match line {
            RuleLine::Egress | RuleLine::Ingress => RuleUnit::Gb,
            RuleLine::Address => RuleUnit::Hour,
            RuleLine::Support => RuleUnit::Month,
            _ => RuleUnit::GbMonth,
        },
        as_of: None,
        source: 0,
    }
}

/// A catalog of one provider.
pub(crate) struct Shop {
    pub offers: Vec<Offer>,
    pub provider: Provider,
    pub rules: Vec<Rule>,
    pub assumed: Option<Assumed>,
}

impl Default for Shop {
    fn default() -> Self {
        Self {
            offers: vec![offer()],
            provider: Provider { images: Some(true), ..Provider::default() },
            rules: Vec::new(),
            assumed: None,
        }
    }
}

impl Facts for Shop {
    fn offers(&self) -> &[Offer] {
        &self.offers
    }
    fn provider(&self, _: ProviderIx) -> &Provider {
        &self.provider
    }
    fn rules(&self, _: ProviderIx) -> Vec<Rule> {
        self.rules.clone()
    }
    fn assumed(&self, _: RuleLine, _: ProviderKind, _: Region, _: Currency) -> Option<Assumed> {
        self.assumed
    }
    fn per_usd(&self, currency: Currency) -> Option<(f64, AsOf)> {
        let day = AsOf::Day(Date::new(2026, 8, 22)?);
        match currency {
            Currency::Usd => Some((1.0, day)),
            // CMIS, 2026-08-22 (cost.md §1).
            Currency::Cny => Some((6.7394, day)),
            Currency::Eur => None,
        }
    }
}

/// A plan of known hours without anything hidden.
pub(crate) fn bare(hours: f64) -> Plan {
    let mut plan = Plan { task: Task::KnownCards, ..Plan::default() };
    plan.amount.hours = hours;
    plan.data.storage_gb = Some(0.0);
    plan.data.egress_gb = Some(0.0);
    plan.data.dataset_gb = 0.0;
    plan.data.keep_days = 0.0;
    plan
}

pub(crate) fn one() -> Units {
    Units { instances: 1, per_instance: 1, billed: 1, idle: 0, assumed: false }
}

pub(crate) fn total(shop: &Shop, plan: &Plan, units: &Units, work: f64) -> Bill {
    let ctx = Ctx::new(plan, Sizes::default(), shop, today());
    let ask = ctx.asks[0].unwrap_or_else(|| panic!("no price"));
    bill(&ctx, &ask, units, &Uncertain::exact(work))
}

#[test]
fn checkpoints_are_written_in_paid_hours() {
    let (mut plan, shop) = (Plan::default(), Shop::default());
    plan.data.checkpoints = 3;
    // 720 GB at 1 GB/s are 0.2 h.
    let sizes = Sizes { result_gb: 720.0, ..Sizes::default() };
    let time_of = |plan: &Plan, taken_away: bool| {
        let ctx = Ctx::new(plan, sizes, &shop, today());
        let mut ask = ctx.asks[0].unwrap_or_else(|| panic!("no price"));
        ask.hazard = taken_away.then(|| spot::Hazard::new(&shop.provider, &ctx.needs));
        time(&ctx, &ask, &one(), 10.0, Shift::default())
    };
    let near = |got: f64, want: f64| assert!((got - want).abs() < 1e-9, "{got} for {want}");
    let kept = time_of(&plan, false);
    near(kept.saving, 3.0 * 0.2);
    near(kept.powered - kept.work - kept.setup - kept.debug, 0.6);
    plan.market.checkpoint_min = Some(150.0);
    // Four intervals of 2.5 h and the end; spot counts its own intervals.
    near(time_of(&plan, false).saving, 5.0 * 0.2);
    near(time_of(&plan, true).saving, 0.2);
    plan.task = Task::ImageInfer;
    near(time_of(&plan, false).saving, 0.0);
}

#[test]
fn lines_add_up_to_the_total_and_quick_agrees() {
    let mut plan = Plan::default();
    plan.data.addresses = 1;
    plan.market.discount = 0.1;
    plan.care.debug_hours = 5.0;
    let shop = Shop { rules: vec![rule(RuleLine::Egress, 0.0, 0.0, 0.8, Currency::Cny)], ..Shop::default() };
    let sizes = Sizes { model_gb: 15.0, result_gb: 0.2, home_gb: 0.2, starts: None };
    let ctx = Ctx::new(&plan, sizes, &shop, today());
    let ask = ctx.asks[0].unwrap_or_else(|| panic!("no price"));
    for hours in [0.0, 0.37, 13.0, 719.0, 1e5] {
        let work = Uncertain::exact(hours);
        let bill = bill(&ctx, &ask, &one(), &work);
        assert_eq!(bill.lines.len(), ITEMS);
        assert_eq!(bill.lines.iter().map(|l| l.money.micros).sum::<i64>(), bill.total.micros);
        let t = time(&ctx, &ask, &one(), hours, Shift::default());
        assert_eq!(quick(&ctx, &ask, &one(), &t).total, bill.total.micros as f64 / MICRO);
        for (line, item) in bill.lines.iter().zip(Item::ALL) {
            assert_eq!(line.line.what, item.what());
        }
    }
}

/// A start that is charged a least amount: what is missing to it counts as rounding.
#[test]
fn every_start_is_charged_its_least() {
    let mut shop = Shop::default();
    shop.provider.min_charge = Some(Money::new(0.5, Currency::Cny));
    let mut plan = bare(1.0);
    plan.market.sessions = 10;
    // Ten starts in an hour at 2 yuan: 2 by the second, 5 at least.
    let short = total(&shop, &plan, &one(), 0.0);
    assert_eq!((short.total.to_f64(), short.lines[Item::Rounding as usize].money.to_f64()), (5.0, 3.0));
    plan.market.sessions = 1;
    assert_eq!(total(&shop, &plan, &one(), 0.0).total.to_f64(), 2.0);
    // A package has no starts to charge.
    shop.offers[0].mode = Mode::Monthly;
    shop.offers[0].unit = PriceUnit::GpuMonth;
    plan.market.sessions = 10;
    assert_eq!(total(&shop, &plan, &one(), 0.0).total.to_f64(), 2.0);
}

/// Traffic that is sold as bandwidth: every month that is begun, whatever goes through.
#[test]
fn traffic_by_the_month_counts_no_gigabytes() {
    let shop = Shop { rules: vec![rule(RuleLine::Egress, 0.0, 0.0, 0.8, Currency::Cny)], ..Shop::default() };
    let mut plan = bare(100.0);
    plan.data.egress_gb = Some(1_000.0);
    let line = |plan: &Plan| total(&shop, plan, &one(), 0.0).lines[Item::Egress as usize].clone();
    assert_eq!(line(&plan).money.to_f64(), 800.0);
    plan.data.egress_month = Some(125.0);
    let by_month = line(&plan);
    assert_eq!((by_month.money.to_f64(), by_month.assumed_from), (125.0, None));
    plan.amount.hours = 731.0;
    assert_eq!(line(&plan).money.to_f64(), 250.0);
    plan.data.egress_month = Some(0.0);
    assert_eq!(line(&plan).money.to_f64(), 0.0);
}

#[path = "even.rs"]
mod even;
#[path = "laws.rs"]
mod laws;
#[path = "own_lines.rs"]
mod own_lines;
#[path = "vectors.rs"]
mod vectors;
