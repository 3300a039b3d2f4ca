//! The bill itself: one function makes every line, for the search without a trace and for the
//! report with one (semantics §8).

use super::hours::{Shift, Time};
use super::{Ask, Ctx, HOURS_MEAN_MONTH, Side, Units};
use crate::engine::line::{Certainty, From, Line, Term, Trace, Unit, term};
use crate::engine::names::{TermName, What};
use crate::units::{MICRO, Uncertain};

/// Lines of a bill, in their order. Each is there even when it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Item {
    /// Cards used, for the work.
    Compute,
    /// Cards paid for and not used.
    IdleCards,
    /// Starts, set-up and downloads, billed as compute.
    BootAndDownload,
    /// Failed tries and debugging.
    Debugging,
    /// Compute lost to interruptions.
    Interruptions,
    /// Rounding up to the billing increment.
    Rounding,
    /// Hours of whole terms that are not used.
    UnusedTerm,
    /// The user's discount: subtracts.
    Discount,
    /// Disk while on.
    StorageRunning,
    /// Disk while off and afterwards.
    StorageStopped,
    /// Snapshots and images.
    Snapshots,
    /// Traffic out.
    Egress,
    /// Public addresses.
    Address,
    /// Licences.
    Licence,
    /// Support plan.
    Support,
    /// Tax on top of printed prices.
    Tax,
    /// Credit in hand: subtracts.
    Credit,
}

/// Number of lines.
pub const ITEMS: usize = 17;

impl Item {
    /// Every line, in order.
    pub const ALL: [Self; ITEMS] = [
        Self::Compute,
        Self::IdleCards,
        Self::BootAndDownload,
        Self::Debugging,
        Self::Interruptions,
        Self::Rounding,
        Self::UnusedTerm,
        Self::Discount,
        Self::StorageRunning,
        Self::StorageStopped,
        Self::Snapshots,
        Self::Egress,
        Self::Address,
        Self::Licence,
        Self::Support,
        Self::Tax,
        Self::Credit,
    ];
    /// It lowers the bill.
    pub const fn subtracts(self) -> bool {
        matches!(self, Self::Discount | Self::Credit)
    }
    /// Its word in the report.
    pub const fn what(self) -> What {
        match self {
            Self::Compute => What::Compute,
            Self::IdleCards => What::IdleCards,
            Self::BootAndDownload => What::BootAndDownload,
            Self::Debugging => What::Debugging,
            Self::Interruptions => What::Interruptions,
            Self::Rounding => What::Rounding,
            Self::UnusedTerm => What::UnusedTerm,
            Self::Discount => What::Discount,
            Self::StorageRunning => What::StorageRunning,
            Self::StorageStopped => What::StorageStopped,
            Self::Snapshots => What::Snapshots,
            Self::Egress => What::Egress,
            Self::Address => What::Address,
            Self::Licence => What::Licence,
            Self::Support => What::Support,
            Self::Tax => What::Tax,
            Self::Credit => What::Credit,
        }
    }
}

/// Micro-units of every line; the total adds integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charges(pub [i64; ITEMS]);

impl Charges {
    /// Micro-units of one line.
    pub const fn of(&self, item: Item) -> i64 {
        self.0[item as usize]
    }
    /// Sum of all lines, micro-units.
    pub fn total(&self) -> i64 {
        self.0.iter().fold(0i64, |sum, x| sum.saturating_add(*x)).max(0)
    }
}

/// A bill in three numbers, in the plan's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quick {
    /// Everything.
    pub total: f64,
    /// Cards used for the work: what a price list leads one to expect.
    pub compute: f64,
    /// The rest.
    pub hidden: f64,
}

/// Prices a candidate; hot path of the search.
pub fn quick(ctx: &Ctx, ask: &Ask, units: &Units, time: &Time) -> Quick {
    let charges = charge(ctx, ask, units, time, Shift::default(), &mut crate::engine::line::NoTrace);
    let total = charges.total() as f64 / MICRO;
    let compute = charges.of(Item::Compute) as f64 / MICRO;
    Quick { total, compute, hidden: total - compute }
}

/// Largest line, in units of the currency: all of them still add without saturating.
const LINE_MAX: f64 = 2e11;
const METERED: &str = "billed = b · ceil(x / b) per session";
const TERMS: &str = "whole terms, ceil(wall / term), unused part apart";
const DISK: &str = "max(0, G − free) · price · hours / 730";
const TRAFFIC: &str = "marginal tiers per month";

/// Every line of the bill, in the order of [`Item::ALL`]; `shift` moves prices to an end.
#[inline]
pub fn charge<T: Trace>(
    ctx: &Ctx,
    ask: &Ask,
    units: &Units,
    t: &Time,
    shift: Shift,
    trace: &mut T,
) -> Charges {
    let needs = &ctx.needs;
    let tariff = ctx.tariff(ask);
    let mut out = Charges::default();
    let used = f64::from(units.used());
    let idle = f64::from(units.idle);
    let ask_price = ask.price[shift.price as usize];

    // One price of a card-hour for metered and term offers; what differs is what is billed beyond
    // the powered hours.
    let by_term = ask.term_h > 0.0;
    let (p, billed, terms) = if by_term {
        let terms = whole_terms(t.wall, ask.term_h);
        (ask_price / ask.term_h, terms * ask.term_h, terms)
    } else {
        let increment = ask.increment_h[shift.assumed as usize];
        (ask_price, billed_hours(t.powered, t.sessions, increment), 0.0)
    };
    let beyond = (billed - t.powered).max(0.0);
    let source = if by_term { TERMS } else { METERED };
    let price = || {
        if by_term {
            term("P", TermName::Price, ask_price, Unit::MoneyPerMonth, From::Offer)
        } else {
            term("p", TermName::Price, p, Unit::MoneyPerHour, From::Offer)
        }
    };
    let card_hours = |formula: &'static str, n: f64, h: f64, from: From| {
        let mut terms = vec![
            term("n", TermName::Cards, n, Unit::Gpus, From::Chosen),
            price(),
            term("h", TermName::Hours, h, Unit::Hours, from),
        ];
        if by_term {
            terms.push(term("H", TermName::Hours, ask.term_h, Unit::Hours, From::Offer));
        }
        if ask.rate != 1.0 {
            terms.push(term("r", TermName::ExchangeRate, ask.rate, Unit::Plain, From::Constant));
        }
        (formula, terms)
    };
    let formula = if by_term { "n · P / H · h" } else { "n · p · h" };
    // Gives the sum so far.
    let mut sum = 0i64;
    let mut book =
        |item: Item, amount: f64, make: &dyn Fn() -> (&'static str, Vec<Term>), source, certainty| {
            let micros = crate::units::Money::new(amount.clamp(-LINE_MAX, LINE_MAX), ctx.currency).micros;
            out.0[item as usize] = micros;
            sum += micros;
            trace.line(|| {
                let (formula, terms) = make();
                let value = Uncertain::exact(micros as f64 / MICRO);
                Line::new(item.what(), &value, Unit::Money, formula, source, certainty, terms)
            });
            sum as f64 / MICRO
        };
    use Certainty::{Exact, RuleOfThumb, Typical};

    let compute = used * p * (t.work + t.saving);
    book(
        Item::Compute,
        compute,
        &|| {
            if t.saving <= 0.0 {
                return card_hours(formula, used, t.work, From::Derived);
            }
            let (_, mut terms) = card_hours(formula, used, t.work, From::Derived);
            terms.push(term("w", TermName::Saving, t.saving, Unit::Hours, From::Derived));
            (if by_term { "n · P / H · (h + w)" } else { "n · p · (h + w)" }, terms)
        },
        source,
        Exact,
    );
    let idle_cost = idle * p * (t.powered + beyond);
    book(
        Item::IdleCards,
        idle_cost,
        &|| card_hours(formula, idle, t.powered + beyond, From::Derived),
        "a whole node is priced, idle cards are a line",
        Exact,
    );
    let boots = used * p * t.setup;
    book(
        Item::BootAndDownload,
        boots,
        &|| {
            let (_, mut terms) = card_hours(formula, used, t.setup, From::Derived);
            terms.push(term("s", TermName::Sessions, t.sessions, Unit::Plain, From::Plan));
            (formula, terms)
        },
        "boot, image pull, data staging and set-up are billed",
        RuleOfThumb,
    );
    let debug = used * p * t.debug;
    book(Item::Debugging, debug, &|| card_hours(formula, used, t.debug, From::Plan), source, Exact);
    let lost = used * p * t.lost;
    book(
        Item::Interruptions,
        lost,
        &|| {
            let (_, mut terms) = card_hours(formula, used, t.lost, From::Derived);
            terms.push(term("N", TermName::Other, t.interruptions, Unit::Plain, From::Assumed));
            terms.push(term("τ", TermName::CheckpointInterval, t.interval, Unit::Hours, From::Chosen));
            (formula, terms)
        },
        "Daly 2006 (FGCS 22)",
        RuleOfThumb,
    );
    // What the rounded hours fall short of the least charge of every start counts as rounding.
    let all = (used + idle) * p * (t.powered + beyond);
    let short = (ask.least * t.sessions * f64::from(units.instances) - all).max(0.0);
    let rounding = if by_term { 0.0 } else { used * p * beyond + short };
    book(
        Item::Rounding,
        rounding,
        &|| {
            let from = if ask.increment_from > 0 { From::Assumed } else { From::Offer };
            let b = ask.increment_h[shift.assumed as usize];
            let (f, mut terms) = card_hours("n · p · (b · ceil(h / b) − h)", used, beyond, From::Derived);
            terms.push(term("b", TermName::Increment, b, Unit::Hours, from));
            (f, terms)
        },
        METERED,
        Exact,
    );
    let unused = if by_term { used * p * beyond } else { 0.0 };
    book(
        Item::UnusedTerm,
        unused,
        &|| {
            let (f, mut list) = card_hours("n · P · (k − h / H)", used, t.powered, From::Derived);
            list.push(term("k", TermName::Terms, terms, Unit::Plain, From::Derived));
            (f, list)
        },
        TERMS,
        Exact,
    );
    let gross = compute + idle_cost + boots + debug + lost + rounding + unused;
    book(
        Item::Discount,
        -(needs.discount * gross),
        &|| {
            let list = vec![
                term("d", TermName::DiscountShare, needs.discount, Unit::Share, From::Plan),
                term("C", TermName::Price, gross, Unit::Money, From::Derived),
            ];
            ("− d · C", list)
        },
        "the plan's own contract",
        Exact,
    );

    // Storage. A machine on a term stays on until the work is done.
    let disk = needs.disk_gb(units.instances);
    let on_h = if by_term { t.wall } else { t.powered };
    let off_h = (t.wall - on_h).max(0.0) + needs.keep_h;
    let side = shift.assumed;
    let fee = |name: &'static str, fee: &super::Fee, amount: f64, unit: Unit, hours: f64| {
        let guessed = unit == Unit::MoneyPerGb && needs.egress_assumed;
        let amount_from = if guessed { From::Assumed } else { From::Derived };
        let from = if fee.from.is_some() { From::Assumed } else { From::Offer };
        let mut list = vec![
            term("G", TermName::Gigabytes, amount, Unit::Gb, amount_from),
            term("p", TermName::Price, fee.unit_price(), unit, from),
        ];
        if fee.free > 0.0 {
            list.push(term("f", TermName::FreePart, fee.free, Unit::Gb, From::Offer));
        }
        if hours > 0.0 {
            list.push(term("h", TermName::Hours, hours, Unit::Hours, From::Derived));
        }
        if let Some(n) = fee.from {
            list.push(term("n", TermName::Providers, f64::from(n), Unit::Plain, From::Assumed));
        }
        (name, list)
    };
    let sure = |fee: &super::Fee| if fee.from.is_some() { RuleOfThumb } else { Exact };
    book(
        Item::StorageRunning,
        tariff.running.cost(disk, side) * on_h / HOURS_MEAN_MONTH,
        &|| fee("(G − f) · p · h / 730", &tariff.running, disk, Unit::MoneyPerGbMonth, on_h),
        DISK,
        sure(&tariff.running),
    );
    book(
        Item::StorageStopped,
        tariff.stopped.cost(disk, side) * off_h / HOURS_MEAN_MONTH,
        &|| fee("(G − f) · p · h / 730", &tariff.stopped, disk, Unit::MoneyPerGbMonth, off_h),
        DISK,
        sure(&tariff.stopped),
    );
    let kept_h = t.wall + needs.keep_h;
    book(
        Item::Snapshots,
        tariff.snapshot.cost(needs.snapshot_gb, side) * kept_h / HOURS_MEAN_MONTH,
        &|| fee("(G − f) · p · h / 730", &tariff.snapshot, needs.snapshot_gb, Unit::MoneyPerGbMonth, kept_h),
        DISK,
        sure(&tariff.snapshot),
    );
    let months = (t.wall / HOURS_MEAN_MONTH).max(1.0);
    let whole = whole_terms(t.wall, HOURS_MEAN_MONTH);
    // What is sold by the month: its price and how many months.
    let by_month = |price: f64| {
        let price = term("p", TermName::Price, price, Unit::MoneyPerMonth, From::Plan);
        ("p · k", vec![price, term("k", TermName::Terms, whole, Unit::Plain, From::Derived)])
    };
    let traffic = match needs.egress_month {
        Some(price) => price * whole,
        None => tariff.egress.cost(needs.egress_gb / months, side) * months,
    };
    book(
        Item::Egress,
        traffic + tariff.ingress.cost(needs.ingress_gb, side),
        &|| match needs.egress_month {
            Some(price) => by_month(price),
            None => fee("Σ pⱼ · (E in tier j)", &tariff.egress, needs.egress_gb, Unit::MoneyPerGb, 0.0),
        },
        TRAFFIC,
        match needs.egress_month {
            Some(_) => Exact,
            None if needs.egress_assumed => Typical.max(sure(&tariff.egress)),
            None => sure(&tariff.egress),
        },
    );
    book(
        Item::Address,
        tariff.address.cost(needs.addresses * t.wall, side),
        &|| fee("k · p · h", &tariff.address, needs.addresses, Unit::MoneyPerHour, t.wall),
        "k · hours · price",
        sure(&tariff.address),
    );
    let spent = book(
        Item::Licence,
        needs.licence * whole,
        &|| by_month(needs.licence),
        "no licence price was read, the plan's own counts",
        Exact,
    );
    // A share of what stands above.
    let part = |share: f64, of: f64| {
        let share = term("s", TermName::Other, share, Unit::Share, From::Plan);
        ("s · C", vec![share, term("C", TermName::Price, of, Unit::Money, From::Derived)])
    };
    let spent = book(
        Item::Support,
        tariff.support.cost(months, Side::Likely) + needs.support * spent,
        &|| match needs.support > 0.0 {
            true => part(needs.support, spent),
            false => fee("p · months", &tariff.support, months, Unit::MoneyPerMonth, 0.0),
        },
        "share or price of the plan",
        Exact,
    );
    let spent = book(
        Item::Tax,
        needs.tax * spent,
        &|| part(needs.tax, spent),
        "whether a printed price includes tax is not known per provider",
        if needs.tax_known { Exact } else { RuleOfThumb },
    );
    book(
        Item::Credit,
        -needs.credit.min(spent.max(0.0)),
        &|| ("− c", vec![term("c", TermName::Price, needs.credit, Unit::Money, From::Plan)]),
        "credit never pays out",
        Exact,
    );
    out
}

/// Hours a metered bill counts: every session rounded up to the increment.
pub fn billed_hours(powered: f64, sessions: f64, increment: f64) -> f64 {
    if increment <= 0.0 || powered <= 0.0 {
        return powered;
    }
    let sessions = sessions.max(1.0);
    // A hair less, so that a whole number of increments stays one in floating point.
    let steps = (powered / sessions / increment * (1.0 - 1e-12)).ceil();
    (sessions * steps * increment).max(powered)
}

/// Whole terms that cover `wall` hours; at least one.
pub fn whole_terms(wall: f64, term_h: f64) -> f64 {
    (wall / term_h * (1.0 - 1e-12)).ceil().max(1.0)
}
