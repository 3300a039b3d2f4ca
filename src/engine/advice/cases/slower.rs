//! Cases of `super::super::slower`.

use super::Case;
use crate::engine::memory::Fit;
use crate::plan::Precision;
use crate::units::{Band, GIB, Uncertain};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const FULL: &str = "task=full&m=qwen2.5-7b&g=a100-sxm-80g&n=8";
const HOPPER: &str = "task=full&m=qwen2.5-7b&g=h100-sxm-80g&n=8";
const IMAGE: &str = "task=image-lora&m=flux.1-dev&g=rtx-4090-24g&n=1";

/// Total 1,000, 2 yuan a card and hour, one card for 100 hours.
fn money(s: &mut super::Scene) {
    s.entry.total.likely = 1000.0;
    s.entry.gpu_hour = 2.0;
    s.entry.billed = 1;
    s.entry.hours = Band { low: 90.0, likely: 100.0, high: 110.0 };
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "cpu-per-gpu",
        plan: LORA,
        fires: |s| (s.offer.vcpus, s.offer.shape) = (12, 1),
        values: &[("vcpus", 12.0), ("cores", 6.0), ("need", 7.0), ("wanted", 14.0)],
        silent: |s| s.offer.vcpus = 14,
    },
    Case {
        rule: "cpu-unknown",
        plan: IMAGE,
        fires: |s| s.offer.vcpus = 0,
        values: &[("low", 2.0), ("high", 56.0)],
        silent: |s| s.set("vcpu", "16"),
    },
    Case {
        rule: "ram-per-gpu",
        plan: FULL,
        fires: |s| (s.offer.host_gib, s.offer.shape) = (512, 8),
        values: &[("host", 512.0), ("cards", 640.0), ("need", 640.0)],
        silent: |s| s.offer.host_gib = 640,
    },
    Case {
        rule: "loader-slower-than-step",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("dload", "4");
            s.way.pace.step_s = Uncertain::exact(1.0);
        },
        values: &[("load", 4.0), ("step", 1.0), ("idle", 0.75), ("cost", 750.0), ("workers", 8.0)],
        silent: |s| s.set("dload", "0.9"),
    },
    Case {
        rule: "loader-workers-zero",
        plan: LORA,
        fires: |s| s.set("workers", "0"),
        values: &[("workers", 2.0)],
        silent: |s| s.set("workers", "auto"),
    },
    Case {
        rule: "dali-image-only",
        plan: IMAGE,
        fires: |s| {
            (s.offer.vcpus, s.offer.shape) = (4, 1);
            s.entry.usable = 24.0 * GIB;
            s.entry.need = Band { low: 15.0 * GIB, likely: 18.0 * GIB, high: 20.0 * GIB };
        },
        values: &[("spare", 4.0)],
        silent: |s| s.offer.vcpus = 32,
    },
    Case {
        rule: "slow-shared-disk",
        plan: LORA,
        fires: |s| s.set("dimp", "20"),
        values: &[("seconds", 20.0)],
        silent: |s| s.set("dimp", "3"),
    },
    Case {
        rule: "pcie-narrow",
        plan: LORA,
        fires: |s| s.set("dlanes", "8"),
        values: &[("lanes", 8.0), ("full", 16.0), ("gbs", 15.5), ("full_gbs", 31.0)],
        silent: |s| s.set("didle", "1"),
    },
    Case {
        rule: "pcie-idle-reading",
        plan: LORA,
        fires: |s| {
            s.set("dgen", "1");
            s.set("didle", "1");
        },
        values: &[("gen", 1.0), ("best", 4.0)],
        silent: |s| s.set("dgen", "4"),
    },
    Case {
        rule: "pcie-gen-below-card",
        plan: LORA,
        fires: |s| s.set("dgen", "3"),
        values: &[("gen", 3.0), ("gbs", 15.5), ("full_gbs", 31.0)],
        silent: |s| s.set("didle", "1"),
    },
    Case {
        rule: "thermal-throttle",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("dthr", "64");
            s.set("dclk", "1890");
            s.set("dclkmax", "2520");
        },
        values: &[("clock", 1890.0), ("most", 2520.0), ("share", 0.75), ("cost", 12.0)],
        silent: |s| s.set("dthr", "4"),
    },
    Case {
        rule: "power-brake",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("dthr", "132");
        },
        values: &[("cost", 48.0)],
        silent: |s| s.set("dthr", "4"),
    },
    Case {
        rule: "power-limit-low",
        plan: LORA,
        fires: |s| s.set("dpow", "300"),
        values: &[("limit", 300.0), ("board", 450.0)],
        silent: |s| s.set("dpow", "425"),
    },
    Case {
        rule: "power-cap-normal",
        plan: LORA,
        fires: |s| s.set("dthr", "4"),
        values: &[],
        silent: |s| s.set("dthr", "68"),
    },
    Case {
        rule: "util-misleads",
        plan: LORA,
        fires: |s| {
            s.set("dutil", "0.98");
            s.way.pace.mfu = 0.4;
        },
        values: &[("shown", 0.98), ("mfu", 0.4)],
        silent: |s| s.set("dutil", "auto"),
    },
    Case {
        rule: "micro-batch-too-small",
        plan: "task=lora&m=qwen2.5-1.5b&g=a100-sxm-80g&n=1&ctx=512&mb=1",
        fires: |_| {},
        values: &[("tokens", 512.0), ("batch", 8.0)],
        silent: |s| s.way.layout.micro_batch = 8,
    },
    Case {
        rule: "fp32-left-on",
        plan: "task=lora&m=qwen2.5-1.5b&g=a100-sxm-80g&n=1&prec=fp32",
        fires: |s| s.way.pace.work_h = Uncertain::exact(40.0),
        values: &[("hours", 40.0)],
        silent: |s| s.job.precision = Precision::Bf16,
    },
    Case {
        rule: "tf32-off",
        plan: "task=lora&m=qwen2.5-1.5b&g=a100-sxm-80g&n=1&prec=fp32",
        fires: |_| {},
        // 156 against 19.5 TFLOP/s.
        values: &[("times", 8.0)],
        silent: |s| s.gpu.compute_capability = 70,
    },
    Case {
        rule: "fp8-option",
        plan: HOPPER,
        fires: |s| {
            s.job.precision = Precision::Bf16;
            s.way.pace.work_h = Uncertain::exact(110.0);
        },
        values: &[("hours", 10.0), ("share", 0.0909)],
        silent: |s| s.gpu.compute_capability = 80,
    },
    Case {
        rule: "compile-option",
        plan: LORA,
        fires: |s| {
            money(s);
            s.job.compile = false;
            s.way.pace.work_h = Uncertain::exact(116.0);
        },
        values: &[("hours", 16.0)],
        silent: |s| s.job.compile = true,
    },
    Case {
        rule: "small-model-one-card",
        plan: "task=lora&m=qwen2.5-1.5b&g=a100-sxm-80g&n=8",
        fires: |s| {
            money(s);
            s.entry.need = Band { low: 7.0 * GIB, likely: 8.0 * GIB, high: 9.0 * GIB };
            s.entry.usable = 80.0 * GIB;
            let mut one = s.entry.clone();
            (one.count, one.fit) = (1, Fit::Fits);
            one.total.likely = 600.0;
            one.hours.likely = 300.0;
            s.entries = vec![s.entry.clone(), one];
        },
        values: &[("times", 10.0), ("one", 600.0), ("one_hours", 300.0), ("total", 1000.0), ("hours", 100.0)],
        silent: |s| s.entry.usable = 16.0 * GIB,
    },
    Case {
        rule: "boot-time-billed",
        plan: LORA,
        fires: |s| {
            money(s);
            let m = s.money();
            (m.ctx.needs.sessions, m.ask.boot_h, m.ask.setup_h) = (400.0, [0.1; 3], [0.5; 3]);
            (m.ask.price, m.ask.term_h) = ([2.0; 3], 0.0);
        },
        // Of 100 powered hours.
        values: &[("starts", 400.0), ("hours", 40.5), ("share", 0.405), ("cost", 81.0)],
        silent: |s| s.money().ctx.needs.sessions = 20.0,
    },
    Case {
        rule: "measured-below-model",
        plan: LORA,
        fires: |s| s.set("mstep", "5000"),
        values: &[("step", 5000.0)],
        silent: |s| s.set("mg", "a100-sxm-80g"),
    },
    Case {
        rule: "sparse-tflops",
        plan: LORA,
        fires: |s| {
            s.set("qtflops", "330");
            (s.gpu.bf16, s.gpu.fp16) = (165.2, 165.2);
        },
        values: &[("said", 330.0), ("dense", 165.2)],
        silent: |s| s.set("qtflops", "165"),
    },
    Case {
        rule: "matmul-low",
        plan: LORA,
        fires: |s| {
            s.entry.total = crate::units::Band::exact(1000.0);
            (s.gpu.bf16, s.gpu.fp16) = (160.0, 160.0);
            s.set("dmm", "60");
        },
        // Three quarters of the dense rate are the least.
        values: &[("shown", 60.0), ("least", 120.0), ("share", 0.5), ("cost", 500.0)],
        silent: |s| s.set("dmm", "130"),
    },
    Case {
        rule: "memory-rate-low",
        plan: LORA,
        fires: |s| {
            s.entry.total = crate::units::Band::exact(1000.0);
            s.gpu.bandwidth_gbs = 1000.0;
            s.set("dmembw", "600");
        },
        values: &[("shown", 600.0), ("least", 800.0), ("share", 0.25), ("cost", 250.0)],
        silent: |s| s.set("dmembw", "850"),
    },
    Case {
        rule: "host-copy-low",
        plan: LORA,
        fires: |s| {
            s.entry.total = crate::units::Band::exact(1000.0);
            s.set("dcopy", "10.5");
        },
        values: &[("shown", 10.5), ("least", 21.0), ("share", 0.5), ("cost", 500.0)],
        silent: |s| s.set("dcopy", "23"),
    },
];
