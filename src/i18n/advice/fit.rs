//! `advice.md` §1: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("oom-certain", "[{gpu} 放不下：]要 {need}，实际可用 {usable}。最大的三块：{t1} {g1}、{t2} {g2}、{t3} {g3}。", "[Does not fit on {gpu}:] {need} needed, {usable} usable. The three largest parts: {t1} {g1}, {t2} {g2}, {t3} {g3}."),
    ("oom-likely", "[可能爆显存：]有 {p_fits} 的把握放得下，按可能值还剩 {margin}，但同类实测会高出 {band}，上限超出 {over}。先跑最长的样本。", "[May run out of memory:] {p_fits} likely to fit, {margin} spare at the likely value, but measured runs scatter up to {band} above it, {over} too much. Run the longest sample first."),
    ("oom-longest-sample", "[峰值由最长的样本决定：]{seq} token 要 {need}，一半长只要 {half}。限制长度，或把短样本打包。", "[The longest sample sets the peak:] {need} at {seq} tokens, {half} at half of them. Cap the length, or pack short samples."),
    ("oom-logits-dominate", "[损失计算占了 {gib}：]词表有 {vocab} 个词。换成分块或融合的损失（Liger、CCE），省 {saved}。", "[The loss takes {gib}:] the vocabulary has {vocab} entries. A chunked or fused loss (Liger, CCE) saves {saved}."),
    ("oom-activations-dominate", "[激活值占了 {gib}，]是最大的一块。全部重算连同按比例留的余量省 {saved}，多花 {time} 时间。", "[Activations take {gib},] the largest part. Recomputing all of them saves {saved} with the slack kept for them, for {time} more time."),
    ("oom-states-dominate", "[每张卡上，权重、梯度和优化器占了 {gib}，]所有卡合起来每个参数 {bytes} 字节。8 位优化器省 {saved}⟦；改成 LoRA 总共只要 {lora}⟧。", "[Weights, gradients and optimizer take {gib} a card,] {bytes} bytes a parameter over all cards. An 8-bit optimizer saves {saved}⟦; LoRA needs {lora} in all⟧."),
    ("oom-accum-no-help", "[梯度累积 {accum} 步不省显存：]峰值只看微批，累加的梯度还一直占着 {grad}。微批减到 1，每卡累积 {steps} 步，批大小不变。", "[Accumulating {accum} steps saves no memory:] only the micro-batch counts, and the summed gradient keeps {grad}. A micro-batch of 1 with {steps} steps a card keeps the batch size."),
    ("oom-precision-lever", "[还在用 FP32，每个参数 {bytes} 字节。]换成 BF16 省 {saved}，只要 {after}，还快一半以上。", "[Still in FP32 at {bytes} bytes a parameter.] BF16 saves {saved}, needs {after}, and is half as fast again or more."),
    ("oom-qlora-head", "[词表和输出层仍是 16 位，]占 {need} 里的 {gib}。别再把它们转成 FP32（prepare_model_for_kbit_training 会这么做）。", "[Embedding and head stay at 16 bit:] {gib} of {need}. Do not turn them into FP32 as well (prepare_model_for_kbit_training does)."),
    ("oom-fsdp-gather", "[分到 {cards} 张卡后，]每张还要留 {gib} 给临时聚拢的层和缓冲。再加卡也降不到 {floor} 以下。", "[Sharded over {cards} cards,] each still holds {gib} of gathered layers and buffers. More cards do not get below {floor}."),
    ("oom-overhead", "[{cards} 张卡的额外占用已算进来：]上下文、分配器和通信共 {gib}。nvidia-smi 比框架报的高，不是泄漏。", "[Overheads on {cards} cards are included:] context, allocator and communicators, {gib}. nvidia-smi shows more than the framework; that is no leak."),
    ("oom-fragmentation", "[按说放得下：]上限 {need}，可用 {usable}。先看卡上有没有别的进程，再设 PYTORCH_ALLOC_CONF=expandable_segments:True，再查有没有更长的样本。不用重置显卡。", "[It should fit:] {need} at most, {usable} usable. Look for a second process first, then set PYTORCH_ALLOC_CONF=expandable_segments:True, then look for longer samples. Do not reset the card."),
    ("kv-too-small", "[KV 缓存只装得下 {held} token，]并发要 {asked}。请求会排队或被抢占。每人降到 {each} token，或用 8 位缓存。", "[The KV cache holds {held} tokens,] the load asks for {asked}. Requests will queue or be preempted. {each} tokens each would do, or an 8-bit cache."),
    ("kv-hybrid", "[这个模型有滑窗或线性层：]引擎打印的缓存大小是折算过的，看并发数：这里约 {seats} 路。", "[This model has sliding-window or linear layers:] pool sizes that engines print are normalised; go by concurrency, about {seats} here."),
    ("serve-profile-peak", "[采样缓冲占 {gib}：]因为 max_num_seqs 是 {seqs}，跟模型大小无关。设成 {enough} 省 {saved}。", "[The sampler takes {gib}] because max_num_seqs is {seqs}, whatever the model. {enough} saves {saved}."),
    ("serve-graphs", "[上限超出 {over}，]而 CUDA 图要 0.2 到 2.5 GiB。可以关掉；慢多少没有算。", "[{over} over at the top of the range,] and CUDA graphs take 0.2 to 2.5 GiB. They can be turned off; what that costs in speed is not worked out."),
    ("usable-less-than-marketed", "[标称 {marketed} 的卡只显示 {mib}]（{share}），这里按实际的算。", "[A card sold as {marketed} shows {mib}] ({share}), which is what counts here."),
    ("decode-bandwidth", "[单路生成看带宽不看算力：]{gbs} 最多 {rate} token，实测能到一半到四分之三。按每元多少 token 来比。", "[One stream is bound by bandwidth, not compute:] {gbs} allow at most {rate} tokens; engines reach half to three quarters. Compare tokens per money instead."),
    ("h20-compute-cap", "[这张卡带宽高、算力低]（{gbs}，{tflops}，算力是 H100 的 {ratio}）：适合推理解码，训练和长输入不划算。", "[Much bandwidth, little compute] ({gbs}, {tflops}, {ratio} of an H100): good for decoding, poor value for training and long prompts."),
    ("rule-of-three", "[“模型大小乘三”得 {said}，]按组成算是 {need}。全参训练还要乘上优化器状态，再加激活值。", "[“Model size times three” gives {said};] by parts it is {need}. Full training multiplies by the states and adds activations."),
    ("card-count-forced", "[不限定这张卡的话，]还有 {others} 种卡放得下，最低 {cost}，现在是 {total}。", "[Without naming the card,] {others} others fit, from {cost} instead of {total}."),
];
