//! Sorting with one merge sort for all types. The standard library's sorts are copied for every
//! element type and comparison, seven kilobytes each: thirty of them weighed more than the engine's
//! formulas in the page.

use std::cmp::Ordering;

/// Stable sorting of slices.
pub trait Order<T> {
    /// By a comparison; equal ones keep their order.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
    /// By a key; equal ones keep their order.
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Order<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let swaps = swaps(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b) == Ordering::Greater,
            _ => false,
        });
        for (a, b) in swaps {
            self.swap(a, b);
        }
    }
}

impl<T> Order<T> for Vec<T> {
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.as_mut_slice().order_by(compare);
    }
}

/// The swaps that bring `len` things into order, one after the other.
fn swaps(len: usize, greater: &mut dyn FnMut(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut from: Vec<usize> = (0..len).collect();
    let mut to = from.clone();
    // Merges runs of 1, 2, 4 … from one buffer into the other.
    let mut run = 1;
    while run < len {
        let mut start = 0;
        while start < len {
            let (middle, end) = ((start + run).min(len), (start + 2 * run).min(len));
            let (mut left, mut right) = (start, middle);
            for slot in &mut to[start..end] {
                let take_right = right < end && (left >= middle || greater(from[left], from[right]));
                let at = if take_right { &mut right } else { &mut left };
                *slot = from[*at];
                *at += 1;
            }
            start = end;
        }
        std::mem::swap(&mut from, &mut to);
        run *= 2;
    }
    // `from[i]` says which thing belongs to place i. Round each circle of places: what stood at its first ends at its last.
    let mut out = Vec::new();
    for start in 0..len {
        let mut place = start;
        loop {
            let next = std::mem::replace(&mut from[place], place);
            if next == start || next == place {
                break;
            }
            out.push((place, next));
            place = next;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_as_the_standard_library_does() {
        let mut rng = fastrand::Rng::with_seed(7);
        for len in [0_usize, 1, 2, 3, 7, 8, 9, 31, 64, 200, 1_001] {
            let mut mine: Vec<(u8, usize)> = (0..len).map(|i| (rng.u8(0..20), i)).collect();
            let mut theirs = mine.clone();
            mine.order_by_key(|x| x.0);
            theirs.sort_by_key(|x| x.0);
            assert_eq!(mine, theirs, "{len}");
            mine.order_by(|a, b| b.1.cmp(&a.1));
            theirs.sort_by_key(|x| std::cmp::Reverse(x.1));
            assert_eq!(mine, theirs, "{len}");
        }
    }
}
