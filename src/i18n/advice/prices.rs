//! `advice.md` §17: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("price-stale", "[价格的日期是 {date}，]现在总价可能在 {low} 到 {high}。下单前到控制台看一眼，把今天的价填进来。", "[The price dates from {date};] today the total may be {low} to {high}. Look at the console before you order and enter today’s price."),
    ("price-historical", "[这是旧价（{date}），]已经停售或被新价取代，不进价格范围和中位数。", "[This is an old price ({date}),] withdrawn or superseded; it counts in no range and no median."),
    ("price-low-confidence", "[价格只有一个不太可靠的来源。]到服务商页面核对。", "[The price has one weak source.] Check the provider’s page."),
    ("price-zero", "[没有价格不等于免费。]填上价格，才能比较。", "[No price is not a price of nothing.] Enter one, then it can be compared."),
    ("unit-mismatch", "[各家的计价单位不同，已经换算：]{price} ÷ {cards} 张 ÷ {hours} 小时，每卡 {each}。", "[Prices come in different units and were converted:] {price} / {cards} cards / {hours} hours is {each} a card."),
    ("kind-spread", "[同样是 {gpu}，大云 {cloud}，算力平台 {platform}。]差价买的是合同、网络和客服，以及更少的故障；用不上就不必付。", "[The same {gpu}: {cloud} at a general cloud, {platform} at a GPU platform.] The difference buys contract, network, support and fewer faults; do not pay for what you will not use."),
    ("bundle-differences", "[{offers} 个同款报价配的不一样：]每卡 {low_cpu} 到 {high_cpu} 个 vCPU，内存 {low_ram} 到 {high_ram}。按你用得上的配置比价。", "[{offers} offers of this card bring different machines:] {low_cpu} to {high_cpu} vCPUs and {low_ram} to {high_ram} of memory a card. Compare by what you need."),
    ("estimate-digits", "[估算最多给三位数字，]目录价按原样写。更细的数字并不更准。", "[Estimates show three digits at most,] list prices as printed. More digits would not be more exact."),
];
