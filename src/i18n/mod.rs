//! Words, sentences and numbers in both languages. The core makes no prose: everything that people
//! read is made here, for the page, the examples, the prerendered answer and the exports alike. A
//! missing text in either language does not compile. Knows no components.

pub mod advice;
pub mod bill;
pub mod bring;
pub mod checklists;
pub mod claims;
pub mod compare;
pub mod embed;
pub mod fields;
pub mod frozen;
pub mod handoff;
pub mod input;
pub mod invoice;
pub mod later;
pub mod lists;
mod more_text;
mod names;
pub mod number;
pub mod pace;
pub mod pairs;
mod presets;
pub mod questions;
pub mod quotes;
pub mod reverse;
mod rich;
pub mod trust;
mod ui_text;
pub mod value;
pub mod why;
mod wording;

pub use more_text::More;
pub use names::Named;
pub use presets::{preset_note, preset_title};
pub use rich::{Rich, Span, Weight, escape, fill, is_chinese, tidy};
pub use ui_text::Text;
pub use wording::{BillRow, Figure, Heading, Row, ShownBill, Wording, warning};

/// The two languages. Chinese comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// 简体中文.
    #[default]
    Zh,
    /// English.
    En,
}

impl Lang {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Zh, Self::En];

    /// Its own text of a pair.
    pub const fn pick(self, zh: &'static str, en: &'static str) -> &'static str {
        match self {
            Self::Zh => zh,
            Self::En => en,
        }
    }
    /// The value of an HTML `lang` attribute.
    pub const fn tag(self) -> &'static str {
        self.pick("zh-CN", "en")
    }
    /// The short word in links and options.
    pub const fn word(self) -> &'static str {
        self.pick("zh", "en")
    }
    /// Reads `zh`, `zh-CN`, `en`, `en-GB` …
    pub fn parse(text: &str) -> Option<Self> {
        let head = text.get(..2)?;
        Self::ALL.into_iter().find(|lang| head.eq_ignore_ascii_case(lang.word()))
    }
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Zh => Self::En,
            Self::En => Self::Zh,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    /// Both texts are there; the English one has no Chinese; the Chinese one has some, unless both
    /// are the same name (a product, a format).
    #[track_caller]
    pub fn check_pair(key: &str, zh: &str, en: &str) {
        assert!(!zh.is_empty() && !en.is_empty(), "{key} is empty");
        assert!(!en.chars().any(super::is_chinese), "{key}: Chinese in “{en}”");
        assert!(zh == en || zh.chars().any(super::is_chinese), "{key}: no Chinese in “{zh}”");
    }
}
