//! Programs that serve.

pub mod llamacpp;
pub mod ollama;
pub mod sglang;
pub mod transformers;
pub mod trtllm;
pub mod vllm;

use super::write::{Command, Script, Word};
use super::{Doc, Note, Refusal, Setup, Tool};
use crate::engine::layout::Layout;
use crate::plan::{Field, Precision, Quant, Task};

/// Only for jobs that serve.
fn serving(setup: &Setup<'_>) -> Result<(), Refusal> {
    if setup.plan.task == Task::Serve { Ok(()) } else { Err(Refusal::Task) }
}

/// Runs a server once for each copy of the model, side by side on `cards` cards of its own; `$copy` counts them.
fn each_copy(script: &mut Script, mut server: Command, copies: u32, cards: u32) {
    server.line([Word::Code("&")]);
    script.export("COPIES", copies).export("CARDS", cards);
    script.code("for copy in $(seq 0 $((COPIES - 1))); do");
    script.code("CUDA_VISIBLE_DEVICES=$(seq -s, $((copy * CARDS)) $((copy * CARDS + CARDS - 1)))");
    script.code("export CUDA_VISIBLE_DEVICES");
    script.run(&server);
    script.code("done");
    script.code("wait");
}

/// A way of spreading layers over cards that llama.cpp has not.
fn spread(layout: &Layout) -> Option<Field> {
    let ways = [(layout.tp, Field::Tp), (layout.cp, Field::Cp), (layout.ep, Field::Ep)];
    ways.into_iter().find(|w| w.0 > 1).map(|w| w.1)
}

/// Number format of computing as vLLM and SGLang call it.
pub(super) fn dtype(setup: &Setup<'_>) -> Result<&'static str, Refusal> {
    // A card without bf16 computes in fp16: vLLM stops there and SGLang falls back.
    let half = if setup.gpu().bf16 > 0.0 || setup.gpu().fp16 == 0.0 { "bfloat16" } else { "float16" };
    match setup.job.precision {
        Precision::Bf16 => Ok(half),
        Precision::Fp16 => Ok("float16"),
        Precision::Fp32 => Ok("float32"),
        _ => Err(Refusal::Value(Field::Precision)),
    }
}

/// Notes that every server has in common.
fn common(setup: &Setup<'_>, doc: Doc) -> Doc {
    let q = setup.job.quant;
    let native = crate::engine::job::native;
    let published = setup.published.is_some_and(|d| native(d) == q);
    let whole = setup.published.is_none_or(|d| native(d) == Quant::None);
    // fp8 and NF4, and bitsandbytes' 8 bits, are made from 16-bit files while loading; 16-bit weights of quantised files are other files.
    let eight = doc.tool == Tool::Transformers && q == Quant::Int8;
    let made_here = whole && (eight || matches!(q, Quant::None | Quant::Fp8 | Quant::Nf4 | Quant::Nf4Double));
    doc.note_if(!setup.model_known, Note::FillModel)
        .note_if(!published && !made_here, Note::QuantisedFiles)
        .note_if(setup.ported(), Note::OtherPort)
        .note_if(
            f64::from(setup.job.seq) > setup.job.context() && setup.plan.run.seq.is_none(),
            Note::SizedForLoad,
        )
}
