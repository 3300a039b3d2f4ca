//! Cases of `super::super::packages`.

use super::{Case, Scene};
use crate::catalog::{Catalog, Mode, OfferIx};
use crate::engine::cost::Fee;
use crate::engine::cost::questions::sibling;
use crate::engine::names::What;
use crate::units::Band;

/// AutoDL's 4090: by the hour, and by the month of 720 h.
const HOURLY: &str = "task=cards&h=600&g=rtx-4090-24g&n=1&prov=autodl&modes=hourly";
const MONTHLY: &str = "task=cards&h=288&g=rtx-4090-24g&n=1&prov=autodl&modes=monthly&powered=0.4";
const YEARLY: &str = "task=cards&h=5000&g=rtx-4090-24g&n=1";

/// The other way to pay for the winner.
fn other(s: &Scene, mode: Mode) -> OfferIx {
    sibling(&Catalog::embedded().offers, &s.offer, mode).unwrap_or_else(|| panic!("no {mode:?}"))
}

/// cost.md §3: 1,052 a month against 1.98 an hour, nothing for the parked disk; on for `powered` of
/// 720 hours.
fn prices(s: &mut Scene, powered: f64) {
    let (hourly, monthly) = match s.entry.mode {
        Mode::Monthly => (other(s, Mode::OnDemand), s.entry.offer),
        _ => (s.entry.offer, other(s, Mode::Monthly)),
    };
    s.tariff().stopped = Fee::flat(0.0, 0.0);
    s.entry.total = Band { low: 900.0, likely: 1000.0, high: 1100.0 };
    s.entry.billed = 1;
    let m = s.money();
    for (ix, price) in [(hourly, 1.98), (monthly, 1052.0)] {
        if let Some(ask) = &mut m.ctx.asks[ix.0 as usize] {
            ask.price = [price; 3];
        }
    }
    m.ask.price = [if m.ask.term_h > 0.0 { 1052.0 } else { 1.98 }; 3];
    m.units.billed = 1;
    (m.time.powered, m.time.wall) = (powered, 720.0);
}

/// A package beside the same card by the hour at the same seller.
fn term(s: &mut Scene) {
    prices(s, 288.0);
    let mut calm = s.entry.clone();
    (calm.mode, calm.gpu_hour) = (Mode::OnDemand, 1.98);
    s.entries = vec![s.entry.clone(), calm];
    s.provider.refund_days = 0;
    s.provider.id = "nobody".into();
}

/// A line of the bill set to a sum.
fn line(s: &mut Scene, what: What, sum: f64) {
    for line in s.bill.iter_mut().filter(|l| l.what == what) {
        line.value = Band { low: sum, likely: sum, high: sum };
    }
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "package-pays",
        plan: HOURLY,
        fires: |s| prices(s, 600.0),
        // 600 · 1.98 − 1,052.
        values: &[("hours", 600.0), ("month", 720.0), ("saved", 136.0)],
        silent: |s| prices(s, 500.0),
    },
    Case {
        rule: "package-does-not-pay",
        plan: MONTHLY,
        fires: |s| prices(s, 288.0),
        values: &[
            ("even", 0.737_93),
            ("even_hours", 531.31),
            ("hours", 288.0),
            ("share", 0.4),
            // 1,052 − 288 · 1.98.
            ("lost", 481.76),
        ],
        silent: |s| prices(s, 540.0),
    },
    Case {
        rule: "package-discount-claim",
        plan: HOURLY,
        fires: |s| s.set("qdisc", "0.5"),
        values: &[("said", 0.5), ("hours", 360.0)],
        silent: |s| s.set("qdisc", "0.33"),
    },
    Case {
        rule: "convert-now",
        plan: HOURLY,
        fires: |s| {
            prices(s, 700.0);
            s.set("spent", "1200");
        },
        // 700 − 606 hours are left of 720.
        values: &[("paid", 1200.0), ("month", 1052.0), ("unused", 914.7)],
        silent: |s| s.set("spent", "800"),
    },
    Case {
        rule: "no-refund",
        plan: MONTHLY,
        fires: term,
        values: &[("price", 1052.0), ("trial", 24.0), ("cost", 47.52), ("doubt", 0.045_17)],
        silent: |s| s.provider.refund_days = 5,
    },
    Case {
        rule: "five-day-window",
        plan: MONTHLY,
        fires: |s| {
            term(s);
            s.provider.refund_days = 5;
        },
        values: &[("days", 5.0), ("price", 1052.0)],
        silent: |s| s.provider.refund_days = 0,
    },
    Case {
        rule: "trial-length",
        plan: MONTHLY,
        fires: term,
        values: &[("cost", 47.52), ("idle", 0.045_17), ("useful", 0.011_84)],
        silent: |s| s.set("trial", "24"),
    },
    Case {
        rule: "trial-week-plan",
        plan: MONTHLY,
        fires: |s| {
            term(s);
            s.set("trial", "168");
        },
        values: &[("cost", 332.64), ("hours", 120.0)],
        silent: |s| s.set("trial", "72"),
    },
    Case {
        rule: "month-length",
        plan: MONTHLY,
        fires: |s| {
            term(s);
            s.offer.month_assumed = true;
        },
        values: &[("short", 1.4611), ("long", 1.4411)],
        silent: |s| s.offer.month_assumed = false,
    },
    Case {
        rule: "auto-renew",
        plan: MONTHLY,
        fires: |s| {
            term(s);
            s.set("renew", "1");
        },
        values: &[("price", 1052.0)],
        silent: |s| s.set("renew", "0"),
    },
    Case {
        rule: "prepaid-balance",
        plan: HOURLY,
        fires: |s| {
            prices(s, 600.0);
            s.set("prepaid", "2500");
        },
        values: &[("balance", 2500.0), ("month", 1000.0)],
        silent: |s| s.set("prepaid", "1500"),
    },
    Case {
        rule: "one-intro-offer",
        plan: HOURLY,
        fires: |s| s.set("intro", "3"),
        values: &[("offers", 3.0)],
        silent: |s| s.set("intro", "1"),
    },
    Case {
        rule: "intro-not-forever",
        plan: HOURLY,
        fires: |s| {
            prices(s, 600.0);
            s.set("intro", "1");
            s.set("introoff", "0.5");
            s.set("introh", "100");
        },
        // 100 h at half, 500 h at list.
        values: &[("hours", 100.0), ("first", 0.99), ("then", 1.98), ("cost", 1089.0)],
        silent: |s| s.set("introh", "600"),
    },
    Case {
        rule: "member-price",
        plan: HOURLY,
        fires: |s| {
            prices(s, 600.0);
            s.provider.member_factor = 0.95;
            line(s, What::Compute, 1188.0);
        },
        values: &[("off", 0.05), ("even", 0.737_93), ("rises", 0.776_77), ("saved", 59.4)],
        silent: |s| s.provider.member_factor = 1.0,
    },
    Case {
        rule: "student-offers",
        plan: HOURLY,
        fires: |s| s.set("student", "1"),
        values: &[("credits", 5.0)],
        silent: |s| s.set("student", "0"),
    },
    Case {
        rule: "long-lock",
        plan: YEARLY,
        fires: |s| {
            s.entry.total.likely = 50_000.0;
            (s.entry.mode, s.entry.gpu_hour) = (Mode::Reserved3y, 0.55);
            let mut calm = s.entry.clone();
            (calm.mode, calm.gpu_hour) = (Mode::OnDemand, 1.0);
            s.entries = vec![s.entry.clone(), calm];
        },
        // cost.md §13, vector 17.
        values: &[("total", 50_000.0), ("fall", 0.25), ("even", 0.7818), ("even_now", 0.55)],
        silent: |s| s.entry.mode = Mode::Monthly,
    },
    Case {
        rule: "min-term",
        plan: MONTHLY,
        fires: |s| {
            prices(s, 100.0);
            s.money().time.wall = 120.0;
            line(s, What::UnusedTerm, 900.0);
        },
        values: &[("term", 30.0), ("paid", 720.0), ("hours", 100.0)],
        silent: |s| s.money().time.wall = 720.0,
    },
    Case {
        rule: "deposit",
        plan: HOURLY,
        fires: |s| {
            prices(s, 600.0);
            s.set("qdep", "2000");
        },
        values: &[("deposit", 2000.0), ("cash", 3000.0)],
        silent: |s| s.set("qdep", "0"),
    },
];
