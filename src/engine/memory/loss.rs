//! Logits and loss: bytes per token, and the floor of chunked forms (memory.md A.4, B.1).

use crate::engine::job::Job;
use crate::plan::LossKind;

/// Bytes per logit of a loss that sees all of them at once: eager code holds the 16-bit logits, their
/// 32-bit copy, the log-softmax and the gradient (2 + 4 + 4 + 4); compiled and vocabulary-parallel
/// forms hold one 32-bit copy and its gradient.
pub const EAGER: f64 = 14.0;
/// The same for compiled or in-place forms.
pub const COMPILED: f64 = 8.0;
/// Tokens that chunked and fused forms work on at once (torchtune, LitGPT, Liger: of the order of a
/// thousand).
pub const CHUNK: f64 = 1024.0;

/// Bytes at the loss for `tokens` on a card that holds `vocab` columns, and what of them remains as
/// the gradient of the logits.
pub fn bytes(job: &Job, tokens: f64, vocab: f64) -> f64 {
    let whole = |per: f64| per * tokens * vocab;
    match job.loss {
        LossKind::Eager => whole(EAGER),
        LossKind::Compiled => whole(COMPILED),
        LossKind::Chunked | LossKind::Fused => EAGER * tokens.min(CHUNK) * vocab,
    }
}
