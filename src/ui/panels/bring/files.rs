//! Model files: their headers through slices, one after the other, of any size.

use super::{Said, apply, facts, known, lines_and, packing};
use crate::i18n::bring as text;
use crate::i18n::number;
use crate::import::files::{self, FileModel};
use crate::import::slices::{Broken, BrokenKind};
use crate::import::tensors::Tensor;
use crate::import::{gguf, json, safetensors};
use crate::plan::ModelRef;
use crate::platform::Picked;
use crate::ui::Facts;
use crate::ui::page::scene::Scene;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// Longest text file that is read, bytes.
const TEXT_BYTES: u64 = 1 << 20;

/// What files gave.
#[derive(Default)]
pub struct Loaded {
    model: Option<FileModel>,
    /// Names of those that could not be read, and what is wrong where the file itself is.
    faults: Vec<(String, Option<Broken>)>,
    whole: bool,
}

/// What is heard while files are read.
pub enum Heard {
    /// The one that is being read.
    Reading(String),
    /// There was only a text.
    Text(String),
    /// The end.
    Files(Loaded),
}

/// A reader of either format.
enum Reader {
    Gguf(gguf::Reader),
    Safe(safetensors::Reader),
}

/// Files on their way.
struct Job {
    left: Vec<Picked>,
    names: Vec<String>,
    gguf: Vec<gguf::Header>,
    safe: Vec<Vec<Tensor>>,
    /// A small text, its name, and how likely it is the configuration of a model.
    text: Option<(String, String, u8)>,
    faults: Vec<(String, Option<Broken>)>,
    facts: Facts,
    say: Callback<Heard>,
}

/// Reads files; `say` hears how it goes.
pub fn load(mut picked: Vec<Picked>, facts: Facts, say: Callback<Heard>) {
    let names = picked.iter().map(|p| p.name.clone()).collect();
    picked.reverse();
    let (gguf, safe, faults) = (Vec::new(), Vec::new(), Vec::new());
    next(Rc::new(RefCell::new(Job { left: picked, names, gguf, safe, text: None, faults, facts, say })));
}

/// How likely a file of that name is the configuration of a model: beside it lie those of tokenizers and adapters.
fn rank(name: &str) -> u8 {
    match name {
        "config.json" | "params.json" | "model_index.json" => 2,
        _ if name.contains("config") => 1,
        _ => 0,
    }
}

/// The next file, or the end.
fn next(job: Rc<RefCell<Job>>) {
    let Some(file) = job.borrow_mut().left.pop() else { return end(&job) };
    let say = job.borrow().say.clone();
    say.emit(Heard::Reading(file.name.clone()));
    let name = file.name.to_ascii_lowercase();
    let reader = if name.ends_with(".gguf") {
        Some(Reader::Gguf(gguf::Reader::new(file.size)))
    } else {
        name.ends_with(".safetensors").then(|| Reader::Safe(safetensors::Reader::new(file.size)))
    };
    if let Some(reader) = reader {
        return header(job, file, reader);
    }
    let rank = rank(&name);
    file.clone().slice(0, file.size.min(TEXT_BYTES), move |bytes| {
        {
            let mut job = job.borrow_mut();
            match bytes {
                Some(bytes) if job.text.as_ref().is_none_or(|t| t.2 < rank) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    job.text = Some((text, file.name.clone(), rank));
                }
                Some(_) => {}
                None => job.faults.push((file.name.clone(), None)),
            }
        }
        next(job);
    });
}

/// A slice more of a header, until it is whole.
fn header(job: Rc<RefCell<Job>>, file: Picked, mut reader: Reader) {
    // What comes next: nothing, or a slice.
    let step = match &mut reader {
        Reader::Gguf(r) => r.step().map(|s| s.map(|header| job.borrow_mut().gguf.push(header)).err()),
        Reader::Safe(r) => r.step().map(|s| s.map(|tensors| job.borrow_mut().safe.push(tensors)).err()),
    };
    let fault = match step {
        Ok(Some(want)) => {
            return file.clone().slice(want.at, want.len, move |bytes| match bytes {
                Some(bytes) if bytes.len() as u64 == want.len => {
                    match &mut reader {
                        Reader::Gguf(r) => r.feed(want.at, bytes),
                        Reader::Safe(r) => r.feed(want.at, bytes),
                    }
                    header(job, file, reader);
                }
                _ => {
                    job.borrow_mut().faults.push((file.name.clone(), None));
                    next(job);
                }
            });
        }
        Ok(None) => None,
        Err(broken) => Some((file.name, Some(broken))),
    };
    job.borrow_mut().faults.extend(fault);
    next(job);
}

/// All files have been read.
fn end(job: &Rc<RefCell<Job>>) {
    let mut all = job.borrow_mut();
    let job = &mut *all;
    let (gguf, safe) = (std::mem::take(&mut job.gguf), std::mem::take(&mut job.safe));
    let files = gguf.len() + safe.len() > 0;
    let mut faults = std::mem::take(&mut job.faults);
    let whole = faults.is_empty() && files::whole(job.names.iter().map(String::as_str));
    let heard = match job.text.take() {
        Some((text, ..)) if !files && faults.is_empty() => Heard::Text(text),
        text => {
            let config = text.and_then(|(text, name, _)| match json::parse(&text) {
                Ok(value) => Some(value),
                Err(f) => {
                    let (byte, kind) = (f.byte as u64, BrokenKind::Json);
                    faults.push((name, Some(Broken { byte, key: f.key, kind })));
                    None
                }
            });
            let model = files.then(|| match gguf.is_empty() {
                true => files::of_safetensors(safe, config.as_ref(), whole, &job.facts),
                false => files::of_gguf(gguf, whole, &job.facts),
            });
            Heard::Files(Loaded { model, faults, whole })
        }
    };
    let say = job.say.clone();
    drop(all);
    say.emit(heard);
}

/// What was read.
pub fn shown(scene: &Scene, loaded: &Loaded) -> Said {
    let lang = scene.lang;
    let mut lines: Vec<String> = Vec::new();
    lines.extend(loaded.faults.iter().map(|(name, broken)| match broken {
        None => text::say(lang, text::GONE, &[name]).plain(),
        Some(b) => {
            let (byte, kind) = (number::whole(b.byte), text::of(lang, text::broken(b.kind)));
            let pair = if b.key.is_empty() { text::BROKEN } else { text::BROKEN_KEY };
            text::say(lang, pair, &[name, &byte, kind, &b.key]).plain()
        }
    }));
    let mut rest = Html::default();
    let mut said = String::new();
    if let Some(m) = &loaded.model {
        let name = if m.model_type.is_empty() { m.dtype } else { &m.model_type };
        said = match (&m.model, m.known) {
            (_, Some(ix)) => facts(lang, name, &scene.catalog.model(ix).arch),
            (Some(ModelRef::Imported(arch)), _) => facts(lang, name, arch),
            (Some(_), _) => {
                text::say(lang, text::M_SIZE, &[&number::params(lang, m.sums.params as f64)]).plain()
            }
            (None, _) => text::of(lang, text::M_NONE).to_owned(),
        };
        if matches!(m.model, Some(ModelRef::Imported(_))) || m.known.is_some() {
            lines.push(known(scene, m.known.map(|ix| scene.catalog.model(ix).name()), &m.same));
        }
        lines.extend(m.missing.map(|key| text::say(lang, text::N_MISSING, &[key]).plain()));
        lines.extend(m.quant.map(|q| packing(lang, q)));
        lines.extend(m.file.map(|f| text::say(lang, text::M_BYTES, &[&number::gib(f.bytes as f64)]).plain()));
        for (yes, pair) in [(!loaded.whole, text::M_PART), (m.inferred, text::M_GUESSED)] {
            lines.extend(yes.then(|| text::of(lang, pair).to_owned()));
        }
        rest = m.plan(&scene.plan, &scene.catalog).map_or_else(Html::default, |plan| apply(scene, plan));
    } else if !lines.is_empty() {
        said = lines.remove(0);
    }
    (said, lines_and(&lines, rest))
}
