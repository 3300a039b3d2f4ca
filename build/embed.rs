//! Turns checked tables into the text that the page embeds: one line a column, cells parted by
//! tabs. Measured with brotli this is the smallest simple form (design §2).

use super::check::Table;
use std::fmt::Write;

/// The table that only some readers look at: what the sources are called.
const TITLES: &str = "sources";

/// The text of what every answer needs: `@table rows`, then `column TAB cell TAB cell …` for each embedded
/// column.
pub fn text(tables: &[Table]) -> String {
    let mut out = format!("@about 1\ndate\t{}\n", newest(tables));
    write(&mut out, tables, |t| t.name != TITLES);
    out
}

/// The same form for the titles of the sources.
pub fn titles(tables: &[Table]) -> String {
    let mut out = String::new();
    write(&mut out, tables, |t| t.name == TITLES);
    out
}

fn write(out: &mut String, tables: &[Table], wanted: impl Fn(&Table) -> bool) {
    for t in tables.iter().filter(|t| wanted(t)) {
        let rows: Vec<_> = t.rows.iter().filter(|r| keep(t, r)).collect();
        let _ = writeln!(out, "@{} {}", t.name, rows.len());
        for (i, column) in t.columns.iter().enumerate().filter(|(_, c)| c.embed) {
            out.push_str(column.name);
            for row in &rows {
                out.push('\t');
                out.push_str(&row.cells[i]);
            }
            out.push('\n');
        }
        if t.name == "offers" {
            reading_counts(tables, t, out);
        }
    }
}

/// The youngest full date of any row: the catalog's own date.
fn newest(tables: &[Table]) -> String {
    let dates = tables.iter().flat_map(|t| t.rows.iter().map(|r| t.get(r, "as_of")));
    dates.filter(|d| d.len() == 10).max().unwrap_or("").to_string()
}

/// Of the ids only aliases and retired ones: a living id stands in its own table.
fn keep(t: &Table, row: &super::csv::Record) -> bool {
    match t.name {
        "ids" => matches!(t.get(row, "why"), "alias" | "retired"),
        _ => true,
    }
}

/// How many readings each offer has: readings stand in the order of offers.
fn reading_counts(tables: &[Table], offers: &Table, out: &mut String) {
    out.push_str("readings");
    let readings = tables.iter().find(|t| t.name == "readings");
    for row in &offers.rows {
        let id = offers.get(row, "id");
        let n = readings.map_or(0, |t| t.rows.iter().filter(|r| t.get(r, "offer") == id).count());
        let _ = write!(out, "\t{n}");
    }
    out.push('\n');
}
