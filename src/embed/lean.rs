//! The offers of a large file that can stand in an answer.
//!
//! A row of a price list is beaten for certain by a cheaper one on the same terms: same card, number, mode, place and shape.
//! Every price of a bill and every expected loss grows with the price of a card-hour, what keeps an offer from winning does
//! not become less with it, and a tie goes by id. So an offer that [`SHOWN`] others beat in both price and id stands in no
//! answer that shows [`SHOWN`] rows, and is left out before anything is timed. Where that reasoning does not hold
//! ([`applies`], [`decided`]) the whole file is asked.

use crate::catalog::{Catalog, Offer};
use crate::engine::report::{self, Report, VerdictKind};
use crate::plan::Plan;
use crate::units::{Date, Order};
use std::rc::Rc;

/// Rows that an answer shows.
pub const SHOWN: usize = 3;

/// Different terms of one card that are told apart; with more of them every offer stays.
const TERMS: usize = 64;

/// The catalog without own offers that cannot be shown; the same one where all of them can.
pub fn lean(whole: &Rc<Catalog>) -> Rc<Catalog> {
    let offers = &whole.offers;
    let mut kept = vec![true; offers.len()];
    for group in groups(offers) {
        thin(offers, group, &mut kept);
    }
    // The first that prints its billing increment speaks for the provider where others are silent.
    if let Some(at) = offers.iter().position(|o| o.own && o.increment_s > 0 && !o.per_month()) {
        kept[at] = true;
    }
    if kept.iter().all(|kept| *kept) {
        return whole.clone();
    }
    let mut at = 0;
    Rc::new(whole.only(|_| {
        at += 1;
        kept[at - 1]
    }))
}

/// Own offers on the same terms, by card.
fn groups(offers: &[Offer]) -> Vec<Vec<usize>> {
    let mut cards: Vec<Vec<Vec<usize>>> = Vec::new();
    for (at, offer) in offers.iter().enumerate().filter(|(_, o)| o.own && o.readings.len() == 1) {
        let [gpu] = offer.gpus[..] else { continue };
        let card = usize::from(gpu.0);
        if cards.len() <= card {
            cards.resize_with(card + 1, Vec::new);
        }
        let terms = &mut cards[card];
        match terms.iter().position(|group| alike(&offers[group[0]], offer)) {
            Some(group) => terms[group].push(at),
            None if terms.len() < TERMS => terms.push(vec![at]),
            None => {}
        }
    }
    cards.into_iter().flatten().collect()
}

/// Whether two offers differ in nothing but id, price and label.
fn alike(a: &Offer, b: &Offer) -> bool {
    let price = a.readings.first().map(|r| r.price.micros);
    let cheaper = |r: &crate::catalog::Reading| crate::catalog::Reading {
        price: crate::units::Money { micros: price.unwrap_or(r.price.micros), ..r.price },
        ..*r
    };
    let terms = |o: &Offer| {
        (
            o.provider,
            o.cards,
            o.mode,
            o.region,
            o.unit,
            o.vcpus,
            o.host_gib,
            o.shape,
            o.link,
            o.rdma,
            o.increment_s,
        )
    };
    let more = |o: &Offer| (o.network_gbps.to_bits(), o.month_hours, o.month_assumed, o.current);
    terms(a) == terms(b)
        && more(a) == more(b)
        && a.gpus == b.gpus
        && a.readings.first().copied() == b.readings.first().map(cheaper)
}

/// Leaves out what [`SHOWN`] others of its group beat in both price and id.
fn thin(offers: &[Offer], mut group: Vec<usize>, kept: &mut [bool]) {
    let price = |at: usize| offers[at].readings.first().map_or(0, |r| r.price.micros);
    group.order_by(|a, b| price(*a).cmp(&price(*b)).then_with(|| offers[*a].id.cmp(&offers[*b].id)));
    let mut first: Vec<&str> = Vec::with_capacity(SHOWN + 1);
    for at in group {
        let id = offers[at].id.as_str();
        let before = first.iter().filter(|other| **other < id).count();
        if before >= SHOWN {
            kept[at] = false;
            continue;
        }
        first.insert(before, id);
        first.truncate(SHOWN);
    }
}

/// Whether a dearer offer can be no better under a plan. Prices frozen for one offer, slices of a card and a discount, which
/// is rounded line by line, are left to the whole file.
pub fn applies(plan: &Plan) -> bool {
    plan.frozen.is_empty() && !plan.limits.mig && plan.claim.slice.is_none() && plan.market.discount <= 0.0
}

/// Whether an answer shows only offers that meet every condition: among others the order of conditions may prefer a dearer one.
pub fn decided(report: &Report) -> bool {
    report.verdict.kind != VerdictKind::NothingFits
        && report.verdict.winner.is_some()
        && report.verdict.dropped.is_empty()
}

/// The answer from a file, and the facts its handles point into: verdict, bill, the first [`SHOWN`] offers and the runners-up
/// are those of the whole file.
pub fn answer(plan: &Plan, whole: &Rc<Catalog>, lean: &Rc<Catalog>, today: Date) -> (Rc<Catalog>, Report) {
    if !Rc::ptr_eq(whole, lean) && applies(plan) {
        let report = report::silent(plan, lean, today);
        if decided(&report) {
            return (lean.clone(), report);
        }
    }
    (whole.clone(), report::silent(plan, whole, today))
}
