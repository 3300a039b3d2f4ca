//! Texts of the questions read backwards: the longest, the most, the largest; what to change.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};
use crate::engine::inverse::{Question, Why};
use crate::engine::report::Change;

pairs! {
    Reverse;
    ON "在 [{0}] 上，其他都照现在的计划：" "On [{0}], everything else as in your plan:";
    HEAD_WHAT "问什么" "Question";
    HEAD_MOST "最多" "At most";
    HEAD_WHY "为什么不能再多" "Why not one more";
    HEAD_ACT "照做" "Apply";
    APPLY "改成这样" "Apply";
    BUSY "在算……" "Working it out…";
    Q_CONTEXT_TRAIN "最长的样本" "Longest sample";
    Q_CONTEXT_SERVE "最长的请求（含回答）" "Longest request with its answer";
    Q_MICRO "每张卡每步最多几条样本" "Most samples per card and step";
    Q_USERS "最多同时几个人用" "Most users at once";
    Q_MODEL "最大的模型" "Largest model";
    Q_CARDS "最少要几张这种卡" "Fewest of these cards";
    Q_CARD "同样张数，显存最小的卡" "Smallest card, as many of it";
    TOKENS "{0} 个 token" "{0} tokens";
    SAMPLES "{0} 条" "{0} samples";
    USERS "{0} 人" "{0} users";
    NOTHING "最少的也放不下" "not even the least fits";
    WHY_MEMORY "显存：到这里要 {0}，能用 {1}，再多就不能保证放得下" "memory: {0} of {1} here; beyond, it cannot be promised to fit";
    WHY_MEMORY_LESS "显存：更少（更小）就放不下" "memory: fewer or smaller does not hold it";
    WHY_LATENCY "放得下，但达不到要求的延迟或速度" "it would fit, but not answer in time";
    WHY_LIMIT "模型本身最长就这么多" "the model was made for no more";
    WHY_END "没有更大（更小）的可选了" "nothing beyond it is known here";
    WHY_NONE "显存不够" "not enough memory";
    MONEY_TITLE "钱和时间就这么多，最多能做多少？" "With this much money and time, what is the most?";
    MONEY_NOTE "在所有卖家里找，隐藏费用和风险都算在内。不填就按计划里的预算和期限；计划里也没有，就不限。" "Over all sellers, hidden costs and risk included. Left empty, the plan's own budget and deadline hold; without those, none.";
    BUDGET "预算" "Budget";
    DEADLINE "几小时内做完" "Done within";
    SEARCH "开始找" "Search";
    SEARCHING "在找，算了 {0} 次……" "Searching, {0} tries so far…";
    MOST_WORK "最多的工作量" "Most work";
    MOST_MODEL "最大的模型" "Largest model";
    FOUND "{0}：{1}，{2}，共 {3}" "{0}: {1}, {2}, {3} in all";
    WHY_HUNDREDTH "再多 1% 就超出预算、期限，或没有够格的报价" "one per cent more breaks the budget or the deadline, or no eligible offer is left";
    WHY_LARGER "更大的都超出预算、期限，或放不下" "everything larger breaks the budget or the deadline, or fits nowhere";
    NO_GOAL "这点钱和时间，万分之一的工作量也做不完" "not even a ten-thousandth of the work";
    NO_MODEL "没有一个模型做得到" "no model can be done";
    MEND_TITLE "现在放不下。改动最少的办法：" "It does not fit now. The fewest changes that make it fit:";
    MEND_NONE "四处改动以内没有办法让它放得下：换卡、加卡，或换小一点的模型。" "No four changes make it fit: take another card, more cards, or a smaller model.";
    MEND_SAVES "每张卡省 {0}，改完要 {1}，能用 {2}" "saves {0} per card: {1} of {2} then";
    MEND_ELSE "换小一点的模型，放宽卡、地区、预算的限制，或者改设置。" "A smaller model, fewer limits on card, region and budget, or other settings.";
    MEND_LAYOUT "张量并行要在一台机器里切，而机器一般是 1、2、4、8 张卡；流水线并行再乘上去，就是每份模型要的卡数。定成 1、2、4、8，或者交给自动。" "Tensor parallelism splits a model inside one machine, and machines mostly hold 1, 2, 4 or 8 cards; times the pipeline stages, that is how many cards a copy takes. Set 1, 2, 4 or 8, or leave it to us.";
    MEND_AUTO "并行度都改成自动" "Set the parallel degrees to automatic";
    MEND_COSTS "要 {0}，共 {1}" "takes {0}, {1} in all";
    CHANGES_TITLE "只改一处，省多少、代价是什么" "One change: what it saves and what it costs";
    CHANGES_NOTE "每张卡的字节；时间和总价是同一家、同样的卡改完以后的。" "Bytes per card; time and total are those of the same offer after the change.";
    CHANGES_NOTE_ALONE "每张卡的字节；改完放得下的，时间和总价是这些卡上最便宜的报价的。" "Bytes per card; where it fits then, time and total are those of the cheapest offer of these cards.";
    HEAD_CHANGE "改什么" "Change";
    HEAD_BYTES "显存" "Memory";
    HEAD_TIME "时间" "Time";
    HEAD_TOTAL "总价" "Total";
    HEAD_QUALITY "质量" "Quality";
    SAME_TIME "不变" "same";
    STILL_NOT "还放不下" "still does not fit";
    NO_OFFER "没有够格的报价" "no eligible offer";
    QUALITY_SAME "结果不变" "same result";
    QUALITY_WEIGHTS "权重粗一些" "coarser weights";
    QUALITY_CACHE "缓存粗一些" "coarser cache";
    QUALITY_STATES "优化器状态粗一些" "coarser optimizer states";
    QUALITY_SUMS "小的更新可能丢失" "small updates may be lost";
    QUALITY_FEWER "训练的参数少一些" "fewer weights are trained";
    QUALITY_SHORTER "样本或请求只能短一半" "samples or requests half as long";
    QUALITY_USERS "同时用的人少一半" "half the users at once";
}

/// The question, for a service or a training run.
pub const fn question(question: Question, serves: bool) -> Pair {
    match question {
        Question::Context if serves => Q_CONTEXT_SERVE,
        Question::Context => Q_CONTEXT_TRAIN,
        Question::MicroBatch => Q_MICRO,
        Question::Users => Q_USERS,
        Question::Model => Q_MODEL,
        Question::Cards => Q_CARDS,
        Question::Card => Q_CARD,
    }
}

/// Why an answer ends where it does; `{0}` is what is needed there, `{1}` what there is.
pub const fn why(question: Question, why: Why) -> Pair {
    match (why, question) {
        (Why::Memory, Question::Cards | Question::Card) => WHY_MEMORY_LESS,
        (Why::Memory, _) => WHY_MEMORY,
        (Why::Latency, _) => WHY_LATENCY,
        (Why::ModelLimit, _) => WHY_LIMIT,
        (Why::EndOfList, _) => WHY_END,
    }
}

/// What a change does to the result: by what is stored or trained, not by a measurement.
pub const fn quality(change: Change) -> Pair {
    match change {
        Change::QuantNf4 | Change::QuantAwq | Change::QuantQ4 => QUALITY_WEIGHTS,
        Change::KvFp8 | Change::KvQ8 => QUALITY_CACHE,
        Change::Optimizer8bit => QUALITY_STATES,
        Change::PureSixteen => QUALITY_SUMS,
        Change::LoraRank(_) | Change::LoraAttention | Change::Adapters => QUALITY_FEWER,
        Change::Sequence(_) => QUALITY_SHORTER,
        Change::Users(_) => QUALITY_USERS,
        _ => QUALITY_SAME,
    }
}
