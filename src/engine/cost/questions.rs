//! The questions of `strategy` and `own`, answered for a plan on the catalog: values for panels.

use super::own::{self, Monthly, Owning};
use super::strategy::{BreakEven, break_even, trial_threshold};
use super::tariff::Tariff;
use super::{Ask, Ctx, HOURS_MEAN_MONTH, Shift, Side, Time, Units, quick, spot, time};
use crate::catalog::{Gpu, Mode, Offer, OfferIx, Rates};
use crate::plan::{Buying, Plan};
use crate::units::Currency;

/// By the hour or by the month, at one provider for one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HourlyOrMonthly {
    /// The offer by the hour.
    pub hourly: OfferIx,
    /// The package.
    pub monthly: OfferIx,
    /// Price of an hour for all cards, in the plan's currency.
    pub hour: f64,
    /// Price of a package for all cards.
    pub month: f64,
    /// Hours of the package's month.
    pub month_h: f64,
    /// What a month of keeping the plan's disk costs while the machine is off.
    pub parked: f64,
    /// Where both cost the same.
    pub even: BreakEven,
    /// Powered hours of the plan in a month, for comparison.
    pub powered_h: f64,
    /// Doubt above which a trial of 24, 48, 72 hours pays before the package, when the trial's work is
    /// useless and when it counts; no refund.
    pub trials: [(f64, f64); 3],
    /// Hours by the hour after which a month has been paid.
    pub paid_a_month_h: f64,
}

/// Offers that differ from `offer` in mode only: same provider, card, region, variant and shape kind.
pub fn sibling(offers: &[Offer], offer: &Offer, mode: Mode) -> Option<OfferIx> {
    let at = offers.iter().position(|o| {
        o.provider == offer.provider
            && o.mode == mode
            && o.gpus == offer.gpus
            && o.card == offer.card
            && o.region == offer.region
            && o.variant == offer.variant
            && o.current
    })?;
    Some(OfferIx(at as u32))
}

/// What keeping the plan's disk for a month of `month_h` hours costs while a machine is off.
pub fn parked_month(ctx: &Ctx, tariff: &Tariff, machines: u32, month_h: f64) -> f64 {
    tariff.stopped.cost(ctx.needs.disk_gb(machines), Side::Likely) * month_h / HOURS_MEAN_MONTH
}

/// Compares an hourly offer with the monthly package of the same provider and card.
pub fn hourly_or_monthly(
    ctx: &Ctx,
    offers: &[Offer],
    hourly: OfferIx,
    units: &Units,
    t: &Time,
) -> Option<HourlyOrMonthly> {
    let offer = offers.get(hourly.0 as usize)?;
    let monthly = sibling(offers, offer, Mode::Monthly)?;
    let (a, b) = (ctx.ask(hourly)?, ctx.ask(monthly)?);
    if a.term_h > 0.0 || b.term_h <= 0.0 {
        return None;
    }
    let cards = f64::from(units.billed);
    let keep = 1.0 - ctx.needs.discount;
    let (hour, month) = (a.price[1] * cards * keep, b.price[1] * cards * keep);
    let parked = parked_month(ctx, ctx.tariff(a), units.instances, b.term_h);
    let even = break_even(hour, month, parked, b.term_h)?;
    let trial = |hours: f64| {
        let q = |useful| trial_threshold(hour, month, b.term_h, hours, 0.0, useful, 1.0).unwrap_or(1.0);
        (q(0.0), q(1.0))
    };
    // A plan longer than a month is on for its share of each.
    let months = (t.wall / b.term_h).max(1.0);
    Some(HourlyOrMonthly {
        hourly,
        monthly,
        hour,
        month,
        month_h: b.term_h,
        parked,
        even,
        powered_h: t.powered / months,
        trials: [trial(24.0), trial(48.0), trial(72.0)],
        paid_a_month_h: super::strategy::paid_a_month_at(hour, month),
    })
}

/// A spot offer beside the same machine on demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpotOrNot {
    /// Discount of the spot price against on demand; negative where spot is dearer.
    pub discount: f64,
    /// Mean hours between interruptions assumed.
    pub mtbi_h: f64,
    /// Mean hours between interruptions of one machine below which this job costs more on spot, set-up, disk
    /// and all; 0 where it never does, infinite where it always does.
    pub even_mtbi_h: f64,
    /// Hours between checkpoints.
    pub interval_h: f64,
    /// Interruptions to expect.
    pub interruptions: f64,
    /// Wall hours expected, and in the hostile case.
    pub wall: [f64; 2],
    /// Total expected, and in the hostile case.
    pub total: [f64; 2],
    /// The same job on demand.
    pub on_demand: f64,
    /// Chance to miss the deadline; 0 without one.
    pub p_late: f64,
    /// Spot until the latest moment, then on demand; `None` without a deadline.
    pub hybrid: Option<Hybrid>,
}

/// Spot until the latest switch, then on demand for good (cost.md §5.6): whole bills, disk and all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hybrid {
    /// Latest hour of the switch.
    pub switch_h: f64,
    /// Expected total.
    pub expected: f64,
    /// Total where the time on spot gave nothing.
    pub worst: f64,
}

/// Mean hours between interruptions that a break-even is looked for in: a minute and more than a year.
const EVEN_ENDS: [f64; 2] = [1.0 / 60.0, 1e4];

/// Weighs a spot ask against an on-demand ask for `work` hours, each with what is ordered there; `None` when
/// the first is no spot.
pub fn spot_or_not(
    ctx: &Ctx,
    (spot_ask, units): (&Ask, &Units),
    (on_demand, calm_units): (&Ask, &Units),
    work: f64,
    deadline_h: Option<f64>,
) -> Option<SpotOrNot> {
    let hazard = spot_ask.hazard.as_ref()?;
    let at = |side| {
        let shift = Shift { hazard: side, ..Shift::default() };
        let t = time(ctx, spot_ask, units, work, shift);
        (t, quick(ctx, spot_ask, units, &t).total)
    };
    let ((expected, cost), (bad, bad_cost)) = (at(Side::Likely), at(Side::High));
    let calm = time(ctx, on_demand, calm_units, work, Shift::default());
    let calm_total = quick(ctx, on_demand, calm_units, &calm).total;
    let dearer = |m: f64| {
        let factor = m / hazard.mtbi_h[1].max(1e-9);
        let hazard = spot::Hazard { mtbi_h: hazard.mtbi_h.map(|h| h * factor), ..*hazard };
        let ask = Ask { hazard: Some(hazard), ..*spot_ask };
        let t = time(ctx, &ask, units, work, Shift::default());
        quick(ctx, &ask, units, &t).total > calm_total
    };
    let [least, most] = EVEN_ENDS;
    let even_mtbi_h = match () {
        () if dearer(most) => f64::INFINITY,
        () if !dearer(least) => 0.0,
        () => halve(least, most, dearer),
    };
    let hour = |ask: &Ask, units: &Units| ask.per_card_hour() * f64::from(units.billed);
    let (p_spot, p_calm) = (hour(spot_ask, units), hour(on_demand, calm_units));
    let restart = spot_ask.boot_h[1] + super::RELOAD_H;
    let write = ctx.needs.write_h;
    let mtbi = hazard.mtbi(units.instances, 1);
    let useful = expected.work + expected.debug;
    let discount = if p_calm > 0.0 { 1.0 - p_spot / p_calm } else { 0.0 };
    let deadline =
        deadline_h.filter(|d| *d > 0.0).map(|d| d - expected.setup - expected.saving - expected.off);
    let late = |left| spot::p_late(left, useful, expected.interval, write, restart, hazard.wait_h, mtbi);
    let p_late = deadline.map_or(0.0, late);
    let spent = spot::SpotTime {
        billed: useful + expected.lost,
        interval: expected.interval,
        interruptions: expected.interruptions,
        waiting: expected.waiting,
    };
    // The whole bill of hours on spot and hours on demand: every line that grows with the price counts the
    // mean price of its hours.
    let mixed = |spot_h: f64, calm_h: f64, waiting: f64| {
        let powered = expected.setup + expected.saving + spot_h + calm_h;
        let lost = (spot_h + calm_h - useful).max(0.0);
        let wall = powered + waiting + expected.off;
        let t = Time { lost, powered, waiting, wall, ..expected };
        let (low, high) = (spot_ask.per_card_hour(), on_demand.per_card_hour());
        let price = if powered > 0.0 { low + (high - low) * calm_h / powered } else { low };
        quick(ctx, &Ask { price: [price; 3], term_h: 0.0, term_months: 0.0, ..*spot_ask }, units, &t).total
    };
    let hybrid = |left: f64| {
        let s = spot::switch(left, useful, spent, restart, write);
        let switches = mixed(s.spot_h, s.rest_h, s.waiting);
        let expected = (1.0 - p_late) * cost + p_late * switches;
        let worst = mixed(s.at_h, s.all_h, 0.0).max(cost).max(expected);
        Hybrid { switch_h: s.at_h, expected, worst }
    };
    Some(SpotOrNot {
        discount,
        mtbi_h: mtbi,
        even_mtbi_h,
        interval_h: expected.interval,
        interruptions: expected.interruptions,
        wall: [expected.wall, bad.wall],
        total: [cost, bad_cost],
        on_demand: calm_total,
        p_late,
        hybrid: deadline.map(hybrid),
    })
}

/// Owning beside renting, month by month.
#[derive(Clone, Debug, PartialEq)]
pub struct RentOrBuy {
    /// What owning costs a month, by part.
    pub own: Monthly,
    /// Inputs that were used, for editing.
    pub inputs: Owning,
    /// Price and power are references or assumptions, not the user's own.
    pub price_assumed: bool,
    /// What renting costs a month.
    pub rent: f64,
    /// At the end of each year: paid for owning less what the machine is still worth, paid for renting.
    pub years: Vec<(f64, f64)>,
    /// First month at whose end owning has cost less, machine sold; `None` within the years of use.
    pub pays_after_months: Option<u32>,
    /// The moment within that month at which both have cost the same, in months.
    pub crosses: Option<f64>,
    /// Share of use at which both cost the same over the years of use; `None`: renting is cheaper even
    /// at full use.
    pub even_use: Option<f64>,
}

impl RentOrBuy {
    /// Paid by the end of that month: for owning less what the machine is still worth, for renting.
    pub fn paid(&self, month: f64) -> (f64, f64) {
        paid_by(&self.inputs, &self.own, self.rent, month)
    }
}

/// Paid by the end of a month for owning, less what the machine would still sell for (its value falls
/// by the same share every month, to the residual at the end), and for renting.
fn paid_by(inputs: &Owning, own: &Monthly, rent: f64, month: f64) -> (f64, f64) {
    let worth = inputs.price * crate::units::math::pow(inputs.residual.max(1e-6), month / inputs.months);
    (inputs.price + inputs.network + (own.total - own.capital) * month - worth, rent * month)
}

/// A node draws more than its cards: 1.1 to 1.8 times in the reference machines of cost.md §8; where
/// only the cards are known, the middle (assumption).
const NODE_FACTOR: f64 = 1.5;

/// [`rent_or_buy`] with the plan's inputs and rates; reference prices are in yuan.
pub fn own_or_rent(
    plan: &Plan,
    rates: &Rates,
    gpu: &Gpu,
    cards: u32,
    rent_hour: f64,
    used: f64,
) -> Option<RentOrBuy> {
    let cny = match (plan.market.currency, plan.market.usd_cny) {
        (Currency::Usd, Some(fx)) if fx > 0.0 => 1.0 / fx,
        (other, _) => rates.factor(Currency::Cny, other)?,
    };
    rent_or_buy(&plan.buying, &gpu.id, f64::from(gpu.tdp_w), cards, rent_hour, used, cny)
}

/// Buying `cards` cards of `gpu` (id, board watts) against renting at `rent_hour` an hour of all of
/// them for a share `used` of the time. `cny` converts reference prices to the plan's currency. `None`
/// where neither the plan nor the references price it.
pub fn rent_or_buy(
    buying: &Buying,
    gpu: &str,
    tdp_w: f64,
    cards: u32,
    rent_hour: f64,
    used: f64,
    cny: f64,
) -> Option<RentOrBuy> {
    let found = own::SERVERS_CN.iter().find(|r| gpu.starts_with(r.card));
    let share = f64::from(cards) / 8.0;
    let price = match (buying.price, found) {
        (Some(p), _) if p > 0.0 => p,
        (_, Some(r)) => r.price_cny[1] * share * cny,
        _ => return None,
    };
    let kw = match found {
        Some(r) if r.kw > 0.0 => r.kw * share,
        _ => tdp_w.max(0.0) / 1_000.0 * f64::from(cards) * NODE_FACTOR,
    };
    let finite = |x: f64, low: f64, high: f64| if x.is_finite() { x.clamp(low, high) } else { low };
    let used = finite(used, 0.0, 1.0);
    let inputs = Owning {
        price: finite(price, 0.0, 1e12),
        network: 0.0,
        months: finite(buying.years * 12.0, 1.0, 240.0),
        residual: finite(buying.residual, 0.0, 1.0),
        interest: finite(buying.interest, 0.0, 1.0),
        kw,
        idle_power: own::IDLE_POWER,
        pue: finite(buying.pue, 1.0, 5.0),
        tariff: finite(buying.tariff.unwrap_or(own::TARIFF_CNY * cny), 0.0, 1e6),
        use_share: used,
        maintenance: finite(buying.maintenance, 0.0, 1.0),
        colocation: finite(buying.colocation, 0.0, 1e12),
        staff: finite(buying.staff, 0.0, 1e12),
        cards,
    };
    let own = own::monthly(&inputs);
    let rent = finite(rent_hour, 0.0, 1e12) * HOURS_MEAN_MONTH * used;
    let paid = |month: f64| paid_by(&inputs, &own, rent, month);
    let years = (1..=(inputs.months / 12.0).ceil() as u32).map(|y| paid(f64::from(y) * 12.0)).collect();
    let pays_after_months = (1..=inputs.months as u32).find(|m| {
        let (own, rent) = paid(f64::from(*m));
        own <= rent
    });
    let crosses = pays_after_months.map(|m| {
        let dearer = |at: f64| {
            let (own, rent) = paid(at);
            own > rent
        };
        halve(f64::from(m - 1), f64::from(m), dearer)
    });
    // Rent is proportional to use; owning hardly is: bisect.
    let gap = |u: f64| {
        let at = own::monthly(&Owning { use_share: u, ..inputs });
        rent_hour * HOURS_MEAN_MONTH * u - at.total
    };
    let even_use = (gap(1.0) >= 0.0).then(|| halve(0.0, 1.0, |u| gap(u) < 0.0));
    Some(RentOrBuy {
        own,
        inputs,
        price_assumed: buying.price.is_none(),
        rent,
        years,
        pays_after_months,
        crosses,
        even_use,
    })
}

/// Where `below` stops holding between two ends, by halving.
fn halve(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let mid = 0.5 * (low + high);
        if below(mid) { low = mid } else { high = mid }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::super::count;
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine::cost::Sizes;
    use crate::plan::Plan;

    #[test]
    fn autodl_4090_by_the_month_pays_above_530_hours() {
        let catalog = Catalog::embedded();
        let mut plan = Plan::default();
        plan.data.storage_gb = Some(0.0);
        let ctx = Ctx::new(&plan, Sizes::default(), catalog, catalog.date);
        let hourly = catalog.offer_ix("autodl-rtx-4090-24g-1x-hourly-cn").unwrap_or_else(|| panic!("offer"));
        let units = count(&catalog.offers[hourly.0 as usize], 1).unwrap_or_else(|| panic!("units"));
        let ask = ctx.ask(hourly).unwrap_or_else(|| panic!("price"));
        let t = time(&ctx, ask, &units, 13.0, Shift::default());
        let got = hourly_or_monthly(&ctx, &catalog.offers, hourly, &units, &t);
        let got = got.unwrap_or_else(|| panic!("no package"));
        // cost.md §3: 1,052 a month against 1.98 an hour.
        assert!((got.even.hours - 531.31).abs() < 0.01, "{got:?}");
        assert!((got.trials[0].0 - 0.045_17).abs() < 1e-5);
        assert!(got.powered_h < got.even.hours);
    }

    #[test]
    fn spot_against_on_demand_has_all_figures() {
        let catalog = Catalog::embedded();
        let mut plan = Plan::default();
        plan.market.region = None;
        let sizes = Sizes { model_gb: 15.0, result_gb: 0.2, home_gb: 0.2, starts: None };
        let ctx = Ctx::new(&plan, sizes, catalog, catalog.date);
        let (mut seen, mut even) = (0, 0);
        for (i, offer) in catalog.offers.iter().enumerate().filter(|(_, o)| o.mode == Mode::Spot) {
            let Some(other) = sibling(&catalog.offers, offer, Mode::OnDemand) else { continue };
            let (Some(a), Some(b)) = (ctx.ask(OfferIx(i as u32)), ctx.ask(other)) else { continue };
            let Some(units) = count(offer, 1) else { continue };
            let got = spot_or_not(&ctx, (a, &units), (b, &units), 72.0, Some(96.0))
                .unwrap_or_else(|| panic!("spot"));
            assert!(got.wall[1] >= got.wall[0] && got.total[1] >= got.total[0], "{got:?}");
            assert!((0.0..=1.0).contains(&got.p_late), "{got:?}");
            if got.even_mtbi_h > 0.0 && got.even_mtbi_h.is_finite() {
                even += 1;
                let total = |m: f64| {
                    let hazard = a.hazard.unwrap_or_else(|| panic!("hazard"));
                    let mtbi_h = hazard.mtbi_h.map(|h| h * m / hazard.mtbi_h[1]);
                    let a = Ask { hazard: Some(spot::Hazard { mtbi_h, ..hazard }), ..*a };
                    let t = time(&ctx, &a, &units, 72.0, Shift::default());
                    quick(&ctx, &a, &units, &t).total
                };
                let m = got.even_mtbi_h;
                assert!(total(m * 0.98) > got.on_demand && total(m * 1.02) < got.on_demand, "{got:?}");
                // Within a cent, unless one more checkpoint at just that point makes a step.
                let (before, after) = (total(m * (1.0 - 1e-9)), total(m * (1.0 + 1e-9)));
                let near = |x: f64| (x - got.on_demand).abs() < 0.01;
                assert!(near(total(m)) || before > got.on_demand && after < got.on_demand, "{got:?}");
            }
            let hybrid = got.hybrid.unwrap_or_else(|| panic!("hybrid"));
            assert!(hybrid.worst >= hybrid.expected * (1.0 - 1e-9) && hybrid.switch_h <= 96.0, "{got:?}");
            seen += 1;
        }
        assert!(seen > 10 && even > 10, "{seen} {even}");
    }

    /// What a job takes out costs the same whether it ends on spot or on demand: the switch counts it.
    #[test]
    fn the_switch_counts_the_whole_bill() {
        let catalog = Catalog::embedded();
        let mut plan = Plan::default();
        plan.market.region = None;
        plan.data.egress_gb = Some(0.0);
        let sizes = Sizes { model_gb: 15.0, result_gb: 0.2, home_gb: 0.2, starts: None };
        let mut dearer = plan.clone();
        dearer.data.egress_gb = Some(10_000.0);
        dearer.market.licence = 700.0;
        dearer.market.tax = Some(0.0);
        let (few, many) = [&plan, &dearer].map(|p| Ctx::new(p, sizes, catalog, catalog.date)).into();
        let mut seen = 0;
        for (i, offer) in catalog.offers.iter().enumerate().filter(|(_, o)| o.mode == Mode::Spot) {
            let Some(other) = sibling(&catalog.offers, offer, Mode::OnDemand) else { continue };
            let Some(units) = count(offer, 1) else { continue };
            let at = |ctx: &Ctx| {
                let (a, b) = (*ctx.ask(OfferIx(i as u32))?, *ctx.ask(other)?);
                spot_or_not(ctx, (&a, &units), (&b, &units), 72.0, Some(96.0))
            };
            let (Some(few), Some(many)) = (at(&few), at(&many)) else { continue };
            let (Some(a), Some(b)) = (few.hybrid, many.hybrid) else { panic!("deadline") };
            // Traffic and the licence of one month: the same amount on every way through.
            let more = many.total[0] - few.total[0];
            assert!(more > 699.99, "{more}");
            assert!((b.expected - a.expected - more).abs() < 0.01, "{a:?} {b:?} {more}");
            assert!((b.worst - a.worst - more).abs() < 0.01, "{a:?} {b:?} {more}");
            // Without any chance of being late it is the bill on spot; and never less than that at worst.
            assert!(a.worst >= few.total[0] && (few.p_late > 0.0 || a.expected == few.total[0]));
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    }

    #[test]
    fn buying_a_mainland_h100_node_hardly_pays_in_three_years() {
        // cost.md §8: 75,000 to 80,000 a month rents what costs 83,900 a month to own.
        let rent = 77_500.0 / HOURS_MEAN_MONTH;
        let got = rent_or_buy(&Buying::default(), "h100-sxm-80g", 700.0, 8, rent, 1.0, 1.0);
        let got = got.unwrap_or_else(|| panic!("reference"));
        assert!((got.own.total - 83_882.0).abs() < 1.0 && got.price_assumed);
        assert_eq!(got.even_use, None);
        assert_eq!(got.years.len(), 3);
        // At twice the rent it pays, and only with much use.
        let dear = rent_or_buy(&Buying::default(), "h100-sxm-80g", 700.0, 8, 2.0 * rent, 1.0, 1.0);
        let dear = dear.unwrap_or_else(|| panic!("reference"));
        let even = dear.even_use.unwrap_or_else(|| panic!("even"));
        assert!((0.4..0.6).contains(&even), "{even}");
        assert!(dear.pays_after_months.is_some_and(|m| m < 24), "{dear:?}");
        let own = own::monthly(&Owning { use_share: even, ..dear.inputs }).total;
        assert!((own - 2.0 * rent * HOURS_MEAN_MONTH * even).abs() < 0.01, "equal within a cent");
        assert_eq!(rent_or_buy(&Buying::default(), "tpu", 0.0, 8, 1.0, 1.0, 1.0), None);
    }
}
