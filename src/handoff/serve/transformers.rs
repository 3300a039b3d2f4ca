//! Transformers: `transformers serve`, by the source of 5.5.0. Requests run together from a paged cache whose blocks are
//! those of the planned load; layers are spread over the cards that it sees.

use super::{common, dtype, serving};
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, KvType, Quant};

/// Tokens of a block: its default.
const BLOCK: u32 = 256;

/// `--quantization`, where weights are made smaller while loading; the files of other formats say it themselves.
fn quantization(setup: &Setup<'_>) -> Result<Option<&'static str>, Refusal> {
    let native = setup.published.map(crate::engine::job::native);
    let made = match setup.job.quant {
        quant if quant == Quant::None || native == Some(quant) => return Ok(None),
        Quant::Awq | Quant::Gptq4 | Quant::Gptq8 => return Ok(None),
        Quant::Int8 => "bnb-8bit",
        Quant::Nf4 | Quant::Nf4Double => "bnb-4bit",
        _ => return Err(Refusal::Value(Field::Quant)),
    };
    if setup.gpu().vendor == crate::catalog::Vendor::Nvidia { Ok(Some(made)) } else { Err(Refusal::Stack) }
}

/// `serve.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if let Some(field) = super::spread(layout) {
        return Err(Refusal::Value(field));
    }
    if setup.nodes() > 1 {
        return Err(Refusal::OneMachine);
    }
    if job.kv != KvType::F16 {
        return Err(Refusal::Value(Field::KvType));
    }
    let mut script = Script::new(&setup.about(&Tool::Transformers.label()));
    let mut c = Command::new(["transformers", "serve", setup.texts.model.as_str()]);
    c.flag("--device", "auto").flag("--dtype", dtype(setup)?);
    c.flag("--attn-implementation", if job.flash { "sdpa" } else { "eager" });
    if let Some(word) = quantization(setup)? {
        c.flag("--quantization", word);
    }
    let requests = layout.micro_batch.max(1);
    let blocks = (job.context() as u32).div_ceil(BLOCK);
    c.switch("--continuous-batching", true).flag("--cb-block-size", BLOCK);
    c.flag("--cb-num-blocks", requests.saturating_mul(blocks));
    // A prompt at once is what a step was sized for, without graphs.
    c.flag("--cb-max-batch-tokens", job.prompt.max(requests)).switch("--no-cb-use-cuda-graph", true);
    c.switch("--compile", job.compile).flag("--host", "0.0.0.0");
    if layout.dp > 1 {
        c.flag("--port", Word::Code("\"$((8000 + copy))\""));
        super::each_copy(&mut script, c, layout.dp, layout.pp);
    } else {
        c.flag("--port", 8000u32);
        let cards: Vec<_> = (0..layout.pp).map(|card| card.to_string()).collect();
        script.export("CUDA_VISIBLE_DEVICES", cards.join(","));
        script.run(&c);
    }
    let doc = Doc::new(Tool::Transformers)
        .file("serve.sh", Format::Shell, script.finish())
        .note_if(layout.dp > 1, Note::Balancer)
        // Its 4 bits are always quantised twice.
        .note_if(job.quant == Quant::Nf4, Note::Unsaid(Field::Quant));
    Ok(common(setup, doc))
}
