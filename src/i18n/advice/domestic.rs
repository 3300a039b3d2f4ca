//! `advice.md` §15: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("stack-needs-porting", "[这张卡用自己的软件栈（{stack}）⟦，跑不了 {program}⟧：]移植和核对先算 {hours}，约 {cost}。⟦和最便宜的 NVIDIA 方案（{nvidia}）比，回本要用 {even}。⟧⟦{none} 更便宜，移植费省不回来。⟧先按小时租一张试。", "[This card has its own software stack ({stack})⟦ and does not run {program}⟧:] count {hours} for porting and checking, about {cost}. ⟦It pays back against the best NVIDIA offer ({nvidia}) after {even} of use. ⟧⟦{none} is cheaper, so porting never pays back. ⟧Try one card by the hour first."),
    ("ascend-auto-migration", "[昇腾有自动迁移：]把 CUDA 调用和 NCCL 换成 HCCL。但它会关掉 torch.jit.script，没有 channels_last，代码里比较“nccl”字符串的地方要手改，Apex 的融合 Adam 不迁移，只支持 DDP 不支持 DP。先留 {hours}（假设）。", "[Ascend has automatic migration:] it swaps CUDA calls and NCCL for HCCL, but switches off torch.jit.script, lacks channels_last, leaves string checks for “nccl” to edit, does not migrate Apex’s fused Adam, and takes DDP only, not DP. Allow {hours} (assumed)."),
    ("ascend-versions", "[驱动、固件、CANN、torch-npu 和框架要成套，]差一个版本就可能起不来。用服务商给的镜像，别单独升级。", "[Driver, firmware, CANN, torch-npu and the framework come as matched sets;] one version off may not start. Use the provider’s image and upgrade nothing by itself."),
    ("ascend-bin-unknown", "[910B 没说是 B1 到 B4 哪一档：]FP16 从 {low} 到 {high}，显存 {small} 或 {large}。先问清再比价。", "[910B without its bin:] B1 to B4 have {low} to {high} in FP16 and {small} or {large} of memory. Ask before you compare prices."),
    ("ascend-310p", "[310P 是推理卡：]vLLM-Ascend 里还是实验支持，只有 FP16，没有 Triton。换 910B。", "[The 310P is an inference card:] experimental in vLLM-Ascend, FP16 only, no Triton. Take a 910B."),
    ("ascend-910c-two", "[一张 910C 显示成 {devices} 个设备，]每个 {each}。按设备数排布，不按卡数。", "[One package shows as {devices} devices] of {each}. Plan per device, not per card."),
    ("ascend-fp32", "[昇腾的矩阵单元按 16 位算：]不开混合精度，旧指南说会走慢的向量路径，卷积还会悄悄变成 FP16。打开混合精度。", "[Ascend’s matrix units work at 16 bit:] without mixed precision old guides report slow vector paths and convolutions that silently run in FP16. Switch mixed precision on."),
    ("quant-kernel-missing", "[{format} 的内核多半只有 CUDA 版。]AWQ、GPTQ、bitsandbytes 在别家的卡上不通用（bitsandbytes 在 Gaudi 上支持 int8，NF4 只有一部分）。用 16 位，或厂家自己的 int8。", "[Kernels of {format} are mostly CUDA only.] AWQ, GPTQ and bitsandbytes are not general elsewhere (bitsandbytes on Gaudi: int8 yes, NF4 in part). Use 16-bit or the vendor’s int8."),
    ("rocm-names", "[ROCm 沿用 torch.cuda 的名字，]代码大多不用改；FlashAttention-2 支持 MI200 以后和 RDNA 3、4。矩阵乘能到峰值的五到七成，这里是 {low} 到 {high}。", "[ROCm keeps the torch.cuda names,] most code runs unchanged; FlashAttention-2 covers MI200 and later and RDNA 3 and 4. Matrix products reach 0.5 to 0.7 of peak, here {low} to {high}."),
    ("hygon-dtk", "[海光用 DTK，是 ROCm 的分支：]要装厂家编译的 PyTorch 和 vLLM，不能直接 pip 官方包。", "[Hygon’s DTK is a fork of ROCm:] install the vendor’s builds of PyTorch and vLLM, not the packages from PyPI."),
    ("domestic-rate-unknown", "[没读到这张卡的 16 位算力，]所以不估时间。填一个实测的每步时间，就能算。", "[No 16-bit rate of this card was read,] so time is not estimated. Enter a measured step time and it will be."),
    ("domestic-evidence", "[别拿 {said} 去比：]各家软件栈能用到的峰值差很多，这里估 {mfu}。比实测的每秒 token。", "[Do not compare by {said}:] how much of the peak a stack uses differs widely, {mfu} is expected here. Compare measured tokens per second."),
    ("policy-discount", "[天翼云的国产卡包 1 到 3 年打 {factor}：]每卡 {cost}，现在是 {price}。确定要用这么久再签。", "[CTyun sells domestic instances for 1 to 3 years at {factor}:] {cost} a card instead of {price}. Sign only if you will need it that long."),
];
