//! `advice.md` §12: id, Chinese, English, in the order of the rules; and what an Xid means.

use crate::engine::advice::Fault;
use crate::i18n::Lang;

#[cfg(not(feature = "split"))]
#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("no-monitoring", "[没读到这家带监控。]卡死 {hours}才发现，白花 {cost}。自己写个脚本：每 30 秒记功耗、频率、降频原因和 ECC，任务自己报心跳。", "[No monitoring was read of here.] A stall found after {hours} costs {cost}. Run your own script: power, clocks, throttle reasons and ECC every 30 s, a heartbeat from the job."),
    ("no-routine-reset", "[别靠定期复位显卡治显存泄漏：]进程一退出显存就还了。复位要 root、卡要空着，还不保证成功，也不是给生产用的。结束残留进程，重启任务，修掉泄漏。", "[Do not reset cards regularly against leaks:] memory returns when the process ends. A reset needs root and an idle card, is not guaranteed and not meant for production. End the stray process, restart the job, fix the leak."),
    ("leak-steps", "[显存一步步涨：]先找存着的计算图（例如累加带梯度的损失）、越长越大的缓存、变长的样本，再看有没有没退出的旧进程。用框架的显存快照。", "[Memory grows from step to step:] look for stored graphs (adding up a loss with its gradient), growing caches, varying lengths, then for a process that survived. Take the framework’s memory snapshot."),
    ("ecc-uncorrectable", "[有 {errors} 个不可纠正的显存错误：]上一个好存档点之后的结果不可信。回到那个存档点，换机器，把日志和 UUID 发给服务商。", "[{errors} uncorrectable memory errors:] results since the last good checkpoint are suspect. Go back to it, move to another machine, send log and UUID to the provider."),
    ("xid-seen", "[Xid {xid}：{meaning}。]{action}。", "[Xid {xid}: {meaning}.] {action}."),
    ("remap-pending", "[有显存行等着重映射，]复位之后才生效，眼下不影响跑。两次任务之间请服务商复位。", "[Memory rows wait for remapping:] it takes effect after a reset, work is not affected meanwhile. Ask for a reset between runs."),
    ("nan-silent", "[损失跳变，或同样的两次跑结果不同，]又只在一张卡上出现，可能是算错了不报错；长时间的诊断也可能查不出。换一张 UUID 不同的卡重跑；有 root 就跑 DCGM 第 4 级。", "[The loss jumps, or two equal runs differ,] and on one card only: it could be silent corruption, which long diagnostics may miss. Repeat on another UUID; run DCGM level 4 if you are root."),
    ("geforce-diag", "[{gpu} 上 DCGM 只能跑第 1 级。]改用首日验收里的显存读写和满载测试。", "[DCGM supports only level 1 on {gpu}.] Use the memory and burn tests of the first-day test instead."),
    ("failure-rate", "[{gpu_hours} 卡时里预计有 {interruptions} 次硬件中断，]新机房或集市上可能到 {most} 次。⟦每 {interval}存一次档；⟧整段多备一台机器要 {spare}。", "[About {interruptions} hardware stops in {gpu_hours} card-hours,] up to {most} on new or marketplace hosts. ⟦Save every {interval}. ⟧One spare machine all the time costs {spare}."),
];

/// What an Xid means.
pub const fn meaning(lang: Lang, fault: Fault) -> &'static str {
    texts(fault).0[lang as usize]
}

/// What somebody who rents does about it.
pub const fn remedy(lang: Lang, fault: Fault) -> &'static str {
    texts(fault).1[lang as usize]
}

/// Meaning and remedy, Chinese and English.
#[rustfmt::skip]
const fn texts(fault: Fault) -> ([&'static str; 2], [&'static str; 2]) {
    match fault {
        Fault::Program => (["程序访问了坏地址，很少是硬件问题", "a bad address in the program, seldom hardware"], ["先查自己的代码；几个程序都这样就报给服务商", "Debug your own code; if several programs fail, report it"]),
        Fault::Consequence => (["程序停下之后的后果", "consequence of a program that stopped"], ["看日志里更早的一行", "Look for the earlier line in the log"]),
        Fault::Ecc => (["不可纠正的 ECC 错误", "uncorrectable ECC error"], ["这张卡要复位或重启：报给服务商，换机器", "The card needs a reset or reboot: report it and move"]),
        Fault::Remapped => (["一行显存被重映射", "a memory row was remapped"], ["接着跑，方便时复位", "Carry on; reset when convenient"]),
        Fault::RemapFailed => (["重映射失败", "remapping failed"], ["换机器，要求换卡", "Move, and ask for a replacement"]),
        Fault::Link => (["NVLink 错误", "NVLink error"], ["要复位；反复出现就换节点", "A reset is needed; if it repeats, replace the node"]),
        Fault::Bus => (["卡从总线上掉了", "the card left the bus"], ["宿主机要重启：报给服务商，换机器", "The host needs a reboot: report it and move"]),
        Fault::ManyCorrected => (["单比特错误很多", "many single-bit errors"], ["报给服务商", "Report it"]),
        Fault::Contained => (["已隔离的显存错误", "contained memory error"], ["重启程序", "Restart the program"]),
        Fault::Uncontained => (["没隔离住的显存错误", "uncontained memory error"], ["复位前什么都别跑：换机器", "Nothing may run before a reset: move"]),
        Fault::Hang => (["挂起、固件故障或 ECC 漏网", "hang, firmware fault or ECC escape"], ["请服务商复位；反复出现就换机器", "Let the provider reset it; move if it repeats"]),
        Fault::Recovery => (["这一行写着要怎么恢复", "this line says which recovery is needed"], ["照它说的做", "Follow it"]),
        Fault::Unlisted => (["不在我们的对照表里", "not in our table"], ["查 NVIDIA 的 Xid 表；反复出现就报给服务商", "Look it up in NVIDIA’s Xid catalog; report it if it repeats"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;

    #[test]
    fn every_fault_has_meaning_and_remedy() {
        for xid in [13, 43, 48, 63, 64, 74, 79, 92, 94, 95, 119, 154, 7] {
            let (meaning, remedy) = texts(Fault::of(xid));
            check_pair(&format!("meaning of {xid}"), meaning[0], meaning[1]);
            check_pair(&format!("remedy of {xid}"), remedy[0], remedy[1]);
        }
        assert_eq!(meaning(Lang::En, Fault::of(79)), "the card left the bus");
        assert_eq!(remedy(Lang::Zh, Fault::of(64)), "换机器，要求换卡");
    }
}
