//! Figures that a rule takes from the engine for a real plan: worked out by hand where that is exact, else held
//! between what facts allow. The cases hold all others.

use super::Scene;

/// A figure: rule, its name, the least and the most that it may be, from the case and the rule's other figures.
pub type Derived = (&'static str, &'static str, fn(&Scene, &dyn Fn(&str) -> f64) -> [f64; 2]);

/// One per cent around a figure.
fn about(x: f64) -> [f64; 2] {
    [0.99 * x, 1.01 * x]
}

/// Parameters of the plan's model.
fn params(s: &Scene) -> f64 {
    s.job.arch.params_total as f64
}

const GIB: f64 = 1_073_741_824.0;

pub const DERIVED: &[Derived] = &[
    // bf16 takes at most half of 16 bytes a parameter, and leaves the other half beside activations.
    ("oom-precision-lever", "saved", |s, _| [0.8 * 8.0 * params(s) / GIB, 8.0 * params(s) / GIB]),
    ("oom-precision-lever", "after", |s, _| [8.0 * params(s) / GIB, 80.0]),
    // Measured below 1,024 tokens a step: 0.04 to 0.25; eight times the batch is at most eight times as fast.
    ("micro-batch-too-small", "mfu", |_, _| [0.04, 0.25]),
    ("micro-batch-too-small", "faster", |_, _| [1.5, 8.0]),
    // 16-bit weights, and the loss over 152k entries at 14 bytes; the card.
    ("micro-batch-too-small", "need", |s, _| {
        [(2.0 * params(s) + 14.0 * 4_096.0 * f64::from(s.job.arch.vocab)) / GIB, 80.0]
    }),
    // The case sets 40 hours; 312 TFLOP/s are 16 times 19.5.
    ("fp32-left-on", "then", |_, _| [40.0 / 16.0, 40.0 / 1.5]),
    ("fp32-left-on", "times", |_, get| about(40.0 / get("then"))),
    ("measured-below-model", "expected", |s, _| about(s.way.pace.step_s.likely)),
    // Two all-reduces in each of 64 layers: 5,120 values of two bytes for 20 users, and a ring of four sends 1.5 times that.
    ("tp-without-nvlink", "gb", |_, _| about(2.0 * 64.0 * 5_120.0 * 2.0 * 20.0 * 1.5 / 1e9)),
    // At the rate that is named, and each of 128 messages waits besides: at most 0.1 ms.
    ("tp-without-nvlink", "comm", |_, get| [get("gb") / get("gbs"), get("gb") / get("gbs") + 0.0128]),
    ("tp-without-nvlink", "step", |s, get| [get("comm"), s.way.pace.step_s.likely.max(0.2)]),
    // Three passes of 16-bit weights a micro-step, three quarters of them from the other cards.
    ("shard-without-nvlink", "gb", |s, get| {
        let pass = 2.0 * params(s) * 0.75 / 1e9;
        let passes = (get("gb") / (3.0 * pass)).round().max(1.0);
        [0.9 * passes * 3.0 * pass, 1.1 * passes * 3.0 * pass]
    }),
    ("shard-without-nvlink", "comm", |_, get| about(get("gb") / get("gbs"))),
    ("shard-without-nvlink", "step", |_, get| [get("comm"), 10.0 * get("comm")]),
    // Six operations a parameter and token on eight cards of 312 TFLOP/s, at a tenth to all of it.
    ("ddp-fits-better", "then", |s, _| {
        let tokens =
            f64::from(s.job.seq) * f64::from(s.way.layout.micro_batch) * f64::from(s.way.layout.accumulation);
        let least = 6.0 * params(s) * tokens / 312e12;
        [least, 10.0 * least.max(0.1)]
    }),
    // NVLink of 450 GB/s against PCIe 5.0 of 64: never faster, at most seven times slower.
    ("link-unknown", "fast", |_, get| [get("slow") / 7.1, get("slow")]),
    ("link-unknown", "slow", |_, get| [get("fast"), 7.1 * get("fast")]),
    ("link-unknown", "low", |s, get| [0.5 * s.entry.total.likely, get("high")]),
    ("link-unknown", "high", |_, get| [get("low"), get("low") * get("slow") / get("fast")]),
    // 460 / 300 of the time for all that is sent, which is a part of a step.
    ("busbw-low", "longer", |_, _| [0.001, 460.0 / 300.0 - 1.0]),
    // Three passes of 16-bit weights, half of them on the other machine; 100 Gbit/s are 12.5 GB/s, 0.8 of it arrives.
    ("multi-node-no-rdma", "gb", |s, _| about(3.0 * 2.0 * params(s) * 0.5 / 1e9)),
    ("multi-node-no-rdma", "seconds", |_, get| about(get("gb") / 10.0)),
    ("multi-node-no-rdma", "share", |s, get| {
        [get("seconds") / (s.way.pace.step_s.likely + get("seconds")), 1.0]
    }),
    // Of 100 hours 20 are work: eight cards are no slower than two, and leave the other 80.
    ("node-shape", "hours", |s, _| [s.entry.hours.likely - s.way.pace.work_h.likely, s.entry.hours.likely]),
    // A byte or half a byte a parameter at least, and less than 16 bits with a cache.
    ("fp8-unsupported", "need", |s, _| [params(s) / GIB, 24.0]),
    ("fp4-unsupported", "need", |s, _| [0.5 * params(s) / GIB, 16.0]),
    // Two copies of the scores of 12 heads in 16 and 32 bits at most, in every layer that keeps them.
    ("fa2-unsupported", "more", |_, _| [1.0, 32.0]),
    // LoRA: 16-bit weights at least, the card at most.
    ("mixed-card-types", "need", |s, _| [2.0 * params(s) / GIB, 24.0]),
    // A seventh of the compute, an eighth of the bandwidth: between as fast and eight times as slow.
    ("mig-fits-small", "longer", |_, _| [1.0, 8.0]),
    // Within the deadline of 100 hours.
    ("spot-deadline", "switch", |_, _| [0.0, 100.0]),
    ("spot-deadline", "hybrid", |_, get| [1.0, get("worst")]),
    // At most all of the deadline by the hour at the price of the case.
    ("spot-deadline", "worst", |s, get| [get("hybrid"), 2.0 * 4.0 * 100.0 + s.entry.hour() * 100.0]),
    ("rounding-loss", "other", |s, _| {
        let totals = || s.entries.iter().map(|e| e.total.likely);
        [totals().fold(f64::INFINITY, f64::min), totals().fold(0.0, f64::max)]
    }),
    // (under + over) · σ · φ(z): 10 · 50 · φ(-0.524) less 6.5 · 50 · φ(-0.097); demand below nothing is cut off.
    ("compute-bank-size", "worth", |_, _| [0.95 * 44.8, 1.01 * 44.8]),
];
