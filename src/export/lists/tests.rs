use super::*;
use crate::catalog::Catalog;
use crate::engine;
use crate::i18n::{Lang, is_chinese};
use crate::share::decode;

const LINKS: [&str; 4] = [
    "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
    "task=full&m=qwen2.5-14b&g=h100-sxm-80g&n=8&region=any",
    "task=serve&m=qwen2.5-7b&modes=monthly",
    "task=lora&m=qwen2.5-7b&domestic=1",
];

fn with(link: &str, lang: Lang, look: impl Fn(&Wording<'_>, &Subject<'_>)) {
    let (plan, catalog) = (decode(link).0, Catalog::embedded());
    let report = engine::report(&plan, catalog, catalog.date);
    let words = Wording::new(lang, &plan, &report, catalog);
    let subject = Subject::new(&words, catalog.date).unwrap_or_else(|| panic!("{link}"));
    look(&words, &subject);
}

#[test]
fn lists_are_filled_in_one_language_and_read_well() {
    for link in LINKS {
        for lang in Lang::ALL {
            with(link, lang, |words, subject| {
                for kind in Kind::ALL {
                    let list = subject.list(kind);
                    assert!(list.items.len() > 5, "{link} {kind:?}");
                    let first = list.items[0].id.clone();
                    let text = markdown(words, &list, "https://example.org/", |id| id == first);
                    assert!(text.contains(&format!("- [x] **{first}**")), "{text}");
                    assert_eq!(text.matches("- [").count(), list.items.len());
                    assert!(text.contains("https://example.org/") && !text.contains('{'), "{text}");
                    assert!(lang == Lang::Zh || !text.chars().any(is_chinese), "{text}");
                }
                let letter = subject.letter();
                assert!(letter.lines().count() > 6, "{letter}");
                assert!(lang == Lang::Zh || !letter.chars().any(is_chinese), "{letter}");
                assert!(!subject.plan_b().contains('{'));
            });
        }
    }
}

#[test]
fn the_first_day_names_what_this_card_should_show() {
    with(LINKS[0], Lang::En, |words, subject| {
        let text = markdown(words, &subject.list(Kind::FirstDay), "", |_| false);
        for value in
            ["24,564 MiB", "450 W", "at least 21 GB/s", "at least 806 GB/s", "generation 4 x16", "sm\\_89"]
        {
            assert!(text.contains(value), "{value} in {text}");
        }
        // One card has no links, and no other machine.
        assert!(!text.contains("B-12") && !text.contains("B-25"));
    });
    with(LINKS[1], Lang::Zh, |_, subject| {
        let list = subject.list(Kind::FirstDay);
        let bus = list.items.iter().find(|i| i.id == "B-12").map(|i| format!("{} {}", i.text, i.command));
        let bus = bus.unwrap_or_default();
        assert!(bus.contains("414 GB/s") && bus.contains("-g 8"), "{bus}");
    });
    with(LINKS[3], Lang::Zh, |_, subject| {
        let list = subject.list(Kind::FirstDay);
        assert!(list.items.iter().all(|i| !i.command.contains("nvidia-smi")), "{list:?}");
    });
}

#[test]
fn what_to_watch_has_the_values_of_the_card() {
    let watch = |link: &'static str, values: &[&str], absent: &[&str]| {
        with(link, Lang::En, |words, subject| {
            let text = markdown(words, &subject.list(Kind::Watching), "", |_| false);
            for value in values {
                assert!(text.contains(value), "{value} in {text}");
            }
            for value in absent {
                assert!(!text.contains(value), "{value} in {text}");
            }
        });
    };
    // No data-centre memory, no ECC counters by default, 60 % of 450 W.
    watch(LINKS[0], &["270 W", "generation 4 x16", "was not found"], &["W-02", "W-12"]);
    watch(LINKS[1], &["420 W", "W-02", "W-07", "W-12", "was not found"], &["W-10"]);
    watch(
        "task=lora&m=qwen2.5-7b&g=a100-sxm-80g&n=1&region=any",
        &["act at 85 °C", "slows down at 89 °C", "shuts down at 92 °C", "watch at 80 °C"],
        &[],
    );
    watch(LINKS[3], &["W-14"], &["nvidia-smi", "Xid"]);
}

#[test]
fn every_question_is_asked_by_some_plan_and_open_ones_are_in_the_letter() {
    let all = "task=lora&m=qwen2.5-7b&g=h100-sxm-80g&n=16&modes=monthly&region=any&class=important&invoice=1";
    with(all, Lang::En, |_, subject| {
        let list = subject.list(Kind::Asking);
        assert!(list.items.len() > 25, "{list:?}");
        let letter = subject.letter();
        for item in &list.items {
            let question = item.text.split('?').next().unwrap_or_default();
            let open = !item.text.contains("The catalog says");
            assert_eq!(letter.contains(question), open, "{}: {}", item.id, item.text);
        }
    });
}

#[test]
fn what_moves_the_bill_most_is_asked_first() {
    with(LINKS[0], Lang::En, |_, subject| {
        let letter = subject.letter();
        let first = letter.lines().nth(1).unwrap_or_default().to_owned();
        assert!(first.contains("A whole card, or MIG"), "{letter}");
    });
}

#[test]
fn alerts_have_the_values_of_the_card() {
    let alert = |link: &'static str, value: &str| {
        with(link, Lang::En, |_, subject| {
            let list = subject.list(Kind::Keep);
            let text = list.items.iter().find(|i| i.id == "C-10").map_or("", |i| &i.text);
            assert!(text.contains(value), "{value} in {text}");
        });
    };
    alert(LINKS[0], "watch below 270 W");
    alert("task=lora&m=qwen2.5-7b&g=a100-sxm-80g&n=1&region=any", "act at 85 °C");
    alert(LINKS[3], "no thresholds");
}

#[test]
fn a_standby_says_what_it_costs_and_when_it_pays() {
    with(LINKS[0], Lang::En, |_, subject| {
        let list = subject.list(Kind::Keep);
        let second = list.items.iter().find(|i| i.id == "C-07").map_or("", |i| &i.text);
        assert!(second.contains("a month and pays when an hour of delay"), "{second}");
    });
}

#[test]
fn a_package_asks_for_its_refund_and_what_the_catalog_knows_is_not_asked() {
    with(LINKS[2], Lang::En, |_, subject| {
        assert!(subject.letter().contains("what comes back if I leave early"));
        assert_eq!(subject.letter().contains("vCPUs a card"), subject.offer.vcpus == 0);
    });
}
