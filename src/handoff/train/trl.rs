//! TRL 1.16.0 with PEFT: its command line through accelerate, which shards with FSDP or DeepSpeed. `--max_length`,
//! not `--max_seq_length`; for reinforcement the samples of a step are a multiple of the generations
//! (handoff.md §4).

use super::{Sharding, WHOLE, attention, bits, deepspeed, halves, liger, optim, recomputes};
use crate::handoff::write::{Command, Script, Value, Word, yaml};
use crate::handoff::{Format, Made, Note, Refusal, Setup, Tool, name};
use crate::plan::{Field, Offload, Regime, Task};

/// `train.sh`, accelerate's file and, where it shards, DeepSpeed's.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    let what = match job.task {
        Task::Lora | Task::Qlora | Task::Full => "trl.scripts.sft",
        Task::Dpo => "trl.scripts.dpo",
        Task::Grpo => "trl.scripts.grpo",
        _ => return Err(Refusal::Task),
    };
    super::data_parallel(setup)?;
    let way = super::sharding(setup)?;
    if job.task == Task::Grpo && !setup.global_batch().is_multiple_of(job.generations) {
        return Err(Refusal::Together(Field::Generations, Field::GlobalBatch));
    }
    let (bf16, fp16) = halves(setup)?;
    let made = super::regime(setup, way, true);
    let pure = made == Regime::Pure16;
    let word = super::dtype(setup)?;
    // Weights are loaded in 32 bits where 32-bit ones are trained.
    let loaded = if job.adapters() || pure || matches!(way, Sharding::Deep(_)) { word } else { "float32" };
    let mut s: Vec<(&'static str, Value)> = vec![
        ("--model_name_or_path", setup.texts.model.as_str().into()),
        ("--dtype", loaded.into()),
        ("--attn_implementation", attention(setup).into()),
        ("--dataset_name", setup.texts.data.as_str().into()),
        ("--output_dir", "output".into()),
        ("--per_device_train_batch_size", setup.layout.micro_batch.into()),
        ("--gradient_accumulation_steps", setup.layout.accumulation.into()),
        ("--num_train_epochs", setup.plan.amount.epochs.into()),
        ("--bf16", (bf16 && !pure).into()),
        ("--fp16", (fp16 && !pure).into()),
        ("--optim", optim(setup)?.into()),
        ("--gradient_checkpointing", recomputes(setup)?.into()),
        ("--use_liger_kernel", liger(setup).into()),
        ("--torch_compile", job.compile.into()),
    ];
    s.extend(super::saves(setup, super::SAVE_FLAGS));
    match job.task {
        Task::Grpo => s.extend([
            // A prompt and its answer are sized together; what the prompt leaves is the answer's.
            ("--max_completion_length", job.seq.saturating_sub(job.prompt.min(job.seq / 2)).into()),
            ("--num_generations", Value::from(job.generations)),
        ]),
        Task::Dpo => s.push(("--max_length", job.seq.into())),
        _ => s.extend([("--max_length", Value::from(job.seq)), ("--packing", job.packing.into())]),
    }
    if job.adapters() {
        let named = super::targets(setup);
        s.push(("--use_peft", true.into()));
        s.push(("--lora_r", job.lora_rank.into()));
        s.push(("--lora_alpha", (2 * job.lora_rank).into()));
        let all: &[&str] = if named.is_empty() { &["all-linear"] } else { named };
        s.push(("--lora_target_modules", Value::list(all.iter().copied())));
        if job.train_embeddings {
            s.push(("--lora_modules_to_save", Value::list(WHOLE)));
        }
    }
    match bits(setup)? {
        Some((8, _)) => s.push(("--load_in_8bit", true.into())),
        Some((_, double)) => s.extend([
            ("--load_in_4bit", Value::from(true)),
            ("--bnb_4bit_quant_type", "nf4".into()),
            ("--use_bnb_nested_quant", double.into()),
        ]),
        None => {}
    }
    let deep = deepspeed::file(setup, way, None);
    if let Some((name, _)) = &deep {
        s.push(("--deepspeed", name.as_str().into()));
    }
    let about = setup.about(&Tool::Trl.label());
    let mut script = Script::new(&about);
    script.code(super::LAST);
    let mut c = launch(setup);
    c.line(["-m", what]);
    super::flags(&mut c, s);
    c.line([super::GO_ON]);
    script.run(&c);
    let mut doc = super::scripted(Tool::Trl, script);
    doc = doc.file("accelerate.yaml", Format::Yaml, accelerate(setup, way, pure, &about));
    if let Some((name, text)) = deep {
        doc = doc.file(&name, Format::Json, text);
    }
    doc = doc
        .note_if(job.packing && matches!(job.task, Task::Dpo | Task::Grpo), Note::Unsaid(Field::Packing))
        .note_if(job.task == Task::Grpo, Note::FillReward)
        .note_if(job.task == Task::Grpo, Note::Unsaid(Field::KvType))
        .note_if(job.task == Task::Grpo, Note::Unsaid(Field::MaxNumSeqs));
    Ok(super::told(setup, doc, made))
}

/// accelerate 1.15.0 for a loop of one's own.
pub fn own(setup: &Setup<'_>) -> Made {
    if !matches!(setup.job.task, Task::Full | Task::Lora | Task::Pretrain) {
        return Err(Refusal::Task);
    }
    super::data_parallel(setup)?;
    let way = super::sharding(setup)?;
    let made = super::regime(setup, way, true);
    let about = setup.about(&Tool::Accelerate.label());
    let mut script = Script::new(&about);
    let mut c = launch(setup);
    c.line(["train.py"]);
    script.run(&c);
    let pure = made == Regime::Pure16;
    let mut doc = super::scripted(Tool::Accelerate, script).file(
        "accelerate.yaml",
        Format::Yaml,
        accelerate(setup, way, pure, &about),
    );
    use Field as F;
    let silent = [F::Seq, F::Packing, F::MicroBatch, F::GlobalBatch, F::Optimizer, F::Flash, F::Loss];
    for field in
        silent.into_iter().chain([F::Compile, F::Precision, F::LoraRank, F::LoraTargets, F::TrainEmbeddings])
    {
        doc = doc.note(Note::Unsaid(field));
    }
    if !matches!(way, Sharding::Fsdp { .. }) {
        doc = doc.note(Note::Unsaid(Field::Checkpointing));
    }
    Ok(super::told(setup, doc, made))
}

/// `accelerate launch`, told which machine it is on.
pub(super) fn launch(setup: &Setup<'_>) -> Command {
    let mut c = Command::new(["accelerate", "launch", "--config_file", "accelerate.yaml"]);
    if setup.nodes() > 1 {
        c.flag("--machine_rank", Word::Code("\"$NODE_RANK\""));
        c.flag("--main_process_ip", Word::Code("\"$MASTER_ADDR\""));
        c.flag("--main_process_port", 29_500u32);
    }
    c
}

/// Its file. `num_processes` counts the cards of all machines.
pub(super) fn accelerate(setup: &Setup<'_>, way: Sharding, pure: bool, about: &str) -> String {
    let word = match halves(setup) {
        Ok((true, _)) if !pure => "bf16",
        Ok((_, true)) if !pure => "fp16",
        _ => "no",
    };
    let kind = match way {
        // The Trainer reads DeepSpeed's own file.
        _ if setup.world() == 1 && way == Sharding::Ddp => "NO",
        Sharding::Ddp | Sharding::Deep(_) => "MULTI_GPU",
        Sharding::Fsdp { .. } => "FSDP",
    };
    let mut file = Value::map()
        .with("compute_environment", "LOCAL_MACHINE")
        .with("distributed_type", kind)
        .with("mixed_precision", word)
        .with("num_machines", setup.nodes())
        .with("num_processes", setup.world())
        .with("machine_rank", 0u32)
        .with("rdzv_backend", "static")
        .with("main_training_function", "main")
        .with("use_cpu", false);
    if let Sharding::Fsdp { reshard } = way {
        let fsdp = Value::map()
            .with("fsdp_version", 2u32)
            .with("fsdp_reshard_after_forward", reshard)
            .with("fsdp_offload_params", setup.job.offload == Offload::All)
            .with(
                "fsdp_activation_checkpointing",
                setup.layout.checkpointing != crate::plan::Checkpointing::None,
            )
            .with("fsdp_auto_wrap_policy", "TRANSFORMER_BASED_WRAP")
            .with("fsdp_state_dict_type", "SHARDED_STATE_DICT");
        file = file.with("fsdp_config", fsdp);
    }
    format!("# {}\n{}", name::comment(about), yaml(&file))
}
