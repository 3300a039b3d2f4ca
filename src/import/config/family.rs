//! What a family of models does that its configuration does not say (models.md §3).

use super::keys::Keys;
use crate::catalog::{Detail, NormKind, QkNorm};

/// Types that are read as another one: same shape, other name.
const ALIASES: &[(&str, &str)] = &[
    ("phi-msft", "phi"),
    ("mixformer-sequential", "phi"),
    ("refinedweb", "falcon"),
    ("refinedwebmodel", "falcon"),
    ("deepseek", "llama"),
    ("kimi_k2", "deepseek_v3"),
    ("kimi_k25", "deepseek_v3"),
    ("mimo", "qwen2"),
    ("baichuan", "llama"),
    ("internlm2", "llama"),
    ("internlm", "llama"),
    ("minimax_text_01", "minimax"),
    ("minimax_m1", "minimax"),
    ("nemotron_h_moe", "nemotron_h"),
    ("yi", "llama"),
    ("aquila", "llama"),
];

/// Every type with rules of its own, beginning of the name; the longest that fits counts.
const KNOWN: &[&str] = &[
    "llama",
    "mllama",
    "llama4",
    "mistral",
    "mistral3",
    "ministral",
    "mixtral",
    "qwen",
    "qwen2",
    "qwen2_moe",
    "qwen2_vl",
    "qwen2_5_vl",
    "qwen2_5_omni",
    "qwen3",
    "qwen3_moe",
    "qwen3_vl",
    "qwen3_vl_moe",
    "qwen3_next",
    "qwen3_5",
    "qwen3_5_moe",
    "deepseek_v2",
    "deepseek_v3",
    "deepseek_v32",
    "deepseek_v4",
    "glm",
    "glm4",
    "glm4_moe",
    "glm4_moe_lite",
    "glm_moe_dsa",
    "chatglm",
    "gemma",
    "gemma2",
    "gemma3",
    "gemma3_text",
    "gemma3n",
    "gemma4",
    "phi",
    "phi3",
    "phimoe",
    "gpt2",
    "gpt_bigcode",
    "gpt_neo",
    "gptj",
    "gpt_neox",
    "opt",
    "bloom",
    "falcon",
    "starcoder2",
    "olmo",
    "olmo2",
    "olmo3",
    "olmoe",
    "cohere",
    "cohere2",
    "gpt_oss",
    "minimax",
    "minimax_m2",
    "jamba",
    "nemotron_h",
    "nemotron-nas",
    "dbrx",
    "grok-1",
    "mamba",
    "falcon_mamba",
    "lfm2",
    "stablelm",
    "mpt",
    "internlm3",
    "minicpm",
    "minicpm3",
    "ernie4_5_moe",
    "ernie4_5",
    "hunyuan_v1_moe",
    "seed_oss",
    "smollm3",
    "granite",
    "granitemoehybrid",
    "kimi_linear",
    "mimo_v2_flash",
    "step3p7",
    "llava",
    "bert",
    "roberta",
    "xlm-roberta",
    "vit",
    "clip",
    "t5",
    "whisper",
    "exaone",
    "exaone4",
    "deci",
];

/// The type whose rules hold.
pub fn base(model_type: &str) -> &str {
    let plain = model_type.strip_suffix("_text").or(model_type.strip_suffix("_text_model"));
    let plain = plain.unwrap_or(model_type);
    ALIASES.iter().find(|a| a.0 == plain).map_or(plain, |a| a.1)
}

/// Whether the rules of a type are known.
pub fn knows(model_type: &str) -> bool {
    KNOWN.contains(&base(model_type))
}

/// The type of a class name: `Qwen2ForCausalLM` is `qwen2`.
pub fn of_class(class: &str) -> Option<String> {
    let cut = class.find("For").or(class.find("LMHead")).or(class.find("Model")).unwrap_or(class.len());
    let head = class[..cut].to_ascii_lowercase();
    let squeezed = |t: &str| t.replace(['_', '-'], "");
    let found = KNOWN.iter().find(|t| squeezed(t) == head).map(|t| (*t).to_string());
    found.or(match head.as_str() {
        "rw" => Some("falcon".into()),
        "decilm" => Some("nemotron-nas".into()),
        _ => None,
    })
}

/// How a family is built where its configuration is silent.
pub struct Family {
    pub detail: Detail,
    /// Head and embedding are one table.
    pub tied: bool,
    /// Longest context.
    pub context: u32,
    /// Inner width is four times the stream where none is given.
    pub four: bool,
    /// Learned positions: rows beyond the context, where there are any at all.
    pub positions: Option<u32>,
}

/// The rules of a type, with what its configuration overrides.
pub fn family(t: &str, keys: &Keys) -> Family {
    let flag = |names: &[&str]| keys.flag(names);
    let biased = flag(&["attention_bias"]).unwrap_or(false);
    let mut d = Detail {
        gated: true,
        norms_per_layer: 2,
        qkv_bias: biased,
        o_bias: biased,
        mlp_bias: flag(&["mlp_bias"]).unwrap_or(false),
        router_bias: keys.text(&["topk_method"]) == Some("noaux_tc"),
        ..Detail::default()
    };
    d.router_correction = d.router_bias;
    let (mut tied, mut four, mut context, mut positions) = (false, false, 0, None);
    let plain = |d: &mut Detail| {
        (d.gated, d.norm, d.mlp_bias) = (false, NormKind::Layer, true);
    };
    let all_biased = |d: &mut Detail| (d.qkv_bias, d.o_bias) = (true, true);
    match t {
        "qwen" => (d.qkv_bias, d.o_bias) = (true, false),
        "qwen2" | "qwen2_moe" | "qwen2_vl" | "qwen2_5_vl" | "qwen2_5_omni" => {
            (d.qkv_bias, d.o_bias) = (true, false);
        }
        "qwen3" | "qwen3_moe" | "qwen3_vl" | "qwen3_vl_moe" | "qwen3_next" | "qwen3_5" | "qwen3_5_moe" => {
            d.qk_norm = QkNorm::Head;
        }
        "glm" | "glm4" => {
            d.o_bias = false;
            d.norms_per_layer = if t == "glm4" { 4 } else { 2 };
        }
        "chatglm" => {
            d.qkv_bias = flag(&["add_qkv_bias"]).unwrap_or(true);
            d.o_bias = flag(&["add_bias_linear"]).unwrap_or(false);
        }
        "glm4_moe" => {
            d.o_bias = false;
            (d.router_bias, d.router_correction) = (true, true);
            if flag(&["use_qk_norm"]).unwrap_or(false) {
                d.qk_norm = QkNorm::Head;
            }
        }
        "deepseek_v3" | "deepseek_v32" | "glm_moe_dsa" | "glm4_moe_lite" | "kimi_linear" | "ernie4_5_moe" => {
            (d.router_bias, d.router_correction) = (true, true);
            tied = t == "ernie4_5_moe";
        }
        "ernie4_5" => tied = true,
        "gemma" | "gemma2" | "gemma3" | "gemma3n" | "gemma4" => {
            tied = true;
            d.norms_per_layer = if t == "gemma" { 2 } else { 4 };
            if matches!(t, "gemma3" | "gemma3n" | "gemma4") {
                d.qk_norm = QkNorm::Head;
            }
            if flag(&["enable_moe_block"]) == Some(true) {
                d.norms_per_layer = 7;
            }
            context = if t == "gemma3" { 131_072 } else { 8_192 };
        }
        "phi" => {
            plain(&mut d);
            all_biased(&mut d);
            (d.norms_per_layer, d.head_bias, four) = (1, true, true);
        }
        "phimoe" => {
            d.norm = NormKind::Layer;
            d.head_bias = flag(&["lm_head_bias"]).unwrap_or(true);
        }
        "gpt2" | "gpt_bigcode" | "opt" => {
            plain(&mut d);
            all_biased(&mut d);
            (tied, four) = (true, true);
            positions = Some(if t == "opt" { 2 } else { 0 });
        }
        "gpt_neo" => {
            plain(&mut d);
            (d.qkv_bias, d.o_bias) = (false, true);
            (tied, four, positions) = (true, true, Some(0));
        }
        "gptj" => {
            plain(&mut d);
            (d.norms_per_layer, d.head_bias, four) = (1, true, true);
        }
        "gpt_neox" => {
            plain(&mut d);
            all_biased(&mut d);
        }
        "bloom" => {
            plain(&mut d);
            all_biased(&mut d);
            (tied, four, context) = (true, true, 2_048);
        }
        "falcon" => {
            plain(&mut d);
            let bias = flag(&["bias"]).unwrap_or(false);
            (d.qkv_bias, d.o_bias, d.mlp_bias) = (bias, bias, bias);
            let new = flag(&["new_decoder_architecture"]).unwrap_or(false);
            let parallel = flag(&["parallel_attn"]).unwrap_or(true);
            d.norms_per_layer = if new || !parallel { 2 } else { 1 };
            (tied, four, context) = (true, true, 2_048);
        }
        "starcoder2" => {
            plain(&mut d);
            all_biased(&mut d);
            d.mlp_bias = flag(&["use_bias"]).unwrap_or(true);
            (d.qkv_bias, d.o_bias) = (d.mlp_bias, d.mlp_bias);
            tied = true;
        }
        "olmo" => d.norm = NormKind::None,
        "olmo2" | "olmo3" | "olmoe" => d.qk_norm = QkNorm::Full,
        "cohere" | "cohere2" => {
            (d.norm, d.norms_per_layer, tied) = (NormKind::LayerNoBias, 1, true);
            if flag(&["use_qk_norm"]).unwrap_or(false) {
                d.qk_norm = QkNorm::Full;
            }
        }
        "gpt_oss" => {
            all_biased(&mut d);
            (d.expert_bias, d.router_bias, d.router_correction) = (true, true, false);
        }
        "minimax_m2" => {
            d.qk_norm = QkNorm::Full;
            d.router_bias = flag(&["use_routing_bias"]).unwrap_or(true);
            d.router_correction = d.router_bias;
        }
        "nemotron_h" => {
            (d.gated, d.norms_per_layer) = (false, 1);
            let experts = keys.size(&["n_routed_experts"]) > 1;
            (d.router_bias, d.router_correction) = (experts, experts);
        }
        "dbrx" => d.norm = NormKind::LayerNoBias,
        "grok-1" => (d.norms_per_layer, tied) = (4, true),
        "mamba" | "falcon_mamba" => {
            (d.gated, d.norms_per_layer, tied) = (false, 1, t == "mamba");
        }
        "lfm2" => (d.qk_norm, tied) = (QkNorm::Head, true),
        "stablelm" => {
            d.norm = NormKind::Layer;
            d.qkv_bias = flag(&["use_qkv_bias"]).unwrap_or(false);
        }
        "mpt" => {
            (d.gated, d.norm, tied, four) = (false, NormKind::LayerNoBias, true, true);
        }
        "internlm3" => {
            d.qkv_bias = flag(&["qkv_bias"]).unwrap_or(false);
            d.o_bias = flag(&["bias"]).unwrap_or(false);
            d.mlp_bias = d.o_bias;
        }
        "minicpm" | "minicpm3" | "smollm3" => tied = true,
        "hunyuan_v1_moe" => {
            (d.qk_norm, tied) = (QkNorm::Head, true);
        }
        "seed_oss" => {
            d.qkv_bias = flag(&["attention_bias"]).unwrap_or(true);
            d.o_bias = flag(&["attention_out_bias"]).unwrap_or(false);
        }
        "granite" | "granitemoehybrid" => tied = true,
        "llama4" => d.mlp_bias = false,
        _ => {}
    }
    // What GLM, Llama and their like call attention bias leaves the output without one only where
    // the family says so (above).
    Family { detail: d, tied, context, four, positions }
}
