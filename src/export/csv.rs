//! Offers and bill as CSV: UTF-8 with a byte order mark (spreadsheets read Chinese by it), CRLF, and
//! no cell that a spreadsheet would run as a formula.

use crate::catalog::PriceUnit;
use crate::catalog::sheet;
use crate::engine::report::Entry;
use crate::i18n::{Named, Wording, number};
use crate::units::GIB;

/// A table under construction.
pub(super) struct Table(pub(super) String);

impl Table {
    pub(super) fn new() -> Self {
        Self("\u{feff}".into())
    }
    pub(super) fn row(&mut self, cells: &[String]) {
        for (i, cell) in cells.iter().enumerate() {
            if i > 0 {
                self.0.push(',');
            }
            self.0.push_str(&quoted(cell));
        }
        self.0.push_str("\r\n");
    }
}

/// Cells that a spreadsheet would read as a formula get a leading apostrophe; quotes, commas and
/// line breaks are quoted. Plain numbers stay as they are.
fn quoted(cell: &str) -> String {
    let numeric = {
        let digits = cell.strip_prefix('-').unwrap_or(cell);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    };
    let mut text = String::new();
    if !numeric && cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '|', '%']) {
        text.push('\'');
    }
    text.push_str(cell);
    sheet::cell(&text)
}

/// A number for a spreadsheet: no grouping, ASCII minus.
pub(super) fn plain(x: f64, decimals: usize) -> String {
    shown(&number::fixed(x, decimals))
}

fn cells(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|t| (*t).to_string()).collect()
}

/// Every ranked offer, best first.
pub fn offers(words: &Wording) -> String {
    let ui = words.lang.more();
    let mut table = Table::new();
    let money = |name: &str| format!("{name} ({})", words.show.code());
    let hours = |name: &str| format!("{name} (h)");
    table.row(&[
        words.lang.pick("名次", "Rank").into(),
        ui.card.into(),
        words.lang.pick("卡数", "Cards").into(),
        words.lang.pick("计费卡数", "Cards billed").into(),
        words.lang.pick("机器", "Machines").into(),
        words.lang.pick("怎么分", "Layout").into(),
        ui.provider.into(),
        ui.billing.into(),
        words.lang.pick("地区", "Region").into(),
        words.lang.pick("报价", "Price quoted").into(),
        words.lang.pick("报价货币", "Currency quoted").into(),
        words.lang.pick("报价单位", "Unit quoted").into(),
        money(words.lang.pick("每卡每小时", "Per card and hour")),
        hours(ui.powered),
        money(words.lang.pick("总价低", "Total low")),
        money(ui.total),
        money(words.lang.pick("总价高", "Total high")),
        money(ui.hidden),
        money(if words.plan.task.samples() { ui.per_thousand } else { ui.per_million }),
        words.lang.pick("每卡显存 (GiB)", "Memory per card (GiB)").into(),
        words.lang.pick("可用显存 (GiB)", "Usable memory (GiB)").into(),
        words.lang.pick("放得下吗", "Fits").into(),
        ui.not_eligible.into(),
        words.lang.pick("报价日期", "Price date").into(),
        words.lang.pick("可信度", "Trust").into(),
        words.lang.pick("报价编号", "Offer id").into(),
    ]);
    for (i, e) in words.report.ranked.iter().enumerate() {
        table.row(&offer_row(words, i + 1, e));
    }
    table.0
}

fn offer_row(words: &Wording, rank: usize, e: &Entry) -> Vec<String> {
    let (lang, n) = (words.lang, |x: u32| plain(f64::from(x), 0));
    let offer = words.catalog.offer(e.offer);
    let unit = offer.map_or("", |o| match o.unit {
        PriceUnit::GpuHour => lang.pick("每卡每小时", "per card and hour"),
        PriceUnit::InstanceHour => lang.pick("整机每小时", "per machine and hour"),
        PriceUnit::GpuMonth => lang.pick("每卡每月", "per card and month"),
        PriceUnit::InstanceMonth => lang.pick("整机每月", "per machine and month"),
    });
    let sum = |x: f64| plain(words.amount(x), 2);
    vec![
        plain(rank as f64, 0),
        words.card(e),
        n(e.count),
        n(e.billed),
        n(e.machines),
        words.layout(&e.layout),
        words.provider(e.provider).into(),
        e.mode.name(lang).into(),
        e.region.name(lang).into(),
        plain(e.quoted.to_f64(), 4),
        e.quoted.currency.code().into(),
        unit.into(),
        plain(words.amount(e.gpu_hour), 4),
        plain(e.hours.likely, 2),
        sum(e.total.low),
        sum(e.total.likely),
        sum(e.total.high),
        sum(e.hidden),
        plain(words.amount(e.per_work), 4),
        plain(e.need.likely / GIB, 2),
        plain(e.usable / GIB, 2),
        e.fit.name(lang).into(),
        words.not_eligible(e),
        e.as_of.to_string(),
        e.confidence.name(lang).into(),
        offer.map_or("", |o| &o.id).into(),
    ]
}

/// The winner's bill, as it is shown: its lines add up to its total.
pub fn bill(words: &Wording) -> String {
    let ui = words.lang.more();
    let mut table = Table::new();
    let amount = format!("{} ({})", words.lang.pick("金额", "Amount"), words.show.code());
    table.row(&[ui.item.into(), ui.formula.into(), amount, words.lang.pick("说明", "Remark").into()]);
    let bill = words.bill();
    for row in &bill.rows {
        table.row(&[row.label.into(), row.how.clone(), shown(&row.amount()), row.remark.clone()]);
    }
    let mut last = cells(&[ui.sum, "", "", ""]);
    last[2] = shown(&bill.total());
    table.row(&last);
    table.0
}

/// A sum as it is shown, for a spreadsheet.
fn shown(sum: &str) -> String {
    sum.replace(',', "").replace(number::MINUS, "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_runs_as_a_formula() {
        for (cell, want) in [
            ("=1+1", "'=1+1"),
            ("@sum", "'@sum"),
            ("-7.40", "-7.40"),
            ("-1+1", "'-1+1"),
            ("+cmd", "'+cmd"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=a,b", "\"'=a,b\""),
            ("RTX 4090", "RTX 4090"),
        ] {
            assert_eq!(quoted(cell), want);
        }
    }

    #[test]
    fn numbers_are_plain() {
        assert_eq!(plain(-14_360.25, 2), "-14360.25");
        assert_eq!(shown(&number::bill(-74, 1)), "-7.4");
        assert_eq!(shown(&number::bill(12_345_678, 1)), "1234567.8");
    }
}
