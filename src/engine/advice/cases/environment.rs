//! Cases of `super::super::environment`.

use super::{Case, Scene};
use crate::plan::{FirstDay, Sharing};
use crate::units::{Currency, Money};

const ADA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const RTX50: &str = "task=lora&m=qwen2.5-7b&g=rtx-5090-32g&n=1";

/// 2 yuan an hour for one card.
fn money(s: &mut Scene) {
    s.entry.gpu_hour = 2.0;
    s.entry.billed = 1;
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "image-too-old",
        plan: RTX50,
        fires: |s| {
            s.provider.images = Some(true);
            s.set("torch", "2.4");
        },
        values: &[],
        silent: |s| s.set("cuda", "12.8"),
    },
    Case {
        rule: "no-prebuilt",
        plan: ADA,
        fires: |s| {
            money(s);
            s.provider.images = None;
            // 10 GB at 80 % of 100 Mbit/s; the data have to be fetched with a ready image too.
            s.set("data", "720");
            s.set("mbps", "100");
        },
        values: &[("gb", 10.0), ("cost", 0.5556), ("hours", 0.2778)],
        silent: |s| s.provider.images = Some(true),
    },
    Case {
        rule: "no-gpu-mode",
        plan: ADA,
        fires: |s| {
            money(s);
            s.provider.parked_hour = Some(Money::new(0.1, Currency::Cny));
            let ask = &mut s.money().ask;
            (ask.boot_h, ask.setup_h) = ([0.1; 3], [1.9; 3]);
            s.set("debug", "10");
        },
        values: &[("price", 0.1), ("hours", 12.0), ("saved", 22.8)],
        silent: |s| s.provider.parked_hour = None,
    },
    Case {
        rule: "pin-everything",
        plan: ADA,
        fires: |s| s.set("standby", "gpuhub"),
        values: &[],
        silent: |s| s.set("standby", "auto"),
    },
    Case {
        rule: "same-image-two-places",
        plan: ADA,
        fires: |s| s.set("standby", "gpuhub"),
        values: &[],
        silent: |s| s.entry.provider = crate::catalog::Catalog::embedded().provider_ix("gpuhub").unwrap(),
    },
    Case {
        rule: "no-host-log",
        plan: ADA,
        fires: |s| {
            s.set("qshare", "container");
            s.entry.wall.likely = 72.0;
        },
        values: &[("hours", 72.0)],
        silent: |s| s.entry.wall.likely = 20.0,
    },
    Case {
        rule: "root-missing",
        plan: ADA,
        fires: |s| {
            s.plan.claim.sharing = Some(Sharing::Container);
            s.set("dthr", "4");
        },
        values: &[],
        silent: |s| s.plan.day = FirstDay::default(),
    },
];
