//! How fast bytes move between cards (gpus.md §8) and what that costs: rings, gathers, point to point.

use crate::catalog::{GpuClass, Link, Vendor};
use crate::engine::fitted::fitted;
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
    /// Network of a machine, Gbit/s.
    pub gbps: f64,
}

/// All-reduce bus bandwidth that a good machine shows, GB/s, by card and number of cards: measured, or
/// scaled from the link's rate where nobody has (checklists.md B, values per card; the lower end of a
/// range). `None` where nothing was read.
pub fn bus_bandwidth(gpu: &str, cards: u32) -> Option<f64> {
    const SEEN: [(&str, u32, f64); 18] = [
        ("rtx-3090-24g", 2, 45.0),
        ("rtx-a6000-48g", 2, 45.0),
        ("a40-48g", 2, 45.0),
        ("rtx-4090-24g", 8, 20.0),
        ("rtx-4090d-24g", 8, 20.0),
        ("rtx-5090-32g", 8, 28.0),
        ("rtx-5090-32g", 4, 35.0),
        ("v100-sxm-32g", 8, 120.0),
        ("a100-pcie-80g", 4, 25.0),
        ("a100-sxm-40g", 8, 228.0),
        ("a100-sxm-80g", 8, 228.0),
        ("a800-sxm-80g", 8, 152.0),
        ("h100-sxm-80g", 8, 460.0),
        ("h100-nvl-94g", 2, 208.0),
        ("h800-sxm-80g", 8, 204.0),
        ("h20-96g", 8, 430.0),
        ("h200-sxm-141g", 8, 431.0),
        ("b200-180g", 8, 846.0),
    ];
    SEEN.iter().find(|(id, n, _)| *id == gpu && *n == cards).map(|s| s.2)
}

/// Share of the printed rate that collectives reach: NCCL bus bandwidth over NVLink 0.75-0.8 of one
/// direction (nccl-tests tables for 8 x A100 and H100: 230 of 300, 360 of 450 GB/s).
const FABRIC_SHARE: f64 = 0.75;
/// PCIe with peer access: 20-25 of 31 GB/s on gen 4 (p2pBandwidthLatencyTest on A100 PCIe), the lower end.
const PCIE_SHARE: f64 = 0.65;
/// What starting takes longer over PCIe: half of an all-reduce's base, and a step for each further card (NCCL
/// `src/graph/tuning.cc`: ring, simple protocol, 8.4 µs and 5.7 µs over PCI).
const PCIE_BASE: f64 = 4.2e-6;
const PCIE_STEP: f64 = 5.7e-6;
/// What goes through host memory and crosses PCIe twice: everything without peer access, and gathers of whole
/// weights with or without, which nothing hides: 5 GB/s of 15.5 on two RTX 3090, 9.8 of 31 on four A5000
/// (fsdp_qlora tables).
const HOST_SHARE: f64 = 0.30;
/// Starting a collective.
const START: f64 = 10e-6;
/// Network share that collectives reach with RDMA. Without it every byte is copied through the host and
/// crosses PCIe twice: half.
const RDMA_SHARE: f64 = 0.8;

/// What the cards of `device` reach in `layout`.
pub fn wires(device: &Device, layout: &Layout) -> Wires {
    let gpu = device.gpu;
    let cards = f64::from(layout.per_machine().max(1));
    let pcie = gpu.pcie_gbs() * 1e9;
    let printed = f64::from(gpu.link_gbs) * 1e9 / 2.0;
    let start = fitted("wires.start", START);
    let pcie_start = start + PCIE_BASE + PCIE_STEP * (cards - 1.0);
    let (card, latency) = match device.link {
        Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::Other => (
            if printed > 0.0 { printed * fitted("wires.fabric_share", FABRIC_SHARE) } else { 2.0 * pcie },
            start,
        ),
        // Pairs only: beyond two cards the ring crosses PCIe.
        Link::NvlinkBridge if layout.per_machine() <= 2 && printed > 0.0 => {
            (printed * fitted("wires.fabric_share", FABRIC_SHARE), start)
        }
        // Reports on peer access between GeForce 30 cards conflict (gpus.md §8); the measured ones had none.
        _ if gpu.peer_access() && !(gpu.vendor == Vendor::Nvidia && gpu.class == GpuClass::Consumer) => {
            (pcie * PCIE_SHARE, pcie_start)
        }
        _ => (pcie * fitted("wires.host_share", HOST_SHARE), pcie_start),
    };
    let fabric = matches!(device.link, Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::Other);
    let bulk = if fabric || (device.link == Link::NvlinkBridge && layout.per_machine() <= 2) {
        card
    } else {
        pcie * fitted("wires.host_share", HOST_SHARE)
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
    let between =
        gbps * 1e9 / 8.0 / cards * fitted("wires.rdma_share", RDMA_SHARE) * if rdma { 1.0 } else { 0.5 };
    // One machine has no network to cross.
    let network = if layout.machines > 1 { between } else { card };
    Wires { card, bulk, hides, network, latency, assumed: assumed && layout.machines > 1, gbps }
}

impl Wires {
    /// Seconds for an all-reduce of `bytes` over `ranks` cards, `inside` of them in one machine: twice
    /// (n-1)/n of the bytes over the slowest wire, the part inside first where machines are crossed.
    pub fn all_reduce(&self, bytes: f64, ranks: f64, inside: f64) -> f64 {
        2.0 * self.gather(bytes, ranks, inside)
    }

    /// Wires on which seconds are bytes: what is asked of them answers with the bytes that one card
    /// sends to others of its machine, or to other machines where `far`.
    #[must_use]
    pub fn counting(self, far: bool) -> Self {
        let (near, away) = if far { (f64::INFINITY, 1.0) } else { (1.0, f64::INFINITY) };
        Self { card: near, bulk: near, network: away, latency: 0.0, ..self }
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
