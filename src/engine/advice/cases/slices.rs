//! Cases of `super::super::slices`.

use super::Case;

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[];
