use serde::{Serialize, Serializer};
use std::fmt;

/// A day of the Gregorian calendar, as days since 1970-01-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// The day, or `None` when there is no such day or the year is outside 1 to 9999.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || day < 1 || day > days_in(year, month)
        {
            return None;
        }
        // Days from civil, counted from 1 March of a 400-year era.
        let y = if month <= 2 { year - 1 } else { year };
        let era = y.div_euclid(400);
        let yoe = y.rem_euclid(400);
        let m = (month as i32 + 9) % 12;
        let doy = (153 * m + 2) / 5 + day as i32 - 1;
        Some(Self(era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719_468))
    }
    /// Days since 1970-01-01.
    pub const fn days(self) -> i32 {
        self.0
    }
    /// The day that many days after 1970-01-01.
    pub const fn from_days(days: i32) -> Self {
        Self(days)
    }
    /// Days from `earlier` to `self`, negative when `earlier` is later.
    pub const fn since(self, earlier: Self) -> i32 {
        self.0.saturating_sub(earlier.0)
    }
    /// Year, month 1 to 12, day 1 to 31.
    pub fn ymd(self) -> (i32, u32, u32) {
        let z = i64::from(self.0) + 719_468;
        let era = z.div_euclid(146_097);
        let doe = z.rem_euclid(146_097);
        let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let m = (5 * doy + 2) / 153;
        let day = (doy - (153 * m + 2) / 5 + 1) as u32;
        let month = if m < 10 { m + 3 } else { m - 9 } as u32;
        ((yoe + era * 400 + i64::from(month <= 2)) as i32, month, day)
    }
    /// Reads `YYYY-MM-DD`.
    pub fn parse(text: &str) -> Option<Self> {
        match AsOf::parse(text)? {
            AsOf::Day(date) => Some(date),
            _ => None,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (y, m, d) = self.ymd();
        write!(f, "{y:04}-{m:02}-{d:02}")
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

fn days_in(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// When a fact was read: a day, a month or only a year. Age counts from the earliest day of it, and
/// a bare year is never fresh (semantics §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AsOf {
    /// `2026-10-04`.
    Day(Date),
    /// `2026-10`: year, month.
    Month(i32, u32),
    /// `2026`.
    Year(i32),
}

impl AsOf {
    /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = |s: &str, n: usize| -> Option<u32> {
            (s.len() == n && s.bytes().all(|b| b.is_ascii_digit())).then(|| s.parse().ok())?
        };
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4)? as i32;
        let month = parts.next();
        let day = parts.next();
        if parts.next().is_some() {
            return None;
        }
        match (month, day) {
            (None, _) => Date::new(year, 1, 1).map(|_| Self::Year(year)),
            (Some(m), None) => {
                let m = digits(m, 2)?;
                Date::new(year, m, 1).map(|_| Self::Month(year, m))
            }
            (Some(m), Some(d)) => Date::new(year, digits(m, 2)?, digits(d, 2)?).map(Self::Day),
        }
    }
    /// The earliest day it can mean.
    pub fn earliest(self) -> Date {
        match self {
            Self::Day(date) => date,
            Self::Month(y, m) => Date::new(y, m, 1).unwrap_or_default(),
            Self::Year(y) => Date::new(y, 1, 1).unwrap_or_default(),
        }
    }
    /// Whether it names at least the month.
    pub const fn names_month(self) -> bool {
        !matches!(self, Self::Year(_))
    }
    /// Age in days on `today`, never negative.
    pub fn age(self, today: Date) -> i32 {
        today.since(self.earliest()).max(0)
    }
}

impl fmt::Display for AsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(date) => date.fmt(f),
            Self::Month(y, m) => write!(f, "{y:04}-{m:02}"),
            Self::Year(y) => write!(f, "{y:04}"),
        }
    }
}

impl Serialize for AsOf {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_goes_there_and_back() {
        for days in -141_000..150_000 {
            let (y, m, d) = Date::from_days(days).ymd();
            assert_eq!(Date::new(y, m, d), Some(Date::from_days(days)));
        }
        assert_eq!(Date::parse("1970-01-01"), Some(Date::from_days(0)));
    }

    #[test]
    fn wrong_dates_are_refused() {
        for text in
            ["2026-02-29", "2026-13-01", "26-1-1", "2026-1-1", "", "2026-10-04-01", "0000-01-01", "２０２６"]
        {
            assert_eq!(AsOf::parse(text), None, "{text}");
        }
        assert_eq!(AsOf::parse("2024-02-29").map(|d| d.to_string()).as_deref(), Some("2024-02-29"));
        assert_eq!(AsOf::parse("2026").map(AsOf::names_month), Some(false));
    }
}
