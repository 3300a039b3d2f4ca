//! Cases of `super::super::domestic`.

use super::{Case, Scene};
use crate::catalog::{Catalog, GpuIx, Vendor};
use crate::plan::{Precision, Quant};
use crate::units::Band;

const ASCEND: &str = "task=lora&m=qwen2.5-7b&g=ascend-910b-64g&n=1&domestic=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=ascend-910b-64g&n=1&domestic=1";

/// The card of that id.
fn card(s: &mut Scene, id: &str) {
    s.gpu = Catalog::embedded().gpus.iter().find(|g| g.id == id).cloned().unwrap_or_default();
    assert_eq!(s.gpu.id, id);
}

/// 100 hours at 4 an hour; an NVIDIA card would cost 600.
fn against_nvidia(s: &mut Scene) {
    (s.entry.gpu_hour, s.entry.billed) = (4.0, 1);
    (s.entry.total, s.entry.hours) = (Band::exact(400.0), Band::exact(100.0));
    s.set("delay", "6");
    let mut other = s.entry.clone();
    other.total = Band::exact(600.0);
    other.not_eligible.clear();
    let at = Catalog::embedded().gpus.iter().position(|g| g.vendor == Vendor::Nvidia).unwrap_or(0);
    other.gpu = GpuIx(at as u16);
    s.entries = vec![s.entry.clone(), other];
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "stack-needs-porting",
        plan: ASCEND,
        fires: against_nvidia,
        // 16 h at 4 + 6; 2 saved an hour.
        values: &[("hours", 16.0), ("cost", 160.0), ("even", 80.0)],
        silent: |s| s.gpu.vendor = Vendor::Nvidia,
    },
    Case {
        rule: "ascend-auto-migration",
        plan: ASCEND,
        fires: |_| {},
        values: &[("hours", 16.0)],
        silent: |s| s.job.task = crate::plan::Task::Serve,
    },
    Case {
        rule: "ascend-versions",
        plan: SERVE,
        fires: |_| {},
        values: &[],
        silent: |s| s.gpu.vendor = Vendor::Hygon,
    },
    Case {
        rule: "ascend-bin-unknown",
        plan: ASCEND,
        fires: |_| {},
        values: &[("low", 280.0), ("high", 354.0), ("small", 32.0), ("large", 64.0)],
        silent: |s| card(s, "ascend-910b3-64g"),
    },
    Case {
        rule: "ascend-310p",
        plan: ASCEND,
        fires: |s| card(s, "ascend-310p-24g"),
        values: &[],
        silent: |s| card(s, "ascend-910b-64g"),
    },
    Case {
        rule: "ascend-910c-two",
        plan: ASCEND,
        fires: |s| card(s, "ascend-910c-128g"),
        values: &[("devices", 2.0), ("each", 64.0)],
        silent: |s| card(s, "ascend-910b-64g"),
    },
    Case {
        rule: "ascend-fp32",
        plan: ASCEND,
        fires: |s| s.job.precision = Precision::Fp32,
        values: &[],
        silent: |s| s.job.precision = Precision::Bf16,
    },
    Case {
        rule: "quant-kernel-missing",
        plan: SERVE,
        fires: |s| s.job.quant = Quant::Awq,
        values: &[],
        silent: |s| s.job.quant = Quant::None,
    },
    Case {
        rule: "rocm-names",
        plan: SERVE,
        fires: |s| card(s, "mi300x-192g"),
        // 0.5 and 0.7 of 1,307 dense.
        values: &[("low", 653.7), ("high", 915.2)],
        silent: |s| card(s, "ascend-910b-64g"),
    },
    Case {
        rule: "hygon-dtk",
        plan: SERVE,
        fires: |s| card(s, "hygon-k100-64g"),
        values: &[],
        silent: |s| card(s, "ascend-910b-64g"),
    },
    Case {
        rule: "domestic-rate-unknown",
        plan: ASCEND,
        fires: |s| (s.gpu.bf16, s.gpu.fp16) = (0.0, 0.0),
        values: &[],
        silent: |s| s.gpu.fp16 = 320.0,
    },
    Case {
        rule: "domestic-evidence",
        plan: ASCEND,
        fires: |s| {
            s.set("qtflops", "640");
            s.way.pace.mfu = 0.3;
        },
        values: &[("said", 640.0), ("mfu", 0.3)],
        silent: |s| s.gpu.vendor = Vendor::Nvidia,
    },
    Case {
        rule: "policy-discount",
        plan: ASCEND,
        fires: |s| {
            s.provider.id = "ctyun".into();
            s.entry.gpu_hour = 10.0;
        },
        values: &[("factor", 0.85), ("price", 10.0), ("cost", 8.5)],
        silent: |s| s.provider.id = "autodl".into(),
    },
];

#[test]
fn a_stack_that_costs_more_never_pays() {
    let mut s = Scene::plan(ASCEND);
    against_nvidia(&mut s);
    s.entries[1].total = Band::exact(300.0);
    let fired = s.ask("stack-needs-porting").unwrap_or_else(|| panic!("silent"));
    let has = |name| fired.values.iter().any(|v| v.0 == name && v.1 != super::super::Value::Unknown);
    assert!(has("none") && !has("even") && !has("nvidia"), "{:?}", fired.values);
}
