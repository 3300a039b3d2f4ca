//! Packages, refunds, trial, discounts: `advice.md` §9.

use super::Value::{Count, Date as On, Days, Hours, Money, MoneyPerHour, Share, Unknown};
use super::{Answer, Priced, Rule, View, block, fired, info, warn};
use crate::catalog::{Mode, OfferIx};
use crate::engine::cost::package::{RefundRule, refund_rule};
use crate::engine::cost::questions::{HourlyOrMonthly, hourly_or_monthly, sibling};
use crate::engine::cost::strategy::{
    break_even, committed_share, introductory, metered_month, trial_threshold,
};
use crate::engine::cost::{HOURS_30_DAYS, HOURS_MEAN_MONTH};
use crate::engine::names::What;
use crate::plan::Field;
use crate::units::{AsOf, Date};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("package-pays", "COST", pays),
    warn("package-does-not-pay", "COST", does_not_pay),
    info("package-discount-claim", "COST", discount_claim),
    info("convert-now", "COST", convert),
    warn("no-refund", "COST", no_refund),
    info("five-day-window", "PROV", window),
    info("trial-length", "COST", trial),
    info("trial-week-plan", "COST, SM-prov", trial_week),
    info("month-length", "COST", month_length),
    info("auto-renew", "Huawei renewal doc (2025-05)", auto_renew),
    warn("prepaid-balance", "COST", prepaid),
    block("one-intro-offer", "PROV", one_intro),
    warn("intro-not-forever", "PROV", intro),
    info("member-price", "COST", member),
    info("student-offers", "PROV", student),
    warn("long-lock", "COST, SM-prov", long_lock),
    warn("min-term", "PROV", min_term),
    info("deposit", "COST", deposit),
];

/// By the hour and by the month at the winner's seller, whichever of the two it is.
fn both(v: &View<'_>, m: &Priced<'_>) -> Option<HourlyOrMonthly> {
    let offers = &v.catalog.offers;
    let hourly: OfferIx = match v.entry.mode {
        Mode::OnDemand => v.entry.offer,
        Mode::Monthly => sibling(offers, v.offer, Mode::OnDemand)?,
        _ => return None,
    };
    hourly_or_monthly(m.ctx, offers, hourly, m.units, m.time)
}

/// Months of a package that the plan lasts, at least one.
fn months(m: &Priced<'_>, month_h: f64) -> f64 {
    (m.time.wall / month_h.max(1.0)).max(1.0)
}

/// What a month on demand costs more than the package; negative where it costs less.
fn saved(b: &HourlyOrMonthly) -> f64 {
    metered_month(b.hour, b.parked, b.month_h, (b.powered_h / b.month_h).min(1.0)) - b.month
}

fn pays(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let b = both(v, &m)?;
    let saved = saved(&b) * months(&m, b.month_h);
    if v.entry.mode != Mode::OnDemand || b.powered_h / b.month_h <= b.even.share || saved <= 0.0 {
        return None;
    }
    let values = &[("hours", Hours(b.powered_h)), ("month", Hours(b.month_h)), ("saved", Money(saved))];
    let modes = format!("{},monthly", Field::Modes.text(v.plan));
    Some(fired(saved, values).offering(Field::Modes, modes))
}

fn does_not_pay(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let b = both(v, &m)?;
    let lost = -saved(&b) * months(&m, b.month_h);
    if v.entry.mode != Mode::Monthly || b.powered_h / b.month_h >= b.even.share || lost <= 0.0 {
        return None;
    }
    let values = &[
        ("even", Share(b.even.share)),
        ("even_hours", Hours(b.even.hours)),
        ("hours", Hours(b.powered_h)),
        ("share", Share(b.powered_h / b.month_h)),
        ("lost", Money(lost)),
    ];
    Some(fired(lost, values).offering(Field::Modes, "hourly"))
}

/// Packages that could be priced in 2026 gave 26 to 33 % off (cost.md §3).
fn discount_claim(v: &View<'_>) -> Answer {
    let said = v.plan.claim.discount.filter(|d| *d > 0.40)?;
    let hours = (1.0 - said) * HOURS_30_DAYS;
    Some(fired(0.0, &[("said", Share(said)), ("hours", Hours(hours))]))
}

/// Convert once the metered spend, or what is still needed, costs as much as the month (cost.md §4).
fn convert(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let spent = v.plan.habits.spent?;
    let b = both(v, &m)?;
    let left = (b.powered_h - spent / b.hour.max(1e-9)).max(0.0);
    let paid = spent.max(b.hour * left);
    if v.entry.mode != Mode::OnDemand || paid < b.month {
        return None;
    }
    let unused = (1.0 - (left / b.month_h).min(1.0)) * b.month;
    let values = &[("paid", Money(paid)), ("month", Money(b.month)), ("unused", Money(unused))];
    let out = fired((b.hour * left - b.month).max(0.0), values);
    let modes = format!("{},monthly", Field::Modes.text(v.plan));
    Some(if b.hour * left > b.month { out.offering(Field::Modes, modes) } else { out })
}

/// A package or reservation: what is paid for a term, and the hour by which it can be tried.
fn term(v: &View<'_>) -> Option<(f64, f64)> {
    let m = v.priced?;
    let price = m.ask.price[1] * f64::from(m.units.billed);
    let calm = v
        .entries
        .iter()
        .find(|e| e.mode == Mode::OnDemand && e.gpu == v.entry.gpu && e.provider == v.entry.provider);
    let hour = calm.map_or(v.entry.gpu_hour, |e| e.gpu_hour) * f64::from(v.entry.billed);
    (m.ask.term_h > 0.0).then_some((price, hour))
}

/// Hours of a first trial (cost.md §4: a day is nearly always right).
const TRIAL_H: f64 = 24.0;

/// Doubt above which a day of trial pays: when its work is useless, when it counts.
fn doubts(v: &View<'_>, price: f64, hour: f64) -> Option<(f64, f64)> {
    let m = v.priced?;
    let at = |useful| trial_threshold(hour, price, m.ask.term_h, TRIAL_H, 0.0, useful, 1.0);
    Some((at(0.0)?.min(1.0), at(1.0)?.min(1.0)))
}

/// Doubt about a machine before it is tried (checklists.md Q-14).
const DOUBT: f64 = 0.10;

fn no_refund(v: &View<'_>) -> Answer {
    let (price, hour) = term(v)?;
    let back = v.provider.refund_days > 0
        || matches!(refund_rule(&v.provider.id), Some((rule, _)) if rule != RefundRule::None);
    if back || v.plan.habits.trial_h.is_some() {
        return None;
    }
    let (doubt, _) = doubts(v, price, hour)?;
    let values = &[
        ("price", Money(price)),
        ("trial", Hours(TRIAL_H)),
        ("cost", Money(hour * TRIAL_H)),
        ("doubt", Share(doubt)),
    ];
    Some(fired(DOUBT * price, values).offering(Field::TrialHours, "24"))
}

fn window(v: &View<'_>) -> Answer {
    let (price, _) = term(v)?;
    let days = f64::from(v.provider.refund_days);
    if days <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("days", Days(days)), ("price", Money(price))]))
}

fn trial(v: &View<'_>) -> Answer {
    let (price, hour) = term(v)?;
    if v.plan.habits.trial_h.is_some() || price <= hour * TRIAL_H {
        return None;
    }
    let (idle, useful) = doubts(v, price, hour)?;
    let values = &[
        ("cost", Money(hour * TRIAL_H)),
        ("idle", Share(idle)),
        ("useful", if useful > 0.0 { Share(useful) } else { Unknown }),
    ];
    Some(fired(0.0, values).offering(Field::TrialHours, "24"))
}

/// Days of the week that go into tests: six of seven, a working day of 8 h each (assumption).
const TEST_H: f64 = 6.0 * 8.0;

fn trial_week(v: &View<'_>) -> Answer {
    let hours = v.plan.habits.trial_h.filter(|h| *h >= 120.0)?;
    let hour = term(v).map_or(v.entry.hour(), |t| t.1);
    if hour <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("cost", Money(hour * hours)), ("hours", Hours(hours - TEST_H))]))
}

/// A month of 720 h beside one of 730 h, or nobody says which it is.
fn month_length(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if v.entry.mode != Mode::Monthly {
        return None;
    }
    let length = |ix: OfferIx| v.catalog.offer(ix).map_or(0, |o| o.month_hours);
    let others = v.entries.iter().filter(|e| e.mode == Mode::Monthly && e.gpu == v.entry.gpu);
    let mixed = others.map(|e| length(e.offer)).any(|h| h > 0 && h != v.offer.month_hours);
    if !mixed && !v.offer.month_assumed {
        return None;
    }
    let price = m.ask.price[1];
    let values =
        &[("short", MoneyPerHour(price / HOURS_30_DAYS)), ("long", MoneyPerHour(price / HOURS_MEAN_MONTH))];
    Some(fired(0.0, values))
}

/// One cloud starts to charge 7 days before the end; a day to spare.
const RENEWAL_DAYS: f64 = 8.0;

fn days_from(today: Date, days: f64) -> AsOf {
    AsOf::Day(Date::from_days(today.days().saturating_add(days.clamp(0.0, 1e6) as i32)))
}

fn auto_renew(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if !v.plan.habits.renews || m.ask.term_h <= 0.0 {
        return None;
    }
    let terms = (m.time.wall / m.ask.term_h).ceil().max(1.0);
    let when = days_from(v.today, terms * m.ask.term_h / 24.0 - RENEWAL_DAYS);
    let price = m.ask.price[1] * f64::from(m.units.billed);
    Some(fired(0.0, &[("date", On(when)), ("price", Money(price))]).offering(Field::Renews, "0"))
}

fn prepaid(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let balance = v.plan.habits.prepaid?;
    let month = v.total() / (m.time.wall / HOURS_30_DAYS).max(1.0);
    if balance <= 2.0 * month {
        return None;
    }
    Some(fired(balance - month, &[("balance", Money(balance)), ("month", Money(month))]))
}

fn one_intro(v: &View<'_>) -> Answer {
    let offers = f64::from(v.plan.claim.intro);
    (offers > 1.0).then(|| fired(0.0, &[("offers", Count(offers))]).offering(Field::Intro, "1"))
}

fn intro(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (off, hours) = (v.plan.claim.intro_off?, v.plan.claim.intro_h?);
    let (hour, powered) = (m.hour(), m.time.powered);
    if v.plan.claim.intro == 0 || v.entry.mode != Mode::OnDemand || powered <= hours || off <= 0.0 {
        return None;
    }
    let values = &[
        ("hours", Hours(hours)),
        ("first", MoneyPerHour(hour * (1.0 - off))),
        ("then", MoneyPerHour(hour)),
        ("cost", Money(introductory(hour, off, hours, 0.0, powered))),
    ];
    Some(fired(hour * off * (powered - hours), values))
}

fn member(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let factor = v.provider.member_factor;
    let b = both(v, &m)?;
    if factor <= 0.0 || factor >= 1.0 || v.plan.market.discount > 0.0 {
        return None;
    }
    let even = break_even(b.hour * factor, b.month, b.parked, b.month_h)?;
    let values = &[
        ("off", Share(1.0 - factor)),
        ("even", Share(b.even.share)),
        ("rises", Share(even.share)),
        ("saved", Money((1.0 - factor) * v.cost(What::Compute))),
    ];
    let out = fired((1.0 - factor) * v.cost(What::Compute), values);
    Some(out.offering(Field::Discount, crate::plan::number::print(1.0 - factor)))
}

fn student(v: &View<'_>) -> Answer {
    let credits = v.catalog.providers.iter().filter(|p| p.credit.is_some()).count();
    v.plan.habits.student.then(|| fired(0.0, &[("credits", Count(credits as f64))]))
}

/// Price fall of the example of cost.md §3; nobody's forecast.
const FALL: f64 = 0.25;

fn long_lock(v: &View<'_>) -> Answer {
    let years = match v.entry.mode {
        Mode::Reserved1y => 1.0,
        Mode::Reserved3y => 3.0,
        _ => return None,
    };
    let hourly = v.entries.iter().filter(|e| e.mode == Mode::OnDemand && e.gpu == v.entry.gpu);
    let hour = hourly.map(|e| e.gpu_hour).fold(f64::INFINITY, f64::min);
    let paid = v.entry.gpu_hour / hour;
    if !hour.is_finite() || paid <= 0.0 {
        return None;
    }
    let even = committed_share(paid, years, FALL);
    let values = &[
        ("total", Money(v.total())),
        ("fall", Share(FALL)),
        ("even", Share(even)),
        ("even_now", Share(paid)),
    ];
    Some(fired(v.total() * (even - paid).max(0.0), values))
}

/// The shortest term is longer than the plan.
fn min_term(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if m.ask.term_h <= 0.0 || m.time.wall >= m.ask.term_h {
        return None;
    }
    let values = &[
        ("term", Days(m.ask.term_h / 24.0)),
        ("paid", Hours(m.ask.term_h)),
        ("hours", Hours(m.time.powered)),
    ];
    let out = fired(v.cost(What::UnusedTerm), values);
    Some(if v.entry.mode == Mode::Monthly { out.offering(Field::Modes, "hourly") } else { out })
}

fn deposit(v: &View<'_>) -> Answer {
    let deposit = v.plan.claim.deposit.filter(|d| *d > 0.0)?;
    Some(fired(0.0, &[("deposit", Money(deposit)), ("cash", Money(deposit + v.total()))]))
}
