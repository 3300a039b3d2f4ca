//! Texts of the widget, and what is wrong with an offers file.

use super::{Lang, fill};
use crate::embed::fields::Why;
use crate::embed::file::{BYTES, Fault, Place};
use crate::embed::schema::takes;

macro_rules! texts {
    ($($name:ident $zh:literal $en:literal;)+) => {
        $(#[doc = $zh] pub const $name: (&str, &str) = ($zh, $en);)+
        #[cfg(test)]
        const ALL: &[(&str, (&str, &str))] = &[$((stringify!($name), $name)),+];
    };
}

texts! {
    TITLE "算一下要租什么" "What to rent";
    MORE "改更多" "More settings";
    FULL "看完整计划" "See the full plan";
    ORDER "租这台" "Rent this";
    CHOOSE "选这个" "Choose";
    OWN "本店" "This provider";
    MARKET_BEST "市场上" "On the market";
    HIDDEN "含其他费用 {0}" "incl. {0} of other costs";
    PEAK "峰值 {0}（{1}）" "Peak {0} ({1})";
    SCOPE_MARKET "比较了市场上的 {0} 条报价 · 价格截至 {1}" "Compares {0} offers of the market · prices of {1}";
    SCOPE_BESIDE "本店报价（{2}，{1}）和市场上的 {0} 条一起比" "This provider's offers ({2}, {1}) beside {0} of the market";
    SCOPE_FIRST "先算本店报价（{2}，{1}），再列市场上最好的（共 {0} 条）" "This provider's offers first ({2}, {1}), then the market's best of {0}";
    SCOPE_ONLY "只比较本店的 {0} 条报价（{2}，{1}）" "Compares this provider's {0} offers only ({2}, {1})";
    OWN_PRICES "服务商自己的价格" "the provider's own prices";
    READ_PRICES "目录里读到的价格" "prices read for the catalog";
    BY "由算租计算" "Computed by Suanzu";
    BY_MORE "由算租计算，和市场上的报价比一比" "Computed by Suanzu: compare with the market";
    NOTHING_OWN "本店没有能用的报价" "This provider has no offer that can be used";
    LOADING "正在算" "Working it out";
    FIRST "先按 {0} 的目录算的，正在按今天重算…" "From the catalog of {0}; working it out for today…";
    FAULTS "报价文件里有 {0} 处没用上" "{0} things in the offers file were not used";
    FAULT_FILE "报价文件没用上，下面按市场价算" "The offers file was not used; market prices are shown";
    PLACE_FILE "文件" "the file";
    PLACE_CARD "cards 第 {0} 行" "cards, row {0}";
    PLACE_OFFER "offers 第 {0} 行" "offers, row {0}";
    TOO_LONG "文件有 {0} 字节，最多读 {1}" "The file has {0} bytes; at most {1} are read";
    NO_JSON "不是 JSON：第 {0} 个字节（{1}）读不懂" "Not JSON: byte {0} ({1}) cannot be read";
    NO_OFFERS "要是一个带 offers 列表的对象" "It must be an object with a list `offers`";
    TOO_MANY "{0}起太多了，没有读" "From {0} on there are too many; the rest was not read";
    NO_OBJECT "{0}：要是一个对象" "{0}: must be an object";
    MISSING "{0}：缺 {1}" "{0}: {1} is missing";
    UNKNOWN "{0}：没有 {1} 这个字段" "{0}: there is no field {1}";
    WRONG "{0}：{1} 要写成 {2}" "{0}: {1} takes {2}";
    TWICE "{0}：{1} 重复了" "{0}: {1} stands there twice";
    NO_CARD "{0}：{1} 里的卡不认识" "{0}: {1} names a card nobody knows";
    NO_CARD_NEAR "{0}：{1} 里的卡不认识，是 {2} 吗" "{0}: {1} names a card nobody knows; did you mean {2}?";
    OLD_CARD "{0}：{1} 已经在目录里了，报价里直接用它" "{0}: {1} is a card of the catalog; offers can name it as it is";
}

/// A text in one language.
pub const fn of(lang: Lang, pair: (&'static str, &'static str)) -> &'static str {
    lang.pick(pair.0, pair.1)
}

/// A text with its values.
pub fn say(lang: Lang, pair: (&'static str, &'static str), values: &[&str]) -> String {
    fill(of(lang, pair), values).plain()
}

fn place(lang: Lang, place: Place) -> String {
    match place {
        Place::File => of(lang, PLACE_FILE).to_owned(),
        Place::Card(row) => say(lang, PLACE_CARD, &[&row.to_string()]),
        Place::Offer(row) => say(lang, PLACE_OFFER, &[&row.to_string()]),
    }
}

/// What is wrong, with the row and the field.
pub fn fault(lang: Lang, fault: &Fault) -> String {
    match fault {
        Fault::TooLong(bytes) => say(lang, TOO_LONG, &[&bytes.to_string(), &BYTES.to_string()]),
        Fault::NoJson(byte, key, _) => {
            say(lang, NO_JSON, &[&byte.to_string(), if key.is_empty() { "-" } else { key }])
        }
        Fault::NoOffers => of(lang, NO_OFFERS).to_owned(),
        Fault::TooMany(at) => say(lang, TOO_MANY, &[&place(lang, *at)]),
        Fault::NoObject(at) => say(lang, NO_OBJECT, &[&place(lang, *at)]),
        Fault::Field(at, key, why) => {
            let at = place(lang, *at);
            match why {
                Why::Missing => say(lang, MISSING, &[&at, key]),
                Why::Unknown => say(lang, UNKNOWN, &[&at, key]),
                Why::Kind(kind) => say(lang, WRONG, &[&at, key, &takes(lang, *kind)]),
                Why::Twice => say(lang, TWICE, &[&at, key]),
                Why::NoCard(None) => say(lang, NO_CARD, &[&at, key]),
                Why::NoCard(Some(near)) => say(lang, NO_CARD_NEAR, &[&at, key, near]),
                Why::OldCard => say(lang, OLD_CARD, &[&at, key]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_text_is_there_in_both_languages() {
        for (name, (zh, en)) in super::ALL {
            crate::i18n::tests::check_pair(name, zh, en);
        }
    }
}
