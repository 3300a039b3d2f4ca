//! Ollama: a Modelfile and the server's environment, by its source of August 2026. `num_ctx` is per request.

use super::{llamacpp, serving};
use crate::handoff::write::{Command, Script};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool, name};
use crate::plan::{Field, KvType};

/// `serve.sh` and `Modelfile`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if let Some(field) = super::spread(layout) {
        return Err(Refusal::Value(field));
    }
    if setup.nodes() > 1 || layout.dp > 1 {
        return Err(Refusal::OneMachine);
    }
    let kv = match job.kv {
        KvType::F16 => "f16",
        KvType::Q8_0 => "q8_0",
        KvType::Q4_0 => "q4_0",
        _ => return Err(Refusal::Value(Field::KvType)),
    };
    let from = llamacpp::file(setup)?;
    // `FROM` takes one line.
    if from.chars().any(char::is_control) {
        return Err(Refusal::ModelName);
    }
    let context = job.context() as u32;
    let about = setup.about(&Tool::Ollama.label());
    let model = setup.name("serve");
    let modelfile = format!(
        "# {}\nFROM {from}\nPARAMETER num_ctx {context}\nPARAMETER num_gpu 999\n",
        name::comment(&about)
    );
    let mut script = Script::new(&about);
    script.export("OLLAMA_HOST", "0.0.0.0:11434");
    script.export("OLLAMA_NUM_PARALLEL", layout.micro_batch.max(1));
    script.export("OLLAMA_KV_CACHE_TYPE", kv);
    script.export("OLLAMA_FLASH_ATTENTION", u32::from(job.flash));
    // It splits layers over the cards it sees.
    let cards: Vec<_> = (0..layout.pp).map(|c| c.to_string()).collect();
    script.export("CUDA_VISIBLE_DEVICES", cards.join(","));
    script.export("OLLAMA_SCHED_SPREAD", u32::from(layout.pp > 1));
    script.export("OLLAMA_MAX_LOADED_MODELS", 1u32).export("OLLAMA_KEEP_ALIVE", "-1");
    script.code("ollama serve &");
    script.code("until ollama list > /dev/null 2>&1; do sleep 1; done");
    script.run(&Command::new(["ollama", "create", &model, "-f", "Modelfile"]));
    script.run(&Command::new(["ollama", "run", &model, "--keepalive", "-1m", "hi"]));
    script.code("wait");
    Ok(Doc::new(Tool::Ollama)
        .file("serve.sh", Format::Shell, script.finish())
        .file("Modelfile", Format::Text, modelfile)
        .note(Note::QuantisedFiles)
        .note(Note::Unsaid(Field::Precision))
        .note(Note::Unsaid(Field::Ubatch))
        .note_if(job.seq > context, Note::SizedForLoad))
}
