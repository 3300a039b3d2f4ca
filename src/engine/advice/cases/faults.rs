//! Cases of `super::super::faults`.

use super::{Case, Scene};
use crate::catalog::{GpuClass, ProviderKind};
use crate::units::Band;

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";

/// 10 yuan an hour in all.
fn ten_an_hour(s: &mut Scene) {
    (s.entry.gpu_hour, s.entry.billed, s.entry.machines) = (10.0, 1, 1);
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "no-monitoring",
        plan: LORA,
        fires: |s| {
            ten_an_hour(s);
            s.provider.monitoring = None;
            s.entry.wall = Band::exact(48.0);
        },
        values: &[("hours", 12.0), ("cost", 120.0)],
        silent: |s| s.provider.monitoring = Some(true),
    },
    Case {
        rule: "no-routine-reset",
        plan: LORA,
        fires: |s| s.set("dreset", "1"),
        values: &[],
        silent: |s| s.set("dreset", "0"),
    },
    Case {
        rule: "leak-steps",
        plan: LORA,
        fires: |s| s.set("sym", "leak"),
        values: &[],
        silent: |s| s.set("sym", "oom"),
    },
    Case {
        rule: "ecc-uncorrectable",
        plan: LORA,
        fires: |s| s.set("decce", "3"),
        values: &[("errors", 3.0)],
        silent: |s| s.set("decce", "0"),
    },
    Case {
        rule: "xid-seen",
        plan: LORA,
        fires: |s| s.set("dxid", "79"),
        values: &[("xid", 79.0)],
        silent: |s| s.set("dxid", "auto"),
    },
    Case {
        rule: "remap-pending",
        plan: LORA,
        fires: |s| s.set("dremap", "1"),
        values: &[],
        silent: |s| s.set("dremap", "0"),
    },
    Case {
        rule: "nan-silent",
        plan: LORA,
        fires: |s| s.set("sym", "nan"),
        values: &[],
        silent: |s| s.set("sym", "leak"),
    },
    Case {
        rule: "geforce-diag",
        plan: LORA,
        fires: |s| s.set("ddcgm", "1"),
        values: &[],
        silent: |s| s.gpu.class = GpuClass::Datacenter,
    },
    Case {
        rule: "failure-rate",
        plan: LORA,
        fires: |s| {
            ten_an_hour(s);
            s.provider.kind = ProviderKind::GpuCloud;
            s.set("every", "90");
            s.entry.count = 64;
            s.entry.wall = Band::exact(1000.0);
        },
        // 64,000 / 50,700, three to ten times.
        values: &[
            ("gpu_hours", 64_000.0),
            ("interruptions", 3.787),
            ("most", 12.62),
            ("interval", 1.5),
            ("spare", 10_000.0),
        ],
        silent: |s| s.entry.count = 4,
    },
];

#[test]
fn without_a_set_interval_young_decides() {
    let mut s = Scene::plan(LORA);
    s.entry.count = 64;
    s.entry.wall = Band::exact(1000.0);
    s.provider.kind = ProviderKind::GpuCloud;
    let fired = s.ask("failure-rate").unwrap_or_else(|| panic!("silent"));
    let interval = fired.values.iter().find(|v| v.0 == "interval").and_then(|v| v.1.number()).unwrap_or(0.0);
    // Between 50,700 / 64 / 3 = 264 h of faults; a LoRA adapter is written in seconds.
    let between: f64 = 50_700.0 / 64.0 / 3.0;
    let least = (2.0 * 5.0 / 3600.0 * between).sqrt();
    assert!((least..=between).contains(&interval), "{interval} outside {least} to {between}");
}

#[test]
fn a_service_is_not_told_to_save_checkpoints() {
    let mut s = Scene::plan(LORA);
    ten_an_hour(&mut s);
    s.entry.count = 64;
    s.entry.wall = Band::exact(1000.0);
    s.job.task = crate::plan::Task::Serve;
    let fired = s.ask("failure-rate").unwrap_or_else(|| panic!("silent"));
    assert!(fired.values.contains(&("interval", super::super::Value::Unknown)), "{:?}", fired.values);
}
