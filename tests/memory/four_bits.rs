//! Weights in four bits: what the programs make of them, and what their products keep.

use super::{job, near};
use suanzu::engine::job::Job;
use suanzu::engine::layout::Layout;
use suanzu::engine::memory::{activations, states};
use suanzu::plan::*;
use suanzu::units::GIB;

const TWO: Layout = Layout { dp: 2, zero: Zero::Z3, ..Layout::SINGLE };

fn qlora(model: &str, software: Software, quant: Quant) -> Job {
    job(Task::Qlora, model, |p| {
        p.run.software = Some(software);
        p.run.quant = Some(quant);
        (p.run.lora_rank, p.run.lora_targets) = (16, LoraTargets::Attention);
    })
}

/// GiB that remain after a step.
fn resident(job: &Job, layout: &Layout) -> f64 {
    let s = states::states(job, layout, states::Stage::Only);
    (s.weights + s.adapter + s.moments) / GIB
}

#[test]
fn scales_are_on_every_rank_that_shards_the_weights() {
    // fms-acceleration, bitsandbytes with double quantisation and 16-bit adapters: resident after a step, on one
    // card and on two under FSDP.
    for (model, layout, gib) in [
        ("Llama-2-70b", Layout::SINGLE, 34.626),
        ("Llama-2-70b", TWO, 17.944),
        ("Mistral-7B-v0.1", TWO, 2.09),
    ] {
        near(resident(&qlora(model, Software::Trl, Quant::Nf4Double), &layout), gib, 0.025);
    }
    // torchao's scales are sharded with the rest.
    let job = qlora("Llama-2-70b", Software::Torchtune, Quant::Nf4Double);
    let weights = |layout| states::states(&job, layout, states::Stage::Only).weights;
    near(weights(&TWO) * 2.0, weights(&Layout::SINGLE), 1e-9);
}

#[test]
fn programs_that_always_quantise_the_scales_do_so() {
    for software in [Software::Torchtune, Software::Axolotl, Software::Unsloth] {
        let of = |quant| resident(&qlora("Llama-2-70b", software, quant), &Layout::SINGLE);
        assert_eq!(of(Quant::Nf4), of(Quant::Nf4Double), "{software:?}");
    }
    let of = |quant| resident(&qlora("Llama-2-70b", Software::Trl, quant), &Layout::SINGLE);
    // 4.5 against 4.127 bits of 68.4 G weights.
    near(of(Quant::Nf4) - of(Quant::Nf4Double), 68.4e9 * (4.5 - 4.127) / 8.0 / GIB, 0.01);
}

#[test]
fn old_bitsandbytes_keeps_what_goes_into_every_product() {
    // LitGPT on Llama-2-7B: 16 bits of two norm outputs, attention's output and the MLP's product a token and
    // layer; published runs of 1,304 tokens differ by 51 kB (19.84 and 13.17 GiB, less 8.66 GiB of weights).
    let kept = |quant| {
        let j = job(Task::Qlora, "Llama-2-7b", |p| {
            p.run.software = Some(Software::Litgpt);
            p.run.quant = Some(quant);
            p.run.lora_targets = LoraTargets::Qv;
        });
        activations::kept(&j, 1304.0, 1, 1).all / 32.0
    };
    let more = 2.0 * (3.0 * 4096.0 + 11_008.0);
    assert_eq!(kept(Quant::Nf4) - kept(Quant::None), more);
    near(more, 51e3, 0.1);
}
