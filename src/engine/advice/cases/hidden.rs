//! Cases of `super::super::hidden`.

use super::{Case, Scene};
use crate::catalog::{Catalog, Mode, Region};
use crate::engine::cost::Fee;
use crate::engine::names::What;
use crate::engine::report::{Note, ServeFigures};
use crate::units::{AsOf, Band, Currency, Date};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1&users=10";

/// Total 1,000 at 2 an hour of one card, on for 200 of 720 hours in 20 starts; 200 GB of disk, 16 GB of
/// results, every price printed as nothing.
fn bill(s: &mut Scene) {
    s.entry.total = Band { low: 900.0, likely: 1000.0, high: 1100.0 };
    (s.entry.mode, s.entry.gpu_hour, s.entry.billed) = (Mode::OnDemand, 2.0, 1);
    let free = Fee::flat(0.0, 0.0);
    let t = s.tariff();
    (t.running, t.stopped, t.snapshot, t.egress, t.address) = (free, free, free, free, free);
    let m = s.money();
    (m.ask.price, m.ask.term_h, m.ask.rate) = ([2.0; 3], 0.0, 1.0);
    (m.units.billed, m.units.instances) = (1, 1);
    (m.time.powered, m.time.wall, m.time.off, m.time.sessions) = (200.0, 720.0, 520.0, 20.0);
    let n = &mut m.ctx.needs;
    (n.once_gb, n.each_gb, n.home_gb, n.keep_h) = (200.0, 0.0, 16.0, 210.0);
    for l in &mut s.bill {
        l.value = Band { low: 0.0, likely: 0.0, high: 0.0 };
    }
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
        rule: "hidden-share",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.entry.hidden = 250.0;
            line(s, What::Compute, 750.0);
            line(s, What::Egress, 160.0);
            line(s, What::StorageRunning, 90.0);
        },
        values: &[("hidden", 250.0), ("total", 1000.0), ("share", 0.25), ("most", 160.0)],
        silent: |s| s.entry.hidden = 90.0,
    },
    Case {
        rule: "stopped-still-billed",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.tariff().stopped = Fee::flat(0.5, 0.0);
            s.tariff().snapshot = Fee::flat(0.25, 0.0);
        },
        // 520 h off and 210 h kept: a month of 200 GB.
        values: &[("month", 100.0), ("gb", 200.0), ("cost", 100.0), ("home", 16.0), ("kept", 4.0)],
        silent: |s| s.tariff().stopped = Fee::assumed(0.0, 0.5, 1.0, 4),
    },
    Case {
        rule: "stop-doubles-storage",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.entry.provider = Catalog::embedded().provider_ix("runpod").unwrap_or_default();
            s.tariff().running = Fee::flat(0.10, 0.0);
            s.tariff().stopped = Fee::flat(0.20, 0.0);
        },
        values: &[("running", 0.10), ("stopped", 0.20), ("volume", 0.07)],
        silent: |s| s.tariff().stopped = Fee::flat(0.10, 0.0),
    },
    Case {
        rule: "release-countdown",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.deletes_after_days = Some(15);
            s.tariff().egress = Fee::flat(0.8, 0.0);
            s.set("keep", "20");
            s.set("mbps", "200");
        },
        values: &[("days", 15.0), ("keep", 20.0), ("gb", 200.0), ("hours", 2.222), ("cost", 160.0)],
        silent: |s| s.set("keep", "7"),
    },
    Case {
        rule: "economical-stop-stock",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.id = "aliyun".into();
        },
        values: &[("starts", 20.0)],
        silent: |s| s.provider.id = "aws".into(),
    },
    Case {
        rule: "ip-lost-on-stop",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.id = "tencent".into();
            s.set("ips", "2");
            s.tariff().address = Fee::flat(0.02, 0.0);
        },
        values: &[("addresses", 2.0), ("price", 0.02)],
        silent: |s| s.set("ips", "0"),
    },
    Case {
        rule: "egress-large",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.tariff().egress = Fee::flat(0.8, 0.0);
            s.money().ctx.needs.egress_gb = 200.0;
            line(s, What::Egress, 160.0);
            // Another seller that prints free traffic.
            let mut other = s.entry.clone();
            (other.offer, other.total.likely) = (crate::catalog::OfferIx(0), 1050.0);
            other.not_eligible.clear();
            let m = s.money();
            let mut ask = m.ask;
            ask.tariff = m.ctx.tariffs.len() as u32;
            m.ctx.tariffs.push(m.ctx.tariffs[0]);
            if let Some(t) = m.ctx.tariffs.last_mut() {
                t.egress = Fee::INCLUDED;
            }
            m.ctx.asks[0] = Some(ask);
            s.entries = vec![other];
        },
        values: &[("gb", 200.0), ("cost", 160.0), ("other", 1050.0)],
        silent: |s| line(s, What::Egress, 20.0),
    },
    Case {
        rule: "egress-unknown",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.tariff().egress = Fee::assumed(0.0, 0.1, 0.5, 3);
            s.money().ctx.needs.egress_gb = 100.0;
        },
        values: &[("gb", 100.0), ("most", 80.0)],
        silent: |s| s.tariff().egress = Fee::flat(0.5, 0.0),
    },
    Case {
        rule: "rounding-loss",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.money().ask.increment_h = [1.0; 3];
            s.money().ask.increment_from = 0;
            line(s, What::Rounding, 32.0);
        },
        values: &[("starts", 20.0), ("hours", 16.0), ("cost", 32.0)],
        silent: |s| s.money().time.sessions = 5.0,
    },
    Case {
        rule: "billing-during-pull",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.provider.pull_billed = Some(true);
            s.provider.kind = crate::catalog::ProviderKind::Marketplace;
            s.set("mbps", "200");
        },
        values: &[("gb", 10.0), ("mbps", 200.0), ("minutes", 6.667), ("cost", 4.444)],
        silent: |s| s.provider.pull_billed = None,
    },
    Case {
        rule: "download-time",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("mbps", "50");
            let n = &mut s.money().ctx.needs;
            (n.ingress_gb, n.download_h) = (140.0, 6.222);
        },
        values: &[("gb", 140.0), ("mbps", 50.0), ("hours", 6.222), ("cost", 12.44)],
        silent: |s| s.money().ctx.needs.ingress_gb = 40.0,
    },
    Case {
        rule: "backup-cost-missing",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("copies", "0");
            s.money().time.wall = 520.0;
            s.tariff().snapshot = Fee::flat(0.25, 0.0);
        },
        values: &[("gb", 16.0), ("cost", 4.0)],
        silent: |s| s.set("copies", "1"),
    },
    Case {
        rule: "support-licence",
        plan: LORA,
        fires: |s| {
            bill(s);
            line(s, What::Support, 29.0);
        },
        values: &[("cost", 29.0)],
        silent: |s| line(s, What::Support, 0.0),
    },
    Case {
        rule: "tax-unknown",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.set("invoice", "1");
        },
        values: &[("rate", 0.13), ("most", 130.0)],
        silent: |s| s.set("qtax", "1"),
    },
    Case {
        rule: "fx-age",
        plan: "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1&region=us&prov=runpod",
        fires: |s| {
            bill(s);
            s.money().ctx.usd_cny = 7.1;
            s.money().ctx.currency = Currency::Cny;
            s.money().ctx.rate_as_of = Some(AsOf::Day(Date::from_days(s.today.days() - 60)));
            s.offer.readings.truncate(1);
            s.offer.readings[0].price.currency = Currency::Usd;
        },
        values: &[("rate", 7.1)],
        silent: |s| s.money().ctx.rate_as_of = Some(AsOf::Day(s.today)),
    },
    Case {
        rule: "idle-cards",
        plan: SERVE,
        fires: |s| {
            bill(s);
            line(s, What::Compute, 800.0);
            let band = Band { low: 0.1, likely: 0.1, high: 0.1 };
            s.entry.serve =
                Some(ServeFigures { replicas: 1, users_per_replica: 40.0, ttft_s: band, tpot_s: band });
            // 0.01 a second, 40 s each: 0.4 alive on average, nobody for exp(-0.4) of the time.
            s.set("out", "399");
            s.set("rps", "0.01");
        },
        values: &[("idle", 0.670320046), ("wasted", 536.256037), ("cost", 263.743963)],
        silent: |s| s.set("rps", "0.1"),
    },
    Case {
        rule: "forgot-to-stop",
        plan: LORA,
        fires: bill,
        values: &[("cost", 126.0), ("alarm", 1100.0)],
        silent: |s| s.set("autooff", "1"),
    },
    Case {
        rule: "assumed-prices",
        plan: LORA,
        fires: |s| {
            bill(s);
            s.entry.hidden = 250.0;
            s.entry.notes = vec![Note::AssumedHiddenPrices];
        },
        values: &[("hidden", 250.0)],
        silent: |s| s.entry.notes.clear(),
    },
];

#[test]
fn a_foreign_list_without_a_word_on_tax_says_so() {
    let mut s = Scene::plan(LORA);
    bill(&mut s);
    assert!(s.ask("tax-unknown").is_none());
    s.provider.home = Region::Us;
    assert!(s.ask("tax-unknown").is_some());
}
