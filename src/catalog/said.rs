//! What is said of a provider in words: the terms that no column holds. A text of its own: only who looks at a seller needs it.

use super::table::{Row, split};
use std::sync::OnceLock;

/// The text that the build script made of `said.csv`.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/said.txt"));

/// A statement about a provider: the gist of what its sources (those of the provider's row) print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The provider's id.
    pub provider: &'static str,
    /// What it is about.
    pub about: SaidOf,
    /// In Chinese.
    pub zh: &'static str,
    /// In English.
    pub en: &'static str,
}

/// What a statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SaidOf {
    /// What becomes of data when a machine stops.
    Persistence,
    /// Leaving early.
    Refund,
    /// Interruptible machines.
    Spot,
    /// What new users get.
    Credit,
    /// Least term or number.
    Terms,
    /// Availability promised.
    Sla,
    /// Who answers.
    Support,
}

impl SaidOf {
    /// By its word in the file.
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "persistence" => Self::Persistence,
            "refund" => Self::Refund,
            "spot" => Self::Spot,
            "credit" => Self::Credit,
            "terms" => Self::Terms,
            "sla" => Self::Sla,
            "support" => Self::Support,
            _ => return None,
        })
    }
}

/// What is said of a provider about one thing.
pub fn said(provider: &str, about: SaidOf) -> Option<&'static Said> {
    static SAID: OnceLock<Vec<Said>> = OnceLock::new();
    let all = SAID.get_or_init(|| {
        let tables = split(EMBEDDED);
        let rows = tables.iter().flat_map(|(_, table)| table.rows());
        let read = |row: Row<'_, 'static>| {
            let about = SaidOf::parse(row.text("about"))?;
            Some(Said { provider: row.text("provider"), about, zh: row.text("zh"), en: row.text("en") })
        };
        rows.filter_map(read).collect()
    });
    all.iter().find(|s| s.provider == provider && s.about == about)
}
