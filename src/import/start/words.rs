//! The words that programs have for what a plan calls by one word.

use crate::plan::Quant;

/// Cache formats; "" is what a plan takes anyway. By bytes, not by name (handoff.md §3).
pub const KV: &[(&str, &str)] = &[
    ("fp8|fp8-e4m3|fp8-e5m2|mxfp8", "fp8"),
    ("f16|fp16|float16|bf16|bfloat16", "f16"),
    ("f32|float32", "f32"),
    ("q8-0", "q8_0"),
    ("q5-1|q5-0", "q5_1"),
    ("q4-0|q4-1|iq4-nl", "q4_0"),
    ("nvfp4", "nvfp4"),
];

/// Formats of weights that servers are told.
pub const QUANT: &[(&str, &str)] = &[
    ("awq|awq-marlin", "awq"),
    ("gptq|gptq-marlin", "gptq-int4"),
    ("fp8|fbgemm-fp8", "fp8"),
    ("bitsandbytes", "nf4"),
    ("w8a8-int8", "int8"),
    ("mxfp4", "mxfp4"),
    ("modelopt-fp4", "nvfp4"),
    // The files say which.
    ("compressed-tensors|gguf|none", ""),
];

/// Number formats.
pub const DTYPE: &[(&str, &str)] = &[
    ("bf16|bfloat16", "bf16"),
    ("fp16|half|float16", "fp16"),
    ("float|float32|fp32|no", "fp32"),
    ("fp8", "fp8"),
];

/// Fused attention kernels.
pub const FLASH: &[(&str, &str)] = &[
    (
        "fa2|fa3|flash-attention-2|flash-attention-3|flash-attn|true|on|1||flash-attention|kernels-community/flash-attn2",
        "1",
    ),
    ("eager|off|false|0|disabled", "0"),
    ("sdpa|auto|flex-attention", ""),
];

/// Optimizers of Transformers, torchtune, DeepSpeed.
pub const OPTIMIZER: &[(&str, &str)] = &[
    ("adamw|adamw-torch|adamw-torch-fused|adamw-hf|adamw-apex-fused|adam|torch-optim-adamw", "adamw"),
    ("adamw-8bit|adamw-bnb-8bit|bitsandbytes-optim-adamw8bit", "adamw-8bit"),
    ("paged-adamw-8bit|bitsandbytes-optim-pagedadamw8bit", "paged-adamw-8bit"),
    ("paged-adamw|paged-adamw-32bit", "paged-adamw"),
    ("adamw-torch-4bit|ao-adamw-4bit|torchao-optim-adamw4bit", "adamw-4bit"),
    ("sgd", "sgd"),
    ("lion|lion-32bit", "lion"),
    ("adafactor", "adafactor"),
    ("muon", "muon"),
];

/// Which matrices get adapters; `None` for a choice that plans do not have.
pub fn targets(value: &str) -> Option<&'static str> {
    let value = value.to_ascii_lowercase();
    if matches!(value.as_str(), "all" | "all-linear") {
        return Some("all");
    }
    let has = |name: &str| value.split(',').any(|w| w.trim() == name);
    let count = value.split(',').filter(|w| !w.trim().is_empty()).count();
    let (q, k, v, o) = (has("q_proj"), has("k_proj"), has("v_proj"), has("o_proj"));
    let mlp = has("gate_proj") && has("up_proj") && has("down_proj");
    match (q, k, v, o, mlp, count) {
        (true, true, true, true, true, 7) => Some("all"),
        (true, true, true, true, false, 4) => Some("qkvo"),
        (true, true, true, false, false, 3) => Some("qkv"),
        (true, false, true, false, false, 2) => Some("qv"),
        _ => None,
    }
}

/// The format of weights that stands in the name of a model or its file.
pub fn quant_in(name: &str) -> Option<Quant> {
    let name = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let words = name.replace('-', "_");
    let label = |q: &&Quant| q.gguf() && words.contains(q.word());
    // "q4_k_m" before "q4_k", the longest first.
    if let Some(q) = Quant::ALL.iter().filter(label).max_by_key(|q| q.word().len()) {
        return Some(*q);
    }
    let has = |w: &str| words.split(['_', '.', ':']).any(|part| part == w);
    match () {
        () if has("awq") => Some(Quant::Awq),
        () if has("gptq") && has("int8") => Some(Quant::Gptq8),
        () if has("gptq") => Some(Quant::Gptq4),
        () if has("fp8") => Some(Quant::Fp8),
        () if has("nvfp4") => Some(Quant::Nvfp4),
        () if has("bnb") && has("4bit") => Some(Quant::Nf4),
        () => None,
    }
}
