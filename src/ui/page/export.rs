//! What can be taken home as a file.

use super::scene::Scene;
use crate::engine;
use crate::export::{csv, markdown};
use crate::i18n::Wording;
use crate::platform;

/// The files; each call hands one to the reader.
#[derive(Clone, Copy)]
pub struct Exports {
    /// The answer as Markdown, advice included.
    pub markdown: fn(&Scene),
    /// All offers.
    pub offers: fn(&Scene),
    /// The bill.
    pub bill: fn(&Scene),
}

/// As the page gives them.
pub const EXPORTS: Exports = Exports { markdown, offers, bill };

fn markdown(scene: &Scene) {
    // The page's own report may have been made before the rules of advice were here.
    let report = engine::report(&scene.plan, &scene.catalog, scene.today);
    let words = Wording::new(scene.lang, &scene.plan, &report, &scene.catalog).showing(scene.show);
    let text = markdown::plan(&words, &platform::link_start());
    platform::download("suanzu.md", "text/markdown;charset=utf-8", &text);
}

fn offers(scene: &Scene) {
    platform::download("suanzu-offers.csv", "text/csv;charset=utf-8", &csv::offers(&scene.words()));
}

fn bill(scene: &Scene) {
    platform::download("suanzu-bill.csv", "text/csv;charset=utf-8", &csv::bill(&scene.words()));
}
