//! What grows with the hours of a bill, for people who doubt the run time: machine, what is lost and tried
//! again with it, disk and addresses while it runs; not what is paid once, however long it takes.

use super::{BillLine, Item};
use crate::engine::line::Unit;
use crate::engine::names::TermName;
use crate::units::MICRO;

/// A bill by how it grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recurring {
    /// What 100 card-hours of work more add; of a term that is used to its end, what they come to.
    pub per_100: f64,
    /// The part of the total that stays the same.
    pub once: f64,
    /// Paid by whole terms.
    pub term: bool,
}

/// From the lines of a bill; `tries` are the hours of debugging that the plan sets, whatever the work takes, and
/// `steady` says that checkpoints are written at an interval and not as many as are kept. `None` where nothing is computed.
pub fn recurring(lines: &[BillLine], tries: f64, steady: bool) -> Option<Recurring> {
    let line = |item: Item| lines.iter().find(|l| l.item == item);
    let money = |item| line(item).map_or(0.0, |l| l.money.micros as f64 / MICRO);
    let terms = |item: Item| line(item).map_or(&[][..], |l| &l.line.terms);
    let first = |item, name| terms(item).iter().find(|t| t.name == name).map_or(0.0, |t| t.value);
    let hours = |item| first(item, TermName::Hours);

    let (cards, work) = (first(Item::Compute, TermName::Cards), hours(Item::Compute));
    if cards <= 0.0 || work <= 0.0 {
        return None;
    }
    let term = terms(Item::Compute).iter().filter(|t| t.name == TermName::Hours).count() > 1;
    let again = (hours(Item::Debugging) - tries).max(0.0);
    let saving = first(Item::Compute, TermName::Saving);
    // Hours that grow with the work, and all in which the machine is on.
    let grows = work + if steady { saving } else { 0.0 } + hours(Item::Interruptions) + again;
    let on = grows
        + if steady { 0.0 } else { saving }
        + hours(Item::BootAndDownload)
        + hours(Item::Debugging).min(tries);
    let share = |h: f64| if h > 0.0 { grows / h } else { 0.0 };
    let machine = money(Item::Compute) / (work + saving) * grows
        + money(Item::IdleCards) * share(hours(Item::IdleCards));
    let kept = money(Item::StorageRunning) * share(hours(Item::StorageRunning)).min(1.0)
        + money(Item::Address) * share(on);
    // Shares of what stands above: support and tax.
    let on_top = |item| {
        let part = terms(item).iter().find(|t| t.name == TermName::Other && t.unit == Unit::Share);
        1.0 + part.map_or(0.0, |t| t.value)
    };
    let off = 1.0 - first(Item::Discount, TermName::DiscountShare);
    let all = (machine * off + kept) * on_top(Item::Support) * on_top(Item::Tax);
    let total: f64 = lines.iter().map(|l| l.money.micros as f64 / MICRO).sum();
    Some(Recurring { per_100: all / (cards * work) * 100.0, once: (total - all).max(0.0), term })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Shop, bare, offer, one, rule, total};
    use super::*;
    use crate::catalog::{Mode, Offer, RuleLine};
    use crate::units::Currency;

    /// The figure is what the bill really grows by, with every line that grows and every one that does not.
    #[test]
    fn a_hundred_card_hours_more_cost_what_is_said() {
        let mut shop = Shop {
            rules: vec![
                rule(RuleLine::Storage, 0.0, 20.0, 0.12, Currency::Cny),
                rule(RuleLine::Egress, 0.0, 0.0, 0.8, Currency::Cny),
                rule(RuleLine::Address, 0.0, 0.0, 0.02, Currency::Cny),
            ],
            ..Shop::default()
        };
        shop.offers[0].increment_s = 1;
        let mut plan = bare(100.0);
        (plan.data.storage_gb, plan.data.egress_gb) = (Some(500.0), Some(200.0));
        (plan.data.addresses, plan.data.keep_days) = (2, 10.0);
        (plan.care.debug_hours, plan.care.retry_share) = (5.0, 0.2);
        (plan.market.discount, plan.market.support, plan.market.tax) = (0.1, 0.05, Some(0.06));
        for task in [plan.task, crate::plan::Task::Lora] {
            plan.task = task;
            let known = task == crate::plan::Task::KnownCards;
            let at = |h: f64| {
                let mut plan = plan.clone();
                plan.amount.hours = h;
                total(&shop, &plan, &one(), if known { 0.0 } else { h })
            };
            let (bill, more) = (at(100.0), at(200.0));
            let r = recurring(&bill.lines, plan.care.debug_hours, false).unwrap_or_else(|| panic!("hours"));
            let grown = more.total.to_f64() - bill.total.to_f64();
            assert!((r.per_100 / grown - 1.0).abs() < 1e-3, "{task:?}: {r:?} {grown}");
            let then = bill.time.work / 100.0 * r.per_100 + r.once;
            assert!((then - bill.total.to_f64()).abs() < 1e-6, "{task:?}: {r:?} {then}");
            assert!(r.once > 100.0 && !r.term, "{task:?}: {r:?}");
        }
    }

    #[test]
    fn a_contract_is_paid_for_all_of_its_months() {
        let of = |months| {
            let mut shop = Shop::default();
            shop.offers[0] = Offer { mode: Mode::Monthly, term_months: months, ..offer() };
            total(&shop, &bare(100.0), &one(), 0.0).total.to_f64()
        };
        assert!(of(0) > 0.0);
        assert_eq!((of(1), of(6)), (of(0), 6.0 * of(0)));
    }

    #[test]
    fn a_term_comes_to_its_price_when_it_is_used_up() {
        let mut shop = Shop::default();
        shop.offers[0] = Offer { mode: Mode::Monthly, ..offer() };
        let bill = total(&shop, &bare(100.0), &one(), 0.0);
        let r = recurring(&bill.lines, 0.0, false).unwrap_or_else(|| panic!("hours"));
        let hour = bill.lines[Item::Compute as usize].money.to_f64() / bill.time.work;
        assert!(r.term && (r.per_100 - 100.0 * hour).abs() < 1e-6, "{r:?}");
        assert_eq!(recurring(&[], 0.0, false), None);
    }
}
