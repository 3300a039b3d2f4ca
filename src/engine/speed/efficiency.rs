//! The achievable shares and fixed times of kernels and programs: every fitted constant of the speed
//! model stands here, fitted to `cases/` (speed.md) with its reason beside it.

use super::reads::Kernel;
use crate::catalog::{Generation, Gpu, GpuClass, Vendor};
use crate::plan::Software;

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

/// Constants of `software` on `gpu` with `kernel`.
pub fn engine(software: Software, kernel: Kernel, gpu: &Gpu) -> Engine {
    // Serving engines with fused kernels and captured graphs.
    let base = Engine {
        weights: 0.85,
        cache: 0.80,
        layer_s: 70e-6,
        step_s: 2e-3,
        rows: 64.0,
        gemm: 0.67,
        prefill: 0.62,
        ahead: false,
        head_token_s: 0.0,
        expert_s: 0.0,
        spread: 0.35,
    };
    let small = matches!(kernel, Kernel::W4 | Kernel::W8 | Kernel::Fp4);
    let base = Engine { rows: if small { 28.0 } else { base.rows }, ..base };
    let out = match software {
        Software::Sglang => Engine { step_s: 0.3e-3, ..base },
        Software::TensorRtLlm => Engine { layer_s: 30e-6, step_s: 0.3e-3, prefill: 0.65, ..base },
        Software::LlamaCpp => Engine {
            weights: match (wide(gpu), kernel) {
                (true, _) => 0.55,
                (false, Kernel::Ggml16) => 0.88,
                (false, _) => 0.83,
            },
            cache: 0.5,
            layer_s: if wide(gpu) { 85e-6 } else { 50e-6 },
            step_s: 0.3e-3,
            rows: 1.0,
            gemm: 0.35,
            prefill: if kernel == Kernel::Ggml16 { 0.5 } else { 0.17 },
            spread: 0.4,
            ..base
        },
        Software::Exllama => {
            Engine { weights: 0.93, layer_s: 45e-6, step_s: 0.2e-3, rows: 1.0, prefill: 0.6, spread: 0.25, ..base }
        }
        Software::Mlc => Engine { weights: 0.9, layer_s: 35e-6, step_s: 0.2e-3, rows: 1.0, ..base },
        Software::AutoAwq => {
            Engine { weights: 0.9, layer_s: 70e-6, step_s: 0.3e-3, rows: 1.0, prefill: 0.3, spread: 0.3, ..base }
        }
        Software::DeepSpeed => Engine { layer_s: 90e-6, step_s: 1e-3, spread: 0.45, ..base },
        Software::Vllm => base,
        // Everything else runs eager PyTorch: the host launches each small kernel.
        _ => Engine {
            weights: 0.8,
            layer_s: match kernel {
                Kernel::W4 => 850e-6,
                Kernel::W8 => 1100e-6,
                Kernel::Fp8 | Kernel::Fp4 => 1600e-6,
                _ => 740e-6,
            },
            step_s: 1e-3,
            rows: 64.0,
            gemm: 0.5,
            prefill: 0.41,
            ahead: true,
            head_token_s: 1.75e-9,
            expert_s: if kernel == Kernel::Fp8 { 370e-6 } else { 86e-6 },
            spread: 0.45,
            ..base
        },
    };
    vendor(out, gpu)
}

/// Stacks with fewer public measurements: lower shares, wider bands (speed.md: MI300X reaches 0.51 of its
/// printed matrix rate, MI250 vLLM prefill 0.64; Ascend and others: public serving reports at 0.5-0.7 of
/// an A100 of the same printed figures).
fn vendor(e: Engine, gpu: &Gpu) -> Engine {
    match gpu.vendor {
        Vendor::Nvidia => e,
        Vendor::Amd => Engine { weights: e.weights * 0.9, gemm: e.gemm * 0.75, prefill: e.prefill * 0.75, spread: e.spread * 1.3, ..e },
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
        Kernel::Ggml => or(gpu.int8),
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
        (Vendor::Nvidia, Generation::Volta) => 0.60,
        (Vendor::Nvidia, Generation::Ampere) => 0.85,
        (Vendor::Nvidia, Generation::Hopper) => 0.72,
        (Vendor::Nvidia, Generation::Blackwell | Generation::BlackwellUltra) => 0.72,
        (Vendor::Nvidia, _) => 0.80,
        (Vendor::Amd, Generation::Cdna4) => 0.60,
        (Vendor::Amd, _) => 0.50,
        (Vendor::Huawei, _) => 0.60,
        _ => 0.50,
    }
}

/// Whether the program fuses elementwise work (compiled, or hand-written kernels) and launches ahead.
pub fn fused(software: Software, compile: bool) -> bool {
    compile || matches!(software, Software::Megatron | Software::Unsloth)
}

/// Constants of a training program on `gpu`.
pub fn stack(software: Software, compile: bool, gpu: &Gpu) -> Stack {
    let fused = fused(software, compile);
    Stack {
        matmul: matmul(gpu),
        attention: matmul(gpu) * 0.6,
        traffic: if fused { 3.0 } else { 5.0 },
        layer_s: if fused { 0.2e-3 } else { 0.8e-3 },
        spread: match gpu.vendor {
            Vendor::Nvidia => 0.30,
            Vendor::Amd => 0.40,
            _ => 0.50,
        },
    }
}
