//! DeepSpeed 0.19.8: its JSON file, for programs on Transformers' Trainer and for own loops. Batch sizes must
//! multiply out; unknown keys inside `zero_optimization` are refused, others are not (handoff.md §4).

use super::{Sharding, halves, optim};
use crate::handoff::write::{Script, Value, json};
use crate::handoff::{Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field as F, Offload, Quant, Task};

/// Its file where states are sharded by it; the setting that names it is added to the program's own.
pub(super) fn file(
    setup: &Setup<'_>,
    way: Sharding,
    settings: Option<&mut Vec<(&'static str, Value)>>,
) -> Option<(String, String)> {
    let Sharding::Deep(stage) = way else { return None };
    let name = format!("ds_z{stage}.{}.json", setup.id);
    if let Some(settings) = settings {
        settings.push(("deepspeed", name.as_str().into()));
    }
    Some((name, json(&config(setup, stage))))
}

fn config(setup: &Setup<'_>, stage: u32) -> Value {
    let (job, layout) = (&setup.job, &setup.layout);
    let (bf16, fp16) = halves(setup).unwrap_or((true, false));
    let h = u64::from(job.arch.hidden.max(1));
    let mut zero = Value::map()
        .with("stage", stage)
        .with("overlap_comm", true)
        .with("contiguous_gradients", true)
        // As Transformers fills in `auto` (handoff.md §8).
        .with("reduce_bucket_size", h * h);
    if stage == 3 {
        zero = zero
            .with("stage3_prefetch_bucket_size", h * h * 9 / 10)
            .with("stage3_param_persistence_threshold", 10 * h)
            .with("stage3_gather_16bit_weights_on_model_save", true);
    }
    let away = |device: &str| {
        let to = Value::map().with("device", device).with("pin_memory", true);
        if device == "nvme" { to.with("nvme_path", "/nvme") } else { to }
    };
    let (states, weights) = match job.offload {
        Offload::None => (None, None),
        Offload::Optimizer => (Some("cpu"), None),
        Offload::All => (Some("cpu"), Some("cpu")),
        Offload::Nvme => (Some("nvme"), Some("nvme")),
    };
    zero = zero
        .with_some("offload_optimizer", states.filter(|_| stage > 0).map(away))
        .with_some("offload_param", weights.filter(|_| stage == 3).map(away));
    Value::map()
        .with("train_batch_size", setup.global_batch())
        .with("train_micro_batch_size_per_gpu", layout.micro_batch)
        .with("gradient_accumulation_steps", layout.accumulation)
        .with("bf16", Value::map().with("enabled", bf16))
        .with("fp16", Value::map().with("enabled", fp16))
        .with("gradient_clipping", 1.0)
        .with("zero_allow_untested_optimizer", true)
        .with("zero_optimization", zero)
}

/// For a loop of one's own: DeepSpeed's file and how it is started.
pub fn make(setup: &Setup<'_>) -> Made {
    if !matches!(setup.job.task, Task::Full | Task::Dpo | Task::Pretrain) {
        return Err(Refusal::Task);
    }
    super::data_parallel(setup)?;
    if setup.job.quant != Quant::None {
        return Err(Refusal::Value(F::Quant));
    }
    let way = super::sharding(setup)?;
    let way = if way == Sharding::Ddp { Sharding::Deep(0) } else { way };
    // What stands in the loop: computed from all the same.
    optim(setup)?;
    halves(setup)?;
    let made = super::regime(setup, way, false);
    let Some((name, text)) = file(setup, way, None) else { return Err(Refusal::Task) };
    let mut script = Script::new(&setup.about(&Tool::DeepSpeed.label()));
    let mut c = super::torchrun(setup);
    c.line(["train.py"]).flag("--deepspeed_config", name.as_str());
    script.run(&c);
    let mut doc = super::scripted(Tool::DeepSpeed, script).file(&name, Format::Json, text);
    for field in [F::Seq, F::Packing, F::Optimizer, F::Checkpointing, F::Flash, F::Loss, F::Compile] {
        doc = doc.note(Note::Unsaid(field));
    }
    Ok(super::told(setup, doc, made))
}
