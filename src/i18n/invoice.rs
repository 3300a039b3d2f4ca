//! Texts of the panel that lays the real invoice beside the plan.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};

pairs! {
    Invoice;
    TITLE "跑完了？拿真账单对一对" "The run is over? Check the real invoice";
    NOTE "照账单填，没有的留空；单位是{0}。灰的是计划里的数。" "Fill in what the invoice says, leave out what it does not have; in {0}. Grey is what was planned.";
    TYPE "账单上写的" "On the invoice";
    HOURS "账单上的开机时间（每台）" "Powered-on hours on it (per machine)";
    MORE "账单上还有别的项" "The invoice has other lines";
    LESS "只看计划里有的" "Only planned lines";
    PLANNED "计划" "Planned";
    BILLED "账单" "Invoice";
    DIFFERENCE "差" "Difference";
    LOOK "去问什么" "What to ask";
    IN_BAND "在预计的区间内" "within the expected range";
    SUM_MORE "账单比计划[多 <{0}>]（{1}）。" "The invoice is [<{0}> more] than planned ({1}).";
    SUM_LESS "账单比计划[少 {0}]（{1}）。" "The invoice is [{0} less] than planned ({1}).";
    SUM_SAME "账单跟计划[对得上]。" "The invoice [agrees] with the plan.";
    SUM_WORST "差得最多的是{0}：{1}。" "Most of it is {0}: {1}.";
    EMPTY "填一项就开始比。" "Fill in a line to compare.";
    MISSING "计划里的 {0} 项账单上还没有。" "{0} planned lines are not on the invoice yet.";
    TRIES "下次别再意外：调试和重跑" "No surprise next time: debugging and reruns";
    TRIES_NOTE "这里改的是计划本身，上面的答案跟着变。" "These belong to the plan: the answer above follows.";
    FOCUS "跟服务商导出的账单逐行对" "Line by line with the seller's export";
    FOCUS_NOTE "列名用 FinOps FOCUS 规范，几家大云的账单导出也用它。" "Columns are named as in the FinOps FOCUS specification, as the large clouds do in their exports.";
    FOCUS_CSV "计划的账单行（CSV）" "Lines of the plan (CSV)";
    FOCUS_MARKDOWN "计划的账单行（Markdown）" "Lines of the plan (Markdown)";
}
