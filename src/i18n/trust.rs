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
    PAY "付款和实名" "Payment and identity";
    PAY_IN "标价是{0}" "priced in {0}";
    ASK_PAY "国内的卡或支付宝能付吗，要用什么证件实名？" "does it take mainland cards or Alipay, and what identity does it ask for?";
    REACH "连通和镜像" "Reachability and mirrors";
    PLACE "机器在{0}" "the machine stands in: {0}";
    NO_PLACE "没写机器在哪个国家" "the country is not stated";
    ASK_REACH "从国内登录、传文件有多快，模型站连得上吗？" "how fast are login and file transfer from the mainland, and does it reach model hubs?";
    LEAVES "数据出境" "Data leaving the country";
    LEAVES_FOUND "数据放上去就出了境；个人信息和重要数据有规定" "what is put there has left the mainland; personal and important data are regulated";
    MAY_LEAVE "没写在大陆，按出境算；个人信息和重要数据有规定" "not stated to be on the mainland: count it as abroad; personal and important data are regulated";
    NOTE "按你看重的程度排；我们不打分。" "In the order of what matters to you; we give no scores.";
    SOURCE "出处：" "Source: ";
    KINDS "各类卖家通常差在哪" "What usually differs between kinds of seller";
    KIND "类别" "Kind";
    K_SELLERS "目录里几家" "In the catalog";
    K_LEAST "{0} 最低" "{0} from";
    K_SLA "读到可用性承诺" "Availability read";
    K_WATCH "读到有监控" "Monitoring read";
    K_EGRESS "公布流量价" "Print traffic";
    K_BOOT "开机（假设）" "Boot (assumed)";
    K_FAULTS "故障（假设）" "Faults (assumed)";
    K_TIMES "{0} 倍" "{0}×";
    K_NOTE "数的是目录里读到的家数，没读到不等于没有。故障以成熟机群为 1 倍。" "Counted: what was read, of the sellers in the catalog; not read is not absent. Faults against a mature fleet.";
    T_GPUS "显卡资料" "on cards";
    T_MODELS "模型资料" "on models";
    T_PRICES "价格" "on prices";
    T_PROVIDERS "卖家资料" "on sellers";
    T_RATES "汇率" "on exchange rates";
    ABROAD "境外报价 {0} 条，其中 {1} 条用外币标价。实名要什么证件、国内的卡能不能付、那边下模型快不快，目录都没有记录，所以没按这些筛；下单前问。" "{0} offers stand outside the mainland, {1} of them priced in foreign currency. What identity they ask for, which cards they take and how fast model hubs are from there is not recorded, so nothing is filtered by it: ask before ordering.";
    W0 "不在意" "does not matter";
    W1 "一般" "normal";
    W2 "看重" "important";
    W3 "最看重" "most important";
}

/// How much something matters, 0 to 3.
pub const WEIGHTS: [Pair; 4] = [W0, W1, W2, W3];
