//! The rest of the questions people ask before they pay, as values for panels: try first, debug on a
//! cheap card, commit a base, own a part, share a bank of hours, serve oneself or call an API
//! (cost.md §4, §6, §7; money in one currency throughout).

use super::market::{Bank, bank, bank_cost};
use super::strategy::{split_pays_above, trial_threshold};
use crate::units::math::{normal_cdf, sqrt};

/// Days of a month of thirty days.
const MONTH_DAYS: f64 = 30.0;

/// A package that is doubted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// Price of an hour.
    pub hour: f64,
    /// Price of the package.
    pub month: f64,
    /// Hours of its month.
    pub month_h: f64,
    /// Hours of the trial.
    pub trial_h: f64,
    /// Share of the trial's hours whose work counts.
    pub useful: f64,
    /// Chance that the machine turns out unsuitable.
    pub doubt: f64,
    /// Chance that the trial shows it.
    pub finds: f64,
    /// Share of the package that is paid back.
    pub refund: f64,
}

/// Whether to try first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// What the trial costs, its useful part at the package's price already taken off.
    pub cost: f64,
    /// What buying at once loses on average, as far as a trial would have saved it.
    pub loss: f64,
    /// Doubt above which the trial pays; `None`: never, since everything is paid back.
    pub above: Option<f64>,
}

/// Weighs a trial by the hour against buying the package at once (cost.md §4).
pub fn trial(d: &Doubt) -> Trial {
    let above = trial_threshold(d.hour, d.month, d.month_h, d.trial_h, d.refund, d.useful, d.finds);
    let stake = (1.0 - d.refund) * d.month * d.finds;
    let cost = above.map_or(d.hour * d.trial_h, |q| q * stake);
    Trial { cost, loss: d.doubt * stake, above }
}

/// Hours of moving from the cheap card to the big one: cost.md §6.1.
pub const MOVE_H: f64 = 3.0;
/// What a pack of prepaid hours takes off: the seed articles' package discounts begin at 30 % (cost.md §3).
pub const PREPAID_OFF: f64 = 0.30;
/// Spread of one person's need of hours, as a share of its mean (assumption).
pub const DEMAND_SPREAD: f64 = 0.5;

/// Debugging on a cheap card, the run on the big one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Everything on the big card.
    pub all_big: f64,
    /// Debugging on the cheap one, then moving.
    pub split: f64,
    /// Hours of debugging above which the split pays; `None`: never.
    pub above: Option<f64>,
}

/// `cheap` and `big` are prices of an hour, `human` how much faster debugging goes on the big card,
/// `move_h` hours of moving on the big card and `egress` money for it, `debug` hours on the cheap card,
/// `sprint` hours of the run (cost.md §6.1).
pub fn split(cheap: f64, big: f64, human: f64, move_h: f64, egress: f64, debug: f64, sprint: f64) -> Split {
    Split {
        all_big: big * (debug / human.max(1e-9) + sprint),
        split: cheap * debug + big * (sprint + move_h) + egress,
        above: split_pays_above(cheap, big, human, move_h, egress),
    }
}

/// Cards in use by hour of a day: `night` at all times, `day` for `day_h` hours, of these `peak` for
/// `peak_h`.
pub fn day_load(night: u32, day: u32, peak: u32, day_h: f64, peak_h: f64) -> [u32; 24] {
    let hours = |x: f64| if x.is_finite() { x.clamp(0.0, 24.0) as usize } else { 0 };
    let (day_h, peak_h) = (hours(day_h), hours(peak_h));
    std::array::from_fn(|h| {
        let day = if h < day_h { day } else { 0 };
        let peak = if h < peak_h { peak } else { 0 };
        night.max(day).max(peak)
    })
}

/// Hours that several people buy together, and what each would buy alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pool {
    /// For all of them.
    pub together: Bank,
    /// For one.
    pub alone: Bank,
    /// What the pool saves against each buying alone.
    pub saved: f64,
}

/// Equally likely cases that stand for a normal demand; cut at zero.
const CASES: usize = 400;

/// Demand of that mean and deviation as equally likely cases.
fn normal_cases(mean: f64, sd: f64) -> Vec<f64> {
    let quantile = |p: f64| {
        let (mut low, mut high) = (-9.0, 9.0);
        for _ in 0..48 {
            let mid = 0.5 * (low + high);
            if normal_cdf(mid) < p { low = mid } else { high = mid }
        }
        0.5 * (low + high)
    };
    (0..CASES).map(|i| (mean + sd * quantile((i as f64 + 0.5) / CASES as f64)).max(0.0)).collect()
}

/// `members` with independent needs of `mean` hours and deviation `sd` each: hours cost `now` prepaid
/// and `later` by the hour, unused ones bring back `recover` of what was paid (cost.md §7: the safety
/// margin grows with the root of the members only).
pub fn pool(members: u32, mean: f64, sd: f64, later: f64, now: f64, recover: f64) -> Pool {
    let l = f64::from(members.clamp(1, 10_000));
    let together = bank(&normal_cases(mean * l, sd * sqrt(l)), later, now, recover);
    let alone = bank(&normal_cases(mean, sd), later, now, recover);
    Pool { together, alone, saved: alone.cost * l - together.cost }
}

/// Expected cost of a pool that buys `hours`.
pub fn pool_cost(members: u32, mean: f64, sd: f64, later: f64, now: f64, recover: f64, hours: f64) -> f64 {
    let l = f64::from(members.clamp(1, 10_000));
    bank_cost(&normal_cases(mean * l, sd * sqrt(l)), hours, later, now, recover)
}

/// A service of one's own beside an API that is paid by the token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Service {
    /// Share of the day's tokens that falls into the busy hours.
    pub busy_share: f64,
    /// Busy hours of a day.
    pub busy_h: f64,
    /// Hours of a day that the service is open; the rest of the tokens spread over them.
    pub open_h: f64,
    /// Tokens an hour that one replica makes when it is full.
    pub capacity: f64,
    /// How full a replica may be (1: to the brim).
    pub fill: f64,
    /// Price of an hour of one replica.
    pub hour: f64,
    /// Replicas follow the load hour by hour; otherwise as many as the busiest hour needs run all the
    /// open hours.
    pub scales: bool,
    /// Price of a million tokens at the API.
    pub api: f64,
}

impl Service {
    /// Replicas for so many tokens in an hour: at least one while open.
    fn replicas(&self, tokens: f64) -> f64 {
        let each = self.capacity * self.fill;
        if each <= 0.0 { f64::INFINITY } else { (tokens / each * (1.0 - 1e-12)).ceil().max(1.0) }
    }
    /// Hours of a day and replicas in each kind of them: busy, quiet.
    pub fn day(&self, tokens_day: f64) -> [(f64, f64); 2] {
        let open = self.open_h.clamp(0.0, 24.0);
        let busy = self.busy_h.clamp(0.0, open);
        let quiet = open - busy;
        // Where all open hours are busy there is nothing to share.
        let share = if quiet <= 0.0 { 1.0 } else { self.busy_share.clamp(0.0, 1.0) };
        let per_hour = |part: f64, hours: f64| if hours > 0.0 { tokens_day * part / hours } else { 0.0 };
        let at_busy = self.replicas(per_hour(share, busy));
        let at_quiet = self.replicas(per_hour(1.0 - share, quiet));
        let most = at_busy.max(if quiet > 0.0 { at_quiet } else { 0.0 });
        if self.scales { [(busy, at_busy), (quiet, at_quiet)] } else { [(busy, most), (quiet, most)] }
    }
    /// Cost of a month of thirty days on own machines.
    pub fn own_month(&self, tokens_day: f64) -> f64 {
        let hours: f64 = self.day(tokens_day).iter().map(|(h, n)| if *h > 0.0 { h * n } else { 0.0 }).sum();
        hours * self.hour * MONTH_DAYS
    }
    /// Cost of a month at the API.
    pub fn api_month(&self, tokens_day: f64) -> f64 {
        tokens_day * MONTH_DAYS / 1e6 * self.api
    }
    /// Price of a million tokens at which both cost the same.
    pub fn even_price(&self, tokens_day: f64) -> f64 {
        let millions = tokens_day * MONTH_DAYS / 1e6;
        if millions > 0.0 { self.own_month(tokens_day) / millions } else { f64::INFINITY }
    }
    /// Least tokens a day at which the own service costs no more; `None` below `limit`. The own cost
    /// is a staircase: later steps may lie above the API again for a while.
    pub fn even_tokens(&self, limit: f64) -> Option<f64> {
        let cheaper = |t: f64| self.own_month(t) <= self.api_month(t);
        // The grid is finer than the steps of the first hundreds of replicas.
        let mut high = 1_000.0;
        while high <= limit && !cheaper(high) {
            high *= 1.02;
        }
        if high > limit {
            return None;
        }
        let mut low = high / 1.02;
        for _ in 0..60 {
            let mid = 0.5 * (low + high);
            if cheaper(mid) { high = mid } else { low = mid }
        }
        Some(high)
    }
}

#[cfg(test)]
mod tests {
    use super::super::market::{base_and_burst, base_cost};
    use super::*;

    #[test]
    fn a_day_of_trial_pays_above_the_doubt_of_the_guide() {
        // cost.md §4: AutoDL's 4090, no refund: 4.5 % for a day without use, 1.2 % with.
        let d = Doubt {
            hour: 1.98,
            month: 1_052.0,
            month_h: 720.0,
            trial_h: 24.0,
            useful: 0.0,
            doubt: 0.045_17,
            finds: 1.0,
            refund: 0.0,
        };
        let t = trial(&d);
        assert!((t.cost - 47.52).abs() < 1e-9 && (t.loss - t.cost).abs() < 0.01, "{t:?}");
        let useful = trial(&Doubt { useful: 1.0, ..d });
        assert!((useful.above.unwrap_or(1.0) - 0.011_84).abs() < 1e-5);
        let half = trial(&Doubt { useful: 0.5, ..d });
        assert!((half.cost - 0.5 * (t.cost + useful.cost)).abs() < 1e-9);
        assert_eq!(trial(&Doubt { refund: 1.0, ..d }).above, None);
        // At the threshold both cost the same.
        let q = t.above.unwrap_or(1.0);
        let even = trial(&Doubt { doubt: q, ..d });
        assert!((even.loss - even.cost).abs() < 0.005);
    }

    #[test]
    fn half_a_day_of_debugging_belongs_on_the_small_card() {
        // cost.md §6.1: 4090 at 1.88, A800 at 4.98, three hours of moving: 4.8 h.
        let at = |debug| split(1.88, 4.98, 1.0, 3.0, 0.0, debug, 20.0);
        let above = at(1.0).above.unwrap_or(0.0);
        assert!((above - 4.82).abs() < 0.01, "{above}");
        let even = at(above);
        assert!((even.all_big - even.split).abs() < 0.005);
        assert!(at(above + 1.0).split < at(above + 1.0).all_big);
        assert_eq!(split(5.0, 4.0, 1.0, 3.0, 0.0, 9.0, 9.0).above, None);
    }

    #[test]
    fn a_day_of_cards_and_its_base() {
        let load = day_load(1, 4, 8, 10.0, 3.0);
        assert_eq!(load.iter().sum::<u32>(), 3 * 8 + 7 * 4 + 14);
        assert_eq!(day_load(2, 1, 0, 99.0, f64::NAN), [2; 24]);
        let got = base_and_burst(&load, 1.0, 2.0, 0);
        assert_eq!(got.base, 1);
        assert!((got.cost - base_cost(&load, 1, 1.0, 2.0)).abs() < 1e-9);
        // What must not be rented sets a floor.
        assert_eq!(base_and_burst(&load, 1.0, 2.0, 4).base, 4);
    }

    #[test]
    fn a_pool_needs_less_margin_than_its_members() {
        let p = pool(9, 100.0, 40.0, 2.0, 1.2, 0.5);
        // 40 % off, half recovered: the 57th percentile of each, plus 0.18 deviations.
        let margin = (p.alone.hours - 100.0) / 40.0;
        assert!((margin - 0.18).abs() < 0.02, "{p:?}");
        let pooled = (p.together.hours - 900.0) / 120.0;
        assert!((pooled - margin).abs() < 0.02 && p.saved > 0.0, "{p:?}");
        let same = pool_cost(9, 100.0, 40.0, 2.0, 1.2, 0.5, p.together.hours);
        assert!((same - p.together.cost).abs() < 1e-9);
        assert!(pool(1, 100.0, 40.0, 2.0, 1.2, 0.5).saved.abs() < 1e-9);
    }

    #[test]
    fn api_and_own_service_cost_the_same_at_the_even_point() {
        let s = Service {
            busy_share: 0.7,
            busy_h: 8.0,
            open_h: 24.0,
            capacity: 3.6e6,
            fill: 0.6,
            hour: 10.0,
            scales: true,
            api: 2.0,
        };
        // One replica all day: 7,200 a month; 2 a million: 120 million tokens a day.
        assert!((s.own_month(1e6) - 7_200.0).abs() < 1e-9);
        let price = s.even_price(30e6);
        let twin = Service { api: price, ..s };
        assert!((twin.own_month(30e6) - twin.api_month(30e6)).abs() < 0.005);
        let even = Service { api: 30.0, ..s }.even_tokens(1e12).unwrap_or_else(|| panic!("none"));
        assert!((even - 8e6).abs() < 1.0, "{even}");
        assert_eq!(Service { api: 0.1, ..s }.even_tokens(1e12), None);
        // Without scaling the quiet hours cost as much as the busy ones.
        let fixed = Service { scales: false, ..s };
        assert!(fixed.own_month(100e6) > s.own_month(100e6));
        assert!((s.day(100e6)[0].1 - 5.0).abs() < 1e-9, "{:?}", s.day(100e6));
        // A service that makes nothing is never cheaper.
        assert_eq!(Service { capacity: 0.0, ..s }.even_tokens(1e9), None);
    }
}
