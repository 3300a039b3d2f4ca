//! Autoregressive language models: sizes, then the mixer and network of each layer.

use super::NotAModel;
use super::family::{self, Family, family};
use super::keys::Keys;
use super::mixers::{mixers, softmax};
use super::networks::{mlps, moe};
use super::{others, vision};
use crate::catalog::{ArchKind, Architecture, Attention, LayerGroup, Mixer, Mlp, Recurrent};
use crate::import::json::Value;

/// Most layers that are laid out one by one.
const LAYERS: u32 = 2_000;

/// Sizes that several parts need.
pub(super) struct Sizes {
    pub hidden: u32,
    pub layers: u32,
    pub heads: u32,
    pub kv: u32,
    pub head_dim: u32,
    pub ffn: u32,
    pub context: u32,
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

/// Keys of layers that recur: in a family whose rules are not known they say nothing about which layers these are,
/// how large, or whether they share weights (Zamba, Bamba, Falcon-H1).
const RECURRENT: [&str; 6] =
    ["mamba_d_state", "mamba_expand", "ssm_cfg", "state_size", "attn_layer_indices", "hybrid_layer_ids"];

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
    // What says which layer is what, without which a size is a guess.
    let told = match t {
        "nemotron_h" => keys.text(&["hybrid_override_pattern"]).is_some(),
        "nemotron-nas" => !keys.list(&["block_configs"]).is_empty(),
        _ => true,
    };
    if !told {
        return Err(missing(if t == "nemotron_h" { "hybrid_override_pattern" } else { "block_configs" }));
    }
    if !family::knows(model_type) && RECURRENT.iter().any(|key| keys.inner.get(key).is_some()) {
        return Err(missing("layer_types"));
    }
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
    let tower = vision::params(file, hidden);
    if let Some(tower) = tower {
        arch.params_vision = tower.params;
    }
    let ears = others::listens(file, hidden);
    arch.params_other += ears.map_or(0, |e| e.params);
    let near = [tower, ears].iter().flatten().any(|part| !part.exact);
    let odd = t == "deepseek_v4"
        || t == "gemma3n"
        || t == "mimo_v2_flash"
        || t == "step3p7"
        || keys.size(&["moe_latent_size"]) > 0
        || (t == "gemma4" && keys.size(&["hidden_size_per_layer_input"]) > 0);
    let approximate = odd || !family::knows(model_type) && !meta || near;
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
