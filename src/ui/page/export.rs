//! What can be taken home as a file.

use super::scene::Scene;
use crate::engine;
use crate::export::{csv, markdown};
use crate::i18n::Wording;
use crate::platform;
use crate::share;
use crate::ui::lazy;
use crate::ui::markup::html;
use yew::prelude::*;

/// The lines of the menu; it closes itself when one was taken.
pub fn exports(scene: &Scene) -> Html {
    let t = scene.more();
    html! {
        <>
            { item(scene, t.export_markdown, "", markdown) }
            { item(scene, t.export_offers, "CSV", offers) }
            { item(scene, t.export_bill, "CSV", bill) }
            { item(scene, t.export_link, "", |s| {
                let link = platform::link_here(&share::encode(&s.plan));
                platform::download("suanzu-link.txt", "text/plain;charset=utf-8", &link);
            }) }
            { item(scene, t.print, "", |_| lazy::print()) }
        </>
    }
}

/// One line of the menu.
fn item(scene: &Scene, label: &'static str, note: &'static str, act: fn(&Scene)) -> Html {
    let scene = scene.clone();
    let onclick = Callback::from(move |_: MouseEvent| act(&scene));
    html! { <button type="button" {onclick}>{ label }<small>{ note }</small></button> }
}

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
