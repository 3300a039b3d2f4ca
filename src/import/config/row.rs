//! An imported model as the row of plain values that people check, and that `expected.csv` holds.

use super::Imported;
use crate::catalog::{ArchKind, Architecture, Attention, Mixer, Mlp, Moe};

/// Names of the columns, as in `expected.csv` after `file,model_id`.
pub const COLUMNS: [&str; 18] = [
    "quant_method",
    "params_total",
    "params_active",
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "head_dim",
    "ffn",
    "vocab",
    "tie_embeddings",
    "max_context",
    "experts",
    "experts_per_token",
    "expert_ffn",
    "kv_lora_rank",
    "sliding_window",
    "full_attn_layers",
];

/// The attention that is shown as "the heads": heads, key and value heads, width.
fn heads(arch: &Architecture) -> [u32; 3] {
    arch.groups
        .iter()
        .find_map(|g| match g.mixer {
            Mixer::Attention(a) if !a.cross => Some([a.heads, a.kv_heads, a.head_dim]),
            Mixer::Mla(m) => Some([m.heads, m.heads, m.nope_dim.saturating_add(m.rope_dim)]),
            _ => None,
        })
        .unwrap_or_default()
}

fn experts(arch: &Architecture) -> Moe {
    arch.groups
        .iter()
        .find_map(|g| match g.mlp {
            Mlp::Moe(m) => Some(m),
            _ => None,
        })
        .unwrap_or_default()
}

/// The one width of the dense networks; 0 where there is none or several.
fn ffn(arch: &Architecture) -> u32 {
    let mut widths = arch.groups.iter().filter_map(|g| match g.mlp {
        Mlp::Dense { ffn } => Some(ffn),
        Mlp::Moe(m) if m.beside_ffn > 0 => Some(m.beside_ffn),
        _ => None,
    });
    let first = widths.next().unwrap_or(0);
    if widths.all(|w| w == first) { first } else { 0 }
}

/// Layers of the stack that answers.
fn layers(arch: &Architecture) -> u32 {
    match arch.kind {
        ArchKind::Diffusion | ArchKind::Conv => 0,
        ArchKind::EncoderDecoder => arch.layers().saturating_sub(arch.encoder_layers),
        _ => arch.layers(),
    }
}

fn window(arch: &Architecture) -> u32 {
    arch.groups
        .iter()
        .find_map(|g| match g.mixer {
            Mixer::Attention(Attention { window, .. }) => window,
            _ => None,
        })
        .unwrap_or(0)
}

/// Whether two architectures have the same sizes, whatever their details.
pub fn same_shape(a: &Architecture, b: &Architecture) -> bool {
    let shape = |x: &Architecture| (x.kind, x.hidden, x.vocab, layers(x), heads(x));
    let m = |x: &Architecture| {
        let m = experts(x);
        (m.experts, m.top_k, m.ffn)
    };
    a.kind != ArchKind::Conv
        && (a.hidden > 0 || a.kind == ArchKind::Diffusion)
        && shape(a) == shape(b)
        && m(a) == m(b)
        && a.tied == b.tied
        && (ffn(a) == ffn(b) || ffn(a) == 0 || ffn(b) == 0)
}

impl Imported {
    /// Its values by [`COLUMNS`]; empty where a model has no such thing.
    pub fn row(&self) -> [String; 18] {
        let arch = &self.arch;
        let some = |n: u32| if n == 0 { String::new() } else { n.to_string() };
        let [heads, kv, head_dim] = heads(arch);
        let moe = experts(arch);
        let decoder = arch.kind == ArchKind::Decoder;
        let speaks = decoder || arch.kind == ArchKind::EncoderDecoder;
        let full: u32 = arch
            .groups
            .iter()
            .filter(|g| match g.mixer {
                Mixer::Attention(a) => !a.cross && a.window.is_none(),
                Mixer::Mla(_) => true,
                _ => false,
            })
            .map(|g| g.count)
            .sum();
        let rank = arch.main_mla().map_or(0, |m| m.kv_rank);
        let yes = |b: bool| if b { "y" } else { "n" }.to_string();
        // The compressed attention of DeepSeek V4 is neither.
        let odd = !arch.modelled && full == 0 && window(arch) > 0;
        [
            self.packed.as_ref().map_or_else(String::new, |p| p.method.clone()),
            arch.params_total.to_string(),
            arch.params_active.to_string(),
            some(layers(arch)),
            some(arch.hidden),
            some(heads),
            some(if arch.kind == ArchKind::Diffusion { 0 } else { kv }),
            some(head_dim),
            some(if arch.kind == ArchKind::Diffusion { 0 } else { ffn(arch) }),
            some(arch.vocab),
            if speaks { yes(arch.tied) } else { String::new() },
            some(arch.max_context),
            some(moe.experts),
            some(moe.top_k),
            some(moe.ffn),
            some(rank),
            some(window(arch)),
            if decoder && !odd { full.to_string() } else { String::new() },
        ]
    }
}
