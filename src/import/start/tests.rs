//! Commands and files as people have them: what becomes the plan, and what is listed.

use super::{Start, Why, read};
use crate::catalog::Catalog;
use crate::plan::{Field, Plan};
use crate::share;

/// The fields that a text sets, as `key=value` in the order of the table.
fn fields(start: &Start) -> String {
    let mut sets: Vec<_> =
        start.sets.iter().map(|s| (s.field, format!("{}={}", s.field.key(), s.text))).collect();
    sets.sort_unstable();
    sets.into_iter().map(|s| s.1).collect::<Vec<_>>().join(" ")
}

/// What is listed, as `text: reason`.
fn odd(start: &Start) -> Vec<String> {
    let why = |w: &Why| match w {
        Why::Short(full) => format!("short {full}"),
        Why::Overruled(by) => format!("overruled by {by}"),
        other => format!("{other:?}").to_lowercase(),
    };
    start.odd.iter().map(|o| format!("{}: {}", o.from, why(&o.why))).collect()
}

/// A text, the fields it sets, what is listed.
struct Case(&'static str, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    Case(
        "vllm serve Qwen/Qwen2.5-72B-Instruct-AWQ --tensor-parallel-size 4 --max-model-len 32768 --gpu-memory-utilization 0.92 --max-num-seqs 128 --port 8000",
        "task=serve m=qwen2.5-72b sw=vllm q=awq ctx=32768 tp=4 util=0.92 seqs=128 n=4",
        &[],
    ),
    // Two spellings of thousands, underscores, a short name, a quoted value.
    Case(
        "CUDA_VISIBLE_DEVICES=0,1 vllm serve \"Qwen/Qwen2.5-7B-Instruct\" -tp 2 --max_model_len 16K --kv-cache-dtype fp8_e4m3 --dtype half --enforce-eager",
        "task=serve m=qwen2.5-7b sw=vllm prec=fp16 kv=fp8 ctx=16384 tp=2 graphs=0 n=2",
        &[],
    ),
    Case(
        "python -m vllm.entrypoints.openai.api_server --model meta-llama/Llama-3.1-8B-Instruct \\\n  --max-model-len=16k \\\n  --max-num-batched-tokens 8192 # a comment",
        "task=serve m=llama-3.1-8b sw=vllm ctx=16000 bt=8192 n=1",
        &[],
    ),
    // Abbreviated, unknown, without a place, repeated.
    Case(
        "vllm serve Qwen/Qwen2.5-7B-Instruct --tensor-par 2 --tensor-parallel-size 4 --max 5 --swap-space 16 --cpu-offload-gb 8 --quantization nope",
        "task=serve m=qwen2.5-7b sw=vllm tp=4 n=4",
        &[
            "--tensor-par 2: short tensor-parallel-size",
            "--tensor-par 2: overruled by --tensor-parallel-size 4",
            "--max 5: ambiguous",
            "--swap-space 16: unknown",
            "--cpu-offload-gb 8: noplace",
            "--quantization nope: value",
        ],
    ),
    // Beyond what the program takes.
    Case(
        "vllm serve acme/secret-model-9b --gpu-memory-utilization 1.2 --max-model-len banana --tp 0",
        "task=serve sw=vllm n=1",
        &[
            "acme/secret-model-9b: model",
            "--tp 0: value",
            "--max-model-len banana: value",
            "--gpu-memory-utilization 1.2: value",
        ],
    ),
    Case(
        "docker run --gpus all --rm -p 8000:8000 vllm/vllm-openai:latest --model openai/gpt-oss-20b --data-parallel-size 2 --enable-expert-parallel",
        "task=serve m=gpt-oss-20b sw=vllm ep=2 n=2",
        &[],
    ),
    Case(
        "python3 -m sglang.launch_server --model-path Qwen/Qwen2.5-32B-Instruct --tp 2 --context-length 32768 --mem-fraction-static 0.85 --max-running-requests 64 --disable-cuda-graph --host 0.0.0.0",
        "task=serve m=qwen2.5-32b sw=sglang ctx=32768 tp=2 util=0.85 seqs=64 graphs=0 n=2",
        &[],
    ),
    Case(
        "sglang serve --model-path deepseek-ai/DeepSeek-V3 --tp-size 8 --nnodes 2 --ep-size 8 --speculative-algorithm EAGLE --chunked-prefill-size 4096 --kv-cache-dtype int8",
        "task=serve m=deepseek-v3 sw=sglang tp=8 ep=8 bt=4096 n=8",
        &["--speculative-algorithm EAGLE: noplace", "--kv-cache-dtype int8: value"],
    ),
    Case(
        "./llama-server -m models/Qwen2.5-7B-Instruct-Q4_K_M.gguf -c 32768 -np 4 -ngl 99 -fa on -ctk q8_0 -ctv q8_0 -ub 512 --host 0.0.0.0",
        "task=serve m=qwen2.5-7b sw=llama.cpp q=q4_k_m kv=q8_0 ctx=8192 flash=1 ub=512 users=4",
        &[],
    ),
    // Part of the layers on the card; two cache formats; two cards.
    Case(
        "MODEL=./Llama-3.1-8B-Instruct-Q8_0.gguf\nllama-server -m \"$MODEL\" -ngl 20 -ctk q8_0 -ctv q4_0 -ts 1,1 --made-up",
        "task=serve m=llama-3.1-8b sw=llama.cpp q=q8_0 kv=q8_0 n=2",
        &["--made-up: unknown", "-ngl 20: noplace", "-ctk q8_0: noplace"],
    ),
    Case("ollama run qwen2.5:7b", "task=serve m=qwen2.5-7b sw=llama.cpp", &[]),
    Case(
        "accelerate launch --num_processes 8 --mixed_precision bf16 --use_fsdp train.py --model_name_or_path Qwen/Qwen2.5-7B --per_device_train_batch_size 2 --gradient_accumulation_steps 4 --learning_rate 1e-5 --gradient_checkpointing",
        "task=full m=qwen2.5-7b prec=bf16 mb=2 gb=64 ckpt=full zero=3 n=8",
        &[],
    ),
    Case(
        "torchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d finetune.py --model_name_or_path Qwen/Qwen2.5-14B --deepspeed configs/ds_z3_offload.json --bf16 True --per_device_train_batch_size 1 --max_seq_length 4096 --optim adamw_torch_fused --num_train_epochs 3",
        "task=full m=qwen2.5-14b prec=bf16 ctx=4096 mb=1 gb=16 opt=adamw offload=all zero=3 epochs=3 n=16",
        &[],
    ),
    Case(
        "deepspeed --num_gpus 4 train.py --deepspeed ds_config.json --model_name_or_path meta-llama/Llama-3.1-8B --fp16 --bf16 --lora_r 8 --lora_target_modules q_proj v_proj",
        "task=lora m=llama-3.1-8b prec=bf16 rank=8 targets=qv n=4",
        &["--fp16: overruled by --bf16", "--deepspeed ds_config.json: elsewhere"],
    ),
    Case(
        "trl sft --model_name_or_path Qwen/Qwen2.5-7B --use_peft --lora_r 32 --lora_target_modules all-linear --load_in_4bit --max_length 4096 --packing --per_device_train_batch_size 2 --num_train_epochs 1",
        "task=qlora m=qwen2.5-7b sw=trl ctx=4096 mb=2 pack=1 rank=32 targets=all epochs=1",
        &[],
    ),
    Case(
        "accelerate launch --num_processes 4 trl/scripts/grpo.py --model_name_or_path Qwen/Qwen2.5-7B-Instruct --num_generations 8 --max_completion_length 1024 --max_prompt_length 512 --use_vllm",
        "m=qwen2.5-7b sw=trl gen=8 in=512 out=1024 n=4 task=grpo",
        &["--use_vllm: noplace"],
    ),
    Case(
        "trl dpo --model_name_or_path Qwen/Qwen2.5-7B-Instruct --per_device_train_batch_size 4 --bf16 --use_liger_kernel",
        "task=dpo m=qwen2.5-7b sw=trl prec=bf16 mb=4 loss=fused",
        &[],
    ),
    Case(
        "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen2.5-7B-Instruct --tuner_type lora --lora_rank 8 --torch_dtype bfloat16 --max_length 2048 --per_device_train_batch_size 1 --gradient_accumulation_steps 16 --deepspeed zero2 --attn_impl flash_attn",
        "task=lora m=qwen2.5-7b sw=ms-swift prec=bf16 ctx=2048 mb=1 gb=64 flash=1 rank=8 zero=2 n=4",
        &[],
    ),
    Case(
        "llamafactory-cli train examples/train_lora/qwen.yaml",
        "sw=llama-factory",
        &["examples/train_lora/qwen.yaml: elsewhere"],
    ),
    // LLaMA-Factory's own file.
    Case(
        "### model\nmodel_name_or_path: Qwen/Qwen2.5-7B-Instruct\n### method\nstage: sft\ndo_train: true\nfinetuning_type: lora\nlora_rank: 8\nlora_target: all\nquantization_bit: 4\ndeepspeed: examples/deepspeed/ds_z2_config.json\n### dataset\ndataset: identity,alpaca_en_demo\ntemplate: qwen\ncutoff_len: 2048\n### train\nper_device_train_batch_size: 1\ngradient_accumulation_steps: 8\nbf16: true\noptim: adamw_torch\nmystery_key: 7",
        "task=qlora m=qwen2.5-7b sw=llama-factory prec=bf16 ctx=2048 mb=1 opt=adamw rank=8 targets=all zero=2",
        &["mystery_key: 7: unknown", "gradient_accumulation_steps: 8: elsewhere"],
    ),
    // The image says which vLLM; ranks by data parallelism; pictures that the start profiles.
    Case(
        "docker run --gpus all vllm/vllm-openai:v0.11.0 --model Qwen/Qwen2.5-VL-7B-Instruct --tensor-parallel-size two --data-parallel-size 4 --limit-mm-per-prompt '{\"image\":4}'",
        "task=serve m=qwen2.5-vl-7b-instruct sw=vllm n=4 swv=0.11.0",
        &["--limit-mm-per-prompt {\"image\":4}: noplace", "--tensor-parallel-size two: value"],
    ),
    Case(
        "trtllm-serve nvidia/Llama-3.3-70B-Instruct-FP8 --tp_size 2 --max_batch_size 256 --max_num_tokens 8192 --kv_cache_free_gpu_memory_fraction 0.9",
        "task=serve m=llama-3.3-70b-instruct sw=tensorrt-llm q=fp8 tp=2 util=0.9 seqs=256 bt=8192 n=2",
        &[],
    ),
    Case(
        "python -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.train_batch_size=1024 data.max_prompt_length=512 data.max_response_length=1024 actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=16 actor_rollout_ref.rollout.n=5 trainer.n_gpus_per_node=8 trainer.nnodes=1",
        "m=qwen2.5-7b sw=verl mb=16 gen=5 in=512 out=1024 n=8 task=grpo",
        &["data.train_batch_size=1024: noplace"],
    ),
    // The model by its sizes has to be picked.
    Case(
        "torchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --hidden-size 4096 --seq-length 8192 --micro-batch-size 1 --global-batch-size 128 --bf16 --use-distributed-optimizer --recompute-activations --sequence-parallel",
        "task=pretrain sw=megatron prec=bf16 ctx=8192 mb=1 gb=128 ckpt=selective zero=1 tp=4 pp=2 n=8",
        &["--hidden-size 4096: noplace"],
    ),
    Case(
        "accelerate launch --num_processes 2 train_dreambooth_lora_sdxl.py --pretrained_model_name_or_path=stabilityai/stable-diffusion-xl-base-1.0 --resolution=768 --train_batch_size=2 --gradient_checkpointing --use_8bit_adam --mixed_precision=fp16 --rank=32",
        "task=image-lora m=stable-diffusion-xl-base-1.0 sw=diffusers prec=fp16 width=768 height=768 mb=2 gb=4 opt=adamw-8bit ckpt=full rank=32 n=2",
        &[],
    ),
    // States on NVMe: weights in the host are the lesser part.
    Case(
        "{\"zero_optimization\": {\"stage\": 3, \"offload_optimizer\": {\"device\": \"nvme\"}, \"offload_param\": {\"device\": \"cpu\"}}, \"train_micro_batch_size_per_gpu\": 2}",
        "sw=deepspeed mb=2 offload=nvme zero=3",
        &[
            "zero_optimization.offload_param.device: cpu: overruled by zero_optimization.offload_optimizer.device: nvme",
        ],
    ),
    Case(
        "base_model: Qwen/Qwen2.5-14B\nload_in_8bit: true\nadapter: lora\nlora_target_linear: true\nsequence_len: 8192",
        "task=lora m=qwen2.5-14b sw=axolotl q=int8 ctx=8192 targets=all",
        &[],
    ),
    // Scales as they are: half a bit a weight more.
    Case(
        "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: lora\nquantization_bit: 4\ndouble_quantization: false\ncutoff_len: 4096",
        "task=qlora m=qwen2.5-7b sw=llama-factory q=nf4 ctx=4096",
        &[],
    ),
    // A base in 4 bits whose every weight is to be trained.
    Case(
        "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\nfinetuning_type: full\nquantization_bit: 4\ndisable_gradient_checkpointing: true\ncutoff_len: 4096",
        "task=full m=qwen2.5-7b sw=llama-factory ctx=4096 ckpt=none",
        &["quantization_bit: 4: overruled by finetuning_type: full"],
    ),
    Case(
        "base_model: NousResearch/Meta-Llama-3.1-8B\nload_in_4bit: true\nadapter: qlora\nlora_r: 32\nlora_target_modules:\n  - q_proj\n  - k_proj\n  - v_proj\n  - o_proj\nsequence_len: 4096\nsample_packing: true\nmicro_batch_size: 2\ngradient_accumulation_steps: 4\noptimizer: paged_adamw_8bit\nbf16: auto\ngradient_checkpointing: true\nflash_attention: true\ndatasets:\n  - path: tatsu-lab/alpaca\n    type: alpaca\nfuzzy: 1",
        "task=qlora m=llama-3.1-8b sw=axolotl ctx=4096 mb=2 opt=paged-adamw-8bit ckpt=full flash=1 pack=1 rank=32 targets=qkvo",
        &["fuzzy: 1: unknown", "gradient_accumulation_steps: 4: elsewhere"],
    ),
    Case(
        "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nfsdp_config:\n  fsdp_version: 2\n  fsdp_reshard_after_forward: true\n  fsdp_offload_params: false\n  fsdp_activation_checkpointing: true\nmixed_precision: bf16\nnum_machines: 2\nnum_processes: 16",
        "prec=bf16 ckpt=full zero=3 n=16",
        &[],
    ),
    // DeepSpeed: the batch tells how many cards take part.
    Case(
        "{\"train_batch_size\": 64, \"train_micro_batch_size_per_gpu\": 2, \"gradient_accumulation_steps\": 4, \"bf16\": {\"enabled\": true}, \"zero_optimization\": {\"stage\": 3, \"offload_optimizer\": {\"device\": \"cpu\", \"pin_memory\": true}, \"overlap_comm\": true}, \"optimizer\": {\"type\": \"AdamW\", \"params\": {\"lr\": 1e-5}}}",
        "sw=deepspeed prec=bf16 mb=2 gb=64 opt=adamw offload=optimizer zero=3 n=8",
        &[],
    ),
    Case(
        "{\"train_batch_size\": 10, \"train_micro_batch_size_per_gpu\": 4, \"zero_optimization\": {\"stage\": 4, \"offload_param\": {\"device\": \"nvme\"}}, \"fp16\": {\"enabled\": \"auto\"}, \"my_key\": 1}",
        "sw=deepspeed mb=4 offload=nvme",
        &["my_key: 1: unknown", "train_batch_size: 10: overruled by 4", "zero_optimization.stage: 4: value"],
    ),
];

#[test]
fn commands_and_files_become_the_plan() {
    let catalog = Catalog::embedded();
    assert!(CASES.len() >= 20);
    let mut wrong = Vec::new();
    for Case(text, want, listed) in CASES {
        let Some(start) = read(text, catalog) else {
            wrong.push(format!("not read: {text}"));
            continue;
        };
        let mut sorted: Vec<&str> = want.split(' ').collect();
        let order = |pair: &&str| Field::of_key(pair.split('=').next().unwrap_or_default());
        sorted.sort_by_key(order);
        let want = sorted.join(" ");
        let have = fields(&start);
        if have != want {
            wrong.push(format!("{text}\n  have {have}\n  want {want}"));
        }
        if odd(&start) != *listed {
            wrong.push(format!("{text}\n  listed {:#?}", odd(&start)));
        }
        // What is set is what the plan then has, and a link brings it back.
        let plan = start.plan(&Plan::default());
        for set in &start.sets {
            assert_eq!(set.field.text(&plan), set.text, "{text}: {:?}", set.field);
        }
        assert_eq!(share::decode(&share::encode(&plan)).0, plan, "{text}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_is_no_command_is_none() {
    let catalog = Catalog::embedded();
    for text in [
        "",
        "hello",
        "{}",
        "{\"model_type\": \"qwen2\"}",
        "RuntimeError: CUDA out of memory.",
        "key: value\nother: 1",
        "ls -la; cd /tmp && echo vllm",
        "\\",
        "\"",
    ] {
        assert_eq!(read(text, catalog), None, "{text}");
    }
}

#[test]
fn damaged_commands_do_no_harm_and_take_no_time() {
    let catalog = Catalog::embedded();
    let mut rng = fastrand::Rng::with_seed(11);
    let started = std::time::Instant::now();
    for round in 0..20_000 {
        let Case(text, ..) = CASES[round % CASES.len()];
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..rng.usize(1..5) {
            let at = rng.usize(0..=bytes.len());
            match rng.u8(0..4) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = rng.u8(..),
                2 => {
                    let junk = [
                        "--",
                        "=",
                        "-1",
                        "99999999999999999999",
                        "\\\n",
                        "\"",
                        "$X",
                        "${X}",
                        ": ",
                        "- ",
                        "🦀",
                    ];
                    bytes.splice(at..at, junk[rng.usize(0..junk.len())].bytes());
                }
                _ => {
                    let piece = bytes[rng.usize(0..=at)..at].to_vec();
                    bytes.extend(piece);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Some(start) = read(&text, catalog) {
            start.plan(&Plan::default()).clamp();
            assert!(start.odd.iter().all(|o| o.from.chars().count() <= 80));
        }
    }
    for unit in ["vllm serve ", "--a ", "\"", "X=$X$X ", "- a\n", "a: b\n", "\\\n", "{\"train_batch_size\":"]
    {
        let _ = read(&format!("vllm serve m {}", unit.repeat(1_000_000 / unit.len())), catalog);
        let _ = read(&unit.repeat(1_000_000 / unit.len()), catalog);
    }
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
