//! ms-swift 4.6.0: `swift sft` and `swift rlhf`. `tuner_type`; `train_type` is gone (handoff.md §4).

use super::{WHOLE, attention, bits, deepspeed, halves, liger, optim, ranks, recomputes};
use crate::handoff::write::{Command, Script, Value};
use crate::handoff::{Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, Regime, Task};

/// `train.sh` and, where states are sharded, DeepSpeed's file.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    let dpo = job.task == Task::Dpo;
    if !(dpo || matches!(job.task, Task::Lora | Task::Qlora | Task::Full)) {
        return Err(Refusal::Task);
    }
    let layout = &setup.layout;
    for (size, field) in [(layout.tp, Field::Tp), (layout.pp, Field::Pp), (layout.ep, Field::Ep)] {
        if size > 1 {
            return Err(Refusal::Value(field));
        }
    }
    let way = super::sharding(setup)?;
    let (bf16, fp16) = halves(setup)?;
    let made = super::regime(setup, way, true);
    let pure = made == Regime::Pure16;
    let word = super::dtype(setup)?;
    let wide = made == Regime::Autocast;
    let mut s: Vec<(&'static str, Value)> = vec![
        ("--model", setup.texts.model.as_str().into()),
        ("--use_hf", true.into()),
        ("--dataset", setup.texts.data.as_str().into()),
        ("--output_dir", "output".into()),
        // A folder of its own for each start would hide the last checkpoint.
        ("--add_version", false.into()),
        ("--tuner_type", if job.adapters() { "lora" } else { "full" }.into()),
        ("--torch_dtype", if wide { "float32" } else { word }.into()),
        ("--bf16", (bf16 && !pure).into()),
        ("--fp16", (fp16 && !pure).into()),
        ("--max_length", job.seq.into()),
        ("--packing", (job.packing && !dpo).into()),
        ("--sequence_parallel_size", layout.cp.into()),
        ("--per_device_train_batch_size", layout.micro_batch.into()),
        ("--gradient_accumulation_steps", layout.accumulation.into()),
        ("--num_train_epochs", setup.plan.amount.epochs.into()),
        ("--gradient_checkpointing", recomputes(setup)?.into()),
        ("--optim", optim(setup)?.into()),
        ("--attn_impl", attention(setup).into()),
        ("--use_liger_kernel", liger(setup).into()),
        ("--torch_compile", job.compile.into()),
    ];
    s.extend(super::saves(setup, super::SAVE_FLAGS));
    if dpo {
        s.insert(0, ("--rlhf_type", "dpo".into()));
    }
    if job.adapters() {
        let named = super::targets(setup);
        s.push(("--lora_rank", job.lora_rank.into()));
        s.push(("--lora_alpha", (2 * job.lora_rank).into()));
        let all: &[&str] = if named.is_empty() { &["all-linear"] } else { named };
        s.push(("--target_modules", Value::list(all.iter().copied())));
        if job.train_embeddings {
            s.push(("--modules_to_save", Value::list(WHOLE)));
        }
    }
    if let Some((bits, double)) = bits(setup)? {
        s.push(("--quant_method", "bnb".into()));
        s.push(("--quant_bits", bits.into()));
        s.push(("--bnb_4bit_quant_type", "nf4".into()));
        s.push(("--bnb_4bit_use_double_quant", double.into()));
    }
    let deep = deepspeed::file(setup, way, None);
    if let Some((name, _)) = &deep {
        s.push(("--deepspeed", name.as_str().into()));
    }
    let mut script = Script::new(&setup.about(&Tool::MsSwift.label()));
    ranks(setup, &mut script);
    let mut c = Command::new(["swift", if dpo { "rlhf" } else { "sft" }]);
    super::flags(&mut c, s);
    script.code(super::LAST);
    c.line([super::GO_ON]);
    script.run(&c);
    let mut doc = super::scripted(Tool::MsSwift, script);
    if let Some((name, text)) = deep {
        doc = doc.file(&name, Format::Json, text);
    }
    Ok(super::told(setup, doc.note_if(dpo && job.packing, Note::Unsaid(Field::Packing)), made))
}
