//! `advice.md` §1: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("oom-certain", "[{gpu} 放不下：]要 {need}，只有 {usable}。", "[Does not fit on {gpu}:] {need} needed, {usable} there."),
    ("oom-likely", "[可能爆显存：]有 {p_fits} 的把握放得下，上限超出 {over_gib}。先跑最长的样本；不行就减微批或打开重算。", "[May run out of memory:] {p_fits} likely to fit, the top of the range is {over_gib} over. Run the longest sample first; else halve the micro-batch or recompute."),
    ("oom-longest-sample", "[峰值由最长的样本决定：]按 {seq} token 算的。先用最长的几条试跑。", "[The longest sample sets the peak:] worked out for {seq} tokens. Try the longest ones first."),
    ("oom-logits-dominate", "[损失计算占了 {gib}：]词表有 {vocab} 个词。用分块或融合的损失（Liger、CCE）能省掉大半。", "[The loss takes {gib}:] the vocabulary has {vocab} entries. A chunked or fused loss (Liger, CCE) saves most of it."),
    ("oom-activations-dominate", "[激活值占了 {gib}，]是最大的一块。打开重算，多花约三成时间。", "[Activations take {gib},] the largest part. Recompute them for about a third more time."),
    ("oom-states-dominate", "[训练状态占了 {gib}，]每个参数 {bytes_per_param} 字节。分片、8 位优化器或 LoRA 都能省。", "[Training states take {gib},] {bytes_per_param} bytes a parameter. Sharding, an 8-bit optimizer or LoRA save most."),
    ("serve-profile-peak", "[采样缓冲占 {gib}：]因为最大并发设到 {max_num_seqs}。用不到就调低 max_num_seqs。", "[The sampler takes {gib}] because up to {max_num_seqs} sequences are allowed. Lower max_num_seqs if you need fewer."),
    ("usable-less-than-marketed", "[标称 {marketed_gb} 的卡，实际可用 {usable_gib}，]这里按实际的算。", "[A card sold as {marketed_gb} shows {usable_gib},] which is what counts here."),
    ("h20-compute-cap", "[这张卡带宽高、算力低]（{gbs}，{tflops}）：适合推理解码，训练不划算。", "[Much bandwidth, little compute] ({gbs}, {tflops}): good for decoding, poor value for training."),
];
