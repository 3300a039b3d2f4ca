//! How much beside the work a plan pays for, in three sizes, so that it is not taken for nothing.

use super::{Field, Plan, usual};

/// Settings of one size, with their texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hidden(pub &'static [(Field, &'static str)]);

/// Small, medium, large. Medium is the example of checklists.md part Q (200 GB stored, 100 GB out, 20 starts),
/// large that of cost.md §2 (500 GB for a month, 200 GB out) with the tax of checklists.md Q-20; small, copies and
/// the hours of debugging are assumptions.
pub const HIDDEN: [Hidden; 3] = [
    Hidden(&[
        (Field::Storage, "50"),
        (Field::Egress, "10"),
        (Field::Sessions, "5"),
        (Field::DebugHours, "2"),
        (Field::KeepDays, "7"),
        (Field::Addresses, "0"),
        (Field::Copies, "0"),
        (Field::TaxRate, "0"),
    ]),
    Hidden(&[
        (Field::Storage, "200"),
        (Field::Egress, "100"),
        (Field::Sessions, "20"),
        (Field::DebugHours, "8"),
        (Field::KeepDays, "7"),
        (Field::Addresses, "0"),
        (Field::Copies, "1"),
        (Field::TaxRate, "0"),
    ]),
    Hidden(&[
        (Field::Storage, "500"),
        (Field::Egress, "200"),
        (Field::Sessions, "40"),
        (Field::DebugHours, "24"),
        (Field::KeepDays, "30"),
        (Field::Addresses, "1"),
        (Field::Copies, "2"),
        (Field::TaxRate, "0.13"),
    ]),
];

impl Hidden {
    /// The settings that a size decides.
    pub fn fields() -> impl Iterator<Item = Field> {
        HIDDEN[0].0.iter().map(|(field, _)| *field)
    }
    /// One of them is set in the plan.
    pub fn set_in(plan: &Plan) -> bool {
        Self::fields().any(|f| f.text(plan) != f.text(usual()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_sets_the_same_fields_and_each_is_larger_than_the_one_before() {
        let mut before = vec![0.0; HIDDEN[0].0.len()];
        for size in HIDDEN {
            let mut plan = Plan::default();
            assert!(size.0.iter().map(|(f, _)| *f).eq(Hidden::fields()));
            for ((field, text), before) in size.0.iter().zip(&mut before) {
                assert!(field.set(&mut plan, text, &mut Vec::new()), "{field:?}");
                assert_eq!(field.text(&plan), *text);
                let now = field.number(&plan).unwrap_or_else(|| panic!("{field:?}"));
                assert!(now >= *before, "{field:?}");
                *before = now;
            }
            assert!(Hidden::set_in(&plan));
            Hidden::fields().for_each(|f| f.reset(&mut plan));
            assert_eq!(plan, Plan::default());
        }
    }
}
