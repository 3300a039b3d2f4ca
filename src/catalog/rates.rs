//! Dated exchange rates.

use crate::units::{AsOf, Currency, Money};

/// What one USD is worth, with the day it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    per_usd: [Option<(f64, AsOf)>; 3],
}

impl Rates {
    /// Sets the rate of a currency: units per USD. A rate that is not a positive number is ignored.
    pub fn set(&mut self, currency: Currency, per_usd: f64, as_of: AsOf) {
        if per_usd.is_finite() && per_usd > 0.0 {
            self.per_usd[currency as usize] = Some((per_usd, as_of));
        }
    }
    /// Units of `to` for one unit of `from`; `None` where a rate is missing.
    pub fn factor(&self, from: Currency, to: Currency) -> Option<f64> {
        if from == to {
            return Some(1.0);
        }
        Some(self.per_usd[to as usize]?.0 / self.per_usd[from as usize]?.0)
    }
    /// The sum in another currency, rounded half-even to a micro.
    pub fn convert(&self, money: Money, to: Currency) -> Option<Money> {
        let factor = self.factor(money.currency, to)?;
        Some(Money { currency: to, ..money.times(factor) })
    }
    /// Units per USD and the day of the rate.
    pub fn of(&self, currency: Currency) -> Option<(f64, AsOf)> {
        self.per_usd[currency as usize]
    }
}
