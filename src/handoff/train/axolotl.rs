//! axolotl 0.21.0: `axolotl.yaml`. Its schema wants `load_in_4bit` with `qlora`, refuses DeepSpeed beside FSDP, and
//! lets unknown keys through (handoff.md §4).

use super::{Sharding, WHOLE, attention, bits, deepspeed, halves, keys, liger, optim};
use crate::handoff::write::{Script, Value, yaml};
use crate::handoff::{Format, Made, Note, Refusal, Setup, Tool, name};
use crate::plan::{Checkpointing, Field, Regime, Task};

/// `train.sh`, `axolotl.yaml` and, where states are sharded, DeepSpeed's file.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    let dpo = job.task == Task::Dpo;
    if !(dpo || matches!(job.task, Task::Lora | Task::Qlora | Task::Full)) {
        return Err(Refusal::Task);
    }
    super::data_parallel(setup)?;
    let way = super::sharding(setup)?;
    if matches!(way, Sharding::Fsdp { .. }) {
        return Err(Refusal::Value(Field::Zero));
    }
    let (bf16, fp16) = halves(setup)?;
    let made = super::regime(setup, way, false);
    let bits = bits(setup)?;
    // Offloaded: the inputs of layers go to host memory.
    let recompute: Value = match setup.layout.checkpointing {
        Checkpointing::None => false.into(),
        Checkpointing::Full => true.into(),
        Checkpointing::Offloaded => "offload".into(),
        Checkpointing::Selective => return Err(Refusal::Value(Field::Checkpointing)),
    };
    let data = Value::map()
        .with("path", setup.texts.data.as_str())
        .with("ds_type", "json")
        .with("type", if dpo { "chatml.intel" } else { "alpaca" });
    let mut s: Vec<(&'static str, Value)> = vec![
        ("base_model", setup.texts.model.as_str().into()),
        ("datasets", Value::List(vec![data])),
        ("output_dir", "output".into()),
        ("sequence_len", job.seq.into()),
        ("sample_packing", (job.packing && !dpo).into()),
        ("pad_to_sequence_len", (job.packing && !dpo).into()),
        ("micro_batch_size", setup.layout.micro_batch.into()),
        ("gradient_accumulation_steps", setup.layout.accumulation.into()),
        ("num_epochs", setup.plan.amount.epochs.into()),
        ("optimizer", optim(setup)?.into()),
        ("learning_rate", 0.0002.into()),
        ("bf16", bf16.into()),
        ("fp16", fp16.into()),
        ("gradient_checkpointing", recompute),
        ("attn_implementation", attention(setup).into()),
        ("torch_compile", job.compile.into()),
    ];
    s.extend(super::saves(setup, super::SAVES));
    s.push(("auto_resume_from_checkpoints", true.into()));
    if dpo {
        s.push(("rl", "dpo".into()));
    }
    if job.adapters() {
        let named = super::targets(setup);
        s.push(("adapter", if matches!(bits, Some((4, _))) { "qlora" } else { "lora" }.into()));
        s.push(("lora_r", job.lora_rank.into()));
        s.push(("lora_alpha", (2 * job.lora_rank).into()));
        s.push(("lora_dropout", 0.0.into()));
        if named.is_empty() {
            s.push(("lora_target_linear", true.into()));
        } else {
            s.push(("lora_target_modules", Value::list(named.iter().copied())));
        }
        if job.train_embeddings {
            s.push(("lora_modules_to_save", Value::list(WHOLE)));
        }
    }
    match bits {
        Some((8, _)) => s.push(("load_in_8bit", true.into())),
        Some((_, double)) => {
            s.push(("load_in_4bit", true.into()));
            s.push(("bnb_config_kwargs", Value::map().with("bnb_4bit_use_double_quant", double)));
        }
        None => {}
    }
    if liger(setup) {
        s.push(("plugins", Value::list(["axolotl.integrations.liger.LigerPlugin"])));
        s.push(("liger_fused_linear_cross_entropy", true.into()));
    }
    let about = setup.about(&Tool::Axolotl.label());
    let mut script = Script::new(&about);
    let mut c = super::torchrun(setup);
    c.line(["-m", "axolotl.cli.train", "axolotl.yaml"]);
    script.run(&c);
    let mut doc = super::scripted(Tool::Axolotl, script);
    let deep = deepspeed::file(setup, way, Some(&mut s));
    doc = doc.file("axolotl.yaml", Format::Yaml, format!("# {}\n{}", name::comment(&about), yaml(&keys(s))));
    if let Some((name, text)) = deep {
        doc = doc.file(&name, Format::Json, text);
    }
    // It loads weights in 16 bits whatever the states are.
    let made = if made == Regime::Autocast { Regime::Pure16Fp32States } else { made };
    Ok(super::told(setup, doc.note_if(dpo && job.packing, Note::Unsaid(Field::Packing)), made))
}
