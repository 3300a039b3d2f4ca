//! The engine for JavaScript: the library's values API and nothing else.

pub use suanzu::js::*;

fn main() {}
