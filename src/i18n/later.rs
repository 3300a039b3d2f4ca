//! Texts that the page in pieces loads when it first shows them: a file for each part and language, so that a reader loads one
//! language only. The sources hold both side by side; the native program writes the files ([`file`]), in which a text is known by
//! its place. The page built in one piece, the examples and the tests have them all compiled in.

use super::Lang;

/// A set of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Under the bill.
    Bill,
    /// The panels of questions.
    Questions,
    /// The panel of the reader's own quotes.
    Quotes,
    /// The real invoice.
    Invoice,
    /// The notice about prices that a link carries.
    Frozen,
    /// The panels on time.
    Pace,
    /// Hand-off files.
    Handoff,
    /// The box for what people bring.
    Bring,
    /// Questions read backwards.
    Reverse,
    /// Plans side by side.
    Compare,
    /// Around the checklists.
    Lists,
    /// Questions to a seller.
    Ask,
    /// The test of the first day.
    Day,
    /// What to watch.
    Watch,
    /// Keeping going.
    Keep,
    /// What is known of a seller.
    Trust,
    /// Around the advice.
    Offered,
    /// What the rules of advice say, in the order of the rules.
    Advice,
    /// Why each field is asked, in the order of the fields.
    Hints,
    /// The last one: what each line is, in the order of [`crate::engine::names::What`].
    Why,
}

/// What lies in the file of a part.
pub const FILES: &[(&str, &[Set])] = &[
    ("below", &[Set::Bill, Set::Trust]),
    ("questions", &[Set::Questions, Set::Quotes, Set::Invoice]),
    ("notices", &[Set::Frozen]),
    ("pace", &[Set::Pace]),
    ("handoff", &[Set::Handoff]),
    ("bring", &[Set::Bring]),
    ("reverse", &[Set::Reverse]),
    ("compare", &[Set::Compare]),
    ("lists", &[Set::Lists, Set::Ask, Set::Day, Set::Watch, Set::Keep]),
    ("advice", &[Set::Advice, Set::Offered]),
    ("hints", &[Set::Hints]),
    ("working", &[Set::Why]),
];

/// Stands between two texts.
const NEXT_TEXT: char = '\u{1f}';
/// Stands between two sets.
const NEXT_SET: char = '\u{1e}';

#[cfg(not(feature = "split"))]
mod whole {
    use super::super::{
        advice, bill, bring, checklists, compare, fields, frozen, handoff, invoice, lists, pace, questions,
        quotes, reverse, trust, why,
    };
    use super::{FILES, Lang, NEXT_SET, NEXT_TEXT, Set};

    impl Set {
        /// Chinese and English of the text at a place.
        fn pair(self, at: usize) -> Option<(&'static str, &'static str)> {
            match self {
                Self::Bill => bill::ALL.get(at).copied(),
                Self::Questions => questions::ALL.get(at).copied(),
                Self::Quotes => quotes::ALL.get(at).copied(),
                Self::Invoice => invoice::ALL.get(at).copied(),
                Self::Frozen => frozen::ALL.get(at).copied(),
                Self::Pace => pace::ALL.get(at).copied(),
                Self::Handoff => handoff::ALL.get(at).copied(),
                Self::Bring => bring::ALL.get(at).copied(),
                Self::Compare => compare::ALL.get(at).copied(),
                Self::Reverse => reverse::ALL.get(at).copied(),
                Self::Lists => lists::ALL.get(at).copied(),
                Self::Ask => checklists::ask::ALL.get(at).copied(),
                Self::Day => checklists::day::ALL.get(at).copied(),
                Self::Watch => checklists::watch::ALL.get(at).copied(),
                Self::Keep => checklists::keep::ALL.get(at).copied(),
                Self::Trust => trust::ALL.get(at).copied(),
                Self::Offered => advice::around(at),
                Self::Advice => advice::at(at),
                Self::Hints => fields::reason(at),
                Self::Why => why::at(at),
            }
        }
    }

    /// The text at a place of a set.
    pub fn text(lang: Lang, set: Set, at: usize) -> &'static str {
        set.pair(at).map_or("", |(zh, en)| lang.pick(zh, en))
    }

    /// What the page loads for a part.
    pub fn file(name: &str, lang: Lang) -> Option<String> {
        let (_, sets) = FILES.iter().find(|(file, _)| *file == name)?;
        let set = |set: &Set| {
            let texts = (0..).map_while(|at| set.pair(at)).map(|(zh, en)| lang.pick(zh, en));
            texts.collect::<Vec<_>>().join(&NEXT_TEXT.to_string())
        };
        Some(sets.iter().map(set).collect::<Vec<_>>().join(&NEXT_SET.to_string()))
    }

    /// Whether the texts of a part are here: always.
    pub const fn here(_: &str, _: Lang) -> bool {
        true
    }
}
#[cfg(not(feature = "split"))]
pub use whole::{file, here, text};

#[cfg(feature = "split")]
mod loaded {
    use super::{FILES, Lang, NEXT_SET, NEXT_TEXT, Set};
    use std::sync::OnceLock;

    type Texts = OnceLock<Vec<&'static str>>;

    /// By set and language.
    static HERE: [[Texts; 2]; Set::Why as usize + 1] =
        [const { [const { Texts::new() }; 2] }; Set::Why as usize + 1];

    /// The text at a place of a set; empty until its file is here.
    pub fn text(lang: Lang, set: Set, at: usize) -> &'static str {
        HERE[set as usize][lang as usize].get().and_then(|all| all.get(at)).copied().unwrap_or("")
    }

    fn sets(name: &str) -> &'static [Set] {
        FILES.iter().find(|(file, _)| *file == name).map_or(&[], |(_, sets)| sets)
    }

    /// Whether the texts of a part are here.
    pub fn here(name: &str, lang: Lang) -> bool {
        sets(name).iter().all(|set| HERE[*set as usize][lang as usize].get().is_some())
    }

    /// Takes the file of a part, for as long as the page lives. Whether it was one.
    pub fn take(name: &str, lang: Lang, file: String) -> bool {
        let file: &'static str = file.leak();
        let mut parts = file.split(NEXT_SET);
        for set in sets(name) {
            let Some(texts) = parts.next() else { return false };
            let _ = HERE[*set as usize][lang as usize].set(texts.split(NEXT_TEXT).collect());
        }
        parts.next().is_none()
    }
}
#[cfg(feature = "split")]
pub use loaded::{here, take, text};

#[cfg(all(test, not(feature = "split")))]
mod tests {
    use super::*;

    #[test]
    fn every_file_holds_its_sets_and_every_set_has_a_file() {
        let mut seen = Vec::new();
        for (name, sets) in FILES {
            for lang in Lang::ALL {
                let file = file(name, lang).unwrap_or_default();
                let read: Vec<Vec<&str>> =
                    file.split(NEXT_SET).map(|set| set.split(NEXT_TEXT).collect()).collect();
                assert_eq!(read.len(), sets.len(), "{name}");
                for (set, texts) in sets.iter().zip(read) {
                    assert!(texts.len() > 3 && text(lang, *set, texts.len()).is_empty(), "{set:?}");
                    for (at, line) in texts.iter().enumerate() {
                        assert!(!line.is_empty() && text(lang, *set, at) == *line, "{set:?} {at}");
                    }
                }
            }
            seen.extend_from_slice(sets);
        }
        assert_eq!(seen.len(), Set::Why as usize + 1);
    }
}
