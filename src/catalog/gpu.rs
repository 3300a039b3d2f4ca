//! One accelerator variant.

use crate::units::{AsOf, Bytes};
use serde::Serialize;

/// Position of a GPU in the catalog: a cheap handle, never written outside the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GpuIx(pub u16);

/// An accelerator as sold. Rates are dense, with 32-bit accumulation, in TFLOP/s; 0.0 = unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Gpu {
    /// Our word for it, for ever: `rtx-4090-24g`.
    pub id: String,
    /// How the market calls it: "RTX 4090".
    pub name: String,
    /// The same for Chinese readers: "昇腾 910B"; equal to `name` where the market uses that.
    pub name_zh: String,
    /// Who makes it.
    pub vendor: Vendor,
    /// What it is sold as.
    pub class: GpuClass,
    /// Generation.
    pub generation: Generation,
    /// Marketed gigabytes (GiB in practice).
    pub memory_gb: u32,
    /// What the device shows as its total.
    pub usable: Bytes,
    /// `usable` was not read from a device but derived (semantics §3).
    pub usable_assumed: bool,
    /// Memory bandwidth, GB/s (10^9).
    pub bandwidth_gbs: f32,
    /// Plain FP32.
    pub fp32: f32,
    /// TF32 tensor rate.
    pub tf32: f32,
    /// FP16 tensor rate, FP32 accumulation.
    pub fp16: f32,
    /// FP16 tensor rate, FP16 accumulation.
    pub fp16_fp16acc: f32,
    /// BF16 tensor rate; 0 means it has none or it is unknown.
    pub bf16: f32,
    /// FP8 tensor rate.
    pub fp8: f32,
    /// FP4 tensor rate.
    pub fp4: f32,
    /// INT8 tensor rate, TOP/s.
    pub int8: f32,
    /// Link between cards.
    pub link: Link,
    /// Bandwidth of that link per GPU, both directions added, GB/s; 0 without or unknown.
    pub link_gbs: f32,
    /// PCIe generation times 10 (40 = gen 4); 0 unknown.
    pub pcie_gen10: u8,
    /// PCIe lanes; 0 unknown.
    pub pcie_lanes: u8,
    /// Board power, W; 0 unknown.
    pub tdp_w: u16,
    /// Kind of memory: "HBM3", "GDDR6X"; empty unknown.
    pub memory_type: String,
    /// Devices that programs see on one card (MI250X and Ascend 910C: 2 of half the memory each).
    pub devices: u8,
    /// Memory is shared with the host's processor and system (DGX Spark).
    pub unified: bool,
    /// Memory changed after manufacture ("魔改"): not a product of the vendor.
    pub modded: bool,
    /// Software stack it needs.
    pub stack: Stack,
    /// ECC on and counted; `None` unknown or switchable (off as a rule).
    pub ecc: Option<bool>,
    /// NVIDIA compute capability times 10 (89 = 8.9); 0 for others.
    pub compute_capability: u8,
    /// MIG profiles, largest count of each: (name, GiB, compute slices of 7 or 4, max count).
    pub mig: Vec<MigProfile>,
    /// Launch price in USD; 0 unknown.
    pub msrp_usd: u32,
    /// High, medium or low.
    pub confidence: Confidence,
    /// When it was launched.
    pub launch: Option<AsOf>,
    /// Index into the catalog's sources.
    pub source: u16,
}

/// A MIG slice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct MigProfile {
    /// `1g.10gb`.
    pub name: String,
    /// Compute slices.
    pub slices: u8,
    /// Memory by name, GiB.
    pub memory_gb: u16,
    /// How many fit on one card at most.
    pub most: u8,
}

/// A MIG slice as an allocation of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Slice {
    /// Position in the card's profiles.
    pub profile: u8,
    /// Among how many slices the price of the card is divided; 1 where the slice itself is quoted.
    pub of: u8,
}

/// How sure a fact is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// Sources disagree, or a family inference.
    Low,
    /// One good source, or derived.
    #[default]
    Medium,
    /// Two sources agree, or the vendor plus a log.
    High,
}

/// Makers of accelerators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Vendor {
    #[default]
    Nvidia,
    Amd,
    Intel,
    Google,
    Aws,
    Huawei,
    Cambricon,
    Biren,
    Hygon,
    Metax,
    MooreThreads,
    Iluvatar,
    Enflame,
    Kunlunxin,
    THead,
    Other,
}

impl Vendor {
    /// Designed in mainland China ("国产").
    pub const fn domestic(self) -> bool {
        !matches!(self, Self::Nvidia | Self::Amd | Self::Intel | Self::Google | Self::Aws | Self::Other)
    }
}

/// Software stacks (gpus.md §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Stack {
    Cuda,
    Rocm,
    Gaudi,
    Oneapi,
    Xla,
    Neuron,
    Cann,
    Neuware,
    Dtk,
    Xre,
    Maca,
    Musa,
    Birensupa,
    Corex,
    Topsrider,
    #[default]
    Unknown,
}

impl Stack {
    /// Whether a source names vLLM on this stack: CUDA; ROCm (compat.csv vllm/fp8_on_amd); CANN
    /// (stack/CANN/vllm_ascend_hardware); DTK (stack/DTK "PyTorch and vLLM ports"). For the others
    /// nobody was read who says so.
    pub const fn named_for_vllm(self) -> bool {
        matches!(self, Self::Cuda | Self::Rocm | Self::Cann | Self::Dtk)
    }
    /// Whether bitsandbytes (NF4, 8-bit optimizers) lists it: compat.csv bitsandbytes/amd, /gaudi
    /// and gpus.md §5 (NVIDIA, AMD, Intel, Gaudi).
    pub const fn named_for_bitsandbytes(self) -> bool {
        matches!(self, Self::Cuda | Self::Rocm | Self::Oneapi | Self::Gaudi)
    }
}

/// What a card is sold as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GpuClass {
    /// GeForce and the like.
    #[default]
    Consumer,
    /// RTX A, RTX PRO.
    Workstation,
    /// Compute cards.
    Datacenter,
    /// TPUs, NPUs, export variants and others.
    Special,
}

/// Generations that decide rates and kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Generation {
    Pascal,
    Volta,
    Turing,
    Ampere,
    Ada,
    Hopper,
    Blackwell,
    BlackwellUltra,
    Gcn,
    Cdna2,
    Cdna3,
    Cdna4,
    DaVinci,
    #[default]
    Other,
}

/// How cards of one machine talk to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// Only PCIe.
    #[default]
    Pcie,
    /// NVLink bridge between pairs.
    NvlinkBridge,
    /// NVLink switch: all to all.
    Nvlink,
    /// AMD Infinity Fabric or xGMI.
    InfinityFabric,
    /// Huawei HCCS.
    Hccs,
    /// Another maker's link (MLU-Link, BLink, MTLink, ICI …).
    Other,
    /// Nobody printed it.
    Unknown,
}

/// Names of profiles are rounded: one 1g.10gb instance has 9,984 MiB (HAMi device tables, gpus.md §7).
const SLICE_MEMORY: f64 = 9_984.0 / 10_240.0;

impl Gpu {
    /// The dense 16-bit tensor rate that training and serving use: BF16 where there is one, else FP16.
    pub fn half(&self) -> f32 {
        if self.bf16 > 0.0 { self.bf16 } else { self.fp16 }
    }
    /// Whether bandwidth and a 16-bit rate are known (semantics §5: else it cannot be timed).
    pub fn timed(&self) -> bool {
        self.bandwidth_gbs > 0.0 && self.half() > 0.0
    }
    /// Whether cards in one machine can read each other's memory without passing through the host:
    /// GeForce 40 and 50 cannot with the stock driver (gpus.md §8).
    pub fn peer_access(&self) -> bool {
        match self.link {
            Link::Pcie | Link::Unknown => {
                !(self.vendor == Vendor::Nvidia
                    && self.class == GpuClass::Consumer
                    && self.generation >= Generation::Ada)
            }
            _ => true,
        }
    }
    /// Profiles of which several share a card, with their positions. Media variants (`+me`) leave out:
    /// one a card, the same memory.
    pub fn slices(&self) -> impl Iterator<Item = (u8, &MigProfile)> {
        let plain = |(_, p): &(u8, &MigProfile)| p.most > 1 && p.slices > 0 && !p.name.contains('+');
        (0..).zip(&self.mig).filter(plain)
    }
    /// A slice of it, as a card: its share of compute slices and of memory, no link to other slices
    /// (RAPIDS deployment guide: no NVLink, no CUDA IPC). Memory and its bandwidth come in eighths or
    /// quarters, as the profile's name says against that of the whole card.
    #[must_use]
    pub fn slice(&self, profile: &MigProfile) -> Self {
        let whole = self.mig.iter().map(|p| p.slices).max().unwrap_or(1).max(1);
        let all = self.mig.iter().map(|p| p.memory_gb).max().unwrap_or(1).max(1);
        let compute = f32::from(profile.slices) / f32::from(whole);
        let memory = f32::from(profile.memory_gb) / f32::from(all);
        Self {
            id: self.id.clone() + "/" + &profile.name,
            name: self.name.clone() + " " + &profile.name,
            name_zh: self.name_zh.clone() + " " + &profile.name,
            memory_gb: u32::from(profile.memory_gb),
            usable: Bytes::from_f64(f64::from(profile.memory_gb) * crate::units::GIB * SLICE_MEMORY),
            usable_assumed: true,
            bandwidth_gbs: self.bandwidth_gbs * memory,
            fp32: self.fp32 * compute,
            tf32: self.tf32 * compute,
            fp16: self.fp16 * compute,
            fp16_fp16acc: self.fp16_fp16acc * compute,
            bf16: self.bf16 * compute,
            fp8: self.fp8 * compute,
            fp4: self.fp4 * compute,
            int8: self.int8 * compute,
            tdp_w: (f32::from(self.tdp_w) * compute) as u16,
            link: Link::Pcie,
            link_gbs: 0.0,
            ..self.clone()
        }
    }
    /// One-way PCIe bandwidth of its slot at full width and generation.
    pub fn pcie_gbs(&self) -> f64 {
        pcie_gbs(self.pcie_gen10, self.pcie_lanes)
    }
}

/// One-way PCIe bandwidth, GB/s (gpus.md §8: x16 gen 3 15.5, gen 4 31, gen 5 63, gen 6 121); where
/// generation (times ten) or lanes are unknown (0), gen 4 x16.
pub fn pcie_gbs(gen10: u8, lanes: u8) -> f64 {
    let x16 = match gen10 {
        0 => 31.0,
        1..=29 => 7.7,
        30..=39 => 15.5,
        40..=49 => 31.0,
        50..=59 => 63.0,
        _ => 121.0,
    };
    let lanes = if lanes == 0 { 16 } else { lanes };
    x16 * f64::from(lanes) / 16.0
}
