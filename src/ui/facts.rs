//! The facts that the page answers from: the catalog, or the catalog with the reader's own quotes on top.

use crate::catalog::Catalog;
use crate::platform;
use std::ops::Deref;
use std::rc::Rc;
use yew::AttrValue;

/// The catalog, as the reader has it. Cheap to copy; compared by place.
#[derive(Clone, Debug, Default)]
pub struct Facts(Option<Rc<Catalog>>);

impl Facts {
    /// The catalog with quotes in it.
    pub fn with(catalog: Catalog) -> Self {
        Self(Some(Rc::new(catalog)))
    }
    /// A catalog that others hold too.
    pub const fn shared(catalog: Rc<Catalog>) -> Self {
        Self(Some(catalog))
    }
    /// Own quotes are in it.
    pub const fn has_quotes(&self) -> bool {
        self.0.is_some()
    }
}

/// Quotes of the reader's own, as the page holds them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Own {
    /// The paste in the form that is kept (`import::quotes::Saved`); `None` without quotes.
    pub kept: Option<AttrValue>,
    /// The browser keeps it for the next visit.
    pub stored: bool,
    /// The facts with these quotes in them; the plain catalog until the paste has been read.
    pub facts: Facts,
}

/// Key of the paste in the browser's storage.
const KEY: &str = "sz-quotes";

impl Own {
    /// What was kept at the last visit, not yet read.
    pub fn recalled() -> Self {
        let kept = platform::recall(KEY).map(AttrValue::from);
        Self { stored: kept.is_some(), kept, facts: Facts::default() }
    }
    /// Quotes from now on; the browser is asked to keep them.
    pub fn keep(kept: Option<AttrValue>, facts: Facts) -> Self {
        let stored = platform::remember(KEY, kept.as_deref());
        Self { kept, stored, facts }
    }
}

impl Deref for Facts {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        match &self.0 {
            Some(own) => own,
            None => Catalog::embedded(),
        }
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}
