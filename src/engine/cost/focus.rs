//! The bill in the words of the FinOps FOCUS specification, so that a plan can be laid beside an
//! export of the provider (cost.md §12). Typed rows; `export` writes them.

use super::{Ask, Bill, HOURS_MEAN_MONTH, Item, Units};
use crate::catalog::{Mode, Offer, Provider};
use crate::engine::line::{Term, Unit};
use crate::engine::names::TermName;
use crate::units::{Currency, MICRO};

/// One row, columns named as FOCUS names them.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which line of ours.
    pub item: Item,
    /// `ProviderName`.
    pub provider_name: String,
    /// `SkuId`: the offer.
    pub sku_id: String,
    /// `RegionName`: place as printed; empty where none.
    pub region_name: String,
    /// `BillingCurrency`.
    pub billing_currency: Currency,
    /// `ChargeCategory`.
    pub charge_category: &'static str,
    /// `ChargeFrequency`.
    pub charge_frequency: &'static str,
    /// `PricingCategory`.
    pub pricing_category: &'static str,
    /// `CommitmentDiscountStatus`; empty without a commitment.
    pub commitment_discount_status: &'static str,
    /// `ServiceCategory`.
    pub service_category: &'static str,
    /// `ConsumedQuantity` and its unit: hours or GB used.
    pub consumed_quantity: f64,
    /// `ConsumedUnit`.
    pub consumed_unit: &'static str,
    /// `PricingQuantity`: what is priced after rounding.
    pub pricing_quantity: f64,
    /// `PricingUnit`.
    pub pricing_unit: &'static str,
    /// `ListUnitPrice`.
    pub list_unit_price: f64,
    /// `ListCost`: before the plan's own discount.
    pub list_cost: f64,
    /// `ContractedUnitPrice`: after it.
    pub contracted_unit_price: f64,
    /// `ContractedCost`.
    pub contracted_cost: f64,
    /// `BilledCost`: what the invoice will say.
    pub billed_cost: f64,
    /// `EffectiveCost`: prepaid terms spread over the hours used.
    pub effective_cost: f64,
}

/// Column names in order, for a header; `ChargeDescription` is the name of [`Row::item`].
pub const COLUMNS: [&str; 20] = [
    "ProviderName",
    "SkuId",
    "RegionName",
    "BillingCurrency",
    "ChargeCategory",
    "ChargeDescription",
    "ChargeFrequency",
    "PricingCategory",
    "CommitmentDiscountStatus",
    "ServiceCategory",
    "ConsumedQuantity",
    "ConsumedUnit",
    "PricingQuantity",
    "PricingUnit",
    "ListUnitPrice",
    "ListCost",
    "ContractedUnitPrice",
    "ContractedCost",
    "BilledCost",
    "EffectiveCost",
];

/// Rows of the lines that are not zero, the discount spread over the lines it lowers.
pub fn rows(
    bill: &Bill,
    ask: &Ask,
    offer: &Offer,
    provider: &Provider,
    units: &Units,
    discount: f64,
) -> Vec<Row> {
    let term = ask.term_h > 0.0;
    let t = &bill.time;
    let used = f64::from(units.used());
    let keep = 1.0 - discount.clamp(0.0, 1.0);
    let hour = ask.per_card_hour();
    bill.lines
        .iter()
        .filter(|l| l.money.micros != 0 && l.item != Item::Discount)
        .map(|line| {
            let cost = line.money.micros as f64 / MICRO;
            let machine = line.item < Item::Discount;
            let hours = match line.item {
                Item::Compute => (t.work + t.saving) * used,
                Item::BootAndDownload => t.setup * used,
                Item::Debugging => t.debug * used,
                Item::Interruptions => t.lost * used,
                _ if machine && hour > 0.0 => cost / hour,
                _ => 0.0,
            };
            // Rounding, idle cards and unused terms are priced but not consumed.
            let consumed = !matches!(line.item, Item::Rounding | Item::IdleCards | Item::UnusedTerm);
            let contracted = if machine { cost * keep } else { cost };
            let other = if machine { Priced::default() } else { Priced::of(&line.line.terms) };
            Row {
                item: line.item,
                provider_name: provider.name_en.clone(),
                sku_id: offer.id.clone(),
                region_name: offer.place.clone(),
                billing_currency: line.money.currency,
                charge_category: match line.item {
                    Item::Tax => "Tax",
                    Item::Credit => "Credit",
                    _ if machine && term => "Purchase",
                    _ => "Usage",
                },
                charge_frequency: match line.item {
                    _ if machine && term => "Recurring",
                    Item::Support | Item::Licence => "Recurring",
                    Item::Credit => "One-Time",
                    _ => "Usage-Based",
                },
                pricing_category: match offer.mode {
                    _ if !machine => "Standard",
                    Mode::Spot => "Dynamic",
                    _ if term => "Committed",
                    _ => "Standard",
                },
                commitment_discount_status: match line.item {
                    Item::UnusedTerm => "Unused",
                    _ if machine && term => "Used",
                    _ => "",
                },
                service_category: match line.item {
                    Item::StorageRunning | Item::StorageStopped | Item::Snapshots => "Storage",
                    Item::Egress | Item::Address => "Networking",
                    _ if machine => "Compute",
                    _ => "Other",
                },
                consumed_quantity: match (machine, consumed) {
                    (true, true) => hours,
                    (true, false) => 0.0,
                    (false, _) => other.used,
                },
                consumed_unit: if machine { "Hours" } else { other.unit },
                pricing_quantity: if machine { hours } else { other.priced },
                pricing_unit: if machine { "GPU Hours" } else { other.unit },
                list_unit_price: if machine { hour } else { other.price },
                list_cost: cost,
                contracted_unit_price: if machine { hour * keep } else { other.price },
                contracted_cost: contracted,
                billed_cost: contracted,
                effective_cost: contracted,
            }
        })
        .collect()
}

/// What a line beside the machine counts, and its price of a unit (of the first tier).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Priced {
    /// Used.
    used: f64,
    /// Priced, the free part taken off.
    priced: f64,
    /// Of what.
    unit: &'static str,
    /// Price of one.
    price: f64,
}

impl Priced {
    fn of(terms: &[Term]) -> Self {
        let of = |name: TermName| terms.iter().find(|t| t.name == name);
        let Some(price) = of(TermName::Price) else { return Self::default() };
        let amount = of(TermName::Gigabytes).or(of(TermName::Terms)).map_or(0.0, |t| t.value);
        let free = of(TermName::FreePart).map_or(0.0, |t| t.value);
        let hours = of(TermName::Hours).map_or(0.0, |t| t.value);
        let (each, unit) = match price.unit {
            Unit::MoneyPerGbMonth => (hours / HOURS_MEAN_MONTH, "GB-Months"),
            Unit::MoneyPerGb => (1.0, "GB"),
            Unit::MoneyPerHour => (hours, "Hours"),
            Unit::MoneyPerMonth => (1.0, "Months"),
            _ => return Self::default(),
        };
        Self { used: amount * each, priced: (amount - free).max(0.0) * each, unit, price: price.value }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Shop, bare, offer, one, total};
    use super::*;
    use crate::engine::cost::{Ctx, Sizes};

    #[test]
    fn rows_add_up_to_the_bill_and_name_the_unused_part() {
        let mut shop = Shop::default();
        shop.offers[0] = Offer { mode: Mode::Monthly, ..offer() };
        let mut plan = bare(100.0);
        plan.market.discount = 0.1;
        let bill = total(&shop, &plan, &one(), 0.0);
        let ctx = Ctx::new(&plan, Sizes::default(), &shop, super::super::tests::today());
        let ask = ctx.asks[0].unwrap_or_else(|| panic!("price"));
        let rows = rows(&bill, &ask, &shop.offers[0], &shop.provider, &one(), 0.1);
        let billed: f64 = rows.iter().map(|r| r.billed_cost).sum();
        assert!((billed - bill.total.to_f64()).abs() < 1e-5, "{billed} {:?}", bill.total);
        for r in &rows {
            let product = r.pricing_quantity * r.contracted_unit_price;
            assert!(
                (product - r.contracted_cost).abs() < 1e-5,
                "{:?}: {product} {}",
                r.item,
                r.contracted_cost
            );
        }
        let unused: Vec<&Row> = rows.iter().filter(|r| r.commitment_discount_status == "Unused").collect();
        assert_eq!(unused.len(), 1);
        assert!((unused[0].pricing_quantity - 620.0).abs() < 1e-6 && unused[0].consumed_quantity == 0.0);
    }

    #[test]
    fn quantity_times_price_is_the_list_cost() {
        use super::super::tests::rule;
        use crate::catalog::RuleLine;
        let shop = Shop {
            rules: vec![
                rule(RuleLine::Storage, 0.0, 20.0, 0.12, Currency::Cny),
                rule(RuleLine::Egress, 0.0, 0.0, 0.8, Currency::Cny),
                rule(RuleLine::Address, 0.0, 0.0, 0.02, Currency::Cny),
            ],
            ..Shop::default()
        };
        let mut plan = bare(100.0);
        plan.data.storage_gb = Some(500.0);
        plan.data.egress_gb = Some(200.0);
        plan.data.keep_days = 10.0;
        plan.data.addresses = 2;
        plan.care.debug_hours = 5.0;
        let bill = total(&shop, &plan, &one(), 0.0);
        let ctx = Ctx::new(&plan, Sizes::default(), &shop, super::super::tests::today());
        let ask = ctx.asks[0].unwrap_or_else(|| panic!("price"));
        let rows = rows(&bill, &ask, &shop.offers[0], &shop.provider, &one(), 0.0);
        let named: Vec<Item> = rows.iter().map(|r| r.item).collect();
        for item in [Item::Compute, Item::Debugging, Item::StorageStopped, Item::Egress, Item::Address] {
            assert!(named.contains(&item), "{item:?} of {named:?}");
        }
        for r in &rows {
            let product = r.pricing_quantity * r.list_unit_price;
            assert!((product - r.list_cost).abs() < 1e-5, "{:?}: {product} {}", r.item, r.list_cost);
            assert!(!r.pricing_unit.is_empty() && r.consumed_quantity >= 0.0, "{:?}", r.item);
        }
    }
}
