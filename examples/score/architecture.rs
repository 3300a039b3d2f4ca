//! `extra.arch` of a row as an architecture: what a person reads off a configuration.

use crate::case::Case;
use serde_json::Value;
use std::sync::Arc;
use suanzu::catalog::{
    ArchKind, Architecture, Attention, Detail, LayerGroup, Mixer, Mlp, Moe, NormKind, QkNorm,
};

/// The architecture in `extra.arch`, if it is complete enough.
pub fn of(case: &Case) -> Option<Arc<Architecture>> {
    let a = case.extra("arch")?;
    let get = |key: &str| a.get(key).and_then(Value::as_f64);
    let flag = |key: &str| a.get(key).and_then(Value::as_bool).unwrap_or(false);
    let (layers, hidden, vocab) = (get("layers")? as u32, get("hidden")? as u32, get("vocab")? as u32);
    let heads = get("heads")? as u32;
    let kv_heads = get("kv_heads").map_or(heads, |n| n as u32);
    let ffn = get("ffn")? as u32;
    let head_dim = get("head_dim").map_or(hidden / heads.max(1), |n| n as u32);
    let experts = get("experts").map_or(0, |n| n as u32);
    let mlp = if experts > 0 {
        Mlp::Moe(Moe { experts, top_k: get("active_experts")? as u32, ffn, ..Moe::default() })
    } else {
        Mlp::Dense { ffn }
    };
    let gated = flag("gated_mlp");
    let encoder = case.text("model").to_lowercase().starts_with("bert");
    let attention = Attention { heads, kv_heads, head_dim, v_head_dim: head_dim, ..Attention::default() };
    let mut arch = Architecture {
        kind: if encoder { ArchKind::Encoder } else { ArchKind::Decoder },
        hidden,
        vocab,
        tied: flag("tied_embeddings"),
        groups: vec![LayerGroup { count: layers, mixer: Mixer::Attention(attention), mlp }],
        exact: true,
        modelled: true,
        detail: Detail {
            gated,
            qk_norm: if flag("qk_norm") { QkNorm::Head } else { QkNorm::None },
            norm: if gated { NormKind::Rms } else { NormKind::Layer },
            norms_per_layer: 2,
            ..Detail::default()
        },
        ..Architecture::default()
    };
    let shape = suanzu::engine::memory::shape::Shape::of(&arch);
    let formula = shape.embed + shape.head + arch.groups.iter().map(|g| layer_params(&arch, g)).sum::<f64>();
    arch.params_total = case.num("params").unwrap_or(formula) as u64;
    arch.params_active = get("active_params").unwrap_or(arch.params_total as f64) as u64;
    Some(Arc::new(arch))
}

fn layer_params(arch: &Architecture, g: &LayerGroup) -> f64 {
    let h = f64::from(arch.hidden);
    let mlp = match g.mlp {
        Mlp::Dense { ffn } => f64::from(arch.mlp_matrices()) * h * f64::from(ffn),
        Mlp::Moe(m) => f64::from(arch.mlp_matrices()) * h * f64::from(m.ffn) * f64::from(m.experts),
        Mlp::None => 0.0,
    };
    f64::from(g.count) * (suanzu::engine::memory::shape::mixer_params(h, &g.mixer) + mlp)
}
