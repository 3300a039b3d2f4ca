//! The tables.

use super::check;

#[test]
fn t01_tabs_with_header() {
    check(
        "平台\t显卡\t卡数\t价格\n智星云\tRTX 4090\t1\t1.5元/卡时\n恒源云\tRTX 3090\t1\t1.2元/卡时",
        "2 智星云 rtx-4090-24g 1 OnDemand 1.5 CNY card/h
         3 恒源云 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    );
}

#[test]
fn t02_unit_in_the_header() {
    check(
        "供应商,型号,单价(元/卡/时)\nA云,RTX4090,1.98\nB云,A100 SXM 80G,6.5",
        "2 A云 rtx-4090-24g 1 OnDemand 1.98 CNY card/h
         3 B云 a100-sxm-80g 1 OnDemand 6.5 CNY card/h",
    );
}

#[test]
fn t03_ten_thousands_a_month_for_a_node() {
    check(
        "型号\t卡数\t月租\nH100 SXM\t8卡\t7.5万/月/台\nRTX 4090\t8卡\t0.75万/台/月",
        "2 报价 h100-sxm-80g exact8 Monthly 75000 CNY node/mo
         3 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo",
    );
}

#[test]
fn t04_header_in_ten_thousands() {
    check(
        "型号,配置说明,包月价格（万元/台）\nA800 SXM 80G*8,整机,3.6\nL40S*8,整机,1.2",
        "2 报价 a800-sxm-80g exact8 Monthly 36000 CNY node/mo
         3 报价 l40s-48g exact8 Monthly 12000 CNY node/mo",
    );
}

#[test]
fn t05_markdown() {
    check(
        "| Provider | GPU | $/GPU/hr |\n|---|:--:|---:|\n| RunPod | RTX 4090 | 0.69 |\n| Lambda | **H100 SXM** | 3.29 |",
        "3 RunPod rtx-4090-24g 1 OnDemand 0.69 USD card/h
         4 Lambda h100-sxm-80g 1 OnDemand 3.29 USD card/h",
    );
}

#[test]
fn t06_full_width_digits_and_signs() {
    check(
        "平台；显卡；价格\n甲；ＲＴＸ４０９０；￥２．１／卡／小时\n乙；４０９０；１．９元／卡时",
        "2 甲 rtx-4090-24g 1 OnDemand 2.1 CNY card/h
         3 乙 rtx-4090-24g 1 OnDemand 1.9 CNY card/h",
    );
}

#[test]
fn t07_chat_lines() {
    check(
        "4090 单卡 1.88元/小时\nA100 SXM 80G 8卡整机 2.8万/月\nH20 141G x8 4.8万/月 可开专票",
        "1 报价 rtx-4090-24g 1 OnDemand 1.88 CNY card/h
         2 报价 a100-sxm-80g exact8 Monthly 28000 CNY node/mo
         3 报价 h20-141g exact8 Monthly 48000 CNY node/mo Special !GuessedShare",
    );
}

#[test]
fn t08_two_price_columns_make_two_quotes() {
    check(
        "显卡\t按量(元/卡时)\t包月(元/卡)\nRTX 4090\t1.98\t1052\nRTX 3090\t1.3\t—",
        "2 报价 rtx-4090-24g 1 OnDemand 1.98 CNY card/h
         2 报价 rtx-4090-24g 1 Monthly 1052 CNY card/mo
         3 报价 rtx-3090-24g 1 OnDemand 1.3 CNY card/h",
    );
}

#[test]
fn t09_prices_to_be_asked_for_are_kept_with_their_reason() {
    check(
        "型号\t价格\nH200\t面议\nB200\t电询\nRTX 4090\t1.9元/时\nA100 SXM 80G\t\nH100 SXM\t售罄",
        "2 AskPrice
         3 AskPrice
         4 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         5 NoPrice
         6 SoldOut",
    );
}

#[test]
fn t10_merged_cells_carry_down() {
    check(
        "供应商\t显卡\t价格(元/卡时)\n甲公司\tRTX 4090\t1.9\n\tRTX 3090\t1.2\n\tL20\t3.1\n乙公司\tRTX 4090\t2.0",
        "2 甲公司 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 甲公司 rtx-3090-24g 1 OnDemand 1.2 CNY card/h !CarriedDown
         4 甲公司 l20-48g 1 OnDemand 3.1 CNY card/h !CarriedDown
         5 乙公司 rtx-4090-24g 1 OnDemand 2 CNY card/h",
    );
}

#[test]
fn t11_title_and_sum_lines() {
    check(
        "2026年11月算力报价单\n型号\t卡数\t价格（元/月/台）\nRTX 4090\t8\t7500\n合计\t\t7500",
        "1 Heading
         3 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         4 Summary",
    );
}

#[test]
fn t12_quoted_thousands_in_commas() {
    check(
        "provider,gpu,price per month,currency\nFoo,\"RTX 4090\",\"1,052\",CNY\nBar,H100 SXM,\"2,100.50\",USD",
        "2 Foo rtx-4090-24g 1 Monthly 1052 CNY card/mo
         3 Bar h100-sxm-80g 1 Monthly 2100.5 USD card/mo",
    );
}

#[test]
fn t13_unquoted_thousands_with_a_sign() {
    check(
        "型号,卡数,月租\nH800 SXM,8,¥69,000/月/台\nRTX 4090,8,¥8,800/月/台",
        "2 报价 h800-sxm-80g exact8 Monthly 69000 CNY node/mo
         3 报价 rtx-4090-24g exact8 Monthly 8800 CNY node/mo",
    );
}

#[test]
fn t14_columns_of_blanks() {
    check(
        "平台      显卡        价格\n甲云      RTX 4090    1.9元/卡时\n乙云      A100 SXM 80G    7.2元/卡时",
        "2 甲云 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 乙云 a100-sxm-80g 1 OnDemand 7.2 CNY card/h",
    );
}

#[test]
fn t15_no_header() {
    check(
        "智星云\tRTX 4090\t1.5元/卡时\n恒源云\tRTX 3090\t1.2元/卡时",
        "1 智星云 rtx-4090-24g 1 OnDemand 1.5 CNY card/h
         2 恒源云 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    );
}

#[test]
fn t16_memory_in_its_own_column() {
    check(
        "GPU型号\t显存\t卡数\t时价(元/卡)\nA100 SXM\t40G\t1\t4.5\nA100 SXM\t80G\t1\t6.8",
        "2 报价 a100-sxm-40g 1 OnDemand 4.5 CNY card/h
         3 报价 a100-sxm-80g 1 OnDemand 6.8 CNY card/h",
    );
}

#[test]
fn t17_net_prices_with_a_rate() {
    check(
        "型号\t卡数\t月价(元/台,不含税6%)\t发票\nRTX 4090\t8\t7000\t专票",
        "2 报价 rtx-4090-24g exact8 Monthly 7420 CNY node/mo plus 0.06 net 7000 Special",
    );
}

#[test]
fn t18_tax_column() {
    check(
        "型号\t价格(元/卡时)\t是否含税\t备注\nRTX 4090\t1.9\t含税6%\t可开专票\nRTX 3090\t1.2\t不含税\t普票",
        "2 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h with 0.06 net 1.792453 Special
         3 报价 rtx-3090-24g 1 OnDemand 1.2 CNY card/h net 1.2 Ordinary !NoTaxRate",
    );
}

#[test]
fn t19_terms() {
    check(
        "型号\t租期\t月租(元/台)\nH20 141G*8\t1年\t48000\nH20 141G*8\t3年\t43000\nH20 141G*8\t1个月\t52000",
        "2 报价 h20-141g exact8 Reserved1y 48000 CNY node/mo 12m
         3 报价 h20-141g exact8 Reserved3y 43000 CNY node/mo 36m
         4 报价 h20-141g exact8 Monthly 52000 CNY node/mo 1m",
    );
}

#[test]
fn t20_by_the_day_week_and_year() {
    check(
        "显卡\t价格\nRTX 4090\t36元/天\nRTX 4090\t240元/周\nRTX 4090\t9600元/年",
        "2 报价 rtx-4090-24g 1 OnDemand 1.5 CNY card/h !Converted
         3 报价 rtx-4090-24g 1 OnDemand 1.428571 CNY card/h !Converted
         4 报价 rtx-4090-24g 1 Reserved1y 800 CNY card/mo !Converted",
    );
}

#[test]
fn t21_ranges_and_from() {
    check(
        "显卡\t价格(元/卡时)\nRTX 4090\t1.8-2.2\nRTX 3090\t1.1起\nA800 SXM\t4.5~5.5",
        "2 报价 rtx-4090-24g 1 OnDemand 2.2 CNY card/h !UpperEnd
         3 报价 rtx-3090-24g 1 OnDemand 1.1 CNY card/h !From
         4 报价 a800-sxm-80g 1 OnDemand 5.5 CNY card/h !UpperEnd",
    );
}

#[test]
fn t22_spot() {
    check(
        "GPU\tMode\tPrice\nH100 SXM\tspot\t$1.89/GPU/hr\nH100 SXM\ton-demand\t$2.99/GPU/hr\nRTX 4090\t抢占式\t0.9元/卡时",
        "2 报价 h100-sxm-80g 1 Spot 1.89 USD card/h
         3 报价 h100-sxm-80g 1 OnDemand 2.99 USD card/h
         4 报价 rtx-4090-24g 1 Spot 0.9 CNY card/h",
    );
}

#[test]
fn t23_places() {
    check(
        "平台\t显卡\t地区\t价格(元/卡时)\n甲\tRTX 4090\t北京\t1.9\n乙\tRTX 4090\t新加坡\t2.4\n丙\tRTX 4090\t美国西部\t2.2\n丁\tRTX 4090\t火星\t9",
        "2 甲 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 乙 rtx-4090-24g 1 OnDemand 2.4 CNY card/h Asia
         4 丙 rtx-4090-24g 1 OnDemand 2.2 CNY card/h Us
         5 丁 rtx-4090-24g 1 OnDemand 9 CNY card/h !UnknownPlace !FarFromMarket",
    );
}

#[test]
fn t24_unknown_cards_are_kept() {
    check(
        "型号\t价格\n某国产卡Z1\t2元/卡时\nRTX 4090\t1.9元/卡时\n\t1.5元/卡时",
        "2 报价 ?某国产卡z1 1 OnDemand 2 CNY card/h !UnknownCard
         3 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         4 报价 rtx-4090-24g 1 OnDemand 1.5 CNY card/h !CarriedDown",
    );
}

#[test]
fn t25_counts_in_every_spelling() {
    check(
        "型号\t价格\n8卡4090\t7500元/月/台\n4090*8\t7500元/月/台\n8×RTX 4090\t7500元/月/台\nRTX 4090 x 8\t7500元/月/台\n4090（八卡）\t7500元/月/台\n4090 24G 8张\t7500元/月/台\n8xH100 SXM\t75000元/月/台",
        "2 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         3 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         4 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         5 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         6 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         7 报价 rtx-4090-24g exact8 Monthly 7500 CNY node/mo
         8 报价 h100-sxm-80g exact8 Monthly 75000 CNY node/mo",
    );
}

#[test]
fn t26_per_card_or_per_machine_is_told_by_the_market() {
    check(
        "型号\t卡数\t价格(元/小时)\nRTX 4090\t8\t15\nRTX 4090\t8\t1.9",
        "2 报价 rtx-4090-24g exact8 OnDemand 15 CNY node/h !GuessedShare
         3 报价 rtx-4090-24g min8 OnDemand 1.9 CNY card/h !GuessedShare",
    );
}

#[test]
fn t27_hour_or_month_is_told_by_the_market() {
    check(
        "显卡\t价格\nRTX 4090\t1.95\nRTX 4090\t1100",
        "2 报价 rtx-4090-24g 1 OnDemand 1.95 CNY card/h !GuessedPeriod !GuessedCurrency
         3 报价 rtx-4090-24g 1 Monthly 1100 CNY card/mo !GuessedPeriod !GuessedCurrency",
    );
}

#[test]
fn t28_dates() {
    check(
        "显卡,价格(元/卡时),日期\nRTX 4090,1.9,2026/11/4\nRTX 3090,1.2,11月20日",
        "2 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 报价 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    );
}

#[test]
fn t29_english_with_semicolons() {
    check(
        "Vendor;GPU;Qty;Monthly price (USD, per node);Region\nAcme;H100 SXM;8;18000;US\nBolt;A100 SXM 80GB;8;9500;EU",
        "2 Acme h100-sxm-80g exact8 Monthly 18000 USD node/mo Us
         3 Bolt a100-sxm-80g exact8 Monthly 9500 USD node/mo Eu",
    );
}

#[test]
fn t30_host_columns() {
    check(
        "显卡\t卡数\tCPU\t内存\t网络\t月租(元/台)\nH800 SXM\t8\t2*8480C 112核\t2048G\tIB 3.2T\t69000",
        "2 报价 h800-sxm-80g exact8 Monthly 69000 CNY node/mo",
    );
}

#[test]
fn t31_w_for_ten_thousand() {
    check(
        "H100 SXM 8卡 7.8w/月 整机\n4090 8卡 0.72w/月/台\nH200 8卡：9.4W一个月",
        "1 报价 h100-sxm-80g exact8 Monthly 78000 CNY node/mo
         2 报价 rtx-4090-24g exact8 Monthly 7200 CNY node/mo
         3 报价 h200-sxm-141g+h200-nvl-141g exact8 Monthly 94000 CNY node/mo !GuessedShare",
    );
}

#[test]
fn t32_zero_and_negative() {
    check(
        "显卡\t价格(元/卡时)\nRTX 4090\t0\nRTX 3090\t-1.5\nRTX 4090\t1.9",
        "2 NotPositive
         3 NotPositive
         4 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h",
    );
}

#[test]
fn t33_ragged_rows() {
    check(
        "平台,显卡,价格\n甲云,RTX 4090,1.9元/卡时,现货,多\n乙云\n丙云,RTX 3090\n,,\n丁云,L20,3元/卡时",
        "2 甲云 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 Heading
         4 NoPrice
         6 丁云 l20-48g 1 OnDemand 3 CNY card/h",
    );
}

#[test]
fn t34_repeated_header() {
    check(
        "显卡\t价格(元/卡时)\nRTX 4090\t1.9\n显卡\t价格(元/卡时)\nRTX 3090\t1.2",
        "2 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 Heading
         4 报价 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    );
}

#[test]
fn t35_domestic_cards() {
    check(
        "型号\t卡数\t价格\n昇腾910B\t8\t1.5万/月/台\n寒武纪MLU370-X8\t1\t3元/卡时\n昇腾 910C\t1\t9元/卡时",
        "2 报价 ascend-910b-64g exact8 Monthly 15000 CNY node/mo
         3 报价 mlu-370-x8-48g 1 OnDemand 3 CNY card/h
         4 报价 ascend-910c-128g 1 OnDemand 9 CNY card/h",
    );
}

#[test]
fn t36_unit_column() {
    check(
        "显卡\t单价\t单位\nRTX 4090\t1.9\t元/卡/时\nH100 SXM*8\t75000\t元/台/月\nL40S\t1.2\tUSD/GPU/hour",
        "2 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         3 报价 h100-sxm-80g exact8 Monthly 75000 CNY node/mo
         4 报价 l40s-48g 1 OnDemand 1.2 USD card/h",
    );
}

#[test]
fn t37_cells_with_line_breaks() {
    check(
        "平台\t显卡\t价格\n甲云\t\"RTX 4090\n24G\"\t\"1.9元/卡时\n(含税)\"\n乙云\tRTX 3090\t1.2元/卡时",
        "2 甲云 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         5 乙云 rtx-3090-24g 1 OnDemand 1.2 CNY card/h",
    );
}

#[test]
fn t38_sellers_in_chat_lines() {
    check(
        "智星云：4090 1.5元/卡时\nAutoDL 3090 1.32元/小时\n大家好，最近有4090吗？\nH100 价格待定",
        "1 智星云 rtx-4090-24g 1 OnDemand 1.5 CNY card/h
         2 AutoDL rtx-3090-24g 1 OnDemand 1.32 CNY card/h
         3 NoPrice
         4 AskPrice",
    );
}

#[test]
fn t39_english_chat() {
    check(
        "8x H100 SXM $2.10/GPU/hr, 1 year contract\n4x A100 SXM 80GB - $1.20 per GPU hour\nRTX 4090 $250/month",
        "1 报价 h100-sxm-80g min8 Reserved1y 2.1 USD card/h 12m
         2 报价 a100-sxm-80g min4 OnDemand 1.2 USD card/h
         3 报价 rtx-4090-24g 1 Monthly 250 USD card/mo",
    );
}

#[test]
fn t40_markdown_in_chinese_without_outer_bars() {
    check(
        "序号 | 厂商 | 卡型 | 数量 | 价格\n--- | --- | --- | --- | ---\n1 | 甲 | RTX 4090D | 8卡 | 6800元/月/台\n2 | 乙 | L20 | 8卡 | 2.9元/卡时",
        "3 甲 rtx-4090d-24g exact8 Monthly 6800 CNY node/mo
         4 乙 l20-48g min8 OnDemand 2.9 CNY card/h",
    );
}

#[test]
fn t41_list_with_bullets() {
    check(
        "- RTX 4090 24G：1.98 元/卡·时\n- RTX 5090 32G：2.98 元/卡·时\n- 以上含普票",
        "1 报价 rtx-4090-24g 1 OnDemand 1.98 CNY card/h
         2 报价 rtx-5090-32g 1 OnDemand 2.98 CNY card/h
         3 Heading",
    );
}

#[test]
fn t42_empty() {
    check("", "");
    check("\n\n  \n", "");
    check("你好", "1 Heading");
}

#[test]
fn t43_record_over_several_lines() {
    check(
        "机型：8*A800-80G NVLink\n价格：3.6万/月/台\n机房：北京",
        "1 报价 a800-sxm-80g+a800-pcie-80g exact8 Monthly 36000 CNY node/mo",
    );
}

#[test]
fn t44_single_blanks_and_counts_in_headers() {
    check(
        "显卡型号 单卡时价 8卡月租\n4090 1.9元 8500元\nL20 3.1元 15000元",
        "2 报价 rtx-4090-24g 1 OnDemand 1.9 CNY card/h
         2 报价 rtx-4090-24g exact8 Monthly 8500 CNY node/mo
         3 报价 l20-48g 1 OnDemand 3.1 CNY card/h
         3 报价 l20-48g exact8 Monthly 15000 CNY node/mo",
    );
}

#[test]
fn t45_periods_as_columns_and_a_total() {
    check(
        "卡型\t按小时（元）\t按天（元）\t按月（元）\t总价\n4090\t2.08\t45\t1188\t9999",
        "2 报价 rtx-4090-24g 1 OnDemand 2.08 CNY card/h
         2 报价 rtx-4090-24g 1 OnDemand 1.875 CNY card/h !Converted
         2 报价 rtx-4090-24g 1 Monthly 1188 CNY card/mo",
    );
}

#[test]
fn t46_sentences_with_commas() {
    check(
        "A100-80G-SXM 单卡 ¥6.5/h，包月 4200\nRTX 4090 24GB x1 - 2.3 CNY/hr, no setup fee",
        "1 报价 a100-sxm-80g 1 OnDemand 6.5 CNY card/h
         1 报价 a100-sxm-80g 1 Monthly 4200 CNY card/mo
         2 报价 rtx-4090-24g 1 OnDemand 2.3 CNY card/h",
    );
}

#[test]
fn t47_a_node_by_its_market() {
    check(
        "| 型号 | 配置 | 月租（元） |\n| A100 SXM 40G | 8卡/2*8358/1T/2*3.84T | 18000 |",
        "2 报价 a100-sxm-40g exact8 Monthly 18000 CNY node/mo !GuessedShare",
    );
}

#[test]
fn t48_tax_and_invoice_in_two_columns_and_a_contract_term() {
    check(
        "供应商\t显卡\t价格\t含税\t发票\t合同期\n甲云\t4090\t1.9元/卡时\t不含税13%\t普票\t\n乙\tRTX 3090\t1.06元/卡/时\t含税6%\t专票\t12个月\n丙\t5090\t面议\t\t\t",
        "2 甲云 rtx-4090-24g 1 OnDemand 2.147 CNY card/h plus 0.13 net 1.9 Ordinary
         3 乙 rtx-3090-24g 1 Reserved1y 1.06 CNY card/h with 0.06 net 1 Special 12m
         4 AskPrice",
    );
}
