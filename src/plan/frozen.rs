//! A price that a link carries: `offer:price:unit:currency:date`.

use super::FrozenPrice;
use super::number::{canon, print, read};
use super::slot::id;
use crate::catalog::PriceUnit;
use crate::units::{Currency, Date};

const UNITS: [(PriceUnit, &str); 4] = [
    (PriceUnit::GpuHour, "gpu_hour"),
    (PriceUnit::InstanceHour, "instance_hour"),
    (PriceUnit::GpuMonth, "gpu_month"),
    (PriceUnit::InstanceMonth, "instance_month"),
];

impl FrozenPrice {
    /// As links write it.
    pub fn text(&self) -> String {
        let unit = UNITS.iter().find(|u| u.0 == self.unit).map_or("gpu_hour", |u| u.1);
        format!("{}:{}:{unit}:{}:{}", self.offer, print(self.price), self.currency.code(), self.date)
    }
    /// Reads it; the offer's id may itself contain colons.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().rsplitn(5, ':');
        let date = Date::parse(parts.next()?.trim())?;
        let currency = Currency::parse(parts.next()?.trim())?;
        let unit = parts.next()?.trim();
        let unit = UNITS.iter().find(|u| u.1.eq_ignore_ascii_case(unit))?.0;
        let price = read(parts.next()?)?;
        let offer = id(parts.next()?)?;
        let mut frozen = Self { offer, price, unit, currency, date };
        frozen.clamp().then_some(frozen)
    }
    /// Brings it into bounds; false where nothing usable is left.
    pub fn clamp(&mut self) -> bool {
        let Some(offer) = id(&self.offer) else { return false };
        self.offer = offer;
        self.price = canon(self.price);
        // Year 1 to 9999, as `Date::parse` reads it.
        Date::new(self.date.ymd().0, 1, 1).is_some() && self.price >= 0.0 && self.price <= 1e9
    }
}
