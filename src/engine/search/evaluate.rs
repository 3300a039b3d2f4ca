//! Need, fit and pace of a job on a number of cards: the best way to spread it, found once per card,
//! count and machine, and joined to offers by index.

use super::space;
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::NoTrace;
use crate::engine::memory::{Fit, Memory, Sizer};
use crate::engine::speed::{self, Pace};
use crate::plan::{Checkpointing, Plan, Task, Zero};
use std::rc::Rc;

/// One way to run the job, sized and timed.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// How it is spread.
    pub layout: Layout,
    /// What it needs.
    pub memory: Memory,
    /// How fast it is.
    pub pace: Pace,
    /// Whether it fits.
    pub fit: Fit,
    /// Serving: the stated load is carried within the latency targets.
    pub carries: bool,
}

/// What is known about a job on a number of cards.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The fastest way that fits.
    pub fits: Option<Rc<Way>>,
    /// The fastest way that is tight.
    pub tight: Option<Rc<Way>>,
    /// The way with the smallest need, where nothing fits.
    pub closest: Option<(Layout, Memory)>,
}

impl Ways {
    /// The way to take: one that fits before one that is tight.
    pub fn best(&self) -> Option<&Rc<Way>> {
        self.fits.as_ref().or(self.tight.as_ref())
    }

    fn offer(&mut self, way: Way, serving: bool) {
        let slot = if way.fit == Fit::Fits { &mut self.fits } else { &mut self.tight };
        if slot.as_ref().is_none_or(|old| better(&way, old, serving)) {
            *slot = Some(Rc::new(way));
        }
    }

    fn misses(&mut self, layout: &Layout, memory: &Memory) {
        if self.closest.as_ref().is_none_or(|(_, m)| memory.need.likely < m.need.likely) {
            self.closest = Some((*layout, *memory));
        }
    }
}

/// Serving: carrying the load comes first, then short waits per token. Else: the shorter work.
fn better(new: &Way, old: &Way, serving: bool) -> bool {
    if serving {
        (new.carries, -new.pace.serve.tpot_s.likely) > (old.carries, -old.pace.serve.tpot_s.likely)
    } else {
        new.pace.work_h.likely < old.pace.work_h.likely
    }
}

/// Sizes and times every layout of the search space on `count` cards, `per_machine` to a machine.
pub fn ways(job: &Job, plan: &Plan, device: &Device<'_>, count: u32, per_machine: u32) -> Ways {
    ways_among(&mut Sizer::default(), job, plan, device, count, per_machine)
}

/// The same for one of many cards of the same job.
pub fn ways_among(
    sizer: &mut Sizer,
    job: &Job,
    plan: &Plan,
    device: &Device<'_>,
    count: u32,
    per_machine: u32,
) -> Ways {
    let mut out = Ways::default();
    let per_machine = per_machine.clamp(1, count.max(1));
    match job.task {
        Task::KnownCards => {
            let layout = Layout { dp: count, machines: count.div_ceil(per_machine), ..Layout::SINGLE };
            let pace = Pace { timed: true, ..Pace::default() };
            out.fits =
                Some(Rc::new(Way { layout, memory: Memory::default(), pace, fit: Fit::Fits, carries: true }));
        }
        Task::Serve | Task::Embed | Task::ImageInfer => {
            serving(sizer, job, plan, device, count, per_machine, &mut out);
        }
        _ => space::training(job, plan, device.gpu, count, per_machine, &mut |layout| {
            try_one(sizer, job, plan, device, layout, false, &mut out)
        }),
    }
    out
}

fn serving(
    sizer: &mut Sizer,
    job: &Job,
    plan: &Plan,
    device: &Device<'_>,
    count: u32,
    per_machine: u32,
    out: &mut Ways,
) {
    for (tp, pp) in space::replicas(job, plan, device.gpu, per_machine, count) {
        if !count.is_multiple_of(tp * pp) {
            continue;
        }
        let dp = count / (tp * pp);
        let load = match job.task {
            Task::Serve => job.users.div_ceil(dp).max(1),
            _ => job.micro_batch.unwrap_or(1).max(1),
        };
        let layout = Layout {
            tp,
            pp,
            dp,
            micro_batch: load,
            machines: count.div_ceil(per_machine),
            zero: Zero::Z0,
            checkpointing: Checkpointing::None,
            ..Layout::SINGLE
        };
        try_one(sizer, job, plan, device, &layout, job.task == Task::Serve, out);
    }
}

/// Sizes and times one layout; answers whether it fits at all.
fn try_one(
    sizer: &mut Sizer,
    job: &Job,
    plan: &Plan,
    device: &Device<'_>,
    layout: &Layout,
    serving: bool,
    out: &mut Ways,
) -> bool {
    let memory = sizer.size(job, layout, device.gpu);
    let fit = memory.fit(device.gpu.usable);
    if fit == Fit::No {
        out.misses(layout, &memory);
        return false;
    }
    let pace = speed::pace(job, layout, device, &memory, &mut NoTrace);
    let pace = speed::measured(pace, plan, &device.gpu.id, layout.cards());
    let carries = !serving || pace.serve.users >= f64::from(layout.micro_batch);
    out.offer(Way { layout: *layout, memory, pace, fit, carries }, serving);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::engine::{job, model};
    use crate::plan::PRESETS;
    use crate::share;

    /// What was worked out for one card serves the others: the same bytes as sized alone, on large and small cards, for
    /// layouts that share a list of the sizer.
    #[test]
    fn a_sizer_answers_as_sizing_does() {
        let catalog = Catalog::embedded();
        let mut seen = 0;
        for preset in PRESETS {
            let (plan, _) = share::decode(preset.link);
            let subject = model::subject(&plan, catalog, &mut Vec::new());
            let job = job::resolve(&plan, subject.arch.clone(), subject.native);
            if !job.task.trains() {
                continue;
            }
            let mut sizer = Sizer::default();
            for gpu in catalog.gpus.iter().step_by(9) {
                for (count, per_machine) in [(1, 1), (4, 4), (16, 8), (64, 8)] {
                    space::training(&job, &plan, gpu, count, per_machine, &mut |layout| {
                        let alone = crate::engine::memory::size(&job, layout, gpu, &mut NoTrace);
                        assert_eq!(sizer.size(&job, layout, gpu), alone, "{} {layout:?}", preset.id);
                        seen += 1;
                        true
                    });
                }
            }
        }
        assert!(seen > 10_000, "{seen}");
    }
}
