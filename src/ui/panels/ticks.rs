//! What is ticked, for one offer or quote; kept on this computer where the browser allows it.

use crate::platform;
use yew::prelude::*;

/// The ticks of an offer.
#[derive(Clone)]
pub struct Ticks {
    offer: String,
    /// Of which offer, which items, and whether they outlive the visit.
    now: UseStateHandle<(String, Vec<String>, bool)>,
}

/// Where it is kept.
fn key(offer: &str) -> String {
    format!("sz-ticks:{offer}")
}

fn recalled(offer: &str) -> Vec<String> {
    let text = platform::recall(&key(offer)).unwrap_or_default();
    text.split(',').filter(|id| !id.is_empty() && id.len() < 16).map(str::to_owned).collect()
}

/// The ticks of this offer.
#[hook]
pub fn use_ticks(offer: String) -> Ticks {
    let now = use_state(|| (offer.clone(), recalled(&offer), true));
    {
        let now = now.clone();
        use_effect_with(offer.clone(), move |offer| {
            if now.0 != *offer {
                now.set((offer.clone(), recalled(offer), now.2));
            }
        });
    }
    Ticks { offer, now }
}

impl Ticks {
    /// Whether an item is done.
    pub fn has(&self, id: &str) -> bool {
        self.now.0 == self.offer && self.now.1.iter().any(|one| one == id)
    }
    /// Whether they are still there after a reload.
    pub fn kept(&self) -> bool {
        self.now.2
    }
    /// Ticks an item, or takes the tick away.
    pub fn set(&self, id: &str, on: bool) {
        let mut ids: Vec<String> = self.now.1.iter().filter(|one| *one != id).cloned().collect();
        ids.extend(on.then(|| id.to_owned()));
        let text = ids.join(",");
        let kept = platform::remember(&key(&self.offer), (!ids.is_empty()).then_some(text.as_str()));
        self.now.set((self.offer.clone(), ids, kept));
    }
}
