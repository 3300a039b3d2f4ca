//! llama.cpp: `llama-server`, by the server's help at commit 00dc8057. `-fit on` is its default and changes
//! sizes that are left unset: it is switched off and every size written (handoff.md §8).

use super::serving;
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, KvType};

/// Name of the cache's format, as `-ctk` and `-ctv` take it.
const fn cache_type(kv: KvType) -> Option<&'static str> {
    Some(match kv {
        KvType::F16 => "f16",
        KvType::F32 => "f32",
        KvType::Q8_0 => "q8_0",
        KvType::Q5_1 => "q5_1",
        KvType::Q4_0 => "q4_0",
        KvType::Fp8 | KvType::Nvfp4 => return None,
    })
}

/// Name of the file of weights; the format stands in it.
pub(super) fn file(setup: &Setup<'_>) -> Result<String, Refusal> {
    let model = setup.texts.model.rsplit('/').next().unwrap_or_default();
    match setup.job.quant {
        q if q.gguf() => Ok(format!("./{model}-{}.gguf", q.word().to_uppercase())),
        crate::plan::Quant::None => Ok(format!("./{model}-F16.gguf")),
        _ => Err(Refusal::Value(Field::Quant)),
    }
}

/// `serve.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if let Some(field) = super::spread(layout) {
        return Err(Refusal::Value(field));
    }
    let kv = cache_type(job.kv).ok_or(Refusal::Value(Field::KvType))?;
    // A quantised V needs the fused kernels.
    if !job.flash && !matches!(job.kv, KvType::F16 | KvType::F32) {
        return Err(Refusal::Together(Field::KvType, Field::Flash));
    }
    let nodes = setup.nodes();
    if !layout.dp.is_multiple_of(nodes) {
        return Err(Refusal::OneMachine);
    }
    let copies = layout.dp / nodes;
    let slots = layout.micro_batch.max(1);
    // Every slot gets an equal part of the context: as sized.
    let context = job.context() as u32;

    let mut script = Script::new(&setup.about(&Tool::LlamaCpp.label()));
    script.export("MODEL", file(setup)?);
    let mut c = Command::new(["llama-server"]);
    c.flag("-m", Word::Code("\"$MODEL\""));
    c.flag("-c", context.saturating_mul(slots)).flag("-np", slots).switch("--no-kv-unified", true);
    c.flag("-ngl", "all").flag("-ctk", kv).flag("-ctv", kv);
    c.flag("-fa", if job.flash { "on" } else { "off" });
    c.flag("-b", job.ubatch.max(2048)).flag("-ub", job.ubatch);
    if layout.pp > 1 {
        c.flag("-sm", "layer").flag("-ts", vec!["1"; layout.pp as usize].join(","));
    } else {
        c.flag("-sm", "none");
    }
    c.flag("-fit", "off").flag("--host", "0.0.0.0");
    if copies > 1 {
        c.flag("--port", Word::Code("\"$((8080 + copy))\""));
        super::each_copy(&mut script, c, copies, layout.pp);
    } else {
        c.flag("--port", 8080u32);
        script.run(&c);
    }
    Ok(Doc::new(Tool::LlamaCpp)
        .file("serve.sh", Format::Shell, script.finish())
        .note(Note::QuantisedFiles)
        .note(Note::Unsaid(Field::Precision))
        .note_if(setup.world() / layout.pp > 1, Note::Balancer)
        .note_if(job.seq > context, Note::SizedForLoad)
        .note_if(setup.ported(), Note::OtherPort))
}
