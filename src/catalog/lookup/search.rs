//! Models that a search box lists for what was typed.

use super::{Catalog, ModelIx};
use crate::catalog::Model;
use crate::units::Order;

/// A word that names a size: "8b", "0.5b", "350m".
fn is_size(word: &str) -> bool {
    word.strip_suffix(['b', 'm']).is_some_and(|n| {
        n.starts_with(|c: char| c.is_ascii_digit()) && n.chars().all(|c| c.is_ascii_digit() || c == '.')
    })
}

impl Catalog {
    /// Models that hold every word typed, those that `fit` first and of them the plainest; then names that
    /// resemble it. A size is a whole word: "8b" is neither 70B nor 18B nor 8x7B.
    pub fn search_models(&self, typed: &str, most: usize, fit: impl Fn(&Model) -> bool) -> Vec<ModelIx> {
        let lower = typed.trim().to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let parts =
            |ix: &ModelIx| self.model(*ix).id.split('-').map(|p| p.replace('_', ".")).collect::<Vec<_>>();
        let sizes: Vec<&str> = lower.split([' ', '-']).filter(|w| is_size(w)).collect();
        let sized = |ix: &ModelIx| sizes.iter().all(|w| parts(ix).iter().any(|p| p == w));
        let holds = |ix: &ModelIx| {
            let id = &self.model(*ix).id;
            // "llama3.1" for "llama-3.1".
            let glued = id.replace('-', "");
            words.iter().all(|w| is_size(w) || id.contains(w) || glued.contains(&w.replace('-', "")))
        };
        let all = (0..self.models.len()).map(|i| ModelIx(i as u16));
        let (mut near, far): (Vec<_>, Vec<_>) =
            all.filter(|ix| sized(ix) && holds(ix)).partition(|ix| fit(self.model(*ix)));
        // Shorter names are the plainer ones.
        near.order_by_key(|ix| self.model(*ix).id.len());
        let alike = self.nearest_models(typed, 8).into_iter().filter(sized);
        let first = self.model_ix(&lower);
        super::first_of(first.into_iter().chain(near).chain(far).chain(alike).collect(), most)
    }
}
