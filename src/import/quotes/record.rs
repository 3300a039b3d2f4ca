//! A quote as a list of its own titles, one a line: "云服务商：甲云 / 显卡：4090*8 / 月租：9900元".

use super::columns::{Column, by_header};
use super::table::Cells;

/// Lines read as records.
pub(super) struct Records {
    /// The titles, in the order in which they first came.
    pub header: Vec<String>,
    /// A line for each record, under the number of its first line.
    pub rows: Vec<Cells>,
    /// Lines without a title.
    pub others: Vec<Cells>,
}

/// The records of a paste of plain lines; `None` where it is none: a card and a price have titles of their own, and
/// most lines have one.
pub(super) fn read(lines: &[Cells]) -> Option<Records> {
    let mut out = Records { header: Vec::new(), rows: Vec::new(), others: Vec::new() };
    let mut now: Vec<usize> = Vec::new();
    for line in lines {
        let text = line.cells.first()?;
        let titled =
            text.split_once(':').map(|(k, v)| (k.trim_start_matches(['-', '*', '•', ' ']).trim(), v.trim()));
        let Some((key, value)) = titled.filter(|(k, v)| !v.is_empty() && by_header(k) != Column::Other)
        else {
            out.others.push(line.clone());
            continue;
        };
        let at = out.header.iter().position(|k| k == key).unwrap_or_else(|| {
            out.header.push(key.to_string());
            out.header.len() - 1
        });
        // A title that comes again begins the next one.
        if out.rows.is_empty() || now.contains(&at) {
            out.rows.push(Cells { line: line.line, cells: Vec::new() });
            now.clear();
        }
        now.push(at);
        if let Some(row) = out.rows.last_mut() {
            row.cells.resize(out.header.len().max(row.cells.len()), String::new());
            row.cells[at] = value.to_string();
        }
    }
    let kinds: Vec<Column> = out.header.iter().map(|k| by_header(k)).collect();
    let whole = [Column::Card, Column::Price].iter().all(|kind| kinds.contains(kind));
    for row in &mut out.rows {
        row.cells.resize(out.header.len(), String::new());
    }
    (whole && out.others.len() * 2 < lines.len()).then_some(out)
}
