//! What is published about the tables: a JSON Schema of the offers file, and both tables as Markdown.

use super::fields::{CARD, FILE, Kind, OFFER, Row};
use super::file::{BYTES, CARDS, OFFERS};
use super::options::TABLE;
use crate::i18n::Lang;
use std::fmt::Write as _;

/// JSON Schema (2020-12) of the offers file.
pub fn offers_schema() -> String {
    let mut out = String::from(
        "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Offers of a provider for the Suanzu widget\",\n",
    );
    let _ = writeln!(out, "  \"description\": \"At most {} MiB.\",", BYTES >> 20);
    let lists = [("cards", CARDS, CARD), ("offers", OFFERS, OFFER)].map(|(name, most, table)| {
        let items = object(table, &[], "      ");
        format!("\"{name}\": {{ \"type\": \"array\", \"maxItems\": {most}, \"items\": {items} }}")
    });
    let extra = ["\"$schema\": { \"type\": \"string\" }".to_owned(), lists[0].clone(), lists[1].clone()];
    let body = object(FILE, &extra, "  ");
    out.push_str(body.trim_start_matches('{').trim_start_matches('\n'));
    out.push('\n');
    out
}

fn object(table: &[Row], extra: &[String], pad: &str) -> String {
    let mut required: Vec<String> =
        table.iter().filter(|r| r.required).map(|r| format!("\"{}\"", r.key)).collect();
    if !extra.is_empty() {
        required.push("\"offers\"".to_owned());
    }
    let mut fields: Vec<String> = table.iter().map(|r| format!("\"{}\": {}", r.key, kind(r))).collect();
    fields.extend_from_slice(extra);
    let fields = fields.join(&format!(",\n{pad}  "));
    format!(
        "{{\n{pad}\"type\": \"object\",\n{pad}\"additionalProperties\": false,\n{pad}\"required\": [{}],\n{pad}\"properties\": {{\n{pad}  {fields}\n{pad}}}\n{}}}",
        required.join(", "),
        &pad[2..],
    )
}

fn kind(row: &Row) -> String {
    let rest = match row.kind {
        Kind::Text(most) => format!("\"type\": \"string\", \"minLength\": 1, \"maxLength\": {most}"),
        Kind::Word(words) => {
            let words: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
            format!("\"enum\": [{}]", words.join(", "))
        }
        Kind::Number(low, high) => format!("\"type\": \"number\", \"minimum\": {low}, \"maximum\": {high}"),
        Kind::Whole(low, high) => format!("\"type\": \"integer\", \"minimum\": {low}, \"maximum\": {high}"),
        Kind::Flag => "\"type\": \"boolean\"".to_owned(),
        Kind::Date => "\"type\": \"string\", \"pattern\": \"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$\"".to_owned(),
        Kind::Link => "\"type\": \"string\", \"pattern\": \"^https?://\", \"maxLength\": 2000".to_owned(),
        Kind::Cards => "\"type\": \"string\", \"pattern\": \"^(exact|upto|min):[0-9]{1,4}$\"".to_owned(),
    };
    format!("{{ {rest}, \"description\": \"{}\" }}", row.about.1)
}

/// The options as a table.
pub fn options_table(lang: Lang) -> String {
    let head =
        lang.pick("| 选项 | 取值 | 不写时 | 作用 |", "| option | takes | unless given | what it does |");
    let mut out = format!("{head}\n| --- | --- | --- | --- |\n");
    for row in TABLE {
        let usual = if row.usual.is_empty() { String::new() } else { format!("`{}`", row.usual) };
        let about = lang.pick(row.about.0, row.about.1);
        let _ = writeln!(out, "| `{}` | `{}` | {usual} | {about} |", row.name, row.takes.replace('|', "\\|"));
    }
    out
}

/// The fields of the offers file as tables: the file, its offers, its cards.
pub fn fields_table(lang: Lang) -> String {
    let mut out = String::new();
    let parts = [
        (FILE, lang.pick("文件", "The file")),
        (OFFER, lang.pick("`offers` 里的每一条", "Each of `offers`")),
        (
            CARD,
            lang.pick(
                "`cards` 里的每一张（目录里没有的卡）",
                "Each of `cards` (cards that the catalog does not have)",
            ),
        ),
    ];
    for (table, title) in parts {
        let head = lang.pick("| 字段 | 取值 | 必填 | 意思 |", "| field | takes | required | meaning |");
        let _ = writeln!(out, "**{title}**\n\n{head}\n| --- | --- | --- | --- |");
        for row in table {
            let yes = if row.required { lang.pick("是", "yes") } else { "" };
            let about = lang.pick(row.about.0, row.about.1);
            let _ = writeln!(out, "| `{}` | {} | {yes} | {about} |", row.key, takes(lang, row.kind));
        }
        out.push('\n');
    }
    out
}

/// What a kind takes, in words.
pub fn takes(lang: Lang, kind: Kind) -> String {
    let two = |zh: &'static str, en: &'static str| lang.pick(zh, en);
    match kind {
        Kind::Text(most) => {
            two("文字，最多 {} 字", "text, at most {} characters").replace("{}", &most.to_string())
        }
        Kind::Word(words) => words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(two("、", ", ")),
        Kind::Number(low, high) => format!("{} {low}–{high}", two("数", "number")),
        Kind::Whole(low, high) if low == high => format!("{low}"),
        Kind::Whole(low, high) => format!("{} {low}–{high}", two("整数", "whole number")),
        Kind::Flag => "`true`, `false`".to_owned(),
        Kind::Date => two("日期，如 `2026-12-01`", "a date such as `2026-12-01`").to_owned(),
        Kind::Link => two("http 或 https 地址", "an http or https address").to_owned(),
        Kind::Cards => "`exact:n`, `upto:n`, `min:n`".to_owned(),
    }
}
