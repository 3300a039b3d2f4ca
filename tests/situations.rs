//! Situations as a person meets them: a plan with something wrong in it, and the first piece of advice.
#![allow(missing_docs)]

use suanzu::catalog::{Cards, Catalog, Mode, PriceUnit, Quote, Region};
use suanzu::engine::advice::effect;
use suanzu::engine::report::report;
use suanzu::i18n::input::problem;
use suanzu::i18n::{Lang, Wording, warning};
use suanzu::plan::{Field, Warning};
use suanzu::share::decode;
use suanzu::units::{AsOf, Currency, Money};

/// What is wrong, a link, the rules that should speak first, in that order, and words that their English
/// texts must have.
const SITUATIONS: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "RTX 5090 with CUDA 11 wheels",
        "task=lora&m=qwen2.5-7b&g=rtx-5090-32g&n=1&cuda=11.8",
        &["rtx50-cu128"],
        &["CUDA 11.8", "RTX 5090", "torch 2.14.0 cu130"],
    ),
    (
        "V100 with bf16",
        "task=lora&m=qwen2.5-1.5b&g=v100-sxm-32g,v100-sxm-16g,v100-pcie-32g&n=1&prec=bf16",
        &["bf16-unsupported"],
        &["7.0", "FP16"],
    ),
    (
        "H100 with torch 2.0.1+cu117",
        "task=lora&m=qwen2.5-7b&g=h100-sxm-80g&n=1&torch=2.0.1%2Bcu117",
        &["kernels-missing"],
        &["torch 2.0 cu117", "9.0", "torch 2.0.1 cu118"],
    ),
    (
        "4 x 4090 tensor parallel",
        "task=serve&m=qwen2.5-32b&g=rtx-4090-24g&n=4&tp=4",
        &["tp-without-nvlink"],
        &["Tensor parallel 4", "GB/s"],
    ),
    (
        "a 1.5B model on a whole H100",
        "task=serve&m=qwen2.5-1.5b&g=h100-sxm-80g,h100-pcie-80g&n=1&users=2&region=any",
        // Another card is cheaper still than a slice of this one.
        &["card-count-forced", "mig-fits-small"],
        &["1g.10gb", "1/7"],
    ),
    (
        "7B full fine-tuning on one 24 GB card",
        "task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1",
        &["oom-certain"],
        &["GiB"],
    ),
    (
        "a month's package at 40 % powered-on time",
        "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1&modes=monthly&hpd=9.6&days=30",
        &["package-does-not-pay"],
        &["%"],
    ),
    (
        "spot without checkpoints for a 72 h run",
        "task=pretrain&m=tinyllama-1.1b-chat-v1.0&tok=6e8&epochs=1&g=rtx-4090-24g&n=1&spot=1&every=100000",
        &["spot-no-checkpoint"],
        &["checkpoint"],
    ),
    (
        "AutoDL stopped for 20 days",
        "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1&prov=autodl&keep=20",
        &["release-countdown"],
        &["15"],
    ),
    ("a 4090 with 48 GB", "task=lora&m=qwen2.5-7b&g=rtx-4090-48g&n=1", &["modded-card"], &["48"]),
    (
        "Ascend 910B with a program for CUDA only",
        "task=serve&m=qwen2.5-7b&g=ascend-910b-64g&n=1&sw=tensorrt-llm",
        &["stack-needs-porting"],
        &["CANN) and does not run TensorRT-LLM"],
    ),
    (
        "V100 with vLLM",
        "task=serve&m=qwen2.5-1.5b&g=v100-sxm-32g&sw=vllm",
        &["vllm-floor"],
        &["7.0", "llama.cpp"],
    ),
];

#[test]
fn the_first_advice_is_the_right_one() {
    let catalog = Catalog::embedded();
    let mut wrong = Vec::new();
    for (name, link, rules, words) in SITUATIONS {
        let (plan, warnings) = decode(link);
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        let found = report(&plan, catalog, catalog.date);
        let said = |lang| {
            let wording = Wording::new(lang, &plan, &found, catalog);
            found.advice.iter().map(|a| wording.advice(a).plain()).collect::<Vec<_>>()
        };
        let (zh, en) = (said(Lang::Zh), said(Lang::En));
        let ids: Vec<&str> = found.advice.iter().map(|a| a.rule).collect();
        let first = &en[..rules.len().min(en.len())];
        let worded = words.iter().all(|w| first.iter().any(|text| text.contains(w)));
        if !ids.starts_with(rules) || !worded || zh[0].is_empty() {
            wrong.push(format!("{name}: {ids:?}\n  {first:?}\n  {:?}", zh.first()));
            continue;
        }
        // What it offers can be done.
        for advice in found.advice.iter().take(rules.len()).filter(|a| !a.offer.is_empty()) {
            if effect(&plan, catalog, catalog.date, &found, &advice.offer).is_none() {
                wrong.push(format!("{name}: {:?} cannot be done", advice.offer));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Somebody pastes a quote that says nothing of traffic and disk, and means to keep and fetch data.
#[test]
fn a_quote_without_traffic_and_storage_says_what_that_may_cost() {
    let quote = Quote {
        provider: "甲".into(),
        card: "RTX 4090".into(),
        cards: Cards::UpTo(1, false),
        mode: Mode::OnDemand,
        region: Region::Cn,
        unit: PriceUnit::GpuHour,
        price: Money::new(1.2, Currency::Cny),
        as_of: AsOf::Day(Catalog::embedded().date),
        month_hours: 0,
        term_months: 0,
        vcpus: 16,
        host_gib: 64,
        rdma: None,
        increment_s: 1,
        variant: String::new(),
    };
    let (catalog, faults) = Catalog::embedded().with_quotes(&[quote]);
    assert!(faults.iter().all(Result::is_ok));
    let plan = decode("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1&egress=200&disk=500&keep=30").0;
    let found = report(&plan, &catalog, catalog.date);
    let winner = &found.ranked[found.verdict.winner.unwrap()];
    assert!(catalog.offer(winner.offer).is_some_and(|o| o.own));
    let ids: Vec<&str> = found.advice.iter().map(|a| a.rule).collect();
    assert_eq!(&ids[..2], ["egress-unknown", "assumed-prices"], "{ids:?}");
    let wording = Wording::new(Lang::En, &plan, &found, &catalog);
    assert!(wording.advice(&found.advice[0]).plain().contains("200"));
}

/// The chosen card is too small: the answer names that card and by how much, not what others would hold it.
#[test]
fn a_card_that_is_too_small_is_named_with_what_it_lacks() {
    let catalog = Catalog::embedded();
    for (link, card, count) in [
        ("v=1&ctx=4096&g=rtx-4090-24g&n=1&tok=5e6", "rtx-4090-24g", 1),
        ("task=serve&m=qwen2.5-14b&g=rtx-4090-24g&n=1", "rtx-4090-24g", 1),
        ("task=serve&m=qwen2.5-72b&g=rtx-4090-24g&n=4", "rtx-4090-24g", 4),
        // Nobody in the catalog sells it.
        ("task=lora&m=qwen2.5-7b&g=rtx-3060-12g&n=1", "rtx-3060-12g", 1),
        // Of the cards that the plan allows, the one that comes closest.
        ("task=lora&m=qwen2.5-14b&g=rtx-4090-24g,rtx-5090-32g&n=1", "rtx-5090-32g", 1),
        ("task=lora&m=qwen2.5-32b&n=1&domestic=1&ctx=8192&mb=8", "ascend-910c-128g", 1),
    ] {
        let plan = decode(link).0;
        let found = report(&plan, catalog, catalog.date);
        let closest = found.too_small().unwrap_or_else(|| panic!("{link}: {:?}", found.verdict));
        assert_eq!((catalog.gpu(closest.gpu).id.as_str(), closest.count), (card, count), "{link}");
        for lang in [Lang::Zh, Lang::En] {
            let wording = Wording::new(lang, &plan, &found, catalog);
            let said = wording.verdict().plain();
            let gib = |x: f64| format!("{:.1}", x / suanzu::units::GIB);
            for figure in [closest.need.likely, closest.room, closest.need.likely - closest.room] {
                assert!(said.contains(&gib(figure)), "{link}: {said}");
            }
            assert!(said.contains(wording.gpu(closest.gpu)), "{link}: {said}");
            let heading = wording.fit_heading().answer;
            assert!(heading.contains(&gib(closest.need.likely - closest.room)), "{link}: {heading}");
        }
    }
    // The card holds it, and something else is missing.
    let plan = decode("task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=2&nvlink=1").0;
    let found = report(&plan, catalog, catalog.date);
    assert_eq!((found.verdict.winner, found.too_small()), (None, None));
}

/// A link names cards, and one of them nobody knows: it is named, and the others hold.
#[test]
fn an_unknown_card_closes_nothing() {
    let catalog = Catalog::embedded();
    let asked = |link: &str| {
        let plan = decode(link).0;
        let found = report(&plan, catalog, catalog.date);
        let winner = found.verdict.winner.map(|at| catalog.gpu(found.ranked[at].gpu).id.as_str());
        let said = |lang| found.warnings.iter().map(|w| warning(lang, w)).collect::<Vec<_>>().join("\n");
        (winner, said(Lang::Zh), said(Lang::En))
    };
    let (winner, zh, en) = asked("g=zzz,rtx-4090-24g");
    assert_eq!(winner, Some("rtx-4090-24g"));
    assert!(zh.contains("zzz") && en.contains("zzz") && !en.contains("all are open"), "{zh}\n{en}");
    let (open, ..) = asked("");
    for link in ["g=zzz", "prov=zzz", "g=zzz,yyy"] {
        let (winner, zh, en) = asked(link);
        assert_eq!(winner, open, "{link}");
        assert!(zh.contains("zzz") && zh.contains("不限"), "{link}: {zh}");
        assert!(en.contains("zzz") && en.contains("all are open"), "{link}: {en}");
    }
    // A name with nothing in it that could be one is not dropped in silence.
    let warnings = decode("g=%25%25,rtx-4090-24g").1;
    assert!(matches!(&warnings[..], [Warning::Unreadable { text, .. }] if text == "%%"), "{warnings:?}");
}

/// Degrees of parallelism that do not divide: the answer and the field say which numbers.
#[test]
fn numbers_that_do_not_divide_are_named() {
    let catalog = Catalog::embedded();
    for (link, field, figures) in [
        ("v=1&n=100000&tp=7&pp=13", Field::Tp, ["1,024", "91"]),
        ("task=serve&m=qwen2.5-7b&n=8&pp=3", Field::Pp, ["8", "3"]),
        ("task=serve&m=qwen2.5-7b&tp=3", Field::Tp, ["28", "3"]),
        ("task=lora&m=qwen2.5-7b&n=64&pp=64", Field::Pp, ["28", "64"]),
        ("task=lora&m=qwen2.5-7b&n=8&cp=3", Field::Cp, ["8", "3"]),
    ] {
        let plan = decode(link).0;
        let found = report(&plan, catalog, catalog.date);
        let odd = found.warnings.iter().find(|w| matches!(w, Warning::Indivisible { .. }));
        let odd = odd.unwrap_or_else(|| panic!("{link}: {:?}", found.warnings));
        assert_eq!(odd.field(), Some(field), "{link}");
        for lang in [Lang::Zh, Lang::En] {
            let verdict = Wording::new(lang, &plan, &found, catalog).verdict().plain();
            for said in [&warning(lang, odd), &problem(lang, odd), &verdict] {
                assert!(figures.iter().all(|f| said.contains(f)), "{link}: {said}");
            }
        }
    }
    for link in ["task=serve&m=qwen2.5-7b&n=8&tp=4&pp=2", "task=lora&m=qwen2.5-7b&n=8", "task=cards&n=3&tp=2"]
    {
        let found = report(&decode(link).0, catalog, catalog.date);
        assert_eq!(found.warnings, [], "{link}");
    }
}

/// A link of a version to come that says nothing beyond what is known: no list is begun that has nothing in it.
#[test]
fn a_newer_link_ends_its_sentence() {
    for link in ["v=99", "v=99&m=qwen2.5-7b", "v=99&new=1"] {
        for w in decode(link).1 {
            for lang in [Lang::Zh, Lang::En] {
                let said = warning(lang, &w);
                assert!(!said.trim_end().ends_with([':', '：']) && said.contains("v99"), "{link}: {said}");
            }
        }
    }
}

/// Parallel degrees that no machine takes: the answer says so, not "fewer limits", and what is left out says it too.
#[test]
fn degrees_that_no_machine_takes_are_named() {
    let catalog = Catalog::embedded();
    for link in ["n=91&tp=7&pp=13", "tp=7&pp=13", "task=serve&m=qwen2.5-72b&tp=16"] {
        let plan = decode(link).0;
        let found = report(&plan, catalog, catalog.date);
        assert!(found.spreads_nowhere(), "{link}");
        for (lang, word) in [(Lang::Zh, "并行度"), (Lang::En, "parallel degrees")] {
            let said = Wording::new(lang, &plan, &found, catalog).verdict().plain();
            assert!(said.contains(word), "{link}: {said}");
        }
    }
    // A layout that machines take, on cards that are too small, is a matter of memory.
    let plan = decode("task=full&m=qwen2.5-72b&g=rtx-4090-24g&n=2&tp=2").0;
    assert!(!report(&plan, catalog, catalog.date).spreads_nowhere());
}
