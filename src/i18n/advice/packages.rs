//! `advice.md` §9: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("package-pays", "[包月更省：]一个月 {month} 里要开机 {hours}，包月省 {saved}。算的是开机时间，不是忙的时间。", "[The package pays:] powered on for {hours} of {month} a month, it saves {saved}. Powered-on time counts, not busy time."),
    ("package-does-not-pay", "[包月不划算：]每月开机 {even_hours}（{even}）才回本，你只开 {hours}（{share}），多花 {lost}。改按量。", "[The package does not pay:] it breaks even at {even_hours} a month ({even}); you plan {hours} ({share}) and lose {lost}. Pay by the hour."),
    ("package-discount-claim", "[“包期便宜 {said}”要看从哪个原价打的。]能核到价的 2026 年包期只便宜 26% 到 33%。真便宜这么多的话，每月开机 {hours} 就回本。", "[“{said} off” depends on the list price it is taken from.] Packages that could be priced in 2026 gave 26 to 33%. If it is true, {hours} a month break even."),
    ("convert-now", "[该换包月了：]按量已花或还要花 {paid}，包一个月才 {month}。换了之后还有 {unused} 的时长用不上。", "[Time to convert:] {paid} is paid or still to pay by the hour, a month costs {month}. Of it {unused} would go unused."),
    ("no-refund", "[没查到能退款：]不合适的话最多亏 {price}。先按量试 {trial}，{cost}；怀疑超过 {doubt} 就值得试。", "[No refund is known:] up to {price} is lost if it does not work out. A trial of {trial} costs {cost} and pays if you doubt the machine by more than {doubt}."),
    ("five-day-window", "[新买的 {days}内可以全额退]（{price}），限产品、限次数，代金券不退。之后按已用时长扣，或收手续费。买了就测，不行就退。", "[New purchases come back in full within {days}] ({price}), limited by product and count; vouchers do not. Later the used time or a fee is kept. Buy, test, return if needed."),
    ("trial-length", "[包期前先按量试一天]（{cost}）：白试的话，怀疑超过 {idle} 就值⟦；试的时候在干正事，超过 {useful} 就值⟧。", "[Try a day by the hour before the package] ({cost}): it pays above {idle} doubt if the day is wasted⟦, above {useful} if it does real work⟧."),
    ("trial-week-plan", "[试用一周的安排：]第 1 天验机，第 2 天数据和磁盘，第 3 天带存档长跑，第 4 天杀掉再恢复，第 5 天提个问题看多久回，第 6 天换一台再试，第 7 天对账单。共 {cost}，其中约 {hours} 能干正事。", "[A week of trial:] day 1 acceptance, day 2 data and disk, day 3 a long run with checkpoints, day 4 kill and resume, day 5 a support question with a clock, day 6 a second machine, day 7 the bill. {cost}, about {hours} of them useful."),
    ("month-length", "[一个月按 30 天还是自然月，差 1.4%：]720 小时合 {short}，730 小时合 {long}。比价时用同一种。", "[A month of 30 days and a calendar month are 1.4% apart:] {short} over 720 h, {long} over 730 h. Compare on the same hours."),
    ("auto-renew", "[自动续费开着：]到期前几天就会扣 {price}（有一家提前 7 天）。{date}前关掉，或设成到期转按量。", "[It renews itself:] {price} is charged days before the end (one cloud starts 7 days ahead). Turn it off by {date}, or let it fall back to on-demand."),
    ("prepaid-balance", "[预存 {balance} 太多，]一个月只用 {month}。平台关了或你走了都可能拿不回。按月充。", "[{balance} prepaid is too much] for {month} a month. It stays with the provider if it closes or you leave. Top up monthly."),
    ("one-intro-offer", "[新人优惠每人只有一次，]你算了 {offers} 次。多开账号违反条款，可能丢余额和数据。按一次算。", "[Introductory offers are once per person;] {offers} are counted on. A second account breaks the terms and can cost balance and data. Count one."),
    ("intro-not-forever", "[新人价不会一直有：]前 {hours} {first}，之后 {then}，合计 {cost}。", "[The introductory price does not last:] the first {hours} cost {first}, the rest {then}: {cost} in all."),
    ("member-price", "[会员价便宜 {off}：]约省 {saved}，包月的回本点也从 {even} 升到 {rises}。", "[Members pay {off} less:] about {saved}; the package then breaks even at {rises} instead of {even}."),
    ("student-offers", "[学生先找优惠：]目录里有 {credits} 家给新用户额度，有的认证学生有专价。一人一份，数额常变。", "[Students have offers:] {credits} providers of the catalog give new users credit, some have verified student prices. One per person, amounts change."),
    ("long-lock", "[一次锁 {total}：]新卡每 12 到 18 个月一代。价格若每年跌 {fall}（只是举例），要开机 {even} 才回本，而不是 {even_now}。问能不能退或换。", "[{total} is locked in:] a new generation comes every 12 to 18 months. If prices fell {fall} a year (an example), it breaks even at {even} instead of {even_now}. Ask for an exit or swap clause."),
    ("min-term", "[最短要买 {term}：]付 {paid} 的钱，只用 {hours}。看看别的报价。", "[The shortest term is {term}:] {paid} are paid for {hours}. Look at other offers."),
    ("deposit", "[押金 {deposit} 会一直占着，]对方出事就拿不回。这里不算成本，但要备好现金 {cash}。", "[A deposit of {deposit} is tied up,] and lost if the seller fails. It is not counted as cost; have {cash} in cash."),
];
