//! A part of the program that may lie in a file of its own.

use std::sync::OnceLock;

/// Takes what a part gives; `None` when its file could not be loaded.
pub type Then<T> = Box<dyn FnOnce(Option<T>)>;

/// Something (a function that draws, a set of functions) that is asked for before it is used. In the
/// split page it is loaded then; anywhere else it is simply there.
pub struct Part<T: 'static> {
    /// The name of its file.
    pub file: &'static str,
    fetch: fn(Then<T>),
    here: OnceLock<T>,
}

impl<T: Copy> Part<T> {
    /// A part that `fetch` brings.
    pub const fn new(file: &'static str, fetch: fn(Then<T>)) -> Self {
        Self { file, fetch, here: OnceLock::new() }
    }
    /// What it gives, once it is here.
    pub fn get(&'static self) -> Option<T> {
        if cfg!(not(feature = "split")) && self.here.get().is_none() {
            self.load(|_| {});
        }
        self.here.get().copied()
    }
    /// What tells it from other parts.
    pub fn key(&'static self) -> usize {
        std::ptr::from_ref(self) as usize
    }
    /// Brings it here, then calls back with whether it is. After a failure it can be tried again.
    pub fn load(&'static self, then: impl FnOnce(bool) + 'static) {
        if self.here.get().is_some() {
            return then(true);
        }
        (self.fetch)(Box::new(move |got| {
            let ok = got.is_some();
            if let Some(got) = got {
                let _ = self.here.set(got);
            }
            then(ok);
        }));
    }
}

impl<T> PartialEq for Part<T> {
    /// The same part is the same place.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
