//! Counting the weights of an architecture (models.md §2). The same formulas serve the catalog,
//! the importers and the engine's split of a model over cards.

use super::arch::*;

/// Weights of one layer, in parts. All in elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerParams {
    /// Mixer: attention, latent attention or recurrent.
    pub mixer: u64,
    /// Dense network, router, shared experts: everything of the MLP but routed experts.
    pub mlp: u64,
    /// Routed experts.
    pub experts: u64,
    /// Norms.
    pub norms: u64,
}

impl LayerParams {
    /// All of it.
    pub const fn total(&self) -> u64 {
        self.mixer + self.mlp + self.experts + self.norms
    }
}

impl Architecture {
    /// Weights of one layer of group `g`.
    pub fn layer_params(&self, g: &LayerGroup) -> LayerParams {
        let h = u64::from(self.hidden);
        let (mlp, experts) = match g.mlp {
            Mlp::None => (0, 0),
            Mlp::Dense { ffn } => (self.mlp_params(u64::from(ffn), self.detail.mlp_bias), 0),
            Mlp::Moe(m) => self.moe_params(&m),
        };
        let mixer = match g.mixer {
            Mixer::None => 0,
            Mixer::Attention(a) => self.attention_params(&a),
            Mixer::Mla(m) => mla_params(h, &m),
            Mixer::Recurrent(r) => r.params,
        };
        let norms = u64::from(self.detail.norms_per_layer) * self.detail.norm.params(h);
        LayerParams { mixer, mlp, experts, norms }
    }

    /// Every weight by the formula: embedding, head, layers, final norm, other parts, vision.
    pub fn count(&self) -> u64 {
        let layers: u64 = self.groups.iter().map(|g| u64::from(g.count) * self.layer_params(g).total()).sum();
        self.outer_params() + layers + self.params_other + self.params_vision
    }

    /// Weights that one token uses by the formula: without vision and without the routed experts
    /// that it does not visit.
    pub fn count_active(&self) -> u64 {
        let idle: u64 = self
            .groups
            .iter()
            .map(|g| match g.mlp {
                Mlp::Moe(m) if m.experts > 0 => {
                    let each = self.layer_params(g).experts / u64::from(m.experts);
                    u64::from(g.count) * each * u64::from(m.experts.saturating_sub(m.top_k))
                }
                _ => 0,
            })
            .sum();
        self.count().saturating_sub(idle).saturating_sub(self.params_vision)
    }

    /// Embedding, head with bias, and final norm.
    pub fn outer_params(&self) -> u64 {
        let bias = if self.detail.head_bias { u64::from(self.vocab) } else { 0 };
        self.embed_params() + self.head_params() + bias + self.detail.norm.params(u64::from(self.hidden))
    }

    fn mlp_params(&self, ffn: u64, bias: bool) -> u64 {
        if ffn == 0 {
            return 0;
        }
        let h = u64::from(self.hidden);
        let matrices = u64::from(self.mlp_matrices());
        let bias = if bias { (matrices - 1) * ffn + h } else { 0 };
        matrices * h * ffn + bias
    }

    /// Router, shared and side networks; routed experts.
    fn moe_params(&self, m: &Moe) -> (u64, u64) {
        let (h, experts) = (u64::from(self.hidden), u64::from(m.experts));
        let router = experts * h + if self.detail.router_bias { experts } else { 0 };
        let shared = self.mlp_params(u64::from(m.shared_ffn), false);
        let gate = if m.shared_gate { h } else { 0 };
        let beside = self.mlp_params(u64::from(m.beside_ffn), self.detail.mlp_bias);
        let routed = experts * self.mlp_params(u64::from(m.ffn), self.detail.expert_bias);
        (router + shared + gate + beside, routed)
    }

    fn attention_params(&self, a: &Attention) -> u64 {
        let h = u64::from(self.hidden);
        let (heads, kv) = (u64::from(a.heads), u64::from(a.kv_heads));
        let (d, dv) = (u64::from(a.head_dim), u64::from(a.v_head_dim));
        let q = heads * d;
        let k = kv * d;
        let v = if a.k_eq_v { 0 } else { kv * dv };
        let gate = if a.q_gate { q } else { 0 };
        let bias = if self.detail.qkv_bias { q + k + v } else { 0 } + if self.detail.o_bias { h } else { 0 };
        let norm = match self.detail.qk_norm {
            QkNorm::None => 0,
            QkNorm::Head => 2 * d,
            QkNorm::Full => q + k,
        };
        // The norms of cross-attention belong to `params_other`.
        let norm = if a.cross { 0 } else { norm };
        h * (q + gate + k + v) + heads * dv * h + bias + norm
    }
}

fn mla_params(h: u64, m: &Mla) -> u64 {
    let heads = u64::from(m.heads);
    let (kv, q_rank) = (u64::from(m.kv_rank), u64::from(m.q_rank));
    let (p, n, v) = (u64::from(m.rope_dim), u64::from(m.nope_dim), u64::from(m.v_dim));
    let q = if q_rank > 0 { h * q_rank + q_rank + q_rank * heads * (n + p) } else { h * heads * (n + p) };
    let kv = h * (kv + p) + kv + kv * heads * (n + v);
    let (ih, id) = (u64::from(m.index_heads), u64::from(m.index_dim));
    // Indexer of DeepSeek V3.2 and GLM-5: wq_b, wk, k norm with bias, weights_proj (models.md §3).
    let indexer = if ih > 0 { q_rank * ih * id + h * id + 2 * id + h * ih } else { 0 };
    q + kv + heads * v * h + indexer
}

impl Recurrent {
    /// Gated DeltaNet (Qwen3-Next, 3.5, 3.6).
    pub fn gdn(hidden: u32, k_heads: u32, v_heads: u32, k_dim: u32, v_dim: u32, conv: u32) -> Self {
        let h = u64::from(hidden);
        let (kd, vd) = (u64::from(k_heads) * u64::from(k_dim), u64::from(v_heads) * u64::from(v_dim));
        let (vh, conv) = (u64::from(v_heads), u64::from(conv));
        let mixed = 2 * kd + vd;
        Self {
            kind: RecurrentKind::Gdn,
            state: vh * u64::from(k_dim) * u64::from(v_dim),
            conv_state: mixed * conv.saturating_sub(1),
            params: h * (2 * kd + 2 * vd) + h * 2 * vh + mixed * conv + 2 * vh + u64::from(v_dim) + vd * h,
            inner: v_heads.saturating_mul(v_dim),
        }
    }

    /// Kimi delta attention: `heads` of width `dim`.
    pub fn kda(hidden: u32, heads: u32, dim: u32, conv: u32) -> Self {
        let (h, n, dim64, conv) = (u64::from(hidden), u64::from(heads), u64::from(dim), u64::from(conv));
        let d = n * dim64;
        Self {
            kind: RecurrentKind::Kda,
            state: n * dim64 * dim64,
            conv_state: 3 * d * conv.saturating_sub(1),
            params: 4 * h * d + 3 * d * conv + 2 * (h * dim64 + dim64 * d) + d + n + h * n + dim64,
            inner: heads.saturating_mul(dim),
        }
    }

    /// Lightning attention (MiniMax): `heads` of width `dim`.
    pub fn lightning(hidden: u32, heads: u32, dim: u32) -> Self {
        let (h, d) = (u64::from(hidden), u64::from(heads) * u64::from(dim));
        Self {
            kind: RecurrentKind::Lightning,
            state: d * u64::from(dim),
            conv_state: 0,
            params: 5 * h * d + d,
            inner: heads.saturating_mul(dim),
        }
    }

    /// Mamba 1; `inner_norm` adds the norms of Jamba.
    pub fn mamba1(hidden: u32, inner: u32, state: u32, conv: u32, dt_rank: u32, inner_norm: bool) -> Self {
        let (h, di, s) = (u64::from(hidden), u64::from(inner), u64::from(state));
        let (conv, dt) = (u64::from(conv), u64::from(dt_rank));
        let norms = if inner_norm { dt + 2 * s } else { 0 };
        Self {
            kind: RecurrentKind::Mamba1,
            state: di * s,
            conv_state: di * conv.saturating_sub(1),
            params: h * 2 * di
                + di * conv
                + di
                + di * (dt + 2 * s)
                + dt * di
                + di
                + di * s
                + di
                + di * h
                + norms,
            inner,
        }
    }

    /// Mamba 2 (Nemotron-H, Granite 4 H).
    pub fn mamba2(hidden: u32, inner: u32, state: u32, groups: u32, heads: u32, conv: u32) -> Self {
        let (h, di, nh, conv) = (u64::from(hidden), u64::from(inner), u64::from(heads), u64::from(conv));
        let g = u64::from(groups) * u64::from(state);
        let c = di + 2 * g;
        Self {
            kind: RecurrentKind::Mamba2,
            state: di * u64::from(state),
            conv_state: c * conv.saturating_sub(1),
            params: h * (2 * di + 2 * g + nh) + c * conv + c + 3 * nh + di + di * h,
            inner,
        }
    }

    /// Short convolution (LFM2).
    pub fn short_conv(hidden: u32, conv: u32) -> Self {
        let (h, conv) = (u64::from(hidden), u64::from(conv));
        Self {
            kind: RecurrentKind::ShortConv,
            state: 0,
            conv_state: h * conv.saturating_sub(1),
            params: 4 * h * h + h * conv,
            inner: hidden,
        }
    }
}
