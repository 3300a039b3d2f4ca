//! Where digits stand in a text: the one scan that all readers of numbers begin with.

/// Runs of digits, from and to; `points`: a point, or digits behind one, belong to the run.
pub(super) fn runs(chars: &[char], points: bool) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        while chars.get(at).is_some_and(|c| c.is_ascii_digit() || points && at > start && *c == '.') {
            at += 1;
        }
        if at > start {
            out.push((start, at));
        } else {
            at += 1;
        }
    }
    out
}
