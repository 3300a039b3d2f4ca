//! A training row as a plan and a layout.

use super::words::*;
use super::{Setup, model, with_card};
use crate::Reason;
use crate::case::Case;
use crate::facts::Facts;
use serde_json::Value;
use suanzu::catalog::ArchKind;
use suanzu::engine::job::resolve;
use suanzu::engine::layout::Layout;
use suanzu::plan::*;

/// Samples per card and step: as stated, or the program's default where it has one (torchtitan's
/// configurations run one sample).
pub fn micro_batch(case: &Case) -> Option<u32> {
    let usual = case.text("framework").contains("torchtitan").then_some(1);
    case.int("micro_batch").or(usual)
}

/// A training row.
///
/// # Errors
/// Says why it cannot be entered.
pub fn training(case: &Case, facts: &Facts) -> Result<Setup, Reason> {
    let (arch, native) = model(case, facts)?;
    let program = program(case.text("framework"), case);
    let gpus = case.int("gpus").unwrap_or(1).max(1);
    let (tp, pp) = (case.degree("tp").unwrap_or(1).max(1), case.degree("pp").unwrap_or(1).max(1));
    let cp = case.degree("cp").or(case.degree("sp").filter(|n| *n > 1)).unwrap_or(1).max(1);
    let dp = case.degree("dp").unwrap_or(gpus / (tp * pp * cp)).max(1);
    let image = arch.kind == ArchKind::Diffusion;
    let task = match (case.text("method"), image) {
        ("lora" | "ia3" | "prompt_tuning", true) => Task::ImageLora,
        (_, true) => Task::ImageTrain,
        ("lora" | "ia3" | "prompt_tuning", _) => Task::Lora,
        ("qlora", _) => Task::Qlora,
        ("pretrain", _) => Task::Pretrain,
        ("dpo", _) => Task::Dpo,
        // No reference model: full training on both answers of a pair.
        ("full" | "simpo" | "orpo" | "forward of one decoder layer", _) => Task::Full,
        ("none (weights)", _) => Task::Serve,
        _ => return Err("method not modelled"),
    };
    let (precision, regime) = regime(case, program, dp > 1);
    let mut plan = Plan { task, model: ModelRef::Imported(Box::new((*arch).clone())), ..Plan::default() };
    plan.env.version = trainer_of(program, case.text("as_of"));
    let run = &mut plan.run;
    run.software = Some(program);
    run.precision = Some(precision);
    run.regime = regime;
    run.quant = Some(stored(case).ok_or("quantisation not in the list")?);
    run.seq = case.int("seq");
    run.micro_batch = micro_batch(case);
    run.optimizer = Some(optimizer(case.text("optimizer")));
    run.checkpointing = checkpointing(case);
    run.flash = case.flag("flash_attention");
    run.compile = Some(case.extra_flag("compile"));
    let foak = case.extra_text("framework_config").contains("foak");
    run.loss = if case.flag("fused_ce") == Some(true) || case.extra_flag("chunked_ce") {
        Some(if program == Software::Unsloth { LossKind::Fused } else { LossKind::Chunked })
    } else if foak {
        Some(LossKind::Compiled)
    } else if case.flag("fused_ce") == Some(false) && program == Software::Torchtune {
        Some(LossKind::Eager)
    } else {
        None
    };
    if let Some(rank) = case.0.get("lora").and_then(|l| l.get("rank")).and_then(Value::as_f64) {
        run.lora_rank = rank as u32;
    }
    run.lora_targets = targets(case);
    run.offload = offload(case);
    run.packing = case.extra("packed").and_then(Value::as_bool).unwrap_or(case.num("seq").is_some());
    if case.extra_text("framework_config").starts_with("baseline-peft-bnb") && dp == 1 {
        // Prepared by PEFT, which turns tables, norms and residual stream into 32 bits.
        run.regime = Some(Regime::Autocast);
    }
    if let Some(d) = arch.diffusion.as_ref() {
        // The model's own picture where the row names none.
        if d.native_side > 0 {
            (run.width, run.height) = (d.native_side, d.native_side);
        }
        run.frames = d.frames.max(1);
    }
    if let Some(side) = case.extra_num("resolution") {
        (run.width, run.height) = (side as u32, side as u32);
    }
    let mut job = resolve(&plan, arch, native);
    job.deepspeed = case.degree("zero_stage").is_some_and(|z| z > 0);
    job.optimizer_in_backward = case.extra_flag("optimizer_in_backward");
    let per_machine = if gpus <= 8 { gpus } else { 8 };
    let mut micro_batch = micro_batch(case).unwrap_or(1).max(1);
    let accumulation = case.int("grad_accum").unwrap_or(1).max(1);
    if matches!(case.text("method"), "simpo" | "orpo") {
        micro_batch *= 2;
    }

    let layout = Layout {
        tp,
        pp,
        cp,
        dp,
        ep: case.degree("ep").unwrap_or(1).max(1),
        zero: zero(case),
        micro_batch,
        accumulation,
        checkpointing: checkpointing(case).unwrap_or(if task.image() {
            Checkpointing::None
        } else {
            Checkpointing::Full
        }),
        machines: case.extra_num("nodes").map_or(gpus.div_ceil(per_machine.max(1)), |n| n as u32).max(1),
    };
    Ok(with_card(job, layout, case, facts))
}
