//! What a provider charges beside the machine, resolved once per provider and region.

use super::Side;
use super::tiers::{Tier, marginal};
use crate::catalog::{Assumed, PowerState, Rule, RuleLine};
use crate::units::Order;

/// Most steps of a graduated price that any provider prints (AWS: four).
const STEPS: usize = 6;

/// The price of one line: printed, assumed from others as a band, or unknown altogether.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fee {
    /// Steps of a printed price; the first `steps` count.
    tiers: [Tier; STEPS],
    steps: usize,
    /// Free amount, GB.
    pub free: f64,
    /// Low, likely and high price of an assumed one.
    assumed: [f64; 3],
    /// From how many providers it is assumed; `None`: printed by the provider itself.
    pub from: Option<u16>,
}

impl Fee {
    /// A printed price of nothing: included.
    pub const INCLUDED: Self = Self {
        tiers: [Tier { from: 0.0, price: 0.0 }; STEPS],
        steps: 1,
        free: 0.0,
        assumed: [0.0; 3],
        from: None,
    };
    /// A flat printed price.
    pub fn flat(price: f64, free: f64) -> Self {
        let mut fee = Self { free, ..Self::INCLUDED };
        fee.tiers[0].price = clean(price);
        fee
    }
    /// A price that the provider does not print.
    pub fn assumed(low: f64, likely: f64, high: f64, from: u16) -> Self {
        let likely = clean(likely);
        Self {
            assumed: [clean(low).min(likely), likely, clean(high).max(likely)],
            from: Some(from),
            ..Self::INCLUDED
        }
    }
    /// Nobody of this kind prints it: no figure can be given.
    pub const fn unknown(&self) -> bool {
        matches!(self.from, Some(0))
    }
    /// What `amount` units cost; `side` moves assumed prices only.
    pub fn cost(&self, amount: f64, side: Side) -> f64 {
        match self.from {
            Some(_) => (amount - self.free).max(0.0) * self.assumed[side as usize],
            None => marginal(&self.tiers[..self.steps], self.free, amount),
        }
    }
    /// The likely price of a unit beyond the free part (of the first tier).
    pub fn unit_price(&self) -> f64 {
        if self.from.is_some() { self.assumed[1] } else { self.tiers[0].price }
    }
    /// Deviation that an assumed price may have.
    pub fn sways(&self) -> bool {
        self.from.is_some() && self.assumed[0] < self.assumed[2]
    }
}

fn clean(price: f64) -> f64 {
    if price.is_finite() { price.clamp(0.0, 1e9) } else { 0.0 }
}

/// Everything a provider charges beside the machine, in the plan's currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tariff {
    /// Disk of a running machine, per GB-month.
    pub running: Fee,
    /// Disk of a stopped machine, per GB-month.
    pub stopped: Fee,
    /// Snapshots and images, per GB-month.
    pub snapshot: Fee,
    /// Traffic out, per GB.
    pub egress: Fee,
    /// Traffic in, per GB; free where nobody sells it.
    pub ingress: Fee,
    /// One public address, per hour.
    pub address: Fee,
    /// Support plan, per month; zero unless printed as part of the price.
    pub support: Fee,
}

impl Tariff {
    /// Resolves the printed rules of one provider; lines without a rule become bands.
    /// `rate` gives the factor of a rule's currency to the plan's.
    pub fn new(
        rules: &[Rule],
        assumed: impl Fn(RuleLine) -> Option<Assumed>,
        rate: impl Fn(crate::units::Currency) -> Option<f64>,
    ) -> Self {
        let printed = |line: RuleLine, state: PowerState| {
            let holds = |r: &&Rule| {
                r.line == line && (r.state == state || r.state == PowerState::Any || state == PowerState::Any)
            };
            let mut fee = Fee { steps: 0, ..Fee::INCLUDED };
            for rule in rules.iter().filter(holds) {
                let Some(rate) = rate(rule.price.currency) else { continue };
                if fee.steps == STEPS {
                    break;
                }
                let price = clean(rule.price.to_f64() * rate);
                fee.tiers[fee.steps] = Tier { from: rule.from.max(0.0), price };
                fee.free = fee.free.max(rule.free);
                fee.steps += 1;
            }
            if fee.steps == 0 {
                return None;
            }
            fee.tiers[..fee.steps].order_by(|a, b| a.from.total_cmp(&b.from));
            fee.tiers[0].from = 0.0;
            Some(fee)
        };
        let or_assumed = |line: RuleLine, state: PowerState| {
            printed(line, state).unwrap_or_else(|| match assumed(line) {
                Some(a) => {
                    let rate = rate(a.likely.currency).unwrap_or(1.0);
                    let [low, likely, high] = [a.low, a.likely, a.high].map(|m| m.to_f64() * rate);
                    Fee::assumed(low, likely, high, a.n)
                }
                None => Fee::assumed(0.0, 0.0, 0.0, 0),
            })
        };
        let optional = |line| printed(line, PowerState::Any).unwrap_or(Fee::INCLUDED);
        Self {
            running: or_assumed(RuleLine::Storage, PowerState::Running),
            stopped: or_assumed(RuleLine::Storage, PowerState::Stopped),
            snapshot: or_assumed(RuleLine::Snapshot, PowerState::Any),
            egress: or_assumed(RuleLine::Egress, PowerState::Any),
            ingress: optional(RuleLine::Ingress),
            address: or_assumed(RuleLine::Address, PowerState::Any),
            support: optional(RuleLine::Support),
        }
    }
}
