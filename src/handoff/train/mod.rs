//! Programs that train. What most of them share, those on Transformers' Trainer above all, is here: the names
//! of optimizers, how states are sharded and what that makes of the weights.

pub mod axolotl;
pub mod deepspeed;
pub mod images;
pub mod llamafactory;
pub mod megatron;
pub mod swift;
pub mod torchtune;
pub mod trl;
pub mod unsloth;
pub mod verl;

use super::serve::dtype;
use super::write::{Command, Script, Value, Word};
use super::{Doc, Note, Refusal, Setup, Tool};
use crate::plan::{Checkpointing, Field, LoraTargets, LossKind, Offload, Optimizer, Quant, Regime, Zero};

/// How states are spread over ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharding {
    /// Every rank holds all.
    Ddp,
    /// DeepSpeed, at this stage.
    Deep(u32),
    /// FSDP; weights are gathered anew for the backward pass, or stay gathered.
    Fsdp { reshard: bool },
}

/// As the layout has it, where these programs can say it.
fn sharding(setup: &Setup<'_>) -> Result<Sharding, Refusal> {
    let (job, layout) = (&setup.job, &setup.layout);
    let master = job.trains_all() && job.regime == Regime::Master;
    let odd = Err(Refusal::Value(Field::Zero));
    let way = match (layout.zero, job.deepspeed) {
        (Zero::Hybrid, _) | (Zero::Z1, false) => return odd,
        (Zero::Z0, true) if master => Sharding::Deep(0),
        (Zero::Z0, _) => Sharding::Ddp,
        (Zero::Z1, true) => Sharding::Deep(1),
        (Zero::Z2, true) => Sharding::Deep(2),
        (Zero::Z3, true) => Sharding::Deep(3),
        (zero, false) => Sharding::Fsdp { reshard: zero == Zero::Z3 },
    };
    let fine = match (job.offload, way) {
        (Offload::None, _) | (Offload::All, Sharding::Fsdp { .. }) => true,
        (Offload::Optimizer, Sharding::Deep(stage)) => stage > 0,
        // Weights leave the card at stage 3 only; at 2 DeepSpeed ignores it silently (handoff.md §4).
        (Offload::All | Offload::Nvme, Sharding::Deep(stage)) => stage == 3,
        _ => false,
    };
    if !fine {
        return Err(Refusal::Together(Field::Offload, Field::Zero));
    }
    // 4-bit weights under a sharder that splits weights: not verified (handoff.md §4).
    if job.quant != Quant::None && !matches!(way, Sharding::Ddp | Sharding::Deep(0..=2)) {
        return Err(Refusal::Together(Field::Quant, Field::Zero));
    }
    Ok(way)
}

/// Only data parallelism.
fn data_parallel(setup: &Setup<'_>) -> Result<(), Refusal> {
    let l = &setup.layout;
    for (size, field) in [(l.tp, Field::Tp), (l.pp, Field::Pp), (l.cp, Field::Cp), (l.ep, Field::Ep)] {
        if size > 1 {
            return Err(Refusal::Value(field));
        }
    }
    Ok(())
}

/// One card: nothing to shard, nothing to move away.
fn alone(setup: &Setup<'_>) -> Result<(), Refusal> {
    if setup.world() > 1 {
        return Err(Refusal::Value(Field::Count));
    }
    if setup.layout.zero != Zero::Z0 {
        return Err(Refusal::Value(Field::Zero));
    }
    if setup.job.offload == Offload::None { Ok(()) } else { Err(Refusal::Value(Field::Offload)) }
}

/// Recomputation that is on or off.
fn recomputes(setup: &Setup<'_>) -> Result<bool, Refusal> {
    match setup.layout.checkpointing {
        Checkpointing::Full => Ok(true),
        Checkpointing::None => Ok(false),
        _ => Err(Refusal::Value(Field::Checkpointing)),
    }
}

/// The optimizer's name in Transformers' list.
fn optim(setup: &Setup<'_>) -> Result<&'static str, Refusal> {
    Ok(match setup.job.optimizer {
        Optimizer::AdamW => "adamw_torch",
        Optimizer::AdamW8bit => "adamw_8bit",
        Optimizer::PagedAdamW8bit => "paged_adamw_8bit",
        Optimizer::PagedAdamW => "paged_adamw_32bit",
        Optimizer::AdamW4bit => "adamw_torch_4bit",
        // Without momentum, which is another argument.
        Optimizer::Sgd => "sgd",
        Optimizer::Lion => "lion_32bit",
        Optimizer::Adafactor => "adafactor",
        Optimizer::SgdMomentum | Optimizer::Muon => return Err(Refusal::Value(Field::Optimizer)),
    })
}

/// Fused attention by its name in Transformers; the kernels of FlashAttention need Ampere or later.
fn attention(setup: &Setup<'_>) -> &'static str {
    if !setup.job.flash {
        "eager"
    } else if setup.gpu().vendor == crate::catalog::Vendor::Nvidia && setup.gpu().compute_capability >= 80 {
        "flash_attention_2"
    } else {
        "sdpa"
    }
}

/// Modules that adapters stand beside, in the names of Llama-like models.
fn targets(setup: &Setup<'_>) -> &'static [&'static str] {
    match setup.job.lora_targets {
        LoraTargets::All => &[],
        LoraTargets::Attention => &["q_proj", "k_proj", "v_proj", "o_proj"],
        LoraTargets::Qv => &["q_proj", "v_proj"],
        LoraTargets::Qkv => &["q_proj", "k_proj", "v_proj"],
    }
}

/// Trained beside adapters where the plan says so.
const WHOLE: [&str; 2] = ["embed_tokens", "lm_head"];

/// bitsandbytes: bits, and whether scales are quantised again.
fn bits(setup: &Setup<'_>) -> Result<Option<(u32, bool)>, Refusal> {
    match setup.job.quant {
        Quant::None => Ok(None),
        // Neither maker's port of bitsandbytes was read.
        _ if setup.cann() => Err(Refusal::Stack),
        Quant::Nf4 => Ok(Some((4, false))),
        Quant::Nf4Double => Ok(Some((4, true))),
        Quant::Int8 => Ok(Some((8, false))),
        _ => Err(Refusal::Value(Field::Quant)),
    }
}

/// bf16, fp16: at most one of them.
fn halves(setup: &Setup<'_>) -> Result<(bool, bool), Refusal> {
    let word = dtype(setup)?;
    Ok((word == "bfloat16", word == "float16"))
}

/// What the program makes of the weights' format. `pure`: it can keep everything in 16 bits.
fn regime(setup: &Setup<'_>, way: Sharding, pure: bool) -> Regime {
    let wants = setup.job.regime;
    if dtype(setup) == Ok("float32") {
        Regime::Fp32
    } else if setup.job.adapters() {
        Regime::Pure16Fp32States
    } else if pure && wants == Regime::Pure16 && !matches!(way, Sharding::Deep(_)) {
        Regime::Pure16
    } else {
        match way {
            Sharding::Deep(_) => Regime::Master,
            Sharding::Fsdp { .. } => Regime::FsdpMixed,
            Sharding::Ddp => Regime::Autocast,
        }
    }
}

/// Logits never whole: Liger's kernels. Other kinds of loss have no switch.
fn liger(setup: &Setup<'_>) -> bool {
    setup.job.loss == LossKind::Fused
}

/// How often Transformers' Trainer saves, and how many it keeps (else all, whatever the disk holds), as keys of a file.
const SAVES: [&str; 3] = ["save_strategy", "save_steps", "save_total_limit"];
/// The same as flags.
const SAVE_FLAGS: [&str; 3] = ["--save_strategy", "--save_steps", "--save_total_limit"];

fn saves(setup: &Setup<'_>, [way, every, kept]: [&'static str; 3]) -> Vec<(&'static str, Value)> {
    let said = setup.saves();
    said.map_or_else(Vec::new, |(n, k)| vec![(way, "steps".into()), (every, n.into()), (kept, k.into())])
}

/// The last checkpoint in `output`, for programs that go on only from one they are told.
const LAST: &str =
    "last=\"$(find output -maxdepth 1 -name 'checkpoint-*' 2>/dev/null | sort -V | tail -n 1)\" || last=";
/// The flag that names it, where there is one.
const GO_ON: Word = Word::Code("${last:+--resume_from_checkpoint \"$last\"}");

/// Notes that trainers have in common.
fn told(setup: &Setup<'_>, doc: Doc, made: Regime) -> Doc {
    let job = &setup.job;
    doc.note_if(!setup.model_known, Note::FillModel)
        .note(Note::FillData)
        .note(Note::Recipe)
        .note_if(made != job.regime, Note::Unsaid(Field::Regime))
        .note_if(!matches!(job.loss, LossKind::Eager | LossKind::Fused), Note::Unsaid(Field::Loss))
        .note_if(setup.ported(), Note::OtherPort)
}

/// `torchrun` over all machines.
fn torchrun(setup: &Setup<'_>) -> Command {
    let mut c = Command::new(["torchrun"]);
    c.flag("--nnodes", setup.nodes()).flag("--nproc-per-node", setup.per_node());
    if setup.nodes() > 1 {
        c.flag("--node-rank", Word::Code("\"$NODE_RANK\""));
        c.flag("--master-addr", Word::Code("\"$MASTER_ADDR\"")).flag("--master-port", 29_500u32);
    }
    c
}

/// For programs that start `torchrun` themselves: the same in variables.
fn ranks(setup: &Setup<'_>, script: &mut Script) {
    script.export("NNODES", setup.nodes()).export("NPROC_PER_NODE", setup.per_node());
    if setup.nodes() > 1 {
        script.code(": \"${NODE_RANK:?}\" \"${MASTER_ADDR:?}\"");
        script.export("MASTER_PORT", 29_500u32).code("export NODE_RANK MASTER_ADDR");
    }
}

/// Settings as flags: `--key value`.
fn flags(c: &mut Command, settings: Vec<(&'static str, Value)>) {
    for (key, value) in settings {
        match value {
            Value::Bool(on) => c.flag(key, if on { "true" } else { "false" }),
            Value::Int(n) => c.flag(key, n.to_string()),
            Value::Num(x) => c.flag(key, x),
            Value::Text(text) | Value::Script(text) => c.flag(key, text),
            // Words of one list follow their flag.
            Value::List(items) => {
                let words = items.into_iter().filter_map(|v| match v {
                    Value::Text(text) => Some(Word::Text(text)),
                    _ => None,
                });
                c.line(std::iter::once(Word::Code(key)).chain(words))
            }
            Value::Null | Value::Map(_) => c,
        };
    }
}

/// The settings as the keys of a file.
fn keys(settings: Vec<(&'static str, Value)>) -> Value {
    Value::Map(settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// A document of this tool, its script first.
fn scripted(tool: Tool, script: Script) -> Doc {
    Doc::new(tool).file("train.sh", super::Format::Shell, script.finish())
}
