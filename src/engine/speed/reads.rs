//! Weights that one decode step reads: all of the dense part, the experts that the batch touches; and
//! how they are multiplied. Bytes come from `memory::weights`, the cache's from `memory::kv_cache`.

use crate::catalog::ArchKind;
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::memory::weights;
use crate::plan::{Precision, Quant};
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

/// Tokens of one batch favour the same experts: batches of 4-32 touch as many as so many independent
/// tokens, a power of their number (llama.cpp dgx-spark.md).
const SKEW: f64 = 0.7;

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
        let w = weights::weights(job);
        let head = if job.shape.head > 0.0 { w.head } else { w.embed };
        // Encoders have no head; a tied table is one.
        let head = if job.arch.kind == ArchKind::Encoder { 0.0 } else { head };
        let share = job.shape.expert_share;
        let part = if w.experts > 0.0 && share < 1.0 { share } else { 0.0 };
        let whole = if part > 0.0 { 0.0 } else { w.experts };
        Self {
            always: w.linear + w.rest + head + whole,
            experts: if part > 0.0 { w.experts } else { 0.0 },
            part,
        }
    }
    /// Bytes read by a step of `rows` tokens.
    pub fn read(&self, rows: f64) -> f64 {
        if self.part <= 0.0 {
            return self.always;
        }
        self.always + self.experts * self.touched(rows)
    }
    /// Share of the experts touched by `rows` tokens.
    pub fn touched(&self, rows: f64) -> f64 {
        if self.part <= 0.0 {
            0.0
        } else {
            1.0 - pow(1.0 - self.part, pow(rows.max(1.0), fitted("experts.skew", SKEW)))
        }
    }
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
        // 1 - (31/32)^(64^0.7) = 44 % against 3 %.
        assert!(w.touched(64.0) > 14.0 * w.touched(1.0) && w.read(64.0) > 7.0 * w.read(1.0));
        assert!(w.touched(1e6) <= 1.0);
    }
}
