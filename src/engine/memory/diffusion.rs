//! Memory of image and video pipelines: denoiser, text encoders and VAE as weights; one denoising
//! step, or the VAE decoding at full resolution, as activations (models.md §9).

use super::activations::element;
use super::quant::bits;
use super::sum::Sum;
use super::{Memory, Part, overhead, states};
use crate::catalog::{Diffusion, Gpu};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::engine::software::training;
use crate::plan::{Checkpointing, Offload, Regime, Task, Zero};
use crate::units::math::pow;
use crate::units::{Cause, GIB, Uncertain};

/// Channels of the outermost level of Stable Diffusion's UNets.
const UNET_CHANNELS: f64 = 320.0;
/// Elements that training keeps per latent position and channel over the whole UNet: SD 1.4 in 32 bits
/// keeps about 9 GiB per 512 px step (PEFT README, dreambooth with and without LoRA).
const UNET_KEPT: f64 = 1800.0;
/// Share that remains with recomputation (same source: 14.4 to 7.6 GiB).
const RECOMPUTED: f64 = 0.28;
/// Elements of the largest step of a UNet per latent position and channel in inference.
const UNET_STEP: f64 = 60.0;
/// 16-bit bytes per pixel at the widest point of the SD decoder: about twelve full-resolution maps of
/// 128 channels (autoencoder_kl decoder: 128 channels at full size, 256 one level below).
const VAE_BYTES: f64 = 3072.0;
/// Pixels of a decoder tile (diffusers `enable_vae_tiling`: 512 x 512).
const TILE: f64 = 512.0 * 512.0;

/// Width of a diffusion transformer; where it is not known, by its size: 1.5 cube roots of its weights
/// (FLUX 12B 3,072, SD3-M 2B 1,536, Wan 14B 5,120).
fn width(job: &Job, weights: f64) -> f64 {
    if job.arch.hidden > 0 { f64::from(job.arch.hidden) } else { 1.5 * pow(weights.max(1.0), 1.0 / 3.0) }
}

/// Latent positions that a step works on: UNet pixels, or patches of two for transformers, times
/// latent frames (four frames to one in video VAEs).
fn positions(job: &Job, d: &Diffusion) -> f64 {
    let factor = f64::from(if d.vae_factor == 0 { 8 } else { d.vae_factor });
    let area = f64::from(job.width) * f64::from(job.height) / (factor * factor);
    let frames = if job.frames > 1 { (f64::from(job.frames) / 4.0).ceil() + 1.0 } else { 1.0 };
    // The prompt stands in a transformer's sequence beside the picture.
    if d.transformer { frames * area / 4.0 + PROMPT } else { frames * area }
}

/// Tokens of the prompt in a transformer's sequence: 512 of FLUX and Qwen-Image, 333 of SD3, 226 of
/// CogVideoX (their pipelines' `max_sequence_length`).
const PROMPT: f64 = 512.0;

/// Scores of one attention layer where no kernel fuses them, in the format of the job: the picture with
/// and without the prompt at once. CogVideoX-5B on a card without bf16 kernels asked for 56.5 GiB, which
/// is 2 · 48 heads · 17,776² · 2 bytes (CogVideo issue 204).
fn scores(job: &Job, d: &Diffusion, batch: f64, e: f64) -> f64 {
    if job.flash || !d.transformer {
        return 0.0;
    }
    let heads = width(job, d.denoiser as f64) / 64.0;
    let n = positions(job, d);
    let copies = if job.task.trains() { 1.0 } else { 2.0 };
    copies * batch * heads * n * n * e
}

/// What the forward pass of training keeps per position.
fn kept(job: &Job, d: &Diffusion, e: f64) -> f64 {
    if d.transformer {
        let w = width(job, d.denoiser as f64);
        // Layers of twelve squared widths each; 34 bytes per element and layer in 16 bits.
        let layers = d.denoiser as f64 / (12.0 * w * w);
        layers * 17.0 * e * w
    } else {
        UNET_CHANNELS * fitted("image.unet_kept", UNET_KEPT) * e
    }
}

/// Sizes an image or video job.
pub fn size<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    let Some(d) = job.arch.diffusion.as_ref() else {
        return plain(job, layout, gpu, trace);
    };
    let e = element(job);
    let mut sum = Sum::new(trace);
    let stored = bits(job.quant, 8.0 * e);
    let denoiser = d.denoiser as f64 * f64::from(d.denoisers.max(1));
    let all = job.task == Task::ImageTrain;
    let trains = job.task.trains();
    let offload = job.offload != Offload::None;
    let denoiser_bytes =
        if all { states::widths(job).weight * d.denoiser as f64 } else { denoiser * stored.linear / 8.0 };
    let text = d.text_encoders as f64 * e;
    let vae = d.vae as f64 * e;
    // Offload keeps one component on the card at a time.
    let sharded = matches!(layout.zero, Zero::Z3 | Zero::Hybrid);
    let ways = if sharded { states::ways(layout) } else { 1.0 };
    let on_card = if offload { denoiser_bytes.max(text) } else { denoiser_bytes } / ways;
    sum.add(
        Part::Weights,
        Uncertain::exact(on_card).with_share(Cause::WeightForm, stored.spread, stored.spread),
        |v| {
            Line::new(
                What::Weights,
                v,
                Unit::Bytes,
                "P · w",
                "parameter counts of the pipeline’s parts",
                Certainty::Exact,
                vec![
                    term("P", TermName::Parameters, denoiser, Unit::Params, From::Model),
                    term(
                        "w",
                        TermName::BytesPerParameter,
                        denoiser_bytes / denoiser.max(1.0),
                        Unit::BytesEach,
                        From::Derived,
                    ),
                ],
            )
        },
    );
    if !offload {
        sum.exact(Part::Weights, text / ways + vae, |v| {
            Line::new(
                What::TextEncoders,
                v,
                Unit::Bytes,
                "(text encoders + VAE) · w",
                "parameter counts of the pipeline’s parts",
                Certainty::Exact,
                vec![term(
                    "P",
                    TermName::Parameters,
                    (d.text_encoders + d.vae) as f64,
                    Unit::Params,
                    From::Model,
                )],
            )
        });
    }
    if trains {
        let n = if all { d.denoiser as f64 } else { states::adapter_params(job) };
        let w = states::widths(job);
        let width = if all { w.gradient } else { job.adapter_bytes };
        let states = if all { w.moments + w.master } else { 2.0 * job.adapter_bytes };
        if all && job.regime == Regime::Autocast {
            // 16-bit copies that autocast keeps of the trained weights until the step.
            sum.exact(Part::Weights, 2.0 * d.denoiser as f64, |v| {
                let (what, sure) = (What::DequantBuffer, Certainty::Typical);
                Line::new(what, v, Unit::Bytes, "2 · P", "PyTorch autocast", sure, vec![])
            });
        }
        if !all {
            sum.add(
                Part::Adapter,
                Uncertain::exact(n * job.adapter_bytes).with_share(Cause::Assumed, 0.5, 1.0),
                |v| {
                    Line::new(
                        What::AdapterWeights,
                        v,
                        Unit::Bytes,
                        "r · Σ(in + out) · w",
                        "LoRA (arXiv 2106.09685)",
                        Certainty::RuleOfThumb,
                        vec![],
                    )
                },
            );
        }
        states_of(job, &mut sum, n * width, n * states);
    }
    let at = positions(job, d);
    let batch = f64::from(layout.micro_batch.max(1));
    let act = if trains {
        let full = batch * at * kept(job, d, e);
        match layout.checkpointing {
            Checkpointing::None => full,
            Checkpointing::Selective => 0.5 * full,
            _ => fitted("image.recomputed", RECOMPUTED) * full,
        }
    } else {
        // Guidance runs each picture with and without the prompt.
        let per = if d.transformer {
            16.0 * e * width(job, d.denoiser as f64)
        } else {
            UNET_CHANNELS * fitted("image.unet_step", UNET_STEP) * e
        };
        2.0 * batch * at * per
    };
    let act = act + scores(job, d, batch, e);
    let pixels = f64::from(job.width) * f64::from(job.height);
    // Video decoders work through the clip a latent frame, four pictures, at a time.
    let frames = f64::from(job.frames.min(4));
    let decode = if trains {
        0.0
    } else {
        batch.min(1.0) * frames * fitted("image.vae_bytes", VAE_BYTES) * e / 2.0
            * if job.vae_tiling { pixels.min(TILE) } else { pixels }
    };
    let positions = term("n", TermName::Tokens, at * batch, Unit::Tokens, From::Derived);
    if decode > act {
        sum.add(
            Part::Activations,
            Uncertain::exact(decode).with_share(Cause::ActivationForm, 0.4, 0.5),
            |v| {
                Line::new(
                    What::VaePeak,
                    v,
                    Unit::Bytes,
                    "3072 · pixels · frames",
                    "autoencoder_kl decoder, 128 channels at full size",
                    Certainty::RuleOfThumb,
                    vec![term("pixels", TermName::Pixels, pixels, Unit::Plain, From::Plan)],
                )
            },
        );
    } else {
        sum.add(Part::Activations, Uncertain::exact(act).with_share(Cause::ActivationForm, 0.4, 0.6), |v| {
            Line::new(
                What::Activations,
                v,
                Unit::Bytes,
                "n · kept",
                "PEFT README; published runs",
                Certainty::RuleOfThumb,
                vec![positions],
            )
        });
    }
    finish(job, layout, gpu, sum, text + vae + denoiser_bytes)
}

/// Vision models and detectors of which only size and picture are known: training states and
/// activations of a transformer over patches, or of a convolutional network by its pixels.
fn plain<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, trace: &mut T) -> Memory {
    let e = element(job);
    let mut sum = Sum::new(trace);
    let p = job.shape.total;
    let w = states::widths(job);
    let trains = job.task.trains();
    let weight = if trains && job.task != Task::ImageLora { w.weight } else { e };
    sum.exact(Part::Weights, p * weight, |v| {
        Line::new(
            What::Weights,
            v,
            Unit::Bytes,
            "P · w",
            "parameters × bytes each",
            Certainty::Exact,
            vec![term("P", TermName::Parameters, p, Unit::Params, From::Model)],
        )
    });
    if trains && job.task != Task::ImageLora {
        states_of(job, &mut sum, p * w.gradient, p * (w.moments + w.master));
    }
    let batch = f64::from(layout.micro_batch.max(1));
    let pixels = f64::from(job.width) * f64::from(job.height);
    let act = if job.shape.kinds.is_empty() || job.arch.patch == 0 {
        // Convolutional networks: 64 maps of 64 channels at a quarter of the size, kept for training.
        batch * pixels / 16.0 * 64.0 * e * if trains { 64.0 } else { 4.0 }
    } else {
        let patch = f64::from(job.arch.patch);
        let tokens = batch * (pixels / (patch * patch) + 1.0);
        let k = super::activations::kept(job, tokens / batch, 1, 1);
        tokens
            * match (trains, layout.checkpointing) {
                (false, _) => k.block,
                (_, Checkpointing::None) => k.all,
                (_, Checkpointing::Selective) => 0.5 * k.all,
                _ => k.inputs + 1.25 * k.block,
            }
    };
    sum.add(Part::Activations, Uncertain::exact(act).with_share(Cause::ActivationForm, 0.4, 0.6), |v| {
        Line::new(
            What::Activations,
            v,
            Unit::Bytes,
            "n · kept",
            "Korthikanti et al. (arXiv 2205.05198)",
            Certainty::RuleOfThumb,
            vec![],
        )
    });
    finish(job, layout, gpu, sum, p * weight)
}

/// Gradients, and the optimizer's states where they are not in host memory; bytes.
fn states_of<T: Trace>(job: &Job, sum: &mut Sum<'_, T>, gradients: f64, moments: f64) {
    sum.exact(Part::Gradients, gradients, |v| {
        let (what, sure) = (What::Gradients, Certainty::Typical);
        Line::new(what, v, Unit::Bytes, "P · g", "arXiv 1910.02054", sure, vec![])
    });
    if job.offload == Offload::None {
        sum.exact(Part::Optimizer, moments, |v| {
            let (what, sure) = (What::OptimizerStates, Certainty::Exact);
            Line::new(what, v, Unit::Bytes, "P · m", "ZeRO (arXiv 1910.02054)", sure, vec![])
        });
    }
}

fn finish<T: Trace>(job: &Job, layout: &Layout, gpu: &Gpu, mut sum: Sum<'_, T>, loaded: f64) -> Memory {
    let allocated = sum.total;
    let context = overhead::context(gpu);
    let spread = training(job.software).sequence_parallel || layout.cards() > 1;
    let communicators =
        if spread { overhead::communicators(job, layout.cards(), 1, false) } else { Uncertain::ZERO };
    let beside = context.likely + communicators.likely + sum.display_bytes(job);
    let left = gpu.usable.to_f64() - allocated.likely - beside;
    sum.add(Part::Slack, overhead::slack(job, false, loaded, allocated.likely, left), |v| {
        Line::new(
            What::AllocatorSlack,
            v,
            Unit::Bytes,
            "s · allocated",
            "fitted to published runs",
            Certainty::RuleOfThumb,
            vec![term(
                "s",
                TermName::SlackShare,
                overhead::slack_share(job, false),
                Unit::Share,
                From::Constant,
            )],
        )
    });
    let reserved = sum.total;
    sum.add(Part::Context, context, |v| {
        Line::new(
            What::Context,
            v,
            Unit::Bytes,
            "c",
            "stas00/ml-engineering",
            Certainty::Typical,
            vec![term("c", TermName::ConstantBytes, context.likely, Unit::Bytes, From::Constant)],
        )
    });
    sum.add(Part::Context, communicators, |v| {
        Line::new(
            What::Communicators,
            v,
            Unit::Bytes,
            "c",
            "stas00/ml-engineering",
            Certainty::RuleOfThumb,
            vec![term("c", TermName::ConstantBytes, communicators.likely, Unit::Bytes, From::Constant)],
        )
    });
    sum.display(job);
    Memory {
        allocated,
        reserved,
        need: sum.total,
        parts: sum.parts,
        host: 8.0 * GIB + loaded,
        ..Memory::default()
    }
}
