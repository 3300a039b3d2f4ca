use super::*;
use crate::engine::advice::rules;
use crate::engine::report::Severity;
use crate::i18n::Named;
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

#[test]
fn a_part_with_an_unknown_value_is_left_out_and_its_neighbours_stay() {
    let catalog = crate::catalog::Catalog::embedded();
    let (link, report) = crate::export::answer("", catalog, catalog.date);
    let wording = Wording::new(Lang::En, &link.plan, &report, catalog);
    let one = |seen: [f64; 2], doubt: Option<f64>| {
        let value = doubt.map_or(Value::Unknown, Value::Share);
        let values =
            vec![("cost", Value::Hours(seen[0])), ("idle", Value::Share(seen[1])), ("useful", value)];
        let advice = Advice { rule: "trial-length", values, ..report.advice[0].clone() };
        wording.advice(&advice).plain()
    };
    assert!(
        one([2.0, 0.1], Some(0.3))
            .ends_with(": it pays above 10% doubt if the day is wasted, above 30% if it does real work.")
    );
    assert!(one([2.0, 0.1], None).ends_with(": it pays above 10% doubt if the day is wasted."));
}

#[test]
fn more_than_ten_values_find_their_places() {
    let catalog = crate::catalog::Catalog::embedded();
    let (link, report) = crate::export::answer("", catalog, catalog.date);
    let wording = Wording::new(Lang::En, &link.plan, &report, catalog);
    let names = places(of("card-variant-unknown").map_or("", |t| t.1));
    let values = [
        "name",
        "variants",
        "memory_low",
        "memory_high",
        "rate_low",
        "rate_high",
        "half_low",
        "half_high",
        "link_low",
        "link_high",
        "low",
        "high",
    ];
    assert_eq!(names.len(), values.len());
    let values = values.iter().zip(1..).map(|(name, n)| (*name, Value::Text(format!("#{n}.")))).collect();
    let advice = Advice { rule: "card-variant-unknown", values, ..report.advice[0].clone() };
    let text = wording.advice(&advice).plain();
    for n in 1..=12 {
        assert!(text.contains(&format!("#{n}.")), "{n}: {text}");
    }
}

/// The page says the severity before each text, for those who hear it: a text does not say it again.
#[test]
fn no_text_begins_with_its_severity() {
    let texts = (0..).map_while(super::at).flat_map(|(zh, en)| [(Lang::Zh, zh), (Lang::En, en)]);
    for (lang, text) in texts {
        for severity in [Severity::Info, Severity::Careful, Severity::Danger] {
            let begins = text.trim_start_matches('[').starts_with(severity.name(lang));
            assert!(!begins, "{text}");
        }
    }
}

#[test]
fn the_environment_names_versions_that_work_together_on_the_card() {
    let catalog = crate::catalog::Catalog::embedded();
    let (link, report) = crate::export::answer("", catalog, catalog.date);
    let said = |lang, card: &str| {
        let wording = Wording::new(lang, &link.plan, &report, catalog);
        let gpu = catalog.gpu_ix(card).map(|ix| catalog.gpu(ix));
        gpu.and_then(|gpu| wording.environment(gpu)).map(|t| t.plain()).unwrap_or_default()
    };
    // advice.md §4, table of versions: the newest set, and what a host with an older driver runs.
    let ada = said(Lang::En, "rtx-4090-24g");
    assert!(ada.contains("torch 2.14.0 built for cu130, driver 580 or newer, Python 3.10"), "{ada}");
    assert!(ada.contains("on a host below 580, torch 2.10.0 built for cu128"), "{ada}");
    let volta = said(Lang::Zh, "v100-sxm-32g");
    assert!(volta.contains("cu128") && volta.contains("驱动 525 以上"), "{volta}");
    let blackwell = said(Lang::En, "rtx-5090-32g");
    assert!(blackwell.contains("driver 570"), "{blackwell}");
    assert!(said(Lang::Zh, "ascend-910b-64g").contains("CANN"));
    assert!(said(Lang::En, "mi300x-192g").contains("ROCm"));
}
