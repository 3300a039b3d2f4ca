//! Which program a command runs; and the settings of those that have few of their own: TensorRT-LLM's server, verl,
//! Megatron-LM.

use super::flags::Key::*;
use super::flags::{
    AXOLOTL, GGML, LAUNCH_QUIET, LAUNCH_ROWS, LLAMA_FACTORY, MS_SWIFT, OLLAMA, Row, SCRIPT, SERVER_QUIET,
    SGLANG, TRL, Table, VLLM,
};
use crate::plan::Software;

const TRTLLM_ROWS: &[Row] = &[
    ("model|loose-0", Model),
    ("tp-size", Tp),
    ("pp-size", Pp),
    ("ep-size", Ep),
    ("max-batch-size", Seqs),
    ("max-num-tokens", Batched),
    ("max-seq-len", Ctx),
    ("kv-cache-free-gpu-memory-fraction", Util),
    ("extra-llm-api-options|config", File),
    ("max-beam-width|cluster-size|gpus-per-node", NoPlace),
];
static TRTLLM: Table = Table {
    software: Some(Software::TensorRtLlm),
    serves: true,
    rows: &[TRTLLM_ROWS],
    quiet: &[
        SERVER_QUIET,
        "backend metadata-server-config-file server-role fail-fast-on-attention-window-too-large",
    ],
    shortens: false,
    one_loose: true,
};

const VERL_ROWS: &[Row] = &[
    ("actor-rollout-ref-model-path", Model),
    ("algorithm-adv-estimator", Stage),
    ("trainer-n-gpus-per-node", PerNode),
    ("trainer-nnodes", Nodes),
    ("data-max-prompt-length", Prompt),
    ("data-max-response-length", Answer),
    ("actor-rollout-ref-rollout-n", Generations),
    ("actor-rollout-ref-actor-ppo-micro-batch-size-per-gpu", Micro),
    ("actor-rollout-ref-model-enable-gradient-checkpointing", Checkpointing),
    ("actor-rollout-ref-actor-fsdp-config-param-offload", OffloadAll),
    ("actor-rollout-ref-actor-fsdp-config-optimizer-offload", OffloadStates),
    ("actor-rollout-ref-actor-ulysses-sequence-parallel-size", Cp),
    ("trainer-total-epochs", Epochs),
    (
        "data-train-batch-size|actor-rollout-ref-actor-ppo-mini-batch-size|actor-rollout-ref-rollout-gpu-memory-utilization|actor-rollout-ref-rollout-tensor-model-parallel-size|actor-rollout-ref-rollout-name|actor-rollout-ref-model-lora-rank|actor-rollout-ref-actor-ppo-max-token-len-per-gpu|actor-rollout-ref-ref-fsdp-config-param-offload|critic-model-path|actor-rollout-ref-actor-use-dynamic-bsz",
        NoPlace,
    ),
];
static VERL: Table = Table {
    software: Some(Software::Verl),
    serves: false,
    rows: &[VERL_ROWS],
    quiet: &[
        "data-train-files data-val-files data-val-batch-size data-filter-overlong-prompts data-truncation data-prompt-key data-shuffle \
        data-image-key algorithm-use-kl-in-reward algorithm-kl-ctrl-kl-coef actor-rollout-ref-model-use-remove-padding \
        actor-rollout-ref-actor-optim-lr actor-rollout-ref-actor-use-kl-loss actor-rollout-ref-actor-kl-loss-coef \
        actor-rollout-ref-actor-kl-loss-type actor-rollout-ref-actor-entropy-coeff actor-rollout-ref-rollout-log-prob-micro-batch-size-per-gpu \
        actor-rollout-ref-ref-log-prob-micro-batch-size-per-gpu trainer-critic-warmup trainer-logger trainer-project-name \
        trainer-experiment-name trainer-save-freq trainer-test-freq trainer-val-before-train trainer-default-local-dir",
    ],
    shortens: false,
    one_loose: false,
};

const MEGATRON_ROWS: &[Row] = &[
    ("micro-batch-size", Micro),
    ("global-batch-size", Global),
    ("seq-length", Ctx),
    ("tensor-model-parallel-size", Tp),
    ("pipeline-model-parallel-size", Pp),
    ("context-parallel-size", Cp),
    ("expert-model-parallel-size", Ep),
    ("bf16", Bf16),
    ("fp16", Fp16),
    ("use-distributed-optimizer", Distributed),
    ("recompute-activations", Selective),
    ("recompute-granularity", Granularity),
    ("optimizer", Optimizer),
    // The model by its sizes: it has to be picked.
    (
        "num-layers|hidden-size|num-attention-heads|num-query-groups|ffn-hidden-size|kv-channels|num-experts|moe-router-topk|moe-ffn-hidden-size|vocab-size|untie-embeddings-and-output-weights|group-query-attention|swiglu|recompute-method|recompute-num-layers|num-layers-per-virtual-pipeline-stage|fp8-format|fp8-recipe|cpu-offloading|overlap-grad-reduce|overlap-param-gather|tp-comm-overlap",
        NoPlace,
    ),
];
static MEGATRON: Table = Table {
    software: Some(Software::Megatron),
    serves: false,
    rows: &[LAUNCH_ROWS, MEGATRON_ROWS],
    quiet: &[
        LAUNCH_QUIET,
        "loose-1 sequence-parallel max-position-embeddings normalization position-embedding-type use-rotary-position-embeddings \
        rotary-base rotary-percent no-position-embedding disable-bias-linear attention-dropout hidden-dropout init-method-std lr min-lr lr-decay-style \
        lr-decay-iters lr-warmup-iters lr-warmup-fraction weight-decay clip-grad adam-beta1 adam-beta2 train-iters train-samples eval-iters eval-interval \
        save-interval log-interval save load data-path split tokenizer-type tokenizer-model vocab-file merge-file make-vocab-size-divisible-by \
        transformer-impl use-mcore-models use-flash-attn distributed-backend tensorboard-dir wandb-project wandb-exp-name exit-duration-in-mins \
        attention-softmax-in-fp32 no-gradient-accumulation-fusion num-workers seed ckpt-format",
    ],
    shortens: false,
    one_loose: false,
};

/// A version that the text names beside its program: an image's tag, or what pip was told.
pub fn version(words: &[String]) -> Option<(String, String)> {
    words.iter().find_map(|word| {
        let last = word.rsplit('/').next().unwrap_or_default();
        let tag =
            ["vllm-openai:", "sglang:", "vllm==", "sglang=="].iter().find_map(|p| last.strip_prefix(p))?;
        let tag = tag.strip_prefix('v').unwrap_or(tag);
        let end = tag.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(tag.len());
        let number = tag[..end].trim_end_matches('.');
        number.contains('.').then(|| (number.chars().take(20).collect(), word.clone()))
    })
}

/// The program among the words of a command, and where its own settings begin.
pub fn program(words: &[String]) -> Option<(&'static Table, usize)> {
    let name = |at: usize| words.get(at).map_or("", |w| w.rsplit(['/', '\\']).next().unwrap_or_default());
    let mut launcher = None;
    for at in 0..words.len().min(200) {
        let word = words[at].as_str();
        let table: (&'static Table, usize) = match (name(at), name(at + 1)) {
            ("vllm", "serve") => (&VLLM, at + 2),
            (w, _) if w.starts_with("vllm.entrypoints") || w.starts_with("vllm-openai") => (&VLLM, at + 1),
            ("sglang", "serve") => (&SGLANG, at + 2),
            ("sglang.launch_server", _) => (&SGLANG, at + 1),
            ("llama-server" | "llama-server.exe" | "llama-cli" | "llama-cli.exe" | "llama-bench", _) => {
                (&GGML, at + 1)
            }
            ("trtllm-serve", _) => (&TRTLLM, at + 1 + usize::from(name(at + 1) == "serve")),
            ("verl.trainer.main_ppo", _) => (&VERL, at + 1),
            ("ollama", "run" | "serve" | "pull") => (&OLLAMA, at + 2),
            ("llamafactory-cli" | "lmf", "train") => (&LLAMA_FACTORY, at + 2),
            ("trl", "sft" | "dpo" | "grpo" | "kto" | "reward" | "rloo") => (&TRL, at + 1),
            ("swift", "sft" | "pt" | "rlhf") => (&MS_SWIFT, at + 1),
            ("axolotl", "train") => (&AXOLOTL, at + 2),
            ("torchrun" | "torch.distributed.run" | "torch.distributed.launch" | "deepspeed", _)
            | ("accelerate", "launch") => {
                launcher = launcher.or(Some(at + 1 + usize::from(word == "accelerate")));
                continue;
            }
            (w, _) if launcher.is_some() && w.ends_with(".py") => {
                let table = match w {
                    "sft.py" | "dpo.py" | "grpo.py" | "kto.py" => &TRL,
                    "pretrain_gpt.py" | "pretrain_mamba.py" => &MEGATRON,
                    _ if words.iter().any(|x| x.contains("LLaMA-Factory") || x.contains("llamafactory")) => {
                        &LLAMA_FACTORY
                    }
                    _ => &SCRIPT,
                };
                (table, launcher.unwrap_or(at))
            }
            _ => continue,
        };
        return Some((table.0, launcher.unwrap_or(table.1)));
    }
    launcher.map(|at| (&SCRIPT, at))
}
