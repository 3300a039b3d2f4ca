//! After the run: the real invoice beside the plan, line by line.

use super::{Bill, Item};

/// A line of the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Which line.
    pub item: Item,
    /// As planned.
    pub planned: f64,
    /// As billed; `None` where the invoice has no such line.
    pub billed: Option<f64>,
    /// Billed less planned; an absent line counts as nothing.
    pub more: f64,
    /// The amount lies within the band of the plan.
    pub expected: bool,
    /// What to look at first.
    pub look: Look,
}

/// What most likely explains a difference, and so what to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Nothing to ask.
    Fine,
    /// The hours on the invoice against the hours in the console: the machine was on for longer.
    Hours,
    /// The price differs at the planned hours: which price was agreed, since when.
    Price,
    /// Rounding to the increment or starts that count: the list of sessions.
    Sessions,
    /// Gigabytes and days of the disk; whether it was released.
    Disk,
    /// Gigabytes out.
    Traffic,
    /// A line the plan did not have: what it is for.
    NewLine,
    /// A planned line is missing: it may come later, or was included.
    Missing,
}

/// Compares what was typed from an invoice with the plan. `hours` are the powered hours on the invoice,
/// where it states them. Lines come in the order of the bill; those that are zero on both sides are left out.
pub fn compare(bill: &Bill, invoice: &[(Item, f64)], hours: Option<f64>) -> Vec<Difference> {
    let mut out = Vec::new();
    for line in &bill.lines {
        let planned = line.money.to_f64();
        let mut typed = invoice.iter().filter(|(i, x)| *i == line.item && x.is_finite()).map(|(_, x)| *x);
        let billed = typed.next().map(|first| first + typed.sum::<f64>());
        if billed.unwrap_or(0.0) == 0.0 && planned == 0.0 {
            continue;
        }
        let more = billed.unwrap_or(0.0) - planned;
        let cent = 0.005;
        let band = line.line.value;
        let expected = billed.is_some_and(|b| b >= band.low - cent && b <= band.high + cent);
        let look = match billed {
            None => Look::Missing,
            Some(_) if more.abs() <= cent => Look::Fine,
            Some(_) if planned == 0.0 => Look::NewLine,
            Some(b) => match line.item {
                Item::StorageRunning | Item::StorageStopped | Item::Snapshots => Look::Disk,
                Item::Egress => Look::Traffic,
                Item::Rounding | Item::BootAndDownload => Look::Sessions,
                _ => by_hours(bill, planned, b, hours),
            },
        };
        out.push(Difference { item: line.item, planned, billed, more, expected, look });
    }
    out
}

/// Hours explain a compute line when its amount per hour is as planned.
fn by_hours(bill: &Bill, planned: f64, billed: f64, hours: Option<f64>) -> Look {
    let Some(hours) = hours.filter(|h| *h > 0.0) else { return Look::Hours };
    if bill.time.powered <= 0.0 {
        return Look::Price;
    }
    let (as_planned, as_billed) = (planned / bill.time.powered, billed / hours);
    if (as_billed / as_planned - 1.0).abs() < 0.01 { Look::Hours } else { Look::Price }
}

/// Sum of billed less planned over all lines.
pub fn more(differences: &[Difference]) -> f64 {
    differences.iter().map(|d| d.more).sum()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Shop, bare, one, reading, rule, total};
    use super::*;
    use crate::catalog::RuleLine;
    use crate::units::Currency;

    #[test]
    fn a_longer_run_a_dearer_price_and_a_forgotten_disk() {
        let mut plan = bare(100.0);
        plan.data.storage_gb = Some(73.0);
        plan.data.keep_days = 10.0;
        let mut shop =
            Shop { rules: vec![rule(RuleLine::Storage, 0.0, 0.0, 1.0, Currency::Cny)], ..Shop::default() };
        shop.offers[0].readings = vec![reading(2.0, Currency::Cny)];
        let bill = total(&shop, &plan, &one(), 0.0);
        let compute = bill.lines[Item::Compute as usize].money.to_f64();
        let look = |item, amount, hours| {
            let all = compare(&bill, &[(item, amount)], hours);
            all.iter().find(|d| d.item == item).map(|d| d.look)
        };
        assert_eq!(look(Item::Compute, compute, None), Some(Look::Fine));
        assert_eq!(look(Item::Compute, compute * 1.2, Some(120.0)), Some(Look::Hours));
        assert_eq!(look(Item::Compute, compute * 1.2, Some(100.0)), Some(Look::Price));
        assert_eq!(look(Item::StorageStopped, 72.0, None), Some(Look::Disk));
        assert_eq!(look(Item::Support, 30.0, None), Some(Look::NewLine));
        let all = compare(&bill, &[(Item::Compute, compute + 5.0)], None);
        assert!(all.iter().any(|d| d.item == Item::StorageStopped && d.look == Look::Missing));
        let sum: f64 = bill.lines.iter().filter(|l| l.item != Item::Compute).map(|l| l.money.to_f64()).sum();
        assert!((more(&all) - (5.0 - sum)).abs() < 1e-9);
    }
}
