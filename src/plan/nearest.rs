//! The nearest known word for one that is not known.

/// The candidate with the fewest edits from `text` (case aside), if it is near enough to be meant:
/// at most a third of its letters, or one contains the other.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let want: Vec<char> = text.to_ascii_lowercase().chars().take(64).collect();
    if want.is_empty() {
        return None;
    }
    let wanted: String = want.iter().collect();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let have: Vec<char> = candidate.to_ascii_lowercase().chars().take(64).collect();
        let mut distance = edits(&want, &have);
        // A prefix or part counts as near: "4090" for "rtx-4090-24g".
        if want.len() >= 3 && candidate.to_ascii_lowercase().contains(&wanted) {
            distance = distance.min(1 + have.len() / 16);
        }
        if distance * 3 <= have.len().max(want.len()) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|b| b.1)
}

/// Levenshtein distance.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (diagonal + usize::from(x != y)).min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_their_word() {
        let words = ["vllm", "sglang", "llama.cpp", "rtx-4090-24g", "h100-sxm-80g"];
        for (text, want) in [
            ("vlm", Some("vllm")),
            ("SGLand", Some("sglang")),
            ("4090", Some("rtx-4090-24g")),
            ("rtx4090-24g", Some("rtx-4090-24g")),
            ("banana", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, words), want, "{text}");
        }
    }
}
