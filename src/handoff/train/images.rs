//! Adapters of image models: kohya's sd-scripts at commit 48d368fa (`train.toml`, `data.toml`), and the script of
//! diffusers for FLUX, source of August 2026. Read, not run; flags differ from script to script (handoff.md §4, §8).

use super::{recomputes, trl};
use crate::handoff::write::{Script, Value, toml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool, name};
use crate::plan::{Field, Offload, Optimizer, Quant, Regime, Task};

/// Steps of all passes.
fn steps(setup: &Setup<'_>) -> u64 {
    (setup.job.work / f64::from(setup.global_batch().max(1))).ceil().max(1.0) as u64
}

/// What both ask for.
fn fits(setup: &Setup<'_>) -> Result<(&'static str, &'static str), Refusal> {
    let job = &setup.job;
    if job.task != Task::ImageLora {
        return Err(Refusal::Task);
    }
    if setup.gpu().vendor != crate::catalog::Vendor::Nvidia {
        return Err(Refusal::Stack);
    }
    super::data_parallel(setup)?;
    if setup.layout.zero != crate::plan::Zero::Z0 {
        return Err(Refusal::Value(Field::Zero));
    }
    if job.offload != Offload::None {
        return Err(Refusal::Value(Field::Offload));
    }
    if job.quant != Quant::None {
        return Err(Refusal::Value(Field::Quant));
    }
    let optimizer = match job.optimizer {
        Optimizer::AdamW => "AdamW",
        Optimizer::AdamW8bit => "AdamW8bit",
        _ => return Err(Refusal::Value(Field::Optimizer)),
    };
    let word = match super::dtype(setup)? {
        "bfloat16" => "bf16",
        "float16" => "fp16",
        _ => "no",
    };
    Ok((optimizer, word))
}

/// Notes that both have.
fn said(setup: &Setup<'_>, mut doc: Doc, made: Regime) -> Doc {
    for field in [Field::Packing, Field::Seq, Field::Loss, Field::LoraTargets, Field::Flash] {
        doc = doc.note(Note::Unsaid(field));
    }
    super::told(setup, doc, made).note_if(setup.job.compile, Note::Unsaid(Field::Compile))
}

/// `train.sh`, `train.toml`, `data.toml`.
pub fn kohya(setup: &Setup<'_>) -> Made {
    let (optimizer, word) = fits(setup)?;
    let job = &setup.job;
    let low = setup.texts.model.to_ascii_lowercase();
    let script = match () {
        () if low.contains("flux") => "flux_train_network.py",
        () if low.contains("xl") => "sdxl_train_network.py",
        () if low.contains("stable-diffusion-3") => "sd3_train_network.py",
        () if low.contains("lumina") => "lumina_train_network.py",
        () => return Err(Refusal::NoRecipe),
    };
    let train = Value::map()
        .with("pretrained_model_name_or_path", setup.texts.model.as_str())
        .with("output_dir", "output")
        .with("network_module", if low.contains("flux") { "networks.lora_flux" } else { "networks.lora" })
        .with("network_dim", job.lora_rank)
        .with("network_alpha", job.lora_rank)
        .with("train_batch_size", setup.layout.micro_batch)
        .with("gradient_accumulation_steps", setup.layout.accumulation)
        .with("gradient_checkpointing", recomputes(setup)?)
        .with("mixed_precision", word)
        .with("optimizer_type", optimizer)
        .with("max_train_steps", steps(setup))
        .with("sdpa", job.flash)
        .with("network_train_unet_only", true)
        .with("cache_latents", true)
        .with_some("save_every_n_steps", setup.saves().map(|s| s.0));
    let subset = Value::map()
        .with("image_dir", setup.texts.data.as_str())
        .with("num_repeats", 1u32)
        .with("caption_extension", ".txt");
    let set = Value::map()
        .with("resolution", Value::list([job.width, job.height]))
        .with("batch_size", setup.layout.micro_batch)
        .with("enable_bucket", false)
        .with("subsets", Value::List(vec![subset]));
    let data = Value::map()
        .with("general", Value::map().with("shuffle_caption", false))
        .with("datasets", Value::List(vec![set]));
    let about = setup.about(&Tool::Kohya.label());
    let comment = |text: String| format!("# {}\n{text}", name::comment(&about));
    let mut sh = Script::new(&about);
    let mut c = trl::launch(setup);
    c.line([script]).flag("--config_file", "train.toml").flag("--dataset_config", "data.toml");
    sh.run(&c);
    let made = super::scripted(Tool::Kohya, sh)
        .file("train.toml", Format::Toml, comment(toml(&train)))
        .file("data.toml", Format::Toml, comment(toml(&data)))
        .file("accelerate.yaml", Format::Yaml, trl::accelerate(setup, super::Sharding::Ddp, false, &about))
        .note(Note::FillInstall)
        .note_if(setup.spot(), Note::NoResume);
    Ok(said(setup, made, Regime::Pure16Fp32States))
}

/// `train.sh` for FLUX.
pub fn diffusers(setup: &Setup<'_>) -> Made {
    let (optimizer, word) = fits(setup)?;
    let job = &setup.job;
    if !setup.texts.model.to_ascii_lowercase().contains("flux") {
        return Err(Refusal::NoRecipe);
    }
    if job.width != job.height {
        return Err(Refusal::Together(Field::Width, Field::Height));
    }
    let about = setup.about(&Tool::Diffusers.label());
    let mut c = trl::launch(setup);
    c.line(["train_dreambooth_lora_flux.py"]);
    c.flag("--pretrained_model_name_or_path", setup.texts.model.as_str());
    c.flag("--instance_data_dir", setup.texts.data.as_str()).flag("--instance_prompt", "a photo of sks");
    c.flag("--resolution", job.width).flag("--rank", job.lora_rank);
    c.flag("--train_batch_size", setup.layout.micro_batch);
    c.flag("--gradient_accumulation_steps", setup.layout.accumulation);
    c.switch("--gradient_checkpointing", recomputes(setup)?)
        .switch("--use_8bit_adam", optimizer == "AdamW8bit");
    c.switch("--cache_latents", true).flag("--mixed_precision", word);
    c.flag("--max_train_steps", steps(setup).to_string()).flag("--output_dir", "output");
    if let Some((every, kept)) = setup.saves() {
        c.flag("--checkpointing_steps", every.to_string()).flag("--checkpoints_total_limit", kept);
    }
    c.flag("--resume_from_checkpoint", "latest");
    let mut sh = Script::new(&about);
    sh.run(&c);
    let made = super::scripted(Tool::Diffusers, sh)
        .file("accelerate.yaml", Format::Yaml, trl::accelerate(setup, super::Sharding::Ddp, false, &about))
        .note(Note::FillInstall);
    Ok(said(setup, made, Regime::Pure16Fp32States))
}
