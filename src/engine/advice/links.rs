//! Several cards and links: `advice.md` §3.

use super::Value::{
    AssumedGbps, Count, Gb, Gbps, Gbs, Hours, Link as Joined, Money, MoneyPerHour, Seconds, Share, Unknown,
};
use super::{Answer, Fired, Rule, View, fired, info, warn};
use crate::catalog::{Cards, Link, Vendor};
use crate::engine::layout::Device;
use crate::engine::memory::Fit;
use crate::engine::report::{Entry, Ineligible, Note};
use crate::engine::search::{device, evaluate};
use crate::engine::speed::interconnect::{bus_bandwidth, wires};
use crate::engine::speed::{Moved, moved};
use crate::plan::{Backend, Field, Sharing, Symptom, Zero};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("backend-gloo", "PTDIST", gloo),
    warn("tp-without-nvlink", "INF, NCCL1639", tp_over_pcie),
    warn("shard-without-nvlink", "TRAIN", shard_over_pcie),
    info("ddp-fits-better", "TRAIN", needless_shards),
    info("geforce-no-p2p", "TINY, NCCL1639", no_peer),
    warn("nccl-hang", "NCCLT117, XGB11242", hang),
    warn("bridge-pairs", "NHC", bridges),
    info("nvlink-cut", "GPUF", cut_link),
    warn("link-unknown", "OFF", unknown_link),
    warn("busbw-low", "NHC, SM-net", slow_bus),
    info("duplex-confusion", "SM-net", both_ways),
    warn("multi-node-no-rdma", "SM-net", no_rdma),
    info("one-node-rdma", "SM-net", needless_rdma),
    warn("straggler", "SM-acc", straggler),
    warn("node-shape", "COST", node_shape),
    info("uneven-heads", "INF", uneven_heads),
    info("virtual-p2p-lost", "VGPUP2P, SM-net", virtual_peers),
    warn("ask-one-machine", "OFF", one_machine),
];

/// The winner's card as sold.
fn sold<'a>(v: &View<'a>) -> Device<'a> {
    device(v.gpu, v.offer)
}

fn traffic(v: &View<'_>) -> Option<Moved> {
    moved(v.job, &v.way.layout, &sold(v))
}

fn cards(v: &View<'_>) -> super::Value {
    Count(f64::from(v.entry.count))
}

/// Not PCIe: computing hides exchange on these (speed, `Wires::hides`).
const fn fabric(link: Link) -> bool {
    matches!(link, Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::Other)
}

/// Needing a fast link changes the plan where an offer that may win has one.
fn faster_link(v: &View<'_>, out: Fired) -> Fired {
    let linked =
        |e: &Entry| v.catalog.offer(e.offer).is_some_and(|o| fabric(device(v.catalog.gpu(e.gpu), o).link));
    if v.best(|e| e.count > 1 && linked(e)).is_some() { out.offering(Field::Nvlink, "1") } else { out }
}

fn gloo(v: &View<'_>) -> Answer {
    if v.plan.env.backend != Some(Backend::Gloo) || v.entry.count < 2 {
        return None;
    }
    let other = if v.gpu.vendor == Vendor::Huawei { Backend::Hccl } else { Backend::Nccl };
    let share = traffic(v).map_or(0.0, |m| m.shown_s / m.step_s);
    Some(fired(v.total() * share, &[("cards", cards(v))]).offering(Field::Backend, other.word()))
}

/// Serving over PCIe reached 0.53 to 0.61 of the ideal (speed.md part B).
fn tp_over_pcie(v: &View<'_>) -> Answer {
    let tp = v.way.layout.tp;
    if tp < 2 || sold(v).link != Link::Pcie {
        return None;
    }
    let m = traffic(v)?;
    let values = &[
        ("tp", Count(f64::from(tp))),
        ("gb", Gb(m.near / 1e9)),
        ("gbs", Gbs(m.wires.card / 1e9)),
        ("comm", Seconds(m.shown_s)),
        ("step", Seconds(m.step_s)),
    ];
    let out = faster_link(v, fired(v.total() * m.shown_s / m.step_s, values));
    if !out.offer.is_empty() {
        return Some(out);
    }
    // Stages instead of slices, where they are faster.
    let stages = tp.to_string();
    let change = [(Field::Tp, "1"), (Field::Pp, stages.as_str())];
    let faster = v.again(&change).is_some_and(|a| a.fit != Fit::No && a.step_s > 0.0 && a.step_s < m.step_s);
    Some(if faster { out.offering(Field::Tp, "1").offering(Field::Pp, stages) } else { out })
}

const fn sharded(zero: Zero) -> bool {
    matches!(zero, Zero::Z3 | Zero::Hybrid)
}

/// The step with states kept whole on every card, where they fit and it is faster.
fn whole(v: &View<'_>) -> Option<f64> {
    let then = v.again(&[(Field::Zero, "0")]).filter(|a| a.fit == Fit::Fits && a.step_s > 0.0)?;
    (then.step_s < v.way.pace.step_s.likely).then_some(then.step_s)
}

fn shard_over_pcie(v: &View<'_>) -> Answer {
    if !sharded(v.way.layout.zero) || v.entry.count < 2 || sold(v).link != Link::Pcie {
        return None;
    }
    let m = traffic(v)?;
    let values = &[
        ("gbs", Gbs(m.wires.bulk / 1e9)),
        ("gb", Gb(m.near / 1e9)),
        ("comm", Seconds(m.shown_s)),
        ("step", Seconds(m.step_s)),
    ];
    let out = fired(v.total() * m.shown_s / m.step_s, values);
    Some(if whole(v).is_some() { out.offering(Field::Zero, "0") } else { faster_link(v, out) })
}

fn needless_shards(v: &View<'_>) -> Answer {
    if !sharded(v.way.layout.zero) || v.entry.count < 2 {
        return None;
    }
    let (now, then) = (v.way.pace.step_s.likely, whole(v)?);
    let values = &[("then", Seconds(then)), ("now", Seconds(now))];
    Some(fired(v.total() * (1.0 - then / now), values).offering(Field::Zero, "0"))
}

/// gpus.md §8: the stock driver refuses peer access on GeForce 40 and 50.
fn no_peer(v: &View<'_>) -> Answer {
    if v.entry.count < 2 || v.gpu.peer_access() {
        return None;
    }
    let gbs = wires(&sold(v), &v.way.layout).card / 1e9;
    Some(fired(0.0, &[("cards", cards(v)), ("gbs", Gbs(gbs))]))
}

fn hang(v: &View<'_>) -> Answer {
    if v.plan.day.symptom != Some(Symptom::Hang) || v.entry.count < 2 || v.gpu.peer_access() {
        return None;
    }
    Some(fired(v.total(), &[("cards", cards(v))]))
}

fn bridges(v: &View<'_>) -> Answer {
    let inside = v.way.layout.per_machine();
    if v.gpu.link != Link::NvlinkBridge || inside <= 2 {
        return None;
    }
    let w = wires(&sold(v), &v.way.layout);
    let pair =
        wires(&sold(v), &crate::engine::layout::Layout { dp: 2, ..crate::engine::layout::Layout::SINGLE });
    let values =
        &[("cards", Count(f64::from(inside))), ("gbs", Gbs(w.card / 1e9)), ("pair", Gbs(pair.card / 1e9))];
    let out = fired(traffic(v).map_or(0.0, |m| v.total() * m.shown_s / m.step_s), values);
    Some(if v.way.layout.tp > 2 { out.offering(Field::Tp, "2") } else { out })
}

/// A800 and H800: 400 GB/s where the originals have 600 and 900 (gpus.md §8).
fn cut_link(v: &View<'_>) -> Answer {
    let full = match v.gpu.id.get(..5) {
        Some("a800-") => 600.0,
        Some("h800-") => 900.0,
        _ => return None,
    };
    if v.entry.count < 2 {
        return None;
    }
    let seen = bus_bandwidth(&v.gpu.id, 8).unwrap_or(wires(&sold(v), &v.way.layout).card / 1e9);
    let link = f64::from(v.gpu.link_gbs);
    Some(fired(0.0, &[("gbs", Gbs(link)), ("full", Gbs(full)), ("seen", Gbs(seen))]))
}

/// Seconds of a step and hours of work if the cards were joined by `link`.
fn joined_by(v: &View<'_>, link: Link) -> Option<(f64, f64)> {
    let device = Device { link, ..sold(v) };
    let ways = evaluate::ways(v.job, v.plan, &device, v.entry.count, v.way.layout.per_machine());
    let pace = &ways.best()?.pace;
    (pace.step_s.likely > 0.0).then_some((pace.step_s.likely, pace.work_h.likely))
}

/// The link is not stated and the card can have a fast one. Sums move with the hours of work, at the
/// price per hour.
fn unknown_link(v: &View<'_>) -> Answer {
    let in_machine = v.way.layout.per_machine();
    if in_machine < 2 || v.offer.link != Link::Unknown || v.gpu.link == Link::Pcie {
        return None;
    }
    let (fast, slow) = (joined_by(v, v.gpu.link)?, joined_by(v, Link::Pcie)?);
    // Where the wires hardly count, nobody need ask.
    if slow.0 < 1.05 * fast.0 {
        return None;
    }
    let hour = v.entry.hour();
    let cost = |work_h: f64| v.total() + hour * (work_h - v.way.pace.work_h.likely);
    let values = &[
        ("cards", Count(f64::from(in_machine))),
        ("fast", Seconds(fast.0)),
        ("slow", Seconds(slow.0)),
        ("link", Joined(v.gpu.link)),
        // A service costs the same, quick or slow.
        ("low", if v.job.task.service() { Unknown } else { Money(cost(fast.1)) }),
        ("high", if v.job.task.service() { Unknown } else { Money(cost(slow.1)) }),
    ];
    Some(fired(cost(slow.1) - cost(fast.1), values))
}

/// Measured and expected bus bandwidth, where both are known and the measured one is too low.
fn bus(v: &View<'_>) -> Option<(f64, f64)> {
    let expected = bus_bandwidth(&v.gpu.id, v.way.layout.per_machine())?;
    v.plan.day.busbw_gbs.filter(|m| *m < 0.9 * expected).map(|m| (m, expected))
}

fn slow_bus(v: &View<'_>) -> Answer {
    let (read, expected) = bus(v)?;
    let longer = traffic(v).map_or(0.0, |m| m.shown_s * (expected / read - 1.0) / m.step_s);
    Some(fired(
        v.total() * longer,
        &[("read", Gbs(read)), ("expected", Gbs(expected)), ("longer", Share(longer))],
    ))
}

/// Vendors add both directions; all-reduce shows about 0.78 of one (600, 300, 235 GB/s).
fn both_ways(v: &View<'_>) -> Answer {
    let (said, read) = (v.plan.claim.link_gbs?, v.plan.day.busbw_gbs?);
    if !(1.8..=3.2).contains(&(said / read.max(1e-9))) {
        return None;
    }
    Some(fired(0.0, &[("said", Gbs(said)), ("one", Gbs(said / 2.0)), ("read", Gbs(read))]))
}

fn no_rdma(v: &View<'_>) -> Answer {
    if v.entry.machines < 2 || v.offer.rdma == Some(true) {
        return None;
    }
    let m = traffic(v)?;
    let share = (m.far_s / m.step_s).min(1.0);
    // A hundredth of a step is not worth another offer (a choice of ours).
    if share < 0.01 {
        return None;
    }
    let values = &[
        ("machines", Count(f64::from(v.entry.machines))),
        ("gb", Gb(m.far / 1e9)),
        ("gbps", if m.wires.assumed { AssumedGbps(m.wires.gbps) } else { Gbps(m.wires.gbps) }),
        ("seconds", Seconds(m.far_s)),
        ("share", Share(share)),
    ];
    Some(fired(v.total() * share, values).offering(Field::Rdma, "1"))
}

/// Offers of several machines that only fall because RDMA is asked for.
fn needless_rdma(v: &View<'_>) -> Answer {
    if !v.plan.limits.rdma || v.entry.machines > 1 {
        return None;
    }
    let asked = |r: &Ineligible| matches!(r, Ineligible::NeedsRdma | Ineligible::NeedUnknown);
    let more = || {
        v.entries
            .iter()
            .filter(|e| e.machines > 1 && !e.not_eligible.is_empty() && e.not_eligible.iter().all(asked))
    };
    let least = more().map(|e| e.total.likely).fold(v.total(), f64::min);
    let values = &[("cards", cards(v)), ("more", Count(more().count() as f64)), ("from", Money(least))];
    Some(fired(v.total() - least, values).offering(Field::Rdma, "0"))
}

fn straggler(v: &View<'_>) -> Answer {
    let slower = v.plan.day.slowest.filter(|s| *s > 0.05)?;
    if v.entry.count < 2 {
        return None;
    }
    let cost = v.total() * slower;
    Some(fired(cost, &[("share", Share(slower)), ("cards", cards(v)), ("cost", Money(cost))]))
}

fn node_shape(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.billed <= e.count {
        return None;
    }
    let size = match v.offer.cards {
        Cards::Exact(n) | Cards::Min(n) | Cards::UpTo(n, _) => f64::from(n),
    };
    let (billed, used) = (f64::from(e.billed), f64::from(e.count));
    let all = e.billed.to_string();
    let now = v.way.pace.work_h.likely;
    let then = v.again(&[(Field::Count, &all)]).filter(|a| a.fit != Fit::No && a.work_h > 0.0);
    let hours = then.as_ref().map_or(e.hours.likely, |a| (e.hours.likely - now + a.work_h).max(0.0));
    let idle = 1.0 - used / billed;
    let values = &[
        ("sold_as", Count(size)),
        ("used", Count(used)),
        ("idle", Share(idle)),
        ("each", MoneyPerHour(e.gpu_hour * billed / used)),
        ("all", Count(billed)),
        ("hours", if v.job.task.service() { Unknown } else { Hours(hours) }),
    ];
    let out = fired(v.total() * idle, values);
    Some(if hours < e.hours.likely { out.offering(Field::Count, all) } else { out })
}

const fn common(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common(b, a % b) }
}

fn uneven_heads(v: &View<'_>) -> Answer {
    let kv = v.job.arch.main_attention()?.kv_heads;
    let tp = v.way.layout.tp;
    if tp < 2 || kv == 0 || kv.is_multiple_of(tp) {
        return None;
    }
    let even = common(kv, tp);
    let values =
        &[("kv_heads", Count(f64::from(kv))), ("tp", Count(f64::from(tp))), ("even", Count(f64::from(even)))];
    let text = even.to_string();
    let fits = v.again(&[(Field::Tp, &text)]).is_some_and(|a| a.fit != Fit::No);
    let out = fired(0.0, values);
    Some(if fits { out.offering(Field::Tp, text) } else { out })
}

fn virtual_peers(v: &View<'_>) -> Answer {
    let virtual_machine = matches!(v.plan.claim.sharing, Some(Sharing::Vgpu | Sharing::Passthrough));
    if !virtual_machine || !matches!(v.gpu.link, Link::Nvlink | Link::NvlinkBridge) {
        return None;
    }
    let (read, expected) = bus(v)?;
    Some(fired(0.0, &[("read", Gbs(read)), ("expected", Gbs(expected))]))
}

/// Found out at the first start: an hour is lost.
fn one_machine(v: &View<'_>) -> Answer {
    if !v.entry.notes.contains(&Note::AskOneMachine) {
        return None;
    }
    let hour = v.entry.hour();
    Some(fired(hour, &[("cards", cards(v)), ("hour", MoneyPerHour(hour))]))
}
