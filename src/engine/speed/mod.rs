//! Pace: how long the work takes on given cards. Knows no money.
//!
//! `training` (+ `exchange`, `training_lines`), `decode` + `prefill` + `serving`, `images` and `embedding`
//! time one kind of job each; `efficiency` holds the fitted constants of cards and programs,
//! `rates` what a card can do at most, `interconnect` the wires, `moved` what a step sends over them, `reads` the weights of a step, `flops` the operations, `setup` what passes
//! before the first step.

pub mod decode;
pub mod efficiency;
pub mod embedding;
mod exchange;
pub mod flops;
pub mod images;
pub mod interconnect;
mod measured;
mod moved;
mod prefill;
pub mod rates;
pub mod reads;
#[cfg(test)]
pub(crate) mod samples;
pub mod serving;
pub mod setup;
#[cfg(test)]
mod tests;
pub mod training;
mod training_lines;

pub use measured::{homeless, measured, overrule};
pub use moved::{Moved, moved};
pub use setup::{boot, image_gb, rate, setup_hours};

use super::job::Job;
use super::layout::{Device, Layout};
use super::line::Trace;
use super::memory::Memory;
use crate::catalog::ArchKind;
use crate::plan::Task;
use crate::units::Uncertain;
use serde::Serialize;

/// Result of timing a layout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// Hours of computing for the whole amount (finite jobs); 0 for services.
    pub work_h: Uncertain,
    /// Seconds per optimizer step (training), per decode step (serving), per image (images).
    pub step_s: Uncertain,
    /// Tokens (or images, samples) per second over all cards.
    pub rate: Uncertain,
    /// Model FLOPs utilisation against the dense 16-bit peak; 0 where it means nothing.
    pub mfu: f64,
    /// Serving only.
    pub serve: Serve,
    /// What limits.
    pub bottleneck: Bottleneck,
    /// Memory and rates of the card are known well enough to time it.
    pub timed: bool,
}

/// Serving figures of one replica.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Serve {
    /// Prompt tokens per second.
    pub prefill: Uncertain,
    /// Seconds to the first token at the load.
    pub ttft_s: Uncertain,
    /// Seconds per output token at the load.
    pub tpot_s: Uncertain,
    /// Sequences that fit the memory at the stated lengths.
    pub seats: f64,
    /// Users that one replica carries within memory and latency targets.
    pub users: f64,
}

/// Half width of what is timed by a rule of thumb, as of pictures.
const ROUGH: f64 = 0.6;

/// Whether no public run tells how fast models of this kind are: encoder-decoders, which speech models are.
fn rough(job: &Job) -> bool {
    job.arch.kind == ArchKind::EncoderDecoder
}

/// What a job waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Bottleneck {
    #[default]
    Compute,
    MemoryBandwidth,
    CardLink,
    Network,
    Launch,
    MemorySize,
    Host,
}

/// Times `job` in `layout` on `device`. Total; a card whose bandwidth or 16-bit rate nobody prints gives
/// `timed: false` and zeros (semantics §5), as does a plan that types its hours.
pub fn pace<T: Trace>(job: &Job, layout: &Layout, device: &Device, memory: &Memory, trace: &mut T) -> Pace {
    if !device.gpu.timed() || job.task == Task::KnownCards {
        return Pace::default();
    }
    match job.task {
        Task::Serve => serving::pace(job, layout, device, memory, trace),
        Task::Embed => embedding::pace(job, layout, device, trace),
        Task::ImageInfer | Task::ImageLora | Task::ImageTrain => images::pace(job, layout, device, trace),
        _ => training::pace(job, layout, device, trace),
    }
}

/// The most users that one replica of `layout` carries within its memory and the plan's latency targets;
/// 0 where not even one user meets them or the card cannot be timed. Search divides the load by this.
pub fn users_per_replica(job: &Job, layout: &Layout, device: &Device, memory: &Memory) -> f64 {
    if !device.gpu.timed() {
        return 0.0;
    }
    let runner = decode::Runner::new(job, layout, device);
    let (prompt, answer) = serving::lengths(job);
    let request = serving::Request::new(&runner, prompt, answer);
    serving::capacity(&request, job, serving::seats(job, layout, device, memory))
}

/// Sequences alive at once when `rps` requests a second come in: arrivals times the time each stays
/// (Little's law).
pub fn users_of_rate(rps: f64, pace: &Pace, answer: u32) -> f64 {
    (rps * (pace.serve.ttft_s.likely + f64::from(answer) * pace.serve.tpot_s.likely)).max(0.0)
}
