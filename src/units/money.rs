use super::math::{round_half_even, round9};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Micro-units in one unit of a currency.
pub const MICRO: f64 = 1_000_000.0;

/// A currency that a price in the catalog may be quoted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// Chinese yuan.
    #[default]
    Cny,
    /// United States dollar.
    Usd,
    /// Euro.
    Eur,
}

impl Currency {
    /// The three-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Cny => "CNY",
            Self::Usd => "USD",
            Self::Eur => "EUR",
        }
    }
    /// Reads a three-letter code, any case.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Cny, Self::Usd, Self::Eur].into_iter().find(|c| text.eq_ignore_ascii_case(c.code()))
    }
}

/// A sum of money: an integer count of micro-units (10^-6) and its currency. Two currencies never
/// add; conversion takes a dated rate (`catalog::Rates`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Money {
    /// Micro-units, may be negative (a credit).
    pub micros: i64,
    /// Of which currency.
    pub currency: Currency,
}

impl Money {
    /// Nothing, in `currency`.
    pub const fn zero(currency: Currency) -> Self {
        Self { micros: 0, currency }
    }
    /// `units` rounded half-even to a micro; saturates; not-a-number is zero.
    pub fn new(units: f64, currency: Currency) -> Self {
        Self { micros: round_half_even(units * MICRO) as i64, currency }
    }
    /// As a plain number of units.
    pub fn to_f64(self) -> f64 {
        self.micros as f64 / MICRO
    }
    /// The sum, or `None` where the currencies differ.
    pub fn plus(self, other: Self) -> Option<Self> {
        (self.currency == other.currency)
            .then(|| Self { micros: self.micros.saturating_add(other.micros), ..self })
    }
    /// `factor` times the sum, rounded half-even to a micro.
    pub fn times(self, factor: f64) -> Self {
        Self { micros: round_half_even(self.micros as f64 * factor) as i64, ..self }
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut out = s.serialize_struct("Money", 2)?;
        out.serialize_field("amount", &round9(self.to_f64()))?;
        out.serialize_field("currency", self.currency.code())?;
        out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_and_never_cross_currencies() {
        let a = Money::new(0.1, Currency::Cny);
        let b = Money::new(0.2, Currency::Cny);
        assert_eq!(a.plus(b), Some(Money { micros: 300_000, currency: Currency::Cny }));
        assert_eq!(a.plus(Money::new(1.0, Currency::Usd)), None);
        assert_eq!(Money::new(f64::NAN, Currency::Cny).micros, 0);
        assert_eq!(Money::new(1e300, Currency::Cny).micros, i64::MAX);
    }
}
