//! `advice.md` §4: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("rtx50-cu128", "[CUDA {cuda} 跑不了这张卡：]RTX 50 和 RTX PRO Blackwell 要 CUDA 12.8 以上的版本。", "[CUDA {cuda} cannot run this card:] RTX 50 and RTX PRO Blackwell need builds for CUDA 12.8 or newer."),
    ("volta-pascal-end", "[这张卡（{capability}）的支持快到头了：]torch 2.11 起默认包不再带它的内核，要用 cu126 的包。", "[Support for this card ({capability}) is ending:] default wheels dropped it with torch 2.11; use the cu126 builds."),
    ("bf16-unsupported", "[这张卡（{capability}）没有 BF16 单元。]用 FP16，并做损失缩放。", "[This card ({capability}) has no BF16 units.] Use FP16 with loss scaling."),
    ("fp8-unsupported", "[这张卡（{capability}）不支持 FP8 计算，]要 8.9 以上。改用 INT8 或 4 位权重。", "[This card ({capability}) cannot compute in FP8,] which starts at 8.9. Use INT8 or 4-bit weights."),
    ("fp4-unsupported", "[FP4 要 Blackwell，]这张卡是 {capability}。", "[FP4 needs Blackwell;] this card is {capability}."),
    ("fa2-unsupported", "[这张卡（{capability}）用不了 FlashAttention-2，]长序列的显存会按平方涨。", "[This card ({capability}) cannot run FlashAttention-2;] memory grows with the square of the length."),
    ("vllm-floor", "[vLLM 要 7.5 以上，]这张卡是 {capability}。用 llama.cpp，或换卡。", "[vLLM needs 7.5 or newer;] this card is {capability}. Use llama.cpp or another card."),
    ("old-golden-pair", "[torch 2.0 的内核只到 8.6，]这张卡是 {capability}。换新版。", "[torch 2.0 has kernels up to 8.6;] this card is {capability}. Use a newer one."),
];
