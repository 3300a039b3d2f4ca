//! What each tool's file must say of a plan, by the table of `shared/handoff.md`; written from plan, job and
//! layout, not from the writers.

use suanzu::engine::memory::Part;
use suanzu::handoff::{Doc, Format, Setup, Tool};

/// One value of one file: a flag of a command, or a path of keys.
pub struct Expected {
    /// Which file.
    pub file: String,
    /// `--flag`, or `a.b.0.c`.
    pub key: &'static str,
    /// As text.
    pub value: String,
}

/// What the files of a tool must say.
pub fn expected(setup: &Setup<'_>, tool: Tool) -> Vec<Expected> {
    let (job, l) = (&setup.job, &setup.layout);
    let mut out = Vec::new();
    let mut say = |file: &str, key: &'static str, value: String| {
        out.push(Expected { file: file.to_owned(), key, value })
    };
    let n = |x: u32| x.to_string();
    match tool {
        Tool::Vllm => {
            let f = "serve.sh";
            say(f, "--tensor-parallel-size", n(l.tp));
            say(f, "--pipeline-parallel-size", n(l.pp));
            say(f, "--data-parallel-size", n(l.dp));
            say(f, "--max-model-len", n(job.seq));
            say(f, "--max-num-seqs", n(setup.seqs()));
            say(f, "--max-num-batched-tokens", n(setup.batched_tokens()));
            say(f, "--gpu-memory-utilization", job.utilisation.to_string());
            let kv = match job.kv.word() {
                "fp8" => "fp8",
                "nvfp4" => "nvfp4",
                _ if job.precision.word() == "fp16" || setup.gpu().bf16 == 0.0 => "float16",
                _ => "bfloat16",
            };
            say(f, "--kv-cache-dtype", kv.into());
            if job.quant.word() == "awq" {
                say(f, "--quantization", "awq_marlin".into());
            }
        }
        Tool::Sglang => {
            let f = "serve.sh";
            say(f, "--tp-size", n(l.tp));
            say(f, "--pp-size", n(l.pp));
            say(f, "--ep-size", n(l.ep));
            say(f, "--context-length", n(job.seq));
            say(f, "--max-running-requests", n(setup.seqs()));
            say(f, "--mem-fraction-static", job.utilisation.to_string());
            say(f, "--chunked-prefill-size", n(setup.batched_tokens()));
        }
        Tool::TensorRtLlm => {
            let f = "serve.sh";
            say(f, "--tp_size", n(l.tp));
            say(f, "--pp_size", n(l.pp));
            say(f, "--max_batch_size", n(setup.seqs()));
            say(f, "--max_seq_len", n(job.seq));
            say(f, "--max_num_tokens", n(setup.batched_tokens()));
            // What the plan leaves to the cache, of what is free beside the rest.
            let e = setup.winner().entry;
            let rest = e.parts.iter().sum::<f64>() - e.parts[Part::KvCache as usize];
            let share = ((e.room - rest) / (e.usable - rest) * 1000.0).floor() / 1000.0;
            say(f, "--kv_cache_free_gpu_memory_fraction", share.to_string());
        }
        Tool::LlamaCpp => {
            let f = "serve.sh";
            say(f, "-c", n(job.context() as u32 * l.micro_batch));
            say(f, "-np", n(l.micro_batch));
            say(f, "-ub", n(job.ubatch));
            say(f, "-fa", if job.flash { "on" } else { "off" }.into());
            for key in ["-ctk", "-ctv"] {
                say(f, key, job.kv.word().into());
            }
            if l.pp > 1 {
                say(f, "-ts", vec!["1"; l.pp as usize].join(","));
            }
        }
        Tool::Ollama => {
            say("serve.sh", "OLLAMA_NUM_PARALLEL", n(l.micro_batch));
            say("serve.sh", "OLLAMA_KV_CACHE_TYPE", job.kv.word().into());
            say("serve.sh", "OLLAMA_FLASH_ATTENTION", n(u32::from(job.flash)));
            say("Modelfile", "PARAMETER num_ctx", n(job.context() as u32));
        }
        Tool::SkyPilot => {
            say("sky.yaml", "num_nodes", n(setup.nodes()));
            say("sky.yaml", "resources.disk_size", setup.disk_gb.to_string());
        }
        Tool::Dstack if !setup.stays() => say("train.dstack.yml", "nodes", n(setup.nodes())),
        Tool::Kubernetes if !setup.stays() => {
            say("job.yaml", "spec.parallelism", n(setup.nodes()));
            say("job.yaml", "spec.completions", n(setup.nodes()));
        }
        Tool::Compose => {
            let key = "services.main.deploy.resources.reservations.devices.0.count";
            say("compose.yaml", key, n(setup.per_node()));
        }
        Tool::Slurm => say("run.sbatch", "#SBATCH --nodes", n(setup.nodes())),
        Tool::Dstack | Tool::Kubernetes | Tool::KubeRay => {}
        other => trained(setup, other, &mut say),
    }
    out
}

/// What programs that train must say.
fn trained(setup: &Setup<'_>, tool: Tool, say: &mut impl FnMut(&str, &'static str, String)) {
    let (job, l) = (&setup.job, &setup.layout);
    let n = |x: u32| x.to_string();
    let recomputes = l.checkpointing.word() == "full";
    let lora = job.lora_rank > 0;
    let four = matches!(job.quant.word(), "nf4" | "nf4-dq");
    let optim = match job.optimizer.word() {
        "adamw" => "adamw_torch",
        "adamw-8bit" => "adamw_8bit",
        "paged-adamw-8bit" => "paged_adamw_8bit",
        "adamw-4bit" => "adamw_torch_4bit",
        other => other,
    };
    // Whichever of the flag's spellings the tool has: micro batch, accumulation, length, rank, 4 bits, recomputing.
    let names: Option<(&str, [&'static str; 6])> = match tool {
        Tool::LlamaFactory => Some((
            "train.yaml",
            [
                "per_device_train_batch_size",
                "gradient_accumulation_steps",
                "cutoff_len",
                "lora_rank",
                "quantization_bit",
                "optim",
            ],
        )),
        Tool::Axolotl => Some((
            "axolotl.yaml",
            [
                "micro_batch_size",
                "gradient_accumulation_steps",
                "sequence_len",
                "lora_r",
                "load_in_4bit",
                "optimizer",
            ],
        )),
        Tool::MsSwift => Some((
            "train.sh",
            [
                "--per_device_train_batch_size",
                "--gradient_accumulation_steps",
                "--max_length",
                "--lora_rank",
                "--quant_bits",
                "--optim",
            ],
        )),
        Tool::Trl if job.task.word() != "grpo" => Some((
            "train.sh",
            [
                "--per_device_train_batch_size",
                "--gradient_accumulation_steps",
                "--max_length",
                "--lora_r",
                "--load_in_4bit",
                "--optim",
            ],
        )),
        _ => None,
    };
    if let Some((f, [micro, accumulation, length, rank, bits, name])) = names {
        say(f, micro, n(l.micro_batch));
        say(f, accumulation, n(l.accumulation));
        say(f, length, n(job.seq));
        say(f, name, optim.into());
        if lora {
            say(f, rank, n(job.lora_rank));
        }
        if four {
            say(f, bits, if matches!(tool, Tool::Trl | Tool::Axolotl) { "true" } else { "4" }.into());
        }
    }
    let deep = format!("ds_z{}.{}.json", l.zero.word(), setup.id);
    match tool {
        Tool::LlamaFactory => {
            say("train.yaml", "disable_gradient_checkpointing", (!recomputes).to_string());
            say("train.yaml", "packing", (job.packing && job.task.word() != "dpo").to_string());
        }
        Tool::Trl | Tool::MsSwift => say("train.sh", "--gradient_checkpointing", recomputes.to_string()),
        Tool::DeepSpeed => {
            say(&deep, "zero_optimization.stage", l.zero.word().into());
            say(&deep, "train_batch_size", n(l.micro_batch * l.accumulation * l.dp));
            say(&deep, "train_micro_batch_size_per_gpu", n(l.micro_batch));
        }
        Tool::Accelerate => say("accelerate.yaml", "num_machines", n(setup.nodes())),
        Tool::Unsloth => {
            say("train.py", "r", n(job.lora_rank));
            say("train.py", "max_seq_length", n(job.seq));
            say("train.py", "per_device_train_batch_size", n(l.micro_batch));
        }
        Tool::Torchtune => {
            say("train.sh", "batch_size", n(l.micro_batch));
            say("train.sh", "gradient_accumulation_steps", n(l.accumulation));
            say("train.sh", "tokenizer.max_seq_len", n(job.seq));
            let on = if l.checkpointing.word() == "none" { "False" } else { "True" };
            say("train.sh", "enable_activation_checkpointing", on.into());
        }
        Tool::Megatron => {
            for (key, value) in [
                ("--tensor-model-parallel-size", l.tp),
                ("--pipeline-model-parallel-size", l.pp),
                ("--context-parallel-size", l.cp),
                ("--micro-batch-size", l.micro_batch),
                ("--global-batch-size", l.micro_batch * l.accumulation * l.dp),
                ("--seq-length", job.seq),
                ("--hidden-size", job.arch.hidden),
                ("--num-layers", job.arch.layers()),
            ] {
                say("train.sh", key, n(value));
            }
        }
        Tool::Verl => {
            say("run.sh", "trainer.nnodes", n(setup.nodes()));
            say("run.sh", "trainer.n_gpus_per_node", n(setup.per_node()));
            say("run.sh", "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu", n(l.micro_batch));
            say("run.sh", "actor_rollout_ref.rollout.n", n(job.generations));
            let prompts = l.micro_batch * l.accumulation * l.dp / job.generations;
            say("run.sh", "data.train_batch_size", n(prompts));
        }
        Tool::Kohya => {
            say("train.toml", "network_dim", n(job.lora_rank));
            say("train.toml", "train_batch_size", n(l.micro_batch));
            say("data.toml", "resolution", format!("[{}, {}]", job.width, job.height));
        }
        Tool::Diffusers => {
            say("train.sh", "--rank", n(job.lora_rank));
            say("train.sh", "--train_batch_size", n(l.micro_batch));
            say("train.sh", "--resolution", n(job.width));
        }
        _ => {}
    }
}

/// Reads the files back and compares.
pub fn check(setup: &Setup<'_>, doc: &Doc, case: &str) {
    for want in expected(setup, doc.tool) {
        let file = doc.files.iter().find(|f| f.name == want.file);
        let file = file.unwrap_or_else(|| panic!("{case} {:?}: no {}", doc.tool, want.file));
        let got = match file.format {
            Format::Yaml | Format::Json => keyed(&file.text, want.key),
            _ => flag(&file.text, want.key),
        };
        assert_eq!(
            got.as_deref(),
            Some(want.value.as_str()),
            "{case} {:?} {}\n{}",
            doc.tool,
            want.key,
            file.text
        );
    }
}

/// The value behind a flag, a variable or a key: the next word, quotes taken off.
fn flag(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let line = line.trim().trim_end_matches('\\').trim();
        let line = line.strip_prefix("export ").unwrap_or(line);
        let rest = line.strip_prefix(key)?.strip_prefix([' ', '='])?;
        Some(rest.trim_start_matches("= ").trim_end_matches(',').trim_matches(['\'', '"']).to_owned())
    })
}

/// The value of the last key of a path. Paths are followed for real by the Python check.
fn keyed(text: &str, path: &str) -> Option<String> {
    let key = path.rsplit('.').next()?;
    text.lines().find_map(|line| {
        let line = line.trim().trim_start_matches("- ").trim_start_matches('"');
        let rest = line.strip_prefix(key)?.trim_start_matches('"').strip_prefix(": ")?;
        Some(rest.trim_end_matches(',').trim_matches('"').to_owned())
    })
}

/// Machines, cards in each, and the parallel sizes: the same in every format.
pub fn nodes(setup: &Setup<'_>, doc: &Doc) {
    let all: String = doc.files.iter().map(|f| f.text.as_str()).collect();
    let has = |text: &str| assert!(all.contains(text), "{:?} lacks {text}\n{all}", doc.tool);
    let l = &setup.layout;
    match doc.tool {
        Tool::Vllm => {
            has(&format!("--tensor-parallel-size {}", l.tp));
            has("--nnodes 2");
        }
        Tool::Sglang => has("--nnodes 2"),
        Tool::SkyPilot => {
            has("num_nodes: 2");
            has(":8\"");
        }
        Tool::Dstack => {
            has("nodes: 2");
            has("GB:8\"");
        }
        Tool::Kubernetes => {
            has("parallelism: 2");
            has("/gpu: \"8\"");
        }
        Tool::KubeRay => {
            has("replicas: 2");
            has("/gpu: \"8\"");
        }
        Tool::Slurm => {
            has("#SBATCH --nodes=2");
            has("--gres=gpu:8");
        }
        Tool::LlamaFactory | Tool::MsSwift => {
            has("NNODES=2\n");
            has("NPROC_PER_NODE=8\n");
        }
        Tool::Trl | Tool::Accelerate => {
            has("num_machines: 2\n");
            has("num_processes: 16\n");
            has("--machine_rank \"$NODE_RANK\"");
        }
        Tool::Axolotl | Tool::DeepSpeed | Tool::Megatron => {
            has("--nnodes 2 ");
            has("--nproc-per-node 8 ");
            has("--node-rank \"$NODE_RANK\"");
        }
        Tool::Torchtune => {
            has("--nnodes 2 ");
            has("--nproc_per_node 8 ");
        }
        Tool::Verl => {
            has("trainer.nnodes=2 ");
            has("trainer.n_gpus_per_node=8 ");
        }
        other => panic!("{other:?} cannot run on two machines"),
    }
}
