//! `advice.md` §2: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("cpu-per-gpu", "[CPU 可能喂不饱 GPU：]有 {vcpus} 个 vCPU，约需要 {need} 个核。减少加载进程，或提前把数据处理好。", "[The CPU may starve the GPUs:] {vcpus} vCPUs, about {need} cores needed. Use fewer loader workers or prepare the data beforehand."),
    ("ram-per-gpu", "[主机内存偏小：]{host_gib}，显存共 {card_gib}。加载大模型和卸载会很慢或失败。", "[Host memory is small:] {host_gib} against {card_gib} on the cards. Loading large models or offloading may crawl or fail."),
    ("micro-batch-too-small", "[每步只算 {tokens} 个 token，]卡吃不满，大约慢三分之一。显存够就加大微批。", "[Only {tokens} tokens a step:] the card is not busy, about a third slower. Raise the micro-batch if memory allows."),
    ("fp32-left-on", "[还在用 FP32：]换成 BF16 快 {times_low} 到 {times_high} 倍。", "[Still in FP32:] BF16 is {times_low} to {times_high} times faster."),
    ("compile-option", "[试试 torch.compile：]实测快 16% 到 27%，大约省 {hours}。", "[Try torch.compile:] 16 to 27% faster where measured, about {hours} saved."),
    ("small-model-one-card", "[一张卡就够：]{total_one}，{hours_one}；现在是 {total}，{hours}。", "[One card would do:] {total_one} and {hours_one}, against {total} and {hours}."),
];
