//! Slower than expected: whether what somebody measures is normal for the card, and what most likely makes
//! it slower, in the order in which to look. How much each cause slows this job down comes from the same
//! model as the estimate; a reading of the first day settles a cause either way.

use super::Run;
use crate::catalog::Link;
use crate::plan::{Checkpointing, Precision, Quant, Software, Task};
use crate::units::math::ln;
use crate::units::{Band, Order};

/// Something that makes a job slower than it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspect {
    /// The card waits for data.
    Data,
    /// Batches are mostly padding.
    Padding,
    /// Products in 32 bits.
    Precision,
    /// Attention writes its scores.
    Attention,
    /// One sample at a time.
    SmallBatch,
    /// Activations are computed twice.
    Recompute,
    /// Not compiled although the plan says so.
    Compile,
    /// Half the lanes.
    Lanes,
    /// A generation older slot.
    Slot,
    /// The link between the cards is not used.
    Link,
    /// TCP on 25 Gbit/s between machines.
    Network,
    /// Clocks below the card's own.
    Clocks,
    /// A power limit below the card's own.
    Power,
    /// The host launches too slowly: few or busy vCPUs, a profiler, a log line a step.
    Host,
    /// Somebody else computes on the card.
    Shared,
    /// Not the card that was ordered.
    OtherCard,
    /// Weights kept in 16 bits although the plan says fewer.
    Unquantised,
    /// A program without fused kernels and captured graphs.
    PlainProgram,
    /// Requests are longer than the plan says.
    LongRequests,
    /// Fewer requests at once than the plan says: tokens a second of all users fall, of each rise.
    FewRequests,
}

/// What is known about a suspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// A reading shows it.
    Found,
    /// Nobody has looked.
    Open,
    /// A reading rules it out.
    Cleared,
}

/// A suspect on this job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// What.
    pub suspect: Suspect,
    /// What readings say.
    pub state: State,
    /// Times as long as it should take because of it alone; `None`: any factor.
    pub factor: Option<f64>,
}

/// How a measurement lies to the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Faster than the low end of the band: what was measured is not what the plan says.
    Faster,
    /// Inside the band.
    Normal,
    /// Above it.
    Slower,
}

/// Judges a time (or another figure of which less is better) by its band.
pub fn judge(measured: f64, expected: Band) -> Verdict {
    if measured < expected.low {
        Verdict::Faster
    } else if measured <= expected.high {
        Verdict::Normal
    } else {
        Verdict::Slower
    }
}

/// A slowdown below this is not worth a line.
const WORTH: f64 = 1.03;

/// The suspects of a job that takes `ratio` times as long as it should: shown ones first, then those that
/// come closest to explaining the ratio, then those of any size in the order in which they are met
/// (advice.md §2), ruled out ones last.
pub fn suspects(run: &Run<'_>, ratio: f64) -> Vec<Finding> {
    let mut out: Vec<Finding> = ALL.iter().filter_map(|s| finding(run, *s)).collect();
    let miss = |f: &Finding| match f.factor {
        Some(x) => (ln(x.max(1.0)) - ln(ratio.max(1.0))).abs(),
        // Of any size: behind what explains it within a third, before what does not.
        None => ln(1.33),
    };
    out.order_by(|a, b| {
        let place = |f: &Finding| ALL.iter().position(|s| *s == f.suspect);
        a.state.cmp(&b.state).then(miss(a).total_cmp(&miss(b))).then(place(a).cmp(&place(b)))
    });
    out
}

/// In the order in which they are met.
const ALL: [Suspect; 20] = [
    Suspect::Data,
    Suspect::Shared,
    Suspect::Clocks,
    Suspect::Power,
    Suspect::Host,
    Suspect::OtherCard,
    Suspect::Padding,
    Suspect::Precision,
    Suspect::Attention,
    Suspect::SmallBatch,
    Suspect::Recompute,
    Suspect::Compile,
    Suspect::Link,
    Suspect::Network,
    Suspect::Lanes,
    Suspect::Slot,
    Suspect::Unquantised,
    Suspect::PlainProgram,
    Suspect::LongRequests,
    Suspect::FewRequests,
];

/// Hardware slowdown, hardware thermal, software thermal, power brake (checklists.md B-07).
const HEAT: u32 = 0x8 | 0x40 | 0x20 | 0x80;

fn finding(run: &Run<'_>, suspect: Suspect) -> Option<Finding> {
    let (job, day, gpu) = (&run.job, &run.plan.day, &*run.gpu);
    let (trains, serves) = (job.task.trains(), job.task == Task::Serve);
    let text = trains && !job.task.image();
    let cards = run.layout.cards();
    let modelled = |changed: Run<'_>| Some((State::Open, Some(changed.times(run))));
    let with = |change: fn(&mut Run<'_>)| modelled(run.with(change));
    // How much of the time follows the clock: all but memory and links, by the model's own answer to a card
    // whose products run at a given share.
    let clocked = |share: f64| {
        let slow = run.with(|r| {
            let gpu = r.gpu.to_mut();
            let share = share as f32;
            for rate in
                [&mut gpu.fp16, &mut gpu.bf16, &mut gpu.fp8, &mut gpu.fp4, &mut gpu.int8, &mut gpu.tf32]
            {
                *rate *= share;
            }
            gpu.fp16_fp16acc *= share;
        });
        slow.times(run)
    };
    let (state, factor) = match suspect {
        Suspect::Data => {
            if serves {
                return None;
            }
            let step = run.pace().step_s.likely;
            match day.load_s {
                Some(load) if step > 0.0 && load > step => (State::Found, Some(load / step)),
                Some(_) => (State::Cleared, None),
                None => (State::Open, None),
            }
        }
        Suspect::Shared => (State::Open, None),
        Suspect::Clocks => match (day.clock_mhz, day.clock_max_mhz) {
            (Some(now), Some(most)) if most > 0.0 && now > 0.0 => {
                let hot = day.throttle.is_some_and(|t| t & HEAT != 0) || now < 0.9 * most;
                let state = if hot { State::Found } else { State::Cleared };
                (state, Some(clocked((now / most).min(1.0))))
            }
            _ => match day.throttle {
                Some(t) if t & HEAT != 0 => (State::Found, None),
                Some(_) => (State::Cleared, None),
                None => (State::Open, None),
            },
        },
        Suspect::Power => {
            let board = f64::from(gpu.tdp_w);
            match day.power_w {
                Some(limit) if board > 0.0 => {
                    let state = if limit < 0.9 * board { State::Found } else { State::Cleared };
                    (state, Some(clocked((limit / board).min(1.0))))
                }
                _ => (State::Open, None),
            }
        }
        // Twice the time of every launch.
        Suspect::Host => {
            let share = super::step::pieces(run);
            let launch = share.iter().find(|p| p.0 == super::step::Piece::Launch).map_or(0.0, |p| p.1);
            (State::Open, Some(1.0 + launch).filter(|_| !share.is_empty()))
        }
        Suspect::OtherCard => match day.matmul_tflops {
            Some(seen) if gpu.half() > 0.0 => {
                let share = seen / f64::from(gpu.half());
                // Large products reach 0.51 to 0.87 of the printed rate (speed.md, table of ceilings).
                let state = if share < 0.5 { State::Found } else { State::Cleared };
                (state, Some(0.8 / share.max(0.01)).filter(|_| state == State::Found))
            }
            _ => (State::Open, None),
        },
        Suspect::Padding if text && job.packing => modelled(run.planned(|p| p.run.packing = false))?,
        Suspect::Precision if trains && !matches!(job.precision, Precision::Fp32 | Precision::Tf32) => {
            modelled(run.planned(|p| p.run.precision = Some(Precision::Fp32)))?
        }
        Suspect::Attention if text && job.flash => modelled(run.planned(|p| p.run.flash = Some(false)))?,
        Suspect::SmallBatch if text && run.layout.micro_batch > 1 => with(|r| {
            r.layout.accumulation *= r.layout.micro_batch;
            r.layout.micro_batch = 1;
        })?,
        Suspect::Recompute if text && run.layout.checkpointing == Checkpointing::None => {
            with(|r| r.layout.checkpointing = Checkpointing::Full)?
        }
        // 1.16 to 1.27 (speed.md).
        Suspect::Compile if text && job.compile => (State::Open, Some(1.2)),
        Suspect::Link if cards > 1 && run.link != Link::Pcie => with(|r| r.link = Link::Pcie)?,
        Suspect::Network if run.layout.machines > 1 => with(|r| {
            r.network_gbps = 25.0;
            r.rdma = Some(false);
        })?,
        Suspect::Lanes if !serves || cards > 1 => {
            let (_, factor) = with(|r| r.gpu.to_mut().pcie_lanes /= 2)?;
            let state = match day.pcie_lanes.filter(|_| !day.pcie_idle) {
                Some(lanes) if lanes < u32::from(gpu.pcie_lanes) => State::Found,
                Some(_) => State::Cleared,
                None => State::Open,
            };
            (state, factor)
        }
        Suspect::Slot if (!serves || cards > 1) && gpu.pcie_gen10 > 30 => {
            let (_, factor) = with(|r| r.gpu.to_mut().pcie_gen10 -= 10)?;
            let state = match day.pcie_gen.filter(|_| !day.pcie_idle) {
                Some(seen) if seen < u32::from(gpu.pcie_gen10) / 10 => State::Found,
                Some(_) => State::Cleared,
                None => State::Open,
            };
            (state, factor)
        }
        Suspect::Unquantised if serves && job.quant != Quant::None => {
            modelled(run.planned(|p| p.run.quant = Some(Quant::None)))?
        }
        Suspect::PlainProgram if serves && job.software != Software::Transformers => {
            with(|r| r.job.software = Software::Transformers)?
        }
        Suspect::LongRequests if serves => with(|r| {
            r.job.prompt = r.job.prompt.saturating_mul(4);
        })?,
        Suspect::FewRequests if serves && run.layout.micro_batch > 1 => (State::Open, None),
        _ => return None,
    };
    // A reading is told even where it hardly matters; a guess is not.
    let worth = factor.is_none_or(|f| f >= WORTH) || state == State::Found;
    worth.then_some(Finding { suspect, state, factor })
}
