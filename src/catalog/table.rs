//! The embedded text, split once: tables of columns of cells. Missing tables, columns and cells
//! read as empty, so that nothing here can fail.

use crate::units::{AsOf, Decimal, Order, decimal};

/// A table of the embedded text.
#[derive(Default)]
pub struct Table<'a> {
    rows: usize,
    /// The key of each column's name and its cells, sorted by key once the table is whole.
    columns: Vec<(u32, Vec<&'a str>)>,
}

/// A number for a column's name (FNV-1a), so that finding a column compares numbers only. A test
/// checks that no two columns of a table share one.
#[inline]
const fn key(name: &str) -> u32 {
    let (bytes, mut hash, mut at) = (name.as_bytes(), 0x811c_9dc5_u32, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// One row of a table.
#[derive(Clone, Copy)]
pub struct Row<'t, 'a> {
    table: &'t Table<'a>,
    at: usize,
}

/// Splits the text into `(name, table)`.
pub fn split(text: &str) -> Vec<(&str, Table<'_>)> {
    let mut tables: Vec<(&str, Table)> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix('@') {
            let (name, rows) = head.split_once(' ').unwrap_or((head, "0"));
            // No catalog has a million rows: a damaged count must not make us wait.
            let rows = rows.parse().unwrap_or(0usize).min(1_000_000);
            tables.push((name, Table { rows, columns: Vec::new() }));
        } else if let Some((_, table)) = tables.last_mut() {
            let mut cells = line.split('\t');
            let name = cells.next().unwrap_or("");
            table.columns.push((key(name), cells.collect()));
        }
    }
    for (_, table) in &mut tables {
        table.columns.order_by_key(|(key, _)| *key);
    }
    tables
}

impl<'a> Table<'a> {
    /// Every row.
    pub fn rows<'t>(&'t self) -> impl Iterator<Item = Row<'t, 'a>> {
        let most = self.columns.iter().map(|(_, c)| c.len()).max().unwrap_or(0);
        (0..self.rows.min(most)).map(move |at| Row { table: self, at })
    }
}

impl<'a> Row<'_, 'a> {
    /// A cell, empty where there is none.
    #[inline(never)]
    pub fn text(self, column: &str) -> &'a str {
        let columns = &self.table.columns;
        let Ok(at) = columns.binary_search_by_key(&key(column), |(key, _)| *key) else { return "" };
        columns.get(at).and_then(|(_, cells)| cells.get(self.at)).copied().unwrap_or("")
    }
    /// A cell as an own string.
    pub fn string(self, column: &str) -> String {
        self.text(column).to_string()
    }
    /// A number, or the type's zero where the cell is empty.
    pub fn num<N: Decimal>(self, column: &str) -> N {
        self.maybe(column).unwrap_or_default()
    }
    /// A number where the cell has one.
    pub fn maybe<N: Decimal>(self, column: &str) -> Option<N> {
        decimal(self.text(column)).map(N::from_f64)
    }
    /// `y` or `n`, `yes` or `no`.
    pub fn flag(self, column: &str) -> Option<bool> {
        match self.text(column) {
            "y" | "yes" => Some(true),
            "n" | "no" => Some(false),
            _ => None,
        }
    }
    /// A date.
    pub fn date(self, column: &str) -> Option<AsOf> {
        AsOf::parse(self.text(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_share_a_key() {
        for (name, table) in split(crate::catalog::EMBEDDED) {
            assert!(table.columns.windows(2).all(|w| w[0].0 != w[1].0), "{name}");
        }
    }

    #[test]
    fn missing_parts_read_as_empty() {
        let tables = split("@a 3\nx\t1\t2\ny\tq\n@b many\nz");
        let rows: Vec<(&str, &str, u32)> =
            tables[0].1.rows().map(|r| (r.text("x"), r.text("y"), r.num("none"))).collect();
        assert_eq!(rows, [("1", "q", 0), ("2", "", 0)]);
        assert_eq!(tables[1].1.rows().count(), 0);
    }
}
