//! What was wrong with a plan: typed, without prose. Each names the key of its field.

use serde::Serialize;

/// One thing that could not be used as written. The last valid value or the default is used instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    /// A key no version knows; kept in the link.
    UnknownKey {
        /// As written.
        key: String,
    },
    /// An id that the catalog does not have.
    UnknownId {
        /// Key of the field.
        field: &'static str,
        /// As written.
        text: String,
        /// The nearest id that exists.
        nearest: Option<String>,
    },
    /// A value that cannot be read.
    Unreadable {
        /// Key of the field.
        field: &'static str,
        /// As written.
        text: String,
    },
    /// A number outside its bounds.
    Clamped {
        /// Key of the field.
        field: &'static str,
        /// As written.
        from: f64,
        /// As used.
        to: f64,
    },
    /// The link was made by a newer version.
    NewerVersion {
        /// Its version.
        version: u32,
        /// Settings read.
        read: u32,
        /// Keys that were not used.
        unused: Vec<String>,
    },
    /// A key that stands twice; the last one counts.
    Duplicate {
        /// Key of the field.
        field: &'static str,
    },
    /// The text was too long and was cut.
    TooLong {
        /// Bytes read.
        read: u32,
    },
}
