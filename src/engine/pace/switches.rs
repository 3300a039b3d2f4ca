//! What a switch of the program changes in time and memory: on this job, by the model, beside what was
//! measured elsewhere (speed.md, "Effects of switches, measured").

use super::Run;
use crate::plan::{Checkpointing, LossKind, Offload, Optimizer, Plan, Precision, Quant, Regime, Task};

/// A switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// 16-bit against 32-bit products.
    Mixed,
    /// 8-bit products against 16-bit.
    Fp8,
    /// `torch.compile`.
    Compile,
    /// Samples packed to the length.
    Packing,
    /// Full recomputation.
    Checkpointing,
    /// 8-bit AdamW.
    Adam8,
    /// Optimizer states in host memory.
    Offload,
    /// Fused attention.
    Flash,
    /// Loss without all logits at once.
    Loss,
    /// 4-bit base weights under adapters.
    Qlora,
}

impl Switch {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Mixed,
        Self::Flash,
        Self::Packing,
        Self::Compile,
        Self::Fp8,
        Self::Checkpointing,
        Self::Loss,
        Self::Adam8,
        Self::Offload,
        Self::Qlora,
    ];
    /// Times as fast with the switch as without, measured: least and most.
    pub const fn measured(self) -> (f64, f64) {
        match self {
            // BERT-large, 3090 to B200; a V100, whose 32-bit products have no tensor cores, 4.75.
            Self::Mixed => (1.8, 2.2),
            // 8B on H100 and B200: row-wise 1.10, tensor-wise 1.25 to 1.28.
            Self::Fp8 => (1.10, 1.28),
            Self::Compile => (1.16, 1.27),
            // Alpaca-like data; what it brings depends on how much of a batch is padding.
            Self::Packing => (1.0, 3.4),
            Self::Checkpointing => (0.77, 0.87),
            Self::Adam8 => (0.95, 0.95),
            // 1.2 times as long (torchao) to 2.5 (untuned ZeRO-Offload).
            Self::Offload => (0.4, 0.83),
            // No range among the sources: the model alone.
            Self::Flash => (0.0, 0.0),
            Self::Loss => (1.02, 1.02),
            // From 256 tokens a micro-step (2.5 times as long) to 16k (equal).
            Self::Qlora => (0.4, 1.0),
        }
    }
    /// Whether a job has it.
    pub fn applies(self, run: &Run<'_>) -> bool {
        let (job, gpu) = (&run.job, &run.gpu);
        if !job.task.trains() || job.task.image() {
            return false;
        }
        match self {
            Self::Mixed | Self::Packing | Self::Checkpointing | Self::Loss | Self::Flash => true,
            Self::Fp8 => gpu.fp8 > 0.0,
            // Its gain is measured, not modelled: nothing of it depends on the job.
            Self::Compile => true,
            Self::Adam8 | Self::Offload => job.trains_all(),
            Self::Qlora => matches!(job.task, Task::Lora | Task::Qlora),
        }
    }
    /// Whether the plan has it on.
    pub fn is_on(self, run: &Run<'_>) -> bool {
        let job = &run.job;
        match self {
            Self::Mixed => !matches!(job.precision, Precision::Fp32 | Precision::Tf32),
            Self::Fp8 => job.precision == Precision::Fp8,
            Self::Compile => job.compile,
            Self::Packing => job.packing,
            Self::Checkpointing => run.layout.checkpointing == Checkpointing::Full,
            Self::Adam8 => matches!(job.optimizer, Optimizer::AdamW8bit | Optimizer::PagedAdamW8bit),
            Self::Offload => job.offload != Offload::None,
            Self::Flash => job.flash,
            Self::Loss => matches!(job.loss, LossKind::Chunked | LossKind::Fused),
            Self::Qlora => job.task == Task::Qlora,
        }
    }
    /// The job with the switch on or off, all else kept.
    pub fn set<'a>(self, run: &Run<'a>, on: bool) -> Run<'a> {
        let plan = |change: fn(&mut Plan, bool)| run.planned(|p| change(p, on));
        match self {
            Self::Checkpointing => {
                let kind = if on { Checkpointing::Full } else { Checkpointing::None };
                run.with(|r| r.layout.checkpointing = kind)
            }
            // As it was measured: 32-bit products of cards with TF32 run in it.
            Self::Mixed => {
                let plain = if run.gpu.tf32 > 0.0 { Precision::Tf32 } else { Precision::Fp32 };
                run.planned(|p| {
                    p.run.precision = Some(if on { Precision::Bf16 } else { plain });
                    if !on {
                        p.run.regime = Some(Regime::Fp32);
                    }
                })
            }
            Self::Fp8 => {
                plan(|p, on| p.run.precision = Some(if on { Precision::Fp8 } else { Precision::Bf16 }))
            }
            Self::Compile => plan(|p, on| p.run.compile = Some(on)),
            Self::Packing => plan(|p, on| p.run.packing = on),
            Self::Adam8 => plan(|p, on| {
                p.run.optimizer = Some(if on { Optimizer::AdamW8bit } else { Optimizer::AdamW });
            }),
            Self::Offload => {
                plan(|p, on| p.run.offload = if on { Offload::Optimizer } else { Offload::None })
            }
            Self::Flash => plan(|p, on| p.run.flash = Some(on)),
            Self::Loss => {
                plan(|p, on| p.run.loss = Some(if on { LossKind::Chunked } else { LossKind::Eager }))
            }
            Self::Qlora => plan(|p, on| {
                p.task = if on { Task::Qlora } else { Task::Lora };
                p.run.quant = on.then_some(Quant::Nf4);
            }),
        }
    }
}

/// What a switch does to a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Which.
    pub switch: Switch,
    /// The plan has it on.
    pub on: bool,
    /// Times as fast with it as without, on this job by the model; `None` where the model has no say.
    pub speed: Option<f64>,
    /// Bytes a card that it saves (negative: costs).
    pub saves: f64,
}

/// The effects of all switches that a job has.
pub fn effects(run: &Run<'_>) -> Vec<Effect> {
    let of = |switch: Switch| {
        let (on, off) = (switch.set(run, true), switch.set(run, false));
        let speed = off.unit_s() / on.unit_s().max(1e-30);
        // Compiling and the kinds of loss and optimizer change launches and memory passes by little, which
        // the model does not tell apart from its own error: what was measured stands alone.
        let told = !matches!(switch, Switch::Compile | Switch::Loss | Switch::Adam8);
        Effect {
            switch,
            on: switch.is_on(run),
            speed: Some(speed).filter(|s| told && s.is_finite() && *s > 0.0),
            saves: off.memory().need.likely - on.memory().need.likely,
        }
    };
    Switch::ALL.into_iter().filter(|s| s.applies(run)).map(of).collect()
}
