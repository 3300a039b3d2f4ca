//! The bill as it is shown: each line rounded to a tenth, the total the sum of the shown lines
//! (semantics §6).

use super::Wording;
use crate::engine::cost::{BillLine, Item};
use crate::engine::report::Entry;
use crate::i18n::{Named, number, value};
use crate::units::math::round_half_even;

/// One line as shown.
#[derive(Clone, Debug, PartialEq)]
pub struct BillRow<'a> {
    /// What it is about.
    pub item: Item,
    /// The line behind it, for the "why" panel.
    pub line: &'a BillLine,
    /// Its name.
    pub label: &'static str,
    /// How it comes about: the formula with its values, or why it is nothing.
    pub how: String,
    /// The amount in tenths of the shown currency.
    pub tenths: i64,
    /// "没有公布，按 12 家的中位数估", or that nobody prints it; empty where the price is printed.
    pub remark: String,
}

/// A bill as shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownBill<'a> {
    /// Its lines.
    pub rows: Vec<BillRow<'a>>,
    /// Sum of the shown lines, in tenths.
    pub tenths: i64,
}

impl BillRow<'_> {
    /// The amount: "136.6".
    pub fn amount(&self) -> String {
        number::bill(self.tenths)
    }
}

impl ShownBill<'_> {
    /// The total: "159.9".
    pub fn total(&self) -> String {
        number::bill(self.tenths)
    }
}

/// Lines that a person looks for: shown also when they are nothing.
const ALWAYS: [Item; 6] =
    [Item::Compute, Item::StorageRunning, Item::StorageStopped, Item::Egress, Item::Address, Item::Rounding];

impl<'a> Wording<'a> {
    /// The winner's bill.
    pub fn bill(&self) -> ShownBill<'a> {
        self.bill_of(&self.report.bill)
    }

    /// Any bill, as [`crate::engine::report::bill_of`] makes it for a row.
    pub fn bill_of(&self, lines: &'a [BillLine]) -> ShownBill<'a> {
        let factor = self.amount(1.0);
        let rows: Vec<BillRow<'a>> = lines
            .iter()
            .filter(|l| l.money.micros != 0 || l.unknown || ALWAYS.contains(&l.item))
            .map(|l| {
                // A whole-number factor of one keeps the integer; a conversion rounds once.
                let micros = if factor == 1.0 {
                    l.money.micros
                } else {
                    round_half_even(l.money.micros as f64 * factor) as i64
                };
                BillRow {
                    item: l.item,
                    line: l,
                    label: l.item.what().name(self.lang),
                    how: self.how(l),
                    tenths: number::bill_tenths(micros),
                    remark: self.remark(l),
                }
            })
            .collect();
        let tenths = rows.iter().fold(0i64, |sum, r| sum.saturating_add(r.tenths));
        ShownBill { rows, tenths }
    }

    fn how(&self, l: &BillLine) -> String {
        if l.line.terms.is_empty() {
            return String::new();
        }
        value::filled(self.lang, l.line.formula, &l.line.terms, self.report.currency)
    }

    fn remark(&self, l: &BillLine) -> String {
        match l.assumed_from {
            Some(n) => self
                .pick("没有公布，按 {} 家同类的中位数估", "not published; median of {} similar providers")
                .replace("{}", &number::whole(u64::from(n))),
            None if l.unknown && l.item == Item::Tax => {
                self.pick("含不含税没有写明", "whether tax is included is not stated").to_string()
            }
            None if l.unknown => {
                self.pick("没有公布，也没有可比的，没算进去", "not published, nothing to compare with; not counted")
                    .to_string()
            }
            None => String::new(),
        }
    }

    /// The total that is shown: for the winner the sum of the shown lines, so that it agrees with the
    /// bill to the last digit; for others the middle of their band. In the report's currency.
    pub fn total(&self, e: &Entry) -> f64 {
        let wins = self.winner().is_some_and(|w| std::ptr::eq(w, e));
        let factor = self.amount(1.0);
        if !wins || self.report.bill.is_empty() || factor <= 0.0 {
            return e.total.likely;
        }
        self.bill().tenths as f64 / 10.0 / factor
    }
}
