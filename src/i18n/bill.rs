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
    SMALL "小" "small";
    MEDIUM "中" "medium";
    LARGE "大" "large";
    AUTOMATIC "恢复自动" "back to automatic";
    HIDDEN_NOTE "小：50 GB 磁盘、10 GB 出网、开机 5 次、调试 2 小时，含税。中：200 GB、100 GB、20 次、8 小时，含税。大：500 GB 放一个月、200 GB、40 次、24 小时，带公网 IP，另加 13% 的税。调试的小时数和“小”是假设，左边都能改。" "Small: 50 GB of disk, 10 GB out, 5 starts, 2 h of debugging, tax included. Medium: 200 GB, 100 GB, 20 starts, 8 h, tax included. Large: 500 GB kept for a month, 200 GB, 40 starts, 24 h, a public address, 13% tax on top. “Small” and the hours of debugging are assumptions; all can be changed at the left.";
}

/// Names of [`crate::plan::HIDDEN`], in its order.
pub const SIZES: [Pair; 3] = [SMALL, MEDIUM, LARGE];
