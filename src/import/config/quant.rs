//! How weights are packed: `quantization_config` and its variants (models.md §6).

use super::keys::Keys;
use crate::import::json::Value;
use crate::plan::Quant;
use serde::Serialize;

/// How the weights of a file are packed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Packed {
    /// As the file names it: `gptq`, `awq`, `fp8`, `compressed-tensors` …
    pub method: String,
    /// Bits per packed weight, scales included.
    pub bits: f64,
    /// The word of it that plans use, where there is one.
    pub quant: Option<Quant>,
    /// Module names and patterns that stay as they were.
    pub kept: Vec<String>,
}

/// Reads the block, in the text part or the whole file; MLX writes `quantization`.
pub fn read(keys: &Keys) -> Option<Packed> {
    let block = keys.any(&["quantization_config", "quantization"])?;
    let at = Keys { inner: block, outer: block };
    let method = at.text(&["quant_method", "quant_algo"]).unwrap_or(if at.int(&["bits"]).is_some() {
        "mlx"
    } else {
        "unknown"
    });
    let group = at.real(&["group_size", "q_group_size"]).unwrap_or(128.0);
    // A group of -1 is a whole column: its scale weighs nothing.
    let scales = |bits: f64| if group > 0.0 { bits / group } else { 0.0 };
    let nominal = f64::from(at.size(&["bits", "w_bit"]).clamp(0, 32));
    let block_fp8 = at.any(&["weight_block_size"]).is_some();
    let weights = at.part("config_groups").and_then(|g| {
        let first = g.inner.pairs().first().map(|p| &p.1)?;
        Keys { inner: first, outer: first }.part("weights")
    });
    let (bits, quant) = match method.to_ascii_lowercase().as_str() {
        "gptq" => {
            let quant = match nominal as u32 {
                8 => Quant::Gptq8,
                3 => Quant::Gptq3,
                _ => Quant::Gptq4,
            };
            (nominal.max(2.0) + scales(16.0) + scales(nominal), Some(quant))
        }
        "awq" => (4.0 + scales(20.0), Some(Quant::Awq)),
        "bitsandbytes" if at.flag(&["load_in_8bit"]) == Some(true) => (8.0, Some(Quant::Int8)),
        "bitsandbytes" => match at.flag(&["bnb_4bit_use_double_quant"]) {
            // 4 bits, an 8-bit scale per 64 and a 32-bit one per 256 of those.
            Some(true) => (4.127, Some(Quant::Nf4Double)),
            _ if at.text(&["bnb_4bit_quant_type"]) == Some("fp4") => (4.5, Some(Quant::Fp4)),
            _ => (4.5, Some(Quant::Nf4)),
        },
        "fp8" | "fbgemm_fp8" if block_fp8 => (8.0 + 32.0 / 16_384.0, Some(Quant::Fp8Block)),
        "fp8" | "fbgemm_fp8" => (8.0, Some(Quant::Fp8)),
        "mxfp4" => (4.25, Some(Quant::Mxfp4)),
        "nvfp4" => (4.5, Some(Quant::Nvfp4)),
        "modelopt" => match at.text(&["quant_algo"]) {
            Some("NVFP4") => (4.5, Some(Quant::Nvfp4)),
            _ => (8.0, Some(Quant::Fp8)),
        },
        "compressed-tensors" => {
            let at = weights.unwrap_or(at);
            let bits = f64::from(at.int(&["num_bits"]).unwrap_or(8).clamp(1, 32));
            let group = at.real(&["group_size"]).filter(|g| *g > 0.0);
            let float = at.text(&["type"]) == Some("float");
            let quant = match (bits as u32, float) {
                (4, false) => Some(Quant::Gptq4),
                (4, true) => Some(Quant::Nvfp4),
                (8, false) => Some(Quant::Int8),
                (8, true) => Some(Quant::Fp8),
                _ => None,
            };
            (bits + group.map_or(0.0, |g| 16.0 / g), quant)
        }
        _ => (if nominal > 0.0 { nominal + scales(32.0) } else { 16.0 }, None),
    };
    let lists = ["modules_to_not_convert", "ignored_layers", "ignore", "exclude_modules"];
    let kept = lists.iter().flat_map(|name| at.list(&[name])).filter_map(Value::text);
    Some(Packed {
        method: method.chars().take(40).collect(),
        bits,
        quant,
        kept: kept.take(200).map(|k| k.chars().take(120).collect()).collect(),
    })
}
