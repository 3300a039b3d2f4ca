//! Pictures, clips and vision models: operations per image from the parts of the pipeline. Public
//! figures per card are few, so everything here is a rule of thumb with a wide band.

use super::efficiency;
use super::flops;
use super::interconnect;
use super::{Bottleneck, Pace};
use crate::catalog::{ArchKind, Architecture, Diffusion};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::plan::{Checkpointing, Precision, Task};
use crate::units::{Cause, Uncertain};

/// Operations of a UNet per weight and latent position: SDXL 2.57 G weights, 128 x 128 latents, about
/// 6 TFLOP a pass; SD 1.5 0.86 G, 64 x 64, about 0.8 TFLOP (0.07 and 0.11 of 2·N per position).
const UNET_SHARE: f64 = 0.08;
/// A VAE decodes an SDXL picture in about 10 TFLOP: 1e7 a pixel, for 50 M decoder weights.
const VAE_PER_PIXEL_AND_WEIGHT: f64 = 0.2;
/// Convolutional networks are bound by memory traffic (timm ResNet-50 on an RTX 3090: 1,218 images/s of
/// 8.2 GFLOP trained, 0.42 of 71 TFLOP/s; A100 about 0.2 of 312).
const CONV_BYTES_PER_FLOP: f64 = 0.041;
/// ResNet-50: 25.6 M weights, 8.2 GFLOP at 224 x 224.
const CONV_FLOPS_PER_WEIGHT_AND_PIXEL: f64 = 0.0064;
/// Prompt tokens of text encoders (CLIP 77, T5 up to 512).
const TEXT_TOKENS: f64 = 256.0;

/// Operations of one denoiser pass over a picture or clip.
fn denoise(d: &Diffusion, width: f64, height: f64, frames: f64) -> f64 {
    let factor = f64::from(d.vae_factor.max(1));
    let latents = width * height / (factor * factor);
    if d.transformer {
        // Two-by-two patches; clips keep one latent frame in four (Wan, Hunyuan, CogVideoX).
        let kept = if frames > 1.0 { (frames - 1.0) / 4.0 + 1.0 } else { 1.0 };
        let tokens = latents / 4.0 * kept + TEXT_TOKENS;
        // Attention adds tokens / (6 · width) of the products; the width of a DiT of N weights is about
        // 3,072 at 12 G.
        2.0 * d.denoiser as f64 * tokens * (1.0 + tokens / 18_000.0)
    } else {
        2.0 * d.denoiser as f64 * latents * fitted("image.unet", UNET_SHARE) * frames
    }
}

/// Operations for one image (or clip, or sample) and whether memory traffic, not products, bounds it.
fn per_image(job: &Job) -> (f64, bool) {
    let arch = &*job.arch;
    let (width, height, frames) = size(job);
    if let Some(d) = &arch.diffusion {
        let pass = denoise(d, width, height, frames);
        let text = 2.0 * d.text_encoders as f64 * TEXT_TOKENS;
        let vae = VAE_PER_PIXEL_AND_WEIGHT * d.vae as f64 * width * height * frames;
        let flops = match job.task {
            Task::ImageInfer => {
                // Guidance runs UNets with and without the prompt; large transformers are distilled.
                let guided = if d.transformer { 1.0 } else { 2.0 };
                f64::from(job.steps.max(1)) * pass * guided + text + vae
            }
            _ => pass * 3.0 + text + vae,
        };
        return (flops, false);
    }
    let forward = vision_forward(arch, width, height);
    let passes = if job.task == Task::ImageInfer { 1.0 } else { 3.0 };
    (forward * passes, arch.kind == ArchKind::Conv)
}

fn vision_forward(arch: &Architecture, width: f64, height: f64) -> f64 {
    let pixels = width * height;
    if arch.gflops_640 > 0.0 {
        return f64::from(arch.gflops_640) * 1e9 * pixels / (640.0 * 640.0);
    }
    if arch.kind == ArchKind::Conv || arch.groups.is_empty() {
        return arch.params_total as f64
            * fitted("image.conv_flops", CONV_FLOPS_PER_WEIGHT_AND_PIXEL)
            * pixels;
    }
    let tokens = if arch.patch > 0 {
        pixels / f64::from(arch.patch) / f64::from(arch.patch)
    } else if arch.image_tokens > 0 {
        f64::from(arch.image_tokens)
    } else {
        pixels / 196.0
    };
    tokens * (flops::linear(arch) + flops::attention(arch, tokens))
}

fn size(job: &Job) -> (f64, f64, f64) {
    let side = f64::from(job.arch.image);
    let fallback = |x: u32| {
        if x > 0 {
            f64::from(x)
        } else if side > 0.0 {
            side
        } else {
            512.0
        }
    };
    (fallback(job.width), fallback(job.height), f64::from(job.frames.max(1)))
}

/// Times image jobs. Cards work on different images; training averages gradients.
pub fn pace<T: Trace>(job: &Job, layout: &Layout, device: &Device, trace: &mut T) -> Pace {
    let gpu = device.gpu;
    let (flops, bound_by_memory) = per_image(job);
    // About half of the printed rate, as eager code reaches elsewhere (SDXL, 30 steps, 1024 px in 4 s on an RTX
    // 4090).
    let peak = f64::from(gpu.half()) * 1e12 * efficiency::eager_products();
    let again = match layout.checkpointing {
        Checkpointing::None => 1.0,
        Checkpointing::Selective => 1.1,
        Checkpointing::Full | Checkpointing::Offloaded => 4.0 / 3.0,
    };
    let again = if job.task == Task::ImageInfer { 1.0 } else { again };
    // Adapters skip the gradients of the frozen weights.
    let adapters = if job.task == Task::ImageLora { 0.72 } else { 1.0 };
    let bandwidth = f64::from(gpu.bandwidth_gbs) * 1e9;
    let width = if matches!(job.precision, Precision::Fp32 | Precision::Tf32) { 2.0 } else { 1.0 };
    let traffic = if bound_by_memory {
        flops * fitted("image.conv_bytes", CONV_BYTES_PER_FLOP) * width / bandwidth
    } else {
        0.0
    };
    let one = (flops * again * adapters / peak).max(traffic);

    let cards = f64::from(layout.cards().max(1));
    let batch = f64::from(layout.micro_batch.max(1)) * f64::from(layout.accumulation.max(1));
    let wires = interconnect::wires(device, layout);
    let trained = if job.task == Task::ImageTrain { job.arch.params_total as f64 * 2.0 } else { 0.0 };
    let exchange = wires.all_reduce(trained, cards, f64::from(layout.per_machine())) * 0.4;
    let seconds = batch * one + if job.task == Task::ImageInfer { 0.0 } else { exchange };

    let step = Uncertain::exact(seconds).with_share(Cause::RunTime, 0.4, 0.6).with_share(
        Cause::EngineVersion,
        0.15,
        0.2,
    );
    let rate = step.inverse().times(batch * cards);
    let work_h = rate.inverse().times(job.work / 3600.0 * super::training::with_evaluation(job, layout));
    trace.line(|| {
        Line::new(
            What::ImagesPerSecond,
            &rate,
            Unit::ImagesPerSecond,
            "cards · u·P / F",
            "rule of thumb: operations of denoiser passes, VAE and text encoders",
            Certainty::RuleOfThumb,
            vec![
                term("F", TermName::Flops, flops, Unit::Flops, From::Derived),
                term("steps", TermName::Steps, f64::from(job.steps), Unit::Plain, From::Plan),
                term("px", TermName::Pixels, size(job).0 * size(job).1, Unit::Plain, From::Plan),
                term("P", TermName::PeakRate, f64::from(gpu.half()), Unit::TflopsPerSecond, From::Gpu),
                term(
                    "u",
                    TermName::AchievedShare,
                    peak / (f64::from(gpu.half()) * 1e12),
                    Unit::Share,
                    From::Constant,
                ),
                term("cards", TermName::Cards, cards, Unit::Gpus, From::Chosen),
            ],
        )
    });
    trace.line(|| {
        let images = term("images", TermName::Other, job.work, Unit::Plain, From::Plan);
        let formulas = ["images / rate / 3600", "images / rate / 3600 · (1 + e · f)"];
        super::training_lines::work_hours(job, layout, &work_h, formulas, images, Certainty::RuleOfThumb)
    });
    let bottleneck = if bound_by_memory { Bottleneck::MemoryBandwidth } else { Bottleneck::Compute };
    Pace { work_h, step_s: step, rate, mfu: 0.0, serve: super::Serve::default(), bottleneck, timed: true }
}
