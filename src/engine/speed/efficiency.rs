//! The achievable shares and fixed times of kernels and programs: every fitted constant of the speed
//! model stands here, fitted to `cases/` (speed.md) with its reason beside it.

use super::reads::Kernel;
use crate::catalog::{Generation, Gpu, GpuClass, Mixer, Vendor};
use crate::engine::fitted::fitted;
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
    /// The same while a prompt is taken in: captured graphs replay decode steps only.
    pub prompt_layer_s: f64,
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
    /// Operations per joule against those of 16-bit products ([`super::rates::sustained`]).
    pub power: f64,
    /// Reading and multiplying follow one another instead of overlapping.
    pub in_turn: bool,
    /// Launches run ahead of the card: the longer of launching and computing counts, not the sum.
    pub ahead: bool,
    /// Attention that does not split the context: seconds per head and token; 0 otherwise.
    pub head_token_s: f64,
    /// Launching one expert in a loop, seconds; 0 with fused experts.
    pub expert_s: f64,
    /// How far measured speeds of this class lie around the model, as a share (5 and 95 % points).
    pub spread: f64,
    /// The same for prefill.
    pub prefill_spread: f64,
}

/// HBM: more bandwidth than one row of products fills with simple kernels (NVIDIA: P100, V100, A100,
/// A30, H100 and kin, B200 and kin; the other makers' compute cards).
fn wide(gpu: &Gpu) -> bool {
    match gpu.vendor {
        Vendor::Nvidia => matches!(gpu.compute_capability, 60 | 70 | 80 | 90 | 100 | 103),
        _ => gpu.class != GpuClass::Consumer,
    }
}

/// Query heads that share one of keys and values: without flash attention ggml's products read the cache for
/// each of them anew.
fn group(job: &Job) -> f64 {
    let of = |mixer: &Mixer| match mixer {
        Mixer::Attention(a) => f64::from(a.heads) / f64::from(a.kv_heads.max(1)),
        _ => 1.0,
    };
    job.arch.groups.iter().map(|g| of(&g.mixer)).fold(1.0, f64::max)
}

/// Constants of `job`'s program on `gpu` with `kernel`.
pub fn engine(job: &Job, kernel: Kernel, gpu: &Gpu) -> Engine {
    let four = matches!(kernel, Kernel::W4 | Kernel::Fp4);
    // Serving engines with fused kernels and captured graphs; the figures are vLLM's (Qwen2.5 speed tables
    // on A100, Argonne tables on A100, H100, GH200: 2 ms a step, 70 µs a layer).
    let base = Engine {
        weights: fitted("server.weights", 0.85),
        cache: fitted("server.cache", 0.9),
        layer_s: fitted("server.layer_s", 70e-6),
        prompt_layer_s: 0.0,
        step_s: fitted("server.step_s", 1.9e-3),
        sequence_s: fitted("server.sequence_s", 87e-6),
        // A tile of 64 rows for 8- and 16-bit products, 32 and less for 4-bit kernels (Qwen3 speed tables,
        // SGLang on H20: a step with one row takes as long as one with dozens).
        rows: if four { fitted("server.4bit.rows", 30.0) } else { fitted("server.rows", 68.0) },
        // FP4, here and in prefill: TensorRT-LLM tables at full load on B200 and GB200.
        gemm: if kernel == Kernel::Fp4 {
            fitted("server.fp4.prefill", 0.41)
        } else {
            fitted("server.gemm", 0.75)
        },
        // Argonne time-to-first-token tables (A100, H100, GH200); 8 and 4 bits from full-load tables.
        prefill: match kernel {
            Kernel::Fp4 => fitted("server.fp4.prefill", 0.41),
            Kernel::Fp8 => fitted("server.fp8.prefill", 0.56),
            _ => fitted("server.prefill", 0.66),
        },
        power: 1.0,
        in_turn: false,
        ahead: false,
        head_token_s: 0.0,
        expert_s: 0.0,
        spread: 0.33,
        prefill_spread: 0.35,
    };
    // Loops in C++, or prepared while the card still works on the step before.
    let lean =
        Engine { layer_s: fitted("lean.layer_s", 60e-6), step_s: fitted("lean.step_s", 0.3e-3), ..base };
    let out = match job.software {
        // Qwen3 speed tables on H20.
        Software::Sglang => lean,
        // Argonne tables; TensorRT-LLM 1.0 and MLPerf v4.1 at full load: nothing per sequence on the host.
        Software::TensorRtLlm => Engine { sequence_s: fitted("trtllm.sequence_s", 7e-6), ..lean },
        // XiongjieDai tables of 2024, ollama tables of 2025, llama.cpp dgx-spark.md.
        Software::LlamaCpp => Engine {
            weights: match wide(gpu) {
                true => fitted("ggml.wide.weights", 0.58),
                false => fitted("ggml.weights", 0.84),
            },
            // Without flash attention scores pass through memory (XiongjieDai, 8k against 1k tokens).
            cache: if job.flash { base.cache } else { base.cache / group(job) },
            layer_s: if wide(gpu) {
                fitted("ggml.wide.layer_s", 150e-6)
            } else {
                fitted("ggml.layer_s", 37e-6)
            },
            sequence_s: fitted("ggml.sequence_s", 140e-6),
            rows: 1.0,
            gemm: fitted("ggml.gemm", 0.35),
            in_turn: true,
            // Of the 8-bit integer rate, or what the board's power sustains if that is less; builds before June
            // 2024 multiply unpacked blocks in 16 bits (XiongjieDai tables; PR 7676 and 7860 for the newer).
            prefill: match kernel {
                Kernel::Ggml16 => base.prefill,
                _ => fitted("ggml.prefill", 0.28),
            },
            power: match kernel {
                Kernel::Ggml16 => 1.0,
                _ if old_ggml(job) => fitted("ggml.old.power", 0.48),
                _ => fitted("ggml.power", 0.75),
            },
            spread: 0.4,
            prefill_spread: 0.75,
            ..lean
        },
        // exllamav2 README; its prefill accumulates in 16 bits, twice the rate counted here.
        Software::Exllama => Engine {
            weights: fitted("hand.weights", 0.95),
            layer_s: fitted("hand.layer_s", 40e-6),
            rows: 1.0,
            prefill: 2.0 * base.prefill,
            spread: 0.25,
            ..lean
        },
        // mlc-ai/llm-perf-bench.
        Software::Mlc => Engine {
            weights: fitted("hand.weights", 0.95),
            layer_s: fitted("hand.layer_s", 40e-6),
            rows: 1.0,
            ..lean
        },
        // AutoAWQ README. Prompts run through the modules of Transformers, layer by layer.
        Software::AutoAwq => Engine {
            layer_s: base.layer_s,
            prompt_layer_s: fitted("eager.layer_s", 0.88e-3),
            rows: 1.0,
            prefill: eager_products(),
            spread: 0.3,
            prefill_spread: 0.6,
            ..lean
        },
        // Argonne tables on Gaudi 2 and A100.
        Software::DeepSpeed => Engine { spread: 0.45, ..lean },
        Software::Vllm => base,
        // Everything else runs eager PyTorch: the host launches each small kernel.
        _ => {
            let layer_s = match (kernel, job.quant) {
                // Activations are quantised on the fly before every product; LLM.int8 does each product twice, the
                // outliers by themselves (premAI benchmarks; the others: Qwen2.5 and Qwen3 speed tables).
                (_, Quant::Int8) => 2.0 * fitted("eager.dynamic.layer_s", 1.9e-3),
                (Kernel::Fp8 | Kernel::Fp4, _) => fitted("eager.dynamic.layer_s", 1.9e-3),
                (Kernel::W4, _) => fitted("eager.4bit.layer_s", 0.8e-3),
                (Kernel::W8, _) => fitted("eager.8bit.layer_s", 1.1e-3),
                _ => fitted("eager.layer_s", 0.88e-3),
            };
            // Transformers of 2025 (4.48 and later) launch less per layer.
            let newer = job.version.is_none_or(|v| v >= (4, 48, 0));
            let layer_s = if newer && job.quant != Quant::Int8 && !matches!(kernel, Kernel::Fp8) {
                layer_s * fitted("eager.newer.times", 0.72)
            } else {
                layer_s
            };
            // Kernels that unpack move so many bytes more for each weight: 16-bit copies pass through memory (Qwen
            // tables at 72B, 4 and 8 bits alike).
            let unpacked = fitted("eager.unpacked", 1.7);
            Engine {
                weights: fitted("eager.weights", 0.95)
                    * match kernel {
                        Kernel::W4 => 0.52 / (0.52 + unpacked),
                        Kernel::W8 => 1.02 / (1.02 + unpacked),
                        _ => 1.0,
                    },
                layer_s,
                step_s: fitted("eager.step_s", 1e-3),
                sequence_s: 0.0,
                rows: 1.0,
                gemm: eager_products(),
                prefill: eager_products(),
                ahead: true,
                // One block of the card per head, whatever the bandwidth: Qwen tables at 30k tokens give
                // 1.4-1.9 ns on A100 and on H20 alike.
                head_token_s: fitted("eager.head_token_s", 1.6e-9),
                // Modules loop over the experts: each launches three products, what lies between them and a pick of
                // its rows, 8 of some 50 kernels of a layer (Qwen3-30B-A3B on H20, 128 experts).
                expert_s: 0.16 * layer_s,
                spread: 0.45,
                ..base
            }
        }
    };
    vendor(out, gpu)
}

/// Share of the peak that products of eager PyTorch reach over many rows.
pub fn eager_products() -> f64 {
    fitted("eager.prefill", 0.46)
}

/// Stacks with fewer public measurements: lower shares, wider bands (speed.md: MI300X reaches 0.51 of its
/// printed matrix rate where an H100 reaches 0.80, MI250 vLLM prefill 0.64; Ascend and others: public serving
/// reports at 0.5-0.7 of an A100 of the same printed figures).
fn vendor(e: Engine, gpu: &Gpu) -> Engine {
    match gpu.vendor {
        Vendor::Nvidia => e,
        Vendor::Amd => Engine {
            gemm: e.gemm * (0.51 / 0.80),
            prefill: e.prefill * (0.51 / 0.80),
            spread: e.spread * 1.3,
            prefill_spread: e.prefill_spread * 1.3,
            ..e
        },
        Vendor::Intel | Vendor::Google | Vendor::Aws => {
            Engine { spread: e.spread * 1.3, prefill_spread: e.prefill_spread * 1.3, ..e }
        }
        _ => Engine {
            weights: e.weights * 0.8,
            gemm: e.gemm * 0.75,
            prefill: e.prefill * 0.75,
            layer_s: e.layer_s * 1.5,
            spread: e.spread * 1.5,
            prefill_spread: e.prefill_spread * 1.5,
            ..e
        },
    }
}

/// Builds of llama.cpp that unpack blocks to 16 bits and multiply those (before b3100, June 2024).
pub fn old_ggml(job: &Job) -> bool {
    job.version.is_some_and(|(build, ..)| build < 3100)
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

/// Share of the printed dense rate that large matrix products reach inside training, fitted to the
/// training rows of `cases/` together with [`stack`]. The public MAMF ceilings (speed.md: A100 0.87, H100
/// 0.80, B200 0.78, MI300X 0.51, MI325X 0.60, MI355X 0.68) are what [`ceiling`] takes. GeForce
/// clocks run above the rated boost. Volta: V100 rows of 2021-23 only. AMD by MAMF; Ascend and others:
/// no public rows, assumed between.
pub fn matmul(gpu: &Gpu) -> f64 {
    match (gpu.vendor, gpu.generation) {
        (Vendor::Nvidia, Generation::Volta) => fitted("train.volta.matmul", 0.55),
        (Vendor::Nvidia, Generation::Ampere) if gpu.class == GpuClass::Datacenter => {
            fitted("train.a100.matmul", 0.77)
        }
        (Vendor::Nvidia, Generation::Ampere) => fitted("train.geforce30.matmul", 0.95),
        (Vendor::Nvidia, Generation::Hopper) => fitted("train.hopper.matmul", 0.62),
        (Vendor::Nvidia, Generation::Blackwell | Generation::BlackwellUltra) => {
            fitted("train.blackwell.matmul", 0.77)
        }
        (Vendor::Nvidia, _) => fitted("train.other.matmul", 0.77),
        (Vendor::Amd, Generation::Cdna4) => 0.60,
        (Vendor::Amd, _) => 0.50,
        (Vendor::Huawei, _) => 0.60,
        _ => 0.50,
    }
}

/// What stacks with vendor kernels reach: the public MAMF ceilings (Megatron Bridge, NeMo, Narayanan and
/// Korthikanti rows fit with them).
fn ceiling(gpu: &Gpu) -> f64 {
    let most = match gpu.generation {
        Generation::Volta => 0.58,
        Generation::Ampere => 0.87,
        Generation::Hopper => 0.80,
        Generation::Blackwell | Generation::BlackwellUltra => 0.78,
        _ => 0.0,
    };
    matmul(gpu).max(most)
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
        Software::Pytorch | Software::Litgpt | Software::Torchtitan => Style::Tuned,
        _ => Style::Eager,
    }
}

/// Constants of a training program on `gpu`.
pub fn stack(job: &Job, gpu: &Gpu) -> Stack {
    let software = job.software;
    let style = style(software, job.compile);
    let eight = matches!(job.precision, Precision::Fp8 | Precision::Fp4);
    let vendor_kernels = software == Software::Megatron;
    Stack {
        matmul: if vendor_kernels { ceiling(gpu) } else { matmul(gpu) },
        // Of the 16-bit peak, half of the scores counted (causal). llm-foundry runs a Triton kernel (its
        // rows to 64k tokens); FlashAttention-2 was tuned for Ampere.
        attention: match (gpu.generation, software) {
            (Generation::Hopper, Software::Pytorch | Software::Litgpt) => {
                fitted("train.hopper.triton.attention", 0.19)
            }
            (Generation::Hopper, _) => fitted("train.hopper.attention", 0.25),
            (Generation::Blackwell | Generation::BlackwellUltra, _) => {
                fitted("train.blackwell.attention", 0.18)
            }
            (_, Software::Pytorch | Software::Litgpt) => fitted("train.triton.attention", 0.32),
            _ => fitted("train.attention", 0.53),
        } * if vendor_kernels || software == Software::Unsloth {
            fitted("train.vendor.attention_gain", 1.4)
        } else {
            1.0
        },
        // Casts and scales of 8-bit products pass through memory too.
        traffic: if style == Style::Fused {
            fitted("train.fused.traffic", 2.6)
        } else {
            fitted("train.traffic", 5.1)
        } * if eight { fitted("train.fp8.traffic_gain", 1.3) } else { 1.0 },
        layer_s: match style {
            // Hooks around every module gather, release and check (Qwen profiling table: full training
            // under ZeRO-3 takes 11-16 ms a layer and micro-step at 256 tokens, adapters without it 5).
            Style::Eager if software == Software::DeepSpeed && !job.adapters() => {
                fitted("train.zero3.layer_s", 2.1e-3)
            }
            Style::Eager => fitted("train.eager.layer_s", 0.8e-3),
            Style::Tuned => fitted("train.tuned.layer_s", 0.4e-3),
            Style::Fused => fitted("train.fused.layer_s", 0.2e-3),
        },
        spread: match gpu.vendor {
            Vendor::Nvidia => 0.33,
            Vendor::Amd => 0.42,
            _ => 0.50,
        },
    }
}
