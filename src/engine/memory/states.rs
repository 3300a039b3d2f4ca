//! What training keeps for every weight: the weight, its gradient, a master copy, moments; and how
//! sharding divides them (memory.md A.2, B.1).

use super::shape::{AttentionWidths, Shape};
use super::weights::{Weights, as_filed, format, stored, weights};
use crate::catalog::{Mixer, Mlp};
use crate::engine::job::Job;
use crate::engine::layout::Layout;
use crate::plan::{LoraTargets, Offload, Optimizer, Quant, Regime, Software, Zero};

/// Bytes per trained weight, before sharding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Widths {
    /// The weight that is computed with, or its 32-bit shard.
    pub weight: f64,
    /// Gradient.
    pub gradient: f64,
    /// 32-bit master copy, and the 32-bit gradient copy where the optimizer keeps one.
    pub master: f64,
    /// Moments.
    pub moments: f64,
}

impl Widths {
    /// Everything.
    pub fn total(&self) -> f64 {
        self.weight + self.gradient + self.master + self.moments
    }
}

/// Bytes of moments per weight: 32-bit, or 16-bit where the states follow the weights.
fn moments(job: &Job, half: bool) -> f64 {
    let full = match job.optimizer {
        Optimizer::AdamW | Optimizer::PagedAdamW => 8.0,
        // Two bytes and one fp32 scale per block of 256 each (bitsandbytes optimizer.py).
        Optimizer::AdamW8bit | Optimizer::PagedAdamW8bit => return 2.0 + 8.0 / 256.0,
        // Half a byte and one fp32 scale per block of 128 each (torchao.optim.AdamW4bit).
        Optimizer::AdamW4bit => return 1.0 + 8.0 / 128.0,
        Optimizer::Sgd => 0.0,
        Optimizer::SgdMomentum | Optimizer::Lion => 4.0,
        // Row and column sums of each matrix: 4 (r + c) / (r c) bytes, for r = c = h (arXiv 1804.04235).
        Optimizer::Adafactor => return 8.0 / job.shape.hidden.max(8.0),
        // One moment for hidden matrices; the tables and norms are AdamW's, see `states`.
        Optimizer::Muon => 4.0,
    };
    if half { full / 2.0 } else { full }
}

/// Bytes per trained weight of a job that trains every weight.
pub fn widths(job: &Job) -> Widths {
    let m = |half| moments(job, half);
    match job.regime {
        Regime::Fp32 => Widths { weight: 4.0, gradient: 4.0, master: 0.0, moments: m(false) },
        // The 16-bit copies that autocast makes are buffers.
        Regime::Autocast => Widths { weight: 4.0, gradient: 4.0, master: 0.0, moments: m(false) },
        Regime::Master => Widths {
            weight: 2.0,
            // Megatron accumulates gradients in 32 bits.
            gradient: if job.software == Software::Megatron { 4.0 } else { 2.0 },
            // DeepSpeed's BF16 optimizer keeps a 32-bit copy of the gradients beside the master.
            master: 4.0,
            moments: m(false),
        },
        Regime::FsdpMixed => Widths { weight: 4.0, gradient: 4.0, master: 0.0, moments: m(false) },
        Regime::Pure16 => Widths { weight: 2.0, gradient: 2.0, master: 0.0, moments: m(true) },
        Regime::Pure16Fp32States => Widths { weight: 2.0, gradient: 2.0, master: 0.0, moments: m(false) },
    }
}

/// Elements of all adapters: rank times (in + out) for every target.
pub fn adapter_params(job: &Job) -> f64 {
    if job.lora_rank == 0 {
        return 0.0;
    }
    let shape = &job.shape;
    let (h, r) = (shape.hidden, f64::from(job.lora_rank));
    let gated = job.arch.detail.gated;
    let all = job.lora_targets == LoraTargets::All;
    let mut sum = 0.0;
    for kind in &shape.kinds {
        let mixer = match kind.mixer {
            Mixer::Attention(a) => {
                let w = AttentionWidths::of(&a);
                let (q, k, v, o) = (h + w.q, h + w.own_k, h + w.own_v, w.out + h);
                match job.lora_targets {
                    LoraTargets::All | LoraTargets::Attention => q + k + v + o,
                    LoraTargets::Qkv => q + k + v,
                    LoraTargets::Qv => q + v,
                }
            }
            Mixer::Mla(m) => {
                let (a, n, p, v) =
                    (f64::from(m.heads), f64::from(m.nope_dim), f64::from(m.rope_dim), f64::from(m.v_dim));
                let (kv, q) = (f64::from(m.kv_rank), f64::from(m.q_rank));
                h + q + q + a * (n + p) + h + kv + p + kv + a * (n + v) + a * v + h
            }
            Mixer::Recurrent(x) if all => 4.0 * h + 2.0 * f64::from(x.inner),
            _ => 0.0,
        };
        let matrices = if gated { 3.0 } else { 2.0 };
        let mlp = if !all {
            0.0
        } else {
            match kind.mlp {
                Mlp::Dense { ffn } => matrices * (h + f64::from(ffn)),
                // Routed experts are one fused tensor in current code and get no adapters.
                Mlp::Moe(m) => {
                    let inner = f64::from(m.shared_ffn + m.beside_ffn);
                    if inner > 0.0 { matrices * (h + inner) } else { 0.0 }
                }
                Mlp::None => 0.0,
            }
        };
        sum += f64::from(kind.count) * r * (mixer + mlp);
    }
    if shape.kinds.is_empty() {
        // Image models: attention of the denoiser is about a third of its weights; adapters on it
        // take 2 r / width of that.
        sum = shape.linear * 2.0 * r / 1280.0 / 3.0;
    }
    sum
}

/// Bytes that one rank holds throughout the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct States {
    /// Weights, frozen or trained, as stored on the rank.
    pub weights: f64,
    /// Adapter weights.
    pub adapter: f64,
    /// Gradients, when all of them exist.
    pub gradients: f64,
    /// Master copies.
    pub master: f64,
    /// Moments.
    pub moments: f64,
    /// Moments in managed memory: outside the framework's allocator, on the card while there is room.
    pub paged: f64,
    /// Elements of the rank, trained or not, before data-parallel sharding.
    pub held: f64,
    /// Trained elements of the rank, before data-parallel sharding.
    pub trained: f64,
    /// Bytes of the largest layer of the rank in computing format, before data-parallel sharding.
    pub layer: f64,
    /// Elements of that layer.
    pub layer_params: f64,
    /// Elements of the tables on the rank.
    pub tables: f64,
    /// Data-parallel ranks that share the states.
    pub ways: f64,
    /// Host memory that this rank needs for what is offloaded.
    pub host: f64,
    /// Spread of the weights, as a share.
    pub spread: f64,
    /// Weights of the rank as if nothing were sharded over data-parallel ranks.
    pub whole: f64,
}

/// Which part of the model a rank holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Everything, or the only stage.
    Only,
    /// The first of several.
    First,
    /// The last of several.
    Last,
}

/// Elements of layers (not experts), experts and tables on a rank.
fn split(shape: &Shape, layout: &Layout, stage: Stage) -> (f64, f64, f64) {
    let tp = f64::from(layout.tp.max(1));
    let share = shape.stage_share(layout.pp);
    let dense =
        share * ((shape.linear - shape.replicated) / tp + shape.replicated + shape.rest) + shape.vision / tp;
    // With expert parallelism the experts are spread over `ep` ranks; else split like other matrices.
    let experts = share * shape.experts / f64::from(layout.ep.max(1)).max(tp);
    let tables = match stage {
        Stage::Only => shape.embed + shape.head,
        Stage::First => shape.embed,
        Stage::Last => shape.head.max(shape.embed),
    } / tp;
    (dense, experts, tables)
}

/// Ranks that share sharded states.
pub fn ways(layout: &Layout) -> f64 {
    let all = f64::from(layout.dp.max(1)) * f64::from(layout.cp.max(1));
    match layout.zero {
        Zero::Hybrid => {
            let inside = f64::from(layout.per_machine().max(1)) / f64::from((layout.tp * layout.pp).max(1));
            all.min(inside.max(1.0))
        }
        _ => all,
    }
}

/// Bytes of a stored model of which the rank holds some elements of each kind.
fn held(w: &Weights, shape: &Shape, dense: f64, experts: f64, tables: f64) -> f64 {
    let per = |bytes: f64, elements: f64| if elements > 0.0 { bytes / elements } else { 0.0 };
    dense * per(w.linear + w.rest + w.vision, shape.linear + shape.rest + shape.vision)
        + experts * per(w.experts, shape.experts)
        + tables * per(w.embed + w.head, shape.embed + shape.head)
}

/// Whether bitsandbytes holds the weights in four bits (torchtune's come from torchao, whose shards keep
/// their scales).
fn four(job: &Job) -> bool {
    job.software != Software::Torchtune && matches!(job.quant, Quant::Nf4 | Quant::Nf4Double | Quant::Fp4)
}

/// What of the packed weights is scales.
fn scales(job: &Job, w: &Weights, kept: f64) -> Weights {
    let f = format(job, kept);
    let share = |bits: f64| (1.0 - 4.0 / bits).max(0.0);
    Weights {
        linear: w.linear * share(f.linear),
        experts: w.experts * share(f.experts),
        ..Weights::default()
    }
}

/// What a rank of the layout holds.
pub fn states(job: &Job, layout: &Layout, stage: Stage) -> States {
    let shape = &job.shape;
    let (dense, experts, tables) = split(shape, layout, stage);
    let all = dense + experts + tables;
    let ways = ways(layout);
    let tp = f64::from(layout.tp.max(1));
    let mut s = States {
        ways,
        tables,
        held: all,
        layer_params: shape.largest_layer / tp.max(f64::from(layout.ep.max(1))),
        ..States::default()
    };
    let z3 = matches!(layout.zero, Zero::Z3 | Zero::Hybrid);
    let z2 = z3 || layout.zero == Zero::Z2;
    let z1 = z2 || layout.zero == Zero::Z1;
    let by = |on: bool| if on { ways } else { 1.0 };
    if job.adapters() {
        // Frozen weights as stored; 32-bit where the base is loaded so.
        let kept = if matches!(job.regime, Regime::Fp32 | Regime::Autocast) && job.quant == Quant::None {
            32.0
        } else {
            16.0
        };
        let w = as_filed(job, stored(shape, format(job, kept), kept), kept);
        let bytes = held(&w, shape, dense, experts, tables);
        // Packed 4-bit weights are sharded when they are stored as 16-bit words (bitsandbytes
        // `bnb_4bit_quant_storage`), the documented way for FSDP and ZeRO-3. Their scales are no parameters
        // (`Params4bit.quant_state`): every rank has all of them.
        let scales =
            if z3 && four(job) { held(&scales(job, &w, kept), shape, dense, experts, 0.0) } else { 0.0 };
        s.weights = (bytes - scales) / by(z3) + scales;
        s.whole = bytes;
        s.spread = w.spread;
        // Tables stay in 16 bits beside packed layers: a layer's own width, not the model's.
        let layers = held(&w, shape, dense, experts, 0.0) / (dense + experts).max(1.0);
        s.layer = s.layer_params * layers;
        let mut n = adapter_params(job) * shape.stage_share(layout.pp) / tp;
        let width = job.adapter_bytes;
        s.adapter = n * width / by(z3);
        if job.train_embeddings {
            s.adapter += tables * width / by(z3);
            n += tables;
        }
        s.trained = n;
        s.gradients = n * width / by(z2);
        s.moments = n * moments(job, width < 3.0) / by(z1);
    } else {
        let w = widths(job);
        let gathered = job.regime == Regime::FsdpMixed;
        let mut weight = w.weight;
        if gathered && !z3 {
            // Sharding states only: whole 16-bit weights and a 32-bit shard.
            weight = 2.0 + if z1 { 4.0 / ways } else { 4.0 };
            s.weights = all * weight;
        } else {
            s.weights = all * weight / by(z3);
        }
        s.whole = s.weights * by(z3);
        s.trained = all;
        s.layer = s.layer_params * 2.0;
        s.gradients = all * w.gradient / by(z2);
        s.master = all * w.master / by(z1);
        let split = job.software == Software::DeepSpeed || (job.deepspeed && z1);
        if job.regime == Regime::Master && split && !z2 {
            // 32-bit gradient copy of DeepSpeed's 16-bit optimizers, split with the rest.
            s.master += all * 4.0 / by(z1);
        }
        s.moments = all * w.moments / by(z1);
        if job.optimizer == Optimizer::Muon {
            // Tables are AdamW's: twice the moments.
            s.moments += tables * w.moments / by(z1);
        }
        s.spread = weights(job).spread;
    }
    if matches!(job.optimizer, Optimizer::PagedAdamW | Optimizer::PagedAdamW8bit) {
        s.paged = s.moments;
        s.moments = 0.0;
        // Managed memory: what is not on the card lies in the host's.
        s.host = s.paged;
    }
    offloaded(job, &mut s, z2, by(z3));
    s
}

/// DeepSpeed's pieces of what lies on NVMe, elements: one optimizer group (`sub_group_size`), weights kept in the
/// host (`max_in_cpu`), and buffers of weights on their way (`buffer_count` times `buffer_size`).
const GROUP: f64 = 1e9;
const IN_HOST: f64 = 1e9;
const READS: f64 = 5.0 * 1e8;

/// Moves what lives in host memory there.
fn offloaded(job: &Job, s: &mut States, shards_gradients: bool, by_rank: f64) {
    match job.offload {
        Offload::None => {}
        Offload::Optimizer => {
            s.host = s.moments + s.master;
            s.moments = 0.0;
            s.master = 0.0;
            if shards_gradients {
                // ZeRO-Offload sends reduced gradients to the host as they are made.
                s.host += s.gradients;
                s.gradients = 0.0;
            }
        }
        Offload::All | Offload::Nvme => {
            let moved = s.moments + s.master + s.weights + s.gradients;
            s.host = if job.offload == Offload::All {
                moved
            } else {
                // In flight: a group of weights at the optimizer step, with its states and gradients, and the
                // 16-bit weights that wait for the card.
                let own = s.held / by_rank;
                let each = moved / own.max(1.0);
                moved.min(own.min(GROUP) * each + 2.0 * (own.min(IN_HOST) + READS))
            };
            s.moments = 0.0;
            s.master = 0.0;
            s.weights = 0.0;
            s.gradients = 0.0;
        }
    }
}
