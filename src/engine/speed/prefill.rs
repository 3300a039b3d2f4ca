//! Taking in a prompt: products at a share of the peak, attention that grows with the prompt, each chunk
//! of tokens reading the weights once.

use super::decode::Runner;
use super::flops;
use super::reads::Kernel;
use crate::catalog::Architecture;
use crate::engine::fitted::fitted;

/// Attention reaches this share of what products reach (llama.cpp and Argonne rows, 1k against 8k tokens).
const ATTENTION_SHARE: f64 = 0.55;
/// Bytes moved per score where attention is not fused: 32-bit scores written, read and written by the softmax,
/// read by the product with the values (XiongjieDai tables at 8k tokens ask for 17).
const SCORE_BYTES: f64 = 16.0;

/// Seconds of products and attention for `tokens` prompt tokens of sequences of `length`.
pub(super) fn products(runner: &Runner, arch: &Architecture, tokens: f64, length: f64) -> f64 {
    let one = (runner.engine.prefill * runner.peak).min(runner.engine.power * runner.sustained);
    let rate = one * runner.tp();
    let read = flops::encoder(arch, length);
    if read.share > 0.0 {
        // An encoder reads first: its own number of positions, or the prompt, which then passes no decoder.
        let positions = if read.positions > 0.0 { tokens / length.max(1.0) * read.positions } else { tokens };
        let own = if read.positions > 0.0 { tokens * runner.linear() } else { 0.0 };
        return (positions * read.each + own) / rate;
    }
    let seen = flops::mean_seen(arch, length);
    tokens * (runner.linear() + flops::attention(arch, seen) / fitted("prefill.attention", ATTENTION_SHARE))
        / rate
}

/// Attention that writes its scores: bytes per head, token and token seen.
fn scores(runner: &Runner, tokens: f64, length: f64) -> f64 {
    if runner.flash() {
        return 0.0;
    }
    runner.layers * runner.heads() * tokens * length / 2.0 * SCORE_BYTES / runner.tp() / runner.bandwidth
}

/// Seconds to take in `tokens` prompt tokens of sequences of `length`.
pub(super) fn seconds(runner: &Runner, arch: &Architecture, tokens: f64, length: f64) -> f64 {
    let e = &runner.engine;
    let chunk = runner.chunk().min(tokens).max(1.0);
    let chunks = (tokens / chunk).max(1.0);
    let encoder = runner.encoder();
    // The encoder's weights as well.
    let bytes = runner.weights.always / (1.0 - encoder.share) / runner.tp()
        + runner.weights.experts * runner.weights.touched(chunk) / runner.tp();
    let read = chunks * bytes / (e.weights * runner.bandwidth);
    let layers = runner.layers + encoder.layers;
    let launch = chunks * (e.step_s + layers * e.layer_s.max(e.prompt_layer_s));
    // Stages take chunks one after the other: k stages need chunks + k - 1 turns. Those of ggml blocks gain
    // nothing: unpacking waits between them (llama.cpp, 2-6 cards; 16-bit files on the same cards do gain).
    let stages = runner.pp();
    let gain = if runner.kernel == Kernel::Ggml { 1.0 } else { stages * chunks / (chunks + stages - 1.0) };
    let work = (products(runner, arch, tokens, length) + scores(runner, tokens, length)) / gain + read;
    (if e.ahead { work.max(launch) } else { work + launch }) + runner.exchanged(tokens)
}
