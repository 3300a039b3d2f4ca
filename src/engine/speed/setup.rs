//! What is paid before the first step: the machine starts, the image is pulled, model and data come
//! down, weights go to the card, graphs are captured or code is compiled.

use crate::catalog::ProviderKind;
use crate::engine::job::Job;
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::memory::weights;
use crate::engine::names::{TermName, What};
use crate::plan::{Plan, Task};
use crate::units::{Cause, Uncertain};

/// Minutes until a shell answers: low, likely, high. Containers on a warm host take one to three, virtual
/// machines three to eight, bare machines ten to forty (cost.md: boot is billed on most platforms).
pub fn boot(kind: ProviderKind) -> (f64, f64, f64) {
    match kind {
        ProviderKind::GpuCloud => (1.0, 2.0, 6.0),
        ProviderKind::Marketplace => (1.0, 4.0, 15.0),
        ProviderKind::Hyperscaler => (2.0, 5.0, 12.0),
        ProviderKind::Idc | ProviderKind::Own => (3.0, 10.0, 40.0),
    }
}

/// GB of a program image that is not on the host: PyTorch and vLLM images are 8-20 GB; platforms that
/// offer their own images have them cached.
pub fn image_gb(kind: ProviderKind) -> f64 {
    match kind {
        ProviderKind::GpuCloud => 2.0,
        _ => 10.0,
    }
}

/// Share of the stated bandwidth that model hubs and registries give for long.
const NET_SHARE: f64 = 0.8;
/// Disk to card, bytes per second: one NVMe or a good network disk.
const LOAD_RATE: f64 = 1.5e9;
/// Capturing graphs and profiling (vLLM 20-60 s), compiling (22 s for 1B to 47 s for 8B, 83-168 s with
/// autotuning: memory.md B.4).
const WARM_UP_S: f64 = 60.0;

/// Bytes of the model as it is downloaded.
pub fn model_bytes(job: &Job) -> f64 {
    if let Some(d) = &job.arch.diffusion {
        return 2.0
            * (d.denoiser as f64 * f64::from(d.denoisers.max(1)) + d.text_encoders as f64 + d.vae as f64);
    }
    match job.task {
        Task::Pretrain => 0.0,
        // Adapter training in 4 bits downloads the 16-bit checkpoint; ready-made formats come as they are.
        Task::Qlora => job.shape.total * 2.0,
        _ => weights::weights(job).total().min(job.shape.total * 2.0),
    }
}

/// Bytes a second that come down, or go up, at a stated Mbit/s.
pub fn rate(mbps: f64) -> f64 {
    mbps.clamp(1.0, 1e6) * 1e6 / 8.0 * NET_SHARE
}

/// What passes before the first step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts {
    /// Hours until a shell answers.
    pub boot_h: f64,
    /// Bytes of the program image, of the model, of the data.
    pub image: f64,
    /// See [`Parts::image`].
    pub model: f64,
    /// See [`Parts::image`].
    pub data: f64,
    /// Bytes a second that come down.
    pub rate: f64,
    /// Seconds of loading, compiling, capturing.
    pub warm_s: f64,
}

/// The parts of a start, likely.
pub fn parts(plan: &Plan, job: &Job, kind: ProviderKind) -> Parts {
    let model = model_bytes(job);
    Parts {
        boot_h: boot(kind).1 / 60.0,
        image: image_gb(kind) * 1e9,
        model,
        data: plan.data.dataset_gb.max(0.0) * 1e9,
        rate: rate(plan.data.bandwidth_mbps),
        warm_s: model / LOAD_RATE + WARM_UP_S,
    }
}

/// Hours from ordering to the first step, each time the machine is started anew.
pub fn setup_hours<T: Trace>(plan: &Plan, job: &Job, kind: ProviderKind, trace: &mut T) -> Uncertain {
    let (low, likely, high) = boot(kind);
    let p = parts(plan, job, kind);
    let (model, data) = (p.model, p.data);
    let boot =
        Uncertain::exact(p.boot_h).with(Cause::PoweredHours, (likely - low) / 60.0, (high - likely) / 60.0);
    let moved = p.image + model + data;
    let down = Uncertain::exact(moved / p.rate / 3600.0).with_share(Cause::PoweredHours, 0.3, 1.0);
    let warm = Uncertain::exact(p.warm_s / 3600.0).with_share(Cause::PoweredHours, 0.5, 1.0);
    let total = boot.plus(&down).plus(&warm);
    trace.line(|| {
        Line::new(
            What::SetupHours,
            &total,
            Unit::Hours,
            "boot + (image + model + data) / (0.8 · bandwidth) + model / 1.5 GB/s + 60 s",
            "boot and image by kind of provider, assumptions; compile 22-168 s as published runs print",
            Certainty::RuleOfThumb,
            vec![
                term("boot", TermName::Hours, likely / 60.0, Unit::Hours, From::Assumed),
                term("image", TermName::Gigabytes, image_gb(kind), Unit::Gb, From::Assumed),
                term("model", TermName::Gigabytes, model / 1e9, Unit::Gb, From::Model),
                term("data", TermName::Gigabytes, data / 1e9, Unit::Gb, From::Plan),
                term(
                    "bandwidth",
                    TermName::Bandwidth,
                    plan.data.bandwidth_mbps,
                    Unit::MbitPerSecond,
                    From::Plan,
                ),
            ],
        )
    });
    total
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::engine::line::NoTrace;

    #[test]
    fn an_8b_over_200_mbit_takes_about_a_quarter_of_an_hour() {
        let mut plan = Plan::default();
        plan.data.dataset_gb = 1.0;
        let job = samples::job(Task::Lora, samples::llama3_8b());
        let hours = setup_hours(&plan, &job, ProviderKind::GpuCloud, &mut NoTrace);
        // 19.06 GB at 20 MB/s: 953 s; boot 120 s; load 10.7 s and 60 s.
        assert!((hours.likely * 3600.0 - (120.0 + 953.0 + 70.7)).abs() < 2.0, "{}", hours.likely * 3600.0);
        plan.data.bandwidth_mbps = 2000.0;
        assert!(setup_hours(&plan, &job, ProviderKind::GpuCloud, &mut NoTrace).likely < hours.likely);
    }
}
