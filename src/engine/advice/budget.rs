//! Budget path, mixing, edge, buying, prepaid hours: `advice.md` §14.

use super::Rule;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[];
