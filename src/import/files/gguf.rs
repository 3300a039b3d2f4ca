//! The metadata of a GGUF file in the words of a `config.json` (models.md §7), so that one reader knows
//! all families.

use crate::import::gguf::{Header, Meta};
use crate::import::json::Value;
use crate::import::tensors::Tensors;
use crate::plan::Quant;

/// Architectures whose name differs from the `model_type` of a configuration.
const NAMES: [(&str, &str); 22] = [
    ("qwen2moe", "qwen2_moe"),
    ("qwen2vl", "qwen2"),
    ("qwen3moe", "qwen3_moe"),
    ("qwen3vl", "qwen3"),
    ("qwen3vlmoe", "qwen3_moe"),
    ("qwen3next", "qwen3_next"),
    ("qwen35", "qwen3_5"),
    ("qwen35moe", "qwen3_5_moe"),
    ("gemma3", "gemma3_text"),
    ("phi2", "phi"),
    ("deepseek2", "deepseek_v3"),
    ("glm-dsa", "glm_moe_dsa"),
    ("glm4moe", "glm4_moe"),
    ("gpt-oss", "gpt_oss"),
    ("command-r", "cohere"),
    ("gptneox", "gpt_neox"),
    ("ernie4_5-moe", "ernie4_5_moe"),
    ("hunyuan-moe", "hunyuan_v1_moe"),
    ("granitehybrid", "granitemoehybrid"),
    ("minimax-m2", "minimax_m2"),
    ("deci", "nemotron-nas"),
    ("mimo2", "mimo_v2_flash"),
];

/// Keys under `{arch}.` and the key of a configuration.
const KEYS: [(&str, &str); 20] = [
    ("embedding_length", "hidden_size"),
    ("feed_forward_length", "intermediate_size"),
    ("attention.head_count", "num_attention_heads"),
    ("attention.head_count_kv", "num_key_value_heads"),
    ("context_length", "max_position_embeddings"),
    ("vocab_size", "vocab_size"),
    ("expert_count", "num_experts"),
    ("expert_used_count", "num_experts_per_tok"),
    ("expert_feed_forward_length", "moe_intermediate_size"),
    ("expert_shared_feed_forward_length", "shared_expert_intermediate_size"),
    ("leading_dense_block_count", "first_k_dense_replace"),
    ("attention.sliding_window", "sliding_window"),
    ("attention.q_lora_rank", "q_lora_rank"),
    ("attention.indexer.head_count", "index_n_heads"),
    ("attention.indexer.key_length", "index_head_dim"),
    ("full_attention_interval", "full_attention_interval"),
    ("ssm.conv_kernel", "linear_conv_kernel_dim"),
    ("ssm.group_count", "linear_num_key_heads"),
    ("ssm.time_step_rank", "linear_num_value_heads"),
    ("ssm.state_size", "linear_key_head_dim"),
];

/// A configuration out of metadata and the names of tensors of all parts.
pub fn config(header: &Header, all: &[Header]) -> Value {
    let arch = header.text("general.architecture").unwrap_or_default();
    let at = |key: &str| header.number(&format!("{arch}.{key}"));
    let tensors = || all.iter().flat_map(|h| &h.tensors);
    let has = |end: &str| tensors().any(|t| t.name.ends_with(end));
    let mut out: Vec<(String, Value)> = Vec::new();
    let mut put = |key: &str, value: Value| out.push((key.to_string(), value));
    let mut model_type = NAMES.iter().find(|n| n.0 == arch).map_or(arch, |n| n.1);
    let experts = at("expert_count").unwrap_or(0.0);
    match arch {
        "llama" if experts > 1.0 => model_type = "mixtral",
        // V3 has a score correction in every router, V2 has none.
        "deepseek2" if !has("exp_probs_b.bias") && !has("exp_probs_b") => model_type = "deepseek_v2",
        _ => {}
    }
    put("model_type", Value::Text(model_type.to_string()));
    for (from, to) in KEYS {
        if let Some(n) = at(from) {
            put(to, Value::Number(n));
        }
    }
    let speculation = at("nextn_predict_layers").unwrap_or(0.0);
    if let Some(blocks) = at("block_count") {
        put("num_hidden_layers", Value::Number((blocks - speculation).max(1.0)));
    }
    if speculation > 0.0 {
        put("num_nextn_predict_layers", Value::Number(speculation));
    }
    let rank = at("attention.kv_lora_rank");
    if let Some(rank) = rank {
        let rope = at("rope.dimension_count").unwrap_or(64.0);
        let key = at("attention.key_length_mla").or(at("attention.key_length")).unwrap_or(192.0);
        let value = at("attention.value_length_mla").or(at("attention.value_length")).unwrap_or(128.0);
        put("kv_lora_rank", Value::Number(rank));
        put("qk_rope_head_dim", Value::Number(rope));
        put("qk_nope_head_dim", Value::Number((key - rope).max(1.0)));
        put("v_head_dim", Value::Number(value));
        put("n_routed_experts", Value::Number(experts));
        put("n_shared_experts", Value::Number(at("expert_shared_count").unwrap_or(0.0)));
    } else if let Some(d) = at("attention.key_length") {
        put("head_dim", Value::Number(d));
    }
    if rank.is_none() && at("expert_shared_count").is_some() {
        put("n_shared_experts", Value::Number(at("expert_shared_count").unwrap_or(0.0)));
    }
    if at("vocab_size").is_none() {
        let table = tensors().find(|t| t.name == "token_embd.weight").and_then(|t| t.shape.first());
        let words = match header.get("tokenizer.ggml.tokens") {
            Some(Meta::Count(n)) => Some(*n),
            _ => None,
        };
        if let Some(n) = table.copied().or(words) {
            put("vocab_size", Value::Number(n as f64));
        }
    }
    if let Some(n) = at("attention.sliding_window_pattern") {
        put("sliding_window_pattern", Value::Number(n));
    }
    if let (Some(inner), Some(heads)) = (at("ssm.inner_size"), at("ssm.time_step_rank"))
        && heads > 0.0
    {
        put("linear_value_head_dim", Value::Number((inner / heads).max(1.0)));
    }
    put("tie_word_embeddings", Value::Bool(!tensors().any(|t| t.name == "output.weight")));
    if has("attn_q.bias") {
        put("attention_bias", Value::Bool(true));
    }
    if has("attn_q_norm.weight") {
        put("use_qk_norm", Value::Bool(true));
    }
    Value::Map(out)
}

/// The recipe that `general.file_type` names (llama.cpp `llama_ftype`).
pub fn quant(header: &Header) -> Option<Quant> {
    use Quant::*;
    Some(match header.number("general.file_type")? as u32 {
        0 | 1 | 32 => None,
        2 => Q4_0,
        3 => Q4_1,
        7 => Q8_0,
        8 => Q5_0,
        9 => Q5_1,
        10 => Q2K,
        11 => Q3KS,
        12 => Q3KM,
        13 => Q3KL,
        14 => Q4KS,
        15 => Q4KM,
        16 => Q5KS,
        17 => Q5KM,
        18 => Q6K,
        19 => Iq2Xxs,
        20 => Iq2Xs,
        21 => Q2KS,
        22 => Iq3Xs,
        23 => Iq3Xxs,
        24 => Iq1S,
        25 => Iq4Nl,
        26 => Iq3S,
        27 => Iq3M,
        28 => Iq2S,
        29 => Iq2M,
        30 => Iq4Xs,
        31 => Iq1M,
        36 => Tq1_0,
        37 => Tq2_0,
        38 => Mxfp4,
        39 => Nvfp4,
        _ => return Option::None,
    })
}

/// The recipe that the type of most bytes stands for: for files without a label.
pub fn by_type(tensors: &Tensors) -> Option<Quant> {
    use Quant::*;
    Some(match tensors.main_dtype() {
        "F32" | "F16" | "BF16" | "F64" => None,
        "Q2_K" => Q2K,
        "Q3_K" => Q3KM,
        "Q4_K" => Q4KM,
        "Q5_K" => Q5KM,
        "Q8_K" => Q8_0,
        other => return Quant::parse(&other.to_ascii_lowercase()).filter(|q| q.gguf() || *q >= Mxfp4),
    })
}
