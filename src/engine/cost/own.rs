//! Buying instead of renting: what owning costs a month (cost.md §8).

use super::HOURS_MEAN_MONTH;
use crate::plan::Plan;
use crate::units::math::pow;

/// What owning depends on; money in one currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Owning {
    /// Price of the machine.
    pub price: f64,
    /// Price of network and installation.
    pub network: f64,
    /// Months of use.
    pub months: f64,
    /// Share of the price left at the end.
    pub residual: f64,
    /// Interest per year.
    pub interest: f64,
    /// Power at full load, kW.
    pub kw: f64,
    /// Share of the full power drawn while idle.
    pub idle_power: f64,
    /// Power usage effectiveness.
    pub pue: f64,
    /// Price of a kWh.
    pub tariff: f64,
    /// Share of the hours that it works.
    pub use_share: f64,
    /// Maintenance per year as a share of the price.
    pub maintenance: f64,
    /// Colocation per month.
    pub colocation: f64,
    /// Staff per month.
    pub staff: f64,
    /// Cards.
    pub cards: u32,
}

/// Monthly cost of owning, by part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Monthly {
    /// Interest and wear.
    pub capital: f64,
    /// Electricity.
    pub energy: f64,
    /// Repairs and contract.
    pub maintenance: f64,
    /// Rack.
    pub colocation: f64,
    /// People.
    pub staff: f64,
    /// Sum.
    pub total: f64,
    /// Per card and hour of work.
    pub per_gpu_hour: f64,
}

/// Monthly payment for a loan of one: `i / (1 − (1+i)^−N)`, i = `interest`/12; 1/N without interest.
pub fn capital_factor(interest: f64, months: f64) -> f64 {
    let (i, n) = (interest / 12.0, months.max(1.0));
    if i.abs() < 1e-9 {
        return 1.0 / n;
    }
    i / (1.0 - pow(1.0 + i, -n))
}

/// What owning costs a month of 730 h.
pub fn monthly(o: &Owning) -> Monthly {
    let n = o.months.max(1.0);
    let left = o.residual * o.price / pow(1.0 + o.interest / 12.0, n);
    let capital = ((o.price + o.network - left) * capital_factor(o.interest, n)).max(0.0);
    let used = o.use_share.clamp(0.0, 1.0);
    let kw = o.kw * (used + (1.0 - used) * o.idle_power);
    let energy = kw * o.pue * HOURS_MEAN_MONTH * o.tariff;
    let maintenance = o.maintenance / 12.0 * o.price;
    let total = capital + energy + maintenance + o.colocation + o.staff;
    let hours = f64::from(o.cards) * HOURS_MEAN_MONTH * used;
    Monthly {
        capital,
        energy,
        maintenance,
        colocation: o.colocation,
        staff: o.staff,
        total,
        per_gpu_hour: if hours > 0.0 { total / hours } else { 0.0 },
    }
}

/// The highest price of the machine at which owning costs no more a month than `rent`; `None` where even a machine for
/// nothing would cost more. What owning costs is linear in the price.
pub fn even_price(o: &Owning, rent: f64) -> Option<f64> {
    let at = |price| monthly(&Owning { price, ..*o }).total;
    let (fixed, slope) = (at(0.0), at(1e6) - at(0.0));
    (slope > 0.0 && rent > fixed).then(|| (rent - fixed) / slope * 1e6)
}

/// Use of a machine that one job alone does not tell: a lab that works by day and some nights
/// (assumption).
const USE: f64 = 0.5;

/// Share of the time that an owned machine would work: of a service its hours of the day.
pub fn use_share(plan: &Plan) -> f64 {
    if plan.task.service() { plan.amount.hours_per_day / 24.0 } else { USE }
}

/// A reference price of a whole machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference {
    /// Card id as in the catalog, or its beginning.
    pub card: &'static str,
    /// Price of an 8-card server in yuan: low, mid, high.
    pub price_cny: [f64; 3],
    /// Power of the node, kW; 0 unknown.
    pub kw: f64,
}

/// Prices of 8-card servers in mainland China: CMIS, 2026-08-22, whose own classes are estimates
/// (cost.md §8). Power: TechnoLynx 2026-05 for the H100 node; the others are assumptions there.
pub const SERVERS_CN: [Reference; 9] = [
    Reference { card: "h100-sxm-80g", price_cny: [230e4, 275e4, 320e4], kw: 10.2 },
    Reference { card: "h20-", price_cny: [100e4, 120e4, 140e4], kw: 6.5 },
    Reference { card: "a100-sxm-80g", price_cny: [90e4, 115e4, 140e4], kw: 6.5 },
    Reference { card: "rtx-5090-32g", price_cny: [28e4, 34e4, 40e4], kw: 0.0 },
    Reference { card: "rtx-4090-24g", price_cny: [18e4, 23e4, 28e4], kw: 4.0 },
    Reference { card: "ascend-910b", price_cny: [155e4, 190e4, 225e4], kw: 5.2 },
    Reference { card: "ascend-910c", price_cny: [170e4, 220e4, 270e4], kw: 0.0 },
    Reference { card: "hygon-k100", price_cny: [60e4, 77.5e4, 95e4], kw: 0.0 },
    Reference { card: "mtt-s4000", price_cny: [65e4, 80e4, 95e4], kw: 0.0 },
];

/// Price of a kWh in mainland China, yuan: one course file (cost.md §8, low).
pub const TARIFF_CNY: f64 = 0.8;

/// Share of the full power that an idle node draws (assumption).
pub const IDLE_POWER: f64 = 0.3;
