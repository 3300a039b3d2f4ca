//! A field of the plan that memory or speed was computed from changes the file of every tool that can say it. What a tool
//! cannot say is listed here with its reason, and is a warning beside the file.

use crate::cases::{self, answered};
use std::collections::BTreeSet;
use std::sync::Arc;
use suanzu::catalog::Catalog;
use suanzu::engine::layout::Device;
use suanzu::engine::line::NoTrace;
use suanzu::engine::{job, memory, model, speed};
use suanzu::handoff::{Doc, Kind, Note, Setup, Tool, doc};
use suanzu::plan::{Checkpointing, Field, PRESETS, Zero};

/// Fields of the job, each with other values.
const VALUES: &[(Field, &[&str])] = &[
    (Field::Precision, &["fp16", "fp32", "bf16"]),
    (
        Field::Quant,
        &["none", "awq", "fp8", "gptq-int4", "gptq-int8", "int8", "q8_0", "q4_0", "nf4", "nf4-dq", "mxfp4"],
    ),
    (Field::KvType, &["f16", "fp8", "q8_0", "q4_0", "q5_1", "f32", "nvfp4"]),
    (Field::Seq, &["1024", "12288"]),
    (
        Field::Optimizer,
        &[
            "adamw",
            "adamw-8bit",
            "paged-adamw-8bit",
            "paged-adamw",
            "adamw-4bit",
            "adafactor",
            "lion",
            "sgd",
            "sgd-momentum",
            "muon",
        ],
    ),
    (Field::Regime, &["pure16", "fp32", "master", "autocast", "fsdp-mixed", "pure16-fp32"]),
    (Field::Flash, &["0"]),
    (Field::Loss, &["fused", "chunked", "compiled", "eager"]),
    (Field::Compile, &["1", "0"]),
    (Field::Packing, &["0", "1"]),
    (Field::LoraRank, &["64"]),
    (Field::LoraTargets, &["qv", "qkvo", "qkv", "all"]),
    (Field::TrainEmbeddings, &["1"]),
    (Field::Offload, &["optimizer", "all", "nvme"]),
    (Field::Utilisation, &["0.8"]),
    (Field::MaxNumSeqs, &["17"]),
    (Field::BatchedTokens, &["3072"]),
    (Field::Ubatch, &["256"]),
    (Field::Graphs, &["0"]),
    (Field::Generations, &["4"]),
    (Field::Width, &["768"]),
    (Field::Height, &["768"]),
    (Field::Prompt, &["700"]),
];

/// Changes the layout of a setup.
type Change = fn(&mut Setup<'_>);

/// Fields of the layout.
const LAYOUT: &[(Field, Change)] = &[
    (Field::Tp, |s| s.layout.tp *= 2),
    (Field::Pp, |s| s.layout.pp *= 2),
    (Field::Cp, |s| s.layout.cp *= 2),
    (Field::Ep, |s| s.layout.ep *= 2),
    (Field::MicroBatch, |s| s.layout.micro_batch += 3),
    (Field::GlobalBatch, |s| s.layout.accumulation += 3),
    (Field::Zero, |s| s.layout.zero = Zero::Z0),
    (Field::Zero, |s| s.layout.zero = Zero::Z1),
    (Field::Zero, |s| s.layout.zero = Zero::Z2),
    (Field::Zero, |s| s.layout.zero = Zero::Z3),
    (Field::Zero, |s| s.layout.zero = Zero::Hybrid),
    (Field::Checkpointing, |s| s.layout.checkpointing = Checkpointing::None),
    (Field::Checkpointing, |s| s.layout.checkpointing = Checkpointing::Selective),
    (Field::Checkpointing, |s| s.layout.checkpointing = Checkpointing::Full),
    (Field::Checkpointing, |s| s.layout.checkpointing = Checkpointing::Offloaded),
];

/// Fields that move memory or speed and are no setting of a tool.
const NO_SETTING: &[(&[Field], &str)] = &[
    (&[Field::Task, Field::Model, Field::Params, Field::Software], "another job or program: another file"),
    (&[Field::SoftwareVersion], "the files are for one version; a plan for another one has a warning"),
    (&[Field::Users, Field::Answer], "load of a server: its limits are settings, its users are not"),
    (&[Field::Display], "a fact about the machine"),
    (&[Field::Frames], "clips: no tool here makes or trains them"),
];

/// What a tool cannot say; each is a warning beside its file.
const SILENT: &[(Tool, &[Field], &str)] = &[
    (
        Tool::Vllm,
        &[Field::Quant],
        "16-bit files of a quantised model are other files: the path is the reader's",
    ),
    (Tool::Vllm, &[Field::Flash], "its attention is always fused"),
    (Tool::Sglang, &[Field::Quant], "as vLLM"),
    (Tool::Sglang, &[Field::Flash], "as vLLM"),
    (Tool::LlamaCpp, &[Field::Precision], "it computes in the format of the file"),
    (Tool::Ollama, &[Field::Precision, Field::Ubatch], "as llama.cpp; its batch is its own choice"),
    (Tool::Transformers, &[Field::Quant], "as vLLM: AWQ and GPTQ are other files"),
    (
        Tool::LlamaFactory,
        &[Field::Regime, Field::Loss],
        "what its Trainer does with weights follows from sharding; the only loss to choose is the fused one",
    ),
    (Tool::MsSwift, &[Field::Regime, Field::Loss], "as LLaMA-Factory"),
    (Tool::Axolotl, &[Field::Regime, Field::Loss], "as LLaMA-Factory"),
    (Tool::Trl, &[Field::Regime, Field::Loss], "as LLaMA-Factory"),
    (Tool::Trl, &[Field::KvType, Field::MaxNumSeqs], "answers are made by Transformers, which has neither"),
    (
        Tool::DeepSpeed,
        &[
            Field::Seq,
            Field::Packing,
            Field::Optimizer,
            Field::Checkpointing,
            Field::Flash,
            Field::Loss,
            Field::Compile,
            Field::Regime,
        ],
        "stands in the reader's own loop",
    ),
    (
        Tool::Accelerate,
        &[
            Field::Seq,
            Field::Packing,
            Field::MicroBatch,
            Field::GlobalBatch,
            Field::Optimizer,
            Field::Precision,
            Field::Flash,
            Field::Loss,
            Field::Compile,
        ],
        "stands in the reader's own loop",
    ),
    (Tool::Unsloth, &[Field::Regime, Field::Flash, Field::Loss], "its kernels are fixed"),
    (
        Tool::Torchtune,
        &[Field::Regime, Field::Flash],
        "its recipes keep everything in one format and let PyTorch choose the attention",
    ),
    (Tool::Megatron, &[Field::Regime], "its optimizer keeps 32-bit weights beside 16-bit ones"),
    (
        Tool::Verl,
        &[Field::KvType, Field::Regime, Field::Flash, Field::Compile],
        "its engine for answers and its workers fix them",
    ),
    (Tool::Diffusers, &[Field::Flash], "PyTorch chooses the attention"),
];

/// Memory and step of the winner's layout: what a changed field must change to count.
fn figures(setup: &Setup<'_>) -> String {
    let gpu = setup.gpu();
    let sized = memory::size(&setup.job, &setup.layout, gpu, &mut NoTrace);
    let pace = speed::pace(&setup.job, &setup.layout, &Device::of(gpu), &sized, &mut NoTrace);
    // The band may also move because something is stated that was assumed: the file says it either way.
    format!("{:?} {:?} {:?}", sized.need.likely, sized.pool, pace.rate)
}

/// The setup with the field set to a text, on the same layout; none where nothing that was computed changes.
fn with<'a>(setup: &Setup<'a>, field: Field, text: &str) -> Option<Setup<'a>> {
    let mut plan = setup.plan.clone();
    let mut warnings = Vec::new();
    if !field.set(&mut plan, text, &mut warnings) || !warnings.is_empty() {
        return None;
    }
    let subject = model::subject(&plan, Catalog::embedded(), &mut Vec::new());
    let mut other = setup.clone();
    other.job = job::resolve(&plan, Arc::clone(&subject.arch), subject.native);
    (figures(setup) != figures(&other)).then_some(other)
}

/// Every change that the figures see.
fn changes<'a>(setup: &Setup<'a>) -> Vec<(Field, String, Setup<'a>)> {
    let mut out = Vec::new();
    for (field, texts) in VALUES {
        // What requests bring is a server's load, not its setting.
        if setup.stays() && *field == Field::Prompt {
            continue;
        }
        out.extend(texts.iter().filter_map(|t| Some((*field, (*t).to_owned(), with(setup, *field, t)?))));
    }
    for (at, (field, change)) in LAYOUT.iter().enumerate() {
        let mut other = setup.clone();
        change(&mut other);
        // A server's load is no setting of its own except where slots are fixed.
        let slots = setup.stays() && *field == Field::MicroBatch && !slotted(setup);
        if !slots && figures(setup) != figures(&other) {
            out.push((*field, format!("change {at}"), other));
        }
    }
    out
}

fn slotted(setup: &Setup<'_>) -> bool {
    let tools = Tool::of(setup.job.software);
    tools.contains(&Tool::LlamaCpp) || tools.contains(&Tool::Transformers)
}

/// The files without the comment that names the plan.
fn body(setup: &Setup<'_>, doc: &Doc) -> String {
    let lines = doc.files.iter().flat_map(|f| f.text.lines().chain([f.name.as_str()]));
    let kept: Vec<_> = lines.filter(|l| !l.starts_with("# ")).map(|l| l.replace(&setup.id, "")).collect();
    kept.join("\n")
}

fn links() -> impl Iterator<Item = &'static str> {
    PRESETS
        .iter()
        .map(|p| p.link)
        .chain(cases::MORE.iter().map(|c| c.1))
        .chain(cases::NODES.iter().map(|c| c.1))
}

#[test]
fn every_memory_field_that_changes_changes_the_file() {
    let mut seen = BTreeSet::new();
    let (mut faults, mut silent) = (BTreeSet::new(), BTreeSet::new());
    for link in links() {
        let (plan, report) = answered(link);
        let Some(setup) = Setup::new(&plan, &report, Catalog::embedded()) else { continue };
        let tools: Vec<Tool> = Tool::ALL.into_iter().filter(|t| t.kind() == Kind::Run).collect();
        for (field, text, other) in changes(&setup) {
            for tool in &tools {
                // Only the program whose figures they are; another value may be refused.
                let (Ok(before), Ok(after)) = (doc(&setup, *tool), doc(&other, *tool)) else { continue };
                seen.insert((*tool, field));
                if body(&setup, &before) != body(&other, &after) {
                    continue;
                }
                // The path of the model is the user's to change: the files themselves are of another format.
                let files = |d: &Doc| field == Field::Quant && d.notes.contains(&Note::QuantisedFiles);
                let told =
                    [&before, &after].iter().any(|d| d.notes.contains(&Note::Unsaid(field)) || files(d));
                if told {
                    silent.insert((*tool, field));
                } else {
                    faults.insert(format!("{tool:?} does not say {} = {text} ({link})", field.key()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    let listed: BTreeSet<_> =
        SILENT.iter().flat_map(|(t, fields, _)| fields.iter().map(|f| (*t, *f))).collect();
    assert_eq!(silent, listed, "what a tool cannot say is listed with its reason");
    assert!(seen.len() > 150, "{} pairs of tool and field", seen.len());
}

#[test]
fn every_field_that_moves_a_figure_is_a_setting_or_has_its_reason() {
    let known: BTreeSet<Field> = VALUES.iter().map(|v| v.0).chain(LAYOUT.iter().map(|l| l.0)).collect();
    let excused: BTreeSet<Field> = NO_SETTING.iter().flat_map(|(fields, _)| fields.iter().copied()).collect();
    assert!(known.is_disjoint(&excused));
    let mut moves = BTreeSet::new();
    for link in links() {
        let (plan, report) = answered(link);
        let Some(setup) = Setup::new(&plan, &report, Catalog::embedded()) else { continue };
        for field in Field::ALL.iter().filter(|f| !known.contains(f)) {
            let texts = [
                "0",
                "1",
                "2",
                "7",
                "40",
                "300",
                "5000",
                "0.3",
                "full",
                "serve",
                "vllm",
                "trl",
                "qwen2.5-7b",
            ];
            if texts.iter().any(|text| with(&setup, *field, text).is_some()) {
                moves.insert(*field);
            }
        }
    }
    assert_eq!(moves, excused, "a field that moves memory or speed is a setting, or its reason stands here");
}

/// A change of the plan that the machine is ordered by.
type Order = fn(&mut Setup<'_>);

/// Engines that have no word for it, each with the warning beside its file.
type Silent = &'static [(Tool, &'static [Note])];

/// What an engine is asked for beside cards.
const ORDERS: &[(&str, Order, Silent)] = &[
    ("disk", |s| s.disk_gb += 77, &[(Tool::Slurm, &[Note::NoDisk]), (Tool::Compose, &[Note::OwnMachine])]),
    (
        "host memory",
        |s| s.ram_gib = Some(s.ram_gib.unwrap_or(0) + 64),
        &[(Tool::Compose, &[Note::OwnMachine])],
    ),
    ("vCPUs", |s| s.vcpus = Some(s.vcpus.unwrap_or(0) + 12), &[(Tool::Compose, &[Note::OwnMachine])]),
    ("machines and cards", |s| s.layout.dp *= 2, &[]),
    (
        "own limit of money",
        |s| s.usd_limit = Some(0.02),
        &[
            (Tool::Kubernetes, &[Note::TimeCapOnly, Note::NoCap]),
            (Tool::KubeRay, &[Note::TimeCapOnly]),
            (Tool::Slurm, &[Note::TimeCapOnly, Note::NoCap]),
            (Tool::Compose, &[Note::NoCap]),
        ],
    ),
];

#[test]
fn what_a_machine_is_ordered_by_changes_the_order() {
    let mut seen = BTreeSet::new();
    for link in links() {
        let (plan, report) = answered(link);
        let Some(setup) = Setup::new(&plan, &report, Catalog::embedded()) else { continue };
        for (what, change, silent) in ORDERS {
            let mut other = setup.clone();
            change(&mut other);
            for tool in Tool::ALL.into_iter().filter(|t| t.kind() == Kind::Launch) {
                let (Ok(before), Ok(after)) = (doc(&setup, tool), doc(&other, tool)) else { continue };
                let same = body(&setup, &before) == body(&other, &after);
                let first = |d: &Doc| d.files[0].text.clone();
                if let Some((_, notes)) = silent.iter().find(|s| s.0 == tool) {
                    assert!(
                        notes.iter().any(|n| before.notes.contains(n)),
                        "{tool:?} does not warn of {what}"
                    );
                    // Nor has the engine's own file a trace of it.
                    assert!(tool != Tool::Compose || first(&before) == first(&after), "{what}");
                    continue;
                }
                // Only a price by the hour can be capped, and only where the engine rents from that seller.
                if *what == "own limit of money" && same && before.notes == after.notes {
                    continue;
                }
                assert!(!same, "{tool:?} does not say {what} ({link})\n{}", first(&before));
                seen.insert((*what, tool));
            }
        }
    }
    let wanted: BTreeSet<_> = ORDERS
        .iter()
        .flat_map(|(what, _, silent)| {
            let engines = Tool::ALL
                .into_iter()
                .filter(|t| t.kind() == Kind::Launch && !silent.iter().any(|s| s.0 == *t));
            engines.map(|t| (*what, t))
        })
        .collect();
    assert_eq!(seen, wanted);
}
