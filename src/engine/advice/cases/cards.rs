//! Cases of `super::super::cards`.

use super::{Case, Scene};
use crate::catalog::{Catalog, Gpu, GpuClass, GpuIx, ProviderKind, Region};
use crate::units::{AsOf, Band, Bytes, Date, GIB};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const ANY: &str = "task=lora&m=qwen2.5-7b&n=1";

fn card(id: &str) -> GpuIx {
    Catalog::embedded().gpu_ix(id).unwrap_or_else(|| panic!("no card {id}"))
}

/// Another entry with that card and total, after the winner of 1,000.
fn against(s: &mut Scene, id: &str, total: f64) {
    s.entry.total = Band { low: 900.0, likely: 1000.0, high: 1100.0 };
    s.entry.not_eligible.clear();
    let mut other = s.entry.clone();
    other.gpu = card(id);
    other.total.likely = total;
    s.entries = vec![s.entry.clone(), other];
}

/// Five offers of the same kind at 2 an hour; the winner at `price`.
fn market(s: &mut Scene, price: f64) {
    s.entry.total.likely = 1000.0;
    s.entry.gpu_hour = price;
    let mut same = s.entry.clone();
    same.gpu_hour = 2.0;
    s.entries = vec![s.entry.clone(), same.clone(), same.clone(), same.clone(), same];
}

/// A 4090 with 48 GB.
fn modified(s: &mut Scene) {
    let found: Option<&Gpu> = Catalog::embedded().gpus.iter().find(|g| g.modded && g.memory_gb == 48);
    s.gpu = found.unwrap_or_else(|| panic!("no modified card")).clone();
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "card-variant-unknown",
        plan: LORA,
        fires: |s| {
            s.offer.card = "A100".into();
            s.offer.gpus = vec![card("a100-sxm-80g"), card("a100-pcie-40g"), card("a800-sxm-80g")];
            s.entry.count = 2;
            s.entry.total = Band { low: 900.0, likely: 1000.0, high: 1500.0 };
        },
        values: &[
            ("variants", 3.0),
            ("memory_low", 40.0),
            ("memory_high", 80.0),
            ("rate_low", 1555.0),
            ("rate_high", 2039.0),
            ("link_low", 400.0),
            ("link_high", 600.0),
            ("low", 900.0),
            ("high", 1500.0),
        ],
        silent: |s| s.offer.gpus.truncate(1),
    },
    Case {
        rule: "price-too-low",
        plan: LORA,
        fires: |s| market(s, 0.8),
        values: &[("price", 0.8), ("median", 2.0), ("below", 0.6), ("offers", 5.0)],
        silent: |s| s.entry.gpu_hour = 1.2,
    },
    Case {
        rule: "used-card",
        plan: LORA,
        fires: |s| {
            market(s, 1.5);
            s.set("qcond", "used");
        },
        values: &[("below", 0.25), ("median", 2.0)],
        silent: |s| s.set("qcond", "new"),
    },
    Case {
        rule: "modded-card",
        plan: LORA,
        fires: modified,
        values: &[("memory_gb", 48.0), ("mib", 49140.0)],
        silent: |s| s.gpu.modded = false,
    },
    Case {
        rule: "modded-driver",
        plan: LORA,
        fires: |s| {
            modified(s);
            s.set("driver", "580.65.06");
        },
        values: &[("memory_gb", 48.0)],
        silent: |s| s.set("driver", "570.86"),
    },
    Case {
        rule: "memory-mismatch",
        plan: LORA,
        fires: |s| {
            s.gpu.usable = Bytes::gib(24);
            s.gpu.usable_assumed = false;
            s.set("dmem", "49140");
        },
        values: &[("shown", 49140.0), ("usual", 24576.0)],
        silent: |s| s.set("dmem", "24564"),
    },
    Case {
        rule: "name-mismatch",
        plan: LORA,
        fires: |s| s.set("dname", "NVIDIA GeForce RTX 3090"),
        values: &[],
        silent: |s| s.set("dname", "NVIDIA GeForce RTX 4090"),
    },
    Case {
        rule: "uuid-returns",
        plan: LORA,
        fires: |s| {
            (s.entry.gpu_hour, s.entry.billed) = (2.0, 1);
            s.set("dback", "1");
        },
        values: &[("cost", 48.0)],
        silent: |s| s.set("dback", "0"),
    },
    Case {
        rule: "ecc-absent",
        plan: LORA,
        fires: |s| {
            s.gpu.ecc = Some(false);
            s.entry.wall.likely = 300.0;
            s.entry.count = 2;
            against(s, "a100-sxm-80g", 1800.0);
        },
        values: &[("hours", 600.0), ("price", 1800.0)],
        silent: |s| s.entry.wall.likely = 200.0,
    },
    Case {
        rule: "ecc-off",
        plan: LORA,
        fires: |s| {
            s.gpu.class = GpuClass::Workstation;
            s.gpu.ecc = None;
            (s.gpu.memory_type, s.gpu.memory_gb) = ("GDDR6".into(), 48);
            s.set("decc", "0");
        },
        values: &[("gib", 2.88)],
        silent: |s| s.set("decc", "1"),
    },
    Case {
        rule: "geforce-licence",
        plan: LORA,
        fires: |s| against(s, "a100-sxm-80g", 1800.0),
        values: &[("price", 1800.0)],
        silent: |s| s.provider.kind = ProviderKind::Own,
    },
    Case {
        rule: "gaming-vs-compute",
        plan: LORA,
        fires: |s| against(s, "l20-48g", 1300.0),
        values: &[("gaming_cost", 1000.0), ("compute_cost", 1300.0)],
        silent: |s| s.entries[1].total.likely = 1600.0,
    },
    Case {
        rule: "new-generation-early",
        plan: LORA,
        fires: |s| {
            s.gpu.launch = Some(AsOf::Day(Date::from_days(s.today.days() - 100)));
        },
        values: &[("months", 3.0)],
        silent: |s| s.gpu.launch = Some(AsOf::Day(Date::from_days(s.today.days() - 300))),
    },
    Case {
        rule: "value-smaller-card-wins",
        plan: ANY,
        fires: |s| {
            s.entry.usable = 24.0 * GIB;
            s.entry.wall.likely = 50.0;
            against(s, "a100-sxm-80g", 1800.0);
            s.entries[1].usable = 80.0 * GIB;
            s.entries[1].wall.likely = 20.0;
        },
        values: &[("total", 1000.0), ("hours", 50.0), ("larger_total", 1800.0), ("larger_hours", 20.0)],
        silent: |s| s.entries[1].total.likely = 1100.0,
    },
    Case {
        rule: "export-note",
        plan: LORA,
        fires: |s| s.offer.region = Region::Cn,
        values: &[],
        silent: |s| s.offer.region = Region::Us,
    },
];
