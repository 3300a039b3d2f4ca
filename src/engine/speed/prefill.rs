//! Taking in a prompt: products at a share of the peak, attention that grows with the prompt, each chunk
//! of tokens reading the weights once.

use super::decode::Runner;
use super::flops;
use crate::catalog::Architecture;

/// Attention kernels reach about half of the share that products reach (FlashAttention-2 paper, forward).
const ATTENTION_SHARE: f64 = 0.5;

/// Seconds to take in `tokens` prompt tokens of sequences of `length`.
pub(super) fn seconds(runner: &Runner, arch: &Architecture, tokens: f64, length: f64) -> f64 {
    let e = &runner.engine;
    let chunk = runner.chunk().min(tokens).max(1.0);
    let chunks = (tokens / chunk).max(1.0);
    let products = tokens * runner.linear() / runner.tp() / (e.prefill * runner.peak);
    let seen = flops::mean_seen(arch, length);
    let attention = tokens * flops::attention(arch, seen) / runner.tp() / (e.prefill * ATTENTION_SHARE * runner.peak);
    let bytes = runner.weights.always / runner.tp()
        + runner.weights.experts * runner.weights.touched(chunk) / runner.tp();
    let read = chunks * bytes / (e.weights * runner.bandwidth);
    let launch = chunks * (e.step_s + runner.layers * e.layer_s);
    let work = products.max(read) + attention;
    (if e.ahead { work.max(launch) } else { work + launch }) + runner.exchanged(tokens)
}
