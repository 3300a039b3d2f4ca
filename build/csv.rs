//! Reading CSV (RFC 4180): quotes, doubled quotes, line breaks inside quotes. Shared by the build
//! script and its tests.

/// One record and the line it begins on (1 = first line of the file).
#[derive(Debug, PartialEq)]
pub struct Record {
    /// Line number.
    pub line: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

/// All records of a file, or the line where a quote is never closed. Empty lines are skipped.
pub fn parse(text: &str) -> Result<Vec<Record>, usize> {
    let mut records = Vec::new();
    let mut cells = Vec::new();
    let mut cell = String::new();
    let (mut line, mut begin) = (1, 1);
    let mut quoted = false;
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' {
            line += 1;
        }
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                finish(&mut records, &mut cells, &mut cell, begin);
                begin = line;
            }
            _ => cell.push(c),
        }
    }
    if quoted {
        return Err(begin);
    }
    finish(&mut records, &mut cells, &mut cell, begin);
    Ok(records)
}

fn finish(records: &mut Vec<Record>, cells: &mut Vec<String>, cell: &mut String, line: usize) {
    if cells.is_empty() && cell.is_empty() {
        return;
    }
    cells.push(std::mem::take(cell));
    records.push(Record { line, cells: std::mem::take(cells) });
}
