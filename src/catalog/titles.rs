//! What the sources are called. A text of its own: only who looks a source up needs it.

use super::table::{Row, split};
use crate::units::AsOf;
use std::sync::OnceLock;

/// The text that the build script made of `sources.csv`.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/titles.txt"));

/// A source with its title.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceTitle {
    /// As rows name it.
    pub id: String,
    /// What it is, in the words of the one who read it (English or Chinese).
    pub title: String,
    /// Its licence where it states one: "CC BY 4.0".
    pub licence: String,
    /// The words of attribution that the licence asks for; empty without.
    pub attribution: String,
    /// What the rows that name it are about.
    pub about: About,
    /// When it was read.
    pub as_of: Option<AsOf>,
}

/// Kinds of row that a source can be named for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum About {
    /// Cards and compatibility.
    #[default]
    Gpus,
    /// Models.
    Models,
    /// Prices.
    Prices,
    /// Providers and their rules.
    Providers,
    /// Exchange rates.
    Rates,
}

/// Every source with its title.
pub fn titles() -> &'static [SourceTitle] {
    static TITLES: OnceLock<Vec<SourceTitle>> = OnceLock::new();
    TITLES.get_or_init(|| split(EMBEDDED).iter().flat_map(|(_, table)| table.rows().map(read)).collect())
}

/// The title of a source; what follows a `:` is a place inside it.
pub fn title(id: &str) -> Option<&'static SourceTitle> {
    let id = id.split(':').next().unwrap_or(id);
    titles().iter().find(|t| t.id == id)
}

fn read(row: Row) -> SourceTitle {
    SourceTitle {
        id: row.string("id"),
        title: row.string("title"),
        licence: row.string("licence"),
        attribution: row.string("attribution"),
        about: match row.text("about") {
            "models" => About::Models,
            "prices" => About::Prices,
            "providers" => About::Providers,
            "rates" => About::Rates,
            _ => About::Gpus,
        },
        as_of: row.date("as_of"),
    }
}
