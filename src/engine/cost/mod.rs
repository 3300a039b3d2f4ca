//! Bill: what an offer charges for the hours, line by line. Knows no memory formulas.
