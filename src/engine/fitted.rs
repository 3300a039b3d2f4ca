//! Constants that were chosen while looking at measured cases go through [`fitted`] under a name of their own.
//! It gives back the constant. With the feature `fit` it can be told another one: `score --held-out` chooses
//! all of them again without some of the sources, and says what they are worth on those (docs/held-out.md).

/// The constant.
#[cfg(not(feature = "fit"))]
#[inline(always)]
pub const fn fitted(_name: &'static str, value: f64) -> f64 {
    value
}

#[cfg(feature = "fit")]
pub use told::{all, fitted, tell};

#[cfg(feature = "fit")]
mod told {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    thread_local! {
        static TOLD: RefCell<BTreeMap<&'static str, (f64, f64)>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// The constant, or what it was told to be.
    pub fn fitted(name: &'static str, value: f64) -> f64 {
        TOLD.with_borrow_mut(|told| {
            let (shipped, now) = told.entry(name).or_insert((value, value));
            assert!(*shipped == value, "{name} is two constants: {shipped} and {value}");
            *now
        })
    }

    /// All constants that were asked for so far, with the values that the engine ships.
    pub fn all() -> Vec<(&'static str, f64)> {
        TOLD.with_borrow(|told| told.iter().map(|(name, (shipped, _))| (*name, *shipped)).collect())
    }

    /// From now on `name` is `value`.
    pub fn tell(name: &'static str, value: f64) {
        TOLD.with_borrow_mut(|told| {
            if let Some((_, now)) = told.get_mut(name) {
                *now = value;
            }
        });
    }
}
