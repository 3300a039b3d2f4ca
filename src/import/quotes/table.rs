//! Pasted text into cells: tab, comma, semicolon, bar, Markdown, columns of blanks, or plain lines.

use crate::plan::number::narrow;

/// Longest paste that is read, in characters; the rest is left out and said so.
pub const LONGEST: usize = 200_000;

/// A line of the paste taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Line of the paste, from 1.
    pub line: usize,
    /// Its cells, half-width and trimmed.
    pub cells: Vec<String>,
}

/// How the cells were told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Tabs, as from a spreadsheet.
    Tab,
    /// Commas, with quotes.
    Comma,
    /// Semicolons, with quotes.
    Semicolon,
    /// Bars: Markdown.
    Bar,
    /// Two blanks or more.
    Blanks,
    /// Nothing: every line is a sentence of its own.
    Line,
}

/// Splits a paste. Blank lines and rulers (`|---|:--:|`, `-----`) are no rows.
pub fn split(text: &str) -> (Separator, Vec<Cells>) {
    let lines = logical_lines(&clean(text));
    let separator = separator(&lines);
    (separator, rows(&lines, separator))
}

/// Splits a paste at a separator that is known.
pub fn split_at(text: &str, separator: Separator) -> Vec<Cells> {
    rows(&logical_lines(&clean(text)), separator)
}

/// Whether the lines share no width, or there is one only: sentences with commas rather than a table.
pub fn ragged(lines: &[Cells]) -> bool {
    lines.len() < 2 || lines.windows(2).any(|pair| pair[0].cells.len() != pair[1].cells.len())
}

/// Half-width, with one kind of line end.
fn clean(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).map(|c| if c == '\t' { c } else { narrow(c) }).collect();
    text.replace("\r\n", "\n").replace(['\r', '\u{2028}'], "\n")
}

fn rows(lines: &[(usize, String)], separator: Separator) -> Vec<Cells> {
    lines
        .iter()
        .filter_map(|(line, text)| {
            let cells = cells(text, separator);
            let ruler =
                cells.iter().all(|c| c.chars().all(|c| matches!(c, '-' | ':' | '=' | '+' | '_' | ' ')));
            (!ruler).then_some(Cells { line: *line, cells })
        })
        .collect()
}

/// Plain lines as a table of single words, where every line has the same number of at least two.
pub fn by_words(lines: &[Cells]) -> Option<Vec<Cells>> {
    let words = |l: &Cells| -> Vec<String> {
        l.cells.iter().flat_map(|c| c.split_whitespace()).map(str::to_string).collect()
    };
    let out: Vec<Cells> = lines.iter().map(|l| Cells { line: l.line, cells: words(l) }).collect();
    let width = out.first()?.cells.len();
    (out.len() >= 2 && width >= 2 && out.iter().all(|l| l.cells.len() == width)).then_some(out)
}

/// Lines with their numbers; a line break inside quotes (a spreadsheet's cell of two lines) is a blank.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (at, line) in text.split('\n').enumerate() {
        // A quote opens a cell only at its beginning; inches and the like stay what they are.
        let quotes = line.matches('"').count();
        match out.last_mut() {
            Some((_, last)) if open => {
                last.push(' ');
                last.push_str(line);
            }
            _ => out.push((at + 1, line.to_string())),
        }
        let starts =
            line.starts_with('"') || line.contains("\t\"") || line.contains(",\"") || line.contains(";\"");
        if quotes % 2 == 1 && (open || starts) {
            open = !open;
        }
    }
    out.retain(|(_, line)| !line.trim().is_empty());
    out
}

/// The separator that most lines agree on.
fn separator(lines: &[(usize, String)]) -> Separator {
    let count = |c: char| lines.iter().filter(|(_, l)| l.contains(c)).count();
    let most = lines.len().div_ceil(2).max(1);
    if count('\t') >= most {
        return Separator::Tab;
    }
    if count('|') >= most {
        return Separator::Bar;
    }
    let blanks = lines.iter().filter(|(_, l)| wide_gaps(l) >= 1).count();
    if count(';') >= most {
        return Separator::Semicolon;
    }
    // A comma may also group digits: what counts is how many remain once groups are taken out.
    let commas: Vec<usize> = lines.iter().map(|(_, l)| split_quoted(l, ',').len() - 1).collect();
    let agree = commas.iter().filter(|n| **n >= 1).count();
    if agree >= most && (blanks < most || commas.iter().any(|n| *n >= 2)) {
        return Separator::Comma;
    }
    if blanks >= most { Separator::Blanks } else { Separator::Line }
}

fn wide_gaps(line: &str) -> usize {
    line.trim().match_indices("  ").count()
}

fn cells(line: &str, separator: Separator) -> Vec<String> {
    let trim = |s: &str| s.trim().trim_matches('*').trim().trim_matches('`').trim().to_string();
    match separator {
        Separator::Tab => split_quoted(line, '\t').iter().map(|c| trim(c)).collect(),
        Separator::Comma => split_quoted(line, ',').iter().map(|c| trim(c)).collect(),
        Separator::Semicolon => split_quoted(line, ';').iter().map(|c| trim(c)).collect(),
        Separator::Bar => {
            let line = line.trim();
            let line = line.strip_prefix('|').unwrap_or(line);
            let line = line.strip_suffix('|').unwrap_or(line);
            line.split('|').map(trim).collect()
        }
        Separator::Blanks => line.trim().split("  ").map(trim).filter(|c| !c.is_empty()).collect(),
        Separator::Line => vec![trim(line)],
    }
}

/// Splits at `mark` outside quotes; a doubled quote inside quotes is one. A comma between a digit and
/// exactly three digits groups them when it is written without blanks inside a number longer than that.
fn split_quoted(line: &str, mark: char) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let mut out = vec![String::new()];
    let mut quoted = false;
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let cell_empty = out.last().is_some_and(|c| c.trim().is_empty());
        if c == '"' && quoted && chars.get(at + 1) == Some(&'"') {
            push(&mut out, '"');
            at += 1;
        } else if c == '"' && (quoted || cell_empty) {
            quoted = !quoted;
        } else if c == mark && !quoted && !(mark == ',' && groups(&chars, at)) {
            out.push(String::new());
        } else {
            push(&mut out, c);
        }
        at += 1;
    }
    out
}

fn push(out: &mut [String], c: char) {
    if let Some(last) = out.last_mut() {
        last.push(c);
    }
}

/// Whether the comma at `at` groups digits or is a decimal point ("0,89 €"): a sign or code of a currency stands
/// before the number, or a unit of money behind it. "8,100" in a plain comma table is two cells.
fn groups(chars: &[char], at: usize) -> bool {
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    let behind = (1..=4).take_while(|k| digit(at + k)).count();
    if !(1..=3).contains(&behind) || at == 0 || !digit(at - 1) {
        return false;
    }
    let mut begin = at;
    while begin > 0 && (digit(begin - 1) || chars[begin - 1] == ',') {
        begin -= 1;
    }
    let mut end = at;
    while digit(end) || chars.get(end) == Some(&',') || chars.get(end) == Some(&'.') {
        end += 1;
    }
    let before: String =
        chars[begin.saturating_sub(5)..begin].iter().collect::<String>().to_ascii_lowercase();
    let after: String = chars[end..].iter().take(4).collect::<String>().trim_start().to_ascii_lowercase();
    let before = before.trim_end();
    if behind < 3 {
        return before.ends_with('€')
            || before.ends_with("eur")
            || after.starts_with('€')
            || after.starts_with("eur");
    }
    ["¥", "￥", "$", "€", "rmb", "cny", "usd", "eur"].iter().any(|w| before.ends_with(w))
        || ["元", "块", "/", "usd", "cny", "rmb", "eur", "€", "$"].iter().any(|w| after.starts_with(w))
}
