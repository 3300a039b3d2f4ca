//! What each tool's files must say of a plan, by the tables of `shared/handoff.md`: written from plan, job and layout, not
//! from the writers, and compared with what real readers find under exactly that key.

mod launch;
mod serve;
mod train;

use crate::read;
use suanzu::handoff::{Doc, Format, Kind, Setup};

/// One value of one file.
pub struct Expected {
    /// Which file.
    pub file: String,
    /// As [`read::Content::get`] takes it.
    pub key: &'static str,
    /// As text; `None`: must not stand there.
    pub value: Option<String>,
}

/// Gathers what one file must say.
pub struct Say {
    all: Vec<Expected>,
    file: String,
}

impl Say {
    /// What follows is about this file.
    fn file(&mut self, name: impl Into<String>) -> &mut Self {
        self.file = name.into();
        self
    }
    fn is(&mut self, key: &'static str, value: impl ToString) -> &mut Self {
        self.maybe(key, Some(value.to_string()))
    }
    fn maybe(&mut self, key: &'static str, value: Option<String>) -> &mut Self {
        self.all.push(Expected { file: self.file.clone(), key, value });
        self
    }
    /// The value where it holds, nothing else.
    fn when(&mut self, holds: bool, key: &'static str, value: impl ToString) -> &mut Self {
        self.maybe(key, holds.then(|| value.to_string()))
    }
}

/// Everything that the files of a tool must say.
pub fn expected(setup: &Setup<'_>, doc: &Doc) -> Vec<Expected> {
    let mut say = Say { all: Vec::new(), file: doc.files[0].name.clone() };
    match doc.tool.kind() {
        Kind::Launch => launch::says(setup, doc, &mut say),
        Kind::Run if setup.stays() => serve::says(setup, doc.tool, &mut say),
        Kind::Run => train::says(setup, doc, &mut say),
    }
    say.all
}

/// Reads the files back and notes what differs; answers how many values. Python is read by check.py.
pub fn check(setup: &Setup<'_>, doc: &Doc, case: &str, odd: &mut Vec<String>) -> usize {
    let contents: Vec<_> = doc.files.iter().map(|f| (f, read::content(f))).collect();
    let wanted = expected(setup, doc);
    for want in &wanted {
        let found = contents.iter().find(|(f, _)| f.name == want.file);
        let (file, content) = found.unwrap_or_else(|| panic!("{case} {:?}: no {}", doc.tool, want.file));
        if file.format == Format::Text && file.name.ends_with(".py") {
            continue;
        }
        let got = content.get(want.key);
        if got != want.value {
            odd.push(format!("{case} {:?} {}: {got:?}, planned {:?}", doc.tool, want.key, want.value));
        }
    }
    wanted.len()
}
