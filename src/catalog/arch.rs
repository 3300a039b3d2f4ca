//! What a model is made of: groups of equal layers. Every formula for parameters, caches,
//! activations and work reads this, and importers produce it.

use serde::Serialize;

/// A model's architecture. Sizes count elements, never bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Architecture {
    /// What family of model it is.
    pub kind: ArchKind,
    /// Width of the residual stream.
    pub hidden: u32,
    /// Width of the embedding table where it differs from `hidden` (OPT-350m); else 0.
    pub embed_dim: u32,
    /// Rows of the embedding table.
    pub vocab: u32,
    /// The output head is the embedding table.
    pub tied: bool,
    /// The longest context its configuration states, in tokens; 0 where unknown.
    pub max_context: u32,
    /// Layers grouped by kind, in the order in which each kind first occurs (so that a pattern of
    /// 5 local : 1 global is two groups). In a decoder with cross-attention the cross blocks are a
    /// group of their own without MLP.
    pub groups: Vec<LayerGroup>,
    /// Every weight of the deployable model, counted once (tied once, vision tower included).
    pub params_total: u64,
    /// Weights that one token uses (embedding and head included, vision tower excluded).
    pub params_active: u64,
    /// Vision tower and projector, already inside `params_total`.
    pub params_vision: u64,
    /// Weights outside embedding, head, layers and final norm (positions, projections, …).
    pub params_other: u64,
    /// The counts come from a formula or a file, not from a bare number typed by a person.
    pub exact: bool,
    /// Whether the formula reproduces `params_total` (models.md §2 lists those that are not modelled).
    pub modelled: bool,
    /// What is needed to count parameters exactly.
    pub detail: Detail,
    /// For encoder-decoder models: layers of the encoder come first in `groups`, this many of them.
    pub encoder_layers: u32,
    /// Longest encoder input in positions (Whisper: 1,500); 0 where the encoder reads the prompt.
    pub encoder_positions: u32,
    /// The parts of an image or video pipeline; `None` for everything else.
    pub diffusion: Option<Diffusion>,
    /// Vision models: image side in pixels, patch side in pixels, tokens per image; 0 where unknown.
    pub image: u32,
    /// Patch side in pixels.
    pub patch: u32,
    /// Tokens of one image.
    pub image_tokens: u32,
    /// GFLOPs for one 640 x 640 image, where published (detectors).
    pub gflops_640: f32,
}

/// Broad family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchKind {
    /// Autoregressive language model, with or without a vision tower.
    #[default]
    Decoder,
    /// Bidirectional encoder (embedding, rerank, classification, vision transformers).
    Encoder,
    /// Encoder and decoder with cross-attention (T5, Whisper).
    EncoderDecoder,
    /// Denoiser with text encoders and VAE.
    Diffusion,
    /// Convolutional or detection network: only its parameter count is known.
    Conv,
}

/// `count` equal layers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct LayerGroup {
    /// How many.
    pub count: u32,
    /// What mixes tokens.
    pub mixer: Mixer,
    /// What follows it.
    pub mlp: Mlp,
}

/// The part of a layer that mixes tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mixer {
    /// Softmax attention with key and value heads (MHA, GQA, MQA).
    Attention(Attention),
    /// Multi-head latent attention (DeepSeek V2/V3, Kimi K2, GLM-5 …).
    Mla(Mla),
    /// Constant-size state instead of a growing cache.
    Recurrent(Recurrent),
    /// No mixer (a layer that is only an MLP or only experts).
    None,
}

/// Softmax attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Attention {
    /// Query heads.
    pub heads: u32,
    /// Key and value heads.
    pub kv_heads: u32,
    /// Width of a key.
    pub head_dim: u32,
    /// Width of a value (usually `head_dim`).
    pub v_head_dim: u32,
    /// How far a token sees; `None` is the whole context.
    pub window: Option<u32>,
    /// The window is a chunk that starts afresh (Llama 4), not a sliding one.
    pub chunked: bool,
    /// The query projection is doubled by an output gate (Qwen3-Next, 3.5).
    pub q_gate: bool,
    /// Keys and values come from the encoder or the image: the cache does not grow with the text.
    pub cross: bool,
    /// Reads the cache of an earlier layer and owns none (Gemma 3n, E2B, E4B).
    pub shares_kv: bool,
    /// Values are the keys: no v projection (Gemma 4 global layers); both are still cached.
    pub k_eq_v: bool,
}

/// Multi-head latent attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Mla {
    /// Query heads.
    pub heads: u32,
    /// Rank of the compressed keys and values: what is cached.
    pub kv_rank: u32,
    /// Rank of the compressed query; 0 when the query is not compressed.
    pub q_rank: u32,
    /// Width of the rotary part of a key: cached once for all heads.
    pub rope_dim: u32,
    /// Width of the part without position.
    pub nope_dim: u32,
    /// Width of a value.
    pub v_dim: u32,
    /// Heads of the sparse indexer (DeepSeek V3.2, GLM-5); 0 without one.
    pub index_heads: u32,
    /// Width of an indexer key, cached per token and layer.
    pub index_dim: u32,
}

/// A layer with constant state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Recurrent {
    /// Which mixer.
    pub kind: RecurrentKind,
    /// Elements of the recurrent state per sequence and layer (without the convolution tail).
    pub state: u64,
    /// Elements of the convolution tail per sequence and layer.
    pub conv_state: u64,
    /// Weights of the mixer, per layer.
    pub params: u64,
    /// Inner width (what activations are wide).
    pub inner: u32,
}

/// Kinds of recurrent mixer (models.md §2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecurrentKind {
    /// Gated DeltaNet (Qwen3-Next, 3.5, 3.6).
    #[default]
    Gdn,
    /// Kimi delta attention.
    Kda,
    /// Lightning attention (MiniMax).
    Lightning,
    /// Mamba 1.
    Mamba1,
    /// Mamba 2.
    Mamba2,
    /// Short convolution (LFM2).
    ShortConv,
}

/// The feed-forward part of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mlp {
    /// One dense network of width `ffn`.
    Dense {
        /// Inner width.
        ffn: u32,
    },
    /// A router and experts.
    Moe(Moe),
    /// None.
    None,
}

/// A mixture of experts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Moe {
    /// Routed experts.
    pub experts: u32,
    /// Experts that one token uses.
    pub top_k: u32,
    /// Inner width of an expert.
    pub ffn: u32,
    /// Total inner width of the shared experts; 0 without.
    pub shared_ffn: u32,
    /// The shared expert has a gate of one row (Qwen2-MoE, Qwen3-Next, 3.5).
    pub shared_gate: bool,
    /// Width of a dense network beside the experts (Gemma 4 26B); 0 without.
    pub beside_ffn: u32,
}

/// Yes-or-no details that only exact counting needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Detail {
    /// MLPs have gate, up and down (3 matrices), else up and down (2).
    pub gated: bool,
    /// Bias on q, k, v.
    pub qkv_bias: bool,
    /// Bias on the attention output.
    pub o_bias: bool,
    /// Bias in dense MLPs.
    pub mlp_bias: bool,
    /// Bias in experts.
    pub expert_bias: bool,
    /// Bias of the output head.
    pub head_bias: bool,
    /// Norm on q and k: none, per head, or over the full width.
    pub qk_norm: QkNorm,
    /// Kind of norm.
    pub norm: NormKind,
    /// Norms per layer.
    pub norms_per_layer: u32,
    /// Bias of the router.
    pub router_bias: bool,
    /// Router bias is the score correction of DeepSeek V3 (else a linear bias).
    pub router_correction: bool,
}

/// Norms on queries and keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum QkNorm {
    /// None.
    #[default]
    None,
    /// One per head width.
    Head,
    /// Over all heads.
    Full,
}

/// Kinds of norm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NormKind {
    /// RMS norm: one weight per channel.
    #[default]
    Rms,
    /// Layer norm with weight and bias.
    Layer,
    /// Layer norm without bias.
    LayerNoBias,
    /// No weights.
    None,
}

impl NormKind {
    /// Elements for a width of `h`.
    pub const fn params(self, h: u64) -> u64 {
        match self {
            Self::Rms | Self::LayerNoBias => h,
            Self::Layer => 2 * h,
            Self::None => 0,
        }
    }
}

/// An image or video pipeline, in weights per component.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Diffusion {
    /// The denoiser that runs each step (one of two where a pipeline has two).
    pub denoiser: u64,
    /// How many denoisers the pipeline ships (Wan 2.2 A14B: 2).
    pub denoisers: u32,
    /// All text encoders together.
    pub text_encoders: u64,
    /// The VAE.
    pub vae: u64,
    /// The denoiser is a transformer over latent tokens (DiT), else a UNet.
    pub transformer: bool,
    /// Native image side in pixels; 0 where unknown.
    pub native_side: u32,
    /// Downsampling of the VAE (8 for SD and FLUX).
    pub vae_factor: u32,
    /// Latent channels.
    pub latent_channels: u32,
    /// Frames of a native clip; 1 for images.
    pub frames: u32,
}

impl Architecture {
    /// All layers, encoder included. A cross-attention block without MLP belongs to the layer
    /// before it and does not count.
    pub fn layers(&self) -> u32 {
        let part = |g: &LayerGroup| {
            matches!((g.mixer, g.mlp), (Mixer::Attention(Attention { cross: true, .. }), Mlp::None))
        };
        self.groups.iter().filter(|g| !part(g)).map(|g| g.count).sum()
    }
    /// Elements of the embedding table.
    pub fn embed_params(&self) -> u64 {
        u64::from(self.vocab) * u64::from(if self.embed_dim > 0 { self.embed_dim } else { self.hidden })
    }
    /// Elements of a separate output head; 0 when tied or without a vocabulary head (encoders).
    pub fn head_params(&self) -> u64 {
        let has_head = matches!(self.kind, ArchKind::Decoder | ArchKind::EncoderDecoder);
        if self.tied || !has_head { 0 } else { self.embed_params() }
    }
    /// Routed expert weights over all layers.
    pub fn expert_params(&self) -> u64 {
        let per = u64::from(self.mlp_matrices()) * u64::from(self.hidden);
        self.groups
            .iter()
            .map(|g| match g.mlp {
                Mlp::Moe(m) => u64::from(g.count) * u64::from(m.experts) * per * u64::from(m.ffn),
                _ => 0,
            })
            .sum()
    }
    /// Matrices of an MLP: 3 gated, 2 plain.
    pub const fn mlp_matrices(&self) -> u32 {
        if self.detail.gated { 3 } else { 2 }
    }
    /// Whether any layer routes to experts.
    pub fn is_moe(&self) -> bool {
        self.groups.iter().any(|g| matches!(g.mlp, Mlp::Moe(_)))
    }
    /// The first softmax attention of the model: what display calls "the heads".
    pub fn main_attention(&self) -> Option<Attention> {
        self.groups.iter().find_map(|g| match g.mixer {
            Mixer::Attention(a) if !a.cross => Some(a),
            _ => None,
        })
    }
    /// The first latent attention of the model.
    pub fn main_mla(&self) -> Option<Mla> {
        self.groups.iter().find_map(|g| match g.mixer {
            Mixer::Mla(m) => Some(m),
            _ => None,
        })
    }
    /// Query heads of the widest kind of attention; 1 without attention.
    pub fn heads(&self) -> u32 {
        self.groups
            .iter()
            .map(|g| match g.mixer {
                Mixer::Attention(a) => a.heads,
                Mixer::Mla(m) => m.heads,
                _ => 0,
            })
            .max()
            .unwrap_or(0)
            .max(1)
    }
}
