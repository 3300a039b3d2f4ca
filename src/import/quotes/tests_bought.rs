//! What somebody who buys computing pastes in a day: tables, chat lines and mails, each reading checked by hand.

use super::check;

#[test]
fn what_a_buyer_pastes() {
    for (text, want) in PASTES {
        check(text, want);
    }
}

/// A paste, and its lines as they are read.
const PASTES: &[(&str, &str)] = &[
    (
        "| vendor | GPU | qty | $/GPU/hr | VAT | term |\n|--|--|--|--|--|--|\n| Acme | RTX 4090 | 1 | 0.12 | excl. 20% | 6 months |\n| Bolt | H100 SXM | 8 | 2.1 | incl. 20% | 12 months |\n| Coil | H200 | 8 | on request | | |",
        "3 Acme rtx-4090-24g 1 Monthly 0.144 USD card/h plus 0.2 net 0.12 6m
         4 Bolt h100-sxm-80g min8 Reserved1y 2.1 USD card/h with 0.2 net 1.75 12m
         5 AskPrice",
    ),
    (
        "某某云：4090 8卡 1.2万/月",
        "1 某某云 rtx-4090-24g exact8 Monthly 12000 CNY node/mo !GuessedShare",
    ),
    (
        "对方：4090 单卡 1.7/h，包月 950",
        "1 对方 rtx-4090-24g 1 OnDemand 1.7 CNY card/h !GuessedCurrency
         1 对方 rtx-4090-24g 1 Monthly 950 CNY card/mo !GuessedCurrency",
    ),
    (
        "算力侠：H20 96G 8卡整机 4.6万/月 含税6% 可开专票 一年起签",
        "1 算力侠 h20-96g exact8 Reserved1y 46000 CNY node/mo with 0.06 net 43396.226415 Special 12m",
    ),
    (
        "【星河智算】A100 80G SXM 8卡 2.6万/台/月，含普票",
        "1 星河智算 a100-sxm-80g exact8 Monthly 26000 CNY node/mo Ordinary",
    ),
    (
        "供应商A - RTX 5090 32G 8卡 1.35万/月",
        "1 供应商A rtx-5090-32g exact8 Monthly 13500 CNY node/mo !GuessedShare",
    ),
    (
        "@老李 4090 48G 8卡 1.55w/月 不含税 专票加6个点",
        "1 老李 rtx-4090-48g exact8 Monthly 16430 CNY node/mo plus 0.06 net 15500 Special !GuessedShare",
    ),
    (
        "小王(海南机房): L40S 8卡 1.9万一个月",
        "1 小王 l40s-48g exact8 Monthly 19000 CNY node/mo !GuessedShare",
    ),
    (
        "渠道报价 H100 8卡 6.8万/月/台，三年 6.2万/月/台",
        "1 报价 h100-sxm-80g+h100-pcie-80g+h100-nvl-94g exact8 Monthly 68000 CNY node/mo
         1 报价 h100-sxm-80g+h100-pcie-80g+h100-nvl-94g exact8 Reserved3y 62000 CNY node/mo 36m",
    ),
    (
        "智星云 4090 1.5元/卡时，包月 980元/卡",
        "1 智星云 rtx-4090-24g 1 OnDemand 1.5 CNY card/h
         1 智星云 rtx-4090-24g 1 Monthly 980 CNY card/mo",
    ),
    (
        "你好，我们是云海科技，4090 24G 8卡整机 裸金属，月付9800元，季付9500元/月，年付9000元/月，含税",
        "1 云海科技 rtx-4090-24g exact8 Monthly 9800 CNY node/mo
         1 云海科技 rtx-4090-24g exact8 Monthly 9500 CNY node/mo
         1 云海科技 rtx-4090-24g exact8 Reserved1y 9000 CNY node/mo",
    ),
    (
        "4090D：1.68/卡时\n5090：2.6/卡时\nPRO6000：5.8/卡时",
        "1 报价 rtx-4090d-24g 1 OnDemand 1.68 CNY card/h !GuessedCurrency
         2 报价 rtx-5090-32g 1 OnDemand 2.6 CNY card/h !GuessedCurrency
         3 报价 rtx-pro-6000-se-96g+rtx-pro-6000-ws-96g 1 OnDemand 5.8 CNY card/h !GuessedCurrency",
    ),
    (
        "型号\t数量\t月单价（元/卡）\t税率\n4090\t8\t950\t6%\nH20-96G\t8\t5800\t6%专票",
        "2 报价 rtx-4090-24g min8 Monthly 1007 CNY card/mo plus 0.06 net 950 !GuessedTax
         3 报价 h20-96g min8 Monthly 6148 CNY card/mo plus 0.06 net 5800 Special !GuessedTax",
    ),
    (
        "GPU型号,单卡价格(元/时),8卡整机(元/月),起租期\n4090 24G,1.75,9800,1个月\nA800 80G,5.2,\"28,000\",3个月\nH800,9.9,面议,12个月",
        "2 报价 rtx-4090-24g 1 Monthly 1.75 CNY card/h 1m
         2 报价 rtx-4090-24g exact8 Monthly 9800 CNY node/mo 1m
         3 报价 a800-sxm-80g+a800-pcie-80g 1 Monthly 5.2 CNY card/h 3m
         3 报价 a800-sxm-80g+a800-pcie-80g exact8 Monthly 28000 CNY node/mo 3m
         4 报价 h800-sxm-80g+h800-pcie-80g 1 Reserved1y 9.9 CNY card/h 12m",
    ),
    (
        "| 卡 | 日租 | 周租 | 月租 |\n|--|--|--|--|\n| 3090 | 28 | 180 | 650 |\n| 4090 | 42 | 270 | 980 |",
        "3 报价 rtx-3090-24g 1 OnDemand 1.166667 CNY card/h !GuessedCurrency !Converted
         3 报价 rtx-3090-24g 1 OnDemand 1.071429 CNY card/h !GuessedCurrency !Converted
         3 报价 rtx-3090-24g 1 Monthly 650 CNY card/mo !GuessedCurrency
         4 报价 rtx-4090-24g 1 OnDemand 1.75 CNY card/h !GuessedCurrency !Converted
         4 报价 rtx-4090-24g 1 OnDemand 1.607143 CNY card/h !GuessedCurrency !Converted
         4 报价 rtx-4090-24g 1 Monthly 980 CNY card/mo !GuessedCurrency",
    ),
    (
        "We can offer: 8x H200 SXM at $2.35/GPU/hr (12 month term), net 30, plus VAT.",
        "1 报价 h200-sxm-141g min8 Reserved1y 2.35 USD card/h net 2.35 12m !MoreFigures !NoTaxRate",
    ),
    (
        "Nebius: H100 SXM $2.00/GPU-h on-demand, $1.25/GPU-h preemptible",
        "1 Nebius h100-sxm-80g 1 OnDemand 2 USD card/h
         1 Nebius h100-sxm-80g 1 Spot 1.25 USD card/h",
    ),
    (
        "Hyperfoo Inc. quote #4711: H100 80GB SXM5 x8, USD 14,600 / month / node, 6-month commitment",
        "1 Hyperfoo Inc h100-sxm-80g exact8 Monthly 14600 USD node/mo 6m !MoreFigures",
    ),
    (
        "Lambda H100 SXM 2.99",
        "1 NoPrice",
    ),
    (
        "Acme GmbH: L40S 0,89 €/h pro GPU",
        "1 Acme GmbH l40s-48g 1 OnDemand 0.89 EUR card/h",
    ),
    (
        "vendor;gpu;price EUR/h;vat\nHetz;RTX 4090;0,42;excl. 19%\nLeaf;A100 80GB;1,55;incl. 19%",
        "2 Hetz rtx-4090-24g 1 OnDemand 0.4998 EUR card/h plus 0.19 net 0.42
         3 Leaf a100-sxm-80g+a100-pcie-80g 1 OnDemand 1.55 EUR card/h with 0.19 net 1.302521",
    ),
    (
        "报价单 2026-11-28\n品名\t规格\t数量\t单位\t单价\t金额\n算力服务器\tH20 141G*8\t2\t台·月\t53000\t106000\n算力服务器\tL20*8\t1\t台·月\t14500\t14500\n合计\t\t\t\t\t120500",
        "1 Heading
         3 报价 h20-141g exact8 Monthly 53000 CNY node/mo !GuessedCurrency
         4 报价 l20-48g exact8 Monthly 14500 CNY node/mo !GuessedCurrency
         5 Summary",
    ),
    (
        "4090 8卡 128核 512G内存 2*3.84T NVMe 公网10M 月付1.05万",
        "1 报价 rtx-4090-24g exact8 Monthly 10500 CNY node/mo !GuessedShare",
    ),
    (
        "4090x8整机现货10台，单台12000/月，包年11000/月，含6%专票，乌兰察布机房",
        "1 报价 rtx-4090-24g exact8 Monthly 12000 CNY node/mo with 0.06 net 11320.754717 Special !GuessedCurrency
         1 报价 rtx-4090-24g exact8 Reserved1y 11000 CNY node/mo with 0.06 net 10377.358491 Special !GuessedCurrency",
    ),
    (
        "H20（141G）8卡 4.9w/台/月，3年长租4.3w，需押二付一",
        "1 报价 h20-141g exact8 Monthly 49000 CNY node/mo
         1 报价 h20-141g exact8 Reserved3y 43000 CNY node/mo 36m",
    ),
    (
        "单卡4090：白天2.2元/小时，晚上1.5元/小时",
        "1 报价 rtx-4090-24g 1 OnDemand 2.2 CNY card/h
         1 报价 rtx-4090-24g 1 OnDemand 1.5 CNY card/h",
    ),
    (
        "A100 80g nvlink 8卡，每卡每月3300，税点另算6%",
        "1 报价 a100-sxm-80g+a100-pcie-80g min8 Monthly 3498 CNY card/mo plus 0.06 net 3300 !GuessedCurrency",
    ),
    (
        "910B3 8卡整机 2.2万/月（不含税），910C 16卡 9.5万/月",
        "1 报价 ascend-910b3-64g exact8 Monthly 22000 CNY node/mo net 22000 !NoTaxRate
         1 报价 ascend-910c-128g exact16 Monthly 95000 CNY node/mo net 95000 !NoTaxRate",
    ),
    (
        "4090 首月 699，续费 999/月",
        "1 报价 rtx-4090-24g 1 Monthly 999 CNY card/mo !GuessedCurrency !Discount",
    ),
    (
        "4090 24G 1.6￥/h（新用户首单5折）",
        "1 报价 rtx-4090-24g 1 OnDemand 1.6 CNY card/h !Discount",
    ),
    (
        "H800单机8卡7万一月，IB组网，32台起租",
        "1 报价 h800-sxm-80g+h800-pcie-80g exact8 Monthly 70000 CNY node/mo !GuessedShare",
    ),
    (
        "云服务商：甲云\n显卡：4090*8\n月租：9900元\n发票：专票6%（含税）\n合同期：6个月",
        "1 甲云 rtx-4090-24g exact8 Monthly 9900 CNY node/mo with 0.06 net 9339.622642 Special 6m !GuessedShare",
    ),
    (
        "4090 8卡 月租 9,800.00 元",
        "1 报价 rtx-4090-24g exact8 Monthly 9800 CNY node/mo !GuessedShare",
    ),
    (
        "4090八卡机 ￥1.02万每月",
        "1 报价 rtx-4090-24g exact8 Monthly 10200 CNY node/mo !GuessedShare",
    ),
    (
        "八卡4090 一万零五百一个月",
        "1 NoPrice",
    ),
    (
        "4090 24G|8卡|9,600元/月|含税13%专票|北京|IB无",
        "1 报价 rtx-4090-24g exact8 Monthly 9600 CNY node/mo with 0.13 net 8495.575221 Special !GuessedShare",
    ),
    (
        "平台 显卡 单价\nA平台 4090 1.7元/时\nB平台 A100-80G 5.9元/时",
        "2 A平台 rtx-4090-24g 1 OnDemand 1.7 CNY card/h
         3 B平台 a100-sxm-80g+a100-pcie-80g 1 OnDemand 5.9 CNY card/h",
    ),
    (
        "RTX 4090 (24GB) — €0.35/h — Frankfurt — min. 1 week",
        "1 报价 rtx-4090-24g 1 OnDemand 0.35 EUR card/h",
    ),
    (
        "$1.89/h H100 PCIe, $2.69/h H100 SXM, 3-month min",
        "1 报价 h100-pcie-80g 1 OnDemand 1.89 USD card/h
         1 报价 h100-sxm-80g 1 Monthly 2.69 USD card/h 3m",
    ),
    (
        "B200 8卡 2.1万美元/月 香港",
        "1 报价 b200-180g exact8 Monthly 21000 USD node/mo Asia !GuessedShare",
    ),
    (
        "4090: 1.8, A100: 6.5, H100: 14 (元/卡时)",
        "1 报价 rtx-4090-24g 1 OnDemand 1.8 CNY card/h
         1 报价 a100-sxm-80g 1 OnDemand 6.5 CNY card/h
         1 报价 h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 14 CNY card/h",
    ),
    (
        "星河智算 11月报价：\n4090 8卡 9800元/月\n5090 8卡 1.35万/月",
        "1 Heading
         2 星河智算 rtx-4090-24g exact8 Monthly 9800 CNY node/mo !GuessedShare !CarriedDown
         3 星河智算 rtx-5090-32g exact8 Monthly 13500 CNY node/mo !GuessedShare !CarriedDown",
    ),
    (
        "云服务商：甲云\n显卡：4090*8\n月租：9900元\n\n云服务商：乙云\n显卡：5090*8\n月租：1.3万\n发票：普票",
        "1 甲云 rtx-4090-24g exact8 Monthly 9900 CNY node/mo !GuessedShare
         5 乙云 rtx-5090-32g exact8 Monthly 13000 CNY node/mo Ordinary !GuessedShare",
    ),
    (
        "平台: 恒源云, 卡: 3090, 价格: 1.2元/时",
        "1 恒源云 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    ),
    (
        "特价：4090 1.5元/时",
        "1 报价 rtx-4090-24g 1 OnDemand 1.5 CNY card/h",
    ),
    (
        "北京机房：H20 8卡 4.5万/月",
        "1 报价 h20-96g exact8 Monthly 45000 CNY node/mo !GuessedShare",
    ),
    (
        "包月：4090 950元",
        "1 报价 rtx-4090-24g 1 Monthly 950 CNY card/mo",
    ),
    (
        "RTX 4090: $0.34/hr",
        "1 报价 rtx-4090-24g 1 OnDemand 0.34 USD card/h",
    ),
    (
        "NVIDIA H100: $2.10/hr",
        "1 报价 h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 2.1 USD card/h",
    ),
    (
        "Dedicated server: RTX 4090 $240/mo",
        "1 报价 rtx-4090-24g 1 Monthly 240 USD card/mo",
    ),
    (
        "H100 (SXM): 2.10 USD/h",
        "1 报价 h100-sxm-80g 1 OnDemand 2.1 USD card/h",
    ),
    (
        "华为云：昇腾910B 8卡 2.3万/月",
        "1 华为云 ascend-910b-64g exact8 Monthly 23000 CNY node/mo !GuessedShare",
    ),
    (
        "阿里云 A10 24G 包月 1500元",
        "1 阿里云 a10-24g 1 Monthly 1500 CNY card/mo",
    ),
    (
        "对方4090 8卡1.2万/月",
        "1 对方 rtx-4090-24g exact8 Monthly 12000 CNY node/mo !GuessedShare",
    ),
    (
        "国产算力：910B 8卡 1.6万/月",
        "1 报价 ascend-910b-64g exact8 Monthly 16000 CNY node/mo !GuessedShare",
    ),
    (
        "群里@张总 A100 40G 8卡 1.5万/月",
        "1 报价 a100-sxm-40g+a100-pcie-40g exact8 Monthly 15000 CNY node/mo !GuessedShare",
    ),
    (
        "今天报价：4090 1.7元/时",
        "1 报价 rtx-4090-24g 1 OnDemand 1.7 CNY card/h",
    ),
    (
        "租：4090 8卡 9500/月",
        "1 报价 rtx-4090-24g exact8 Monthly 9500 CNY node/mo !GuessedShare !GuessedCurrency",
    ),
    (
        "H20 141G 8卡 x 4台：单台 5.1万/月，打包 5万/台/月",
        "1 报价 h20-141g exact8 Monthly 51000 CNY node/mo
         1 报价 h20-141g exact8 Monthly 50000 CNY node/mo",
    ),
    (
        "4090 48G 单卡3.2元/h 起租7天",
        "1 报价 rtx-4090-48g 1 OnDemand 3.2 CNY card/h !From",
    ),
    (
        "型号: RTX 4090, qty 8, price $0.30/h/gpu",
        "1 报价 rtx-4090-24g 1 OnDemand 0.3 USD card/h !MoreFigures",
    ),
    (
        "From: CoolGPU\nRTX 4090 - $0.29/hr\nH100 PCIe - $1.95/hr",
        "1 Heading
         2 CoolGPU rtx-4090-24g 1 OnDemand 0.29 USD card/h !CarriedDown
         3 CoolGPU h100-pcie-80g 1 OnDemand 1.95 USD card/h !CarriedDown",
    ),
    (
        "甲云,RTX 4090,1.5元/卡时",
        "1 甲云 rtx-4090-24g 1 OnDemand 1.5 CNY card/h",
    ),
    (
        "服务器价格：4090*8 32核 64G 1万/月",
        "1 报价 rtx-4090-24g exact8 Monthly 10000 CNY node/mo !GuessedShare !OtherMemory",
    ),
    (
        "包月 4090 8卡 9800（原价11800）",
        "1 报价 rtx-4090-24g exact8 Monthly 9800 CNY node/mo !GuessedShare !GuessedCurrency",
    ),
    (
        "Hi, our price for 8xH100 SXM5 is $1.95 per GPU per hour for a 12-month reservation, $2.49 on demand.",
        "1 报价 h100-sxm-80g min8 Reserved1y 1.95 USD card/h 12m
         1 报价 h100-sxm-80g min8 OnDemand 2.49 USD card/h",
    ),
    (
        "A100 80G：单卡6.8/时，8卡51/时，8卡包月3.1w",
        "1 报价 a100-sxm-80g+a100-pcie-80g 1 OnDemand 6.8 CNY card/h !GuessedCurrency
         1 报价 a100-sxm-80g+a100-pcie-80g exact8 OnDemand 51 CNY node/h !GuessedShare !GuessedCurrency
         1 报价 a100-sxm-80g+a100-pcie-80g exact8 Monthly 31000 CNY node/mo !GuessedShare",
    ),
    (
        "价格表\n4090——1.8元/h\n3090——1.1元/h",
        "1 Heading
         2 报价 rtx-4090-24g 1 OnDemand 1.8 CNY card/h
         3 报价 rtx-3090-24g 1 OnDemand 1.1 CNY card/h",
    ),
    (
        "H100*8|1台|7.2w/月|现货|IB",
        "1 报价 h100-sxm-80g+h100-pcie-80g+h100-nvl-94g exact8 Monthly 72000 CNY node/mo !GuessedShare",
    ),
    (
        "每卡1.9元每小时，4090，需预付3个月",
        "1 报价 rtx-4090-24g 1 Monthly 1.9 CNY card/h 3m",
    ),
    (
        "4090:1.8 5090:2.6 元/卡时",
        "1 报价 rtx-4090-24g 1 OnDemand 1.8 CNY card/h
         1 报价 rtx-5090-32g 1 OnDemand 2.6 CNY card/h",
    ),
    (
        "昇腾910B 8卡 月租 18000 起 (年签)",
        "1 报价 ascend-910b-64g exact8 Monthly 18000 CNY node/mo !GuessedShare !GuessedCurrency !From",
    ),
    (
        "老板好，H20 96G 现货 20 台，5.0 万/台/月，一年付，专票6个点另算",
        "1 报价 h20-96g exact1 Reserved1y 53000 CNY node/mo plus 0.06 net 50000 Special 12m !NoCount !GuessedTax !FarFromMarket",
    ),
    (
        "4090 | 24G | 1.75\n5090 | 32G | 2.55\nA6000 | 48G | 2.3",
        "1 报价 rtx-4090-24g 1 OnDemand 1.75 CNY card/h !GuessedPeriod !GuessedCurrency
         2 报价 rtx-5090-32g 1 OnDemand 2.55 CNY card/h !GuessedPeriod !GuessedCurrency
         3 报价 rtx-a6000-48g 1 OnDemand 2.3 CNY card/h !GuessedPeriod !GuessedCurrency",
    ),
    (
        "GPU\tPrice\nA100 PCIe 80GB\t$1.19/hr\nA100 SXM 80GB\t$1.39/hr\nRTX A6000\t$0.33/hr (spot $0.23)",
        "2 报价 a100-pcie-80g 1 OnDemand 1.19 USD card/h
         3 报价 a100-sxm-80g 1 OnDemand 1.39 USD card/h
         4 报价 rtx-a6000-48g 1 OnDemand 0.33 USD card/h !MoreFigures",
    ),
    (
        "甲：4090 1.8元/时；乙：4090 1.7元/时；丙：4090 1.75元/时",
        "1 报价 rtx-4090-24g 1 OnDemand 1.8 CNY card/h
         1 报价 rtx-4090-24g 1 OnDemand 1.7 CNY card/h
         1 报价 rtx-4090-24g 1 OnDemand 1.75 CNY card/h",
    ),
    (
        "服务器型号：R5300 G5\nGPU：4090 24G x 8\n月租金（元）：9800\n税率：6%",
        "1 报价 rtx-4090-24g exact8 Monthly 10388 CNY node/mo plus 0.06 net 9800 !GuessedShare !GuessedTax",
    ),
    (
        "我司报价如下：H800 8卡 月付 6.5 万元（不含税），季付 6.2 万/月，年付 5.8 万/月。",
        "1 报价 h800-sxm-80g+h800-pcie-80g exact8 Monthly 65000 CNY node/mo net 65000 !GuessedShare !NoTaxRate
         1 报价 h800-sxm-80g+h800-pcie-80g exact8 Monthly 62000 CNY node/mo net 62000 !GuessedShare !NoTaxRate
         1 报价 h800-sxm-80g+h800-pcie-80g exact8 Reserved1y 58000 CNY node/mo net 58000 !GuessedShare !NoTaxRate",
    ),
    (
        "4090单卡24小时36元",
        "1 报价 rtx-4090-24g 1 OnDemand 1.5 CNY card/h !Converted !MoreFigures",
    ),
    (
        "租一台8卡4090，一天320",
        "1 报价 rtx-4090-24g exact8 OnDemand 13.333333 CNY node/h !GuessedShare !GuessedCurrency !Converted",
    ),
    (
        "H100 SXM: 1x $2.49, 8x $19.92 per hour",
        "1 报价 h100-sxm-80g 1 OnDemand 2.49 USD card/h !GuessedPeriod
         1 报价 h100-sxm-80g exact8 OnDemand 19.92 USD node/h !GuessedShare",
    ),
    (
        "北京A机房 A800 8卡*10台 3.2w 每台每月 签1年",
        "1 报价 a800-sxm-80g exact8 Reserved1y 32000 CNY node/mo 12m",
    ),
    (
        "RTX 4090 x8 / 2x EPYC 7402 / 256GB / €1,150 per month / 1Gbit",
        "1 报价 rtx-4090-24g exact8 Monthly 1150 EUR node/mo !GuessedShare !MoreFigures",
    ),
    (
        "L20 48G 8卡 14,500/月 (含税13%)",
        "1 报价 l20-48g exact8 Monthly 14500 CNY node/mo with 0.13 net 12831.858407 !GuessedShare !GuessedCurrency",
    ),
];
