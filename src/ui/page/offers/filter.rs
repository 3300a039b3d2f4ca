//! Which offers are listed, and in which order. Plain data: tested without a browser.

use crate::catalog::{Catalog, Confidence, GpuIx, Mode, ProviderIx, Region};
use crate::engine::memory::Fit;
use crate::engine::report::{Entry, Ineligible, Report};
use crate::i18n::More;
use crate::plan::Plan;
use crate::units::{Currency, Order};

/// A condition that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    /// The high end fits.
    Fits,
    /// In the plan's region.
    Region,
    /// Dated to the day or month.
    Dated,
    /// Medium confidence or better.
    Trust,
    /// Nothing stands against it.
    Eligible,
    /// Not spot.
    Steady,
    /// Cards of 32 GB or more.
    Large,
    /// The machine stands on the mainland: what is put there does not leave it.
    Home,
    /// Priced in yuan.
    Yuan,
}

impl Chip {
    /// All of them, in order.
    pub const ALL: [Self; 9] = [
        Self::Fits,
        Self::Region,
        Self::Dated,
        Self::Trust,
        Self::Eligible,
        Self::Steady,
        Self::Large,
        Self::Home,
        Self::Yuan,
    ];

    /// Whether it says anything with this plan: the region where one is named, the mainland where others are open.
    pub fn applies(self, plan: &Plan) -> bool {
        let region = plan.market.region;
        match self {
            Self::Region => region.is_some(),
            Self::Home => region.is_none(),
            Self::Yuan => region != Some(Region::Cn),
            _ => true,
        }
    }

    /// Its words.
    pub const fn label(self, t: &More) -> &'static str {
        match self {
            Self::Fits => t.filter_fits,
            Self::Region => t.filter_region,
            Self::Dated => t.filter_dated,
            Self::Trust => t.filter_trust,
            Self::Eligible => t.filter_eligible,
            Self::Steady => t.filter_steady,
            Self::Large => t.filter_32,
            Self::Home => t.filter_home,
            Self::Yuan => t.filter_yuan,
        }
    }
}

/// All conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub(super) on: [bool; 9],
    /// Only this provider.
    pub provider: Option<ProviderIx>,
    /// Only this card.
    pub gpu: Option<GpuIx>,
    /// Only this billing.
    pub mode: Option<Mode>,
}

impl Default for Filter {
    fn default() -> Self {
        let mut on = [false; 9];
        for chip in [Chip::Fits, Chip::Region, Chip::Dated] {
            on[chip as usize] = true;
        }
        Self { on, provider: None, gpu: None, mode: None }
    }
}

/// One active condition, for naming and for taking it away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Active {
    /// A chip.
    Chip(Chip),
    /// The provider.
    Provider,
    /// The card.
    Gpu,
    /// The billing.
    Mode,
}

impl Filter {
    /// Whether a chip is on.
    pub const fn is_on(&self, chip: Chip) -> bool {
        self.on[chip as usize]
    }
    /// Switches a chip.
    #[must_use]
    pub fn flip(mut self, chip: Chip) -> Self {
        self.on[chip as usize] ^= true;
        self
    }
    /// What is active.
    pub fn active(&self) -> Vec<Active> {
        let mut out: Vec<Active> =
            Chip::ALL.into_iter().filter(|c| self.is_on(*c)).map(Active::Chip).collect();
        out.extend(self.provider.map(|_| Active::Provider));
        out.extend(self.gpu.map(|_| Active::Gpu));
        out.extend(self.mode.map(|_| Active::Mode));
        out
    }
    /// Without one condition.
    #[must_use]
    pub fn without(mut self, active: Active) -> Self {
        match active {
            Active::Chip(chip) => self.on[chip as usize] = false,
            Active::Provider => self.provider = None,
            Active::Gpu => self.gpu = None,
            Active::Mode => self.mode = None,
        }
        self
    }
    /// Whether an entry passes.
    pub fn keeps(&self, e: &Entry, plan: &Plan, catalog: &Catalog) -> bool {
        let chip = |c: Chip| match c {
            Chip::Fits => e.fit == Fit::Fits,
            Chip::Region => plan.market.region.is_none_or(|r| r == e.region),
            Chip::Dated => e.as_of.names_month(),
            Chip::Trust => e.confidence >= Confidence::Medium,
            Chip::Eligible => e.not_eligible.is_empty(),
            Chip::Steady => e.mode != Mode::Spot,
            Chip::Large => catalog.gpu(e.gpu).memory_gb >= 32,
            Chip::Home => e.region == Region::Cn,
            Chip::Yuan => !foreign(e, catalog),
        };
        // What the plan rules out by name is not what was asked for.
        let ruled_out = |r: &Ineligible| matches!(r, Ineligible::CardExcluded | Ineligible::ProviderExcluded);
        !e.not_eligible.iter().any(ruled_out)
            && Chip::ALL.into_iter().all(|c| !self.is_on(c) || chip(c))
            && self.provider.is_none_or(|p| p == e.provider)
            && self.gpu.is_none_or(|g| g == e.gpu)
            && self.mode.is_none_or(|m| m == e.mode)
    }
    /// Positions of the entries that pass.
    pub fn select(&self, report: &Report, plan: &Plan, catalog: &Catalog) -> Vec<usize> {
        // Where no offer met every condition, the winner meets none of the chips that fell: it stays.
        let winner = report.verdict.winner.filter(|_| !report.verdict.dropped.is_empty());
        let picked = |e: &Entry| {
            self.provider.is_none_or(|p| p == e.provider)
                && self.gpu.is_none_or(|g| g == e.gpu)
                && self.mode.is_none_or(|m| m == e.mode)
        };
        let all = report.ranked.iter().enumerate();
        all.filter(|(i, e)| self.keeps(e, plan, catalog) || winner == Some(*i) && picked(e))
            .map(|(i, _)| i)
            .collect()
    }
}

/// Whether an offer is priced in another currency than the mainland's.
fn foreign(e: &Entry, catalog: &Catalog) -> bool {
    let reading = catalog.offer(e.offer).and_then(|o| o.likely());
    reading.is_some_and(|r| r.price.currency != Currency::Cny)
}

/// Among listed offers: how many stand outside the mainland, and how many of these are priced in foreign currency.
pub fn abroad(list: &[usize], report: &Report, catalog: &Catalog) -> [usize; 2] {
    let outside = || list.iter().filter_map(|i| report.ranked.get(*i)).filter(|e| e.region != Region::Cn);
    [outside().count(), outside().filter(|e| foreign(e, catalog)).count()]
}

/// Columns that can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Column {
    Card,
    Provider,
    Billing,
    Rate,
    Time,
    Hidden,
    Work,
    Total,
    Date,
}

/// Brings positions into order; equal ones keep the report's order.
pub fn sort(list: &mut [usize], report: &Report, catalog: &Catalog, by: Column, down: bool) {
    let at = |i: &usize| report.ranked.get(*i);
    list.order_by(|a, b| {
        let (Some(a), Some(b)) = (at(a), at(b)) else { return std::cmp::Ordering::Equal };
        let order = match by {
            Column::Card => (&catalog.gpu(a.gpu).name, a.count).cmp(&(&catalog.gpu(b.gpu).name, b.count)),
            Column::Provider => {
                catalog.provider(a.provider).name_en.cmp(&catalog.provider(b.provider).name_en)
            }
            Column::Billing => a.mode.cmp(&b.mode),
            Column::Rate => a.gpu_hour.total_cmp(&b.gpu_hour),
            Column::Time => a.hours.likely.total_cmp(&b.hours.likely),
            Column::Hidden => a.hidden.total_cmp(&b.hidden),
            Column::Work => a.per_work.total_cmp(&b.per_work),
            Column::Total => a.total.likely.total_cmp(&b.total.likely),
            Column::Date => a.as_of.earliest().cmp(&b.as_of.earliest()),
        };
        if down { order.reverse() } else { order }
    });
}

/// The first `most`; the winner is never left out when it passes the filter.
pub fn window(list: &[usize], most: usize, winner: Option<usize>) -> Vec<usize> {
    let mut out: Vec<usize> = list.iter().copied().take(most).collect();
    if let Some(w) = winner
        && list.contains(&w)
        && !out.contains(&w)
        && let Some(last) = out.last_mut()
    {
        *last = w;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_keeps_the_winner_in_sight() {
        assert_eq!(window(&[5, 3, 8, 1], 2, Some(1)), [5, 1]);
        assert_eq!(window(&[5, 3, 8, 1], 2, Some(5)), [5, 3]);
        assert_eq!(window(&[5, 3], 12, Some(9)), [5, 3]);
        assert_eq!(window(&[], 12, None), [0_usize; 0]);
    }

    #[test]
    fn conditions_can_be_named_and_taken_away() {
        let mut f = Filter { mode: Some(Mode::Spot), ..Filter::default() };
        let before = f.active();
        assert_eq!(before.len(), 4);
        for a in before {
            f = f.without(a);
        }
        assert!(f.active().is_empty());
        assert!(f.flip(Chip::Large).is_on(Chip::Large));
    }

    #[test]
    fn the_mainland_and_yuan_are_filters_and_what_is_unknown_filters_nothing() {
        let catalog = Catalog::embedded();
        let plan = crate::share::decode("task=lora&m=qwen2.5-7b&region=any").0;
        let report = crate::engine::report::silent(&plan, catalog, catalog.date);
        let all = Filter::default().select(&report, &plan, catalog);
        let [outside, foreign] = abroad(&all, &report, catalog);
        assert!(outside > 100 && foreign > 0 && foreign <= outside, "{outside} {foreign}");
        let home = Filter::default().flip(Chip::Home).select(&report, &plan, catalog);
        assert_eq!(home.len(), all.len() - outside);
        assert_eq!(abroad(&home, &report, catalog), [0, 0]);
        let yuan = Filter::default().flip(Chip::Yuan).select(&report, &plan, catalog);
        assert_eq!(abroad(&yuan, &report, catalog), [outside - foreign, 0]);
        assert!(Chip::Home.applies(&plan) && !Chip::Region.applies(&plan));
        let cn = Plan::default();
        assert!(!Chip::Home.applies(&cn) && !Chip::Yuan.applies(&cn) && Chip::Region.applies(&cn));
    }
}
