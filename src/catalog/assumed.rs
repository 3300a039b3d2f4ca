//! Bands for prices that a provider does not print (semantics §6): silence is never rewarded. They
//! come from the known rules of providers of the same region and kind.

use super::{Catalog, PowerState, ProviderIx, ProviderKind, Region, Rule, RuleLine};
use crate::units::{Currency, Money, Order};
use std::collections::BTreeMap;

/// What a line probably costs where the provider is silent. Per the unit of the line's rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assumed {
    /// 0 where some known provider includes it, else the least known price.
    pub low: Money,
    /// The median of the known prices.
    pub likely: Money,
    /// The 90th percentile.
    pub high: Money,
    /// How many providers it comes from.
    pub n: u16,
    /// Among whom.
    pub among: Among,
}

/// How wide the group is that an assumed price comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Among {
    /// Same kind, same side of the border.
    KindAndRegion,
    /// Any kind, same side of the border.
    Region,
    /// Same kind anywhere.
    Kind,
    /// All known providers.
    Everyone,
}

/// Fewest providers that make a group; a group of one is only used when there is no wider one.
const FEWEST: usize = 2;

/// Mainland China or abroad: prices of traffic and disks differ by that more than by continent.
fn side(region: Region) -> bool {
    region == Region::Cn
}

/// Known prices in CNY micro-units: one a provider, the first paid tier.
pub(super) type Known = BTreeMap<RuleLine, Vec<(ProviderKind, bool, i64)>>;

impl Catalog {
    /// Collects the known prices; called whenever rules change.
    pub(super) fn assume(&mut self) {
        let mut known: BTreeMap<(RuleLine, ProviderIx), &Rule> = BTreeMap::new();
        for rule in self.rules.iter().filter(|r| r.state != PowerState::Stopped) {
            let first = known.entry((rule.line, rule.provider)).or_insert(rule);
            if rule.from < first.from {
                *first = rule;
            }
        }
        let mut out = Known::new();
        for ((line, ix), rule) in known {
            let provider = self.provider(ix);
            if let Some(price) = self.rates.convert(rule.price, Currency::Cny) {
                out.entry(line).or_default().push((provider.kind, side(provider.home), price.micros));
            }
        }
        self.known = out;
    }

    /// The band of a line's price at a provider of that kind in that region, in `currency`; `None`
    /// where nobody prints one (then say "unknown", never 0).
    pub fn assumed(
        &self,
        line: RuleLine,
        kind: ProviderKind,
        region: Region,
        currency: Currency,
    ) -> Option<Assumed> {
        let all = self.known.get(&line)?;
        let here = side(region);
        for among in [Among::KindAndRegion, Among::Region, Among::Kind, Among::Everyone] {
            let member = |k: ProviderKind, s: bool| match among {
                Among::KindAndRegion => k == kind && s == here,
                Among::Region => s == here,
                Among::Kind => k == kind,
                Among::Everyone => true,
            };
            let mut prices: Vec<i64> =
                all.iter().filter(|(k, s, _)| member(*k, *s)).map(|(_, _, p)| *p).collect();
            if prices.len() < FEWEST && among != Among::Everyone {
                continue;
            }
            prices.order_by(|a, b| a.cmp(b));
            let at = |share| {
                let micros = quantile(&prices, share);
                self.rates.convert(Money { micros, currency: Currency::Cny }, currency)
            };
            return Some(Assumed {
                low: at(0.0)?,
                likely: at(0.5)?,
                high: at(0.9)?,
                n: u16::try_from(prices.len()).unwrap_or(u16::MAX),
                among,
            });
        }
        None
    }
}

/// The quantile of sorted values with linear interpolation; 0 of none.
fn quantile(sorted: &[i64], share: f64) -> i64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0 };
    let at = share * last as f64;
    let (low, part) = (at.floor(), at - at.floor());
    let below = sorted[(low as usize).min(last)] as f64;
    let above = sorted[(low as usize + 1).min(last)] as f64;
    crate::units::math::round_half_even(below + (above - below) * part) as i64
}
