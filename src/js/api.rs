//! The functions of the package.

use super::value::{give, option, text_of};
use crate::catalog::Catalog;
use crate::export::{self, Json};
use crate::share;
use crate::units::Date;
use wasm_bindgen::prelude::*;

/// What a job needs on every card of the catalog, in the smallest number of cards that holds it.
#[wasm_bindgen]
pub fn size(plan: &JsValue) -> Result<JsValue, JsError> {
    give(&export::sizes(&text_of(plan)?, Catalog::embedded()))
}

/// The whole report: the value that `report --json` prints. Options: `today` ("2026-12-02", the catalog's date unless given)
/// and `lines` ("all": every ranked offer with its bill).
#[wasm_bindgen]
pub fn report(plan: &JsValue, options: &JsValue) -> Result<JsValue, JsError> {
    let catalog = Catalog::embedded();
    let today = match option(options, "today")? {
        None => catalog.date,
        Some(text) => Date::parse(&text).ok_or_else(|| JsError::new("today: a date such as 2026-12-02"))?,
    };
    let all_lines = match option(options, "lines")?.as_deref() {
        None => false,
        Some("all") => true,
        Some(_) => return Err(JsError::new("lines: \"all\" or nothing")),
    };
    let (link, report) = export::answer(&text_of(plan)?, catalog, today);
    give(&Json { plan: &link.plan, report: &report, catalog, all_lines })
}

/// The link of a plan, in its canonical form: only what differs from the usual values.
#[wasm_bindgen]
pub fn encode(plan: &JsValue) -> Result<String, JsError> {
    Ok(share::encode(&share::decode(&text_of(plan)?).0))
}

/// What a link says.
#[wasm_bindgen]
pub fn decode(link: &str) -> Result<JsValue, JsError> {
    give(&export::decoded(link))
}

/// The facts the engine answers from: cards, models, providers, offers, presets, and the table of plan keys.
#[wasm_bindgen]
pub fn catalog() -> Result<JsValue, JsError> {
    give(&export::facts(Catalog::embedded()))
}

/// Version of the engine; equal versions give equal reports for equal dates.
#[wasm_bindgen]
pub fn version() -> String {
    export::ENGINE_VERSION.to_owned()
}
