//! `advice.md` §12: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("no-monitoring", "[这家没有监控，]要跑 {hours}。自己记 nvidia-smi 和损失曲线。", "[No monitoring here] for {hours} of running. Log nvidia-smi and the loss yourself."),
    ("failure-rate", "[{gpu_hours} 卡时里预计有 {interruptions} 次意外中断。]按时存档。", "[About {interruptions} unexpected interruptions in {gpu_hours} card-hours.] Save regularly."),
];
