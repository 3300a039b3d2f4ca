//! The lines of a bill under the column names of the FinOps FOCUS specification, as CSV and as a Markdown
//! table. Names, categories and units are those of the standard in both languages; a line is described in the reader's.

use super::csv::{Table, plain};
use crate::engine::cost::focus::{COLUMNS, Row};
use crate::i18n::{Lang, Named};

/// Cells of a row, in the order of the columns.
fn cells(r: &Row, lang: Lang) -> [String; 20] {
    let text = |t: &str| t.to_owned();
    let sum = |x: f64| plain(x, 6);
    [
        r.provider_name.clone(),
        r.sku_id.clone(),
        r.region_name.clone(),
        text(r.billing_currency.code()),
        text(r.charge_category),
        text(r.item.what().name(lang)),
        text(r.charge_frequency),
        text(r.pricing_category),
        text(r.commitment_discount_status),
        text(r.service_category),
        sum(r.consumed_quantity),
        text(r.consumed_unit),
        sum(r.pricing_quantity),
        text(r.pricing_unit),
        sum(r.list_unit_price),
        sum(r.list_cost),
        sum(r.contracted_unit_price),
        sum(r.contracted_cost),
        sum(r.billed_cost),
        sum(r.effective_cost),
    ]
}

/// As CSV, as [`super::csv`] writes it.
pub fn csv(rows: &[Row], lang: Lang) -> String {
    let mut table = Table::new();
    table.row(&COLUMNS.map(str::to_owned));
    for row in rows {
        table.row(&cells(row, lang));
    }
    table.0
}

/// As a Markdown table.
pub fn markdown(rows: &[Row], lang: Lang) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|c| super::markdown::escaped(c)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut out = line(&COLUMNS.map(str::to_owned));
    out += &format!("|{}\n", "---|".repeat(COLUMNS.len()));
    for row in rows {
        out += &line(&cells(row, lang));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cost::Item;
    use crate::units::Currency;

    fn row() -> Row {
        Row {
            item: Item::Compute,
            provider_name: "=cmd|A, Ltd".into(),
            sku_id: "x".into(),
            region_name: "北京".into(),
            billing_currency: Currency::Cny,
            charge_category: "Usage",
            charge_frequency: "Usage-Based",
            pricing_category: "Standard",
            commitment_discount_status: "",
            service_category: "Compute",
            consumed_quantity: 1.5,
            consumed_unit: "Hours",
            pricing_quantity: 2.0,
            pricing_unit: "GPU Hours",
            list_unit_price: 12_345.678_9,
            list_cost: 24_691.357_8,
            contracted_unit_price: 12_345.678_9,
            contracted_cost: 24_691.357_8,
            billed_cost: 24_691.357_8,
            effective_cost: 24_691.357_8,
        }
    }

    #[test]
    fn a_spreadsheet_reads_numbers_and_runs_nothing() {
        let text = csv(&[row()], Lang::Zh);
        let mut lines =
            text.strip_prefix('\u{feff}').unwrap_or_else(|| panic!("byte order mark")).split("\r\n");
        assert_eq!(lines.next().map(|l| l.split(',').collect::<Vec<_>>()), Some(COLUMNS.to_vec()));
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("\"'=cmd|A, Ltd\",x,北京,CNY,Usage,算力,Usage-Based,"), "{first}");
        assert!(
            first.ends_with(
                ",2.000000,GPU Hours,12345.678900,24691.357800,12345.678900,24691.357800,24691.357800,24691.357800"
            ),
            "{first}"
        );
        assert_eq!((lines.next(), lines.next()), (Some(""), None));
    }

    #[test]
    fn a_table_in_markdown_keeps_its_columns() {
        let text = markdown(&[row(), row()], Lang::En);
        let bars = |l: &str| l.replace("\\|", "").matches('|').count();
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|l| bars(l) == COLUMNS.len() + 1), "{text}");
    }
}
