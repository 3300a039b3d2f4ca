//! Questions people ask before they pay: by the hour or by the month, try first or not, one card to
//! debug and another to sprint, prepaid hours (cost.md §3, §4, §6, §7).

use crate::units::math::exp;

/// Where two ways to pay cost the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakEven {
    /// Share of the month's hours powered on; above 1 the package never pays.
    pub share: f64,
    /// The same in hours a month.
    pub hours: f64,
    /// Discount of the package against the metered price over the whole month.
    pub discount: f64,
}

/// Metered at `hourly` against a package at `monthly` in a month of `month_h` hours; `parked` is what
/// a month of keeping the data costs while the machine is off (cost.md §3).
/// `None` where the metered price is zero or the parked data alone costs as much as full use.
pub fn break_even(hourly: f64, monthly: f64, parked: f64, month_h: f64) -> Option<BreakEven> {
    let full = hourly * month_h;
    if full <= parked || full <= 0.0 {
        return None;
    }
    let share = (monthly - parked) / (full - parked);
    Some(BreakEven { share, hours: share * month_h, discount: 1.0 - monthly / full })
}

/// Cost of a metered month at a powered-on share.
pub fn metered_month(hourly: f64, parked: f64, month_h: f64, share: f64) -> f64 {
    hourly * month_h * share + parked * (1.0 - share)
}

/// Years' worth of metered use when prices fall by `decline` a year: `(1 − e^(−gT))/g`.
pub fn declining_years(decline: f64, years: f64) -> f64 {
    if decline.abs() < 1e-9 { years } else { (1.0 - exp(-decline * years)) / decline }
}

/// Break-even share of a commitment over `years` at a price of `paid` times list, against metered
/// prices that fall by `decline` a year.
pub fn committed_share(paid: f64, years: f64, decline: f64) -> f64 {
    paid * years / declining_years(decline, years)
}

/// Probability of failure above which `hours` of trial by the hour pay before buying a package: the
/// part of the package that is lost on failure is `1 − refund`; `useful`: the share of the trial's hours
/// whose work counts.
/// A trial that finds a problem only with chance `finds` needs so much more doubt. `None`: the trial
/// never pays (everything is refunded, or it costs more than it can save).
pub fn trial_threshold(
    hourly: f64,
    monthly: f64,
    month_h: f64,
    hours: f64,
    refund: f64,
    useful: f64,
    finds: f64,
) -> Option<f64> {
    let at_stake = (1.0 - refund) * monthly * finds;
    if at_stake <= 0.0 || hourly <= 0.0 {
        return None;
    }
    let part = 1.0 - useful.clamp(0.0, 1.0) * (monthly / month_h / hourly).min(1.0);
    Some(hourly * hours * part / at_stake)
}

/// Whether to convert to a package now: the hours still needed this month cost more than it.
pub fn convert_now(hourly: f64, monthly: f64, hours_left: f64) -> bool {
    hourly * hours_left > monthly
}

/// Metered hours after which one has paid a month: the alert "you have paid a month" (cost.md §4);
/// converting then never costs more than twice the best.
pub fn paid_a_month_at(hourly: f64, monthly: f64) -> f64 {
    if hourly > 0.0 { monthly / hourly } else { f64::INFINITY }
}

/// Hours of debugging on a cheap card above which the split pays (cost.md §6.1): moving takes
/// `move_h` hours on the big card and `egress` money; `human` is how much faster debugging goes on the
/// big card (1: it is bound by people). `None`: never.
pub fn split_pays_above(cheap: f64, big: f64, human: f64, move_h: f64, egress: f64) -> Option<f64> {
    let saved = big / human.max(1e-9) - cheap;
    (saved > 0.0).then(|| (big * move_h + egress) / saved)
}

/// Share of demand that prepaid hours should cover: buy at `now`, later price `later`, unused hours
/// recover `recover` of what was paid (cost.md §7). Between 0 and 1.
pub fn prepaid_quantile(later: f64, now: f64, recover: f64) -> f64 {
    let spread = later - recover * now;
    if spread <= 0.0 {
        return if later >= now { 1.0 } else { 0.0 };
    }
    ((later - now) / spread).clamp(0.0, 1.0)
}

/// What `used` hours cost with an introductory price, `off` less for the first `hours` of one account, and
/// `member` less for the rest; the introductory price is never extrapolated (cost.md §3).
pub fn introductory(list: f64, off: f64, hours: f64, member: f64, used: f64) -> f64 {
    list * (1.0 - off) * used.min(hours) + list * (1.0 - member) * (used - hours).max(0.0)
}

/// Powered-on hours a month from habits: working days and hours, nights of training.
pub fn powered_hours(days: f64, hours_per_day: f64, nights: f64, hours_per_night: f64) -> f64 {
    (days * hours_per_day + nights * hours_per_night).clamp(0.0, 744.0)
}
