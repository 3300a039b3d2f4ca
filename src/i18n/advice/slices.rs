//! `advice.md` §6: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("shared-unknown", "[没写是不是整卡：]最小可能只有 {share}。{price} 要是一片的价，整卡就合 {whole}。问清独占还是切片，到手先看卡名和 MIG。", "[Whether the card is whole is not stated:] it may be as little as {share}. If {price} is for one slice, a whole card comes to {whole}. Ask, and look at name and MIG mode first."),
    ("passthrough-fact", "[直通是整卡归一台虚拟机，]不和别人分，内存访问有 IOMMU 隔开，不能热迁移，速度接近裸机。", "[Pass-through gives the whole card to one VM:] not shared, memory fenced by the IOMMU, no live migration, near bare-metal speed."),
    ("vgpu-solo-loss", "[vGPU 独用时是裸机的 94.4% 到 100%，]最多多花 {cost}；有邻居忙起来会分走时间片。按保证的份额谈价。", "[A vGPU alone reaches 94.4 to 100% of bare metal,] {cost} more at most; a busy neighbour takes time slices. Price it by the guaranteed share."),
    ("vgpu-multi-gpu", "[{cards} 张 vGPU 之间多半不能直连：]只有整卡显存、分时、走 NVLink 的可以，PCIe 和 MIG 都不行。要直通或裸机。", "[{cards} vGPUs can hardly reach each other:] only whole-memory time-sliced ones over NVLink, never over PCIe or backed by MIG. Ask for pass-through or bare metal."),
    ("vgpu-licence", "[vGPU 软件要授权，]问清含不含在价里。", "[vGPU software is licensed:] ask whether the price includes it."),
    ("mig-fits-small", "[一片就够：]{profile} 切片（{gib}，算力 {share}）放得下，按份额约 {cost}，整卡要 {total}；时间是 {longer} 倍。切片没人单独标价，这是整卡价除以份数。", "[A slice would do:] {profile} ({gib}, {share} of the compute) holds it, about {cost} by its share against {total} for the whole card, {longer} times the time. Nobody prices slices alone: this is the card’s price over their number."),
    ("mig-no-multi", "[{cards} 片 MIG 拼不成一个任务：]片间没有 NVLink，也没有 CUDA IPC。换一片大的，或整卡。", "[{cards} MIG slices cannot be joined for one job:] no NVLink and no CUDA IPC between them. Take one larger slice or a whole card."),
    ("mig-name-rounds", "[{profile} 的名字是取整的，]实际约 {gib}，这里最多要 {need}。选 {next}。", "[{profile} is a rounded name:] it has about {gib}, and up to {need} is needed. Take {next}."),
    ("mig-left-on", "[MIG 开着：]只看到 {seen}，整卡应有 {full}。请对方关掉（要 root，卡上不能有进程）。", "[MIG is on:] {seen} visible of {full}. The provider must turn it off (root, no processes on the card)."),
    ("mig-not-capable", "[{gpu} 不能切 MIG。]能切的是 A30、A100、H100 一类和 RTX PRO 6000 Blackwell。", "[{gpu} has no MIG.] A30, A100, the H100 family and RTX PRO 6000 Blackwell have."),
    ("timeslice-serving", "[分时共享不适合有延迟要求的服务：]显存和故障都不隔离，延迟会抖。用 MIG 切片或独占的卡。", "[Time-slicing does not suit a latency goal:] no isolation of memory or faults, and latency jitters. Use a MIG slice or a card of your own."),
    ("reset-in-vm", "[你重置不了这张卡，]要找服务商，或换一台。", "[You cannot reset this card yourself:] ask the provider or take another machine."),
];
