//! Which flag of which program means what. Names by handoff.md §3, §4 and §8 and the programs' own help; a
//! name with several spellings has them side by side.

use crate::plan::Software;

/// What a setting is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The model.
    Model,
    /// A file of settings that is not here.
    File,
    /// Degrees: tensor, pipeline, data, expert, context.
    Tp,
    Pp,
    Dp,
    Ep,
    Cp,
    /// Experts are spread over all ranks.
    Experts,
    /// Longest context or sample; vLLM's own way to write it.
    Ctx,
    CtxHuman,
    /// Context of all slots together.
    CtxAll,
    Slots,
    Seqs,
    Batched,
    Ubatch,
    Util,
    Kv,
    KvV,
    Quant,
    Dtype,
    /// CUDA graphs are off.
    NoGraphs,
    /// How many layers lie on the card.
    Layers,
    /// One part a card.
    Split,
    Micro,
    Accum,
    Global,
    /// Processes: of all machines, of each machine; machines.
    Procs,
    PerNode,
    Nodes,
    /// A list of cards.
    Devices,
    Rank,
    Targets,
    /// Adapters beside every matrix.
    AllTargets,
    Load4,
    Load8,
    Bits,
    Double,
    Peft,
    Stage,
    Tuner,
    Checkpointing,
    NoCheckpointing,
    /// Only attention is computed again; how much is.
    Selective,
    Granularity,
    Optimizer,
    Adam8,
    Epochs,
    Packing,
    Flash,
    NoFlash,
    Liger,
    Bf16,
    Fp16,
    Zero,
    /// Megatron's optimizer that is split over the ranks.
    Distributed,
    DeepSpeed,
    Fsdp,
    Reshard,
    OffloadOptimizer,
    OffloadParam,
    OffloadAll,
    OffloadStates,
    /// Pixels of a picture's side.
    Side,
    Generations,
    Compile,
    Prompt,
    Answer,
    /// The program's version.
    Version,
    /// What stands without a name.
    Loose,
    /// Memory or speed, and no place in a plan.
    NoPlace,
}

/// Spellings, and what they mean.
pub type Row = (&'static str, Key);

/// The settings of a program.
pub struct Table {
    /// The program as plans name it.
    pub software: Option<Software>,
    /// It serves.
    pub serves: bool,
    /// Its settings.
    pub rows: &'static [&'static [Row]],
    /// Settings without a bearing on memory or cost.
    pub quiet: &'static [&'static str],
    /// A flag may be cut short where it stays the only one.
    pub shortens: bool,
    /// Its first loose word is the model.
    pub one_loose: bool,
}

use Key::*;

pub const SERVER_QUIET: &str = "host port api-key served-model-name trust-remote-code chat-template tool-call-parser enable-auto-tool-choice \
    reasoning-parser log-level uvicorn-log-level seed download-dir revision tokenizer tokenizer-mode tokenizer-path disable-log-requests \
    disable-log-stats disable-uvicorn-access-log allowed-origins ssl-keyfile ssl-certfile load-format enable-prefix-caching no-enable-prefix-caching \
    enable-chunked-prefill master-addr master-port node-rank headless data-parallel-address data-parallel-rpc-port data-parallel-start-rank \
    data-parallel-size-local distributed-executor-backend hf-overrides generation-config root-path response-role max-log-len show-time-cost \
    dist-init-addr random-seed enable-metrics schedule-policy watchdog-timeout api-server-count block-size";

const VLLM_ROWS: &[Row] = &[
    ("model|loose-0", Model),
    ("said-version", Version),
    ("tensor-parallel-size|tp", Tp),
    ("pipeline-parallel-size|pp", Pp),
    ("data-parallel-size|dp", Dp),
    ("enable-expert-parallel|ep", Experts),
    ("decode-context-parallel-size|dcp", NoPlace),
    ("max-model-len", CtxHuman),
    ("max-num-seqs", Seqs),
    ("max-num-batched-tokens", Batched),
    ("gpu-memory-utilization", Util),
    ("kv-cache-dtype", Kv),
    ("quantization|q", Quant),
    ("dtype", Dtype),
    ("enforce-eager", NoGraphs),
    ("nnodes", Nodes),
    ("config", File),
    (
        "kv-cache-memory-bytes|num-gpu-blocks-override|cpu-offload-gb|speculative-config|enable-lora|max-loras|max-lora-rank|kv-offloading-size|limit-mm-per-prompt",
        NoPlace,
    ),
];
pub static VLLM: Table = Table {
    software: Some(Software::Vllm),
    serves: true,
    rows: &[VLLM_ROWS],
    quiet: &[SERVER_QUIET],
    shortens: true,
    one_loose: true,
};

const SGLANG_ROWS: &[Row] = &[
    ("model-path|model|loose-0", Model),
    ("said-version", Version),
    ("tp-size|tensor-parallel-size|tp", Tp),
    ("pp-size|pipeline-parallel-size", Pp),
    ("dp-size|data-parallel-size|dp", Dp),
    ("ep-size|expert-parallel-size|ep", Ep),
    ("context-length", Ctx),
    ("max-running-requests", Seqs),
    ("chunked-prefill-size", Batched),
    ("mem-fraction-static", Util),
    ("kv-cache-dtype", Kv),
    ("quantization", Quant),
    ("dtype", Dtype),
    ("disable-cuda-graph", NoGraphs),
    ("nnodes", Nodes),
    ("config", File),
    (
        "max-total-tokens|cpu-offload-gb|speculative-algorithm|speculative-draft-model-path|speculative-num-steps|enable-dp-attention|lora-paths|cuda-graph-max-bs|attention-backend",
        NoPlace,
    ),
];
pub static SGLANG: Table = Table {
    software: Some(Software::Sglang),
    serves: true,
    rows: &[SGLANG_ROWS],
    quiet: &[SERVER_QUIET],
    shortens: true,
    one_loose: true,
};

const GGML_ROWS: &[Row] = &[
    ("m|model|hf|hf-repo|loose-0", Model),
    ("c|ctx-size", CtxAll),
    ("np|parallel", Slots),
    ("ngl|gpu-layers|n-gpu-layers", Layers),
    ("ctk|cache-type-k", Kv),
    ("ctv|cache-type-v", KvV),
    ("fa|flash-attn", Flash),
    ("b|batch-size", Batched),
    ("ub|ubatch-size", Ubatch),
    ("ts|tensor-split", Split),
    ("env-cuda-visible-devices", Devices),
    (
        "sm|split-mode|ot|override-tensor|ncmoe|n-cpu-moe|cmoe|cpu-moe|md|model-draft|no-kv-offload|nkvo|mmproj|lora",
        NoPlace,
    ),
];
pub static GGML: Table = Table {
    software: Some(Software::LlamaCpp),
    serves: true,
    rows: &[GGML_ROWS],
    quiet: &[
        "host port t threads tb threads-batch api-key alias a jinja chat-template fit cont-batching cb mlock no-mmap metrics slots temp top-p top-k \
         min-p repeat-penalty seed s n-predict n p prompt verbose v log-file main-gpu mg no-kv-unified kv-unified warmup no-warmup hff hf-file i cnv",
    ],
    shortens: false,
    one_loose: false,
};
pub static OLLAMA: Table = Table {
    software: Some(Software::LlamaCpp),
    serves: true,
    rows: &[&[("loose-0", Model)]],
    quiet: &["verbose keepalive format nowordwrap"],
    shortens: false,
    one_loose: true,
};

/// What the launchers of training runs take.
pub const LAUNCH_ROWS: &[Row] = &[
    ("nproc-per-node|num-gpus|n-gpus-per-node|nproc-per-machine|env-nproc-per-node", PerNode),
    ("num-processes|world-size", Procs),
    ("nnodes|num-machines|num-nodes|env-nnodes", Nodes),
    ("include|gpu-ids|devices|env-cuda-visible-devices|env-ascend-rt-visible-devices", Devices),
    ("zero-stage", Zero),
    ("offload-optimizer-device|deepspeed-config-offload-optimizer-device", OffloadOptimizer),
    ("offload-param-device|deepspeed-config-offload-param-device", OffloadParam),
    ("deepspeed-config-zero-stage", Zero),
    ("mixed-precision", Dtype),
    ("use-fsdp|fsdp|fsdp-config-fsdp-version", Fsdp),
    ("fsdp-config-fsdp-reshard-after-forward|fsdp-reshard-after-forward", Reshard),
    ("fsdp-config-fsdp-offload-params|fsdp-offload-params", OffloadAll),
    ("fsdp-config-fsdp-activation-checkpointing", Checkpointing),
    ("config-file|deepspeed-config-file|args-file", File),
];
pub const LAUNCH_QUIET: &str = "master-addr master-port main-process-ip main-process-port machine-rank node-rank rdzv-backend rdzv-endpoint rdzv-id rdzv-conf \
    max-restarts standalone module m same-network hostfile launcher num-cpu-threads-per-process use-deepspeed distributed-type compute-environment \
    downcast-bf16 rdzv-backend main-training-function debug use-cpu tpu-use-cluster tpu-env tpu-use-sudo enable-cpu-affinity multi-gpu \
    fsdp-config-fsdp-auto-wrap-policy fsdp-config-fsdp-transformer-layer-cls-to-wrap fsdp-config-fsdp-state-dict-type fsdp-config-fsdp-cpu-ram-efficient-loading \
    deepspeed-config-gradient-clipping deepspeed-config-zero3-init-flag deepspeed-config-zero3-save-16bit-model deepspeed-config-deepspeed-multinode-launcher";

/// What the Trainer of Transformers and the programs above it take.
const TRAIN_ROWS: &[Row] = &[
    ("model-name-or-path|model|model-id|base-model|model-id-or-path|pretrained-model-name-or-path", Model),
    ("per-device-train-batch-size|micro-batch-size|train-batch-size", Micro),
    ("gradient-accumulation-steps", Accum),
    ("global-batch-size", Global),
    (
        "max-length|max-seq-length|max-seq-len|cutoff-len|model-max-length|sequence-len|seq-length|block-size|tokenizer-max-seq-len",
        Ctx,
    ),
    ("lora-r|lora-rank|r|rank|peft-lora-r", Rank),
    ("lora-target|lora-target-modules|target-modules|lora-modules", Targets),
    ("lora-target-linear", AllTargets),
    ("resolution", Side),
    ("use-8bit-adam", Adam8),
    ("load-in-4bit", Load4),
    ("load-in-8bit", Load8),
    ("quantization-bit|quant-bits|bits|quantization-bits", Bits),
    ("double-quantization|bnb-4bit-use-double-quant|use-bnb-nested-quant|double-quant", Double),
    ("use-peft|use-lora|lora", Peft),
    ("finetuning-type|tuner-type|train-type|adapter|sft-type|lora-enable", Tuner),
    ("stage|rlhf-type|rl|loose-0", Stage),
    ("gradient-checkpointing|enable-activation-checkpointing", Checkpointing),
    ("disable-gradient-checkpointing", NoCheckpointing),
    ("optim|optimizer", Optimizer),
    ("num-train-epochs|num-epochs|epochs", Epochs),
    ("packing|sample-packing|neat-packing", Packing),
    ("flash-attn|attn-implementation|attn-impl|flash-attention|use-flash-attn|use-flash-attention-2", Flash),
    ("use-liger-kernel|enable-liger-kernel|use-liger|liger-fused-linear-cross-entropy", Liger),
    ("bf16", Bf16),
    ("fp16", Fp16),
    ("torch-dtype|dtype|infer-dtype", Dtype),
    ("deepspeed", DeepSpeed),
    ("num-generations", Generations),
    ("max-prompt-length", Prompt),
    ("max-completion-length", Answer),
    ("torch-compile|use-compile", Compile),
    ("tensor-parallel-size|tensor-model-parallel-size", Tp),
    ("pipeline-model-parallel-size", Pp),
    ("context-parallel-size|sequence-parallel-size", Cp),
    ("expert-model-parallel-size", Ep),
    ("config", File),
    (
        "unsloth|use-unsloth|use-galore|use-badam|use-dora|use-rslora|freeze-vit|vllm-gpu-memory-utilization|use-vllm|ref-model|reward-model|activation-offloading|train-on-inputs|enable-activation-offloading|fsdp-config",
        NoPlace,
    ),
    ("loose-1", Loose),
];
const TRAIN_QUIET: &str = "learning-rate lr lr-scheduler-type lr-scheduler warmup-ratio warmup-steps weight-decay adam-beta1 adam-beta2 adam-epsilon max-grad-norm \
    logging-steps save-steps save-strategy save-total-limit eval-steps eval-strategy evaluation-strategy output-dir dataset dataset-name dataset-dir datasets \
    train-file data-path template chat-template report-to run-name wandb-project wandb-entity wandb-name seed lora-alpha lora-dropout peft-lora-alpha \
    do-train do-eval overwrite-output-dir overwrite-cache preprocessing-num-workers dataloader-num-workers ddp-timeout plot-loss val-set-size \
    val-size per-device-eval-batch-size max-samples dataset-text-field remove-unused-columns tf32 torch-dtype-auto trust-remote-code push-to-hub \
    hub-model-id resume-from-checkpoint dataset-prepared-path eval-sample-packing pad-to-sequence-len special-tokens logging-dir ddp-find-unused-parameters \
    include-num-input-tokens-seen logging-first-step save-only-model image-max-pixels video-max-pixels lora-bias pref-beta pref-loss beta gradient-clipping \
    system model-author model-name split-dataset-ratio dataset-num-proc temperature bnb-4bit-quant-type bnb-4bit-compute-dtype quant-method quantization-method \
    model-type tokenizer-type strict evals-per-epoch saves-per-epoch hf-use-auth-token local-rank group-by-length auto-resume-from-checkpoints \
    lora-model-dir load-best-model-at-end early-stopping-patience xformers-attention debug plugins dataset-shuffle use-hf adapter-name-or-path \
    gradient-checkpointing-kwargs-use-reentrant datasets-type datasets-path special-tokens-pad-token max-steps wandb-watch wandb-log-model";

pub static TRL: Table = training(Some(Software::Trl));
pub static LLAMA_FACTORY: Table = training(Some(Software::LlamaFactory));
pub static AXOLOTL: Table = training(Some(Software::Axolotl));
pub static MS_SWIFT: Table = training(Some(Software::MsSwift));
/// A script of the user's own.
pub static SCRIPT: Table = training(None);
pub static ACCELERATE: Table = Table {
    software: None,
    serves: false,
    rows: &[LAUNCH_ROWS],
    quiet: &[LAUNCH_QUIET],
    shortens: false,
    one_loose: false,
};

const fn training(software: Option<Software>) -> Table {
    let rows: &[&[Row]] = &[LAUNCH_ROWS, TRAIN_ROWS];
    Table {
        software,
        serves: false,
        rows,
        quiet: &[LAUNCH_QUIET, TRAIN_QUIET],
        shortens: true,
        one_loose: true,
    }
}

const DEEPSPEED_ROWS: &[Row] = &[
    ("train-micro-batch-size-per-gpu", Micro),
    ("gradient-accumulation-steps", Accum),
    ("train-batch-size", Global),
    ("bf16-enabled", Bf16),
    ("fp16-enabled", Fp16),
    ("zero-optimization-stage", Zero),
    ("zero-optimization-offload-optimizer-device", OffloadOptimizer),
    ("zero-optimization-offload-param-device", OffloadParam),
    ("optimizer-type", Optimizer),
    (
        "activation-checkpointing-partition-activations|activation-checkpointing-cpu-checkpointing|zero-optimization-zero-hpz-partition-size|zero-optimization-zero-quantized-weights|tensor-parallel-autotp-size",
        NoPlace,
    ),
];
pub static DEEPSPEED: Table = Table {
    software: Some(Software::DeepSpeed),
    serves: false,
    rows: &[DEEPSPEED_ROWS],
    quiet: &[
        "gradient-clipping steps-per-print wall-clock-breakdown zero-allow-untested-optimizer prescale-gradients zero-force-ds-cpu-optimizer \
         zero-optimization-overlap-comm zero-optimization-contiguous-gradients zero-optimization-reduce-bucket-size \
         zero-optimization-allgather-bucket-size zero-optimization-reduce-scatter zero-optimization-allgather-partitions \
         zero-optimization-round-robin-gradients zero-optimization-sub-group-size zero-optimization-stage3-prefetch-bucket-size \
         zero-optimization-stage3-param-persistence-threshold zero-optimization-stage3-max-live-parameters \
         zero-optimization-stage3-max-reuse-distance zero-optimization-stage3-gather-16bit-weights-on-model-save \
         zero-optimization-offload-optimizer-pin-memory zero-optimization-offload-param-pin-memory zero-optimization-offload-optimizer-nvme-path \
         optimizer-params-lr optimizer-params-betas optimizer-params-eps optimizer-params-weight-decay optimizer-params-torch-adam \
         scheduler-type scheduler-params-warmup-min-lr scheduler-params-warmup-max-lr scheduler-params-warmup-num-steps \
         scheduler-params-total-num-steps fp16-loss-scale fp16-loss-scale-window fp16-initial-scale-power fp16-hysteresis fp16-min-loss-scale \
         fp16-auto-cast",
    ],
    shortens: false,
    one_loose: false,
};

/// Variables of the environment that say something.
pub const ENVIRONMENT: [&str; 4] =
    ["CUDA_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES", "NPROC_PER_NODE", "NNODES"];

/// What a setting of a program is about.
pub fn key(table: &Table, name: &str) -> Option<Key> {
    let row = |row: &&Row| row.0.split('|').any(|n| n == name);
    table.rows.iter().flat_map(|rows| rows.iter()).find(row).map(|r| r.1)
}

/// Whether a setting has no bearing on memory or cost.
pub fn quiet(table: &Table, name: &str) -> bool {
    table.quiet.iter().flat_map(|q| q.split_whitespace()).any(|n| n == name)
}

/// The flags of which this is a beginning: the only one, if it is one.
pub fn longer(table: &Table, name: &str) -> Vec<&'static str> {
    let known = table.rows.iter().flat_map(|rows| rows.iter()).flat_map(|r| r.0.split('|'));
    let quiet = table.quiet.iter().flat_map(|q| q.split_whitespace());
    let own = |n: &&str| !n.starts_with("loose-") && !n.starts_with("env-");
    known.chain(quiet).filter(own).filter(|n| name.len() >= 3 && n.starts_with(name)).collect()
}

/// Whether a flag stands alone.
pub fn switch(table: &Table, name: &str) -> bool {
    let alone = matches!(
        key(table, name),
        Some(
            NoGraphs
                | Experts
                | Load4
                | Load8
                | Double
                | Peft
                | Checkpointing
                | NoCheckpointing
                | Packing
                | Bf16
                | Fp16
                | Liger
                | Compile
                | AllTargets
                | Adam8
                | Selective
                | Distributed
        )
    );
    alone && !(name == "ep" && table.software == Some(Software::Sglang))
        || [
            "trust-remote-code",
            "standalone",
            "jinja",
            "use-deepspeed",
            "use-fsdp",
            "multi-gpu",
            "metrics",
            "headless",
            "enable-prefix-caching",
            "verbose",
            "mlock",
            "no-mmap",
        ]
        .contains(&name)
}

/// Whether a flag takes several words.
pub fn listed(name: &str) -> bool {
    [
        "target-modules",
        "lora-target-modules",
        "lora-target",
        "served-model-name",
        "dataset",
        "report-to",
        "lora-modules",
    ]
    .contains(&name)
}
