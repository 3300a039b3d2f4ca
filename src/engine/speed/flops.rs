//! How many floating-point operations one token takes, by architecture (speed.md part A: 6N + 12·L·h·s
//! per token for full training, 4N + 8·L·h·s for adapters; N without the input embedding, active
//! experts only).

use crate::catalog::{ArchKind, Architecture, Mixer, Mlp};

/// Weights that multiply each token: active ones, without the embedding look-up and the vision tower.
/// A tied table is read as the output head and stays.
pub fn matmul_params(arch: &Architecture) -> f64 {
    let active = if arch.params_active > 0 { arch.params_active } else { arch.params_total };
    let looked_up = match arch.kind {
        ArchKind::Decoder | ArchKind::EncoderDecoder if arch.tied => 0,
        ArchKind::Conv | ArchKind::Diffusion => 0,
        _ => arch.embed_params(),
    };
    // Embedding tables never exceed the model; a bare parameter count has no vocabulary.
    (active as f64 - looked_up as f64).max(active as f64 * 0.1)
}

/// Forward operations of one token in the matrix products with weights: two per weight.
pub fn linear(arch: &Architecture) -> f64 {
    2.0 * matmul_params(arch)
}

/// Time of a mixture's products against dense ones of the same operations, when narrow experts cost
/// 1 + `width` / (width of an expert); 1 for dense models.
pub fn narrow(arch: &Architecture, width: f64) -> f64 {
    let expert = arch.groups.iter().find_map(|g| match g.mlp {
        Mlp::Moe(m) if m.ffn > 0 => Some(f64::from(m.ffn)),
        _ => None,
    });
    expert.map_or(1.0, |ffn| 1.0 + width / ffn)
}

/// Forward operations of one token in attention when it looks at `seen` earlier tokens: two for each
/// score and two for each value element, over all heads and layers. Windows limit `seen`; layers with
/// constant state take two operations for each state element, written and read.
pub fn attention(arch: &Architecture, seen: f64) -> f64 {
    arch.groups.iter().map(|g| f64::from(g.count) * mixing(&g.mixer, seen)).sum()
}

/// What of a model an encoder is, which runs once for all that it reads and not for each token of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Encoder {
    /// Its share of the weights that a token uses; 0 without an encoder.
    pub share: f64,
    /// Forward operations of one of its positions, attention over all of them included.
    pub each: f64,
    /// Its layers.
    pub layers: f64,
    /// Positions that it always reads (Whisper: 1,500); 0 where it reads the prompt.
    pub positions: f64,
}

/// The encoder of an encoder-decoder when it reads `length` tokens.
pub fn encoder(arch: &Architecture, length: f64) -> Encoder {
    if arch.kind != ArchKind::EncoderDecoder {
        return Encoder::default();
    }
    let positions = f64::from(arch.encoder_positions);
    let seen = if positions > 0.0 { positions } else { length };
    let (mut left, mut own, mut each) = (arch.encoder_layers, 0.0, 0.0);
    for group in &arch.groups {
        let count = f64::from(group.count.min(left));
        own += count * arch.layer_params(group).total() as f64;
        each += count * mixing(&group.mixer, seen);
        left -= group.count.min(left);
    }
    let active = if arch.params_active > 0 { arch.params_active } else { arch.params_total };
    Encoder {
        share: (own / (active as f64).max(1.0)).min(0.9),
        each: each + 2.0 * own,
        layers: f64::from(arch.encoder_layers),
        positions,
    }
}

/// The same for one layer.
fn mixing(mixer: &Mixer, seen: f64) -> f64 {
    match *mixer {
        Mixer::Attention(a) => {
            let sees = a.window.map_or(seen, |w| seen.min(f64::from(w)));
            let value = if a.v_head_dim > 0 { a.v_head_dim } else { a.head_dim };
            2.0 * f64::from(a.heads) * f64::from(a.head_dim + value) * sees
        }
        Mixer::Mla(m) => {
            let dense = 2.0 * f64::from(m.heads) * f64::from(m.nope_dim + m.rope_dim + m.v_dim) * seen;
            // A sparse indexer attends to at most 2,048 tokens (DeepSeek V3.2) but scores all of them.
            if m.index_heads > 0 {
                let part = if seen > 2048.0 { 2048.0 / seen } else { 1.0 };
                dense * part + 2.0 * f64::from(m.index_heads) * f64::from(m.index_dim) * seen
            } else {
                dense
            }
        }
        Mixer::Recurrent(r) => 4.0 * r.state as f64,
        Mixer::None => 0.0,
    }
}

/// Mean number of earlier tokens that a token sees in a causal sequence of `length`; encoders see all.
pub fn mean_seen(arch: &Architecture, length: f64) -> f64 {
    match arch.kind {
        ArchKind::Encoder | ArchKind::Diffusion | ArchKind::Conv => length,
        _ => length / 2.0,
    }
}

/// Elements that a token's forward pass writes and reads between the matrix products, over all layers:
/// residual stream and norms (8 h), queries, keys, values and their rotation (2 q + 2 kv), the inner
/// width of the MLP (4 f, 2 f without a gate). The shape of memory.md A.3; the factor in front is fitted.
pub fn elementwise(arch: &Architecture, tp: f64, sequence_split: bool) -> f64 {
    let h = f64::from(arch.hidden);
    let mut total = 0.0;
    for group in &arch.groups {
        let mixer = match group.mixer {
            Mixer::Attention(a) => 2.0 * f64::from((a.heads + a.kv_heads) * a.head_dim),
            Mixer::Mla(m) => {
                f64::from(m.heads * (2 * (m.nope_dim + m.rope_dim) + m.v_dim)) + 2.0 * f64::from(m.kv_rank)
            }
            Mixer::Recurrent(r) => 4.0 * f64::from(r.inner),
            Mixer::None => 0.0,
        };
        let wide = if arch.detail.gated { 4.0 } else { 2.0 };
        let mlp = match group.mlp {
            Mlp::Dense { ffn } => wide * f64::from(ffn),
            // Tokens are copied out to their experts and gathered again: 4 h for each expert used.
            Mlp::Moe(m) => {
                wide * f64::from(m.top_k * m.ffn + m.shared_ffn + m.beside_ffn) + 4.0 * f64::from(m.top_k) * h
            }
            Mlp::None => 0.0,
        };
        let residual = if sequence_split { 8.0 * h / tp } else { 8.0 * h };
        total += f64::from(group.count) * (residual + (mixer + mlp) / tp);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn llama_8b_takes_6n_per_token() {
        let arch = samples::llama3_8b();
        // 8.03 G less the table of 128,256 x 4,096.
        assert!((matmul_params(&arch) / 7.505e9 - 1.0).abs() < 1e-3);
        // 4 · 32 layers · 4,096 wide · 8,192 tokens.
        assert_eq!(attention(&arch, 8192.0), 4.0 * 32.0 * 4096.0 * 8192.0);
    }

    #[test]
    fn an_encoder_reads_once_and_the_answer_passes_the_decoder_alone() {
        let catalog = crate::catalog::Catalog::embedded();
        let whisper = &catalog.model(catalog.model_ix("whisper-large-v3").expect("in the catalog")).arch;
        let e = encoder(whisper, 448.0);
        // 32 layers of 4 · 1,280² + 2 · 1,280 · 5,120 = 19.66 M: 629 M of 1,543 M weights.
        assert!((e.share / (629.1 / 1543.5) - 1.0).abs() < 0.01, "{}", e.share);
        // 2 · 629 M and 4 · 1,280 · 1,500 · 32 layers of attention: 1.504 GFLOP a position, whatever the answer.
        assert!((e.each / 1.504e9 - 1.0).abs() < 0.01 && e.positions == 1500.0, "{e:?}");
        assert_eq!(encoder(&samples::llama3_8b(), 448.0), Encoder::default());
    }

    #[test]
    fn windows_bound_attention() {
        let mut arch = samples::llama3_8b();
        if let Mixer::Attention(a) = &mut arch.groups[0].mixer {
            a.window = Some(1024);
        }
        assert_eq!(attention(&arch, 8192.0), attention(&arch, 1024.0));
    }
}
