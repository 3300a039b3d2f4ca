//! What hosts are told of the widget is what the tables say, and no offers file, however broken, gets past its reasons.

use std::fs;
use std::time::Instant;
use suanzu::catalog::Catalog;
use suanzu::embed::file::{Fault, OFFERS, OffersFile, read};
use suanzu::embed::{Shop, lean, schema, tagged};
use suanzu::engine::report::{self, Entry, Report};
use suanzu::i18n::{Lang, Wording, embed as texts};
use suanzu::plan::{PRESETS, Plan};
use suanzu::share;
use suanzu::units::Date;

/// Holds a published file against what the tables say; `SUANZU_WRITE=1` writes it.
#[track_caller]
fn published(path: &str, want: &str) {
    if std::env::var_os("SUANZU_WRITE").is_some() {
        fs::write(path, want).expect("written");
    }
    let have = fs::read_to_string(path).unwrap_or_default();
    assert!(have == want, "{path} is old: SUANZU_WRITE=1 cargo test --test embed");
}

#[test]
fn schema_and_types_are_those_of_the_tables() {
    published("static/embed/offers.schema.json", &schema::offers_schema());
    published("static/embed/index.d.ts", &schema::types());
    published("static/embed/gallery/tables.json", &schema::tables());
    let tables: serde_json::Value = serde_json::from_str(&schema::tables()).expect("JSON");
    assert!(tables["options"].as_array().is_some_and(|rows| rows.len() >= 14));
    let schema: serde_json::Value = serde_json::from_str(&schema::offers_schema()).expect("JSON");
    assert_eq!(schema["properties"]["offers"]["maxItems"], OFFERS);
    assert!(schema["required"].as_array().is_some_and(|r| r.iter().any(|k| k == "provider")));
}

const HEAD: &str = r#""suanzu": 1, "provider": "Acme Cloud", "updated": "2026-11-30""#;
const OFFER: &str = r#"{"id": "a", "card": "rtx-4090-24g", "price": 1.98, "unit": "gpu_hour"}"#;

fn file(head: &str, offers: &str) -> String {
    format!("{{{head}, \"offers\": [{offers}]}}")
}

/// A good offer and one that has `change` instead.
fn beside(change: &str) -> String {
    file(HEAD, &format!("{OFFER}, {change}"))
}

/// Reads a file; every fault is a sentence in both languages that names what `names` says.
#[track_caller]
fn check(text: &str, offers: Option<usize>, names: &[&str]) {
    let (file, faults) = read(text, Catalog::embedded());
    assert_eq!(file.as_ref().map(|f| f.offers.len()), offers, "{faults:?}\n{}", &text[..text.len().min(300)]);
    assert!(!faults.is_empty(), "no reason given");
    for lang in Lang::ALL {
        let said: Vec<String> = faults.iter().map(|f| texts::fault(lang, f)).collect();
        let all = said.join("\n");
        for name in names {
            assert!(all.contains(name), "“{name}” is not named in: {all}");
        }
        assert_eq!(lang == Lang::En, !all.chars().any(suanzu::i18n::is_chinese), "{all}");
    }
}

#[test]
fn a_file_that_is_none_is_refused_with_its_reason() {
    let long = format!("{}{}", file(HEAD, OFFER), " ".repeat(6 << 20));
    for (text, names) in [
        ("", &["0"][..]),
        ("{", &[]),
        ("[]", &["offers"]),
        ("null", &["offers"]),
        ("\"offers\"", &["offers"]),
        ("{\"offers\": 1}", &["offers"]),
        ("{\"offers\": {}}", &["offers"]),
        ("<html>", &[]),
        ("{\"offers\": [}", &[]),
        ("{\"offers\": [1,]}", &[]),
        ("\u{feff}{\"offers\": []", &[]),
        (&long, &["6291456"]),
        (&"[".repeat(100_000), &[]),
        ("{\"offers\": []}", &["suanzu", "provider", "updated"]),
        ("{\"suanzu\": 2, \"provider\": \"A\", \"updated\": \"2026\", \"offers\": []}", &["suanzu"]),
        ("{\"suanzu\": 1, \"provider\": \"\", \"updated\": \"2026\", \"offers\": []}", &["provider"]),
        ("{\"suanzu\": 1, \"provider\": \"A\", \"updated\": \"yesterday\", \"offers\": []}", &["updated"]),
        ("{\"suanzu\": 1, \"provider\": \"A\", \"updated\": \"2026-13-01\", \"offers\": []}", &["updated"]),
        ("{\"suanzu\": 1, \"provider\": \"A\", \"updated\": 2026, \"offers\": []}", &["updated"]),
        ("{\"suanzu\": 1, \"provider\": 7, \"updated\": \"2026\", \"offers\": []}", &["provider"]),
        ("{\"suanzu\": \"1\", \"provider\": \"A\", \"updated\": \"2026\", \"offers\": []}", &["suanzu"]),
    ] {
        check(text, None, names);
    }
}

#[test]
fn a_bad_offer_is_left_out_and_named() {
    for (offer, names) in [
        ("7", &["2"][..]),
        ("null", &["2"]),
        ("[]", &["2"]),
        ("{}", &["2", "id", "card", "price", "unit"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": 1}"#, &["2", "unit"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "unit": "gpu_hour"}"#, &["2", "price"]),
        (r#"{"id": "b", "price": 1, "unit": "gpu_hour"}"#, &["2", "card"]),
        (r#"{"card": "rtx-4090-24g", "price": 1, "unit": "gpu_hour"}"#, &["2", "id"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": -1, "unit": "gpu_hour"}"#, &["2", "price"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": 0, "unit": "gpu_hour"}"#, &["2", "price"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": 1e300, "unit": "gpu_hour"}"#, &["2", "price"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": "cheap", "unit": "gpu_hour"}"#, &["2", "price"]),
        (r#"{"id": "b", "card": "rtx-4090-24g", "price": 1, "unit": "hour"}"#, &["2", "unit"]),
        (r#"{"id": "b", "card": "rtx-9999", "price": 1, "unit": "gpu_hour"}"#, &["2", "card"]),
        (r#"{"id": "b", "card": "", "price": 1, "unit": "gpu_hour"}"#, &["2", "card"]),
        (r#"{"id": "a", "card": "rtx-4090-24g", "price": 1, "unit": "gpu_hour"}"#, &["2", "id"]),
    ] {
        check(&beside(offer), Some(1), names);
    }
}

#[test]
fn a_bad_field_is_named_and_the_offer_stays() {
    for (field, name) in [
        (r#""url": "javascript:alert(1)""#, "url"),
        (r#""url": "//evil.example""#, "url"),
        (r#""url": 5"#, "url"),
        (r#""cards": "4""#, "cards"),
        (r#""cards": "exact:0""#, "cards"),
        (r#""cards": "upto:99999""#, "cards"),
        (r#""mode": "weekly""#, "mode"),
        (r#""region": "moon""#, "region"),
        (r#""currency": "EUR""#, "currency"),
        (r#""vcpus": 1.5"#, "vcpus"),
        (r#""host_gib": -3"#, "host_gib"),
        (r#""rdma": "yes""#, "rdma"),
        (r#""increment_s": 0"#, "increment_s"),
        (r#""month_hours": 100"#, "month_hours"),
        (r#""label": """#, "label"),
        (r#""colour": "red""#, "colour"),
        (r#""id": "c""#, "id"),
    ] {
        let offer =
            format!(r#"{{"id": "b", "card": "rtx-4090-24g", "price": 1, "unit": "gpu_hour", {field}}}"#);
        check(&beside(&offer), Some(2), &["2", name]);
    }
    check(&file(&format!("{HEAD}, \"colour\": 1"), OFFER), Some(1), &["colour"]);
    check(&file(&format!("{HEAD}, \"campaign\": 1"), OFFER), Some(1), &["campaign"]);
    check(&file(&format!("{HEAD}, \"cards\": [{{\"id\": \"x\"}}]"), OFFER), Some(1), &["name", "memory_gb"]);
}

#[test]
fn a_card_of_ones_own_is_sized_and_its_offer_answers() {
    let cards = r#""cards": [{"id": "acme-x1", "name": "Acme X1", "memory_gb": 64, "bandwidth_gbs": 2000, "bf16": 300, "fp16": 300, "stack": "cuda"}]"#;
    let offer = r#"{"id": "x1", "card": "acme-x1", "price": 3, "unit": "gpu_hour", "url": "https://acme.example/x1?a=1#b"}"#;
    let (file, faults) = read(&file(&format!("{HEAD}, {cards}"), offer), Catalog::embedded());
    assert_eq!(faults, Vec::<Fault>::new());
    let shop = Shop::with_file(Catalog::embedded(), &file.expect("a file"));
    let own = shop.own.clone().expect("own offers");
    let answer = report::silent(&Plan::default(), &own, Date::parse("2026-12-02").expect("a day"));
    let winner = answer.verdict.winner.and_then(|at| answer.ranked.get(at)).expect("a winner");
    assert_eq!(own.gpu(winner.gpu).name, "Acme X1");
    assert_eq!(shop.offer_id(&own, winner.offer), "x1");
    assert_eq!(shop.url(&own, winner.offer), Some("https://acme.example/x1?a=1#b"));
    let named =
        |catalog: &Catalog| shop.named(catalog).offers.iter().map(|o| o.id.clone()).collect::<Vec<_>>();
    assert_eq!(named(&own), ["x1"], "what a host reads has its own names");
    let both = named(&shop.all);
    assert_eq!(
        (both.len(), both.last().map(String::as_str)),
        (Catalog::embedded().offers.len() + 1, Some("x1"))
    );
}

#[test]
fn campaigns_go_into_the_query() {
    for (url, want) in [
        ("https://a.example", "https://a.example?utm_source=suanzu&utm_campaign=x%20%26y"),
        ("https://a.example/?b=1#c", "https://a.example/?b=1&utm_source=suanzu&utm_campaign=x%20%26y#c"),
        ("https://a.example/?", "https://a.example/?utm_source=suanzu&utm_campaign=x%20%26y"),
    ] {
        assert_eq!(tagged(url, "x &y"), want);
    }
}

/// The largest file: every card of the catalog in turn.
fn largest() -> String {
    let catalog = Catalog::embedded();
    let offers: Vec<String> = (0..OFFERS)
        .map(|n| {
            let card = &catalog.gpus[n % catalog.gpus.len()].id;
            format!(r#"{{"id": "o{n}", "card": "{card}", "price": {}.5, "unit": "gpu_hour"}}"#, 1 + n % 40)
        })
        .collect();
    file(HEAD, &offers.join(","))
}

#[test]
fn the_largest_file_is_read_whole() {
    let text = largest();
    let from = Instant::now();
    let (file, faults): (Option<OffersFile>, _) = read(&text, Catalog::embedded());
    let file = file.expect("a file");
    assert_eq!((file.offers.len(), faults), (OFFERS, Vec::new()));
    let shop = Shop::with_file(Catalog::embedded(), &file);
    println!("{} offers of {} bytes read in {:?}", OFFERS, text.len(), from.elapsed());
    assert_eq!(shop.own.expect("own offers").offers.len(), OFFERS);
}

/// What a widget shows and tells of a report, with handles by name.
fn shown(plan: &Plan, report: &Report, catalog: &Catalog) -> Vec<String> {
    let id = |e: &Entry| catalog.offer(e.offer).map_or("", |o| o.id.as_str()).to_owned();
    let entry = |e: &Entry| {
        let facts = (id(e), e.count, e.mode, e.layout, e.total, e.loss, e.hours, e.wall, e.need, e.fit);
        format!("{facts:?} {:?} {:?}", e.not_eligible, e.quoted)
    };
    let mut out: Vec<String> =
        Lang::ALL.iter().map(|lang| Wording::new(*lang, plan, report, catalog).verdict().plain()).collect();
    let eligible = report.ranked.iter().filter(|e| e.not_eligible.is_empty());
    out.extend(eligible.take(lean::SHOWN).map(entry));
    out.extend(
        report
            .runners
            .iter()
            .filter_map(|r| Some(format!("{:?} {}", r.kind, entry(report.ranked.get(r.entry)?)))),
    );
    out.extend(report.pareto.iter().filter_map(|at| report.ranked.get(*at)).map(entry));
    out.push(format!("{:?} {:?} {:?}", report.verdict, report.bill, report.tornado));
    out.push(format!("{:?} {:?} {:?} {:?}", report.memory, report.speed, report.risk, report.chosen));
    out
}

#[test]
fn what_is_left_out_of_a_large_file_changes_no_answer() {
    let mut random = fastrand::Rng::with_seed(8);
    let catalog = Catalog::embedded();
    let today = Date::parse("2026-12-02").expect("a day");
    let (mut left, mut asked, mut whole_asked) = (0, 0, 0);
    for round in 0..40 {
        // Few cards and few terms, so that many rows compete; prices from equal to far apart, ids in any order.
        let cards: Vec<&str> =
            (0..4).map(|_| catalog.gpus[random.usize(..catalog.gpus.len())].id.as_str()).collect();
        let spread = [0.0, 0.001, 0.02, 3.0][round % 4];
        let offers: Vec<String> = (0..500)
            .map(|n| {
                let (card, price) = (cards[random.usize(..4)], 2.0 + spread * random.f64());
                let mode = ["on_demand", "spot", "monthly"][random.usize(..3).min(random.usize(..3))];
                let unit = if mode == "monthly" { "gpu_month" } else { "gpu_hour" };
                let price = if mode == "monthly" { price * 500.0 } else { price };
                let more = ["", r#", "cards": "upto:8""#, r#", "increment_s": 3600"#][random.usize(..3)];
                format!(r#"{{"id": "o{n}", "card": "{card}", "price": {price:.4}, "unit": "{unit}", "mode": "{mode}"{more}}}"#)
            })
            .collect();
        let (read, faults) = read(&file(HEAD, &offers.join(",")), catalog);
        assert_eq!(faults, Vec::<Fault>::new());
        let shop = Shop::with_file(catalog, &read.expect("a file"));
        left += shop.all.offers.len() - shop.lean.0.offers.len();
        let preset = PRESETS[round % PRESETS.len()].link;
        let extra = ["", "&spot=1", "&budget=300", "&within=40", "&disc=0.2", "&credit=20", "&n=8"]
            [random.usize(..7)];
        let (plan, _) = share::decode(&format!("{preset}{extra}"));
        let own = shop.own.clone().zip(shop.lean.1.clone()).expect("own offers");
        for (whole, lean) in [(shop.all.clone(), shop.lean.0.clone()), own] {
            let (facts, short) = lean::answer(&plan, &whole, &lean, today);
            let long = report::silent(&plan, &whole, today);
            assert_eq!(
                shown(&plan, &short, &facts),
                shown(&plan, &long, &whole),
                "{preset}{extra} of round {round}"
            );
            asked += 1;
            whole_asked += usize::from(std::rc::Rc::ptr_eq(&facts, &whole));
        }
    }
    assert!(left > 10_000, "only {left} of 20,000 offers were left out");
    assert!(whole_asked * 2 < asked, "the whole file was asked {whole_asked} times of {asked}");
}
