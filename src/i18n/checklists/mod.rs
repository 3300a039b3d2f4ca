//! Texts of the checklists (checklists.md): questions to a seller, the test of the first day, what to watch, keeping going.
//! `{name}` is a value of the plan; where it is unknown the text says so. Texts come with their part in one language
//! ([`later`](super::later)), by the place of their row.

pub(super) mod ask;
pub(super) mod day;
pub(super) mod keep;
pub(super) mod watch;

use super::Lang;
use super::later::{Set, text};

/// When an item applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// To every plan.
    Always,
    /// To cards of NVIDIA.
    Nvidia,
    /// To cards of NVIDIA, several of them.
    NvidiaPair,
    /// To cards of Huawei.
    Huawei,
    /// To cards of others than NVIDIA.
    Other,
    /// To cards of NVIDIA that can count bit errors.
    Ecc,
    /// To cards that cannot.
    NoEcc,
    /// To cards whose memory's limits were read.
    HotMemory,
    /// To several machines.
    Machines,
    /// To jobs that write checkpoints.
    Trains,
    /// To packages and longer terms.
    Package,
}

/// An item but for its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Id of the checklist, for ever: `B-02`.
    pub id: &'static str,
    /// When it applies.
    pub when: When,
    /// What to type, the same in both languages; may be empty. Of a question: the items that check its answer.
    pub how: &'static str,
}

/// A checklist.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    set: Set,
    /// In the order to do them.
    pub rows: &'static [Row],
}

/// Questions before paying.
pub const ASK: Table = Table { set: Set::Ask, rows: ask::ROWS };
/// The first-day test.
pub const DAY: Table = Table { set: Set::Day, rows: day::ROWS };
/// What to watch.
pub const WATCH: Table = Table { set: Set::Watch, rows: watch::ROWS };
/// Keeping going, and the way out.
pub const KEEP: Table = Table { set: Set::Keep, rows: keep::ROWS };

impl Table {
    /// Rows with their texts in one language.
    pub fn items(self, lang: Lang) -> impl Iterator<Item = (&'static Row, &'static str)> {
        self.rows.iter().enumerate().map(move |(at, row)| (row, text(lang, self.set, at)))
    }
}

/// `Set; "id" When "中文" "English" "what to type";` …
macro_rules! rows {
    ($set:ident; $($id:literal $when:ident $zh:literal $en:literal $how:literal;)+) => {
        /// The items, in the order to do them.
        pub(super) const ROWS: &[super::Row] = &[$(super::Row { id: $id, when: super::When::$when, how: $how }),+];
        /// Chinese and English, by place.
        #[cfg(not(feature = "split"))]
        pub(in crate::i18n) const ALL: &[(&str, &str)] = &[$(($zh, $en)),+];
    };
}
use rows;

#[cfg(all(test, not(feature = "split")))]
mod tests {
    use super::*;
    use crate::i18n::advice::tests::places;
    use crate::i18n::tests::check_pair;
    use std::collections::BTreeSet;

    #[test]
    fn items_have_both_languages_with_the_same_values() {
        for table in [ASK, DAY, WATCH, KEEP] {
            for ((row, zh), (_, en)) in table.items(Lang::Zh).zip(table.items(Lang::En)) {
                check_pair(row.id, zh, en);
                assert_eq!(places(zh), places(en), "{}", row.id);
                assert!(row.how.is_ascii(), "{}", row.id);
            }
        }
        for ((row, zh), (_, en)) in ASK.items(Lang::Zh).zip(ASK.items(Lang::En)) {
            assert!(zh.ends_with('？') && en.ends_with('?'), "{}", row.id);
        }
    }

    /// checklists.md has 36 questions, 30 tests, 22 items for keeping going; ids are there once.
    #[test]
    fn every_item_of_the_checklists_is_there() {
        for (letter, table, n) in [("A", ASK, 36), ("B", DAY, 30), ("C", KEEP, 22), ("W", WATCH, 18)] {
            let all: BTreeSet<String> = (1..=n).map(|i| format!("{letter}-{i:02}")).collect();
            let ids: BTreeSet<String> = table.rows.iter().map(|r| r.id.to_owned()).collect();
            assert_eq!(ids, all);
            assert_eq!(table.rows.len(), n);
        }
    }

    /// What checks an answer is an item of another list.
    #[test]
    fn answers_are_checked_by_items_that_exist() {
        let known = |id: &str| [DAY, KEEP].iter().any(|t| t.rows.iter().any(|r| r.id == id));
        for row in ASK.rows {
            assert!(row.how.is_empty() || row.how.split(", ").all(known), "{}: {}", row.id, row.how);
        }
    }
}
