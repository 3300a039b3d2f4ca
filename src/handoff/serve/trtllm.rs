//! TensorRT-LLM: `trtllm-serve`, from its documentation. Printed defaults differ between pages: every limit
//! is written.

use super::{common, serving};
use crate::engine::memory::Part;
use crate::handoff::write::{Command, Script};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, KvType, Precision, Quant};

/// `serve.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if setup.gpu().vendor != crate::catalog::Vendor::Nvidia {
        return Err(Refusal::Stack);
    }
    if setup.nodes() > 1 {
        return Err(Refusal::OneMachine);
    }
    if layout.cp > 1 {
        return Err(Refusal::Value(Field::Cp));
    }
    // Formats of weights and cache stand in the files it loads; others need a conversion we did not read.
    if job.kv != KvType::F16 {
        return Err(Refusal::Value(Field::KvType));
    }
    if !matches!(job.precision, Precision::Bf16 | Precision::Fp16) {
        return Err(Refusal::Value(Field::Precision));
    }
    let mut script = Script::new(&setup.about(&Tool::TensorRtLlm.label()));
    let mut c = Command::new(["trtllm-serve", setup.texts.model.as_str()]);
    c.flag("--tp_size", layout.tp).flag("--pp_size", layout.pp).flag("--ep_size", layout.ep);
    c.flag("--max_batch_size", setup.seqs()).flag("--max_seq_len", job.seq);
    c.flag("--max_num_tokens", setup.batched_tokens());
    c.flag("--kv_cache_free_gpu_memory_fraction", share_of_free(setup));
    c.flag("--host", "0.0.0.0").flag("--port", 8000u32);
    script.run(&c);
    let doc = Doc::new(Tool::TensorRtLlm)
        .file("serve.sh", Format::Shell, script.finish())
        .note(Note::DerivedShare)
        .note_if(layout.dp > 1, Note::OneProcessEach)
        .note_if(job.quant != Quant::None, Note::QuantisedFiles)
        .note(Note::Unsaid(Field::Quant))
        .note(Note::Unsaid(Field::Precision))
        .note(Note::Unsaid(Field::Flash))
        .note(Note::Unsaid(Field::Graphs));
    Ok(common(setup, doc))
}

/// Its fraction counts what is free once weights and workspace are loaded: the room that the plan leaves to
/// the cache, over that.
fn share_of_free(setup: &Setup<'_>) -> f64 {
    let memory = setup.memory();
    let usable = setup.gpu().usable;
    let rest: f64 = memory.parts.iter().sum::<f64>() - memory.parts[Part::KvCache as usize];
    let (pool, free) = (memory.room(usable) - rest, usable.to_f64() - rest);
    if free <= 0.0 { 0.9 } else { ((pool / free).clamp(0.05, 0.99) * 1000.0).floor() / 1000.0 }
}
