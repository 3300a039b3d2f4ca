//! Texts of the panels that answer what people ask before they pay. `{0}` … are values, `[` … `]` is
//! strong, `<` … `>` the one figure to look at.

use super::{Lang, Rich, fill};

/// Chinese, English.
pub type Pair = (&'static str, &'static str);

/// A text in one language.
pub const fn of(lang: Lang, pair: Pair) -> &'static str {
    lang.pick(pair.0, pair.1)
}

/// A template filled, with the spacing of the language.
pub fn say(lang: Lang, pair: Pair, values: &[&str]) -> Rich {
    let rich = fill(of(lang, pair), values);
    if lang == Lang::Zh { rich.tidied() } else { rich }
}

macro_rules! texts {
    ($($name:ident $zh:literal $en:literal;)+) => {
        $(#[doc = $zh] pub const $name: $crate::i18n::questions::Pair = ($zh, $en);)+
        #[cfg(test)]
        const ALL: &[(&str, $crate::i18n::questions::Pair)] = &[$((stringify!($name), $name)),+];
        #[cfg(test)]
        #[test]
        fn every_text_is_there_in_both_languages() {
            for (name, (zh, en)) in ALL {
                crate::i18n::tests::check_pair(name, zh, en);
            }
        }
    };
}

texts! {
    SECTION "付钱之前，这些账也算一算" "Before you pay, work these out too";
    SECTION_NOTE "按你的计划填好了，每个数都能改；在这里改不影响上面的答案。" "Filled in from your plan; every figure can be changed, and the answer above stays as it is.";
    ASSUMPTIONS "按这些数算" "Computed from";
    BACK "恢复" "Reset";
    // by the hour or by the month
    HOURLY "按小时租，还是包月？" "By the hour or by the month?";
    IN_HOUR "按小时的价" "Price of an hour";
    IN_MONTH "包月的价" "Price of a month";
    IN_MONTH_H "一个月算几小时" "Hours in that month";
    IN_PARKED "关机时存数据" "Keeping data while off";
    IN_POWERED "一个月开机" "Powered on per month";
    IN_WORKDAYS "工作日" "Working days";
    IN_DAY_H "每天开" "On per day";
    IN_NIGHTS "通宵训练" "Nights of training";
    IN_NIGHT_H "每晚开" "On per night";
    HOURLY_EVEN "开机满 <{0}>（一个月的 {1}）包月才划算。" "A month only pays above <{0}> powered on ({1} of it).";
    HOURLY_NEVER "这个包月价比开满一个月还贵，[按小时总是便宜]。" "This month costs more than being on all of it: [the hour is always cheaper].";
    HOURLY_ALWAYS "这个包月价比关机存数据还便宜，[包月总是便宜]。" "This month costs less than keeping the data while off: [the month is always cheaper].";
    HOURLY_YOU_HOUR "你一个月开 {0}：[按小时]便宜 {1}。" "You are on for {0} a month: [by the hour] is {1} cheaper.";
    HOURLY_YOU_MONTH "你一个月开 {0}：[包月]便宜 {1}。" "You are on for {0} a month: [the month] is {1} cheaper.";
    HOURLY_HELPER "填了工作日和通宵，开机时间就按它们算：{0}。" "Working days and nights, once filled in, decide the hours: {0}.";
    HOURLY_BUSY "开着没跑也算开机：下班会不会真的关，决定了答案。" "On but idle still counts as on: whether you would really switch it off decides.";
    MONTH_ASSUMED "这种卡没查到包月价，先按小时价的 {0} 估；问到了就改。" "No monthly price is known for these cards: {0} of the hourly price is assumed until you have one.";
    MONTH_FROM "包月价是 {0} 的。" "The monthly price is that of {0}.";
    LINE_HOURLY "按小时" "by the hour";
    LINE_MONTHLY "包月" "by the month";
    X_POWERED "一个月里开机的小时" "Powered-on hours in a month";
    Y_MONTH "一个月花多少，{0}" "Cost of a month, {0}";
    YOURS "你 {0}" "you, {0}";
    EVEN_AT "平手 {0}" "even at {0}";
    // try first
    TRIAL "先按小时试一天，再包月？" "Try a day by the hour, then take the month?";
    IN_TRIAL_H "试多久" "Length of the trial";
    IN_DOUBT "怕它不合用的把握" "Chance that it is unsuitable";
    IN_FINDS "试得出来的机会" "Chance that the trial shows it";
    IN_USEFUL "试的时候干的活有用" "Share of the trial that is real work";
    IN_REFUND "包月能退回" "Share of the package paid back";
    IN_RUN_H "已经按小时开了" "Already on by the hour";
    IN_LEFT_H "这个月还要开" "Still needed this month";
    TRIAL_ABOVE "有 <{0}> 以上的可能不合用，就先试。试 {1} 花 {2}。" "Try first if the chance that it is unsuitable is above <{0}>. A trial of {1} costs {2}.";
    TRIAL_FIRST "你估 {0}：[先试]，不试平均会亏 {1}。" "You put it at {0}: [try first]; not trying loses {1} on average.";
    TRIAL_BUY "你估 {0}：[直接包月]，不试平均只亏 {1}。" "You put it at {0}: [take the month]; not trying loses only {1} on average.";
    TRIAL_REFUND "不合用能全退：[包月本身就是最便宜的试用]。先问清楚退款限几次、限哪些机型。" "All of it is paid back: [the month itself is the cheapest trial]. Ask how often and for which machines.";
    TRIAL_PAID "按小时开满 {0} 就够付一个月了。到那时还要用，就转包月。" "After {0} by the hour you have paid a month. Convert then if you still need it.";
    TRIAL_ALERT "[已经按小时付了 {0}，够包一个月。]" "[You have paid {0} by the hour, as much as a month.]";
    TRIAL_CONVERT "还要开 {0}：现在[转包月]，能少花 {1}。" "With {0} still to go, [converting now] saves {1}.";
    TRIAL_STAY "还要开 {0}：[接着按小时]，包月要多花 {1}。" "With {0} still to go, [stay by the hour]: a month would cost {1} more.";
    LINE_TRY "先试" "try first";
    LINE_BUY_AT_ONCE "直接包" "take it at once";
    X_DOUBT "不合用的可能" "Chance that it is unsuitable";
    Y_LOSS "平均多花多少，{0}" "Cost on average, {0}";
    // spot
    SPOT "用不用竞价？" "Spot or not?";
    IN_DISCOUNT "比按量便宜" "Cheaper than on-demand by";
    IN_MTBI "平均多久被收回一次" "Mean time between reclaims";
    IN_WRITE "存一次检查点" "Writing a checkpoint";
    IN_EVERY "多久存一次（0 是自动）" "Time between checkpoints (0: best)";
    IN_WAIT "收回后等卡" "Wait for a card afterwards";
    IN_DEADLINE "要在多久内做完" "Must be done within";
    SPOT_EXPECT "竞价预计 <{0}>、{1} 做完；按量 {2}、{3}。" "Spot is expected to cost <{0}> and take {1}; on-demand {2} and {3}.";
    SPOT_WORST "坏起来要 {0}、{1}。预计断 {2} 次，每 {3} 存一次检查点。" "In a bad case {0} and {1}. Expect {2} interruptions, with a checkpoint every {3}.";
    SPOT_LATE "{0} 内做不完的可能：[{1}]。" "Chance to miss {0}: [{1}].";
    SPOT_SWITCH "最晚到第 {0} 改用按量还赶得上；这样预计 {1}，最坏 {2}。" "On-demand from {0} on at the latest still makes it: {1} expected, {2} at worst.";
    SPOT_TOO_LATE "时间不够从头按量再跑一遍：[这个期限别用竞价]。" "There is no time left to run it again on-demand: [do not use spot for this deadline].";
    SPOT_EVEN "比平均 {0} 断一次还勤，才会比按量贵。" "Spot only costs more when reclaimed more often than every {0}.";
    SPOT_DEARER "竞价没有便宜多少，断一次就更贵：[用按量]。" "Spot is hardly cheaper: [stay on-demand].";
    SPOT_ALWAYS "断得再勤也比按量便宜，要担心的只有时间。" "It stays cheaper however often it is reclaimed; only time is at risk.";
    SPOT_ASSUMED "这种卡没查到竞价，先按便宜 {0} 估；收回的频率也是假设。" "No spot price is known for these cards: {0} off is assumed, and so is the rate of reclaims.";
    SPOT_FROM "竞价是 {0} 的；收回的频率没有公布，是按这类商家假设的。" "The spot price is that of {0}; the rate of reclaims is not published and assumed from its kind.";
    LINE_SPOT "竞价" "spot";
    LINE_ON_DEMAND "按量" "on-demand";
    X_MTBI "平均多久被收回一次（小时）" "Mean hours between reclaims";
    Y_TOTAL "总共花多少，{0}" "Total cost, {0}";
    // cheap card first
    SPLIT "便宜卡调通，好卡开跑？" "Debug on a cheap card, run on the big one?";
    IN_CHEAP "便宜卡一小时" "An hour of the cheap card";
    IN_BIG "好卡一小时（全部卡）" "An hour of the big cards (all)";
    IN_DEBUG "调试要多久" "Hours of debugging";
    IN_SPRINT "正式跑多久" "Hours of the run";
    IN_MOVE "搬过去要多久" "Hours of moving";
    IN_MOVE_COST "搬数据的流量费" "Traffic to move the data";
    IN_HUMAN "好卡上调试快几倍" "Debugging is faster there by a factor of";
    SPLIT_ABOVE "调试超过 <{0}> 就值得先用便宜卡。" "More than <{0}> of debugging belongs on the cheap card.";
    SPLIT_NEVER "便宜卡没比好卡便宜，[直接用好卡]。" "The cheap card is not cheaper here: [use the big one].";
    SPLIT_YES "你调 {0}：[分两步]要 {1}，全在好卡上要 {2}。" "With {0} of debugging, [two steps] cost {1}; all on the big card {2}.";
    SPLIT_NO "你调 {0}：[全在好卡上]要 {1}，分两步要 {2}。" "With {0} of debugging, [all on the big card] costs {1}; two steps {2}.";
    SPLIT_FITS "前提是便宜卡装得下：可以把层数、长度或批量缩小了再调。" "It has to fit on the cheap card: shrink layers, length or batch for debugging.";
    SPLIT_CARD "便宜卡按 {0} 的市场中位价填。" "The cheap card is {0} at its median price.";
    LINE_SPLIT "分两步" "two steps";
    LINE_ALL_BIG "全在好卡上" "all on the big card";
    X_DEBUG "调试的小时" "Hours of debugging";
    // base and burst
    BASE "包一部分，高峰再按小时加？" "Commit a base and rent the peaks?";
    IN_NIGHT_CARDS "一直要用的卡" "Cards in use at all times";
    IN_DAY_CARDS "白天要用的卡" "Cards in use by day";
    IN_PEAK_CARDS "高峰要用的卡" "Cards in use at the peak";
    IN_DAY_LONG "白天有几小时" "Hours of a day";
    IN_PEAK_LONG "其中高峰几小时" "Of these at the peak";
    IN_COMMITTED "包下来每卡每小时" "A committed card-hour";
    IN_BURST "按小时每卡每小时" "A card-hour on demand";
    BASE_BEST "包 <{0} 张>，不够的按小时加：一天 {1}。" "Commit <{0}> cards and rent the rest by the hour: {1} a day.";
    BASE_OTHERS "全按小时 {0}，全包 {1}。" "All by the hour {0}, all committed {1}.";
    BASE_RULE "一张卡每天用到 {0} 以上才值得包。" "A card is worth committing when it is used for more than {0} a day.";
    X_BASE "包几张" "Cards committed";
    Y_DAY "一天花多少，{0}" "Cost of a day, {0}";
    LINE_COST "花费" "cost";
    BEST_AT "最省 {0}" "best: {0}";
    // rent or buy
    BUY "租，还是买？" "Rent or buy?";
    IN_RENT "租这些卡一小时" "Renting these cards, an hour";
    IN_USE "用得上的时间" "Share of the time in use";
    IN_IDLE "一年空几个月" "Idle months in a year";
    BUY_AFTER "第 <{0} 个月> 起，买（用完卖掉）比租省：过了这里就别再租。" "From <month {0}> on, buying (and selling it afterwards) has cost less than renting.";
    BUY_NEVER "{0} 年里[租一直便宜]。" "Within {0} years [renting stays cheaper].";
    BUY_MONTH "买下来一个月合 {0}：折旧和利息 {1}，电 {2}，维护 {3}，机柜和人 {4}。租一个月 {5}。" "Owning costs {0} a month: capital {1}, power {2}, upkeep {3}, rack and people {4}. Renting costs {5}.";
    BUY_USE "用到 {0} 以上的时间，买才划算。" "Buying pays when the machine is in use for more than {0} of the time.";
    BUY_NOT_EVEN_FULL "就算一刻不停地用，[租也更便宜]。" "Even in use all the time [renting is cheaper].";
    BUY_PRICE "整机按 {0} 算（{1}）。" "The machine is taken at {0} ({1}).";
    BUY_REFERENCE "参考价，来源自己也说是估的" "a reference price that its own source calls an estimate";
    BUY_TYPED "你填的价" "your own figure";
    BUY_NO_PRICE "没有这种卡的整机参考价。在下面填一个整机报价就能算。" "There is no reference price for a machine with these cards. Type a quote below.";
    BUY_LEFT_OUT "没算进钱里的：到货要等多久，新一代出来会不会跌价，半夜坏了谁管。" "Not in the figures: delivery time, a new generation that lowers its value, who answers at 3 a.m.";
    BUY_YEAR "年" "Year";
    BUY_OWN "买（减去残值）" "Own (less resale)";
    BUY_RENT "租" "Rent";
    LINE_OWN "买" "own";
    LINE_RENT "租" "rent";
    X_MONTHS "第几个月" "Month";
    Y_SPENT "到那时一共花多少，{0}" "Spent by then, {0}";
    // own part, rented peaks
    PEAKS "敏感数据用自己的卡，高峰租？" "Own cards for sensitive data, rented peaks?";
    IN_FLOOR "敏感数据至少要几张" "Cards that sensitive data needs";
    IN_OWN "自有一张卡每小时" "An hour of an own card";
    PEAKS_BEST "自有 <{0} 张>最省，高峰不够的租：一天 {1}。" "Owning <{0}> cards and renting the peaks is the cheapest: {1} a day.";
    PEAKS_OTHERS "全租 {0}（敏感数据就也在别人机器上），全自有 {1}。" "All rented {0} (sensitive data too then sits on rented machines), all owned {1}.";
    PEAKS_FLOOR "只看钱的话自有 {0} 张就够；多出来的是为数据花的，一天 {1}。" "For money alone {0} would do; the rest is for the data, {1} a day.";
    PEAKS_OWN_FROM "自有卡的价按上面「租还是买」的设置摊出来，开不开机都算。" "The price of an own card comes from “Rent or buy?”, spread over all hours, on or off.";
    X_OWN "自有几张" "Cards owned";
    // bank
    BANK "几个人合买一包卡时？" "Share a bank of prepaid hours?";
    IN_MEMBERS "几个人" "People";
    IN_MEAN "每人平均要用" "Hours each needs on average";
    IN_SD "每人上下差多少" "Give or take";
    IN_LATER "临时买每卡时" "A card-hour bought later";
    IN_OFF "预付便宜" "Prepaid is cheaper by";
    IN_RECOVER "没用完能收回" "Unused hours bring back";
    IN_FEE "转让手续费" "Fee of passing them on";
    BANK_BUY "一起买 <{0} 卡时>：预计花 {1}，不预付要 {2}。" "Buy <{0}> card-hours together: {1} expected, {2} without prepaying.";
    BANK_ALONE "各买各的，每人买 {0} 卡时；合买比各买省 {1}。" "Alone each would buy {0} card-hours; the pool saves {1} against that.";
    BANK_NONE "预付省不下钱，[别预付]。" "Prepaying saves nothing: [do not].";
    BANK_MORE "没用完的一点也收不回时，只该买 {0} 卡时。" "If nothing could be recovered, only {0} card-hours should be bought.";
    BANK_RULE "人多不用多留：余量只按人数的平方根长。过期日和转让规则先问清。" "The margin grows with the root of the number of people only. Ask for the expiry date and the rules of passing hours on.";
    X_BANK "买多少卡时" "Card-hours bought";
    // API
    API "调 API，还是自己部署？" "Call an API or serve it yourself?";
    IN_TOKENS_DAY "一天输出的 token" "Output tokens a day";
    IN_BUSY_SHARE "忙时占多少" "Share in the busy hours";
    IN_BUSY_H "一天忙几小时" "Busy hours of a day";
    IN_OPEN_H "一天开几小时" "Open hours of a day";
    IN_CAPACITY "一份部署每秒出 token" "Tokens a second of one replica";
    IN_FILL "最多用到几成" "How full it may run";
    IN_REPLICA "一份部署一小时" "An hour of one replica";
    IN_API "API 每百万输出 token" "API, a million output tokens";
    API_EVEN_PRICE "自己部署每百万 token 合 <{0}>：API 比这便宜就用 API。" "Your own service comes to <{0}> a million tokens: use the API if it is cheaper than that.";
    API_CHEAPER "按你填的 API 价，[API] 一个月 {0}，自己部署 {1}。" "At the API price you typed, [the API] costs {0} a month, your own service {1}.";
    API_DEARER "按你填的 API 价，[自己部署]一个月 {1}，API {0}。" "At the API price you typed, [your own service] costs {1} a month, the API {0}.";
    API_EVEN_TOKENS "一天超过 {0} 自己部署才划算。" "Your own service pays above {0} a day.";
    API_NEVER "量再大也是 API 便宜。" "The API stays cheaper at any amount.";
    API_LOAD "忙时 {0} 份，平时 {1} 份。" "{0} replicas in busy hours, {1} otherwise.";
    API_ASK "不猜 API 的价：填上你看到的价，就有平手的用量。" "API prices are not guessed: type the one you see and the even amount follows.";
    API_INPUT "只数了输出；API 的输入也收钱，请折进单价。" "Output only: fold what the API charges for input into the price.";
    API_NO_RATE "不知道一份部署每秒出多少 token。填上就能算。" "It is not known how many tokens a second one replica makes. Type it and it works.";
    LINE_API "API" "API";
    LINE_SELF "自己部署" "own service";
    X_TOKENS "一天输出的 token" "Output tokens a day";
    // market
    MARKET "同一张卡，别家卖多少？" "What do others charge for this card?";
    MARKET_SPREAD "{0}{1}：{2} 个报价，一张卡一小时从 {3} 到 <{4}>，中位 {5}。" "{0}, {1}: {2} offers, a card-hour from {3} to <{4}>, median {5}.";
    MARKET_ALONE "目录里没有别家卖同样的卡和付法。" "Nobody else in the catalog sells these cards this way.";
    MARKET_YOURS "推荐的这家是 {0}，{1}。" "The recommended one asks {0}, {1}.";
    MARKET_BELOW "比中位低 {0}" "{0} below the median";
    MARKET_ABOVE "比中位高 {0}" "{0} above the median";
    MARKET_AT "就在中位" "at the median";
    MARKET_KIND_ONE "只跟能单卡租的比" "compared with what is rented by the card";
    MARKET_KIND_NODE "只跟整机卖的比" "compared with what is sold by the machine";
    MARKET_AGE "这个价是 {0} 读到的（{1}），可能已经变了 ±{2}，区间里算进去了。" "This price was read on {0} ({1}); it may have moved by ±{2}, which the range contains.";
    MARKET_GONE "三个月以上的价，大约五条里有一条已经撤了。" "Of prices older than three months about one offer in five is gone.";
    MARKET_THEN "这个链接按当时的价 {0} 算；现在是 {1}。" "This link is answered with its price then, {0}; now it is {1}.";
    MARKET_THEN_GONE "这个链接按当时的价 {0} 算；现在已经没有这个报价。" "This link is answered with its price then, {0}; the offer is gone now.";
    MARKET_100 "不信估的时间？每 100 卡时一共 <{0}>，时长多几成就多花几成。" "Not sure of the run time? Every 100 card-hours cost <{0}> in all; the total grows with the time.";
    MARKET_MODE "付法" "Billing";
    MARKET_COUNT "报价数" "Offers";
    MARKET_LOW "最低" "Lowest";
    MARKET_MEDIAN "中位" "Median";
    MARKET_HIGH "最高" "Highest";
    MARKET_NOTE "不收钱排序：谁便宜谁在前，商家买不到位置。" "The order is never for sale: cheaper comes first, and nobody can pay for a place.";
}
