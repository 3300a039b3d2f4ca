//! `advice.md` §3: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("tp-without-nvlink", "[张量并行 {tp} 走 PCIe]（{gbs}）：实测只有理想速度的 53% 到 61%。能选就选带 NVLink 的。", "[Tensor parallel {tp} over PCIe] ({gbs}): 53 to 61% of the ideal where measured. Choose NVLink if you can."),
    ("shard-without-nvlink", "[分片训练走 PCIe]（{gbs}）：通信会占不少时间。放得下就用 ZeRO-2，或少用几张卡。", "[Sharded training over PCIe] ({gbs}): traffic takes a good part of the time. Use ZeRO-2 if it fits, or fewer cards."),
    ("geforce-no-p2p", "[{cards} 张消费卡之间不能直连，]数据要绕主机内存；速度已按这个算。", "[{cards} consumer cards without peer access:] data passes the host; the speed allows for it."),
    ("bridge-pairs", "[NVLink 桥只连两张：]{cards} 张卡里，跨对的通信走 PCIe。", "[NVLink bridges join pairs only:] among {cards} cards the rest goes over PCIe."),
    ("nvlink-cut", "[这张卡的 NVLink 是削减过的]（{gbs}），多卡训练比原版慢；速度已按这个算。", "[NVLink on this card is cut] to {gbs}: slower on several cards; the speed allows for it."),
    ("link-unknown", "[没写 {cards} 张卡怎么连。]下单前问清是 NVLink 还是 PCIe。", "[How the {cards} cards are joined is not stated.] Ask before ordering: NVLink or PCIe?"),
    ("multi-node-no-rdma", "[{machines} 台机器之间没写有 RDMA]（网络 {gbps}）。下单前问清，没有的话会慢很多。", "[RDMA between the {machines} machines is not stated] (network {gbps}). Ask before ordering; without it this is much slower."),
    ("one-node-rdma", "[用不到 RDMA：]{cards} 张卡在一台机器里。去掉这个要求，可选的更多。", "[RDMA is not needed:] {cards} cards sit in one machine. Dropping the need widens the choice."),
    ("node-shape", "[按 {sold_as} 张一组卖，只用 {used} 张，]{idle} 的钱花在闲着的卡上。", "[Sold in groups of {sold_as}, {used} used:] {idle} of the money goes to idle cards."),
    ("uneven-heads", "[KV 头数 {kv_heads} 不能被张量并行 {tp} 整除，]会复制一部分 KV 缓存。", "[{kv_heads} KV heads over tensor parallel {tp}] do not divide evenly, so part of the cache is copied."),
    ("ask-one-machine", "[问清：]这 {cards} 张卡在不在同一台机器。", "[Ask:] do the {cards} cards sit in one machine?"),
];
