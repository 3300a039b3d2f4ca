//! `advice.md` §8: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("spot-saves", "[能断点续训的话，竞价只要 {total}，]省 {saved}。", "[If the job can resume, spot costs {total},] {saved} less."),
    ("spot-no-checkpoint", "[竞价跑 {hours}，没设存档间隔。]被收回一次就从头来。定期存档。", "[{hours} on spot without a checkpoint interval:] one reclaim and it starts over. Save regularly."),
    ("spot-price-floor", "[{price} 是起步价，]实际可能更高。设上限。", "[{price} is a floor;] the real price may be higher. Set a cap."),
    ("spot-not-for-serving", "[只有 {replicas} 个副本却用竞价：]被收回就停服。至少两个副本，或换按量。", "[{replicas} replica on spot:] a reclaim is an outage. Use two replicas or on-demand."),
];
