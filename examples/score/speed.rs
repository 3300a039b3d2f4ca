//! Speed kinds: decode, prefill, training tokens, steps, samples, MFU, each turned from what the source
//! counted into what the engine says (cases/README.md; memory.md, "Pitfalls").

use crate::case::Case;
use crate::facts::Facts;
use crate::setup::{self, Setup};
use crate::{Reason, Scored};
use suanzu::catalog::{ArchKind, Generation, Link};
use suanzu::engine::layout::{Device, Layout};
use suanzu::engine::line::NoTrace;
use suanzu::engine::memory::{self, Memory};
use suanzu::engine::speed::{self, decode::Runner, serving, training};
use suanzu::plan::{Checkpointing, Precision, Software, Zero};
use suanzu::units::{Cause, Uncertain};

/// Scores a speed row.
///
/// # Errors
/// Says why the row cannot be expressed.
pub fn score(case: &Case, facts: &Facts) -> Result<Scored, Reason> {
    let measured = case.measured().filter(|m| *m > 0.0).ok_or("no figure")?;
    if case.text("unit").contains("checkpoint save") || case.text("unit").contains("relative") {
        return Err("not a speed of computing");
    }
    if facts.gpu(case.text("gpu")).is_none() {
        return Err("card not in catalog");
    }
    let serving = case.text("framework").is_empty() && !case.text("engine").is_empty();
    let mut setup = if serving { setup::serving(case, facts)? } else { setup::training(case, facts)? };
    if !setup.gpu.timed() {
        return Err("card cannot be timed");
    }
    let predicted = if serving { served(case, &mut setup)? } else { trained(case, &mut setup)? };
    let kind = case.text("kind");
    let share = match kind {
        "decode_tps" => 0.12,
        "prefill_tps" => 0.25,
        _ => 0.15,
    };
    let mut slices = setup.slices(case);
    slices.push(format!("gpu={}", case.text("gpu")));
    if kind == "decode_tps" {
        let word = match case.num("batch") {
            _ if saturated(case) => "saturated",
            Some(b) if b > 1.0 => "batch>1",
            _ => "batch=1",
        };
        slices.push(word.into());
        if stated_load(case) {
            slices.push("concurrency".into());
        }
    }
    Ok(Scored {
        id: case.id().to_owned(),
        kind: kind.to_owned(),
        predicted: predicted.band(),
        measured,
        tolerance: share * measured,
        slices,
    })
}

/// Total output at the highest load, not at a stated one.
pub fn saturated(case: &Case) -> bool {
    case.extra_text("metric").contains("max-load") || case.extra("scenario").is_some()
}

/// Output of a server at a stated number of clients.
fn stated_load(case: &Case) -> bool {
    case.extra("median_tpot_ms").is_some() || case.extra_text("metric").contains("at concurrency")
}

/// Wires that the row names.
fn device<'a>(case: &Case, setup: &'a mut Setup) -> Device<'a> {
    let text = case.text("interconnect").to_owned() + case.extra_text("interconnect");
    let text = text.to_lowercase();
    if text.contains("older board") {
        setup.gpu.pcie_gen10 = 30;
    }
    let per_machine = f64::from(setup.layout.per_machine());
    let mut device = Device::of(&setup.gpu);
    if text.contains("pcie") {
        device.link = Link::Pcie;
    }
    if text.contains("rdma") || text.contains("roce") || text.contains("ib") || text.contains("omnipath") {
        device.rdma = Some(true);
    }
    let number = |before: &str| -> Option<f64> {
        let at = text.find(before)?;
        text[..at].rsplit(|c: char| !c.is_ascii_digit()).find(|p| !p.is_empty())?.parse().ok()
    };
    let count = text.split('x').next().and_then(|p| p.rsplit(' ').next()).and_then(|p| p.parse::<f64>().ok());
    if let Some(gbps) = number("gb/s") {
        device.network_gbps = match count {
            Some(n) if text.contains("x100gb/s") || text.contains("x 100gb/s") => n * gbps,
            _ if text.contains("per gpu") => gbps * per_machine,
            _ => gbps,
        };
    } else if text.contains("8x hdr") {
        device.network_gbps = 1600.0;
    }
    device
}

pub fn served(case: &Case, setup: &mut Setup) -> Result<Uncertain, Reason> {
    if case.text("engine").starts_with("deepspeed") {
        setup.job.software = Software::DeepSpeed;
    }
    let b = case.num("batch").unwrap_or(1.0).max(1.0);
    let depth = case.extra_num("depth").unwrap_or(0.0);
    let prompt = case.num("prompt_len").unwrap_or(0.0);
    let answer = case.num("gen_len").filter(|n| *n > 0.0).unwrap_or(128.0);
    if saturated(case) {
        if case.num("prompt_len").is_none() {
            return Err("prompt length not stated");
        }
        return full_load(case, setup, prompt, answer);
    }
    setup.layout.micro_batch = b as u32;
    let (job, layout) = (setup.job.clone(), setup.layout);
    let device = device(case, setup);
    let runner = Runner::new(&job, &layout, &device);
    let around = |x: f64, spread: f64| {
        // The same shares as `serving::pace`, turned from times into rates.
        Uncertain::exact(1.0 / x)
            .with_share(Cause::RunTime, spread * 0.7, spread)
            .with_share(Cause::EngineVersion, 0.1, 0.15)
            .inverse()
    };
    if case.text("kind") == "prefill_tps" {
        let seconds = runner.prefill(b * prompt, prompt + 2.0 * depth);
        return Ok(around(b * prompt / seconds, runner.engine.prefill_spread));
    }
    let metric = case.extra_text("metric");
    let step = runner.step(b, depth + prompt + answer / 2.0).total;
    let whole = runner.prefill(b * prompt, prompt) + answer * step;
    let rate = if metric.contains("prompt+generated") || metric.contains("encoded and generated") {
        b * (prompt + answer) / whole
    } else if metric.contains("prefill included") || metric.contains("incl. prefill") {
        b * answer / whole
    } else if stated_load(case) {
        b / serving::Request::new(&runner, prompt, answer).load(b, b).tpot_s
    } else {
        b / step
    };
    Ok(around(rate, runner.engine.spread))
}

/// Output of all cards when the cache is full of sequences.
fn full_load(case: &Case, setup: &mut Setup, prompt: f64, answer: f64) -> Result<Uncertain, Reason> {
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    let stated = case.int("tp").filter(|tp| *tp > 0 && gpus.is_multiple_of(*tp));
    setup.job.prompt = prompt as u32;
    setup.job.answer = answer as u32;
    if setup.job.max_num_seqs == 0 {
        // TensorRT-LLM and MLPerf runs set their batch to what the cache holds.
        setup.job.max_num_seqs = 4096;
    }
    let job = setup.job.clone();
    let gpu = setup.gpu.clone();
    let device = Device::of(&gpu);
    // The stated degree, or the one that gives most, as the search would choose.
    let mut best: Option<Uncertain> = None;
    let mut tried = stated.unwrap_or(1);
    while gpus.is_multiple_of(tried) {
        setup.layout = Layout { tp: tried, dp: gpus / tried, ..Layout::SINGLE };
        let memory = sized(setup);
        if memory.pool > 0.0 {
            setup.layout.micro_batch = serving::seats(&job, &setup.layout, &device, &memory) as u32;
            let rate = speed::pace(&job, &setup.layout, &device, &memory, &mut NoTrace).rate;
            best = best.filter(|b| b.likely >= rate.likely).or(Some(rate));
        }
        if stated.is_some() {
            break;
        }
        tried *= 2;
    }
    best.ok_or("does not fit")
}

/// Cache pool of a server that takes its share of the card.
fn sized(setup: &Setup) -> Memory {
    let memory = memory::size(&setup.job, &setup.layout, &setup.gpu, &mut NoTrace);
    if memory.pool > 0.0 {
        return memory;
    }
    let room = setup.gpu.usable.to_f64() * setup.job.utilisation - 3e9;
    let weights = memory::weights::serving_bytes(&setup.job, &setup.layout);
    let per_token = memory::kv_cache::cache(&setup.job, setup.job.context(), setup.layout.tp, 1);
    Memory { pool: (room - weights).max(0.0), kv_per_token: per_token.at(1000.0) / 1000.0, ..memory }
}

pub fn trained(case: &Case, setup: &mut Setup) -> Result<Uncertain, Reason> {
    let kind = case.text("kind");
    let note = case.extra_text("note");
    if note.contains("mean sample far below") || note.contains("dynamic padding") {
        return Err("mean length of the samples not stated");
    }
    if case.text("gpu").contains("power limited") {
        return Err("power limit of the card not modelled");
    }
    if let Some(mean) = case.extra_num("mean_tokens_per_step") {
        // Samples of this mean length, not packed: padding aside, that is what was computed.
        setup.job.seq = (mean / f64::from(setup.layout.micro_batch)).max(1.0) as u32;
    }
    if case.text("framework").starts_with("megatron-deepspeed") {
        setup.job.software = Software::DeepSpeed;
    }
    let vision = case.extra_flag("vision");
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    if case.text("gpu").starts_with("GB") && gpus > 4 {
        // One NVLink domain of 72.
        setup.layout.machines = gpus.div_ceil(72);
    }
    if case.0.get("activation_checkpointing").is_none_or(serde_json::Value::is_null) {
        setup.layout.checkpointing = Checkpointing::None;
    }
    let precision = case.text("precision").to_lowercase();
    if precision.contains("nvfp4") {
        setup.job.precision = Precision::Fp4;
    } else if precision.contains("fp8") {
        setup.job.precision = Precision::Fp8;
    } else if precision.starts_with("fp32") && setup.gpu.generation <= Generation::Turing {
        setup.job.precision = Precision::Fp32;
    }
    let older = case.text("as_of") < "2024-06";
    if setup.job.arch.kind == ArchKind::Encoder && case.flag("flash_attention").is_none() && older {
        // BERT code of the years before PyTorch's fused attention became the default writes its scores.
        setup.job.flash = false;
    }
    let dp = f64::from(setup.layout.dp);
    if note.contains("largest batch that fits") {
        setup.layout.micro_batch = (setup.gpu.memory_gb * 4 / 5).max(1);
    } else if case.int("micro_batch").is_none() && !vision {
        // Not stated: about 8k tokens a card and micro-step.
        let seq = setup.job.seq.max(1);
        setup.layout.micro_batch = (8192 / seq).max(1);
    }
    if let Some(global) = case.extra_num("global_batch") {
        let rounds = (global / dp / f64::from(setup.layout.micro_batch)).round().max(1.0);
        setup.layout.accumulation = rounds as u32;
    }
    if case.text("optimizer").contains("distributed") && setup.layout.zero == Zero::Z0 {
        setup.layout.zero = Zero::Z1;
    }
    if case.text("unit") == "s/micro-step" {
        setup.layout.accumulation = 1;
    }
    if (setup.job.arch.image > 0 || setup.job.arch.kind == ArchKind::Conv) && !setup.job.task.image() {
        setup.job.task = suanzu::plan::Task::ImageTrain;
    }
    if setup.job.task.image() && case.extra("resolution").is_none() {
        // ImageNet sizes where the row is silent.
        let side = if setup.job.arch.image > 0 { setup.job.arch.image } else { 224 };
        (setup.job.width, setup.job.height) = (side, side);
    }
    let (job, layout) = (setup.job.clone(), setup.layout);
    if !job.task.image() && job.arch.kind != ArchKind::Conv && case.int("seq").is_none() && kind != "mfu" {
        return Err("length not stated");
    }
    let cards = f64::from(layout.cards());
    let device = device(case, setup);
    let pace = speed::pace(&job, &layout, &device, &Memory::default(), &mut NoTrace);
    if !pace.timed || pace.rate.likely <= 0.0 {
        return Err("not timed");
    }
    let unit = case.text("unit");
    match kind {
        "tokens_per_s" if unit.ends_with("/gpu") => Ok(pace.rate.times(1.0 / cards)),
        "tokens_per_s" => Ok(pace.rate),
        "samples_per_s" if job.task.image() => Ok(pace.rate),
        "samples_per_s" => Ok(pace.rate.times(1.0 / f64::from(job.seq))),
        "step_time" => Ok(pace.step_s),
        "mfu" => {
            let half = f64::from(device.gpu.half());
            // Shares of an 8-bit peak are turned into that peak's.
            let against = if unit.contains("1979") {
                1979.0
            } else if unit.contains("4500") {
                4500.0
            } else {
                half
            };
            let flops = training::model_flops(&job) / 1e12;
            Ok(pace.rate.times(flops / cards / against))
        }
        _ => Err("kind not modelled"),
    }
}
