//! Who sells what: providers, offers, the readings of their prices, and rules of hidden costs.

use super::gpu::{Confidence, GpuIx};
use crate::units::{AsOf, Currency, Money};
use serde::Serialize;

/// Position of a provider in the catalog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderIx(pub u16);

/// Position of an offer in the catalog (own quotes come after the catalog's).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfferIx(pub u32);

/// Who rents out machines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Provider {
    /// Our word for it, for ever.
    pub id: String,
    /// Chinese name; empty where it has none.
    pub name_zh: String,
    /// Latin name.
    pub name_en: String,
    /// What kind of seller.
    pub kind: ProviderKind,
    /// Region of its home.
    pub home: Region,
    /// Seconds of notice before a spot instance is taken back; `None` unknown.
    pub spot_notice_s: Option<u32>,
    /// Days after which a stopped instance is deleted with its data; `None` unknown.
    pub deletes_after_days: Option<u32>,
    /// Whether data on the machine outlives the instance: `None` unknown.
    pub data_persists: Option<bool>,
    /// Has prebuilt images, RDMA between machines, monitoring: `None` unknown.
    pub images: Option<bool>,
    /// RDMA between machines.
    pub rdma: Option<bool>,
    /// Monitoring included.
    pub monitoring: Option<bool>,
    /// Whether offers of it are in the catalog, only its name, or it has closed to the public.
    pub status: ProviderStatus,
    /// Billing increment, s; 0 unknown.
    pub increment_s: u32,
    /// Least sum of one order; `None` unknown.
    pub min_charge: Option<Money>,
    /// Longest life of a spot machine, h; 0 without a limit or unknown (OCI: 24).
    pub spot_max_h: f32,
    /// A spot machine is safe for so long after its start, s; 0 none or unknown.
    pub spot_protected_s: u32,
    /// Idle time that is still billed after the last request, s (serverless); 0 none or unknown.
    pub idle_billed_s: u32,
    /// Pulling the image is billed; `None` unknown.
    pub pull_billed: Option<bool>,
    /// Price of an hour without GPU on the same disk ("无卡模式"); `None` unknown.
    pub parked_hour: Option<Money>,
    /// What members pay of the list price (0.95); 1 without or unknown.
    pub member_factor: f64,
    /// Credit for a new user, and how many days it lasts (0 unknown).
    pub credit: Option<(Money, u16)>,
    /// Availability promised, as a share (0.999); 0 unknown.
    pub sla: f32,
    /// Full refund within so many days of a new purchase; 0 none or unknown.
    pub refund_days: u8,
    /// When these facts were read.
    pub as_of: Option<AsOf>,
    /// How sure.
    pub confidence: Confidence,
    /// Index into the catalog's sources.
    pub source: u16,
}

/// What the catalog holds of a provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProviderStatus {
    /// Its offers are in the catalog.
    #[default]
    Listed,
    /// Only its name: nobody has read a price.
    Named,
    /// No longer open to the public.
    Closed,
    /// A range that a guide or market report prints: nobody to order from.
    Survey,
}

/// Kinds of seller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProviderKind {
    /// General cloud.
    Hyperscaler,
    /// GPU platform.
    #[default]
    GpuCloud,
    /// Many hosts behind one front.
    Marketplace,
    /// Data centre or integrator that rents whole machines.
    Idc,
    /// A quote that the user typed in.
    Own,
}

/// Where a machine stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    /// Mainland China.
    #[default]
    Cn,
    /// United States.
    Us,
    /// Europe.
    Eu,
    /// Asia outside the mainland.
    Asia,
    /// Elsewhere or not stated.
    Global,
}

impl Region {
    /// All of them; each at its own position.
    pub const ALL: [Self; 5] = [Self::Cn, Self::Us, Self::Eu, Self::Asia, Self::Global];
}

/// How a machine is billed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// 按量.
    #[default]
    OnDemand,
    /// 竞价 / 抢占.
    Spot,
    /// 包月.
    Monthly,
    /// One year.
    #[serde(rename = "reserved_1y")]
    Reserved1y,
    /// Three years.
    #[serde(rename = "reserved_3y")]
    Reserved3y,
}

/// One thing that can be ordered (semantics §5).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Offer {
    /// Made of words: provider, card, cards, mode, region, variant. Never an ordinal.
    pub id: String,
    /// Seller.
    #[serde(skip)]
    pub provider: ProviderIx,
    /// Candidate cards: one when the form factor is printed, several when it is not, none when the
    /// card is unknown.
    #[serde(skip)]
    pub gpus: Vec<GpuIx>,
    /// The card's name as the source printed it (for offers of unknown cards).
    pub card: String,
    /// In which numbers it is sold.
    pub cards: Cards,
    /// Billing.
    pub mode: Mode,
    /// Where.
    pub region: Region,
    /// Place as printed.
    pub place: String,
    /// The provider's name of the instance: "ecs.gn7i-c8g1.2xlarge"; empty without.
    pub instance: String,
    /// The provider's own word for a variant (secure, community, vip …); empty without.
    pub variant: String,
    /// The price refers to one GPU or to the whole instance, per hour or month.
    pub unit: PriceUnit,
    /// vCPUs of the shape the source describes; 0 unknown.
    pub vcpus: u16,
    /// Host memory of that shape, GiB; 0 unknown.
    pub host_gib: u32,
    /// GPUs of the shape that vCPUs, memory and price refer to.
    pub shape: u16,
    /// Link printed by the seller; `Unknown` where silent (then the card's own link counts).
    pub link: super::gpu::Link,
    /// Network per machine, Gbit/s; 0 unknown.
    pub network_gbps: f32,
    /// RDMA between machines; `None` unknown.
    pub rdma: Option<bool>,
    /// Billing increment, s; 0 unknown.
    pub increment_s: u32,
    /// Hours of a month of this offer: 720 for a package of 30 days, 730 for a yearly mean; 0 for
    /// hourly offers.
    pub month_hours: u16,
    /// Months that a contract lasts at least, where it is longer than its mode says; 0 as the mode says.
    pub term_months: u16,
    /// `month_hours` is not printed by the seller.
    pub month_assumed: bool,
    /// Prices read, newest first; of one day the dearer first.
    pub readings: Vec<Reading>,
    /// Still on sale when last read.
    pub current: bool,
    /// Belongs to the user or to the host page, not to the catalog.
    pub own: bool,
}

/// In which numbers an offer can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cards {
    /// This shape only.
    Exact(u16),
    /// Any number up to it in one machine; `assumed` where the source is silent.
    UpTo(u16, bool),
    /// This many or multiples of it.
    Min(u16),
}

/// What a price is charged for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceUnit {
    /// One GPU for an hour.
    #[default]
    GpuHour,
    /// The whole instance for an hour.
    InstanceHour,
    /// One GPU for a month.
    GpuMonth,
    /// The whole instance for a month.
    InstanceMonth,
}

/// What kind of figure a price is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceScope {
    /// The provider's list price.
    #[default]
    List,
    /// "From".
    From,
    /// The cheapest live machine of a marketplace.
    LowestLive,
    /// The median of its live machines.
    MedianLive,
    /// Low end of a survey.
    SurveyLow,
    /// High end of a survey.
    SurveyHigh,
    /// A bid: a floor, may rise.
    Bid,
    /// The accelerator without its host.
    GpuOnly,
}

/// One price as somebody read it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Reading {
    /// When.
    pub as_of: AsOf,
    /// Not superseded by a later reading of the same list.
    pub current: bool,
    /// How much, per the offer's unit.
    pub price: Money,
    /// What kind of figure.
    pub scope: PriceScope,
    /// Index into the catalog's sources.
    pub source: u16,
    /// How sure.
    pub confidence: Confidence,
}

/// What a provider charges beside the machine, one row a tier.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Rule {
    /// Whose.
    #[serde(skip)]
    pub provider: ProviderIx,
    /// What for.
    pub line: RuleLine,
    /// In which state of the machine.
    pub state: PowerState,
    /// The tier begins at this amount (GB).
    pub from: f64,
    /// This amount is free each month (GB); storage: free for ever.
    pub free: f64,
    /// Price per unit, in micro-units.
    pub price: Money,
    /// Unit of the price.
    pub unit: RuleUnit,
    /// When read.
    pub as_of: Option<AsOf>,
    /// Index into the catalog's sources.
    pub source: u16,
}

/// Kinds of hidden cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleLine {
    /// Disk of the instance or volume.
    Storage,
    /// Snapshots, images, backups.
    Snapshot,
    /// Traffic out.
    Egress,
    /// Public address.
    Address,
    /// Traffic in, where sold.
    Ingress,
    /// Support plan.
    Support,
    /// A volume that lives without a machine.
    NetworkVolume,
    /// Traffic between regions of the provider.
    InterRegion,
}

/// Units of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleUnit {
    /// Per GB and month.
    GbMonth,
    /// Per GB moved.
    Gb,
    /// Per hour.
    Hour,
    /// Per month.
    Month,
}

/// State of the machine that a rule holds for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PowerState {
    /// Both.
    #[default]
    Any,
    /// Powered on.
    Running,
    /// Stopped but kept.
    Stopped,
}

impl Offer {
    /// Whether the unit names the whole instance.
    pub const fn per_instance(&self) -> bool {
        matches!(self.unit, PriceUnit::InstanceHour | PriceUnit::InstanceMonth)
    }
    /// Whether the unit is a month.
    pub const fn per_month(&self) -> bool {
        matches!(self.unit, PriceUnit::GpuMonth | PriceUnit::InstanceMonth)
    }
    /// The reading that gives the likely price: newest of list, lowest_live, from; else
    /// median_live; else survey; else bid or gpu_only (which never win). Semantics §5.
    pub fn likely(&self) -> Option<&Reading> {
        let rank = |s: PriceScope| match s {
            PriceScope::List | PriceScope::LowestLive | PriceScope::From => 0,
            PriceScope::MedianLive => 1,
            PriceScope::SurveyLow | PriceScope::SurveyHigh => 2,
            PriceScope::Bid => 3,
            PriceScope::GpuOnly => 4,
        };
        self.readings.iter().min_by_key(|r| (rank(r.scope), std::cmp::Reverse(r.as_of.earliest())))
    }
    /// The currency it is quoted in.
    pub fn currency(&self) -> Currency {
        self.likely().map_or(Currency::Cny, |r| r.price.currency)
    }
}
