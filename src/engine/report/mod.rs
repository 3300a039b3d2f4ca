//! The report: what everything shows. Page, "why" panel, Markdown, JSON and tests read this tree.

mod build;
mod changes;
mod frozen;
mod unfit;

pub use build::{Advise, bill_of, ctx_of, report, report_with, silent};
pub use changes::flips;
pub(in crate::engine) use changes::{LEAST, changes_for, kept};
pub use frozen::{ThenAndNow, freeze, then_and_now};

use super::cost::BillLine;
use super::layout::Layout;
use super::line::Line;
use super::memory::{Fit, PARTS};
use super::speed::Bottleneck;
use crate::catalog::{Catalog, Confidence, GpuIx, Mode, OfferIx, ProviderIx, Region, Slice};
use crate::plan::Plan;
use crate::units::{AsOf, Band, Cause, Currency, Date, Money, Uncertain};
use serde::Serialize;

/// Everything the engine has to say about a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The day it was made for.
    pub today: Date,
    /// Date of the newest reading in the catalog.
    pub catalog_date: Date,
    /// Yuan per dollar used, and when that rate was read.
    pub usd_cny: f64,
    /// Date of the rate.
    pub rate_date: Date,
    /// Currency of every sum below.
    pub currency: Currency,
    /// The answer.
    pub verdict: Verdict,
    /// Memory lines of the winner (of the smallest need where nothing fits).
    pub memory: Vec<Line>,
    /// Speed and hours lines of the winner.
    pub speed: Vec<Line>,
    /// The bill of the winner: its lines add up to its total.
    pub bill: Vec<BillLine>,
    /// Risk lines of the winner.
    pub risk: Vec<Line>,
    /// Best layout per offer, best first; eligible before not eligible.
    pub ranked: Vec<Entry>,
    /// Runners-up, as positions in `ranked`.
    pub runners: Vec<Runner>,
    /// Positions in `ranked` of offers that nothing beats in both cost and wall time.
    pub pareto: Vec<usize>,
    /// Offers that never came to be ranked, grouped by reason.
    pub rejected: Vec<Rejected>,
    /// What to change, check and beware of, most money first.
    pub advice: Vec<Advice>,
    /// What was wrong with the plan.
    pub warnings: Vec<crate::plan::Warning>,
    /// The inputs that move the total most: cause, total at its low end, at its high end.
    pub tornado: Vec<(Cause, f64, f64)>,
    /// What would change the answer.
    pub flips: Vec<Flip>,
    /// Single changes and the memory they save (negative: cost).
    pub savings: Vec<Saving>,
    /// How many (offer, cards, layout, mode) were priced.
    pub candidates: u32,
    /// What the engine chose for fields left on automatic.
    pub chosen: Chosen,
}

impl Report {
    /// A card that the plan names and that its program does not run on; `None` where something wins.
    pub fn cannot_run(&self, plan: &Plan, catalog: &Catalog) -> Option<GpuIx> {
        let refused = self.rejected.iter().filter(|r| r.reason == RejectReason::SoftwareDoesNotRun);
        let mut cards =
            refused.flat_map(|r| &r.offers).filter_map(|ix| catalog.offer(*ix)).flat_map(|o| &o.gpus);
        let named = |ix: &&GpuIx| plan.limits.gpus.contains(&catalog.gpu(**ix).id);
        if self.verdict.winner.is_some() { None } else { cards.find(named).copied() }
    }
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Rent, buy, or nothing fits.
    pub kind: VerdictKind,
    /// The winner, position in `ranked`; `None` when nothing fits.
    pub winner: Option<usize>,
    /// Conditions that had to be dropped because no offer met all (semantics §4).
    pub dropped: Vec<Condition>,
    /// When nothing fits: need per GPU of the best attempt, and on which card.
    pub closest: Option<Closest>,
    /// How sure: the worst of memory, price and time.
    pub confidence: Confidence,
    /// Monthly cost of owning the same cards, in the report's currency; where buying was considered.
    pub own_per_month: Option<f64>,
}

/// Kinds of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// Rent the winner.
    Rent,
    /// Buy the winner's cards.
    Buy,
    /// No card holds it, or no offer is left.
    NothingFits,
}

/// The card that comes closest when nothing fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Which card.
    pub gpu: GpuIx,
    /// How many.
    pub count: u32,
    /// Need per GPU, bytes.
    pub need: Band,
    /// What it has, bytes.
    pub usable: f64,
    /// What the job may take of it, bytes: less than `usable` where a server allocates a share.
    pub room: f64,
}

/// Conditions that fall, in this order, when no offer meets all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Price at most 365 days old and dated to the month.
    Age,
    /// Confidence medium or high, and a price scope that may win.
    Confidence,
    /// Region.
    Region,
    /// The memory verdict is only tight.
    Fits,
    /// Deadline, budget and hard needs.
    Limits,
}

/// One ranked offer with its best layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Which offer.
    pub offer: OfferIx,
    /// Who sells it.
    pub provider: ProviderIx,
    /// Which card.
    pub gpu: GpuIx,
    /// The MIG slice of it that the job runs in; `None` for whole cards.
    pub slice: Option<Slice>,
    /// Cards the job uses.
    pub count: u32,
    /// Cards paid for (a whole node may be more).
    pub billed: u32,
    /// Machines.
    pub machines: u32,
    /// Sold by the machine of several cards only: its price is no yardstick for single cards.
    pub by_the_machine: bool,
    /// How the job is spread.
    pub layout: Layout,
    /// Billing.
    pub mode: Mode,
    /// Where.
    pub region: Region,
    /// Hours of computing with what makes them uncertain: what its bill is made from.
    pub work: Uncertain,
    /// Total in the report's currency.
    pub total: Band,
    /// Of it not compute, likely.
    pub hidden: f64,
    /// Expected loss on top, likely; part of the order, not of the total.
    pub loss: f64,
    /// Powered hours.
    pub hours: Band,
    /// Wall hours.
    pub wall: Band,
    /// Need per GPU, bytes.
    pub need: Band,
    /// What the card shows as its total, bytes.
    pub usable: f64,
    /// What the job may take of it, bytes: less than `usable` where a server allocates a share
    /// (its utilisation). The verdict compares the need with this.
    pub room: f64,
    /// Bytes by [`super::memory::Part`].
    pub parts: [f64; PARTS],
    /// Verdict on memory.
    pub fit: Fit,
    /// Probability that it fits.
    pub p_fits: f64,
    /// Probability to meet the deadline; 1 without one.
    pub p_on_time: f64,
    /// Why it cannot win; empty when it can.
    pub not_eligible: Vec<Ineligible>,
    /// Price as quoted, and per GPU-hour in the report's currency.
    pub quoted: Money,
    /// Per GPU and hour, in the report's currency.
    pub gpu_hour: f64,
    /// Per unit of work: per million tokens, per thousand samples; 0 for known cards.
    pub per_work: f64,
    /// When the price was read.
    pub as_of: AsOf,
    /// How sure the price is.
    pub confidence: Confidence,
    /// What limits speed.
    pub bottleneck: Bottleneck,
    /// Tokens (samples, images) per second over all cards.
    pub rate: Band,
    /// Serving: users per replica, seconds to first token, seconds per token.
    pub serve: Option<ServeFigures>,
    /// Several machines without a known fast link, cards of unknown form factor, assumed counts …
    pub notes: Vec<Note>,
}

impl Entry {
    /// Price of an hour of all cards that are paid for, in the report's currency.
    pub fn hour(&self) -> f64 {
        self.gpu_hour * f64::from(self.billed)
    }
}

/// Serving figures of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct ServeFigures {
    /// Replicas.
    pub replicas: u32,
    /// Users one replica carries.
    pub users_per_replica: f64,
    /// Seconds to the first token.
    pub ttft_s: Band,
    /// Seconds per token.
    pub tpot_s: Band,
}

/// Why an offer cannot win (semantics §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Ineligible {
    OnlyTight,
    ModeNotAllowed,
    SpotNotAllowed,
    OtherRegion,
    NotCurrent,
    DateTooVague,
    PriceTooOld,
    LowConfidence,
    BidPrice,
    HostNotIncluded,
    SurveyPrice,
    LateForDeadline,
    OverBudget,
    ProviderExcluded,
    CardExcluded,
    NeedsNvlink,
    NeedsRdma,
    NeedsEcc,
    NeedsComputeCard,
    NeedsDomestic,
    NeedUnknown,
    HostMemoryTooSmall,
    CardNotTimed,
    CountNotOffered,
    MissesLatency,
    SoftwareUnproven,
    NetworkUnknown,
}

/// What a reader of an entry should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Note {
    AskOneMachine,
    IdleCards,
    FormFactorUnknown,
    RdmaUnknown,
    NoPeerAccess,
    ClusterOfSingles,
    AssumedHiddenPrices,
    FrozenPrice,
    UsableAssumed,
    OwnOffer,
    FromPrice,
    SharedPrice,
}

/// A runner-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Runner {
    /// In what it is the best.
    pub kind: RunnerKind,
    /// Position in `ranked`.
    pub entry: usize,
}

/// Kinds of runner-up (semantics §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunnerKind {
    /// Best of another card.
    OtherCard,
    /// Best of another mode.
    OtherMode,
    /// Best of another provider.
    OtherProvider,
    /// Fastest within budget.
    Fastest,
    /// Cheapest spot, named although it may not win.
    Spot,
}

/// Offers that were not ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// Why.
    pub reason: RejectReason,
    /// Which offers.
    pub offers: Vec<OfferIx>,
}

/// Reasons of rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RejectReason {
    CardUnknown,
    CannotBeTimed,
    DoesNotFit,
    CountNotOffered,
    NoPrice,
    SoftwareDoesNotRun,
    LayoutNotOffered,
}

/// A piece of advice: a rule that fired and the values it computed. Texts live in `i18n`.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Stable id of the rule.
    pub rule: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where the rule comes from: codes of `advice.md`.
    pub source: &'static str,
    /// Money at stake, report's currency; 0 where it cannot be said.
    pub stake: f64,
    /// Values by name, for the text.
    pub values: Vec<(&'static str, crate::engine::advice::Value)>,
    /// What to change in the plan: fields and their new texts; empty where nothing in the plan helps.
    pub offer: Vec<(crate::plan::Field, String)>,
}

/// How bad a matter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Severity {
    Info,
    Careful,
    Danger,
}

/// A change of the plan that would change the winner; `change.apply` makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// What to change.
    pub change: Change,
    /// The new winner's card, provider, mode and total.
    pub gpu: GpuIx,
    /// Number of cards.
    pub count: u32,
    /// Seller.
    pub provider: ProviderIx,
    /// Billing.
    pub mode: Mode,
    /// Its total, report's currency.
    pub total: f64,
}

/// A single change of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Change {
    AllowSpot,
    DeadlineHours(f64),
    Sequence(u32),
    PoweredHoursAbove(f64),
    PriceUpShare(f64),
    AnyRegion,
    Users(u32),
    QuantNf4,
    QuantAwq,
    LoraRank(u32),
    Optimizer8bit,
    PureSixteen,
    FullCheckpointing,
    NoCheckpointing,
    FusedLoss,
    EagerLoss,
    MicroBatch(u32),
    MoreCards(u32),
    ZeroThree,
    OffloadOptimizer,
    KvFp8,
    Tp(u32),
    KvQ8,
    QuantQ4,
    Adapters,
    LoraAttention,
    Unsloth,
}

/// A change and what it saves in memory; `change.apply` makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saving {
    /// What to change.
    pub change: Change,
    /// Bytes per GPU saved; negative costs.
    pub bytes: f64,
    /// Total of the changed plan on the same offer, report's currency; 0 unknown.
    pub total: f64,
    /// Change of running time as a share (0.05 = 5 % longer).
    pub time: f64,
    /// Verdict on the same card afterwards.
    pub fit: Fit,
}

/// What automatic fields became for the winner.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Chosen {
    /// Words by key of the plan table: `("software", "vllm")`.
    pub values: Vec<(&'static str, String)>,
}
