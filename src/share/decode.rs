use super::migrate::{CURRENT, migrate};
use super::raw::{Raw, SETTINGS, TEXT_BYTES};
use super::{KEPT, KEPT_CHARS, Link, OTHERS, TITLE_CHARS, Theme};
use crate::i18n::Lang;
use crate::plan::{Field, Plan, Slot, Warning, number};
use crate::units::{Currency, Order};

/// Reads any link we ever handed out: plan and warnings.
pub fn decode(text: &str) -> (Plan, Vec<Warning>) {
    let (link, warnings) = read(text);
    (link.plan, warnings)
}

/// Whether a text says which version of our links it is: without any setting that is the default plan.
pub fn versioned(text: &str) -> bool {
    Raw::parse(text).take("v").is_some_and(|v| number::read(&v).is_some_and(f64::is_finite))
}

/// Reads a link with everything it carries.
pub fn read(text: &str) -> (Link, Vec<Warning>) {
    let mut warn = Vec::new();
    let mut raw = Raw::parse(text);
    if let Some(bytes) = raw.too_long {
        warn.push(Warning::TooLong { bytes: count(bytes), read: TEXT_BYTES as u32 });
    }
    if let Some(settings) = raw.too_many {
        warn.push(Warning::TooMany { settings: count(settings), read: SETTINGS as u32 });
    }
    let mut version_text = None;
    if let Some(text) = raw.take("v") {
        match number::read(&text) {
            Some(v) if v.is_finite() => raw.version = v.clamp(0.0, f64::from(u32::MAX)) as u32,
            _ => version_text = Some(text),
        }
    }
    if let Some(text) = version_text {
        warn.push(Warning::UnknownKey { key: format!("v={}", text.chars().take(20).collect::<String>()) });
    }
    let raw = migrate(raw);
    let newer = raw.version > CURRENT;
    let mut state = State { link: Link::default(), warn, read: 0, unused: Vec::new(), cut: false };
    state.fragment(&raw);
    state.settings(raw.pairs, raw.cut, raw.bare);
    let State { link, mut warn, read, unused, .. } = state;
    if newer {
        warn.insert(0, Warning::NewerVersion { version: raw.version, read, unused });
    } else {
        warn.extend(unused.into_iter().map(|key| Warning::UnknownKey { key }));
    }
    (link, warn)
}

struct State {
    link: Link,
    warn: Vec<Warning>,
    read: u32,
    unused: Vec<String>,
    cut: bool,
}

impl State {
    fn fragment(&mut self, raw: &Raw) {
        for (key, value) in &raw.fragment {
            if key == "t" {
                let title: String = value.chars().take(TITLE_CHARS).collect();
                self.link.title = title.trim().to_string();
            } else if self.link.unknown_fragment.len() < KEPT {
                self.link.unknown_fragment.push((key.clone(), kept(value)));
            }
        }
    }

    fn settings(&mut self, pairs: Vec<(String, String)>, cut: bool, bare: bool) {
        // In the order of the table, so that the result does not depend on the order of a link; the
        // forms of the model stand there from the vaguest to the most exact.
        let last = pairs.len().checked_sub(1);
        let mut known: Vec<(u32, Field, usize)> = Vec::new();
        let mut texts: Vec<String> = Vec::with_capacity(pairs.len());
        let mut cut_key = None;
        for (at, (key, value)) in pairs.into_iter().enumerate() {
            let (column, name) = column(&key);
            let mut field = Field::of_key(name);
            // The last key of a cut link may be the beginning of one; without a value it says nothing.
            if field.is_none() && bare && value.is_empty() && Some(at) == last && !key.is_empty() {
                let beginnings = Field::ALL.iter().filter(|f| f.key().starts_with(name)).count();
                if beginnings > 0 {
                    cut_key = Some(key.clone());
                    texts.push(String::new());
                    continue;
                }
            }
            if matches!(field, Some(Field::Frozen)) && column > 1 {
                field = None;
            }
            match field {
                Some(field) => known.push((column, field, at)),
                None if self.view(&key, &value) => self.read += 1,
                None => self.unknown(key, value.clone()),
            }
            texts.push(value);
        }
        if let Some(text) = cut_key {
            self.warn.push(Warning::Truncated { field: None, text });
        } else if cut {
            let field = known.iter().find(|k| Some(k.2) == last).map(|k| k.1);
            let text = last.and_then(|i| texts.get(i)).cloned().unwrap_or_default();
            self.warn.push(Warning::Truncated { field, text: text.chars().take(60).collect() });
        }
        self.cut = cut;
        known.order_by_key(|k| (k.0, k.1, k.2));
        for (i, (column, field, at)) in known.iter().enumerate() {
            let Some(text) = texts.get(*at) else { continue };
            let twice = known.get(i + 1).is_some_and(|n| (n.0, n.1) == (*column, *field));
            if twice && !matches!(field, Field::Frozen) {
                self.warn.push(Warning::Duplicate { field: *field });
                continue;
            }
            self.set(*column, *field, text, Some(*at) == last);
        }
        for plan in std::iter::once(&mut self.link.plan).chain(&mut self.link.others) {
            // `set` bounds what it reads; this is the promise that nothing else gets through.
            plan.clamp();
        }
    }

    /// Sets a field of the first plan or of one beside it.
    fn set(&mut self, column: u32, field: Field, text: &str, last: bool) {
        let plan = if column <= 1 {
            &mut self.link.plan
        } else {
            let at = column as usize - 2;
            while self.link.others.len() <= at {
                self.link.others.push(self.link.plan.clone());
            }
            &mut self.link.others[at]
        };
        let before = self.warn.len();
        if field.set(plan, text, &mut self.warn) {
            self.read += 1;
            return;
        }
        // A word cut at the end of the link is mended where only one word begins like it.
        if last
            && text.len() >= 2
            && matches!(field.row().slot, Slot::Word(_))
            && let lower = text.to_ascii_lowercase()
            && let mut words =
                field.words().into_iter().filter(|w| w.to_ascii_lowercase().starts_with(&lower))
            && let (Some(word), None) = (words.next(), words.next())
        {
            self.warn.truncate(before);
            field.set(plan, word, &mut self.warn);
            self.read += 1;
            if !self.cut {
                self.warn.push(Warning::Truncated { field: Some(field), text: text.to_string() });
            }
        }
    }

    /// Settings of the view.
    fn view(&mut self, key: &str, value: &str) -> bool {
        let view = &mut self.link.view;
        match key {
            "lang" => view.lang = Lang::parse(value),
            "show" => view.show = Currency::parse(value),
            "theme" => view.theme = Theme::parse(value),
            _ => return false,
        }
        match key {
            "lang" => view.lang.is_some(),
            "show" => view.show.is_some(),
            _ => view.theme.is_some(),
        }
    }

    fn unknown(&mut self, key: String, value: String) {
        if self.link.unknown.len() < KEPT {
            self.unused.push(key.clone());
            // The last one of a key counts, as everywhere.
            self.link.unknown.retain(|(k, _)| *k != key);
            self.link.unknown.push((key, kept(&value)));
        }
    }
}

/// The plan a key belongs to and the key itself: `2.m` is the model of the second plan.
fn column(key: &str) -> (u32, &str) {
    match key.split_once('.') {
        Some((n, rest)) => match n.parse::<u32>() {
            Ok(n @ 2..) if n as usize <= OTHERS + 1 => (n, rest),
            _ => (1, key),
        },
        None => (1, key),
    }
}

fn kept(value: &str) -> String {
    let end = value.char_indices().nth(KEPT_CHARS).map_or(value.len(), |(i, _)| i);
    value[..end].trim_end().to_string()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
