//! SGLang 0.5.23: `sglang.launch_server`. Long flag names: `--tp` works only as a unique prefix and `--pp`
//! is refused (handoff.md §8).

use super::{common, dtype, serving};
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, KvType, Quant};

/// `serve.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if setup.cann() {
        return Err(Refusal::Stack);
    }
    if layout.cp > 1 {
        return Err(Refusal::Value(Field::Cp));
    }
    // Its parser lets 1.5 through.
    if !(job.utilisation > 0.0 && job.utilisation < 1.0) {
        return Err(Refusal::Value(Field::Utilisation));
    }
    let nodes = setup.nodes();
    let alone = nodes > 1 && layout.dp > 1;
    if alone && !layout.dp.is_multiple_of(nodes) || !alone && !(layout.tp * layout.pp).is_multiple_of(nodes) {
        return Err(Refusal::Together(Field::Tp, Field::Count));
    }
    let kv = match job.kv {
        KvType::F16 => match dtype(setup)? {
            "bfloat16" => "bf16",
            _ => return Err(Refusal::Together(Field::Precision, Field::KvType)),
        },
        KvType::Fp8 => "fp8_e4m3",
        KvType::Nvfp4 => "nvfp4",
        _ => return Err(Refusal::Value(Field::KvType)),
    };

    let mut script = Script::new(&setup.about(&Tool::Sglang.label()));
    let mut c = Command::new(["python3", "-m", "sglang.launch_server"]);
    c.flag("--model-path", setup.texts.model.as_str());
    c.flag("--tp-size", layout.tp).flag("--pp-size", layout.pp);
    // Copies of the model do not span machines: each machine serves its own.
    c.flag("--dp-size", if alone { layout.dp / nodes } else { layout.dp });
    c.flag("--ep-size", layout.ep);
    c.flag("--context-length", job.seq).flag("--max-running-requests", setup.seqs());
    c.flag("--mem-fraction-static", job.utilisation);
    c.flag("--chunked-prefill-size", setup.batched_tokens());
    c.flag("--dtype", dtype(setup)?).flag("--kv-cache-dtype", kv);
    c.flag_some("--quantization", quantization(setup)?);
    c.switch("--disable-cuda-graph", !job.graphs);
    c.flag("--host", "0.0.0.0").flag("--port", 8000u32);
    if nodes > 1 && !alone {
        c.flag("--nnodes", nodes).flag("--node-rank", Word::Code("\"$NODE_RANK\""));
        c.flag("--dist-init-addr", Word::Code("\"$MASTER_ADDR:29501\""));
    }
    script.run(&c);
    let doc = Doc::new(Tool::Sglang).file("serve.sh", Format::Shell, script.finish());
    let doc = doc.note_if(alone, Note::Balancer).note_if(!job.flash, Note::Unsaid(Field::Flash));
    Ok(common(setup, doc))
}

/// The weights' format; none where the files say it themselves.
fn quantization(setup: &Setup<'_>) -> Result<Option<&'static str>, Refusal> {
    if setup.published.is_some_and(|d| crate::engine::job::native(d) == setup.job.quant) {
        return Ok(None);
    }
    Ok(Some(match setup.job.quant {
        Quant::None => return Ok(None),
        Quant::Awq => "awq_marlin",
        Quant::Gptq4 | Quant::Gptq8 => "gptq_marlin",
        Quant::Fp8 => "fp8",
        Quant::Int8 => "w8a8_int8",
        Quant::Nvfp4 => "modelopt_fp4",
        Quant::Mxfp4 => "mxfp4",
        _ => return Err(Refusal::Value(Field::Quant)),
    }))
}
