//! Did-it-fit rows.

use crate::case::Case;
use crate::facts::Facts;
use crate::table::Tally;

/// Scores one row.
pub fn score(case: &Case, _facts: &Facts, tally: &mut Tally) {
    tally.seen("fits");
    if case.text("confidence") == "low" {
        tally.low += 1;
        return;
    }
    tally.fits.cases += 1;
    tally.inexpressible("fits", "memory model not wired", case.id());
}
