//! The one table of fields: key in links, place in the plan, unit, bounds, the version that
//! introduced it. Link reader, link writer, inputs, docs and tests all read it. A key is for ever.

use super::slot::{At, CURRENCIES, REGIONS, Slot, WordAt, region_word};
use super::{
    AttentionKernel, Backend, CardState, Checkpointing, DataClass, KvType, LoraTargets, LossKind, Offload,
    Optimizer, Plan, Precision, Quant, Regime, Sharing, Software, Symptom, Task, Warning, Zero,
};
use serde::{Serialize, Serializer};
use std::sync::LazyLock;

/// What a number of a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// No unit: a word, a flag, a plain count.
    None,
    /// Tokens of a context, where "8k" is 8,192.
    Context,
    /// Tokens.
    Tokens,
    /// Things counted.
    Count,
    /// GB (10^9).
    Gb,
    /// GiB (2^30).
    Gib,
    /// Mbit/s.
    Mbps,
    /// Hours.
    Hours,
    /// Days.
    Days,
    /// Years.
    Years,
    /// Minutes.
    Minutes,
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// MiB.
    Mib,
    /// GB/s.
    Gbs,
    /// MB/s.
    Mbs,
    /// TFLOP/s.
    Tflops,
    /// Watts.
    Watts,
    /// MHz.
    Mhz,
    /// A share: 0.1 is 10 %.
    Share,
    /// Money in the plan's currency.
    Money,
    /// The same per month.
    MoneyPerMonth,
    /// The same per hour.
    MoneyPerHour,
    /// The same per kWh.
    MoneyPerKwh,
    /// 10^9 parameters.
    Billions,
    /// Pixels.
    Pixels,
    /// Per second.
    PerSecond,
}

/// One row of the table.
pub struct Row {
    /// Which field.
    pub field: Field,
    /// Its key in links.
    pub key: &'static str,
    /// What its number counts.
    pub unit: Unit,
    /// Least and greatest number.
    pub bounds: (f64, f64),
    /// The link version that introduced it.
    pub since: u32,
    /// Where it lives.
    pub slot: Slot,
}

macro_rules! at {
    ($($p:ident).+) => { At { get: |p| &p.$($p).+, of: |p| &mut p.$($p).+ } };
}
macro_rules! slot {
    (int $($p:ident).+) => { Slot::Int(at!($($p).+)) };
    (auto_int $($p:ident).+) => { Slot::OptInt(at!($($p).+)) };
    (num $($p:ident).+) => { Slot::Num(at!($($p).+)) };
    (auto_num $($p:ident).+) => { Slot::OptNum(at!($($p).+)) };
    (flag $($p:ident).+) => { Slot::Flag(at!($($p).+)) };
    (auto_flag $($p:ident).+) => { Slot::OptFlag(at!($($p).+)) };
    (ids $($p:ident).+) => { Slot::Ids(at!($($p).+)) };
    (auto_id $($p:ident).+) => { Slot::OptId(at!($($p).+)) };
    (word($t:ident) $($p:ident).+) => { Slot::Word(WordAt {
        word: |i| $t::ALL.get(i).map(|v| v.word()),
        get: |p| Some(p.$($p).+.word()),
        set: |p, i| if let Some(v) = i.and_then(|i| $t::ALL.get(i)) { p.$($p).+ = *v; },
        auto: false,
    }) };
    (auto_word($t:ident) $($p:ident).+) => { Slot::Word(WordAt {
        word: |i| $t::ALL.get(i).map(|v| v.word()),
        get: |p| p.$($p).+.map(|v| v.word()),
        set: |p, i| p.$($p).+ = i.and_then(|i| $t::ALL.get(i)).copied(),
        auto: true,
    }) };
    (region $($p:ident).+) => { Slot::Word(WordAt {
        word: |i| REGIONS.get(i).map(|r| region_word(*r)),
        get: |p| Some(region_word(p.$($p).+)),
        set: |p, i| if let Some(r) = i.and_then(|i| REGIONS.get(i)) { p.$($p).+ = *r; },
        auto: false,
    }) };
    (currency $($p:ident).+) => { Slot::Word(WordAt {
        word: |i| CURRENCIES.get(i).map(|c| c.code()),
        get: |p| Some(p.$($p).+.code()),
        set: |p, i| if let Some(c) = i.and_then(|i| CURRENCIES.get(i)) { p.$($p).+ = *c; },
        auto: false,
    }) };
    (modes) => { Slot::Modes };
    (model) => { Slot::Model };
    (params) => { Slot::Params };
    (architecture) => { Slot::Architecture };
    (frozen) => { Slot::Frozen };
    (file) => { Slot::File };
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])+ $name:ident $key:literal [$($slot:tt)+] $unit:ident $bounds:expr;)+) => {
        /// A field of the plan.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Field { $($(#[doc = $doc])+ $name),+ }

        impl Field {
            /// Every field, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];
        }

        static TABLE: &[Row] = &[$(Row {
            field: Field::$name,
            key: $key,
            unit: Unit::$unit,
            bounds: $bounds,
            since: 1,
            slot: slot!($($slot)+),
        }),+];

        /// What each field is, for the documentation.
        #[cfg(test)]
        pub(super) static ABOUT: &[&str] = &[$(concat!($($doc),+)),+];
    };
}

/// No number, no bounds.
const NB: (f64, f64) = (0.0, 0.0);

fields! {
    /// What kind of job.
    Task "task" [word(Task) task] None NB;
    /// Model, by the catalog's id.
    Model "m" [model] None NB;
    /// Model, known only by its billions of parameters.
    Params "params" [params] Billions (0.001, 20_000.0);
    /// Model, as an architecture read from a file (layer groups).
    Architecture "ma" [architecture] None NB;
    /// Program that runs the job.
    Software "sw" [auto_word(Software) run.software] None NB;
    /// Number format of computing.
    Precision "prec" [auto_word(Precision) run.precision] None NB;
    /// Storage format of the weights.
    Quant "q" [auto_word(Quant) run.quant] None NB;
    /// Exact bytes of the weights as read from their files; they count while model and format are the same.
    File "wf" [file] None NB;
    /// Format of the KV cache.
    KvType "kv" [auto_word(KvType) run.kv] None NB;
    /// Training: tokens per sample. Serving: the longest context admitted.
    Seq "ctx" [auto_int run.seq] Context (1.0, 10_000_000.0);
    /// Samples per GPU and step.
    MicroBatch "mb" [auto_int run.micro_batch] Count (1.0, 65_536.0);
    /// Samples per optimizer step over all GPUs.
    GlobalBatch "gb" [auto_int run.global_batch] Count (1.0, 10_000_000.0);
    /// Optimizer.
    Optimizer "opt" [auto_word(Optimizer) run.optimizer] None NB;
    /// Number formats of weights, gradients, master copy and moments.
    Regime "regime" [auto_word(Regime) run.regime] None NB;
    /// Recompute activations.
    Checkpointing "ckpt" [auto_word(Checkpointing) run.checkpointing] None NB;
    /// Fused attention kernels.
    Flash "flash" [auto_flag run.flash] None NB;
    /// How the loss is computed.
    Loss "loss" [auto_word(LossKind) run.loss] None NB;
    /// torch.compile or a compiled engine.
    Compile "compile" [auto_flag run.compile] None NB;
    /// Samples are packed to full length.
    Packing "pack" [flag run.packing] None NB;
    /// Rank of LoRA adapters.
    LoraRank "rank" [int run.lora_rank] Count (1.0, 4_096.0);
    /// Which matrices get adapters.
    LoraTargets "targets" [word(LoraTargets) run.lora_targets] None NB;
    /// Embedding and head are trained too.
    TrainEmbeddings "emb" [flag run.train_embeddings] None NB;
    /// What lives in host memory or on disk.
    Offload "offload" [word(Offload) run.offload] None NB;
    /// Sharding of states.
    Zero "zero" [auto_word(Zero) run.zero] None NB;
    /// Tensor parallel degree.
    Tp "tp" [auto_int run.tp] Count (1.0, 1_024.0);
    /// Pipeline stages.
    Pp "pp" [auto_int run.pp] Count (1.0, 1_024.0);
    /// Context parallel degree.
    Cp "cp" [auto_int run.cp] Count (1.0, 1_024.0);
    /// Expert parallel degree.
    Ep "ep" [auto_int run.ep] Count (1.0, 1_024.0);
    /// Share of usable memory an engine may take.
    Utilisation "util" [auto_num run.utilisation] Share (0.05, 1.0);
    /// Sequences served at once, at most.
    MaxNumSeqs "seqs" [auto_int run.max_num_seqs] Count (1.0, 65_536.0);
    /// Tokens of one serving step, at most.
    BatchedTokens "bt" [auto_int run.batched_tokens] Context (1.0, 10_000_000.0);
    /// llama.cpp ubatch.
    Ubatch "ub" [auto_int run.ubatch] Count (1.0, 65_536.0);
    /// Captured CUDA graphs.
    Graphs "graphs" [auto_flag run.graphs] None NB;
    /// Answers per prompt (GRPO).
    Generations "gen" [int run.generations] Count (1.0, 1_024.0);
    /// Image width.
    Width "width" [int run.width] Pixels (16.0, 16_384.0);
    /// Image height.
    Height "height" [int run.height] Pixels (16.0, 16_384.0);
    /// Frames of a clip.
    Frames "frames" [int run.frames] Count (1.0, 10_000.0);
    /// Denoising steps.
    Steps "steps" [int run.steps] Count (1.0, 10_000.0);
    /// VAE decodes in tiles.
    VaeTiling "tiling" [flag run.vae_tiling] None NB;
    /// The card also drives a display.
    Display "display" [flag run.display] None NB;
    /// Training tokens per pass.
    Tokens "tok" [num amount.tokens] Tokens (1.0, 1e15);
    /// Samples per pass for images and embeddings.
    Samples "samples" [num amount.samples] Count (1.0, 1e12);
    /// Passes over the data.
    Epochs "epochs" [num amount.epochs] Count (0.001, 10_000.0);
    /// Users at the same time.
    Users "users" [int amount.users] Count (1.0, 1_000_000.0);
    /// Requests per second, instead of users.
    Rps "rps" [auto_num amount.rps] PerSecond (0.000_1, 1e6);
    /// Tokens in.
    Prompt "in" [int amount.prompt] Tokens (1.0, 10_000_000.0);
    /// Tokens out.
    Answer "out" [int amount.answer] Tokens (0.0, 10_000_000.0);
    /// Powered on so many hours a day.
    HoursPerDay "hpd" [num amount.hours_per_day] Hours (0.1, 24.0);
    /// Horizon of a service.
    Days "days" [num amount.days] Days (0.01, 36_500.0);
    /// Longest time to the first token.
    Ttft "ttft" [auto_num amount.ttft_ms] Milliseconds (1.0, 1e8);
    /// Longest time per output token.
    Tpot "tpot" [auto_num amount.tpot_ms] Milliseconds (0.01, 1e7);
    /// Known cards: hours.
    Hours "h" [num amount.hours] Hours (0.01, 1e6);
    /// Evaluation during training: its tokens or samples as a share of those trained on.
    Evaluation "evals" [num amount.evaluation] Share (0.0, 10.0);
    /// Training data.
    Dataset "data" [num data.dataset_gb] Gb (0.0, 1e7);
    /// Disk kept.
    Storage "disk" [auto_num data.storage_gb] Gb (0.0, 1e7);
    /// Traffic out.
    Egress "egress" [auto_num data.egress_gb] Gb (0.0, 1e8);
    /// Traffic out as bandwidth: its price of a month.
    EgressMonth "egressm" [auto_num data.egress_month] MoneyPerMonth (0.0, 1e9);
    /// Checkpoints kept.
    Checkpoints "ckpts" [int data.checkpoints] Count (0.0, 10_000.0);
    /// Download speed.
    Bandwidth "mbps" [num data.bandwidth_mbps] Mbps (0.1, 1e6);
    /// Days the disk is kept after the work.
    KeepDays "keep" [num data.keep_days] Days (0.0, 3_650.0);
    /// Public addresses.
    Addresses "ips" [int data.addresses] Count (0.0, 1_000.0);
    /// Region.
    Region "region" [region market.region] None NB;
    /// Currency of the order and of limits.
    Currency "cur" [currency market.currency] None NB;
    /// Modes allowed to win.
    Modes "modes" [modes] None NB;
    /// The job may be interrupted: spot may win.
    Interruptible "spot" [flag market.interruptible] None NB;
    /// Only these providers.
    Providers "prov" [ids market.providers] None NB;
    /// Never these providers.
    NotProviders "noprov" [ids market.not_providers] None NB;
    /// A second provider that is kept ready.
    Standby "standby" [auto_id market.standby] None NB;
    /// Own contract discount on compute.
    Discount "disc" [num market.discount] Share (0.0, 0.95);
    /// Credit and vouchers in hand.
    Credit "credit" [num market.credit] Money (0.0, 1e9);
    /// Tax on top of printed prices.
    TaxRate "tax" [auto_num market.tax] Share (0.0, 1.0);
    /// Software licences per month, all machines.
    Licence "lic" [num market.licence] MoneyPerMonth (0.0, 1e9);
    /// Support plan as a share of the bill before tax.
    SupportShare "sup" [num market.support] Share (0.0, 1.0);
    /// Yuan per dollar.
    UsdCny "fx" [auto_num market.usd_cny] Count (0.1, 100.0);
    /// Share of time powered on beyond the work itself.
    PoweredShare "powered" [num market.powered_share] Share (0.01, 1.0);
    /// Mean hours between interruptions of spot machines.
    SpotMtbi "mtbi" [auto_num market.spot_mtbi_h] Hours (0.01, 1e5);
    /// Time between checkpoints.
    CheckpointMin "every" [auto_num market.checkpoint_min] Minutes (0.1, 1e5);
    /// How often the machine is started.
    Sessions "sessions" [int market.sessions] Count (1.0, 10_000.0);
    /// At most so much money.
    Budget "budget" [auto_num limits.budget] Money (0.01, 1e12);
    /// Done within so many hours of wall time.
    Deadline "within" [auto_num limits.deadline_h] Hours (0.01, 1e6);
    /// Only these cards.
    Gpus "g" [ids limits.gpus] None NB;
    /// Never these cards.
    NotGpus "nog" [ids limits.not_gpus] None NB;
    /// Exactly so many cards.
    Count "n" [auto_int limits.count] Count (1.0, 1_024.0);
    /// Needs a fast link between cards.
    Nvlink "nvlink" [flag limits.nvlink] None NB;
    /// Needs RDMA between machines.
    Rdma "rdma" [flag limits.rdma] None NB;
    /// Needs ECC.
    Ecc "ecc" [flag limits.ecc] None NB;
    /// No consumer cards.
    ComputeCard "compute" [flag limits.compute_card] None NB;
    /// Only cards designed in mainland China.
    Domestic "domestic" [flag limits.domestic] None NB;
    /// A MIG slice will do.
    Mig "mig" [flag limits.mig] None NB;
    /// Consider buying.
    Buy "buy" [flag buying.consider] None NB;
    /// Price of the whole machine.
    BuyPrice "price" [auto_num buying.price] Money (1.0, 1e10);
    /// Years of use.
    Years "years" [num buying.years] Years (0.1, 20.0);
    /// Share of the price left at the end.
    Residual "resid" [num buying.residual] Share (0.0, 1.0);
    /// Price of a kWh.
    Tariff "kwh" [auto_num buying.tariff] MoneyPerKwh (0.0, 100.0);
    /// Power usage effectiveness.
    Pue "pue" [num buying.pue] Count (1.0, 5.0);
    /// Interest per year.
    Interest "interest" [num buying.interest] Share (0.0, 1.0);
    /// Maintenance per year.
    Maintenance "maint" [num buying.maintenance] Share (0.0, 1.0);
    /// Colocation per month.
    Colocation "colo" [num buying.colocation] MoneyPerMonth (0.0, 1e9);
    /// Staff per month.
    Staff "staff" [num buying.staff] MoneyPerMonth (0.0, 1e9);
    /// Driver version.
    Driver "driver" [auto_id env.driver] None NB;
    /// CUDA version.
    Cuda "cuda" [auto_id env.cuda] None NB;
    /// PyTorch version.
    Torch "torch" [auto_id env.torch] None NB;
    /// Version of the program that runs the job.
    SoftwareVersion "swv" [auto_id env.version] None NB;
    /// Host memory.
    HostMemory "ram" [auto_num env.host_gib] Gib (0.5, 1e6);
    /// vCPUs.
    Vcpus "vcpu" [auto_int env.vcpus] Count (1.0, 10_000.0);
    /// Loader workers.
    Workers "workers" [auto_int env.workers] Count (0.0, 1_000.0);
    /// Value of an hour of delay.
    HourValue "delay" [num care.hour_value] MoneyPerHour (0.0, 1e7);
    /// Failed tries and debugging.
    DebugHours "debug" [num care.debug_hours] Hours (0.0, 1e5);
    /// Whole extra runs that the budget should survive.
    RetryShare "retry" [num care.retry_share] Share (0.0, 10.0);
    /// How bad a lost disk is.
    DataClass "class" [word(DataClass) care.data_class] None NB;
    /// Copies of the data elsewhere.
    Copies "copies" [int care.copies] Count (0.0, 100.0);
    /// A VAT invoice is needed.
    Invoice "invoice" [flag care.invoice] None NB;
    /// Measured: time per optimizer step.
    StepTime "mstep" [auto_num measured.step_s] Seconds (0.000_1, 1e6);
    /// Measured: tokens per second over all cards.
    TokensPerSecond "mtps" [auto_num measured.tokens_s] PerSecond (0.001, 1e10);
    /// Measured: peak memory of a card as shown.
    PeakMemory "mpeak" [auto_num measured.peak_gib] Gib (0.01, 10_000.0);
    /// Measured on this card.
    MeasuredGpu "mg" [auto_id measured.gpu] None NB;
    /// Measured on so many cards.
    MeasuredCards "mn" [auto_int measured.cards] Count (1.0, 1_024.0);
    /// Python version.
    Python "py" [auto_id env.python] None NB;
    /// What carries data between cards.
    Backend "backend" [auto_word(Backend) env.backend] None NB;
    /// Generation of the fused attention kernels.
    Attention "fa" [auto_word(AttentionKernel) env.attention] None NB;
    /// PyTorch comes from its own conda channel.
    Conda "conda" [flag env.conda] None NB;
    /// The seller says: how the card is given out.
    Sharing "qshare" [auto_word(Sharing) claim.sharing] None NB;
    /// The seller says: new, used or modified.
    CardState "qcond" [auto_word(CardState) claim.condition] None NB;
    /// The seller says: link between cards.
    ClaimedLink "qlink" [auto_num claim.link_gbs] Gbs (0.1, 100_000.0);
    /// The seller says: compute rate.
    ClaimedRate "qtflops" [auto_num claim.tflops] Tflops (0.1, 1e6);
    /// The seller says: the licence of the vGPU software is included.
    VgpuLicence "qlic" [auto_flag claim.licence] None NB;
    /// The seller offers cards of several types for one job.
    Mixed "qmix" [flag claim.mixed] None NB;
    /// The seller offers this MIG profile.
    Slice "slice" [auto_id claim.slice] None NB;
    /// First day: name of the device.
    DeviceName "dname" [auto_id day.name] None NB;
    /// First day: total memory of a card.
    DeviceMemory "dmem" [auto_num day.memory_mib] Mib (1.0, 1e7);
    /// First day: MIG mode is enabled.
    DeviceMig "dmig" [auto_flag day.mig] None NB;
    /// First day: ECC is enabled.
    DeviceEcc "decc" [auto_flag day.ecc] None NB;
    /// First day: a card that was faulty before came back.
    Returned "dback" [flag day.returned] None NB;
    /// First day: PCIe generation.
    PcieGen "dgen" [auto_int day.pcie_gen] Count (1.0, 7.0);
    /// First day: PCIe lanes.
    PcieLanes "dlanes" [auto_int day.pcie_lanes] Count (1.0, 32.0);
    /// First day: the PCIe reading was taken without load.
    PcieIdle "didle" [flag day.pcie_idle] None NB;
    /// First day: throttle reasons, as a number.
    Throttle "dthr" [auto_int day.throttle] Count (0.0, 4_095.0);
    /// First day: SM clock under load.
    Clock "dclk" [auto_num day.clock_mhz] Mhz (1.0, 10_000.0);
    /// First day: greatest SM clock.
    ClockMax "dclkmax" [auto_num day.clock_max_mhz] Mhz (1.0, 10_000.0);
    /// First day: power limit.
    PowerLimit "dpow" [auto_num day.power_w] Watts (1.0, 10_000.0);
    /// First day: all-reduce bus bandwidth.
    BusBandwidth "dbus" [auto_num day.busbw_gbs] Gbs (0.01, 100_000.0);
    /// First day: how much slower the slowest card is.
    Slowest "dslow" [auto_num day.slowest] Share (0.0, 1.0);
    /// First day: GPU utilisation as shown.
    GpuUtil "dutil" [auto_num day.utilisation] Share (0.0, 1.0);
    /// First day: time the loader takes for a batch.
    LoadTime "dload" [auto_num day.load_s] Seconds (0.000_1, 1e5);
    /// First day: time of the first import of the framework.
    ImportTime "dimp" [auto_num day.import_s] Seconds (0.01, 1e5);
    /// First day: writing speed of the disk.
    DiskSpeed "ddisk" [auto_num day.disk_mbs] Mbs (0.1, 1e6);
    /// First day: a checkpoint was loaded and the run went on.
    Resumed "resumed" [flag day.resumed] None NB;
    /// What went wrong.
    Symptom "sym" [auto_word(Symptom) day.symptom] None NB;
    /// The seller says: discount of the package.
    ClaimedDiscount "qdisc" [auto_num claim.discount] Share (0.0, 0.99);
    /// The seller says: deposit.
    Deposit "qdep" [auto_num claim.deposit] Money (0.0, 1e9);
    /// The seller says: tax is included.
    TaxIncluded "qtax" [auto_flag claim.tax] None NB;
    /// Introductory offers counted on, at one provider.
    Intro "intro" [int claim.intro] Count (0.0, 100.0);
    /// What an introductory offer takes off.
    IntroOff "introoff" [auto_num claim.intro_off] Share (0.0, 1.0);
    /// Hours that an introductory offer covers.
    IntroHours "introh" [auto_num claim.intro_h] Hours (0.01, 1e5);
    /// Hours of trial before a package is bought.
    TrialHours "trial" [auto_num habits.trial_h] Hours (0.01, 1e4);
    /// Spent by the hour so far this month.
    Spent "spent" [auto_num habits.spent] Money (0.0, 1e9);
    /// Prepaid balance at the provider.
    Prepaid "prepaid" [auto_num habits.prepaid] Money (0.0, 1e9);
    /// The package renews itself.
    Renews "renew" [flag habits.renews] None NB;
    /// The machine is shut down when the job ends.
    AutoOff "autooff" [flag habits.auto_off] None NB;
    /// The copies lie with the provider that runs the job.
    CopiesHere "copyhere" [flag habits.copies_here] None NB;
    /// A move to another provider is planned.
    Moving "moving" [flag habits.moving] None NB;
    /// The data must stay on own machines.
    Stays "stays" [flag habits.stays] None NB;
    /// The user is a student.
    Student "student" [flag habits.student] None NB;
    /// Round trip between users and server.
    RoundTrip "rtt" [auto_num amount.rtt_ms] Milliseconds (0.01, 100_000.0);
    /// Cards that a service keeps busy outside the hours of its day.
    NightCards "night" [auto_int amount.night_cards] Count (0.0, 10_000.0);
    /// Card-hours paid in advance.
    Bank "bank" [auto_num market.prepaid_h] Hours (0.01, 1e8);
    /// Share of the price that unused hours bring back.
    Resale "resale" [auto_num market.resale] Share (0.0, 1.0);
    /// People who share the hours.
    Members "members" [int market.members] Count (1.0, 10_000.0);
    /// Cards of the same type that are owned already.
    Owned "owned" [int buying.owned] Count (0.0, 10_000.0);
    /// Card on which the job is tried out first.
    TryGpu "trygpu" [auto_id care.try_gpu] None NB;
    /// What matters in a provider: `sla-3,support-0`; what is not named weighs 1.
    Trust "trust" [ids care.trust] None NB;
    /// The seller says: availability promised.
    ClaimedSla "qsla" [auto_num claim.sla] Share (0.0, 1.0);
    /// The seller says: credit for missed availability, a share of the fee.
    ClaimedCredit "qcredit" [auto_num claim.credit] Share (0.0, 1.0);
    /// The seller says: hours of a day in which somebody answers.
    SupportHours "qsuph" [auto_num claim.support_h] Hours (0.0, 24.0);
    /// The seller says: time to the first answer.
    ResponseTime "qresp" [auto_num claim.response_h] Hours (0.001, 1000.0);
    /// The seller says: hours of a broken machine are not charged.
    BrokenFree "qbroken" [auto_flag claim.broken_free] None NB;
    /// First day: uncorrectable memory errors.
    EccErrors "decce" [auto_int day.ecc_errors] Count (0.0, 1e6);
    /// First day: number of an Xid line in the kernel log.
    Xid "dxid" [auto_int day.xid] Count (1.0, 1_000.0);
    /// First day: remapped memory rows wait for a reset.
    RemapPending "dremap" [flag day.remap_pending] None NB;
    /// The vendor's diagnostics (DCGM) are to be run.
    Dcgm "ddcgm" [flag day.dcgm] None NB;
    /// Cards are to be reset regularly.
    Resets "dreset" [flag day.resets] None NB;
    /// First day: rate of 16-bit matrix products.
    Matmul "dmm" [auto_num day.matmul_tflops] Tflops (0.1, 1e6);
    /// First day: copies from host to card.
    HostCopy "dcopy" [auto_num day.h2d_gbs] Gbs (0.01, 100_000.0);
    /// First day: memory bandwidth, reads and writes added.
    MemoryRate "dmembw" [auto_num day.memory_gbs] Gbs (0.1, 1e6);
    /// Prices the link was made with: offer:price:unit:currency:date.
    Frozen "px" [frozen] None NB;
}

static USUAL: LazyLock<Plan> = LazyLock::new(Plan::default);

/// The default plan that links are written against.
pub fn usual() -> &'static Plan {
    &USUAL
}

/// Other words that people and older texts use, by field.
const SYNONYMS: &[(Field, &str, &str)] = &[
    (Field::Quant, "fp16", "none"),
    (Field::Quant, "bf16", "none"),
    (Field::Quant, "f16", "none"),
    (Field::Quant, "16bit", "none"),
    (Field::Quant, "gptq", "gptq-int4"),
    (Field::Quant, "int4", "gptq-int4"),
    (Field::Quant, "w4a16", "gptq-int4"),
    (Field::Quant, "awq-int4", "awq"),
    (Field::Quant, "exl2", "exl2-4.0"),
    (Field::Quant, "w8a8", "int8"),
    (Field::Quant, "q4_k", "q4_k_m"),
    (Field::Quant, "q5_k", "q5_k_m"),
    (Field::Quant, "q3_k", "q3_k_m"),
    (Field::KvType, "fp16", "f16"),
    (Field::KvType, "bf16", "f16"),
    (Field::KvType, "int8", "q8_0"),
    (Field::KvType, "int4", "q4_0"),
    (Field::KvType, "fp8_e4m3", "fp8"),
    (Field::KvType, "fp8_e5m2", "fp8"),
    (Field::Software, "ollama", "llama.cpp"),
    (Field::Software, "llamacpp", "llama.cpp"),
    (Field::Software, "peft", "trl"),
    (Field::Software, "fsdp", "pytorch"),
    (Field::Software, "swift", "ms-swift"),
    (Field::Software, "nemo", "megatron"),
    (Field::Software, "kohya", "diffusers"),
    (Field::Software, "openrlhf", "verl"),
    (Field::Software, "trtllm", "tensorrt-llm"),
    (Field::Task, "推理", "serve"),
    (Field::Task, "inference", "serve"),
    (Field::Task, "infer", "serve"),
    (Field::Task, "sft", "full"),
    (Field::Task, "finetune", "full"),
    (Field::Task, "微调", "lora"),
    (Field::Task, "全参", "full"),
    (Field::Task, "预训练", "pretrain"),
    (Field::Region, "auto", "any"),
    (Field::Region, "all", "any"),
    (Field::Region, "none", "any"),
    (Field::Region, "china", "cn"),
    (Field::Region, "国内", "cn"),
    (Field::Currency, "rmb", "CNY"),
    (Field::Currency, "人民币", "CNY"),
    (Field::Currency, "美元", "USD"),
    (Field::Zero, "z1", "1"),
    (Field::Zero, "z2", "2"),
    (Field::Zero, "z3", "3"),
    (Field::Zero, "fsdp", "3"),
    (Field::Zero, "ddp", "0"),
];

impl Field {
    /// Its row in the table.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }
    /// Its key in links.
    pub fn key(self) -> &'static str {
        self.row().key
    }
    /// The field of a key, any case.
    pub fn of_key(key: &str) -> Option<Self> {
        TABLE.iter().find(|r| r.key.eq_ignore_ascii_case(key)).map(|r| r.field)
    }
    /// What its number counts.
    pub fn unit(self) -> Unit {
        self.row().unit
    }
    /// Least and greatest number; `None` where the field holds no number.
    pub fn bounds(self) -> Option<(f64, f64)> {
        self.row().slot.numeric().then_some(self.row().bounds)
    }
    /// The words it chooses from; empty where it does not.
    pub fn words(self) -> Vec<&'static str> {
        match &self.row().slot {
            Slot::Word(at) => at.words().collect(),
            Slot::Modes => super::slot::MODES.iter().map(|m| m.1).collect(),
            _ => Vec::new(),
        }
    }
    /// Whether it can be left to the engine ("auto").
    pub fn optional(self) -> bool {
        self.row().slot.optional()
    }
    /// The value as links write it; empty where it does not apply to the plan.
    pub fn text(self, plan: &Plan) -> String {
        self.row().slot.text(plan)
    }
    /// The value as a number, where it is one.
    pub fn number(self, plan: &Plan) -> Option<f64> {
        self.row().slot.number(plan)
    }
    /// Whether the plan has the usual value.
    pub fn is_usual(self, plan: &Plan) -> bool {
        self.text(plan) == self.text(usual())
    }
    /// Sets it from what somebody typed. A text that cannot be used leaves the plan as it is. Whether
    /// the plan was set; what was odd comes back in `warn`.
    pub fn set(self, plan: &mut Plan, text: &str, warn: &mut Vec<Warning>) -> bool {
        self.row().slot.set(self, plan, text, warn)
    }
    /// Back to the usual value.
    pub fn reset(self, plan: &mut Plan) {
        if matches!(self, Self::Model | Self::Params | Self::Architecture) {
            plan.model = usual().model.clone();
        } else if matches!(self, Self::Frozen) {
            plan.frozen.clear();
        } else {
            let text = self.text(usual());
            self.set(plan, &text, &mut Vec::new());
        }
    }
    /// Our word for another word.
    pub(super) fn synonym(self, text: &str) -> &str {
        let found = SYNONYMS.iter().find(|(f, from, _)| *f == self && from.eq_ignore_ascii_case(text));
        found.map_or(text, |s| s.2)
    }
}

impl Serialize for Field {
    /// Its key.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_short_and_never_those_of_the_view() {
        let mut seen = HashSet::new();
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!(row.field as usize, i);
            assert!(seen.insert(row.key), "{}", row.key);
            assert!(row.key.len() <= 8 && row.key.bytes().all(|b| b.is_ascii_lowercase()), "{}", row.key);
            assert!(!["v", "t", "lang", "show", "theme"].contains(&row.key), "{}", row.key);
            assert!(row.slot.numeric() == (row.bounds != NB), "{}", row.key);
        }
    }

    #[test]
    fn every_place_of_the_plan_has_a_field() {
        // One leaf of the default plan's debug form a line: `name: value,`.
        let text = format!("{:#?}", Plan::default());
        let leaves = text
            .lines()
            .filter(|l| {
                l.contains(": ") && !l.ends_with(['{', '[', '('])
                    || l.ends_with("modes: [")
                    || l.ends_with("Some(")
            })
            .count();
        // `model` opens a block in that form and has three keys.
        assert_eq!(leaves + 3, TABLE.len());
    }

    #[test]
    fn the_default_is_inside_the_bounds() {
        let mut plan = Plan::default();
        assert_eq!(plan.clamp(), vec![]);
        assert_eq!(plan, Plan::default());
    }

    #[test]
    fn every_synonym_leads_to_a_word() {
        for (field, from, to) in SYNONYMS {
            assert!(field.words().contains(to), "{from} -> {to}");
            assert!(!field.words().contains(from), "{from}");
        }
    }
}
