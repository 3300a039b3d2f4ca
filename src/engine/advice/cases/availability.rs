//! Cases of `super::super::availability`.

use super::{Case, Scene};
use crate::catalog::{Catalog, ProviderKind};
use crate::units::Band;

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";

/// 10 yuan an hour in all for 100 hours, 5 for an hour of delay.
fn money(s: &mut Scene) {
    (s.entry.gpu_hour, s.entry.billed, s.entry.machines) = (10.0, 1, 1);
    (s.entry.hours, s.entry.wall) = (Band::exact(100.0), Band::exact(100.0));
    s.entry.total = Band::exact(1000.0);
    s.set("delay", "5");
    s.provider.sla = 0.0;
}

/// The same cards at the first hyperscaler of the catalog for 13 an hour, from a marketplace.
fn two_offers(s: &mut Scene) {
    money(s);
    s.set("every", "60");
    s.provider.kind = ProviderKind::Marketplace;
    s.provider.monitoring = Some(true);
    let mut b = s.entry.clone();
    b.gpu_hour = 13.0;
    b.not_eligible.clear();
    let all = &Catalog::embedded().providers;
    let at = all.iter().position(|p| p.kind == ProviderKind::Hyperscaler).unwrap_or(0);
    b.provider = crate::catalog::ProviderIx(at as u16);
    s.entries = vec![s.entry.clone(), b];
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "sla-in-hours",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("qsla", "0.995");
            s.set("qcredit", "0.1");
        },
        values: &[("sla", 0.995), ("hours", 3.6), ("cost", 54.0), ("credit", 0.1)],
        silent: |s| s.set("qsla", "auto"),
    },
    Case {
        rule: "sla-none",
        plan: LORA,
        fires: money,
        values: &[("hours", 7.2), ("cost", 108.0)],
        silent: |s| s.provider.sla = 0.999,
    },
    Case {
        rule: "sla-credit-form",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("qcredit", "0.1");
        },
        values: &[("credit", 0.1), ("most", 100.0)],
        silent: |s| s.set("qcredit", "auto"),
    },
    Case {
        rule: "support-gap",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("qsuph", "15");
        },
        values: &[("hours", 9.0), ("price", 10.0), ("cost", 90.0)],
        silent: |s| s.set("qsuph", "24"),
    },
    Case {
        rule: "support-15min",
        plan: LORA,
        fires: |s| s.set("qresp", "0.25"),
        values: &[("minutes", 15.0)],
        silent: |s| s.set("qresp", "2"),
    },
    Case {
        rule: "broken-hours",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("qsla", "0.99");
        },
        values: &[("cost", 360.0)],
        silent: |s| s.set("qbroken", "1"),
    },
    Case {
        rule: "spare-nodes",
        plan: LORA,
        fires: |s| {
            money(s);
            s.entry.machines = 12;
        },
        // Two of twelve for 100 hours at 10 an hour in all.
        values: &[("machines", 12.0), ("spare", 2.0), ("cost", 166.7)],
        silent: |s| s.entry.machines = 3,
    },
    Case {
        rule: "flip-point",
        plan: LORA,
        fires: two_offers,
        // Half an interval, a quarter of an hour to notice, 0.15 h to load: 0.9 h at 15 each; 3 saved an hour.
        values: &[("hours", 4.5)],
        silent: |s| s.provider.kind = ProviderKind::Hyperscaler,
    },
    Case {
        rule: "burn-in",
        plan: LORA,
        fires: |s| {
            money(s);
            s.entry.machines = 4;
        },
        values: &[("machines", 4.0), ("cost", 720.0)],
        silent: |s| s.entry.machines = 1,
    },
];

#[test]
fn a_bound_that_any_machine_keeps_is_not_named() {
    let mut s = Scene::plan(LORA);
    two_offers(&mut s);
    s.entries[1].gpu_hour = 100.0;
    assert!(s.ask("flip-point").is_none());
}
