//! What is published about the tables: a JSON Schema of the offers file, TypeScript types, and both tables as JSON.

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

/// The TypeScript types of loader and element.
pub fn types() -> String {
    let mut out = String::from(
        "// Types of the Suanzu widget, generated from the table of options (tests/embed.rs).\n",
    );
    out.push_str("import type { Report } from './engine.js';\n\nexport type { Report };\n\n/** Options: attributes of the element, `data-…` of the container, `setOptions`. */\n");
    out.push_str("export interface SuanzuOptions {\n");
    for row in TABLE {
        let words: Vec<&str> = row.takes.split(" | ").collect();
        let kind = match row.takes {
            "flag" => "boolean | ''".to_owned(),
            "auto | pixels" => "'auto' | number".to_owned(),
            _ if words.len() > 1 => words.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(" | "),
            _ => "string".to_owned(),
        };
        let _ = writeln!(out, "  /** {}. */\n  '{}'?: {kind} | null;", row.about.1, row.name);
    }
    out.push_str("}\n");
    out.push_str(include_str!("widget.d.ts"));
    out
}

/// Both tables as JSON, texts in both languages: what the page about the widget shows.
pub fn tables() -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let both = |pair: (&str, &str)| format!("{{ \"zh\": {}, \"en\": {} }}", quoted(pair.0), quoted(pair.1));
    let options: Vec<String> = TABLE
        .iter()
        .map(|row| {
            let (name, takes, usual) = (quoted(row.name), quoted(row.takes), quoted(row.usual));
            let about = both(row.about);
            format!("    {{ \"name\": {name}, \"takes\": {takes}, \"usual\": {usual}, \"about\": {about} }}")
        })
        .collect();
    let mut out = format!("{{\n  \"options\": [\n{}\n  ]", options.join(",\n"));
    for (name, table) in [("file", FILE), ("offers", OFFER), ("cards", CARD)] {
        let rows: Vec<String> = table
            .iter()
            .map(|row| {
                let kind = Lang::ALL.map(|lang| takes(lang, row.kind).replace('`', ""));
                let (key, about) = (quoted(row.key), both(row.about));
                let kind = both((&kind[0], &kind[1]));
                let needed = row.required;
                format!(
                    "    {{ \"key\": {key}, \"takes\": {kind}, \"required\": {needed}, \"about\": {about} }}"
                )
            })
            .collect();
        let _ = write!(out, ",\n  \"{name}\": [\n{}\n  ]", rows.join(",\n"));
    }
    out + "\n}\n"
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
