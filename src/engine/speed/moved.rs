//! What the cards of a layout send each other in a step: bytes, seconds, over which wires. For advice on
//! links; the pace counts the same exchange.

use super::decode::Runner;
use super::interconnect::{self, Wires};
use super::{serving, training};
use crate::engine::job::Job;
use crate::engine::layout::{Device, Layout};
use crate::plan::Task;

/// The exchange of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Bytes that one card sends to others of its machine.
    pub near: f64,
    /// Bytes that one machine sends to others.
    pub far: f64,
    /// Seconds of the step that nothing covers.
    pub shown_s: f64,
    /// Seconds that the bytes to other machines take on the network.
    pub far_s: f64,
    /// The whole step, seconds.
    pub step_s: f64,
    /// The wires.
    pub wires: Wires,
}

/// The exchange of a step of language models, trained or served; `None` for other jobs and single cards.
pub fn moved(job: &Job, layout: &Layout, device: &Device) -> Option<Moved> {
    let wires = interconnect::wires(device, layout);
    let (near, far) = (wires.counting(false), wires.counting(true));
    let (near, far, shown_s, step_s) = match job.task {
        _ if layout.cards() < 2 || !device.gpu.timed() => return None,
        Task::Serve => {
            let runner = Runner::new(job, layout, device);
            let (prompt, answer) = serving::lengths(job);
            let users = f64::from(layout.micro_batch.max(1));
            let rows = (users / f64::from(layout.pp.max(1))).max(1.0);
            let step = serving::Request::new(&runner, prompt, answer).step(users);
            (runner.exchange_on(rows, near), runner.exchange_on(rows, far), step.exchange, step.total)
        }
        t if t.trains() && !t.image() => {
            let times = training::times(job, layout, device);
            let (near, far) = (training::exchanged(job, layout, near), training::exchanged(job, layout, far));
            (near, far, times.exchange, times.step)
        }
        _ => return None,
    };
    let far = if layout.machines > 1 { far } else { 0.0 };
    let machine = far * f64::from(layout.per_machine().max(1));
    Some(Moved { near, far: machine, shown_s, far_s: far / wires.network, step_s, wires })
}
