//! Words around the advice: what is folded, and what an offered change would do.

use crate::i18n::pairs::pairs;
pub use crate::i18n::pairs::{Pair, of, say};

pairs! {
    Offered;
    REST "其余 {0} 条" "{0} more";
    CHANGE "可以改：" "Change: ";
    SAVES "省 {0}" "saves {0}";
    COSTS "多花 {0}" "costs {0} more";
    TOTAL "总价 {0}" "total {0}";
    SAME "总价不变" "same total";
    CARDS "换成 {0}" "on {0}";
    HOURS "从头到尾 {0}" "start to end {0}";
    NEED "每卡显存 {0}" "memory per card {0}";
    NOTHING "改了就没有能租的" "then nothing is left to rent";
}
