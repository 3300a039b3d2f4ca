//! A catalog with the provider's own offers in it, alone or beside the market.

use super::file::OffersFile;
use super::lean::lean;
use crate::catalog::{Catalog, OfferIx, ProviderIx};
use std::collections::HashMap;
use std::rc::Rc;

/// Whose offers are compared. The page always says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Beside {
    /// The market; without offers of its own this is all there is.
    #[default]
    Market,
    /// Own offers in the same order as the market's.
    Beside,
    /// Own offers answer; the market's best stands below.
    First,
    /// Own offers only.
    Only,
}

impl Beside {
    /// All, with the word of each.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Market, "market"), (Self::Beside, "beside"), (Self::First, "first"), (Self::Only, "only")];
}

/// Facts to answer from.
#[derive(Clone, Debug)]
pub struct Shop {
    /// Own offers and the market's.
    pub all: Rc<Catalog>,
    /// Own offers alone; `None` where there are none.
    pub own: Option<Rc<Catalog>>,
    /// The same two without what no answer shows ([`super::lean`]).
    pub lean: (Rc<Catalog>, Option<Rc<Catalog>>),
    /// The file's id and order address by place in `all`.
    orders: HashMap<u32, (String, Option<String>)>,
    /// The seller whose offers are its own.
    pub seller: Option<ProviderIx>,
}

impl Shop {
    /// The market with the offers of a file.
    pub fn with_file(market: &Catalog, file: &OffersFile) -> Self {
        let quotes: Vec<_> = file.offers.iter().map(|own| own.quote.clone()).collect();
        let (all, places) = market.with_cards(&file.cards).with_quotes(&quotes);
        let mut orders = HashMap::new();
        for (own, place) in file.offers.iter().zip(places) {
            if let Ok(OfferIx(at)) = place {
                orders.insert(at, (own.id.clone(), own.url.clone()));
            }
        }
        let seller = all.offers.iter().find(|o| o.own).map(|o| o.provider);
        let own = (!orders.is_empty()).then(|| Rc::new(all.only(|offer| offer.own)));
        let all = Rc::new(all);
        let lean = (lean(&all), own.as_ref().map(lean));
        Self { all, own, lean, orders, seller }
    }

    /// The market, where the offers of one of its providers are the host's own.
    pub fn of_provider(market: &Catalog, provider: &str) -> Self {
        let seller = market.find_provider(provider);
        let own = seller.map(|ix| market.only(|offer| offer.provider == ix));
        let own = own.filter(|c| c.offers.iter().any(|o| o.current)).map(Rc::new);
        let all = Rc::new(market.clone());
        Self { lean: (all.clone(), own.clone()), all, own, orders: HashMap::new(), seller }
    }

    /// The file's name of an offer of `all` or `own`, else the catalog's.
    pub fn offer_id<'a>(&'a self, catalog: &'a Catalog, ix: OfferIx) -> &'a str {
        match self.order(catalog, ix) {
            Some((id, _)) => id,
            None => catalog.offer(ix).map_or("", |o| &o.id),
        }
    }

    /// `all` or `own` with the file's names for its offers: what the host reads. Nothing is computed from it, since a file may name
    /// an offer as the catalog names another.
    #[must_use]
    pub fn named(&self, catalog: &Catalog) -> Catalog {
        let mut out = catalog.clone();
        for (offer, at) in out.offers.iter_mut().zip(0..) {
            self.offer_id(catalog, OfferIx(at)).clone_into(&mut offer.id);
        }
        out
    }

    /// Where to order it.
    pub fn url<'a>(&'a self, catalog: &'a Catalog, ix: OfferIx) -> Option<&'a str> {
        self.order(catalog, ix)?.1.as_deref()
    }

    fn order<'a>(&'a self, catalog: &'a Catalog, ix: OfferIx) -> Option<&'a (String, Option<String>)> {
        let id = &catalog.offer(ix).filter(|o| o.own)?.id;
        self.orders.get(&self.all.offer_ix(id)?.0)
    }

    /// Whether an offer is the host's own.
    pub fn is_own(&self, catalog: &Catalog, ix: OfferIx) -> bool {
        catalog.offer(ix).is_some_and(|o| o.own || Some(o.provider) == self.seller)
    }
}

/// An address with a campaign in its query: `utm_source=suanzu&utm_campaign=…`.
pub fn tagged(url: &str, campaign: &str) -> String {
    let (mut out, fragment) =
        url.split_once('#').map_or((url.to_owned(), None), |(a, b)| (a.to_owned(), Some(b)));
    if !out.ends_with(['?', '&']) {
        out.push(if out.contains('?') { '&' } else { '?' });
    }
    out.push_str("utm_source=suanzu&utm_campaign=");
    crate::share::escape(campaign, &mut out);
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(fragment);
    }
    out
}
