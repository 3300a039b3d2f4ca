//! What was odd about a plan: typed, without prose. Each names its field.

use super::fields::Field;
use serde::Serialize;

/// What could not be used as written. No prose: `i18n` makes the sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Warning {
    /// A key of the link that this version does not know; it is kept and written again.
    UnknownKey {
        /// As written.
        key: String,
    },
    /// An id that the catalog does not have.
    UnknownId {
        /// Where.
        field: Field,
        /// As written.
        text: String,
        /// The nearest id of the catalog.
        nearest: Option<String>,
    },
    /// A text that is no value of the field; the last valid value or the default is used.
    Unreadable {
        /// Where.
        field: Field,
        /// As written, shortened.
        text: String,
        /// What it may have meant, as a text that the field reads.
        guess: Option<String>,
    },
    /// A number outside its bounds.
    Clamped {
        /// Where.
        field: Field,
        /// As written.
        from: f64,
        /// As used.
        to: f64,
    },
    /// The link was made by a newer version.
    NewerVersion {
        /// Its version.
        version: u32,
        /// How many settings were understood.
        read: u32,
        /// Keys that were not.
        unused: Vec<String>,
    },
    /// A key stands there twice; the last one counts.
    Duplicate {
        /// Which.
        field: Field,
    },
    /// The link was cut off; what could be mended was.
    Truncated {
        /// The field whose value was cut, where known.
        field: Option<Field>,
        /// What was left of it.
        text: String,
    },
    /// The text is longer than any link; only its beginning was read.
    TooLong {
        /// Its length in bytes.
        bytes: u32,
        /// How many were read.
        read: u32,
    },
    /// A measured speed without the card it was measured on; it is not used.
    MeasuredNowhere,
    /// The run takes longer than hours are counted; hours and sums stop there.
    Endless {
        /// What is too much.
        field: Field,
        /// Hours that are counted.
        hours: f64,
    },
    /// Nothing in a list of ids is known: nothing is ruled out.
    AllOpen {
        /// Which list.
        field: Field,
    },
    /// Numbers of a layout that do not divide: no cards can be spread so.
    Indivisible {
        /// The number to change.
        field: Field,
        /// What is divided.
        what: Whole,
        /// How many of it there are.
        whole: u32,
        /// Into how many, or by how many at a time.
        by: u32,
    },
    /// More settings than any link has; only the first were read.
    TooMany {
        /// How many there were.
        settings: u32,
        /// How many were read.
        read: u32,
    },
}

/// What a layout divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whole {
    /// The cards, by those that hold one copy of the model together.
    Cards,
    /// The attention heads, by tensor parallelism.
    Heads,
    /// The layers, by stages of a pipeline.
    Layers,
}

impl Warning {
    /// The field that the warning stands next to.
    pub const fn field(&self) -> Option<Field> {
        match self {
            Self::UnknownId { field, .. }
            | Self::Unreadable { field, .. }
            | Self::Clamped { field, .. }
            | Self::AllOpen { field }
            | Self::Indivisible { field, .. }
            | Self::Duplicate { field }
            | Self::Endless { field, .. } => Some(*field),
            Self::Truncated { field, .. } => *field,
            Self::MeasuredNowhere => Some(Field::MeasuredGpu),
            _ => None,
        }
    }
}
