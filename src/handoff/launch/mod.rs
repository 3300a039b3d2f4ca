//! Engines that get the machine. Each starts the script of the job (`serve.sh`, `train.sh`) and tells it, as
//! `NODE_RANK` and `MASTER_ADDR`, which of several machines it is on.

pub mod compose;
pub mod dstack;
pub mod kuberay;
pub mod kubernetes;
pub mod skypilot;
pub mod slurm;

use super::{Doc, File, Note, Setup, Tool, made};
use crate::plan::Task;

/// Where containers of engines that ask for an image start: Python's own; the programs bring CUDA's libraries with them.
const IMAGE: &str = "python:3.11";

/// What an engine is to start.
struct Start {
    /// Files that must lie beside the engine's own.
    files: Vec<File>,
    /// The script to start.
    script: String,
    /// How the program is installed; empty where a person must.
    pip: Vec<&'static str>,
    /// Where a service listens.
    port: Option<u32>,
    /// What to tell the reader.
    notes: Vec<Note>,
}

/// The job's own files; without a program that we write files for, the user's `job.sh`.
fn start(setup: &Setup<'_>) -> Start {
    let tools = if setup.plan.task == Task::KnownCards { &[] } else { Tool::of(setup.job.software) };
    let doc = tools.iter().find_map(|tool| made(setup, *tool).ok());
    match doc {
        Some(doc) => Start {
            script: doc.files.first().map_or_else(|| "job.sh".to_owned(), |f| f.name.clone()),
            pip: setup.pip(doc.tool).to_vec(),
            port: setup.stays().then(|| doc.tool.port()),
            notes: if setup.pip(doc.tool).is_empty() { vec![Note::FillInstall] } else { Vec::new() },
            files: doc.files,
        },
        None => Start {
            files: Vec::new(),
            script: "job.sh".into(),
            pip: Vec::new(),
            port: setup.stays().then_some(8000),
            notes: vec![Note::FillJob],
        },
    }
}

impl Start {
    /// The line that installs the program.
    fn install(&self) -> Option<String> {
        (!self.pip.is_empty()).then(|| {
            let words: Vec<_> = self.pip.iter().map(|p| super::write::quote(p)).collect();
            format!("pip install {}\n", words.join(" "))
        })
    }
    /// What kind of job, for names.
    const fn what(&self) -> &'static str {
        if self.port.is_some() { "serve" } else { "train" }
    }
    fn tell(&self, mut doc: Doc) -> Doc {
        for note in &self.notes {
            doc = doc.note(*note);
        }
        doc
    }
}

/// A comment line, then the document.
fn commented(about: &str, text: &str) -> String {
    format!("# {}\n{text}", super::name::comment(about))
}
