//! What the JS API gives beside the report, as values that any serializer writes.

use crate::catalog::{Catalog, Gpu, Model, Offer, Provider};
use crate::plan::{Field, PRESETS, Plan, Slot, Warning};
use crate::share;
use crate::units::Date;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A plan as an object: the keys of links, only what differs from the usual values.
pub struct Plain<'a>(pub &'a Plan);

impl Serialize for Plain<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        let mut frozen = Vec::new();
        for (key, text) in share::pairs(self.0) {
            let Some(field) = Field::of_key(key) else { continue };
            match &field.row().slot {
                Slot::Flag(_) | Slot::OptFlag(_) if text == "1" || text == "0" => {
                    map.serialize_entry(key, &(text == "1"))?;
                }
                Slot::Ids(_) | Slot::Modes => {
                    map.serialize_entry(key, &text.split(',').collect::<Vec<_>>())?;
                }
                slot if slot.numeric() => match text.parse::<f64>() {
                    Ok(number) => map.serialize_entry(key, &number)?,
                    Err(_) => map.serialize_entry(key, &text)?,
                },
                _ if field == Field::Frozen => frozen.push(text),
                _ => map.serialize_entry(key, &text)?,
            }
        }
        if !frozen.is_empty() {
            map.serialize_entry(Field::Frozen.key(), &frozen)?;
        }
        map.end()
    }
}

/// What a link says.
#[derive(serde::Serialize)]
pub struct Decoded {
    /// Its plan, as keys of links.
    plan: Owned,
    /// Plans beside it.
    others: Vec<Owned>,
    lang: Option<&'static str>,
    currency: Option<&'static str>,
    theme: Option<&'static str>,
    title: String,
    warnings: Vec<Warning>,
}

struct Owned(Plan);

impl Serialize for Owned {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Plain(&self.0).serialize(s)
    }
}

/// Reads a link.
pub fn decoded(text: &str) -> Decoded {
    let (link, warnings) = share::read(text);
    Decoded {
        plan: Owned(link.plan),
        others: link.others.into_iter().map(Owned).collect(),
        lang: link.view.lang.map(|l| l.word()),
        currency: link.view.show.map(|c| c.code()),
        theme: link.view.theme.map(|t| t.word()),
        title: link.title,
        warnings,
    }
}

/// The facts the engine answers from.
#[derive(serde::Serialize)]
#[serde(rename = "Catalog")]
pub struct Facts<'a> {
    date: Date,
    gpus: &'a [Gpu],
    models: &'a [Model],
    providers: &'a [Provider],
    offers: Vec<Sold<'a>>,
    sources: &'a [String],
    presets: Vec<Ready>,
    keys: Vec<Key>,
}

#[derive(serde::Serialize)]
struct Ready {
    id: &'static str,
    link: &'static str,
}

/// An offer with the ids of its provider and cards.
#[derive(serde::Serialize)]
struct Sold<'a> {
    provider: &'a str,
    gpus: Vec<&'a str>,
    #[serde(flatten)]
    offer: &'a Offer,
}

/// A row of the table of plan keys.
#[derive(serde::Serialize)]
struct Key {
    key: &'static str,
    words: Vec<&'static str>,
    bounds: Option<(f64, f64)>,
    optional: bool,
}

/// Everything in a catalog, with the presets and the table of plan keys.
pub fn facts(all: &Catalog) -> Facts<'_> {
    Facts {
        date: all.date,
        gpus: &all.gpus,
        models: &all.models,
        providers: &all.providers,
        offers: all
            .offers
            .iter()
            .map(|offer| Sold {
                provider: &all.provider(offer.provider).id,
                gpus: offer.gpus.iter().map(|ix| all.gpu(*ix).id.as_str()).collect(),
                offer,
            })
            .collect(),
        sources: &all.sources,
        presets: PRESETS.iter().map(|p| Ready { id: p.id, link: p.link }).collect(),
        keys: Field::ALL
            .iter()
            .map(|f| Key { key: f.key(), words: f.words(), bounds: f.bounds(), optional: f.optional() })
            .collect(),
    }
}
