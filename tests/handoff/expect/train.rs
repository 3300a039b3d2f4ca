//! Programs that train.

use super::Say;
use super::serve::dtype;
use suanzu::handoff::{Doc, Setup, Tool};
use suanzu::plan::{Checkpointing, LoraTargets, LossKind, Offload, Optimizer, Quant, Regime, Task, Zero};

/// The optimizer in Transformers' words.
fn optim(setup: &Setup<'_>) -> &'static str {
    match setup.job.optimizer {
        Optimizer::AdamW => "adamw_torch",
        Optimizer::AdamW8bit => "adamw_8bit",
        Optimizer::PagedAdamW8bit => "paged_adamw_8bit",
        Optimizer::AdamW4bit => "adamw_torch_4bit",
        Optimizer::Adafactor => "adafactor",
        other => panic!("no case has {other:?}"),
    }
}

/// Modules beside which adapters stand, where not beside all.
fn targets(setup: &Setup<'_>, all: &str) -> String {
    match setup.job.lora_targets {
        LoraTargets::All => all,
        LoraTargets::Attention => "q_proj,k_proj,v_proj,o_proj",
        LoraTargets::Qv => "q_proj,v_proj",
        LoraTargets::Qkv => "q_proj,k_proj,v_proj",
    }
    .to_owned()
}

/// Bits of frozen weights.
fn bits(setup: &Setup<'_>) -> Option<u32> {
    match setup.job.quant {
        Quant::None => None,
        Quant::Nf4 | Quant::Nf4Double => Some(4),
        Quant::Int8 => Some(8),
        other => panic!("no case has {other:?}"),
    }
}

/// Samples of one step.
fn samples(setup: &Setup<'_>) -> u32 {
    setup.layout.micro_batch * setup.layout.accumulation * setup.layout.dp
}

/// DeepSpeed's stage, where it shards.
fn stage(setup: &Setup<'_>) -> Option<u32> {
    let master = setup.job.trains_all() && setup.job.regime == Regime::Master;
    match setup.layout.zero {
        _ if !setup.job.deepspeed => None,
        Zero::Z0 => master.then_some(0),
        Zero::Z1 => Some(1),
        Zero::Z2 => Some(2),
        Zero::Z3 => Some(3),
        Zero::Hybrid => None,
    }
}

/// What the files must say.
pub fn says(setup: &Setup<'_>, doc: &Doc, say: &mut Say) {
    match doc.tool {
        Tool::LlamaFactory => factory(setup, say),
        Tool::MsSwift => swift(setup, say),
        Tool::Axolotl => axolotl(setup, say),
        Tool::Trl => trl(setup, say),
        Tool::Accelerate => {
            torchless(setup, say, "train.py");
        }
        Tool::DeepSpeed => launched(setup, say),
        Tool::Unsloth => unsloth(setup, say),
        Tool::Torchtune => torchtune(setup, say),
        Tool::Megatron => megatron(setup, say),
        Tool::Verl => verl(setup, say),
        Tool::Kohya | Tool::Diffusers => images(setup, doc.tool, say),
        other => panic!("{other:?} does not train"),
    }
    // Its files for the Trainer, whichever program reads them.
    for file in &doc.files {
        if file.name.starts_with("ds_z") {
            say.file(file.name.as_str());
            deepspeed(setup, say);
        }
        if file.name == "accelerate.yaml" {
            say.file(file.name.as_str());
            accelerate(setup, say);
        }
    }
}

fn factory(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let lora = job.adapters();
    let several = setup.nodes() > 1;
    say.is("@0", "llamafactory-cli").is("@1", "train").is("@2", "train.yaml");
    say.is("NNODES", setup.nodes()).is("NPROC_PER_NODE", setup.per_node());
    say.is("FORCE_TORCHRUN", u32::from(setup.world() > 1));
    say.is("NODE_RANK", 1).is("MASTER_ADDR", "10.0.0.1").when(several, "MASTER_PORT", 29_500);
    say.file("train.yaml").is("model_name_or_path", &setup.texts.model);
    say.is("stage", if job.task == Task::Dpo { "dpo" } else { "sft" });
    say.is("finetuning_type", if lora { "lora" } else { "full" }).when(lora, "lora_rank", job.lora_rank);
    say.when(lora, "lora_target", targets(setup, "all"));
    say.when(lora && job.train_embeddings, "additional_target", "embed_tokens,lm_head");
    say.maybe("quantization_bit", bits(setup).map(|b| b.to_string()));
    say.when(bits(setup).is_some(), "quantization_method", "bnb");
    say.when(bits(setup).is_some(), "double_quantization", job.quant == Quant::Nf4Double);
    say.is("cutoff_len", job.seq).is("packing", job.packing && job.task != Task::Dpo);
    say.is("per_device_train_batch_size", l.micro_batch).is("gradient_accumulation_steps", l.accumulation);
    say.is("bf16", dtype(setup) == "bfloat16").is("fp16", dtype(setup) == "float16");
    say.is("disable_gradient_checkpointing", l.checkpointing == Checkpointing::None);
    say.is("optim", optim(setup)).is("enable_liger_kernel", job.loss == LossKind::Fused);
    say.is("torch_compile", job.compile)
        .is("flash_attn", if job.flash { flash(setup, "fa2") } else { "disabled" });
    say.maybe("deepspeed", stage(setup).map(|s| format!("ds_z{s}.{}.json", setup.id)));
    kept(setup, say, ["save_steps", "save_total_limit"]);
}

/// Fused attention: kernels for Ampere and later, else PyTorch's own.
fn flash(setup: &Setup<'_>, kernels: &'static str) -> &'static str {
    let nvidia = setup.gpu().vendor == suanzu::catalog::Vendor::Nvidia;
    if nvidia && setup.gpu().compute_capability >= 80 { kernels } else { "sdpa" }
}

/// How often it saves, and how many the disk was sized for.
fn kept(setup: &Setup<'_>, say: &mut Say, [every, limit]: [&'static str; 2]) {
    let step = setup.step_s().map(|s| s.likely);
    say.maybe(every, step.map(|s| ((3600.0 / s).floor().max(1.0) as u64).to_string()));
    say.when(step.is_some(), limit, setup.plan.data.checkpoints.max(1));
}

fn swift(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let lora = job.adapters();
    say.is("@0", "swift").is("@1", if job.task == Task::Dpo { "rlhf" } else { "sft" });
    say.is("NNODES", setup.nodes()).is("NPROC_PER_NODE", setup.per_node()).is("NODE_RANK", 1);
    say.is("--model", &setup.texts.model).is("--tuner_type", if lora { "lora" } else { "full" });
    say.maybe("--train_type", None);
    say.when(lora, "--lora_rank", job.lora_rank).when(
        lora,
        "--target_modules*",
        targets(setup, "all-linear"),
    );
    say.when(lora && job.train_embeddings, "--modules_to_save*", "embed_tokens,lm_head");
    say.maybe("--quant_bits", bits(setup).map(|b| b.to_string()));
    say.when(bits(setup).is_some(), "--quant_method", "bnb");
    say.when(bits(setup).is_some(), "--bnb_4bit_use_double_quant", job.quant == Quant::Nf4Double);
    say.is("--max_length", job.seq).is("--packing", job.packing && job.task != Task::Dpo);
    say.is("--per_device_train_batch_size", l.micro_batch)
        .is("--gradient_accumulation_steps", l.accumulation);
    say.is("--sequence_parallel_size", l.cp)
        .is("--attn_impl", if job.flash { flash(setup, FA2) } else { "eager" });
    say.is("--gradient_checkpointing", l.checkpointing == Checkpointing::Full);
    say.is("--optim", optim(setup)).is("--use_liger_kernel", job.loss == LossKind::Fused);
    say.is("--torch_compile", job.compile);
    say.maybe("--deepspeed", stage(setup).map(|s| format!("ds_z{s}.{}.json", setup.id)));
    kept(setup, say, ["--save_steps", "--save_total_limit"]);
}

const FA2: &str = "flash_attention_2";

fn axolotl(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let lora = job.adapters();
    let four = bits(setup) == Some(4);
    launched(setup, say);
    say.file("axolotl.yaml").is("base_model", &setup.texts.model);
    say.when(lora, "adapter", if four { "qlora" } else { "lora" }).when(lora, "lora_r", job.lora_rank);
    let all = job.lora_targets == LoraTargets::All;
    say.when(lora && all, "lora_target_linear", true);
    say.when(lora && !all, "lora_target_modules", targets(setup, ""));
    say.when(four, "load_in_4bit", true).when(bits(setup) == Some(8), "load_in_8bit", true);
    say.when(four, "bnb_config_kwargs.bnb_4bit_use_double_quant", job.quant == Quant::Nf4Double);
    say.is("sequence_len", job.seq).is("sample_packing", job.packing && job.task != Task::Dpo);
    say.is("micro_batch_size", l.micro_batch).is("gradient_accumulation_steps", l.accumulation);
    say.is("bf16", dtype(setup) == "bfloat16").is("fp16", dtype(setup) == "float16");
    let recompute = match l.checkpointing {
        Checkpointing::Offloaded => "offload",
        Checkpointing::None => "false",
        _ => "true",
    };
    say.is("gradient_checkpointing", recompute)
        .is("optimizer", optim(setup))
        .is("torch_compile", job.compile);
    say.is("attn_implementation", if job.flash { flash(setup, FA2) } else { "eager" });
    say.when(job.loss == LossKind::Fused, "liger_fused_linear_cross_entropy", true);
    // Beside each other they are refused.
    say.maybe("fsdp_config", None).maybe("batch_size", None).maybe("flash_attention", None);
    say.maybe("deepspeed", stage(setup).map(|s| format!("ds_z{s}.{}.json", setup.id)));
    kept(setup, say, ["save_steps", "save_total_limit"]);
}

fn trl(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let grpo = job.task == Task::Grpo;
    let lora = job.adapters();
    torchless(setup, say, "-m");
    say.is("--model_name_or_path", &setup.texts.model).maybe("--max_seq_length", None);
    say.when(!grpo, "--max_length", job.seq);
    let answer = job.seq - job.prompt.min(job.seq / 2);
    say.when(grpo, "--max_completion_length", answer).when(grpo, "--num_generations", job.generations);
    say.when(matches!(job.task, Task::Full | Task::Lora | Task::Qlora), "--packing", job.packing);
    say.when(lora, "--use_peft", true).when(lora, "--lora_r", job.lora_rank);
    say.when(lora, "--lora_target_modules*", targets(setup, "all-linear"));
    say.when(bits(setup) == Some(4), "--load_in_4bit", true);
    say.when(bits(setup) == Some(4), "--use_bnb_nested_quant", job.quant == Quant::Nf4Double);
    say.is("--per_device_train_batch_size", l.micro_batch)
        .is("--gradient_accumulation_steps", l.accumulation);
    say.is("--gradient_checkpointing", l.checkpointing == Checkpointing::Full).is("--optim", optim(setup));
    say.is("--attn_implementation", if job.flash { flash(setup, FA2) } else { "eager" });
    say.is("--use_liger_kernel", job.loss == LossKind::Fused).is("--torch_compile", job.compile);
    say.maybe("--deepspeed", stage(setup).map(|s| format!("ds_z{s}.{}.json", setup.id)));
    kept(setup, say, ["--save_steps", "--save_total_limit"]);
}

/// `torchrun` over all machines.
fn launched(setup: &Setup<'_>, say: &mut Say) {
    let several = setup.nodes() > 1;
    say.is("@0", "torchrun").is("--nnodes", setup.nodes()).is("--nproc-per-node", setup.per_node());
    say.when(several, "--node-rank", 1).when(several, "--master-addr", "10.0.0.1");
    say.when(several, "--master-port", 29_500);
}

/// `accelerate launch`.
fn torchless(setup: &Setup<'_>, say: &mut Say, then: &str) {
    let several = setup.nodes() > 1;
    say.is("@0", "accelerate").is("@1", "launch").is("--config_file", "accelerate.yaml");
    let (rank, address) = ("--machine_rank", "--main_process_ip");
    say.when(several, rank, 1).when(several, address, "10.0.0.1");
    say.is(if several { "@10" } else { "@4" }, then);
}

fn deepspeed(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let stage = stage(setup).unwrap_or(0);
    say.is("train_batch_size", samples(setup)).is("train_micro_batch_size_per_gpu", l.micro_batch);
    say.is("gradient_accumulation_steps", l.accumulation).is("zero_optimization.stage", stage);
    say.is("bf16.enabled", dtype(setup) == "bfloat16").is("fp16.enabled", dtype(setup) == "float16");
    let (states, weights) = match job.offload {
        Offload::None => (None, None),
        Offload::Optimizer => (Some("cpu"), None),
        Offload::All => (Some("cpu"), Some("cpu")),
        Offload::Nvme => (Some("nvme"), Some("nvme")),
    };
    say.maybe("zero_optimization.offload_optimizer.device", states.map(str::to_owned));
    say.maybe("zero_optimization.offload_param.device", weights.map(str::to_owned));
    let h = u64::from(job.arch.hidden);
    say.is("zero_optimization.reduce_bucket_size", h * h);
    say.when(stage == 3, "zero_optimization.stage3_prefetch_bucket_size", h * h * 9 / 10);
    say.when(stage == 3, "zero_optimization.stage3_param_persistence_threshold", 10 * h);
}

fn accelerate(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    say.is("num_machines", setup.nodes()).is("num_processes", setup.world());
    let fsdp = !job.deepspeed && matches!(l.zero, Zero::Z2 | Zero::Z3);
    let many = if setup.world() > 1 || stage(setup).is_some() { "MULTI_GPU" } else { "NO" };
    say.is("distributed_type", if fsdp { "FSDP" } else { many });
    say.when(fsdp, "fsdp_config.fsdp_version", 2);
    say.when(fsdp, "fsdp_config.fsdp_reshard_after_forward", l.zero == Zero::Z3);
    say.when(fsdp, "fsdp_config.fsdp_offload_params", job.offload == Offload::All);
    say.when(fsdp, "fsdp_config.fsdp_activation_checkpointing", l.checkpointing != Checkpointing::None);
    say.when(fsdp, "fsdp_config.fsdp_state_dict_type", "SHARDED_STATE_DICT");
}

fn unsloth(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let python = |yes: bool| if yes { "True" } else { "False" };
    say.is("@0", "python3").is("@1", "train.py");
    say.file("train.py").is("from_pretrained.max_seq_length", job.seq);
    say.is("from_pretrained.model_name", &setup.texts.model);
    say.is("from_pretrained.load_in_4bit", python(bits(setup) == Some(4)));
    say.is("get_peft_model.r", job.lora_rank).is("SFTConfig.max_length", job.seq);
    say.is("SFTConfig.packing", python(job.packing)).is("SFTConfig.optim", optim(setup));
    say.is("SFTConfig.per_device_train_batch_size", l.micro_batch);
    say.is("SFTConfig.gradient_accumulation_steps", l.accumulation);
    say.is("SFTConfig.torch_compile", python(job.compile));
    let recompute = if l.checkpointing == Checkpointing::Full { "unsloth" } else { "False" };
    say.is("get_peft_model.use_gradient_checkpointing", recompute);
}

fn torchtune(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let python = |yes: bool| if yes { "True" } else { "False" };
    let spread = setup.world() > 1;
    let several = setup.nodes() > 1;
    say.when(spread, "--nnodes", setup.nodes()).when(spread, "--nproc_per_node", setup.per_node());
    say.when(several, "--node_rank", 1);
    say.is("batch_size=", l.micro_batch).is("gradient_accumulation_steps=", l.accumulation);
    say.is("tokenizer.max_seq_len=", job.seq).is("dataset.packed=", python(job.packing));
    say.is("dtype=", if dtype(setup) == "float32" { "fp32" } else { "bf16" });
    say.is("enable_activation_checkpointing=", python(l.checkpointing != Checkpointing::None));
    say.is("enable_activation_offloading=", python(l.checkpointing == Checkpointing::Offloaded));
    say.is("compile=", python(job.compile)).is("optimizer._component_=", "torch.optim.AdamW");
    let chunked = job.loss == LossKind::Chunked;
    let loss =
        if chunked { "torchtune.modules.loss.CEWithChunkedOutputLoss" } else { "torch.nn.CrossEntropyLoss" };
    say.is("loss._component_=", loss);
    say.when(job.adapters(), "model.lora_rank=", job.lora_rank);
    say.when(spread, "fsdp_cpu_offload=", python(job.offload == Offload::All));
    say.when(spread, "fsdp_reshard_after_forward=", python(l.zero == Zero::Z3));
}

fn megatron(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    launched(setup, say);
    say.is("--tensor-model-parallel-size", l.tp).is("--pipeline-model-parallel-size", l.pp);
    say.is("--context-parallel-size", l.cp).is("--expert-model-parallel-size", l.ep);
    say.is("--micro-batch-size", l.micro_batch).is("--global-batch-size", samples(setup));
    say.is("--seq-length", job.seq)
        .is("--hidden-size", job.arch.hidden)
        .is("--num-layers", job.arch.layers());
    say.when(dtype(setup) == "bfloat16", "--bf16", true).when(dtype(setup) == "float16", "--fp16", true);
    say.when(l.zero == Zero::Z1, "--use-distributed-optimizer", true).when(
        l.tp > 1,
        "--sequence-parallel",
        true,
    );
    let recompute = match l.checkpointing {
        Checkpointing::None => None,
        Checkpointing::Selective => Some("selective"),
        _ => Some("full"),
    };
    say.maybe("--recompute-granularity", recompute.map(str::to_owned));
    let full = recompute == Some("full");
    say.when(full, "--recompute-method", "uniform").when(full, "--recompute-num-layers", 1);
}

/// As Hydra 1.3's own parser reads it back: backslashes are doubled where a quote follows.
fn hydra(text: &str) -> String {
    let pieces = text.split('"').map(|piece| {
        let plain = piece.trim_end_matches('\\');
        [plain, &"\\\\".repeat(piece.len() - plain.len())].concat()
    });
    format!("\"{}\"", pieces.collect::<Vec<_>>().join("\\\""))
}

fn verl(setup: &Setup<'_>, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let python = |yes: bool| if yes { "True" } else { "False" };
    let prompts = samples(setup) / job.generations;
    say.is("trainer.nnodes=", setup.nodes()).is("trainer.n_gpus_per_node=", setup.per_node());
    say.is("data.train_batch_size=", prompts).is("data.max_prompt_length=", job.prompt);
    say.is("data.max_response_length=", job.seq - job.prompt);
    say.is("actor_rollout_ref.model.path=", hydra(&setup.texts.model));
    say.is("actor_rollout_ref.actor.strategy=", "fsdp2");
    say.is("actor_rollout_ref.actor.ppo_mini_batch_size=", prompts);
    say.is("actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=", l.micro_batch);
    let (weights, states) = (job.offload == Offload::All, job.offload != Offload::None);
    say.is("actor_rollout_ref.actor.fsdp_config.param_offload=", python(weights));
    say.is("actor_rollout_ref.actor.fsdp_config.optimizer_offload=", python(states));
    say.is("actor_rollout_ref.actor.fsdp_config.reshard_after_forward=", python(l.zero != Zero::Z2));
    say.is("actor_rollout_ref.actor.fsdp_config.dtype=", dtype(setup));
    say.is("actor_rollout_ref.model.use_remove_padding=", python(job.packing));
    let recomputes = l.checkpointing == Checkpointing::Full;
    say.is("actor_rollout_ref.model.enable_gradient_checkpointing=", python(recomputes));
    say.is("actor_rollout_ref.rollout.name=", "vllm").is("actor_rollout_ref.rollout.n=", job.generations);
    say.is("actor_rollout_ref.rollout.tensor_model_parallel_size=", 1);
    say.is("actor_rollout_ref.rollout.dtype=", dtype(setup));
    let share = if job.utilisation_set { job.utilisation } else { 0.5 };
    say.is("actor_rollout_ref.rollout.gpu_memory_utilization=", share);
}

fn images(setup: &Setup<'_>, tool: Tool, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let eight = job.optimizer == Optimizer::AdamW8bit;
    let word = match dtype(setup) {
        "bfloat16" => "bf16",
        _ => "fp16",
    };
    let recomputes = l.checkpointing == Checkpointing::Full;
    if tool == Tool::Diffusers {
        say.is("--pretrained_model_name_or_path", &setup.texts.model).is("--rank", job.lora_rank);
        say.is("--resolution", job.width).is("--train_batch_size", l.micro_batch);
        say.is("--gradient_accumulation_steps", l.accumulation).is("--mixed_precision", word);
        say.when(recomputes, "--gradient_checkpointing", true).when(eight, "--use_8bit_adam", true);
        say.is("--cache_latents", true);
        return;
    }
    say.file("train.toml").is("pretrained_model_name_or_path", &setup.texts.model);
    say.is("network_dim", job.lora_rank).is("train_batch_size", l.micro_batch);
    say.is("gradient_accumulation_steps", l.accumulation).is("gradient_checkpointing", recomputes);
    say.is("mixed_precision", word).is("optimizer_type", if eight { "AdamW8bit" } else { "AdamW" });
    say.is("sdpa", job.flash).is("cache_latents", true);
    say.file("data.toml").is("datasets.0.resolution", format!("{},{}", job.width, job.height));
    say.is("datasets.0.batch_size", l.micro_batch);
}
