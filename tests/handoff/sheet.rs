//! The order sheet: what a person has to choose on a seller's page, in both languages.

use crate::cases::with;
use suanzu::catalog::Catalog;
use suanzu::export::order;
use suanzu::i18n::{Lang, Wording, is_chinese};
use suanzu::plan::PRESETS;

#[test]
fn the_sheet_names_card_count_disk_mode_price_and_day() {
    for preset in PRESETS {
        with(preset.link, |setup| {
            let (plan, report) = crate::cases::answered(preset.link);
            for lang in Lang::ALL {
                let words = Wording::new(lang, &plan, &report, Catalog::embedded());
                let sheet = order::order(&words, setup);
                let e = setup.winner().entry;
                for part in
                    [words.cards(e), words.quoted(e), words.job_line(), format!("{} GB", setup.disk_gb)]
                {
                    let bare = |text: &str| text.replace(',', "");
                    assert!(bare(&sheet).contains(&bare(&part)), "{}: no {part} in\n{sheet}", preset.id);
                }
                assert!(sheet.contains(&setup.id) && sheet.lines().count() >= 12, "{sheet}");
                // Names of sellers stay as they are; the words around them are one language.
                let seller = words.provider(e.provider);
                let rest = sheet.replace(seller, "");
                assert!(lang == Lang::Zh || !rest.contains(is_chinese), "{}\n{rest}", preset.id);
            }
        });
    }
}
