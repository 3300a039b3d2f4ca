//! `advice.md` §4: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("driver-too-old", "[驱动太旧：]{build} 在 {gpu} 上要驱动 {needed}，主机是 {has}，容器里改不了。换驱动够新的主机，或用 {other}（驱动 {floor} 起）。", "[The driver is too old:] {build} on {gpu} needs driver {needed}, the host has {has}, and a container cannot change it. Take a host with a newer one, or {other} (driver {floor} and newer)."),
    ("kernels-missing", "[{build} 没有这张卡的内核：]只有 {list}，这张卡是 {capability}。is_available() 照样返回真，第一次计算才报错。装 {other}。", "[{build} has no kernels for this card:] they are for {list}, the card is {capability}. is_available() still says yes, the first kernel fails. Install {other}."),
    ("rtx50-cu128", "[CUDA {cuda} 跑不了 {gpu}：]RTX 50 和 RTX PRO Blackwell 要 CUDA 12.8 以上的包（torch 2.7 起）。装 {other}。", "[CUDA {cuda} cannot run {gpu}:] RTX 50 and RTX PRO Blackwell need builds for CUDA 12.8 or newer (from torch 2.7). Install {other}."),
    ("b300-cuda129", "[CUDA {cuda} 不认识这张卡（{capability}），]{first} 才有它的名字。同一大版本的程序可能能跑，专用内核和即时编译不行。换新镜像，付款前先试。", "[CUDA {cuda} does not know this card ({capability});] {first} is the first that names it. Programs of the same major may run, special kernels and run-time compilation do not. Take a newer image and test before paying on."),
    ("sm120-not-sm100", "[这张卡（{capability}）跑不了为 B200 编的内核，]它没有那套张量内存。FlashAttention-4 换成 2。", "[This card ({capability}) cannot run kernels built for B200:] it lacks the tensor memory they use. Use FlashAttention-2 instead of 4."),
    ("volta-pascal-end", "[{build} 不再支持这张卡（{capability}），]torch 2.11 起默认包去掉了它，CUDA 13 也不支持。装 {other}。", "[{build} no longer supports this card ({capability}):] default wheels dropped it with torch 2.11, and CUDA 13 did too. Install {other}."),
    ("v100-legacy", "[V100 老了：]没有 BF16 和 FlashAttention-2，跑不了新版 vLLM，CUDA 只到 12。{price}，共 {total}；{other} 的速度是它的 {faster} 倍，共 {cost}。", "[V100 is old:] no BF16, no FlashAttention-2, below vLLM’s floor, CUDA 12 at most. It costs {price}, {total} in all; {other} is {faster} times as fast for {cost}."),
    ("bf16-unsupported", "[这张卡（{capability}）没有 BF16 单元，]会很慢或直接报错。用 FP16 加损失缩放，留意溢出。", "[This card ({capability}) has no BF16 units:] emulated and slow, or refused. Use FP16 with loss scaling and watch for overflow."),
    ("fp8-unsupported", "[这张卡（{capability}）不支持 FP8 计算，]要 8.9 以上。改用 16 位计算、INT8 或 4 位权重，显存要 {need}。", "[This card ({capability}) cannot compute in FP8,] which starts at 8.9. Compute in 16 bits with INT8 or 4-bit weights: {need} of memory."),
    ("fp4-unsupported", "[FP4 要 Blackwell（10.0），]这张卡是 {capability}。改成 4 位整数权重或 16 位，显存要 {need}。", "[FP4 needs Blackwell (10.0);] this card is {capability}. With 4-bit integer weights or 16 bits it needs {need}."),
    ("fa2-unsupported", "[这张卡（{capability}）用不了 FlashAttention-2，]注意力的显存会按长度的平方涨，这里多 {more}。换卡，或缩短长度。", "[This card ({capability}) cannot run FlashAttention-2:] attention memory grows with the square of the length, {more} more here. Take another card or a shorter length."),
    ("fa3-hopper-only", "[这张卡（{capability}）用不了选的注意力内核：]FlashAttention-3 只给 9.0，4 给 9.0 和 10.0。用 2。", "[This card ({capability}) cannot run the chosen attention kernels:] FlashAttention-3 is for 9.0, 4 for 9.0 and 10.0. Use 2."),
    ("vllm-floor", "[vLLM 要 7.5 以上，]这张卡是 {capability}。用 llama.cpp，或换卡。", "[vLLM needs 7.5 or newer;] this card is {capability}. Use llama.cpp or another card."),
    ("bnb-floor", "[bitsandbytes 要 torch {torch}、CUDA {cuda} 以上。]升级到 {other}。", "[bitsandbytes needs torch {torch} and CUDA {cuda} or newer.] Upgrade to {other}."),
    ("old-golden-pair", "[torch 2.0.1 配 CUDA 11.7 过时了：]内核只到 8.6，这张卡是 {capability}。3090、4090、A100 能跑，H100、H20 不能，RTX 50 和 B200 更不行。装 {other}。", "[torch 2.0.1 with CUDA 11.7 is out of date:] kernels stop at 8.6, this card is {capability}. Fine on 3090, 4090 and A100, not on H100 or H20, and never on RTX 50 or B200. Install {other}."),
    ("conda-channel-ended", "[PyTorch 官方 conda 频道停在 {last}。]用 pip 包或 conda-forge。", "[PyTorch’s own conda channel ended with {last}.] Use pip wheels or conda-forge."),
    ("python-floor", "[torch {torch} 要 Python {floor} 以上，]现在是 {has}。", "[torch {torch} needs Python {floor} or newer;] here it is {has}."),
    ("fp16-geforce-accumulate", "[{said} 是 FP16 累加的数：]{gpu} 用 FP32 累加只有一半，{rate}。按这个比。", "[{said} is with FP16 sums:] with FP32 sums {gpu} does half of it, {rate}. Compare on that."),
    ("mixed-card-types", "[{cards} 张卡型号不一：]速度跟最慢的走，显存看最小的，每张都要 {need}。用同一种卡。", "[{cards} cards of different types:] the slowest sets the pace and the smallest the memory, {need} on each. Use one type."),
    ("arm-host", "[{gpu} 的主机是 Arm 处理器，]x86 镜像和一些包跑不了。用 Arm 镜像，逐个包核对。", "[{gpu} sits beside an Arm processor:] x86 images and some wheels do not run. Use an Arm image and check each package."),
];
