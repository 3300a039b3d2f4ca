//! Everything that is not a plain decoder: encoders, encoder-decoders, image pipelines.

use super::keys::Keys;
use super::{NotAModel, family, speech};
use crate::catalog::{ArchKind, Architecture, Attention, Catalog, Detail, LayerGroup, Mixer, Mlp, NormKind};
use crate::import::json::Value;

/// Encoders and encoder-decoders; `None` for everything else. Whether the counts are only near.
pub fn special(t: &str, file: &Value, keys: &Keys) -> Result<Option<(Architecture, bool)>, NotAModel> {
    Ok(Some(match family::base(t) {
        "bert" | "roberta" | "xlm-roberta" | "camembert" => (bert(keys)?, false),
        "electra" | "distilbert" | "deberta-v2" | "modernbert" | "mpnet" | "nomic_bert" | "new" => {
            (bert(keys)?, true)
        }
        "albert" => (albert(keys)?, false),
        "vit" => (vit(keys)?, false),
        "dinov2" | "siglip_vision_model" | "beit" | "deit" => (vit(keys)?, true),
        "clip" => (clip(file)?, false),
        "t5" | "umt5" | "mt5" => (t5(keys)?, family::base(t) != "t5"),
        "bart" | "mbart" | "m2m_100" | "pegasus" => (bart(t, keys)?, false),
        "marian" | "blenderbot" | "blenderbot-small" | "plbart" | "led" => (bart(t, keys)?, true),
        "whisper" => (speech::whisper(keys)?, false),
        "wav2vec2" | "hubert" => (speech::wav2vec2(keys)?, false),
        "wavlm" | "data2vec-audio" | "unispeech" | "unispeech-sat" => (speech::wav2vec2(keys)?, true),
        _ => return Ok(None),
    }))
}

/// A stack of equal layers.
#[derive(Clone, Copy)]
pub(super) struct Stack {
    pub hidden: u32,
    pub layers: u32,
    pub heads: u32,
    pub head_dim: u32,
    pub ffn: u32,
}

impl Stack {
    pub(super) fn read(keys: &Keys) -> Result<Self, NotAModel> {
        let missing = |key| NotAModel::Missing { key };
        let some = |names: &[&str]| keys.int(names).filter(|n| *n > 0);
        let hidden = some(&["hidden_size", "d_model", "dim"]).ok_or(missing("hidden_size"))?;
        let layers =
            some(&["num_hidden_layers", "num_layers", "n_layers"]).ok_or(missing("num_hidden_layers"))?;
        let heads =
            some(&["num_attention_heads", "num_heads", "n_heads"]).ok_or(missing("num_attention_heads"))?;
        // Bounds keep every product of the counts below inside `u64`.
        Ok(Self {
            hidden: hidden.min(131_072),
            layers: layers.min(1_000),
            heads: heads.min(16_384),
            head_dim: some(&["d_kv", "head_dim"]).unwrap_or(hidden / heads).min(16_384),
            ffn: some(&["intermediate_size", "d_ff", "hidden_dim"]).unwrap_or(hidden.saturating_mul(4)),
        })
    }
    fn attention(&self) -> Attention {
        Attention {
            heads: self.heads,
            kv_heads: self.heads,
            head_dim: self.head_dim,
            v_head_dim: self.head_dim,
            ..Attention::default()
        }
    }
    fn group(&self) -> LayerGroup {
        LayerGroup {
            count: self.layers,
            mixer: Mixer::Attention(self.attention()),
            mlp: Mlp::Dense { ffn: self.ffn },
        }
    }
    /// One side of an encoder-decoder, whose sizes begin with `side`.
    pub(super) fn side(keys: &Keys, side: Side) -> Result<Self, NotAModel> {
        let missing = |key| NotAModel::Missing { key };
        let some = |names: &[&str]| keys.int(names).filter(|n| *n > 0);
        let hidden = some(&["d_model"]).ok_or(missing("d_model"))?.min(131_072);
        let [layers, heads, ffn] = match side {
            Side::Encoder => ["encoder_layers", "encoder_attention_heads", "encoder_ffn_dim"],
            Side::Decoder => ["decoder_layers", "decoder_attention_heads", "decoder_ffn_dim"],
        };
        let heads = some(&[heads]).ok_or(missing(heads))?;
        Ok(Self {
            hidden,
            layers: some(&[layers]).ok_or(missing(layers))?.min(1_000),
            heads: heads.min(16_384),
            head_dim: (hidden / heads).min(16_384),
            ffn: some(&[ffn]).unwrap_or(hidden.saturating_mul(4)),
        })
    }
    /// Biased attention and network, two layer norms.
    pub(super) fn weights(&self) -> u64 {
        let (h, f) = (u64::from(self.hidden), u64::from(self.ffn));
        u64::from(self.layers) * (4 * h + 4 * (h * h + h) + 2 * h * f + f + h)
    }
}

/// A side of an encoder-decoder.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Encoder,
    Decoder,
}

pub(super) const ENCODER: Detail = Detail {
    gated: false,
    qkv_bias: true,
    o_bias: true,
    mlp_bias: true,
    expert_bias: false,
    head_bias: false,
    qk_norm: crate::catalog::QkNorm::None,
    norm: NormKind::Layer,
    norms_per_layer: 2,
    router_bias: false,
    router_correction: false,
};

pub(super) fn encoder(stack: &Stack, total: u64) -> Architecture {
    Architecture {
        kind: ArchKind::Encoder,
        hidden: stack.hidden,
        groups: vec![stack.group()],
        params_total: total,
        params_active: total,
        exact: true,
        detail: ENCODER,
        ..Architecture::default()
    }
}

/// With pooler, without the head that pre-training used.
fn bert(keys: &Keys) -> Result<Architecture, NotAModel> {
    let s = Stack::read(keys)?;
    let vocab =
        keys.large(&["vocab_size"]).filter(|v| *v > 0).ok_or(NotAModel::Missing { key: "vocab_size" })?;
    let positions = keys.int(&["max_position_embeddings"]).unwrap_or(512);
    let types = keys.int(&["type_vocab_size"]).unwrap_or(2);
    let h = u64::from(s.hidden);
    let rows = u64::from(vocab.min(10_000_000)) + u64::from(positions) + u64::from(types);
    let total = rows * h + 2 * h + s.weights() + h * h + h;
    Ok(Architecture { vocab, max_context: positions, ..encoder(&s, total) })
}

/// Narrow tables, and layers that share their weights (one set for each of `num_hidden_groups`).
fn albert(keys: &Keys) -> Result<Architecture, NotAModel> {
    let s = Stack::read(keys)?;
    let missing = |key| NotAModel::Missing { key };
    let vocab = keys.large(&["vocab_size"]).filter(|v| *v > 0).ok_or(missing("vocab_size"))?;
    let narrow = keys.int(&["embedding_size"]).filter(|n| *n > 0).ok_or(missing("embedding_size"))?;
    let positions = keys.int(&["max_position_embeddings"]).unwrap_or(512);
    let sets = keys.int(&["num_hidden_groups"]).unwrap_or(1).clamp(1, s.layers);
    let sets = sets * keys.int(&["inner_group_num"]).unwrap_or(1).clamp(1, 100);
    let (h, e) = (u64::from(s.hidden), u64::from(narrow.min(131_072)));
    let rows = u64::from(vocab.min(10_000_000))
        + u64::from(positions)
        + u64::from(keys.int(&["type_vocab_size"]).unwrap_or(2));
    let own = Stack { layers: sets, ..s };
    let total = rows * e + 2 * e + e * h + h + own.weights() + h * h + h;
    Ok(Architecture { vocab, embed_dim: narrow, max_context: positions, ..encoder(&s, total) })
}

fn vit(keys: &Keys) -> Result<Architecture, NotAModel> {
    let s = Stack::read(keys)?;
    let (image, patch) =
        (keys.int(&["image_size"]).unwrap_or(224), keys.int(&["patch_size"]).unwrap_or(16).max(1));
    let channels = u64::from(keys.int(&["num_channels"]).unwrap_or(3).min(64));
    let (h, side, p) =
        (u64::from(s.hidden), u64::from((image / patch).min(4_096)), u64::from(patch.min(4_096)));
    // A head of 1,000 classes unless the file names its own.
    let classes = keys.any(&["id2label"]).map_or(1_000, |l| l.pairs().len() as u64);
    let total =
        h + channels * p * p * h + h + (side * side + 1) * h + s.weights() + 2 * h + classes * (h + 1);
    let tokens = u32::try_from(side * side + 1).unwrap_or(0);
    Ok(Architecture { image, patch, image_tokens: tokens, ..encoder(&s, total) })
}

/// Two towers; the sizes shown are those of the vision tower.
fn clip(file: &Value) -> Result<Architecture, NotAModel> {
    let part = |name: &'static str| {
        let inner = file.get(name).filter(|v| matches!(v, Value::Map(_)));
        inner.map(|inner| Keys { inner, outer: inner }).ok_or(NotAModel::Missing { key: name })
    };
    let (text, vision) = (part("text_config")?, part("vision_config")?);
    let (t, v) = (Stack::read(&text)?, Stack::read(&vision)?);
    let (image, patch) =
        (vision.int(&["image_size"]).unwrap_or(224), vision.int(&["patch_size"]).unwrap_or(32).max(1));
    let whole = Keys { inner: file, outer: file };
    let proj = u64::from(whole.int(&["projection_dim"]).unwrap_or(512));
    let (th, vh) = (u64::from(t.hidden), u64::from(v.hidden));
    let (side, p) = (u64::from((image / patch).min(4_096)), u64::from(patch.min(4_096)));
    let vocab = u64::from(text.large(&["vocab_size"]).unwrap_or(49_408).min(10_000_000));
    let positions = u64::from(text.int(&["max_position_embeddings"]).unwrap_or(77));
    let seen = vh + 3 * p * p * vh + (side * side + 1) * vh + 4 * vh + v.weights();
    let read = (vocab + positions) * th + t.weights() + 2 * th;
    let total = seen + read + (th + vh) * proj + 1;
    let tokens = u32::try_from(side * side + 1).unwrap_or(0);
    Ok(Architecture { image, patch, image_tokens: tokens, ..encoder(&v, total) })
}

/// Both stacks and the cross-attention of the decoder, which is a group of its own.
pub(super) fn two_stacks(encoder: &Stack, decoder: &Stack) -> Vec<LayerGroup> {
    let cross = Attention { cross: true, ..decoder.attention() };
    vec![
        encoder.group(),
        decoder.group(),
        LayerGroup { count: decoder.layers, mixer: Mixer::Attention(cross), mlp: Mlp::None },
    ]
}

fn t5(keys: &Keys) -> Result<Architecture, NotAModel> {
    let s = Stack::read(keys)?;
    let decoder = Stack {
        layers: keys.int(&["num_decoder_layers"]).unwrap_or(s.layers).min(1_000),
        ..Stack::read(keys)?
    };
    let vocab = keys.large(&["vocab_size"]).unwrap_or(32_128).min(10_000_000);
    let gated = keys.text(&["feed_forward_proj"]).is_some_and(|p| p.starts_with("gated"));
    let tied = keys.flag(&["tie_word_embeddings"]).unwrap_or(true);
    let (h, f) = (u64::from(s.hidden), u64::from(s.ffn));
    let attention = 4 * h * u64::from(s.heads) * u64::from(s.head_dim.min(16_384));
    let network = if gated { 3 } else { 2 } * h * f;
    let buckets = u64::from(keys.int(&["relative_attention_num_buckets"]).unwrap_or(32).min(65_536));
    let total = u64::from(vocab) * h * if tied { 1 } else { 2 }
        + u64::from(s.layers) * (attention + network + 2 * h)
        + u64::from(decoder.layers) * (2 * attention + network + 3 * h)
        + 2 * buckets * u64::from(s.heads)
        + 2 * h;
    Ok(Architecture {
        kind: ArchKind::EncoderDecoder,
        hidden: s.hidden,
        vocab,
        tied,
        max_context: keys.large(&["n_positions"]).unwrap_or(512),
        groups: two_stacks(&s, &decoder),
        encoder_layers: s.layers,
        params_total: total,
        params_active: total,
        exact: true,
        detail: Detail { gated, norms_per_layer: 2, ..Detail::default() },
        ..Architecture::default()
    })
}

/// BART and its like: one table for both sides; positions learned in some, counted out in the others; a norm behind
/// the table (BART, mBART), at the end of each side (all but BART).
fn bart(t: &str, keys: &Keys) -> Result<Architecture, NotAModel> {
    let (enc, dec) = (Stack::side(keys, Side::Encoder)?, Stack::side(keys, Side::Decoder)?);
    let vocab =
        keys.large(&["vocab_size"]).filter(|v| *v > 0).ok_or(NotAModel::Missing { key: "vocab_size" })?;
    let context = keys.int(&["max_position_embeddings"]).unwrap_or(1_024);
    let h = u64::from(enc.hidden);
    let learned = if matches!(t, "bart" | "mbart") { 2 * (u64::from(context) + 2) * h + 4 * h } else { 0 };
    let ends = if t == "bart" { 0 } else { 4 * h };
    let cross = u64::from(dec.layers) * (4 * (h * h + h) + 2 * h);
    let total = u64::from(vocab.min(10_000_000)) * h + learned + ends + enc.weights() + dec.weights() + cross;
    Ok(Architecture {
        kind: ArchKind::EncoderDecoder,
        hidden: enc.hidden,
        vocab,
        tied: true,
        max_context: context,
        encoder_layers: enc.layers,
        groups: two_stacks(&enc, &dec),
        params_total: total,
        params_active: total,
        exact: true,
        detail: ENCODER,
        ..Architecture::default()
    })
}

/// What of a wrapper hears: a tower built as Whisper's encoder is, and one projection.
pub fn listens(file: &Value, text_hidden: u32) -> Option<super::vision::Part> {
    let audio = file.get("audio_config").filter(|v| matches!(v, Value::Map(_)))?;
    let keys = Keys { inner: audio, outer: audio };
    let exact = file.get("model_type").and_then(Value::text) == Some("qwen2_audio");
    let text = u64::from(text_hidden);
    let params = Stack::side(&keys, Side::Encoder)
        .map_or(0, |s| speech::encoder(&keys, &s) + u64::from(s.hidden) * text + text);
    Some(super::vision::Part { params, exact: exact && params > 0 })
}

/// The pipeline that a denoiser's configuration belongs to, by its class and one telling key
/// (models.md §9): text encoders and VAE are files of their own.
pub fn pipeline(file: &Value, catalog: &Catalog) -> Option<Architecture> {
    let class = file.get("_class_name").and_then(Value::text)?;
    let keys = Keys { inner: file, outer: file };
    let layers = keys.size(&["num_layers", "num_hidden_layers", "n_layers"]);
    let id = match class {
        "UNet2DConditionModel" => match keys.size(&["cross_attention_dim"]) {
            2_048 => "stable-diffusion-xl-base-1.0",
            1_024 => "stable-diffusion-2-1",
            768 => "stable-diffusion-v1-5",
            _ => return None,
        },
        "FluxTransformer2DModel" if keys.flag(&["guidance_embeds"]) == Some(true) => "flux.1-dev",
        "FluxTransformer2DModel" => "flux.1-schnell",
        "Flux2Transformer2DModel" => "flux.2-dev",
        "SD3Transformer2DModel" if layers >= 38 => "stable-diffusion-3.5-large",
        "SD3Transformer2DModel" if !keys.list(&["dual_attention_layers"]).is_empty() => {
            "stable-diffusion-3.5-medium"
        }
        "SD3Transformer2DModel" => "stable-diffusion-3-medium-diffusers",
        "PixArtTransformer2DModel" => "pixart-sigma-xl-2-1024-ms",
        "WanTransformer3DModel" if layers <= 30 => "wan2.1-t2v-1.3b-diffusers",
        "WanTransformer3DModel" => "wan2.1-t2v-14b-diffusers",
        "HunyuanVideoTransformer3DModel" => "hunyuanvideo",
        "CogVideoXTransformer3DModel" if layers <= 30 => "cogvideox-2b",
        "CogVideoXTransformer3DModel" => "cogvideox-5b",
        "LTXVideoTransformer3DModel" => "ltx-video",
        "MochiTransformer3DModel" => "mochi-1-preview",
        "QwenImageTransformer2DModel" => "qwen-image",
        "ZImageTransformer2DModel" => "z-image-turbo",
        _ => return None,
    };
    catalog.model_ix(id).map(|ix| catalog.model(ix).arch.clone())
}
