//! `advice.md` §10: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("hidden-share", "[{total} 里有 {hidden} 不是算力费]（{share}），最大的一项是{line} {most}。账单里逐项列了。", "[{hidden} of {total} is not compute] ({share}); most of it is {line}, {most}. The bill lists every line."),
    ("stopped-still-billed", "[关机不等于不花钱：]{gb} 的盘每月 {month}，这里共 {cost}。释放机器，只把 {home} 的结果放进快照或对象存储⟦，每月约 {kept}⟧。", "[Off is not free:] {gb} of disk cost {month} a month, {cost} here. Release the machine and keep only the {home} of results in a snapshot or object store⟦, about {kept} a month⟧."),
    ("stop-doubles-storage", "[关机后存储更贵：]{running} 变 {stopped}。独立的网络盘：{volume}。", "[Storage costs more when stopped:] {stopped} instead of {running}. A network volume: {volume}."),
    ("release-countdown", "[连续关机 {days}，机器和数据一起释放]（{date}），你打算保留 {keep}。中途开一次机，或把 {gb} 拷走：{hours}，流量 {cost}。", "[After {days} stopped, machine and data are released] ({date}); you mean to keep them {keep}. Power on in between, or copy the {gb} away: {hours}, traffic {cost}."),
    ("economical-stop-stock", "[这家停机不收费，但卡会还回去：]你要开 {starts} 次机，再开可能没货，公网地址也会变。镜像和数据要随时能搬走。", "[Stopping is free here, but the card is given back:] with {starts} starts planned, one may fail for lack of stock, and the public address is lost. Keep image and data portable."),
    ("ip-lost-on-stop", "[停机后公网地址会变]（你要 {addresses} 个）。用域名，或买固定地址：{price}。", "[Public addresses change on a stop] ({addresses} planned). Use a name service or a reserved address: {price}."),
    ("egress-large", "[下载 {gb} 的流量要 {cost}。]只下适配器，或在云上直接合并和推理，或先压缩。流量免费的平台：{other}。", "[Taking {gb} out costs {cost}.] Download only the adapter, merge and serve in the cloud, or compress. A provider with free traffic: {other}."),
    ("egress-unknown", "[流量价没公布：]下载 {gb} 可能免费，也可能要 {most}。下单前问。", "[The price of traffic is not published:] taking {gb} out costs between nothing and {most}. Ask before ordering."),
    ("rounding-loss", "[按整小时计费：]开 {starts} 次机，凑整多付 {hours}，{cost}。少开几次，或用按秒计费的：{other}。", "[Billed by the full hour:] {starts} starts lose {hours} to rounding, {cost}. Fewer starts, or a seller that bills by the second: {other}."),
    ("billing-during-pull", "[拉镜像的时间也收费：]{gb} 的镜像，{mbps} Mbit/s，每次 {minutes}，共 {cost}。镜像做小，用平台缓存的。", "[Pulling the image is billed:] {gb} at {mbps} Mbit/s take {minutes} a start, {cost} in all. Use a smaller image or the platform’s cached ones."),
    ("download-time", "[下载 {gb} 要 {hours}]（{mbps} Mbit/s），期间卡空转，{cost}。能不带卡开机就先下好。", "[Fetching {gb} takes {hours}] at {mbps} Mbit/s, {cost} of idle card time. Fetch in a mode without card where there is one."),
    ("backup-cost-missing", "[账单里没算备份。]{gb} 的结果留一份约 {cost}。", "[No backup is in the bill.] One copy of {gb} of results costs about {cost}."),
    ("support-licence", "[支持服务和授权另加 {cost}。]", "[Support and licences add {cost}.]"),
    ("tax-unknown", "[没写含不含税：]国内价一般含税，欧美标价不含，最多再加 {rate}，也就是 {most}。要发票先问清。", "[Whether tax is included is not stated:] mainland prices usually include it, US and EU lists do not. Up to {rate} on top, {most}. Ask for the invoice first."),
    ("fx-age", "[汇率 {rate} 是 {date} 的，]可以自己改。", "[The exchange rate of {rate} is of {date};] you can edit it."),
    ("idle-cards", "[卡有 {idle} 的时间空着，]白花 {wasted}。按用量计费的服务或定时开关，同样的活约 {cost}。", "[The cards idle {idle} of the paid time,] {wasted} wasted. Serverless or a schedule would do the same for about {cost}."),
    ("forgot-to-stop", "[跑完忘关一个周末要 {cost}。]命令末尾加关机，花到 {alarm} 时报警。", "[A forgotten weekend costs {cost}.] Put a shutdown at the end of the job and set a spending alarm at {alarm}."),
    ("assumed-prices", "[部分价格没有公布，]{hidden} 的隐藏成本里有估的。下单前问清。", "[Some prices are not published:] part of the {hidden} of hidden cost is assumed. Ask before ordering."),
];
