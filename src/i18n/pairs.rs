//! Texts of a part of the page in a file of their own: a constant each, both languages side by side, so
//! that a part which is loaded later brings its texts with it.

use super::{Lang, Rich, fill};

/// Chinese, English.
pub type Pair = (&'static str, &'static str);

/// A text in one language.
pub const fn of(lang: Lang, pair: Pair) -> &'static str {
    lang.pick(pair.0, pair.1)
}

/// A template filled, with the spacing of the language.
pub fn say(lang: Lang, pair: Pair, values: &[&str]) -> Rich {
    let rich = fill(of(lang, pair), values);
    if lang == Lang::Zh { rich.tidied() } else { rich }
}

/// `NAME "中文" "English";` …: a constant each, and a test that both are there.
macro_rules! pairs {
    ($($name:ident $zh:literal $en:literal;)+) => {
        $(#[doc = $zh] pub const $name: $crate::i18n::pairs::Pair = ($zh, $en);)+
        #[cfg(test)]
        const ALL: &[(&str, $crate::i18n::pairs::Pair)] = &[$((stringify!($name), $name)),+];
        #[cfg(test)]
        #[test]
        fn every_text_is_there_in_both_languages() {
            for (name, (zh, en)) in ALL {
                crate::i18n::tests::check_pair(name, zh, en);
                for place in ["{0}", "{1}", "{2}", "{3}", "{4}", "{5}"] {
                    assert_eq!(zh.matches(place).count(), en.matches(place).count(), "{name} {place}");
                }
            }
        }
    };
}

pub(crate) use pairs;
