//! What everything says about real plans: data, and one check each.

use super::{Json, answer_html, csv, markdown};
use crate::catalog::Catalog;
use crate::engine::report::{Report, report};
use crate::i18n::{Lang, Named, Wording, is_chinese, number, value, warning};
use crate::plan::Plan;
use crate::share;
use serde_json::Value;
use std::sync::OnceLock;

/// Plans that reach every kind of sentence.
const LINKS: &[&str] = &[
    "",
    "region=any&cur=USD",
    "task=serve&m=qwen2.5-72b-instruct&q=awq",
    "task=serve&m=deepseek-v3&users=100",
    "task=full&m=llama-3.1-70b&n=1",
    "task=qlora&m=llama-3.1-70b&within=48",
    "task=cards&g=rtx-4090-24g&n=2&h=50",
    "task=image&m=flux.1-dev&samples=5000",
    "modes=monthly&disc=0.1",
    "spot=yes&every=30&debug=5&ips=2",
    "g=nothing&m=no-such-model&rank=99999&what=1",
    "task=embed&m=bge-m3",
];

fn answered(link: &str) -> (Plan, Report) {
    let catalog = Catalog::embedded();
    let (plan, warnings) = share::decode(link);
    let mut report = report(&plan, catalog, catalog.date);
    report.flips = crate::engine::report::flips(&plan, catalog, catalog.date, &report);
    report.warnings.extend(warnings);
    (plan, report)
}

/// Each plan, answered once for all tests.
fn each(mut check: impl FnMut(&str, &Plan, &Report)) {
    static ALL: OnceLock<Vec<(Plan, Report)>> = OnceLock::new();
    let all = ALL.get_or_init(|| LINKS.iter().map(|link| answered(link)).collect());
    for (link, (plan, report)) in LINKS.iter().zip(all) {
        check(link, plan, report);
    }
}

/// Every text of a report that is a sentence or a label.
fn texts(words: &Wording) -> Vec<String> {
    let (lang, r) = (words.lang, words.report);
    let mut all = vec![words.job_line(), words.settings_line(), words.verdict().plain()];
    all.extend(words.reasons().iter().map(|x| x.plain()));
    for h in [
        words.fit_heading(),
        words.offers_heading(),
        words.mode_heading(),
        words.time_heading(),
        words.bill_heading(),
        words.risk_heading(),
        words.next_heading(),
    ] {
        all.push(h.question.into());
        all.push(h.answer);
    }
    for f in words.figures() {
        all.extend([f.label.to_string(), f.number, f.unit, f.sub]);
    }
    let rows = r.runners.iter().filter_map(|x| words.runner(x));
    let rows =
        rows.chain(r.flips.iter().map(|x| words.flip(x))).chain(r.savings.iter().map(|x| words.saving(x)));
    for row in rows {
        all.extend([row.title, row.figures.plain(), row.note]);
    }
    for row in words.bill().rows {
        all.extend([row.label.to_string(), row.how, row.remark]);
    }
    let lines = r.memory.iter().chain(&r.speed).chain(&r.risk);
    for line in lines {
        all.push(line.what.name(lang).into());
        all.push(value::filled(lang, line.formula, &line.terms, r.currency));
        all.push(value::range(lang, line.value, line.unit, r.currency));
        all.extend(line.terms.iter().map(|t| t.name.name(lang).to_string()));
    }
    all.extend(r.advice.iter().map(|a| words.advice(a).plain()));
    all.extend(r.warnings.iter().map(|w| warning(lang, w)));
    all.extend(
        r.ranked
            .iter()
            .take(30)
            .flat_map(|e| [words.not_eligible(e), words.layout(&e.layout), words.quoted(e)]),
    );
    all.retain(|t| !t.is_empty());
    all
}

#[test]
fn english_is_english() {
    each(|link, plan, report| {
        for text in texts(&Wording::new(Lang::En, plan, report, Catalog::embedded())) {
            // Full-width quotes are shared punctuation; nothing else may be Chinese.
            assert!(!text.chars().any(is_chinese), "{link}: {text}");
            assert!(!text.contains("  ") && !text.contains("{"), "{link}: {text}");
        }
    });
}

/// Latin words that Chinese sentences use: units, formats, functions, programs.
const LATIN: &[&str] = &[
    "token", "ceil", "max", "min", "tpot", "ttft", "micro", "torch", "compile", "vllm", "llama", "nvidia",
    "num", "seqs", "axolotl", "flux", "dev", "bge", "wheel", "npu", "pip", "jit", "script", "channels",
    "cuda", "last",
];

#[test]
fn chinese_is_chinese() {
    each(|link, plan, report| {
        let words = Wording::new(Lang::Zh, plan, report, Catalog::embedded());
        let catalog = Catalog::embedded();
        let names: Vec<&str> = catalog
            .gpus
            .iter()
            .map(|g| g.name_zh.as_str())
            .chain(catalog.providers.iter().flat_map(|p| [p.name_zh.as_str(), p.name_en.as_str()]))
            .chain(catalog.models.iter().map(|m| m.license.as_str()))
            .filter(|n| !n.is_empty())
            .collect();
        let model = words.model();
        for text in texts(&words) {
            // What the link itself said is quoted as it was.
            let mut left: String = text.split(['“', '”']).step_by(2).collect::<String>().replace(&model, "");
            for name in &names {
                left = left.replace(name, "");
            }
            let word = left
                .split(|c: char| !c.is_ascii_alphabetic())
                .find(|w| w.len() > 2 && w.chars().all(|c| c.is_ascii_lowercase()) && !LATIN.contains(w));
            assert_eq!(word, None, "{link}: {text}");
            assert!(!text.contains("  ") && !text.contains("{"), "{link}: {text}");
        }
    });
}

/// Plans whose totals were told in two ways: sums below ten, no cards, no work, more hours than are counted.
const SMALL: &[&str] = &[
    "v=1&ctx=2048&tok=5000000&epochs=3&ckpts=1&g=rtx-3090-24g,rtx-4090-24g,rtx-4090d-24g,rtx-5090-32g&n=1",
    "v=1&n=0&tok=0",
    "tok=10&egress=0",
    "n=1&tok=1e15&g=rtx-4090-24g",
    "task=cards&g=rtx-4090-24g&n=1&h=0.01&egress=3&disk=100",
    "task=cards&g=rtx-4090-24g&n=1&h=9&disc=0.37&credit=3&tax=0.06&support=0.1",
];

/// What a person types into a pocket calculator, in steps of so many decimals.
fn typed(text: &str, decimals: usize) -> i64 {
    let mut digits: String = text.chars().filter(|c| c.is_ascii_digit()).collect();
    let tail = text.rsplit_once('.').map_or(0, |(_, tail)| tail.len());
    assert_eq!(tail, decimals, "{text}: as many decimals as the total");
    if text.starts_with(['-', '\u{2212}']) {
        digits.insert(0, '-');
    }
    digits.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// There is one total: wherever it stands, a person reads the same sum, and the printed lines of the bill add
/// up to it by hand; for every plan to start from, every plan above and many at random, in both languages and
/// currencies.
#[test]
fn one_total_everywhere_to_which_the_lines_add_up() {
    let catalog = Catalog::embedded();
    let mut rng = fastrand::Rng::with_seed(20_261_203);
    let random: Vec<String> = (0..60)
        .map(|_| {
            let task = ["lora", "qlora", "full", "image", "cards"][rng.usize(0..5)];
            let (n, tokens) = (rng.u32(0..9), 10f64.powf(rng.f64() * 6.0 + 3.0));
            let tax = if rng.bool() { "&tax=0.06" } else { "" };
            let (disk, out, off) = (rng.u32(0..3_000), rng.u32(0..400), rng.f64() * 0.4);
            format!(
                "task={task}&n={n}&tok={tokens}&samples={tokens}&h={}&disk={disk}&egress={out}&disc={off}&sessions={}{tax}",
                tokens / 1e4,
                rng.u32(1..9)
            )
        })
        .collect();
    let links = crate::plan::PRESETS.iter().map(|p| p.link).chain(LINKS.iter().chain(SMALL).copied());
    let mut billed = 0;
    for link in links.chain(random.iter().map(String::as_str)) {
        let (plan, _) = share::decode(link);
        let report = report(&plan, catalog, catalog.date);
        for lang in Lang::ALL {
            for show in [crate::units::Currency::Cny, crate::units::Currency::Usd] {
                let words = Wording::new(lang, &plan, &report, catalog).showing(show);
                let Some(winner) = words.winner() else { continue };
                let at = format!("{link} {lang:?} {show:?}");
                let bill = words.bill();
                let by_hand: i64 = bill.rows.iter().map(|r| typed(&r.amount(), bill.decimals)).sum();
                assert_eq!(by_hand, typed(&bill.total(), bill.decimals), "{at}");
                assert!(by_hand >= 0 && bill.rows.iter().all(|r| r.decimals == bill.decimals), "{at}");
                // No line is a step away from what it is.
                let step = 10f64.powi(bill.decimals as i32);
                for row in &bill.rows {
                    let exact = words.amount(row.line.money.to_f64()) * step;
                    assert!((exact - row.steps as f64).abs() < 1.0 + exact.abs() * 1e-12, "{at}: {row:?}");
                }
                // The total of the bill, rounded as sums are, is the total that is said.
                let foot = by_hand as f64 / step;
                let (said, cell) = (words.money(winner.total.likely), words.money_cell(winner.total.likely));
                assert_eq!(number::money_text(lang, foot, show), said, "{at}");
                assert_eq!(number::money(foot, show), cell, "{at}");
                let service = plan.task == crate::plan::Task::Serve;
                if service {
                    assert!(words.bill_heading().answer.contains(&said), "{at}: {said}");
                } else {
                    for text in [words.verdict().plain(), words.bill_heading().answer] {
                        assert!(text.contains(&said), "{at}: {said} in {text}");
                    }
                    assert_eq!(words.figures()[0].number, cell, "{at}");
                }
                let text = markdown::plan(&words, "/");
                assert!(text.contains(&format!("| | **{}** |", bill.total())), "{at}");
                if !service && lang == Lang::Zh {
                    assert!(answer_html(&words).contains(&cell), "{at}");
                }
                // Files: the bill as it is shown, offers in hundredths.
                let plain = |t: &str| t.replace(',', "").replace('\u{2212}', "-");
                let file = csv::bill(&words);
                let last = file.trim_end().rsplit("\r\n").next().unwrap_or_default();
                assert!(last.contains(&format!(",{},", plain(&bill.total()))), "{at}: {last}");
                let offers = csv::offers(&words);
                let hundredths = plain(&number::fixed(words.amount(winner.total.likely), 2));
                let first = offers.split("\r\n").nth(1).unwrap_or_default();
                assert!(first.contains(&format!(",{hundredths},")), "{at}: {hundredths} in {first}");
                // No offer that is dearer reads cheaper than the winner.
                for e in report.ranked.iter().filter(|e| e.total.likely > winner.total.likely) {
                    let (a, b) = (words.amount(e.total.likely), words.amount(winner.total.likely));
                    let read = |x: f64| number::fixed(x, number::bill_decimals(x).min(2));
                    let less = |a: &str, b: &str| typed_any(a) < typed_any(b);
                    assert!(!less(&read(a), &read(b)), "{at}");
                }
                billed += 1;
            }
        }
    }
    assert!(billed >= 250, "{billed}");
}

/// A printed number.
fn typed_any(text: &str) -> f64 {
    text.replace(',', "").replace('\u{2212}', "-").parse().unwrap_or_else(|_| panic!("{text}"))
}

/// What 100 card-hours cost holds nothing that is paid once, and is not said where nothing is computed.
#[test]
fn what_is_paid_once_does_not_grow_with_the_hours() {
    let catalog = Catalog::embedded();
    let at = |link: &str| {
        let (plan, _) = share::decode(link);
        let report = report(&plan, catalog, catalog.date);
        let hour = report.ranked[0].gpu_hour;
        let r = Wording::new(Lang::Zh, &plan, &report, catalog).per_100();
        (r, hour, report.ranked[0].total.likely)
    };
    let (r, hour, total) = at("g=rtx-4090-24g&n=1&modes=ondemand&debug=8");
    let r = r.unwrap_or_else(|| panic!("hours"));
    assert!((r.per_100 / (100.0 * hour) - 1.0).abs() < 0.03, "{r:?} {hour}");
    assert!(r.once > 8.0 * hour && r.once < total, "{r:?} {total}");
    // Without work there is nothing to divide by.
    assert_eq!(at("v=1&n=0&tok=0").0.filter(|r| r.per_100 > 1e4), None);
}

/// A run of millennia is no answer: the page says that hours and sums stop, instead of stopping without a word.
#[test]
fn hours_beyond_counting_are_said() {
    let (plan, report) = answered("n=1&tok=1e15&g=rtx-4090-24g");
    assert!(report.warnings.iter().any(|w| matches!(w, crate::plan::Warning::Endless { .. })));
    for (lang, over, least) in
        [(Lang::Zh, "超过", "超过 100000000 小时（11415 年）"), (Lang::En, "over", "more than 100000000 h")]
    {
        let words = Wording::new(lang, &plan, &report, Catalog::embedded());
        assert!(words.figures()[1].number.starts_with(over), "{:?}", words.figures()[1]);
        assert!(words.verdict().plain().contains(over), "{}", words.verdict().plain());
        let said: Vec<String> = report.warnings.iter().map(|w| warning(lang, w).replace(',', "")).collect();
        assert!(said.iter().any(|w| w.contains(least)), "{said:?}");
    }
    assert!(!answered("").1.warnings.iter().any(|w| matches!(w, crate::plan::Warning::Endless { .. })));
}

/// A member's discount that is offered stands in the link as the seller prints it: 0.05, not 0.0500000119209.
#[test]
fn offered_discounts_are_written_as_typed() {
    let factors = Catalog::embedded().providers.iter().map(|p| p.member_factor).filter(|f| *f < 1.0);
    let texts: Vec<String> = factors.map(|f| crate::plan::number::print(1.0 - f)).collect();
    assert!(!texts.is_empty() && texts.iter().all(|t| t.len() <= 5), "{texts:?}");
}

fn json(link: &str, all_lines: bool) -> Value {
    let (plan, report) = answered(link);
    let json = Json { plan: &plan, report: &report, catalog: Catalog::embedded(), all_lines };
    serde_json::to_value(json).unwrap_or_default()
}

#[test]
fn json_has_the_shape_of_the_design() {
    let v = json("", false);
    for key in [
        "engine_version",
        "today",
        "catalog_date",
        "verdict",
        "memory",
        "speed",
        "bill",
        "risk",
        "ranked",
        "pareto",
        "runners",
        "rejected",
        "advice",
        "warnings",
        "tornado",
    ] {
        assert!(v.get(key).is_some_and(|x| !x.is_null()), "{key}");
    }
    let verdict = &v["verdict"];
    assert_eq!(verdict["kind"], "rent");
    for key in ["gpu", "offer", "provider", "mode", "fit"] {
        assert!(verdict[key].as_str().is_some_and(|t| !t.is_empty()), "{key}");
    }
    assert!(verdict["count"].as_u64() >= Some(1));
    assert_eq!(verdict["total"]["currency"], "CNY");
    for (group, keys) in [
        ("total", &["low", "likely", "high"][..]),
        ("hours", &["low", "likely", "high"]),
        ("memory", &["low", "likely", "high", "usable"]),
    ] {
        for key in keys {
            assert!(verdict[group][key].is_number(), "{group}.{key}");
        }
    }
    for key in ["low", "likely", "high", "usable"] {
        assert!(verdict["memory"][key].is_u64(), "bytes are whole numbers: {key}");
    }
    assert!(verdict["layout"]["tp"].is_u64());
    let ranked = v["ranked"].as_array().map_or(0, Vec::len);
    assert_eq!(ranked, 20);
    let first = &v["ranked"][0];
    for key in ["gpu", "count", "layout", "offer", "provider", "mode", "total", "hours", "memory", "fit"] {
        assert_eq!(first[key], verdict[key], "{key}");
    }
    assert!(first["not_eligible"].as_array().is_some_and(Vec::is_empty));
    assert!(first.get("bill").is_none());
}

#[test]
fn all_lines_gives_every_offer_its_bill() {
    let v = json("n=1&g=rtx-4090-24g", true);
    let all = v["ranked"].as_array().cloned().unwrap_or_default();
    assert_eq!(all.len() as u64, v["ranked_total"].as_u64().unwrap_or(0));
    for entry in &all {
        let lines = entry["bill"].as_array().cloned().unwrap_or_default();
        let sum: f64 = lines.iter().filter_map(|l| l["money"]["amount"].as_f64()).sum();
        let total = entry["total"]["likely"].as_f64().unwrap_or(-1.0);
        assert!((sum - total).abs() < 1e-3 * total.max(1.0), "{}: {sum} {total}", entry["offer"]);
    }
}

#[test]
fn nothing_fits_says_what_is_missing() {
    let v = json("task=full&m=llama-3.1-70b&n=1", false);
    assert_eq!(v["verdict"]["kind"], "nothing_fits");
    assert_eq!(v["verdict"]["fit"], "no");
    assert!(v["verdict"]["memory"]["likely"].as_u64() > v["verdict"]["memory"]["usable"].as_u64());
    assert!(v["verdict"]["gpu"].is_null());
    let (plan, report) = answered("task=full&m=llama-3.1-70b&n=1");
    let words = Wording::new(Lang::Zh, &plan, &report, Catalog::embedded());
    assert!(words.verdict().plain().starts_with("没有"), "{}", words.verdict().plain());
}

#[test]
fn files_are_sound() {
    each(|link, plan, report| {
        for lang in Lang::ALL {
            let words = Wording::new(lang, plan, report, Catalog::embedded());
            let table = csv::offers(&words);
            assert!(table.starts_with('\u{feff}') && table.ends_with("\r\n"), "{link}");
            assert_eq!(table.matches("\r\n").count(), report.ranked.len() + 1, "{link}");
            let bill = csv::bill(&words);
            assert_eq!(bill.matches("\r\n").count(), words.bill().rows.len() + 2, "{link}");
            let text = markdown::plan(&words, "https://example.org/?");
            assert!(text.starts_with("# ") && text.contains("https://example.org/?v=1"), "{link}");
            let html = answer_html(&words);
            for refused in ["style=", "<script", " id=", "onclick"] {
                assert!(!html.contains(refused), "{link}: {refused}");
            }
            assert_eq!(
                html.matches("<b>").count() + html.matches("<b class").count(),
                html.matches("</b>").count()
            );
        }
    });
}

#[test]
fn markdown_of_what_does_not_fit_has_the_ways_out() {
    let catalog = Catalog::embedded();
    for (lang, title, sum) in
        [(Lang::Zh, "## 怎么才放得下", "¥"), (Lang::En, "## What would make it fit", "¥")]
    {
        let (link, report) =
            super::answer("task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1", catalog, catalog.date);
        let words = Wording::new(lang, &link.plan, &report, catalog);
        let text = markdown::plan(&words, "/");
        let section = text.split(title).nth(1).and_then(|t| t.split("\n## ").next()).unwrap_or_default();
        let ways: Vec<&str> = section.lines().filter(|l| l.starts_with("- **")).collect();
        assert!(!ways.is_empty() && ways.len() <= 3, "{text}");
        assert!(ways.iter().any(|way| way.contains(sum) && way.contains("GiB")), "{section}");
        // What fits has none.
        let (link, report) = super::answer("", catalog, catalog.date);
        let words = Wording::new(lang, &link.plan, &report, catalog);
        assert!(!markdown::plan(&words, "/").contains(title));
    }
}

#[test]
fn json_names_the_sources_of_advice_so_that_they_can_be_read() {
    let catalog = Catalog::embedded();
    let plan = share::decode("task=serve&m=qwen2.5-72b&users=50&days=90").0;
    let report = report(&plan, catalog, catalog.date);
    let json = Json { plan: &plan, report: &report, catalog, all_lines: false };
    let json: Value = serde_json::from_str(&serde_json::to_string(&json).unwrap()).unwrap();
    let advice = json["advice"].as_array().unwrap();
    assert!(!advice.is_empty());
    for a in advice {
        let sources = a["sources"].as_array().unwrap();
        assert!(!sources.is_empty(), "{a}");
        assert!(sources.iter().all(|s| s["title"].as_str().is_some_and(|t| t.len() > 3)), "{a}");
    }
    let tensor = advice.iter().find(|a| a["rule"] == "tp-without-nvlink").unwrap();
    assert_eq!(tensor["sources"][1]["url"], "https://github.com/NVIDIA/nccl/issues/1639");
}
