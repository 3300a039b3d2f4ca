//! Data safety, backup, switching: `advice.md` §11.

use super::Value::{Count, Date as On, Days, Gb, Hours, Minutes, Money, MoneyPerHour, Provider, Unknown};
use super::hidden::{day_after, disk_gb};
use super::second::Second;
use super::{Answer, Fired, Priced, Rule, View, block, fired, info, warn};
use crate::catalog::{ProviderIx, ProviderKind, ProviderStatus, Region};
use crate::engine::cost::{HOURS_MEAN_MONTH, Side, quick};
use crate::engine::line::NoTrace;
use crate::engine::report::{Entry, Ineligible};
use crate::engine::risk::{LossInput, expected_loss};
use crate::engine::search::within_reason;
use crate::plan::{DataClass, Field, Sharing};
use crate::units::{AsOf, Currency};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("no-backup", "COST", no_backup),
    warn("backup-same-place", "COST", same_place),
    warn("local-disk", "AutoDL local-disk page as cited 2026; PROV", local_disk),
    info("checksum", "SM-storage", checksum),
    info("migration-time", "COST", migration),
    info("standby-worth", "COST", standby_worth),
    warn("provider-exit", "COST", exit),
    info("card-withdrawn", "COST", withdrawn),
    warn("sensitive-data", "general", |v| strangers_host(v, DataClass::Sensitive)),
    block("sensitive-important", "general", |v| strangers_host(v, DataClass::Important)),
    warn("sensitive-internal", "general", |v| strangers_host(v, DataClass::Internal)),
    warn("cross-border", "CAC", |v| abroad(v, DataClass::Sensitive)),
    block("cross-border-important", "CAC", |v| abroad(v, DataClass::Important)),
    warn("hybrid-needs-data", "general", stays),
    info("delete-at-end", "PROV", delete),
    info("keys-on-host", "general", keys),
];

/// The winner, for what a second place costs.
fn second<'a>(v: &View<'a>, m: &Priced<'a>) -> Second<'a> {
    let View { plan, catalog, entries, entry, .. } = *v;
    Second { plan, catalog, entries, entry, ctx: m.ctx, ask: m.ask }
}

/// The two values of [`Second::elsewhere`].
fn other_place(place: Option<(ProviderIx, f64)>) -> [(&'static str, super::Value); 2] {
    match place {
        Some((ix, cost)) => [("other", Provider(ix)), ("cost", Money(cost))],
        None => [("other", Unknown), ("cost", Unknown)],
    }
}

fn no_backup(v: &View<'_>) -> Answer {
    let (m, care) = (v.priced?, &v.plan.care);
    let gb = second(v, &m).precious_gb();
    let matters = v.entry.wall.likely > 24.0 || care.data_class != DataClass::Reproducible;
    if care.copies > 0 || !matters || gb <= 0.0 {
        return None;
    }
    let bill = quick(m.ctx, m.ask, m.units, m.time);
    let input = LossInput { provider: v.provider, units: m.units, time: m.time, bill: &bill, care };
    let (loss, _) = expected_loss(m.ctx, m.ask, &input, &mut NoTrace);
    let months = (m.time.wall + m.ctx.needs.keep_h) / HOURS_MEAN_MONTH;
    let [other, cost] = other_place(second(v, &m).elsewhere(gb));
    let values = &[("loss", Money(loss.data.likely / months.max(1e-9))), ("gb", Gb(gb)), other, cost];
    Some(fired(loss.data.high, values).offering(Field::Copies, "1"))
}

/// There are copies, and all lie where the job runs.
fn same_place(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (gb, copies) = (second(v, &m).precious_gb(), v.plan.care.copies);
    if !v.plan.habits.copies_here || copies == 0 || gb <= 0.0 {
        return None;
    }
    let [other, cost] = other_place(second(v, &m).elsewhere(gb));
    let values = &[("copies", Count(f64::from(copies))), ("gb", Gb(gb)), other, cost];
    Some(fired(v.entry.loss, values).offering(Field::CopiesHere, "0"))
}

/// The seller says so (`providers.csv`, persistence; AutoDL's page on local data disks).
fn on_the_host(v: &View<'_>) -> bool {
    matches!(v.provider.id.as_str(), "autodl" | "vast") || v.provider.data_persists == Some(false)
}

/// The disk goes with its host, and nothing lies elsewhere.
fn local_disk(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let covered = v.plan.care.copies > 0 && !v.plan.habits.copies_here;
    let gb = second(v, &m).precious_gb();
    if !on_the_host(v) || covered || gb <= 0.0 {
        return None;
    }
    let cost = m.tariff().snapshot.cost(gb, Side::Likely);
    let price = if m.tariff().snapshot.unknown() { Unknown } else { Money(cost) };
    let values = &[("provider", Provider(v.entry.provider)), ("gb", Gb(gb)), ("cost", price)];
    Some(fired(v.entry.loss, values).offering(Field::Copies, "1"))
}

/// Reading back at the speed that was measured, else at the gigabyte a second that checkpoints are
/// reckoned with (cost.md §5.3): once on each side.
fn checksum(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let moved = if v.plan.habits.moving { disk_gb(&m) } else { 0.0 };
    // What a service sends out are answers, not files.
    let home = if v.job.task.service() { 0.0 } else { m.ctx.needs.egress_gb };
    let gb = moved.max(home);
    if gb <= 50.0 {
        return None;
    }
    let rate = v.plan.day.disk_mbs.map_or(1.0, |mbs| mbs / 1e3).max(1e-4);
    Some(fired(0.0, &[("gb", Gb(gb)), ("minutes", Minutes(2.0 * gb / rate / 60.0))]))
}

fn migration(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (gb, mbps) = (disk_gb(&m), v.plan.data.bandwidth_mbps.max(0.1));
    if !v.plan.habits.moving || gb <= 0.0 {
        return None;
    }
    let cost = m.tariff().egress.cost(gb, Side::Likely);
    let values = &[
        ("gb", Gb(gb)),
        ("mbps", Count(mbps)),
        ("hours", Hours(8_000.0 * gb / (3_600.0 * mbps))),
        ("cost", if m.tariff().egress.unknown() { Unknown } else { Money(cost) }),
        ("setup", Hours(m.ask.setup_h[1])),
    ];
    Some(fired(cost, values))
}

fn standby_worth(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let value = v.plan.care.hour_value;
    if value <= 0.0 {
        return None;
    }
    let (other, got) = second(v, &m).standby()?;
    let values = &[
        ("cost", Money(got.cost)),
        ("above", MoneyPerHour(got.worth_above)),
        ("value", MoneyPerHour(value)),
        ("other", Provider(other)),
    ];
    let out = fired(0.0, values);
    let pays = value > got.worth_above && v.plan.market.standby.is_none();
    Some(if pays { out.offering(Field::Standby, v.catalog.provider(other).id.clone()) } else { out })
}

/// Sellers that leave or take machines away at short notice, and who would be next.
fn exit(v: &View<'_>) -> Answer {
    let (m, e) = (v.priced?, v.entry);
    let risky = v.provider.status == ProviderStatus::Closed
        || matches!(v.provider.kind, ProviderKind::Marketplace | ProviderKind::Idc);
    if !risky {
        return None;
    }
    let prepaid = if m.ask.term_h > 0.0 { m.hour() * m.ask.term_h } else { 0.0 };
    let ahead = prepaid.max(v.plan.habits.prepaid.unwrap_or(0.0)).max(v.plan.claim.deposit.unwrap_or(0.0));
    // What costs many times as much is no second place.
    let next = |o: &Entry| o.provider != e.provider && within_reason(o, e);
    let other = v.best(|o| next(o) && o.gpu == e.gpu).or_else(|| v.best(next));
    let values = &[
        ("provider", Provider(e.provider)),
        ("ahead", if ahead > 0.0 { Money(ahead) } else { Unknown }),
        ("other", other.map_or(Unknown, |o| Provider(o.provider))),
        ("cost", other.map_or(Unknown, |o| Money(o.total.likely))),
    ];
    let out = fired(ahead.max(e.loss), values);
    let named = other.filter(|_| v.plan.market.standby.is_none());
    Some(match named {
        Some(o) => out.offering(Field::Standby, v.catalog.provider(o.provider).id.clone()),
        None => out,
    })
}

/// About one offer in five is gone after three months (cost.md §11).
fn withdrawn(v: &View<'_>) -> Answer {
    let days = v.entry.as_of.age(v.today);
    (days > 90).then(|| fired(0.0, &[("date", On(v.entry.as_of)), ("days", Days(f64::from(days)))]))
}

/// The best offer of other sellers, and the change of the plan that takes it.
fn instead(v: &View<'_>, stake: f64, is: impl Fn(&Entry) -> bool) -> Fired {
    let Some(other) = v.best(is) else {
        return fired(stake, &[("other", Unknown), ("price", Unknown)]);
    };
    let values = &[("other", Provider(other.provider)), ("price", Money(other.total.likely))];
    fired(stake, values).offering(Field::Providers, v.catalog.provider(other.provider).id.clone())
}

/// Data of a class on a machine of somebody whom nobody knows. What is personal or important wants
/// contract and audit: a general cloud or a data centre; the rest any seller with machines of its own.
fn strangers_host(v: &View<'_>, class: DataClass) -> Answer {
    if v.plan.care.data_class != class || v.provider.kind != ProviderKind::Marketplace {
        return None;
    }
    Some(instead(v, v.total(), |e| match v.catalog.provider(e.provider).kind {
        ProviderKind::Hyperscaler | ProviderKind::Idc => true,
        ProviderKind::GpuCloud => class == DataClass::Internal,
        ProviderKind::Marketplace | ProviderKind::Own => false,
    }))
}

/// Such data leaves the mainland. The best mainland offer may be barred by the region alone.
fn abroad(v: &View<'_>, class: DataClass) -> Answer {
    let leaves = v.offer.region != Region::Cn && v.plan.market.currency == Currency::Cny;
    if !leaves || v.plan.care.data_class != class {
        return None;
    }
    let open = |e: &&Entry| e.not_eligible.iter().all(|r| *r == Ineligible::OtherRegion);
    let home = v.entries.iter().filter(open).find(|e| e.region == Region::Cn);
    let price = home.map_or(Unknown, |e| Money(e.total.likely));
    Some(fired(v.total(), &[("price", price)]).offering(Field::Region, "cn"))
}

fn stays(v: &View<'_>) -> Answer {
    if !v.plan.habits.stays || v.provider.kind == ProviderKind::Own {
        return None;
    }
    let values = &[("gb", Gb(v.plan.data.dataset_gb)), ("cost", Money(v.total()))];
    Some(fired(v.total(), values))
}

/// The day on which the plan lets go of its disk.
fn delete(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let gb = disk_gb(&m);
    if gb <= 0.0 || v.provider.kind == ProviderKind::Own {
        return None;
    }
    let date: AsOf = day_after(v, m.time.wall + m.ctx.needs.keep_h);
    Some(fired(0.0, &[("date", On(date)), ("gb", Gb(gb))]))
}

/// Somebody else sits on the host: a stranger who owns it, or those who share the card.
fn keys(v: &View<'_>) -> Answer {
    let alone = [Sharing::Whole, Sharing::Passthrough];
    let shared = v.plan.claim.sharing.is_some_and(|s| !alone.contains(&s));
    (v.provider.kind == ProviderKind::Marketplace || shared).then(|| fired(0.0, &[]))
}
