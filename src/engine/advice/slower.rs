//! Slower than expected: host, data, clocks: `advice.md` §2.

use super::Value::{Count, Figure, Gbs, Gib, Gpu, Hours, Mhz, Money, Seconds, Share, Tflops, Tokens, Watts};
use super::day::{Reading, Standing};
use super::{Answer, Rule, Value, View, fired, info, warn};
use crate::engine::cost::Side;
use crate::engine::memory::Fit;
use crate::plan::{Field, Precision, Task};
use crate::units::GIB;

/// In the order of `advice.md`; the last three judge the test of the first day.
pub const RULES: &[Rule] = &[
    warn("cpu-per-gpu", "SM-cpu", vcpus),
    info("cpu-unknown", "OFF", vcpus_unknown),
    warn("ram-per-gpu", "SM-ram", host_memory),
    warn("loader-slower-than-step", "SM-perf", loader),
    warn("loader-workers-zero", "SM-perf", no_workers),
    info("dali-image-only", "DALI", dali),
    warn("slow-shared-disk", "SM-storage", slow_disk),
    warn("pcie-narrow", "SMIMAN, NVBW", narrow),
    info("pcie-idle-reading", "SMIMAN", idle_reading),
    info("pcie-gen-below-card", "SM-nv", old_slot),
    warn("thermal-throttle", "NHC, SM-nv", thermal),
    warn("power-brake", "NHC", brake),
    warn("power-limit-low", "GPUF, SMIMAN", power_limit),
    info("power-cap-normal", "NHC", power_cap),
    info("util-misleads", "SM-nv", utilisation),
    warn("micro-batch-too-small", "TRAIN", micro_batch),
    warn("fp32-left-on", "TRAIN", fp32),
    info("tf32-off", "GPUF", tf32),
    info("fp8-option", "TRAIN", fp8),
    info("compile-option", "TRAIN", compile),
    warn("small-model-one-card", "TRAIN", small_model),
    info("boot-time-billed", "COST", boot),
    warn("measured-below-model", "SM-perf", measured),
    warn("sparse-tflops", "GPUF", sparse),
    warn("matmul-low", "SM-acc; checklists.md B-10", |v| short(v, Reading::Matmul, Tflops)),
    warn("memory-rate-low", "DCGMDOC; checklists.md B-13", |v| short(v, Reading::MemoryRate, Gbs)),
    warn("host-copy-low", "NHC, NVBW; checklists.md B-11", |v| short(v, Reading::HostCopy, Gbs)),
];

/// Loader workers that a job is taken to use where nobody says.
const WORKERS: f64 = 2.0;

fn workers(v: &View<'_>) -> f64 {
    v.plan.env.workers.map_or(WORKERS, f64::from)
}

/// vCPUs of the machine: what the plan says, else the offer.
fn stated_vcpus(v: &View<'_>) -> Option<f64> {
    v.plan.env.vcpus.map(f64::from).or((v.offer.vcpus > 0).then_some(f64::from(v.offer.vcpus)))
}

/// Per card one process and its loader workers, four for the system; two vCPU are a core.
fn vcpus(v: &View<'_>) -> Answer {
    let cards = f64::from(v.offer.shape.max(1));
    if !v.job.task.trains() {
        return None;
    }
    let vcpus = stated_vcpus(v)?;
    let (cores, need) = (vcpus / 2.0, cards * (workers(v) + 1.0) + 4.0);
    if cores >= need {
        return None;
    }
    let out = fired(
        0.0,
        &[
            ("vcpus", Count(vcpus)),
            ("cores", Count(cores)),
            ("need", Count(need)),
            ("wanted", Count(2.0 * need)),
        ],
    );
    let fewer = ((cores - 4.0) / cards - 1.0) as u32;
    Some(if fewer > 0 { out.offering(Field::Workers, fewer.to_string()) } else { out })
}

fn vcpus_unknown(v: &View<'_>) -> Answer {
    if stated_vcpus(v).is_some() || !v.job.task.image() {
        return None;
    }
    let each = |o: &crate::catalog::Offer| f64::from(o.vcpus) / f64::from(o.shape.max(1));
    let stated = || v.catalog.offers.iter().filter(|o| o.vcpus > 0).map(each);
    let (low, high) = (stated().fold(f64::INFINITY, f64::min), stated().fold(0.0, f64::max));
    Some(fired(0.0, &[("low", Count(low)), ("high", Count(high))]))
}

fn host_memory(v: &View<'_>) -> Answer {
    let cards = f64::from(v.offer.shape.max(1)) * f64::from(v.gpu.memory_gb);
    let host = v.plan.env.host_gib.unwrap_or(f64::from(v.offer.host_gib));
    // What the job itself keeps in host memory (offload) where that is more.
    let need = cards.max(v.way.memory.host / GIB);
    if host <= 0.0 || host >= cards {
        return None;
    }
    Some(fired(0.0, &[("host", Gib(host)), ("cards", Gib(cards)), ("need", Gib(need))]))
}

fn step(v: &View<'_>) -> f64 {
    v.way.pace.step_s.likely
}

fn loader(v: &View<'_>) -> Answer {
    let (load, step) = (v.plan.day.load_s?, step(v));
    if step <= 0.0 || load <= step {
        return None;
    }
    let idle = 1.0 - step / load;
    let more = (workers(v).max(1.0) * load / step).ceil();
    let cost = v.total() * idle;
    let values = &[
        ("load", Seconds(load)),
        ("step", Seconds(step)),
        ("idle", Share(idle)),
        ("cost", Money(cost)),
        ("workers", Count(more)),
    ];
    Some(fired(cost, values).offering(Field::Workers, (more as u32).to_string()))
}

fn no_workers(v: &View<'_>) -> Answer {
    if v.plan.env.workers != Some(0) || !v.job.task.trains() {
        return None;
    }
    let each = if v.job.task.image() { 4 } else { 2 };
    let out = fired(v.total() * 0.5, &[("workers", Count(f64::from(each)))]);
    Some(out.offering(Field::Workers, each.to_string()))
}

/// Decoding on the card takes 1 to 2 GiB of it (assumption of `advice.md`).
fn dali(v: &View<'_>) -> Answer {
    if !v.job.task.image() || vcpus(v).is_none() {
        return None;
    }
    let spare = (v.entry.usable - v.entry.need.high).max(0.0) / GIB;
    Some(fired(0.0, &[("spare", Gib(spare))]))
}

/// Cold import of a framework: about 2 s from cache, 20 s on a slow network disk.
fn slow_disk(v: &View<'_>) -> Answer {
    let seconds = v.plan.day.import_s.filter(|s| *s > 10.0)?;
    Some(fired(0.0, &[("seconds", Seconds(seconds))]))
}

/// Lanes of the card by the catalog and as read under load.
fn lanes(v: &View<'_>) -> Option<(f64, f64)> {
    let (read, full) = (v.plan.day.pcie_lanes?, u32::from(v.gpu.pcie_lanes));
    (full > 0 && !v.plan.day.pcie_idle).then_some((f64::from(read), f64::from(full)))
}

fn narrow(v: &View<'_>) -> Answer {
    let (read, full) = lanes(v)?;
    if read >= full {
        return None;
    }
    let gbs = v.gpu.pcie_gbs();
    let values = &[
        ("lanes", Count(read)),
        ("full", Count(full)),
        ("gbs", Gbs(gbs * read / full)),
        ("full_gbs", Gbs(gbs)),
    ];
    Some(fired(0.0, values))
}

fn idle_reading(v: &View<'_>) -> Answer {
    let (read, best) = (v.plan.day.pcie_gen?, u32::from(v.gpu.pcie_gen10) / 10);
    if !v.plan.day.pcie_idle || best == 0 || read >= best {
        return None;
    }
    Some(fired(0.0, &[("gen", Count(f64::from(read))), ("best", Count(f64::from(best)))]))
}

fn old_slot(v: &View<'_>) -> Answer {
    let (read, best) = (v.plan.day.pcie_gen?, u32::from(v.gpu.pcie_gen10) / 10);
    if v.plan.day.pcie_idle || best == 0 || read >= best {
        return None;
    }
    let slot = crate::catalog::pcie_gbs(u8::try_from(read * 10).unwrap_or(0), v.gpu.pcie_lanes);
    let values = &[("gen", Count(f64::from(read))), ("gbs", Gbs(slot)), ("full_gbs", Gbs(v.gpu.pcie_gbs()))];
    Some(fired(0.0, values))
}

/// Hardware slowdown, hardware thermal, software thermal (checklists.md B-07).
const HEAT: u32 = 0x8 | 0x40 | 0x20;

/// Money for a day of the winner.
fn day(v: &View<'_>) -> f64 {
    v.entry.hour() * 24.0
}

fn thermal(v: &View<'_>) -> Answer {
    let d = &v.plan.day;
    let (clock, most) = (d.clock_mhz?, d.clock_max_mhz?);
    if d.throttle? & HEAT == 0 || clock >= most {
        return None;
    }
    let lost = 1.0 - clock / most;
    let values = &[
        ("clock", Mhz(clock)),
        ("most", Mhz(most)),
        ("share", Share(clock / most)),
        ("cost", Money(day(v) * lost)),
    ];
    Some(fired(v.total() * lost, values))
}

fn brake(v: &View<'_>) -> Answer {
    if v.plan.day.throttle? & 0x80 == 0 {
        return None;
    }
    Some(fired(v.total(), &[("cost", Money(day(v)))]))
}

fn power_limit(v: &View<'_>) -> Answer {
    let (limit, board) = (v.plan.day.power_w?, f64::from(v.gpu.tdp_w));
    if board <= 0.0 || limit >= 0.9 * board {
        return None;
    }
    Some(fired(v.total() * (1.0 - limit / board), &[("limit", Watts(limit)), ("board", Watts(board))]))
}

fn power_cap(v: &View<'_>) -> Answer {
    (v.plan.day.throttle? == 0x4).then(|| fired(0.0, &[]))
}

fn utilisation(v: &View<'_>) -> Answer {
    let shown = v.plan.day.utilisation?;
    Some(fired(0.0, &[("shown", Share(shown)), ("mfu", Share(v.way.pace.mfu))]))
        .filter(|_| v.way.pace.mfu > 0.0)
}

/// Below 4,096 tokens a micro-step, utilisation drops by about a third (speed.md, fitted -0.44 in
/// log MFU on A100).
fn micro_batch(v: &View<'_>) -> Answer {
    let l = &v.way.layout;
    let tokens = f64::from(l.micro_batch) * f64::from(v.job.seq);
    if !v.job.task.trains() || v.job.task.image() || tokens >= 4096.0 {
        return None;
    }
    let mut more = 4096_u32.div_ceil(v.job.seq.max(1));
    while more > l.micro_batch {
        let text = more.to_string();
        if let Some(a) = v.again(&[(Field::MicroBatch, &text)]).filter(|a| a.fit == Fit::Fits) {
            let faster = v.way.pace.work_h.likely / a.work_h.max(1e-9);
            let values = &[
                ("tokens", Tokens(tokens)),
                ("mfu", Share(v.way.pace.mfu)),
                ("batch", Count(f64::from(more))),
                ("faster", Figure(faster)),
                ("need", Gib(a.need / GIB)),
            ];
            let stake = v.total() * (1.0 - 1.0 / faster.max(1.0));
            return (faster > 1.02).then(|| fired(stake, values).offering(Field::MicroBatch, text));
        }
        more /= 2;
    }
    None
}

fn fp32(v: &View<'_>) -> Answer {
    let (to, faster) = match v.gpu {
        g if g.compute_capability >= 80 || g.bf16 > 0.0 => ("bf16", true),
        g => ("fp16", g.fp16 > g.fp32),
    };
    if v.job.precision != Precision::Fp32 || !v.job.task.trains() || !faster {
        return None;
    }
    let then = v.again(&[(Field::Precision, to)]).filter(|a| a.fit != Fit::No && a.work_h > 0.0)?;
    let now = v.way.pace.work_h.likely;
    if then.work_h >= now {
        return None;
    }
    let values = &[("hours", Hours(now)), ("then", Hours(then.work_h)), ("times", Figure(now / then.work_h))];
    Some(fired(v.total() * (1.0 - then.work_h / now), values).offering(Field::Precision, to))
}

fn tf32(v: &View<'_>) -> Answer {
    let times = f64::from(v.gpu.tf32) / f64::from(v.gpu.fp32.max(0.1));
    if v.job.precision != Precision::Fp32 || v.gpu.compute_capability < 80 || times <= 1.0 {
        return None;
    }
    Some(fired(0.0, &[("times", Figure(times))]).offering(Field::Precision, "tf32"))
}

/// FP8 linear layers gave 10 to 28 % on H100 and 20 to 25 % on B200 in dense training.
fn fp8(v: &View<'_>) -> Answer {
    let large = v.job.trains_all() && !v.job.task.image() && v.job.arch.params_total >= 7_000_000_000;
    let dense = v.job.arch.params_active >= v.job.arch.params_total;
    let measured = matches!(v.gpu.compute_capability, 90 | 100) && v.gpu.fp8 > 0.0;
    if !large || !dense || !measured || v.job.precision != Precision::Bf16 {
        return None;
    }
    let share = 1.0 - 1.0 / if v.gpu.compute_capability == 90 { 1.10 } else { 1.20 };
    let hours = v.way.pace.work_h.likely * share;
    Some(fired(v.total() * share, &[("hours", Hours(hours)), ("share", Share(share))]))
}

/// +16 to +27 % measured (speed.md, effects of switches).
fn compile(v: &View<'_>) -> Answer {
    if !v.job.task.trains() || v.job.task.image() || v.job.compile || v.entry.hours.likely < 10.0 {
        return None;
    }
    let share = 1.0 - 1.0 / 1.16;
    let out = fired(v.total() * share, &[("hours", Hours(v.way.pace.work_h.likely * share))]);
    Some(out.offering(Field::Compile, "1"))
}

/// The model needs less than 40 % of one card and still runs on several.
fn small_model(v: &View<'_>) -> Answer {
    let e = v.entry;
    if e.count < 2 || e.need.likely > 0.4 * e.usable || v.job.task == Task::Serve || e.need.likely <= 0.0 {
        return None;
    }
    let one = v.entries.iter().find(|o| o.count == 1 && o.gpu == e.gpu && o.fit == Fit::Fits);
    let (cost, hours) = match one {
        Some(o) => (o.total.likely, o.hours.likely),
        None => {
            // Not among what was priced (the number of cards is fixed): the same price per card and hour.
            let a = v.again(&[(Field::Count, "1")]).filter(|a| a.fit == Fit::Fits && a.work_h > 0.0)?;
            let hours = e.hours.likely - v.way.pace.work_h.likely + a.work_h;
            (v.total() - e.gpu_hour * (e.hours.likely * f64::from(e.billed) - hours), hours)
        }
    };
    let values = &[
        ("times", Figure(e.usable / e.need.likely)),
        ("one", Money(cost)),
        ("one_hours", Hours(hours)),
        ("total", Money(v.total())),
        ("hours", Hours(e.hours.likely)),
    ];
    Some(fired(v.total() - cost, values).offering(Field::Count, "1")).filter(|_| cost < v.total())
}

fn boot(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let starts = m.ctx.needs.sessions;
    let hours = m.ask.starts_h(starts, Side::Likely as usize);
    if v.job.task == Task::KnownCards || hours <= 0.1 * v.entry.hours.likely {
        return None;
    }
    let cost = hours * m.ask.per_card_hour() * f64::from(m.units.used());
    let values = &[
        ("hours", Hours(hours)),
        ("share", Share(hours / v.entry.hours.likely.max(1e-9))),
        ("starts", Count(starts)),
        ("cost", Money(cost)),
    ];
    let out = fired(cost, values);
    Some(if starts > 1.0 { out.offering(Field::Sessions, "1") } else { out })
}

fn measured(v: &View<'_>) -> Answer {
    let m = &v.plan.measured;
    let step = m.step_s?;
    let here = m.gpu.as_ref().is_none_or(|g| *g == v.gpu.id) && m.cards.is_none_or(|n| n == v.entry.count);
    let expected = v.again(&[(Field::StepTime, "auto")])?.step_s;
    if !here || expected <= 0.0 || step <= 1.3 * expected {
        return None;
    }
    let stake = v.total() * (1.0 - expected / step);
    Some(fired(stake, &[("step", Seconds(step)), ("expected", Seconds(expected))]))
}

fn sparse(v: &View<'_>) -> Answer {
    let (said, dense) = (v.plan.claim.tflops?, f64::from(v.gpu.half()));
    if dense <= 0.0 || said <= 1.5 * dense {
        return None;
    }
    Some(fired(0.0, &[("gpu", Gpu(v.entry.gpu)), ("said", Tflops(said)), ("dense", Tflops(dense))]))
}

/// A reading of the first day that this card should exceed.
fn short(v: &View<'_>, reading: Reading, unit: fn(f64) -> Value) -> Answer {
    let (shown, cards) = (reading.field().number(v.plan)?, v.way.layout.per_machine());
    let Standing::Low(share) = reading.judge(v.gpu, cards, shown)? else { return None };
    let (least, _) = reading.expected(v.gpu, cards)?;
    let values = &[
        ("shown", unit(shown)),
        ("least", unit(least)),
        ("share", Share(share)),
        ("cost", Money(v.total() * share)),
    ];
    Some(fired(v.total() * share, values))
}
