//! Rows of a published CSV file that is not embedded: RFC 4180, as `static/catalog` is written.

/// A cell as such a file has it: quotes, commas and line breaks stand between quotes.
pub fn cell(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The rows after the heading, each with at least `columns` cells (missing ones are empty).
pub fn rows(text: &str, columns: usize) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut row: Vec<String> = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                all.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        all.push(row);
    }
    all.into_iter()
        .skip(1)
        .filter(|row| row.iter().any(|c| !c.is_empty()))
        .map(|mut row| {
            row.resize(row.len().max(columns), String::new());
            row
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn quotes_commas_and_line_ends() {
        let all = rows("a,b\r\n\"x, \"\"y\"\"\",2\n\nz\n", 2);
        assert_eq!(all, [["x, \"y\"", "2"], ["z", ""]]);
        assert!(rows("", 3).is_empty());
    }
}
