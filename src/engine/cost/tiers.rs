//! Graduated prices: tiers are marginal, each price holds only for the part above its bound
//! (cost.md §2).

/// One step of a graduated price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tier {
    /// The price holds from this amount on (GB).
    pub from: f64,
    /// Price per GB.
    pub price: f64,
}

/// Cost of `amount` with `free` of it free, each tier's price for its own part. Tiers are in order
/// of their bounds; the first begins at zero.
pub fn marginal(tiers: &[Tier], free: f64, amount: f64) -> f64 {
    let mut cost = 0.0;
    for (i, tier) in tiers.iter().enumerate() {
        let begin = tier.from.max(free);
        let end = tiers.get(i + 1).map_or(amount, |next| next.from.min(amount));
        if end > begin {
            cost += (end - begin) * tier.price;
        }
    }
    cost
}
