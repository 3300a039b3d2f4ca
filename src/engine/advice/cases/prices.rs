//! Cases of `super::super::prices`.

use super::{Case, Scene};
use crate::catalog::{Catalog, Confidence, OfferIx, PriceUnit, ProviderIx, ProviderKind};
use crate::engine::report::Entry;
use crate::units::{AsOf, Band, Date};

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";

/// The winner at 2 an hour, once more.
fn twin(s: &Scene) -> Entry {
    Entry { gpu_hour: 2.0, ..s.entry.clone() }
}

fn seller(kind: ProviderKind) -> ProviderIx {
    let at = Catalog::embedded().providers.iter().position(|p| p.kind == kind).unwrap_or(0);
    ProviderIx(at as u16)
}

fn offer(id: &str) -> OfferIx {
    Catalog::embedded().offer_ix(id).unwrap_or_else(|| panic!("no offer {id}"))
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "price-stale",
        plan: LORA,
        fires: |s| {
            s.offer.own = false;
            s.entry.as_of = AsOf::Day(Date::new(2026, 10, 1).unwrap_or_default());
            s.today = Date::new(2026, 12, 2).unwrap_or_default();
            s.entry.total = Band { low: 90.0, likely: 100.0, high: 130.0 };
        },
        values: &[("low", 90.0), ("high", 130.0)],
        silent: |s| s.today = Date::new(2026, 10, 20).unwrap_or_default(),
    },
    Case {
        rule: "price-historical",
        plan: LORA,
        fires: |s| s.offer.current = false,
        values: &[],
        silent: |s| s.offer.current = true,
    },
    Case {
        rule: "price-low-confidence",
        plan: LORA,
        fires: |s| s.entry.confidence = Confidence::Low,
        values: &[],
        silent: |s| s.entry.confidence = Confidence::High,
    },
    Case {
        rule: "price-zero",
        plan: LORA,
        fires: |s| s.entry.gpu_hour = 0.0,
        values: &[],
        silent: |s| s.entry.gpu_hour = 1.0,
    },
    Case {
        rule: "unit-mismatch",
        plan: LORA,
        fires: |s| {
            s.offer.unit = PriceUnit::InstanceMonth;
            (s.offer.shape, s.offer.month_hours) = (8, 720);
            s.entry.gpu_hour = 2.0;
        },
        values: &[("price", 11_520.0), ("cards", 8.0), ("hours", 720.0), ("each", 2.0)],
        silent: |s| s.offer.unit = PriceUnit::GpuHour,
    },
    Case {
        rule: "kind-spread",
        plan: LORA,
        fires: |s| {
            let (mut cloud, mut platform) = (twin(s), twin(s));
            (cloud.gpu_hour, cloud.provider) = (6.0, seller(ProviderKind::Hyperscaler));
            platform.provider = seller(ProviderKind::GpuCloud);
            s.entries = vec![platform, cloud];
        },
        values: &[("cloud", 6.0), ("platform", 2.0)],
        silent: |s| s.entries.truncate(1),
    },
    Case {
        rule: "bundle-differences",
        plan: LORA,
        fires: |s| {
            let (mut a, mut b) = (twin(s), twin(s));
            (a.offer, b.offer) = (offer("aliyun-a10-24g-1x-hourly-cn"), offer("aliyun-a10-24g-4x-hourly-cn"));
            s.entries = vec![a, b];
        },
        values: &[
            ("offers", 2.0),
            ("low_cpu", 8.0),
            ("high_cpu", 32.0),
            ("low_ram", 30.0),
            ("high_ram", 188.0),
        ],
        silent: |s| s.entries.truncate(1),
    },
    Case {
        rule: "estimate-digits",
        plan: LORA,
        fires: |s| s.entry.total = Band { low: 90.0, likely: 100.0, high: 130.0 },
        values: &[],
        silent: |s| s.entry.total = Band::exact(100.0),
    },
];
