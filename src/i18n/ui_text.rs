//! The fixed strings of the interface that stand in its first screen. One row a string, Chinese and
//! English side by side; a row without both does not compile. `{0}` … are filled by [`fill`](super::fill).
//! What only the parts that are loaded later show stands in [`More`](super::More).

use super::Lang;

/// Declares a set of texts: its type, its two statics, and what else it leads to.
macro_rules! texts {
    ($(#[doc = $about:literal])* $set:ident $zh_name:ident $en_name:ident { $($extra:ident: $of:ty = $zh_extra:expr, $en_extra:expr;)* }
        $($key:ident: $zh:literal, $en:literal;)+) => {
        $(#[doc = $about])*
        #[allow(missing_docs)]
        pub struct $set { $($extra: $of,)* $(pub $key: &'static str),+ }
        static $zh_name: $set = $set { $($extra: $zh_extra,)* $($key: $zh),+ };
        static $en_name: $set = $set { $($extra: $en_extra,)* $($key: $en),+ };
        #[cfg(test)]
        static LISTED: &[(&str, &str, &str)] = &[$((stringify!($key), $zh, $en)),+];
    };
}
pub(super) use texts;

impl Lang {
    /// The strings of the interface.
    pub const fn text(self) -> &'static Text {
        match self {
            Self::Zh => &ZH,
            Self::En => &EN,
        }
    }
}

texts! {
    /// Every string of the first screen in one language.
    Text ZH EN {}
    // top bar
    title: "算租", "Suanzu";
    title_other: "Suanzu", "算租";
    skip: "跳到答案", "Skip to the answer";
    nav: "主导航", "Main";
    nav_plan: "计划", "Plan";
    stamp: "价格截至 {0} · {1}", "Prices as of {0} · {1}";
    copy_link: "复制链接", "Copy link";
    copied: "已复制", "Copied";
    copy_refused: "浏览器不让复制，已选中，按 Ctrl+C", "Copying was refused. The text is selected: press Ctrl+C";
    export: "导出", "Export";
    theme: "切换深浅色", "Switch theme";
    language: "English", "中文";
    currency: "显示货币", "Show in";
    undo: "撤销", "Undo";
    redo: "重做", "Redo";
    // inputs
    settings: "任务设置", "Job settings";
    edit: "改设置", "Edit";
    close: "收起", "Close";
    job: "要做的事", "The job";
    job_serve: "推理", "Serve";
    job_tune: "微调", "Tune";
    job_pretrain: "预训练", "Pretrain";
    job_image: "图像", "Image";
    how: "微调方式", "Method";
    how_full: "全参", "Full";
    limits: "你的限制", "Your limits";
    more: "更多", "More";
    expert: "专家", "Expert";
    expert_hint: "并行、精度、引擎、汇率…", "parallelism, dtypes, engine, FX…";
    changed: "改了 {0} 项", "{0} changed";
    all_default: "都是默认", "all default";
    auto: "自动", "automatic";
    auto_is: "自动：{0}", "automatic: {0}";
    any: "不限", "any";
    yes: "是", "yes";
    no: "否", "no";
    unknown: "未知", "unknown";
    reset: "恢复默认", "Reset all";
    presets: "从例子开始", "Start from an example";
    find_model: "搜索模型", "Find a model";
    find_card: "搜索显卡", "Find a card";
    find_provider: "搜索服务商", "Find a provider";
    no_match: "表里没有？读它的配置或权重文件，或只填参数量", "Not listed? Read its config or weights, or type its size";
    interruptible: "能接受中途被中断", "Interruptions are fine";
    // answer
    answer: "答案", "The answer";
    start: "看怎么开始", "How to start";
    compare: "对比", "Compare";
    print: "打印这份计划", "Print this plan";
    alt_title: "备选", "Runners-up";
    alt_none: "没有别的报价同时满足你的条件。", "No other offer meets your conditions.";
    flip_title: "什么会改变答案", "What would change the answer";
    flip_none: "常见的改动都不会换答案。", "None of the usual changes alters it.";
    // fit
    fit_question: "放得下吗", "Does it fit?";
    expected: "预计", "expected";
    free: "空余 {0}", "free {0}";
    part: "去处", "Part";
    part_each: "去处（每张卡）", "Part (per card)";
    formula: "怎么算", "Formula";
    share: "占比", "Share";
    explain: "解释", "Explain";
    why: "为什么", "Why";
    peak: "峰值", "Peak";
    save_title: "改一处，省多少", "Change one thing, save";
    spend_title: "还有 {0} 可以花", "{0} left to spend";
    value: "代入的值", "Value";
    source: "出处", "Source";
    vram_label: "{1} 中预计用 {0}", "{0} of {1} expected";
    // offers
    card: "卡", "Card";
    provider: "服务商", "Provider";
    hidden: "隐藏成本", "Hidden";
    total: "总价", "Total";
    pick: "推荐", "Pick";
    stale: "过期", "stale";
    not_eligible: "为什么不是首选", "Why it cannot win";
    // bill
    item: "项目", "Item";
    // states
    loading: "正在算", "Working it out";
    part_loading: "正在载入这一部分", "Loading this part";
    part_failed: "这一部分没有载入成功。检查网络后再试，上面的答案不受影响。", "This part could not be loaded. Check the network and try again; the answer is not affected.";
    part_again: "再试一次", "Try again";
    // footer
    foot_snapshot: "价格是各家公开页面的快照，下单前以控制台为准。", "Prices are snapshots of public pages. The provider’s console decides.";
    foot_rate: "1 USD = {0} CNY（{1}）", "1 USD = {0} CNY ({1})";
    foot_month: "一个月按 720 小时计，包年按每月 730 小时", "A month is 720 h, of a yearly term 730 h";
    foot_local: "算在你的浏览器里完成，没有上传", "Worked out in your browser; nothing is uploaded";
    printed: "打印于 {0} · 重新打开：", "Printed {0} · reopen: ";
    // method and data
    method_title: "怎么算的", "How it is worked out";
    // inputs, continued
    only_size: "只按参数量算：{0} B", "By size alone: {0} B";
    bad_number: "读不懂“{0}”，也可以写 8k、1.2亿、1e3 这样。", "“{0}” is not a number we can read. 8k, 1.2M and 1e3 are fine too.";
    bad_number_or: "读不懂“{0}”。", "“{0}” is not a number we can read. ";
    clamped_down: "太大了，先按 {0} 算。", "Too large: {0} is used.";
    clamped_up: "太小了，先按 {0} 算。", "Too small: {0} is used.";
    bad_value: "这个值用不上，保持原来的。", "This value cannot be used; the last one stays.";
    did_you_mean: "是 {0} 吗？", "Did you mean {0}?";
    job_bill: "只算账", "Bill only";
    kind: "具体是", "Kind";
    kind_chat: "对话、补全", "Chat, completion";
    kind_embed: "向量、重排", "Embed, rerank";
    kind_make: "出图", "Generate";
    kind_train: "训练", "Train";
    presets_pick: "选一个例子…", "Choose an example…";
    theme_run: "怎么跑", "How it runs";
    theme_layout: "怎么分到多卡", "How it is spread";
    theme_data: "数据与流量", "Data and traffic";
    theme_market: "计费与服务商", "Billing and providers";
    theme_needs: "硬性要求", "Hard needs";
    theme_buying: "自己买", "Buying";
    theme_machine: "机器与软件", "Machine and software";
    theme_care: "耽误与丢失的代价", "What delay and loss cost";
    theme_measured: "你的实测", "Your measurements";
    theme_claim: "商家的说法", "What the seller says";
    theme_first_day: "首日实测", "First-day test";
    // top bar, continued
    nav_about: "数据", "Data";
    nav_method: "方法", "Method";
    // answer, continued
    ways_out: "能走的路", "Ways out";
    ways_change: "改哪里就放得下", "What makes it fit";
    ways_bring: "贴报错或配置", "Paste an error or a config";
    fit_side: "{0}，每卡可用 {1} MiB，{2}", "{0}, {1} MiB usable each, {2}";
    not_at_peak: "不在峰值", "not at the peak";
    // modes
    break_even: "盈亏点 {0}", "break-even {0}";
    // bill, continued
    assumed_from: "按 {0} 家的公开价估", "assumed from {0} providers";
    // risk
    ask: "问：{0}", "Ask: {0}";
    // method and data, continued
    about_data: "数据从哪来", "Where the data comes from";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;

    #[test]
    fn every_string_is_there_in_both_languages() {
        for (key, zh, en) in LISTED {
            // Names of the other language stand in its own script.
            if !matches!(*key, "title_other" | "language" | "foot_rate") {
                check_pair(key, zh, en);
            }
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
