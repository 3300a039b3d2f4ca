//! One offer's price, prepared: per card, in the plan's currency, with the band of its age.

use super::ctx::{Increments, Needs};
use super::spot::Hazard;
use super::{HOURS_30_DAYS, HOURS_MEAN_MONTH, HOURS_YEAR};
use crate::catalog::{Cards, Mode, Offer, PriceScope, Provider, ProviderKind, Slice};
use crate::units::{Currency, Date};

/// End of a band that a figure is moved to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// The 5 % point.
    Low,
    /// The middle.
    #[default]
    Likely,
    /// The 95 % point.
    High,
}

/// What a seller asks, ready for the bill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ask {
    /// Price of one card for an hour, or for a whole term, in the plan's currency: low, likely, high.
    pub price: [f64; 3],
    /// Hours of a term; 0 for metered offers.
    pub term_h: f64,
    /// Months that a term has; 0 for metered offers.
    pub term_months: f64,
    /// Billing increment of metered offers, h: low, likely, high.
    pub increment_h: [f64; 3],
    /// Least that a start is charged, all cards of a machine together, in the plan's currency.
    pub least: f64,
    /// From how many providers the increment is assumed; 0 when printed.
    pub increment_from: u16,
    /// Hours of each start (boot, image pull, load): low, likely, high.
    pub boot_h: [f64; 3],
    /// Hours of the first start beyond a boot (image, downloads, making the environment), once: low,
    /// likely, high.
    pub setup_h: [f64; 3],
    /// Interruptions; `None` unless spot.
    pub hazard: Option<Hazard>,
    /// Position of the tariff in [`super::Ctx::tariffs`].
    pub tariff: u32,
    /// Factor from the reading's currency to the plan's.
    pub rate: f64,
    /// Days since the price was read.
    pub age_days: i32,
    /// The price is a floor: bids rise (cost.md §5.7).
    pub floor: bool,
    /// The price is the one that the link was made with; this is today's, in the same unit, where the
    /// offer still has one. `None` for offers that are not frozen.
    pub today: Option<f64>,
    /// Days after which the provider deletes a stopped machine with its data; `None` unknown.
    pub deletes_after_days: Option<u32>,
}

/// Hours of a start. Checklist Q-13 and cost.md §5.5: 0 to 0.25 h; the middle is an assumption.
const BOOT_H: [f64; 3] = [0.0, 0.1, 0.25];
/// Hours of installing once, by whether the provider has prebuilt images. Checklist Q-21: 0 to 4 h;
/// the middles are an assumption.
const SETUP_IMAGES_H: [f64; 3] = [0.0, 0.25, 1.0];
const SETUP_UNKNOWN_H: [f64; 3] = [0.0, 0.5, 2.0];
const SETUP_BARE_H: [f64; 3] = [0.25, 1.0, 4.0];
/// Readings of so many days widen the band (semantics §5).
const RECENT_DAYS: i32 = 120;
/// Days of a mean month.
const MONTH_DAYS: f64 = 365.25 / 12.0;

impl Ask {
    /// The price of a slice: the card's, divided among as many as share it.
    #[must_use]
    pub fn of_slice(self, slice: Option<Slice>) -> Self {
        let share = slice.map_or(1.0, |s| 1.0 / f64::from(s.of.max(1)));
        Self { price: self.price.map(|p| p * share), today: self.today.map(|p| p * share), ..self }
    }
    pub(super) fn new(
        offer: &Offer,
        provider: &Provider,
        tariff: u32,
        increments: &Increments,
        rate: impl Fn(Currency) -> Option<f64>,
        today: Date,
        needs: &Needs,
    ) -> Option<Self> {
        let reading = offer.likely()?;
        let factor = rate(reading.price.currency)?;
        let (term_h, term_months) = term(offer);
        let per_card = factor * unit_factor(offer, term_h, term_months);
        let price = |micros: i64| {
            let p = crate::units::Money { micros, ..reading.price }.to_f64() * per_card;
            if p.is_finite() { p.clamp(0.0, 1e12) } else { 0.0 }
        };
        let likely = price(reading.price.micros);
        let age_days = reading.as_of.age(today);
        let moves = offer.mode == Mode::Spot || matches!(provider.kind, ProviderKind::Marketplace);
        let spread = age_spread(moves, f64::from(age_days) / MONTH_DAYS);
        let (mut low, mut high) = (likely * (1.0 - spread), likely * (1.0 + spread));
        for other in &offer.readings {
            let same = other.price.currency == reading.price.currency
                && !matches!(other.scope, PriceScope::Bid | PriceScope::GpuOnly);
            if same && other.as_of.age(today) <= RECENT_DAYS {
                low = low.min(price(other.price.micros));
                high = high.max(price(other.price.micros));
            }
        }
        let (increment_h, increment_from) = match offer.increment_s {
            _ if term_h > 0.0 => ([0.0; 3], 0),
            0 => increments.assumed(offer.region),
            s => ([f64::from(s) / 3_600.0; 3], 0),
        };
        let least = provider.min_charge.and_then(|m| Some(m.to_f64() * rate(m.currency)?));
        Some(Self {
            price: [low, likely, high],
            least: if term_h > 0.0 { 0.0 } else { least.unwrap_or(0.0) },
            term_h,
            term_months,
            increment_h,
            increment_from,
            boot_h: BOOT_H,
            setup_h: setup(provider, needs),
            hazard: (offer.mode == Mode::Spot).then(|| Hazard::new(provider, needs)),
            tariff,
            rate: factor,
            age_days,
            floor: reading.scope == PriceScope::Bid,
            today: None,
            deletes_after_days: provider.deletes_after_days,
        })
    }
    /// Hours of starting: every start boots; the first one also moves image, model and data, warms up and
    /// installs what the image lacks. The disk stays between starts. `side`: low, likely, high.
    pub fn starts_h(&self, sessions: f64, side: usize) -> f64 {
        sessions * self.boot_h[side] + self.setup_h[side]
    }
    /// Price of one card for an hour: of the term's hours where it is sold by the term.
    pub fn per_card_hour(&self) -> f64 {
        if self.term_h > 0.0 { self.price[1] / self.term_h } else { self.price[1] }
    }
}

/// Hours of the first start beyond one boot.
fn setup(provider: &Provider, needs: &Needs) -> [f64; 3] {
    let install = match provider.images {
        Some(true) => SETUP_IMAGES_H,
        None => SETUP_UNKNOWN_H,
        Some(false) => SETUP_BARE_H,
    };
    let mut out = [0.0; 3];
    for (i, hours) in out.iter_mut().enumerate() {
        *hours = install[i]
            + match &needs.starts {
                Some(kinds) => (kinds[provider.kind as usize][i] - BOOT_H[i]).max(0.0),
                None => needs.download_h,
            };
    }
    out
}

/// How far a price may have moved since it was read `months` ago, as a share (cost.md §11): fixed
/// clouds 2 % and 1 % a month, marketplaces and spot 15 % and 5 % a month, at most 50 %.
pub fn age_spread(moves: bool, months: f64) -> f64 {
    let months = months.max(0.0);
    let spread = if moves { 0.15 + 0.05 * months } else { 0.02 + 0.01 * months };
    spread.min(0.5)
}

/// Hours and months of an offer's term; zero for metered offers.
fn term(offer: &Offer) -> (f64, f64) {
    let month = if offer.month_hours > 0 { f64::from(offer.month_hours) } else { HOURS_30_DAYS };
    let (hours, months) = match offer.mode {
        Mode::Monthly => (month, 1.0),
        Mode::Reserved1y => (HOURS_YEAR, 12.0),
        Mode::Reserved3y => (3.0 * HOURS_YEAR, 36.0),
        // A price per month under an hourly mode is sold by the month all the same.
        Mode::OnDemand | Mode::Spot if offer.per_month() => (month, 1.0),
        Mode::OnDemand | Mode::Spot => (0.0, 0.0),
    };
    // A contract for six months is paid for six months.
    let long = f64::from(offer.term_months);
    if months > 0.0 && long > months { (hours / months * long, long) } else { (hours, months) }
}

/// From the printed unit to one card for an hour (metered) or for a term.
fn unit_factor(offer: &Offer, term_h: f64, term_months: f64) -> f64 {
    let shape = match offer.cards {
        Cards::Exact(n) if offer.shape == 0 => n,
        _ => offer.shape,
    };
    let cards = if offer.per_instance() { f64::from(shape.max(1)) } else { 1.0 };
    let time = match (term_h > 0.0, offer.per_month()) {
        (true, true) => term_months,
        (true, false) => term_h,
        (false, true) => 1.0 / HOURS_MEAN_MONTH,
        (false, false) => 1.0,
    };
    time / cards
}
