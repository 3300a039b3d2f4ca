//! Turns checked tables into the text that the page embeds: one line a column, cells parted by
//! tabs. Measured with brotli this is the smallest simple form (design §2).

use super::check::Table;
use std::fmt::Write;

/// Which readers need a row.
#[derive(Clone, Copy, PartialEq)]
pub enum For {
    /// Every answer.
    Answer,
    /// Who looks up what the sources are called.
    Titles,
    /// Who looks at what is known of a seller.
    Said,
    /// Who asks which versions work together: the rules of advice.
    Compat,
}

/// The file that each of them reads.
pub const FILES: [(&str, For); 4] = [
    ("catalog.txt", For::Answer),
    ("titles.txt", For::Titles),
    ("said.txt", For::Said),
    ("compat.txt", For::Compat),
];

/// Who needs a row; `None` for the living ids, which stand in their own tables.
fn whose(t: &Table, row: &super::csv::Record) -> Option<For> {
    match t.name {
        "sources" => Some(For::Titles),
        "said" => Some(For::Said),
        // Slices of cards are ordered like cards.
        "compat" if t.get(row, "kind") != "mig_profile" => Some(For::Compat),
        "ids" => matches!(t.get(row, "why"), "alias" | "retired").then_some(For::Answer),
        _ => Some(For::Answer),
    }
}

/// The text for one kind of reader: `@table rows`, then `column TAB cell TAB cell …` for each embedded column.
pub fn text(tables: &[Table], whom: For) -> String {
    let mut out = String::new();
    if whom == For::Answer {
        let _ = write!(out, "@about 1\ndate\t{}\n", newest(tables));
    }
    for t in tables {
        let rows: Vec<_> = t.rows.iter().filter(|r| whose(t, r) == Some(whom)).collect();
        if rows.is_empty() {
            continue;
        }
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
            reading_counts(tables, t, &mut out);
        }
    }
    out
}

/// The youngest full date of any row: the catalog's own date.
fn newest(tables: &[Table]) -> String {
    let dates = tables.iter().flat_map(|t| t.rows.iter().map(|r| t.get(r, "as_of")));
    dates.filter(|d| d.len() == 10).max().unwrap_or("").to_string()
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
