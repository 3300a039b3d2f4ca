use super::*;
use crate::engine::advice::rules;
use crate::i18n::tests::check_pair;

/// The names of the places of a text.
pub(crate) fn places(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> =
        text.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|(n, _)| n).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Both texts of a rule.
pub(crate) fn of(rule: &str) -> Option<(&'static str, &'static str)> {
    texts(rule)
}

#[test]
fn every_rule_has_both_texts_with_the_same_places() {
    for rule in rules() {
        let Some((zh, en)) = texts(rule.id) else { panic!("{} has no text", rule.id) };
        check_pair(rule.id, zh, en);
        assert_eq!(places(zh), places(en), "{}", rule.id);
        for text in [zh, en] {
            assert!(text.starts_with('[') && text.contains(']'), "{}: {text}", rule.id);
        }
    }
}

#[test]
fn texts_stand_in_the_order_of_the_rules() {
    let ids: Vec<&str> = SECTIONS.iter().copied().flatten().map(|t| t.0).collect();
    assert_eq!(ids, rules().map(|r| r.id).collect::<Vec<_>>());
}
