//! How a session begins, and what follows it: the address, the keys, the root element.

use super::Handle;
use crate::catalog::Catalog;
use crate::i18n::Lang;
use crate::plan::Preset;
use crate::platform;
use crate::share::{self, Link, Theme};
use crate::ui::lazy;
use crate::ui::{Action, Session, Trail};
use gloo::timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// How long typing must rest before the address is replaced, ms.
const ADDRESS_AFTER_MS: u32 = 300;

/// Reads the address: link and warnings, names replaced by the catalog's ids.
fn read(text: &str) -> (Link, Vec<crate::plan::Warning>) {
    let (mut link, mut warnings) = share::read(text);
    // A name that nobody knows stays as it is: the report warns of it too.
    for plan in std::iter::once(&mut link.plan).chain(&mut link.others) {
        warnings.extend(share::own_ids(plan, Catalog::embedded()));
    }
    (link, warnings)
}

fn address() -> String {
    let (query, fragment) = (platform::query(), platform::fragment());
    if fragment.is_empty() { query } else { format!("{query}#{fragment}") }
}

/// The first session: the address, else what was chosen before, else the browser's language. A first
/// visit in English opens the preset for any region in dollars (semantics §4).
pub fn session() -> Session {
    let text = address();
    let (link, warnings) = read(&text);
    let lang = link
        .view
        .lang
        .or_else(|| platform::recall("sz-lang").and_then(|l| Lang::parse(&l)))
        .or_else(platform::reader_lang)
        .unwrap_or_default();
    let dark = link
        .view
        .theme
        .or_else(|| platform::recall("sz-theme").and_then(|t| Theme::parse(&t)))
        .map(|t| t == Theme::Dark);
    let first = text.is_empty() && lang == Lang::En && platform::recall("sz-seen").is_none();
    platform::remember("sz-seen", Some("1"));
    if first && let Some(preset) = Preset::find("world") {
        let (plan, _) = share::decode(preset.link);
        let mut session = Session::new(Link { plan, ..link }, warnings, lang, dark);
        session.trail = Trail::Typed;
        session.serial = 1;
        return session;
    }
    Session::new(link, warnings, lang, dark)
}

/// What the address says of this session.
fn query(session: &Session) -> String {
    share::write(&session.link())
}

/// Keeps the address and the plan together: typing replaces it after a moment, a decision makes an
/// entry, Back and Forward load what stands there. Returns the query of the link.
#[hook]
pub fn use_address(session: &Handle) -> AttrValue {
    let text = use_memo((session.serial, session.lang), {
        let session = session.clone();
        move |_| AttrValue::from(query(&session))
    });
    // A replacement that has not happened yet.
    let pending = use_mut_ref(|| None::<(Timeout, String)>);
    {
        let (pending, trail, text) = (pending.clone(), session.trail, (*text).clone());
        use_effect_with((session.serial, session.show, session.lang), move |(serial, ..)| {
            let begun = *serial > 0;
            match trail {
                _ if !begun => {}
                Trail::Still => drop(pending.borrow_mut().take()),
                Trail::Typed => {
                    let (now, later) = (text.to_string(), pending.clone());
                    let timer = platform::after(ADDRESS_AFTER_MS, move || {
                        if let Some((_, text)) = later.borrow_mut().take() {
                            platform::replace(&text);
                        }
                    });
                    *pending.borrow_mut() = Some((timer, now));
                }
                Trail::Chosen => {
                    // What was typed before the decision belongs to the entry before.
                    if let Some((_, before)) = pending.borrow_mut().take() {
                        platform::replace(&before);
                    }
                    platform::push(&text);
                }
            }
        });
    }
    {
        let dispatch = session.dispatcher();
        use_effect_with((), move |()| {
            let listener = platform::on_back(move || {
                let (link, warnings) = read(&address());
                dispatch.dispatch(Action::Back(Box::new(link.plan), link.others, warnings));
            });
            move || drop(listener)
        });
    }
    (*text).clone()
}

/// `/` focuses the model, Ctrl or Cmd+Z undoes outside text boxes, with Shift it redoes.
#[hook]
pub fn use_keys(send: &Callback<Action>) {
    let send = send.clone();
    use_effect_with((), move |()| {
        let listener = platform::on_key(move |key, ctrl, shift| match key {
            "/" if !ctrl && !platform::focused_in_text() => {
                platform::focus("model");
                true
            }
            "p" if ctrl && !shift && lazy::BELOW.get().is_none() => {
                lazy::print();
                true
            }
            "z" | "Z" if ctrl && !platform::focused_in_text() => {
                send.emit(if shift { Action::Redo } else { Action::Undo });
                true
            }
            "y" if ctrl && !shift && !platform::focused_in_text() => {
                send.emit(Action::Redo);
                true
            }
            _ => false,
        });
        move || drop(listener)
    });
}

/// Language, theme and title of the document; both choices are remembered.
#[hook]
pub fn use_root(session: &Handle) {
    let (first_lang, first_theme) = (use_mut_ref(|| true), use_mut_ref(|| true));
    use_effect_with(session.lang, {
        let first = first_lang;
        move |lang: &Lang| {
            platform::set_lang(lang.tag());
            if !std::mem::replace(&mut *first.borrow_mut(), false) {
                platform::remember("sz-lang", Some(lang.word()));
            }
        }
    });
    use_effect_with(session.dark, {
        let first = first_theme;
        move |dark: &Option<bool>| {
            let word = dark.map(|d| if d { Theme::Dark.word() } else { Theme::Light.word() });
            platform::set_theme(word);
            if !std::mem::replace(&mut *first.borrow_mut(), false) {
                platform::remember("sz-theme", word);
            }
        }
    });
    let title = use_memo((session.plan.clone(), session.lang), |(plan, lang)| title(plan, *lang));
    use_effect_with(title, |title: &Rc<String>| platform::set_title(title));
}

fn title(plan: &crate::plan::Plan, lang: Lang) -> String {
    use crate::i18n::Named;
    let model = crate::ui::parts::model_name(plan, Catalog::embedded(), lang);
    let job = plan.task.name(lang);
    let (name, other) = (
        lang.text().title,
        lang.pick("租哪张 GPU，向谁租，一共要花多少钱", "which GPU to rent, from whom, and what it costs"),
    );
    if *plan == crate::plan::Plan::default() {
        format!("{name} · {other}")
    } else {
        format!("{name} · {job} · {model}")
    }
}
