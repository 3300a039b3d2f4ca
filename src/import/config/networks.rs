//! The network of each layer: dense, or experts and who stands beside them.

use super::decoder::Sizes;
use super::keys::Keys;
use crate::catalog::{Mlp, Moe};
use crate::import::json::Value;

/// The network of each layer.
pub(super) fn mlps(t: &str, keys: &Keys, s: &Sizes) -> Vec<Mlp> {
    let dense = if s.ffn > 0 && !matches!(t, "mamba" | "falcon_mamba") {
        Mlp::Dense { ffn: s.ffn }
    } else {
        Mlp::None
    };
    let Some(moe) = moe(t, keys, s) else { return vec![dense; s.layers as usize] };
    let moe = Mlp::Moe(moe);
    let words: Vec<&str> = keys.list(&["mlp_layer_types"]).iter().filter_map(Value::text).collect();
    let only_dense = keys.ints(&["mlp_only_layers"]);
    let listed = keys.ints(&["moe_layers"]);
    let frequency = keys.ints(&["moe_layer_freq"]);
    let first = keys.size(&["first_k_dense_replace"]);
    let is_moe = |i: u32| match t {
        "jamba" => i % keys.size(&["expert_layer_period"]).max(1) == keys.size(&["expert_layer_offset"]),
        "ernie4_5_moe" => {
            let every = keys.int(&["moe_layer_interval"]).unwrap_or(1).max(1);
            let end = keys.real(&["moe_layer_end_index"]).filter(|e| *e >= 0.0);
            (i + 1).is_multiple_of(every)
                && i >= keys.size(&["moe_layer_start_index"])
                && end.is_none_or(|e| f64::from(i) <= e)
        }
        "llama4" if !listed.is_empty() => listed.contains(&i),
        "llama4" => (i + 1).is_multiple_of(keys.int(&["interleave_moe_layer_step"]).unwrap_or(1).max(1)),
        _ if !words.is_empty() => words.get(i as usize) != Some(&"dense"),
        _ if frequency.len() > 1 => frequency.get(i as usize) == Some(&1),
        _ => {
            let step = keys.int(&["decoder_sparse_step"]).unwrap_or(1).max(1);
            let every = keys.int(&["moe_layer_freq"]).unwrap_or(1).max(1);
            i >= first && i.is_multiple_of(every) && (i + 1).is_multiple_of(step) && !only_dense.contains(&i)
        }
    };
    (0..s.layers).map(|i| if is_moe(i) { moe } else { dense }).collect()
}

/// The experts, where there are at least two.
pub(super) fn moe(t: &str, keys: &Keys, s: &Sizes) -> Option<Moe> {
    let nested = keys.part("ffn_config");
    let inside = |name: &str| nested.and_then(|n| n.int(&[name]));
    let experts = keys
        .int(&["num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"])
        .or_else(|| inside("moe_num_experts"))
        .filter(|n| *n > 1)?;
    if t == "gemma4" && keys.flag(&["enable_moe_block"]) == Some(false) {
        return None;
    }
    // Mistral's params.json.
    let top_k = keys
        .int(&[
            "num_experts_per_tok",
            "num_experts_per_token",
            "experts_per_token",
            "moe_topk",
            "moe_k",
            "top_k_experts",
        ])
        .or_else(|| inside("moe_top_k"))
        .unwrap_or(1);
    let own = keys.int(&["moe_intermediate_size", "expert_ffn_hidden_size"]);
    let ffn = own.or(keys.int(&["intermediate_size"])).unwrap_or(s.ffn);
    let width = keys.int(&[
        "shared_expert_intermediate_size",
        "moe_shared_expert_intermediate_size",
        "share_expert_dim",
        "shared_intermediate_size",
    ]);
    let number =
        keys.int(&["n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts"]);
    let shared_ffn = match (width, number) {
        (Some(w), _) => w,
        (None, Some(n)) => n.saturating_mul(ffn),
        (None, None) if t == "llama4" => ffn,
        (None, None) => 0,
    };
    Some(Moe {
        experts,
        top_k,
        ffn,
        shared_ffn,
        shared_gate: shared_ffn > 0 && matches!(t, "qwen2_moe" | "qwen3_next" | "qwen3_5_moe"),
        beside_ffn: if t == "gemma4" { s.ffn } else { 0 },
    })
}
