//! The chain that lifts old links to the present version.

use super::raw::Raw;

/// The version that links are written in. A changed default or meaning is a new version.
pub const CURRENT: u32 = 1;

/// One step: a link of version n becomes one of version n + 1.
type Step = fn(Raw) -> Raw;

/// Step `i` lifts version `i + 1`. Its length is tied to `CURRENT`: a new version does not compile
/// without its step.
const MIGRATIONS: [Step; CURRENT as usize - 1] = [];

/// Lifts a link to the present version. Newer links pass unchanged.
pub fn migrate(raw: Raw) -> Raw {
    lift(raw, &MIGRATIONS)
}

fn lift(mut raw: Raw, chain: &[Step]) -> Raw {
    while let Some(step) = (raw.version.max(1) as usize).checked_sub(1).and_then(|i| chain.get(i)) {
        let from = raw.version.max(1);
        raw = step(raw);
        raw.version = from + 1;
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_runs_once_in_order() {
        fn mark(mut raw: Raw, name: &str) -> Raw {
            raw.pairs.push((name.into(), String::new()));
            raw
        }
        let chain: [Step; 2] = [|r| mark(r, "one"), |r| mark(r, "two")];
        let run = |version| {
            let raw = lift(Raw { version, ..Raw::default() }, &chain);
            (raw.version, raw.pairs.iter().map(|p| p.0.clone()).collect::<Vec<_>>())
        };
        assert_eq!(run(1), (3, vec!["one".to_string(), "two".into()]));
        assert_eq!(run(2), (3, vec!["two".to_string()]));
        assert_eq!(run(3), (3, vec![]));
        assert_eq!(run(9), (9, vec![]));
        assert_eq!(run(0), (3, vec!["one".to_string(), "two".into()]));
    }
}
