//! Unsloth with TRL's trainer: `train.py`. One card. The kernels never hold logits whole and keep everything in
//! 16 bits (memory.md B.1); names of arguments by its notebooks, nothing was run.

use super::{bits, optim, recomputes, targets};
use crate::handoff::write::{Command, Script, python};
use crate::handoff::{Format, Made, Note, Refusal, Setup, Tool, name};
use crate::plan::{Field, LossKind, Regime, Task};

const LINEAR: [&str; 7] = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"];

/// `train.sh` and `train.py`.
pub fn make(setup: &Setup<'_>) -> Made {
    let job = &setup.job;
    if !matches!(job.task, Task::Lora | Task::Qlora) {
        return Err(Refusal::Task);
    }
    super::alone(setup)?;
    if setup.gpu().vendor != crate::catalog::Vendor::Nvidia {
        return Err(Refusal::Stack);
    }
    let bits = bits(setup)?;
    let word = super::dtype(setup)?;
    if word == "float32" {
        return Err(Refusal::Value(Field::Precision));
    }
    let named = targets(setup);
    let mut modules: Vec<&str> = if named.is_empty() { LINEAR.to_vec() } else { named.to_vec() };
    if job.train_embeddings {
        modules.extend(super::WHOLE);
    }
    let list: Vec<String> = modules.iter().map(|m| python(m)).collect();
    let flag = |on: bool| if on { "True" } else { "False" };
    let about = setup.about(&Tool::Unsloth.label());
    let recompute = if recomputes(setup)? { "\"unsloth\"" } else { "False" };
    let text = format!(
        "# {about}\nimport torch\nfrom unsloth import FastLanguageModel\nfrom datasets import load_dataset\nfrom trl import SFTConfig, SFTTrainer\n\n\
         model, tokenizer = FastLanguageModel.from_pretrained(\n    model_name={model},\n    max_seq_length={seq},\n    dtype=torch.{word},\n    load_in_4bit={four},\n    load_in_8bit={eight},\n)\n\
         model = FastLanguageModel.get_peft_model(\n    model,\n    r={rank},\n    lora_alpha={alpha},\n    lora_dropout=0,\n    bias=\"none\",\n    target_modules=[{modules}],\n    use_gradient_checkpointing={recompute},\n)\n\
         trainer = SFTTrainer(\n    model=model,\n    processing_class=tokenizer,\n    train_dataset=load_dataset(\"json\", data_files={data}, split=\"train\"),\n    args=SFTConfig(\n        max_length={seq},\n        packing={packing},\n        per_device_train_batch_size={mbs},\n        gradient_accumulation_steps={ga},\n        num_train_epochs={epochs},\n        bf16={bf16},\n        fp16={fp16},\n        optim={optim},\n        torch_compile={compile},\n        output_dir=\"output\",\n    ),\n)\ntrainer.train()\ntrainer.save_model()\n",
        about = name::comment(&about),
        model = python(&setup.texts.model),
        seq = job.seq,
        four = flag(matches!(bits, Some((4, _)))),
        eight = flag(matches!(bits, Some((8, _)))),
        rank = job.lora_rank,
        alpha = 2 * job.lora_rank,
        modules = list.join(", "),
        data = python(&setup.texts.data),
        packing = flag(job.packing),
        mbs = setup.layout.micro_batch,
        ga = setup.layout.accumulation,
        epochs = setup.plan.amount.epochs,
        bf16 = flag(word == "bfloat16"),
        fp16 = flag(word == "float16"),
        optim = python(optim(setup)?),
        compile = flag(job.compile),
    );
    let mut script = Script::new(&about);
    script.run(&Command::new(["python3", "train.py"]));
    let doc = super::scripted(Tool::Unsloth, script)
        .file("train.py", Format::Text, text)
        .note_if(job.loss != LossKind::Fused, Note::Unsaid(Field::Loss))
        .note_if(setup.spot(), Note::NoResume)
        .note(Note::Unsaid(Field::Flash));
    Ok(super::told(setup, doc, Regime::Pure16Fp32States))
}
