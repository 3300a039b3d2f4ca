//! A serving row as a plan and a layout.

use super::words::*;
use super::{Setup, model, with_card};
use crate::Reason;
use crate::case::Case;
use crate::facts::Facts;
use serde_json::Value;
use suanzu::engine::job::{resolve, version};
use suanzu::engine::layout::Layout;
use suanzu::plan::*;

/// A serving row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn serving(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    // A plan names one model: what a second one that drafts for it takes is not in it.
    if case.extra_text("speculative").contains("draft") {
        return Err("a second model that drafts");
    }
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
    // What is in host memory does not change caches and buffers on the card.
    let buffers = matches!(case.text("kind"), "kv_bytes" | "kv_tokens" | "compute_buffer");
    if !buffers && (case.extra_flag("experts_on_cpu") || case.extra_num("gpu_model_mib").is_some()) {
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
        let known = quant(stated).or(buffers.then_some(Quant::Q4KM));
        known.ok_or("quantisation not in the list")?
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
    if plan.env.version.is_none() && case.text("engine") == "ik_llama.cpp" {
        // A fork of builds of 2024.
        plan.env.version = Some("b3400".to_owned());
    }
    if plan.env.version.is_none() && program == Software::LlamaCpp && case.text("as_of") < "2024-06" {
        // Builds of the time: blocks unpacked to 16 bits before they are multiplied.
        plan.env.version = Some("b2900".to_owned());
    }
    if plan.env.version.is_none() && program == Software::Vllm {
        plan.env.version = vllm_of(case.text("as_of")).map(str::to_owned);
    }
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.quant = Some(stored);
    let kv = case.text("kv_dtype").to_lowercase();
    run.kv = match () {
        _ if kv.contains("fp8") || kv.contains("int8") => Some(KvType::Fp8),
        _ if kv.starts_with("q8_0") => Some(KvType::Q8_0),
        // A plan has one type for both.
        _ if kv.contains("iq4_nl") || kv.contains("q4_0") => {
            if case.text("kind") == "kv_bytes" {
                return Err("keys and values of different cache types");
            }
            Some(KvType::Q4_0)
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

/// The release of vLLM that was current in a month ("2025-03"), by the dates of its releases; later ones
/// are what the engine assumes.
fn vllm_of(month: &str) -> Option<&'static str> {
    const SINCE: [(&str, &str); 10] = [
        ("2025-12", ""),
        ("2025-10", "0.11.0"),
        ("2025-08", "0.10.0"),
        ("2025-06", "0.9.0"),
        ("2025-04", "0.8.0"),
        ("2025-02", "0.7.0"),
        ("2024-09", "0.6.0"),
        ("2024-06", "0.5.0"),
        ("2024-04", "0.4.0"),
        ("2024-02", "0.3.0"),
    ];
    let (_, version) = SINCE.iter().find(|(from, _)| month.len() >= 7 && month >= *from)?;
    Some(*version).filter(|v| !v.is_empty())
}
