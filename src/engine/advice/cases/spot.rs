//! Cases of `super::super::spot`.

use super::Case;

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[];
