//! Facts: GPUs, models, providers, offers, rules. Knows no formulas but the counting of weights.
//!
//! The files lie in `static/catalog`; `build.rs` checks them and embeds them as text, which
//! [`Catalog::embedded`] splits once. [`Catalog::find_gpu`] and [`Catalog::find_model`] understand
//! names as people write them.

mod arch;
mod assumed;
pub mod claims;
mod compat;
mod count;
mod gpu;
mod lookup;
mod model;
mod model_row;
mod offer;
mod overlay;
mod parse;
mod parse_offers;
mod rates;
mod said;
pub mod sheet;
mod table;
mod titles;
pub mod versions;

pub use arch::*;
pub use assumed::{Among, Assumed};
pub use compat::{Compat, CompatKind, facts};
pub use count::LayerParams;
pub use gpu::*;
pub use model::{Model, ModelIx, ModelKind, NativeDtype};
pub use offer::*;
pub use overlay::{OverlayFault, Quote};
pub use rates::Rates;
pub use said::{Said, SaidOf, said};
pub use titles::{About, SourceTitle, title, titles};

use crate::units::Date;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The text that the build script made of `static/catalog`.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/catalog.txt"));

/// All facts, with lookups by id.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// The day of its youngest fact: `today` of the examples.
    pub date: Date,
    /// Exchange rates.
    pub rates: Rates,
    /// Accelerators; a [`GpuIx`] is a position here.
    pub gpus: Vec<Gpu>,
    /// Models; a [`ModelIx`] is a position here.
    pub models: Vec<Model>,
    /// Providers; a [`ProviderIx`] is a position here.
    pub providers: Vec<Provider>,
    /// Offers, the catalog's first, then the user's own; an [`OfferIx`] is a position here.
    pub offers: Vec<Offer>,
    /// Rules of hidden costs.
    pub rules: Vec<Rule>,
    /// Combinations of sources that rows name, by index: `tpu+hfj`; the parts are ids in
    /// `sources.csv`, a `:` begins a place inside the source.
    pub sources: Vec<String>,
    ids: Ids,
    aliases: Vec<Alias>,
    names: OnceLock<lookup::Names>,
    known: assumed::Known,
    blank: Box<Blank>,
}

/// What a handle of another catalog reads as.
#[derive(Clone, Debug, Default)]
struct Blank {
    gpu: Gpu,
    model: Model,
    provider: Provider,
}

/// Positions by id.
#[derive(Clone, Debug, Default)]
struct Ids {
    gpus: HashMap<String, u16>,
    models: HashMap<String, u16>,
    providers: HashMap<String, u16>,
    offers: HashMap<String, u32>,
}

/// Another name of an id, or a retired id and its successor.
#[derive(Clone, Debug)]
struct Alias {
    kind: IdKind,
    name: String,
    id: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IdKind {
    Gpu,
    Model,
    Provider,
    Offer,
}

impl Catalog {
    /// "Prices as of": the day of the newest price that was read. A price known by month or year counts from
    /// the first day of it; quotes of the reader's own do not count.
    pub fn prices_as_of(&self) -> Date {
        let market = self.offers.iter().filter(|o| !o.own).flat_map(|o| &o.readings);
        market.map(|r| r.as_of.earliest()).max().unwrap_or_default()
    }

    /// The catalog of this build, made on first use.
    pub fn embedded() -> &'static Self {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| Self::parse(EMBEDDED))
    }

    /// A catalog out of text in the embedded form. Total: damaged parts read as unknown.
    pub fn parse(text: &str) -> Self {
        parse::catalog(text)
    }

    /// A GPU or a slice of it, as what a job runs on.
    pub fn card(&self, ix: GpuIx, slice: Option<Slice>) -> Cow<'_, Gpu> {
        let gpu = self.gpu(ix);
        match slice.and_then(|s| gpu.mig.get(usize::from(s.profile))) {
            Some(profile) => Cow::Owned(gpu.slice(profile)),
            None => Cow::Borrowed(gpu),
        }
    }
    /// A GPU by its handle.
    pub fn gpu(&self, ix: GpuIx) -> &Gpu {
        self.gpus.get(usize::from(ix.0)).unwrap_or(&self.blank.gpu)
    }
    /// A model by its handle.
    pub fn model(&self, ix: ModelIx) -> &Model {
        self.models.get(usize::from(ix.0)).unwrap_or(&self.blank.model)
    }
    /// A provider by its handle.
    pub fn provider(&self, ix: ProviderIx) -> &Provider {
        self.providers.get(usize::from(ix.0)).unwrap_or(&self.blank.provider)
    }
    /// An offer by its handle.
    pub fn offer(&self, ix: OfferIx) -> Option<&Offer> {
        self.offers.get(ix.0 as usize)
    }

    /// The GPU of exactly this id (or of an id that has retired in its favour).
    pub fn gpu_ix(&self, id: &str) -> Option<GpuIx> {
        let own = self.ids.gpus.get(id);
        own.or_else(|| self.ids.gpus.get(self.successor(IdKind::Gpu, id)?)).map(|ix| GpuIx(*ix))
    }
    /// The model of exactly this id (or of an id that has retired in its favour).
    pub fn model_ix(&self, id: &str) -> Option<ModelIx> {
        let own = self.ids.models.get(id);
        own.or_else(|| self.ids.models.get(self.successor(IdKind::Model, id)?)).map(|ix| ModelIx(*ix))
    }
    /// The provider of exactly this id.
    pub fn provider_ix(&self, id: &str) -> Option<ProviderIx> {
        let own = self.ids.providers.get(id);
        own.or_else(|| self.ids.providers.get(self.successor(IdKind::Provider, id)?))
            .map(|ix| ProviderIx(*ix))
    }
    /// The offer of exactly this id.
    pub fn offer_ix(&self, id: &str) -> Option<OfferIx> {
        let own = self.ids.offers.get(id);
        own.or_else(|| self.ids.offers.get(self.successor(IdKind::Offer, id)?)).map(|ix| OfferIx(*ix))
    }
    /// The source combination of a row: ids in `sources.csv`, with a place inside after `:`.
    pub fn source(&self, ix: u16) -> impl Iterator<Item = &str> {
        self.sources.get(usize::from(ix)).map_or("", String::as_str).split('+').filter(|s| !s.is_empty())
    }
    /// The rules of one provider for one line, tiers rising.
    pub fn rules_of(&self, provider: ProviderIx, line: RuleLine) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |r| r.provider == provider && r.line == line)
    }

    fn successor(&self, kind: IdKind, id: &str) -> Option<&str> {
        self.aliases.iter().find(|a| a.kind == kind && a.name == id).map(|a| a.id.as_str())
    }

    /// Builds the lookups anew after rows have been added.
    fn index(&mut self) {
        fn by<'a, N>(
            ids: impl Iterator<Item = &'a String>,
            number: impl Fn(usize) -> N,
        ) -> HashMap<String, N> {
            let mut map = HashMap::new();
            for (at, id) in ids.enumerate() {
                map.entry(id.clone()).or_insert(number(at));
            }
            map
        }
        let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        self.ids = Ids {
            gpus: by(self.gpus.iter().map(|g| &g.id), small),
            models: by(self.models.iter().map(|m| &m.id), small),
            providers: by(self.providers.iter().map(|p| &p.id), small),
            offers: by(self.offers.iter().map(|o| &o.id), |n| u32::try_from(n).unwrap_or(u32::MAX)),
        };
        self.names = OnceLock::new();
    }
}

#[cfg(test)]
mod tests;
