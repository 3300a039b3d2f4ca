//! Packages by the calendar: how many months, what a month's hour costs, what comes back on leaving
//! early (cost.md §2).

use crate::units::Date;

/// The day `months` after `start`: the same day of the month, or the month's last where it has fewer
/// days (31 January + 1 month = 28 or 29 February). Counted from `start`, so that a month's end does
/// not drift.
pub fn add_months(start: Date, months: u32) -> Date {
    let (year, month, day) = start.ymd();
    let index = i64::from(year) * 12 + i64::from(month) - 1 + i64::from(months);
    let (year, month) = (index.div_euclid(12) as i32, index.rem_euclid(12) as u32 + 1);
    (28..=day).rev().chain([day.min(28)]).find_map(|d| Date::new(year, month, d)).unwrap_or(start)
}

/// Calendar months that cover `hours` from the start of day `start`; at least one.
pub fn calendar_months(start: Date, hours: f64) -> u32 {
    let hours = if hours.is_finite() { hours.clamp(0.0, 24.0 * 366.0 * 200.0) } else { 0.0 };
    // Never more than one month off a division by the longest month.
    let mut months = ((hours / (31.0 * 24.0)).floor() as u32).max(1);
    while f64::from(add_months(start, months).since(start)) * 24.0 < hours * (1.0 - 1e-12) {
        months += 1;
    }
    months
}

/// Effective price of an hour of a calendar month that begins on `start`: 28 to 31 days, so 10 % apart.
pub fn hour_of_month(start: Date, monthly: f64) -> f64 {
    monthly / (f64::from(add_months(start, 1).since(start).max(1)) * 24.0)
}

/// What the days from `from` up to but not including `to` cost when every calendar month is settled by
/// its own number of days (Huawei Cloud's rule for up- and downgrades: cost.md §2).
pub fn by_calendar_days(from: Date, to: Date, monthly: f64) -> f64 {
    let mut cost = 0.0;
    let mut day = from;
    while day < to {
        let (year, month, _) = day.ymd();
        let Some(first) = Date::new(year, month, 1) else { break };
        let next = add_months(first, 1);
        let end = next.min(to);
        cost += monthly * f64::from(end.since(day)) / f64::from(next.since(first));
        if end <= day {
            break;
        }
        day = end;
    }
    cost
}

/// What comes back when a package is left early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RefundRule {
    /// Nothing (the usual container platform: seed article).
    None,
    /// This share of the unused part, less a fee.
    Share {
        /// Share of the unused part that is paid back.
        share: f64,
        /// Handling fee.
        fee: f64,
    },
    /// What was paid minus what the used time would have cost bought separately: whole months at the
    /// monthly price, the rest by the hour (Tencent Cloud, doc 213/19922).
    PaidMinusConsumed,
}

/// Days of a new purchase within which the three large mainland clouds pay all back, for covered
/// products and limited times (Alibaba Cloud, Tencent Cloud, Huawei Cloud: `providers.csv`).
pub const FULL_REFUND_DAYS: f64 = 5.0;

/// The rule of a provider, by its id in the catalog, and the days of full refund; `None` where nobody
/// has read its terms.
pub fn refund_rule(provider: &str) -> Option<(RefundRule, f64)> {
    match provider {
        "tencent" => Some((RefundRule::PaidMinusConsumed, FULL_REFUND_DAYS)),
        // "otherwise a partial refund": the unused part; the share is not printed, so none is assumed
        // beyond proportion.
        "aliyun" => Some((RefundRule::Share { share: 1.0, fee: 0.0 }, FULL_REFUND_DAYS)),
        // "later refunds carry a handling fee": the fee is not printed and has to be asked for.
        "huawei" => Some((RefundRule::Share { share: 1.0, fee: 0.0 }, FULL_REFUND_DAYS)),
        "market-cn" => Some((RefundRule::None, 0.0)),
        _ => None,
    }
}

/// A package that is left early; money in one currency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaving {
    /// Paid for the whole term.
    pub paid: f64,
    /// Of that, by vouchers: never comes back.
    pub vouchers: f64,
    /// Price of one month bought alone.
    pub monthly: f64,
    /// Price of an hour on demand.
    pub hourly: f64,
    /// Hours of a month.
    pub month_h: f64,
    /// Hours of the term.
    pub term_h: f64,
    /// Hours used.
    pub used_h: f64,
    /// The purchase is new, so that a full refund may apply.
    pub first: bool,
}

/// What comes back: between nothing and what was paid in money.
pub fn refund(rule: RefundRule, full_days: f64, l: &Leaving) -> f64 {
    let money = (l.paid - l.vouchers).max(0.0);
    if l.first && l.used_h <= full_days * 24.0 {
        return money;
    }
    let used = l.used_h.clamp(0.0, l.term_h.max(0.0));
    let back = match rule {
        RefundRule::None => 0.0,
        RefundRule::Share { share, fee } => {
            let unused = if l.term_h > 0.0 { 1.0 - used / l.term_h } else { 0.0 };
            share * l.paid * unused - fee
        }
        RefundRule::PaidMinusConsumed => {
            let month_h = l.month_h.max(1.0);
            let months = (used / month_h + 1e-12).floor();
            l.paid - months * l.monthly - (used - months * month_h).max(0.0) * l.hourly
        }
    };
    back.clamp(0.0, money)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        Date::parse(text).unwrap_or_default()
    }

    #[test]
    fn months_end_where_the_calendar_does() {
        for (start, months, want) in [
            ("2026-01-31", 1, "2026-02-28"),
            ("2028-01-31", 1, "2028-02-29"),
            ("2026-01-31", 2, "2026-03-31"),
            ("2026-01-31", 3, "2026-04-30"),
            ("2026-12-15", 1, "2027-01-15"),
            ("2024-02-29", 12, "2025-02-28"),
            ("2026-05-30", 0, "2026-05-30"),
        ] {
            assert_eq!(add_months(day(start), months).to_string(), want, "{start} + {months}");
        }
    }

    #[test]
    fn february_thirty_and_thirty_one_days() {
        // A February of 28 days is full after 672 h, a month of 31 days after 744 h.
        for (start, hours, want) in [
            ("2026-02-01", 672.0, 1),
            ("2026-02-01", 673.0, 2),
            ("2028-02-01", 696.0, 1),
            ("2026-04-01", 720.0, 1),
            ("2026-04-01", 721.0, 2),
            ("2026-01-01", 744.0, 1),
            ("2026-01-01", 745.0, 2),
            ("2026-01-31", 673.0, 2),
            ("2026-01-01", 8_760.0, 12),
            ("2026-01-01", 0.0, 1),
        ] {
            assert_eq!(calendar_months(day(start), hours), want, "{start} for {hours} h");
        }
        let (feb, jan) = (hour_of_month(day("2026-02-01"), 744.0), hour_of_month(day("2026-01-01"), 744.0));
        assert!((jan - 1.0).abs() < 1e-12 && (feb / jan - 31.0 / 28.0).abs() < 1e-12);
    }

    #[test]
    fn settled_by_the_days_of_each_month() {
        // 16 of 31 days of January, all of February, 10 of 31 days of March.
        let cost = by_calendar_days(day("2026-01-16"), day("2026-03-11"), 310.0);
        assert!((cost - (160.0 + 310.0 + 100.0)).abs() < 1e-9, "{cost}");
        assert_eq!(by_calendar_days(day("2026-03-11"), day("2026-01-16"), 310.0), 0.0);
    }

    #[test]
    fn refunds_of_the_three_large_clouds() {
        let base = Leaving {
            paid: 3_000.0,
            vouchers: 0.0,
            monthly: 1_000.0,
            hourly: 2.0,
            month_h: 720.0,
            term_h: 2_160.0,
            used_h: 100.0,
            first: true,
        };
        let of = |id: &str, l: Leaving| {
            let (rule, days) = refund_rule(id).unwrap_or_else(|| panic!("{id}"));
            refund(rule, days, &l)
        };
        for id in ["tencent", "aliyun", "huawei"] {
            assert_eq!(of(id, base), 3_000.0, "{id} within five days");
            assert_eq!(of(id, Leaving { used_h: 120.0, ..base }), 3_000.0);
            assert_eq!(of(id, Leaving { vouchers: 500.0, ..base }), 2_500.0, "vouchers never come back");
        }
        // 820 h: one whole month at 1,000 and 100 h at 2.
        assert_eq!(of("tencent", Leaving { used_h: 820.0, ..base }), 1_800.0);
        // 600 h by the hour cost more than a month: still nothing below zero.
        assert_eq!(of("tencent", Leaving { used_h: 700.0, paid: 1_000.0, term_h: 720.0, ..base }), 0.0);
        assert_eq!(of("aliyun", Leaving { used_h: 540.0, ..base }), 2_250.0);
        assert_eq!(of("tencent", Leaving { first: false, ..base }), 2_800.0);
        assert_eq!(of("market-cn", base), 0.0);
        let fee = RefundRule::Share { share: 0.9, fee: 50.0 };
        assert_eq!(refund(fee, 5.0, &Leaving { used_h: 1_080.0, ..base }), 1_300.0);
    }
}
