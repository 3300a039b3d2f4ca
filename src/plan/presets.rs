//! Plans to start from, as links. They are examples, tests and documentation at once; titles live in
//! `i18n::presets`.

/// A plan to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its word: the key of its title.
    pub id: &'static str,
    /// The plan, in the form that `share::encode` writes.
    pub link: &'static str,
}

const fn preset(id: &'static str, link: &'static str) -> Preset {
    Preset { id, link }
}

/// Every preset, the most usual first.
pub const PRESETS: &[Preset] = &[
    // A course project: 10,000 instructions of about 500 tokens, three passes.
    preset(
        "lora-7b",
        "v=1&ctx=2048&tok=5000000&epochs=3&ckpts=1&g=rtx-3090-24g,rtx-4090-24g,rtx-4090d-24g,rtx-5090-32g&n=1",
    ),
    preset("qlora-70b", "v=1&task=qlora&m=llama-3.3-70b-instruct&ctx=2048&tok=10000000&epochs=3"),
    preset("full-8b", "v=1&task=full&m=qwen3-8b&ctx=4096&tok=50000000&epochs=3"),
    // Twenty tokens a parameter.
    preset(
        "pretrain-1b",
        "v=1&task=pretrain&m=tinyllama-1.1b-chat-v1.0&ctx=2048&tok=22000000000&epochs=1&data=90",
    ),
    // Pairs: 20,000 of about 1,000 tokens, one pass.
    preset("dpo-7b", "v=1&task=dpo&ctx=2048&tok=20000000&epochs=1"),
    // 8,000 questions, eight answers each of about 1,000 tokens.
    preset("grpo-7b", "v=1&task=grpo&ctx=2048&tok=64000000&samples=8000&epochs=1&in=500&out=1000"),
    preset("serve-8b", "v=1&task=serve&m=qwen3-8b&sw=vllm&ctx=8192"),
    preset("serve-72b-awq", "v=1&task=serve&m=qwen2.5-72b&sw=vllm&q=awq&ctx=8192&users=10"),
    preset(
        "deepseek-v3-16",
        "v=1&task=serve&m=deepseek-v3&sw=sglang&ctx=16384&users=100&in=2000&out=800&n=16",
    ),
    // A million passages of 500 tokens.
    preset("embed", "v=1&task=embed&m=bge-m3&samples=1000000&in=500&out=0"),
    // Fifty pictures, sixty passes: 3,000 steps.
    preset(
        "sdxl-lora",
        "v=1&task=image-lora&m=stable-diffusion-xl-base-1.0&rank=32&samples=50&epochs=60&ckpts=1",
    ),
    // 20,000 pictures of 640 pixels, a hundred passes.
    preset("vision", "v=1&task=image-train&m=yolo11m&width=640&height=640&samples=20000&epochs=100&data=10"),
    preset(
        "ascend",
        "v=1&task=serve&m=qwen2.5-32b&ctx=8192&g=ascend-910b-64g,ascend-910b1-64g,ascend-910b2-64g,ascend-910b3-64g,ascend-910b4-1-64g,ascend-910b4-32g&domestic=1",
    ),
    preset("cards", "v=1&task=cards&h=720&g=h20-96g&n=8"),
    // The first visit in English (semantics §4).
    preset("world", "v=1&region=any&cur=USD"),
];

impl Preset {
    /// The preset of that id.
    pub fn find(id: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|p| p.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::share;
    use std::collections::HashSet;

    #[test]
    fn presets_are_links_in_canonical_form_over_known_ids() {
        let mut seen = HashSet::new();
        for preset in PRESETS {
            assert!(seen.insert(preset.id));
            let (plan, warn) = share::decode(preset.link);
            assert_eq!(warn, vec![], "{}", preset.id);
            assert_eq!(share::encode(&plan), preset.link, "{}", preset.id);
            assert_eq!(share::check_ids(&plan, Catalog::embedded()), vec![], "{}", preset.id);
        }
        assert!(PRESETS.len() >= 12);
    }
}
