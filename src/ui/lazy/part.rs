//! A part of the program that may lie in a file of its own, and its texts in another.

use crate::i18n::{Lang, later};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::OnceLock;

/// Takes what a part gives; `None` when its file could not be loaded.
pub type Then<T> = Box<dyn FnOnce(Option<T>)>;

/// Something (a function that draws, a set of functions) that is asked for before it is used. In the
/// split page it is loaded then; anywhere else it is simply there.
pub struct Part<T: 'static> {
    /// The name of its file.
    pub file: &'static str,
    fetch: fn(Then<T>),
    /// Whether it shows texts of its file.
    texts: bool,
    here: OnceLock<T>,
}

impl<T: Copy> Part<T> {
    /// A part that `fetch` brings.
    pub const fn new(file: &'static str, texts: bool, fetch: fn(Then<T>)) -> Self {
        Self { file, fetch, texts, here: OnceLock::new() }
    }
    /// What it gives, once it is here with its texts in the language of the page.
    pub fn get(&'static self) -> Option<T> {
        if cfg!(not(feature = "split")) && self.here.get().is_none() {
            self.load(|_| {});
        }
        self.here.get().copied().filter(|_| self.speaks(super::lang()))
    }
    fn speaks(&self, lang: Lang) -> bool {
        !self.texts || later::here(self.file, lang)
    }
    /// What tells it from other parts.
    pub fn key(&'static self) -> usize {
        std::ptr::from_ref(self) as usize
    }
    /// Brings it here with its texts, then calls back with whether it is. After a failure it can be tried again.
    pub fn load(&'static self, then: impl FnOnce(bool) + 'static) {
        let both = begin(self.file, self.speaks(super::lang()), Box::new(then));
        if self.here.get().is_some() {
            return both(true);
        }
        (self.fetch)(Box::new(move |got| {
            let ok = got.is_some();
            if let Some(got) = got {
                let _ = self.here.set(got);
            }
            both(ok);
        }));
    }
}

/// Asks for the texts of a part unless it speaks already; what comes back is told when the rest of it is here. Not generic, since
/// every kind of part would repeat it in the first piece.
#[inline(never)]
fn begin(file: &'static str, speaks: bool, then: Box<dyn FnOnce(bool)>) -> Rc<dyn Fn(bool)> {
    let both = join(if speaks { 1 } else { 2 }, then);
    if !speaks {
        super::words::bring(file, super::lang(), both.clone());
    }
    both
}

/// Calls back when it was called `count` times, with whether it was always told `true`.
pub fn join(count: u32, then: Box<dyn FnOnce(bool)>) -> Rc<dyn Fn(bool)> {
    let (left, all, then) = (Cell::new(count), Cell::new(true), Cell::new(Some(then)));
    Rc::new(move |ok| {
        left.set(left.get().saturating_sub(1));
        all.set(all.get() && ok);
        if left.get() == 0
            && let Some(then) = then.take()
        {
            then(all.get());
        }
    })
}

impl<T> PartialEq for Part<T> {
    /// The same part is the same place.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
