//! Questions before paying (checklists.md, part A); what is typed is the item that checks the answer.

use super::rows;

rows! {
    Ask;
    "A-01" Always "具体是哪张卡：型号、显存、SXM 还是 PCIe？" "Which card exactly: model, memory, SXM or PCIe?" "B-01, B-02";
    "A-02" Always "新卡、二手还是改装，什么时候上架的？" "New, used or modified, and in service since when?" "B-06, B-07, B-08, B-09";
    "A-03" Always "独占整卡，还是 MIG、vGPU 或分时？" "A whole card, or MIG, vGPU or time slices?" "B-01, B-03, B-28";
    "A-04" Always "几张卡在同一台机器里吗？走 NVLink 还是 PCIe，允许卡间直连吗？" "Are the cards in one machine? NVLink or PCIe, and is peer access on?" "B-12";
    "A-05" Always "有没有限功耗，散热按满载设计吗？" "Is the power limited, and is cooling made for full load?" "B-07, B-08";
    "A-06" Always "ECC 开着还是关着，能改吗？" "Is ECC on or off, and can it be changed?" "B-06";
    "A-07" Always "每张卡配多少 vCPU，什么 CPU，会不会超卖？" "How many vCPUs a card, of which CPU, and are they oversold?" "B-14";
    "A-08" Always "每张卡配多少内存？" "How much host memory a card?" "B-14";
    "A-09" Always "系统盘、数据盘、共享盘各多大、多快？" "How large and how fast are system, local and shared disks?" "B-15, B-16";
    "A-10" Always "上下行保证多少带宽，和别人共用吗？" "What up and down bandwidth is guaranteed, and is it shared?" "B-17";
    "A-11" Always "机器之间有 RDMA 吗，每张卡多少 Gbit/s？" "Is there RDMA between machines, and how many Gbit/s a card?" "B-25";
    "A-12" Always "交付前做多久的压力测试，能给日志吗？" "How long is the stress test before delivery, and may I see its log?" "";
    "A-13" Always "价格按卡还是按机，按小时、30 天还是自然月，什么币种，含税吗？" "Is the price per card or machine, per hour, 30 days or calendar month, in which currency, with tax?" "";
    "A-14" Always "最小计费多久，开机和拉镜像收费吗？" "What is the billing increment, and are boot and image pull billed?" "B-23";
    "A-15" Always "关机后还收什么费？" "What is billed while the machine is off?" "B-21, B-23";
    "A-16" Always "包多久，会自动续费吗？没用完能退多少，怎么算？" "How long is the term, does it renew itself, and what comes back if I leave early, by which formula?" "";
    "A-17" Always "可用性承诺多少，没做到怎么赔，怎么申请？" "What availability is promised, what is paid when it is missed, and how do I claim it?" "";
    "A-18" Always "客服几点到几点，多久首次响应，坏卡多久换好，能自己换机吗？" "When does support answer, how soon, how soon is a bad card replaced, and can I change machines myself?" "B-22";
    "A-19" Always "坏机的时段谁付钱，要什么证据？" "Who pays for the hours of a broken machine, on what proof?" "";
    "A-20" Always "关机后再开，保证还有卡吗？备用机有多少？" "After a stop, is a card guaranteed on restart? How many spare machines are there?" "B-21";
    "A-21" Always "关机、到期、欠费后数据留几天，怎么通知？" "How long is data kept after stop, expiry or arrears, and who is told?" "C-12";
    "A-22" Always "有快照和备份吗，放在哪，多少钱？" "Are there snapshots and backups, where, at what price?" "C-05";
    "A-23" Always "下载流量怎么收费？站内对象存储免流量吗？" "What does traffic out cost? Is it free to the object store of the same site?" "B-23";
    "A-24" Always "能看到哪些监控，看得到主机日志吗？" "What monitoring is there, and may I see the host’s log?" "B-24";
    "A-25" Always "有没有 root，是不是裸机，能用 DCGM 吗？" "Is there root, is it bare metal, and can DCGM be used?" "B-26";
    "A-26" Always "预装镜像是什么 CUDA、框架和日期，能用自己的镜像吗？" "Which CUDA, framework and date do the ready images have, and may I bring my own?" "B-05";
    "A-27" Always "驱动是什么版本，谁能升级？" "Which driver version, and who can upgrade it?" "B-05";
    "A-28" Always "公网地址固定吗，多少钱，端口和域名有什么规定？" "Is the public address fixed, what does it cost, and what are the rules for ports and domains?" "B-21";
    "A-29" Always "谁能接触主机和磁盘，释放后怎么清除？" "Who can reach host and disk, and how is the disk wiped after release?" "";
    "A-30" Always "机房在哪，合同跟谁签，按哪里的法律？" "Where is the site, who signs the contract, and under which law?" "";
    "A-31" Always "开什么发票，税率多少，多久开出？" "What invoice, which tax rate, and how soon?" "";
    "A-32" Always "押金和余额能退吗？" "Are deposit and balance paid back?" "";
    "A-33" Always "涨价或下架提前多久通知，以前是怎么做的？" "How long before a price rise or withdrawal am I told, and how was it in the past?" "C-14";
    "A-34" Always "首单价、会员价、学生价各管多少、有没有上限？" "What do first-order, member and student prices cover, and what are their caps?" "";
    "A-35" Always "vGPU 授权、驱动条款、系统和软件的许可都含在价里吗？" "Are licences for vGPU, driver, system and software in the price?" "";
    "A-36" Always "能先试用一天或一周，或者按周包吗？" "Can I try it for a day or a week first, or pay by the week?" "";
}
