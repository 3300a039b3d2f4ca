//! Checks the catalog's files against [`super::schema`] and against each other. A fault names file,
//! line, column and reason, and stops the build.

use super::csv::{self, Record};
use super::schema::TABLES;
use super::words::offer_id;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// What is wrong, and where.
#[derive(Debug, PartialEq)]
pub struct Fault {
    /// `gpus.csv`.
    pub file: String,
    /// Line of the record.
    pub line: usize,
    /// Name of the column; empty for the whole row.
    pub column: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "static/catalog/{}.csv line {} column {}: {}",
            self.file, self.line, self.column, self.reason
        )
    }
}

/// A column of a schema.
pub struct Column {
    /// Heading.
    pub name: &'static str,
    /// Kind, see the schema.
    pub kind: &'static str,
    /// Must not be empty.
    pub need: bool,
    /// Goes into the page.
    pub embed: bool,
}

/// The columns of a schema text.
pub fn columns(schema: &'static str) -> Vec<Column> {
    schema
        .lines()
        .filter_map(|l| {
            let (name, rest) = l.split_once(' ')?;
            let marks = rest.rsplit_once(' ').map_or("", |(_, m)| m);
            let marked = !marks.is_empty() && marks.chars().all(|c| c == '!' || c == '*');
            let kind = if marked { rest.rsplit_once(' ').map_or(rest, |(k, _)| k) } else { rest };
            let marks = if marked { marks } else { "" };
            Some(Column { name, kind, need: marks.contains('!'), embed: marks.contains('*') })
        })
        .collect()
}

/// A file that has been read: its rows by heading.
pub struct Table {
    /// `gpus`.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its records without the heading.
    pub rows: Vec<Record>,
}

impl Table {
    /// A cell; empty where there is no such column.
    pub fn get<'a>(&self, row: &'a Record, column: &str) -> &'a str {
        self.columns
            .iter()
            .position(|c| c.name == column)
            .and_then(|i| row.cells.get(i))
            .map_or("", String::as_str)
    }
    fn fault(&self, row: &Record, column: &str, reason: String) -> Fault {
        Fault { file: self.name.into(), line: row.line, column: column.into(), reason }
    }
}

/// Reads every table from `file(name)` and checks it. All faults are found, not only the first.
pub fn read_all(file: impl Fn(&str) -> Option<String>) -> (Vec<Table>, Vec<Fault>) {
    let mut tables = Vec::new();
    let mut faults = Vec::new();
    for (name, schema) in TABLES {
        let fault = |line, column: &str, reason: &str| Fault {
            file: (*name).into(),
            line,
            column: column.into(),
            reason: reason.into(),
        };
        let Some(text) = file(name) else {
            faults.push(fault(0, "", "the file is missing"));
            continue;
        };
        let mut rows = match csv::parse(&text) {
            Ok(rows) => rows,
            Err(line) => {
                faults.push(fault(line, "", "a quotation mark is never closed"));
                continue;
            }
        };
        let columns = columns(schema);
        if rows.is_empty() || rows[0].cells.iter().map(String::as_str).ne(columns.iter().map(|c| c.name)) {
            faults.push(fault(1, "", "the heading is not the one of the schema"));
            continue;
        }
        rows.remove(0);
        tables.push(Table { name, columns, rows });
    }
    let ids: HashMap<&str, HashSet<String>> = tables
        .iter()
        .map(|t| (t.name, t.rows.iter().map(|r| t.get(r, "id").to_string()).collect()))
        .collect();
    for t in &tables {
        check_cells(t, &ids, &mut faults);
    }
    if faults.is_empty() {
        check_across(&tables, &ids, &mut faults);
    }
    (tables, faults)
}

fn check_cells(t: &Table, ids: &HashMap<&str, HashSet<String>>, faults: &mut Vec<Fault>) {
    let mut seen = HashSet::new();
    for row in &t.rows {
        if row.cells.len() != t.columns.len() {
            faults.push(t.fault(
                row,
                "",
                format!("{} cells where the heading has {}", row.cells.len(), t.columns.len()),
            ));
            continue;
        }
        for (column, cell) in t.columns.iter().zip(&row.cells) {
            if let Some(reason) = cell_fault(column, cell, ids) {
                faults.push(t.fault(row, column.name, reason));
            }
        }
        if t.name != "ids" && t.columns[0].name == "id" && !seen.insert(t.get(row, "id").to_string()) {
            faults.push(t.fault(row, "id", "this id occurs twice".into()));
        }
    }
}

fn cell_fault(column: &Column, cell: &str, ids: &HashMap<&str, HashSet<String>>) -> Option<String> {
    if cell.is_empty() {
        return column.need.then(|| "must not be empty".into());
    }
    if cell.trim() != cell || cell.contains(['\t', '\n', '\r']) {
        return Some("white space at an end, a tab or a line break".into());
    }
    let (kind, arg) = column.kind.split_once(':').unwrap_or((column.kind, ""));
    let known = |table: &str, id: &str| ids.get(table).is_some_and(|s| s.contains(id));
    match kind {
        "text" => None,
        "id" => (!cell
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.' | b'_' | b'+')))
        .then(|| "an id has only a-z, 0-9, - . _".into()),
        "int" => match cell.parse::<u64>() {
            Ok(n) => outside(n as f64, arg),
            Err(_) => Some("not a whole number".into()),
        },
        "num" => match cell.parse::<f64>() {
            Ok(n) if n.is_finite() && !cell.contains(['e', 'E', '+']) => outside(n, arg),
            _ => Some("not a plain decimal number".into()),
        },
        "one" => (!arg.split('|').any(|a| a == cell)).then(|| format!("not one of {arg}")),
        "flag" => (cell != "y" && cell != "n").then(|| "neither y nor n".into()),
        "date" => (!is_date(cell)).then(|| "not YYYY, YYYY-MM or YYYY-MM-DD".into()),
        "ref" => (!known(arg, cell)).then(|| format!("no such id in {arg}.csv: {cell}")),
        "refs" => cell
            .split('+')
            .map(|c| c.split(':').next().unwrap_or(c))
            .find(|c| !known(arg, c))
            .map(|c| format!("no such id in {arg}.csv: {c}")),
        "cards" => {
            let good = cell.split_once(':').is_some_and(|(k, n)| {
                matches!(k, "exact" | "upto" | "min")
                    && n.parse::<u16>().is_ok_and(|n| (1..=4096).contains(&n))
            });
            (!good).then(|| "not exact:n, upto:n or min:n".into())
        }
        "pairs" => cell
            .split(';')
            .find(|p| p.split_once('=').is_none_or(|(k, v)| k.is_empty() || v.is_empty()))
            .map(|p| format!("not key=value: {p}")),
        other => Some(format!("the schema names an unknown kind {other}")),
    }
}

fn outside(n: f64, range: &str) -> Option<String> {
    let (low, high) = range.split_once("..")?;
    let (low, high): (f64, f64) = (low.parse().ok()?, high.parse().ok()?);
    (!(low..=high).contains(&n)).then(|| format!("outside {low} to {high}"))
}

fn is_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split('-').collect();
    let number =
        |s: &str, len, low, high| s.len() == len && s.parse::<u32>().is_ok_and(|n| (low..=high).contains(&n));
    match parts[..] {
        [y] => number(y, 4, 2000, 2100),
        [y, m] => number(y, 4, 2000, 2100) && number(m, 2, 1, 12),
        [y, m, d] => number(y, 4, 2000, 2100) && number(m, 2, 1, 12) && number(d, 2, 1, 31),
        _ => false,
    }
}

fn check_across(tables: &[Table], ids: &HashMap<&str, HashSet<String>>, faults: &mut Vec<Fault>) {
    let find = |name: &str| tables.iter().find(|t| t.name == name);
    if let Some(t) = find("gpus") {
        t.rows.iter().for_each(|r| check_gpu(t, r, faults));
    }
    if let (Some(offers), Some(readings)) = (find("offers"), find("readings")) {
        check_offers(offers, readings, faults);
    }
    if let Some(t) = find("rules") {
        check_tiers(t, faults);
    }
    if let Some(t) = find("ids") {
        check_ids(t, ids, tables, faults);
    }
}

/// Sparse rates sold as dense ones show as FP8 or INT8 above 4.1 times, FP4 above 8.2 times the
/// 16-bit rate (gpus.md §1; FP4 of Blackwell Ultra and PRO parts reaches 8).
fn check_gpu(t: &Table, row: &Record, faults: &mut Vec<Fault>) {
    let number = |c: &str| t.get(row, c).parse::<f64>().unwrap_or(0.0);
    let half = number("bf16").max(number("fp16"));
    if half <= 0.0 {
        return;
    }
    for (column, most) in [("fp8", 4.1), ("int8", 4.1), ("fp4", 8.2)] {
        if number(column) > most * half {
            faults.push(t.fault(
                row,
                column,
                format!("more than {most} times the 16-bit rate: a sparse figure?"),
            ));
        }
    }
}

fn check_offers(offers: &Table, readings: &Table, faults: &mut Vec<Fault>) {
    let order: HashMap<&str, usize> =
        offers.rows.iter().enumerate().map(|(i, r)| (offers.get(r, "id"), i)).collect();
    for row in &offers.rows {
        let get = |c| offers.get(row, c);
        let want = offer_id(|c: &str| offers.get(row, c));
        if want != get("id") {
            faults.push(offers.fault(row, "id", format!("the words of the row make {want}")));
        }
        if get("gpus").contains('+') && get("card").is_empty() {
            faults.push(offers.fault(row, "card", "several candidate cards need the printed name".into()));
        }
        if get("gpus").is_empty() && get("card").is_empty() {
            faults.push(offers.fault(
                row,
                "card",
                "a card that is not in gpus.csv needs the printed name".into(),
            ));
        }
    }
    let mut last: Option<(usize, &Record)> = None;
    let mut priced = HashSet::new();
    for row in &readings.rows {
        let get = |c| readings.get(row, c);
        let Some(&at) = order.get(get("offer")) else { continue };
        priced.insert(at);
        if let Some((before, prior)) = last {
            if before > at {
                faults.push(readings.fault(
                    row,
                    "offer",
                    "readings must follow the order of offers.csv".into(),
                ));
            }
            if before == at {
                if earliest(get("as_of")) > earliest(readings.get(prior, "as_of")) {
                    faults.push(readings.fault(
                        row,
                        "as_of",
                        "readings of one offer go from new to old".into(),
                    ));
                }
                if get("currency") != readings.get(prior, "currency") {
                    faults.push(readings.fault(row, "currency", "one offer, two currencies".into()));
                }
                let month = |u: &str| u.ends_with("month");
                if month(get("unit")) != month(readings.get(prior, "unit")) {
                    faults.push(readings.fault(row, "unit", "one offer, hours and months".into()));
                }
            }
        }
        last = Some((at, row));
    }
    for (at, row) in offers.rows.iter().enumerate() {
        if !priced.contains(&at) {
            faults.push(offers.fault(row, "id", "no reading of its price".into()));
        }
    }
}

fn earliest(date: &str) -> String {
    match date.len() {
        4 => format!("{date}-01-01"),
        7 => format!("{date}-01"),
        _ => date.to_string(),
    }
}

fn check_tiers(t: &Table, faults: &mut Vec<Fault>) {
    for pair in t.rows.windows(2) {
        let same = ["provider", "line", "state"].iter().all(|c| t.get(&pair[0], c) == t.get(&pair[1], c));
        let from = |r: &Record| t.get(r, "tier_from").parse::<f64>().unwrap_or(0.0);
        if same && from(&pair[1]) <= from(&pair[0]) {
            faults.push(t.fault(&pair[1], "tier_from", "tiers must rise".into()));
        }
    }
}

fn check_ids(t: &Table, ids: &HashMap<&str, HashSet<String>>, tables: &[Table], faults: &mut Vec<Fault>) {
    let table = |kind: &str| match kind {
        "gpu" => "gpus",
        "model" => "models",
        "provider" => "providers",
        _ => "offers",
    };
    let mut names = HashSet::new();
    for row in &t.rows {
        let get = |c| t.get(row, c);
        let live = |id: &str| ids.get(table(get("kind"))).is_some_and(|s| s.contains(id));
        if !names.insert((get("kind"), get("name").to_lowercase())) {
            faults.push(t.fault(row, "name", "this name stands here twice".into()));
        }
        let successor = get("successor");
        if get("why") == "retired" {
            if successor.is_empty() || !live(successor) {
                faults.push(t.fault(row, "successor", "a retired id needs a living successor".into()));
            }
        } else if !live(get("id")) {
            faults.push(t.fault(row, "id", "nothing has this id: retire it and name a successor".into()));
        }
    }
    for other in tables {
        let kind = match other.name {
            "gpus" => "gpu",
            "models" => "model",
            "providers" => "provider",
            "offers" => "offer",
            _ => continue,
        };
        for row in &other.rows {
            if !names.contains(&(kind, other.get(row, "id").to_lowercase())) {
                faults.push(other.fault(row, "id", "not in ids.csv, which keeps every id for ever".into()));
            }
        }
    }
}
