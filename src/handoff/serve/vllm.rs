//! vLLM 0.33.0: `vllm serve`. Flags as its argument parser has them (handoff.md §3, §8).

use super::{common, dtype, serving};
use crate::handoff::write::{Command, Script, Word};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};
use crate::plan::{Field, KvType, Quant};

/// `serve.sh`.
pub fn make(setup: &Setup<'_>) -> Made {
    serving(setup)?;
    let (job, layout) = (&setup.job, &setup.layout);
    if layout.cp > 1 {
        return Err(Refusal::Value(Field::Cp));
    }
    if !(job.utilisation > 0.0 && job.utilisation <= 1.0) {
        return Err(Refusal::Value(Field::Utilisation));
    }
    let quantization = quantization(setup)?;
    let kv = cache_type(setup)?;
    if setup.cann() && (quantization.is_some() || job.kv != KvType::F16) {
        // Which of these the maker's port has was not read.
        return Err(Refusal::Stack);
    }
    let replica = layout.tp * layout.pp;
    let (nodes, per_node) = (setup.nodes(), setup.per_node());
    // Ranks of data parallelism live in one machine each, or one rank spans whole machines.
    if nodes > 1 && layout.dp > 1 && !per_node.is_multiple_of(replica) {
        return Err(Refusal::Together(Field::Tp, Field::Count));
    }
    let spread = nodes > 1 && layout.dp > 1;

    let mut script = Script::new(&setup.about(&Tool::Vllm.label()));
    let mut c = Command::new(["vllm", "serve", &setup.texts.model]);
    c.flag("--tensor-parallel-size", layout.tp).flag("--pipeline-parallel-size", layout.pp);
    c.flag("--data-parallel-size", layout.dp);
    c.switch("--enable-expert-parallel", layout.ep > 1);
    c.flag("--max-model-len", job.seq).flag("--max-num-seqs", setup.seqs());
    c.flag("--max-num-batched-tokens", setup.batched_tokens());
    c.flag("--gpu-memory-utilization", job.utilisation);
    c.flag("--dtype", dtype(setup)?).flag("--kv-cache-dtype", kv);
    c.flag_some("--quantization", quantization);
    c.switch("--enforce-eager", !job.graphs);
    c.flag("--port", 8000u32);
    if spread {
        c.flag("--data-parallel-size-local", layout.dp / nodes);
        c.flag("--data-parallel-address", Word::Code("\"$MASTER_ADDR\""));
        c.flag("--data-parallel-rpc-port", 29_501u32);
        c.line([Word::Code("\"${rank[@]}\"")]);
        script.code("rank=()");
        script.export("RANKS_PER_NODE", layout.dp / nodes);
        // The first machine answers requests, the others only compute.
        script.code("if [ \"$NODE_RANK\" -gt 0 ]; then rank=(--headless --data-parallel-start-rank \"$((NODE_RANK * RANKS_PER_NODE))\"); fi");
    } else if nodes > 1 {
        c.flag("--nnodes", nodes).flag("--node-rank", Word::Code("\"$NODE_RANK\""));
        c.flag("--master-addr", Word::Code("\"$MASTER_ADDR\"")).flag("--master-port", 29_501u32);
        c.line([Word::Code("\"${rank[@]}\"")]);
        script.code("rank=()");
        script.code("if [ \"$NODE_RANK\" -gt 0 ]; then rank=(--headless); fi");
    }
    script.run(&c);
    let doc = Doc::new(Tool::Vllm).file("serve.sh", Format::Shell, script.finish());
    let doc = doc.note_if(!job.flash, Note::Unsaid(Field::Flash));
    Ok(common(setup, doc))
}

/// The cache's format by its bytes, in vLLM's words.
fn cache_type(setup: &Setup<'_>) -> Result<&'static str, Refusal> {
    match setup.job.kv {
        KvType::F16 => match dtype(setup)? {
            "float16" => Ok("float16"),
            "bfloat16" => Ok("bfloat16"),
            // In 32 bits the cache follows the weights.
            _ => Err(Refusal::Together(Field::Precision, Field::KvType)),
        },
        KvType::Fp8 => Ok("fp8"),
        KvType::Nvfp4 => Ok("nvfp4"),
        KvType::Q8_0 | KvType::Q5_1 | KvType::Q4_0 | KvType::F32 => Err(Refusal::Value(Field::KvType)),
    }
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
        Quant::Gptq3 => "gptq",
        Quant::Fp8 => "fp8",
        Quant::Int8 => "compressed-tensors",
        Quant::Mxfp4 => "mxfp4",
        Quant::Nvfp4 => "modelopt_fp4",
        _ => return Err(Refusal::Value(Field::Quant)),
    }))
}
