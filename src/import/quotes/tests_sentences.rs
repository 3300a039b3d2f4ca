//! Quotes as sellers write them in chats and mails: every price with its card, or a reason and a flag.

use super::show;

/// A line, and what it is read as.
#[test]
fn lines_as_sellers_write_them() {
    let mut wrong = String::new();
    for (text, want) in LINES {
        let got: Vec<String> = show(text)
            .lines()
            .map(|l| l.trim_start_matches("1 ").trim_start_matches("报价 ").to_string())
            .collect();
        let got = got.join(" | ");
        if got != *want {
            wrong += &format!("(\"{text}\", \"{got}\"),\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

const LINES: &[(&str, &str)] = &[
    ("老王 4090 1.6一小时", "老王 rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency"),
    (
        "老王那边4090单卡1.6一小时，包月900",
        "老王 rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency | 老王 rtx-4090-24g 1 Monthly 900 CNY card/mo !GuessedCurrency",
    ),
    ("4090一小时1.6", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency"),
    ("4090每小时1.6元", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("4090 24G 1.6元/时", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("4090 3090一个月", "rtx-4090-24g 1 Monthly 3090 CNY card/mo !GuessedCurrency"),
    ("4090 包月 3080", "NoPrice"),
    ("4090D 48G 单卡 2.8/h", "rtx-4090d-24g 1 OnDemand 2.8 CNY card/h !GuessedCurrency !OtherMemory"),
    ("4090D 24G 单卡 1.9/h", "rtx-4090d-24g 1 OnDemand 1.9 CNY card/h !GuessedCurrency"),
    ("4090 48G 魔改 2.5元/卡时", "rtx-4090-48g 1 OnDemand 2.5 CNY card/h"),
    ("4090 单卡 显存48G 2.5元/小时", "rtx-4090-48g 1 OnDemand 2.5 CNY card/h"),
    ("A100 80G 8卡整机 2.8万一个月", "a100-sxm-80g+a100-pcie-80g exact8 Monthly 28000 CNY node/mo"),
    ("A100 80G 单卡6.5块一小时", "a100-sxm-80g+a100-pcie-80g 1 OnDemand 6.5 CNY card/h"),
    ("H20 96G x8 4.8万/月", "h20-96g exact8 Monthly 48000 CNY node/mo !GuessedShare"),
    ("H20 96G*8 整机 48000元/月，含税", "h20-96g exact8 Monthly 48000 CNY node/mo"),
    (
        "5090 32g 一天60 一月1500",
        "rtx-5090-32g 1 OnDemand 2.5 CNY card/h !GuessedCurrency !Converted | rtx-5090-32g 1 Monthly 1500 CNY card/mo !GuessedCurrency",
    ),
    ("5090 32g 60一天", "rtx-5090-32g 1 OnDemand 2.5 CNY card/h !GuessedCurrency !Converted"),
    ("L40S 单卡 $0.79/hr", "l40s-48g 1 OnDemand 0.79 USD card/h"),
    ("L40S 48G ￥3.2/时", "l40s-48g 1 OnDemand 3.2 CNY card/h"),
    ("3090 RMB 1.1/h", "rtx-3090-24g 1 OnDemand 1.1 CNY card/h"),
    ("3090 1块1一小时", "rtx-3090-24g 1 OnDemand 1.1 CNY card/h"),
    ("V100 32G 0.9元/卡/小时", "v100-sxm-32g+v100-pcie-32g 1 OnDemand 0.9 CNY card/h"),
    ("V100 32G 9毛一小时", "v100-sxm-32g+v100-pcie-32g 1 OnDemand 0.9 CNY card/h"),
    ("昇腾910B 8卡 1.5万/月", "ascend-910b-64g exact8 Monthly 15000 CNY node/mo !GuessedShare"),
    ("910B 64G 单卡 4块5/小时", "ascend-910b-64g 1 OnDemand 4.5 CNY card/h"),
    ("910B 整机8卡 3万2一个月", "ascend-910b-64g exact8 Monthly 32000 CNY node/mo"),
    ("4090 8卡整机 12.8元/小时", "rtx-4090-24g exact8 OnDemand 12.8 CNY node/h"),
    ("4090*8 包月7500", "rtx-4090-24g exact8 Monthly 7500 CNY node/mo !GuessedShare !GuessedCurrency"),
    ("8张4090 一个月7500元", "rtx-4090-24g exact8 Monthly 7500 CNY node/mo !GuessedShare"),
    ("8块4090 整机 7500/月", "rtx-4090-24g exact8 Monthly 7500 CNY node/mo !GuessedCurrency"),
    ("4090 1.6-1.8/小时", "rtx-4090-24g 1 OnDemand 1.8 CNY card/h !GuessedCurrency !UpperEnd"),
    ("4090 1.6起/小时", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency !From"),
    ("4090 面议", "AskPrice"),
    ("4090 价格私聊", "AskPrice"),
    ("H100 1.6w/月 8折", "h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 Monthly 16000 CNY card/mo !Discount"),
    ("H100 80G 原价20元/时 现价15元/时", "h100-sxm-80g+h100-pcie-80g 1 OnDemand 15 CNY card/h !MoreFigures"),
    ("4090 -5元/小时", "NotPositive"),
    ("4090 ¥-5/小时", "NotPositive"),
    ("4090 5千/8卡/月", "rtx-4090-24g exact8 Monthly 5000 CNY node/mo !GuessedCurrency"),
    ("4090 1.6r/h", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("A100 80G 10.5 元/卡时 起租 8卡", "a100-sxm-80g+a100-pcie-80g min8 OnDemand 10.5 CNY card/h !From"),
    ("4090 1.9/时 缺货", "SoldOut"),
    ("4090 HK$2/h", "Currency"),
    ("A100 80GB SXM4 node of 8, $9.60/hr per node", "a100-sxm-80g exact8 OnDemand 9.6 USD node/h"),
    ("8x A100 80GB SXM - $1.10 per GPU hour", "a100-sxm-80g min8 OnDemand 1.1 USD card/h"),
    ("RTX 4090 at $0.34/hr on-demand", "rtx-4090-24g 1 OnDemand 0.34 USD card/h"),
    ("4090 for USD 0.35 an hour", "rtx-4090-24g 1 OnDemand 0.35 USD card/h"),
    ("0.69 $/h RTX 4090", "rtx-4090-24g 1 OnDemand 0.69 USD card/h"),
    ("H100 SXM5 80GB @ 2.29 USD/GPU-hour", "h100-sxm-80g 1 OnDemand 2.29 USD card/h"),
    (
        "H100 80GB from $1.99/hr with 1-year commitment",
        "h100-sxm-80g+h100-pcie-80g 1 Reserved1y 1.99 USD card/h 12m !From",
    ),
    ("4090 250 usd monthly", "rtx-4090-24g 1 Monthly 250 USD card/mo"),
    ("A100 80G $1,499 per month", "a100-sxm-80g+a100-pcie-80g 1 Monthly 1499 USD card/mo"),
    ("H200 141GB $28/hr 8 GPUs", "h200-sxm-141g+h200-nvl-141g exact8 OnDemand 28 USD node/h !GuessedShare"),
    ("L40S $450/mo, 20% off", "l40s-48g 1 Monthly 450 USD card/mo !Discount"),
    ("3090 24G 1.1 3090Ti 1.3", "NoPrice"),
    (
        "4090 1.6一小时 3090 1.1一小时",
        "rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency | rtx-3090-24g 1 OnDemand 1.1 CNY card/h !GuessedCurrency",
    ),
    (
        "1.6元/小时 4090，1.1元/小时 3090",
        "rtx-4090-24g 1 OnDemand 1.6 CNY card/h | rtx-3090-24g 1 OnDemand 1.1 CNY card/h",
    ),
    ("4090/3090 1.6元/小时", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h !OtherCards"),
    ("A100 40G 押金500 4.5元/时", "a100-sxm-40g+a100-pcie-40g 1 OnDemand 4.5 CNY card/h"),
    ("4090 1.6元/时 系统盘100G 流量0.8元/GB", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("RTX PRO 6000 96G 6元/卡时", "rtx-pro-6000-se-96g+rtx-pro-6000-ws-96g 1 OnDemand 6 CNY card/h"),
    ("4090 周租 250", "rtx-4090-24g 1 OnDemand 1.488095 CNY card/h !GuessedCurrency !Converted"),
    ("4090 一年 9600", "rtx-4090-24g 1 Reserved1y 800 CNY card/mo 12m !GuessedCurrency !Converted"),
    ("4090 40元/天 5台", "rtx-4090-24g 1 OnDemand 1.666667 CNY card/h !Converted"),
    ("H800 8卡 RDMA 6.9万/月/台 北京", "h800-sxm-80g+h800-pcie-80g exact8 Monthly 69000 CNY node/mo"),
    ("H20 141G 8卡 5.2万/月 电话13800001111", "h20-141g exact8 Monthly 52000 CNY node/mo !GuessedShare"),
    ("4090 16元/时", "rtx-4090-24g 1 OnDemand 16 CNY card/h !FarFromMarket"),
    ("4090 160元/时", "rtx-4090-24g 1 OnDemand 160 CNY card/h !FarFromMarket"),
    ("A10 24G 竞价 0.9元/时", "a10-24g 1 Spot 0.9 CNY card/h !FarFromMarket"),
    ("A100 SXM 80G 12个月 3600/卡/月", "a100-sxm-80g 1 Reserved1y 3600 CNY card/mo 12m !GuessedCurrency"),
    ("4090 1.6", "NoPrice"),
    ("4090 1.6,包月900", "rtx-4090-24g 1 Monthly 900 CNY card/mo !GuessedCurrency !MoreFigures"),
    ("2台8卡4090 整机13/时", "rtx-4090-24g exact8 OnDemand 13 CNY node/h !GuessedCurrency"),
    (
        "单卡4090 1.6/h 双卡 3.1/h",
        "rtx-4090-24g 1 OnDemand 1.6 CNY card/h !GuessedCurrency | rtx-4090-24g exact2 OnDemand 3.1 CNY node/h !GuessedShare !GuessedCurrency",
    ),
    ("RTX4090 24GB显存 1.88元/时", "rtx-4090-24g 1 OnDemand 1.88 CNY card/h"),
    ("华为昇腾 910B3 64G 4.2元/卡时", "ascend-910b3-64g 1 OnDemand 4.2 CNY card/h"),
    ("P40 24G 0.5元每小时", "p40-24g 1 OnDemand 0.5 CNY card/h"),
    ("T4 16G 一小时一块", "NoPrice"),
    ("4090 0.4u/h", "NoPrice"),
    ("Tesla V100 16G 25 cents/hr", "NoPrice"),
    ("4090 1.6元/时 不含税 6%", "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6"),
    ("4090 1.6元/时 不含税，税点6%", "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6"),
    ("4090 1.6元/时 含税13%", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h with 0.13 net 1.415929"),
    ("4090 1.6元/时 含6%专票", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h with 0.06 net 1.509434 Special"),
    ("4090 1.6元/时 +6%", "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6"),
    ("4090 1.6元/时 开票加6个点", "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6"),
    ("4090 1.6元/时 税点 6%", "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6 !GuessedTax"),
    (
        "4090 1.6元/时 专票6% 9折",
        "rtx-4090-24g 1 OnDemand 1.696 CNY card/h plus 0.06 net 1.6 Special !Discount !GuessedTax",
    ),
    ("4090 1.6元/时 不开票", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h net 1.6 None"),
    (
        "4090 不含税1.6/时 含税6%1.7/时",
        "rtx-4090-24g 1 OnDemand 1.6 CNY card/h net 1.6 !GuessedCurrency !NoTaxRate | rtx-4090-24g 1 OnDemand 1.7 CNY card/h with 0.06 net 1.603774 !GuessedCurrency",
    ),
    (
        "H100 $2.1/h excl. VAT",
        "h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 2.1 USD card/h net 2.1 !NoTaxRate",
    ),
    (
        "H100 $2.1/h plus 20% VAT",
        "h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 2.52 USD card/h plus 0.2 net 2.1",
    ),
    (
        "H100 $2.1/h incl. 19% VAT",
        "h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 2.1 USD card/h with 0.19 net 1.764706",
    ),
    (
        "H100 $2.1/h + VAT",
        "h100-sxm-80g+h100-pcie-80g+h100-nvl-94g 1 OnDemand 2.1 USD card/h net 2.1 !NoTaxRate",
    ),
    ("4090 80%利用率 1.6元/时", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("4090 -¥5/小时", "NotPositive"),
    ("4090 −5元/时", "NotPositive"),
    ("4090 64核 内存128G 1.6元/时", "rtx-4090-24g 1 OnDemand 1.6 CNY card/h"),
    ("4090 整机 1.6万/月", "rtx-4090-24g exact1 Monthly 16000 CNY node/mo !NoCount !FarFromMarket"),
    ("RTX 4090 $250/month", "rtx-4090-24g 1 Monthly 250 USD card/mo"),
];

/// No figure of a card's name or memory is ever a price, wherever the price stands and whatever is around it.
#[test]
fn a_name_is_no_price() {
    let names = [
        ("4090", 4090.0),
        ("4090D 48G", 4090.0),
        ("A100 80G", 80.0),
        ("H20 96G x8", 96.0),
        ("5090 32g", 32.0),
        ("L40S", 40.0),
        ("3090", 3090.0),
        ("V100 32G", 32.0),
        ("910B", 910.0),
        ("昇腾910B 64G", 910.0),
    ];
    let shapes = [
        "老王 {c} 1.6一小时",
        "{c}单卡1.6一小时，包月900",
        "{c} 包月 900元",
        "{c}一小时1.6",
        "一小时1.6 {c}",
        "{c} ¥1.6/h",
        "{c} 一天 30",
        "{c} 面议",
        "{c} 整机 8卡 12元/时",
        "{c} at $0.5/hr",
        "{c} 每小时 1.6-1.8 8折",
        "{c} RMB 900 一个月 含税6%",
    ];
    for (name, figure) in names {
        for shape in shapes {
            let text = shape.replace("{c}", name);
            let pasted = super::read(super::Catalog::embedded(), &text, &super::defaults());
            for q in pasted.rows.iter().filter_map(|r| r.read.as_ref().ok()).flatten() {
                let price = q.net.unwrap_or(q.quote.price).to_f64();
                assert!((price - figure).abs() > 0.01, "{text}: {price}");
                assert!(price < 1_000.0, "{text}: {price}");
            }
        }
    }
}
