//! `advice.md` §8: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("spot-saves", "[能断点续训的话，{provider} 的 {card} 竞价只要 {spot}，]按量是 {total}，便宜 {off}。预计要 {hours}⟦，赶不上截止时间的可能是 {late}⟧。", "[If the job can resume, spot costs {spot}] ({card} at {provider}) against {total}: {off} less. {hours} are expected⟦, and the chance to miss the deadline is {late}⟧."),
    ("spot-no-checkpoint", "[竞价却没有（或太少）存档：]平均 {between} 收回一次，每次都从上个存档重来。{work} 的活预计要 {expected}。每 {interval} 存一次。", "[Spot without checkpoints, or with too few:] a reclaim every {between} on average loses all work since the last one. {work} of work are expected to take {expected}. Save every {interval}."),
    ("ckpt-too-often", "[存档太勤：]写存档占了 {share} 的时间。改成每 {interval} 一次，省 {saved}。", "[Checkpoints too often:] writing takes {share} of the time. Every {interval} saves {saved}."),
    ("ckpt-too-rare", "[存档太少：]出一次故障平均白跑 {lost}，{cost}。每 {interval} 存一次就够。", "[Checkpoints too rare:] a fault loses {lost} on average, {cost}. Every {interval} would do."),
    ("slow-checkpoint", "[存一次档要 {minutes}：]{gb}，写盘 {rate}。用异步存档（8B 实测只停 0.5 秒，同步要 27 秒），或只存权重 {weights}，或换快盘。", "[A checkpoint takes {minutes}:] {gb} at {rate}. Save asynchronously (0.5 s blocking against 27 s, measured for 8B), save weights only ({weights}), or use a faster disk."),
    ("notice-too-short", "[收回前只提前 {notice} 通知，存档要 {write}，来不及。]别指望通知，每 {interval} 存一次。", "[{notice} of notice, {write} needed to save: the notice does not save you.] Save every {interval} instead."),
    ("spot-discount-small", "[竞价只便宜 {off}：]平均 {even} 内就被收回一次的话反而更贵，这里预计 {between}。用按量。", "[Spot is only {off} off:] it costs more when interrupted more often than every {even}; {between} is expected here. Use on-demand."),
    ("spot-deadline", "[有 {late} 的可能赶不上。]最迟在截止前 {switch} 换成按量：预计 {hybrid}，最坏 {worst}。", "[{late} chance to be late.] Move to on-demand at the latest {switch} before the deadline: {hybrid} expected, {worst} at worst."),
    ("spot-price-floor", "[{price} 是起步价，]公开案例里账单高出好几倍。设上限，按 {high} 来比。", "[{price} is a floor;] public reports tell of bills several times above. Set a cap and compare at {high}."),
    ("spot-groups", "[{machines} 台竞价机常一起被收回：]实测 92% 的收回在 3 分钟内还有下一次。分散要换可用区或换平台。", "[{machines} spot machines tend to go together:] 92% of interruptions had another within 3 minutes. Spread over zones or providers, not machines."),
    ("two-checkpoints", "[至少留两份存档：]最新那份可能只写了一半。多占 {gb}，{cost}。", "[Keep the last two checkpoints:] the newest may be half written. {gb} more, {cost}."),
    ("spot-not-for-serving", "[只有一个副本，用竞价会停服：]每次约 {outage}，一个月约 {times} 次。至少两个副本，或用按量兜底。", "[One replica on spot means outages:] about {outage} each time, {times} a month. Use two replicas, or on-demand as a base."),
    ("resume-tested", "[还没试过从存档恢复：]预计会中断 {stops} 次。没加载过的存档不算存档，第一天就试。", "[Resume has not been tested:] interruptions expected: {stops}. A checkpoint never loaded is none; try it on day one."),
];
