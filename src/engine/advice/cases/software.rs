//! Cases of `super::super::software`.

use super::Case;

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[Case {
    rule: "bf16-unsupported",
    plan: "g=v100-sxm-32g&prec=bf16",
    fires: |s| s.gpu.compute_capability = 70,
    values: &[("capability", 7.0)],
    silent: |s| s.set("prec", "fp16"),
}];
