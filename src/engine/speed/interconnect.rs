//! How fast bytes move between cards (gpus.md §8) and what that costs: rings, gathers, point to point.

use crate::catalog::{GpuClass, Link, Vendor};
use crate::engine::layout::{Device, Layout};

/// Bandwidths as one card sees them, bytes per second, one way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wires {
    /// Between cards of one machine.
    pub card: f64,
    /// Between machines, share of one card.
    pub network: f64,
    /// What gathers of whole weights reach between cards of one machine.
    pub bulk: f64,
    /// Computing hides exchange: links with their own engines, not copies through host memory.
    pub hides: bool,
    /// Start-up time of one collective among the cards of a machine, seconds.
    pub latency: f64,
    /// The network is assumed, not stated.
    pub assumed: bool,
}

/// Share of the printed rate that collectives reach: NCCL bus bandwidth over NVLink 0.75-0.8 of one
/// direction (nccl-tests tables for 8 x A100 and H100: 230 of 300, 360 of 450 GB/s).
const FABRIC_SHARE: f64 = 0.75;
/// PCIe with peer access: 20-25 of 31 GB/s on gen 4 (p2pBandwidthLatencyTest on A100 PCIe), 50 µs to start
/// a collective (mlc-llm tables: 2-8 x A100 PCIe and A10G).
const PCIE_SHARE: f64 = 0.6;
const PCIE_START: f64 = 50e-6;
/// Without peer access each byte goes through host memory and crosses PCIe twice.
const HOST_SHARE: f64 = 0.28;
const HOST_START: f64 = 22e-6;
/// Gathers of whole weights over PCIe, peer access or not, and nothing hides them: 5 GB/s of 15.5 on two
/// RTX 3090, 9.8 of 31 on four A5000 (fsdp_qlora tables).
const BULK_SHARE: f64 = 0.30;
/// Starting a collective over a fabric.
const FABRIC_START: f64 = 10e-6;
/// Network share that collectives reach with RDMA and without (TCP through the host).
const RDMA_SHARE: f64 = 0.8;
const TCP_SHARE: f64 = 0.4;

/// What the cards of `device` reach in `layout`.
pub fn wires(device: &Device, layout: &Layout) -> Wires {
    let gpu = device.gpu;
    let cards = f64::from(layout.per_machine().max(1));
    let pcie = gpu.pcie_gbs() * 1e9;
    let printed = f64::from(gpu.link_gbs) * 1e9 / 2.0;
    let (card, latency) = match device.link {
        Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::Other => {
            (if printed > 0.0 { printed * FABRIC_SHARE } else { 2.0 * pcie }, FABRIC_START)
        }
        // Pairs only: beyond two cards the ring crosses PCIe.
        Link::NvlinkBridge if layout.per_machine() <= 2 && printed > 0.0 => {
            (printed * FABRIC_SHARE, FABRIC_START)
        }
        // Reports on peer access between GeForce 30 cards conflict (gpus.md §8); the measured ones had none.
        _ if gpu.peer_access() && !(gpu.vendor == Vendor::Nvidia && gpu.class == GpuClass::Consumer) => {
            (pcie * PCIE_SHARE, PCIE_START)
        }
        _ => (pcie * HOST_SHARE, HOST_START),
    };
    let fabric = matches!(device.link, Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::Other);
    let bulk = if fabric || (device.link == Link::NvlinkBridge && layout.per_machine() <= 2) {
        card
    } else {
        pcie * BULK_SHARE
    };
    let hides = fabric || (device.link == Link::NvlinkBridge && layout.per_machine() <= 2);
    let assumed = device.network_gbps <= 0.0;
    // Unknown: clusters of linked cards are sold with 100-400 Gbit/s a card, others share 25 Gbit/s.
    let gbps = if !assumed {
        device.network_gbps
    } else if fabric {
        200.0 * cards
    } else {
        25.0
    };
    let rdma = device.rdma.unwrap_or(fabric || gpu.vendor == Vendor::Google);
    let between = gbps * 1e9 / 8.0 / cards * if rdma { RDMA_SHARE } else { TCP_SHARE };
    // One machine has no network to cross.
    let network = if layout.machines > 1 { between } else { card };
    Wires { card, bulk, hides, network, latency, assumed: assumed && layout.machines > 1 }
}

impl Wires {
    /// Seconds for an all-reduce of `bytes` over `ranks` cards, `inside` of them in one machine: twice
    /// (n-1)/n of the bytes over the slowest wire, the part inside first where machines are crossed.
    pub fn all_reduce(&self, bytes: f64, ranks: f64, inside: f64) -> f64 {
        2.0 * self.gather(bytes, ranks, inside)
    }

    /// The same wires as whole weights see them.
    #[must_use]
    pub fn for_bulk(self) -> Self {
        Self { card: self.bulk, ..self }
    }

    /// Seconds to gather `bytes` (the whole, one shard per rank) or to reduce-scatter them.
    pub fn gather(&self, bytes: f64, ranks: f64, inside: f64) -> f64 {
        if ranks <= 1.0 {
            return 0.0;
        }
        let inside = inside.clamp(1.0, ranks);
        let local = if inside > 1.0 { bytes * (inside - 1.0) / inside / self.card } else { 0.0 };
        if ranks <= inside {
            return local + self.latency;
        }
        // Each card carries its share of what its machine receives; fabric and network work at once.
        let far = bytes * (1.0 - inside / ranks) / inside.max(1.0) / self.network;
        local.max(far) + self.latency + 5e-6 * (ranks / inside)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn geforce_40_goes_through_the_host() {
        let ada = samples::rtx4090();
        let ampere = samples::a100();
        let two = Layout { dp: 2, ..Layout::SINGLE };
        let slow = wires(&Device::of(&ada), &two).card;
        let fast = wires(&Device::of(&ampere), &two).card;
        assert!(slow < 10e9, "{slow}");
        assert_eq!(fast, 300e9 * FABRIC_SHARE);
    }

    #[test]
    fn one_rank_moves_nothing() {
        let gpu = samples::a100();
        let w = wires(&Device::of(&gpu), &Layout::SINGLE);
        assert_eq!(w.all_reduce(1e9, 1.0, 1.0), 0.0);
    }

    #[test]
    fn machines_are_slower_than_one() {
        let gpu = samples::a100();
        let w = wires(&Device::of(&gpu), &Layout { dp: 16, machines: 2, ..Layout::SINGLE });
        assert!(w.gather(1e10, 16.0, 8.0) > w.gather(1e10, 8.0, 8.0));
    }
}
