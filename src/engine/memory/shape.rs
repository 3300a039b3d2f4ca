//! Sums over an architecture that every formula needs, made once per job: counts by kind of tensor
//! and the distinct kinds of layer.

use crate::catalog::{ArchKind, Architecture, Attention, LayerGroup, Mixer, Mla, Mlp};

/// Sums over an [`Architecture`]. Counts are elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Distinct kinds of layer with their counts, order forgotten.
    pub kinds: Vec<LayerGroup>,
    /// Layers.
    pub layers: f64,
    /// Width of the residual stream.
    pub hidden: f64,
    /// Rows of the vocabulary.
    pub vocab: f64,
    /// All weights.
    pub total: f64,
    /// Weights one token uses.
    pub active: f64,
    /// Embedding table.
    pub embed: f64,
    /// Separate output head; 0 when tied.
    pub head: f64,
    /// Vision tower and projector.
    pub vision: f64,
    /// Matrices inside the layers without routed experts.
    pub linear: f64,
    /// Routed experts.
    pub experts: f64,
    /// Everything else: norms, routers, biases, positions, what no formula explains.
    pub rest: f64,
    /// Part of `linear` that tensor parallelism does not split: the down-projections of latent attention.
    pub replicated: f64,
    /// The largest matrix of a layer.
    pub largest_matrix: f64,
    /// The largest layer, experts included.
    pub largest_layer: f64,
    /// Width of gate and up of the largest MLP, for buffers.
    pub widest_ffn: f64,
    /// Widest query projection.
    pub widest_q: f64,
    /// Query heads of the widest attention.
    pub heads: f64,
    /// Share of the experts that one token uses.
    pub expert_share: f64,
}

/// Elements of the matrices of one mixer.
pub fn mixer_params(hidden: f64, mixer: &Mixer) -> f64 {
    match mixer {
        Mixer::Attention(a) => {
            let w = AttentionWidths::of(a);
            hidden * (w.q * if a.q_gate { 2.0 } else { 1.0 } + w.own_k + w.own_v + w.out)
        }
        Mixer::Mla(m) => mla_params(hidden, m),
        Mixer::Recurrent(r) => r.params as f64,
        Mixer::None => 0.0,
    }
}

/// Widths of the projections of an attention layer.
#[derive(Clone, Copy, Debug)]
pub struct AttentionWidths {
    /// Queries.
    pub q: f64,
    /// Keys as cached and multiplied.
    pub k: f64,
    /// Values as cached and multiplied.
    pub v: f64,
    /// Attention output before the output projection.
    pub out: f64,
    /// Keys that the layer has a matrix for.
    pub own_k: f64,
    /// Values that the layer has a matrix for.
    pub own_v: f64,
}

impl AttentionWidths {
    /// Of one attention.
    pub fn of(a: &Attention) -> Self {
        let (heads, kv) = (f64::from(a.heads), f64::from(a.kv_heads));
        let (dk, dv) =
            (f64::from(a.head_dim), f64::from(if a.v_head_dim == 0 { a.head_dim } else { a.v_head_dim }));
        let (k, v) = (kv * dk, kv * dv);
        Self {
            q: heads * dk,
            k,
            v,
            out: heads * dv,
            own_k: if a.shares_kv { 0.0 } else { k },
            own_v: if a.shares_kv || a.k_eq_v { 0.0 } else { v },
        }
    }
}

fn mla_params(h: f64, m: &Mla) -> f64 {
    let (a, n, p, v) = (f64::from(m.heads), f64::from(m.nope_dim), f64::from(m.rope_dim), f64::from(m.v_dim));
    let (r, rq) = (f64::from(m.kv_rank), f64::from(m.q_rank));
    let q = if m.q_rank > 0 { h * rq + rq * a * (n + p) } else { h * a * (n + p) };
    let index = if m.index_heads > 0 {
        let (ih, id) = (f64::from(m.index_heads), f64::from(m.index_dim));
        (if m.q_rank > 0 { rq } else { h }) * ih * id + h * id + h * ih
    } else {
        0.0
    };
    q + h * (r + p) + r * a * (n + v) + a * v * h + index
}

fn mla_replicated(h: f64, m: &Mla) -> f64 {
    h * (f64::from(m.kv_rank) + f64::from(m.rope_dim) + f64::from(m.q_rank))
}

impl Shape {
    /// Sums over an architecture.
    pub fn of(arch: &Architecture) -> Self {
        let h = f64::from(arch.hidden);
        let mut s = Self {
            layers: f64::from(arch.layers()),
            hidden: h,
            vocab: f64::from(arch.vocab),
            total: arch.params_total as f64,
            active: arch.params_active as f64,
            embed: arch.embed_params() as f64,
            head: arch.head_params() as f64,
            vision: arch.params_vision as f64,
            heads: f64::from(arch.heads()),
            ..Self::default()
        };
        if arch.kind == ArchKind::Diffusion || arch.kind == ArchKind::Conv {
            s.linear = s.total - s.vision;
            return s;
        }
        let matrices = f64::from(arch.mlp_matrices());
        let (mut linear, mut experts, mut active_experts) = (0.0, 0.0, 0.0);
        for g in &arch.groups {
            let n = f64::from(g.count);
            let mixer = mixer_params(h, &g.mixer);
            let mut layer = mixer;
            let mut biggest = match g.mixer {
                Mixer::Attention(a) => {
                    let w = AttentionWidths::of(&a);
                    s.widest_q = s.widest_q.max(w.q);
                    h * w.q
                }
                Mixer::Mla(m) => {
                    s.replicated += n * mla_replicated(h, &m);
                    let q = f64::from(m.heads) * f64::from(m.nope_dim + m.rope_dim);
                    s.widest_q = s.widest_q.max(q);
                    h * f64::from(m.heads) * f64::from(m.v_dim)
                }
                _ => mixer / 3.0,
            };
            linear += n * mixer;
            match g.mlp {
                Mlp::Dense { ffn } => {
                    let f = f64::from(ffn);
                    s.widest_ffn = s.widest_ffn.max(f);
                    biggest = biggest.max(h * f);
                    linear += n * matrices * h * f;
                    layer += matrices * h * f;
                }
                Mlp::Moe(m) => {
                    let shared = matrices * h * (f64::from(m.shared_ffn) + f64::from(m.beside_ffn));
                    let routed = matrices * h * f64::from(m.ffn) * f64::from(m.experts);
                    s.widest_ffn = s
                        .widest_ffn
                        .max(f64::from(m.ffn) * f64::from(m.top_k) + f64::from(m.shared_ffn + m.beside_ffn));
                    biggest = biggest.max(h * f64::from(m.ffn.max(m.shared_ffn).max(m.beside_ffn)));
                    linear += n * shared;
                    experts += n * routed;
                    if m.experts > 0 {
                        active_experts +=
                            n * routed * f64::from(m.top_k.min(m.experts)) / f64::from(m.experts);
                    }
                    layer += shared + routed;
                }
                Mlp::None => {}
            }
            s.largest_matrix = s.largest_matrix.max(biggest);
            s.largest_layer = s.largest_layer.max(layer);
            match s.kinds.iter_mut().find(|k| k.mixer == g.mixer && k.mlp == g.mlp) {
                Some(kind) => kind.count = kind.count.saturating_add(g.count),
                None => s.kinds.push(*g),
            }
        }
        // What the formula cannot explain: norms and routers when the model is modelled, more when it
        // is not; then layers are scaled to the known total.
        let body = (s.total - s.embed - s.head - s.vision).max(0.0);
        let explained = linear + experts;
        if explained > body && explained > 0.0 {
            let scale = body / explained;
            linear *= scale;
            experts *= scale;
            s.largest_layer *= scale;
        } else if !arch.modelled && explained > 0.0 && body > explained * 1.02 {
            linear += body - explained;
        }
        s.linear = linear;
        s.experts = experts;
        s.rest = (body - linear - experts).max(0.0);
        s.expert_share = if experts > 0.0 { (active_experts / experts).min(1.0) } else { 1.0 };
        s
    }

    /// Weights inside the layers, experts and norms included.
    pub fn body(&self) -> f64 {
        self.linear + self.experts + self.rest
    }

    /// Share of the layers that the fullest of `pp` stages holds.
    pub fn stage_share(&self, pp: u32) -> f64 {
        if pp <= 1 || self.layers < 1.0 {
            return 1.0;
        }
        ((self.layers / f64::from(pp)).ceil() / self.layers).min(1.0)
    }
}
