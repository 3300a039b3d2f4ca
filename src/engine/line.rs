//! What a number carries: the factors it was made of, its formula, source and certainty. The number
//! and its explanation come from the same code: formulas are generic over [`Trace`]; [`NoTrace`]
//! compiles to plain arithmetic, [`Recorder`] keeps the lines (semantics §8).

use super::names::{TermName, What};
use crate::units::math::round9;
use crate::units::{Band, Uncertain};
use serde::{Serialize, Serializer};

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Line {
    /// What it is.
    pub what: What,
    /// Its value with its band.
    pub value: Band,
    /// Unit of the value.
    pub unit: Unit,
    /// The formula in symbols, language-neutral: `12 · n · V / tp`.
    pub formula: &'static str,
    /// Each factor with its value.
    pub terms: Vec<Term>,
    /// Where formula and constants come from: a paper, a file, a measured run.
    pub source: &'static str,
    /// How sure the formula is.
    pub certainty: Certainty,
    /// Alive at the peak, so part of the total (memory lines).
    pub at_peak: bool,
}

/// One factor of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Term {
    /// Its symbol in the formula.
    pub symbol: &'static str,
    /// What it means.
    pub name: TermName,
    /// Its value.
    #[serde(serialize_with = "nine")]
    pub value: f64,
    /// Unit of the value.
    pub unit: Unit,
    /// Where the value came from.
    pub from: From,
}

fn nine<S: Serializer>(x: &f64, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f64(round9(*x))
}

/// Shorthand for a term.
pub const fn term(symbol: &'static str, name: TermName, value: f64, unit: Unit, from: From) -> Term {
    Term { symbol, name, value, unit, from }
}

/// Units of lines and terms. `Plain` is a bare number or ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Unit {
    Plain,
    Share,
    Bytes,
    BytesEach,
    Tokens,
    Params,
    Layers,
    Gpus,
    Flops,
    TflopsPerSecond,
    GbPerSecond,
    TokensPerSecond,
    ImagesPerSecond,
    Seconds,
    Milliseconds,
    Hours,
    Days,
    Months,
    Gb,
    GbMonth,
    MbitPerSecond,
    Money,
    MoneyPerHour,
    MoneyPerMonth,
    MoneyPerGb,
    MoneyPerGbMonth,
    Kilowatt,
    Users,
    RequestsPerSecond,
}

/// Where a term's value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum From {
    /// The user set it.
    Plan,
    /// A default of the plan.
    Default,
    /// The model's configuration.
    Model,
    /// The card.
    Gpu,
    /// The offer or the provider's rules.
    Offer,
    /// A constant of the formula, with the line's source.
    Constant,
    /// Follows from other lines.
    Derived,
    /// Chosen by the engine.
    Chosen,
    /// Assumed, because nobody prints it.
    Assumed,
    /// Measured by the user.
    Measured,
}

/// How sure a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// Follows from definitions: 精确.
    Exact,
    /// Fits public measurements: 经验.
    Typical,
    /// Rule of thumb: 粗略.
    RuleOfThumb,
}

/// Listens to formulas while they compute.
pub trait Trace {
    /// Takes a line; the closure is not called when nobody listens.
    fn line(&mut self, line: impl FnOnce() -> Line);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    #[inline(always)]
    fn line(&mut self, _: impl FnOnce() -> Line) {}
}

/// Keeps every line.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// In the order they were computed.
    pub lines: Vec<Line>,
}

impl Trace for Recorder {
    fn line(&mut self, line: impl FnOnce() -> Line) {
        self.lines.push(line());
    }
}

impl Line {
    /// A line over `value`, with what explains it.
    pub fn new(
        what: What,
        value: &Uncertain,
        unit: Unit,
        formula: &'static str,
        source: &'static str,
        certainty: Certainty,
        terms: Vec<Term>,
    ) -> Self {
        Self { what, value: value.band(), unit, formula, terms, source, certainty, at_peak: true }
    }
    /// Turns a value computed in seconds into the milliseconds that its unit says.
    #[must_use]
    pub fn in_milliseconds(mut self) -> Self {
        self.value = self.value.times(1e3);
        self
    }
}
