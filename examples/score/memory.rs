//! Memory kinds: peaks, model states, activations, weights, caches, buffers.

use crate::case::Case;
use crate::facts::Facts;
use crate::setup::{self, Setup};
use crate::{Reason, Scored};
use suanzu::engine::memory::{kv_cache, weights};
use suanzu::units::{Band, GIB, Uncertain};

/// Scores a memory row.
///
/// # Errors
/// Says why the row cannot be expressed.
pub fn score(case: &Case, facts: &Facts) -> Result<Scored, Reason> {
    let kind = case.text("kind");
    let serving = case.text("framework").is_empty() && !case.text("engine").is_empty();
    let setup = if serving { setup::serving(case, facts)? } else { setup::training(case, facts)? };
    let (predicted, measured, tolerance) = match kind {
        "weights" => weights_of(case, &setup)?,
        "kv_bytes" => kv_bytes(case, &setup)?,
        _ => return Err("memory model not wired"),
    };
    Ok(Scored {
        id: case.id().to_owned(),
        kind: kind.to_owned(),
        predicted,
        measured,
        tolerance,
        slices: setup.slices(case),
    })
}

/// Size in GiB as inference rows print it: their GB and MB are binary (memory.md, pitfalls).
fn gib(case: &Case) -> Result<f64, Reason> {
    let value = case.measured().ok_or("no figure")?;
    match case.text("unit") {
        "GiB" | "GB" => Ok(value),
        "MiB" | "MB" => Ok(value / 1024.0),
        _ => Err("unit not a size"),
    }
}

type Pair = (Band, f64, f64);

fn pair(predicted: Uncertain, measured: f64, tolerance: f64) -> Result<Pair, Reason> {
    Ok((predicted.times(1.0 / GIB).band(), measured, tolerance))
}

fn weights_of(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    let what = case.extra_text("what");
    let whole = what.contains("tensor size") || what.contains("size column");
    let w = weights::weights(&s.job);
    let value = if whole {
        Uncertain::exact(w.total()).with_share(suanzu::units::Cause::WeightForm, w.spread, w.spread)
    } else if what.contains("model buffer(s)") {
        let mut one = s.layout;
        one.pp = 1;
        weights::serving_weights(&s.job, &one)
    } else {
        weights::serving_weights(&s.job, &s.layout)
    };
    pair(value, measured, 0.02 * measured)
}

fn kv_bytes(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    if !case.extra_text("what").contains("KV self size") {
        return Err("memory model not wired");
    }
    let sequences = case.extra_num("n_seq").unwrap_or(1.0);
    let context = case.num("context").ok_or("context not stated")? / sequences;
    let bytes = kv_cache::cache(&s.job, context, s.layout.tp, 1).at(context) * sequences;
    pair(Uncertain::exact(bytes), measured, 0.005 * measured)
}
