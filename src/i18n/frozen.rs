//! Texts of the notice about prices that a link carries.

use super::pairs::pairs;
pub use super::pairs::{of, say};

pairs! {
    Frozen;
    TITLE "这个链接按当时的价算" "This link is answered with the prices of its day";
    SAME "{0}：当时 {1}（{2}），现在没变" "{0}: {1} then ({2}), the same now";
    UP "{0}：当时 {1}（{2}），现在 <{3}>（{4}），贵了 {5}" "{0}: {1} then ({2}), <{3}> now ({4}), {5} dearer";
    DOWN "{0}：当时 {1}（{2}），现在 <{3}>（{4}），便宜了 {5}" "{0}: {1} then ({2}), <{3}> now ({4}), {5} cheaper";
    OTHER "{0}：当时 {1}（{2}），现在 <{3}>（{4}）" "{0}: {1} then ({2}), <{3}> now ({4})";
    GONE "{0}：当时 {1}（{2}），现在没有这个报价了" "{0}: {1} then ({2}); it is not offered any more";
    USE "用现在的价" "Use today’s prices";
}
