//! MIG slices as allocations of their own: memory and rates of the profile, no other slice beside it, the
//! card's price divided among as many as share it, or the price that a quote for the slice names.

use super::evaluate::{Way, ways};
use super::join::{Joined, Pick, Seller, preferred};
use crate::catalog::{GpuIx, Slice};
use crate::engine::cost::{self, Ask};
use crate::engine::job::Job;
use crate::engine::layout::Device;
use crate::plan::Task;
use std::rc::Rc;

/// Ways by card and profile.
#[derive(Default)]
pub(super) struct Memo(Vec<(GpuIx, u8, Option<Rc<Way>>)>);

impl Memo {
    fn get(&mut self, gpu: GpuIx, profile: u8, make: impl FnOnce() -> Option<Rc<Way>>) -> Option<Rc<Way>> {
        if let Some(known) = self.0.iter().find(|(g, p, _)| *g == gpu && *p == profile) {
            return known.2.clone();
        }
        let way = make();
        self.0.push((gpu, profile, way.clone()));
        way
    }
}

/// The best slice for the job on an offer from which a single card can be ordered.
pub(super) fn best(s: &Seller<'_>, job: &Job, ask: &Ask, memo: &mut Memo, out: &mut Joined) -> Option<Pick> {
    let several = s.plan.limits.count.is_some_and(|n| n > 1);
    let units = cost::count(s.offer, 1).filter(|u| u.billed == 1)?;
    if several || job.task == Task::KnownCards {
        return None;
    }
    let quoted = s.plan.claim.slice.as_ref().filter(|_| s.offer.own);
    let first = s.catalog.gpu(*s.offer.gpus.first()?);
    let mut best: Option<Pick> = None;
    for (profile, p) in first.slices().filter(|(_, p)| quoted.is_none_or(|q| *q == p.name)) {
        let slice = Slice { profile, of: if quoted.is_some() { 1 } else { p.most } };
        // The form factor is not printed: the slower of the candidates.
        let found: Option<Vec<(GpuIx, Rc<Way>)>> = s
            .offer
            .gpus
            .iter()
            .map(|ix| {
                let way = memo.get(*ix, profile, || {
                    let card = s.catalog.card(*ix, Some(slice));
                    ways(job, s.plan, &Device::of(&card), 1, 1).best().cloned()
                });
                way.map(|way| (*ix, way))
            })
            .collect();
        let key = |w: &Way| (w.fit, w.pace.step_s.likely);
        let slower = |a: (GpuIx, Rc<Way>), b: (GpuIx, Rc<Way>)| if key(&b.1) > key(&a.1) { b } else { a };
        let Some((gpu, way)) = found.and_then(|all| all.into_iter().reduce(slower)) else { continue };
        out.candidates += 1;
        let pick = s.pick(&ask.of_slice(Some(slice)), gpu, Some(slice), units, way, Vec::new());
        if best.as_ref().is_none_or(|old| preferred(&pick, old)) {
            best = Some(pick);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Catalog, Slice};
    use crate::engine::report::{Note, Report, bill_of, ctx_of, report};
    use crate::share::decode;

    fn answer(link: &str) -> Report {
        let catalog = Catalog::embedded();
        report(&decode(link).0, catalog, catalog.date)
    }

    #[test]
    fn a_small_job_gets_a_slice_with_the_memory_of_the_profile_table() {
        let link = "task=serve&m=qwen2.5-1.5b&g=a100-sxm-80g,a100-pcie-80g&users=2&mig=1";
        let (plan, catalog) = (decode(link).0, Catalog::embedded());
        let r = answer(link);
        let sliced: Vec<_> = r.ranked.iter().filter(|e| e.slice.is_some()).collect();
        assert!(!sliced.is_empty());
        let ctx = ctx_of(&plan, catalog, r.today);
        for e in &sliced {
            let Some(Slice { profile, of }) = e.slice else { unreachable!() };
            let p = &catalog.gpu(e.gpu).mig[usize::from(profile)];
            assert_eq!(u64::from(of), u64::from(p.most));
            // 9,984 MiB of "10gb".
            let mib = f64::from(p.memory_gb) * 998.4;
            assert!((e.usable - mib * 1_048_576.0).abs() <= 1.0, "{}", p.name);
            assert!(e.need.high <= e.room && e.count == 1 && e.billed == 1, "{}", p.name);
            assert!(e.notes.contains(&Note::SharedPrice));
            let bill = bill_of(&ctx, catalog, e).unwrap();
            assert!((bill.total.to_f64() - e.total.likely).abs() <= 1e-6 * e.total.likely);
        }
        // The whole card costs as many times as much an hour as there are slices.
        let whole = answer("task=serve&m=qwen2.5-1.5b&g=a100-sxm-80g,a100-pcie-80g&users=2");
        let e = sliced[0];
        let same = whole.ranked.iter().find(|w| w.offer == e.offer).unwrap();
        assert!(same.slice.is_none());
        let times = same.gpu_hour / e.gpu_hour;
        assert!((times - f64::from(e.slice.unwrap().of)).abs() < 1e-9, "{times}");
        assert!(e.total.likely < same.total.likely);
    }

    #[test]
    fn slices_are_not_joined_and_not_taken_unasked() {
        for link in ["task=lora&m=qwen2.5-1.5b&g=a100-sxm-80g&n=2&mig=1", "task=lora&m=qwen2.5-1.5b&n=1"] {
            assert!(answer(link).ranked.iter().all(|e| e.slice.is_none()), "{link}");
        }
    }
}
