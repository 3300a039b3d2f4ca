//! `advice.md` §17: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("price-stale", "[报价是 {days}前读到的。]下单前到控制台看一眼。", "[The price was read {days} ago.] Look at the console before you order."),
];
