//! Cases of `super::super::environment`.

use super::Case;

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[];
