//! How a job is spread over cards, and the machine it runs in.

use crate::catalog::{Gpu, Link};
use crate::plan::{Checkpointing, Zero};
use serde::Serialize;

/// One way to spread a job. `cards() = tp · pp · cp · dp`; experts are spread over `ep` ranks taken
/// from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Layout {
    /// Tensor parallel degree.
    pub tp: u32,
    /// Pipeline stages.
    pub pp: u32,
    /// Context parallel degree.
    pub cp: u32,
    /// Data parallel degree (serving: replicas).
    pub dp: u32,
    /// Expert parallel degree.
    pub ep: u32,
    /// Sharding of states over data-parallel ranks.
    pub zero: Zero,
    /// Samples per GPU and step (training); sequences per replica (serving).
    pub micro_batch: u32,
    /// Micro-steps per optimizer step.
    pub accumulation: u32,
    /// Recomputation.
    pub checkpointing: Checkpointing,
    /// Machines.
    pub machines: u32,
}

impl Layout {
    /// Everything on one card.
    pub const SINGLE: Self = Self {
        tp: 1,
        pp: 1,
        cp: 1,
        dp: 1,
        ep: 1,
        zero: Zero::Z0,
        micro_batch: 1,
        accumulation: 1,
        checkpointing: Checkpointing::Full,
        machines: 1,
    };
    /// Cards in all.
    pub const fn cards(&self) -> u32 {
        self.tp * self.pp * self.cp * self.dp
    }
    /// Cards in one machine.
    pub fn per_machine(&self) -> u32 {
        self.cards().div_ceil(self.machines.max(1))
    }
}

/// A card in its machine.
#[derive(Clone, Copy, Debug)]
pub struct Device<'a> {
    /// The card.
    pub gpu: &'a Gpu,
    /// Link between cards of the machine as sold (the seller may state less than the card can).
    pub link: Link,
    /// Network per machine, Gbit/s; 0 unknown.
    pub network_gbps: f64,
    /// RDMA between machines.
    pub rdma: Option<bool>,
}

impl<'a> Device<'a> {
    /// The card with its own link and an unknown network.
    pub fn of(gpu: &'a Gpu) -> Self {
        Self { gpu, link: gpu.link, network_gbps: 0.0, rdma: None }
    }
}
