//! What a card can do at most, whatever the program: the printed dense rate of each kind of product, and
//! what the board's power sustains of it.

use super::reads::Kernel;
use crate::catalog::{Generation, Gpu, Vendor};
use crate::engine::fitted::fitted;

/// Operations per joule that 16-bit products with 32-bit sums reach, by silicon: cards with the same chip
/// differ as their power does (llama.cpp tables: RTX 6000 Ada at 300 W against RTX 4090 at 450 W, A40 and
/// A6000 against RTX 3090; A100 hardly, whose 250 to 400 W suffice), and an L4 at 72 W never comes near its printed rate
/// (vLLM at 63 running sequences). 0: no figures.
fn per_watt(gpu: &Gpu) -> f64 {
    match (gpu.vendor, gpu.generation, gpu.compute_capability) {
        (Vendor::Nvidia, Generation::Ampere, 80) => fitted("a100.per_watt", 0.85e12),
        (Vendor::Nvidia, Generation::Ampere, _) => fitted("geforce30.per_watt", 0.50e12),
        (Vendor::Nvidia, Generation::Ada, _) => fitted("ada.per_watt", 0.60e12),
        (Vendor::Nvidia, Generation::Hopper, _) => fitted("hopper.per_watt", 1.0e12),
        _ => 0.0,
    }
}

/// 16-bit operations per second that the board's power sustains; infinite where nobody states it.
pub fn sustained(gpu: &Gpu) -> f64 {
    let rate = per_watt(gpu) * f64::from(gpu.tdp_w);
    if rate > 0.0 && !gpu.unified { rate } else { f64::INFINITY }
}

/// Operations of a kernel that take the energy of one 16-bit operation.
pub fn lightness(kernel: Kernel) -> f64 {
    match kernel {
        Kernel::W32 => 0.5,
        Kernel::Fp8 => 2.0,
        Kernel::Fp4 => 4.0,
        _ => 1.0,
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
