//! Cases of `super::super::data`.

use super::{Case, Scene};
use crate::catalog::{Catalog, Mode, ProviderIx, ProviderKind, Region};
use crate::engine::cost::Fee;
use crate::engine::report::Ineligible;
use crate::units::{AsOf, Band, Date};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";

/// Total 1,000, of it 800 compute, at 2 an hour of one card in one go of 400 hours; 100 GB of disk, 20 GB
/// of results; the seller a GPU platform of its own whose snapshots and traffic cost 0.5 and 0.8 a GB.
fn bill(s: &mut Scene) {
    (s.entry.total, s.entry.mode) = (Band::exact(1000.0), Mode::OnDemand);
    (s.entry.gpu_hour, s.entry.billed, s.entry.loss) = (2.0, 1, 30.0);
    (s.entry.wall, s.entry.hours) = (Band::exact(400.0), Band::exact(400.0));
    (s.provider.kind, s.provider.data_persists) = (ProviderKind::GpuCloud, None);
    s.provider.id = "lambda".into();
    let free = Fee::flat(0.0, 0.0);
    let t = s.tariff();
    (t.running, t.stopped, t.address) = (free, free, free);
    (t.snapshot, t.egress) = (Fee::flat(0.5, 0.0), Fee::flat(0.8, 0.0));
    let m = s.money();
    (m.ask.price, m.ask.term_h, m.ask.rate, m.ask.setup_h) = ([2.0; 3], 0.0, 1.0, [0.5; 3]);
    (m.units.billed, m.units.instances) = (1, 1);
    (m.time.powered, m.time.work, m.time.wall, m.time.off) = (400.0, 400.0, 400.0, 0.0);
    let n = &mut m.ctx.needs;
    (n.once_gb, n.each_gb, n.home_gb, n.egress_gb, n.keep_h) = (100.0, 0.0, 20.0, 20.0, 330.0);
    other(s, ProviderKind::Hyperscaler);
}

/// Beside the winner stands one offer for 1,200: of the first seller of a kind, whose snapshots are 0.25.
fn other(s: &mut Scene, kind: ProviderKind) {
    let at = Catalog::embedded().providers.iter().position(|p| p.kind == kind).unwrap_or(0);
    let mut other = s.entry.clone();
    (other.provider, other.total) = (ProviderIx(at as u16), Band::exact(1200.0));
    (other.offer, other.region) = (crate::catalog::OfferIx(0), Region::Cn);
    other.not_eligible.clear();
    let m = s.money();
    let (mut ask, mut tariff) = (m.ask, m.ctx.tariffs[0]);
    ask.tariff = m.ctx.tariffs.len() as u32;
    tariff.snapshot = Fee::flat(0.25, 0.0);
    m.ctx.tariffs.push(tariff);
    m.ctx.asks[0] = Some(ask);
    s.entries = vec![other];
}

/// On a marketplace, with data of a class.
fn stranger(s: &mut Scene, class: &str) {
    bill(s);
    s.provider.kind = ProviderKind::Marketplace;
    s.set("class", class);
}

/// Out of the mainland, paid in yuan, with data of a class.
fn leaves(s: &mut Scene, class: &str) {
    bill(s);
    s.offer.region = Region::Us;
    s.entries[0].not_eligible = vec![Ineligible::OtherRegion];
    s.set("class", class);
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "no-backup",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("copies", "0");
        },
        // 1 % a month of half the run (400) and of half an hour of fetching (1).
        values: &[("loss", 4.01), ("gb", 20.0), ("cost", 5.0)],
        silent: |s| s.set("copies", "1"),
    },
    Case {
        rule: "backup-same-place",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("copies", "2");
            s.set("copyhere", "1");
            s.set("class", "costly");
            s.set("data", "60");
        },
        values: &[("copies", 2.0), ("gb", 80.0), ("cost", 20.0)],
        silent: |s| s.set("copyhere", "0"),
    },
    Case {
        rule: "local-disk",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.id = "autodl".into();
            s.set("copies", "0");
        },
        values: &[("gb", 20.0), ("cost", 10.0)],
        silent: |s| s.set("copies", "1"),
    },
    Case {
        rule: "checksum",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("moving", "1");
            s.set("ddisk", "500");
        },
        // 100 GB at 0.5 GB/s, twice.
        values: &[("gb", 100.0), ("minutes", 6.667)],
        silent: |s| s.set("moving", "0"),
    },
    Case {
        rule: "migration-time",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("moving", "1");
            s.set("mbps", "100");
        },
        values: &[("gb", 100.0), ("mbps", 100.0), ("hours", 2.222), ("cost", 80.0), ("setup", 0.5)],
        silent: |s| s.set("moving", "0"),
    },
    Case {
        rule: "standby-worth",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("delay", "50");
        },
        // A copy for 5, an hour for 2, 2 GB of traffic for 1.6; 3 % of 35.5 h saved.
        values: &[("cost", 8.6), ("above", 8.075), ("value", 50.0)],
        silent: |s| s.set("delay", "0"),
    },
    Case {
        rule: "provider-exit",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.kind = ProviderKind::Marketplace;
            s.set("prepaid", "500");
        },
        values: &[("ahead", 500.0), ("cost", 1200.0)],
        silent: |s| s.provider.kind = ProviderKind::Hyperscaler,
    },
    Case {
        rule: "card-withdrawn",
        plan: LORA,
        fires: |s| s.entry.as_of = AsOf::Day(Date::from_days(s.today.days() - 120)),
        values: &[("days", 120.0)],
        silent: |s| s.entry.as_of = AsOf::Day(Date::from_days(s.today.days() - 60)),
    },
    Case {
        rule: "sensitive-data",
        plan: LORA,
        fires: |s| stranger(s, "sensitive"),
        values: &[("price", 1200.0)],
        silent: |s| s.provider.kind = ProviderKind::GpuCloud,
    },
    Case {
        rule: "sensitive-important",
        plan: LORA,
        fires: |s| stranger(s, "important"),
        values: &[("price", 1200.0)],
        silent: |s| s.provider.kind = ProviderKind::Idc,
    },
    Case {
        rule: "sensitive-internal",
        plan: LORA,
        fires: |s| {
            stranger(s, "internal");
            other(s, ProviderKind::GpuCloud);
        },
        values: &[("price", 1200.0)],
        silent: |s| s.set("class", "public"),
    },
    Case {
        rule: "cross-border",
        plan: LORA,
        fires: |s| leaves(s, "sensitive"),
        values: &[("price", 1200.0)],
        silent: |s| s.set("class", "public"),
    },
    Case {
        rule: "cross-border-important",
        plan: LORA,
        fires: |s| leaves(s, "important"),
        values: &[("price", 1200.0)],
        silent: |s| s.offer.region = Region::Cn,
    },
    Case {
        rule: "hybrid-needs-data",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("stays", "1");
            s.set("data", "40");
        },
        values: &[("gb", 40.0), ("cost", 1000.0)],
        silent: |s| s.set("stays", "0"),
    },
    Case {
        rule: "delete-at-end",
        plan: LORA,
        fires: bill,
        values: &[("gb", 100.0)],
        silent: |s| s.provider.kind = ProviderKind::Own,
    },
    Case {
        rule: "keys-on-host",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("qshare", "container");
        },
        values: &[],
        silent: |s| s.set("qshare", "whole"),
    },
];

#[test]
fn what_costs_many_times_as_much_is_no_second_place() {
    let mut s = Scene::plan(LORA);
    bill(&mut s);
    s.provider.kind = ProviderKind::Marketplace;
    for e in s.entries.iter_mut().filter(|e| e.provider != s.entry.provider) {
        e.total = Band::exact(3.0 * s.entry.total.likely);
    }
    let fired = s.ask("provider-exit").unwrap_or_else(|| panic!("silent"));
    assert!(fired.values.contains(&("other", super::super::Value::Unknown)), "{:?}", fired.values);
    assert!(fired.offer.is_empty());
}
