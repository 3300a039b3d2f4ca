//! Autoregressive language models: sizes, then the mixer and network of each layer.

use super::NotAModel;
use super::family::{self, Family, family};
use super::keys::Keys;
use super::vision;
use crate::catalog::{ArchKind, Architecture, Attention, LayerGroup, Mixer, Mla, Mlp, Moe, Recurrent};
use crate::import::json::Value;

/// Most layers that are laid out one by one.
const LAYERS: u32 = 2_000;

/// Sizes that several parts need.
struct Sizes {
    hidden: u32,
    layers: u32,
    heads: u32,
    kv: u32,
    head_dim: u32,
    ffn: u32,
    context: u32,
}

/// Sizes that a family's library falls back to where a wrapper leaves them out.
fn defaults(t: &str) -> Option<[u32; 6]> {
    // hidden, ffn, layers, heads, kv heads, vocabulary
    Some(match t {
        "llama" => [4_096, 11_008, 32, 32, 0, 32_000],
        "mistral" => [4_096, 14_336, 32, 32, 8, 32_000],
        "qwen2" => [4_096, 22_016, 32, 32, 32, 151_936],
        "gemma2" => [2_304, 9_216, 26, 8, 4, 256_000],
        "gemma3" => [2_304, 9_216, 26, 8, 4, 262_208],
        "gemma" => [3_072, 24_576, 28, 16, 16, 256_000],
        _ => return None,
    })
}

/// Reads a decoder. Whether its counts are only near.
pub fn read(model_type: &str, keys: &Keys, file: &Value) -> Result<(Architecture, bool), NotAModel> {
    let t = family::base(model_type);
    // A dense file of another family's type is told by its keys.
    let usual = defaults(t);
    let or = |found: Option<u32>, at: usize| found.or(usual.map(|u| u[at])).filter(|n| *n > 0);
    let missing = |key| NotAModel::Missing { key };
    let rules = family(t, keys);
    let meta = keys.inner.get("dim").is_some() && keys.inner.get("n_layers").is_some();
    let hidden = or(keys.int(&["hidden_size", "n_embd", "n_embed", "d_model", "dim"]), 0)
        .ok_or(missing("hidden_size"))?;
    let layers = or(keys.int(&["num_hidden_layers", "n_layer", "num_layers", "n_layers"]), 2)
        .ok_or(missing("num_hidden_layers"))?
        .min(LAYERS);
    let attention_free = matches!(t, "mamba" | "falcon_mamba");
    let heads = or(keys.int(&["num_attention_heads", "n_head", "num_heads", "n_heads"]), 3);
    let heads = if attention_free { 0 } else { heads.ok_or(missing("num_attention_heads"))? };
    let vocab = keys.large(&["vocab_size", "padded_vocab_size"]).or(usual.map(|u| u[5])).filter(|v| *v > 0);
    let vocab = vocab.ok_or(missing("vocab_size"))?;
    let head_dim = keys
        .int(&["head_dim", "kv_channels", "attention_head_dim"])
        .filter(|d| *d > 0)
        .or((t == "gemma3" || t == "gemma2" || t == "gemma").then_some(256))
        .unwrap_or(hidden.checked_div(heads).unwrap_or(0));
    let sizes = Sizes {
        hidden,
        layers,
        heads,
        kv: kv_heads(t, keys, heads, usual),
        head_dim,
        ffn: ffn(t, keys, &rules, hidden, usual, meta),
        context: context(t, keys, &rules),
    };
    let embed = keys.size(&["word_embed_proj_dim"]);
    let mut arch = Architecture {
        kind: ArchKind::Decoder,
        hidden,
        embed_dim: if embed == hidden { 0 } else { embed },
        vocab,
        tied: keys.flag(&["tie_word_embeddings"]).unwrap_or(rules.tied),
        max_context: sizes.context,
        modelled: true,
        detail: rules.detail,
        ..Architecture::default()
    };
    arch.groups = if let Some(groups) = blocks(t, keys, &sizes) {
        groups
    } else {
        let mlps = mlps(t, keys, &sizes);
        merge(mixers(t, keys, &sizes).into_iter().zip(mlps).collect())
    };
    if t == "nemotron-nas" {
        // A part that is not there has no norm either: one norm a layer, the others counted apart.
        arch.detail.norms_per_layer = 1;
    }
    arch.params_other = other_params(t, keys, &sizes, &arch, rules.positions);
    if let Some(params) = vision::params(file, hidden) {
        arch.params_vision = params;
    }
    let tower = file.get("vision_config").is_some_and(|v| matches!(v, Value::Map(_)));
    let odd = t == "deepseek_v4"
        || t == "gemma3n"
        || t == "mimo_v2_flash"
        || t == "step3p7"
        || keys.size(&["moe_latent_size"]) > 0
        || (t == "gemma4" && keys.size(&["hidden_size_per_layer_input"]) > 0);
    let approximate = odd || !family::knows(model_type) && !meta || (tower && arch.params_vision == 0);
    Ok((arch, approximate))
}

fn kv_heads(t: &str, keys: &Keys, heads: u32, usual: Option<[u32; 6]>) -> u32 {
    let explicit = keys.int(&["num_key_value_heads", "n_head_kv", "n_kv_heads"]);
    let nested = || keys.part("attn_config").and_then(|a| a.int(&["kv_n_heads"]));
    let multi = keys.flag(&["multi_query"]);
    match t {
        "falcon" if keys.flag(&["new_decoder_architecture"]) == Some(true) => {
            keys.int(&["num_kv_heads", "n_head_kv"]).unwrap_or(heads)
        }
        "falcon" => {
            if multi.unwrap_or(true) {
                1
            } else {
                heads
            }
        }
        "gpt_bigcode" => {
            if multi.unwrap_or(true) {
                1
            } else {
                heads
            }
        }
        "chatglm" => match keys.flag(&["multi_query_attention"]) {
            Some(true) => keys.int(&["multi_query_group_num"]).unwrap_or(1),
            _ => heads,
        },
        _ => explicit
            .filter(|k| *k > 0)
            .or_else(nested)
            .or_else(|| keys.int(&["num_kv_heads"]))
            .or(usual.map(|u| u[4]).filter(|k| *k > 0 && keys.int(&["num_attention_heads"]).is_none()))
            .unwrap_or(heads),
    }
}

fn ffn(t: &str, keys: &Keys, rules: &Family, hidden: u32, usual: Option<[u32; 6]>, meta: bool) -> u32 {
    let nested = || keys.part("ffn_config").and_then(|f| f.int(&["ffn_hidden_size"]));
    let found = keys
        .int(&["intermediate_size", "n_inner", "ffn_hidden_size", "ffn_dim", "d_ff"])
        .or_else(nested)
        .or_else(|| keys.int(&["hidden_dim", "block_ff_dim"]));
    let round = |n: u32, to: u32| n.div_ceil(to.max(1)).saturating_mul(to.max(1));
    match t {
        "qwen" => found.unwrap_or(0) / 2,
        "llama4" => keys.int(&["intermediate_size_mlp"]).unwrap_or(0),
        "lfm2" => {
            let width = keys.int(&["block_ff_dim"]).or(found).unwrap_or(0);
            if keys.flag(&["block_auto_adjust_ff_dim"]) == Some(true) {
                let wide = f64::from(width * 2 / 3) * keys.real(&["block_ffn_dim_multiplier"]).unwrap_or(1.0);
                round(wide as u32, keys.int(&["block_multiple_of"]).unwrap_or(256))
            } else {
                width
            }
        }
        // Meta's params.json: two thirds of four times the stream, scaled and rounded up.
        _ if meta && found.is_none() => {
            let base = f64::from((hidden * 4).saturating_mul(2) / 3);
            let wide = base * keys.real(&["ffn_dim_multiplier"]).unwrap_or(1.0);
            round(wide.clamp(0.0, 1e6) as u32, keys.int(&["multiple_of"]).unwrap_or(256))
        }
        _ => found.or(usual.map(|u| u[1])).unwrap_or(if rules.four { hidden.saturating_mul(4) } else { 0 }),
    }
}

fn context(t: &str, keys: &Keys, rules: &Family) -> u32 {
    // Qwen 1 states the trained length apart from the position limit.
    if t == "qwen"
        && let Some(n) = keys.large(&["seq_length"])
    {
        return n;
    }
    let names = [
        "max_position_embeddings",
        "n_positions",
        "n_ctx",
        "seq_length",
        "max_sequence_length",
        "model_max_length",
        "max_seq_len",
        "max_target_positions",
    ];
    keys.large(&names).unwrap_or(rules.context)
}

/// Files that list their blocks one by one.
fn blocks(t: &str, keys: &Keys, s: &Sizes) -> Option<Vec<LayerGroup>> {
    match t {
        // Nemotron-H: every block is one thing.
        "nemotron_h" => {
            let pattern = keys.text(&["hybrid_override_pattern"])?;
            let inner = keys.size(&["mamba_num_heads"]).saturating_mul(keys.size(&["mamba_head_dim"]));
            let mamba = Recurrent::mamba2(
                s.hidden,
                inner.min(1_048_576),
                keys.size(&["ssm_state_size"]),
                keys.int(&["n_groups"]).unwrap_or(8),
                keys.size(&["mamba_num_heads"]),
                keys.int(&["conv_kernel"]).unwrap_or(4),
            );
            let moe = moe(t, keys, s);
            let layer = |c| {
                Some(match c {
                    'M' => (Mixer::Recurrent(mamba), Mlp::None),
                    '*' => (Mixer::Attention(softmax(keys, s)), Mlp::None),
                    '-' => (Mixer::None, Mlp::Dense { ffn: s.ffn }),
                    'E' => (Mixer::None, Mlp::Moe(moe?)),
                    _ => return None,
                })
            };
            Some(merge(pattern.chars().take(LAYERS as usize).filter_map(layer).collect()))
        }
        // Llama-Nemotron: attention may be absent, widths vary.
        "nemotron-nas" => {
            let list = keys.list(&["block_configs"]);
            let layer = |b: &Value| {
                let part = |name: &str| b.get(name).unwrap_or(&Value::Null);
                let (attention, network) = (part("attention"), part("ffn"));
                let off = |v: &Value| v.get("no_op").and_then(Value::flag) == Some(true);
                let group = attention.get("n_heads_in_group").and_then(Value::number).unwrap_or(1.0);
                let kv = (f64::from(s.heads) / group.max(1.0)) as u32;
                let mult = network.get("ffn_mult").and_then(Value::number).unwrap_or(0.0).clamp(0.0, 100.0);
                let ffn = (2.0 * mult * f64::from(s.hidden) / 3.0) as u32;
                let mixer = if off(attention) {
                    Mixer::None
                } else {
                    Mixer::Attention(Attention { kv_heads: kv, ..softmax(keys, s) })
                };
                let mlp = if off(network) { Mlp::None } else { Mlp::Dense { ffn: ffn.div_ceil(256) * 256 } };
                (mixer, mlp)
            };
            Some(merge(list.iter().take(LAYERS as usize).map(layer).collect()))
        }
        _ => None,
    }
}

fn softmax(keys: &Keys, s: &Sizes) -> Attention {
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
fn mixers(t: &str, keys: &Keys, s: &Sizes) -> Vec<Mixer> {
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
        return (0..s.layers).map(|_| Mixer::Attention(wide)).collect();
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

/// The network of each layer.
fn mlps(t: &str, keys: &Keys, s: &Sizes) -> Vec<Mlp> {
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
fn moe(t: &str, keys: &Keys, s: &Sizes) -> Option<Moe> {
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

/// Weights outside the general formula.
fn other_params(t: &str, keys: &Keys, s: &Sizes, arch: &Architecture, positions: Option<u32>) -> u64 {
    let (h, layers) = (u64::from(s.hidden), u64::from(s.layers));
    let learned = positions.map_or(0, |more| (u64::from(s.context) + u64::from(more)) * h);
    let moe = arch.is_moe();
    learned
        + match t {
            // Norm of the embedding.
            "bloom" => 2 * h,
            // Two projections, and no norm at the end.
            "opt" if arch.embed_dim > 0 => (2 * u64::from(arch.embed_dim) * h).saturating_sub(2 * h),
            // Sinks: one per head and layer.
            "gpt_oss" => u64::from(s.heads) * layers,
            // Scale of the router and one per expert.
            "gemma4" if moe => layers * (h + u64::from(keys.size(&["num_experts"]))),
            "nemotron-nas" => {
                let parts =
                    |g: &LayerGroup| u64::from(g.mixer != Mixer::None) + u64::from(g.mlp != Mlp::None);
                let norms: u64 = arch.groups.iter().map(|g| u64::from(g.count) * parts(g)).sum();
                norms.saturating_sub(u64::from(arch.layers())) * h
            }
            // Norms and gates of cross-attention, eight rows of the embedding.
            "mllama" => {
                let cross = keys.list(&["cross_attention_layers"]).len() as u64;
                8 * h + cross * (2 * u64::from(s.head_dim) + 2)
            }
            _ => 0,
        }
}

/// Groups equal layers, in the order in which each kind first occurs.
fn merge(layers: Vec<(Mixer, Mlp)>) -> Vec<LayerGroup> {
    let mut groups: Vec<LayerGroup> = Vec::new();
    for (mixer, mlp) in layers {
        match groups.iter_mut().find(|g| g.mixer == mixer && g.mlp == mlp) {
            Some(group) => group.count += 1,
            None => groups.push(LayerGroup { count: 1, mixer, mlp }),
        }
    }
    groups
}
