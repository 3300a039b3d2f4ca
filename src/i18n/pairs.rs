//! Texts of a part of the page in a file of their own: a constant each, both languages side by side in the source. The constant is a
//! place in a set of [`later`](super::later), so that a part which is loaded later brings the texts of one language with it.

use super::later::{Set, text};
use super::{Lang, Rich, fill};

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(pub Set, pub u16);

/// A text in one language.
pub fn of(lang: Lang, pair: Pair) -> &'static str {
    text(lang, pair.0, usize::from(pair.1))
}

/// A template filled, with the spacing of the language.
pub fn say(lang: Lang, pair: Pair, values: &[&str]) -> Rich {
    let rich = fill(of(lang, pair), values);
    if lang == Lang::Zh { rich.tidied() } else { rich }
}

/// `Set; NAME "中文" "English";` …: a constant each, the texts by place, and a test that both are there.
macro_rules! pairs {
    ($set:ident; $($name:ident $zh:literal $en:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),+ }
        $(#[doc = $zh] pub const $name: $crate::i18n::pairs::Pair =
            $crate::i18n::pairs::Pair($crate::i18n::later::Set::$set, Place::$name as u16);)+
        /// Chinese and English, by place.
        #[cfg(not(feature = "split"))]
        pub(super) const ALL: &[(&str, &str)] = &[$(($zh, $en)),+];
        #[cfg(all(test, not(feature = "split")))]
        #[test]
        fn every_text_is_there_in_both_languages() {
            for (name, (zh, en)) in [$(stringify!($name)),+].iter().zip(ALL) {
                crate::i18n::tests::check_pair(name, zh, en);
                for place in ["{0}", "{1}", "{2}", "{3}", "{4}", "{5}"] {
                    assert_eq!(zh.matches(place).count(), en.matches(place).count(), "{name} {place}");
                }
            }
        }
    };
}

pub(crate) use pairs;
