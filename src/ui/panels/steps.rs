//! Long searches in steps: one at a time, with the browser free between two of them.

use crate::platform;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// Pause before the first step, so that what was pressed shows first, ms.
const FIRST_MS: u32 = 30;

/// A search and whether it goes on.
pub struct Steps<T> {
    /// What it has found so far.
    pub found: RefCell<T>,
    more: Cell<bool>,
}

impl<T> Steps<T> {
    /// Whether there is more to come.
    pub fn more(&self) -> bool {
        self.more.get()
    }
}

/// A search that starts again when its key changes and is dropped with its place.
#[hook]
pub fn use_steps<K, T>(key: K, start: fn(&K) -> T, step: fn(&K, &mut T) -> bool) -> Rc<Steps<T>>
where
    K: PartialEq + Clone + 'static,
    T: 'static,
{
    let steps = use_memo(key.clone(), |key| {
        Rc::new(Steps { found: RefCell::new(start(key)), more: Cell::new(true) })
    });
    let tick = use_state(|| 0_u32);
    {
        let (steps, tick) = ((*steps).clone(), tick.clone());
        use_effect_with((key, *tick), move |(key, at)| {
            let (key, at) = (key.clone(), *at);
            let timer = steps.more().then(|| {
                platform::after(if at == 0 { FIRST_MS } else { 0 }, move || {
                    steps.more.set(step(&key, &mut steps.found.borrow_mut()));
                    tick.set(at.wrapping_add(1));
                })
            });
            move || drop(timer)
        });
    }
    (*steps).clone()
}
