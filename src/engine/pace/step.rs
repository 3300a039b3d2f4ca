//! Where a step's time goes, and what becomes of it when one part of the machine is better or worse.

use super::Run;
use crate::engine::speed::{decode::Runner, serving, training};
use crate::plan::Task;
use crate::units::Order;

/// What takes time in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Matrix products and attention.
    Products,
    /// Memory between the products; reading the weights in decoding.
    Bandwidth,
    /// Reading the cache.
    Cache,
    /// Launching kernels from the host.
    Launch,
    /// Unpacking 4-bit weights.
    Unpacking,
    /// Exchange between cards of one machine.
    CardLink,
    /// Exchange between machines.
    Network,
    /// Idle pipeline stages.
    Bubble,
    /// The optimizer.
    Optimizer,
    /// Prompts of others that come in between.
    Prompts,
}

/// Shares of a step's time, largest first; they add up to 1. Empty where a step is not taken apart (images,
/// embedding: one rule of thumb times the whole).
pub fn pieces(run: &Run<'_>) -> Vec<(Piece, f64)> {
    let mut out = match run.job.task {
        Task::Serve => served(run),
        t if t.trains() && !t.image() => trained(run),
        _ => Vec::new(),
    };
    let sum: f64 = out.iter().map(|p| p.1).sum();
    if sum <= 0.0 {
        return Vec::new();
    }
    out.iter_mut().for_each(|p| p.1 /= sum);
    out.retain(|p| p.1 > 0.0005);
    out.order_by(|a, b| b.1.total_cmp(&a.1));
    out
}

fn trained(run: &Run<'_>) -> Vec<(Piece, f64)> {
    let t = training::times(&run.job, &run.layout, &run.device());
    vec![
        (Piece::Products, t.compute),
        (Piece::Bandwidth, t.traffic),
        (Piece::Launch, t.launch),
        (Piece::Unpacking, t.dequant),
        (Piece::CardLink, t.exchange * (1.0 - t.far)),
        (Piece::Network, t.exchange * t.far),
        (Piece::Bubble, t.bubble),
        (Piece::Optimizer, t.optimizer),
    ]
}

fn served(run: &Run<'_>) -> Vec<(Piece, f64)> {
    let device = run.device();
    let runner = Runner::new(&run.job, &run.layout, &device);
    let (prompt, answer) = serving::lengths(&run.job);
    let request = serving::Request::new(&runner, prompt, answer);
    let at = request.load(f64::from(run.layout.micro_batch.max(1)), run.seats());
    let step = request.step(at.running);
    // Launching may run ahead of the card: what shows is what remains of the step.
    let launch = (step.total - step.weights - step.compute - step.cache - step.exchange).max(0.0);
    let link = if run.layout.machines > 1 { Piece::Network } else { Piece::CardLink };
    vec![
        (Piece::Bandwidth, step.weights),
        (Piece::Products, step.compute.max(0.0)),
        (Piece::Cache, step.cache),
        (Piece::Launch, launch),
        (link, step.exchange),
        (Piece::Prompts, at.tpot_s - at.step_s),
    ]
}

/// What a price per hour of one replica buys at a load: replica-seconds of a prompt token and of an answer
/// token. A request costs `prompt · in + answer · out`, which is its share of the replica.
pub fn token_seconds(run: &Run<'_>, users: f64) -> (f64, f64) {
    let device = run.device();
    let runner = Runner::new(&run.job, &run.layout, &device);
    let (prompt, answer) = serving::lengths(&run.job);
    let request = serving::Request::new(&runner, prompt, answer);
    let at = request.load(users, run.seats());
    let ride = (at.tpot_s - at.step_s) * answer / at.running;
    (ride / prompt, at.step_s / at.running)
}

/// Latency and output of one replica at a number of users: `(users, TTFT s, TPOT s, tokens/s)`.
pub fn load(run: &Run<'_>, users: f64) -> serving::Load {
    let device = run.device();
    let runner = Runner::new(&run.job, &run.layout, &device);
    let (prompt, answer) = serving::lengths(&run.job);
    serving::Request::new(&runner, prompt, answer).load(users, run.seats())
}

/// The most users that one replica carries within its memory and the targets; 0 where not even one.
pub fn capacity(run: &Run<'_>) -> f64 {
    let device = run.device();
    let runner = Runner::new(&run.job, &run.layout, &device);
    let (prompt, answer) = serving::lengths(&run.job);
    serving::capacity(&serving::Request::new(&runner, prompt, answer), &run.job, run.seats())
}
