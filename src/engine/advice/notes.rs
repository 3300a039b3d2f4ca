//! Dated notes, licences and terms: `advice.md` §16.

use super::Rule;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[];
