//! Megatron-LM (source of August 2026): `pretrain_gpt.py`. Its asserts: the world is divisible by tp · pp · cp, layers
//! by pp; sequence parallelism needs tensor parallelism (handoff.md §4). Read, not run.

use crate::catalog::{Mixer, Mlp, NormKind};
use crate::handoff::write::Script;
use crate::handoff::{Made, Note, Refusal, Setup, Tool};
use crate::plan::{Checkpointing, Field, LossKind, Offload, Optimizer, Quant, Regime, Task, Zero};

/// `train.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    let (job, l) = (&setup.job, &setup.layout);
    if !matches!(job.task, Task::Pretrain | Task::Full) {
        return Err(Refusal::Task);
    }
    let arch = &job.arch;
    // One kind of dense layer: what its flags can describe.
    let [group] = arch.groups.as_slice() else { return Err(Refusal::NoRecipe) };
    let (Mixer::Attention(a), Mlp::Dense { ffn }) = (group.mixer, group.mlp) else {
        return Err(Refusal::NoRecipe);
    };
    if !arch.exact || a.window.is_some() || a.cross || a.heads == 0 {
        return Err(Refusal::NoRecipe);
    }
    if !group.count.is_multiple_of(l.pp) {
        return Err(Refusal::Value(Field::Pp));
    }
    if job.quant != Quant::None {
        return Err(Refusal::Value(Field::Quant));
    }
    if job.offload != Offload::None {
        return Err(Refusal::Value(Field::Offload));
    }
    let shards = match l.zero {
        Zero::Z0 => false,
        Zero::Z1 => true,
        _ => return Err(Refusal::Value(Field::Zero)),
    };
    let optimizer = match job.optimizer {
        Optimizer::AdamW => "adam",
        Optimizer::Sgd | Optimizer::SgdMomentum => "sgd",
        _ => return Err(Refusal::Value(Field::Optimizer)),
    };
    let mut c = super::torchrun(setup);
    c.line(["pretrain_gpt.py"]);
    c.flag("--tensor-model-parallel-size", l.tp).flag("--pipeline-model-parallel-size", l.pp);
    c.flag("--context-parallel-size", l.cp).flag("--expert-model-parallel-size", l.ep);
    c.switch("--sequence-parallel", l.tp > 1).switch("--use-distributed-optimizer", shards);
    c.flag("--micro-batch-size", l.micro_batch).flag("--global-batch-size", setup.global_batch());
    c.flag("--seq-length", job.seq).flag("--max-position-embeddings", job.seq.max(arch.max_context));
    match super::dtype(setup)? {
        "bfloat16" => c.switch("--bf16", true),
        "float16" => c.switch("--fp16", true),
        _ => &mut c,
    };
    c.flag("--optimizer", optimizer);
    match l.checkpointing {
        Checkpointing::None => &mut c,
        Checkpointing::Selective => c.flag("--recompute-granularity", "selective"),
        Checkpointing::Full => c
            .flag("--recompute-granularity", "full")
            .flag("--recompute-method", "uniform")
            .flag("--recompute-num-layers", 1u32),
        Checkpointing::Offloaded => return Err(Refusal::Value(Field::Checkpointing)),
    };
    c.switch("--use-flash-attn", job.flash);
    c.switch("--cross-entropy-loss-fusion", job.loss == LossKind::Compiled);
    c.flag("--num-layers", group.count).flag("--hidden-size", arch.hidden).flag("--ffn-hidden-size", ffn);
    c.flag("--num-attention-heads", a.heads).flag("--kv-channels", a.head_dim);
    if a.kv_heads != a.heads {
        c.switch("--group-query-attention", true).flag("--num-query-groups", a.kv_heads);
    }
    c.flag("--normalization", if arch.detail.norm == NormKind::Rms { "RMSNorm" } else { "LayerNorm" });
    c.switch("--swiglu", arch.detail.gated).switch("--untie-embeddings-and-output-weights", !arch.tied);
    c.switch("--disable-bias-linear", !arch.detail.mlp_bias).switch("--add-qkv-bias", arch.detail.qkv_bias);
    c.flag("--position-embedding-type", "rope");
    c.flag("--tokenizer-type", "HuggingFaceTokenizer").flag("--tokenizer-model", setup.texts.model.as_str());
    c.flag("--train-samples", format!("{:.0}", (job.work / f64::from(job.seq.max(1))).max(1.0)));
    c.flag("--data-path", setup.texts.data.as_str()).flag("--split", "100,0,0");
    c.flag("--save", "output").flag("--load", "output");
    if let Some((every, _)) = setup.saves() {
        c.flag("--save-interval", every.to_string());
    }
    c.flag("--lr", 0.0003);
    let mut script = Script::new(&setup.about(&Tool::Megatron.label()));
    script.run(&c);
    let made = if super::dtype(setup)? == "float32" { Regime::Fp32 } else { Regime::Master };
    let doc = super::scripted(Tool::Megatron, script)
        .note(Note::Unsaid(Field::Packing))
        .note_if(job.compile, Note::Unsaid(Field::Compile));
    let mut doc = super::told(setup, doc, made);
    if matches!(job.loss, LossKind::Compiled) {
        doc.notes.retain(|n| *n != Note::Unsaid(Field::Loss));
    } else {
        doc = doc.note_if(job.loss == LossKind::Fused, Note::Unsaid(Field::Loss));
    }
    Ok(doc)
}
