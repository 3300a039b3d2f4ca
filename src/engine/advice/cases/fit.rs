//! Cases of `super::super::fit`.

use super::Case;

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[Case {
    rule: "oom-certain",
    plan: "task=full&g=rtx-4090-24g&n=1",
    fires: |s| s.entry.usable = 20.0 * crate::units::GIB,
    values: &[("usable", 20.0)],
    silent: |s| s.entry.fit = crate::engine::memory::Fit::Tight,
}];
