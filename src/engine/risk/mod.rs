//! Risk: what is lost on average, and the chance to miss a deadline (cost.md §9). Money here is an
//! expectation, not a bill: it decides the order together with the total (semantics §4).

mod loss;

pub use loss::{
    DETECT_H, GPU_HOURS_PER_FAULT, INTERVAL_H, Loss, LossInput, detect_hours, expected_loss,
    fault_multiplier, on_time,
};
