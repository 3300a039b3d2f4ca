//! Several cards and links: `advice.md` §3.

use super::Value::{Count, Gbps, Gbs, Share};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::{Cards, Link};
use crate::engine::report::Note;
use crate::plan::Zero;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("tp-without-nvlink", "INF, NCCL1639", tp_over_pcie),
    warn("shard-without-nvlink", "TRAIN", shard_over_pcie),
    info("geforce-no-p2p", "TINY, NCCL1639", no_peer),
    warn("bridge-pairs", "NHC", bridges),
    info("nvlink-cut", "GPUF", cut_link),
    warn("link-unknown", "OFF", unknown_link),
    warn("multi-node-no-rdma", "SM-net", no_rdma),
    info("one-node-rdma", "SM-net", needless_rdma),
    warn("node-shape", "COST", node_shape),
    info("uneven-heads", "INF", uneven_heads),
    warn("ask-one-machine", "OFF", one_machine),
];

fn link(v: &View<'_>) -> Link {
    if v.offer.link == Link::Unknown { v.gpu.link } else { v.offer.link }
}

/// Serving over PCIe reached 0.53 to 0.61 of the ideal (speed.md part B).
fn tp_over_pcie(v: &View<'_>) -> Answer {
    if v.way.layout.tp < 2 || link(v) != Link::Pcie {
        return None;
    }
    Some(fired(
        v.entry.total.likely * 0.4,
        &[("tp", Count(f64::from(v.way.layout.tp))), ("gbs", Gbs(v.gpu.pcie_gbs()))],
    ))
}

fn shard_over_pcie(v: &View<'_>) -> Answer {
    let sharded = matches!(v.way.layout.zero, Zero::Z3 | Zero::Hybrid);
    if !sharded || v.entry.count < 2 || link(v) != Link::Pcie {
        return None;
    }
    Some(fired(v.entry.total.likely * 0.3, &[("gbs", Gbs(v.gpu.pcie_gbs()))]))
}

/// gpus.md §8: the stock driver refuses peer access on GeForce 40 and 50.
fn no_peer(v: &View<'_>) -> Answer {
    if v.entry.count < 2 || v.gpu.peer_access() {
        return None;
    }
    Some(fired(0.0, &[("cards", Count(f64::from(v.entry.count)))]))
}

fn bridges(v: &View<'_>) -> Answer {
    if v.gpu.link != Link::NvlinkBridge || v.way.layout.per_machine() <= 2 {
        return None;
    }
    Some(fired(0.0, &[("cards", Count(f64::from(v.way.layout.per_machine())))]))
}

/// A800 and H800: 400 GB/s where the originals have 600 and 900 (gpus.md §8).
fn cut_link(v: &View<'_>) -> Answer {
    if v.entry.count < 2 || !(v.gpu.id.starts_with("a800-") || v.gpu.id.starts_with("h800-")) {
        return None;
    }
    Some(fired(0.0, &[("gbs", Gbs(f64::from(v.gpu.link_gbs)))]))
}

fn unknown_link(v: &View<'_>) -> Answer {
    let in_machine = v.way.layout.per_machine();
    if in_machine < 2 || v.offer.link != Link::Unknown || v.gpu.link == Link::Pcie {
        return None;
    }
    Some(fired(v.entry.total.high - v.entry.total.likely, &[("cards", Count(f64::from(in_machine)))]))
}

fn no_rdma(v: &View<'_>) -> Answer {
    if v.entry.machines < 2 || v.offer.rdma == Some(true) {
        return None;
    }
    Some(fired(
        v.entry.total.high - v.entry.total.likely,
        &[("machines", Count(f64::from(v.entry.machines))), ("gbps", Gbps(f64::from(v.offer.network_gbps)))],
    ))
}

fn needless_rdma(v: &View<'_>) -> Answer {
    if !v.plan.limits.rdma || v.entry.machines > 1 {
        return None;
    }
    Some(fired(0.0, &[("cards", Count(f64::from(v.entry.count)))]))
}

fn node_shape(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.billed <= e.count {
        return None;
    }
    let size = match v.offer.cards {
        Cards::Exact(n) | Cards::Min(n) | Cards::UpTo(n, _) => f64::from(n),
    };
    let idle = 1.0 - f64::from(e.count) / f64::from(e.billed);
    Some(fired(
        e.total.likely * idle,
        &[("sold_as", Count(size)), ("used", Count(f64::from(e.count))), ("idle", Share(idle))],
    ))
}

fn uneven_heads(v: &View<'_>) -> Answer {
    let kv = v.job.arch.main_attention()?.kv_heads;
    let tp = v.way.layout.tp;
    if tp < 2 || kv == 0 || kv.is_multiple_of(tp) {
        return None;
    }
    Some(fired(0.0, &[("kv_heads", Count(f64::from(kv))), ("tp", Count(f64::from(tp)))]))
}

fn one_machine(v: &View<'_>) -> Answer {
    if !v.entry.notes.contains(&Note::AskOneMachine) {
        return None;
    }
    Some(fired(v.entry.total.likely, &[("cards", Count(f64::from(v.entry.count)))]))
}
