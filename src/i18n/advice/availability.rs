//! `advice.md` §13: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("sla-in-hours", "[可用性 {sla}，等于每月允许停 {hours}，]在这里值 {cost}。赔付（服务费的 {credit}）按费用算，不赔你的损失。", "[{sla} availability allows {hours} down a month,] worth {cost} here. Credit ({credit} of the fee) follows the fee, not your loss."),
    ("sla-none", "[没读到可用性承诺。]按 99% 算，每月停 {hours}，你损失 {cost}。问清承诺多少、怎么赔。", "[No availability promise was read.] At 99% expect {hours} down a month, {cost} for you. Ask what is promised and how it is credited."),
    ("sla-credit-form", "[赔付 {credit}，最多约 {most}，]多半是代金券，要在期限内自己拿日志去申请。AWS 单机承诺 99.5%，低于 99.5%、99%、95% 赔 10%、30%、100%；腾讯云的例子是 10%、25%、100%。日志留好。", "[A credit of {credit}, {most} at most,] is usually a voucher, claimed in time with your own logs. AWS: 99.5% for one machine, 10, 30, 100% below 99.5, 99, 95%; a Tencent example gives 10, 25, 100%. Keep logs."),
    ("support-gap", "[夜里没人应：]坏了最长要等 {hours}，按 {price} 算，一次 {cost}。要么选 7x24 的，要么让任务出错就自动关机。", "[Nobody answers at night:] a fault waits up to {hours}, at {price} that is {cost} each time. Take 24-hour support, or let the job switch the machine off when it fails."),
    ("support-15min", "[{minutes}内响应不等于修好。]再问一句：多久换机器，能不能自己换。", "[An answer within {minutes} is not a repair.] Ask how long a replacement takes, and whether you can do it yourself."),
    ("broken-hours", "[报价没说坏机时段谁付钱，]最多牵涉 {cost}。AWS 一小时里停超过六分钟就不收那一小时。让对方写进合同。", "[The quote does not say who pays for the hours of a broken machine,] up to {cost}. AWS does not charge an hour with more than six minutes down. Get it in writing."),
    ("spare-nodes", "[{machines} 台机器，按一成备用要 {spare} 台，]多花 {cost}。问清坏机换备机怎么走。", "[{machines} machines: about a tenth spare is {spare},] {cost} more. Ask how a broken node is drained and replaced."),
    ("flip-point", "[{cheap} 便宜，{other} 更稳：]除非它平均每 {hours}就坏一次以上，否则还是便宜的划算。", "[{cheap} is cheap, {other} the safer kind:] the cheap one wins unless it fails more often than once per {hours}."),
    ("burn-in", "[{machines} 台的集群，交付前让对方先压测两三天，]新机器的毛病多在头几天。自己付的话三天要 {cost}。", "[A cluster of {machines}: ask for two to three days of stress test before it is handed over;] new machines fail early. Three days at your own cost are {cost}."),
];
