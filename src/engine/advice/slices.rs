//! Virtualisation and slices: `advice.md` §6.

use super::Rule;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[];
