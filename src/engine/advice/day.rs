//! What a card should show in the test of the first day, and what it showed (checklists.md, part B).

use crate::catalog::Gpu;
use crate::engine::speed::interconnect::bus_bandwidth;
use crate::plan::Field;
use crate::units::MIB;

/// One reading of the test, in the unit of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Memory in all, MiB.
    Memory,
    /// Power limit, W.
    Power,
    /// Copies from host to card, GB/s.
    HostCopy,
    /// Memory bandwidth, reads and writes added, GB/s.
    MemoryRate,
    /// Products of 16-bit matrices, TFLOP/s.
    Matmul,
    /// All-reduce bus bandwidth, GB/s.
    Bus,
}

/// How a reading stands against what the card should show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// As it should be.
    Good,
    /// Too low, by this share of the least that passes.
    Low(f64),
    /// More than this card has: another card.
    Other,
}

/// Tuned bests of 16-bit matrix products, TFLOP/s (checklists.md B-10).
const BEST: [(&str, f64); 6] = [
    ("a100-sxm-40g", 271.0),
    ("a100-sxm-80g", 271.0),
    ("a100-pcie-80g", 253.0),
    ("h100-sxm-80g", 795.0),
    ("h200-sxm-141g", 795.0),
    ("b200-180g", 1745.0),
];
/// Share of the dense rate that others must reach (B-10), of the memory's rate (B-13), of the bus
/// bandwidth seen elsewhere (B-12), of the board's power; deviation of the memory (B-02).
const MATMUL: f64 = 0.75;
const MEMORY_RATE: f64 = 0.8;
const BUS: f64 = 0.9;
const POWER: f64 = 0.9;
const MEMORY: f64 = 0.02;

impl Reading {
    /// In the order of the test.
    pub const ALL: [Self; 6] =
        [Self::Memory, Self::Power, Self::HostCopy, Self::MemoryRate, Self::Matmul, Self::Bus];

    /// Where it is typed in.
    pub const fn field(self) -> Field {
        match self {
            Self::Memory => Field::DeviceMemory,
            Self::Power => Field::PowerLimit,
            Self::HostCopy => Field::HostCopy,
            Self::MemoryRate => Field::MemoryRate,
            Self::Matmul => Field::Matmul,
            Self::Bus => Field::BusBandwidth,
        }
    }

    /// The least that passes and what a good one shows, on `cards` of a kind in one machine; `None` where
    /// nothing was read.
    pub fn expected(self, gpu: &Gpu, cards: u32) -> Option<(f64, f64)> {
        let pair = |share: f64, good: f64| (good > 0.0).then_some((share * good, good));
        match self {
            Self::Memory if gpu.usable_assumed => None,
            Self::Memory => pair(1.0 - MEMORY, gpu.usable.to_f64() / MIB),
            Self::Power => pair(POWER, f64::from(gpu.tdp_w)),
            Self::HostCopy => {
                // At full width; the middle of what is called good.
                let (least, good) = match gpu.pcie_gen10 {
                    30..=39 => (10.5, 12.0),
                    40..=49 => (21.0, 24.5),
                    50..=59 => (48.0, 53.5),
                    _ => return None,
                };
                let width = f64::from(gpu.pcie_lanes) / 16.0;
                (width > 0.0).then_some((least * width, good * width))
            }
            Self::MemoryRate => pair(MEMORY_RATE, f64::from(gpu.bandwidth_gbs)),
            Self::Matmul => {
                let least = MATMUL * f64::from(gpu.half());
                let best = BEST.iter().find(|b| b.0 == gpu.id).map_or(least, |b| b.1);
                (least > 0.0).then_some((least, best.max(least)))
            }
            Self::Bus if cards < 2 => None,
            Self::Bus => pair(BUS, bus_bandwidth(&gpu.id, cards)?),
        }
    }

    /// How what was shown stands; `None` where there is nothing to hold it against.
    pub fn judge(self, gpu: &Gpu, cards: u32, shown: f64) -> Option<Standing> {
        let (least, good) = self.expected(gpu, cards)?;
        Some(if self == Self::Memory && shown > good * (1.0 + MEMORY) {
            Standing::Other
        } else if shown < least {
            Standing::Low(1.0 - shown / least)
        } else {
            Standing::Good
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn of(id: &str) -> &'static Gpu {
        let catalog = Catalog::embedded();
        catalog.gpu(catalog.gpu_ix(id).unwrap_or_else(|| panic!("{id}")))
    }

    #[test]
    fn values_of_the_checklist() {
        let ada = of("rtx-4090-24g");
        assert_eq!(Reading::Memory.judge(ada, 1, 24_564.0), Some(Standing::Good));
        assert_eq!(Reading::Memory.judge(ada, 1, 49_140.0), Some(Standing::Other));
        assert_eq!(Reading::Power.expected(ada, 1), Some((405.0, 450.0)));
        assert_eq!(Reading::HostCopy.expected(ada, 1), Some((21.0, 24.5)));
        assert_eq!(Reading::HostCopy.judge(ada, 1, 10.5), Some(Standing::Low(0.5)));
        let (least, good) = Reading::MemoryRate.expected(ada, 1).unwrap_or_default();
        assert!((least - 806.4).abs() < 0.1 && good == 1008.0);
        // One card has no links to test.
        assert_eq!(Reading::Bus.expected(of("a100-sxm-80g"), 1), None);
        assert_eq!(Reading::Bus.expected(of("a100-sxm-80g"), 8), Some((0.9 * 228.0, 228.0)));
        let (least, best) = Reading::Matmul.expected(of("h100-sxm-80g"), 8).unwrap_or_default();
        assert!(least < best && best == 795.0, "{least} {best}");
    }

    #[test]
    fn the_least_is_never_above_what_is_good() {
        for gpu in &Catalog::embedded().gpus {
            for (reading, cards) in Reading::ALL.into_iter().zip([1, 1, 1, 1, 1, 8]) {
                let Some((least, good)) = reading.expected(gpu, cards) else { continue };
                assert!(0.0 < least && least <= good, "{} {reading:?}", gpu.id);
                assert_eq!(reading.judge(gpu, cards, good), Some(Standing::Good), "{}", gpu.id);
            }
        }
    }
}
