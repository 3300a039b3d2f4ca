//! `advice.md` §14: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("validate-small-first", "[先在 {small} 上调通]（{small_price}），再上 {big}（{big_price}）：调试超过 {above}就划算，已算上搬家 {move}。分两步共 {cost}，全在大卡上是 {total}。", "[Debug on {small}] ({small_price}), then run on {big} ({big_price}): it pays above {above} of debugging, {move} of moving included. {cost} in two steps, {total} all on the big card."),
    ("split-check", "[在 {small} 上调通，不等于 {big} 上没事：]两边用同样的精度、内核和库版本；小卡上跑 FP16，证明不了大卡上的 BF16。换卡后再做一次首日验收的 B-05。", "[What runs on {small} is not proven on {big}:] use the same precision, kernels and library versions on both; FP16 on the small card proves nothing about BF16 on the big one. Run B-05 of the first-day test on both."),
    ("commit-base-load", "[长期包 {base} 张，其余按小时：]一张卡忙的时间超过 {share} 就值得包。每月 {cost}，全按小时是 {hourly}；批处理放竞价。", "[Commit {base} cards, the rest by the hour:] a card is worth committing above {share} of the hours. {cost} a month against {hourly} all on demand; batch work goes on spot."),
    ("hybrid-cost", "[自己的 {cards} 张卡，每个有用卡时 {own}]（按 {share} 的时间在忙算），租是 {rent}。先用满自己的，超出 {cards} 张再租。", "[Your own {cards} cards cost {own} per useful card-hour] (busy {share} of the time), renting {rent}. Fill your own first and rent above {cards} cards."),
    ("edge-latency", "[换近处机房只快 {share}：]往返 {rtt}，首个 token {first}，之后每个 {each}。不到一成就别为距离换，换快卡更有用。", "[A nearer region saves {share}:] the round trip is {rtt}, the first token takes {first}, each further one {each}. Below a tenth a faster card helps more than a nearer one."),
    ("edge-worth", "[要求 {limit} 以内，距离就算数了：]计算已用 {first}，剩下的约够 {distance} 公里的往返（每 100 公里约 1 毫秒，最后一公里另算）。按地区筛选。", "[Within {limit} distance counts:] computing takes {first}, what is left covers about {distance} km there and back (1 ms per 100 km, the last mile comes on top). Filter by region."),
    ("buy-break-even", "[自己买，每个有用卡时 {own}]（按 {share} 的时间在忙算），租是 {rent}。回本要几个月：{months}。按 2026 年国内租价，除了 H20 大概没有哪类卡能在 36 个月里回本。", "[Owning costs {own} per useful card-hour] (busy {share} of the time), renting {rent}. Months until it pays: {months}. At mainland rents of 2026 no class of card except perhaps H20 pays back in 36 months."),
    ("idle-owned", "[只忙 {share} 的时间，买卡不划算：]八卡机每个有用小时要 {cost}。要么租，要么把闲着的时间租出去。", "[Busy {share} of the time is too little to own:] an 8-card node then costs {cost} per useful hour. Rent, or let out the idle time."),
    ("compute-bank-size", "[预购买到需求的 {quantile} 分位：]{hours} 卡时；不能转让就只买 {strict}。能转让值 {worth}。", "[Prepay up to the {quantile} quantile of your need:] {hours} card-hours; without resale only {strict}. Being able to pass hours on is worth {worth}."),
    ("compute-bank-terms", "[预购 {pack} 卡时，这个方案用 {used}，]剩 {left}，值 {cost}。先问：哪天过期、最少转多少、手续费、是不是只能在平台内转。", "[Of {pack} prepaid card-hours this plan uses {used};] {left} are left, worth {cost}. Ask: when they expire, the smallest lot, the fee, and whether they move only inside the platform."),
    ("pool-lab", "[{members} 个人合用，备用只要一个人的 {root} 倍：]{together} 卡时，各备各的是 {apart}。", "[{members} people pooling need {root} times the reserve of one:] {together} card-hours instead of {apart}."),
    ("pareto", "[{offers} 个报价里有 {beaten} 个又贵又慢，]价格和时间都被别的比下去。只看前沿上的就行。", "[{beaten} of {offers} offers are beaten in both cost and time.] Look at the front only."),
];
