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
    ENV "[环境：]{0}" "[Environment:] {0}";
    ENV_BUILD "torch {0} 的 cu{1} 包，驱动 {2} 以上" "torch {0} built for cu{1}, driver {2} or newer";
    ENV_PYTHON "，Python {0} 以上" ", Python {0} or newer";
    ENV_OLDER "；主机驱动没到 {0} 就装 {1}" "; on a host below {0}, {1}";
    ENV_HUAWEI "CANN、驱动、固件和 torch-npu 要成套，用服务商的镜像" "CANN, driver, firmware and torch-npu come as a matched set: use the provider’s image";
    ENV_STACK "{0} 的驱动和 PyTorch 由厂商配套，用服务商的镜像" "driver and PyTorch for {0} come from the maker as a set: use the provider’s image";
    OUT "怎么才放得下" "What would make it fit";
    OUT_NEED "每张卡要 {0}，能用 {1}" "{0} of {1} a card";
    OUT_COSTS "{0}，共 {1}" "{0}, {1} in all";
    OUT_NO_OFFER "没有够格的报价" "no eligible offer";
    OUT_NONE "四处改动以内没有办法：换卡、加卡，或换小一点的模型。" "No four changes do: another card, more cards, or a smaller model.";
    NOTHING "改了就没有能租的" "then nothing is left to rent";
}
