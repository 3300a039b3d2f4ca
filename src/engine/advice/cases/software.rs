//! Cases of `super::super::software`.

use super::{Case, Scene};
use crate::engine::memory::Fit;
use crate::plan::Optimizer;

const H100: &str = "task=lora&m=qwen2.5-7b&g=h100-sxm-80g&n=1";
const RTX50: &str = "task=lora&m=qwen2.5-7b&g=rtx-5090-32g&n=1";
const ADA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const VOLTA: &str = "task=lora&m=qwen2.5-1.5b&g=v100-sxm-32g&n=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=a100-sxm-80g&n=1";

fn capability(s: &mut Scene, capability: u8) {
    s.gpu.compute_capability = capability;
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "driver-too-old",
        plan: ADA,
        fires: |s| {
            s.set("torch", "2.14");
            s.set("driver", "550.54");
        },
        values: &[],
        silent: |s| s.set("cuda", "12.8"),
    },
    Case {
        rule: "kernels-missing",
        plan: H100,
        fires: |s| s.set("torch", "2.0.1+cu117"),
        values: &[("capability", 9.0)],
        silent: |s| s.set("cuda", "11.8"),
    },
    Case {
        rule: "rtx50-cu128",
        plan: RTX50,
        fires: |s| s.set("cuda", "11.8"),
        values: &[("cuda", 11.8)],
        silent: |s| s.set("cuda", "12.8"),
    },
    Case {
        rule: "b300-cuda129",
        plan: H100,
        fires: |s| {
            capability(s, 103);
            s.set("cuda", "12.8");
        },
        values: &[("cuda", 12.8), ("first", 12.9), ("capability", 10.3)],
        silent: |s| s.set("cuda", "12.9"),
    },
    Case {
        rule: "sm120-not-sm100",
        plan: RTX50,
        fires: |s| s.set("fa", "fa4"),
        values: &[("capability", 12.0)],
        silent: |s| s.set("fa", "fa2"),
    },
    Case {
        rule: "volta-pascal-end",
        plan: VOLTA,
        fires: |s| s.set("torch", "2.14"),
        values: &[("capability", 7.0)],
        silent: |s| s.set("torch", "2.10"),
    },
    Case {
        rule: "v100-legacy",
        plan: VOLTA,
        fires: |s| {
            s.entry.gpu_hour = 2.28;
            s.entry.total.likely = 1000.0;
            s.entry.hours.likely = 400.0;
            let mut other = s.entry.clone();
            other.gpu = crate::catalog::Catalog::embedded().gpu_ix("rtx-4090-24g").unwrap();
            (other.fit, other.total.likely, other.hours.likely) = (Fit::Fits, 300.0, 100.0);
            s.entries = vec![s.entry.clone(), other];
        },
        values: &[("price", 2.28), ("total", 1000.0), ("faster", 4.0), ("cost", 300.0)],
        silent: |s| s.gpu.id = "a100-sxm-40g".into(),
    },
    Case {
        rule: "bf16-unsupported",
        plan: "g=v100-sxm-32g&prec=bf16",
        fires: |s| capability(s, 70),
        values: &[("capability", 7.0)],
        silent: |s| s.set("prec", "fp16"),
    },
    Case {
        rule: "fp8-unsupported",
        plan: SERVE,
        fires: |s| s.set("kv", "fp8"),
        values: &[("capability", 8.0)],
        silent: |s| capability(s, 89),
    },
    Case {
        rule: "fp4-unsupported",
        plan: SERVE,
        fires: |s| s.set("prec", "fp4"),
        values: &[("capability", 8.0)],
        silent: |s| capability(s, 100),
    },
    Case {
        rule: "fa2-unsupported",
        plan: VOLTA,
        fires: |s| s.set("flash", "1"),
        values: &[("capability", 7.0)],
        silent: |s| capability(s, 80),
    },
    Case {
        rule: "fa3-hopper-only",
        plan: ADA,
        fires: |s| s.set("fa", "fa3"),
        values: &[("capability", 8.9)],
        silent: |s| capability(s, 90),
    },
    Case {
        rule: "vllm-floor",
        plan: SERVE,
        fires: |s| capability(s, 70),
        values: &[("capability", 7.0)],
        silent: |s| capability(s, 75),
    },
    Case {
        rule: "bnb-floor",
        plan: ADA,
        fires: |s| {
            s.job.optimizer = Optimizer::PagedAdamW8bit;
            s.set("torch", "2.3.1");
        },
        values: &[("torch", 2.4), ("cuda", 11.8)],
        silent: |s| s.set("torch", "2.4.1"),
    },
    Case {
        rule: "old-golden-pair",
        plan: ADA,
        fires: |s| s.set("torch", "2.0.1"),
        values: &[("capability", 8.9)],
        silent: |s| s.set("cuda", "11.8"),
    },
    Case {
        rule: "conda-channel-ended",
        plan: ADA,
        fires: |s| s.set("conda", "1"),
        values: &[],
        silent: |s| s.set("conda", "0"),
    },
    Case {
        rule: "python-floor",
        plan: ADA,
        fires: |s| {
            s.set("torch", "2.14");
            s.set("py", "3.8");
        },
        values: &[],
        silent: |s| s.set("py", "3.10"),
    },
    Case {
        rule: "fp16-geforce-accumulate",
        plan: ADA,
        fires: |s| {
            s.set("qtflops", "330");
            (s.gpu.fp16, s.gpu.fp16_fp16acc) = (165.2, 330.3);
        },
        values: &[("said", 330.0), ("rate", 165.2)],
        silent: |s| s.set("qtflops", "165"),
    },
    Case {
        rule: "mixed-card-types",
        plan: "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=2",
        fires: |s| s.set("qmix", "1"),
        values: &[("cards", 2.0)],
        silent: |s| s.set("qmix", "0"),
    },
    Case {
        rule: "arm-host",
        plan: ADA,
        fires: |s| s.gpu.id = "gh200-96g".into(),
        values: &[],
        silent: |s| s.gpu.id = "h200-sxm-141g".into(),
    },
];
