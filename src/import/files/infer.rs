//! What the shapes of tensors tell where no configuration says it. Widths are exact; how a width is cut
//! into heads is not written anywhere, and a cache needs only the width.

use crate::catalog::{ArchKind, Architecture, Attention, Detail, LayerGroup, Mixer, Mlp, NormKind, QkNorm};
use crate::import::tensors::{Sums, Tensor, Tensors, layer};

/// Rows and columns of the embedding table.
pub fn table(tensors: &Tensors) -> Option<(u64, u64)> {
    let ends = [
        "embed_tokens.weight",
        "token_embd.weight",
        "wte.weight",
        "word_embeddings.weight",
        "embed_in.weight",
    ];
    let t = ends.iter().find_map(|e| tensors.ending(e))?;
    match t.shape[..] {
        [rows, columns] => Some((rows, columns)),
        _ => None,
    }
}

/// Rows of a matrix.
fn rows(t: &Tensor) -> Option<u32> {
    match t.shape[..] {
        [rows, _] => u32::try_from(rows).ok(),
        _ => None,
    }
}

/// A width of heads that divides all of these; 128 is by far the most common.
fn head_dim(widths: [u32; 2]) -> u32 {
    let fits = |d: &u32| widths.iter().all(|w| w % d == 0);
    [128, 64, 80, 96, 256, 112, 32].into_iter().find(fits).unwrap_or(1)
}

/// The architecture of a dense decoder whose tensors are named as Llama's are; `None` for every other.
pub fn architecture(tensors: &Tensors, sums: &Sums) -> Option<Architecture> {
    let (vocab, hidden) = table(tensors)?;
    let (vocab, hidden) = (u32::try_from(vocab).ok()?, u32::try_from(hidden).ok()?);
    let layers = tensors.layers();
    if layers == 0 || layers > 2_000 {
        return None;
    }
    let blank = (None, None, None);
    let mut found: Vec<(Option<u32>, Option<u32>, Option<u32>)> = vec![blank; layers as usize];
    let (mut norms, mut detail) = (0, Detail::default());
    let mut norm_width = None;
    for t in &tensors.list {
        let Some(n) = layer(&t.name) else { continue };
        let Some(at) = found.get_mut(n as usize) else { continue };
        let name = t.name.as_str();
        if name.contains("expert") {
            return None;
        }
        if name.ends_with("q_proj.weight") {
            at.0 = rows(t);
        } else if name.ends_with("k_proj.weight") {
            at.1 = rows(t);
        } else if name.ends_with("up_proj.weight") {
            at.2 = rows(t);
        } else if name.ends_with("gate_proj.weight") {
            detail.gated = true;
        } else if name.ends_with("q_proj.bias") {
            detail.qkv_bias = true;
        } else if name.ends_with("o_proj.bias") {
            detail.o_bias = true;
        } else if name.ends_with("up_proj.bias") {
            detail.mlp_bias = true;
        } else if name.ends_with("q_norm.weight") {
            norm_width = t.shape.first().and_then(|w| u32::try_from(*w).ok());
        } else if n == 0 && name.ends_with("norm.weight") && !name.ends_with("k_norm.weight") {
            norms += 1;
        } else if name.ends_with("norm.bias") {
            detail.norm = NormKind::Layer;
        }
    }
    detail.norms_per_layer = norms;
    let mut groups: Vec<LayerGroup> = Vec::new();
    for (q, k, up) in found {
        let (q, k, ffn) = (q?, k?, up?);
        let own = norm_width.filter(|w| *w > 0 && *w < q && q % w == 0 && k % w == 0);
        detail.qk_norm = match (norm_width, own) {
            (None, _) => QkNorm::None,
            (_, Some(_)) => QkNorm::Head,
            _ => QkNorm::Full,
        };
        let d = own.unwrap_or(head_dim([q, k]));
        let mixer = Mixer::Attention(Attention {
            heads: q / d,
            kv_heads: k / d,
            head_dim: d,
            v_head_dim: d,
            ..Attention::default()
        });
        let mlp = Mlp::Dense { ffn };
        match groups.iter_mut().find(|g| g.mixer == mixer && g.mlp == mlp) {
            Some(group) => group.count += 1,
            None => groups.push(LayerGroup { count: 1, mixer, mlp }),
        }
    }
    let mut arch = Architecture {
        kind: ArchKind::Decoder,
        hidden,
        vocab,
        tied: !tensors.has_head(),
        groups,
        params_total: sums.params,
        params_active: sums.params,
        exact: true,
        detail,
        ..Architecture::default()
    };
    arch.modelled = arch.count() == sums.params;
    crate::plan::bound_architecture(&mut arch).then_some(arch)
}
