//! Machines that may be taken away: hazard, checkpoint interval, expected time, lateness
//! (cost.md §5).

use super::HOURS_MAX;
use super::ctx::Needs;
use crate::catalog::{Provider, ProviderKind};
use crate::units::math::{exp, ln, sqrt};

/// Hours of the month that published interruption bands refer to (cost.md §5.1).
const BAND_H: f64 = 720.0;

/// Interruptions of one machine of an offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hazard {
    /// Mean hours between interruptions of one machine when things go well, as expected, badly:
    /// long, middle, short.
    pub mtbi_h: [f64; 3],
    /// How strongly machines are hit one by one: the rate of `m` machines is `m^c` times that of one,
    /// c = 0 all together, c = 1 independent (cost.md §5.1); ends and middle.
    pub spread: [f64; 3],
    /// Unbilled wait for capacity after an interruption, h.
    pub wait_h: f64,
    /// Notice before the machine is taken, h; 0 unknown.
    pub notice_h: f64,
}

/// Share of A100, L4 and H100 spot machines reclaimed in a month: under 5 to 20 % (cost.md §5,
/// Thunder Compute citing the AWS Spot Advisor, 2025-05).
const CLOUD_SHARE: [f64; 3] = [0.05, 0.10, 0.20];
/// Marketplaces: outbid at any time; "busy" 24 h, "hostile" 6 h between interruptions (cost.md
/// §5.1, assumption); the quiet end is a cloud's bad end.
const MARKET_MTBI_H: [f64; 2] = [24.0, 6.0];
/// GPU clouds publish nothing: between a cloud's bad end and a busy marketplace (assumption).
const GPU_CLOUD_MTBI_H: f64 = 240.0;
/// Unbilled wait for capacity after an interruption, h (assumption: cost.md names Q, prints none).
const WAIT_H: f64 = 0.5;
/// What the user's own figure may be off by, as a factor each way (assumption).
const OWN_FACTOR: f64 = 2.0;

impl Hazard {
    /// Preset by kind of provider, or around the user's own figure.
    pub fn new(provider: &Provider, needs: &Needs) -> Self {
        let cloud = CLOUD_SHARE.map(|f| 1.0 / rate_from_share(f));
        let mtbi_h = match (needs.mtbi_h, provider.kind) {
            (Some(h), _) => [h * OWN_FACTOR, h, h / OWN_FACTOR],
            (None, ProviderKind::Hyperscaler) => cloud,
            (None, ProviderKind::Marketplace) => [cloud[2], MARKET_MTBI_H[0], MARKET_MTBI_H[1]],
            (None, _) => [cloud[1], GPU_CLOUD_MTBI_H, MARKET_MTBI_H[0]],
        };
        // A machine with a longest life is taken at its end at the latest (OCI: 24 h).
        let life = f64::from(provider.spot_max_h);
        let mtbi_h = if life > 0.0 { mtbi_h.map(|h: f64| h.min(life)) } else { mtbi_h };
        Self {
            mtbi_h,
            spread: [0.0, 0.5, 1.0],
            wait_h: WAIT_H,
            notice_h: provider.spot_notice_s.map_or(0.0, |s| f64::from(s) / 3_600.0),
        }
    }
    /// Whether the notice is long enough for a checkpoint that takes `write` hours: half of it is left for
    /// noticing it (assumption).
    pub fn saves(&self, write: f64) -> bool {
        self.notice_h * 0.5 >= write
    }
    /// Mean hours between interruptions of a job that needs all of `machines`.
    pub fn mtbi(&self, machines: u32, side: usize) -> f64 {
        let m = f64::from(machines.max(1));
        let together = match side {
            0 => 1.0,
            1 => sqrt(m),
            _ => m,
        };
        (self.mtbi_h[side.min(2)] / together).max(1e-3)
    }
}

/// Interruptions per instance-hour when a share `f` of instances is reclaimed within 720 h.
pub fn rate_from_share(f: f64) -> f64 {
    -ln(1.0 - f.clamp(0.0, 0.999_999)) / BAND_H
}

/// Young 1974: interval between checkpoints that take `write` to write, at `mtbi` hours between
/// interruptions.
pub fn young(write: f64, mtbi: f64) -> f64 {
    sqrt(2.0 * write * mtbi)
}

/// Daly 2006: the better interval.
pub fn daly(write: f64, mtbi: f64) -> f64 {
    if write >= 2.0 * mtbi {
        return mtbi;
    }
    let r = write / (2.0 * mtbi);
    young(write, mtbi) * (1.0 + sqrt(r) / 3.0 + r / 9.0) - write
}

/// The interval rounded so that the work is a whole number of intervals.
pub fn whole_interval(work: f64, interval: f64) -> f64 {
    if work <= 0.0 || interval <= 0.0 {
        return work.max(0.0);
    }
    work / (work / interval).round().max(1.0)
}

/// Daly's exact expectation of billed hours: `work` useful hours, a checkpoint every `interval`,
/// `write` to write one, `restart` billed after each interruption, `mtbi` between interruptions.
pub fn billed_time(work: f64, interval: f64, write: f64, restart: f64, mtbi: f64) -> f64 {
    if work <= 0.0 {
        return 0.0;
    }
    let interval = if interval > 0.0 { interval.min(work) } else { work };
    let t = work / interval * mtbi * exp(restart / mtbi) * (exp((interval + write) / mtbi) - 1.0);
    if t.is_finite() { t.clamp(work, HOURS_MAX.max(work)) } else { HOURS_MAX.max(work) }
}

/// Billed hours when the notice is long enough to save the work (cost.md §5.4): checkpoints at
/// `interval` are only insurance.
pub fn billed_time_with_notice(work: f64, interval: f64, write: f64, restart: f64, mtbi: f64) -> f64 {
    let left = 1.0 - (restart + write) / mtbi;
    if left <= 0.05 || interval <= 0.0 {
        return billed_time(work, interval, write, restart, mtbi);
    }
    work * (1.0 + write / interval) / left
}

/// What a job on machines that may be taken away takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpotTime {
    /// Billed hours, work included.
    pub billed: f64,
    /// Hours between checkpoints used.
    pub interval: f64,
    /// Interruptions to expect.
    pub interruptions: f64,
    /// Unbilled hours of waiting.
    pub waiting: f64,
}

/// Expected time of `work` hours on `machines`, `restart` hours billed after each interruption.
pub fn expected(
    hazard: &Hazard,
    needs: &Needs,
    machines: u32,
    work: f64,
    restart: f64,
    side: usize,
) -> SpotTime {
    let mtbi = hazard.mtbi(machines, side);
    let write = needs.write_h;
    let interval = match needs.interval_h {
        Some(h) => h.min(work),
        None => whole_interval(work, daly(write, mtbi)),
    };
    let billed = if hazard.saves(write) {
        billed_time_with_notice(work, interval, write, restart, mtbi)
    } else {
        billed_time(work, interval, write, restart, mtbi)
    };
    let billed = billed.min(HOURS_MAX);
    let interruptions = billed / mtbi;
    SpotTime { billed, interval, interruptions, waiting: (interruptions * hazard.wait_h).min(HOURS_MAX) }
}

/// Mean hours between interruptions below which a discount `share` does not pay, at the best
/// interval by Young (cost.md §5.5). 0 where it always pays.
pub fn break_even_mtbi(share: f64, write: f64, restart: f64) -> f64 {
    let factor = |m: f64| {
        let tau = young(write, m);
        (1.0 - share) * billed_time(1e6, tau, write, restart, m) / 1e6
    };
    // The factor falls as M grows: bisect between a minute and 10,000 h.
    let (mut low, mut high) = (1.0 / 60.0, 1e4);
    if factor(low) < 1.0 {
        return 0.0;
    }
    if factor(high) > 1.0 {
        return f64::INFINITY;
    }
    for _ in 0..200 {
        let mid = 0.5 * (low + high);
        if factor(mid) > 1.0 { low = mid } else { high = mid }
    }
    0.5 * (low + high)
}

/// Chance that `work` hours are not done within `deadline` hours: more than
/// `floor((D - W(1 + write/interval)) / (restart + wait + interval/2))` interruptions of a Poisson
/// count (cost.md §5.6).
pub fn p_late(
    deadline: f64,
    work: f64,
    interval: f64,
    write: f64,
    restart: f64,
    wait: f64,
    mtbi: f64,
) -> f64 {
    let slack = deadline - work * (1.0 + if interval > 0.0 { write / interval } else { 0.0 });
    if slack < 0.0 {
        return 1.0;
    }
    let each = restart + wait + interval / 2.0;
    if each <= 0.0 || mtbi <= 0.0 {
        return 0.0;
    }
    let allowed = (slack / each).floor();
    poisson_above(work / mtbi, allowed)
}

/// P(N > k) of a Poisson count with that mean; by the normal curve for large means.
fn poisson_above(mean: f64, k: f64) -> f64 {
    if mean <= 0.0 {
        return 0.0;
    }
    if mean > 500.0 || k > 2_000.0 {
        return 1.0 - crate::units::math::normal_cdf((k + 0.5 - mean) / sqrt(mean));
    }
    let mut p = exp(-mean);
    let mut sum = p;
    for i in 1..=(k as u32) {
        p *= mean / f64::from(i);
        sum += p;
    }
    (1.0 - sum).clamp(0.0, 1.0)
}

/// The last hour at which a job with `work_left` hours must move to on-demand to make its deadline
/// (cost.md §5.6); negative: it is too late.
pub fn latest_switch(deadline: f64, work_left: f64, restart: f64, write: f64) -> f64 {
    deadline - work_left - restart - write
}

/// Hours of a job that runs on spot until the latest switch and on demand after it (cost.md §5.6).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Switch {
    /// Latest hour of the switch.
    pub at_h: f64,
    /// Billed on spot until then, at the expected pace.
    pub spot_h: f64,
    /// Waited for capacity until then, not billed.
    pub waiting: f64,
    /// On demand after it: what is left at the expected pace, and the move.
    pub rest_h: f64,
    /// On demand after spot time that gave nothing.
    pub all_h: f64,
}

/// Spot until the latest switch, then on demand for good: `work` useful hours that take `time` on spot.
pub fn switch(deadline: f64, work: f64, time: SpotTime, restart: f64, write: f64) -> Switch {
    let at_h = latest_switch(deadline, work, restart, write).max(0.0);
    let wall = time.billed + time.waiting;
    let share = if wall > 0.0 { (at_h / wall).min(1.0) } else { 1.0 };
    let rest = work * (1.0 - share);
    Switch {
        at_h,
        spot_h: time.billed * share,
        waiting: time.waiting * share,
        rest_h: if rest > 0.0 { rest + restart } else { 0.0 },
        all_h: work + restart,
    }
}
