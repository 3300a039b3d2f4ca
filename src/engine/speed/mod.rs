//! Pace: how long the work takes on given cards. Knows no money.

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
