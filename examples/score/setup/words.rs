//! Words of the rows as choices of the plan: programs, formats, optimizers, sharding.

use crate::case::Case;
use serde_json::Value;
use suanzu::plan::*;

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
    } else if has("litgpt") || has("lit-gpt") {
        Software::Litgpt
    } else if has("foundry") || has("fsdp_qlora") || has("fms-fsdp") || has("timm") || has("nanogpt") {
        Software::Pytorch
    } else if case.degree("zero_stage").is_some_and(|z| z > 0) {
        Software::DeepSpeed
    } else {
        Software::Trl
    }
}

/// The version of a trainer that was current when a row was published, where that is before it took
/// AdamW's fused kernel (transformers PR 37358, axolotl PR 2293); later ones are what the engine assumes.
pub fn trainer_of(program: Software, month: &str) -> Option<String> {
    let (until, version) = match program {
        Software::Trl => ("2025-08", "0.20"),
        Software::LlamaFactory => ("2025-12", "0.9.3"),
        Software::MsSwift => ("2025-08", "3.6"),
        Software::Axolotl => ("2025-02", "0.6"),
        _ => return None,
    };
    (month < until).then(|| version.to_owned())
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

/// Storage format of a row whose program fixes what "NF4" means: scales are quantised too in fms-acceleration
/// (`framework_plugin_bnb.py`), fsdp_qlora (`Linear4bit` with its default), LLaMA-Factory
/// (`double_quantization`), XTuner (its configurations) and PEFT's guides to FSDP and DeepSpeed
/// (`--use_nested_quant True`).
pub fn stored(case: &Case) -> Option<Quant> {
    let f = case.text("framework").to_lowercase();
    let twice = ["fms-accel", "fsdp_qlora", "llama-factory", "xtuner", "trl+fsdp", "trl+deepspeed"]
        .iter()
        .any(|w| f.contains(w));
    quant(case.text("quant")).map(|q| if q == Quant::Nf4 && twice { Quant::Nf4Double } else { q })
}

/// Which matrices a row trains adapters on.
pub fn targets(case: &Case) -> LoraTargets {
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
pub fn regime(case: &Case, program: Software, sharded: bool) -> (Precision, Option<Regime>) {
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
            || matches!(program, Software::Pytorch | Software::Litgpt));
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
pub fn optimizer(text: &str) -> Optimizer {
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

/// Format that the name of a checkpoint tells.
pub fn quant_of_name(model: &str) -> Option<Quant> {
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
