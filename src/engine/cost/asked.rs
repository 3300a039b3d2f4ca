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

/// Prepaid hours on sale and what becomes of those that are left (cost.md §7).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prepaid {
    /// Price of an hour bought when it is needed.
    pub later: f64,
    /// Price of a prepaid hour.
    pub now: f64,
    /// Share of what was paid that an hour passed on brings back, the fee taken off.
    pub recover: f64,
    /// Least number of hours that can be passed on at once; 0: any.
    pub lot: f64,
    /// Share of the need that comes before the hours expire.
    pub valid: f64,
}

impl Prepaid {
    /// The need of `people` before the hours expire, as equally likely cases.
    fn need(&self, people: f64, mean: f64, sd: f64) -> Vec<f64> {
        let valid = self.valid.clamp(0.0, 1.0);
        normal_cases(mean * people * valid, sd * sqrt(people * valid))
    }
    /// Expected cost of `hours` prepaid; `after` hours are needed when these have expired.
    fn cost(&self, cases: &[f64], after: f64, hours: f64) -> f64 {
        // Hours that are left over and make no whole lot bring nothing back.
        let odd = |left: f64| if self.lot > 0.0 { left.max(0.0) % self.lot } else { 0.0 };
        let lost: f64 = cases.iter().map(|x| odd(hours - x)).sum::<f64>() / cases.len().max(1) as f64;
        bank_cost(cases, hours, self.later, self.now, self.recover)
            + self.recover * self.now * lost
            + self.later * after
    }
    /// The best number of hours.
    fn best(&self, people: f64, mean: f64, sd: f64) -> Bank {
        let cases = self.need(people, mean, sd);
        let after = mean * people * (1.0 - self.valid.clamp(0.0, 1.0));
        let mut hours = bank(&cases, self.later, self.now, self.recover).hours;
        if self.lot > 0.0 {
            // A lot more may make what is left a whole one.
            let sizes = cases.iter().flat_map(|x| [*x, x + self.lot]).chain([0.0]);
            let costs = sizes.map(|h| (h, self.cost(&cases, after, h)));
            hours = costs.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(hours, |best| best.0);
        }
        Bank { hours, cost: self.cost(&cases, after, hours), without: self.cost(&cases, after, 0.0) }
    }
}

/// `members` with independent needs of `mean` hours and deviation `sd` each (cost.md §7: the safety margin
/// grows with the root of the members only).
pub fn pool(members: u32, mean: f64, sd: f64, p: &Prepaid) -> Pool {
    let l = f64::from(members.clamp(1, 10_000));
    let (together, alone) = (p.best(l, mean, sd), p.best(1.0, mean, sd));
    Pool { together, alone, saved: alone.cost * l - together.cost }
}

/// Expected cost of a pool that buys `hours`.
pub fn pool_cost(members: u32, mean: f64, sd: f64, p: &Prepaid, hours: f64) -> f64 {
    let l = f64::from(members.clamp(1, 10_000));
    p.cost(&p.need(l, mean, sd), mean * l * (1.0 - p.valid.clamp(0.0, 1.0)), hours)
}

/// Gigabytes a month above which traffic as bandwidth at `flat` a month is cheaper than by the gigabyte;
/// `None`: it never is, up to `limit`.
pub fn traffic_even(by_gb: impl Fn(f64) -> f64, flat: f64, limit: f64) -> Option<f64> {
    if by_gb(limit) <= flat {
        return None;
    }
    let (mut low, mut high) = (0.0, limit);
    for _ in 0..100 {
        let mid = 0.5 * (low + high);
        if by_gb(mid) > flat { high = mid } else { low = mid }
    }
    Some(high)
}

/// Gigabytes that go through so many Mbit/s in a month of 730 hours.
pub fn month_gb(mbps: f64) -> f64 {
    mbps * 3_600.0 * super::HOURS_MEAN_MONTH / 8_000.0
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

/// An hour of a service's day; money of the whole hour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kind {
    /// Such hours of a day.
    pub hours: f64,
    /// Tokens in one.
    pub tokens: f64,
    /// Replicas that run.
    pub replicas: f64,
    /// What these cost.
    pub own: f64,
    /// What the tokens cost at the API.
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
    /// Tokens an hour, replicas and hours of each kind of hour: busy, quiet.
    pub fn kinds(&self, tokens_day: f64) -> [Kind; 2] {
        let [busy, quiet] = self.day(tokens_day);
        let share = if quiet.0 <= 0.0 { 1.0 } else { self.busy_share.clamp(0.0, 1.0) };
        let kind = |(hours, replicas): (f64, f64), share: f64| {
            let tokens = if hours > 0.0 { tokens_day * share / hours } else { 0.0 };
            Kind { hours, tokens, replicas, own: replicas * self.hour, api: tokens / 1e6 * self.api }
        };
        [kind(busy, share), kind(quiet, 1.0 - share)]
    }
    /// The same by hour of the day, when the busy hours begin at `from` and the quiet ones follow; `None`
    /// while it is closed.
    pub fn by_hour(&self, tokens_day: f64, from: f64) -> [Option<Kind>; 24] {
        let [busy, quiet] = self.kinds(tokens_day);
        std::array::from_fn(|h| {
            let since = (h as f64 + 0.5 - from).rem_euclid(24.0);
            match since {
                s if s < busy.hours => Some(busy),
                s if s < busy.hours + quiet.hours => Some(quiet),
                _ => None,
            }
        })
    }
    /// Cost of a month where every kind of hour goes the cheaper way: own machines or the API.
    pub fn mixed_month(&self, tokens_day: f64) -> f64 {
        let kinds = self.kinds(tokens_day);
        let open = kinds.iter().filter(|k| k.hours > 0.0);
        open.map(|k| k.hours * k.own.min(k.api)).sum::<f64>() * MONTH_DAYS
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
        let terms = Prepaid { later: 2.0, now: 1.2, recover: 0.5, lot: 0.0, valid: 1.0 };
        let p = pool(9, 100.0, 40.0, &terms);
        // 40 % off, half recovered: the 57th percentile of each, plus 0.18 deviations.
        let margin = (p.alone.hours - 100.0) / 40.0;
        assert!((margin - 0.18).abs() < 0.02, "{p:?}");
        let pooled = (p.together.hours - 900.0) / 120.0;
        assert!((pooled - margin).abs() < 0.02 && p.saved > 0.0, "{p:?}");
        let same = pool_cost(9, 100.0, 40.0, &terms, p.together.hours);
        assert!((same - p.together.cost).abs() < 1e-9);
        assert!(pool(1, 100.0, 40.0, &terms).saved.abs() < 1e-9);
    }

    #[test]
    fn hours_that_expire_or_go_in_lots_only_are_worth_less() {
        let free = Prepaid { later: 2.0, now: 1.2, recover: 0.5, lot: 0.0, valid: 1.0 };
        let best = |p: &Prepaid| pool(5, 100.0, 40.0, p).together;
        let lots = Prepaid { lot: 50.0, ..free };
        assert!(best(&lots).cost > best(&free).cost && best(&lots).cost < best(&free).without);
        // No number of hours is better than the one named.
        for hours in 0..800 {
            let cost = pool_cost(5, 100.0, 40.0, &lots, f64::from(hours));
            assert!(cost >= best(&lots).cost - 0.05, "{hours}: {cost} under {:?}", best(&lots));
        }
        // A lot that nobody reaches: as if nothing came back.
        let (never, none) = (Prepaid { lot: 1e6, ..free }, Prepaid { recover: 0.0, ..free });
        assert!((best(&never).hours - best(&none).hours).abs() < 1e-9);
        assert!((best(&never).cost - best(&none).cost).abs() < 1e-6);
        // Valid for half of the need: the rest is bought later, and without prepaying nothing changes.
        let half = best(&Prepaid { valid: 0.5, ..free });
        assert!(half.hours < best(&free).hours && half.cost > best(&free).cost + 0.4 * 250.0);
        assert!((half.without - best(&free).without).abs() < 1.0, "{half:?}");
    }

    #[test]
    fn traffic_by_the_gigabyte_and_as_bandwidth() {
        // 0.80 a GB (cost.md §2) against 125 a month: 156.25 GB; and never more than goes through.
        let even = traffic_even(|gb| 0.8 * gb, 125.0, 1e6).unwrap_or(0.0);
        assert!((even - 156.25).abs() < 1e-6, "{even}");
        // Free to 100 GB, then tiers: the point lies where the tiers reach it.
        let tiers = |gb: f64| (gb.min(200.0) - 100.0).max(0.0) + 0.5 * (gb - 200.0).max(0.0);
        let even = traffic_even(tiers, 150.0, 1e6).unwrap_or(0.0);
        assert!((even - 300.0).abs() < 1e-6 && (tiers(even) - 150.0).abs() < 0.01, "{even}");
        assert_eq!(traffic_even(|_| 0.0, 1.0, 1e6), None);
        // cost.md §2: GB · 8000 / Mbit/s / 3600 hours.
        assert!((month_gb(10.0) * 8_000.0 / 10.0 / 3_600.0 - 730.0).abs() < 1e-9);
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
        // By hour of the day: eight busy hours from nine on, and the sums of the day are those of the month.
        let day = s.by_hour(30e6, 9.0);
        assert_eq!(day.iter().flatten().filter(|k| k.tokens > 2e6).count(), 8);
        assert!(day[9] == day[16] && day[8] == day[17] && day[9] != day[8]);
        let sum = |f: fn(&Kind) -> f64| day.iter().flatten().map(f).sum::<f64>();
        assert!((sum(|k| k.tokens) - 30e6).abs() < 1e-3);
        assert!((sum(|k| k.own) * 30.0 - s.own_month(30e6)).abs() < 1e-6);
        assert!((sum(|k| k.api) * 30.0 - s.api_month(30e6)).abs() < 1e-6);
        let part = Service { open_h: 10.0, ..s }.by_hour(1e6, 20.0);
        assert!(part[6].is_none() && part[5].is_some() && part[19].is_none() && part[20].is_some());
        // Busy hours on own machines, quiet ones at the API: never dearer than one way for all of it.
        let mixed = Service { api: 9.0, ..s }.mixed_month(30e6);
        assert!(mixed < Service { api: 9.0, ..s }.api_month(30e6) && mixed < s.own_month(30e6), "{mixed}");
        // A service that makes nothing is never cheaper.
        assert_eq!(Service { capacity: 0.0, ..s }.even_tokens(1e9), None);
    }
}
