//! Names that hold or resemble what was typed.

use crate::units::Order;

pub(super) fn first_of<T: PartialEq + Copy>(all: Vec<T>, most: usize) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    for x in all {
        if out.len() < most && !out.contains(&x) {
            out.push(x);
        }
    }
    out
}

/// Positions of the names that hold or resemble what was typed, best first.
pub(super) fn nearest<const N: usize>(typed: &str, names: impl Iterator<Item = [String; N]>) -> Vec<usize> {
    if typed.is_empty() {
        return Vec::new();
    }
    // Beyond this nobody has typed a name; it bounds the work.
    let typed: Vec<char> = typed.chars().take(64).collect();
    let text: String = typed.iter().collect();
    let mut scored: Vec<(usize, usize)> = names
        .enumerate()
        .filter_map(|(at, forms)| {
            let score =
                forms.iter().filter(|f| !f.is_empty()).filter_map(|f| likeness(&text, &typed, f)).min()?;
            Some((score, at))
        })
        .collect();
    scored.order_by(|a, b| a.cmp(b));
    scored.into_iter().map(|(_, at)| at).collect()
}

/// 0 is the name itself; smaller is nearer; `None` is too far.
fn likeness(text: &str, typed: &[char], name: &str) -> Option<usize> {
    if name == text {
        return Some(0);
    }
    let spare = name.chars().count().saturating_sub(typed.len());
    if name.starts_with(text) {
        return Some(10 + spare);
    }
    if name.contains(text) {
        return Some(100 + spare);
    }
    let distance = edit_distance(typed, &name.chars().collect::<Vec<_>>());
    (distance <= 1 + typed.len() / 4).then_some(1000 + distance * 10)
}

/// Insertions, deletions and replacements between two words.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
