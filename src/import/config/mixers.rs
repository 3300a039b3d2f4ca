//! The mixer of each layer: attention of every kind, latent, windowed or shared, and what recurs.

use super::decoder::Sizes;
use super::keys::Keys;
use crate::catalog::{Attention, Mixer, Mla, Recurrent};
use crate::import::json::Value;

pub(super) fn softmax(keys: &Keys, s: &Sizes) -> Attention {
    Attention {
        heads: s.heads,
        kv_heads: s.kv,
        head_dim: s.head_dim,
        v_head_dim: keys.int(&["v_head_dim"]).filter(|v| *v > 0).unwrap_or(s.head_dim),
        ..Attention::default()
    }
}

fn mla(keys: &Keys, s: &Sizes) -> Mla {
    Mla {
        heads: s.heads,
        kv_rank: keys.size(&["kv_lora_rank"]),
        q_rank: keys.size(&["q_lora_rank"]),
        rope_dim: keys.size(&["qk_rope_head_dim"]),
        nope_dim: keys.size(&["qk_nope_head_dim"]),
        // MiniCPM3 leaves the width of values to the library: that of the part without position.
        v_dim: keys.int(&["v_head_dim"]).unwrap_or(keys.size(&["qk_nope_head_dim"])),
        index_heads: keys.size(&["index_n_heads"]),
        index_dim: keys.size(&["index_head_dim"]),
    }
}

/// The mixer of each layer.
pub(super) fn mixers(t: &str, keys: &Keys, s: &Sizes) -> Vec<Mixer> {
    let all = |f: &dyn Fn(u32) -> Mixer| (0..s.layers).map(f).collect::<Vec<_>>();
    let plain = Mixer::Attention(softmax(keys, s));
    let words: Vec<&str> =
        keys.list(&["layer_types", "layers_block_type"]).iter().filter_map(Value::text).collect();
    let word = |i: u32| words.get(i as usize).copied();
    match t {
        "mamba" | "falcon_mamba" => {
            let mamba = Mixer::Recurrent(mamba1(keys, s, false));
            return all(&|_| mamba);
        }
        "jamba" => {
            let (period, offset) =
                (keys.size(&["attn_layer_period"]).max(1), keys.size(&["attn_layer_offset"]));
            let mamba = Mixer::Recurrent(mamba1(keys, s, true));
            return all(&|i| if i % period == offset { plain } else { mamba });
        }
        "minimax" => {
            let kinds = keys.ints(&["attn_type_list", "layer_types"]);
            let linear = Mixer::Recurrent(Recurrent::lightning(s.hidden, s.heads, s.head_dim));
            return all(&|i| if kinds.get(i as usize) == Some(&0) { linear } else { plain });
        }
        "lfm2" => {
            let full = keys.ints(&["full_attn_idxs"]);
            let conv =
                Mixer::Recurrent(Recurrent::short_conv(s.hidden, keys.int(&["conv_L_cache"]).unwrap_or(3)));
            let is_full = |i| if full.is_empty() { word(i) != Some("conv") } else { full.contains(&i) };
            return all(&|i| if is_full(i) { plain } else { conv });
        }
        "kimi_linear" => {
            let Some(part) = keys.part("linear_attn_config") else {
                return all(&|_| Mixer::Mla(mla(keys, s)));
            };
            // Counted from one.
            let full = part.ints(&["full_attn_layers"]);
            let kda = Mixer::Recurrent(Recurrent::kda(
                s.hidden,
                part.size(&["num_heads"]),
                part.size(&["head_dim"]),
                part.int(&["short_conv_kernel_size"]).unwrap_or(4),
            ));
            let wide = Mixer::Mla(mla(keys, s));
            return all(&|i| if full.contains(&(i + 1)) { wide } else { kda });
        }
        "qwen3_next" | "qwen3_5" | "qwen3_5_moe" => {
            let every = keys.int(&["full_attention_interval"]).unwrap_or(4).max(1);
            let linear = Mixer::Recurrent(Recurrent::gdn(
                s.hidden,
                keys.size(&["linear_num_key_heads"]),
                keys.size(&["linear_num_value_heads"]),
                keys.size(&["linear_key_head_dim"]),
                keys.size(&["linear_value_head_dim"]),
                keys.int(&["linear_conv_kernel_dim"]).unwrap_or(4),
            ));
            let gate = keys.flag(&["attn_output_gate"]).unwrap_or(true);
            let wide = Mixer::Attention(Attention { q_gate: gate, ..softmax(keys, s) });
            return all(&|i| match word(i) {
                Some(w) => {
                    if w == "full_attention" {
                        wide
                    } else {
                        linear
                    }
                }
                None => {
                    if (i + 1) % every == 0 {
                        wide
                    } else {
                        linear
                    }
                }
            });
        }
        "granitemoehybrid" => {
            let heads = keys.int(&["mamba_n_heads"]).unwrap_or(128);
            let inner = heads.saturating_mul(keys.int(&["mamba_d_head"]).unwrap_or(64)).min(1_048_576);
            let mamba = Mixer::Recurrent(Recurrent::mamba2(
                s.hidden,
                inner,
                keys.int(&["mamba_d_state"]).unwrap_or(256),
                keys.int(&["mamba_n_groups"]).unwrap_or(1),
                heads,
                keys.int(&["mamba_d_conv"]).unwrap_or(4),
            ));
            return all(&|i| if word(i) == Some("mamba") { mamba } else { plain });
        }
        "mllama" => {
            let cross = keys.ints(&["cross_attention_layers"]);
            let image = Mixer::Attention(Attention { cross: true, ..softmax(keys, s) });
            return all(&|i| if cross.contains(&i) { image } else { plain });
        }
        _ => {}
    }
    if keys.size(&["kv_lora_rank"]) > 0 {
        let latent = Mixer::Mla(mla(keys, s));
        return all(&|_| latent);
    }
    windows(t, keys, s, &word)
}

fn mamba1(keys: &Keys, s: &Sizes, inner_norm: bool) -> Recurrent {
    let expand = keys.int(&["mamba_expand", "expand"]).unwrap_or(2);
    // Mamba names its inner width; Jamba's intermediate size is that of its networks.
    let own = if inner_norm { None } else { keys.int(&["intermediate_size"]) };
    let inner = own.unwrap_or(s.hidden.saturating_mul(expand)).min(1_048_576);
    Recurrent::mamba1(
        s.hidden,
        inner,
        keys.int(&["mamba_d_state", "state_size"]).unwrap_or(16),
        keys.int(&["mamba_d_conv", "conv_kernel"]).unwrap_or(4),
        keys.int(&["mamba_dt_rank", "time_step_rank"]).unwrap_or(s.hidden.div_ceil(16)),
        inner_norm,
    )
}

/// Layers of softmax attention, some or all of which see only a window.
fn windows<'a>(t: &str, keys: &Keys, s: &Sizes, word: &dyn Fn(u32) -> Option<&'a str>) -> Vec<Mixer> {
    let base = softmax(keys, s);
    let chunked = keys.int(&["attention_chunk_size"]).is_some();
    let nested = || keys.part("attn_config").and_then(|a| a.int(&["sliding_window_size"]));
    let window = keys
        .int(&["sliding_window", "window_size", "attention_chunk_size"])
        .or_else(nested)
        .or(if t == "gemma2" || t == "gemma3" { Some(4_096) } else { None });
    // A window switched off, or as long as the context, is none.
    let window = window
        .filter(|w| *w > 0 && (s.context == 0 || *w < s.context))
        .filter(|_| keys.flag(&["use_sliding_window"]) != Some(false));
    let gemma4 = t == "gemma4";
    let wide = if gemma4 {
        let dim = keys.int(&["global_head_dim"]).filter(|d| *d > 0).unwrap_or(s.head_dim);
        Attention {
            kv_heads: keys.int(&["num_global_key_value_heads"]).filter(|k| *k > 0).unwrap_or(s.kv),
            head_dim: dim,
            v_head_dim: dim,
            k_eq_v: keys.flag(&["attention_k_eq_v"]).unwrap_or(false),
            ..base
        }
    } else {
        base
    };
    let narrow = Attention { window, chunked, ..base };
    let Some(_) = window else {
        // DeciLM: each layer has its own number of heads for keys and values.
        let own = keys.ints(&["num_key_value_heads_per_layer"]);
        let kv = |i: u32| own.get(i as usize).copied().filter(|n| *n > 0).unwrap_or(wide.kv_heads);
        return (0..s.layers).map(|i| Mixer::Attention(Attention { kv_heads: kv(i), ..wide })).collect();
    };
    let pattern = keys.int(&["sliding_window_pattern", "_sliding_window_pattern"]);
    let every = pattern.or(match t {
        "gemma2" | "gpt_oss" => Some(2),
        "gemma3" => Some(6),
        "cohere2" | "llama4" | "olmo3" => Some(4),
        "gemma4" => Some(6),
        _ => None,
    });
    let rope: Vec<u32> = keys.ints(&["no_rope_layers"]);
    let first_global = t == "gpt_neo";
    let is_wide = |i: u32| {
        if let Some(w) = word(i) {
            return w == "full_attention";
        }
        if t == "llama4" && rope.len() == s.layers as usize {
            // 1 = with rope, in chunks.
            return rope.get(i as usize) == Some(&0);
        }
        if first_global {
            return i.is_multiple_of(2);
        }
        if t == "qwen2" || t == "qwen3" {
            return i < keys.size(&["max_window_layers"]);
        }
        every.is_some_and(|n| n > 0 && (i + 1).is_multiple_of(n))
    };
    let shared = keys.size(&["num_kv_shared_layers"]);
    (0..s.layers)
        .map(|i| {
            let a = if is_wide(i) { wide } else { narrow };
            Mixer::Attention(Attention { shares_kv: i >= s.layers.saturating_sub(shared), ..a })
        })
        .collect()
}
