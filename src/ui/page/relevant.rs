//! Which inputs a job has. A control that has no effect on this job is not shown.

use crate::plan::{Field, ModelRef, Plan, Task};
use Field as F;

/// Inputs in three depths.
#[derive(Debug, Default, PartialEq)]
pub struct Depths {
    /// How much work: beside job and model.
    pub quick: Vec<Field>,
    /// What must hold.
    pub limits: Vec<Field>,
    /// What people with some experience change.
    pub more: Vec<Field>,
    /// The rest, by theme.
    pub expert: Vec<(Theme, Vec<Field>)>,
}

/// Themes of the expert inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// How it runs.
    Run,
    /// How it is spread.
    Layout,
    /// Data and traffic.
    Data,
    /// Market.
    Market,
    /// Hard needs.
    Needs,
    /// Buying.
    Buying,
    /// Machine and software.
    Machine,
    /// Care.
    Care,
    /// Measured.
    Measured,
    /// What the seller says.
    Claim,
    /// What the first day showed.
    FirstDay,
}

/// Whether a field can change anything for this plan.
pub fn applies(field: Field, plan: &Plan, moe: bool) -> bool {
    let task = plan.task;
    let known = task == Task::KnownCards;
    let trains = task.trains();
    let serve = task == Task::Serve;
    let image = task.image();
    let text = !image && !known;
    let text_training = trains && text;
    match field {
        F::Task | F::Frozen | F::Architecture | F::File | F::Trust => false,
        F::Model | F::Software | F::Precision | F::Display => !known,
        F::Params => matches!(plan.model, ModelRef::Params(_)) && !known,
        F::Quant => !known && !matches!(task, Task::Full | Task::Pretrain | Task::ImageTrain),
        F::KvType => serve || task == Task::Grpo,
        F::Seq | F::Flash => text,
        F::MicroBatch => trains || task == Task::Embed || task == Task::ImageInfer,
        F::GlobalBatch | F::Optimizer | F::Regime | F::Checkpointing | F::Offload | F::Zero => trains,
        F::Loss | F::Cp => text_training,
        F::Packing => text_training && !matches!(task, Task::Pretrain | Task::Grpo),
        F::Compile => !known,
        F::LoraRank => task.adapters() || matches!(task, Task::Dpo | Task::Grpo) && plan.run.quant.is_some(),
        F::LoraTargets | F::TrainEmbeddings => matches!(task, Task::Lora | Task::Qlora),
        F::Tp | F::Pp => text,
        F::Ep => text && moe,
        F::Utilisation | F::MaxNumSeqs | F::BatchedTokens | F::Graphs => serve || task == Task::Grpo,
        F::Ubatch => serve && plan.run.software == Some(crate::plan::Software::LlamaCpp),
        F::Generations => task == Task::Grpo,
        F::Width | F::Height => image,
        F::Frames | F::Steps | F::VaeTiling => matches!(task, Task::ImageInfer | Task::ImageLora),
        F::Tokens => text_training,
        F::Samples => image || task == Task::Embed,
        F::Epochs => trains,
        F::Users | F::Rps | F::HoursPerDay | F::Days | F::Ttft | F::Tpot => serve,
        F::Prompt => serve || matches!(task, Task::Grpo | Task::Embed),
        F::Answer => serve || task == Task::Grpo,
        F::Hours => known,
        F::Dataset => !serve,
        F::Checkpoints | F::CheckpointMin | F::Evaluation => trains,
        F::Deadline => !serve,
        F::Sessions | F::DebugHours | F::RetryShare => !serve,
        F::PoweredShare | F::RoundTrip | F::NightCards => serve,
        F::Resale => plan.market.prepaid_h.is_some(),
        F::TryGpu => !serve,
        F::BuyPrice
        | F::Years
        | F::Residual
        | F::Tariff
        | F::Pue
        | F::Interest
        | F::Maintenance
        | F::Colocation
        | F::Staff => plan.buying.consider,
        F::StepTime => trains || image,
        F::TokensPerSecond | F::PeakMemory => !known,
        F::MeasuredGpu | F::MeasuredCards => {
            let m = &plan.measured;
            m.step_s.is_some() || m.tokens_s.is_some() || m.peak_gib.is_some()
        }
        F::Backend | F::Attention | F::Conda | F::Python => !known && !image,
        F::IntroOff | F::IntroHours => plan.claim.intro > 0,
        F::CopiesHere => plan.care.copies > 0,
        F::VgpuLicence => plan.claim.sharing == Some(crate::plan::Sharing::Vgpu),
        F::Torch | F::Cuda | F::Driver | F::SoftwareVersion | F::HostMemory | F::Vcpus | F::Workers => !known,
        F::SpotMtbi => plan.market.interruptible,
        _ => true,
    }
}

const QUICK: &[Field] = &[
    F::Params,
    F::Hours,
    F::Tokens,
    F::Samples,
    F::Epochs,
    F::Users,
    F::Width,
    F::Height,
    F::Prompt,
    F::Answer,
    F::HoursPerDay,
    F::Days,
    F::Seq,
];
const LIMITS: &[Field] = &[F::Deadline, F::Budget, F::Region, F::Interruptible];
const MORE: &[Field] = &[
    F::Quant,
    F::KvType,
    F::Software,
    F::MicroBatch,
    F::LoraRank,
    F::Optimizer,
    F::Checkpointing,
    F::Loss,
    F::Steps,
    F::Generations,
    F::Ttft,
    F::Tpot,
    F::Count,
    F::Gpus,
    F::KeepDays,
    F::Storage,
    F::ComputeCard,
    F::Domestic,
];
const EXPERT: &[(Theme, &[Field])] = &[
    (
        Theme::Run,
        &[
            F::Rps,
            F::Precision,
            F::Regime,
            F::GlobalBatch,
            F::LoraTargets,
            F::Utilisation,
            F::MaxNumSeqs,
            F::BatchedTokens,
            F::Ubatch,
            F::Frames,
            F::Flash,
            F::Graphs,
            F::Compile,
            F::Packing,
            F::TrainEmbeddings,
            F::VaeTiling,
            F::Display,
        ],
    ),
    (Theme::Layout, &[F::Zero, F::Offload, F::Tp, F::Pp, F::Cp, F::Ep]),
    (
        Theme::Data,
        &[F::Dataset, F::Evaluation, F::Egress, F::EgressMonth, F::Checkpoints, F::Bandwidth, F::Addresses],
    ),
    (
        Theme::Market,
        &[
            F::Modes,
            F::Currency,
            F::UsdCny,
            F::Discount,
            F::Credit,
            F::TaxRate,
            F::Licence,
            F::SupportShare,
            F::PoweredShare,
            F::Sessions,
            F::SpotMtbi,
            F::CheckpointMin,
            F::Providers,
            F::NotProviders,
            F::Standby,
            F::RoundTrip,
            F::NightCards,
            F::Bank,
            F::Resale,
            F::Members,
        ],
    ),
    (Theme::Needs, &[F::NotGpus, F::Nvlink, F::Rdma, F::Ecc, F::Mig]),
    (
        Theme::Buying,
        &[
            F::Buy,
            F::BuyPrice,
            F::Years,
            F::Residual,
            F::Tariff,
            F::Pue,
            F::Interest,
            F::Maintenance,
            F::Colocation,
            F::Staff,
            F::Owned,
        ],
    ),
    (
        Theme::Machine,
        &[
            F::SoftwareVersion,
            F::Torch,
            F::Cuda,
            F::Driver,
            F::Python,
            F::Conda,
            F::Attention,
            F::Backend,
            F::HostMemory,
            F::Vcpus,
            F::Workers,
        ],
    ),
    (
        Theme::Care,
        &[
            F::HourValue,
            F::DebugHours,
            F::TryGpu,
            F::RetryShare,
            F::DataClass,
            F::Copies,
            F::CopiesHere,
            F::Stays,
            F::Invoice,
            F::TrialHours,
            F::Spent,
            F::Prepaid,
            F::Renews,
            F::AutoOff,
            F::Moving,
            F::Student,
        ],
    ),
    (Theme::Measured, &[F::StepTime, F::TokensPerSecond, F::PeakMemory, F::MeasuredGpu, F::MeasuredCards]),
    (
        Theme::Claim,
        &[
            F::Sharing,
            F::Slice,
            F::VgpuLicence,
            F::CardState,
            F::Mixed,
            F::ClaimedLink,
            F::ClaimedRate,
            F::ClaimedDiscount,
            F::Deposit,
            F::TaxIncluded,
            F::Intro,
            F::IntroOff,
            F::IntroHours,
            F::ClaimedSla,
            F::ClaimedCredit,
            F::SupportHours,
            F::ResponseTime,
            F::BrokenFree,
        ],
    ),
    (
        Theme::FirstDay,
        &[
            F::DeviceName,
            F::DeviceMemory,
            F::DeviceMig,
            F::DeviceEcc,
            F::Returned,
            F::PcieGen,
            F::PcieLanes,
            F::PcieIdle,
            F::Throttle,
            F::Clock,
            F::ClockMax,
            F::PowerLimit,
            F::BusBandwidth,
            F::Slowest,
            F::GpuUtil,
            F::LoadTime,
            F::ImportTime,
            F::DiskSpeed,
            F::EccErrors,
            F::Xid,
            F::RemapPending,
            F::Matmul,
            F::HostCopy,
            F::MemoryRate,
            F::Dcgm,
            F::Resets,
            F::Resumed,
            F::Symptom,
        ],
    ),
];

/// The inputs of this plan.
pub fn depths(plan: &Plan, moe: bool) -> Depths {
    let pick = |fields: &[Field]| -> Vec<Field> {
        fields.iter().copied().filter(|f| applies(*f, plan, moe)).collect()
    };
    let mut out = Depths {
        quick: pick(QUICK),
        limits: pick(LIMITS),
        more: pick(MORE),
        expert: EXPERT.iter().map(|(t, f)| (*t, pick(f))).filter(|(_, f)| !f.is_empty()).collect(),
    };
    // Who knows the cards says first which and how many.
    if plan.task == Task::KnownCards {
        out.more.retain(|f| !matches!(f, F::Gpus | F::Count));
        out.quick.splice(0..0, [F::Gpus, F::Count]);
    }
    out
}

/// Words of a field that make sense for the job, in the order in which they are offered.
pub fn words(field: Field, plan: &Plan) -> Vec<&'static str> {
    let all = field.words();
    let task = plan.task;
    let only: &[&str] = match field {
        F::Software => match task {
            Task::Serve => &[
                "vllm",
                "sglang",
                "llama.cpp",
                "tensorrt-llm",
                "transformers",
                "exllamav2",
                "autoawq",
                "mlc",
            ],
            Task::Grpo => &["verl", "trl", "ms-swift", "unsloth", "llama-factory"],
            Task::Embed => &["tei", "vllm", "transformers"],
            Task::ImageInfer | Task::ImageLora => &["diffusers"],
            Task::ImageTrain => &["pytorch", "diffusers"],
            Task::Pretrain => &["megatron", "torchtitan", "deepspeed", "pytorch"],
            _ => &[
                "llama-factory",
                "trl",
                "ms-swift",
                "unsloth",
                "axolotl",
                "deepspeed",
                "torchtune",
                "torchtitan",
                "pytorch",
                "megatron",
            ],
        },
        F::Quant if task.trains() => &["none", "nf4-dq", "nf4", "fp4", "int8", "fp8", "gptq-int4", "awq"],
        F::Quant if task.image() => {
            &["none", "fp8", "int8", "nf4", "fp4", "nvfp4", "q8_0", "q5_k_m", "q4_k_m"]
        }
        _ => return all,
    };
    let mut out: Vec<&str> = only.iter().copied().filter(|w| all.contains(w)).collect();
    // A link may have set another one: it stays visible.
    let now = field.text(plan);
    out.extend(all.into_iter().find(|w| *w == now && !only.contains(w)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_applies_is_offered_once() {
        for task in Task::ALL {
            let mut plan = Plan { task: *task, ..Plan::default() };
            plan.buying.consider = true;
            plan.market.interruptible = true;
            plan.measured.peak_gib = Some(20.0);
            plan.market.prepaid_h = Some(100.0);
            let d = depths(&plan, true);
            let mut shown: Vec<Field> = d.quick.clone();
            shown.extend(&d.limits);
            shown.extend(&d.more);
            shown.extend(d.expert.iter().flat_map(|e| e.1.clone()));
            for field in Field::ALL {
                let count = shown.iter().filter(|f| *f == field).count();
                let want = usize::from(applies(*field, &plan, true) && *field != F::Model);
                assert_eq!(count, want, "{field:?} for {task:?}");
            }
        }
    }

    #[test]
    fn words_of_a_job_are_words_of_the_field() {
        for task in Task::ALL {
            let plan = Plan { task: *task, ..Plan::default() };
            for field in [F::Software, F::Quant, F::Optimizer] {
                let all = field.words();
                let some = words(field, &plan);
                assert!(!some.is_empty() && some.iter().all(|w| all.contains(w)), "{field:?} {task:?}");
            }
        }
    }
}
