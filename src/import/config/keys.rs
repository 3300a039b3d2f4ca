//! Looking keys up under all their names: in the text part first, then in the whole file.

use crate::import::json::Value;

/// Largest size that is read: products of several stay inside `u64`.
const MOST: f64 = 1_048_576.0;

/// A configuration: its text part, and the whole file where the part is inside one.
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    pub inner: &'a Value,
    pub outer: &'a Value,
}

impl<'a> Keys<'a> {
    /// The value under the first of these names that is there and not null.
    pub fn any(&self, names: &[&str]) -> Option<&'a Value> {
        let part = |v: &'a Value| names.iter().filter_map(|n| v.get(n)).find(|v| **v != Value::Null);
        part(self.inner).or_else(|| part(self.outer))
    }
    /// Only in the text part: sizes of a wrapper are those of something else.
    fn own(&self, names: &[&str]) -> Option<&'a Value> {
        names.iter().filter_map(|n| self.inner.get(n)).find(|v| **v != Value::Null)
    }
    /// A size. Lists give their first number.
    pub fn int(&self, names: &[&str]) -> Option<u32> {
        let value = self.own(names)?;
        let number = value.number().or_else(|| value.list().first()?.number())?;
        (number >= 0.0).then_some(number.min(MOST) as u32)
    }
    /// A size, 0 where it is missing.
    pub fn size(&self, names: &[&str]) -> u32 {
        self.int(names).unwrap_or(0)
    }
    /// A number that may be larger than sizes are (vocabulary, context).
    pub fn large(&self, names: &[&str]) -> Option<u32> {
        let number = self.own(names)?.number()?;
        (number >= 0.0).then_some(number.min(100_000_000.0) as u32)
    }
    /// A fraction.
    pub fn real(&self, names: &[&str]) -> Option<f64> {
        self.own(names)?.number()
    }
    /// Yes or no.
    pub fn flag(&self, names: &[&str]) -> Option<bool> {
        self.any(names)?.flag()
    }
    /// A word.
    pub fn text(&self, names: &[&str]) -> Option<&'a str> {
        self.any(names)?.text()
    }
    /// A list in the text part; empty where there is none.
    pub fn list(&self, names: &[&str]) -> &'a [Value] {
        self.own(names).map_or(&[], Value::list)
    }
    /// Whole numbers of a list.
    pub fn ints(&self, names: &[&str]) -> Vec<u32> {
        let number = |v: &Value| v.number().filter(|x| *x >= 0.0).map(|x| x.min(MOST) as u32);
        self.list(names).iter().filter_map(number).take(10_000).collect()
    }
    /// An object inside the text part, as a configuration of its own.
    pub fn part(&self, name: &str) -> Option<Keys<'a>> {
        let inner = self.own(&[name])?;
        matches!(inner, Value::Map(_)).then_some(Keys { inner, outer: inner })
    }
}
