//! Several cards and what joins them.

use super::{Fired, Rule, View, fired};
use crate::catalog::{Cards, Link};
use crate::engine::report::Severity;
use crate::plan::Zero;

/// In the order of `advice.md` §3.
pub const RULES: &[Rule] = &[
    Rule { id: "tp-without-nvlink", severity: Severity::Careful, check: tp_over_pcie },
    Rule { id: "shard-without-nvlink", severity: Severity::Careful, check: shard_over_pcie },
    Rule { id: "geforce-no-p2p", severity: Severity::Info, check: no_peer },
    Rule { id: "bridge-pairs", severity: Severity::Careful, check: bridges },
    Rule { id: "nvlink-cut", severity: Severity::Info, check: cut_link },
    Rule { id: "link-unknown", severity: Severity::Careful, check: unknown_link },
    Rule { id: "multi-node-no-rdma", severity: Severity::Careful, check: no_rdma },
    Rule { id: "one-node-rdma", severity: Severity::Info, check: needless_rdma },
    Rule { id: "node-shape", severity: Severity::Careful, check: node_shape },
    Rule { id: "uneven-heads", severity: Severity::Info, check: uneven_heads },
];

fn link(v: &View<'_>) -> Link {
    if v.offer.link == Link::Unknown { v.gpu.link } else { v.offer.link }
}

/// Serving over PCIe reached 0.53 to 0.61 of the ideal (speed.md part B).
fn tp_over_pcie(v: &View<'_>) -> Option<Fired> {
    if v.way.layout.tp < 2 || link(v) != Link::Pcie {
        return None;
    }
    fired(v.entry.total.likely * 0.4, &[("tp", f64::from(v.way.layout.tp)), ("gbs", v.gpu.pcie_gbs())])
}

fn shard_over_pcie(v: &View<'_>) -> Option<Fired> {
    let sharded = matches!(v.way.layout.zero, Zero::Z3 | Zero::Hybrid);
    if !sharded || v.entry.count < 2 || link(v) != Link::Pcie {
        return None;
    }
    fired(v.entry.total.likely * 0.3, &[("gbs", v.gpu.pcie_gbs())])
}

/// gpus.md §8: the stock driver refuses peer access on GeForce 40 and 50.
fn no_peer(v: &View<'_>) -> Option<Fired> {
    if v.entry.count < 2 || v.gpu.peer_access() {
        return None;
    }
    fired(0.0, &[("cards", f64::from(v.entry.count))])
}

fn bridges(v: &View<'_>) -> Option<Fired> {
    if v.gpu.link != Link::NvlinkBridge || v.way.layout.per_machine() <= 2 {
        return None;
    }
    fired(0.0, &[("cards", f64::from(v.way.layout.per_machine()))])
}

/// A800 and H800: 400 GB/s where the originals have 600 and 900 (gpus.md §8).
fn cut_link(v: &View<'_>) -> Option<Fired> {
    if v.entry.count < 2 || !(v.gpu.id.starts_with("a800-") || v.gpu.id.starts_with("h800-")) {
        return None;
    }
    fired(0.0, &[("gbs", f64::from(v.gpu.link_gbs))])
}

fn unknown_link(v: &View<'_>) -> Option<Fired> {
    let in_machine = v.way.layout.per_machine();
    if in_machine < 2 || v.offer.link != Link::Unknown || v.gpu.link == Link::Pcie {
        return None;
    }
    fired(v.entry.total.high - v.entry.total.likely, &[("cards", f64::from(in_machine))])
}

fn no_rdma(v: &View<'_>) -> Option<Fired> {
    if v.entry.machines < 2 || v.offer.rdma == Some(true) {
        return None;
    }
    fired(
        v.entry.total.high - v.entry.total.likely,
        &[("machines", f64::from(v.entry.machines)), ("gbps", f64::from(v.offer.network_gbps))],
    )
}

fn needless_rdma(v: &View<'_>) -> Option<Fired> {
    if !v.plan.limits.rdma || v.entry.machines > 1 {
        return None;
    }
    fired(0.0, &[("cards", f64::from(v.entry.count))])
}

fn node_shape(v: &View<'_>) -> Option<Fired> {
    let e = v.entry;
    if e.billed <= e.count {
        return None;
    }
    let size = match v.offer.cards {
        Cards::Exact(n) | Cards::Min(n) | Cards::UpTo(n, _) => f64::from(n),
    };
    let idle = 1.0 - f64::from(e.count) / f64::from(e.billed);
    fired(e.total.likely * idle, &[("sold_as", size), ("used", f64::from(e.count)), ("idle", idle)])
}

fn uneven_heads(v: &View<'_>) -> Option<Fired> {
    let kv = v.job.arch.main_attention()?.kv_heads;
    let tp = v.way.layout.tp;
    if tp < 2 || kv == 0 || kv.is_multiple_of(tp) {
        return None;
    }
    fired(0.0, &[("kv_heads", f64::from(kv)), ("tp", f64::from(tp))])
}
