//! Names of models: what is taken off until a name is known.

use super::half_width;

/// How much of a model's name does not count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strip {
    /// Only case and punctuation.
    Nothing,
    /// Also how it was packed: quantisation, file parts, file endings.
    Packing,
    /// Also what it was tuned for: instruct, chat, base.
    Tuning,
    /// Also versions and dates: `v0.1`, `2507`.
    Version,
}

pub(super) const STRIPS: [Strip; 4] = [Strip::Nothing, Strip::Packing, Strip::Tuning, Strip::Version];

/// Chinese names of model families.
const FAMILIES: &[(&str, &str)] = &[
    ("通义千问", "qwen"),
    ("千问", "qwen"),
    ("深度求索", "deepseek"),
    ("智谱清言", "glm"),
    ("智谱", "glm"),
    ("书生浦语", "internlm"),
    ("书生", "internlm"),
    ("百川", "baichuan"),
    ("混元", "hunyuan"),
    ("月之暗面", "kimi"),
    ("文心", "ernie"),
    ("零一万物", "yi"),
    ("羊驼", "llama"),
];

/// The key of a model's name after taking off what `strip` says.
pub(super) fn model_key(name: &str, strip: Strip) -> String {
    let lower: String = name.chars().take(200).map(half_width).map(|c| c.to_ascii_lowercase()).collect();
    let mut text = lower.trim().rsplit('/').next().unwrap_or("").to_string();
    for (chinese, latin) in FAMILIES {
        if text.contains(chinese) {
            text = text.replace(chinese, latin);
        }
    }
    for suffix in [".gguf", ".safetensors"] {
        if let Some(rest) = text.strip_suffix(suffix) {
            text = rest.to_string();
        }
    }
    for prefix in ["gguf:", "ollama:", "meta-"] {
        if let Some(rest) = text.strip_prefix(prefix) {
            text = rest.to_string();
        }
    }
    if strip == Strip::Nothing {
        return squeeze_model(&text);
    }
    // Parts between dashes, underscores and the dots and colons that begin a quantisation.
    let text = with_points(&text);
    let mut parts: Vec<&str> = text.split(['-', '_', ' ', ':']).filter(|p| !p.is_empty()).collect();
    let (mut first, mut quantised) = (true, false);
    parts.retain(|part| {
        // "q4" may be followed by "k", "m" or "0".
        let tail =
            quantised && matches!(*part, "0" | "1" | "k" | "s" | "m" | "l" | "xl" | "xs" | "xxs" | "nl");
        quantised = tail || quantisation(part);
        // What comes first is the name itself.
        std::mem::take(&mut first)
            || !(tail
                || packing(part)
                || (strip >= Strip::Tuning && tuning(part))
                || (strip >= Strip::Version && version(part)))
    });
    parts.iter().map(|p| squeeze_model(before_packing(p))).collect()
}

/// The labels of GGUF files: "q4", "iq2".
fn quantisation(part: &str) -> bool {
    let last = part.rsplit('.').next().unwrap_or(part);
    let digits = last.strip_prefix("iq").or_else(|| last.strip_prefix('q'));
    digits.is_some_and(|n| !n.is_empty() && n.len() <= 2 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// "7b.q4_0" and "7b.gguf" end where the packing begins.
fn before_packing(part: &str) -> &str {
    match part.rsplit_once('.') {
        Some((front, back)) if packing(back) => front,
        _ => part,
    }
}

/// Parts of a name that say how the weights are packed.
fn packing(part: &str) -> bool {
    let plain = matches!(
        part,
        "awq"
            | "gptq"
            | "gguf"
            | "fp8"
            | "fp4"
            | "nvfp4"
            | "mxfp4"
            | "int4"
            | "int8"
            | "4bit"
            | "8bit"
            | "bnb"
            | "bf16"
            | "fp16"
            | "fp32"
            | "f16"
            | "hf"
            | "dynamic"
            | "block"
            | "quantized"
            | "unsloth"
            | "ud"
            | "k"
            | "m"
            | "s"
            | "l"
            | "xl"
            | "xs"
            | "xxs"
            | "diffusers"
            | "of"
            | "w4a16"
            | "w8a8"
            | "mlx"
            | "exl2"
            | "quantized.w8a8"
            | "quantized.w4a16"
            | "quantized.w8a16"
            | "marlin"
            | "autoround"
            | "safetensors"
    );
    // "00001" of a split file.
    plain
        || (quantisation(part) && !part.contains('.'))
        || (part.len() == 5 && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Parts that say what a checkpoint was tuned for.
fn tuning(part: &str) -> bool {
    matches!(
        part,
        "instruct"
            | "chat"
            | "it"
            | "base"
            | "pt"
            | "sft"
            | "rl"
            | "thinking"
            | "uncased"
            | "cased"
            | "preview"
    )
}

/// "v0.1", "v1.0", "2507", "0324", "1124".
fn version(part: &str) -> bool {
    let number = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let month_year = part.len() == 4
        && part.bytes().all(|b| b.is_ascii_digit())
        && (part[..2].parse().is_ok_and(|m: u32| (1..=12).contains(&m)) || part.starts_with('2'));
    part.strip_prefix('v').is_some_and(number) || month_year
}

/// Like [`squeeze`], but keeps the point between digits: OPT-1.3B is not OPT-13B.
pub(super) fn squeeze_model(name: &str) -> String {
    let chars: Vec<char> =
        with_points(name).chars().map(half_width).map(|c| c.to_ascii_lowercase()).collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let point = |at: usize| chars[at] == '.' && digit(at.checked_sub(1)) && digit(Some(at + 1));
    chars.iter().enumerate().filter(|(at, c)| c.is_alphanumeric() || point(*at)).map(|(_, c)| *c).collect()
}

/// "1_5" and "2_5" of published names are 1.5 and 2.5; "16_224" is two numbers.
fn with_points(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    // "q4_0" is a label of GGUF.
    let label =
        |at: usize| at.checked_sub(2).and_then(|at| chars.get(at)).is_some_and(|c| matches!(c, 'q' | 'Q'));
    let point = |at: usize| {
        chars[at] == '_'
            && !label(at)
            && digit(at.checked_sub(1))
            && digit(Some(at + 1))
            && !digit(Some(at + 2))
    };
    (0..chars.len()).map(|at| if point(at) { '.' } else { chars[at] }).collect()
}
