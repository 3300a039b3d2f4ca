//! Environment and images: `advice.md` §5.

use super::Rule;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[];
