//! Logits and loss: bytes per token, and the floor of chunked forms (memory.md A.4, B.1).

use crate::engine::fitted::fitted;
use crate::engine::job::Job;
use crate::plan::{LossKind, Software};

/// Bytes per logit of a loss that sees all of them at once: eager code holds the 16-bit logits, their
/// 32-bit copy, the log-softmax and the gradient (2 + 4 + 4 + 4); compiled and vocabulary-parallel
/// forms hold one 32-bit copy and its gradient.
pub const EAGER: f64 = 14.0;
/// The same for compiled or in-place forms.
pub const COMPILED: f64 = 8.0;
/// verl takes log-probabilities with flash-attention's cross entropy on the 16-bit logits and writes
/// the gradient over them (`logprobs_from_logits_flash_attn`, `inplace_backward`); a 16-bit copy remains.
pub const IN_PLACE: f64 = 4.0;
/// Tokens that chunked and fused forms work on at once (torchtune, LitGPT, Liger: of the order of a
/// thousand).
pub const CHUNK: f64 = 1024.0;

/// Bytes at the loss for `tokens` on a card that holds `vocab` columns, and what of them remains as
/// the gradient of the logits.
pub fn bytes(job: &Job, tokens: f64, vocab: f64) -> f64 {
    let whole = |per: f64| per * tokens * vocab;
    match job.loss {
        LossKind::Eager => whole(fitted("loss.eager", EAGER)),
        LossKind::Compiled if job.software == Software::Verl => whole(fitted("loss.in_place", IN_PLACE)),
        LossKind::Compiled => whole(fitted("loss.compiled", COMPILED)),
        LossKind::Chunked | LossKind::Fused => {
            fitted("loss.eager", EAGER) * tokens.min(fitted("loss.chunk", CHUNK)) * vocab
        }
    }
}

/// What the logits take beyond that where the program's version is not known: Unsloth fused its loss
/// with the head in 2025; before, logits were whole and their gradient was written in place
/// (memory.md B.1: about 8 bytes; two gemma-3 and Qwen2.5 runs that failed near the card's size).
pub fn version_doubt(job: &Job, tokens: f64, vocab: f64) -> f64 {
    let unknown = job.software == Software::Unsloth && job.version.is_none() && !job.loss_set;
    if unknown {
        (fitted("loss.compiled", COMPILED) * tokens * vocab - bytes(job, tokens, vocab)).max(0.0)
    } else {
        0.0
    }
}
