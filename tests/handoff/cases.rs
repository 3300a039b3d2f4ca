//! Plans whose files are read back, beside the presets.

use suanzu::catalog::Catalog;
use suanzu::engine;
use suanzu::engine::report::Report;
use suanzu::handoff::Setup;
use suanzu::plan::Plan;
use suanzu::share;
use suanzu::units::Date;

/// More than the presets reach.
pub const MORE: &[(&str, &str)] = &[
    ("sglang-8b", "v=1&task=serve&m=qwen3-8b&sw=sglang&ctx=8192&region=any&cur=USD&spot=1"),
    ("trt-8b", "v=1&task=serve&m=qwen3-8b&sw=tensorrt-llm&ctx=8192"),
    ("llama-cpp", "v=1&task=serve&m=qwen3-8b&sw=llama.cpp&q=q4_k_m&users=2&n=1&region=any&cur=USD"),
    (
        "llama-cpp-split",
        "v=1&task=serve&m=qwen2.5-72b&sw=llama.cpp&q=q4_k_m&kv=q8_0&users=2&n=4&pp=4&g=rtx-4090-24g",
    ),
    (
        "world-serve",
        "v=1&task=serve&m=qwen3-8b&sw=vllm&ctx=8192&region=any&cur=USD&kv=fp8&seqs=64&bt=4096&util=0.9",
    ),
    ("transformers", "v=1&task=serve&m=qwen3-8b&sw=transformers&q=nf4&users=4&n=1&region=any"),
    (
        "transformers-split",
        "v=1&task=serve&m=qwen2.5-72b&sw=transformers&users=2&n=4&pp=4&g=a100-sxm-80g&region=any",
    ),
    ("transformers-lora", "v=1&task=lora&m=qwen3-8b&sw=transformers&ctx=4096&n=1&region=any"),
    ("vllm-ported", "v=1&task=serve&m=qwen2.5-7b&sw=vllm&ctx=8192&domestic=1&region=any"),
    ("factory-full", "v=1&task=full&m=qwen3-8b&sw=llama-factory&ctx=4096&n=8&region=any&cur=USD"),
    ("factory-dpo", "v=1&task=dpo&m=qwen2.5-7b&sw=llama-factory&ctx=2048&n=8&zero=3&region=any"),
    ("swift-qlora", "v=1&task=qlora&m=qwen3-8b&sw=ms-swift&ctx=4096"),
    ("swift-full", "v=1&task=full&m=qwen3-8b&sw=ms-swift&ctx=4096&n=8&zero=2&region=any"),
    ("axolotl-qlora", "v=1&task=qlora&m=llama-3.1-8b-instruct&sw=axolotl&ctx=4096&region=any&cur=USD&spot=1"),
    (
        "axolotl-full",
        "v=1&task=full&m=llama-3.1-8b-instruct&sw=axolotl&ctx=4096&n=8&zero=3&offload=optimizer&region=any",
    ),
    (
        "axolotl-states-4bit",
        "v=1&task=full&m=llama-3.1-8b-instruct&sw=axolotl&ctx=4096&n=8&zero=2&opt=adamw-4bit&region=any",
    ),
    ("trl-lora", "v=1&task=lora&m=qwen3-8b&sw=trl&ctx=4096&rank=32&region=any"),
    ("trl-full", "v=1&task=full&m=qwen3-8b&sw=trl&ctx=4096&n=8&zero=3&region=any"),
    ("trl-grpo", "v=1&task=grpo&m=qwen2.5-7b&sw=trl&ctx=2048&n=8&zero=3&gb=64&region=any"),
    ("deepspeed-full", "v=1&task=full&m=qwen3-8b&sw=deepspeed&ctx=4096&n=8&zero=3&region=any"),
    ("own-loop", "v=1&task=full&m=qwen3-8b&sw=pytorch&ctx=4096&n=8&zero=3&region=any"),
    ("unsloth-qlora", "v=1&task=qlora&m=qwen3-8b&sw=unsloth&ctx=4096&n=1&region=any"),
    ("tune-lora", "v=1&task=lora&m=qwen2.5-7b&sw=torchtune&ctx=4096&n=1&region=any"),
    ("tune-full", "v=1&task=full&m=llama-3.1-8b-instruct&sw=torchtune&ctx=4096&n=8&zero=3&region=any"),
    (
        "megatron",
        "v=1&task=pretrain&m=llama-3.1-8b-instruct&sw=megatron&ctx=4096&n=8&tok=1000000000&region=any",
    ),
    ("verl", "v=1&task=grpo&m=qwen2.5-7b&sw=verl&ctx=2048&n=8&zero=3&gb=64&region=any"),
    ("flux", "v=1&task=image-lora&m=flux.1-dev&samples=50&epochs=60&n=1&g=h20-96g,h100-sxm-80g&region=any"),
    (
        "factory-ascend",
        "v=1&task=lora&m=qwen2.5-7b&sw=llama-factory&ctx=2048&g=ascend-910b-64g,ascend-910b1-64g,ascend-910b2-64g,ascend-910b3-64g,ascend-910b4-1-64g,ascend-910b4-32g&domestic=1",
    ),
];

/// Two nodes of eight.
pub const NODES: &[(&str, &str)] = &[
    (
        "deepseek",
        "v=1&task=serve&m=deepseek-v3&sw=sglang&ctx=16384&users=100&in=2000&out=800&n=16&tp=8&pp=2&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    (
        "deepseek-vllm",
        "v=1&task=serve&m=deepseek-v3&sw=vllm&ctx=16384&users=100&in=2000&out=800&n=16&tp=8&pp=2&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    (
        "factory",
        "v=1&task=full&m=qwen3-8b&sw=llama-factory&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    ("swift", "v=1&task=full&m=qwen3-8b&sw=ms-swift&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any"),
    (
        "axolotl",
        "v=1&task=full&m=qwen3-8b&sw=axolotl&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    ("trl", "v=1&task=full&m=qwen3-8b&sw=trl&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any"),
    (
        "deepspeed",
        "v=1&task=full&m=qwen3-8b&sw=deepspeed&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    ("own", "v=1&task=full&m=qwen3-8b&sw=pytorch&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any"),
    (
        "tune",
        "v=1&task=full&m=llama-3.3-70b-instruct&sw=torchtune&n=16&zero=3&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    (
        "megatron",
        "v=1&task=pretrain&m=llama-3.1-8b-instruct&sw=megatron&tok=1000000000&n=16&tp=8&pp=2&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
    (
        "verl",
        "v=1&task=grpo&m=qwen2.5-7b&sw=verl&n=16&zero=3&gb=64&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
    ),
];

/// A plan and its answer, on a fixed day.
pub fn answered(link: &str) -> (Plan, Report) {
    let (plan, warnings) = share::decode(link);
    assert_eq!(warnings, vec![], "{link}");
    let report = engine::report(&plan, Catalog::embedded(), Date::new(2026, 12, 2).expect("a day"));
    (plan, report)
}

/// Does something with the setup of a link that must fit.
pub fn with(link: &str, then: impl FnOnce(&Setup<'_>)) {
    let (plan, report) = answered(link);
    let setup = Setup::new(&plan, &report, Catalog::embedded());
    then(&setup.unwrap_or_else(|| panic!("nothing fits: {link}")));
}

/// The layout that the test of two nodes is about.
pub fn nodes_of_eight(setup: &Setup<'_>, name: &str) {
    assert_eq!((setup.nodes(), setup.per_node(), setup.world()), (2, 8, 16), "{name}");
    let l = &setup.layout;
    assert_eq!(l.tp * l.pp * l.cp * l.dp, 16, "{name}");
}
