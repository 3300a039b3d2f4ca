//! Cases of `super::super::links`.

use super::{Case, Scene};
use crate::catalog::{Cards, Link};
use crate::engine::report::{Ineligible, Note};
use crate::plan::{Sharing, Zero};
use crate::units::{Band, Uncertain};

const TENSOR: &str = "task=serve&m=qwen2.5-32b&g=rtx-4090-24g&n=4&tp=4&q=awq";
const SHARDS: &str = "task=full&m=qwen2.5-1.5b&g=rtx-4090-24g&n=4&zero=3&opt=adamw-8bit";
const FULL: &str = "task=full&m=qwen2.5-7b&g=h100-sxm-80g&n=8";
const FAR: &str = "task=full&m=qwen2.5-7b&g=a100-sxm-80g&n=16";

/// Total 1,000, 2 yuan a card and hour, as many cards paid as used.
fn money(s: &mut Scene) {
    s.entry.total.likely = 1000.0;
    s.entry.gpu_hour = 2.0;
    s.entry.billed = s.entry.count;
    s.entry.hours = Band { low: 90.0, likely: 100.0, high: 110.0 };
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "backend-gloo",
        plan: FULL,
        fires: |s| s.set("backend", "gloo"),
        values: &[("cards", 8.0)],
        silent: |s| s.set("backend", "nccl"),
    },
    Case {
        rule: "tp-without-nvlink",
        plan: TENSOR,
        fires: |s| s.offer.link = Link::Pcie,
        // 30 % of 31 GB/s: no peer access.
        values: &[("tp", 4.0), ("gbs", 9.3)],
        silent: |s| s.offer.link = Link::Nvlink,
    },
    Case {
        rule: "shard-without-nvlink",
        plan: SHARDS,
        fires: |s| s.offer.link = Link::Pcie,
        // 30 % of 31 GB/s.
        values: &[("gbs", 9.3)],
        silent: |s| s.way.layout.zero = Zero::Z2,
    },
    Case {
        rule: "ddp-fits-better",
        plan: "task=full&m=qwen2.5-1.5b&g=a100-sxm-80g&n=8&zero=3",
        fires: |s| s.way.pace.step_s = Uncertain::exact(500.0),
        values: &[("now", 500.0)],
        silent: |s| s.way.layout.zero = Zero::Z0,
    },
    Case {
        rule: "geforce-no-p2p",
        plan: TENSOR,
        fires: |_| {},
        values: &[("cards", 4.0), ("gbs", 9.3)],
        silent: |s| s.entry.count = 1,
    },
    Case {
        rule: "nccl-hang",
        plan: TENSOR,
        fires: |s| s.set("sym", "hang"),
        values: &[("cards", 4.0)],
        silent: |s| s.set("sym", "oom"),
    },
    Case {
        rule: "bridge-pairs",
        plan: "task=full&m=qwen2.5-1.5b&g=a100-pcie-80g&n=4",
        fires: |s| {
            s.gpu.link = Link::NvlinkBridge;
            s.offer.link = Link::NvlinkBridge;
            s.way.layout.machines = 1;
            (s.gpu.link_gbs, s.gpu.pcie_gen10, s.gpu.pcie_lanes) = (600.0, 40, 16);
        },
        // 75 % of 300 GB/s in a pair, 65 % of 31 GB/s over PCIe.
        values: &[("cards", 4.0), ("pair", 225.0), ("gbs", 20.15)],
        silent: |s| s.gpu.link = Link::Nvlink,
    },
    Case {
        rule: "nvlink-cut",
        plan: FULL,
        fires: |s| {
            s.gpu.id = "h800-sxm-80g".into();
            s.gpu.link_gbs = 400.0;
        },
        values: &[("gbs", 400.0), ("full", 900.0), ("seen", 204.0)],
        silent: |s| s.gpu.id = "h100-sxm-80g".into(),
    },
    Case {
        rule: "link-unknown",
        plan: "task=full&m=qwen2.5-7b&g=h100-sxm-80g&n=8&tp=4",
        fires: |s| s.offer.link = Link::Unknown,
        values: &[("cards", 8.0)],
        silent: |s| s.offer.link = Link::Nvlink,
    },
    Case {
        rule: "busbw-low",
        plan: FULL,
        fires: |s| s.set("dbus", "300"),
        values: &[("read", 300.0), ("expected", 460.0)],
        silent: |s| s.set("dbus", "420"),
    },
    Case {
        rule: "duplex-confusion",
        plan: FULL,
        fires: |s| {
            s.set("qlink", "600");
            s.set("dbus", "235");
        },
        values: &[("said", 600.0), ("one", 300.0), ("read", 235.0)],
        silent: |s| s.set("qlink", "300"),
    },
    Case {
        rule: "multi-node-no-rdma",
        plan: FAR,
        fires: |s| {
            (s.offer.rdma, s.offer.network_gbps) = (None, 100.0);
            (s.entry.machines, s.way.layout.machines) = (2, 2);
        },
        values: &[("machines", 2.0), ("gbps", 100.0)],
        silent: |s| s.offer.rdma = Some(true),
    },
    Case {
        rule: "one-node-rdma",
        plan: FULL,
        fires: |s| {
            money(s);
            s.set("rdma", "1");
            s.entry.machines = 1;
            let mut other = s.entry.clone();
            (other.machines, other.total.likely) = (2, 800.0);
            other.not_eligible = vec![Ineligible::NeedsRdma];
            s.entries = vec![s.entry.clone(), other];
        },
        values: &[("cards", 8.0), ("more", 1.0), ("from", 800.0)],
        silent: |s| s.entry.machines = 2,
    },
    Case {
        rule: "straggler",
        plan: FULL,
        fires: |s| {
            money(s);
            s.set("dslow", "0.12");
        },
        values: &[("share", 0.12), ("cards", 8.0), ("cost", 120.0)],
        silent: |s| s.set("dslow", "0.04"),
    },
    Case {
        rule: "node-shape",
        plan: "task=lora&m=qwen2.5-7b&g=a800-sxm-80g&n=2",
        fires: |s| {
            money(s);
            s.offer.cards = Cards::Exact(8);
            (s.entry.count, s.entry.billed) = (2, 8);
            s.way.pace.work_h = crate::units::Uncertain::exact(20.0);
        },
        values: &[("sold_as", 8.0), ("used", 2.0), ("idle", 0.75), ("each", 8.0), ("all", 8.0)],
        silent: |s| s.entry.billed = 2,
    },
    Case {
        rule: "uneven-heads",
        plan: TENSOR,
        fires: |s| s.way.layout.tp = 12,
        // Qwen2.5 32B has 8 key/value heads.
        values: &[("kv_heads", 8.0), ("tp", 12.0), ("even", 4.0)],
        silent: |s| s.way.layout.tp = 8,
    },
    Case {
        rule: "virtual-p2p-lost",
        plan: FULL,
        fires: |s| {
            s.plan.claim.sharing = Some(Sharing::Passthrough);
            s.set("dbus", "20");
        },
        values: &[("read", 20.0), ("expected", 460.0)],
        silent: |s| s.plan.claim.sharing = Some(Sharing::Whole),
    },
    Case {
        rule: "ask-one-machine",
        plan: FULL,
        fires: |s| {
            money(s);
            s.entry.notes = vec![Note::AskOneMachine];
        },
        values: &[("cards", 8.0), ("hour", 16.0)],
        silent: |s| s.entry.notes.clear(),
    },
];
