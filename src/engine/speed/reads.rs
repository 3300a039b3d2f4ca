//! Bytes that one decode step reads: weights (all of the dense part, the experts that the batch
//! touches) and cache.

use super::flops;
use crate::catalog::{Architecture, Mixer};
use crate::engine::job::Job;
use crate::plan::{KvType, Precision, Quant};
use crate::units::math::pow;

/// How weights are stored and multiplied: decides bytes, rate and kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// 32-bit.
    W32,
    /// 16-bit weights, 16-bit products.
    W16,
    /// 8-bit float products.
    Fp8,
    /// 4-bit float products.
    Fp4,
    /// 8-bit integer weights, 16-bit products.
    W8,
    /// About 4-bit weights, 16-bit products.
    W4,
    /// ggml blocks: integer products.
    Ggml,
    /// ggml 16-bit.
    Ggml16,
}

/// Which kernel a job's weights use.
pub fn kernel(job: &Job) -> Kernel {
    let ggml = matches!(job.software, crate::plan::Software::LlamaCpp);
    match job.quant {
        Quant::None => match job.precision {
            Precision::Fp32 | Precision::Tf32 => Kernel::W32,
            _ if ggml => Kernel::Ggml16,
            Precision::Fp8 => Kernel::Fp8,
            Precision::Fp4 => Kernel::Fp4,
            Precision::Fp16 | Precision::Bf16 => Kernel::W16,
        },
        Quant::Fp8 | Quant::Fp8Block => Kernel::Fp8,
        Quant::Nvfp4 => Kernel::Fp4,
        Quant::Int8 | Quant::Gptq8 => Kernel::W8,
        q if q.gguf() || ggml => Kernel::Ggml,
        _ => Kernel::W4,
    }
}

/// Average bits of a stored weight (memory.md A.1; GGUF: whole-file averages for Llama-3.1-8B from
/// llama.cpp `tools/quantize/README.md`).
pub fn bits(quant: Quant, precision: Precision) -> f64 {
    match quant {
        Quant::None => match precision {
            Precision::Fp32 | Precision::Tf32 => 32.0,
            Precision::Fp8 => 8.0,
            Precision::Fp4 => 4.5,
            Precision::Fp16 | Precision::Bf16 => 16.0,
        },
        Quant::Nf4 | Quant::Fp4 | Quant::Nvfp4 => 4.5,
        Quant::Nf4Double => 4.127,
        Quant::Int8 | Quant::Fp8 | Quant::Fp8Block => 8.0,
        Quant::Gptq8 => 8.19,
        Quant::Gptq4 | Quant::Awq => 4.156,
        Quant::Gptq3 => 3.156,
        Quant::Exl2 => 4.0,
        Quant::Mxfp4 => 4.25,
        Quant::Q8_0 => 8.5,
        Quant::Q6K => 6.56,
        Quant::Q5KM => 5.70,
        Quant::Q5KS | Quant::Q5_0 => 5.57,
        Quant::Q5_1 => 6.0,
        Quant::Q4KM => 4.89,
        Quant::Q4KS | Quant::Iq4Nl | Quant::Q4_0 => 4.67,
        Quant::Q4_1 => 5.1,
        Quant::Iq4Xs => 4.46,
        Quant::Q3KL => 4.30,
        Quant::Q3KM => 4.0,
        Quant::Q3KS | Quant::Iq3S => 3.65,
        Quant::Iq3M => 3.76,
        Quant::Iq3Xs => 3.50,
        Quant::Iq3Xxs => 3.25,
        Quant::Q2K => 3.16,
        Quant::Q2KS => 2.97,
        Quant::Iq2M => 2.93,
        Quant::Iq2S => 2.74,
        Quant::Iq2Xs => 2.59,
        Quant::Iq2Xxs => 2.38,
        Quant::Iq1M => 2.15,
        Quant::Iq1S => 2.00,
        Quant::Tq1_0 => 1.69,
        Quant::Tq2_0 => 2.06,
    }
}

/// Weights by how often a step reads them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Bytes that every step reads, whatever the batch.
    pub always: f64,
    /// Bytes of all routed experts.
    pub experts: f64,
    /// Share of the experts that one token uses; 0 for dense models.
    pub part: f64,
}

impl Weights {
    /// Of a job's model.
    pub fn of(job: &Job) -> Self {
        let arch = &*job.arch;
        let body_bytes = bits(job.quant, job.precision) / 8.0;
        let quantised = job.quant != Quant::None && !job.quant.gguf();
        let head_bytes = if quantised { 2.0 } else { body_bytes };
        let experts = arch.expert_params() as f64;
        let active = flops::matmul_params(arch);
        let part = expert_share(arch);
        let head = if arch.vocab > 0 { (arch.embed_params() as f64).min(active * 0.5) } else { 0.0 };
        let body = (active - experts * part - head).max(0.0);
        Self { always: body * body_bytes + head * head_bytes, experts: experts * body_bytes, part }
    }
    /// Bytes read by a step of `rows` tokens. Tokens of one batch favour the same experts: measured on
    /// batches of 4-32 (llama.cpp dgx-spark.md) they touch as many as `rows`^0.8 independent ones.
    pub fn read(&self, rows: f64) -> f64 {
        if self.part <= 0.0 {
            return self.always;
        }
        self.always + self.experts * self.touched(rows)
    }
    /// Share of the experts touched by `rows` tokens.
    pub fn touched(&self, rows: f64) -> f64 {
        if self.part <= 0.0 { 0.0 } else { 1.0 - pow(1.0 - self.part, pow(rows.max(1.0), 0.8)) }
    }
}

/// Share of the routed experts that one token uses (of the first routed group).
fn expert_share(arch: &Architecture) -> f64 {
    arch.groups
        .iter()
        .find_map(|g| match g.mlp {
            crate::catalog::Mlp::Moe(m) if m.experts > 0 => Some(f64::from(m.top_k) / f64::from(m.experts)),
            _ => None,
        })
        .unwrap_or(0.0)
}

/// Bytes of a cached element.
pub fn cache_bytes(kv: KvType) -> f64 {
    match kv {
        KvType::F32 => 4.0,
        KvType::F16 => 2.0,
        KvType::Q8_0 => 1.0625,
        KvType::Fp8 => 1.0,
        KvType::Q5_1 => 0.75,
        KvType::Q4_0 | KvType::Nvfp4 => 0.5625,
    }
}

/// Cache bytes that one sequence of `context` tokens makes a step read, whole model; constant states are
/// read and written. `shared` is the part that tensor parallelism does not divide (latent caches).
pub fn cache(arch: &Architecture, kv: KvType, context: f64) -> (f64, f64) {
    let size = cache_bytes(kv);
    let (mut split, mut shared) = (0.0, 0.0);
    for group in &arch.groups {
        let count = f64::from(group.count);
        match group.mixer {
            Mixer::Attention(a) => {
                let sees = a.window.map_or(context, |w| context.min(f64::from(w)));
                let value = if a.v_head_dim > 0 { a.v_head_dim } else { a.head_dim };
                split += count * f64::from(a.kv_heads) * f64::from(a.head_dim + value) * sees * size;
            }
            Mixer::Mla(m) => {
                let sees = if m.index_heads > 0 { context.min(2048.0) } else { context };
                shared += count
                    * (f64::from(m.kv_rank + m.rope_dim) * sees + f64::from(m.index_dim) * context)
                    * size;
            }
            Mixer::Recurrent(r) => split += count * 2.0 * (r.state + r.conv_state) as f64 * 2.0,
            Mixer::None => {}
        }
    }
    (split, shared)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::plan::Task;

    #[test]
    fn dense_models_read_all_but_the_table() {
        let job = samples::job(Task::Serve, samples::llama3_8b());
        let w = Weights::of(&job);
        assert!((w.read(1.0) / (2.0 * 7.505e9) - 1.0).abs() < 1e-3);
        assert_eq!(w.read(1.0), w.read(64.0));
    }

    #[test]
    fn experts_are_touched_by_the_batch() {
        let job = samples::job(Task::Serve, samples::deepseek_v3());
        let w = Weights::of(&job);
        assert!((w.touched(1.0) - 8.0 / 256.0).abs() < 1e-12);
        assert!(w.read(64.0) > 10.0 * w.read(1.0));
        assert!(w.touched(1e6) <= 1.0);
    }

    #[test]
    fn llama_8b_caches_128_kib_a_token() {
        assert_eq!(cache(&samples::llama3_8b(), KvType::F16, 1.0), (131_072.0, 0.0));
        // 61 layers x 576 elements x 2 bytes, whole on every rank.
        assert_eq!(cache(&samples::deepseek_v3(), KvType::F16, 1.0), (0.0, 70_272.0));
    }
}
