//! A row as a plan and a layout: what a person could have entered before the run.

use crate::case::Case;
use crate::facts::Facts;
use crate::{Reason, architecture};
use serde_json::Value;
use std::sync::Arc;
use suanzu::catalog::{ArchKind, Architecture, Gpu};
use suanzu::engine::job::{Job, resolve, version};
use suanzu::engine::layout::Layout;
use suanzu::plan::*;

/// A job on cards.
pub struct Setup {
    /// The job.
    pub job: Job,
    /// How it is spread.
    pub layout: Layout,
    /// The card; a stand-in where the row names none that the catalog has.
    pub gpu: Gpu,
    /// The card was found.
    pub gpu_known: bool,
}

impl Setup {
    /// Words to group by.
    pub fn slices(&self, case: &Case) -> Vec<String> {
        let mut out = Vec::new();
        let training = self.job.task.trains();
        if training {
            out.push(format!("method={}", case.text("method")));
            out.push(format!("engine={}", case.text("framework")));
        } else {
            out.push(format!("engine={}", case.text("engine")));
        }
        let sharded = self.layout.cards() > 1 || case.int("gpus").unwrap_or(1) > 1;
        out.push(if sharded { "sharded".into() } else { "unsharded".into() });
        out.push(format!("source={}", source(case)));
        if !training {
            let hybrid = self.job.shape.kinds.iter().any(|k| match k.mixer {
                suanzu::catalog::Mixer::Recurrent(_) => true,
                suanzu::catalog::Mixer::Attention(a) => a.window.is_some() || a.cross || a.shares_kv,
                suanzu::catalog::Mixer::Mla(m) => m.index_heads > 0,
                suanzu::catalog::Mixer::None => false,
            });
            out.push(if hybrid { "hybrid".into() } else { "non-hybrid".into() });
        }
        out
    }
}

/// Who published it: repository, or the first words of a paper; the family of the id where no source is given.
fn source(case: &Case) -> String {
    let text = case.text("source");
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(first), _) if first.contains('/') => first.to_owned(),
        (Some(first), Some(second)) => format!("{first} {second}"),
        _ => case.id().rsplit_once('-').map_or(case.id(), |(head, _)| head).to_owned(),
    }
}

/// Weights of the model: the row's own architecture first, else the catalog's.
pub fn model(case: &Case, facts: &Facts) -> Result<(Arc<Architecture>, Quant), Reason> {
    if let Some(arch) = architecture::of(case) {
        return Ok((arch, Quant::None));
    }
    facts.model(case.text("model")).or_else(|| by_size(case, facts)).ok_or("model unknown")
}

/// Speeds of a model that the catalog lacks: what a person enters then is its size. Memory depends on
/// more than that.
fn by_size(case: &Case, facts: &Facts) -> Option<(Arc<Architecture>, Quant)> {
    if !matches!(case.text("kind"), "decode_tps" | "prefill_tps" | "tokens_per_s" | "step_time") {
        return None;
    }
    let name = case.text("model").to_lowercase();
    let in_name = name.split(['-', '_', '/']).find_map(|word| word.strip_suffix('b')?.parse::<f64>().ok());
    let billions = case.num("params").map(|n| n / 1e9).or(in_name)?;
    let plan = Plan { model: ModelRef::Params(billions), ..Plan::default() };
    let subject = suanzu::engine::model::subject(&plan, facts.catalog, &mut Vec::new());
    Some((subject.arch, subject.native))
}

/// A card for rows that name none: memory of training does not depend on it.
fn stand_in() -> Gpu {
    Gpu {
        name: "unspecified".into(),
        memory_gb: 80,
        usable: suanzu::units::Bytes::gib(79),
        usable_assumed: true,
        ..Gpu::default()
    }
}

/// Program of a training row.
pub fn program(framework: &str, case: &Case) -> Software {
    let f = framework.to_lowercase();
    let has = |word: &str| f.contains(word);
    if has("unsloth") {
        Software::Unsloth
    } else if has("torchtitan") {
        Software::Torchtitan
    } else if has("torchtune") {
        Software::Torchtune
    } else if has("megatron-deepspeed") || has("megatron+deepspeed") {
        Software::DeepSpeed
    } else if has("megatron") || has("nemo") {
        Software::Megatron
    } else if has("verl") || has("openrlhf") {
        Software::Verl
    } else if has("llama-factory") {
        Software::LlamaFactory
    } else if has("ms-swift") || has("swift") {
        Software::MsSwift
    } else if has("axolotl") {
        Software::Axolotl
    } else if has("deepspeed") || has("colossal") || has("internevo") {
        Software::DeepSpeed
    } else if has("diffusers") || has("kohya") {
        Software::Diffusers
    } else if has("litgpt")
        || has("lit-gpt")
        || has("foundry")
        || has("fsdp_qlora")
        || has("fms-fsdp")
        || has("timm")
        || has("nanogpt")
    {
        Software::Pytorch
    } else if case.degree("zero_stage").is_some_and(|z| z > 0) {
        Software::DeepSpeed
    } else {
        Software::Trl
    }
}

/// Storage format by its published name.
pub fn quant(text: &str) -> Option<Quant> {
    let t = text.to_lowercase().replace("ud-", "");
    let has = |w: &str| t.contains(w);
    let known = if t.is_empty() || t == "none" || t == "f16" || t == "bf16" || t == "fp16" {
        Quant::None
    } else if has("nf4-dq") {
        Quant::Nf4Double
    } else if has("nf4") {
        Quant::Nf4
    } else if has("mxfp4") {
        Quant::Mxfp4
    } else if has("nvfp4") || t == "fp4" {
        Quant::Nvfp4
    } else if has("awq") {
        Quant::Awq
    } else if has("gptq") && (has("int8") || has("8bit")) {
        Quant::Gptq8
    } else if has("gptq") && has("int3") {
        Quant::Gptq3
    } else if has("exl2-4") || has("4.0bpw") {
        Quant::Exl2
    } else if has("gptq") || has("int4") || t == "4bit" {
        Quant::Gptq4
    } else if has("int8") || t == "w8a8" {
        Quant::Int8
    } else if has("fp8") {
        Quant::Fp8
    } else {
        // GGUF names, longest first so that q4_k_m wins over q4_k; names of files carry the recipe.
        let mut words: Vec<Quant> = Quant::ALL.iter().copied().filter(|q| q.gguf()).collect();
        words.sort_by_key(|q| std::cmp::Reverse(q.word().len()));
        return words.into_iter().find(|q| has(q.word()));
    };
    Some(known)
}

/// Which matrices a row trains adapters on.
fn targets(case: &Case) -> LoraTargets {
    let Some(list) = case.0.get("lora").and_then(|l| l.get("targets")) else { return LoraTargets::All };
    let names: Vec<String> = match list {
        Value::Array(a) => a.iter().filter_map(|v| v.as_str()).map(str::to_lowercase).collect(),
        Value::String(s) => vec![s.to_lowercase()],
        _ => Vec::new(),
    };
    let any = |keys: &[&str]| names.iter().any(|n| keys.iter().any(|k| n == k || *n == format!("{k}_proj")));
    let mlp = any(&["gate", "up", "down", "mlp", "w1", "w2", "fc1", "fc2"])
        || names.iter().any(|n| n.contains("all") || n.contains("dense_h"));
    let output = any(&["o", "out", "c_proj", "dense"]);
    if mlp || names.is_empty() {
        LoraTargets::All
    } else if output {
        LoraTargets::Attention
    } else if any(&["k", "c_attn", "query_key_value", "qkv", "wqkv"]) {
        LoraTargets::Qkv
    } else {
        LoraTargets::Qv
    }
}

/// Number formats of a training row.
fn regime(case: &Case, program: Software, sharded: bool) -> (Precision, Option<Regime>) {
    let p = case.text("precision").to_lowercase();
    let framework = case.text("framework").to_lowercase();
    let half = if p.contains("fp16") && !p.contains("bf16") { Precision::Fp16 } else { Precision::Bf16 };
    let adapters = matches!(case.text("method"), "lora" | "qlora");
    if p.starts_with("fp32") {
        return (Precision::Fp32, Some(Regime::Fp32));
    }
    // accelerate's FSDP turns trained weights into 32 bits when mixed precision is asked for.
    let fsdp = case.parallel_text("fsdp") == "full";
    if fsdp && p.contains("+autocast") && program == Software::Trl && !case.text("optimizer").is_empty() {
        return (half, Some(Regime::FsdpMixed));
    }
    if p.contains("true") || p.contains("pure") {
        return (half, Some(Regime::Pure16));
    }
    let mixed = ["amp", "autocast", "mixed", "fp32 states", "fp32 weights", "fp32 master", "hybrid"]
        .iter()
        .any(|w| p.contains(w));
    if !mixed {
        return (half, Some(Regime::Pure16));
    }
    if adapters {
        // Adapters over 16-bit weights, unless the row says that the weights are 32-bit.
        return (half, Some(if p.contains("fp32 weights") { Regime::Autocast } else { Regime::Pure16 }));
    }
    let gathered = sharded
        && (framework.contains("titan")
            || framework.contains("foundry")
            || framework.contains("fms-fsdp")
            || program == Software::Pytorch);
    let regime = if gathered || program == Software::Torchtitan {
        Regime::FsdpMixed
    } else if matches!(program, Software::Megatron | Software::DeepSpeed)
        || case.degree("zero_stage").is_some_and(|z| z > 0)
    {
        Regime::Master
    } else {
        Regime::Autocast
    };
    (half, Some(regime))
}

/// Optimizer of a row.
fn optimizer(text: &str) -> Optimizer {
    let t = text.to_lowercase().replace([' ', '-'], "_");
    let has = |w: &str| t.contains(w);
    let eight = has("8bit") || has("8_bit");
    match () {
        _ if has("paged") && eight => Optimizer::PagedAdamW8bit,
        _ if has("paged") => Optimizer::PagedAdamW,
        _ if eight => Optimizer::AdamW8bit,
        _ if has("adafactor") => Optimizer::Adafactor,
        _ if has("muon") => Optimizer::Muon,
        _ if has("lion") => Optimizer::Lion,
        _ if has("sgd") => Optimizer::SgdMomentum,
        _ => Optimizer::AdamW,
    }
}

/// Recomputation of a row; absent where the row does not say.
pub fn checkpointing(case: &Case) -> Option<Checkpointing> {
    if case.text("offload").contains("activations") {
        return Some(Checkpointing::Offloaded);
    }
    match case.0.get("activation_checkpointing") {
        Some(Value::Bool(true)) => Some(Checkpointing::Full),
        Some(Value::Bool(false)) => Some(Checkpointing::None),
        Some(Value::String(s)) if s == "full" => Some(Checkpointing::Full),
        Some(Value::String(s)) if s.starts_with("full") || s == "offload" => Some(Checkpointing::Offloaded),
        Some(Value::String(s)) if s == "selective" => Some(Checkpointing::Selective),
        Some(Value::String(s)) if s.starts_with("none") => Some(Checkpointing::None),
        _ => None,
    }
}

/// Sharding of a row.
pub fn zero(case: &Case) -> Zero {
    let fsdp = [case.parallel_text("fsdp"), case.text("fsdp")].concat();
    if fsdp.contains("hybrid") {
        return Zero::Hybrid;
    }
    if fsdp.contains("grad_op") {
        return Zero::Z2;
    }
    if fsdp.contains("full") || fsdp.contains("dit") {
        return Zero::Z3;
    }
    match case.degree("zero_stage").or(case.int("zero_stage")) {
        Some(1) => Zero::Z1,
        Some(2) => Zero::Z2,
        Some(3) => Zero::Z3,
        _ => Zero::Z0,
    }
}

/// What lives outside the card.
pub fn offload(case: &Case) -> Offload {
    let t = case.text("offload");
    if t.contains("params") || t.contains("full") || t.contains("fsdp") {
        Offload::All
    } else if t.contains("optimizer") || t.contains("zero-offload") || t.starts_with("deepspeed") {
        Offload::Optimizer
    } else {
        Offload::None
    }
}

/// A training row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn training(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    let (arch, native) = model(case, facts)?;
    let program = program(case.text("framework"), case);
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    let (tp, pp) = (case.degree("tp").unwrap_or(1).max(1), case.degree("pp").unwrap_or(1).max(1));
    let cp = case.degree("cp").or(case.degree("sp").filter(|n| *n > 1)).unwrap_or(1).max(1);
    let dp = case.degree("dp").unwrap_or(gpus / (tp * pp * cp)).max(1);
    let image = arch.kind == ArchKind::Diffusion;
    let task = match (case.text("method"), image) {
        ("lora" | "ia3" | "prompt_tuning", true) => Task::ImageLora,
        (_, true) => Task::ImageTrain,
        ("lora" | "ia3" | "prompt_tuning", _) => Task::Lora,
        ("qlora", _) => Task::Qlora,
        ("pretrain", _) => Task::Pretrain,
        ("dpo", _) => Task::Dpo,
        // No reference model: full training on both answers of a pair.
        ("full" | "simpo" | "orpo" | "forward of one decoder layer", _) => Task::Full,
        ("none (weights)", _) => Task::Serve,
        _ => return Err("method not modelled"),
    };
    let (precision, regime) = regime(case, program, dp > 1);
    let mut plan = Plan { task, model: ModelRef::Imported(Box::new((*arch).clone())), ..Plan::default() };
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.regime = regime;
    run.quant = Some(quant(case.text("quant")).ok_or("quantisation not in the list")?);
    run.seq = case.int("seq");
    run.micro_batch = case.int("micro_batch");
    run.optimizer = Some(optimizer(case.text("optimizer")));
    run.checkpointing = checkpointing(case);
    run.flash = case.flag("flash_attention");
    run.compile = Some(case.extra_flag("compile"));
    let foak = case.extra_text("framework_config").contains("foak");
    run.loss = if case.flag("fused_ce") == Some(true) || case.extra_flag("chunked_ce") {
        Some(if program == Software::Unsloth { LossKind::Fused } else { LossKind::Chunked })
    } else if foak {
        Some(LossKind::Compiled)
    } else if case.flag("fused_ce") == Some(false) && program == Software::Torchtune {
        Some(LossKind::Eager)
    } else {
        None
    };
    if let Some(rank) = case.0.get("lora").and_then(|l| l.get("rank")).and_then(Value::as_f64) {
        run.lora_rank = rank as u32;
    }
    run.lora_targets = targets(case);
    run.offload = offload(case);
    run.packing = case.extra("packed").and_then(Value::as_bool).unwrap_or(true);
    if case.extra_text("framework_config").starts_with("baseline-peft-bnb") && dp == 1 {
        // Prepared by PEFT, which turns tables, norms and residual stream into 32 bits.
        run.regime = Some(Regime::Autocast);
    }
    if let Some(d) = arch.diffusion.as_ref() {
        // The model's own picture where the row names none.
        if d.native_side > 0 {
            (run.width, run.height) = (d.native_side, d.native_side);
        }
        run.frames = d.frames.max(1);
    }
    if let Some(side) = case.extra_num("resolution") {
        (run.width, run.height) = (side as u32, side as u32);
    }
    let mut job = resolve(&plan, arch, native);
    job.optimizer_in_backward = case.extra_flag("optimizer_in_backward");
    let per_machine = if gpus <= 8 { gpus } else { 8 };
    let mut micro_batch = case.int("micro_batch").unwrap_or(1).max(1);
    let accumulation = case.int("grad_accum").unwrap_or(1).max(1);
    if matches!(case.text("method"), "simpo" | "orpo") {
        micro_batch *= 2;
    }

    let layout = Layout {
        tp,
        pp,
        cp,
        dp,
        ep: case.degree("ep").unwrap_or(1).max(1),
        zero: zero(case),
        micro_batch,
        accumulation,
        checkpointing: checkpointing(case).unwrap_or(if task.image() {
            Checkpointing::None
        } else {
            Checkpointing::Full
        }),
        machines: case.extra_num("nodes").map_or(gpus.div_ceil(per_machine.max(1)), |n| n as u32).max(1),
    };
    Ok(with_card(job, layout, case, facts))
}

fn with_card(job: Job, layout: Layout, case: &Case, facts: &Facts) -> Setup {
    let found = facts.gpu(case.text("gpu"));
    let gpu_known = found.is_some();
    let mut gpu = found.or_else(|| facts.class(case.text("gpu"))).unwrap_or_else(stand_in);
    // What the device shows as its total is on the card's own screen.
    if let Some(gib) = case.extra_num("total_gpu_gib").or(case.num("gpu_mem_total_gib")).filter(|g| *g > 1.0)
    {
        gpu.usable = suanzu::units::Bytes::from_f64(gib * suanzu::units::GIB);
        gpu.usable_assumed = false;
    }
    Setup { job, layout, gpu, gpu_known }
}

/// A serving row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn serving(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    let (arch, native) = model(case, facts)?;
    let program = match case.text("engine") {
        "vllm" | "vllm-ascend" => Software::Vllm,
        "sglang" => Software::Sglang,
        "llama.cpp" | "ollama" | "ik_llama.cpp" => Software::LlamaCpp,
        "tensorrt-llm" => Software::TensorRtLlm,
        "transformers" | "deepspeed" | "deepspeed-mii" | "tgi" | "lmdeploy" => Software::Transformers,
        "autoawq" => Software::AutoAwq,
        "exllamav2" | "exllama" => Software::Exllama,
        "mlc-llm" => Software::Mlc,
        _ => return Err("program not in the list"),
    };
    let precision = match case.text("precision") {
        "fp32" => Precision::Fp32,
        "fp16" => Precision::Fp16,
        _ => Precision::Bf16,
    };
    let stated = case.text("quant");
    if case.extra_flag("experts_on_cpu") || case.extra_text("what").contains("gpu_model_mib") {
        return Err("experts kept in host memory");
    }
    let stored = if stated.is_empty() {
        match case.text("precision") {
            // A checkpoint published in 8 or 4 bits runs as it is.
            "fp8" | "fp4" if native != Quant::None => native,
            "fp8" => Quant::Fp8,
            "fp4" => Quant::Nvfp4,
            "int8" => Quant::Int8,
            "int4" => Quant::Gptq4,
            _ => quant_of_name(case.text("model")).unwrap_or(native),
        }
    } else {
        quant(stated).ok_or("quantisation not in the list")?
    };
    let mut plan =
        Plan { task: Task::Serve, model: ModelRef::Imported(Box::new((*arch).clone())), ..Plan::default() };
    plan.env.version = Some(case.text("engine_version").to_owned()).filter(|v| version(v).is_some());
    if case.text("engine_version").ends_with("V0") {
        // The older engine was chosen in a version that has both.
        plan.env.version = Some("0.7.3".to_owned());
    }
    if plan.env.version.is_none() && program == Software::Transformers && case.text("as_of") < "2024-01" {
        // What was current when the run was published.
        plan.env.version = Some("4.35".to_owned());
    }
    if plan.env.version.is_none() && program == Software::LlamaCpp && case.text("as_of") < "2024-06" {
        // Builds of the time: blocks unpacked to 16 bits before they are multiplied.
        plan.env.version = Some("b2900".to_owned());
    }
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.quant = Some(stored);
    let kv = case.text("kv_dtype").to_lowercase();
    run.kv = match () {
        _ if kv.contains("fp8") || kv.contains("int8") => Some(KvType::Fp8),
        _ if kv.starts_with("q8_0") => Some(KvType::Q8_0),
        _ if kv.contains("iq4_nl") || kv.contains("q4_0") => {
            return Err("keys and values of different cache types");
        }
        _ => None,
    };
    let prompt = case.int("prompt_len");
    let answer = case.int("gen_len");
    run.seq = case
        .extra_num("max_model_len")
        .map(|n| n as u32)
        .or(case.int("max_model_len"))
        .or(case.int("context"));
    run.utilisation = case
        .extra_num("gpu_memory_utilization")
        .or(case.num("gpu_memory_utilization"))
        .or(case.extra_num("mem_fraction_static"));
    run.max_num_seqs = case.extra_num("max_num_seqs").map(|n| n as u32);
    run.batched_tokens = case.extra_num("max_num_batched_tokens").map(|n| n as u32);
    run.ubatch = case.extra_num("n_ubatch").map(|n| n as u32);
    run.flash = case
        .extra("flash_attn")
        .and_then(|v| v.as_bool().or(v.as_f64().map(|n| n != 0.0)))
        .or(case.flag("flash_attention"));
    run.graphs = case.extra("enforce_eager").and_then(Value::as_bool).map(|eager| !eager);
    run.tp = case.int("tp");
    plan.amount.users = case.num("batch").map_or(1, |b| b.max(1.0) as u32);
    let context = case.int("context").or(run.seq).unwrap_or(2048);
    plan.amount.prompt = prompt.unwrap_or_else(|| context.saturating_sub(answer.unwrap_or(0)));
    plan.amount.answer = answer.unwrap_or(if prompt.is_some() { 128 } else { 0 });
    let depth = case.extra_num("depth").unwrap_or(0.0) as u32;
    plan.amount.prompt = plan.amount.prompt.saturating_add(depth);
    let job = resolve(&plan, arch, native);
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    let (tp, pp) = (case.int("tp").unwrap_or(1).max(1), case.int("pp").unwrap_or(1).max(1));
    let layout = Layout {
        tp,
        // llama.cpp and Transformers put layers on the cards one after the other.
        pp: if tp * pp < gpus && !matches!(program, Software::Vllm | Software::Sglang | Software::TensorRtLlm)
        {
            gpus / tp
        } else {
            pp
        },
        ep: 1,
        micro_batch: plan.amount.users,
        checkpointing: Checkpointing::None,
        ..Layout::SINGLE
    };
    Ok(with_card(job, layout, case, facts))
}

/// Format that the name of a checkpoint tells.
fn quant_of_name(model: &str) -> Option<Quant> {
    let name = model.to_lowercase();
    [
        ("awq", Quant::Awq),
        ("gptq-int8", Quant::Gptq8),
        ("gptq", Quant::Gptq4),
        ("fp8", Quant::Fp8),
        ("nvfp4", Quant::Nvfp4),
        ("int4", Quant::Gptq4),
        ("int8", Quant::Int8),
    ]
    .into_iter()
    .find(|(word, _)| name.contains(word))
    .map(|(_, q)| q)
}

/// A did-it-fit row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn fits(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    let task = case.text("task");
    if task == "serve" {
        let mut s = serving(case, facts)?;
        if !s.gpu_known && facts.class(case.text("gpu")).is_none() {
            return Err("card not in catalog");
        }
        s.layout.micro_batch = case.int("concurrency").unwrap_or(1).max(1);
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
        self::program(engine, case)
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
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.regime = regime;
    run.quant = Some(quant(case.text("quant")).ok_or("quantisation not in the list")?);
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
    let setup = with_card(job, layout, case, facts);
    if !setup.gpu_known && facts.class(case.text("gpu")).is_none() {
        return Err("card not in catalog");
    }
    Ok(setup)
}

fn run_rank(case: &Case) -> u32 {
    case.0.get("lora").and_then(|l| l.get("rank")).and_then(Value::as_f64).map_or(16, |r| r as u32)
}
