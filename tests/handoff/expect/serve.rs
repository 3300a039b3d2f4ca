//! Servers.

use super::Say;
use suanzu::engine::memory::Part;
use suanzu::handoff::{Setup, Tool};
use suanzu::plan::Quant;

/// Number format of computing: a card without bf16 computes in fp16.
pub fn dtype(setup: &Setup<'_>) -> &'static str {
    let halves = setup.gpu().bf16 == 0.0 && setup.gpu().fp16 > 0.0;
    match setup.job.precision.word() {
        "bf16" if halves => "float16",
        "bf16" => "bfloat16",
        "fp16" => "float16",
        "fp32" => "float32",
        other => panic!("{other}"),
    }
}

/// The format of weights where the published files are another one: vLLM's and SGLang's words.
fn quantization(setup: &Setup<'_>, words: [&str; 2]) -> Option<String> {
    let published = setup.published.map(suanzu::engine::job::native);
    let [awq, fp8] = words;
    match setup.job.quant {
        Quant::None => None,
        quant if published == Some(quant) => None,
        Quant::Awq => Some(awq.to_owned()),
        Quant::Fp8 => Some(fp8.to_owned()),
        other => panic!("no case has {other:?}"),
    }
}

/// What the server's files must say.
pub fn says(setup: &Setup<'_>, tool: Tool, say: &mut Say) {
    let (job, l) = (&setup.job, &setup.layout);
    let several = setup.nodes() > 1;
    match tool {
        Tool::Vllm => {
            let kv = if job.kv.word() == "f16" { dtype(setup) } else { job.kv.word() };
            say.is("@0", "vllm").is("@1", "serve").is("@2", &setup.texts.model);
            say.is("--tensor-parallel-size", l.tp).is("--pipeline-parallel-size", l.pp);
            say.is("--data-parallel-size", l.dp).when(l.ep > 1, "--enable-expert-parallel", true);
            say.is("--max-model-len", job.seq).is("--max-num-seqs", setup.seqs());
            say.is("--max-num-batched-tokens", setup.batched_tokens());
            say.is("--gpu-memory-utilization", job.utilisation).is("--dtype", dtype(setup));
            say.is("--kv-cache-dtype", kv);
            say.maybe("--quantization", quantization(setup, ["awq_marlin", "fp8"]));
            say.when(!job.graphs, "--enforce-eager", true);
            say.when(several, "--nnodes", setup.nodes()).when(several, "--node-rank", 1);
            say.when(several, "--master-addr", "10.0.0.1").when(several, "--headless", true);
            // Either would let it choose for itself (handoff.md §3).
            say.maybe("--kv-cache-memory-bytes", None).maybe("--swap-space", None);
        }
        Tool::Sglang => {
            let kv = if job.kv.word() == "fp8" { "fp8_e4m3" } else { "bf16" };
            say.is("@2", "sglang.launch_server").is("--model-path", &setup.texts.model);
            say.is("--tp-size", l.tp).is("--pp-size", l.pp).is("--ep-size", l.ep).is("--dp-size", l.dp);
            say.is("--context-length", job.seq).is("--max-running-requests", setup.seqs());
            say.is("--mem-fraction-static", job.utilisation).is("--dtype", dtype(setup));
            say.is("--chunked-prefill-size", setup.batched_tokens()).is("--kv-cache-dtype", kv);
            say.maybe("--quantization", quantization(setup, ["awq_marlin", "fp8"]));
            say.when(!job.graphs, "--disable-cuda-graph", true);
            say.when(several, "--nnodes", setup.nodes()).when(several, "--node-rank", 1);
            say.when(several, "--dist-init-addr", "10.0.0.1:29501");
        }
        Tool::TensorRtLlm => {
            say.is("@1", &setup.texts.model)
                .is("--tp_size", l.tp)
                .is("--pp_size", l.pp)
                .is("--ep_size", l.ep);
            say.is("--max_batch_size", setup.seqs()).is("--max_seq_len", job.seq);
            say.is("--max_num_tokens", setup.batched_tokens());
            // What the plan leaves to the cache, of what is free beside the rest.
            let e = setup.winner().entry;
            let rest = e.parts.iter().sum::<f64>() - e.parts[Part::KvCache as usize];
            let share = ((e.room - rest) / (e.usable - rest) * 1000.0).floor() / 1000.0;
            say.is("--kv_cache_free_gpu_memory_fraction", share);
        }
        Tool::LlamaCpp => {
            say.is("-c", job.context() as u32 * l.micro_batch).is("-np", l.micro_batch);
            say.is("-ngl", "all").is("--no-kv-unified", true).is("-fit", "off");
            say.is("-ub", job.ubatch).is("-b", job.ubatch.max(2048));
            say.is("-fa", if job.flash { "on" } else { "off" });
            say.is("-ctk", job.kv.word()).is("-ctv", job.kv.word());
            say.is("-sm", if l.pp > 1 { "layer" } else { "none" });
            say.when(l.pp > 1, "-ts", vec!["1"; l.pp as usize].join(","));
        }
        Tool::Ollama => {
            say.is("OLLAMA_NUM_PARALLEL", l.micro_batch).is("OLLAMA_KV_CACHE_TYPE", job.kv.word());
            say.is("OLLAMA_FLASH_ATTENTION", u32::from(job.flash));
            say.is("OLLAMA_SCHED_SPREAD", u32::from(l.pp > 1)).is("OLLAMA_MAX_LOADED_MODELS", 1);
            say.is("CUDA_VISIBLE_DEVICES", (0..l.pp).map(|c| c.to_string()).collect::<Vec<_>>().join(","));
            say.file("Modelfile").is("PARAMETER num_ctx ", job.context() as u32);
            say.is("PARAMETER num_gpu ", 999);
        }
        Tool::Transformers => {
            say.is("@0", "transformers").is("@1", "serve").is("@2", &setup.texts.model);
            say.is("CUDA_VISIBLE_DEVICES", (0..l.pp).map(|c| c.to_string()).collect::<Vec<_>>().join(","));
            say.is("--device", "auto").is("--dtype", dtype(setup));
            say.is("--attn-implementation", if job.flash { "sdpa" } else { "eager" });
            let four = matches!(job.quant, Quant::Nf4 | Quant::Nf4Double);
            say.when(four, "--quantization", "bnb-4bit").is("--continuous-batching", true);
            // Every request has room for its whole length.
            let blocks = (job.context() / 256.0).ceil() as u32;
            say.is("--cb-block-size", 256).is("--cb-num-blocks", blocks * l.micro_batch);
            say.is("--cb-max-batch-tokens", job.prompt.max(l.micro_batch)).is("--no-cb-use-cuda-graph", true);
            say.is("--port", 8000).when(job.compile, "--compile", true);
        }
        other => panic!("{other:?} does not serve"),
    }
}
