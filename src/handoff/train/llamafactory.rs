//! LLaMA-Factory 0.9.5: `train.yaml`. Unknown keys are refused, so are quantised weights under full training;
//! its parser lets stages through that it does not have (handoff.md §4).

use super::{Sharding, WHOLE, attention, bits, deepspeed, halves, keys, liger, optim, ranks, recomputes};
use crate::handoff::write::{Command, Script, Value, json, yaml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, Regime, Task};

/// Template by the model's name; the longest head that fits.
const TEMPLATES: [(&str, &str); 14] = [
    ("qwen3", "qwen3"),
    ("qwen2", "qwen"),
    ("qwq", "qwen"),
    ("llama-3", "llama3"),
    ("meta-llama-3", "llama3"),
    ("llama-4", "llama4"),
    ("llama-2", "llama2"),
    ("deepseek-v3", "deepseek3"),
    ("deepseek-r1", "deepseekr1"),
    ("mistral", "mistral"),
    ("gemma-3", "gemma3"),
    ("gemma-2", "gemma2"),
    ("glm-4", "glm4"),
    ("yi-", "yi"),
];

/// `train.sh`, `train.yaml`, the list of data and, where states are sharded, DeepSpeed's file.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    let stage = match job.task {
        Task::Lora | Task::Qlora | Task::Full => "sft",
        Task::Dpo => "dpo",
        _ => return Err(Refusal::Task),
    };
    super::data_parallel(setup)?;
    let way = super::sharding(setup)?;
    if matches!(way, Sharding::Fsdp { .. }) {
        return Err(Refusal::Value(Field::Zero));
    }
    let (bf16, fp16) = halves(setup)?;
    let bits = bits(setup)?;
    if bits.is_some() && !job.adapters() {
        return Err(Refusal::Together(Field::Quant, Field::Task));
    }
    let made = super::regime(setup, way, bf16);
    let name = setup.texts.model.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let template = TEMPLATES.iter().find(|(head, _)| name.starts_with(head)).map_or("default", |t| t.1);
    let mut s: Vec<(&'static str, Value)> = vec![
        ("model_name_or_path", setup.texts.model.as_str().into()),
        ("stage", stage.into()),
        ("do_train", true.into()),
        ("finetuning_type", if job.adapters() { "lora" } else { "full" }.into()),
    ];
    if job.adapters() {
        let named = super::targets(setup);
        s.push(("lora_rank", job.lora_rank.into()));
        s.push(("lora_alpha", (2 * job.lora_rank).into()));
        s.push(("lora_target", if named.is_empty() { "all".into() } else { named.join(",").into() }));
        if job.train_embeddings {
            s.push(("additional_target", WHOLE.join(",").into()));
        }
    }
    if let Some((bits, double)) = bits {
        s.push(("quantization_bit", bits.into()));
        s.push(("quantization_method", "bnb".into()));
        s.push(("quantization_type", "nf4".into()));
        s.push(("double_quantization", double.into()));
    }
    s.extend([
        ("template", template.into()),
        ("dataset", "train".into()),
        ("dataset_dir", ".".into()),
        ("cutoff_len", Value::from(job.seq)),
        ("packing", (job.packing && stage == "sft").into()),
        ("output_dir", "output".into()),
        ("overwrite_output_dir", false.into()),
        ("per_device_train_batch_size", setup.layout.micro_batch.into()),
        ("gradient_accumulation_steps", setup.layout.accumulation.into()),
        ("num_train_epochs", setup.plan.amount.epochs.into()),
        ("bf16", bf16.into()),
        ("fp16", fp16.into()),
        ("pure_bf16", (made == Regime::Pure16).into()),
        ("disable_gradient_checkpointing", (!recomputes(setup)?).into()),
        ("optim", optim(setup)?.into()),
        (
            "flash_attn",
            match attention(setup) {
                "eager" => "disabled",
                "flash_attention_2" => "fa2",
                other => other,
            }
            .into(),
        ),
        ("enable_liger_kernel", liger(setup).into()),
        ("torch_compile", job.compile.into()),
    ]);
    s.extend(super::saves(setup, super::SAVES));
    let mut list = Value::map().with("file_name", setup.texts.data.as_str());
    if stage == "dpo" {
        let columns = Value::map().with("prompt", "instruction").with("query", "input");
        list = list
            .with("ranking", true)
            .with("columns", columns.with("chosen", "chosen").with("rejected", "rejected"));
    }
    let about = setup.about(&Tool::LlamaFactory.label());
    let mut script = Script::new(&about);
    script.export("FORCE_TORCHRUN", u32::from(setup.world() > 1));
    ranks(setup, &mut script);
    script.run(&Command::new(["llamafactory-cli", "train", "train.yaml"]));
    let mut doc: Doc = super::scripted(Tool::LlamaFactory, script);
    let deep = deepspeed::file(setup, way, Some(&mut s));
    doc = doc.file(
        "train.yaml",
        Format::Yaml,
        format!("# {}\n{}", crate::handoff::name::comment(&about), yaml(&keys(s))),
    );
    doc = doc.file("dataset_info.json", Format::Json, json(&Value::map().with("train", list)));
    if let Some((name, text)) = deep {
        doc = doc.file(&name, Format::Json, text);
    }
    doc = doc.note_if(job.packing && stage != "sft", Note::Unsaid(Field::Packing));
    Ok(super::told(setup, doc.note(Note::FillTemplate), made))
}
