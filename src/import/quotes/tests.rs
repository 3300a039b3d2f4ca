//! Pasted tables of many shapes, read as a person would read them. Prices are test inputs, not facts.

use super::*;
use crate::catalog::{Cards, Catalog};

#[path = "tests_bought.rs"]
mod bought;
#[path = "tests_sentences.rs"]
mod sentences;
#[path = "tests_tables.rs"]
mod tables;

fn defaults() -> Defaults {
    Defaults {
        provider: "报价".into(),
        currency: Currency::Cny,
        region: Region::Cn,
        today: Date::parse("2026-12-02").unwrap_or_default(),
    }
}

/// One line a quote or rejected row: `line seller card cards mode price currency unit region [extras]`.
fn show(text: &str) -> String {
    let catalog = Catalog::embedded();
    let pasted = read(catalog, text, &defaults());
    let mut out = String::new();
    for row in &pasted.rows {
        match &row.read {
            Err(why) => out.push_str(&format!("{} {why:?}\n", row.line)),
            Ok(quotes) => {
                quotes.iter().for_each(|q| out.push_str(&format!("{} {}\n", row.line, one(catalog, q))))
            }
        }
    }
    out
}

fn one(catalog: &Catalog, q: &Quoted) -> String {
    let quote = &q.quote;
    let ids: Vec<&str> = catalog.find_gpus(&quote.card).iter().map(|g| catalog.gpu(*g).id.as_str()).collect();
    let card = if ids.is_empty() { format!("?{}", quote.card) } else { ids.join("+") };
    let cards = match quote.cards {
        Cards::Exact(n) => format!("exact{n}"),
        Cards::UpTo(..) => "1".into(),
        Cards::Min(n) => format!("min{n}"),
    };
    let unit = match quote.unit {
        crate::catalog::PriceUnit::GpuHour => "card/h",
        crate::catalog::PriceUnit::InstanceHour => "node/h",
        crate::catalog::PriceUnit::GpuMonth => "card/mo",
        crate::catalog::PriceUnit::InstanceMonth => "node/mo",
    };
    let mut text = format!(
        "{} {card} {cards} {:?} {} {} {unit}",
        quote.provider,
        quote.mode,
        crate::plan::number::print(quote.price.to_f64()),
        quote.price.currency.code(),
    );
    if quote.region != Region::Cn {
        text.push_str(&format!(" {:?}", quote.region));
    }
    match q.tax {
        Some(Tax::Included(Some(rate))) => text.push_str(&format!(" with {rate}")),
        Some(Tax::Excluded(Some(rate)) | Tax::Added(rate)) => text.push_str(&format!(" plus {rate}")),
        _ => {}
    }
    if let Some(net) = q.net {
        text.push_str(&format!(" net {}", crate::plan::number::print(net.to_f64())));
    }
    if let Some(invoice) = q.invoice {
        text.push_str(&format!(" {invoice:?}"));
    }
    if let Some(months) = q.months {
        text.push_str(&format!(" {months}m"));
    }
    for note in &q.notes {
        if !matches!(note, Note::SeveralCards) {
            text.push_str(&format!(" !{note:?}"));
        }
    }
    text
}

#[track_caller]
fn check(text: &str, want: &str) {
    let trim = |s: &str| s.trim().lines().map(|l| l.trim().to_string()).collect::<Vec<_>>().join("\n");
    assert_eq!(trim(&show(text)), trim(want), "\n--- paste ---\n{text}");
}

#[test]
fn any_paste_gives_a_row_for_every_line_with_text() {
    let mut rng = fastrand::Rng::with_seed(9);
    let pieces = [
        "4090",
        "8卡",
        "1.2万/月",
        "\t",
        ",",
        "|",
        "\n",
        "¥",
        "/卡时",
        "８",
        "。",
        "\"",
        "A100",
        "-",
        "e308",
        "99999999999999999999",
        "x",
        "*",
        "合计",
        "含税13%",
        "  ",
        "\u{0}",
        "🙂",
        ".",
        "万",
        "价格",
        "型号",
        "NaN",
        "0",
    ];
    for _ in 0..500 {
        let n = rng.usize(..40);
        let text: String = (0..n).map(|_| pieces[rng.usize(..pieces.len())]).collect();
        let pasted = read(Catalog::embedded(), &text, &defaults());
        for row in pasted.rows.iter().filter_map(|r| r.read.as_ref().ok()).flatten() {
            assert!(row.quote.price.micros > 0, "{text:?}");
        }
        // Own mapping of columns never breaks it.
        let columns = vec![Column::Price, Column::Card, Column::Count];
        read_as(Catalog::embedded(), &text, &defaults(), Some(&columns));
    }
}

#[test]
fn columns_can_be_mapped_by_hand() {
    let text = "foo\tbar\tbaz\n4090\t1.9\t昨天\n";
    let columns = [Column::Card, Column::Price, Column::Other];
    let pasted = read_as(Catalog::embedded(), text, &defaults(), Some(&columns));
    let quotes: Vec<String> =
        pasted.quotes().iter().map(|q| format!("{} {}", q.card, q.price.to_f64())).collect();
    assert_eq!(quotes, ["rtx-4090-24g 1.9"]);
}

#[test]
fn quotes_lie_over_the_catalog() {
    let pasted = read(Catalog::embedded(), "平台\t显卡\t价格\n甲云\tRTX 4090\t1.5元/卡时\n", &defaults());
    let (with, places) = Catalog::embedded().with_quotes(&pasted.quotes());
    assert_eq!(places.len(), 1);
    let offer = places[0].ok().and_then(|ix| with.offer(ix)).unwrap_or_else(|| panic!("offer"));
    assert_eq!(with.gpu(offer.gpus[0]).id, "rtx-4090-24g");
}

#[test]
fn a_contract_of_six_months_costs_six_months() {
    let text = "平台,显卡,价格,合同期\n甲云,RTX 4090,1000元/卡/月,6个月\n乙云,RTX 4090,1000元/卡/月,\n丙云,RTX 4090,1.5元/卡时,";
    let terms: Vec<u16> =
        read(Catalog::embedded(), text, &defaults()).quotes().iter().map(|q| q.term_months).collect();
    assert_eq!(terms, [6, 0, 0]);
}
