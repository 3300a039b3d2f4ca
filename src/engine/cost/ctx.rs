//! What the bill needs from plan and catalog, resolved once, so that pricing a candidate is
//! arithmetic only.

use super::tariff::Tariff;
use super::{Ask, HOURS_MAX};
use crate::catalog::{
    Assumed, Catalog, Confidence, Offer, OfferIx, PriceScope, Provider, ProviderIx, ProviderKind, Reading,
    Region, Rule, RuleLine, Slice,
};
use crate::plan::{FrozenPrice, Plan, Sharing, Task};
use crate::units::{AsOf, Currency, Date, Money, Order};
use std::collections::BTreeMap;

/// What the bill asks the catalog for. Prices only; no card, no model.
pub trait Facts {
    /// Every offer, the user's own included; the position is its [`OfferIx`].
    fn offers(&self) -> &[Offer];
    /// One provider.
    fn provider(&self, provider: ProviderIx) -> &Provider;
    /// Every printed rule of one provider.
    fn rules(&self, provider: ProviderIx) -> Vec<Rule>;
    /// Prices of the same line at known providers of the same kind and region (semantics §6), in that
    /// currency; `None` where nobody prints one.
    fn assumed(
        &self,
        line: RuleLine,
        kind: ProviderKind,
        region: Region,
        currency: Currency,
    ) -> Option<Assumed>;
    /// Units of a currency per US dollar, and when that was read; `None` where no rate is known.
    fn per_usd(&self, currency: Currency) -> Option<(f64, AsOf)>;
}

impl Facts for Catalog {
    fn offers(&self) -> &[Offer] {
        &self.offers
    }
    fn provider(&self, provider: ProviderIx) -> &Provider {
        self.provider(provider)
    }
    fn rules(&self, provider: ProviderIx) -> Vec<Rule> {
        self.rules.iter().filter(|r| r.provider == provider).copied().collect()
    }
    fn assumed(
        &self,
        line: RuleLine,
        kind: ProviderKind,
        region: Region,
        currency: Currency,
    ) -> Option<Assumed> {
        self.assumed(line, kind, region, currency)
    }
    fn per_usd(&self, currency: Currency) -> Option<(f64, AsOf)> {
        self.rates.of(currency)
    }
}

/// Sizes that follow from the model, in GB (10^9 bytes); the caller knows memory formulas, we do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sizes {
    /// The weights to download.
    pub model_gb: f64,
    /// What one checkpoint holds: adapters, or weights and states; 0 for jobs without a result file.
    pub result_gb: f64,
    /// What is brought home at the end and copied elsewhere: the trained weights without states.
    pub home_gb: f64,
    /// Hours of the first start by kind of provider (its discriminant): low, likely, high of
    /// `speed::setup_hours`. `None`: downloads at the plan's bandwidth and a boot.
    pub starts: Option<[[f64; 3]; 5]>,
}

/// How long a plan runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// One run of the amount.
    Finite,
    /// A horizon in days.
    Service,
    /// Hours as typed.
    Known,
}

/// What a plan wants besides cards, as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// How long it runs.
    pub span: Span,
    /// Service: hours of the horizon. Else 0.
    pub horizon_h: f64,
    /// Service and known cards: powered hours of one machine. Else 0.
    pub typed_h: f64,
    /// How often a machine is started.
    pub sessions: f64,
    /// Hours of downloading model and data at the plan's bandwidth, once.
    pub download_h: f64,
    /// Hours of the first start by kind of provider, where the caller knows them.
    pub starts: Option<[[f64; 3]; 5]>,
    /// Failed tries and debugging, h.
    pub debug_h: f64,
    /// Further tries as a share of the work.
    pub retry_share: f64,
    /// Share of the time that a machine is on while the job lasts, 0.01 to 1.
    pub powered_share: f64,
    /// Disk that every machine needs, GB.
    pub each_gb: f64,
    /// Disk needed once, GB.
    pub once_gb: f64,
    /// Copies kept as snapshots, GB.
    pub snapshot_gb: f64,
    /// Traffic out over the whole span, GB.
    pub egress_gb: f64,
    /// The traffic is an assumption, not the user's figure.
    pub egress_assumed: bool,
    /// Traffic out is sold as bandwidth at so much a month, money.
    pub egress_month: Option<f64>,
    /// Traffic in, GB.
    pub ingress_gb: f64,
    /// The disk is kept for so many hours after the work.
    pub keep_h: f64,
    /// Public addresses.
    pub addresses: f64,
    /// The user's own discount on compute, a share.
    pub discount: f64,
    /// Credit in hand, money.
    pub credit: f64,
    /// Tax on top of printed prices, a share; 0 where it is included or not known.
    pub tax: f64,
    /// It is known whether prices include tax.
    pub tax_known: bool,
    /// Licences a month, money.
    pub licence: f64,
    /// A licence is needed that nobody has priced.
    pub licence_open: bool,
    /// Support plan, a share of the bill before tax.
    pub support: f64,
    /// Mean hours between interruptions of a spot machine, where the user set them.
    pub mtbi_h: Option<f64>,
    /// Hours between checkpoints, where the user set them.
    pub interval_h: Option<f64>,
    /// Hours to write one checkpoint.
    pub write_h: f64,
    /// Checkpoints kept at the end.
    pub kept: f64,
    /// What one checkpoint holds, GB.
    pub result_gb: f64,
    /// What is brought home and copied elsewhere, GB.
    pub home_gb: f64,
    /// Trains: a fault loses work back to the last checkpoint.
    pub trains: bool,
}

/// Disk write speed for checkpoints, GB/s (cost.md §5.3: "at 1 GB/s to disk").
const WRITE_GB_S: f64 = 1.0;
/// Shortest blocking part of a checkpoint, h: a few seconds for small adapters (assumption).
const WRITE_MIN_H: f64 = 5.0 / 3600.0;
/// Bytes on the wire per streamed answer token: a server-sent event of the OpenAI protocol carries
/// about 250 bytes of JSON around each token (assumption).
const WIRE_TOKEN: f64 = 250.0;
/// One request per user and minute where the plan gives users only (assumption).
const REQUESTS_PER_USER_S: f64 = 1.0 / 60.0;

impl Needs {
    /// From a plan and the sizes of its model.
    pub fn new(plan: &Plan, sizes: Sizes) -> Self {
        let hours = |x: f64| if x.is_finite() { x.clamp(0.0, HOURS_MAX) } else { 0.0 };
        let gb = |x: f64| if x.is_finite() { x.clamp(0.0, 1e9) } else { 0.0 };
        let money = |x: f64| if x.is_finite() { x.clamp(0.0, 1e9) } else { 0.0 };
        let (a, d, m) = (&plan.amount, &plan.data, &plan.market);
        let (model, result, home) = (gb(sizes.model_gb), gb(sizes.result_gb), gb(sizes.home_gb));
        let span = match plan.task {
            t if t.service() => Span::Service,
            Task::KnownCards => Span::Known,
            _ => Span::Finite,
        };
        let days = hours(a.days * 24.0) / 24.0;
        let per_day = hours(a.hours_per_day).min(24.0);
        let (horizon_h, typed_h) = match span {
            Span::Service => (days * 24.0, days * per_day),
            Span::Known => (0.0, hours(a.hours)),
            Span::Finite => (0.0, 0.0),
        };
        // A service that is not on all day starts every day.
        let daily = span == Span::Service && per_day < 24.0;
        let sessions = f64::from(m.sessions.clamp(1, 100_000)).max(if daily { days.ceil() } else { 1.0 });
        let (once_gb, each_gb) = match d.storage_gb {
            Some(total) => (gb(total), 0.0),
            None => (gb(f64::from(d.checkpoints) * result), gb(model + gb(d.dataset_gb))),
        };
        let requests_s = a.rps.unwrap_or(f64::from(a.users) * REQUESTS_PER_USER_S);
        let answers = requests_s * f64::from(a.answer) * WIRE_TOKEN * typed_h * 3600.0 / 1e9;
        let egress = match span {
            Span::Service => answers,
            _ => home,
        };
        let copies = f64::from(plan.care.copies.min(1_000));
        let ingress_gb = gb(model + gb(d.dataset_gb));
        let mbps = if d.bandwidth_mbps > 0.0 { d.bandwidth_mbps } else { 200.0 };
        Self {
            span,
            horizon_h,
            typed_h,
            sessions,
            download_h: hours(8_000.0 * ingress_gb / (3_600.0 * mbps)),
            starts: sizes.starts.map(|kinds| kinds.map(|band| band.map(hours))),
            debug_h: hours(plan.care.debug_hours),
            retry_share: if plan.care.retry_share.is_finite() {
                plan.care.retry_share.clamp(0.0, 1_000.0)
            } else {
                0.0
            },
            powered_share: share(m.powered_share, 1.0).max(0.01),
            each_gb,
            once_gb,
            snapshot_gb: gb(copies * home),
            egress_gb: gb(d.egress_gb.unwrap_or(egress)),
            egress_assumed: d.egress_gb.is_none(),
            egress_month: d.egress_month.map(money),
            ingress_gb,
            keep_h: hours(d.keep_days * 24.0),
            addresses: f64::from(d.addresses.min(10_000)),
            discount: share(m.discount, 0.0),
            credit: money(m.credit),
            tax: share(m.tax.unwrap_or(0.0), 0.0),
            tax_known: m.tax.is_some() || plan.claim.tax == Some(true),
            licence: money(m.licence),
            licence_open: m.licence <= 0.0
                && plan.claim.sharing == Some(Sharing::Vgpu)
                && plan.claim.licence != Some(true),
            support: share(m.support, 0.0),
            mtbi_h: m.spot_mtbi_h.filter(|h| *h > 0.0).map(hours),
            interval_h: m.checkpoint_min.filter(|t| *t > 0.0).map(|t| hours(t / 60.0)),
            write_h: hours(result / WRITE_GB_S / 3_600.0).max(WRITE_MIN_H),
            kept: f64::from(d.checkpoints),
            result_gb: result,
            home_gb: home,
            trains: plan.task.trains(),
        }
    }
    /// Checkpoints that a run of `work` hours writes: one an interval where the user set it, else those that are
    /// kept, the last in any case. Where machines may be taken away, only the last: [`super::spot`] counts its own.
    pub fn saves(&self, work: f64, taken_away: bool) -> f64 {
        let between = match self.interval_h {
            _ if !self.trains || work <= 0.0 => return 0.0,
            _ if taken_away => 0.0,
            Some(interval) => (work / interval.max(1e-6)).floor(),
            None => self.kept - 1.0,
        };
        1.0 + between.clamp(0.0, 1e9)
    }
    /// Disk over all machines, GB.
    pub fn disk_gb(&self, machines: u32) -> f64 {
        self.once_gb + self.each_gb * f64::from(machines)
    }
}

/// The reading that a frozen price stands for.
fn frozen_reading(frozen: &FrozenPrice) -> Reading {
    Reading {
        as_of: AsOf::Day(frozen.date),
        current: true,
        price: Money::new(frozen.price, frozen.currency),
        scope: PriceScope::List,
        source: u16::MAX,
        confidence: Confidence::High,
    }
}

fn share(x: f64, default: f64) -> f64 {
    if x.is_finite() { x.clamp(0.0, 1.0) } else { default }
}

/// Plan and catalog, resolved for pricing.
#[derive(Clone, Debug)]
pub struct Ctx {
    /// Currency of every figure.
    pub currency: Currency,
    /// Yuan per dollar used for conversion.
    pub usd_cny: f64,
    /// What a yuan is worth in that currency; 0 unknown.
    pub yuan: f64,
    /// When that rate was read; `None` when the user typed it.
    pub rate_as_of: Option<AsOf>,
    /// What the plan wants.
    pub needs: Needs,
    /// One per offer, at the offer's position; `None` where no price can be given in the plan's
    /// currency.
    pub asks: Vec<Option<Ask>>,
    /// Resolved tariffs; asks point here.
    pub tariffs: Vec<Tariff>,
}

impl Ctx {
    /// Resolves every offer's price, tariff and terms on the day `today`.
    pub fn new(plan: &Plan, sizes: Sizes, facts: &impl Facts, today: Date) -> Self {
        let currency = plan.market.currency;
        let typed = plan.market.usd_cny.filter(|r| *r > 0.0 && r.is_finite());
        let printed = facts.per_usd(Currency::Cny);
        let per_usd = |c: Currency| match (c, typed) {
            (Currency::Cny, Some(rate)) => Some(rate),
            _ => facts.per_usd(c).map(|(rate, _)| rate).filter(|r| *r > 0.0),
        };
        let rate = |from: Currency| {
            if from == currency {
                return Some(1.0);
            }
            Some(per_usd(currency)? / per_usd(from)?)
        };
        let needs = Needs::new(plan, sizes);
        let increments = Increments::of(facts);
        let mut tariffs = Vec::new();
        let mut place: BTreeMap<(ProviderIx, u8), u32> = BTreeMap::new();
        let asks = facts.offers().iter().map(|offer| {
            let provider = facts.provider(offer.provider);
            let tariff = *place.entry((offer.provider, offer.region as u8)).or_insert_with(|| {
                let assumed = |line| facts.assumed(line, provider.kind, offer.region, Currency::Cny);
                tariffs.push(Tariff::new(&facts.rules(offer.provider), assumed, rate));
                tariffs.len() as u32 - 1
            });
            let now = Ask::new(offer, provider, tariff, &increments, rate, today, &needs);
            // A link that carries the price it was made with is answered with it; today's stays known.
            let Some(frozen) = plan.frozen.iter().find(|f| f.offer == offer.id) else { return now };
            let then = Offer { unit: frozen.unit, readings: vec![frozen_reading(frozen)], ..offer.clone() };
            let then = Ask::new(&then, provider, tariff, &increments, rate, today, &needs);
            then.map(|then| Ask { today: now.map(|n| n.price[1]), ..then }).or(now)
        });
        let asks = asks.collect();
        Self {
            currency,
            yuan: rate(Currency::Cny).unwrap_or(0.0),
            usd_cny: typed.or(printed.map(|(rate, _)| rate)).unwrap_or(0.0),
            rate_as_of: if typed.is_some() { None } else { printed.map(|(_, day)| day) },
            needs,
            asks,
            tariffs,
        }
    }
    /// The prepared price of one offer.
    pub fn ask(&self, offer: OfferIx) -> Option<&Ask> {
        self.asks.get(offer.0 as usize)?.as_ref()
    }
    /// The same for a slice of a card.
    pub fn ask_of(&self, offer: OfferIx, slice: Option<Slice>) -> Option<Ask> {
        Some(self.ask(offer)?.of_slice(slice))
    }
    /// What the seller of an ask charges beside the machine.
    pub fn tariff(&self, ask: &Ask) -> &Tariff {
        &self.tariffs[ask.tariff as usize]
    }
}

/// Billing increments that are known, for those that are not: median and 90th percentile over the
/// providers of a region (semantics §6), h.
pub(super) struct Increments {
    /// By region: low, likely and high increment in hours, and from how many providers.
    assumed: [([f64; 3], u16); Region::ALL.len()],
}

impl Increments {
    fn of(facts: &impl Facts) -> Self {
        let mut known: BTreeMap<ProviderIx, (Region, u32)> = BTreeMap::new();
        for offer in facts.offers().iter().filter(|o| o.increment_s > 0 && !o.per_month()) {
            known.entry(offer.provider).or_insert((offer.region, offer.increment_s));
        }
        let mut all: Vec<(Region, u32)> = known.into_values().collect();
        all.order_by_key(|(_, seconds)| *seconds);
        let assumed = Region::ALL.map(|region| {
            let here = all.iter().filter(|(r, _)| *r == region).count();
            let list: Vec<u32> =
                all.iter().filter(|(r, _)| here < 3 || *r == region).map(|(_, seconds)| *seconds).collect();
            let at =
                |share: f64| list.get((list.len() as f64 * share) as usize).map_or(0.0, |s| f64::from(*s));
            ([0.0, at(0.5) / 3_600.0, at(0.9) / 3_600.0], list.len() as u16)
        });
        Self { assumed }
    }
    /// Low, likely and high increment in hours, and from how many providers.
    pub(super) fn assumed(&self, region: Region) -> ([f64; 3], u16) {
        self.assumed[region as usize]
    }
}
