//! Any text that somebody pastes, told apart: a configuration, a start command or file, a failure or
//! device table, the size of a data set.

use super::config::{self, Imported, NotAModel};
use super::dataset::{self, Size};
use super::json;
use super::oom::{self, Kind, Message};
use super::start::{self, Start};
use crate::catalog::Catalog;

/// What a text is.
#[derive(Clone, Debug, PartialEq)]
pub enum Paste {
    /// Nothing yet.
    Empty,
    /// The configuration of a model.
    Model(Box<Imported>),
    /// JSON that is no model, or an adapter or index.
    NotAModel(NotAModel),
    /// A start command or file.
    Start(Start),
    /// A failure or a device table.
    Memory(Box<Message>),
    /// The size of a data set.
    Data(Size),
    /// None of these.
    Unknown,
}

/// Tells a text apart. Total.
pub fn read(text: &str, catalog: &Catalog) -> Paste {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Paste::Empty;
    }
    if text.starts_with('{') {
        if let Some(start) = start::read(text, catalog) {
            return Paste::Start(start);
        }
        return match json::parse(text).map_err(NotAModel::Json).and_then(|v| config::from_value(&v, catalog))
        {
            Ok(model) => Paste::Model(Box::new(model)),
            Err(fault) => Paste::NotAModel(fault),
        };
    }
    // A failure may quote the command that ran; a command quotes no failure.
    let message = oom::read(text);
    if !matches!(message.kind, Kind::Unknown | Kind::Log) {
        return Paste::Memory(Box::new(message));
    }
    if let Some(size) = dataset::size(text) {
        return Paste::Data(size);
    }
    if let Some(start) = start::read(text, catalog) {
        return Paste::Start(start);
    }
    if message.kind == Kind::Log { Paste::Memory(Box::new(message)) } else { Paste::Unknown }
}
