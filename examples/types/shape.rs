//! A serializer that keeps what a value looks like.

use serde::Serialize;
use serde::de::value::Error;
use serde::ser::{self, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maps whose keys are data, by the key they stand under.
const RECORDS: [&str; 5] = ["values", "offer", "chosen", "plan", "others"];

/// Everything a value was seen to be.
#[derive(Clone, Default)]
pub struct Shape {
    null: bool,
    boolean: bool,
    number: bool,
    string: bool,
    words: BTreeMap<String, BTreeSet<String>>,
    list: Option<Box<Shape>>,
    tuple: Option<Vec<Shape>>,
    /// By name of type; the empty name is a map that its parent names.
    objects: BTreeMap<String, Object>,
}

/// Fields in the order they were first seen, and how often.
#[derive(Clone, Default)]
struct Object {
    seen: usize,
    fields: Vec<(String, usize, Shape)>,
}

/// The shape of a value.
pub fn of<T: Serialize + ?Sized>(value: &T) -> Shape {
    value.serialize(Keep).expect("values of the API serialize")
}

impl Shape {
    /// Adds what another value was seen to be.
    pub fn merge(&mut self, other: Self) {
        self.null |= other.null;
        self.boolean |= other.boolean;
        self.number |= other.number;
        self.string |= other.string;
        for (name, words) in other.words {
            self.words.entry(name).or_default().extend(words);
        }
        if let Some(items) = other.list {
            self.list.get_or_insert_default().merge(*items);
        }
        match (&mut self.tuple, other.tuple) {
            (Some(mine), Some(theirs)) => mine.iter_mut().zip(theirs).for_each(|(a, b)| a.merge(b)),
            (mine @ None, theirs) => *mine = theirs,
            _ => {}
        }
        for (name, object) in other.objects {
            self.objects.entry(name).or_default().merge(object);
        }
    }

    /// Gives maps without a name the name of the key they stand under.
    fn named_after(mut self, key: &str) -> Self {
        if let Some(object) = self.objects.remove("") {
            let name = if RECORDS.contains(&key) { format!("*{key}") } else { camel(key) };
            self.objects.entry(name).or_default().merge(object);
        }
        self.list = self.list.map(|items| Box::new(items.named_after(key)));
        self
    }
}

impl Object {
    fn merge(&mut self, other: Self) {
        self.seen += other.seen;
        for (key, seen, shape) in other.fields {
            match self.fields.iter_mut().find(|(k, ..)| *k == key) {
                Some((_, count, mine)) => {
                    *count += seen;
                    mine.merge(shape);
                }
                None => self.fields.push((key, seen, shape)),
            }
        }
    }
}

fn camel(key: &str) -> String {
    let parts = key.split(['_', '-']).filter(|p| !p.is_empty());
    parts.map(|p| p[..1].to_uppercase() + &p[1..]).collect()
}

/// Named types, in alphabetical order.
#[derive(Default)]
pub struct Types {
    words: BTreeMap<String, BTreeSet<String>>,
    objects: BTreeMap<String, Object>,
}

impl Types {
    /// Adds a value of the API under its name, and every named type inside it.
    pub fn add(&mut self, name: &str, shape: &Shape) {
        for (own, object) in &shape.objects {
            let name = if own.is_empty() || name == camel(own) { name } else { own };
            let known = self.objects.entry(public(name)).or_default();
            known.merge(object.clone());
            for (key, _, inner) in &object.fields {
                self.add(&camel(key), inner);
            }
        }
        for (name, words) in &shape.words {
            self.words.entry(name.clone()).or_default().extend(words.iter().cloned());
        }
        for inner in shape.list.iter().map(|items| &**items).chain(shape.tuple.iter().flatten()) {
            self.add(name, inner);
        }
    }
}

fn public(name: &str) -> String {
    name.trim_end_matches("Json").to_owned()
}

/// The type of a place.
fn written(shape: &Shape) -> String {
    let mut all: Vec<String> = shape.words.keys().cloned().collect();
    for (name, object) in &shape.objects {
        all.push(if name.starts_with('*') {
            let mut values = Shape::default();
            object.fields.iter().for_each(|(.., v)| values.merge(v.clone()));
            format!("{{ [key: string]: {} }}", written(&values))
        } else {
            public(name)
        });
    }
    let plain = [(shape.boolean, "boolean"), (shape.number, "number"), (shape.string, "string")];
    all.extend(plain.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned()));
    if let Some(items) = &shape.list {
        let item = written(items);
        all.push(if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") });
    }
    if let Some(items) = &shape.tuple {
        all.push(format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")));
    }
    if shape.null {
        all.push("null".to_owned());
    }
    if all.is_empty() { "never".to_owned() } else { all.join(" | ") }
}

impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, words) in &self.words {
            let list: Vec<String> = words.iter().map(|w| format!("{w:?}")).collect();
            writeln!(f, "export type {name} = {} | (string & {{}});", list.join(" | "))?;
        }
        writeln!(f)?;
        for (name, object) in self.objects.iter().filter(|(name, _)| !name.starts_with('*')) {
            writeln!(f, "export interface {name} {{")?;
            for (key, seen, shape) in &object.fields {
                let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let key = if plain { key.clone() } else { format!("{key:?}") };
                let optional = if *seen < object.seen { "?" } else { "" };
                writeln!(f, "  {key}{optional}: {};", written(shape))?;
            }
            writeln!(f, "}}\n")?;
        }
        Ok(())
    }
}

/// Keeps shapes.
struct Keep;

macro_rules! plain {
    ($($name:ident $type:ty = $kind:ident),+) => { $(
        fn $name(self, _: $type) -> Result<Shape, Error> { Ok(Shape { $kind: true, ..Shape::default() }) }
    )+ };
}

impl Serializer for Keep {
    type Ok = Shape;
    type Error = Error;
    type SerializeSeq = List;
    type SerializeTuple = Tuple;
    type SerializeTupleStruct = Tuple;
    type SerializeTupleVariant = Under;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;
    plain!(
        serialize_bool bool = boolean, serialize_i8 i8 = number, serialize_i16 i16 = number, serialize_i32 i32 = number,
        serialize_i64 i64 = number, serialize_u8 u8 = number, serialize_u16 u16 = number, serialize_u32 u32 = number,
        serialize_u64 u64 = number, serialize_f32 f32 = number, serialize_f64 f64 = number, serialize_char char = string,
        serialize_str &str = string, serialize_bytes &[u8] = string, serialize_unit_struct &'static str = null
    );
    fn serialize_none(self) -> Result<Shape, Error> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Shape, Error> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Shape, Error> {
        Ok(Shape { null: true, ..Shape::default() })
    }
    fn serialize_unit_variant(self, name: &'static str, _: u32, word: &'static str) -> Result<Shape, Error> {
        let words = BTreeMap::from([(name.to_owned(), BTreeSet::from([word.to_owned()]))]);
        Ok(Shape { words, ..Shape::default() })
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Shape, Error> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        word: &'static str,
        value: &T,
    ) -> Result<Shape, Error> {
        let mut fields = Fields::new(&format!("{name}{}", camel(word)));
        fields.put(word, value.serialize(Keep)?);
        Ok(fields.done())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<List, Error> {
        Ok(List(Shape::default()))
    }
    fn serialize_tuple(self, _: usize) -> Result<Tuple, Error> {
        Ok(Tuple(Vec::new()))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Tuple, Error> {
        Ok(Tuple(Vec::new()))
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Under, Error> {
        Ok(Under(name, word, Tuple(Vec::new())))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Fields, Error> {
        Ok(Fields::new(""))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields, Error> {
        Ok(Fields::new(name))
    }
    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        word: &'static str,
        _: usize,
    ) -> Result<Fields, Error> {
        Ok(Fields { under: Some(word), ..Fields::new(&format!("{name}{}", camel(word))) })
    }
}

struct List(Shape);

impl ser::SerializeSeq for List {
    type Ok = Shape;
    type Error = Error;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.0.merge(value.serialize(Keep)?);
        Ok(())
    }
    fn end(self) -> Result<Shape, Error> {
        Ok(Shape { list: Some(Box::new(self.0)), ..Shape::default() })
    }
}

struct Tuple(Vec<Shape>);

impl ser::SerializeTuple for Tuple {
    type Ok = Shape;
    type Error = Error;
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.0.push(value.serialize(Keep)?);
        Ok(())
    }
    fn end(self) -> Result<Shape, Error> {
        Ok(Shape { tuple: Some(self.0), ..Shape::default() })
    }
}

impl ser::SerializeTupleStruct for Tuple {
    type Ok = Shape;
    type Error = Error;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        ser::SerializeTuple::serialize_element(self, value)
    }
    fn end(self) -> Result<Shape, Error> {
        ser::SerializeTuple::end(self)
    }
}

/// A tuple under the word of its variant.
struct Under(&'static str, &'static str, Tuple);

impl ser::SerializeTupleVariant for Under {
    type Ok = Shape;
    type Error = Error;
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        ser::SerializeTuple::serialize_element(&mut self.2, value)
    }
    fn end(self) -> Result<Shape, Error> {
        let mut fields = Fields::new(&format!("{}{}", self.0, camel(self.1)));
        fields.put(self.1, ser::SerializeTuple::end(self.2)?);
        Ok(fields.done())
    }
}

struct Fields {
    name: String,
    /// A struct variant stands under its word.
    under: Option<&'static str>,
    key: String,
    object: Object,
}

impl Fields {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            under: None,
            key: String::new(),
            object: Object { seen: 1, ..Object::default() },
        }
    }
    fn put(&mut self, key: &str, shape: Shape) {
        self.object.fields.push((key.to_owned(), 1, shape.named_after(key)));
    }
    fn done(self) -> Shape {
        let name = public(&self.name);
        let inner = Shape { objects: BTreeMap::from([(name.clone(), self.object)]), ..Shape::default() };
        match self.under {
            None => inner,
            Some(word) => {
                let mut outer = Self::new(&format!("{name}Of"));
                outer.put(word, inner);
                outer.done()
            }
        }
    }
}

impl ser::SerializeMap for Fields {
    type Ok = Shape;
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let text = serde_json::to_value(key).map_err(ser::Error::custom)?;
        self.key = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let shape = value.serialize(Keep)?;
        let key = std::mem::take(&mut self.key);
        self.put(&key, shape);
        Ok(())
    }
    fn end(self) -> Result<Shape, Error> {
        Ok(self.done())
    }
}

macro_rules! fields {
    ($($kind:ident),+) => { $(
        impl ser::$kind for Fields {
            type Ok = Shape;
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                let shape = value.serialize(Keep)?;
                self.put(key, shape);
                Ok(())
            }
            fn end(self) -> Result<Shape, Error> {
                Ok(self.done())
            }
        }
    )+ };
}
fields!(SerializeStruct, SerializeStructVariant);
