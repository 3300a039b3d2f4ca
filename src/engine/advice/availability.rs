//! Availability and support: `advice.md` §13.

use super::Rule;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[];
