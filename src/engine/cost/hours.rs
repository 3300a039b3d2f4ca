//! Hours: what is computed, what is powered on, what passes on the wall clock (semantics §6).

use super::ctx::Span;
use super::{Ask, Ctx, HOURS_MAX, Side, Units, spot};
use crate::units::{CAUSES, Cause, Uncertain};

/// Ends that the bill's own uncertain figures are moved to; the middle of all by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shift {
    /// Price of the machine.
    pub price: Side,
    /// Prices that the provider does not print.
    pub assumed: Side,
    /// Starts and set-up.
    pub setup: Side,
    /// Interruptions.
    pub hazard: Side,
}

/// Hours of one machine of a plan, by what they are spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Time {
    /// Computing, once, without failure.
    pub work: f64,
    /// Writing checkpoints while the cards wait, those of spot's interval apart: they are in `lost`.
    pub saving: f64,
    /// Starts, set-up and downloads.
    pub setup: f64,
    /// Failed tries and debugging.
    pub debug: f64,
    /// Lost to interruptions and billed.
    pub lost: f64,
    /// Sum of the above: what a metered bill counts.
    pub powered: f64,
    /// Waiting for capacity after interruptions.
    pub waiting: f64,
    /// Switched off by choice while the job lasts.
    pub off: f64,
    /// On the wall clock, first start to last result (service: the horizon).
    pub wall: f64,
    /// Starts.
    pub sessions: f64,
    /// Interruptions to expect.
    pub interruptions: f64,
    /// Hours between checkpoints where interruptions count; else 0.
    pub interval: f64,
}

/// Hours of a plan on one offer for `work` hours of computing (finite jobs; other plans bring their
/// own hours). Replicas of a service are cards, so these are the hours of each machine.
pub fn time(ctx: &Ctx, ask: &Ask, units: &Units, work: f64, shift: Shift) -> Time {
    let needs = &ctx.needs;
    let s = shift.setup as usize;
    let boot = ask.boot_h[s];
    let cap = |h: f64| if h.is_nan() { 0.0 } else { h.clamp(0.0, HOURS_MAX) };
    match needs.span {
        Span::Finite => {
            let work = cap(work);
            let debug = cap(needs.debug_h + needs.retry_share * work);
            let setup = cap(ask.starts_h(needs.sessions, s));
            let saving = cap(needs.saves(work, ask.hazard.is_some()) * needs.write_h);
            let mut t = Time { work, saving, debug, setup, sessions: needs.sessions, ..Time::default() };
            if let Some(hazard) = &ask.hazard {
                let restart = boot + RELOAD_H;
                let e = spot::expected(
                    hazard,
                    needs,
                    units.instances,
                    work + debug,
                    restart,
                    shift.hazard as usize,
                );
                t.lost = (e.billed - work - debug).max(0.0);
                t.waiting = e.waiting;
                t.interruptions = e.interruptions;
                t.interval = e.interval;
            }
            t.powered = cap(work + saving + debug + setup + t.lost);
            t.off = cap(t.powered * (1.0 / needs.powered_share - 1.0));
            t.wall = cap(t.powered + t.waiting + t.off);
            t
        }
        Span::Service | Span::Known => {
            // The hours are typed: starts and losses happen inside them.
            let powered =
                cap(needs.typed_h * if needs.span == Span::Service { needs.powered_share } else { 1.0 });
            let debug = cap(needs.debug_h).min(powered);
            let setup = cap(ask.starts_h(needs.sessions, s)).min(powered - debug);
            let mut t = Time { debug, setup, powered, sessions: needs.sessions, ..Time::default() };
            if let Some(hazard) = &ask.hazard {
                let mtbi = hazard.mtbi(units.instances, shift.hazard as usize);
                t.interruptions = powered / mtbi;
                t.lost = (t.interruptions * (boot + RELOAD_H)).min(powered - debug - setup);
                t.waiting = cap(t.interruptions * hazard.wait_h);
            }
            t.work = (powered - debug - setup - t.lost).max(0.0);
            if needs.span == Span::Service {
                t.wall = cap(needs.horizon_h).max(powered);
                t.off = t.wall - powered;
            } else {
                t.off = cap(powered * (1.0 / needs.powered_share - 1.0));
                t.wall = cap(powered + t.waiting + t.off);
            }
            t
        }
    }
}

/// Loading model and checkpoint again after an interruption, h: cost.md §5.5 uses 15 minutes for
/// boot, image, data and reload together; the boot is counted apart.
pub const RELOAD_H: f64 = 0.15;

/// The four figures of semantics §6 with their deviations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hours {
    /// Computing.
    pub work: Uncertain,
    /// Starts, set-up and downloads.
    pub setup: Uncertain,
    /// What the verdict shows and a metered bill counts, per machine.
    pub powered: Uncertain,
    /// What a deadline is compared with.
    pub wall: Uncertain,
}

/// Hours with their bands: every source is moved to its ends on its own through [`time`].
pub fn hours(ctx: &Ctx, ask: &Ask, units: &Units, work: &Uncertain) -> Hours {
    let base = time(ctx, ask, units, work.likely, Shift::default());
    let mut out = Hours {
        work: Uncertain::exact(base.work),
        setup: Uncertain::exact(base.setup),
        powered: Uncertain::exact(base.powered),
        wall: Uncertain::exact(base.wall),
    };
    each_source(work, ask, |cause, low_work, high_work, low, high| {
        let a = time(ctx, ask, units, low_work, low);
        let b = time(ctx, ask, units, high_work, high);
        let sway = |u: &mut Uncertain, base: f64, a: f64, b: f64| {
            let (down, up) = ((base - a.min(b)).max(0.0), (a.max(b) - base).max(0.0));
            if down > 0.0 || up > 0.0 {
                *u = u.with(cause, down, up);
            }
        };
        sway(&mut out.work, base.work, a.work, b.work);
        sway(&mut out.setup, base.setup, a.setup, b.setup);
        sway(&mut out.powered, base.powered, a.powered, b.powered);
        sway(&mut out.wall, base.wall, a.wall, b.wall);
    });
    out
}

/// Calls `visit(cause, work at its low end, work at its high end, shift low, shift high)` for every
/// source that hours or bill may depend on.
pub(super) fn each_source(work: &Uncertain, ask: &Ask, mut visit: impl FnMut(Cause, f64, f64, Shift, Shift)) {
    let still = Shift::default();
    for cause in CAUSES {
        let (down, up) = work.deviation(cause);
        let (low, high) = match cause {
            Cause::PriceAge => (Shift { price: Side::Low, ..still }, Shift { price: Side::High, ..still }),
            Cause::AssumedPrice => {
                (Shift { assumed: Side::Low, ..still }, Shift { assumed: Side::High, ..still })
            }
            Cause::PoweredHours => {
                (Shift { setup: Side::Low, ..still }, Shift { setup: Side::High, ..still })
            }
            Cause::Interruption if ask.hazard.is_some() => {
                (Shift { hazard: Side::Low, ..still }, Shift { hazard: Side::High, ..still })
            }
            _ => (still, still),
        };
        if down > 0.0 || up > 0.0 || low != still {
            visit(cause, (work.likely - down).max(0.0), work.likely + up, low, high);
        }
    }
}
