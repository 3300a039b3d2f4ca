//! What a process holds besides tensors: context and kernels, communicators, allocator slack
//! (memory.md A.7, B.4).

use crate::catalog::{Gpu, Vendor};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::plan::Software;
use crate::units::{Cause, GIB, Uncertain};

/// Share by which the caching allocator's reserve exceeds the tensors that come and go: little with
/// expandable segments (torchtitan, torchtune) and in Megatron's steady buffers, 0.11 to 0.13 in eager
/// code whose logits are chunked, 0.19 to 0.29 under FSDP1, whose gathers live on streams of their own
/// (40 runs of fms-acceleration that print both figures, context taken off). Logits of 128k entries
/// reach 0.7, but a full card gives such blocks back before it fails: that is band.
pub fn slack_share(job: &Job, gathers: bool) -> f64 {
    match job.software {
        Software::Torchtitan | Software::Torchtune | Software::Megatron => fitted("slack.steady", 0.08),
        Software::DeepSpeed => fitted("slack.eager", 0.11),
        _ if gathers => fitted("slack.fsdp", 0.20),
        _ => fitted("slack.eager", 0.11),
    }
}

/// Context and loaded kernels of one process. PyTorch 2 measures 0.47 (lazy) to 0.92 GiB (eager),
/// older versions to 1.8 (ml-engineering; memory.md B.4); on cards other than NVIDIA's within that range.
pub fn context(gpu: &Gpu) -> Uncertain {
    let likely = match gpu.vendor {
        Vendor::Nvidia => fitted("context.cuda", 0.7),
        _ => 0.8,
    };
    Uncertain::exact(likely * GIB).with(Cause::Context, 0.3 * GIB, 0.8 * GIB)
}

/// Communicators of training: 1.3-1.5 GiB once the first collective ran (memory.md B.4).
pub fn communicators(job: &Job, cards: u32, groups: u32, model_parallel: bool) -> Uncertain {
    if cards <= 1 {
        return Uncertain::ZERO;
    }
    let more = 0.2 * f64::from(groups.saturating_sub(1));
    // Pipeline, reduce and optimizer scratch that device readings of DeepSpeed and Megatron show
    // beyond every tensor: 2 GB expected, 5 upper (memory.md A.7).
    let scratch = if matches!(job.software, Software::DeepSpeed | Software::Megatron) && model_parallel {
        2.0
    } else {
        0.0
    };
    Uncertain::exact((fitted("context.communicators", 1.2) + more + scratch) * GIB).with(
        Cause::Context,
        (0.8 + scratch) * GIB,
        (0.8 + 1.2 * scratch) * GIB,
    )
}

/// Slack around tensors that are made once and stay: rounding to blocks, holes at their ends.
pub const STANDING: f64 = 0.04;

/// Share of the tensors that the allocator cannot give back when the card is full: before it fails it
/// frees every block that no tensor lies in. 26 out-of-memory messages print both figures: reserved
/// exceeds allocated by 1.9 % in the middle, by at most 5 % in 23 (`cases/oom_messages.jsonl`).
pub const STUCK: f64 = 0.02;

/// What the framework's allocator holds beyond the tensors, of which `standing` bytes never move, on a
/// card that has `left` bytes for it: short of room it gives unused blocks back, as far as it can.
pub fn slack(job: &Job, gathers: bool, standing: f64, allocated: f64, left: f64) -> Uncertain {
    let moving = (allocated - standing).max(0.0);
    let free =
        slack_share(job, gathers) * moving + fitted("slack.standing", STANDING) * standing.min(allocated);
    // A byte less than the room: what is full to the brim still fits.
    let held = free.min((left - 1.0).max(STUCK * allocated));
    let back = free - held;
    Uncertain::exact(held).with(Cause::Allocator, (0.05 * allocated - back).max(0.0), 0.10 * allocated + back)
}
