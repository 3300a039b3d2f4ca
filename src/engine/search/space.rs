//! The search space (semantics §7): which numbers of cards an offer can be ordered in, and how a job
//! may be spread over them.

use crate::catalog::{Architecture, Cards, Gpu, Mixer, Mlp};
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::plan::{Checkpointing, Field, Offload, Plan, Software, Task, Warning, Whole, Zero};
use crate::units::Order;

/// Numbers of cards worth trying: within a machine, then whole machines of eight.
pub const COUNTS: [u32; 16] = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024];

/// The search stops at this multiple of the smallest number of cards that fits.
pub const STOP_AT: u32 = 4;

/// How many cards of an offer stand in one machine when `count` are used, or `None` when the offer
/// is not sold in that number at all. Fewer than the smallest order leave idle cards.
pub fn per_machine(cards: Cards, count: u32) -> Option<u32> {
    let (size, divides) = match cards {
        Cards::Exact(n) => (u32::from(n).max(1), true),
        Cards::UpTo(n, _) => (u32::from(n).max(1), false),
        // Sold in this number or multiples: a machine holds up to eight.
        Cards::Min(n) => (u32::from(n).max(8), false),
    };
    if count <= size {
        return Some(count);
    }
    (!divides || count.is_multiple_of(size)).then_some(size).filter(|s| count.is_multiple_of(*s))
}

/// Numbers of cards to try for an offer, smallest first.
pub fn counts(cards: Cards, plan: &Plan) -> impl Iterator<Item = u32> {
    let fixed = plan.limits.count;
    let own = match cards {
        Cards::Exact(n) | Cards::Min(n) | Cards::UpTo(n, _) => u32::from(n),
    };
    // A shape of 3, 5, 6, 10 … cards is tried as it is.
    let odd = (fixed.is_none() && own > 0 && !COUNTS.contains(&own)).then_some(own);
    let listed = fixed.map_or_else(|| COUNTS.to_vec(), |n| vec![n.max(1)]);
    odd.into_iter().chain(listed)
}

/// Machines of one card form a cluster without peer access: data parallel only (semantics §5).
///
/// The ways a job may be spread over `count` cards, `per_machine` to a machine. `visit` gets families
/// of layouts that differ only in micro-batch, smallest first, and answers whether a larger one is
/// still worth trying.
pub fn training(
    job: &Job,
    plan: &Plan,
    gpu: &Gpu,
    count: u32,
    per_machine: u32,
    visit: &mut dyn FnMut(&Layout) -> bool,
) {
    let machines = count.div_ceil(per_machine.max(1));
    let big = job.arch.params_total > 9_000_000_000;
    let singles = per_machine == 1 && count > 1;
    let mut tried = 0;
    for tp in degrees(plan.run.tp, per_machine) {
        // Tensor parallelism is for models that data parallelism cannot hold, and only inside a machine.
        if tp > 1
            && (!big && plan.run.tp.is_none()
                || !divides_heads(&job.arch, tp)
                || !per_machine.is_multiple_of(tp))
        {
            continue;
        }
        for pp in stages(plan.run.pp, job, gpu, count / tp, machines) {
            let Some(cp) = plan.run.cp.or(Some(1)).filter(|cp| *cp > 0 && count.is_multiple_of(tp * pp * cp))
            else {
                continue;
            };
            if singles && pp * cp > 1 {
                continue;
            }
            let dp = count / (tp * pp * cp);
            for zero in shards(plan, job, dp, machines) {
                if singles && zero != Zero::Z0 {
                    continue;
                }
                for checkpointing in recomputing(plan, job) {
                    for micro_batch in batches(job, dp) {
                        let layout = Layout {
                            tp,
                            pp,
                            cp,
                            dp,
                            ep: experts(plan, job, tp * dp),
                            zero,
                            micro_batch,
                            accumulation: accumulation(job, dp, micro_batch, pp),
                            checkpointing,
                            machines,
                        };
                        tried += 1;
                        if tried > 64 || !visit(&layout) {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// Shapes of one serving replica on at most `per_machine` cards a machine: tensor parallel inside a
/// machine, pipeline across machines or where cards have no peer access.
pub fn replicas(job: &Job, plan: &Plan, gpu: &Gpu, per_machine: u32, most: u32) -> Vec<(u32, u32)> {
    let mut shapes = Vec::new();
    for tp in degrees(plan.run.tp, per_machine) {
        if tp > 1 && (!divides_heads(&job.arch, tp) || job.software == Software::LlamaCpp) {
            continue;
        }
        let layers = job.arch.layers().max(1);
        let auto = [1, 2, 4, 8, 16].into_iter().filter(|pp| {
            *pp == 1 || (tp == per_machine || !gpu.peer_access() || job.software == Software::LlamaCpp)
        });
        let stages: Vec<u32> = plan.run.pp.map_or_else(|| auto.collect(), |pp| vec![pp.max(1)]);
        for pp in stages {
            // A replica does not span machines of one card (semantics §5).
            let spans = per_machine == 1 && most > 1 && pp > 1;
            if pp <= layers && tp * pp <= most && !spans {
                shapes.push((tp, pp));
            }
        }
    }
    shapes.order_by_key(|(tp, pp)| (tp * pp, *pp));
    shapes
}

/// Whether a job can be spread over `count` cards, `per_machine` to a machine, at all: whatever the memory.
pub fn spreads(job: &Job, plan: &Plan, gpu: &Gpu, count: u32, per_machine: u32) -> bool {
    if !job.task.trains() {
        return !replicas(job, plan, gpu, per_machine, count).is_empty();
    }
    let mut any = false;
    training(job, plan, gpu, count, per_machine, &mut |_| {
        any = true;
        false
    });
    any
}

/// What of the plan's own layout does not divide: with it no number of cards, or not the plan's, can be used.
pub fn indivisible(plan: &Plan, job: &Job) -> Vec<Warning> {
    let (run, mut out) = (&plan.run, Vec::new());
    if job.task == Task::KnownCards {
        return out;
    }
    let mut add = |yes: bool, field: Field, what: Whole, whole: u32, by: u32| {
        if yes {
            out.push(Warning::Indivisible { field, what, whole, by });
        }
    };
    let degree = |n: Option<u32>| n.unwrap_or(1).max(1);
    let (tp, pp) = (degree(run.tp), degree(run.pp));
    let cp = if job.task.trains() { degree(run.cp) } else { 1 };
    let group = tp.saturating_mul(pp).saturating_mul(cp);
    let field =
        [(tp, Field::Tp), (pp, Field::Pp)].into_iter().find(|(n, _)| *n > 1).map_or(Field::Cp, |x| x.1);
    if let Some(count) = plan.limits.count {
        add(!count.is_multiple_of(group), field, Whole::Cards, count, group);
    }
    let heads = job.arch.groups.iter().filter_map(|g| match g.mixer {
        Mixer::Attention(a) => Some(a.heads),
        Mixer::Mla(m) => Some(m.heads),
        _ => None,
    });
    if let Some(heads) = heads.into_iter().find(|heads| !heads.is_multiple_of(tp)) {
        add(true, Field::Tp, Whole::Heads, heads, tp);
    }
    let layers = job.arch.layers();
    add(layers > 0 && pp > layers, Field::Pp, Whole::Layers, layers, pp);
    out
}

/// Degrees of tensor parallelism to try within a machine.
fn degrees(fixed: Option<u32>, per_machine: u32) -> Vec<u32> {
    match fixed {
        Some(tp) => vec![tp.max(1)].into_iter().filter(|tp| *tp <= per_machine).collect(),
        None => [1, 2, 4, 8].into_iter().filter(|tp| *tp <= per_machine).collect(),
    }
}

/// Whether every attention of the model can be cut into `tp` equal parts.
fn divides_heads(arch: &Architecture, tp: u32) -> bool {
    arch.groups.iter().all(|g| match g.mixer {
        Mixer::Attention(a) => a.heads.is_multiple_of(tp),
        Mixer::Mla(m) => m.heads.is_multiple_of(tp),
        _ => true,
    })
}

fn stages(fixed: Option<u32>, job: &Job, gpu: &Gpu, left: u32, machines: u32) -> Vec<u32> {
    let layers = job.arch.layers().max(1);
    let useful = |pp: &u32| *pp >= 1 && *pp <= left && left.is_multiple_of(*pp) && *pp <= layers;
    if let Some(pp) = fixed {
        return [pp].into_iter().filter(useful).collect();
    }
    // Pipelines pay for models that do not fit a machine, or over cards without peer access.
    let wanted = job.task == Task::Pretrain || job.task == Task::Full;
    let large = job.arch.params_total > 20_000_000_000;
    let across = machines > 1 || !gpu.peer_access();
    if wanted && large && across { [1, 2, 4, 8].into_iter().filter(useful).collect() } else { vec![1] }
}

fn shards(plan: &Plan, job: &Job, dp: u32, machines: u32) -> Vec<Zero> {
    if let Some(zero) = plan.run.zero {
        return vec![zero];
    }
    if dp == 1 {
        return vec![Zero::Z0];
    }
    match job.task {
        // 4-bit bases are only sharded by FSDP with a quantised storage type: DDP first.
        Task::Lora | Task::Qlora | Task::ImageLora => vec![Zero::Z0, Zero::Z3],
        _ if job.offload != Offload::None => vec![Zero::Z2, Zero::Z3],
        _ if job.software == Software::Megatron => vec![Zero::Z0, Zero::Z1],
        _ if machines > 1 => vec![Zero::Z0, Zero::Z2, Zero::Z3, Zero::Hybrid],
        _ => vec![Zero::Z0, Zero::Z2, Zero::Z3],
    }
}

fn recomputing(plan: &Plan, job: &Job) -> Vec<Checkpointing> {
    match job.checkpointing.or(plan.run.checkpointing) {
        Some(c) => vec![c],
        None => vec![Checkpointing::Full, Checkpointing::None],
    }
}

/// Micro-batches to try, smallest first.
fn batches(job: &Job, dp: u32) -> Vec<u32> {
    if let Some(b) = job.micro_batch {
        return vec![b.max(1)];
    }
    let most = job.global_batch.map_or(64, |g| (g / dp.max(1)).max(1));
    [1, 2, 4, 8, 16, 32].into_iter().filter(|b| *b <= most).collect()
}

/// Tokens of one optimizer step when the plan does not say: 64 k for adapters and tuning, 0.5 M for
/// pre-training (the order of published recipes: Llama-Factory and torchtune examples 16 to 64
/// samples of 2 k; GPT-3 paper table 2.1 0.5 M tokens for models of 1 to 3 B).
fn accumulation(job: &Job, dp: u32, micro_batch: u32, pp: u32) -> u32 {
    let per_step = dp.saturating_mul(micro_batch).max(1);
    let wanted = job.global_batch.unwrap_or_else(|| {
        let tokens: u32 = if job.task == Task::Pretrain { 524_288 } else { 65_536 };
        if job.task.image() { 16 } else { (tokens / job.seq.max(1)).max(1) }
    });
    // A pipeline needs at least as many micro-steps as stages.
    wanted.div_ceil(per_step).max(pp).max(1)
}

fn experts(plan: &Plan, job: &Job, ranks: u32) -> u32 {
    let most = job.arch.groups.iter().filter_map(|g| match g.mlp {
        Mlp::Moe(m) => Some(m.experts),
        _ => None,
    });
    match (plan.run.ep, most.max()) {
        (Some(ep), Some(experts)) if ep > 0 && ranks.is_multiple_of(ep) && experts.is_multiple_of(ep) => ep,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_nodes_are_only_cut_into_machines() {
        assert_eq!(per_machine(Cards::Exact(8), 2), Some(2));
        assert_eq!(per_machine(Cards::Exact(8), 16), Some(8));
        assert_eq!(per_machine(Cards::Exact(8), 12), None);
        assert_eq!(per_machine(Cards::Exact(1), 4), Some(1));
        assert_eq!(per_machine(Cards::UpTo(8, false), 8), Some(8));
        assert_eq!(per_machine(Cards::UpTo(4, false), 8), Some(4));
        assert_eq!(per_machine(Cards::Min(8), 16), Some(8));
    }
}
