//! `advice.md` §7: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("price-too-low", "[单价 {price}，不到同类中位数 {median} 的一半。]问清是不是二手、共享、限功率或首单价；先按小时验机。", "[{price} is less than half the usual {median}.] Ask whether it is used, shared, capped or introductory; test by the hour first."),
    ("modded-card", "[改装卡]（{memory_gb}），不是原厂产品，没有原厂质保。先做整块显存测试，按小时租，数据别只放一份。", "[A modified card] ({memory_gb}), not the vendor’s product and without its warranty. Test all of its memory, rent by the hour, keep a second copy of data."),
    ("value-smaller-card-wins", "[小卡更划算：]{total}，换更大的卡最少 {larger}。", "[The smaller card is better value:] {total}; larger ones start at {larger}."),
];
