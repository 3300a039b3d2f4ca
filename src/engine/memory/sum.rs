//! Adds components up: total with its band, bar parts, and a line for each.

use super::{PARTS, Part};
use crate::engine::job::Job;
use crate::engine::line::{Certainty, Line, Trace, Unit};
use crate::engine::names::What;
use crate::units::{GIB, Uncertain};

/// A running total.
pub struct Sum<'t, T: Trace> {
    /// Who listens.
    pub trace: &'t mut T,
    /// So far.
    pub total: Uncertain,
    /// By part of the bar.
    pub parts: [f64; PARTS],
}

impl<'t, T: Trace> Sum<'t, T> {
    /// Nothing yet.
    pub fn new(trace: &'t mut T) -> Self {
        Self { trace, total: Uncertain::ZERO, parts: [0.0; PARTS] }
    }
    /// Adds a component with its line; nothing is nothing.
    pub fn add(&mut self, part: Part, value: Uncertain, line: impl FnOnce(&Uncertain) -> Line) {
        if value.likely <= 0.0 {
            return;
        }
        self.total.add(&value);
        self.parts[part as usize] += value.likely;
        self.trace.line(|| line(&value));
    }
    /// The same for a component that is exactly known.
    pub fn exact(&mut self, part: Part, bytes: f64, line: impl FnOnce(&Uncertain) -> Line) {
        if bytes <= 0.0 {
            return;
        }
        self.total.likely += bytes;
        self.parts[part as usize] += bytes;
        self.trace.line(|| line(&Uncertain::exact(bytes)));
    }
    /// What a display takes, where the job's card drives one (semantics §3).
    pub fn display_bytes(&self, job: &Job) -> f64 {
        if job.display { 0.3 * GIB } else { 0.0 }
    }
    /// Adds that.
    pub fn display(&mut self, job: &Job) {
        self.exact(Part::Context, self.display_bytes(job), |v| {
            let (what, unit, sure) = (What::Display, Unit::Bytes, Certainty::RuleOfThumb);
            Line::new(what, v, unit, "0.3 GiB", "assumption: a desktop’s share", sure, vec![])
        });
    }
    /// A line that is not part of the total.
    pub fn note(&mut self, what: What, bytes: f64, formula: &'static str, source: &'static str) {
        self.trace.line(|| {
            let mut line = Line::new(
                what,
                &Uncertain::exact(bytes),
                Unit::Bytes,
                formula,
                source,
                Certainty::Typical,
                Vec::new(),
            );
            line.at_peak = false;
            line
        });
    }
}
