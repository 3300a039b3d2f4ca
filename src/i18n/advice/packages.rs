//! `advice.md` §9: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("package-does-not-pay", "[包期里有 {unused} 用不上]（{share}）。确认没有更合适的按量报价再下单。", "[{unused} of the term goes unused] ({share}). Make sure no metered offer suits before ordering."),
    ("trial-length", "[打算包月？先按量试 1 天]（{day}）。", "[Thinking of a package? Try one day on-demand first] ({day})."),
    ("long-lock", "[一次付 {total}，锁很久。]卡价在跌，先问能不能转让或退。", "[{total} up front locks you in for long.] Card prices fall: ask about transfer and refunds first."),
];
