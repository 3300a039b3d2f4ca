//! A bill that people see: lines with terms and bands, the total with its tornado.

use super::charge::{Charges, ITEMS, Item, charge};
use super::hours::{Shift, each_source, time};
use super::{Ask, Ctx, Hours, Time, Units, hours};
use crate::engine::line::{Line, NoTrace, Recorder};
use crate::units::{Band, Cause, MICRO, Money, Order, Uncertain};
use serde::Serialize;

/// One line of a bill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BillLine {
    /// Which.
    pub item: Item,
    /// How it was made. Values add up to the total: those of discount and credit are negative, the only
    /// places where a band lies below zero.
    pub line: Line,
    /// What it adds to the total; discount and credit are negative.
    pub money: Money,
    /// From how many providers its price is assumed; `None`: printed, or not a tariff.
    pub assumed_from: Option<u16>,
    /// Nobody prints a price for it: the amount counts as nothing and may not be.
    pub unknown: bool,
}

/// What one uncertain source does to the total: a bar of the tornado.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sway {
    /// Which source.
    pub cause: Cause,
    /// Total with the source at its low end.
    pub low: f64,
    /// Total with the source at its high end.
    pub high: f64,
}

/// The whole bill of one candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Bill {
    /// Every line, in the order of [`Item::ALL`].
    pub lines: Vec<BillLine>,
    /// Sum of the lines.
    pub total: Money,
    /// The total with its band.
    pub band: Band,
    /// What moves it, the widest first.
    pub tornado: Vec<Sway>,
    /// Hours of one machine.
    pub hours: Hours,
    /// The same by what they are spent on, likely.
    pub time: Time,
    /// Whole terms billed; 0 for metered offers.
    pub terms: f64,
    /// Days after which the provider deletes what a stopped machine holds; `None` unknown.
    pub deletes_after_days: Option<u32>,
    /// The plan keeps data on a stopped machine for longer than that.
    pub deleted_before_end: bool,
}

fn amount(micros: i64) -> f64 {
    micros as f64 / MICRO
}

/// Visits every source: `(cause, charges at its low end, charges at its high end)`.
fn sources(
    ctx: &Ctx,
    ask: &Ask,
    units: &Units,
    work: &Uncertain,
    visit: &mut dyn FnMut(Cause, Charges, Charges),
) {
    each_source(work, ask, |cause, low_work, high_work, low, high| {
        let at = |work: f64, shift: Shift| {
            let t = time(ctx, ask, units, work, shift);
            charge(ctx, ask, units, &t, shift, &mut NoTrace)
        };
        visit(cause, at(low_work, low), at(high_work, high));
    });
}

/// The total as an uncertain figure: one source at a time moved to its ends through the whole bill
/// (semantics §2), so that whole terms, tiers and rounding stay exact.
pub fn band(ctx: &Ctx, ask: &Ask, units: &Units, work: &Uncertain) -> (Uncertain, Vec<Sway>) {
    let mut tornado = Vec::new();
    let total = swayed(ctx, ask, units, work, &mut |sway| tornado.push(sway));
    tornado.order_by(|x, y| (y.high - y.low).total_cmp(&(x.high - x.low)).then(x.cause.cmp(&y.cause)));
    (total, tornado)
}

/// The same total without the list of what moves it.
pub fn total(ctx: &Ctx, ask: &Ask, units: &Units, work: &Uncertain) -> Uncertain {
    swayed(ctx, ask, units, work, &mut |_| ())
}

fn swayed(ctx: &Ctx, ask: &Ask, units: &Units, work: &Uncertain, visit: &mut dyn FnMut(Sway)) -> Uncertain {
    let t = time(ctx, ask, units, work.likely, Shift::default());
    let base = amount(charge(ctx, ask, units, &t, Shift::default(), &mut NoTrace).total());
    let mut total = Uncertain::exact(base);
    sources(ctx, ask, units, work, &mut |cause, low, high| {
        let (a, b) = (amount(low.total()), amount(high.total()));
        let (low, high) = (a.min(b).min(base), a.max(b).max(base));
        if high > low {
            total = total.with(cause, base - low, high - base);
            visit(Sway { cause, low, high });
        }
    });
    total
}

/// The bill of one candidate with lines, bands and tornado; the same code as [`super::quick`].
pub fn bill(ctx: &Ctx, ask: &Ask, units: &Units, work: &Uncertain) -> Bill {
    let t = time(ctx, ask, units, work.likely, Shift::default());
    let mut recorder = Recorder::default();
    let charges = charge(ctx, ask, units, &t, Shift::default(), &mut recorder);
    let mut each = [Uncertain::ZERO; ITEMS];
    for (value, micros) in each.iter_mut().zip(charges.0) {
        *value = Uncertain::exact(amount(micros.saturating_abs()));
    }
    sources(ctx, ask, units, work, &mut |cause, low, high| {
        for (i, value) in each.iter_mut().enumerate() {
            let (a, b) = (amount(low.0[i].saturating_abs()), amount(high.0[i].saturating_abs()));
            let (down, up) = ((value.likely - a.min(b)).max(0.0), (a.max(b) - value.likely).max(0.0));
            if down > 0.0 || up > 0.0 {
                *value = value.with(cause, down, up);
            }
        }
    });
    let tariff = ctx.tariff(ask);
    let lines = Item::ALL.into_iter().zip(recorder.lines).map(|(item, mut line)| {
        line.value = each[item as usize].band();
        if item.subtracts() {
            let Band { low, likely, high } = line.value;
            line.value = Band { low: 0.0 - high, likely: 0.0 - likely, high: 0.0 - low };
        }
        let (fee, amount) = match item {
            Item::StorageRunning => (Some(&tariff.running), ctx.needs.disk_gb(units.instances)),
            Item::StorageStopped => (Some(&tariff.stopped), ctx.needs.disk_gb(units.instances)),
            Item::Snapshots => (Some(&tariff.snapshot), ctx.needs.snapshot_gb),
            Item::Egress if ctx.needs.egress_month.is_some() => (None, 0.0),
            Item::Egress => (Some(&tariff.egress), ctx.needs.egress_gb),
            Item::Address => (Some(&tariff.address), ctx.needs.addresses),
            _ => (None, 0.0),
        };
        BillLine {
            item,
            line,
            money: Money { micros: charges.of(item), currency: ctx.currency },
            assumed_from: match item {
                Item::Rounding if ask.increment_from > 0 => Some(ask.increment_from),
                _ => fee.and_then(|f| f.from),
            },
            unknown: item == Item::Tax && !ctx.needs.tax_known
                || item == Item::Licence && ctx.needs.licence_open
                || fee.is_some_and(|f| f.unknown() && amount > 0.0),
        }
    });
    let lines: Vec<BillLine> = lines.collect();
    let (uncertain, tornado) = band(ctx, ask, units, work);
    let total = charges.total();
    // After the work the machine stands stopped for the days that the disk is kept; a service that is
    // off for hours a day is never off that long at a stretch.
    let deletes_after_days = ask.deletes_after_days;
    let deleted_before_end = deletes_after_days.is_some_and(|d| ctx.needs.keep_h > f64::from(d) * 24.0);
    Bill {
        deletes_after_days,
        deleted_before_end,
        lines,
        total: Money { micros: total, currency: ctx.currency },
        band: uncertain.band(),
        tornado,
        hours: hours(ctx, ask, units, work),
        time: t,
        terms: if ask.term_h > 0.0 { super::charge::whole_terms(t.wall, ask.term_h) } else { 0.0 },
    }
}
