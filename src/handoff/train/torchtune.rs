//! torchtune 0.6.1: `tune run` of a recipe with one of its own configurations, and what the plan says over it.
//! Only models in its registry (`_recipe_registry.py`); an unset `max_seq_len` is no limit (handoff.md §4).

use super::{Sharding, targets};
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Made, Note, Refusal, Setup, Tool};
use crate::plan::{Checkpointing, Field, LossKind, Offload, Optimizer, Quant, Regime, Task};

/// Head of the model's name, folder and size of its configurations, and which there are: full training on
/// several cards and on one, adapters on several and on one, adapters over 4 bits on several and on one.
const MODELS: [(&str, &str, &str); 17] = [
    ("qwen2.5-0.5b", "qwen2_5/0.5B", "fFlL"),
    ("qwen2.5-1.5b", "qwen2_5/1.5B", "fFlL"),
    ("qwen2.5-3b", "qwen2_5/3B", "fFlL"),
    ("qwen2.5-7b", "qwen2_5/7B", "fFlL"),
    ("qwen2.5-14b", "qwen2_5/14B", "L"),
    ("qwen2.5-32b", "qwen2_5/32B", "l"),
    ("qwen2.5-72b", "qwen2_5/72B", "l"),
    ("llama-3.1-8b", "llama3_1/8B", "fFlLQ"),
    ("meta-llama-3.1-8b", "llama3_1/8B", "fFlLQ"),
    ("llama-3.1-70b", "llama3_1/70B", "fl"),
    ("meta-llama-3.1-70b", "llama3_1/70B", "fl"),
    ("llama-3.1-405b", "llama3_1/405B", "q"),
    ("llama-3.2-1b", "llama3_2/1B", "fFlLQ"),
    ("llama-3.2-3b", "llama3_2/3B", "fFlLQ"),
    ("llama-3.3-70b", "llama3_3/70B", "flq"),
    ("gemma-2-9b", "gemma2/9B", "flLQ"),
    ("gemma-2-27b", "gemma2/27B", "flLQ"),
];

/// `train.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    super::data_parallel(setup)?;
    let alone = setup.world() == 1;
    let (sign, recipe, end) = match (job.task, alone) {
        (Task::Full, false) => ('f', "full_finetune_distributed", "full"),
        (Task::Full, true) => ('F', "full_finetune_single_device", "full_single_device"),
        (Task::Lora, false) => ('l', "lora_finetune_distributed", "lora"),
        (Task::Lora, true) => ('L', "lora_finetune_single_device", "lora_single_device"),
        (Task::Qlora, false) => ('q', "lora_finetune_distributed", "qlora"),
        (Task::Qlora, true) => ('Q', "lora_finetune_single_device", "qlora_single_device"),
        _ => return Err(Refusal::Task),
    };
    let model = setup.texts.model.rsplit('/').next().unwrap_or_default();
    let low = model.to_ascii_lowercase();
    let found = MODELS.iter().find(|(head, _, has)| low.starts_with(head) && has.contains(sign));
    let (_, folder, _) = found.ok_or(Refusal::NoRecipe)?;
    if job.optimizer != Optimizer::AdamW {
        return Err(Refusal::Value(Field::Optimizer));
    }
    if !matches!(job.quant, Quant::None | Quant::Nf4Double)
        || (job.quant == Quant::None) == (sign.eq_ignore_ascii_case(&'q'))
    {
        return Err(Refusal::Value(Field::Quant));
    }
    let (ckpt, away) = match setup.layout.checkpointing {
        Checkpointing::None => (false, false),
        Checkpointing::Full => (true, false),
        Checkpointing::Offloaded => (true, true),
        Checkpointing::Selective => return Err(Refusal::Value(Field::Checkpointing)),
    };
    // It shards over all cards, always.
    let reshard = match (alone, super::sharding(setup)?) {
        (true, _) => {
            super::alone(setup)?;
            None
        }
        (false, Sharding::Fsdp { reshard }) => Some(reshard),
        (false, _) => return Err(Refusal::Value(Field::Zero)),
    };
    let word = match super::dtype(setup)? {
        "bfloat16" => "bf16",
        "float32" => "fp32",
        // Refused for full training; unscaled for adapters.
        _ => return Err(Refusal::Value(Field::Precision)),
    };
    let loss = match job.loss {
        LossKind::Chunked => "torchtune.modules.loss.CEWithChunkedOutputLoss",
        LossKind::Eager => "torch.nn.CrossEntropyLoss",
        _ => return Err(Refusal::Value(Field::Loss)),
    };
    let on = |yes: bool| if yes { "True" } else { "False" };
    let mut c = Command::new(["tune", "run"]);
    if !alone {
        c.flag("--nnodes", setup.nodes()).flag("--nproc_per_node", setup.per_node());
        if setup.nodes() > 1 {
            c.flag("--node_rank", Word::Code("\"$NODE_RANK\""));
            c.flag("--rdzv_backend", "c10d").flag("--rdzv_endpoint", Word::Code("\"$MASTER_ADDR:29500\""));
        }
    }
    c.line([recipe]).flag("--config", format!("{folder}_{end}"));
    let mut set = |key: &str, value: &str| {
        c.line([format!("{key}={value}")]);
    };
    set("checkpointer.checkpoint_dir", "model");
    set("output_dir", "output");
    set("tokenizer.max_seq_len", &job.seq.to_string());
    set("dataset.packed", on(job.packing));
    set("batch_size", &setup.layout.micro_batch.to_string());
    set("gradient_accumulation_steps", &setup.layout.accumulation.to_string());
    set("epochs", &format!("{}", setup.plan.amount.epochs.ceil()));
    set("dtype", word);
    set("optimizer._component_", "torch.optim.AdamW");
    set("loss._component_", loss);
    set("compile", on(job.compile));
    set("enable_activation_checkpointing", on(ckpt));
    set("enable_activation_offloading", on(away));
    if job.adapters() {
        let named = targets(setup);
        let attention: Vec<&str> =
            if named.is_empty() { vec!["q_proj", "k_proj", "v_proj", "o_proj"] } else { named.to_vec() };
        // Its name for the attention's output differs.
        let list = attention.join(",").replace("o_proj", "output_proj");
        set("model.lora_attn_modules", &format!("[{list}]"));
        set("model.apply_lora_to_mlp", on(named.is_empty()));
        set("model.apply_lora_to_output", "False");
        set("model.lora_rank", &job.lora_rank.to_string());
        set("model.lora_alpha", &(2 * job.lora_rank).to_string());
        if job.train_embeddings {
            return Err(Refusal::Value(Field::TrainEmbeddings));
        }
    } else if alone {
        set("optimizer_in_bwd", "False");
    }
    if let Some(reshard) = reshard {
        set("fsdp_reshard_after_forward", on(reshard));
        set("fsdp_cpu_offload", on(job.offload == Offload::All));
    }
    let mut script = Script::new(&setup.about(&Tool::Torchtune.label()));
    script.run(Command::new(["tune", "download", &setup.texts.model]).flag("--output-dir", "model"));
    script.run(&c);
    let made = if word == "fp32" {
        Regime::Fp32
    } else if job.adapters() {
        Regime::Pure16Fp32States
    } else {
        Regime::Pure16
    };
    let doc = super::scripted(Tool::Torchtune, script)
        .note_if(!job.flash, Note::Unsaid(Field::Flash))
        .note_if(setup.spot(), Note::NoResume);
    // Chunks are its own way, and said.
    let mut doc = super::told(setup, doc, made);
    doc.notes.retain(|n| *n != Note::Unsaid(Field::Loss));
    Ok(doc)
}
