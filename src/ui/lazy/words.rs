//! The texts of parts, in files of their own: one for each language.

use super::part::join;
use crate::i18n::Lang;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

thread_local! {
    /// The language of the page.
    static NOW: Cell<Lang> = const { Cell::new(Lang::Zh) };
    /// Parts whose texts are here in some language.
    static OPENED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// The language of the page.
pub fn lang() -> Lang {
    NOW.get()
}

/// From now on parts count as here when their texts are here in this language.
pub fn speak(lang: Lang) {
    NOW.set(lang);
}

/// Brings the texts of a part, then calls back with whether they are here.
pub fn bring(file: &'static str, lang: Lang, then: Rc<dyn Fn(bool)>) {
    #[cfg(feature = "split")]
    crate::platform::fetch_beside(&format!("-{file}-{}.txt", lang.word()), move |text| {
        let ok = text.is_some_and(|text| crate::i18n::later::take(file, lang, text));
        if ok {
            OPENED.with_borrow_mut(|all| {
                if !all.contains(&file) {
                    all.push(file);
                }
            });
        }
        then(ok);
    });
    #[cfg(not(feature = "split"))]
    {
        OPENED.with_borrow_mut(|all| all.push(file));
        then(crate::i18n::later::here(file, lang));
    }
}

/// Brings the texts of all open parts in another language, then calls back: the page changes at once, not part by part. What could
/// not be had says so in its place.
pub fn translate(lang: Lang, then: impl FnOnce() + 'static) {
    let files = OPENED.with_borrow(Vec::clone);
    let missing: Vec<_> = files.into_iter().filter(|file| !crate::i18n::later::here(file, lang)).collect();
    let done = join(missing.len() as u32 + 1, Box::new(move |_| then()));
    for file in missing {
        bring(file, lang, done.clone());
    }
    done(true);
}
