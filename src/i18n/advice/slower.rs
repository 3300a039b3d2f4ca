//! `advice.md` §2: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("cpu-per-gpu", "[CPU 可能喂不饱 GPU：]{vcpus} 个 vCPU 约 {cores} 个核，这个任务要 {need} 个（每卡一个进程加加载进程，系统留四个）。减少加载进程，或选 {wanted} 个 vCPU 以上的。", "[The CPU may starve the GPUs:] {vcpus} vCPUs are about {cores} cores, this job wants {need} (a process and loader workers per card, four for the system). Use fewer loader workers, or {wanted} vCPUs and more."),
    ("cpu-unknown", "[没写给多少 vCPU。]目录里每卡 {low} 到 {high} 个；图像任务常卡在这里，先问清。", "[The number of vCPUs is not stated.] Offers in the catalog give {low} to {high} a card; image jobs often wait here, so ask."),
    ("ram-per-gpu", "[主机内存偏小：]{host}，显存共 {cards}。加载模型和拼存档点可能失败或很慢，至少要 {need}。", "[Host memory is small:] {host} against {cards} on the cards. Loading and putting checkpoints together may fail or crawl; take {need} or more."),
    ("loader-slower-than-step", "[卡在等数据：]准备一批要 {load}，算一步只要 {step}，{idle} 的时间空转，白花 {cost}。加载进程加到 {workers} 个，用锁页内存，提前分词。", "[The cards wait for data:] a batch takes {load} to prepare and {step} to compute, idle {idle} of the time, {cost} of the bill. Use {workers} loader workers, pinned memory, data tokenised beforehand."),
    ("loader-workers-zero", "[加载进程是 0：]数据和计算排着队。公开测试里开三个进程后每步从 5.4 秒降到 0.84 秒。每卡先开 {workers} 个。", "[No loader workers:] loading and computing take turns. In a public test a step fell from 5.4 s to 0.84 s with three. Start with {workers} a card."),
    ("dali-image-only", "[图片和视频可以在卡上解码]（DALI）：省 CPU，但占 1 到 2 GiB 显存；这里空着 {spare}。文本任务用不上。", "[Images and video can be decoded on the card] (DALI): less CPU, but 1 to 2 GiB of card memory; {spare} is free here. No use for text."),
    ("slow-shared-disk", "[磁盘读小文件慢：]首次导入框架用了 {seconds}，有缓存时约 2 秒。小文件数据集会一样慢，打包后放本地 NVMe。", "[The disk is slow on small files:] the first import took {seconds}, about 2 s from cache. Data sets of small files suffer the same; pack them onto local NVMe."),
    ("pcie-narrow", "[PCIe 只有 x{lanes}，应是 x{full}：]主机到显卡 {gbs}，应有 {full_gbs}。加载、卸载和没有 NVLink 的多卡都会变慢。请对方换机器。", "[The link runs at x{lanes} instead of x{full}:] {gbs} from the host instead of {full_gbs}. Loading, offload and several cards without NVLink slow down. Ask for another machine."),
    ("pcie-idle-reading", "[空闲时的 PCIe {gen} 代不作数，]卡空闲会降速，满载应回到 {best} 代。满载时再读一次。", "[PCIe generation {gen} read while idle means nothing:] cards lower it, and go back to {best} under load. Read it again then."),
    ("pcie-gen-below-card", "[插槽只有 PCIe {gen} 代：]{gbs}，这张卡能到 {full_gbs}。只在加载、卸载和走 PCIe 的多卡时有影响。", "[The slot is PCIe generation {gen}:] {gbs} where the card can do {full_gbs}. It matters for loading, offload and cards joined over PCIe only."),
    ("thermal-throttle", "[过热降频：]{clock}，最高 {most}，只剩约 {share} 的速度，每天白花 {cost}。带上日志报给服务商，换机器。", "[Slowed by heat:] {clock} of {most}, about {share} of the speed, {cost} lost a day. Report it with the log and move to another machine."),
    ("power-brake", "[服务器的供电在限制这张卡]（外部刹车信号），每天 {cost} 的租金拿不到全速。这是服务商的问题，换一台。", "[The server’s power limits the card] (external brake): {cost} a day without full speed. That is for the provider; ask for another node."),
    ("power-limit-low", "[功耗上限只有 {limit}，]这张卡标准是 {board}。长时间跑会慢，慢多少要实测。问不限功率的价，或按实测速度砍价。", "[The power limit is {limit};] the card’s own is {board}. Long runs will be slower, how much must be measured. Ask for an uncapped node, or a price by measured speed."),
    ("power-cap-normal", "[满载碰到功耗上限是正常的，]不是降频故障。", "[Reaching the power limit under load is normal,] not a fault."),
    ("util-misleads", "[GPU-Util {shown} 不等于用满：]它只表示有内核在跑。这里估计只用到峰值算力的 {mfu}。看每步时间和功耗。", "[GPU-Util of {shown} does not mean busy:] it counts time with any kernel present. About {mfu} of peak compute is expected here. Look at step time and power."),
    ("micro-batch-too-small", "[每步只算 {tokens}，]卡吃不满，估计只用到 {mfu}。微批加到 {batch}，快到 {faster} 倍，要 {need}。", "[Only {tokens} tokens a micro-step:] the card is not busy, {mfu} of peak. A micro-batch of {batch} is {faster} times as fast and needs {need}."),
    ("fp32-left-on", "[还在用 FP32：]换成 16 位只要 {then}，现在是 {hours}，差 {times} 倍。", "[Still in FP32:] 16-bit takes {then} instead of {hours}, {times} times faster."),
    ("tf32-off", "[非用 FP32 不可的话，打开 TF32：]这张卡上快到 {times} 倍，只要模型受得了 10 位尾数。", "[If it has to be FP32, allow TF32:] its rate is {times} times plain FP32 on this card, if the model tolerates 10-bit mantissas."),
    ("fp8-option", "[可以试 FP8 线性层：]大模型训练实测快一成到近三成，至少省 {hours}（{share}），不省显存。要核对损失曲线。", "[FP8 linear layers are worth a try:] 10 to 28% faster where measured, at least {hours} ({share}) saved, no memory. Check the loss against BF16."),
    ("compile-option", "[试试 torch.compile：]实测快 16% 到 27%，大约省 {hours}，启动多等一两分钟。", "[Try torch.compile:] 16 to 27% faster where measured, about {hours} saved, a minute or two more to start."),
    ("small-model-one-card", "[一张卡就够，放得下 {times} 份：]{one}，{one_hours}；现在是 {total}，{hours}。", "[One card would do, {times} times over:] {one} and {one_hours}, against {total} and {hours}."),
    ("boot-time-billed", "[{hours} 花在开机上]（{share}）：开机 {starts} 次，拉镜像、拷数据，共 {cost}。镜像留在平台上，少开几次。", "[{hours} go into starting] ({share}): {starts} starts, image and data, {cost}. Keep the image on the platform; fewer, longer runs."),
    ("measured-below-model", "[比预计慢：]实测每步 {step}，预计 {expected}。依次查：数据加载、vCPU、精度、降频、微批、卡间互联。", "[Slower than expected:] {step} a step, {expected} expected. Check in this order: data, vCPUs, precision, throttling, micro-batch, links."),
    ("sparse-tflops", "[{said} 不是能用到的算力，]是稀疏、FP8 或 FP16 累加的数；{gpu} 的稠密 BF16 是 {dense}。按这个比。", "[{said} is not what training gets:] it is the sparse, FP8 or FP16-accumulate figure; dense 16-bit on {gpu} is {dense}. Compare on that."),
];
