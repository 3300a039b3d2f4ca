//! `docs/links.md` is made from the table of fields. `SUANZU_WRITE=1 cargo test links_page` writes
//! it anew; without that, a page that differs fails.

use super::fields::ABOUT;
use super::{Field, Slot, Unit, number::print, usual};

const HEAD: &str = "\
# The keys of a link

A link is a plan: `?v=1&m=qwen3-8b&g=rtx-4090-24g&n=2`. It always begins with the version and then names only what
differs from the default plan, so an empty link is the default plan. This page is made from the table in
`src/plan/fields.rs`, which the reader, the writer, the inputs and the tests use as well.

* Lists are joined by `,` and prices by `:`; the full-width twins `，` `：` `｜` `＆` `＝` are read too, encoded or not.
* Numbers are read as people write them: `8192`, `8,192`, `8k`, `1e3`, `1.2亿`, `１２０`, `2天`, `80G`, `5%`. They keep
  twelve significant digits. A context of `8k` is 8,192, everywhere else `k` is 1,000. A number outside its bounds is
  moved to the bound, and the page says so.
* `auto` leaves a choice to the engine; yes and no are `1` and `0`.
* A key that this version does not know is kept and written again. A key that stands twice counts as it stands last.
* `2.m=`, `2.g=` … `6.…` describe plans beside the first, for the view that compares them; what they do not name is as in the
  first, frozen prices always.
* `px=offer:price:unit:currency:date` (up to four) freezes prices; `ma=` carries the architecture of an imported model.
* The title is in the fragment (`#t=`), which never reaches a server.
* `lang=zh|en`, `show=CNY|USD|EUR` and `theme=light|dark` change how it is shown, never a figure.

| key | field | values | unit | default | since |
|---|---|---|---|---|---|
";

fn page() -> String {
    let mut out = HEAD.to_string();
    for field in Field::ALL {
        let row = field.row();
        let values = match &row.slot {
            Slot::Flag(_) => "1, 0".to_string(),
            Slot::OptFlag(_) => "auto, 1, 0".to_string(),
            Slot::Word(at) => {
                let auto = if at.auto { "auto, " } else { "" };
                format!("{auto}{}", field.words().join(", "))
            }
            Slot::Modes => format!("list of {}", field.words().join(", ")),
            Slot::Ids(_) => "list of ids".to_string(),
            Slot::OptId(_) => "auto, a word".to_string(),
            Slot::Model => "an id".to_string(),
            Slot::Architecture => "layer groups".to_string(),
            Slot::File => "auto, format:weights:bytes:embedding".to_string(),
            Slot::Frozen => "offer:price:unit:currency:date".to_string(),
            _ => {
                let auto = if row.slot.optional() { "auto, " } else { "" };
                format!("{auto}{} to {}", print(row.bounds.0), print(row.bounds.1))
            }
        };
        let unit = match row.unit {
            Unit::None | Unit::Count => String::new(),
            unit => serde_json::to_value(unit).unwrap().as_str().unwrap().to_string(),
        };
        let about = ABOUT[*field as usize].trim().trim_end_matches('.');
        let default = field.text(usual());
        let default = if default.is_empty() { "-".into() } else { default };
        out.push_str(&format!(
            "| `{}` | {about} | {values} | {unit} | {default} | {} |\n",
            row.key, row.since
        ));
    }
    out
}

#[test]
fn the_page_of_keys_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/links.md");
    if std::env::var_os("SUANZU_WRITE").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
        std::fs::write(path, page()).unwrap();
    }
    let have = std::fs::read_to_string(path).unwrap_or_default();
    assert!(have == page(), "docs/links.md is old: SUANZU_WRITE=1 cargo test links_page");
}
