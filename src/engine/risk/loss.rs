//! Expected loss over the horizon: hardware faults, a lost disk, the end of a provider.

use crate::catalog::{Provider, ProviderKind};
use crate::engine::cost::{Ask, Ctx, HOURS_MEAN_MONTH, Quick, RELOAD_H, Time, Units};
use crate::engine::line::{Certainty, From, Line, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::plan::{Care, DataClass};
use crate::units::math::sqrt;
use crate::units::{Band, Cause, Uncertain};

/// GPU-hours per unexpected interruption of a mature fleet: 419 in 54 days on 16,384 H100
/// (Llama 3, arXiv 2407.21783; cost.md §9 rounds 50,676 to 50,700).
pub const GPU_HOURS_PER_FAULT: f64 = 50_700.0;

/// How many times more often machines of a kind fail than a mature fleet: 3 to 10 times for new or
/// marketplace hosts (cost.md §9, assumption).
pub const fn fault_multiplier(kind: ProviderKind) -> [f64; 3] {
    match kind {
        ProviderKind::Hyperscaler => [0.5, 1.0, 3.0],
        ProviderKind::Idc => [1.0, 2.0, 5.0],
        ProviderKind::GpuCloud | ProviderKind::Own => [1.0, 3.0, 10.0],
        ProviderKind::Marketplace => [3.0, 5.0, 10.0],
    }
}

/// Hours until somebody notices a fault: 15 minutes with good support, half a day without (seed
/// article, cost.md §9); with monitoring the quick end, else the geometric middle.
pub const DETECT_H: [f64; 2] = [0.25, 12.0];
/// Hours between checkpoints where neither plan nor spot formula sets them (cost.md §9: "τ = 1 h").
pub const INTERVAL_H: f64 = 1.0;
/// Chance per month that a host loses its disk: 1 % where data lives on the host (checklist Q-02,
/// assumption), a tenth of it on volumes that outlive the machine (assumption).
const DISK_LOSS_MONTH: [f64; 2] = [0.01, 0.001];
/// Chance per month that a provider ends its product: one of the 70 providers of the catalog did in
/// 2026 (潞晨云, cost.md §9): 1/70 a year. Not counted for hyperscalers.
const EXIT_MONTH: f64 = 1.0 / 70.0 / 12.0;
/// Marketplaces withdraw nodes: 3 times that (assumption).
const EXIT_MARKET: f64 = 3.0;
/// Hours to find and set up another provider (assumption; the move itself is priced apart).
const MOVE_H: f64 = 8.0;
/// Hours of a person's work to make costly data again ("costs days to make again": 3 working days).
const RECREATE_H: f64 = 24.0;

/// Hours until a fault is noticed, likely: the quick end with monitoring, else the geometric middle.
pub fn detect_hours(monitoring: Option<bool>) -> f64 {
    match monitoring {
        Some(true) => DETECT_H[0],
        _ => sqrt(DETECT_H[0] * DETECT_H[1]),
    }
}

/// What the loss depends on besides plan and offer.
#[derive(Clone, Copy, Debug)]
pub struct LossInput<'a> {
    /// The seller.
    pub provider: &'a Provider,
    /// Units ordered.
    pub units: &'a Units,
    /// Hours.
    pub time: &'a Time,
    /// The bill.
    pub bill: &'a Quick,
    /// What delay and data are worth.
    pub care: &'a Care,
}

/// The three terms, each with its low, likely and high value in the plan's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Paid hours and delay lost to hardware faults.
    pub faults: Band,
    /// The host loses data that is nowhere else.
    pub data: Band,
    /// The provider ends the product.
    pub exit: Band,
}

impl Loss {
    /// The sum that the ranking adds to the total.
    pub fn likely(&self) -> f64 {
        self.faults.likely + self.data.likely + self.exit.likely
    }
}

/// Expected loss of a candidate over its horizon (cost.md §9); cheap enough for the hot path.
pub fn expected_loss<T: Trace>(ctx: &Ctx, ask: &Ask, input: &LossInput, trace: &mut T) -> (Loss, Uncertain) {
    let LossInput { provider, units, time, bill, care } = *input;
    let hour = ask.per_card_hour() * f64::from(units.billed);
    let value = care.hour_value.clamp(0.0, 1e9);

    // Hardware faults: half an interval of work, the time to notice, a start, all paid; every hour
    // of it also delays.
    let [m_low, m, m_high] = fault_multiplier(provider.kind);
    let faults = f64::from(units.used()) / GPU_HOURS_PER_FAULT * time.powered;
    let interval = match ctx.needs.interval_h {
        Some(h) => h,
        None if time.interval > 0.0 => time.interval,
        None if ctx.needs.trains => INTERVAL_H,
        None => 0.0,
    };
    let detect = detect_hours(provider.monitoring);
    // The disk survives most faults: what is lost is a boot and the reload.
    let restart = ask.boot_h[1] + RELOAD_H;
    let each = |detect: f64| (interval / 2.0 + detect + restart) * (hour + value);
    let fault_loss = Band::new(
        faults * m_low * each(DETECT_H[0]),
        faults * m * each(detect),
        faults * m_high * each(DETECT_H[1]),
    );

    // Data: only what exists nowhere else has to be made again.
    let months = (time.wall + ctx.needs.keep_h) / HOURS_MEAN_MONTH;
    let per_month = match (provider.data_persists, provider.kind) {
        (Some(true), ProviderKind::Hyperscaler) | (Some(true), ProviderKind::GpuCloud) => DISK_LOSS_MONTH[1],
        (_, ProviderKind::Hyperscaler) => DISK_LOSS_MONTH[1],
        _ => DISK_LOSS_MONTH[0],
    };
    let lost = (per_month * months).min(1.0);
    let again = recreate_cost(ask, hour, value, bill, time, care);
    let data_loss = Band::new(lost * again / 10.0, lost * again, (lost * 10.0).min(1.0) * again);

    // Exit: moving, and what is left of prepaid terms.
    let span_months = time.wall / HOURS_MEAN_MONTH;
    let p_exit = match provider.kind {
        ProviderKind::Hyperscaler => 0.0,
        ProviderKind::Marketplace => (EXIT_MONTH * EXIT_MARKET * span_months).min(1.0),
        _ => (EXIT_MONTH * span_months).min(1.0),
    };
    let prepaid = if ask.term_h > 0.0 { hour * ask.term_h / 2.0 } else { 0.0 };
    let moving = MOVE_H * value + ask.setup_h[1] * (hour + value) + prepaid;
    let exit_loss = Band::new(0.0, p_exit * moving, (p_exit * 3.0).min(1.0) * moving);

    let loss = Loss { faults: fault_loss, data: data_loss, exit: exit_loss };
    let spread = |u: Uncertain, b: Band| {
        u.plus(&Uncertain::exact(b.likely).with(Cause::Interruption, b.likely - b.low, b.high - b.likely))
    };
    let sum = spread(spread(spread(Uncertain::ZERO, fault_loss), data_loss), exit_loss);
    trace.line(|| {
        Line::new(
            What::ExpectedLoss,
            &sum,
            Unit::Money,
            "λ · T · (τ/2 + t + R) · (p + v) + π · data + ε · move",
            "Llama 3 (arXiv 2407.21783): λ = n / 50,700 h; multiplier and π are assumptions",
            Certainty::RuleOfThumb,
            vec![
                term("n", TermName::Cards, f64::from(units.used()), Unit::Gpus, From::Chosen),
                term("T", TermName::Hours, time.powered, Unit::Hours, From::Derived),
                term("λ", TermName::HazardRate, m / GPU_HOURS_PER_FAULT, Unit::Plain, From::Assumed),
                term("τ", TermName::CheckpointInterval, interval, Unit::Hours, From::Default),
                term("t", TermName::Hours, detect, Unit::Hours, From::Assumed),
                term("R", TermName::RestartTime, restart, Unit::Hours, From::Assumed),
                term("p", TermName::Price, hour, Unit::MoneyPerHour, From::Offer),
                term("v", TermName::HourValue, value, Unit::MoneyPerHour, From::Plan),
                term("π", TermName::Probability, lost, Unit::Share, From::Assumed),
                term("ε", TermName::Probability, p_exit, Unit::Share, From::Assumed),
            ],
        )
    });
    (loss, sum)
}

/// What it costs to have the data again once the disk is gone.
fn recreate_cost(ask: &Ask, hour: f64, value: f64, bill: &Quick, time: &Time, care: &Care) -> f64 {
    let fetch = ask.setup_h[1] * (hour + value);
    if care.copies > 0 {
        return fetch;
    }
    // Half of the run is lost on average, with the data that went into it.
    let rerun = (bill.compute + (time.work + time.saving) * value) / 2.0;
    match care.data_class {
        DataClass::Reproducible => fetch + rerun,
        DataClass::Costly | DataClass::Internal | DataClass::Sensitive | DataClass::Important => {
            fetch + rerun + RECREATE_H * value.max(hour)
        }
    }
}

/// Probability that the job is done within `deadline_h` hours of wall time (semantics §2).
pub fn on_time(wall: &Uncertain, deadline_h: f64) -> f64 {
    wall.band().at_most(deadline_h)
}
