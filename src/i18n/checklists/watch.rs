//! What to watch while it runs, and at which values (advice.md §12).

use super::rows;

rows! {
    Watch;
    "W-01" Nvidia "核心温度：{heat}" "Core temperature: {heat}" "nvidia-smi -q -d TEMPERATURE";
    "W-02" HotMemory "显存温度：{hot}" "Memory temperature: {hot}" "nvidia-smi --query-gpu=temperature.memory --format=csv -l 30";
    "W-03" Nvidia "降频原因：0x20（软件温控）留意；0x8、0x40、0x80（硬件降频、过热、机器限电）动手，换机器；0x1 空闲和 0x4 功耗上限是正常的" "Throttle reasons: watch 0x20 (software thermal); act on 0x8, 0x40, 0x80 (hardware slowdown, heat, power brake) and change machines; 0x1 idle and 0x4 power cap are normal" "nvidia-smi --query-gpu=clocks_event_reasons.active --format=csv -l 30";
    "W-04" Nvidia "功耗：满载时低于 {starved}（上限的六成，假设），卡多半在等数据；上限低于 {power}，是被限了，找商家" "Power: below {starved} under load (60% of the limit, an assumption) the card probably waits for data; a limit below {power} is a cap: ask the provider" "nvidia-smi --query-gpu=power.draw,power.limit --format=csv -l 30";
    "W-05" Always "利用率：只说明有程序占着卡，100% 也可能卡死；要看步时间和有没有进展" "Utilisation only says that a program holds the card, and 100% can be a hang: watch step time and progress" "";
    "W-06" Always "步时间：第 95 百分位超过中位的 1.2 倍（假设）留意；比第一天的中位慢一成满一小时动手。预计{pace}" "Step time: watch a 95th percentile above 1.2 × the median (an assumption); act after an hour at 1.1 × the median of day one. Expected: {pace}" "";
    "W-07" Ecc "不可纠正 ECC：有一次就动手，回到之前的存档，换机器；累计 SRAM 1 次留意，4 次以上要求换卡" "Uncorrectable ECC: act on any, go back to the checkpoint before it and change machines; aggregate SRAM: watch 1, ask for replacement above 4" "nvidia-smi -q -d ECC";
    "W-08" Ecc "可纠正 ECC：涨得快或有 Xid 92 留意；DRAM 2000 万次或 SRAM 1 万次（一家云的上限）要求换卡" "Corrected ECC: watch a fast rise or Xid 92; ask for replacement at 20,000,000 DRAM or 10,000 SRAM (the limit of one cloud)" "nvidia-smi -q -d ECC";
    "W-09" Ecc "坏行重映射：等待中就安排一次重置；失败，或不可纠正超过 512 次，换机器" "Remapped rows: plan a reset when pending; change machines on a failure or above 512 uncorrectable" "nvidia-smi -q -d ROW_REMAPPER";
    "W-10" NoEcc "这张卡没有 ECC：位错看不见，留着损失曲线和存档，隔段时间用同一批数据核对" "No ECC on this card: bit errors stay unseen; keep loss curves and checkpoints and check against the same data now and then" "";
    "W-11" Nvidia "PCIe：重传变多留意；满载时低于 {pcie} 动手" "PCIe: watch rising replays; act when it is below {pcie} under load" "nvidia-smi --query-gpu=pcie.link.gen.current,pcie.link.width.current --format=csv -l 30";
    "W-12" NvidiaPair "卡间链路：CRC、重传变多留意；有一条断开就动手" "Links between cards: watch rising CRC or replay counters; act on any inactive link" "nvidia-smi nvlink -s; nvidia-smi nvlink -e";
    "W-13" Nvidia "Xid（要 root）：13、31 先查自己的程序，43、45 看更早的那行；63 照跑，有空重置；92 报修；94 重启程序；48、64、74、79、95 和 46、62、109、119、120、140 报修换机器；154 照它说的做" "Xid (needs root): 13, 31 debug your program first, 43, 45 look at the earlier line; 63 carry on, reset when convenient; 92 report; 94 restart the program; 48, 64, 74, 79, 95 and 46, 62, 109, 119, 120, 140 report and move; 154 do as it says" "dmesg -T | grep -i xid";
    "W-14" Other "温度、功耗和 ECC 的门槛没有查到：用厂商的工具记下第一天的数，变了就查" "No thresholds for temperature, power and ECC were found: note the readings of day one with the vendor’s tool and look into any change" "";
    "W-15" Always "磁盘：用到 70% 留意，80% 动手" "Disk: watch at 70% full, act at 80%" "df -h";
    "W-16" Trains "存档：最新的一份超过 {ckpt_watch} 留意，超过 {ckpt_act} 动手" "Checkpoint: watch when the newest is older than {ckpt_watch}, act beyond {ckpt_act}" "";
    "W-17" Always "余额：只够 7 天（{week}）留意，只够 3 天（{three}）充值" "Balance: watch at 7 days of spending left ({week}), top up at 3 ({three})" "";
    "W-18" Always "保留期：关机过了保留天数的六成就开一次机（{deletes}）" "Retention: start once when 60% of the days have passed ({deletes})" "";
}
