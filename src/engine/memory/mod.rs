//! Need: bytes per card for a job under a layout. Knows no money. Formulas and sources:
//! `ARCHITECTURE.md` names the file of each.

pub mod activations;
pub mod buffers;
pub mod diffusion;
pub mod kv_cache;
pub mod loss;
pub mod overhead;
pub mod quant;
pub mod serving;
pub mod shape;
pub mod states;
pub mod step;
pub mod sum;
pub mod training;
mod training_lines;
pub mod weights;

use super::job::Job;
use super::layout::Layout;
use super::line::{NoTrace, Trace};
use crate::catalog::Gpu;
use crate::plan::Task;
use crate::units::{Bytes, Uncertain};
use serde::Serialize;

/// Components of a card's memory, in the order in which the bar draws them (ui.md §4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Part {
    Weights,
    KvCache,
    Adapter,
    Gradients,
    Optimizer,
    Activations,
    Loss,
    Slack,
    Context,
}

/// Number of parts.
pub const PARTS: usize = 9;

impl Part {
    /// All, in the order of the bar.
    pub const ALL: [Self; PARTS] = [
        Self::Weights,
        Self::KvCache,
        Self::Adapter,
        Self::Gradients,
        Self::Optimizer,
        Self::Activations,
        Self::Loss,
        Self::Slack,
        Self::Context,
    ];
}

/// Result of sizing the worst rank.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// What the framework allocates at the peak.
    pub allocated: Uncertain,
    /// What the framework's allocator holds at the peak: allocated and its slack.
    pub reserved: Uncertain,
    /// What the device shows as used at the peak: `need` of semantics §3.
    pub need: Uncertain,
    /// What each part holds at the peak, by [`Part`] index, bytes; adds up to `need.likely`.
    pub parts: [f64; PARTS],
    /// Cache bytes per token and card (serving); 0 elsewhere.
    pub kv_per_token: f64,
    /// Cache pool that an engine which allocates in advance is left with, bytes; 0 elsewhere.
    pub pool: f64,
    /// Share of the card that an engine which allocates in advance leaves alone; 0 elsewhere. Need is
    /// compared with the rest.
    pub outside_share: f64,
    /// Host memory needed per machine, bytes.
    pub host: f64,
    /// Which pipeline stage is the worst, from 0.
    pub worst_stage: u32,
}

/// Whether a need fits (semantics §3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// The high end fits.
    Fits,
    /// The likely value fits, the high end does not.
    Tight,
    /// The likely value does not fit.
    #[default]
    No,
}

/// Sizes the worst rank of a job under a layout on a card. Total: every input gives figures.
pub fn size<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    match job.task {
        Task::KnownCards => Memory::default(),
        Task::ImageInfer | Task::ImageLora | Task::ImageTrain => diffusion::size(job, layout, gpu, trace),
        Task::Serve | Task::Embed => serving::size(job, layout, gpu, trace),
        _ => training::size(job, layout, gpu, trace),
    }
}

/// Sizes one job under many layouts on many cards without lines: what a card does not change is worked out once.
#[derive(Default)]
pub struct Sizer {
    /// By [`place`]: a handful each, looked through.
    known: Vec<Vec<(Layout, training::Asked)>>,
}

impl Sizer {
    /// [`size`] of always the same `job`.
    pub fn size(&mut self, job: &Job, layout: &Layout, gpu: &Gpu) -> Memory {
        if !job.task.trains() || job.task.image() {
            return size(job, layout, gpu, &mut NoTrace);
        }
        if self.known.is_empty() {
            self.known.resize_with(PLACES, Vec::new);
        }
        let known = &mut self.known[place(layout)];
        let at = known.iter().position(|(l, _)| l == layout).unwrap_or_else(|| {
            known.push((*layout, training::asked_for(job, layout, &mut NoTrace)));
            known.len() - 1
        });
        training::on_card(&known[at].1, job, layout, gpu, &mut NoTrace)
    }
}

/// Lists that layouts are spread over.
const PLACES: usize = 128;

/// A list for a layout: what differs most between those of a search.
fn place(l: &Layout) -> usize {
    let parts = [l.tp, l.pp, l.dp, l.micro_batch, l.machines, l.zero as u32, l.checkpointing as u32];
    parts.into_iter().fold(0_u32, |sum, part| sum.wrapping_mul(31).wrapping_add(part)) as usize % PLACES
}

impl Memory {
    /// What the need may take of a card that shows `usable` as its total, in bytes.
    pub fn room(&self, usable: Bytes) -> f64 {
        usable.to_f64() * (1.0 - self.outside_share)
    }
    /// Compares with what the card shows as its total.
    pub fn fit(&self, usable: Bytes) -> Fit {
        let room = self.room(usable);
        if self.need.likely > room {
            Fit::No
        } else if self.need.band().high <= room {
            Fit::Fits
        } else {
            Fit::Tight
        }
    }
}
