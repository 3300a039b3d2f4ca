//! Models that hear: Whisper and its encoder, wav2vec 2.0 and HuBERT.

use super::NotAModel;
use super::keys::Keys;
use super::others::{ENCODER, Side, Stack, encoder as one_stack, two_stacks};
use crate::catalog::{ArchKind, Architecture};

/// Attention whose keys have no bias.
fn attention(h: u64) -> u64 {
    4 * h * h + 3 * h
}

fn network(s: &Stack) -> u64 {
    let (h, f) = (u64::from(s.hidden), u64::from(s.ffn));
    2 * h * f + f + h
}

/// Weights of Whisper's encoder: two convolutions, fixed positions, its layers, a norm.
pub fn encoder(keys: &Keys, s: &Stack) -> u64 {
    let mel = u64::from(keys.int(&["num_mel_bins"]).unwrap_or(80).min(65_536));
    let positions = u64::from(keys.int(&["max_source_positions"]).unwrap_or(1_500));
    let h = u64::from(s.hidden);
    3 * mel * h
        + h
        + 3 * h * h
        + h
        + positions * h
        + u64::from(s.layers) * (4 * h + attention(h) + network(s))
        + 2 * h
}

/// Whisper.
pub fn whisper(keys: &Keys) -> Result<Architecture, NotAModel> {
    let (enc, dec) = (Stack::side(keys, Side::Encoder)?, Stack::side(keys, Side::Decoder)?);
    let vocab = keys.large(&["vocab_size"]).unwrap_or(51_865).min(10_000_000);
    let context = keys.int(&["max_target_positions"]).unwrap_or(448);
    let h = u64::from(enc.hidden);
    let said = (u64::from(vocab) + u64::from(context)) * h
        + u64::from(dec.layers) * (6 * h + 2 * attention(h) + network(&dec))
        + 2 * h;
    let total = encoder(keys, &enc) + said;
    Ok(Architecture {
        kind: ArchKind::EncoderDecoder,
        hidden: enc.hidden,
        vocab,
        tied: true,
        max_context: context,
        encoder_layers: enc.layers,
        encoder_positions: keys.int(&["max_source_positions"]).unwrap_or(1_500),
        groups: two_stacks(&enc, &dec),
        params_total: total,
        params_active: total,
        exact: true,
        detail: ENCODER,
        ..Architecture::default()
    })
}

/// wav2vec 2.0 and HuBERT without a head: convolutions over the wave, a projection, a convolution for positions
/// (norm and direction apart), layers.
pub fn wav2vec2(keys: &Keys) -> Result<Architecture, NotAModel> {
    let s = Stack::read(keys)?;
    let or = |names: &[&str], usual: &[u32]| {
        let found = keys.ints(names);
        if found.is_empty() { usual.to_vec() } else { found }
    };
    let widths = or(&["conv_dim"], &[512; 7]);
    let kernels = or(&["conv_kernel"], &[10, 3, 3, 3, 3, 2, 2]);
    let each = keys.text(&["feat_extract_norm"]) == Some("layer");
    let bias = keys.flag(&["conv_bias"]).unwrap_or(false);
    let (mut wave, mut before) = (0, 1);
    for (i, (width, kernel)) in widths.iter().zip(&kernels).take(64).enumerate() {
        let (width, kernel) = (u64::from(*width).min(65_536), u64::from(*kernel).min(65_536));
        wave += before * width * kernel;
        wave += if bias { width } else { 0 };
        // A norm behind each, or behind the first.
        wave += if each || i == 0 { 2 * width } else { 0 };
        before = width;
    }
    let h = u64::from(s.hidden);
    let groups = u64::from(keys.int(&["num_conv_pos_embedding_groups"]).unwrap_or(16).max(1));
    let reach = u64::from(keys.int(&["num_conv_pos_embeddings"]).unwrap_or(128).min(65_536));
    let places = h * (h / groups) * reach + reach + h;
    let total = wave + 2 * before + before * h + h + h + places + 2 * h + s.weights();
    Ok(one_stack(&s, total))
}
