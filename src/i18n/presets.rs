//! Titles and one-line notes of the presets, by their id.

use super::Lang;

/// id, title and note in Chinese, title and note in English.
const TEXTS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "lora-7b",
        "学生：一张消费卡微调 7B",
        "Qwen2.5-7B，LoRA，一万条指令，三遍",
        "Student: LoRA of a 7B on one consumer card",
        "Qwen2.5-7B, 10,000 instructions, three passes",
    ),
    (
        "qlora-70b",
        "QLoRA 微调 70B",
        "Llama-3.3-70B，4 位权重，1,000 万 token，三遍",
        "QLoRA of a 70B",
        "Llama-3.3-70B in 4 bits, 10M tokens, three passes",
    ),
    (
        "full-8b",
        "全参微调 8B",
        "Qwen3-8B，5,000 万 token，三遍",
        "Full fine-tuning of an 8B",
        "Qwen3-8B, 50M tokens, three passes",
    ),
    (
        "pretrain-1b",
        "从头预训练 1B",
        "1.1B 参数，220 亿 token，一遍",
        "Pre-train a 1B from scratch",
        "1.1B parameters, 22B tokens, one pass",
    ),
    (
        "dpo-7b",
        "7B 偏好对齐（DPO）",
        "Qwen2.5-7B，两万对回答，一遍",
        "DPO of a 7B",
        "Qwen2.5-7B, 20,000 pairs, one pass",
    ),
    (
        "grpo-7b",
        "7B 强化学习（GRPO）",
        "Qwen2.5-7B，八千道题，每题采样 8 个回答",
        "GRPO of a 7B",
        "Qwen2.5-7B, 8,000 questions, 8 answers each",
    ),
    (
        "serve-8b",
        "8B 对话服务，20 人同时用",
        "Qwen3-8B，vLLM，上下文 8K，开一个月",
        "Serve an 8B to 20 users",
        "Qwen3-8B, vLLM, 8k context, for a month",
    ),
    (
        "serve-72b-awq",
        "72B 量化部署（AWQ）",
        "Qwen2.5-72B，4 位权重，10 人同时用",
        "Serve a 72B from an AWQ checkpoint",
        "Qwen2.5-72B in 4 bits, 10 users",
    ),
    (
        "deepseek-v3-16",
        "16 卡部署 DeepSeek-V3",
        "满血版，SGLang，100 人同时用",
        "DeepSeek-V3 on 16 cards",
        "All 671B, SGLang, 100 users",
    ),
    (
        "embed",
        "向量化一百万段文本",
        "bge-m3，每段 500 token",
        "Embed a million passages",
        "bge-m3, 500 tokens each",
    ),
    (
        "sdxl-lora",
        "SDXL 画风 LoRA",
        "50 张图，3,000 步，1024 像素",
        "SDXL style LoRA",
        "50 pictures, 3,000 steps, 1024 px",
    ),
    (
        "vision",
        "训练目标检测模型",
        "YOLO11m，两万张图，100 轮",
        "Train a detector",
        "YOLO11m, 20,000 pictures, 100 passes",
    ),
    (
        "ascend",
        "国产卡：昇腾 910B 部署 32B",
        "Qwen2.5-32B，上下文 8K，20 人同时用",
        "Domestic cards: a 32B on Ascend 910B",
        "Qwen2.5-32B, 8k context, 20 users",
    ),
    (
        "cards",
        "我知道要什么卡",
        "8 张 H20 用一个月，只算账",
        "I know my GPUs",
        "Eight H20 for a month: only the bill",
    ),
    (
        "world",
        "不限地区，美元计价",
        "LoRA 微调 7B，全球比价",
        "Any region, in US dollars",
        "LoRA of a 7B, offers worldwide",
    ),
];

/// The title of a preset; its id where it has none.
pub fn preset_title(id: &str, lang: Lang) -> &str {
    TEXTS.iter().find(|t| t.0 == id).map_or(id, |t| lang.pick(t.1, t.3))
}

/// The note under it; empty where it has none.
pub fn preset_note(id: &str, lang: Lang) -> &'static str {
    TEXTS.iter().find(|t| t.0 == id).map_or("", |t| lang.pick(t.2, t.4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;
    use crate::plan::PRESETS;

    #[test]
    fn every_preset_has_both_titles_and_notes() {
        assert_eq!(TEXTS.len(), PRESETS.len());
        for (text, preset) in TEXTS.iter().zip(PRESETS) {
            assert_eq!(text.0, preset.id);
            check_pair(text.0, text.1, text.3);
            check_pair(text.0, text.2, text.4);
        }
    }
}
