//! Speed kinds: decode, prefill, training tokens, steps, samples, MFU.

use crate::case::Case;
use crate::facts::Facts;
use crate::setup::Setup;
use crate::{Reason, Scored};
use suanzu::units::Uncertain;

/// The engine's figure for a speed row, in the row's own unit. `setup` is what a person could have
/// entered.
///
/// # Errors
/// Says why the row cannot be expressed.
pub fn predict(_case: &Case, _setup: &Setup) -> Result<Uncertain, Reason> {
    Err("speed model not wired")
}

/// Scores a speed row.
///
/// # Errors
/// Says why the row cannot be expressed.
pub fn score(case: &Case, facts: &Facts) -> Result<Scored, Reason> {
    let setup = if case.text("framework").is_empty() && !case.text("engine").is_empty() {
        crate::setup::serving(case, facts)?
    } else {
        crate::setup::training(case, facts)?
    };
    let measured = case.measured().filter(|m| *m > 0.0).ok_or("no figure")?;
    let predicted = predict(case, &setup)?.band();
    let share = match case.text("kind") {
        "decode_tps" => 0.20,
        _ => 0.25,
    };
    let mut slices = setup.slices(case);
    slices.push(format!("gpu={}", case.text("gpu")));
    if case.text("kind") == "decode_tps" {
        slices.push(if case.num("batch").unwrap_or(1.0) > 1.0 { "batch>1".into() } else { "batch=1".into() });
    }
    Ok(Scored {
        id: case.id().to_owned(),
        kind: case.text("kind").to_owned(),
        predicted,
        measured,
        tolerance: share * measured,
        slices,
    })
}
