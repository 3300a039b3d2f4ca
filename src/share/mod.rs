//! A plan to and from the text of a link. Links are a file format: every link ever handed out is
//! read for ever. What cannot be used comes back as warnings, never as an error. Knows no DOM.

mod decode;
mod encode;
mod ids;
mod migrate;
mod raw;

pub use decode::{decode, read, versioned};
pub use encode::{compose, encode, pairs, write};
pub use ids::{check_ids, known_lists, own_ids};
pub use migrate::CURRENT;
pub use raw::escape;

use crate::plan::Plan;
use crate::units::Currency;

/// Everything a link carries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The plan.
    pub plan: Plan,
    /// Plans beside it (`2.m=…`), at most five.
    pub others: Vec<Plan>,
    /// How it is shown.
    pub view: View,
    /// A title; it travels in the fragment, which servers never see.
    pub title: String,
    /// Settings that this version does not know, kept and written again.
    pub unknown: Vec<(String, String)>,
    /// The same in the fragment.
    pub unknown_fragment: Vec<(String, String)>,
}

/// How a plan is shown: never changes a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Language; `None` = the reader's.
    pub lang: Option<crate::i18n::Lang>,
    /// Currency shown; `None` = the plan's.
    pub show: Option<Currency>,
    /// Light or dark; `None` = the system's.
    pub theme: Option<Theme>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// Its word in links.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
    /// Reads the word.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Light, Self::Dark].into_iter().find(|t| t.word().eq_ignore_ascii_case(text))
    }
}

/// Whether a link is short enough to be passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Short enough for any chat.
    Fine,
    /// Works in browsers, may be cut by chats: offer a file as well.
    Long,
    /// Only a file travels safely.
    File,
}

/// Above so many characters the page offers a file (semantics §9).
pub const LONG: usize = 1_500;
/// Above so many characters links break in practice (ux.md a.1: 2,000 shown fine).
pub const BREAKS: usize = 8_000;

/// How long a link is.
pub const fn length(link: &str) -> Length {
    match link.len() {
        0..=LONG => Length::Fine,
        n if n <= BREAKS => Length::Long,
        _ => Length::File,
    }
}

/// Most plans beside the first.
pub const OTHERS: usize = 5;
/// Most unknown settings that are kept.
const KEPT: usize = 60;
/// Longest kept value or title, in characters.
const KEPT_CHARS: usize = 2_000;
/// Longest title, in characters.
const TITLE_CHARS: usize = 120;
