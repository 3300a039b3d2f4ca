//! Texts of what is known of a seller.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};

pairs! {
    Trust;
    CARD "卡的状态" "State of the card";
    ASK_CARD "新卡、二手还是改装？" "is it new, used or modified?";
    VARIANTS "没写是哪一种，可能是 {0} 种卡之一" "not stated: one of {0} variants";
    NETWORK "机器间网络" "Network between machines";
    ASK_NETWORK "机器之间有 RDMA 吗，多快？" "is there RDMA, and how fast?";
    SUPPORT "客服" "Support";
    ASK_SUPPORT "几点到几点有人，多久换好坏卡？" "when does somebody answer, and how soon is a bad card replaced?";
    A_DAY "每天 {0}" "{0} a day";
    PRICE "价格透明" "Clear prices";
    ASK_PRICE "硬盘、流量、地址怎么收费？" "what do disk, traffic and addresses cost?";
    PRINTS "硬盘、快照、流量、地址的价公布了 {0} / {1} 项" "{0} of {1} printed: disk, snapshot, traffic, address";
    DATA "数据安全" "Data safety";
    ASK_DATA "关机后数据留几天，有备份吗？" "how long is data kept after a stop, and is there a backup?";
    SLA "可用性承诺和赔付" "Availability promised, and credit";
    ASK_SLA "断电或坏卡怎么赔？" "what is paid back for an outage?";
    IMAGES "预装镜像" "Ready images";
    ASK_IMAGES "有没有装好驱动和框架的镜像？" "are there images with driver and framework?";
    WATCH "监控" "Monitoring";
    ASK_WATCH "有没有显存和利用率的监控？" "is memory and utilisation monitored?";
    YEARS "经营年限" "Time in business";
    ASK_YEARS "公司开了几年，机房是谁的？" "how long in business, and whose is the site?";
    REFUND "退款" "Refund";
    ASK_REFUND "没用完的能退吗？" "is the unused part refunded?";
    NOTICE "竞价收回前通知" "Notice before a spot reclaim";
    ASK_NOTICE "收回竞价实例前提前多久通知？" "how long before a reclaim is notice given?";
    NOTE "按你看重的程度排；我们不打分。" "In the order of what matters to you; we give no scores.";
    SOURCE "出处：" "Source: ";
    W0 "不在意" "does not matter";
    W1 "一般" "normal";
    W2 "看重" "important";
    W3 "最看重" "most important";
}

/// How much something matters, 0 to 3.
pub const WEIGHTS: [Pair; 4] = [W0, W1, W2, W3];
