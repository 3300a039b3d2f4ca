//! Who may win (semantics §4): the conditions an offer has to meet, and the order in which they fall
//! when no offer meets all.

use crate::catalog::{Cards, Confidence, Gpu, GpuClass, Link, Mode, Offer, PriceScope, Provider};
use crate::engine::memory::Fit;
use crate::engine::report::{Condition, Ineligible};
use crate::plan::Plan;
use crate::units::Date;

/// A price older than this many days never wins (semantics §4).
pub const MOST_DAYS: i32 = 365;
/// The deadline must be met with this probability (semantics §4).
pub const ON_TIME: f64 = 0.90;

/// What is wrong with the price and the terms of an offer, whatever runs on it.
pub fn terms(plan: &Plan, offer: &Offer, provider: &Provider, today: Date, out: &mut Vec<Ineligible>) {
    let mode_allowed = match offer.mode {
        Mode::Spot => plan.market.interruptible,
        mode => plan.market.modes.contains(&mode),
    };
    if !mode_allowed {
        out.push(if offer.mode == Mode::Spot {
            Ineligible::SpotNotAllowed
        } else {
            Ineligible::ModeNotAllowed
        });
    }
    if !offer.own {
        if plan.market.region.is_some_and(|r| r != offer.region) {
            out.push(Ineligible::OtherRegion);
        }
        if !offer.current {
            out.push(Ineligible::NotCurrent);
        }
        if let Some(reading) = offer.likely() {
            if !reading.as_of.names_month() {
                out.push(Ineligible::DateTooVague);
            } else if reading.as_of.age(today) > MOST_DAYS {
                out.push(Ineligible::PriceTooOld);
            }
            if reading.confidence == Confidence::Low {
                out.push(Ineligible::LowConfidence);
            }
            match reading.scope {
                PriceScope::List | PriceScope::LowestLive | PriceScope::From => {}
                PriceScope::Bid => out.push(Ineligible::BidPrice),
                PriceScope::GpuOnly => out.push(Ineligible::HostNotIncluded),
                PriceScope::MedianLive | PriceScope::SurveyLow | PriceScope::SurveyHigh => {
                    out.push(Ineligible::SurveyPrice);
                }
            }
        }
    }
    let named = |list: &[String]| list.contains(&provider.id);
    if !plan.market.providers.is_empty() && !named(&plan.market.providers)
        || named(&plan.market.not_providers)
    {
        out.push(Ineligible::ProviderExcluded);
    }
}

/// What is wrong with the card for this plan.
pub fn card(plan: &Plan, gpu: &Gpu, out: &mut Vec<Ineligible>) {
    let limits = &plan.limits;
    let named = |list: &[String]| list.contains(&gpu.id);
    if !limits.gpus.is_empty() && !named(&limits.gpus) || named(&limits.not_gpus) {
        out.push(Ineligible::CardExcluded);
    }
    if limits.ecc && gpu.ecc != Some(true) {
        out.push(if gpu.ecc.is_none() { Ineligible::NeedUnknown } else { Ineligible::NeedsEcc });
    }
    if limits.compute_card && matches!(gpu.class, GpuClass::Consumer) {
        out.push(Ineligible::NeedsComputeCard);
    }
    if limits.domestic && !gpu.vendor.domestic() {
        out.push(Ineligible::NeedsDomestic);
    }
}

/// What is wrong with the machine for `count` cards.
pub fn machine(plan: &Plan, offer: &Offer, link: Link, count: u32, machines: u32, out: &mut Vec<Ineligible>) {
    if plan.limits.nvlink && count > 1 {
        match link {
            Link::Nvlink | Link::InfinityFabric | Link::Hccs | Link::NvlinkBridge | Link::Other => {}
            Link::Unknown => out.push(Ineligible::NeedUnknown),
            Link::Pcie => out.push(Ineligible::NeedsNvlink),
        }
    }
    // A platform that rents out containers up to a number of cards says nothing about joining several
    // of them: whether they share a network is unknown.
    if machines > 1 && matches!(offer.cards, Cards::UpTo(..)) && offer.rdma != Some(true) {
        out.push(Ineligible::NetworkUnknown);
    }
    if plan.limits.rdma && machines > 1 {
        match offer.rdma {
            Some(true) => {}
            Some(false) => out.push(Ineligible::NeedsRdma),
            None => out.push(Ineligible::NeedUnknown),
        }
    }
}

/// Host memory of the shape, scaled to the cards used, against what the job needs per machine.
pub fn host(offer: &Offer, need_bytes: f64, per_machine: u32, out: &mut Vec<Ineligible>) {
    if offer.host_gib == 0 || need_bytes <= 0.0 {
        return;
    }
    let shape = f64::from(offer.shape.max(1));
    let per_card = f64::from(offer.host_gib) / shape;
    let cards = match offer.cards {
        Cards::Exact(n) => f64::from(n),
        _ => f64::from(per_machine),
    };
    if need_bytes > per_card * cards * crate::units::GIB {
        out.push(Ineligible::HostMemoryTooSmall);
    }
}

/// What is wrong with the outcome: memory only tight, too late, too dear, too slow for its users.
pub fn outcome(plan: &Plan, fit: Fit, carries: bool, p_on_time: f64, total: f64, out: &mut Vec<Ineligible>) {
    if fit != Fit::Fits {
        out.push(Ineligible::OnlyTight);
    }
    if !carries {
        out.push(Ineligible::MissesLatency);
    }
    if plan.limits.deadline_h.is_some() && p_on_time < ON_TIME {
        out.push(Ineligible::LateForDeadline);
    }
    if plan.limits.budget.is_some_and(|b| total > b) {
        out.push(Ineligible::OverBudget);
    }
}

/// Whether the plan itself rules out the card or its seller. What such an offer would hold says nothing about
/// those that the plan allows.
pub fn ruled_out(reasons: &[Ineligible]) -> bool {
    reasons.iter().any(|r| {
        matches!(
            r,
            Ineligible::CardExcluded
                | Ineligible::ProviderExcluded
                | Ineligible::NeedsEcc
                | Ineligible::NeedsComputeCard
                | Ineligible::NeedsDomestic
        )
    })
}

/// The condition that a reason belongs to; `None` never falls (the plan's own exclusions and facts
/// that make an offer impossible).
pub const fn condition(reason: Ineligible) -> Option<Condition> {
    match reason {
        Ineligible::NotCurrent | Ineligible::DateTooVague | Ineligible::PriceTooOld => Some(Condition::Age),
        Ineligible::LowConfidence | Ineligible::SurveyPrice => Some(Condition::Confidence),
        Ineligible::OtherRegion => Some(Condition::Region),
        Ineligible::OnlyTight => Some(Condition::Fits),
        Ineligible::LateForDeadline
        | Ineligible::OverBudget
        | Ineligible::MissesLatency
        | Ineligible::NeedUnknown
        | Ineligible::SoftwareUnproven
        | Ineligible::NetworkUnknown
        | Ineligible::NeedsRdma => Some(Condition::Limits),
        _ => None,
    }
}

/// Sets of conditions to drop, tried in order until an offer is eligible: age, confidence, region one
/// after the other; `tight` only when nothing fits (semantics §4); at the very last the plan's own
/// limits, so that a person sees what comes nearest.
pub const FALLBACKS: [&[Condition]; 10] = [
    &[],
    &[Condition::Age],
    &[Condition::Age, Condition::Confidence],
    &[Condition::Age, Condition::Confidence, Condition::Region],
    &[Condition::Fits],
    &[Condition::Fits, Condition::Age],
    &[Condition::Fits, Condition::Age, Condition::Confidence],
    &[Condition::Fits, Condition::Age, Condition::Confidence, Condition::Region],
    &[Condition::Limits],
    &[Condition::Fits, Condition::Age, Condition::Confidence, Condition::Region, Condition::Limits],
];

/// Whether every reason falls under a dropped condition.
pub fn eligible(reasons: &[Ineligible], dropped: &[Condition]) -> bool {
    reasons.iter().all(|r| condition(*r).is_some_and(|c| dropped.contains(&c)))
}
