//! The offers file, read: what can be used, and for the rest the row, the field and the reason.

use super::fields::{CARD, CURRENCIES, FILE, MODES, OFFER, REGIONS, Row, STACKS, UNITS, Why, cards};
use crate::catalog::{Cards, Catalog, Gpu, Mode, PriceUnit, Quote, Region, Stack};
use crate::import::json::{self, FaultKind, Value};
use crate::units::{AsOf, Bytes, Currency, Date, Money};
use std::collections::HashSet;

/// Largest file that is read, bytes.
pub const BYTES: usize = 6 << 20;
/// Most offers of one file.
pub const OFFERS: usize = 20_000;
/// Most cards of one file.
pub const CARDS: usize = 200;
/// Most faults that are told.
const TOLD: usize = 100;

/// Part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file itself.
    File,
    /// A card, counted from 1.
    Card(usize),
    /// An offer, counted from 1.
    Offer(usize),
}

/// What could not be used.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The file is longer than [`BYTES`].
    TooLong(usize),
    /// It is no JSON: the byte, and the keys that lead there.
    NoJson(usize, String, FaultKind),
    /// It is JSON, but no object with a list `offers`.
    NoOffers,
    /// More rows than are read; the rest was left out.
    TooMany(Place),
    /// A row is no object.
    NoObject(Place),
    /// A field.
    Field(Place, String, Why),
}

/// One offer that can be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The file's name for it.
    pub id: String,
    /// Where to order.
    pub url: Option<String>,
    /// What the catalog takes.
    pub quote: Quote,
}

/// A file, as far as it could be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OffersFile {
    /// The provider's name.
    pub provider: String,
    /// The day of the prices.
    pub updated: Option<AsOf>,
    /// Tag for order links.
    pub campaign: Option<String>,
    /// Cards that the catalog does not have.
    pub cards: Vec<Gpu>,
    /// Offers.
    pub offers: Vec<Own>,
}

/// Reads a file. A row with a fault is left out, and so is a field that may be missing; without a name, a date or a list of
/// offers nothing is read.
pub fn read(text: &str, catalog: &Catalog) -> (Option<OffersFile>, Vec<Fault>) {
    if text.len() > BYTES {
        return (None, vec![Fault::TooLong(text.len())]);
    }
    let value = match json::parse(text) {
        Ok(value) => value,
        Err(fault) => return (None, vec![Fault::NoJson(fault.byte, fault.key, fault.kind)]),
    };
    let (Value::Map(_), Some(Value::List(offers))) = (&value, value.get("offers")) else {
        return (None, vec![Fault::NoOffers]);
    };
    let mut reader = Reader { faults: Vec::new() };
    let sound = reader.check(&value, FILE, Place::File, &["offers", "cards", "$schema"]);
    if !sound {
        return (None, reader.faults);
    }
    let mut file = OffersFile {
        provider: text_at(&value, "provider").unwrap_or_default(),
        updated: value.get("updated").and_then(Value::text).and_then(AsOf::parse),
        campaign: text_at(&value, "campaign"),
        ..OffersFile::default()
    };
    reader.cards(&value, catalog, &mut file);
    reader.offers(&value, offers, catalog, &mut file);
    (Some(file), reader.faults)
}

fn text_at(value: &Value, key: &str) -> Option<String> {
    let row = FILE.iter().chain(OFFER).chain(CARD).find(|row| row.key == key)?;
    value.get(key).filter(|v| row.kind.takes(v)).and_then(Value::text).map(|t| t.trim().to_owned())
}

struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn tell(&mut self, fault: Fault) {
        if self.faults.len() < TOLD {
            self.faults.push(fault);
        }
    }

    /// Tells what is wrong with a row; whether it can be used at all.
    fn check(&mut self, value: &Value, table: &[Row], place: Place, lists: &[&str]) -> bool {
        if !matches!(value, Value::Map(_)) {
            self.tell(Fault::NoObject(place));
            return false;
        }
        let mut sound = true;
        for (at, (key, _)) in value.pairs().iter().enumerate() {
            if value.pairs()[..at].iter().any(|(k, _)| k == key) {
                self.tell(Fault::Field(place, short(key), Why::Twice));
            } else if !lists.contains(&key.as_str()) && table.iter().all(|row| row.key != key) {
                self.tell(Fault::Field(place, short(key), Why::Unknown));
            }
        }
        for row in table {
            let why = match value.get(row.key) {
                None | Some(Value::Null) if row.required => Why::Missing,
                None | Some(Value::Null) => continue,
                Some(v) if row.kind.takes(v) => continue,
                Some(_) => Why::Kind(row.kind),
            };
            sound &= !row.required;
            self.tell(Fault::Field(place, row.key.to_owned(), why));
        }
        sound
    }

    fn rows<'a>(&mut self, list: &'a [Value], most: usize, place: fn(usize) -> Place) -> &'a [Value] {
        if list.len() > most {
            self.tell(Fault::TooMany(place(most + 1)));
        }
        &list[..list.len().min(most)]
    }

    fn cards(&mut self, value: &Value, catalog: &Catalog, file: &mut OffersFile) {
        let list = value.get("cards").map_or(&[][..], Value::list);
        for (at, card) in self.rows(list, CARDS, Place::Card).iter().enumerate() {
            let place = Place::Card(at + 1);
            if !self.check(card, CARD, place, &[]) {
                continue;
            }
            let id = text_at(card, "id").unwrap_or_default();
            if file.cards.iter().any(|g| g.id == id) {
                self.tell(Fault::Field(place, "id".into(), Why::Twice));
            } else if catalog.gpu_ix(&id).is_some() {
                self.tell(Fault::Field(place, "id".into(), Why::OldCard));
            } else {
                file.cards.push(gpu(id, card));
            }
        }
    }

    fn offers(&mut self, whole: &Value, list: &[Value], catalog: &Catalog, file: &mut OffersFile) {
        let mut ids = HashSet::new();
        let mut known = std::collections::HashMap::new();
        for (at, offer) in self.rows(list, OFFERS, Place::Offer).iter().enumerate() {
            let place = Place::Offer(at + 1);
            if !self.check(offer, OFFER, place, &[]) {
                continue;
            }
            let (id, card) =
                (text_at(offer, "id").unwrap_or_default(), text_at(offer, "card").unwrap_or_default());
            let here = *known.entry(card.clone()).or_insert_with(|| {
                file.cards.iter().any(|g| g.id == card) || !catalog.find_gpus(&card).is_empty()
            });
            if !here {
                let near = catalog.nearest_gpus(&card, 1).first().map(|ix| catalog.gpu(*ix).id.clone());
                self.tell(Fault::Field(place, "card".into(), Why::NoCard(near)));
            } else if !ids.insert(id.clone()) {
                self.tell(Fault::Field(place, "id".into(), Why::Twice));
            } else {
                let quote = quote(whole, offer, card, file);
                file.offers.push(Own { id, url: text_at(offer, "url"), quote });
            }
        }
    }
}

fn short(key: &str) -> String {
    key.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Position of a word in the table's list; of the file's where the row has none.
fn word(rows: &[&Value], key: &str, words: &[&str]) -> Option<usize> {
    let found = rows.iter().find_map(|row| row.get(key)?.text().filter(|t| words.contains(t)))?;
    words.iter().position(|w| *w == found)
}

fn number(value: &Value, key: &str, table: &[Row]) -> Option<f64> {
    let row = table.iter().find(|row| row.key == key)?;
    value.get(key).filter(|v| row.kind.takes(v)).and_then(Value::number)
}

fn quote(whole: &Value, offer: &Value, card: String, file: &OffersFile) -> Quote {
    const UNIT: [PriceUnit; 4] =
        [PriceUnit::GpuHour, PriceUnit::InstanceHour, PriceUnit::GpuMonth, PriceUnit::InstanceMonth];
    const MODE: [Mode; 5] = [Mode::OnDemand, Mode::Spot, Mode::Monthly, Mode::Reserved1y, Mode::Reserved3y];
    let unit = word(&[offer], "unit", UNITS).map_or(PriceUnit::GpuHour, |at| UNIT[at]);
    let monthly = matches!(unit, PriceUnit::GpuMonth | PriceUnit::InstanceMonth);
    let usual = if monthly { Mode::Monthly } else { Mode::OnDemand };
    let currency =
        word(&[offer, whole], "currency", CURRENCIES).and_then(|at| Currency::parse(CURRENCIES[at]));
    let whole_number = |key: &str| number(offer, key, OFFER).unwrap_or(0.0) as u32;
    let shape = offer.get("cards").and_then(Value::text).and_then(cards).unwrap_or(("exact", 1));
    Quote {
        provider: file.provider.clone(),
        card,
        cards: match shape {
            ("upto", n) => Cards::UpTo(n, false),
            ("min", n) => Cards::Min(n),
            (_, n) => Cards::Exact(n),
        },
        mode: word(&[offer], "mode", MODES).map_or(usual, |at| MODE[at]),
        region: word(&[offer, whole], "region", REGIONS).map_or(Region::Cn, |at| Region::ALL[at]),
        unit,
        price: Money::new(number(offer, "price", OFFER).unwrap_or(0.0), currency.unwrap_or_default()),
        as_of: file.updated.unwrap_or(AsOf::Day(Date::default())),
        term_months: 0,
        month_hours: match whole_number("month_hours") {
            0 if monthly => 720,
            hours => hours as u16,
        },
        vcpus: whole_number("vcpus") as u16,
        host_gib: whole_number("host_gib"),
        rdma: offer.get("rdma").and_then(Value::flag),
        increment_s: whole_number("increment_s"),
        variant: text_at(offer, "label").unwrap_or_default(),
    }
}

fn gpu(id: String, card: &Value) -> Gpu {
    const STACK: [Stack; 5] = [Stack::Cuda, Stack::Rocm, Stack::Cann, Stack::Dtk, Stack::Unknown];
    let rate = |key: &str| number(card, key, CARD).unwrap_or(0.0) as f32;
    let name = text_at(card, "name").unwrap_or_default();
    let memory_gb = number(card, "memory_gb", CARD).unwrap_or(0.0) as u32;
    Gpu {
        id,
        name_zh: name.clone(),
        name,
        vendor: crate::catalog::Vendor::Other,
        class: crate::catalog::GpuClass::Special,
        memory_gb,
        // Nobody has read it from a device (semantics §3).
        usable: Bytes::from_f64(f64::from(memory_gb) * f64::from(1 << 30) * 0.975),
        usable_assumed: true,
        bandwidth_gbs: rate("bandwidth_gbs"),
        bf16: rate("bf16"),
        fp16: rate("fp16"),
        fp8: rate("fp8"),
        int8: rate("int8"),
        tdp_w: rate("tdp_w") as u16,
        devices: 1,
        link: crate::catalog::Link::Unknown,
        stack: word(&[card], "stack", STACKS).map_or(Stack::Unknown, |at| STACK[at]),
        ..Gpu::default()
    }
}
