//! What a host is told of an answer, and which rows are shown.

use super::setup::Setup;
use crate::catalog::Catalog;
use crate::embed::fields::is_link;
use crate::embed::tagged;
use crate::engine::memory::Fit;
use crate::engine::report::{Entry, Report, VerdictKind};
use crate::i18n::Wording;
use crate::units::{Band, Currency};
use serde::Serialize;

/// The answer in short; `text` is the sentence that is shown.
#[derive(Serialize)]
pub struct Summary<'a> {
    text: String,
    kind: VerdictKind,
    /// market, beside, first, only: whose offers were compared in fact.
    offers: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rent: Option<Rent<'a>>,
}

/// What to rent.
#[derive(Serialize)]
struct Rent<'a> {
    offer: &'a str,
    own: bool,
    provider: &'a str,
    gpu: &'a str,
    count: u32,
    mode: &'static str,
    total: Band,
    currency: Currency,
    hours: Band,
    fit: Fit,
}

/// Summary of a report.
pub fn summary<'a>(
    setup: &'a Setup,
    report: &Report,
    catalog: &'a Catalog,
    words: &Wording<'_>,
) -> Summary<'a> {
    let rent = report.verdict.winner.and_then(|at| report.ranked.get(at)).map(|e| Rent {
        offer: offer_id(setup, catalog, e),
        own: is_own(setup, catalog, e),
        provider: &catalog.provider(e.provider).id,
        gpu: &catalog.gpu(e.gpu).id,
        count: e.count,
        mode: crate::ui::parts::mode_word(e.mode),
        total: e.total,
        currency: report.currency,
        hours: e.hours,
        fit: e.fit,
    });
    let beside = setup.beside();
    let offers = crate::embed::Beside::ALL.iter().find(|(b, _)| *b == beside).map_or("market", |(_, w)| *w);
    Summary { text: words.verdict().plain(), kind: report.verdict.kind, offers, rent }
}

/// The id of an offer as its file or the catalog names it.
pub fn offer_id<'a>(setup: &'a Setup, catalog: &'a Catalog, e: &Entry) -> &'a str {
    match setup.shop() {
        Some(shop) => shop.offer_id(catalog, e.offer),
        None => catalog.offer(e.offer).map_or("", |o| &o.id),
    }
}

/// Whether it is the host's own.
pub fn is_own(setup: &Setup, catalog: &Catalog, e: &Entry) -> bool {
    setup.shop().is_some_and(|shop| shop.is_own(catalog, e.offer))
}

/// Where an offer is ordered: its own address, else, for the host's own offers and where no others are known, the option's;
/// with the file's campaign.
pub fn order(setup: &Setup, catalog: &Catalog, e: &Entry) -> Option<String> {
    let shop = setup.shop();
    let own = shop.is_none() || is_own(setup, catalog, e);
    let url =
        shop.and_then(|shop| shop.url(catalog, e.offer)).or(setup.options.cta.as_deref().filter(|_| own))?;
    let url = match setup.campaign() {
        Some(campaign) => tagged(url, campaign),
        None => url.to_owned(),
    };
    Some(url).filter(|url| is_link(url))
}
