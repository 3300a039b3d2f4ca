//! Cases of `super::super::fit`.

use super::Case;
use crate::catalog::Mixer;
use crate::engine::memory::{Fit, Part};
use crate::engine::report::{Change, Ineligible, Saving};
use crate::plan::{Checkpointing, KvType, LossKind, Precision, Zero};
use crate::units::{Band, GIB};
use std::sync::Arc;

const fn need(low: f64, likely: f64, high: f64) -> Band {
    Band { low: low * GIB, likely: likely * GIB, high: high * GIB }
}
const fn saves(change: Change, gib: f64, time: f64, fit: Fit) -> Saving {
    Saving { change, bytes: gib * GIB, total: 0.0, time, fit }
}
const FULL: &str = "task=full&m=qwen2.5-7b&g=a100-sxm-80g&n=8";
const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1&sw=vllm";

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "oom-certain",
        plan: "task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
        fires: |s| {
            s.entry.usable = 20.0 * GIB;
            s.entry.need = need(90.0, 100.0, 110.0);
            s.entry.parts = [0.0; 9];
            s.entry.parts[Part::Optimizer as usize] = 60.0 * GIB;
            s.entry.parts[Part::Weights as usize] = 30.0 * GIB;
            s.entry.parts[Part::Gradients as usize] = 10.0 * GIB;
        },
        values: &[("need", 100.0), ("usable", 20.0), ("g1", 60.0), ("g2", 30.0), ("g3", 10.0)],
        silent: |s| s.entry.fit = Fit::Tight,
    },
    Case {
        rule: "oom-likely",
        plan: LORA,
        fires: |s| {
            s.entry.fit = Fit::Tight;
            s.entry.usable = 24.0 * GIB;
            s.entry.need = need(18.0, 20.0, 26.0);
            s.entry.p_fits = 0.8;
            s.savings = vec![saves(Change::MicroBatch(1), 5.0, 0.2, Fit::Fits)];
        },
        values: &[("margin", 4.0), ("over", 2.0), ("band", 0.3), ("p_fits", 0.8)],
        silent: |s| s.entry.fit = Fit::Fits,
    },
    Case {
        rule: "oom-longest-sample",
        plan: LORA,
        fires: |s| {
            s.job.packing = false;
            s.job.seq = 4096;
            s.entry.need = need(18.0, 20.0, 26.0);
            s.savings = vec![saves(Change::Sequence(2048), 5.0, 0.0, Fit::Fits)];
        },
        values: &[("seq", 4096.0), ("need", 20.0), ("half", 15.0)],
        silent: |s| s.job.packing = true,
    },
    Case {
        rule: "oom-logits-dominate",
        plan: LORA,
        fires: |s| {
            s.job.loss = LossKind::Eager;
            s.entry.need = need(18.0, 20.0, 26.0);
            s.entry.parts[Part::Loss as usize] = 6.0 * GIB;
            s.savings = vec![saves(Change::FusedLoss, 5.0, 0.0, Fit::Fits)];
        },
        values: &[("gib", 6.0), ("vocab", 152_064.0), ("saved", 5.0)],
        silent: |s| s.entry.parts[Part::Loss as usize] = 4.0 * GIB,
    },
    Case {
        rule: "oom-activations-dominate",
        plan: LORA,
        fires: |s| {
            s.way.layout.checkpointing = Checkpointing::None;
            s.entry.parts[Part::Activations as usize] = 40.0 * GIB;
            s.savings = vec![saves(Change::FullCheckpointing, 30.0, 0.2, Fit::Fits)];
        },
        values: &[("gib", 40.0), ("saved", 30.0), ("time", 0.2)],
        silent: |s| s.way.layout.checkpointing = Checkpointing::Full,
    },
    Case {
        rule: "oom-states-dominate",
        plan: FULL,
        fires: |s| {
            s.way.layout.zero = Zero::Z3;
            s.way.layout.dp = 8;
            s.entry.need = need(18.0, 20.0, 26.0);
            // 16 bytes for each of 7,615,616,512 parameters over 8 cards.
            let all = 16.0 * s.job.arch.params_total as f64 / 8.0;
            s.entry.parts = [0.0; 9];
            s.entry.parts[Part::Optimizer as usize] = all;
            s.savings = vec![saves(Change::Optimizer8bit, 5.0, 0.0, Fit::Fits)];
        },
        values: &[("gib", 14.185), ("bytes", 16.0), ("saved", 5.0)],
        silent: |s| s.entry.need = need(28.0, 30.0, 36.0),
    },
    Case {
        rule: "oom-accum-no-help",
        plan: FULL,
        fires: |s| {
            s.set("gb", "256");
            s.entry.fit = Fit::No;
            s.way.layout.micro_batch = 4;
            s.way.layout.accumulation = 8;
            s.entry.parts[Part::Gradients as usize] = 14.0 * GIB;
        },
        values: &[("grad", 14.0), ("accum", 8.0), ("steps", 32.0)],
        silent: |s| s.entry.fit = Fit::Fits,
    },
    Case {
        rule: "oom-precision-lever",
        plan: "task=full&m=qwen2.5-7b&g=a100-sxm-80g&n=1&prec=fp32&regime=fp32",
        fires: |s| {
            s.job.precision = Precision::Fp32;
            s.entry.fit = Fit::No;
            s.way.layout.zero = Zero::Z0;
            s.entry.parts = [0.0; 9];
            s.entry.parts[Part::Optimizer as usize] = 16.0 * s.job.arch.params_total as f64;
        },
        values: &[("bytes", 16.0)],
        silent: |s| s.gpu.compute_capability = 70,
    },
    Case {
        rule: "oom-qlora-head",
        plan: "task=qlora&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
        fires: |s| s.entry.need = need(6.0, 8.0, 9.0),
        // 2 bytes, two tables, 152,064 x 3,584.
        values: &[("gib", 2.030), ("need", 8.0)],
        silent: |s| Arc::make_mut(&mut s.job.arch).vocab = 32_000,
    },
    Case {
        rule: "oom-fsdp-gather",
        plan: FULL,
        fires: |s| {
            s.entry.fit = Fit::Tight;
            s.way.layout.zero = Zero::Z3;
            s.way.layout.dp = 8;
            s.entry.need = need(60.0, 70.0, 90.0);
            s.entry.parts = [0.0; 9];
            s.entry.parts[Part::Optimizer as usize] = 40.0 * GIB;
            s.entry.parts[Part::Slack as usize] = 6.0 * GIB;
        },
        values: &[("cards", 8.0), ("gib", 6.0), ("floor", 30.0)],
        silent: |s| s.way.layout.zero = Zero::Z2,
    },
    Case {
        rule: "oom-overhead",
        plan: FULL,
        fires: |s| {
            s.entry.fit = Fit::Tight;
            s.entry.parts[Part::Context as usize] = 2.0 * GIB;
            s.entry.parts[Part::Slack as usize] = 3.0 * GIB;
        },
        values: &[("gib", 5.0), ("cards", 8.0)],
        silent: |s| s.entry.count = 1,
    },
    Case {
        rule: "oom-fragmentation",
        plan: LORA,
        fires: |s| {
            s.set("sym", "oom");
            s.entry.need = need(10.0, 12.0, 15.0);
            s.entry.usable = 23.5 * GIB;
        },
        values: &[("need", 15.0), ("usable", 23.5)],
        silent: |s| s.set("sym", "auto"),
    },
    Case {
        rule: "kv-too-small",
        plan: SERVE,
        fires: |s| {
            s.way.layout.micro_batch = 20;
            (s.job.prompt, s.job.answer, s.job.seq) = (1000, 400, 8192);
            s.job.kv = KvType::F16;
            s.way.memory.kv_per_token = 57_344.0;
            s.way.memory.pool = 14_000.0 * 57_344.0;
        },
        values: &[("held", 14_000.0), ("asked", 28_000.0), ("each", 700.0)],
        silent: |s| s.way.memory.pool *= 2.0,
    },
    Case {
        rule: "kv-hybrid",
        plan: SERVE,
        fires: |s| {
            for g in &mut Arc::make_mut(&mut s.job.arch).groups {
                if let Mixer::Attention(a) = &mut g.mixer {
                    a.window = Some(4096);
                }
            }
            s.way.pace.serve.seats = 40.0;
        },
        values: &[("seats", 40.0)],
        silent: |s| {
            for g in &mut Arc::make_mut(&mut s.job.arch).groups {
                if let Mixer::Attention(a) = &mut g.mixer {
                    a.window = None;
                }
            }
        },
    },
    Case {
        rule: "serve-profile-peak",
        plan: SERVE,
        fires: |s| {
            s.job.max_num_seqs = 1024;
            s.way.layout.micro_batch = 20;
        },
        // 38.5 bytes x 152,064 entries a sequence; 24 are enough for 20 users.
        values: &[("gib", 5.583), ("seqs", 1024.0), ("enough", 24.0), ("saved", 5.452)],
        silent: |s| s.job.max_num_seqs = 128,
    },
    Case {
        rule: "serve-graphs",
        plan: SERVE,
        fires: |s| {
            s.entry.fit = Fit::Tight;
            s.entry.usable = 24.0 * GIB;
            s.entry.need = need(18.0, 20.0, 26.0);
            s.job.graphs = true;
        },
        values: &[("over", 2.0)],
        silent: |s| s.job.graphs = false,
    },
    Case {
        rule: "usable-less-than-marketed",
        plan: "task=serve&m=qwen2.5-7b&g=a10-24g&n=1",
        fires: |s| {
            s.gpu.memory_gb = 24;
            s.entry.usable = 23_028.0 / 1024.0 * GIB;
        },
        values: &[("marketed", 24.0), ("mib", 23_028.0), ("share", 0.937)],
        silent: |s| s.entry.usable = 24.0 * GIB,
    },
    Case {
        rule: "decode-bandwidth",
        plan: SERVE,
        fires: |s| {
            s.set("qtflops", "330");
            s.gpu.bandwidth_gbs = 1008.0;
            s.entry.parts[Part::Weights as usize] = 15.12e9;
        },
        values: &[("gbs", 1008.0), ("rate", 66.67)],
        silent: |s| s.set("qtflops", "auto"),
    },
    Case {
        rule: "h20-compute-cap",
        plan: "task=full&m=qwen2.5-7b&g=h20-96g&n=8",
        fires: |_| {},
        values: &[("gbs", 4000.0), ("tflops", 148.0), ("ratio", 0.1497)],
        silent: |s| s.job.task = crate::plan::Task::Serve,
    },
    Case {
        rule: "rule-of-three",
        plan: LORA,
        fires: |s| {
            // 7.616 billion parameters.
            s.set("mpeak", "22.8");
            s.entry.need = need(18.0, 20.0, 26.0);
        },
        values: &[("said", 22.8), ("need", 20.0)],
        silent: |s| s.set("mpeak", "19"),
    },
    Case {
        rule: "card-count-forced",
        plan: "task=lora&m=qwen2.5-7b&g=a100-sxm-80g",
        fires: |s| {
            s.entry.total.likely = 100.0;
            let mut other = s.entry.clone();
            other.gpu = crate::catalog::GpuIx(0);
            other.fit = Fit::Fits;
            other.total.likely = 40.0;
            other.not_eligible = vec![Ineligible::CardExcluded];
            s.entries = vec![s.entry.clone(), other];
        },
        values: &[("others", 1.0), ("cost", 40.0), ("total", 100.0)],
        silent: |s| s.entries[1].total.likely = 95.0,
    },
];
