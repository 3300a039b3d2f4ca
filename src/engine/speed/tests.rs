//! Worked scenarios with figures worked out by hand, and properties.

use super::samples;
use super::*;
use crate::engine::line::{NoTrace, Recorder};

fn memory() -> Memory {
    Memory { pool: 40e9, kv_per_token: 131_072.0, ..Memory::default() }
}

#[test]
fn unknown_rates_are_not_timed() {
    let gpu = crate::catalog::Gpu::default();
    let job = samples::job(Task::Full, samples::llama3_8b());
    let p = pace(&job, &Layout::SINGLE, &Device::of(&gpu), &memory(), &mut NoTrace);
    assert!(!p.timed && p.rate.likely == 0.0);
}

#[test]
fn traced_and_untraced_agree() {
    let gpu = samples::a100();
    for task in [Task::Full, Task::Serve, Task::Qlora, Task::Dpo, Task::Grpo, Task::Embed] {
        let job = samples::job(task, samples::llama3_8b());
        let mut recorder = Recorder::default();
        let a = pace(&job, &Layout::SINGLE, &Device::of(&gpu), &memory(), &mut NoTrace);
        let b = pace(&job, &Layout::SINGLE, &Device::of(&gpu), &memory(), &mut recorder);
        assert_eq!(a, b);
        assert!(!recorder.lines.is_empty() && a.timed && a.rate.likely > 0.0, "{task:?}");
    }
}
