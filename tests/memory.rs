//! Each component of memory against published figures.
#![allow(missing_docs)]

#[path = "memory/four_bits.rs"]
mod four_bits;
#[path = "memory/lines.rs"]
mod lines;
#[path = "memory/parts.rs"]
mod parts;

use std::sync::Arc;
use suanzu::catalog::{Catalog, Gpu};
use suanzu::engine::job::{Job, native, resolve};
use suanzu::engine::layout::Layout;
use suanzu::engine::line::{NoTrace, Recorder};
use suanzu::engine::memory::{self, Fit, kv_cache, states, weights};
use suanzu::engine::names::What;
use suanzu::plan::*;
use suanzu::units::{Bytes, GIB};

fn job(task: Task, model: &str, set: impl Fn(&mut Plan)) -> Job {
    let catalog = Catalog::embedded();
    let known =
        catalog.model(catalog.find_model(model).unwrap_or_else(|| panic!("{model} is in the catalog")));
    let mut plan = Plan { task, ..Plan::default() };
    set(&mut plan);
    resolve(&plan, Arc::new(known.arch.clone()), native(known.dtype))
}

fn serve(model: &str, software: Software, quant: Option<Quant>) -> Job {
    job(Task::Serve, model, |p| {
        p.run.software = Some(software);
        p.run.quant = quant;
    })
}

fn card(name: &str) -> &'static Gpu {
    let catalog = Catalog::embedded();
    catalog.gpu(catalog.find_gpu(name).unwrap_or_else(|| panic!("{name} is in the catalog")))
}

#[track_caller]
fn near(got: f64, want: f64, share: f64) {
    assert!((got - want).abs() <= share * want, "{got} is not within {share} of {want}");
}

const ON_TWO: Layout = Layout { tp: 2, ..Layout::SINGLE };

#[test]
fn weights_are_what_servers_print() {
    // vLLM "Loading model weights took"; SGLang and llama-bench sizes (cases, inf-w).
    for (model, software, quant, layout, gib, share) in [
        ("Llama-3.1-8B-Instruct", Software::Vllm, None, Layout::SINGLE, 14.96, 0.002),
        ("Qwen2.5-7B-Instruct", Software::Vllm, None, Layout::SINGLE, 14.25, 0.005),
        ("Qwen3-32B", Software::Vllm, None, ON_TWO, 30.59, 0.005),
        ("Qwen2.5-32B-Instruct", Software::Vllm, None, ON_TWO, 30.71, 0.01),
        ("Llama-3.3-70B-Instruct", Software::Vllm, Some(Quant::Fp8), ON_TWO, 33.88, 0.01),
        ("Meta-Llama-3.1-70B-Instruct", Software::Vllm, Some(Quant::Awq), Layout::SINGLE, 37.09, 0.01),
        ("gemma-3-4b-it", Software::Sglang, None, Layout::SINGLE, 8.13, 0.02),
    ] {
        near(weights::serving_bytes(&serve(model, software, quant), &layout) / GIB, gib, share);
    }
}

#[test]
fn files_are_as_large_as_published() {
    // llama.cpp quantize README and llama-bench: whole files, embedding included.
    for (model, quant, gib, share) in [
        ("Meta-Llama-3-70B", Quant::Q6K, 53.91, 0.01),
        ("Meta-Llama-3-70B", Quant::Q8_0, 69.83, 0.01),
        ("Meta-Llama-3-70B", Quant::Iq1S, 14.29, 0.06),
        ("Llama-3.1-8B", Quant::Q4KM, 4.58, 0.01),
        ("gpt-oss-120b", Quant::Mxfp4, 59.02, 0.02),
    ] {
        near(weights::weights(&serve(model, Software::LlamaCpp, Some(quant))).total() / GIB, gib, share);
    }
}

#[test]
fn caches_hold_the_published_bytes_per_token() {
    let per_token =
        |model: &str, tp: u32| kv_cache::cache(&serve(model, Software::Vllm, None), 4096.0, tp, 1).per_token;
    assert_eq!(per_token("Llama-3.1-8B-Instruct", 1), 131_072.0);
    assert_eq!(per_token("Llama-3.1-8B-Instruct", 2), 65_536.0);
    // More cards than key heads hold copies.
    assert_eq!(per_token("Qwen2.5-7B-Instruct", 4), per_token("Qwen2.5-7B-Instruct", 8));
    // Latents: 61 layers of 576 elements, on every card of a tensor group.
    assert_eq!(per_token("DeepSeek-V3", 1), 70_272.0);
    assert_eq!(per_token("DeepSeek-V3", 8), 70_272.0);
}

#[test]
fn windows_follow_the_rule_of_the_engine() {
    // Ollama's log of gpt-oss-120b: two sequences of 131,072 tokens, ubatch 1,024, 9,306 MiB.
    let log = job(Task::Serve, "gpt-oss-120b", |p| {
        p.run.software = Some(Software::LlamaCpp);
        p.run.ubatch = Some(1024);
        p.run.seq = Some(131_072);
    });
    near(2.0 * kv_cache::cache(&log, 131_072.0, 1, 1).at(131_072.0) / GIB * 1024.0, 9306.0, 0.001);
    // A window never holds more than the context.
    let short = kv_cache::cache(&log, 64.0, 1, 1);
    assert!(short.windows <= 64.0 * short.per_token);
}

#[test]
fn training_states_have_their_bytes_per_weight() {
    let bytes = |regime: Regime, optimizer: Optimizer| {
        states::widths(&job(Task::Full, "Llama-3.1-8B", |p| {
            p.run.regime = Some(regime);
            p.run.optimizer = Some(optimizer);
        }))
        .total()
    };
    assert_eq!(bytes(Regime::Fp32, Optimizer::AdamW), 16.0);
    assert_eq!(bytes(Regime::Autocast, Optimizer::AdamW), 16.0);
    assert_eq!(bytes(Regime::Master, Optimizer::AdamW), 16.0);
    assert_eq!(bytes(Regime::FsdpMixed, Optimizer::AdamW), 16.0);
    assert_eq!(bytes(Regime::Pure16, Optimizer::AdamW), 8.0);
    assert_eq!(bytes(Regime::Pure16Fp32States, Optimizer::AdamW), 12.0);
    near(bytes(Regime::Pure16, Optimizer::AdamW8bit), 6.03, 0.001);
    assert_eq!(bytes(Regime::Fp32, Optimizer::Sgd), 8.0);
    assert_eq!(bytes(Regime::Fp32, Optimizer::Lion), 12.0);
}

#[test]
fn adapters_count_rank_times_both_sides() {
    // torchtune and PEFT: Llama-2-7B, rank 8 on q and v, 4,194,304 trained weights.
    let small = job(Task::Lora, "Llama-2-7b", |p| {
        p.run.lora_rank = 8;
        p.run.lora_targets = LoraTargets::Qv;
    });
    assert_eq!(states::adapter_params(&small), 4_194_304.0);
}

fn torchtitan(checkpointing: Checkpointing, micro_batch: u32, seq: u32) -> f64 {
    let run = job(Task::Pretrain, "Llama-3.1-8B", |p| {
        p.run.software = Some(Software::Torchtitan);
        p.run.seq = Some(seq);
    });
    let layout = Layout { dp: 8, zero: Zero::Z3, micro_batch, checkpointing, ..Layout::SINGLE };
    memory::size(&run, &layout, card("H100-80G"), &mut NoTrace).reserved.likely / GIB
}

#[test]
fn sharded_training_is_within_its_published_peaks() {
    // torchtitan, Llama 3 8B on 8 H100: 82.4 GiB at two samples of 8k, eager, selective.
    near(torchtitan(Checkpointing::Selective, 2, 8192), 82.4, 0.08);
    // fms-acceleration, Mistral-7B full training on two A100: states and the step's temporaries set
    // the peak, 33.7 GiB at two samples and at four. Runs of February 2025: AdamW was not fused yet.
    let run = job(Task::Full, "Mistral-7B-v0.1", |p| {
        p.run.software = Some(Software::Trl);
        p.env.version = Some("0.14".to_owned());
        p.run.regime = Some(Regime::Pure16);
        p.run.seq = Some(4096);
    });
    for micro_batch in [2, 4] {
        let layout = Layout { dp: 2, zero: Zero::Z3, micro_batch, ..Layout::SINGLE };
        near(memory::size(&run, &layout, card("A100-80G"), &mut NoTrace).allocated.likely / GIB, 33.74, 0.01);
    }
}

#[test]
fn a_lora_of_a_7b_is_within_its_published_peak() {
    // fms-acceleration, Mistral-7B LoRA rank 16 on q, k, v, o: 24.9 GiB at 4 x 4096, 36.1 at 8 x 4096.
    let run = job(Task::Lora, "Mistral-7B-v0.1", |p| {
        p.run.software = Some(Software::Trl);
        p.run.regime = Some(Regime::Pure16);
        p.run.seq = Some(4096);
        p.run.lora_targets = LoraTargets::Attention;
    });
    for (micro_batch, gib) in [(4, 24.9), (8, 36.1)] {
        let layout = Layout { micro_batch, ..Layout::SINGLE };
        near(memory::size(&run, &layout, card("A100-80G"), &mut NoTrace).allocated.likely / GIB, gib, 0.03);
    }
}

#[test]
fn servers_are_compared_with_their_share_of_the_card() {
    let run = serve("Llama-3.1-8B-Instruct", Software::Vllm, None);
    let gpu = card("RTX4090");
    let m = memory::size(&run, &Layout::SINGLE, gpu, &mut NoTrace);
    near(m.room(gpu.usable), 0.92 * gpu.usable.to_f64(), 1e-9);
    // The pool and what the load takes of it fill the share.
    let (_, load) = memory::serving::load(&run, &Layout::SINGLE);
    near(m.need.likely - load + m.pool, m.room(gpu.usable), 1e-9);
    assert_eq!(m.fit(gpu.usable), Fit::Fits);
    assert_eq!(m.fit(Bytes::gib(12)), Fit::No);
}

#[test]
fn the_peak_is_an_instant_and_not_a_sum() {
    // At the loss of a full fine-tune no gradient exists yet: lines at the peak add up to the need,
    // and the states of a step are not added to the activations of a forward pass.
    let run = job(Task::Full, "Llama-3.1-8B", |p| p.run.software = Some(Software::Trl));
    let mut lines = Recorder::default();
    let m = memory::size(&run, &Layout { micro_batch: 8, ..Layout::SINGLE }, card("A100-80G"), &mut lines);
    let sum: f64 = lines.lines.iter().filter(|l| l.at_peak).map(|l| l.value.likely).sum();
    near(sum, m.need.likely, 1e-6);
    near(m.parts.iter().sum(), m.need.likely, 1e-6);
    let has = |what| lines.lines.iter().any(|l| l.what == what && l.at_peak);
    assert!(!(has(What::Gradients) && has(What::LossLogits)), "gradients do not exist at the first loss");
}

#[test]
fn the_vae_sets_the_peak_of_a_large_picture_until_it_is_tiled() {
    let picture = |tiling| {
        let run = job(Task::ImageInfer, "stable-diffusion-xl-base-1.0", |p| {
            (p.run.width, p.run.height) = (2048, 2048);
            p.run.vae_tiling = tiling;
        });
        let mut lines = Recorder::default();
        let m = memory::size(&run, &Layout::SINGLE, card("RTX4090"), &mut lines);
        (m.need.likely, lines.lines.iter().any(|l| l.what == What::VaePeak))
    };
    let ((whole, vae), (tiled, tiles)) = (picture(false), picture(true));
    assert!(vae && !tiles && tiled < whole);
}
