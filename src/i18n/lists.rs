//! Texts of the checklists: the test of the first day and the plan for keeping going (checklists.md,
//! parts B and C), the questions to a seller (part A), and the words of their panel. `{name}` is a value of the
//! plan; where it is unknown the text says so.

use super::Lang;
use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};

/// When an item applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// To every plan.
    Always,
    /// To cards of NVIDIA.
    Nvidia,
    /// To cards of NVIDIA, several of them.
    NvidiaPair,
    /// To cards of Huawei.
    Huawei,
    /// To several machines.
    Machines,
    /// To jobs that write checkpoints.
    Trains,
    /// To packages and longer terms.
    Package,
}

/// Id, when it applies, Chinese, English, what to type (the same in both languages; may be empty).
pub type Row = (&'static str, When, &'static str, &'static str, &'static str);

/// The first-day test.
#[rustfmt::skip]
pub const FIRST_DAY: &[Row] = &[
    ("B-01", When::Nvidia, "核对卡名：应是 {card}，共 {n} 张，UUID 各不相同，记下来", "Name: {card}, {n} in all, each with a UUID of its own; note them", "nvidia-smi --query-gpu=index,name,uuid,serial,pci.bus_id,vbios_version --format=csv"),
    ("B-02", When::Nvidia, "总显存：每张约 {mib}，差 2% 以上就问", "Memory in all: about {mib} a card; ask if it differs by more than 2%", "nvidia-smi --query-gpu=memory.total --format=csv"),
    ("B-03", When::Nvidia, "没有被切片：显示 Disabled 或 [N/A]，没有 MIG 行（除非买的就是切片）", "Not sliced: Disabled or [N/A] and no MIG lines, unless a slice was ordered", "nvidia-smi --query-gpu=mig.mode.current --format=csv; nvidia-smi -L"),
    ("B-05", When::Nvidia, "驱动和内核能用：算力列表里有 {capability}，一次矩阵乘不出错", "Driver and kernels work: the list has {capability}, and one product of matrices runs", "python -c \"import torch; print(torch.__version__, torch.version.cuda, torch.cuda.get_arch_list()); a=torch.randn(4096,4096,device='cuda',dtype=torch.float16); print((a@a).isfinite().all())\""),
    ("B-06", When::Nvidia, "显存没有坏：不可纠正错误 0，等待重映射 No，重映射失败 No", "Memory is sound: 0 uncorrectable errors, remapping pending No, failure No", "nvidia-smi -q -d ECC,ROW_REMAPPER"),
    ("B-24", When::Nvidia, "内核日志干净（要 root）：没有 48、62 到 64、74、79、92、94、95、119、120", "Kernel log is clean (needs root): none of 48, 62 to 64, 74, 79, 92, 94, 95, 119, 120", "dmesg -T | grep -i xid"),
    ("B-28", When::Nvidia, "没有邻居：空闲时显存占用、利用率、功耗都接近 0", "No neighbours: memory used, utilisation and power near zero when idle", "nvidia-smi"),
    ("B-29", When::Nvidia, "频率没有锁低", "Clocks are not locked low", "nvidia-smi -q -d CLOCK"),
    ("B-11", When::Nvidia, "拷贝时看 PCIe：{pcie}，主机到卡至少 {host}（空闲时读数偏低，不算）", "PCIe during a copy: {pcie}, at least {host} from the host (idle readings are lower and do not count)", "nvbandwidth -t host_to_device_memcpy_ce"),
    ("B-12", When::NvidiaPair, "卡间链路：没有断开的，错误 0；all-reduce 总线带宽约 {bus}", "Links between cards: none inactive, 0 errors; all-reduce bus bandwidth about {bus}", "nvidia-smi topo -m; nvidia-smi nvlink -s; all_reduce_perf -b 1G -e 8G -f 2 -g {n}"),
    ("B-13", When::Nvidia, "显存带宽（读写相加）：至少 {rate}", "Memory bandwidth (reads and writes added): at least {rate}", "nvbandwidth -t device_local_copy"),
    ("B-27", When::Huawei, "卡数 {n}、每张显存、固件、驱动和 CANN 的版本对得上；再跑厂商的矩阵乘和 all-reduce 样例", "{n} devices, memory of each, and firmware, driver and CANN versions that belong together; then the vendor’s matrix and all-reduce samples", "npu-smi info"),
    ("B-14", When::Always, "CPU 和内存与订单一致：{vcpus} 个 vCPU，内存不小于显存总和 {allmem}", "CPU and memory as ordered: {vcpus} vCPUs, host memory at least {allmem}, the memory of all cards", "nproc; lscpu; free -g"),
    ("B-15", When::Always, "大文件写盘：一个存档 {ckpt}，写速除一下，几分钟能写完", "Large files: a checkpoint is {ckpt}; divide by the writing rate for the minutes it takes", "fio --name=big --directory=. --rw=write --bs=1M --size=8G --numjobs=4 --iodepth=16 --direct=1 --ioengine=libaio --group_reporting"),
    ("B-16", When::Always, "小文件：框架冷启动 20 秒内，再来一次约 2 秒", "Small files: a cold import under 20 s, a warm one about 2 s", "time python -c \"import torch\""),
    ("B-07", When::Nvidia, "满载 20 分钟：降频原因里没有 0x8、0x20、0x40、0x80", "20 minutes under load: no 0x8, 0x20, 0x40, 0x80 among the throttle reasons", "nvidia-smi --query-gpu=temperature.gpu,temperature.memory,clocks.sm,power.draw,clocks_event_reasons.active --format=csv -l 5"),
    ("B-08", When::Nvidia, "功耗上限应是 {power}，满载接近它", "Power limit {power}, and a draw near it under load", "nvidia-smi -q -d POWER"),
    ("B-09", When::Nvidia, "整块显存写读校验 15 分钟，0 错误（厂商诊断要 root；没有就用 gpu-burn）", "Write and check 95% of memory for 15 minutes, 0 errors (the vendor’s test needs root; else gpu-burn)", "gpu_burn -m 95% 900"),
    ("B-10", When::Nvidia, "16 位矩阵乘：取最好的一次，至少 {matmul}；半小时后再跑，差 3% 以内", "16-bit matrix products: best of several sizes at least {matmul}; again after 30 minutes, within 3%", "python -c \"import torch,time; a=torch.randn(8192,8192,device='cuda',dtype=torch.float16); [a@a for _ in range(10)]; torch.cuda.synchronize(); t=time.time(); [a@a for _ in range(50)]; torch.cuda.synchronize(); print(50*2*8192**3/(time.time()-t)/1e12)\""),
    ("B-25", When::Machines, "机器之间：200G 网卡至少 180 Gbit/s，400G 至少 360", "Between machines: at least 180 Gbit/s on a 200G adapter, 360 on 400G", "ib_write_bw"),
    ("B-26", When::Nvidia, "厂商诊断（要 root）：第 2 级两分钟能查出大部分问题；GeForce 只能跑第 1 级", "Vendor diagnostics (need root): level 2 takes two minutes and finds most; GeForce runs level 1 only", "dcgmi diag -r 2"),
    ("B-19", When::Always, "跑自己的任务半小时：{pace}；慢 1.3 倍以上就查原因", "Your own job for half an hour: {pace}; look for the cause if it is 1.3 times slower", ""),
    ("B-20", When::Trains, "强行杀掉，从存档恢复：损失接着走，记下用了几分钟", "Kill the job hard and resume from a checkpoint: the loss goes on; note the minutes", "kill -9"),
    ("B-17", When::Always, "网络两个方向各测一次，白天和晚上；计划按 {mbps} 算", "Network both ways, by day and in the evening; the plan counts on {mbps}", "iperf3 -c HOST -P 4; iperf3 -c HOST -P 4 -R"),
    ("B-18", When::Always, "晚上再测一次写盘，差 30% 以内", "The disk again in the evening: within 30%", ""),
    ("B-21", When::Always, "关机等半小时再开：文件还在，卡还有，地址和说好的一样", "Stop, wait half an hour, start: files are there, a card is free, the address is as promised", ""),
    ("B-22", When::Always, "夜里提一个工单，记下多久有人答", "Open a ticket at night and note when somebody answers", ""),
    ("B-23", When::Always, "次日对账：一小时应是 {hour}，盘费、流量、凑整各看一眼", "The bill of day one: {hour} an hour; look at disk, traffic and rounding", ""),
    ("B-30", When::Always, "所有输出连同日期、UUID、镜像摘要存到机器外面", "Keep all outputs with date, UUIDs and image digest outside the machine", ""),
];

/// Keeping going, and the way out.
#[rustfmt::skip]
pub const KEEP: &[Row] = &[
    ("C-01", When::Always, "列出必须留下的东西：结果 {home}，数据、镜像、代码、密钥、日志", "List what must survive: {home} of results, data, image, code, keys, logs", ""),
    ("C-02", When::Always, "在另一家或自己手里存一份", "Keep one copy at another provider or at home", ""),
    ("C-03", When::Trains, "每 {interval} 存一次档", "Save a checkpoint every {interval}", ""),
    ("C-04", When::Trains, "至少留最近两份存档，共 {two}", "Keep the last two checkpoints, {two} together", ""),
    ("C-05", When::Always, "每月做一次恢复演练，记下从零到第一步用了多久", "Restore once a month and note the time from zero to the first step", ""),
    ("C-06", When::Always, "镜像摘要、驱动、CUDA、框架和模型版本存到中立的地方：{build}", "Keep image digest, driver, CUDA, framework and model revision in a neutral place: {build}", ""),
    ("C-07", When::Always, "第二家先开好户、试跑一小时：{second}", "Open an account at a second provider and run an hour there: {second}", ""),
    ("C-08", When::Always, "算好切换要多久：传 {move} 要 {move_h}，再加装机和排队", "Know the time to switch: {move} take {move_h} to copy, then set-up and queue", ""),
    ("C-09", When::Always, "花到 {alarm} 报警，任务结束自动关机", "A spending alarm at {alarm}, and shut down when the job ends", "shutdown -h now"),
    ("C-10", When::Always, "定好告警值和收件人：温度到降频线，功耗比平时低一成，利用率归零十分钟，任何不可纠正错误", "Set alerts and who gets them: temperature at the throttle point, power a tenth below usual, utilisation at zero for ten minutes, any uncorrectable error", ""),
    ("C-11", When::Always, "看门狗：两个周期没有进展就停下并通知（利用率 100% 也可能是卡死）", "A watchdog: no progress for two intervals stops the job and calls you (100% utilisation can be a hang)", ""),
    ("C-12", When::Always, "日历里记下删除日：{deletes}", "Put the day of deletion into a calendar: {deletes}", ""),
    ("C-13", When::Always, "预付不超过两个月", "Prepay two months at most", ""),
    ("C-14", When::Always, "每月看一眼服务商：公告、状态页、报价还在不在（这条读于 {read}）", "Look at the provider once a month: notices, status page, whether the offer is still there (read on {read})", ""),
    ("C-15", When::Always, "故障记下 UUID、Xid 和时间：同一张坏卡会再分给你，索赔也要证据", "Log faults with UUID, Xid and time: the same card may come back, and claims need proof", ""),
    ("C-17", When::Package, "合同续费日和通知日各设一个提醒", "A reminder each for renewal and notice dates of the contract", ""),
    ("C-18", When::Always, "写清哪类数据能放哪里", "Write down which data may go where", ""),
    ("C-19", When::Always, "夜里谁处理、有什么权限，打电话试一次", "Who acts at night, with which rights: try it by phone", ""),
    ("C-20", When::Always, "备选的卡：{others}；每月更新", "Other cards that do: {others}; refresh monthly", ""),
    ("C-21", When::Always, "保存这个方案的链接和价格（{price}）", "Keep the link of this plan and its prices ({price})", ""),
    ("C-22", When::Machines, "多机：备一成机器，换机流程演练过", "Several machines: a tenth spare, and a rehearsed way to replace one", ""),
    ("C-16", When::Always, "{end} 结束：删数据、密钥、镜像、盘和地址，次日看账单归零", "At the end ({end}): delete data, keys, images, disks and addresses; the bill of the next day is zero", ""),
];

/// Questions before paying: id, Chinese, English.
#[rustfmt::skip]
pub const QUESTIONS: &[(&str, &str, &str)] = &[
    ("A-01", "具体是哪张卡：型号、显存、SXM 还是 PCIe？", "Which card exactly: model, memory, SXM or PCIe?"),
    ("A-02", "新卡、二手还是改装，什么时候上架的？", "New, used or modified, and in service since when?"),
    ("A-03", "独占整卡，还是 MIG、vGPU 或分时？", "A whole card, or MIG, vGPU or time slices?"),
    ("A-04", "几张卡在同一台机器里吗？走 NVLink 还是 PCIe，允许卡间直连吗？", "Are the cards in one machine? NVLink or PCIe, and is peer access on?"),
    ("A-05", "有没有限功耗？", "Is the power limited?"),
    ("A-07", "每张卡配多少 vCPU，会不会超卖？", "How many vCPUs a card, and are they oversold?"),
    ("A-08", "每张卡配多少内存？", "How much host memory a card?"),
    ("A-10", "上下行保证多少带宽？", "What up and down bandwidth is guaranteed?"),
    ("A-11", "机器之间有 RDMA 吗，每张卡多少 Gbit/s？", "Is there RDMA between machines, and how many Gbit/s a card?"),
    ("A-12", "交付前做多久的压力测试，能给日志吗？", "How long is the stress test before delivery, and may I see its log?"),
    ("A-13", "价格含税吗，按卡还是按机？", "Is tax included, and is the price per card or per machine?"),
    ("A-14", "最小计费多久，开机和拉镜像收费吗？", "What is the billing increment, and are boot and image pull billed?"),
    ("A-15", "关机后还收什么费？", "What is billed while the machine is off?"),
    ("A-16", "会自动续费吗？没用完能退多少，怎么算？", "Does it renew itself? What comes back if I leave early, by which formula?"),
    ("A-17", "可用性承诺多少，没做到怎么赔？", "What availability is promised, and what is paid when it is missed?"),
    ("A-18", "客服几点到几点，多久首次响应，坏卡多久换好？", "When does support answer, how soon, and how soon is a bad card replaced?"),
    ("A-19", "坏机的时段谁付钱？", "Who pays for the hours of a broken machine?"),
    ("A-20", "关机后再开，保证还有卡吗？", "After a stop, is a card guaranteed on restart?"),
    ("A-21", "关机、到期、欠费后数据留几天，怎么通知？", "How long is data kept after stop, expiry or arrears, and who is told?"),
    ("A-22", "有快照和备份吗，放在哪，多少钱？", "Are there snapshots and backups, where, at what price?"),
    ("A-23", "下载流量怎么收费？", "What does traffic out cost?"),
    ("A-24", "能看到哪些监控，看得到主机日志吗？", "What monitoring is there, and may I see the host’s log?"),
    ("A-26", "预装镜像是什么 CUDA 和框架版本？", "Which CUDA and framework do the ready images have?"),
    ("A-27", "驱动是什么版本，谁能升级？", "Which driver version, and who can upgrade it?"),
    ("A-28", "公网地址固定吗，多少钱？", "Is the public address fixed, and what does it cost?"),
    ("A-30", "机房在哪，合同跟谁签？", "Where is the site, and who signs the contract?"),
    ("A-31", "开什么发票，税率多少，多久开出？", "What invoice, which tax rate, and how soon?"),
    ("A-32", "押金和余额能退吗？", "Are deposit and balance paid back?"),
    ("A-33", "涨价或下架提前多久通知？", "How long before a price rise or withdrawal am I told?"),
    ("A-36", "能先试用一天或一周吗？", "Can I try it for a day or a week first?"),
];

pairs! {
    Lists;
    TITLE "清单：付钱前、第一天、之后" "Checklists: before paying, the first day, afterwards";
    NOTE "按你的方案填好了：做一条勾一条。勾只存在这台电脑上，换一个方案各记各的。" "Filled in for your plan: tick what is done. Ticks stay on this computer, apart for each offer.";
    BEFORE "付钱前要问的（{0}）" "Ask before paying ({0})";
    DAY "第一天验机（约两小时）" "The first day: test the machine (about two hours)";
    KEEPING "持续运行和退出" "Keeping going, and the way out";
    BEFORE_NOTE "{0} 没说清的 {1} 项，按这个方案可能多花的钱排。钱数有些是假设；问清一项勾一项。" "{1} things that {0} leaves open, by what they may add to this plan. Some sums rest on assumptions; tick what has been answered.";
    BEFORE_NONE "这家该说的都说了。" "This seller leaves nothing open.";
    DAY_NOTE "前五条有一条不过就停下来，先找服务商。标“要 root”的，容器里做不了。" "Stop at the first of the top five that fails, and call the provider. What needs root cannot be done in a container.";
    KEEP_NOTE "机器会坏，价格会变，平台会关。这张单子让你在那天只丢几小时。" "Machines break, prices move, platforms close. With this list that day costs you hours.";
    COPY "复制（Markdown）" "Copy (Markdown)";
    SAVE "下载（Markdown）" "Download (Markdown)";
    COPIED "已复制" "Copied";
    REFUSED "浏览器不让复制，自己选中再复制：" "Copying was refused; select the text and copy it:";
    NOT_KEPT "这个浏览器不让网页存东西：勾刷新就没了，先下载。" "This browser does not let the page keep anything: ticks are gone after a reload. Download the list.";
    LETTER "发给服务商的问题" "Questions to send to the provider";
    LETTER_COPY "复制这段话" "Copy the message";
    LETTER_HEAD "你好，我想租 {0}，{1}，想先确认几件事：" "Hello, I would like to rent {0}, {1}. Before I order, could you confirm:";
    LETTER_END "谢谢。" "Thank you.";
    RENT_HOURS "大约用 {0}" "for about {0}";
    SHOWN "第一天的读数" "What the first day showed";
    SHOWN_NOTE "填进来就跟这张卡该有的比，不达标的会进“风险和建议”。" "Type the readings in: each is held against what this card should show, and what falls short comes up under risk and advice.";
    AT_LEAST "至少 {0}" "at least {0}";
    ABOUT "约 {0}" "about {0}";
    PASS "达标" "as it should be";
    FAIL_LOW "不达标，低 {0}" "{0} too low";
    FAIL_OTHER "对不上" "does not match";
    NO_REFERENCE "没有查到参考值" "no reference was found";
    PLAN_B "有没有货要看当天。没有的话，下一个是{0}：{1}，{2}。" "Whether it is in stock shows on the day. If not, the next one is {0}: {1}, {2}.";
    PLAN_B_NONE "有没有货要看当天，目录里没有第二家。" "Whether it is in stock shows on the day, and the catalog knows no second seller.";
    STEP_S "每步约 {0}" "about {0} a step";
    RATE_S "至少 {0}" "at least {0}";
    NO_PACE "和自己以前的速度比" "compare it with your own earlier runs";
    DELETES "关机 {0} 后删数据" "data goes {0} after a stop";
    DELETES_UNKNOWN "这家没公布，先问" "not published: ask";
    PCIE "{0} 代 x{1}" "generation {0} x{1}";
    DONE "做完 {0} / {1}" "{0} of {1} done";
}

/// A row's text in one language.
pub const fn text(lang: Lang, row: &Row) -> &'static str {
    lang.pick(row.2, row.3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::advice::tests::places;
    use crate::i18n::tests::check_pair;

    #[test]
    fn items_have_both_languages_with_the_same_values() {
        for (id, _, zh, en, how) in FIRST_DAY.iter().chain(KEEP) {
            check_pair(id, zh, en);
            assert_eq!(places(zh), places(en), "{id}");
            assert!(how.is_ascii(), "{id}");
        }
        for (id, zh, en) in QUESTIONS {
            check_pair(id, zh, en);
            assert!(zh.ends_with('？') && en.ends_with('?'), "{id}");
        }
    }
}
