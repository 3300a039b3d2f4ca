//! Keeping going, and the way out (checklists.md, part C).

use super::rows;

rows! {
    Keep;
    "C-01" Always "列出必须留下的东西：结果 {home}，数据、镜像、代码、密钥、日志" "List what must survive: {home} of results, data, image, code, keys, logs" "";
    "C-02" Always "在另一家或自己手里存一份" "Keep one copy at another provider or at home" "";
    "C-03" Trains "每 {interval} 存一次档" "Save a checkpoint every {interval}" "";
    "C-04" Trains "至少留最近两份存档，共 {two}" "Keep the last two checkpoints, {two} together" "";
    "C-05" Always "每月做一次恢复演练，记下从零到第一步用了多久" "Restore once a month and note the time from zero to the first step" "";
    "C-06" Always "镜像摘要、驱动、CUDA、框架和模型版本存到中立的地方：{build}" "Keep image digest, driver, CUDA, framework and model revision in a neutral place: {build}" "";
    "C-07" Always "第二家先开好户、试跑一小时：{second}。{standby}" "Open an account at a second provider and run an hour there: {second}. {standby}" "";
    "C-08" Always "算好换一家要多久：传 {move} 要 {move_h}，装机 {setup_h}，再加排队；流量费 {move_cost}" "Know the time to switch: {move} take {move_h} to copy, set-up {setup_h}, then the queue; traffic {move_cost}" "";
    "C-09" Always "花到 {alarm} 报警，任务结束自动关机" "A spending alarm at {alarm}, and shut down when the job ends" "shutdown -h now";
    "C-10" Always "按这张卡定告警值和收件人，各触发一次试试：{alerts}；其余见清单“监控”" "Set the alerts for this card and who gets them, and trigger each once: {alerts}; the rest is in the list “Monitoring”" "";
    "C-11" Always "看门狗：两个周期没有进展就停下并通知（利用率 100% 也可能是卡死）" "A watchdog: no progress for two intervals stops the job and calls you (100% utilisation can be a hang)" "";
    "C-12" Always "日历里记下删除日：{deletes}" "Put the day of deletion into a calendar: {deletes}" "";
    "C-13" Always "预付不超过两个月" "Prepay two months at most" "";
    "C-14" Always "每月看一眼服务商：公告、状态页、报价还在不在（这条读于 {read}）" "Look at the provider once a month: notices, status page, whether the offer is still there (read on {read})" "";
    "C-15" Always "故障记下 UUID、Xid 和时间：同一张坏卡会再分给你，索赔也要证据" "Log faults with UUID, Xid and time: the same card may come back, and claims need proof" "";
    "C-17" Package "合同续费日和通知日各设一个提醒" "A reminder each for renewal and notice dates of the contract" "";
    "C-18" Always "写清哪类数据能放哪里" "Write down which data may go where" "";
    "C-19" Always "夜里谁处理、有什么权限，打电话试一次" "Who acts at night, with which rights: try it by phone" "";
    "C-20" Always "备选的卡：{others}；每月更新" "Other cards that do: {others}; refresh monthly" "";
    "C-21" Always "保存这个方案的链接和价格（{price}）" "Keep the link of this plan and its prices ({price})" "";
    "C-22" Machines "多机：备一成机器，换机流程演练过" "Several machines: a tenth spare, and a rehearsed way to replace one" "";
    "C-16" Always "{end} 结束：删数据、密钥、镜像、盘和地址，次日看账单归零" "At the end ({end}): delete data, keys, images, disks and addresses; the bill of the next day is zero" "";
}
