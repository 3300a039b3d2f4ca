use crate::catalog::Catalog;
use crate::plan::{Field, ModelRef, Plan, Warning, nearest};

/// Ids of a plan that the catalog does not have, each with the nearest that it has.
pub fn check_ids(plan: &Plan, catalog: &Catalog) -> Vec<Warning> {
    todo!()
}
