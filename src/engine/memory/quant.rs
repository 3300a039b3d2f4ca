//! Bits per weight of every storage format, and which tensors it leaves alone.

use crate::plan::Quant;

/// What a format spends on each kind of tensor, in bits per weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bits {
    /// Matrices inside the layers that are not experts: attention, dense and shared MLPs, mixers.
    pub linear: f64,
    /// Routed experts.
    pub experts: f64,
    /// Output head.
    pub head: f64,
    /// Embedding table.
    pub embed: f64,
    /// Spread of whole files around this, as a share of the quantised bytes (5 and 95 %).
    pub spread: f64,
}

/// What the rest is stored in when a format does not name it.
const HALF: f64 = 16.0;

/// Matrices quantised, embedding and head kept 16-bit: how checkpoints of transformers, vLLM and
/// SGLang are made (memory.md A.1, last line of the table).
const fn checkpoint(bits: f64, spread: f64) -> Bits {
    Bits { linear: bits, experts: bits, head: HALF, embed: HALF, spread }
}

/// Weights of Llama-3.1-8B inside the layers and in one vocabulary matrix, in millions: what the
/// averages of llama.cpp's `tools/quantize/README.md` were measured on.
const LLAMA_LAYERS: f64 = 6979.6;
const LLAMA_VOCAB: f64 = 525.34;

/// A file recipe of llama.cpp: the whole-file average over Llama-3.1-8B, with the types that the
/// recipe gives to embedding and head taken out (llama.cpp `llama_tensor_get_type`), so that the
/// average falls as models grow.
fn recipe(average: f64, embed: f64, head: f64, spread: f64) -> Bits {
    let layers = (average * (LLAMA_LAYERS + 2.0 * LLAMA_VOCAB) - LLAMA_VOCAB * (embed + head)) / LLAMA_LAYERS;
    Bits { linear: layers, experts: layers, head, embed, spread }
}

/// A plain ggml type: every matrix alike.
const fn plain(bits: f64, head: f64) -> Bits {
    Bits { linear: bits, experts: bits, head, embed: bits, spread: 0.04 }
}

/// Q6_K, the head of most recipes (ggml-common.h: 210 bytes per 256).
const Q6K: f64 = 6.5625;
/// Q5_K, the head of the recipes below 3 bits (176 bytes per 256).
const Q5K: f64 = 5.5;

/// Bits of a format; `half` is the width of tensors that are not quantised (16, or 32 for fp32).
pub fn bits(quant: Quant, half: f64) -> Bits {
    use Quant::*;
    match quant {
        None => Bits { linear: half, experts: half, head: half, embed: half, spread: 0.025 },
        // bitsandbytes nn/modules.py: 4 bits and one fp32 scale per 64; double quantisation turns the
        // scales into 8 bits and one fp32 per 256 blocks. Recipes say NF4 for both: the spread holds it.
        Nf4 | Fp4 => checkpoint(4.0 + 32.0 / 64.0, 0.09),
        Nf4Double => checkpoint(4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0), 0.05),
        // One fp32 scale per row of some thousand columns.
        Int8 => checkpoint(8.0 + 32.0 / 4096.0, 0.03),
        Fp8 => checkpoint(8.0 + 32.0 / 4096.0, 0.03),
        // DeepSeek: one fp32 per 128 x 128.
        Fp8Block => checkpoint(8.0 + 32.0 / 16384.0, 0.02),
        // Scale 16 bits and zero point `bits` per group of 128.
        Gptq4 | Awq => checkpoint(4.0 + 20.0 / 128.0, 0.05),
        Gptq8 => checkpoint(8.0 + 24.0 / 128.0, 0.04),
        Gptq3 => checkpoint(3.0 + 19.0 / 128.0, 0.03),
        Exl2 => Bits { linear: 4.0, experts: 4.0, head: 6.0, embed: HALF, spread: 0.03 },
        // gpt-oss: experts in blocks of 32 with an 8-bit scale, all else 16-bit.
        Mxfp4 => Bits { linear: HALF, experts: 4.25, head: HALF, embed: HALF, spread: 0.035 },
        // Blocks of 16 with an 8-bit scale.
        Nvfp4 => checkpoint(4.5, 0.04),
        Q8_0 => plain(8.5, 8.5),
        Q6K => plain(self::Q6K, self::Q6K),
        Q5KM => recipe(5.70, 5.5, self::Q6K, 0.04),
        Q5KS => recipe(5.57, 5.5, self::Q6K, 0.04),
        Q5_1 => plain(6.0, self::Q6K),
        Q5_0 => plain(5.5, self::Q6K),
        Q4KM => recipe(4.89, 4.5, self::Q6K, 0.045),
        Q4KS => recipe(4.67, 4.5, self::Q6K, 0.045),
        Q4_1 => plain(5.0, self::Q6K),
        Q4_0 => plain(4.5, self::Q6K),
        Iq4Nl => recipe(4.68, 4.5, self::Q6K, 0.045),
        Iq4Xs => recipe(4.46, 4.25, self::Q6K, 0.045),
        Q3KL => recipe(4.30, 3.4375, self::Q6K, 0.045),
        // Missing from that table: the recipe gives v, o and down Q4_K or Q5_K, the rest Q3_K.
        Q3KM => recipe(4.00, 3.4375, self::Q6K, 0.045),
        Q3KS => recipe(3.64, 3.4375, self::Q6K, 0.045),
        Iq3M => recipe(3.76, 3.4375, self::Q6K, 0.045),
        Iq3S => recipe(3.66, 3.4375, self::Q6K, 0.045),
        Iq3Xs => recipe(3.50, 3.4375, self::Q6K, 0.045),
        Iq3Xxs => recipe(3.25, 3.4375, Q5K, 0.05),
        Q2K => recipe(3.16, 2.625, self::Q6K, 0.045),
        Q2KS => recipe(2.97, 2.625, self::Q6K, 0.045),
        Iq2M => recipe(2.93, 3.4375, Q5K, 0.05),
        Iq2S => recipe(2.74, 3.4375, Q5K, 0.05),
        Iq2Xs => recipe(2.59, 2.625, Q5K, 0.05),
        Iq2Xxs => recipe(2.38, 2.625, Q5K, 0.05),
        Iq1M => recipe(2.15, 2.625, Q5K, 0.05),
        Iq1S => recipe(2.00, 2.625, Q5K, 0.05),
        Tq1_0 => Bits { linear: 1.6875, experts: 1.6875, head: self::Q6K, embed: 4.5, spread: 0.03 },
        Tq2_0 => Bits { linear: 2.0625, experts: 2.0625, head: self::Q6K, embed: 4.5, spread: 0.03 },
        // Dynamic mixes differ per model; llama-bench sizes of eight files lie within these spreads.
        Q8KXl => Bits { linear: 9.0, experts: 9.0, head: 8.5, embed: 8.5, spread: 0.05 },
        Q5KXl => Bits { linear: 6.0, experts: 6.0, head: self::Q6K, embed: 5.5, spread: 0.06 },
        Q4KXl => Bits { linear: 5.0, experts: 5.0, head: self::Q6K, embed: 4.5, spread: 0.08 },
        Q3KXl => Bits { linear: 4.0, experts: 4.0, head: self::Q6K, embed: 3.4375, spread: 0.08 },
        Q2KXl => Bits { linear: 3.1, experts: 3.1, head: self::Q6K, embed: 2.625, spread: 0.08 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_reproduce_the_averages_they_come_from() {
        for (quant, average) in
            [(Quant::Q4KM, 4.89), (Quant::Q2K, 3.16), (Quant::Iq1S, 2.00), (Quant::Q5KS, 5.57)]
        {
            let b = bits(quant, 16.0);
            let got = (b.linear * LLAMA_LAYERS + (b.embed + b.head) * LLAMA_VOCAB)
                / (LLAMA_LAYERS + 2.0 * LLAMA_VOCAB);
            assert!((got - average).abs() < 1e-9, "{quant:?}: {got}");
        }
    }

    #[test]
    fn four_bit_formats_have_their_published_widths() {
        assert_eq!(bits(Quant::Nf4, 16.0).linear, 4.5);
        assert!((bits(Quant::Nf4Double, 16.0).linear / 8.0 - 0.5159).abs() < 1e-4);
        assert!((bits(Quant::Awq, 16.0).linear - 4.156).abs() < 1e-3);
        assert_eq!(bits(Quant::Mxfp4, 16.0).experts, 4.25);
    }

    #[test]
    fn every_format_spends_something_on_every_tensor() {
        for &q in Quant::ALL {
            let b = bits(q, 16.0);
            assert!(
                b.linear > 1.0 && b.linear <= 16.0 && b.head > 1.0 && b.embed > 1.0 && b.spread < 0.2,
                "{q:?} {b:?}"
            );
        }
    }
}
