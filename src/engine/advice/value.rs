//! What a rule computed, with its unit: the text of the rule shows it, the JSON writes it.

use super::faults::Fault;
use crate::catalog::{GpuIx, Link, ProviderIx};
use crate::engine::memory::Part;
use crate::engine::names::What;
use crate::plan::Software;
use crate::units::AsOf;

/// One computed value. Sums are in the report's currency.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Value {
    Money(f64),
    /// Per hour of a card.
    MoneyPerHour(f64),
    /// Per GB and month.
    MoneyPerGbMonth(f64),
    Hours(f64),
    Minutes(f64),
    Seconds(f64),
    Milliseconds(f64),
    Days(f64),
    /// 0.1 is 10 %.
    Share(f64),
    Gib(f64),
    Gb(f64),
    Mib(f64),
    /// GB/s.
    Gbs(f64),
    /// MB/s.
    Mbs(f64),
    /// Gbit/s.
    Gbps(f64),
    /// A network that nobody states, Gbit/s.
    AssumedGbps(f64),
    Tflops(f64),
    Watts(f64),
    /// MHz.
    Mhz(f64),
    Tokens(f64),
    /// Per second.
    PerSecond(f64),
    /// A whole number of things.
    Count(f64),
    /// A plain figure, two significant digits.
    Figure(f64),
    /// A version or capability with one decimal: 8.9, 12.8.
    Version(f64),
    /// What an Xid means, and what somebody who rents does about it.
    Fault(Fault),
    Remedy(Fault),
    /// Nobody has said.
    Unknown,
    /// It does not come to that.
    Never,
    /// A line of the bill.
    Line(What),
    /// A part of memory.
    Part(Part),
    Gpu(GpuIx),
    /// What runs the job.
    Program(Software),
    /// How cards are joined.
    Link(Link),
    Provider(ProviderIx),
    Date(AsOf),
    /// As the user, the catalog or a standard writes it; the same in both languages.
    Text(String),
}

impl Value {
    /// The number, where it is one.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Money(x)
            | Self::MoneyPerHour(x)
            | Self::MoneyPerGbMonth(x)
            | Self::Hours(x)
            | Self::Minutes(x)
            | Self::Seconds(x)
            | Self::Milliseconds(x)
            | Self::Days(x)
            | Self::Share(x)
            | Self::Gib(x)
            | Self::Gb(x)
            | Self::Mib(x)
            | Self::Gbs(x)
            | Self::Mbs(x)
            | Self::Gbps(x)
            | Self::AssumedGbps(x)
            | Self::Tflops(x)
            | Self::Watts(x)
            | Self::Mhz(x)
            | Self::Tokens(x)
            | Self::PerSecond(x)
            | Self::Count(x)
            | Self::Figure(x)
            | Self::Version(x) => Some(*x),
            Self::Fault(_)
            | Self::Remedy(_)
            | Self::Unknown
            | Self::Never
            | Self::Line(_)
            | Self::Part(_)
            | Self::Link(_)
            | Self::Gpu(_)
            | Self::Program(_)
            | Self::Provider(_)
            | Self::Date(_)
            | Self::Text(_) => None,
        }
    }
}
