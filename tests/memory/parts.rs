//! Parts of memory that few jobs have, each against a published figure or a count of its tensors.

use super::*;
use suanzu::engine::memory::Part;
use suanzu::engine::memory::states::{Stage, Widths, states, widths};

fn full(regime: Regime, optimizer: Optimizer) -> Job {
    job(Task::Full, "Llama-2-7b", |p| {
        p.run.software = Some(Software::Trl);
        p.run.regime = Some(regime);
        p.run.optimizer = Some(optimizer);
        p.run.seq = Some(2048);
    })
}

#[test]
fn optimizers_keep_their_published_moments() {
    let moments = |regime, optimizer| {
        let Widths { moments, .. } = widths(&full(regime, optimizer));
        moments
    };
    // 32-bit: none, one momentum (SGD, Lion: arXiv 2302.06675; Muon's hidden matrices), two.
    for (optimizer, bytes) in [
        (Optimizer::Sgd, 0.0),
        (Optimizer::SgdMomentum, 4.0),
        (Optimizer::Lion, 4.0),
        (Optimizer::Muon, 4.0),
        (Optimizer::AdamW, 8.0),
        (Optimizer::PagedAdamW, 8.0),
    ] {
        assert_eq!(moments(Regime::Fp32, optimizer), bytes, "{optimizer:?}");
        assert_eq!(moments(Regime::Master, optimizer), bytes, "{optimizer:?}");
        // States that follow 16-bit weights take half.
        assert_eq!(moments(Regime::Pure16, optimizer), bytes / 2.0, "{optimizer:?}");
    }
    // 8 bits and a 32-bit scale for each block of 256, twice (arXiv 2110.02861): 6.03 with 16-bit weights and
    // gradients, 10.03 with a master copy.
    for optimizer in [Optimizer::AdamW8bit, Optimizer::PagedAdamW8bit] {
        near(widths(&full(Regime::Pure16, optimizer)).total(), 6.03, 0.001);
        near(widths(&full(Regime::Master, optimizer)).total(), 10.03, 0.001);
    }
    // 4 bits and such a scale for each block of 128, twice: 5.06 and 9.06.
    near(widths(&full(Regime::Pure16, Optimizer::AdamW4bit)).total(), 5.0625, 1e-6);
    near(widths(&full(Regime::Master, Optimizer::AdamW4bit)).total(), 9.0625, 1e-6);
    // Row and column sums of a 4,096 by 4,096 matrix: 8,192 numbers of 4 bytes for 16.8 million weights.
    near(moments(Regime::Fp32, Optimizer::Adafactor), 8192.0 * 4.0 / (4096.0 * 4096.0), 1e-9);
}

#[test]
fn eight_bit_states_save_what_torchtune_measured() {
    // 7B in bf16: 51.6 GB with AdamW, 39.3 with its 8-bit form (memory.md B.3), of which the states are all.
    let peak = |optimizer| states(&full(Regime::Pure16, optimizer), &Layout::SINGLE, Stage::Only).moments;
    near(peak(Optimizer::AdamW) - peak(Optimizer::AdamW8bit), 51.6e9 - 39.3e9, 0.09);
}

#[test]
fn muon_treats_tables_as_adamw_and_works_on_one_matrix_at_a_time() {
    let run = full(Regime::Fp32, Optimizer::Muon);
    let s = states(&run, &Layout::SINGLE, Stage::Only);
    // Llama-2-7B: 6.738 G weights, 2 · 32,000 · 4,096 of them in tables.
    near(s.moments, 4.0 * 6.738e9 + 4.0 * 2.0 * 32_000.0 * 4096.0, 0.001);
    // Three 16-bit matrices of 4,096 by 11,008 at the step.
    let b = memory::buffers::buffers(&run, &Layout::SINGLE, &s);
    near(b.step, 3.0 * 2.0 * 4096.0 * 11_008.0, 1e-9);
}

#[test]
fn paged_states_leave_the_card_and_need_the_host() {
    let gpu = card("A100-80G");
    let size = |optimizer| memory::size(&full(Regime::Pure16, optimizer), &Layout::SINGLE, gpu, &mut NoTrace);
    let (plain, paged) = (size(Optimizer::AdamW8bit), size(Optimizer::PagedAdamW8bit));
    let states = 6.738e9 * (2.0 + 8.0 / 256.0);
    // Not in what the framework counts; on the card up to all of it while there is room.
    assert!(paged.allocated.likely < plain.allocated.likely - 0.9 * states);
    assert!(paged.need.band().high - paged.need.likely > 0.5 * states);
    near(paged.host - plain.host, states, 0.001);
}

#[test]
fn offloaded_states_lie_in_the_host_and_pieces_of_them_with_nvme() {
    let host = |offload| {
        let mut run = full(Regime::Master, Optimizer::AdamW);
        run.offload = offload;
        run.deepspeed = true;
        let layout = Layout { dp: 8, zero: Zero::Z3, ..Layout::SINGLE };
        memory::size(&run, &layout, card("A100-80G"), &mut NoTrace).host - 8.0 * GIB
    };
    // DeepSpeed's estimate without its margin of a half: 18 bytes a weight (memory_estimators; the gradient in
    // 32 bits where this engine counts 16).
    near(host(Offload::All), 18.0 * 6.738e9, 0.12);
    // Optimizer only: weights stay on the card.
    near(host(Offload::Optimizer), 14.0 * 6.738e9, 0.01);
    // A seventh of a billion weights a rank is less than a group: nothing is gained over the host.
    near(host(Offload::Nvme), host(Offload::All), 1e-9);
    // 70 billion on one card: a group of 1e9 with its 16 bytes each, 1e9 waiting and 5e8 on their way.
    let mut big = job(Task::Full, "Llama-2-70b", |p| p.run.regime = Some(Regime::Master));
    (big.offload, big.deepspeed) = (Offload::Nvme, true);
    let m = memory::size(&big, &Layout { zero: Zero::Z3, ..Layout::SINGLE }, card("A100-80G"), &mut NoTrace);
    near(m.host - 8.0 * GIB, 16e9 + 2.0 * 1.5e9, 0.01);
}

#[test]
fn preference_pairs_double_the_logits_and_answers_of_a_group_multiply_them() {
    let logits = |task, micro_batch| {
        let run = job(task, "Llama-2-7b", |p| {
            p.run.software = Some(Software::Trl);
            p.run.loss = Some(LossKind::Eager);
            p.run.seq = Some(2048);
        });
        let tokens = memory::training::tokens(&run, &Layout { micro_batch, ..Layout::SINGLE });
        memory::loss::bytes(&run, tokens, 32_000.0)
    };
    // 14 bytes for each of 32,000 logits of 2,048 tokens; chosen and rejected run together.
    near(logits(Task::Lora, 1), 14.0 * 2048.0 * 32_000.0, 1e-9);
    near(logits(Task::Dpo, 1), 2.0 * 14.0 * 2048.0 * 32_000.0, 1e-9);
    // Eight answers, on average half as long as the cap allows.
    near(logits(Task::Grpo, 8), 4.0 * 14.0 * 2048.0 * 32_000.0, 1e-9);
    // ColossalChat, Llama-2-7B DPO on two cards, ZeRO-2, optimizer in the host, 2 pairs of 2,048: 36.1 GiB.
    let mut run = job(Task::Dpo, "Llama-2-7b", |p| {
        p.run.software = Some(Software::DeepSpeed);
        p.run.regime = Some(Regime::Master);
        p.run.offload = Offload::Optimizer;
        p.run.seq = Some(2048);
    });
    run.deepspeed = true;
    let layout = Layout {
        dp: 2,
        zero: Zero::Z2,
        micro_batch: 2,
        checkpointing: Checkpointing::Full,
        ..Layout::SINGLE
    };
    let m = memory::size(&run, &layout, card("A100-80G"), &mut NoTrace);
    near(m.allocated.likely / GIB, 36.1, 0.20);
}

#[test]
fn four_bit_floats_are_padded_by_the_kernels_that_run_them() {
    // gpt-oss-120b in vLLM: 65.97 GiB loaded, files of 60.8 (vllm issue 23278): experts of 2,880 by 2,880 become
    // 3,072 by 2,944.
    let run = serve("gpt-oss-120b", Software::Vllm, Some(Quant::Mxfp4));
    near(weights::serving_bytes(&run, &Layout::SINGLE) / GIB, 65.97, 0.02);
    // ggml does not pad: 11.27 GiB for the 20b (llama-bench).
    let small = serve("gpt-oss-20b", Software::LlamaCpp, Some(Quant::Mxfp4));
    near(weights::weights(&small).total() / GIB, 11.27, 0.02);
    // NVFP4: an 8-bit scale for each 16 weights, tables in 16 bits; Llama-3.1-8B has 6.98 G inside its layers.
    let nv = weights::weights(&serve("Llama-3.1-8B-Instruct", Software::Vllm, Some(Quant::Nvfp4)));
    near(nv.linear, 6.98e9 * 4.5 / 8.0, 0.001);
    near(nv.embed + nv.head, 2.0 * 128_256.0 * 4096.0 * 2.0, 1e-9);
}

#[test]
fn a_model_that_listens_holds_thirty_seconds_of_sound() {
    let run = serve("openai/whisper-large-v3", Software::Transformers, None);
    // model.safetensors: 3.09 GB in 16 bits.
    near(weights::weights(&run).total(), 3.087e9, 0.002);
    let c = kv_cache::cache(&run, 448.0, 1, 1);
    // 32 decoder layers: 1,280 wide keys and values of each token, and of 1,500 frames for every sequence.
    assert_eq!(c.per_token, 32.0 * 2.0 * 1280.0 * 2.0);
    assert_eq!(c.fixed, 32.0 * 2.0 * 1280.0 * 1500.0 * 2.0);
    // transformers issue 20348: trained whole it failed on 24 GB; 1.54 G weights of 16 bytes.
    let train = job(Task::Full, "openai/whisper-large-v2", |p| {
        p.run.regime = Some(Regime::Autocast);
        p.run.precision = Some(Precision::Fp16);
    });
    let m = memory::size(&train, &Layout::SINGLE, card("RTX4090"), &mut NoTrace);
    assert!(m.parts[Part::Weights as usize] + m.parts[Part::Optimizer as usize] > 12.0 * 1.54e9);
    assert_eq!(m.fit(card("RTX4090").usable), Fit::No);
}

#[test]
fn rerankers_read_pairs_and_keep_nothing() {
    // Reranking is a forward pass over query and document: weights and activations, no cache that grows.
    let run = job(Task::Embed, "Qwen/Qwen3-0.6B", |p| p.run.software = Some(Software::Tei));
    let mut lines = Recorder::default();
    let m = memory::size(&run, &Layout::SINGLE, card("RTX4090"), &mut lines);
    assert_eq!((m.parts[Part::KvCache as usize], m.kv_per_token), (0.0, 0.0));
    // 0.6B in 16 bits: 596 M weights, table tied (config.json of Qwen3-Reranker-0.6B).
    near(m.parts[Part::Weights as usize], 2.0 * 596e6, 0.01);
    assert_eq!(m.fit(card("RTX4090").usable), Fit::Fits);
}

#[test]
fn towers_that_see_are_weights_and_are_profiled() {
    // vLLM, weights printed: Llama-3.2-11B-Vision 19.86 GiB, Qwen2-VL-7B 15.51, Qwen2.5-VL-3B 7.16.
    for (model, gib) in [
        ("meta-llama/Llama-3.2-11B-Vision", 19.86),
        ("Qwen/Qwen2-VL-7B-Instruct", 15.51),
        ("Qwen/Qwen2.5-VL-3B-Instruct", 7.16),
    ] {
        near(weights::serving_bytes(&serve(model, Software::Vllm, None), &Layout::SINGLE) / GIB, gib, 0.025);
    }
    // 36.63 GiB of activations while 128 sequences are profiled with a picture each (vllm PR 12126).
    let eleven = job(Task::Serve, "meta-llama/Llama-3.2-11B-Vision", |p| {
        p.run.software = Some(Software::Vllm);
        p.env.version = Some("0.6.7".to_owned());
        p.run.seq = Some(65_536);
        p.run.max_num_seqs = Some(128);
        p.run.graphs = Some(false);
    });
    let step = memory::step::step(&eleven, &Layout::SINGLE, card("H100-80G"));
    near((step.activation.likely + step.vision.likely) / GIB, 36.63, 0.10);
    // Its log has 96,016 tokens of cache; blocks are the same for all 40 layers.
    assert_eq!(kv_cache::cache(&eleven, 65_536.0, 1, 1).per_token, 40.0 * 2.0 * 8.0 * 128.0 * 2.0);
}

#[test]
fn a_full_card_gives_unused_blocks_back() {
    // The slack of a run that has room is an eighth; where the card is full only a fiftieth of the tensors
    // cannot be given back (26 messages: reserved exceeds allocated by 1.9 % in the middle).
    let run = job(Task::Lora, "Llama-3.1-8B", |p| {
        p.run.software = Some(Software::Trl);
        p.run.loss = Some(LossKind::Chunked);
    });
    let layout = Layout { micro_batch: 4, checkpointing: Checkpointing::None, ..Layout::SINGLE };
    let size =
        |usable| memory::size(&run, &layout, &Gpu { usable, ..card("A100-80G").clone() }, &mut NoTrace);
    let roomy = size(Bytes::gib(140));
    let slack = |m: &memory::Memory| m.reserved.likely - m.allocated.likely;
    let beside = roomy.need.likely - roomy.reserved.likely;
    let tight = size(Bytes::from_f64(1.03 * roomy.allocated.likely + beside));
    assert!(slack(&roomy) > 0.05 * roomy.allocated.likely);
    near(slack(&tight), 0.03 * roomy.allocated.likely, 0.001);
    assert!(tight.need.likely <= 1.03 * roomy.allocated.likely + beside);
    let over = size(Bytes::from_f64(roomy.allocated.likely + beside));
    near(slack(&over), 0.02 * roomy.allocated.likely, 0.001);
    assert_eq!(over.fit(Bytes::from_f64(roomy.allocated.likely + beside)), Fit::No);
}
