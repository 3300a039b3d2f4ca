//! A user's or a provider's own offers on top of the catalog.

use super::{
    Cards, Catalog, Confidence, GpuIx, Link, Mode, Offer, OfferIx, PriceScope, PriceUnit, Provider,
    ProviderIx, ProviderKind, ProviderStatus, Reading, Region,
};
use crate::units::{AsOf, Money};
use std::collections::HashMap;

/// An offer that somebody typed, pasted or put on their own page.
#[derive(Clone, Debug, PartialEq)]
pub struct Quote {
    /// Who offers it: an id or name of the catalog, or any other name.
    pub provider: String,
    /// The card, by id or any name that [`Catalog::find_gpus`] knows.
    pub card: String,
    /// In which numbers.
    pub cards: Cards,
    /// Billing.
    pub mode: Mode,
    /// Where.
    pub region: Region,
    /// Per GPU or per machine, per hour or month.
    pub unit: PriceUnit,
    /// How much.
    pub price: Money,
    /// When it was quoted.
    pub as_of: AsOf,
    /// Hours of a month (720 or 730); 0 for hourly quotes.
    pub month_hours: u16,
    /// Months of the contract, where longer than the mode says; 0 not said.
    pub term_months: u16,
    /// vCPUs of the shape; 0 unknown.
    pub vcpus: u16,
    /// Host memory, GiB; 0 unknown.
    pub host_gib: u32,
    /// RDMA between machines; `None` unknown.
    pub rdma: Option<bool>,
    /// Billing increment, s; 0 unknown.
    pub increment_s: u32,
    /// A word that tells two offers of the same card apart; may be empty.
    pub variant: String,
}

/// Why a quote was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayFault {
    /// The price is zero or negative.
    Price,
    /// More offers than the catalog can number.
    TooMany,
}

/// Names that earlier quotes of the same list have looked up.
#[derive(Default)]
struct Known {
    sellers: HashMap<String, ProviderIx>,
    cards: HashMap<String, Vec<GpuIx>>,
}

impl Catalog {
    /// A copy with these offers after the catalog's own, and for each quote its place or why it was
    /// left out. Own offers are of high confidence: the user has read them. A card that is not in the
    /// catalog is listed but cannot be sized.
    #[must_use]
    pub fn with_quotes(&self, quotes: &[Quote]) -> (Self, Vec<Result<OfferIx, OverlayFault>>) {
        let mut out = self.clone();
        let mut places = Vec::with_capacity(quotes.len());
        let mut known = Known::default();
        for (n, quote) in quotes.iter().enumerate() {
            places.push(out.add_quote(n, quote, &mut known));
        }
        out.index();
        (out, places)
    }

    /// A copy with cards that the catalog does not have. What a handle cannot number is left out.
    #[must_use]
    pub fn with_cards(&self, cards: &[super::Gpu]) -> Self {
        let mut out = self.clone();
        let room = usize::from(u16::MAX).saturating_sub(out.gpus.len());
        out.gpus.extend(cards.iter().take(room).cloned());
        out.index();
        out
    }

    /// A copy with some of the offers only. Facts about providers, and what is assumed where they are silent, stay.
    #[must_use]
    pub fn only(&self, keep: impl FnMut(&Offer) -> bool) -> Self {
        let mut out = self.clone();
        out.offers.retain(keep);
        out.index();
        out
    }

    fn add_quote(&mut self, n: usize, quote: &Quote, known: &mut Known) -> Result<OfferIx, OverlayFault> {
        if quote.price.micros <= 0 {
            return Err(OverlayFault::Price);
        }
        let place = u32::try_from(self.offers.len()).map_err(|_| OverlayFault::TooMany)?;
        let seller = known.sellers.get(&quote.provider).copied();
        let provider = match seller.or_else(|| self.find_provider(&quote.provider)) {
            Some(ix) => ix,
            None => self.add_provider(&quote.provider, quote.region)?,
        };
        known.sellers.insert(quote.provider.clone(), provider);
        let gpus =
            known.cards.entry(quote.card.clone()).or_insert_with(|| self.find_gpus(&quote.card)).clone();
        let shape = match quote.cards {
            Cards::Exact(n) | Cards::Min(n) => n.max(1),
            Cards::UpTo(..) => 1,
        };
        let source = self.source_of_quotes();
        self.offers.push(Offer {
            // A place among the user's own quotes: it lives in one plan only, never in a link.
            id: format!("own-{}", n + 1),
            provider,
            card: if gpus.len() == 1 { String::new() } else { quote.card.clone() },
            gpus,
            cards: quote.cards,
            mode: quote.mode,
            region: quote.region,
            place: String::new(),
            instance: String::new(),
            variant: quote.variant.clone(),
            unit: quote.unit,
            vcpus: quote.vcpus,
            host_gib: quote.host_gib,
            shape,
            link: Link::Unknown,
            network_gbps: 0.0,
            rdma: quote.rdma,
            increment_s: quote.increment_s,
            month_hours: quote.month_hours,
            term_months: quote.term_months,
            month_assumed: false,
            readings: vec![Reading {
                as_of: quote.as_of,
                current: true,
                price: quote.price,
                scope: PriceScope::List,
                source,
                confidence: Confidence::High,
            }],
            current: true,
            own: true,
        });
        Ok(OfferIx(place))
    }

    fn add_provider(&mut self, name: &str, home: Region) -> Result<ProviderIx, OverlayFault> {
        let at = self.providers.len();
        let ix = u16::try_from(at).ok().filter(|at| *at < u16::MAX).ok_or(OverlayFault::TooMany)?;
        self.providers.push(Provider {
            id: format!("own-{at}"),
            name_en: name.to_string(),
            kind: ProviderKind::Own,
            home,
            status: ProviderStatus::Listed,
            member_factor: 1.0,
            confidence: Confidence::High,
            ..Provider::default()
        });
        Ok(ProviderIx(ix))
    }

    fn source_of_quotes(&mut self) -> u16 {
        let at = self.sources.iter().position(|s| s == "own").unwrap_or_else(|| {
            self.sources.push("own".to_string());
            self.sources.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }
}
