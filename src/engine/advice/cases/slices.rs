//! Cases of `super::super::slices`.

use super::{Case, Scene};
use crate::units::{Band, GIB};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=a100-sxm-80g&n=1";
const SMALL: &str = "task=serve&m=qwen2.5-1.5b&g=h100-sxm-80g,h100-pcie-80g&n=1&users=2";
const PAIR: &str = "task=lora&m=qwen2.5-7b&g=a100-sxm-80g&n=2";

/// Total 1,000, 2 yuan a card and hour.
fn money(s: &mut Scene) {
    s.entry.total.likely = 1000.0;
    s.entry.gpu_hour = 2.0;
}

/// An A100 80G with its profiles, whatever offer won.
fn a100(s: &mut Scene) {
    let catalog = crate::catalog::Catalog::embedded();
    s.gpu = catalog.gpu(catalog.gpu_ix("a100-sxm-80g").unwrap()).clone();
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "shared-unknown",
        plan: LORA,
        fires: |s| {
            a100(s);
            money(s);
            s.offer.own = true;
        },
        values: &[("price", 2.0), ("whole", 14.0)],
        silent: |s| s.set("qshare", "whole"),
    },
    Case {
        rule: "passthrough-fact",
        plan: LORA,
        fires: |s| s.set("qshare", "passthrough"),
        values: &[],
        silent: |s| s.set("qshare", "whole"),
    },
    Case {
        rule: "vgpu-solo-loss",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("qshare", "vgpu");
        },
        values: &[("cost", 59.3)],
        silent: |s| s.set("qshare", "passthrough"),
    },
    Case {
        rule: "vgpu-multi-gpu",
        plan: PAIR,
        fires: |s| {
            s.entry.count = 2;
            s.set("qshare", "vgpu");
        },
        values: &[("cards", 2.0)],
        silent: |s| s.set("qshare", "passthrough"),
    },
    Case {
        rule: "vgpu-licence",
        plan: LORA,
        fires: |s| s.set("qshare", "vgpu"),
        values: &[],
        silent: |s| s.set("qlic", "1"),
    },
    Case {
        rule: "mig-fits-small",
        plan: SMALL,
        fires: |s| {
            money(s);
            s.entry.hours = Band { low: 500.0, likely: 500.0, high: 500.0 };
            (s.entry.billed, s.entry.count) = (1, 1);
        },
        // 1.5 billion parameters in 16 bits: a seventh of the card, 9,984 MiB, a seventh of 1,000.
        values: &[("gib", 9.75), ("cost", 142.9), ("total", 1000.0)],
        silent: |s| s.gpu.mig.clear(),
    },
    Case {
        rule: "mig-no-multi",
        plan: PAIR,
        fires: |s| {
            s.entry.count = 2;
            s.set("qshare", "mig");
        },
        values: &[("cards", 2.0)],
        silent: |s| s.entry.count = 1,
    },
    Case {
        rule: "mig-name-rounds",
        plan: LORA,
        fires: |s| {
            a100(s);
            s.set("slice", "1g.10gb");
            s.entry.need = Band { low: 8.0 * GIB, likely: 9.0 * GIB, high: 9.8 * GIB };
        },
        values: &[("gib", 9.75), ("need", 9.8)],
        silent: |s| s.set("slice", "2g.20gb"),
    },
    Case {
        rule: "mig-left-on",
        plan: LORA,
        fires: |s| {
            a100(s);
            s.set("dmig", "1");
            s.set("dmem", "9984");
        },
        values: &[("seen", 9.75), ("full", 80.0)],
        silent: |s| s.set("qshare", "mig"),
    },
    Case {
        rule: "mig-not-capable",
        plan: "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1&mig=1",
        fires: |_| {},
        values: &[],
        silent: |s| s.set("mig", "0"),
    },
    Case {
        rule: "timeslice-serving",
        plan: SMALL,
        fires: |s| {
            s.set("qshare", "timeslice");
            s.job.tpot_ms = Some(50.0);
        },
        values: &[],
        silent: |s| s.job.tpot_ms = None,
    },
    Case {
        rule: "reset-in-vm",
        plan: LORA,
        fires: |s| {
            s.set("qshare", "container");
            s.set("sym", "leak");
        },
        values: &[],
        silent: |s| s.set("qshare", "whole"),
    },
];
