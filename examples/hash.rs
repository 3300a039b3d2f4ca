//! The same plan must give the same report, byte for byte, natively and in the browser (semantics §8).
//!
//! Natively this prints 1,000 random plans as links, each behind a hash of its whole report. Compiled to wasm with the
//! feature `js` it offers `hash(link)`; `tests/browser/hash.js` compares the two.

use suanzu::catalog::Catalog;
use suanzu::engine::report::report;
use suanzu::export::Json;
use suanzu::share;

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/common/random_plan.rs"]
#[allow(dead_code)]
mod random_plan;

/// FNV-1a, 64 bits, of the report as JSON with every line; the text of the error when JSON cannot hold it.
fn hash_of(link: &str) -> String {
    let catalog = Catalog::embedded();
    let (plan, _) = share::decode(link);
    let report = report(&plan, catalog, catalog.date);
    let json = Json { plan: &plan, report: &report, catalog, all_lines: true };
    match serde_json::to_vec(&json) {
        Ok(bytes) => {
            let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
        }
        Err(error) => error.to_string(),
    }
}

/// What Node calls.
#[cfg(all(target_arch = "wasm32", feature = "js"))]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hash(link: &str) -> String {
    hash_of(link)
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    let mut rng = fastrand::Rng::with_seed(20_261_202);
    for _ in 0..1_000 {
        let link = share::encode(&random_plan::plan(&mut rng, 0.15));
        println!("{} {link}", hash_of(&link));
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
