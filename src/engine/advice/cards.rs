//! Which card is it: variants, used, modified, gaming, licence: `advice.md` §7.

use super::Value::{
    Count, Date as On, Gb, Gbs, Gib, Gpu as Card, Hours, Mib, Money, MoneyPerHour, Share, Text, Tflops,
    Unknown,
};
use super::{Answer, Rule, Value, View, block, fired, info, warn};
use crate::catalog::{Gpu, GpuClass, ProviderKind, Region, Vendor};
use crate::engine::report::{Entry, Ineligible};
use crate::plan::{CardState, Field};
use crate::units::{GIB, Order};

/// In the order of `advice.md`.
pub const RULES: &[Rule] = &[
    warn("card-variant-unknown", "GPUF", variants),
    warn("price-too-low", "OFF", too_low),
    info("used-card", "used-GPU guides; COST", used),
    warn("modded-card", "GPUF", modded),
    warn("modded-driver", "OGK934, TINY", modded_driver),
    warn("memory-mismatch", "GPUF", memory),
    block("name-mismatch", "SMIMAN", name),
    warn("uuid-returns", "SM-nv", returned),
    info("ecc-absent", "GPUF", no_ecc),
    info("ecc-off", "GPUF", ecc_off),
    info("geforce-licence", "EULA", licence),
    info("gaming-vs-compute", "GPUF, ARX", classes),
    info("new-generation-early", "SM-prov", early),
    info("value-smaller-card-wins", "engine", smaller_card),
    info("export-note", "GPUF, BIS", export),
];

/// The seller does not say which variant it is.
fn variants(v: &View<'_>) -> Answer {
    let cards: Vec<&Gpu> = v.offer.gpus.iter().map(|ix| v.catalog.gpu(*ix)).collect();
    if cards.len() < 2 {
        return None;
    }
    let span = |of: &dyn Fn(&Gpu) -> f64| {
        let all = || cards.iter().map(|g| of(g));
        (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max))
    };
    // Over PCIe both directions, as links are printed.
    let link = |g: &Gpu| if g.link_gbs > 0.0 { f64::from(g.link_gbs) } else { 2.0 * g.pcie_gbs() };
    let (a, b) = span(&|g| f64::from(g.memory_gb));
    let (c, d) = span(&|g| f64::from(g.bandwidth_gbs));
    let (e, f) = span(&link);
    let (g, h) = span(&|g| f64::from(g.half()));
    // What is the same in all is not said; a single card has no use for a link. Two per cent are two ways to round.
    let differs = |low: f64, high: f64| high > 1.02 * low;
    let several = v.entry.count > 1;
    if !(differs(a, b) || differs(c, d) || differs(g, h) || several && differs(e, f)) {
        return None;
    }
    let either = |x: f64, low: f64, high: f64, unit: fn(f64) -> Value| {
        if differs(low, high) { unit(x) } else { Unknown }
    };
    let values = &[
        ("name", Text(in_common(&cards))),
        ("variants", Count(cards.len() as f64)),
        ("memory_low", either(a, a, b, Gb)),
        ("memory_high", either(b, a, b, Gb)),
        ("rate_low", either(c, c, d, Gbs)),
        ("rate_high", either(d, c, d, Gbs)),
        ("half_low", either(g, g, h, Tflops)),
        ("half_high", either(h, g, h, Tflops)),
        ("link_low", if several { either(e, e, f, Gbs) } else { Unknown }),
        ("link_high", if several { either(f, e, f, Gbs) } else { Unknown }),
        ("low", Money(v.entry.total.low)),
        ("high", Money(v.entry.total.high)),
    ];
    Some(fired(v.entry.total.high - v.total(), values))
}

/// What the names of the variants begin with: "RTX PRO 6000" of the Server and the Workstation edition. The first one's name where they
/// have no word in common.
fn in_common(cards: &[&Gpu]) -> String {
    let (first, rest) = cards.split_first().map_or(("", cards), |(first, rest)| (first.name.as_str(), rest));
    let shared = |(i, word): &(usize, &str)| rest.iter().all(|g| g.name.split(' ').nth(*i) == Some(word));
    let words: Vec<&str> = first.split(' ').enumerate().take_while(shared).map(|(_, word)| word).collect();
    if words.is_empty() { first.to_owned() } else { words.join(" ") }
}

/// Why a price is not one of today's.
const NOT_TODAY: [Ineligible; 5] = [
    Ineligible::NotCurrent,
    Ineligible::PriceTooOld,
    Ineligible::DateTooVague,
    Ineligible::SurveyPrice,
    Ineligible::BidPrice,
];

/// Median price of a card-hour over current offers of the same card and kind, and how many there are.
fn median(v: &View<'_>) -> Option<(f64, usize)> {
    let mut same: Vec<f64> = v
        .entries
        .iter()
        .filter(|e| e.gpu == v.entry.gpu && e.mode == v.entry.mode && e.region == v.entry.region)
        // A card-hour of a whole node is another good than one of a single card.
        .filter(|e| e.by_the_machine == v.entry.by_the_machine)
        // Readings of long ago, surveys and bids are not what the market asks today.
        .filter(|e| !e.not_eligible.iter().any(|r| NOT_TODAY.contains(r)))
        .map(|e| e.gpu_hour)
        .collect();
    same.order_by(f64::total_cmp);
    same.get(same.len() / 2).map(|price| (*price, same.len()))
}

/// Less than half of the median.
fn too_low(v: &View<'_>) -> Answer {
    let (median, offers) = median(v)?;
    if offers < 4 || v.entry.gpu_hour >= 0.5 * median {
        return None;
    }
    Some(fired(
        v.total(),
        &[
            ("price", MoneyPerHour(v.entry.gpu_hour)),
            ("median", MoneyPerHour(median)),
            ("below", Share(1.0 - v.entry.gpu_hour / median.max(1e-9))),
            ("offers", Count(offers as f64)),
        ],
    ))
}

/// Used, or nobody says and it is cheap at a seller of strangers' machines.
fn used(v: &View<'_>) -> Answer {
    let (median, _) = median(v)?;
    let below = 1.0 - v.entry.gpu_hour / median.max(1e-9);
    let meant = match v.plan.claim.condition {
        Some(state) => state == CardState::Used,
        None => v.provider.kind == ProviderKind::Marketplace && v.gpu.class == GpuClass::Consumer,
    };
    if !meant || below <= 0.0 {
        return None;
    }
    Some(fired(0.0, &[("below", Share(below)), ("median", MoneyPerHour(median))]))
}

/// 2080 Ti 22G, 3080 20G, 4080S 32G, 4090 48G: not products of the vendor (gpus.md §9).
fn is_modded(v: &View<'_>) -> bool {
    v.gpu.modded || v.plan.claim.condition == Some(CardState::Modified)
}

fn modded(v: &View<'_>) -> Answer {
    if !is_modded(v) {
        return None;
    }
    let values =
        &[("memory_gb", Gb(f64::from(v.gpu.memory_gb))), ("mib", Mib(v.gpu.usable.to_f64() / GIB * 1024.0))];
    Some(fired(v.total(), values))
}

/// Peer access between cards, or a driver of 580 and newer.
fn modded_driver(v: &View<'_>) -> Answer {
    let driver = v.plan.env.driver.as_deref().and_then(|d| d.split('.').next()?.parse::<u32>().ok());
    if !is_modded(v) || !(v.entry.count > 1 || driver.is_some_and(|d| d >= 580)) {
        return None;
    }
    Some(fired(v.total() * 0.5, &[("memory_gb", Gb(f64::from(v.gpu.memory_gb)))]))
}

fn memory(v: &View<'_>) -> Answer {
    let shown = v.plan.day.memory_mib?;
    let usual = v.gpu.usable.to_f64() / GIB * 1024.0;
    if v.gpu.usable_assumed || usual <= 0.0 || (shown / usual - 1.0).abs() <= 0.02 {
        return None;
    }
    Some(fired(v.total(), &[("gpu", Card(v.entry.gpu)), ("shown", Mib(shown)), ("usual", Mib(usual))]))
}

/// The name on the device means cards, and the ordered one is not among them.
fn name(v: &View<'_>) -> Answer {
    let shown = v.plan.day.name.as_deref()?;
    let meant = v.catalog.find_gpus(shown);
    if meant.is_empty() || meant.contains(&v.entry.gpu) {
        return None;
    }
    Some(fired(v.total(), &[("gpu", Card(v.entry.gpu)), ("shown", Text(shown.into()))]))
}

fn returned(v: &View<'_>) -> Answer {
    let day = v.entry.hour() * 24.0;
    v.plan.day.returned.then(|| fired(v.total() * 0.5, &[("cost", Money(day))]))
}

fn no_ecc(v: &View<'_>) -> Answer {
    let hours = v.entry.wall.likely * f64::from(v.entry.count);
    if v.gpu.ecc != Some(false) || hours <= 500.0 {
        return None;
    }
    let other = v.best(|e| v.catalog.gpu(e.gpu).ecc == Some(true))?;
    let values = &[("hours", Hours(hours)), ("price", Money(other.total.likely)), ("gpu", Card(other.gpu))];
    Some(fired(0.0, values).offering(Field::Ecc, "1"))
}

/// On a GDDR6 card ECC takes about 6 % of memory (gpus.md §11).
fn ecc_off(v: &View<'_>) -> Answer {
    let switchable = v.gpu.ecc != Some(false) && v.gpu.memory_type.starts_with("GDDR6");
    if v.plan.day.ecc != Some(false) || !switchable || v.gpu.class == GpuClass::Consumer {
        return None;
    }
    let gib = 0.06 * f64::from(v.gpu.memory_gb);
    Some(fired(0.0, &[("gpu", Card(v.entry.gpu)), ("gib", Gib(gib))]))
}

fn licence(v: &View<'_>) -> Answer {
    let rented = v.provider.kind != ProviderKind::Own;
    if v.gpu.vendor != Vendor::Nvidia || v.gpu.class != GpuClass::Consumer || !rented {
        return None;
    }
    let other = v.best(|e| v.catalog.gpu(e.gpu).class != GpuClass::Consumer)?;
    let values = &[("gpu", Card(other.gpu)), ("price", Money(other.total.likely))];
    Some(fired(0.0, values).offering(Field::ComputeCard, "1"))
}

/// Both classes are close enough that somebody has to choose: within half of the price.
fn classes(v: &View<'_>) -> Answer {
    let of = |consumer: bool| {
        v.best(|e| (v.catalog.gpu(e.gpu).class == GpuClass::Consumer) == consumer && e.total.likely > 0.0)
    };
    let (gaming, compute) = (of(true)?, of(false)?);
    let (low, high) =
        (gaming.total.likely.min(compute.total.likely), gaming.total.likely.max(compute.total.likely));
    if high > 1.5 * low {
        return None;
    }
    let values = &[
        ("gaming", Card(gaming.gpu)),
        ("gaming_cost", Money(gaming.total.likely)),
        ("compute", Card(compute.gpu)),
        ("compute_cost", Money(compute.total.likely)),
    ];
    Some(fired(high - low, values))
}

/// Launched within nine months.
fn early(v: &View<'_>) -> Answer {
    let launch = v.gpu.launch?;
    let days = launch.age(v.today);
    if !(0..274).contains(&days) {
        return None;
    }
    Some(fired(
        0.1 * v.total(),
        &[
            ("gpu", Card(v.entry.gpu)),
            ("launch", On(launch)),
            ("months", Count((f64::from(days) / 30.4).floor())),
        ],
    ))
}

/// Larger cards were compared, and the winner is not one of them.
fn smaller_card(v: &View<'_>) -> Answer {
    let e = v.entry;
    // A larger card is a choice where it is quicker and sold on the same terms.
    let larger: &Entry =
        v.best(|o| o.usable > 1.5 * e.usable && o.mode == e.mode && o.wall.likely < e.wall.likely)?;
    if larger.total.likely <= e.total.likely * 1.2 {
        return None;
    }
    let values = &[
        ("gpu", Card(e.gpu)),
        ("total", Money(e.total.likely)),
        ("hours", Hours(e.wall.likely)),
        ("larger", Card(larger.gpu)),
        ("larger_total", Money(larger.total.likely)),
        ("larger_hours", Hours(larger.wall.likely)),
    ];
    Some(fired(larger.total.likely - e.total.likely, values))
}

/// Families that the dated notes of §16 name.
const NAMED: [&str; 9] = ["a100-", "h100-", "a800-", "h800-", "l40s-", "rtx-4090-", "h20-", "h200-", "b200-"];

fn export(v: &View<'_>) -> Answer {
    let named = NAMED.iter().any(|family| v.gpu.id.starts_with(family));
    (named && v.offer.region == Region::Cn).then(|| fired(0.0, &[("gpu", Card(v.entry.gpu))]))
}
