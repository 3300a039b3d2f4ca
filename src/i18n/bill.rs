//! Texts under the bill of the page.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};

pairs! {
    Bill;
    START "开跑：照这个计划的命令、配置文件和下单单" "Start here: commands, files and an order sheet for this plan";
    PER_100 "不信估的时间？每多算 100 卡时多花 <{0}>；另外 {1} 算多久都一样。" "Not sure of the run time? Every 100 card-hours of work add <{0}>; {1} is paid once, however long it takes.";
    PER_100_TERM "不信估的时间？整期用满，合每 100 卡时 <{0}>；用不满也按整期付。" "Not sure of the run time? A term that is used up comes to <{0}> per 100 card-hours; an unused part is paid all the same.";
    RATE "换算用 1 USD = {0} CNY（{1}）；在“专家”里可以填你自己的汇率。" "Converted at 1 USD = {0} CNY ({1}); your own rate goes into “Expert”.";
    FREEZE "把这些价固定进链接" "Fix these prices in the link";
    FREEZE_NOTE "以后再打开还按今天的价算，并标出变了多少。" "Opened later, it still counts with them and says what has changed.";
    HIDDEN "隐性开销按" "Hidden costs as";
    TAX_OPEN "没写含不含税，按含税算；要是另加，最多约 {0}，多 {1}。先问清。" "Whether tax is included is not stated; taken as included. On top it may be up to about {0}, {1} more: ask.";
    CREDIT_OPEN "{0} 给新用户 {1} 的额度，没减；领到了再填。" "{0} gives new users {1} of credit, not taken off: fill it in once you have it.";
    CREDIT_NONE "有代金券或送的额度就填上，从总价里减。" "Vouchers or credit in hand come off the total: fill them in.";
    LICENCE_OPEN "没查到授权的价：要另买就填一个月的钱。" "No price of a licence is known: fill in a month of it if you have to buy one.";
    SUPPORT_OPEN "没买支持套餐；大云按账单的百分比卖。" "No support plan; large clouds sell one as a share of the bill.";
    SMALL "小" "small";
    MEDIUM "中" "medium";
    LARGE "大" "large";
    AUTOMATIC "恢复自动" "back to automatic";
    HIDDEN_NOTE "小：50 GB 磁盘、10 GB 出网、开机 5 次、调试 2 小时，含税。中：200 GB、100 GB、20 次、8 小时、一份备份，含税。大：500 GB 放一个月、200 GB、40 次、24 小时、两份备份，带公网 IP，另加 13% 的税。“小”、调试的小时数和备份数是假设。点开哪一行，就能只改那一行。" "Small: 50 GB of disk, 10 GB out, 5 starts, 2 h of debugging, tax included. Medium: 200 GB, 100 GB, 20 starts, 8 h, one copy, tax included. Large: 500 GB kept for a month, 200 GB, 40 starts, 24 h, two copies, a public address, 13% tax on top. “Small”, copies and the hours of debugging are assumptions. Open a line to change that one only.";
}

/// Names of [`crate::plan::HIDDEN`], in its order.
pub const SIZES: [Pair; 3] = [SMALL, MEDIUM, LARGE];
