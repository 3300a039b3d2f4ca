//! Cards and models that the tests of this room use, written out by hand from the vendors' sheets so
//! that no test depends on the catalog.

use crate::catalog::*;
use crate::engine::job::Job;
use crate::plan::*;
use crate::units::Bytes;
use std::sync::Arc;

fn dense(layers: u32, hidden: u32, heads: u32, kv: u32, ffn: u32, vocab: u32, params: u64) -> Architecture {
    Architecture {
        hidden,
        vocab,
        max_context: 131_072,
        groups: vec![LayerGroup {
            count: layers,
            mixer: Mixer::Attention(Attention {
                heads,
                kv_heads: kv,
                head_dim: hidden / heads,
                v_head_dim: hidden / heads,
                ..Attention::default()
            }),
            mlp: Mlp::Dense { ffn },
        }],
        params_total: params,
        params_active: params,
        exact: true,
        modelled: true,
        detail: Detail { gated: true, norms_per_layer: 2, ..Detail::default() },
        ..Architecture::default()
    }
}

/// Llama 3 8B (config.json).
pub fn llama3_8b() -> Architecture {
    dense(32, 4096, 32, 8, 14_336, 128_256, 8_030_261_248)
}

/// Llama 2 7B (config.json).
pub fn llama2_7b() -> Architecture {
    dense(32, 4096, 32, 32, 11_008, 32_000, 6_738_415_616)
}

/// Llama 3 70B (config.json).
pub fn llama3_70b() -> Architecture {
    dense(80, 8192, 64, 8, 28_672, 128_256, 70_553_706_496)
}

/// MPT 70B of llm-foundry's table: plain MLP, all heads their own keys, tied table.
pub fn mpt_70b() -> Architecture {
    let mut arch = dense(80, 8192, 64, 64, 32_768, 50_368, 64_860_000_000);
    arch.tied = true;
    arch.detail.gated = false;
    arch
}

/// DeepSeek-V3 (config.json): 61 layers, the first three dense, latent attention.
pub fn deepseek_v3() -> Architecture {
    let mixer = Mixer::Mla(Mla {
        heads: 128,
        kv_rank: 512,
        q_rank: 1536,
        rope_dim: 64,
        nope_dim: 128,
        v_dim: 128,
        ..Mla::default()
    });
    let moe = Moe { experts: 256, top_k: 8, ffn: 2048, shared_ffn: 2048, ..Moe::default() };
    Architecture {
        hidden: 7168,
        vocab: 129_280,
        max_context: 163_840,
        groups: vec![
            LayerGroup { count: 3, mixer, mlp: Mlp::Dense { ffn: 18_432 } },
            LayerGroup { count: 58, mixer, mlp: Mlp::Moe(moe) },
        ],
        params_total: 671_026_419_200,
        params_active: 37_552_297_984,
        exact: true,
        modelled: true,
        detail: Detail { gated: true, norms_per_layer: 2, ..Detail::default() },
        ..Architecture::default()
    }
}

fn card(id: &str, memory_gb: u32, bandwidth: f32, half: f32) -> Gpu {
    Gpu {
        id: id.into(),
        memory_gb,
        usable: Bytes::gib(u64::from(memory_gb)),
        bandwidth_gbs: bandwidth,
        fp16: half,
        fp16_fp16acc: half,
        bf16: half,
        pcie_gen10: 40,
        pcie_lanes: 16,
        ..Gpu::default()
    }
}

/// A100 SXM 80 GB.
pub fn a100() -> Gpu {
    Gpu {
        class: GpuClass::Datacenter,
        generation: Generation::Ampere,
        link: Link::Nvlink,
        link_gbs: 600.0,
        tf32: 156.0,
        int8: 624.0,
        ..card("a100-sxm-80g", 80, 2039.0, 312.0)
    }
}

/// H100 SXM 80 GB.
pub fn h100() -> Gpu {
    Gpu {
        class: GpuClass::Datacenter,
        generation: Generation::Hopper,
        link: Link::Nvlink,
        link_gbs: 900.0,
        tf32: 494.5,
        fp8: 1979.0,
        int8: 1979.0,
        pcie_gen10: 50,
        ..card("h100-sxm-80g", 80, 3350.0, 989.0)
    }
}

/// H20 96 GB.
pub fn h20() -> Gpu {
    Gpu {
        class: GpuClass::Datacenter,
        generation: Generation::Hopper,
        link: Link::Nvlink,
        link_gbs: 900.0,
        tf32: 74.0,
        fp8: 296.0,
        int8: 296.0,
        pcie_gen10: 50,
        ..card("h20-96g", 96, 4000.0, 148.0)
    }
}

/// RTX 3090.
pub fn rtx3090() -> Gpu {
    Gpu {
        class: GpuClass::Consumer,
        generation: Generation::Ampere,
        link: Link::Pcie,
        fp16_fp16acc: 142.3,
        tf32: 35.6,
        int8: 284.6,
        ..card("rtx-3090-24g", 24, 936.0, 71.2)
    }
}

/// RTX 4090.
pub fn rtx4090() -> Gpu {
    Gpu {
        class: GpuClass::Consumer,
        generation: Generation::Ada,
        link: Link::Pcie,
        fp16_fp16acc: 330.3,
        tf32: 82.6,
        fp8: 330.3,
        int8: 660.6,
        ..card("rtx-4090-24g", 24, 1008.0, 165.2)
    }
}

/// A job with the common choices; tests change what they are about.
pub fn job(task: Task, arch: Architecture) -> Job {
    let shape = Arc::new(crate::engine::memory::shape::Shape::of(&arch));
    Job {
        task,
        arch: Arc::new(arch),
        shape,
        adapter_bytes: 4.0,
        assumed_arch: false,
        software: if task == Task::Serve { Software::Vllm } else { Software::Torchtitan },
        version: None,
        precision: Precision::Bf16,
        file: None,
        quant: Quant::None,
        kv: KvType::F16,
        seq: 4096,
        packing: true,
        micro_batch: None,
        global_batch: None,
        optimizer: Optimizer::AdamW,
        regime: Regime::FsdpMixed,
        checkpointing: None,
        flash: true,
        loss: LossKind::Compiled,
        loss_set: false,
        deepspeed: false,
        compile: false,
        lora_rank: if task.adapters() { 16 } else { 0 },
        lora_targets: LoraTargets::All,
        train_embeddings: false,
        offload: Offload::None,
        optimizer_in_backward: false,
        utilisation: 0.92,
        utilisation_set: false,
        max_num_seqs: 256,
        batched_tokens: 2048,
        ubatch: 512,
        graphs: true,
        users: 16,
        prompt: 1000,
        answer: 400,
        ttft_ms: None,
        tpot_ms: None,
        generations: 8,
        width: 1024,
        height: 1024,
        frames: 1,
        steps: 30,
        vae_tiling: false,
        display: false,
        work: 1.2e8,
        evaluation: 0.0,
    }
}
