//! The achievable shares and fixed times of kernels and programs: every fitted constant of the speed
//! model stands here, fitted to `cases/` (speed.md) with its reason beside it.

use super::reads::Kernel;
use crate::catalog::{Generation, Gpu, GpuClass, Vendor};
use crate::engine::job::Job;
use crate::plan::{Precision, Quant, Software};

/// What an inference program makes of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Engine {
    /// Share of the nominal bandwidth when reading weights.
    pub weights: f64,
    /// Share of the nominal bandwidth when reading the cache.
    pub cache: f64,
    /// Fixed time per layer, seconds.
    pub layer_s: f64,
    /// Fixed time per step (scheduler, sampler), seconds.
    pub step_s: f64,
    /// Host time for each running sequence and step, seconds.
    pub sequence_s: f64,
    /// Rows that a product is padded to: small-compute chips spend a whole tile on one row.
    pub rows: f64,
    /// Share of the peak in decode products.
    pub gemm: f64,
    /// Share of the peak in prefill.
    pub prefill: f64,
    /// Launches run ahead of the card: the longer of launching and computing counts, not the sum.
    pub ahead: bool,
    /// Attention that does not split the context: seconds per head and token; 0 otherwise.
    pub head_token_s: f64,
    /// Launching one expert in a loop, seconds; 0 with fused experts.
    pub expert_s: f64,
    /// How far measured speeds of this class lie around the model, as a share (5 and 95 % points).
    pub spread: f64,
}

/// HBM: enough bandwidth that one row of products cannot fill it with simple kernels.
fn wide(gpu: &Gpu) -> bool {
    matches!(gpu.class, GpuClass::Datacenter | GpuClass::Special) && gpu.bandwidth_gbs > 1200.0
}

/// Constants of `job`'s program on `gpu` with `kernel`.
pub fn engine(job: &Job, kernel: Kernel, gpu: &Gpu) -> Engine {
    let four = matches!(kernel, Kernel::W4 | Kernel::Fp4);
    // Serving engines with fused kernels and captured graphs.
    let base = Engine {
        weights: 0.85,
        cache: 0.911,
        layer_s: 7.0e-5,
        step_s: 1.9e-3,
        sequence_s: 8.7e-5,
        // A tile of 64 rows for 8- and 16-bit products, 32 and less for 4-bit kernels (H20: SGLang and
        // Qwen3 tables; a step with one row takes as long as one with dozens).
        rows: if four { 30.0 } else { 68.0 },
        gemm: if kernel == Kernel::Fp4 { 0.339 } else { 0.703 },
        prefill: match kernel {
            Kernel::Fp4 => 0.618,
            Kernel::Fp8 => 0.563,
            _ => 0.664,
        },
        ahead: false,
        head_token_s: 0.0,
        expert_s: 0.0,
        spread: 0.35,
    };
    let out = match job.software {
        Software::Sglang => Engine { layer_s: 6.0e-5, step_s: 2.8e-4, ..base },
        Software::TensorRtLlm => Engine {
            layer_s: 5.9e-5,
            step_s: 2.8e-4,
            sequence_s: 6.7e-6,
            prefill: base.prefill * 0.991,
            ..base
        },
        Software::LlamaCpp => Engine {
            weights: match (wide(gpu), kernel) {
                (true, _) => 0.576,
                (false, Kernel::Ggml16) => 0.875,
                (false, _) => 0.803,
            },
            cache: if job.flash { 0.765 } else { 0.287 },
            layer_s: if wide(gpu) { 1.5e-4 } else { 3.7e-5 },
            step_s: 0.3e-3,
            sequence_s: 1.4e-4,
            rows: 1.0,
            gemm: 0.35,
            prefill: match (kernel, gpu.class) {
                (Kernel::Ggml16, _) => 0.602,
                (_, GpuClass::Consumer) => 0.277,
                _ => 0.211,
            },
            spread: 0.4,
            ..base
        },
        Software::Exllama => Engine {
            weights: 0.95,
            layer_s: 4.5e-5,
            step_s: 0.2e-3,
            rows: 1.0,
            prefill: 1.3,
            spread: 0.25,
            ..base
        },
        Software::Mlc => Engine { weights: 0.95, layer_s: 3.0e-5, step_s: 0.2e-3, rows: 1.0, ..base },
        Software::AutoAwq => Engine {
            weights: 0.876,
            layer_s: 7.9e-5,
            step_s: 0.3e-3,
            rows: 1.0,
            prefill: 0.372,
            spread: 0.3,
            ..base
        },
        Software::DeepSpeed => {
            Engine { layer_s: 4.0e-5, step_s: 0.5e-3, sequence_s: 4.2e-5, spread: 0.45, ..base }
        }
        Software::Vllm => base,
        // Everything else runs eager PyTorch: the host launches each small kernel.
        _ => {
            let layer_s = match (kernel, job.quant) {
                // bitsandbytes LLM.int8 splits outliers on the fly.
                (_, Quant::Int8) => 4.5e-3,
                (Kernel::W4, _) => 7.9e-4,
                (Kernel::W8, _) => 1.1e-3,
                (Kernel::Fp8 | Kernel::Fp4, _) => 1.6e-3,
                _ => 9.7e-4,
            };
            // Transformers of 2025 (4.48 and later) launch less per layer.
            let newer = job.version.is_none_or(|v| v >= (4, 48, 0));
            let layer_s = if newer && job.quant != Quant::Int8 && !matches!(kernel, Kernel::Fp8) {
                layer_s * 0.754
            } else {
                layer_s
            };
            Engine {
                weights: 0.95,
                layer_s,
                step_s: 1e-3,
                sequence_s: 0.0,
                rows: 1.0,
                gemm: 0.5,
                prefill: 0.464,
                ahead: true,
                head_token_s: 1.8e-9,
                expert_s: if kernel == Kernel::Fp8 { 3.7e-4 } else { 8.0e-5 },
                spread: 0.45,
                ..base
            }
        }
    };
    vendor(out, gpu)
}

/// Stacks with fewer public measurements: lower shares, wider bands (speed.md: MI300X reaches 0.51 of its
/// printed matrix rate, MI250 vLLM prefill 0.64; Ascend and others: public serving reports at 0.5-0.7 of
/// an A100 of the same printed figures).
fn vendor(e: Engine, gpu: &Gpu) -> Engine {
    match gpu.vendor {
        Vendor::Nvidia => e,
        Vendor::Amd => Engine {
            weights: e.weights * 0.95,
            gemm: e.gemm * 0.62,
            prefill: e.prefill * 0.62,
            spread: e.spread * 1.3,
            ..e
        },
        Vendor::Intel | Vendor::Google | Vendor::Aws => Engine { spread: e.spread * 1.3, ..e },
        _ => Engine {
            weights: e.weights * 0.8,
            gemm: e.gemm * 0.75,
            prefill: e.prefill * 0.75,
            layer_s: e.layer_s * 1.5,
            spread: e.spread * 1.5,
            ..e
        },
    }
}

/// Dense peak that a kernel's products run at, operations per second.
pub fn peak(gpu: &Gpu, kernel: Kernel) -> f64 {
    let half = f64::from(gpu.half());
    let or = |x: f32| if x > 0.0 { f64::from(x) } else { half };
    let tera = match kernel {
        Kernel::W32 => {
            if gpu.tf32 > 0.0 {
                f64::from(gpu.tf32)
            } else if gpu.fp32 > 0.0 {
                f64::from(gpu.fp32)
            } else {
                half / 8.0
            }
        }
        Kernel::W16 | Kernel::W8 | Kernel::W4 => half,
        Kernel::Fp8 => or(gpu.fp8),
        Kernel::Fp4 if gpu.fp4 > 0.0 => f64::from(gpu.fp4),
        Kernel::Fp4 => or(gpu.fp8),
        // ggml multiplies quantised blocks as 8-bit integers, 16-bit ones with 16-bit accumulation.
        Kernel::Ggml if gpu.int8 > 0.0 => f64::from(gpu.int8),
        Kernel::Ggml => 2.0 * half,
        Kernel::Ggml16 => or(gpu.fp16_fp16acc),
    };
    tera * 1e12
}

/// What a training stack makes of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// Share of the peak that large matrix products reach.
    pub matmul: f64,
    /// Share of the peak in fused attention.
    pub attention: f64,
    /// Bytes moved per element of [`super::flops::elementwise`] and pass.
    pub traffic: f64,
    /// Host time to launch one layer's forward pass, seconds.
    pub layer_s: f64,
    /// How far measured speeds lie around the model, as a share.
    pub spread: f64,
}

/// Share of the printed dense rate that matrix products reach (public MAMF table, speed.md: A100 0.87,
/// H100 0.80, B200 0.78, GB200 0.73, MI300X 0.51, MI325X 0.60, MI355X 0.68). GeForce cards come closest,
/// their clocks being above the rated boost.
pub fn matmul(gpu: &Gpu) -> f64 {
    match (gpu.vendor, gpu.generation) {
        (Vendor::Nvidia, Generation::Volta) => 0.272,
        (Vendor::Nvidia, Generation::Ampere) if gpu.class == GpuClass::Datacenter => 0.77,
        (Vendor::Nvidia, Generation::Ampere) => 0.974,
        (Vendor::Nvidia, Generation::Hopper) => 0.49,
        (Vendor::Nvidia, Generation::Blackwell | Generation::BlackwellUltra) => 0.71,
        (Vendor::Nvidia, _) => 0.717,
        (Vendor::Amd, Generation::Cdna4) => 0.60,
        (Vendor::Amd, _) => 0.50,
        (Vendor::Huawei, _) => 0.60,
        _ => 0.50,
    }
}

/// How a training program runs the work between products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Eager PyTorch modules as published with the model.
    Eager,
    /// Tuned stacks: fused norms and losses, few copies.
    Tuned,
    /// Compiled, or hand-written kernels throughout.
    Fused,
}

/// The style of a program.
pub fn style(software: Software, compile: bool) -> Style {
    match software {
        _ if compile => Style::Fused,
        Software::Megatron | Software::Unsloth => Style::Fused,
        Software::Pytorch | Software::Torchtitan => Style::Tuned,
        _ => Style::Eager,
    }
}

/// Constants of a training program on `gpu`.
pub fn stack(job: &Job, gpu: &Gpu) -> Stack {
    let software = job.software;
    let style = style(software, job.compile);
    let eight = matches!(job.precision, Precision::Fp8 | Precision::Fp4);
    Stack {
        matmul: matmul(gpu) * if software == Software::Megatron { 1.1 } else { 1.0 },
        attention: match gpu.generation {
            Generation::Hopper => 0.31,
            Generation::Blackwell | Generation::BlackwellUltra => 0.357,
            _ if software == Software::Pytorch => 0.321,
            _ => 0.516,
        } * if matches!(software, Software::Megatron | Software::Unsloth) { 1.2 } else { 1.0 },
        traffic: match style {
            Style::Eager => 8.1,
            Style::Tuned => 5.3,
            Style::Fused => 2.7,
        } * if eight { 2.4 } else { 1.0 },
        layer_s: match style {
            // Hooks around every module gather, release and check (Qwen profiling table: full training
            // under ZeRO-3 takes 11-16 ms a layer and micro-step at 256 tokens, adapters without it 5).
            Style::Eager if software == Software::DeepSpeed && !job.adapters() => 3.0e-3,
            Style::Eager => 9.3e-4,
            Style::Tuned => 4.0e-4,
            Style::Fused => 2.3e-4,
        },
        spread: match gpu.vendor {
            Vendor::Nvidia => 0.30,
            Vendor::Amd => 0.40,
            _ => 0.50,
        },
    }
}
