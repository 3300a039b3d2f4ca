//! Budget path, mixing, edge, buying, prepaid hours: `advice.md` §14.

use super::Value::{Count, Figure, Gpu, Hours, Milliseconds, Money, MoneyPerHour, Never, Share};
use super::{Answer, Rule, View, fired, info, warn};
use crate::catalog::Mode;
use crate::engine::cost::HOURS_MEAN_MONTH;
use crate::engine::cost::asked::{DEMAND_SPREAD, MOVE_H, PREPAID_OFF, Prepaid, day_load, pool, split};
use crate::engine::cost::market::base_and_burst;
use crate::engine::cost::own::use_share;
use crate::engine::cost::questions::{RentOrBuy, own_or_rent};
use crate::engine::report::{Entry, Ineligible};
use crate::plan::{Field, Task};
use crate::units::math::sqrt;

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    info("validate-small-first", "COST", small_first),
    info("split-check", "COMPAT", split_check),
    info("commit-base-load", "COST", base_load),
    info("hybrid-cost", "COST", hybrid),
    info("edge-latency", "INF", edge),
    info("edge-worth", "physics", edge_worth),
    info("buy-break-even", "COST", buy),
    warn("idle-owned", "COST", idle_owned),
    info("compute-bank-size", "COST", bank_size),
    warn("compute-bank-terms", "COST", bank_terms),
    info("pool-lab", "COST", lab),
    info("pareto", "COST", pareto),
];

/// Could be ordered if the plan did not insist on other cards.
fn open(e: &Entry) -> bool {
    e.not_eligible.iter().all(|r| matches!(r, Ineligible::CardExcluded | Ineligible::NeedsComputeCard))
}

/// Debugging on a card at less than half the price, then the run on the big one (cost.md §6.1).
fn small_first(v: &View<'_>) -> Answer {
    let (e, debug) = (v.entry, v.plan.care.debug_hours);
    if e.mode != Mode::OnDemand || v.job.task.service() || v.plan.care.try_gpu.is_some() {
        return None;
    }
    let big = v.entry.hour();
    let price = |e: &Entry| e.hour();
    let small = v
        .entries
        .iter()
        .filter(|s| s.gpu != e.gpu && s.mode == Mode::OnDemand && open(s) && 2.0 * price(s) < big)
        .min_by(|a, b| price(a).total_cmp(&price(b)))?;
    let two = split(price(small), big, 1.0, MOVE_H, 0.0, debug, v.way.pace.work_h.likely);
    let above = two.above.filter(|h| debug > *h)?;
    let saved = two.all_big - two.split;
    let values = &[
        ("small", Gpu(small.gpu)),
        ("small_price", MoneyPerHour(price(small))),
        ("big", Gpu(e.gpu)),
        ("big_price", MoneyPerHour(big)),
        ("above", Hours(above)),
        ("move", Hours(MOVE_H)),
        ("cost", Money(v.total() - saved)),
        ("total", Money(v.total())),
    ];
    Some(fired(saved, values))
}

fn split_check(v: &View<'_>) -> Answer {
    let small = v.catalog.gpu_ix(v.plan.care.try_gpu.as_deref()?)?;
    (small != v.entry.gpu).then(|| fired(0.0, &[("small", Gpu(small)), ("big", Gpu(v.entry.gpu))]))
}

/// Cards committed for what is busy all day, the rest by the hour (cost.md §6.3).
fn base_load(v: &View<'_>) -> Answer {
    let (e, night) = (v.entry, v.plan.amount.night_cards?);
    let cheapest = |modes: &[Mode]| {
        let same = v.entries.iter().filter(|o| o.gpu == e.gpu && modes.contains(&o.mode));
        let may = same.filter(|o| o.not_eligible.iter().all(|r| *r == Ineligible::ModeNotAllowed));
        may.map(|o| o.gpu_hour).fold(f64::INFINITY, f64::min)
    };
    let committed = cheapest(&[Mode::Monthly, Mode::Reserved1y, Mode::Reserved3y]);
    let hourly = cheapest(&[Mode::OnDemand]);
    if v.job.task != Task::Serve || !committed.is_finite() || !hourly.is_finite() || committed >= hourly {
        return None;
    }
    let day = v.plan.amount.hours_per_day;
    let best = base_and_burst(&day_load(night, e.count, e.count, day, day), committed, hourly, 0);
    let month = HOURS_MEAN_MONTH / 24.0;
    let values = &[
        ("base", Count(f64::from(best.base))),
        ("share", Share(committed / hourly)),
        ("cost", Money(best.cost * month)),
        ("hourly", Money(best.on_demand * month)),
    ];
    Some(fired((best.on_demand - best.cost) * month, values)).filter(|_| best.base > 0)
}

/// Owning `cards` of the winner's cards; the rent is that of the winner.
fn own(v: &View<'_>, cards: u32) -> Option<RentOrBuy> {
    let rent = v.entry.gpu_hour * f64::from(cards);
    own_or_rent(v.plan, &v.catalog.rates, v.gpu, cards, rent, use_share(v.plan))
}

fn hybrid(v: &View<'_>) -> Answer {
    let owned = v.plan.buying.owned;
    let b = own(v, owned).filter(|_| owned > 0)?;
    let values = &[
        ("own", MoneyPerHour(b.own.per_gpu_hour)),
        ("share", Share(b.inputs.use_share)),
        ("cards", Count(f64::from(owned))),
        ("rent", MoneyPerHour(v.entry.gpu_hour)),
    ];
    Some(fired(0.0, values))
}

/// What distance adds to an answer: the round trip against first token and the tokens after it.
fn edge(v: &View<'_>) -> Answer {
    let (rtt, serve) = (v.plan.amount.rtt_ms?, v.entry.serve.as_ref()?);
    let (first, each) = (serve.ttft_s.likely * 1e3, serve.tpot_s.likely * 1e3);
    let whole = rtt + first + each * f64::from(v.plan.amount.answer);
    if whole <= 0.0 {
        return None;
    }
    let values = &[
        ("rtt", Milliseconds(rtt)),
        ("first", Milliseconds(first)),
        ("each", Milliseconds(each)),
        ("share", Share(rtt / whole)),
    ];
    Some(fired(0.0, values))
}

/// Kilometres of fibre that a millisecond of round trip covers.
const KM_PER_MS: f64 = 100.0;

fn edge_worth(v: &View<'_>) -> Answer {
    let limit = v.plan.amount.ttft_ms.filter(|ms| *ms < 100.0)?;
    let first = v.entry.serve.as_ref()?.ttft_s.likely * 1e3;
    let far = (limit - first).max(0.0) * KM_PER_MS;
    let values = &[("limit", Milliseconds(limit)), ("first", Milliseconds(first)), ("distance", Count(far))];
    Some(fired(0.0, values))
}

fn buy(v: &View<'_>) -> Answer {
    let b = own(v, v.entry.billed).filter(|_| v.plan.buying.consider)?;
    let months = b.pays_after_months.map_or(Never, |m| Count(f64::from(m)));
    let values = &[
        ("own", MoneyPerHour(b.own.per_gpu_hour)),
        ("share", Share(b.inputs.use_share)),
        ("rent", MoneyPerHour(v.entry.gpu_hour)),
        ("months", months),
    ];
    Some(fired(0.0, values))
}

/// An owned node that works less than 40 % of the time.
fn idle_owned(v: &View<'_>) -> Answer {
    let share = use_share(v.plan);
    if v.plan.buying.owned == 0 && !v.plan.buying.consider || share >= 0.4 {
        return None;
    }
    let b = own(v, 8)?;
    let cost = b.own.per_gpu_hour * 8.0;
    Some(fired(b.own.total, &[("share", Share(share)), ("cost", MoneyPerHour(cost))]))
}

/// Card-hours that the plan needs.
fn card_hours(v: &View<'_>) -> f64 {
    v.entry.hours.likely * f64::from(v.entry.billed)
}

/// Mean and spread of one person's need.
fn need(v: &View<'_>) -> (f64, f64) {
    let mean = card_hours(v).max(1.0);
    (mean, DEMAND_SPREAD * mean)
}

fn bank_size(v: &View<'_>) -> Answer {
    let share = v.plan.market.resale.filter(|_| v.plan.market.prepaid_h.is_some())?;
    let ((mean, sd), later) = (need(v), v.entry.gpu_hour);
    let terms = |recover| Prepaid { later, now: later * (1.0 - PREPAID_OFF), recover, lot: 0.0, valid: 1.0 };
    let at = |recover| pool(v.plan.market.members, mean, sd, &terms(recover));
    let (with, without) = (at(share).together, at(0.0).together);
    let quantile = crate::engine::cost::strategy::prepaid_quantile(later, later * (1.0 - PREPAID_OFF), share);
    let worth = (without.cost - with.cost).max(0.0);
    let values = &[
        ("quantile", Share(quantile)),
        ("hours", Count(with.hours)),
        ("strict", Count(without.hours)),
        ("worth", Money(worth)),
    ];
    Some(fired(worth, values).offering(Field::Bank, crate::plan::number::print(with.hours.round().max(1.0))))
}

/// What of a pack this plan leaves.
fn bank_terms(v: &View<'_>) -> Answer {
    let (pack, used) = (v.plan.market.prepaid_h?, card_hours(v) * f64::from(v.plan.market.members));
    let left = (pack - used).max(0.0);
    let cost = left * v.entry.gpu_hour * (1.0 - PREPAID_OFF);
    let values =
        &[("pack", Count(pack)), ("used", Count(used)), ("left", Count(left)), ("cost", Money(cost))];
    let out = fired(cost, values);
    Some(if left > 0.0 {
        out.offering(Field::Bank, crate::plan::number::print(used.ceil().max(1.0)))
    } else {
        out
    })
}

/// The reserve of a pool grows with the root of its members.
fn lab(v: &View<'_>) -> Answer {
    let members = f64::from(v.plan.market.members);
    if members < 2.0 {
        return None;
    }
    let (_, sd) = need(v);
    let values = &[
        ("members", Count(members)),
        ("root", Figure(sqrt(members))),
        ("together", Count(sd * sqrt(members))),
        ("apart", Count(sd * members)),
    ];
    Some(fired(0.0, values))
}

/// How many offers another one beats in both total and time.
fn pareto(v: &View<'_>) -> Answer {
    let all: Vec<&Entry> = v.entries.iter().filter(|e| e.not_eligible.is_empty()).collect();
    if all.len() <= 5 {
        return None;
    }
    let beaten = |e: &Entry| {
        all.iter().any(|o| {
            let (a, b) = (o.total.likely, o.wall.likely);
            a <= e.total.likely && b <= e.wall.likely && (a < e.total.likely || b < e.wall.likely)
        })
    };
    let n = all.iter().filter(|e| beaten(e)).count();
    Some(fired(0.0, &[("beaten", Count(n as f64)), ("offers", Count(all.len() as f64))])).filter(|_| n > 0)
}
