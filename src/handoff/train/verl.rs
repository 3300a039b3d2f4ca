//! verl 0.9.0: Hydra overrides of `verl.trainer.main_ppo`. An unknown key is refused, arithmetic is not checked:
//! mini batches divide the batch, the rollout's cards the world (handoff.md §4).

use super::{recomputes, targets};
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, LossKind, Offload, Optimizer, Quant, Regime, Task, Zero};

/// A text as a value of Hydra: quoted for it, then for the shell. `${` would be filled in: refused.
fn hydra(text: &str) -> Result<String, Refusal> {
    if text.contains("${") || text.chars().any(char::is_control) {
        return Err(Refusal::ModelName);
    }
    // Hydra takes a backslash for itself except before a quote: only those are doubled.
    let mut out = String::from("\"");
    let mut slashes = 0;
    for c in text.chars() {
        if c == '"' {
            out.push_str(&"\\".repeat(slashes + 1));
        }
        slashes = if c == '\\' { slashes + 1 } else { 0 };
        out.push(c);
    }
    Ok(out + &"\\".repeat(slashes) + "\"")
}

/// `run.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    let (job, l) = (&setup.job, &setup.layout);
    if job.task != Task::Grpo {
        return Err(Refusal::Task);
    }
    super::data_parallel(setup)?;
    if job.quant != Quant::None {
        return Err(Refusal::Value(Field::Quant));
    }
    let reshard = match l.zero {
        Zero::Z2 => false,
        // On one card sharding over one rank is none.
        Zero::Z3 | Zero::Hybrid => true,
        Zero::Z0 if setup.world() == 1 => true,
        _ => return Err(Refusal::Value(Field::Zero)),
    };
    let (weights, states) = match job.offload {
        Offload::None => (false, false),
        Offload::Optimizer => (false, true),
        Offload::All => (true, true),
        Offload::Nvme => return Err(Refusal::Value(Field::Offload)),
    };
    if job.optimizer != Optimizer::AdamW {
        return Err(Refusal::Value(Field::Optimizer));
    }
    let word = super::dtype(setup)?;
    if word == "float32" {
        return Err(Refusal::Value(Field::Precision));
    }
    // Samples of a step are prompts times answers.
    let samples = setup.global_batch();
    if !samples.is_multiple_of(job.generations) {
        return Err(Refusal::Together(Field::Generations, Field::GlobalBatch));
    }
    let prompts = samples / job.generations;
    let prompt = job.prompt.clamp(1, job.seq.saturating_sub(1).max(1));
    let on = |yes: bool| if yes { "True" } else { "False" };
    let mut c = Command::new(["python3", "-m", "verl.trainer.main_ppo"]);
    let mut set = |key: &str, value: String| {
        c.line([Word::Text(format!("{key}={value}"))]);
    };
    set("algorithm.adv_estimator", "grpo".into());
    set("trainer.nnodes", setup.nodes().to_string());
    set("trainer.n_gpus_per_node", setup.per_node().to_string());
    set("trainer.total_epochs", format!("{}", setup.plan.amount.epochs.ceil()));
    set("trainer.default_local_dir", "output".into());
    if let Some((every, kept)) = setup.saves() {
        set("trainer.save_freq", every.to_string());
        set("trainer.max_actor_ckpt_to_keep", kept.to_string());
    }
    set("trainer.resume_mode", "auto".into());
    set("data.train_files", hydra(&setup.texts.data)?);
    set("data.val_files", hydra(&setup.texts.data)?);
    set("data.train_batch_size", prompts.to_string());
    set("data.max_prompt_length", prompt.to_string());
    set("data.max_response_length", job.seq.saturating_sub(prompt).max(1).to_string());
    let actor = "actor_rollout_ref.actor";
    set("actor_rollout_ref.model.path", hydra(&setup.texts.model)?);
    set("actor_rollout_ref.model.enable_gradient_checkpointing", on(recomputes(setup)?).into());
    set("actor_rollout_ref.model.use_remove_padding", on(job.packing).into());
    if job.adapters() {
        let named = targets(setup);
        set("actor_rollout_ref.model.lora_rank", job.lora_rank.to_string());
        set("actor_rollout_ref.model.lora_alpha", (2 * job.lora_rank).to_string());
        let list = if named.is_empty() { "all-linear".to_owned() } else { format!("[{}]", named.join(",")) };
        set("actor_rollout_ref.model.target_modules", list);
    }
    set(&format!("{actor}.strategy"), "fsdp2".into());
    set(&format!("{actor}.ppo_mini_batch_size"), prompts.to_string());
    set(&format!("{actor}.ppo_micro_batch_size_per_gpu"), l.micro_batch.to_string());
    set(&format!("{actor}.use_torch_compile"), on(job.loss == LossKind::Compiled || job.compile).into());
    set(&format!("{actor}.fsdp_config.param_offload"), on(weights).into());
    set(&format!("{actor}.fsdp_config.optimizer_offload"), on(states).into());
    set(&format!("{actor}.fsdp_config.reshard_after_forward"), on(reshard).into());
    set(&format!("{actor}.fsdp_config.dtype"), word.into());
    set("actor_rollout_ref.ref.fsdp_config.dtype", word.into());
    set("actor_rollout_ref.rollout.dtype", word.into());
    let hybrid = l.zero == Zero::Hybrid;
    set(
        &format!("{actor}.fsdp_config.fsdp_size"),
        if hybrid { setup.per_node().to_string() } else { "-1".into() },
    );
    set("actor_rollout_ref.ref.log_prob_micro_batch_size_per_gpu", l.micro_batch.to_string());
    set("actor_rollout_ref.rollout.name", "vllm".into());
    set("actor_rollout_ref.rollout.n", job.generations.to_string());
    set("actor_rollout_ref.rollout.tensor_model_parallel_size", "1".into());
    set("actor_rollout_ref.rollout.log_prob_micro_batch_size_per_gpu", l.micro_batch.to_string());
    // The rollout's share is given back before the step that memory was sized for; half is verl's own value.
    let share = if job.utilisation_set { job.utilisation } else { 0.5 };
    set("actor_rollout_ref.rollout.gpu_memory_utilization", format!("{share}"));
    if job.max_num_seqs > 0 {
        set("actor_rollout_ref.rollout.max_num_seqs", job.max_num_seqs.to_string());
    }
    let mut script = Script::new(&setup.about(&Tool::Verl.label()));
    script.run(&c);
    let doc = crate::handoff::Doc::new(Tool::Verl)
        .file("run.sh", crate::handoff::Format::Shell, script.finish())
        .note(Note::FillReward)
        .note(Note::Unsaid(Field::KvType))
        .note_if(job.compile, Note::Unsaid(Field::Compile))
        .note_if(!job.flash, Note::Unsaid(Field::Flash))
        .note_if(job.train_embeddings, Note::Unsaid(Field::TrainEmbeddings));
    let mut doc = super::told(setup, doc, Regime::FsdpMixed);
    if job.loss == LossKind::Compiled {
        doc.notes.retain(|n| *n != Note::Unsaid(Field::Loss));
    } else {
        doc = doc.note(Note::Unsaid(Field::Loss));
    }
    Ok(doc)
}
