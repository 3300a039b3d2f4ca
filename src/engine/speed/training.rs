//! One optimizer step: products at the share that a card reaches, memory traffic between them, launches,
//! what is exchanged and not hidden, the pipeline's bubble, unpacking of 4-bit weights, the optimizer.

use super::efficiency::{self, Stack};
use super::exchange::Exchange;
use super::flops;
use super::interconnect;
use super::rates;
use super::training_lines;
use super::{Bottleneck, Pace};
use crate::catalog::Mixer;
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::line::Trace;
use crate::engine::software;
use crate::plan::{Checkpointing, Offload, Optimizer, Precision, Quant, Regime, Software, Task, Zero};
use crate::units::math::{log2, pow};
use crate::units::{Cause, Uncertain};

/// Where an optimizer step's time goes on the slowest card, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// Matrix products and attention.
    pub compute: f64,
    /// Memory traffic between the products.
    pub traffic: f64,
    /// Launching beyond what the card's work covers.
    pub launch: f64,
    /// Unpacking 4-bit weights.
    pub dequant: f64,
    /// Exchange that nothing covers.
    pub exchange: f64,
    /// Idle pipeline stages.
    pub bubble: f64,
    /// Optimizer, its offload included.
    pub optimizer: f64,
    /// Share of the exchange that crosses machines.
    pub far: f64,
    /// The whole step.
    pub step: f64,
    /// Tokens of the step, all cards.
    pub tokens: f64,
}

/// Share of sharded exchange that computing hides over a fabric (FSDP prefetch, bucketed all-reduce: a
/// fixed micro-batch loses 1-2 % per doubling of cards, speed.md part A).
const HIDDEN: f64 = 0.93;

/// The same, as fitted.
pub(super) fn hidden() -> f64 {
    fitted("train.hidden", HIDDEN)
}

/// Share of exchange that slows computing down even where it is covered: both use the memory and the
/// multiprocessors.
const CONTENTION: f64 = 0.30;
/// Passes of one training step over the weights: forward 1, gradient of the input 1, of the weight 1.
pub(super) const FULL_PASSES: f64 = 3.0;
/// Adapters need no gradient of the frozen weights: 4N instead of 6N.
pub(super) const ADAPTER_PASSES: f64 = 2.0;
/// Attention: forward 1, backward 2.5 (FlashAttention-2 recomputes the scores).
const ATTENTION_PASSES: f64 = 3.5;
/// What per-op selective recomputation repeats of a forward pass (torchtitan and fms-fsdp rows).
const SELECTIVE_PASS: f64 = 0.74;
/// The same in Megatron, which repeats attention only: 2-4 % of a step (Korthikanti et al. 2022, with sequence
/// parallelism).
const SELECTIVE_PASS_MEGATRON: f64 = 0.03;
/// Unpacking 4-bit to 16-bit weights: bytes moved per weight and pass (speed.md: 0.03 s per billion
/// weights and micro-step on an A100, two to three passes; fsdp_qlora rows).
const DEQUANT_BYTES: f64 = 15.0;
/// Adapter code moves so many times the elements of plain layers: dropout, casts and sums beside every
/// target (Qwen, fms and torchtune rows), and launches so many times the kernels.
const ADAPTER_TRAFFIC: f64 = 3.5;
const ADAPTER_LAUNCHES: f64 = 1.5;
/// Launches of a backward pass and the rest of a step, in forward passes.
const STEP_LAUNCHES: f64 = 3.2;
/// Launching and computing overlap partly: the exponent of their combination (1 adds them, infinity
/// takes the longer).
const LAUNCH_OVERLAP: f64 = 1.5;
/// Tokens that remain of a padded batch of instruction samples: packing brings 3.4 times the tokens
/// (torchtune README, Alpaca-like data).
const UNPACKED_SHARE: f64 = 0.3;
/// Experts get unequal numbers of tokens, and narrow products reach less: time against dense products of
/// the same operations is 1 + this / width of an expert (Megatron Bridge rows: widths 768 to 14,336).
const EXPERT_WIDTH: f64 = 2700.0;
/// Time of products grows as the tensor-parallel degree to this power: narrower slices. Megatron
/// (Narayanan and Megatron Bridge rows) and the others (BLOOM and InternEvo rows).
const TENSOR_LOSS_MEGATRON: f64 = 0.02;
const TENSOR_LOSS: f64 = 0.21;
/// Waiting for the slowest grows by this share per doubling of machines (InternEvo 8 to 1,024 cards).
const STRAGGLERS: f64 = 0.015;
/// Megatron runs interleaved stages, which divide the bubble (Narayanan et al. 2021).
const INTERLEAVED: f64 = 2.5;

pub(super) fn recompute_passes(kind: Checkpointing, software: Software) -> f64 {
    match kind {
        Checkpointing::None => 0.0,
        Checkpointing::Selective if software == Software::Megatron => SELECTIVE_PASS_MEGATRON,
        Checkpointing::Selective => fitted("train.selective_pass", SELECTIVE_PASS),
        Checkpointing::Full | Checkpointing::Offloaded => 1.0,
    }
}

/// Time of evaluating on a token over the time of training on it: the forward pass of the two or three that
/// training takes, recomputation beside them (the passes of [`model_flops`]).
pub fn forward_share(job: &Job, layout: &Layout) -> f64 {
    let passes = if job.adapters() { 2.0 } else { 3.0 };
    1.0 / (passes + recompute_passes(layout.checkpointing, job.software))
}

/// How many times as long a run takes for what is evaluated on its way.
pub(super) fn with_evaluation(job: &Job, layout: &Layout) -> f64 {
    1.0 + job.evaluation * forward_share(job, layout)
}

/// Model FLOPs of one token of training, recompute not counted: the convention of published MFU,
/// 6N + 12·L·h·s (4N + 8·L·h·s with adapters).
pub fn model_flops(job: &Job) -> f64 {
    let passes = if job.adapters() { 2.0 } else { 3.0 };
    passes * (flops::linear(&job.arch) + flops::attention(&job.arch, f64::from(job.seq)))
}

pub(super) fn trainable(job: &Job) -> f64 {
    let all = job.arch.params_total as f64;
    if !job.adapters() {
        return all;
    }
    // r · (in + out) over the targets; about 2.5 % of a 7B at rank 64 over all layers.
    let h = f64::from(job.arch.hidden.max(1));
    let weights = flops::matmul_params(&job.arch);
    (f64::from(job.lora_rank) * weights / h * 1.2).min(all)
}

/// What a job exchanges on its wires.
fn exchange<'a>(job: &'a Job, layout: &'a Layout, wires: interconnect::Wires) -> Exchange<'a> {
    let (tp, pp, cp, dp) = degrees(layout);
    let rows = f64::from(layout.micro_batch.max(1)) * f64::from(job.seq.max(1)) / cp;
    let again = recompute_passes(layout.checkpointing, job.software);
    Exchange { job, layout, wires, tp, pp, cp, dp, rows, again, layers: f64::from(job.arch.layers()) }
}

/// The exchange of one optimizer step on `wires`, whatever covers it, seconds.
pub(super) fn exchanged(job: &Job, layout: &Layout, wires: interconnect::Wires) -> f64 {
    let lines = exchange(job, layout, wires);
    let rounds = f64::from(layout.accumulation.max(1));
    rounds * (lines.never_hidden() + lines.per_round().0) + lines.per_step().0
}

/// The times of one optimizer step.
pub fn times(job: &Job, layout: &Layout, device: &Device) -> Times {
    let gpu = device.gpu;
    let arch = &*job.arch;
    let stack = efficiency::stack(job, gpu);
    let bandwidth = f64::from(gpu.bandwidth_gbs) * 1e9;
    let (tp, pp, cp, dp) = degrees(layout);
    let rounds = f64::from(layout.accumulation.max(1));
    let rows = f64::from(layout.micro_batch.max(1)) * f64::from(job.seq.max(1)) / cp;
    let layers = f64::from(arch.layers().max(1)) / pp;
    let with_adapters = job.adapters();
    let again = recompute_passes(layout.checkpointing, job.software);
    // The reference model of preference tuning makes one more forward pass.
    let reference = if matches!(job.task, Task::Dpo | Task::Grpo) { 1.0 } else { 0.0 };
    let passes = if with_adapters { ADAPTER_PASSES } else { FULL_PASSES } + again + reference;
    let attention_passes = ATTENTION_PASSES + again.ceil().min(1.0) + reference;

    let peak = product_peak(job, gpu, &stack);
    let experts = flops::narrow(arch, fitted("train.expert_width", EXPERT_WIDTH));
    let megatron = job.software == Software::Megatron;
    let narrow = pow(
        tp,
        if megatron {
            fitted("train.tensor_loss_megatron", TENSOR_LOSS_MEGATRON)
        } else {
            fitted("train.tensor_loss", TENSOR_LOSS)
        },
    );
    let products = narrow * rows * flops::linear(arch) * passes * experts / (tp * pp) / peak;
    let seen = flops::mean_seen(arch, f64::from(job.seq));
    let half = f64::from(gpu.half()) * 1e12;
    let attention = if job.flash {
        rows * flops::attention(arch, seen) * attention_passes / (tp * pp) / (stack.attention * half)
    } else {
        unfused_attention(job, rows, passes, bandwidth) / (tp * pp)
    };
    let width = if matches!(job.precision, Precision::Fp32 | Precision::Tf32) { 4.0 } else { 2.0 };
    let split = software::training(job.software).sequence_parallel;
    let copies = if with_adapters { fitted("train.adapter_traffic", ADAPTER_TRAFFIC) } else { 1.0 };
    let traffic =
        (rows * flops::elementwise(arch, tp, split) * width * stack.traffic * copies * (passes / 3.0) / pp
            + logits(job, rows, tp))
            / (0.8 * bandwidth);
    let dequant = dequant(job, gpu_passes(again), bandwidth) / (tp * pp);
    let traffic = traffic + summed_gradients(job, tp * pp, rounds) / (0.8 * bandwidth);
    let card = products + attention + traffic + dequant;
    let launches = if with_adapters { fitted("train.adapter_launches", ADAPTER_LAUNCHES) } else { 1.0 };
    let host = layers * stack.layer_s * (fitted("train.step_launches", STEP_LAUNCHES) + again) * launches;
    let launch = pow(
        pow(card, fitted("train.launch_overlap", LAUNCH_OVERLAP))
            + pow(host, fitted("train.launch_overlap", LAUNCH_OVERLAP)),
        1.0 / fitted("train.launch_overlap", LAUNCH_OVERLAP),
    ) - card;
    let micro = card + launch;

    let wires = interconnect::wires(device, layout);
    let lines = exchange(job, layout, wires);
    let (per_round, far_round) = lines.per_round();
    let (per_step, far_step) = lines.per_step();
    let always = lines.never_hidden();
    let hidden = if wires.hides { hidden() } else { 0.0 };
    // What computing can cover is spent on the gathers first, the rest on gradients of the last layers.
    let cover = hidden * micro;
    let shown_round = (per_round - cover).max(fitted("train.contention", CONTENTION) * per_round);
    let left = (cover - per_round).max(0.0);
    let shown_step = (per_step - 0.6 * left).max(fitted("train.contention", CONTENTION) * per_step);
    let exchange = rounds * (always + shown_round) + shown_step;
    let bubble = (pp - 1.0) * (micro + always + shown_round)
        / if job.software == Software::Megatron { fitted("train.interleaved", INTERLEAVED) } else { 1.0 };
    let optimizer = optimizer_time(job, layout, gpu.pcie_gbs() * 1e9, bandwidth);
    let uneven = 1.0 + fitted("train.stragglers", STRAGGLERS) * log2(f64::from(layout.machines.max(1)));
    let step = (rounds * micro + exchange + bubble + optimizer) * uneven;
    let moved = rounds * (always + per_round) + per_step;
    let far = if moved > 0.0 { ((rounds * far_round + far_step) / moved).min(1.0) } else { 0.0 };
    Times {
        compute: rounds * (products + attention),
        traffic: rounds * traffic,
        launch: rounds * launch,
        dequant: rounds * dequant,
        exchange,
        bubble,
        optimizer,
        far,
        step,
        tokens: rows * cp * rounds * dp,
    }
}

/// Bytes that adding a micro-step's gradients to a 32-bit sum moves (read 2 + 4, write 4), where the stack
/// keeps one.
fn summed_gradients(job: &Job, ways: f64, rounds: f64) -> f64 {
    if job.trains_all() && job.regime == Regime::Master && rounds > 1.0 {
        10.0 * trainable(job) / ways
    } else {
        0.0
    }
}

fn gpu_passes(again: f64) -> f64 {
    2.0 + again
}

fn degrees(layout: &Layout) -> (f64, f64, f64, f64) {
    let f = |x: u32| f64::from(x.max(1));
    (f(layout.tp), f(layout.pp), f(layout.cp), f(layout.dp))
}

/// Rate of large products, operations per second.
fn product_peak(job: &Job, gpu: &crate::catalog::Gpu, stack: &Stack) -> f64 {
    let sustained = rates::sustained(gpu) / 1e12;
    let half = (f64::from(gpu.half()) * stack.matmul).min(sustained);
    let or = |x: f32, share: f64| if x > 0.0 { f64::from(x) * share } else { half };
    let eight = fitted("train.fp8", 0.68);
    let tera = match job.precision {
        Precision::Fp32 if gpu.tf32 <= 0.0 => f64::from(gpu.fp32).max(half / 8.0) * 0.8,
        Precision::Fp32 | Precision::Tf32 => or(gpu.tf32, stack.matmul),
        // 8-bit products, their peak being twice the other (Megatron Bridge fp8 rows; torchtitan with fp8
        // linears gains 25 % in all, speed.md).
        Precision::Fp8 => {
            let share = stack.matmul
                * if job.software == Software::Megatron { fitted("train.megatron.fp8", 0.92) } else { eight };
            or(gpu.fp8, share).min(2.0 * sustained).max(half)
        }
        // Halved once more, and the same share lost once more.
        Precision::Fp4 => or(gpu.fp4, stack.matmul * eight * eight).max(half),
        Precision::Fp16 | Precision::Bf16 => half,
    };
    tera * 1e12
}

/// Attention that writes its scores: 2-byte scores, softmax and dropout, each written and read, forward
/// and backward: about 12 s bytes per head and token and pass.
fn unfused_attention(job: &Job, rows: f64, passes: f64, bandwidth: f64) -> f64 {
    let heads: f64 = job
        .arch
        .groups
        .iter()
        .map(|g| match g.mixer {
            Mixer::Attention(a) => f64::from(g.count * a.heads),
            Mixer::Mla(m) => f64::from(g.count * m.heads),
            _ => 0.0,
        })
        .sum();
    rows * f64::from(job.seq) * heads * fitted("train.score_bytes", 20.0) * passes / (0.8 * bandwidth)
}

/// Bytes moved by the loss: logits written, read, their gradient (12-14 bytes each eager, memory.md A.4).
fn logits(job: &Job, rows: f64, tp: f64) -> f64 {
    use crate::plan::LossKind;
    let each = match job.loss {
        LossKind::Eager => fitted("train.eager.logit_bytes", 45.0),
        LossKind::Compiled => 16.0,
        LossKind::Chunked | LossKind::Fused => 12.0,
    };
    rows * f64::from(job.arch.vocab) * each / tp
}

fn dequant(job: &Job, passes: f64, bandwidth: f64) -> f64 {
    let packed = !matches!(job.quant, Quant::None | Quant::Fp8 | Quant::Fp8Block);
    if packed && job.task.trains() {
        (job.shape.linear + job.shape.experts) * fitted("train.dequant_bytes", DEQUANT_BYTES) * passes
            / bandwidth
    } else {
        0.0
    }
}

/// Bytes per trainable weight that the optimizer reads and writes, over the bandwidth; with offload the
/// host does it: states over PCIe and about 1.5 G weights a second (DeepSpeed CPU Adam, 1 socket).
fn optimizer_time(job: &Job, layout: &Layout, pcie: f64, bandwidth: f64) -> f64 {
    let (tp, pp, cp, dp) = degrees(layout);
    let own = trainable(job) / (tp * pp) / if layout.zero == Zero::Z0 { 1.0 } else { dp * cp };
    if job.offload != Offload::None {
        let nvme = if job.offload == Offload::Nvme { 4.0 } else { 1.0 };
        return own * (4.0 / pcie + nvme / 1.5e9);
    }
    let states = match job.optimizer {
        Optimizer::Sgd => 6.0,
        Optimizer::SgdMomentum | Optimizer::Lion | Optimizer::Adafactor => 14.0,
        Optimizer::AdamW8bit | Optimizer::PagedAdamW8bit => 14.0,
        Optimizer::AdamW4bit => 12.0,
        Optimizer::AdamW | Optimizer::PagedAdamW => {
            if job.regime == Regime::Pure16 {
                14.0
            } else {
                30.0
            }
        }
        // Newton-Schulz: five rounds of products on each matrix, about ten passes' worth.
        Optimizer::Muon => 120.0,
    };
    own * states / (0.7 * bandwidth)
}

/// Times a training job.
pub fn pace<T: Trace>(job: &Job, layout: &Layout, device: &Device, trace: &mut T) -> Pace {
    let t = times(job, layout, device);
    let stack = efficiency::stack(job, device.gpu);
    let cards = f64::from(layout.cards().max(1));
    let generation = generation_time(job, layout, device, t.tokens);
    let seconds = t.step + generation;

    let wires = interconnect::wires(device, layout);
    let shown = (t.exchange / seconds).min(1.0);
    // Between cards ± 30 % of what shows; a network that nobody stated may be four times slower.
    let (less, more) = if wires.assumed { (0.5, 3.0) } else { (0.3, 0.4) };
    let spread = if super::rough(job) { super::ROUGH } else { stack.spread };
    let mut step = Uncertain::exact(seconds)
        .with_share(Cause::RunTime, spread * 0.7, spread)
        .with_share(Cause::EngineVersion, 0.08, 0.1)
        .with_share(
            Cause::Interconnect,
            shown * less,
            shown * more + if wires.assumed { 0.1 * t.far } else { 0.0 },
        );
    if job.assumed_arch {
        step = step.with_share(Cause::Assumed, 0.1, 0.1);
    }
    let mut useful = 1.0;
    if !job.packing {
        useful = UNPACKED_SHARE;
        step = step.with_share(Cause::Assumed, 0.5, 0.5);
    }
    let rate = step.inverse().times(t.tokens * useful);
    let work_h = rate.inverse().times(job.work / 3600.0 * with_evaluation(job, layout));
    let half = f64::from(device.gpu.half()) * 1e12;
    let mfu = t.tokens / seconds / cards * model_flops(job) / half;

    training_lines::lines(job, layout, device, &t, &step, &rate, &work_h, mfu, trace);
    let largest = [
        (t.compute + t.dequant, Bottleneck::Compute),
        (t.traffic + t.optimizer, Bottleneck::MemoryBandwidth),
        (t.launch, Bottleneck::Launch),
        (t.exchange, if t.far > 0.5 { Bottleneck::Network } else { Bottleneck::CardLink }),
    ];
    let bottleneck = largest.iter().fold(largest[0], |best, x| if x.0 > best.0 { *x } else { best }).1;
    Pace { work_h, step_s: step, rate, mfu, serve: super::Serve::default(), bottleneck, timed: true }
}

/// Group methods write their answers themselves first: decode of all tokens of the step on each card, in
/// batches as large as a server would run.
fn generation_time(job: &Job, layout: &Layout, device: &Device, tokens: f64) -> f64 {
    if job.task != Task::Grpo {
        return 0.0;
    }
    let server = Job { software: crate::plan::Software::Vllm, ..job.clone() };
    let runner = super::decode::Runner::new(&server, layout, device);
    let replicas = f64::from(layout.cards().max(1)) / runner.tp();
    let batch = f64::from(job.max_num_seqs.clamp(1, 256));
    let step = runner.step(batch, f64::from(job.seq) / 2.0).total;
    tokens / replicas / batch * step
}
