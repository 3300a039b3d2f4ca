//! One decode step: `bytes / (e · bandwidth) + layers · t`, with the products' time where the batch or a
//! small chip makes it longer than reading the weights, and what tensor parallelism exchanges.

use super::efficiency::{self, Engine};
use super::flops;
use super::interconnect::{self, Wires};
use super::rates;
use super::reads::{self, Kernel, Weights};
use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::engine::memory::kv_cache;
use crate::engine::software;
use crate::plan::Software;

/// Products of narrow experts reach less: time against dense products of the same operations is
/// 1 + this / width of an expert (TensorRT-LLM tables: widths 768 to 8,192). Training has its own.
const EXPERT_WIDTH: f64 = 300.0;
/// Several rows are sorted by expert before each of ggml's three products of a layer of experts, which takes as
/// long as launching a layer (llama.cpp dgx-spark.md; one row needs no sorting).
const GGML_SORTS: f64 = 3.0;

/// A model on cards, ready to be asked for step times.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a> {
    job: &'a Job,
    /// The program's constants.
    pub engine: Engine,
    /// How the weights are multiplied.
    pub kernel: Kernel,
    /// Bytes by how often they are read.
    pub weights: Weights,
    /// Peak of one card for this kernel, operations per second.
    pub peak: f64,
    /// What the board's power sustains of this kernel, operations per second.
    pub sustained: f64,
    /// Nominal bandwidth of one card, bytes per second.
    pub bandwidth: f64,
    /// Layers.
    pub layers: f64,
    wires: Wires,
    tp: f64,
    pp: f64,
    ep: f64,
    ranks_inside: f64,
    linear: f64,
    encoder: flops::Encoder,
    narrow: f64,
    chunk: f64,
}

/// Where a step's time goes, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// Reading weights.
    pub weights: f64,
    /// Matrix products, where longer than reading; else 0.
    pub compute: f64,
    /// Reading the cache.
    pub cache: f64,
    /// Launching.
    pub launch: f64,
    /// Exchange between cards.
    pub exchange: f64,
    /// All of it.
    pub total: f64,
}

impl<'a> Runner<'a> {
    /// Prepares the figures that do not depend on batch or length.
    pub fn new(job: &'a Job, layout: &Layout, device: &Device) -> Self {
        let kernel = reads::kernel(job);
        let gpu = device.gpu;
        // Each token of the answer passes the decoder alone.
        let encoder = flops::encoder(&job.arch, f64::from(job.prompt.max(1)));
        let mut weights = Weights::of(job);
        weights.always *= 1.0 - encoder.share;
        Self {
            job,
            engine: efficiency::engine(job, kernel, gpu),
            kernel,
            weights,
            peak: rates::peak(gpu, kernel),
            sustained: rates::sustained(gpu) * rates::lightness(kernel),
            bandwidth: f64::from(gpu.bandwidth_gbs) * 1e9,
            layers: (f64::from(job.arch.layers()) - encoder.layers).max(1.0),
            wires: interconnect::wires(device, layout),
            tp: f64::from(layout.tp.max(1)),
            pp: f64::from(layout.pp.max(1)),
            ep: f64::from(layout.ep.max(1)).min(f64::from(layout.cards().max(1))),
            ranks_inside: f64::from(layout.per_machine().max(1)),
            linear: flops::linear(&job.arch) * (1.0 - encoder.share),
            encoder,
            narrow: flops::narrow(&job.arch, fitted("decode.expert_width", EXPERT_WIDTH)),
            chunk: f64::from(match job.software {
                Software::LlamaCpp => job.ubatch.max(1),
                _ => software::batched_tokens(job, gpu).max(1),
            }),
        }
    }

    /// A step that gives one token to each of `batch` sequences with `context` tokens behind them.
    /// Pipeline stages work on different sequences at once: each token passes all of them.
    pub fn step(&self, batch: f64, context: f64) -> Step {
        self.step_over(batch, context, self.cached(context))
    }

    /// Cache bytes that one sequence of `context` tokens makes a card read.
    pub fn cached(&self, context: f64) -> f64 {
        kv_cache::read_bytes(self.job, context, self.tp as u32, 1)
    }

    /// [`Runner::step`] with the cache of a sequence already added up.
    pub fn step_over(&self, batch: f64, context: f64, cached: f64) -> Step {
        let e = &self.engine;
        let rows = (batch / self.pp).max(1.0);
        let spread = self.tp.max(self.ep);
        // Experts are shared by all data-parallel ranks of an expert group, which bring their tokens along.
        let brought = rows * (spread / self.tp);
        let bytes =
            self.weights.always / self.tp + self.weights.experts * self.weights.touched(brought) / spread;
        let read = bytes / (e.weights * self.bandwidth);
        let rate = (e.gemm * self.peak).min(e.power * self.sustained);
        let multiply = self.linear * rows.max(e.rows) * self.narrow / self.tp / rate;
        let cache = rows * cached / (e.cache * self.bandwidth)
            + e.head_token_s * rows * self.job.shape.heads * self.layers * context / self.tp;
        let experts = if e.expert_s > 0.0 { e.expert_s * self.experts(|m| m.experts) } else { 0.0 };
        let ggml = matches!(self.kernel, Kernel::Ggml | Kernel::Ggml16);
        let sort = if ggml && rows > 1.0 { GGML_SORTS * e.layer_s * self.experts(|_| 1) } else { 0.0 };
        let launch = e.step_s + self.layers * e.layer_s + experts + sort + batch * e.sequence_s;
        let exchange = self.exchange(rows);
        let both = if e.in_turn { read + multiply } else { read.max(multiply) };
        let work = both + cache;
        let total = if e.ahead { work.max(launch) } else { work + launch } + exchange;
        Step { weights: read, compute: both - read, cache, launch, exchange, total }
    }

    /// Adds something up over all layers of experts.
    fn experts(&self, of: impl Fn(&crate::catalog::Moe) -> u32) -> f64 {
        self.job
            .arch
            .groups
            .iter()
            .map(|g| match &g.mlp {
                crate::catalog::Mlp::Moe(m) => f64::from(g.count) * f64::from(of(m)),
                _ => 0.0,
            })
            .sum()
    }

    /// Two all-reduces per layer under tensor parallelism, two exchanges of tokens per layer with experts
    /// spread wider, and a hop for each further stage.
    fn exchange(&self, rows: f64) -> f64 {
        self.exchange_on(rows, self.wires)
    }
    /// The same on other wires.
    pub(super) fn exchange_on(&self, rows: f64, wires: Wires) -> f64 {
        let wide = rows * f64::from(self.job.arch.hidden) * 2.0;
        let mut time = 0.0;
        if self.tp > 1.0 {
            time += self.layers * 2.0 * wires.all_reduce(wide, self.tp, self.ranks_inside.min(self.tp));
        }
        if self.ep > self.tp {
            time += self.layers * 2.0 * wires.gather(wide * 2.0, self.ep, self.ranks_inside.min(self.ep));
        }
        time + (self.pp - 1.0) * (20e-6 + wide / wires.network.min(wires.card))
    }

    /// Seconds to take in `tokens` prompt tokens of sequences of `length`.
    pub fn prefill(&self, tokens: f64, length: f64) -> f64 {
        super::prefill::seconds(self, &self.job.arch, tokens, length)
    }

    /// Seconds that one prompt adds when it rides along with decode steps: products and attention only,
    /// the weights being read and the kernels launched anyway.
    pub fn ride(&self, prompt: f64) -> f64 {
        super::prefill::products(self, &self.job.arch, prompt, prompt) * self.narrow + self.exchange(prompt)
    }

    /// Degree of tensor parallelism.
    pub fn tp(&self) -> f64 {
        self.tp
    }
    /// Operations of one token in products with weights.
    pub fn linear(&self) -> f64 {
        self.linear
    }
    /// What of the model is an encoder.
    pub fn encoder(&self) -> flops::Encoder {
        self.encoder
    }
    /// Tokens that one forward step takes in at most.
    pub fn chunk(&self) -> f64 {
        self.chunk
    }
    /// Time of the exchanges for `rows` tokens.
    pub fn exchanged(&self, rows: f64) -> f64 {
        self.exchange(rows)
    }
    /// What its cards are joined by.
    pub fn wires(&self) -> Wires {
        self.wires
    }
    /// Pipeline stages.
    pub fn pp(&self) -> f64 {
        self.pp
    }
    /// Query heads.
    pub fn heads(&self) -> f64 {
        self.job.shape.heads
    }
    /// Whether attention is fused.
    pub fn flash(&self) -> bool {
        self.job.flash
    }
}
