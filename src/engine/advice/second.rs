//! What a second place costs: a copy of what cannot be had again, and a cold standby.

use crate::catalog::{Catalog, ProviderIx};
use crate::engine::cost::market::{Standby, standby};
use crate::engine::cost::{Ask, Ctx, Side};
use crate::engine::report::Entry;
use crate::plan::{DataClass, Plan};

/// A winner and what it was chosen among.
#[derive(Clone, Copy)]
pub struct Second<'a> {
    /// The question.
    pub plan: &'a Plan,
    /// All facts.
    pub catalog: &'a Catalog,
    /// Everything ranked, best first.
    pub entries: &'a [Entry],
    /// The winner.
    pub entry: &'a Entry,
    /// Needs, prices and tariffs.
    pub ctx: &'a Ctx,
    /// The winner's price.
    pub ask: &'a Ask,
}

/// A cold standby as in cost.md §10: a copy, an hour of test a month, a tenth of it synchronised, against
/// 36 hours of waiting at a monthly chance of 3 %.
const TEST_H: f64 = 1.0;
const SYNC: f64 = 0.1;
const OUTAGE_MONTH: f64 = 0.03;
const OUTAGE_H: f64 = 36.0;

impl Second<'_> {
    /// What cannot be had again: the results, and the data where it is not public. GB.
    pub fn precious_gb(&self) -> f64 {
        let public = self.plan.care.data_class == DataClass::Reproducible;
        self.ctx.needs.home_gb + if public { 0.0 } else { self.plan.data.dataset_gb.max(0.0) }
    }

    /// Who else could keep a copy, and what `gb` cost there a month: the second provider that the plan
    /// names, else the best ranked one that prints a price.
    pub fn elsewhere(&self, gb: f64) -> Option<(ProviderIx, f64)> {
        let named = self.plan.market.standby.as_ref().and_then(|id| self.catalog.provider_ix(id));
        self.entries.iter().filter(|e| e.provider != self.entry.provider).find_map(|e| {
            let fee = self.ctx.tariff(self.ctx.ask(e.offer)?).snapshot;
            let meant = named.is_none_or(|ix| ix == e.provider) && fee.from.is_none();
            meant.then(|| (e.provider, fee.cost(gb, Side::Likely)))
        })
    }

    /// Where a cold standby would be, what it costs a month and above which value of an hour it pays.
    /// `None` where there is nothing to keep or nobody prints a price.
    pub fn standby(&self) -> Option<(ProviderIx, Standby)> {
        let gb = self.precious_gb();
        if gb <= 0.0 {
            return None;
        }
        let (other, month) = self.elsewhere(gb)?;
        let traffic = self.ctx.tariff(self.ask).egress.unit_price();
        let hour = self.entry.hour();
        let setup = self.ask.setup_h[1];
        let each = month / gb;
        Some((other, standby(gb, each, TEST_H, hour, gb * SYNC, traffic, OUTAGE_MONTH, OUTAGE_H, setup)))
    }
}
