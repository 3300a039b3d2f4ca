//! Hidden costs and the off state: `advice.md` §10.

use super::Value::{
    Count, Date as On, Days, Figure, Gb, Hours, Line as LineOf, Minutes, Money, MoneyPerGbMonth,
    MoneyPerHour, Share, Unknown,
};
use super::{Answer, Priced, Rule, View, fired, info, warn};
use crate::catalog::{Mode, RuleLine};
use crate::engine::cost::{HOURS_MEAN_MONTH, Side, TAX_MOST};
use crate::engine::line::Line;
use crate::engine::names::{TermName, What};
use crate::engine::report::{Entry, Note};
use crate::engine::speed::image_gb;
use crate::plan::{Field, Task};
use crate::units::math::exp;
use crate::units::{AsOf, Currency, Date};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("hidden-share", "COST", hidden_share),
    warn("stopped-still-billed", "PROV, WAIR", stopped),
    warn("stop-doubles-storage", "PROV (RunPod)", doubles),
    warn("release-countdown", "AutoDL page notices 2023-2026; PROV", release),
    info("economical-stop-stock", "PROV", economical),
    info("ip-lost-on-stop", "PROV", address),
    warn("egress-large", "PROV", egress),
    warn("egress-unknown", "PROV", egress_unknown),
    warn("rounding-loss", "COST", rounding),
    info("billing-during-pull", "PROV (PPIO)", pull),
    info("download-time", "COST", download),
    warn("backup-cost-missing", "COST", backup_missing),
    info("support-licence", "COST", support),
    info("tax-unknown", "general knowledge (check)", tax),
    info("fx-age", "COST", rate_age),
    warn("idle-cards", "COST", idle),
    info("forgot-to-stop", "PEER (cloud-gpu-shopper)", forgot),
    warn("assumed-prices", "PROV", assumed),
];

/// More than a tenth of the bill is not compute.
fn hidden_share(v: &View<'_>) -> Answer {
    let share = v.entry.hidden / v.total().max(1e-9);
    if share < 0.1 {
        return None;
    }
    let extras = v.bill.iter().filter(|l| l.what != What::Compute);
    let largest = extras.max_by(|a, b| a.value.likely.total_cmp(&b.value.likely))?;
    let values = &[
        ("hidden", Money(v.entry.hidden)),
        ("total", Money(v.total())),
        ("share", Share(share)),
        ("line", LineOf(largest.what)),
        ("most", Money(largest.value.likely)),
    ];
    Some(fired(v.entry.hidden, values))
}

/// Disk over all machines, GB.
pub(super) fn disk_gb(m: &Priced<'_>) -> f64 {
    m.ctx.needs.disk_gb(m.units.instances)
}

/// Hours off while the disk is kept: during the job and afterwards.
fn off_h(m: &Priced<'_>) -> f64 {
    let during = if m.ask.term_h > 0.0 { 0.0 } else { m.time.off };
    during + m.ctx.needs.keep_h
}

/// The disk costs money while the machine is off, for a day and more.
fn stopped(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (gb, fee) = (disk_gb(&m), &m.tariff().stopped);
    let month = fee.cost(gb, Side::Likely);
    let off = off_h(&m);
    let cost = month * off / HOURS_MEAN_MONTH;
    // An assumed price is unknown; a trifle is not worth a warning.
    if off < 24.0 || fee.from.is_some() || cost < 0.01 * v.total() {
        return None;
    }
    let kept = m.tariff().snapshot.cost(m.ctx.needs.home_gb, Side::Likely);
    let values = &[
        ("month", Money(month)),
        ("gb", Gb(gb)),
        ("cost", Money(cost)),
        ("home", Gb(m.ctx.needs.home_gb)),
        // Less than a hundredth of the currency is not worth a figure.
        ("kept", if kept < 0.01 { Unknown } else { Money(kept) }),
    ];
    Some(fired(cost, values).offering(Field::KeepDays, "0"))
}

fn doubles(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (on, off) = (&m.tariff().running, &m.tariff().stopped);
    let rule = v.catalog.rules_of(v.entry.provider, RuleLine::NetworkVolume).next();
    let printed = on.from.is_none() && off.from.is_none();
    if !printed || off.unit_price() <= on.unit_price() || off_h(&m) <= 0.0 {
        return None;
    }
    // Where the seller prints the price of a volume that lives without a machine, in the rate of the ask.
    let volume = rule.map(|r| r.price.to_f64() * m.ask.rate);
    let values = &[
        ("running", MoneyPerGbMonth(on.unit_price())),
        ("stopped", MoneyPerGbMonth(off.unit_price())),
        ("volume", volume.map_or(Unknown, MoneyPerGbMonth)),
    ];
    let more = (off.unit_price() - on.unit_price()) * disk_gb(&m) * off_h(&m) / HOURS_MEAN_MONTH;
    Some(fired(more, values))
}

/// The day that many hours after the report's.
pub(super) fn day_after(v: &View<'_>, hours: f64) -> AsOf {
    AsOf::Day(Date::from_days(v.today.days().saturating_add((hours / 24.0).clamp(0.0, 1e6) as i32)))
}

/// The data is kept longer than the provider keeps a stopped machine.
fn release(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let days = f64::from(v.provider.deletes_after_days?);
    let keep = v.plan.data.keep_days;
    if keep < 0.6 * days {
        return None;
    }
    let gb = disk_gb(&m);
    let mbps = v.plan.data.bandwidth_mbps.max(0.1);
    let values = &[
        ("days", Days(days)),
        ("keep", Days(keep)),
        ("date", On(day_after(v, m.time.wall + 24.0 * days))),
        ("gb", Gb(gb)),
        ("hours", Hours(8_000.0 * gb / (3_600.0 * mbps))),
        ("cost", Money(m.tariff().egress.cost(gb, Side::Likely))),
    ];
    let shorter = (0.5 * days).floor().max(1.0);
    Some(fired(v.total(), values).offering(Field::KeepDays, crate::plan::number::print(shorter)))
}

/// Alibaba Cloud and Tencent Cloud release card and address of a machine that stops without charge
/// (`providers.csv`, persistence).
fn stops_without_charge(v: &View<'_>) -> bool {
    matches!(v.provider.id.as_str(), "aliyun" | "tencent") && v.entry.mode == Mode::OnDemand
}

fn economical(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if !stops_without_charge(v) || m.time.sessions < 2.0 && m.time.off <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("starts", Count(m.time.sessions))]))
}

fn address(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let addresses = f64::from(v.plan.data.addresses);
    if !stops_without_charge(v) || addresses <= 0.0 || m.time.sessions < 2.0 && m.time.off <= 0.0 {
        return None;
    }
    let fee = &m.tariff().address;
    let price = if fee.from.is_none() { MoneyPerHour(fee.unit_price()) } else { Unknown };
    Some(fired(0.0, &[("addresses", Count(addresses)), ("price", price)]))
}

/// The best other offer whose seller prints that traffic out is free.
fn free_egress<'a>(v: &View<'a>, m: &Priced<'_>) -> Option<&'a Entry> {
    v.entries.iter().find(|e| {
        let fee = m.ctx.ask(e.offer).map(|ask| m.ctx.tariff(ask).egress);
        e.not_eligible.is_empty() && fee.is_some_and(|f| f.from.is_none() && f.unit_price() <= 0.0)
    })
}

fn egress(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let cost = v.cost(What::Egress);
    if cost <= 0.0 || cost < 0.05 * v.total() && cost < 100.0 || m.tariff().egress.from.is_some() {
        return None;
    }
    let other = free_egress(v, &m);
    let values = &[
        ("gb", Gb(m.ctx.needs.egress_gb)),
        ("cost", Money(cost)),
        ("other", other.map_or(Unknown, |e| Money(e.total.likely))),
    ];
    let out = fired(cost, values);
    Some(match other {
        Some(e) => out.offering(Field::Providers, v.catalog.provider(e.provider).id.clone()),
        None => out,
    })
}

/// What traffic costs where it is sold: 0.80 yuan or 0.12 dollars a GB (checklists.md Q-08).
fn egress_unknown(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (fee, gb) = (&m.tariff().egress, m.ctx.needs.egress_gb);
    if fee.from.is_none() || gb <= 20.0 {
        return None;
    }
    let each = if m.ctx.currency == Currency::Cny { 0.80 } else { 0.12 };
    let most = fee.cost(gb, Side::High).max(gb * each);
    Some(fired(most, &[("gb", Gb(gb)), ("most", Money(most))]))
}

fn rounding(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let (starts, cost) = (m.time.sessions, v.cost(What::Rounding));
    let hour = m.hour();
    if m.ask.increment_h[1] < 1.0 || m.ask.increment_from > 0 || starts <= 5.0 || cost <= 0.0 || hour <= 0.0 {
        return None;
    }
    let fine = |e: &&Entry| {
        let ask = m.ctx.ask(e.offer);
        let by_the_minute = |a: &crate::engine::cost::Ask| {
            a.increment_from == 0 && a.term_h <= 0.0 && a.increment_h[1] <= 1.0 / 60.0
        };
        e.not_eligible.is_empty() && ask.is_some_and(by_the_minute)
    };
    let other = v.entries.iter().find(fine).map_or(Unknown, |e| Money(e.total.likely));
    let values =
        &[("starts", Count(starts)), ("hours", Hours(cost / hour)), ("cost", Money(cost)), ("other", other)];
    Some(fired(cost, values).offering(Field::Sessions, "5"))
}

/// The seller says that pulling the image is billed.
fn pull(v: &View<'_>) -> Answer {
    let m = v.priced?;
    if v.provider.pull_billed != Some(true) || v.job.task == Task::KnownCards {
        return None;
    }
    let (gb, mbps) = (image_gb(v.provider.kind), v.plan.data.bandwidth_mbps.max(0.1));
    let hours = 8_000.0 * gb / (3_600.0 * mbps);
    let values = &[
        ("gb", Gb(gb)),
        ("mbps", Count(mbps)),
        ("minutes", Minutes(hours * 60.0)),
        ("cost", Money(hours * m.hour() * m.time.sessions)),
    ];
    Some(fired(hours * m.hour() * m.time.sessions, values))
}

fn download(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let needs = &m.ctx.needs;
    if needs.ingress_gb <= 50.0 || m.ask.term_h > 0.0 {
        return None;
    }
    let cost = needs.download_h * m.hour();
    let values = &[
        ("gb", Gb(needs.ingress_gb)),
        ("mbps", Count(v.plan.data.bandwidth_mbps)),
        ("hours", Hours(needs.download_h)),
        ("cost", Money(cost)),
    ];
    Some(fired(cost, values))
}

fn backup_missing(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let gb = m.ctx.needs.home_gb;
    if v.plan.care.copies > 0 || disk_gb(&m) <= 0.0 || gb <= 0.0 {
        return None;
    }
    let months = (m.time.wall + m.ctx.needs.keep_h) / HOURS_MEAN_MONTH;
    let cost = m.tariff().snapshot.cost(gb, Side::Likely) * months;
    Some(fired(cost, &[("gb", Gb(gb)), ("cost", Money(cost))]).offering(Field::Copies, "1"))
}

fn support(v: &View<'_>) -> Answer {
    let cost = v.cost(What::Support) + v.cost(What::Licence);
    (cost > 0.0).then(|| fired(cost, &[("cost", Money(cost))]))
}

/// Nobody says whether tax is included, and it matters: an invoice is needed or the list is foreign.
fn tax(v: &View<'_>) -> Answer {
    let foreign = v.provider.home != crate::catalog::Region::Cn;
    if v.plan.claim.tax.is_some() || !(v.plan.care.invoice || foreign) {
        return None;
    }
    let most = TAX_MOST * v.total();
    Some(fired(most, &[("rate", Share(TAX_MOST)), ("most", Money(most))]))
}

fn rate_age(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let when = m.ctx.rate_as_of?;
    if v.offer.currency() == m.ctx.currency || when.age(v.today) <= 30 {
        return None;
    }
    Some(fired(0.0, &[("rate", Figure(m.ctx.usd_cny)), ("date", On(when))]))
}

/// Serving by the hour where nobody asks for most of the time. Requests that come at random and are
/// answered side by side leave a replica idle for exp(-L) of the time, L being how many are alive on average
/// (Little's law): known only where the plan says how many come.
fn idle(v: &View<'_>) -> Answer {
    let serve = v.entry.serve?;
    let rps = v.plan.amount.rps?;
    let each = serve.ttft_s.likely + serve.tpot_s.likely * f64::from(v.job.answer);
    let idle = exp(-rps * each / f64::from(serve.replicas.max(1)));
    if v.entry.mode != Mode::OnDemand || idle <= 0.5 {
        return None;
    }
    let compute = v.cost(What::Compute);
    let values =
        &[("idle", Share(idle)), ("wasted", Money(compute * idle)), ("cost", Money(compute * (1.0 - idle)))];
    Some(fired(compute * idle, values))
}

/// From Friday six in the evening to Monday nine in the morning.
const WEEKEND_H: f64 = 63.0;

/// The job ends by itself and the machine does not.
fn forgot(v: &View<'_>) -> Answer {
    let m = v.priced?;
    let ends = !v.job.task.service() && m.ask.term_h <= 0.0;
    if !ends || v.plan.habits.auto_off || m.hour() <= 0.0 {
        return None;
    }
    let cost = WEEKEND_H * m.hour();
    let alarm = v.entry.total.high.max(v.total() + 24.0 * m.hour());
    Some(fired(0.05 * cost, &[("cost", Money(cost)), ("alarm", Money(alarm))]).offering(Field::AutoOff, "1"))
}

fn assumed(v: &View<'_>) -> Answer {
    if !v.entry.notes.contains(&Note::AssumedHiddenPrices) {
        return None;
    }
    // What the assumed lines may cost beyond what they are taken for.
    let assumed = |l: &&Line| l.terms.iter().any(|t| t.name == TermName::Providers);
    let more = v.bill.iter().filter(assumed).map(|l| l.value.high - l.value.likely).sum();
    Some(fired(more, &[("hidden", Money(v.entry.hidden))]))
}
