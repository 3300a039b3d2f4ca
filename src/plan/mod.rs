//! The question: what a person wants to run, on which terms. A default for every field, so that one
//! changed field is a valid plan. Knows no formulas. `None` means "automatic": the engine chooses.

mod bounds;
mod choices;
mod claim;
mod compact;
mod fields;
mod file;
mod frozen;
mod hidden;
mod nearest;
pub mod number;
mod presets;
mod slot;
mod warning;

pub(crate) use bounds::architecture as bound_architecture;
pub use choices::*;
pub use claim::{Claim, FirstDay, Habits};
pub use fields::{Field, Row, Unit, usual};
pub use file::FileBytes;
pub use hidden::{HIDDEN, Hidden};
pub use nearest::nearest;
pub use presets::{PRESETS, Preset};
pub use slot::{At, ID_CHARS, IDS, Slot, WordAt, invisible, mode};
pub use warning::{Warning, Whole};

#[cfg(test)]
mod links_page;

use crate::catalog::{Architecture, Mode, Region};
use crate::units::{Currency, Date};

/// The whole question.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What kind of job.
    pub task: Task,
    /// Which model.
    pub model: ModelRef,
    /// How it runs.
    pub run: Run,
    /// How much work.
    pub amount: Amount,
    /// Data to keep and move.
    pub data: Data,
    /// Where and how to rent.
    pub market: Market,
    /// What must hold.
    pub limits: Limits,
    /// Buying instead.
    pub buying: Buying,
    /// The machine's software and host.
    pub env: Environment,
    /// What delay and loss are worth.
    pub care: Care,
    /// What the user measured; overrides the estimate.
    pub measured: Measured,
    /// What the seller says.
    pub claim: Claim,
    /// What the first day showed.
    pub day: FirstDay,
    /// How somebody goes about it.
    pub habits: Habits,
    /// Prices the link was made with.
    pub frozen: Vec<FrozenPrice>,
}

/// Which model a plan is about.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelRef {
    /// An id of the catalog.
    Id(String),
    /// Only a parameter count, in billions.
    Params(f64),
    /// An architecture read from a file; the name is display only.
    Imported(Box<Architecture>),
}

/// How the job runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Program that runs it.
    pub software: Option<Software>,
    /// Number format of computing.
    pub precision: Option<Precision>,
    /// Storage format of the weights.
    pub quant: Option<Quant>,
    /// Exact bytes of the weights, read from the headers of their files.
    pub file: Option<FileBytes>,
    /// Format of the KV cache.
    pub kv: Option<KvType>,
    /// Training: tokens per sample. Serving: the longest context the server admits (`None`: prompt + answer).
    pub seq: Option<u32>,
    /// Samples per GPU and step.
    pub micro_batch: Option<u32>,
    /// Samples per optimizer step over all GPUs.
    pub global_batch: Option<u32>,
    /// Optimizer.
    pub optimizer: Option<Optimizer>,
    /// Number formats of weights, gradients, master copy and moments.
    pub regime: Option<Regime>,
    /// Recompute activations.
    pub checkpointing: Option<Checkpointing>,
    /// Fused attention kernels.
    pub flash: Option<bool>,
    /// How the loss is computed.
    pub loss: Option<LossKind>,
    /// `torch.compile` or a compiled engine.
    pub compile: Option<bool>,
    /// Samples are packed to full length.
    pub packing: bool,
    /// Rank of LoRA adapters.
    pub lora_rank: u32,
    /// Which matrices get adapters.
    pub lora_targets: LoraTargets,
    /// Embedding and head are trained too (`modules_to_save`).
    pub train_embeddings: bool,
    /// What lives in host memory or on disk.
    pub offload: Offload,
    /// Sharding of states.
    pub zero: Option<Zero>,
    /// Tensor parallel degree.
    pub tp: Option<u32>,
    /// Pipeline stages.
    pub pp: Option<u32>,
    /// Context parallel degree.
    pub cp: Option<u32>,
    /// Expert parallel degree.
    pub ep: Option<u32>,
    /// Share of usable memory an engine may take (vLLM `gpu_memory_utilization`, SGLang `mem_fraction_static`).
    pub utilisation: Option<f64>,
    /// vLLM `max_num_seqs` and the like.
    pub max_num_seqs: Option<u32>,
    /// vLLM `max_num_batched_tokens`, SGLang chunked prefill size.
    pub batched_tokens: Option<u32>,
    /// llama.cpp `ubatch`.
    pub ubatch: Option<u32>,
    /// Captured CUDA graphs (vLLM `enforce_eager` = false).
    pub graphs: Option<bool>,
    /// Answers per prompt (GRPO).
    pub generations: u32,
    /// Image width in pixels.
    pub width: u32,
    /// Image height in pixels.
    pub height: u32,
    /// Frames of a clip.
    pub frames: u32,
    /// Denoising steps.
    pub steps: u32,
    /// VAE decodes in tiles.
    pub vae_tiling: bool,
    /// The card also drives a display.
    pub display: bool,
}

/// How much work.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// Training tokens per epoch.
    pub tokens: f64,
    /// Samples per epoch for images and embeddings (pages, pictures).
    pub samples: f64,
    /// Passes over the data.
    pub epochs: f64,
    /// Evaluation during training: its tokens (or samples) as a share of those trained on.
    pub evaluation: f64,
    /// Users at the same time.
    pub users: u32,
    /// Requests per second, instead of users.
    pub rps: Option<f64>,
    /// Tokens in.
    pub prompt: u32,
    /// Tokens out.
    pub answer: u32,
    /// Powered on so many hours a day.
    pub hours_per_day: f64,
    /// Horizon of a service in days.
    pub days: f64,
    /// Longest time to the first token, ms.
    pub ttft_ms: Option<f64>,
    /// Longest time per output token, ms.
    pub tpot_ms: Option<f64>,
    /// Known cards: hours typed.
    pub hours: f64,
    /// Round trip between users and server, ms.
    pub rtt_ms: Option<f64>,
    /// Cards that a service keeps busy outside the hours of its day.
    pub night_cards: Option<u32>,
}

/// Data to keep and move.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// Training data, GB.
    pub dataset_gb: f64,
    /// Disk kept, GB; `None` from model, data and checkpoints.
    pub storage_gb: Option<f64>,
    /// Traffic out, GB; `None` from what is brought home.
    pub egress_gb: Option<f64>,
    /// Traffic out is sold as bandwidth: what it costs a month, in the plan's currency; `None` = by the GB.
    pub egress_month: Option<f64>,
    /// Checkpoints kept.
    pub checkpoints: u32,
    /// Download speed, Mbit/s.
    pub bandwidth_mbps: f64,
    /// Days the disk is kept after the work.
    pub keep_days: f64,
    /// Public addresses.
    pub addresses: u32,
}

/// Where and how to rent.
#[derive(Clone, Debug, PartialEq)]
pub struct Market {
    /// Region; `None` = any.
    pub region: Option<Region>,
    /// Currency of the order and of limits.
    pub currency: Currency,
    /// Modes allowed to win.
    pub modes: Vec<Mode>,
    /// The job may be interrupted: spot may win.
    pub interruptible: bool,
    /// Only these providers; empty = all.
    pub providers: Vec<String>,
    /// Never these providers.
    pub not_providers: Vec<String>,
    /// A second provider kept ready.
    pub standby: Option<String>,
    /// The user's own contract discount, a share of compute (0.1 = 10 % off).
    pub discount: f64,
    /// Credit and vouchers in hand, in the plan's currency; taken off at the end, never below nothing.
    pub credit: f64,
    /// Tax on top of the printed prices, a share; `None` = not known whether they include it.
    pub tax: Option<f64>,
    /// Software licences per month for all machines, in the plan's currency.
    pub licence: f64,
    /// Support plan as a share of the bill before tax.
    pub support: f64,
    /// Yuan per dollar; `None` = the catalog's dated rate.
    pub usd_cny: Option<f64>,
    /// Share of time the machine is powered on beyond the work itself, for services and packages.
    pub powered_share: f64,
    /// Mean hours between interruptions of spot machines; `None` = preset by kind of provider.
    pub spot_mtbi_h: Option<f64>,
    /// Minutes between checkpoints; `None` = by Daly.
    pub checkpoint_min: Option<f64>,
    /// Sessions: how often the machine is started.
    pub sessions: u32,
    /// Card-hours paid in advance.
    pub prepaid_h: Option<f64>,
    /// Share of the price that unused hours bring back.
    pub resale: Option<f64>,
    /// People who share the hours.
    pub members: u32,
}

/// What must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// At most so much, in the plan's currency.
    pub budget: Option<f64>,
    /// Done within so many hours of wall time.
    pub deadline_h: Option<f64>,
    /// Only these cards (ids); empty = all.
    pub gpus: Vec<String>,
    /// Never these cards.
    pub not_gpus: Vec<String>,
    /// Exactly so many cards; `None` = search.
    pub count: Option<u32>,
    /// Needs a fast link between cards.
    pub nvlink: bool,
    /// Needs RDMA between machines.
    pub rdma: bool,
    /// Needs ECC.
    pub ecc: bool,
    /// No consumer cards.
    pub compute_card: bool,
    /// Only cards designed in mainland China.
    pub domestic: bool,
    /// A MIG slice will do.
    pub mig: bool,
}

/// Buying instead of renting.
#[derive(Clone, Debug, PartialEq)]
pub struct Buying {
    /// Consider buying: the load repeats for at least 12 months.
    pub consider: bool,
    /// Price of the whole machine, in the plan's currency; `None` = reference price.
    pub price: Option<f64>,
    /// Years of use.
    pub years: f64,
    /// Share of the price left at the end.
    pub residual: f64,
    /// Price of a kWh, in the plan's currency; `None` = the reference of mainland China, converted.
    pub tariff: Option<f64>,
    /// Power usage effectiveness.
    pub pue: f64,
    /// Interest per year.
    pub interest: f64,
    /// Maintenance per year as a share of the price.
    pub maintenance: f64,
    /// Colocation per month, in the plan's currency.
    pub colocation: f64,
    /// Staff per month, in the plan's currency.
    pub staff: f64,
    /// Cards of the same type that are owned already.
    pub owned: u32,
}

/// The machine's software and host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Environment {
    /// Driver version.
    pub driver: Option<String>,
    /// CUDA version.
    pub cuda: Option<String>,
    /// PyTorch version.
    pub torch: Option<String>,
    /// Version of the program that runs the job (vLLM 0.9.1 …).
    pub version: Option<String>,
    /// Host memory, GiB.
    pub host_gib: Option<f64>,
    /// vCPUs.
    pub vcpus: Option<u32>,
    /// Loader workers.
    pub workers: Option<u32>,
    /// Python version.
    pub python: Option<String>,
    /// What carries data between cards.
    pub backend: Option<Backend>,
    /// Generation of the fused attention kernels.
    pub attention: Option<AttentionKernel>,
    /// PyTorch comes from its own conda channel.
    pub conda: bool,
}

/// What delay and loss are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Care {
    /// Value of an hour of delay, in the plan's currency.
    pub hour_value: f64,
    /// Failed tries and debugging, in hours powered on.
    pub debug_hours: f64,
    /// Whole extra runs that the budget should survive, as a share of one run (0.1 = 10 %).
    pub retry_share: f64,
    /// How bad a lost disk is.
    pub data_class: DataClass,
    /// Copies of the data elsewhere.
    pub copies: u32,
    /// A VAT invoice is needed.
    pub invoice: bool,
    /// Card (id) on which the job is tried out first.
    pub try_gpu: Option<String>,
    /// Weights of the reliability indicators: `sla-3`; what is not named weighs 1.
    pub trust: Vec<String>,
}

/// What the user measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Seconds per optimizer step.
    pub step_s: Option<f64>,
    /// Tokens per second over all cards.
    pub tokens_s: Option<f64>,
    /// Peak memory of a card as shown, GiB.
    pub peak_gib: Option<f64>,
    /// On which card (id) it was measured.
    pub gpu: Option<String>,
    /// On how many cards.
    pub cards: Option<u32>,
}

/// A price that a link was made with.
#[derive(Clone, Debug, PartialEq)]
pub struct FrozenPrice {
    /// Which offer.
    pub offer: String,
    /// Per the offer's unit.
    pub price: f64,
    /// `gpu_hour`, `instance_hour`, `gpu_month` or `instance_month`.
    pub unit: crate::catalog::PriceUnit,
    /// In which currency.
    pub currency: Currency,
    /// Read on that day.
    pub date: Date,
}

impl Default for Plan {
    /// The default plan of version 1: LoRA of Qwen2.5-7B, 120 M tokens, four passes, mainland.
    fn default() -> Self {
        Self {
            task: Task::Lora,
            model: ModelRef::Id("qwen2.5-7b".into()),
            run: Run::default(),
            amount: Amount::default(),
            data: Data::default(),
            market: Market::default(),
            limits: Limits::default(),
            buying: Buying::default(),
            env: Environment::default(),
            care: Care::default(),
            measured: Measured::default(),
            claim: Claim::default(),
            day: FirstDay::default(),
            habits: Habits::default(),
            frozen: Vec::new(),
        }
    }
}

impl Default for Run {
    fn default() -> Self {
        Self {
            software: None,
            precision: None,
            quant: None,
            file: None,
            kv: None,
            seq: None,
            micro_batch: None,
            global_batch: None,
            optimizer: None,
            regime: None,
            checkpointing: None,
            flash: None,
            loss: None,
            compile: None,
            packing: true,
            lora_rank: 16,
            lora_targets: LoraTargets::All,
            train_embeddings: false,
            offload: Offload::None,
            zero: None,
            tp: None,
            pp: None,
            cp: None,
            ep: None,
            utilisation: None,
            max_num_seqs: None,
            batched_tokens: None,
            ubatch: None,
            graphs: None,
            generations: 8,
            width: 1024,
            height: 1024,
            frames: 1,
            steps: 30,
            vae_tiling: false,
            display: false,
        }
    }
}

impl Default for Amount {
    fn default() -> Self {
        Self {
            tokens: 1.2e8,
            samples: 10_000.0,
            epochs: 4.0,
            evaluation: 0.0,
            users: 20,
            rps: None,
            prompt: 1_000,
            answer: 400,
            hours_per_day: 24.0,
            days: 30.0,
            ttft_ms: None,
            tpot_ms: None,
            hours: 100.0,
            rtt_ms: None,
            night_cards: None,
        }
    }
}

impl Default for Data {
    fn default() -> Self {
        Self {
            dataset_gb: 1.0,
            storage_gb: None,
            egress_gb: None,
            egress_month: None,
            checkpoints: 3,
            bandwidth_mbps: 200.0,
            keep_days: 7.0,
            addresses: 0,
        }
    }
}

impl Default for Market {
    fn default() -> Self {
        Self {
            region: Some(Region::Cn),
            currency: Currency::Cny,
            modes: vec![Mode::OnDemand, Mode::Monthly, Mode::Reserved1y, Mode::Reserved3y],
            interruptible: false,
            providers: Vec::new(),
            not_providers: Vec::new(),
            standby: None,
            discount: 0.0,
            credit: 0.0,
            tax: None,
            licence: 0.0,
            support: 0.0,
            usd_cny: None,
            powered_share: 1.0,
            spot_mtbi_h: None,
            checkpoint_min: None,
            sessions: 1,
            prepaid_h: None,
            resale: None,
            members: 1,
        }
    }
}

impl Default for Buying {
    /// Interest 5 %, residual 25 %, PUE 1.3, 5 % maintenance: cost.md §8.
    fn default() -> Self {
        Self {
            consider: false,
            price: None,
            years: 3.0,
            residual: 0.25,
            tariff: None,
            pue: 1.3,
            interest: 0.05,
            maintenance: 0.05,
            colocation: 0.0,
            staff: 0.0,
            owned: 0,
        }
    }
}

impl Default for Care {
    fn default() -> Self {
        Self {
            hour_value: 0.0,
            debug_hours: 0.0,
            retry_share: 0.0,
            data_class: DataClass::Reproducible,
            copies: 1,
            invoice: false,
            try_gpu: None,
            trust: Vec::new(),
        }
    }
}
