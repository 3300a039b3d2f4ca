//! What the seller says, what the first day showed, and what went wrong. All unknown by default:
//! advice that needs one of them is silent until it is filled in.

use super::choices::{CardState, Sharing, Symptom};

/// What a quote or a seller says about the machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// How the card is given out.
    pub sharing: Option<Sharing>,
    /// New, used or modified.
    pub condition: Option<CardState>,
    /// Link between cards as advertised, GB/s.
    pub link_gbs: Option<f64>,
    /// Compute rate as advertised, TFLOP/s.
    pub tflops: Option<f64>,
    /// The licence of the vGPU software is included.
    pub licence: Option<bool>,
    /// Cards of several types in one job.
    pub mixed: bool,
    /// MIG profile on offer: `1g.10gb`.
    pub slice: Option<String>,
    /// Discount of the package as advertised, a share.
    pub discount: Option<f64>,
    /// Deposit asked for, in the plan's currency.
    pub deposit: Option<f64>,
    /// The price includes tax.
    pub tax: Option<bool>,
    /// Introductory offers counted on, at one provider.
    pub intro: u32,
    /// What an introductory offer takes off, a share.
    pub intro_off: Option<f64>,
    /// Hours that an introductory offer covers.
    pub intro_h: Option<f64>,
    /// Availability promised, a share (0.999).
    pub sla: Option<f64>,
    /// Credit for missed availability, a share of the fee.
    pub credit: Option<f64>,
    /// Hours of a day in which somebody answers.
    pub support_h: Option<f64>,
    /// Hours to the first answer.
    pub response_h: Option<f64>,
    /// Hours of a broken machine are not charged.
    pub broken_free: Option<bool>,
}

/// How somebody goes about it: what is paid so far, tried first, kept where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Habits {
    /// Hours of trial before a package is bought.
    pub trial_h: Option<f64>,
    /// Spent by the hour so far this month, in the plan's currency.
    pub spent: Option<f64>,
    /// Prepaid balance at the provider, in the plan's currency.
    pub prepaid: Option<f64>,
    /// The package renews itself.
    pub renews: bool,
    /// The machine is shut down when the job ends.
    pub auto_off: bool,
    /// The copies lie with the provider that runs the job.
    pub copies_here: bool,
    /// A move to another provider is planned.
    pub moving: bool,
    /// The data must stay on own machines.
    pub stays: bool,
    /// The user is a student.
    pub student: bool,
}

/// What the first-day test showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstDay {
    /// Name of the device as `nvidia-smi` prints it.
    pub name: Option<String>,
    /// Total memory, MiB.
    pub memory_mib: Option<f64>,
    /// MIG mode is enabled.
    pub mig: Option<bool>,
    /// ECC is enabled.
    pub ecc: Option<bool>,
    /// A card that was faulty before came back (same UUID).
    pub returned: bool,
    /// PCIe generation.
    pub pcie_gen: Option<u32>,
    /// PCIe lanes.
    pub pcie_lanes: Option<u32>,
    /// The PCIe reading was taken without load.
    pub pcie_idle: bool,
    /// Throttle reasons, the bit mask of `clocks_event_reasons.active`.
    pub throttle: Option<u32>,
    /// SM clock under load, MHz.
    pub clock_mhz: Option<f64>,
    /// Greatest SM clock, MHz.
    pub clock_max_mhz: Option<f64>,
    /// Power limit, W.
    pub power_w: Option<f64>,
    /// All-reduce bus bandwidth, GB/s.
    pub busbw_gbs: Option<f64>,
    /// How much slower the slowest card is, a share.
    pub slowest: Option<f64>,
    /// GPU utilisation as shown, a share.
    pub utilisation: Option<f64>,
    /// Seconds that the loader takes for a batch.
    pub load_s: Option<f64>,
    /// Seconds of `import torch` with a cold cache.
    pub import_s: Option<f64>,
    /// Writing speed of the disk, MB/s.
    pub disk_mbs: Option<f64>,
    /// A checkpoint was loaded and the run went on.
    pub resumed: bool,
    /// Uncorrectable memory errors (volatile count).
    pub ecc_errors: Option<u32>,
    /// Number of an Xid line in the kernel log.
    pub xid: Option<u32>,
    /// Remapped memory rows wait for a reset.
    pub remap_pending: bool,
    /// The vendor's diagnostics (DCGM) are to be run.
    pub dcgm: bool,
    /// Cards are to be reset regularly.
    pub resets: bool,
    /// Rate of 16-bit matrix products, best of several sizes, TFLOP/s.
    pub matmul_tflops: Option<f64>,
    /// Copies from host to card, GB/s.
    pub h2d_gbs: Option<f64>,
    /// Memory bandwidth, reads and writes added, GB/s.
    pub memory_gbs: Option<f64>,
    /// What went wrong.
    pub symptom: Option<Symptom>,
}
