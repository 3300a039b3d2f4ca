//! The fixed strings of the parts of the page that are loaded when they come near or are opened. They lie
//! in the parts' files, not in the first one; the strings of [`Text`] are read through them as well.

use super::Lang;
use super::ui_text::{Text, texts};
use std::ops::Deref;

impl Lang {
    /// The strings of the parts that are loaded later, and those of the first screen.
    pub const fn more(self) -> &'static More {
        match self {
            Self::Zh => &ZH,
            Self::En => &EN,
        }
    }
}

impl Deref for More {
    type Target = Text;

    fn deref(&self) -> &Text {
        self.lang.text()
    }
}

texts! {
    /// Every string of the later parts in one language.
    More ZH EN { lang: Lang = Lang::Zh, Lang::En; }
    // fit
    comes_from: "从哪来", "Where it comes from";
    bring_title: "有现成的配置、启动命令或报错？粘贴或拖进来", "Have a config, a start command or an error? Paste or drop it";
    reverse_title: "反过来问：最多能做多大？放不下改哪里？", "Asked backwards: how far does it go, and what makes it fit?";
    // offers
    why_worth: "为什么这张卡更划算？", "Why is one card worth more than another?";
    not_for_sale: "排名只看钱和时间，谁也买不到位置。", "The order follows cost and time; nobody can pay for a place.";
    offers_pareto: "在成本与时间的前沿上：没有别的报价又便宜又快", "On the cost–time front: nothing is both cheaper and faster";
    on_front: "在前沿上", "on the front";
    front: "前沿", "Front";
    filters: "筛选", "Filters";
    filter_fits: "放得下", "Fits";
    filter_region: "你的地区", "Your region";
    filter_dated: "有日期", "Dated";
    filter_trust: "可信度 ≥ 中", "Trust ≥ medium";
    filter_eligible: "能当首选", "Can win";
    filter_steady: "不会中断", "No interruptions";
    filter_32: "≥ 32 GB", "≥ 32 GB";
    filter_home: "数据不出境", "Data stay on the mainland";
    filter_yuan: "人民币计价", "Priced in yuan";
    billing: "计费", "Billing";
    unit_price: "单价", "Rate";
    powered: "开机", "Time";
    price_date: "报价日期 · 可信度", "Price date · trust";
    assumed: "估", "est";
    idle: "空闲 {0}", "{0} idle";
    show_less: "只看前 {0} 条", "Show the first {0}";
    rejected_title: "没有进排名的", "Not ranked";
    rejected_row: "{0}：{1} 条", "{0}: {1} offers";
    empty_title: "没有同时满足这 {0} 个条件的报价", "No offer meets all {0} conditions";
    empty_relax: "放宽“{0}”：{1} 条", "Without “{0}”: {1}";
    // time and speed
    bottleneck: "卡在{0}", "limited by {0}";
    measured_off: "按你的实测算，用时比预计 {0}", "by your measurement, {0} time against the estimate";
    million: "百万 token", "1M tokens";
    thousand: "千份", "1,000";
    per_million: "每百万 token", "Per million tokens";
    per_thousand: "每千份", "Per thousand";
    // modes
    mode_none: "没有查到这种报价", "No such price found";
    // bill
    bill_question: "钱花在哪", "Where does the money go?";
    sum: "合计", "Total";
    loss_note: "另有预期损失 {0}，只影响排序，不在总价里", "plus {0} of expected loss: it counts in the ranking, not in the total";
    // risk
    tornado_title: "什么最影响总价", "What moves the total most";
    // next
    advice_title: "建议", "Advice";
    // states
    newer_reload: "刷新到新版", "Reload for the new version";
    // method and data
    data_intro: "报价、显卡和模型的数据都在这一页里，来自公开页面，每条都有日期和出处。发现错的，改 CSV 文件就行。", "All data on offers, cards and models ships with this page. It comes from public pages; each row has a date and a source. To correct one, edit its CSV file.";
    data_counts: "{0} 种显卡、{1} 个模型、{2} 家服务商、{3} 条报价", "{0} cards, {1} models, {2} providers, {3} offers";
    data_sources: "来源与许可", "Sources and licences";
    data_files: "数据文件", "Data files";
    method_memory: "显存：逐项算出每张卡在峰值时的占用，再和设备实际显示的容量比。上限也放得下才算“放得下”；只有预计值放得下，叫“勉强放得下”。", "Memory: each part is worked out for one card at the peak and compared with what the device really shows. It fits only if the top of the range fits; if just the expected value does, we call it tight.";
    method_speed: "时间：运算量除以卡的真实算力，搬运的字节除以带宽，加上卡间通信。利用率取公开实测的范围。", "Time: work divided by what the card really achieves, bytes moved divided by bandwidth, plus traffic between cards. Utilisation follows the range of public measurements.";
    method_cost: "价格：按各家自己的规则逐项算账，存储、流量、取整、空闲都在内。没有公布的价格按同类服务商的中位数估，并标“估”，从不当成 0。", "Cost: the bill follows each provider’s own rules, with storage, traffic, rounding and idle time. Unpublished prices take the median of similar providers, are marked “est”, and never count as 0.";
    method_band: "区间：九成的实际结果应当落在里面。不同来源的误差按平方和相加。", "Ranges: nine in ten real results should fall inside. Errors of different origin add in quadrature.";
    method_choice: "怎么选：在符合你条件、日期不超过一年、可信度不低的报价里，取总价加预期损失最低的一个。竞价总会列出，但只有你说能中断才会当首选。", "Choice: among offers that meet your conditions, are dated within a year and trustworthy, the one with the least total plus expected loss. Spot is always listed, but wins only if you say that interruptions are fine.";
    method_unknown: "不知道的就写未知，不写 0，也不猜。", "What nobody published stays unknown: never 0, never a silent guess.";
    // inputs, continued
    figure: "数值", "Figure";
    grade: "{0}公式", "{0} formula";
    grade_band: " · 九成在 {0}", " · nine in ten within {0}";
    // offers, continued
    offers_none: "没有报价能排进来：没有卡放得下，或者条件太紧", "No offer could be ranked: no card holds it, or the limits are too tight";
    empty_all: "去掉全部筛选", "Remove all filters";
    show_more: "再看 {0} 条（共 {1} 条）", "Show {0} more (of {1})";
    d_price: "报价", "Price";
    d_gpu_hour: "每卡每小时", "Per card and hour";
    d_total: "总价区间", "Range of the total";
    d_hours: "开机", "Powered on";
    d_wall: "从头到尾", "Start to end";
    d_memory: "每卡显存", "Memory per card";
    d_layout: "怎么分", "Layout";
    d_region: "地区", "Region";
    d_loss: "预期损失", "Expected loss";
    d_bottleneck: "卡在", "Limited by";
    d_read_on: "读取日期", "Read on";
    // modes
    modes_title: "几种付法", "Ways to pay";
    modes_one: "这种卡只查到一种付法。", "Only one way of paying is known for these cards.";
    mode_own: "自购", "Buy";
    about_ondemand: "开一小时付一小时，停机不收算力钱", "Paid by the hour; stopped compute is free";
    about_spot: "便宜，随时可能被收回", "Cheaper, may be taken back at any time";
    about_monthly: "开不开机都付整月；退款规则先问", "Paid whether on or off; ask about refunds";
    about_reserved: "一次付满期限，适合常年不停机", "Paid for the whole term, for machines that never stop";
    about_own: "整机均摊，含电费和维护", "The machine over its years, with power and upkeep";
    a_month: "{0}/月", "{0}/mo";
    chart_modes: "开机多久，包月才划算", "When does a package pay?";
    chart_modes_y: "一个月的花费，{0}", "Cost of a month, {0}";
    chart_modes_x: "一个月里的开机小时", "Powered-on hours in a month";
    your_plan: "你的计划 {0}", "your plan, {0}";
    // time
    speed_lines: "时间怎么来的", "Where the time goes";
    chart_cost_time: "花钱买时间", "Buying time";
    chart_cost_speed: "花钱买速度", "Buying speed";
    chart_total: "总价，{0}（对数）", "Total, {0} (log)";
    chart_hours: "从头到尾的小时", "Hours from start to end";
    chart_tpot: "每 token 毫秒，越小越快", "Milliseconds per token, less is faster";
    chart_few: "能用的报价太少，画不成图。", "Too few offers for a chart.";
    chart_hollow: "实心的在前沿上：没有别的又便宜又快。空心的不在。指着圆点看是哪一家。", "Filled marks are on the front: nothing is both cheaper and faster. Point at a mark to see whose it is.";
    chart_far: "图外：{0}。", "Off the chart: {0}.";
    // bill, continued
    zero_more: "还有 {0} 项是 0，展开", "{0} more lines are zero: show";
    zero_less: "收起为 0 的项", "Hide lines that are zero";
    bill_range: "九成把握在 {0}", "nine in ten within {0}";
    // risk
    advice_none: "没有触发任何一条提醒。", "No rule has anything to say.";
    risk_lines: "风险怎么算的", "How risk is worked out";
    ev_title: "{0} 要查什么", "Check {0} for";
    ev_found: "查到的", "What we found";
    ev_evidence: "证据", "Evidence";
    ev_ok: "有据", "Found";
    ev_careful: "当心", "Careful";
    ev_per: "按 {0}计费", "billed per {0}";
    ev_after: "连续关机 {0} 后，实例和数据一起释放", "instance and data are released after {0} stopped";
    ev_persists: "关机后数据还在吗", "Data survives a stop";
    ev_within: "新购 {0} 内可全退", "in full within {0} of a new purchase";
    // notices
    more_notices: "还有 {0} 条", "{0} more";
    newer_body: "答案可能和发给你的人看到的不同。", "The answer may differ from what the sender saw.";
    fix: "改成 {0}", "Use {0}";
    dismiss: "知道了", "Dismiss";
    // what is taken home
    export_markdown: "这份计划（Markdown）", "This plan (Markdown)";
    export_offers: "全部报价", "All offers";
    export_bill: "账单明细", "The bill";
    export_link: "只存链接", "Just the link";
    // next
    next_h_before: "付钱前", "Before paying";
    next_h_first: "第一小时", "First hour";
    next_h_daily: "每天", "Each day";
    next_h_end: "结束", "At the end";
    next_before: "到控制台核对 {1} 的 {0} 还是不是 {2}；把上面标“未知”的几条问清；先只充够试跑一小时的钱。", "Check in the console that {0} from {1} still costs {2}, ask what is marked unknown above, and top up only enough for an hour’s trial.";
    next_link: "问清几张卡在不在同一台机器、卡间走 NVLink 还是 PCIe。", " Ask whether the cards sit in one machine, and whether they talk over NVLink or PCIe.";
    next_first: "看 nvidia-smi 显示的总显存是不是 {0} MiB 左右；用最长的样本跑几百步，峰值应在 {1}。", "See whether nvidia-smi shows about {0} MiB in all; run a few hundred steps with the longest samples: the peak should lie within {1}.";
    next_first_cards: "看 nvidia-smi 显示的总显存是不是 {0} MiB 左右，再跑一遍自己的任务，核对速度。", "See whether nvidia-smi shows about {0} MiB in all, then run your own job once and check its speed.";
    next_rate: "速度应超过 {0}；低很多就换一台。", " It should run faster than {0}; much less means another machine.";
    next_daily_train: "存档点拷到别处；跑完就关机，忘关一晚就是十小时的钱。", "Copy checkpoints elsewhere, and stop the machine when a run ends: a forgotten night is ten hours of rent.";
    next_daily: "看一眼账单和利用率；没人用的时段就关机。", "Look at bill and utilisation; stop it when nobody uses it.";
    next_end: "下载结果，删掉磁盘和公网 IP，再看一次账单。", "Download the results, delete disk and public address, and look at the bill once more.";
    next_deletes: "这家关机 {0} 后会删数据。", " This provider deletes data after {0} stopped.";
    // method and data, continued
    data_dates: "最新一条读于 {0}；汇率读于 {1}。", "The newest row was read on {0}; the rate of exchange on {1}.";
    data_widget: "放到你的网站上", "On your own site";
    data_correct: "发现错的", "Found a mistake?";
    data_correct_how: "改 static/catalog 里的那一行，写上日期和出处，再运行下面的命令。哪一行不对，它会说出文件、行、列和原因。", "Edit the row in static/catalog, give its date and source, then run the command below. It names file, line, column and reason of anything wrong.";
    data_licences: "出处按原文引用。许可要求署名的，标题就是署名。", "Sources are quoted as noted. Where a licence asks for attribution, the title is that attribution.";
    data_untimed: "知道显存、算不出速度的卡", "Cards whose memory is known but not their speed";
    licence: "许可", "Licence";
    file_offers: "报价", "Offers";
    file_readings: "报价的每次读数", "Readings of their prices";
    file_gpus: "显卡", "Cards";
    file_models: "模型", "Models";
    file_providers: "服务商", "Providers";
    file_sources: "来源", "Sources";
    m_memory: "显存", "Memory";
    m_speed: "时间", "Time";
    m_cost: "价格", "Cost";
    m_band: "区间", "Ranges";
    m_choice: "怎么选", "How one wins";
    m_unknown: "不知道的", "What is unknown";
    keys_title: "键盘", "Keyboard";
    key_model: "跳到模型", "go to the model";
    key_close: "收起打开的面板", "close what is open";
    key_step: "在数字框里加减一步", "one step up or down in a number box";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;

    #[test]
    fn every_string_is_there_in_both_languages() {
        for (key, zh, en) in LISTED {
            check_pair(key, zh, en);
        }
    }

    #[test]
    fn both_languages_fill_the_same_places() {
        for (key, zh, en) in LISTED {
            for place in ["{0}", "{1}", "{2}", "{3}"] {
                assert_eq!(zh.matches(place).count(), en.matches(place).count(), "{key} {place}");
            }
        }
    }
}
