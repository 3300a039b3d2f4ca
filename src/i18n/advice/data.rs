//! `advice.md` §11: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("no-backup", "[别处没有备份，]每月预计损失 {loss}（估算，含重做的钱）。把 {gb} 在另一家存一份，{other} 每月 {cost}。", "[There is no copy anywhere else:] {loss} a month is lost on average, as we reckon it, mostly work to do again. A copy of the {gb} at another provider ({other}) costs {cost} a month."),
    ("backup-same-place", "[{copies} 份备份都在同一家：]账号被封或平台关停时一起没了。把 {gb} 换个地方再存一份，{other} 每月 {cost}。", "[All copies ({copies}) lie with one provider:] a blocked account or a closure takes them all. Keep the {gb} in a second place too: {other}, {cost} a month."),
    ("local-disk", "[数据盘在主机上：]主机坏了或实例换机，数据跟着没，{provider} 不承诺冗余。把 {gb} 每晚存进快照或别处，这家每月 {cost}。", "[The data disk sits in the host:] when the host breaks or the machine moves, it is gone; {provider} promises no redundancy. Copy the {gb} every night to a snapshot or elsewhere, {cost} a month here."),
    ("checksum", "[拷完 {gb} 要核对校验和，]两头各算一遍约 {minutes}。", "[Compare checksums after copying {gb}:] about {minutes} for both sides."),
    ("migration-time", "[搬走 {gb} 要 {hours}]（{mbps} Mbit/s），流量 {cost}，新家装好要 {setup}。先把大头拷好，切换时只补差的。", "[Moving {gb} takes {hours}] at {mbps} Mbit/s, {cost} of traffic, {setup} to set up. Copy most of it before, and only the changes on the day."),
    ("standby-worth", "[备一份冷备，每月 {cost}：]在 {other} 放镜像和数据。耽误一小时的损失高于 {above} 才划算，你填的是 {value}。", "[A cold standby costs {cost} a month:] image and data at {other}. It pays when an hour of delay is worth more than {above}; you entered {value}."),
    ("provider-exit", "[{provider} 这类卖家可能停租或下架机器，]2026 年 9 月就有一家退出。少预付⟦（这里押着 {ahead}）⟧，镜像和数据随时能搬⟦；第二家：{other}，{cost}⟧。", "[Sellers such as {provider} do end rentals or withdraw machines;] one did in 2026-09. Prepay little⟦ ({ahead} here)⟧, keep image and data portable⟦, and know the next one: {other}, {cost}⟧."),
    ("card-withdrawn", "[可能已经下架：]这个报价是 {days}前（{date}）读到的，三个月后约有五分之一买不到。排计划前先看还有没有。", "[It may be gone:] this offer was read {days} ago ({date}), and about one in five is gone after three months. Check before you plan on it."),
    ("sensitive-data", "[个人数据不要放算力市场：]主机归陌生人，内存和磁盘他都能看。先脱敏，或用自己的机房，或找有合同和审计的：{other}，{price}。", "[Keep personal data off marketplaces:] the owner of the host can read memory and disk. De-identify it, use your own site, or a provider with contract and audit: {other}, {price}."),
    ("sensitive-important", "[重要数据不能放在陌生人的主机上，]内存和磁盘他都能看。用自己的机房，或签了合同的服务商：{other}，{price}。", "[Important data does not belong on a stranger’s host,] whose owner can read memory and disk. Use your own site, or a provider under contract: {other}, {price}."),
    ("sensitive-internal", "[公司内部数据放算力市场有风险：]磁盘加密护不住内存。换有自己机器的平台：{other}，{price}。", "[Company data on a marketplace is at risk:] encryption at rest does not protect memory. A platform with machines of its own: {other}, {price}."),
    ("cross-border", "[个人数据要出境：]按人数和敏感程度有不同手续（见有日期的说明），先问法务。境内最便宜的：{price}。", "[Personal data would leave the mainland:] that is regulated by number of people and sensitivity (see the dated note). Ask your legal contact. Cheapest mainland offer: {price}."),
    ("cross-border-important", "[重要数据出境要先过安全评估。]境内最便宜的：{price}。", "[Important data needs a security assessment before it leaves the mainland.] Cheapest mainland offer: {price}."),
    ("hybrid-needs-data", "[数据留在本地，租来的卡就训练不了：]这份计划要传 {gb}。只能送出脱敏数据、特征或适配器；敏感的一步用自己的卡，其余租卡 {cost}。", "[A rented card cannot train on data that stays at home:] this plan sends {gb}. Only de-identified data, features or adapters may leave; run the sensitive step on a card of your own and rent the rest, {cost}."),
    ("delete-at-end", "[{date} 用完后要自己删：]{gb} 的数据、密钥和镜像。关机不等于删除。", "[Delete it yourself at the end ({date}):] {gb} of data, the keys and the images. Stopping is not deleting."),
    ("keys-on-host", "[主机上的密钥别人能看到，]用权限最小、会过期的令牌。", "[Assume that others can see keys on this host:] use tokens with least rights that expire."),
];
