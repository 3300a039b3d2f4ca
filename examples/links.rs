//! Prints the presets and then 1,000 random plans as links, one a line: what the tests of the JS API ask natively and in wasm.

use suanzu::plan::PRESETS;
use suanzu::share;

#[path = "../tests/common/random_plan.rs"]
#[allow(dead_code)]
mod random_plan;

fn main() {
    for preset in PRESETS {
        println!("{}", preset.link);
    }
    let mut rng = fastrand::Rng::with_seed(20_261_202);
    for _ in 0..1_000 {
        println!("{}", share::encode(&random_plan::plan(&mut rng, 0.15)));
    }
}
