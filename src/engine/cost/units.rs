//! In which numbers an offer can be had: "sold as 8, you asked for 2".

use crate::catalog::{Cards, Offer};

/// What is ordered to get a number of cards (semantics §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// Machines.
    pub instances: u32,
    /// Cards in each machine.
    pub per_instance: u32,
    /// Cards paid for.
    pub billed: u32,
    /// Cards paid for and not used.
    pub idle: u32,
    /// The seller does not say whether so many cards sit in one machine.
    pub assumed: bool,
}

impl Units {
    /// Cards used.
    pub const fn used(&self) -> u32 {
        self.billed - self.idle
    }
    /// Several machines: no peer access between their cards.
    pub const fn cluster(&self) -> bool {
        self.instances > 1
    }
}

/// Cards that one machine of an offer sold by multiples holds at most.
const MACHINE: u32 = 8;
/// Nobody is asked for more (semantics §7 stops at 1,024).
const MOST: u32 = 16_384;

/// What to order from `offer` for `cards_needed` cards; `None` for zero or absurd numbers.
pub fn count(offer: &Offer, cards_needed: u32) -> Option<Units> {
    if cards_needed == 0 || cards_needed > MOST {
        return None;
    }
    let need = cards_needed;
    let (instances, per_instance, assumed) = match offer.cards {
        Cards::Exact(n) => {
            let n = u32::from(n.max(1));
            (need.div_ceil(n), n, false)
        }
        Cards::UpTo(n, assumed) => {
            let machines = need.div_ceil(u32::from(n.max(1)));
            let each = need.div_ceil(machines);
            (machines, each, assumed && each > 1)
        }
        Cards::Min(n) => {
            let n = u32::from(n.max(1));
            let lots = need.div_ceil(n);
            // Multiples share a machine while it has room for them.
            let lots_each = (MACHINE / n).max(1).min(lots);
            let machines = lots.div_ceil(lots_each);
            (machines, lots.div_ceil(machines) * n, false)
        }
    };
    let billed = instances * per_instance;
    Some(Units { instances, per_instance, billed, idle: billed - need, assumed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cards: Cards, need: u32, want: Option<(u32, u32, u32, bool)>) {
        let offer = Offer { cards, ..super::super::tests::offer() };
        let got = count(&offer, need).map(|u| (u.instances, u.billed, u.idle, u.assumed));
        assert_eq!(got, want, "{cards:?} for {need}");
    }

    #[test]
    fn whole_nodes_leave_idle_cards() {
        check(Cards::Exact(8), 2, Some((1, 8, 6, false)));
        check(Cards::Exact(8), 12, Some((2, 16, 4, false)));
        check(Cards::Exact(1), 4, Some((4, 4, 0, false)));
        check(Cards::Min(8), 2, Some((1, 8, 6, false)));
        check(Cards::Min(8), 16, Some((2, 16, 0, false)));
        check(Cards::Min(2), 3, Some((1, 4, 1, false)));
        check(Cards::Min(2), 10, Some((2, 12, 2, false)));
    }

    #[test]
    fn single_cards_up_to_a_machine_are_assumed_beyond_one() {
        check(Cards::UpTo(8, true), 1, Some((1, 1, 0, false)));
        check(Cards::UpTo(8, true), 2, Some((1, 2, 0, true)));
        check(Cards::UpTo(8, true), 9, Some((2, 10, 1, true)));
        check(Cards::UpTo(8, false), 8, Some((1, 8, 0, false)));
        check(Cards::UpTo(8, false), 0, None);
        check(Cards::UpTo(0, false), u32::MAX, None);
    }
}
