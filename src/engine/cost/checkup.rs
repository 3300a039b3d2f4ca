//! The quote check-up: which of the 27 things a quote should say are left open, and what each may cost
//! (checklists.md, part Q; ends of ranges that are assumptions there are assumptions here).

use super::package::refund_rule;
use super::{Ask, Ctx, Time, Units};
use crate::catalog::{Offer, PriceScope, Provider};
use crate::engine::risk::{GPU_HOURS_PER_FAULT, fault_multiplier};
use crate::plan::Plan;
use crate::units::{AsOf, Currency};

/// What a quote should say, with the id of the checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Field {
    Card = 1,
    Used,
    Exclusive,
    Host,
    DiskIncluded,
    CardLink,
    Network,
    Egress,
    StorageRunning,
    StorageStopped,
    Address,
    Increment,
    BootBilled,
    Refund,
    Deposit,
    Availability,
    BrokenHours,
    SupportHours,
    Retention,
    Invoice,
    Image,
    Licences,
    SmallestNode,
    PriceDate,
    ExchangeRate,
    FloorPrice,
    PowerLimit,
}

/// Every field, Q-01 to Q-27.
pub const FIELDS: [Field; 27] = [
    Field::Card,
    Field::Used,
    Field::Exclusive,
    Field::Host,
    Field::DiskIncluded,
    Field::CardLink,
    Field::Network,
    Field::Egress,
    Field::StorageRunning,
    Field::StorageStopped,
    Field::Address,
    Field::Increment,
    Field::BootBilled,
    Field::Refund,
    Field::Deposit,
    Field::Availability,
    Field::BrokenHours,
    Field::SupportHours,
    Field::Retention,
    Field::Invoice,
    Field::Image,
    Field::Licences,
    Field::SmallestNode,
    Field::PriceDate,
    Field::ExchangeRate,
    Field::FloorPrice,
    Field::PowerLimit,
];

/// The id of a field in the checklist: `Q-03`.
pub fn id(field: Field) -> String {
    format!("Q-{:02}", field as u8)
}

/// Hours down in a month of 720 h at 99.9 % and at 95 % (checklists.md Q-16).
pub const DOWN_H: [f64; 2] = [0.72, 36.0];

/// What is known of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The quote says it.
    Known,
    /// It does not matter for this plan.
    NotApplicable,
    /// It leaves it open.
    Open,
}

/// One field of a check-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// Which.
    pub field: Field,
    /// What is known.
    pub state: State,
    /// What it may come to when it is left open, beyond what a careful reader would expect; `None` where
    /// no figure can be given (then it is open, not zero).
    pub range: Option<[f64; 2]>,
    /// The range is wider than 5 % of the total: ask first.
    pub first: bool,
}

/// What the money ranges depend on; money in one currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Price of an hour of everything that is ordered.
    pub hour: f64,
    /// Powered hours.
    pub powered_h: f64,
    /// Hours off while data is kept.
    pub off_h: f64,
    /// Starts.
    pub starts: f64,
    /// Disk, GB.
    pub disk_gb: f64,
    /// Traffic out, GB.
    pub egress_gb: f64,
    /// Gigabytes to bring in.
    pub ingress_gb: f64,
    /// Public addresses.
    pub addresses: f64,
    /// Cards ordered.
    pub cards: f64,
    /// Price of a package; 0 when metered.
    pub package: f64,
    /// Value of an hour of delay.
    pub value: f64,
    /// Expected faults over the powered hours, at the bad end of the seller's kind.
    pub faults: f64,
    /// How far the price may have moved, as a share.
    pub age: f64,
    /// Prices in yuan; otherwise in dollars.
    pub yuan: bool,
}

/// Doubt about a machine before it is tried (checklist Q-14: 10 %).
const DOUBT: f64 = 0.10;
/// Hours of a month.
const MONTH: f64 = super::HOURS_30_DAYS;

impl Case {
    /// The money range of one field (checklists.md, part Q). `None`: no figure can be given.
    pub fn range(&self, field: Field) -> Option<[f64; 2]> {
        let pick = |cny: f64, usd: f64| if self.yuan { cny } else { usd };
        let compute = self.hour * self.powered_h;
        let months = (self.powered_h + self.off_h) / MONTH;
        Some(match field {
            // Ten times the faults of a mature fleet, an hour of interval, half a day to notice.
            Field::Used => [0.0, self.faults * (0.5 + 12.0 + 0.25) * self.hour],
            // A seventh of a card sold as one.
            Field::Exclusive => [0.0, compute * 6.0],
            // The card waits 30 % of the time.
            Field::Host => [0.0, compute * 0.3 / 0.7],
            Field::DiskIncluded => [0.0, self.disk_gb * pick(0.30, 0.10) * months],
            Field::Network => {
                let hours = |mbps: f64| self.ingress_gb * 8_000.0 / (3_600.0 * mbps);
                [hours(500.0) * self.hour, hours(50.0) * self.hour]
            }
            Field::Egress => [0.0, self.egress_gb * pick(0.80, 0.12)],
            Field::StorageRunning => [0.0, self.disk_gb * pick(0.30, 0.10) * self.powered_h / MONTH],
            Field::StorageStopped => [0.0, self.disk_gb * 2.0 * pick(0.30, 0.10) * self.off_h / MONTH],
            Field::Address => [0.0, self.addresses * (self.powered_h + self.off_h) * pick(0.034, 0.005)],
            Field::Increment => [0.0, self.starts * self.hour],
            Field::BootBilled => [0.0, self.starts * 0.25 * self.hour],
            Field::Refund => [0.0, DOUBT * self.package],
            Field::Availability => DOWN_H.map(|h| h * self.hour * months),
            Field::BrokenHours => [0.0, DOWN_H[1] * self.hour * months],
            Field::SupportHours => {
                [self.faults * 0.25 * (self.hour + self.value), self.faults * 16.0 * (self.hour + self.value)]
            }
            Field::Invoice => [0.0, compute * super::TAX_MOST],
            Field::Image => [0.0, 4.0 * (self.hour + self.value)],
            Field::SmallestNode => [0.0, compute * (8.0 / self.cards.max(1.0) - 1.0).max(0.0)],
            Field::PriceDate => [0.0, compute * self.age],
            // One public report: a floor that rose eight times.
            Field::FloorPrice => [0.0, compute * 7.0],
            Field::Card
            | Field::CardLink
            | Field::Deposit
            | Field::Retention
            | Field::Licences
            | Field::ExchangeRate
            | Field::PowerLimit => return None,
        })
    }
}

/// Checks an offer against a plan. `said` holds what the user knows from the quote itself; it counts
/// before what the catalog knows.
#[allow(clippy::too_many_arguments)]
pub fn check(
    plan: &Plan,
    ctx: &Ctx,
    ask: &Ask,
    offer: &Offer,
    provider: &Provider,
    units: &Units,
    time: &Time,
    total: f64,
    said: &[(Field, bool)],
) -> Vec<Check> {
    let cards = f64::from(units.billed);
    let likely = ask.price[1].max(1e-12);
    let case = Case {
        hour: ask.per_card_hour() * cards,
        powered_h: time.powered,
        off_h: (time.wall - time.powered).max(0.0) + ctx.needs.keep_h,
        starts: time.sessions,
        disk_gb: ctx.needs.disk_gb(units.instances),
        egress_gb: ctx.needs.egress_gb,
        ingress_gb: ctx.needs.ingress_gb,
        addresses: ctx.needs.addresses,
        cards,
        package: if ask.term_h > 0.0 { ask.price[1] * cards } else { 0.0 },
        value: plan.care.hour_value.clamp(0.0, 1e9),
        faults: cards / GPU_HOURS_PER_FAULT * time.powered * fault_multiplier(provider.kind)[2],
        age: (ask.price[2] - ask.price[0]) / 2.0 / likely,
        yuan: ctx.currency == Currency::Cny,
    };
    FIELDS
        .into_iter()
        .map(|field| {
            let state = match said.iter().find(|(f, _)| *f == field) {
                Some((_, true)) => State::Known,
                Some((_, false)) => State::Open,
                None => state(field, ctx, ask, offer, provider, units),
            };
            let range = if state == State::Open { case.range(field) } else { None };
            let first = range.is_some_and(|[low, high]| high - low > 0.05 * total);
            Check { field, state, range, first }
        })
        .collect()
}

/// What the catalog knows.
fn state(field: Field, ctx: &Ctx, ask: &Ask, offer: &Offer, provider: &Provider, units: &Units) -> State {
    let tariff = ctx.tariff(ask);
    let known = |yes: bool| if yes { State::Known } else { State::Open };
    let needed = |needed: bool, yes: bool| if needed { known(yes) } else { State::NotApplicable };
    let reading = offer.likely();
    match field {
        Field::Card => known(offer.gpus.len() == 1),
        Field::Host => known(offer.vcpus > 0 && offer.host_gib > 0),
        Field::DiskIncluded | Field::StorageRunning => {
            needed(ctx.needs.disk_gb(units.instances) > 0.0, tariff.running.from.is_none())
        }
        Field::StorageStopped => {
            needed(ctx.needs.disk_gb(units.instances) > 0.0, tariff.stopped.from.is_none())
        }
        Field::CardLink => needed(units.per_instance > 1, offer.link != crate::catalog::Link::Unknown),
        Field::Network => known(offer.network_gbps > 0.0 || offer.rdma.is_some()),
        Field::Egress => needed(ctx.needs.egress_gb > 0.0, tariff.egress.from.is_none()),
        Field::Address => needed(ctx.needs.addresses > 0.0, tariff.address.from.is_none()),
        Field::Increment => needed(ask.term_h <= 0.0, ask.increment_from == 0),
        Field::BootBilled => known(provider.pull_billed.is_some()),
        Field::Refund => {
            needed(ask.term_h > 0.0, provider.refund_days > 0 || refund_rule(&provider.id).is_some())
        }
        Field::Availability => known(provider.sla > 0.0),
        Field::Retention => known(provider.deletes_after_days.is_some()),
        Field::Image => known(provider.images.is_some()),
        Field::SmallestNode => known(!units.assumed),
        Field::PriceDate => known(reading.is_some_and(|r| matches!(r.as_of, AsOf::Day(_)))),
        Field::ExchangeRate => State::Known,
        Field::FloorPrice => known(reading.is_some_and(|r| {
            !matches!(r.scope, PriceScope::From | PriceScope::Bid | PriceScope::LowestLive)
        })),
        Field::Used
        | Field::Exclusive
        | Field::Deposit
        | Field::BrokenHours
        | Field::SupportHours
        | Field::Invoice
        | Field::Licences
        | Field::PowerLimit => State::Open,
    }
}

/// The gauge: fields known or not applicable, of all; and the sum of the widths of what is open.
pub fn gauge(checks: &[Check]) -> (usize, f64) {
    let settled = checks.iter().filter(|c| c.state != State::Open).count();
    let open = checks.iter().filter_map(|c| c.range).map(|[low, high]| high - low).sum();
    (settled, open)
}

#[cfg(test)]
mod tests {
    use super::super::{Shift, Sizes, count, quick, time};
    use super::*;
    use crate::catalog::{Catalog, OfferIx};

    #[test]
    fn ranges_of_the_example() {
        // checklists.md: one RTX 4090 at 1.88 an hour, 200 h on in a month of 720 h, 20 starts, 200 GB
        // stored, 100 GB taken out.
        let case = Case {
            hour: 1.88,
            powered_h: 200.0,
            off_h: 520.0,
            starts: 20.0,
            disk_gb: 200.0,
            egress_gb: 100.0,
            ingress_gb: 140.0,
            addresses: 1.0,
            cards: 1.0,
            package: 1_052.0,
            value: 0.0,
            faults: 1.0,
            age: 0.30,
            yuan: true,
        };
        for (field, low, high) in [
            (Field::Exclusive, 0.0, 2_256.0),
            (Field::Host, 0.0, 161.0),
            (Field::DiskIncluded, 0.0, 60.0),
            (Field::Network, 1.2, 12.0),
            (Field::Egress, 0.0, 80.0),
            (Field::StorageStopped, 0.0, 87.0),
            (Field::Address, 0.0, 24.0),
            (Field::Increment, 0.0, 38.0),
            (Field::BootBilled, 0.0, 9.0),
            (Field::Refund, 0.0, 105.0),
            (Field::Availability, 1.4, 68.0),
            (Field::BrokenHours, 0.0, 68.0),
            (Field::SupportHours, 0.5, 30.0),
            (Field::Invoice, 0.0, 49.0),
            (Field::Image, 0.0, 7.5),
            (Field::SmallestNode, 0.0, 2_632.0),
            (Field::PriceDate, 0.0, 113.0),
        ] {
            let [a, b] = case.range(field).unwrap_or_else(|| panic!("{field:?}"));
            let near = |x: f64, want: f64| (x - want).abs() <= if want < 10.0 { 0.5 } else { 0.6 };
            assert!(near(a, low) && near(b, high), "{field:?}: {a} to {b}");
        }
        assert_eq!(case.range(Field::Licences), None);
        assert!(FIELDS.iter().enumerate().all(|(i, f)| *f as usize == i + 1));
    }

    #[test]
    fn what_is_said_closes_a_field() {
        let catalog = Catalog::embedded();
        let plan = Plan::default();
        let ctx = Ctx::new(&plan, Sizes::default(), catalog, catalog.date);
        let mut seen = 0;
        for (i, offer) in catalog.offers.iter().enumerate() {
            let (Some(ask), Some(units)) = (ctx.ask(OfferIx(i as u32)), count(offer, 2)) else { continue };
            let t = time(&ctx, ask, &units, 50.0, Shift::default());
            let total = quick(&ctx, ask, &units, &t).total;
            let provider = catalog.provider(offer.provider);
            let at =
                |said: &[(Field, bool)]| check(&plan, &ctx, ask, offer, provider, &units, &t, total, said);
            let (settled, open) = gauge(&at(&[]));
            assert!(settled < FIELDS.len() && open >= 0.0 && open.is_finite());
            let (more, less) = gauge(&at(&[(Field::Exclusive, true), (Field::Invoice, true)]));
            assert!(more == settled + 2 && less < open, "{}", offer.id);
            assert!(at(&[]).iter().all(|c| c.range.is_none_or(|[a, b]| 0.0 <= a && a <= b)));
            seen += 1;
        }
        assert!(seen > 400);
    }
}
