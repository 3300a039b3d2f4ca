//! The figures that speed is held to: each with its bar, what the rows give, and whether it is met.

use crate::Scored;
use crate::acceptance::{Figure, figure, has, ratio, share};
use crate::table::{error, quantile, sorted};

/// Kinds of rows that are speed.
pub const SPEED: [&str; 6] =
    ["decode_tps", "prefill_tps", "tokens_per_s", "step_time", "samples_per_s", "mfu"];
/// Those of them that are training.
const TRAINING: [&str; 4] = ["tokens_per_s", "step_time", "samples_per_s", "mfu"];

/// The figures over all rows. `seen` counts the rows of a kind that are trusted, `no_card` those of them whose card
/// is not in the catalog.
pub fn figures(
    rows: &[Scored],
    seen: impl Fn(&str) -> usize,
    no_card: impl Fn(&str) -> usize,
) -> Vec<Figure> {
    let of = |kinds: &[&str], slices: &[&str]| -> Vec<&Scored> {
        rows.iter()
            .filter(|r| kinds.contains(&r.kind.as_str()))
            .filter(|r| slices.is_empty() || slices.iter().any(|s| has(r, s)))
            .collect()
    };
    let mut out = Vec::new();
    let mut held = |name, rows: &[&Scored], median: f64, p90: Option<f64>| {
        let e = sorted(rows.iter().map(|r| error(r).abs()));
        out.push(figure(name, median, false, quantile(&e, 0.5), e.len()));
        if let Some(bar) = p90 {
            out.push(figure("  its p90", bar, false, quantile(&e, 0.9), e.len()));
        }
    };
    held("decode at batch 1, median", &of(&["decode_tps"], &["batch=1"]), 0.09, Some(0.40));
    held("decode at all batches, median", &of(&["decode_tps"], &[]), 0.11, None);
    held("prefill, median", &of(&["prefill_tps"], &[]), 0.18, None);
    held("training tokens/s, median", &of(&["tokens_per_s"], &[]), 0.10, Some(0.32));
    held("training step time, median", &of(&["step_time"], &[]), 0.10, Some(0.32));
    held("MFU, median", &of(&["mfu"], &[]), 0.09, None);
    let all = of(&SPEED, &[]);
    let inside = share(&all, |r| r.predicted.holds(r.measured));
    out.push(figure("inside the band", 0.88, true, inside, all.len()));
    let sum = |kinds: &[&str], count: &dyn Fn(&str) -> usize| kinds.iter().map(|k| count(k)).sum::<usize>();
    let carded = sum(&SPEED, &seen) - sum(&SPEED, &no_card);
    out.push(figure("expressible, card in the catalog", 0.95, true, ratio(all.len(), carded), carded));
    let trained = of(&TRAINING, &[]);
    let met = sum(&TRAINING, &seen);
    out.push(figure("expressible, training", 0.85, true, ratio(trained.len(), met), met));
    let loaded = of(&["decode_tps"], &["saturated", "concurrency"]);
    let close = share(&loaded, |r| error(r).abs() <= 0.35);
    out.push(figure("serving at full or stated load within 35 %", 0.70, true, close, loaded.len()));
    let curve: Vec<&Scored> = of(&["decode_tps"], &["gpu=NVIDIA GB10 (DGX Spark)"])
        .into_iter()
        .filter(|r| !has(r, "batch=1"))
        .collect();
    if !curve.is_empty() {
        let close = share(&curve, |r| error(r).abs() <= 0.20);
        out.push(figure("GB10 batch curves within 20 %", 1.0, true, close, curve.len()));
    }
    out
}
