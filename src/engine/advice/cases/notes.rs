//! Cases of `super::super::notes`.

use super::{Case, Scene};
use crate::catalog::{Catalog, GpuClass, Mode, Region};
use crate::plan::ModelRef;
use crate::units::Band;

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const SERVE: &str = "task=serve&m=gemma-2-9b&g=rtx-4090-24g&n=1";

/// The card of that id.
fn card(s: &mut Scene, id: &str) {
    s.gpu = Catalog::embedded().gpus.iter().find(|g| g.id == id).cloned().unwrap_or_default();
    assert_eq!(s.gpu.id, id);
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "note-export-2023",
        plan: LORA,
        fires: |s| s.offer.region = Region::Cn,
        values: &[],
        silent: |s| card(s, "rtx-4090d-24g"),
    },
    Case {
        rule: "note-export-h20",
        plan: LORA,
        fires: |s| card(s, "h20-96g"),
        values: &[],
        silent: |s| card(s, "h200-sxm-141g"),
    },
    Case {
        rule: "note-export-h200",
        plan: LORA,
        fires: |s| card(s, "mi325x-256g"),
        values: &[],
        silent: |s| card(s, "h20-96g"),
    },
    Case {
        rule: "note-remote-access",
        plan: LORA,
        fires: |s| s.offer.region = Region::Us,
        values: &[],
        silent: |s| s.offer.region = Region::Cn,
    },
    Case {
        rule: "note-cross-border",
        plan: LORA,
        fires: |s| {
            s.offer.region = Region::Us;
            s.set("class", "sensitive");
        },
        values: &[],
        silent: |s| s.set("class", "costly"),
    },
    Case {
        rule: "note-geforce",
        plan: LORA,
        fires: |_| {},
        values: &[],
        silent: |s| s.gpu.class = GpuClass::Datacenter,
    },
    Case {
        rule: "note-compute-bank",
        plan: LORA,
        fires: |s| s.set("bank", "500"),
        values: &[],
        silent: |s| s.set("bank", "auto"),
    },
    Case {
        rule: "note-provider-left",
        plan: LORA,
        fires: |s| s.set("prov", "luchen,autodl"),
        values: &[],
        silent: |s| s.set("prov", "autodl"),
    },
    Case {
        rule: "licence-model",
        plan: SERVE,
        fires: |_| {},
        values: &[("others", 66.0)],
        silent: |s| s.set("m", "qwen2.5-7b"),
    },
    Case {
        rule: "licence-unknown",
        plan: SERVE,
        fires: |s| s.plan.model = ModelRef::Imported(Box::new((*s.job.arch).clone())),
        values: &[],
        silent: |s| s.set("m", "qwen2.5-7b"),
    },
    Case {
        rule: "terms-of-provider",
        plan: LORA,
        fires: |s| {
            s.entry.mode = Mode::Reserved1y;
            s.entry.total = Band::exact(5000.0);
        },
        values: &[("total", 5000.0)],
        silent: |s| s.entry.mode = Mode::OnDemand,
    },
];
