//! Weights of vision towers and their projectors, by kind of tower. Each formula is the sum over the
//! parts of the reference implementation; models.md §1 lists the totals they meet.

use super::keys::Keys;
use crate::import::json::Value;

/// Wide enough for any product of sizes.
type N = u128;

/// What towers are made of.
struct Tower {
    h: N,
    f: N,
    layers: N,
    patch: N,
    image: N,
    text: N,
    merge: N,
    time: N,
    out: N,
    channels: N,
}

/// A tower with its projector.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Weights.
    pub params: u64,
    /// Every part of its kind is known.
    pub exact: bool,
}

/// The tower and projector of a wrapper; `None` where there is none. Of a kind whose parts are not known: plain
/// blocks of the stated sizes.
pub fn params(file: &Value, text_hidden: u32) -> Option<Part> {
    let vision = file.get("vision_config").filter(|v| matches!(v, Value::Map(_)))?;
    let keys = Keys { inner: vision, outer: vision };
    let whole = Keys { inner: file, outer: file };
    let n = |names: &[&str], usual: u32| N::from(keys.int(names).unwrap_or(usual).min(65_536));
    let t = Tower {
        h: n(&["hidden_size", "embed_dim", "vt_hidden_size"], 1_024),
        f: n(&["intermediate_size", "vt_intermediate_size"], 4_096),
        layers: n(&["depth", "num_hidden_layers", "vt_num_hidden_layers"], 24),
        patch: n(&["patch_size"], 14).max(1),
        image: n(&["image_size"], 336),
        text: N::from(text_hidden),
        merge: n(&["spatial_merge_size"], 2),
        time: n(&["temporal_patch_size"], 2),
        out: n(&["out_hidden_size"], text_hidden),
        channels: n(&["in_chans", "in_channels", "num_channels"], 3),
    };
    let outer = file.get("model_type").and_then(Value::text).unwrap_or("");
    let mut exact = true;
    let total = match outer {
        "qwen2_vl" => {
            // The published key is a ratio.
            let h = n(&["embed_dim"], 1_280);
            let f = h * n(&["mlp_ratio"], 4);
            let out = n(&["hidden_size"], text_hidden);
            qwen2(&Tower { h, f, out, ..t })
        }
        "qwen2_5_vl" => qwen2_5(&t),
        "qwen3_vl" | "qwen3_vl_moe" | "qwen3_5" | "qwen3_5_moe" => qwen3(
            &t,
            n(&["num_position_embeddings"], 2_304),
            keys.list(&["deepstack_visual_indexes"]).len() as N,
        ),
        "gemma3" | "paligemma" => siglip(&t) + t.h * t.text + if outer == "gemma3" { t.h } else { t.text },
        "gemma4" => gemma4(&t, n(&["position_embedding_size"], 10_240), n(&["head_dim"], 72)),
        "mistral3" => pixtral(&t, whole.int(&["spatial_merge_size"]).unwrap_or(2).into()),
        "llava" | "llava_next" => {
            let extra = if outer == "llava_next" { t.text } else { 0 };
            clip(&t) + t.h * t.text + t.text + t.text * t.text + t.text + extra
        }
        "mllama" => mllama(
            &t,
            n(&["num_global_layers"], 8),
            n(&["max_num_tiles"], 4),
            n(&["vision_output_dim"], 7_680),
        ),
        "llama4" => {
            let (inside, outside) = (n(&["projector_input_dim"], 4_096), n(&["projector_output_dim"], 4_096));
            clip(&t) + t.f * inside + inside * outside + n(&["vision_output_dim"], 4_096) * t.text
        }
        "kimi_k25" => {
            let grid = n(&["init_pos_emb_height"], 64) * n(&["init_pos_emb_width"], 64);
            let wide = 4 * t.h;
            patches(&t, 1)
                + t.h
                + grid * t.h
                + t.layers * block(t.h, t.f)
                + 2 * t.h
                + 2 * t.h
                + wide * wide
                + wide
                + wide * t.text
                + t.text
        }
        _ => {
            exact = false;
            siglip(&t) + t.h * t.text + t.text * t.text
        }
    };
    Some(Part { params: u64::try_from(total).unwrap_or(u64::MAX).min(1_000_000_000_000_000), exact })
}

/// Patch embedding without bias.
fn patches(t: &Tower, time: N) -> N {
    t.channels * time * t.patch * t.patch * t.h
}

/// A transformer block with biases everywhere and two layer norms.
fn block(h: N, f: N) -> N {
    4 * h + 4 * (h * h + h) + 2 * h * f + f + h
}

/// Tokens of a square image.
fn grid(t: &Tower) -> N {
    (t.image / t.patch) * (t.image / t.patch)
}

fn clip(t: &Tower) -> N {
    // Class token, patches, positions, norm before and after.
    t.h + patches(t, 1) + (grid(t) + 1) * t.h + 4 * t.h + t.layers * block(t.h, t.f)
}

fn siglip(t: &Tower) -> N {
    patches(t, 1) + t.h + grid(t) * t.h + t.layers * block(t.h, t.f) + 2 * t.h
}

fn qwen2(t: &Tower) -> N {
    let wide = t.merge * t.merge * t.h;
    patches(t, t.time) + t.layers * block(t.h, t.f) + 2 * t.h + wide * wide + wide + wide * t.out + t.out
}

fn qwen2_5(t: &Tower) -> N {
    let (h, f) = (t.h, t.f);
    let wide = t.merge * t.merge * h;
    // RMS norms, biased attention, gated and biased network.
    let layer = 2 * h + 4 * h * h + 4 * h + 3 * h * f + 2 * f + h;
    patches(t, t.time) + t.layers * layer + h + wide * wide + wide + wide * t.out + t.out
}

fn qwen3(t: &Tower, positions: N, deep: N) -> N {
    let wide = t.merge * t.merge * t.h;
    let merger = |norm: N| 2 * norm + wide * wide + wide + wide * t.out + t.out;
    patches(t, t.time)
        + t.h
        + positions * t.h
        + t.layers * block(t.h, t.f)
        + merger(t.h)
        + deep * merger(wide)
}

fn gemma4(t: &Tower, positions: N, head: N) -> N {
    let layer = 4 * t.h * t.h + 3 * t.h * t.f + 4 * t.h + 2 * head;
    patches(t, 1) + 2 * positions * t.h + t.layers * layer + t.h * t.text
}

fn pixtral(t: &Tower, merge: N) -> N {
    let layer = 2 * t.h + 4 * t.h * t.h + 3 * t.h * t.f;
    patches(t, 1) + t.h + t.layers * layer + t.h + merge * merge * t.h * t.h + t.h * t.text + t.text * t.text
}

fn mllama(t: &Tower, global: N, tiles: N, out: N) -> N {
    let (h, tokens) = (t.h, grid(t) + 1);
    // Attention has no bias here.
    let layer = block(h, t.f) - 4 * h;
    // Aspect ratios of up to four tiles: 8 and none.
    let ratios = 9;
    patches(t, 1)
        + h
        + 1
        + tokens * h
        + ratios * tiles * tokens * h
        + 2 * (ratios * tiles * h + 1)
        + 4 * h
        + (t.layers + global) * layer
        + 2 * global
        + out * t.text
        + t.text
}
