//! What a quote leaves open, by what its card costs elsewhere: per hour or per month, per card or per machine.

use super::Note;
use super::row::Reader;
use super::words::Period;
use crate::catalog::{Catalog, Region};
use crate::units::math::ln;
use crate::units::{Currency, Order};

impl Reader<'_> {
    /// Period and share where the quote leaves them open: the reading that lies nearest to what the card
    /// costs elsewhere.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn settle(
        &self,
        value: f64,
        currency: Currency,
        gpus: &[crate::catalog::GpuIx],
        count: u16,
        period: Option<Period>,
        per_card: Option<bool>,
        region: Region,
        notes: &mut Vec<Note>,
    ) -> (Period, bool) {
        if let (Some(period), Some(per_card)) = (period, per_card) {
            return (period, per_card);
        }
        // Without a rate the market tells nothing: a machine's price where there are several cards.
        let Some(rate) = self.catalog.rates.factor(currency, Currency::Cny) else {
            if period.is_none() {
                notes.push(Note::GuessedPeriod);
            }
            if per_card.is_none() && count > 1 {
                notes.push(Note::GuessedShare);
            }
            return (period.unwrap_or(Period::Hour), per_card.unwrap_or(count == 1));
        };
        let in_cny = rate * value;
        // 3 yuan an hour: about the middle of everything in the catalog, where the card is unknown.
        let market = market_hour(self.catalog, gpus, region).unwrap_or(3.0);
        let periods: &[Period] = match &period {
            Some(p) => std::slice::from_ref(p),
            None => &[Period::Hour, Period::Month],
        };
        let shares: &[bool] = match &per_card {
            Some(s) => std::slice::from_ref(s),
            // One card is the machine.
            None if count == 1 => &[true],
            None => &[true, false],
        };
        let mut best = (f64::INFINITY, Period::Hour, true);
        for p in periods {
            for share in shares {
                let hours = match p {
                    Period::Hour => 1.0,
                    Period::Day => 24.0,
                    Period::Week => 168.0,
                    Period::Month => 720.0,
                    Period::Quarter => 2_160.0,
                    Period::Year => 8_760.0,
                    Period::ThreeYears => 26_280.0,
                };
                let cards = if *share { 1.0 } else { f64::from(count) };
                // "8卡 14,500/月" is a machine unless the market says clearly that it is not.
                let doubt = if *share { 0.4 * ln(f64::from(count)) } else { 0.0 };
                let off = ln((in_cny / hours / cards / market).max(1e-12)).abs() + doubt;
                if off < best.0 {
                    best = (off, *p, *share);
                }
            }
        }
        if period.is_none() {
            notes.push(Note::GuessedPeriod);
        }
        if per_card.is_none() && count > 1 {
            notes.push(Note::GuessedShare);
        }
        (best.1, best.2)
    }
}

/// Lower quartile of the price of a card-hour (people paste what is offered, not list prices) over the catalog's current offers of these cards, CNY: on the same side
/// of the mainland's border where there are any.
pub(super) fn market_hour(catalog: &Catalog, gpus: &[crate::catalog::GpuIx], region: Region) -> Option<f64> {
    let quartile = |here: bool| {
        let mut prices: Vec<f64> = catalog
            .offers
            .iter()
            .filter(|o| o.current && !o.own && o.gpus.iter().any(|g| gpus.contains(g)))
            .filter(|o| !here || (o.region == Region::Cn) == (region == Region::Cn))
            .filter_map(|o| {
                let reading = o.likely()?;
                let price = catalog.rates.convert(reading.price, Currency::Cny)?.to_f64();
                let cards = if o.per_instance() { f64::from(o.shape.max(1)) } else { 1.0 };
                Some(price / cards / if o.per_month() { 720.0 } else { 1.0 })
            })
            .filter(|p| *p > 0.0)
            .collect();
        prices.order_by(f64::total_cmp);
        prices.get(prices.len() / 4).copied()
    };
    quartile(true).or_else(|| quartile(false))
}
