//! A did-it-fit row as a plan and a layout.

use super::words::*;
use super::{Setup, model, with_card};
use crate::Reason;
use crate::case::Case;
use crate::facts::Facts;
use serde_json::Value;
use suanzu::catalog::ArchKind;
use suanzu::engine::job::resolve;
use suanzu::engine::layout::Layout;
use suanzu::engine::software::allocates_ahead;
use suanzu::plan::*;

/// A did-it-fit row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn fits(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    let task = case.text("task");
    if task == "serve" {
        let mut s = super::serving(case, facts)?;
        if !s.gpu_known && facts.class(case.text("gpu")).is_none() {
            return Err("card not in catalog");
        }
        s.layout.micro_batch = case.int("concurrency").unwrap_or(1).max(1);
        // A command that does not say so admits what the model's configuration does.
        let said = case.int("max_model_len").or(case.int("context")).or(case.int("seq"));
        let longest = s.job.arch.max_context;
        if said.is_none() && longest > 0 && allocates_ahead(s.job.software) {
            s.job.seq = longest;
        }
        let gpus = case.int("gpus").unwrap_or(1).max(1);
        if let Some(dp) = case.extra_num("dp") {
            s.layout.dp = dp as u32;
            s.layout.ep = if case.extra_flag("ep") { gpus } else { 1 };
        }
        return Ok(s);
    }
    let (arch, native) = model(case, facts)?;
    let image = arch.kind == ArchKind::Diffusion;
    let kind = match task {
        "lora" => Task::Lora,
        "qlora" => Task::Qlora,
        "full" => Task::Full,
        "pretrain" => Task::Pretrain,
        "dpo" => Task::Dpo,
        "grpo" => Task::Grpo,
        // Contrastive training of an embedder is training; only serving one is not.
        "embedding" if case.extra_text("training") == "lora" => Task::Lora,
        "embedding" if !case.extra_text("training").is_empty() => Task::Full,
        "embedding" => Task::Embed,
        "diffusion_infer" => Task::ImageInfer,
        "diffusion_train" if case.0.get("lora").is_some_and(|l| !l.is_null()) => Task::ImageLora,
        "diffusion_train" => Task::ImageTrain,
        "vision_train" => {
            if image {
                Task::ImageTrain
            } else if arch.kind == ArchKind::Decoder {
                Task::Full
            } else {
                Task::ImageTrain
            }
        }
        _ => return Err("task not modelled"),
    };
    let engine = case.text("engine");
    let program = if kind == Task::Embed {
        Software::Tei
    } else if kind.image() {
        Software::Diffusers
    } else {
        program(engine, case)
    };
    let p = case.text("precision").to_lowercase();
    let half = if p.contains("fp16") { Precision::Fp16 } else { Precision::Bf16 };
    let z = zero(case);
    if case.text("offload").contains("sequential") {
        return Err("layers offloaded one by one");
    }
    // Packed weights cannot be trained: adapters, whether named or not.
    let packed = kind.trains() && quant(case.text("quant")).is_some_and(|q| q != Quant::None);
    let adapters = case.0.get("lora").is_some_and(Value::is_object)
        || packed
        || matches!(kind, Task::Lora | Task::Qlora);
    let (precision, regime) = if p.starts_with("fp32") {
        (Precision::Fp32, Some(Regime::Fp32))
    } else if adapters || p.contains("pure") {
        (half, Some(Regime::Pure16))
    } else if p.contains("mixed") || p.contains("amp") || p.contains("autocast") {
        let fsdp = !case.text("fsdp").is_empty();
        (
            half,
            Some(if (z != Zero::Z0 && !fsdp) || program == Software::Megatron {
                Regime::Master
            } else if fsdp {
                Regime::FsdpMixed
            } else {
                Regime::Autocast
            }),
        )
    } else {
        // Sharded by DeepSpeed means a master copy; nothing said means the program's default.
        (
            half,
            if z == Zero::Z0 {
                None
            } else if case.text("fsdp").is_empty() {
                Some(Regime::Master)
            } else {
                Some(Regime::FsdpMixed)
            },
        )
    };
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    // verl's tensor degree is that of the rollout engine; FSDP trains over all cards.
    let tp = if program == Software::Verl { 1 } else { case.int("tp").unwrap_or(1).max(1) };
    let pp = case.int("pp").unwrap_or(1).max(1);
    let mut plan =
        Plan { task: kind, model: ModelRef::Imported(Box::new((*arch).clone())), ..Plan::default() };
    plan.env.version = trainer_of(program, case.text("as_of"));
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.regime = regime;
    run.quant = Some(stored(case).ok_or("quantisation not in the list")?);
    run.seq = case.int("seq").or(case.extra_num("max_token_len_per_gpu").map(|n| n as u32));
    run.micro_batch = case.int("micro_batch");
    run.optimizer = Some(optimizer(case.text("optimizer")));
    run.checkpointing = checkpointing(case);
    // Transformers computes attention with fused kernels by default since 4.36.
    run.flash =
        case.flag("flash_attention").or((case.text("as_of") < "2024-01" && !kind.image()).then_some(false));
    if case.extra_flag("fused_ce") {
        run.loss = Some(LossKind::Chunked);
    }
    if let Some(rank) = case.0.get("lora").and_then(|l| l.get("rank")).and_then(Value::as_f64) {
        run.lora_rank = rank as u32;
    }
    run.train_embeddings =
        case.0.get("lora").and_then(|l| l.get("modules_to_save")).is_some_and(|m| !m.is_null());
    run.lora_targets = targets(case);
    run.offload = offload(case);
    if case.text("offload").contains("model") || case.text("offload").contains("sequential") {
        run.offload = Offload::All;
    }
    run.generations = case.extra_num("num_generations").map_or(8, |n| n as u32);
    for (field, key) in [(&mut run.width, "width"), (&mut run.height, "height"), (&mut run.frames, "frames")]
    {
        if let Some(n) = case.extra_num(key) {
            *field = n as u32;
        }
    }
    run.vae_tiling = case.extra_flag("vae_tiling");
    let mut job = resolve(&plan, arch, native);
    job.deepspeed = case.int("zero_stage").is_some_and(|z| z > 0);
    if adapters {
        job.lora_rank = job.lora_rank.max(run_rank(case));
    }
    let usual = if kind.image() { Checkpointing::None } else { Checkpointing::Full };
    let layout = Layout {
        tp,
        pp,
        cp: 1,
        dp: (gpus / (tp * pp)).max(1),
        ep: case.extra_num("ep").map_or(1, |n| n as u32).max(1),
        zero: z,
        micro_batch: case.int("micro_batch").unwrap_or(1).max(1),
        accumulation: case.int("grad_accum").unwrap_or(1).max(1),
        checkpointing: checkpointing(case).unwrap_or(usual),
        machines: gpus.div_ceil(8),
    };
    let mut setup = with_card(job, layout, case, facts);
    // On by default in LLaMA-Factory, ms-swift, Unsloth, torchtune's recipes and verl; Transformers,
    // DeepSpeed and axolotl recompute when told.
    let told =
        [Software::LlamaFactory, Software::MsSwift, Software::Unsloth, Software::Torchtune, Software::Verl];
    setup.open_checkpointing =
        kind.trains() && !kind.image() && checkpointing(case).is_none() && !told.contains(&program);
    if !setup.gpu_known && facts.class(case.text("gpu")).is_none() {
        return Err("card not in catalog");
    }
    Ok(setup)
}

fn run_rank(case: &Case) -> u32 {
    case.0.get("lora").and_then(|l| l.get("rank")).and_then(Value::as_f64).map_or(16, |r| r as u32)
}
