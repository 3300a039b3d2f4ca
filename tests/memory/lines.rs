//! Each line's formula, with the values that stand beside it, gives the line.

use super::{card, job};
use suanzu::engine::layout::Layout;
use suanzu::engine::line::{Line, Recorder};
use suanzu::engine::memory;
use suanzu::plan::*;

/// Sums of products and quotients of numbers and symbols; `None` for a formula that is more than that, or whose symbols
/// have no values.
fn worth(line: &Line) -> Option<f64> {
    let value = |word: &str| {
        let term = || line.terms.iter().find(|t| t.symbol == word).map(|t| t.value);
        word.parse::<f64>().ok().or_else(term)
    };
    let mut sum = 0.0;
    for part in line.formula.split(" + ") {
        let mut product = 1.0;
        let mut divides = false;
        for word in part.split(' ') {
            match word {
                "·" => divides = false,
                "/" => divides = true,
                word if divides => product /= value(word)?,
                word => product *= value(word)?,
            }
        }
        sum += product;
    }
    Some(sum)
}

#[test]
fn formulas_with_their_values_give_the_lines_of_training() {
    let a100 = card("a100-sxm-80g");
    let one = Layout { checkpointing: Checkpointing::Full, micro_batch: 2, ..Layout::SINGLE };
    let eight = Layout { dp: 8, ..one };
    let tuned = |task: Task, software: Software| {
        job(task, "Llama-3.1-8B", |p| {
            p.run.software = Some(software);
            p.run.seq = Some(4096);
        })
    };
    let mut seen = std::collections::BTreeSet::new();
    for (job, layout) in [
        (tuned(Task::Lora, Software::Trl), one),
        (tuned(Task::Lora, Software::Trl), Layout { checkpointing: Checkpointing::None, ..one }),
        (tuned(Task::Qlora, Software::LlamaFactory), one),
        (tuned(Task::Full, Software::DeepSpeed), Layout { zero: Zero::Z1, ..eight }),
        (tuned(Task::Full, Software::DeepSpeed), Layout { zero: Zero::Z2, ..eight }),
        (tuned(Task::Full, Software::DeepSpeed), Layout { zero: Zero::Z3, ..eight }),
        (tuned(Task::Full, Software::Torchtitan), Layout { zero: Zero::Z3, ..eight }),
        (tuned(Task::Full, Software::Trl), eight),
        (tuned(Task::Pretrain, Software::Megatron), Layout { tp: 2, dp: 4, zero: Zero::Z1, ..one }),
        (tuned(Task::Dpo, Software::Trl), Layout { zero: Zero::Z3, ..eight }),
    ] {
        let mut lines = Recorder::default();
        memory::size(&job, &layout, a100, &mut lines);
        for line in &lines.lines {
            let Some(worth) = worth(line) else { continue };
            let (is, what) = (line.value.likely, line.what);
            assert!(
                (worth - is).abs() <= 1e-6 * is.abs() + 1.0,
                "{what:?} {}: {worth}, not {is}",
                line.formula
            );
            seen.insert(format!("{what:?}"));
        }
    }
    for what in [
        "Weights",
        "AdapterWeights",
        "Gradients",
        "MasterWeights",
        "OptimizerStates",
        "Checkpoints",
        "Activations",
        "LossLogits",
        "GatherBuffers",
        "DequantBuffer",
        "Context",
        "Communicators",
    ] {
        assert!(seen.contains(what), "{what} was never worked out: {seen:?}");
    }
}
