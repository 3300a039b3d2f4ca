//! From a plan to what a tool accepts: typed documents for the programs that run the job and for the
//! engines that get the machine. Every value that memory and speed were computed from is written out and
//! copied from the plan; a value that a tool cannot say is a note, a plan that it cannot run a refusal.
//! Pure; knows no DOM and makes no sentences.

pub mod back;
mod cards;
mod launch;
pub mod name;
mod note;
mod serve;
mod setup;
mod tool;
mod train;
pub mod write;

pub use note::{Note, Refusal};
pub use setup::{Candidate, Setup, Texts};
pub use tool::{Checked, Kind, Tool};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Shell,
    Yaml,
    Json,
    Toml,
    Text,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub format: Format,
    /// Its text.
    pub text: String,
}

/// What a tool is handed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    /// For whom.
    pub tool: Tool,
    /// The files, the one to start first.
    pub files: Vec<File>,
    /// What its reader should know.
    pub notes: Vec<Note>,
}

/// A file, or why there is none.
pub type Made = Result<Doc, Refusal>;

impl Doc {
    fn new(tool: Tool) -> Self {
        Self { tool, files: Vec::new(), notes: Vec::new() }
    }
    fn file(mut self, name: &str, format: Format, text: String) -> Self {
        self.files.push(File { name: name.to_owned(), format, text });
        self
    }
    fn note(mut self, note: Note) -> Self {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        self
    }
    fn note_if(self, yes: bool, note: Note) -> Self {
        if yes { self.note(note) } else { self }
    }
}

/// What a tool is handed for this setup.
pub fn doc(setup: &Setup<'_>, tool: Tool) -> Made {
    if !setup.texts.model.starts_with("./") && !name::model_path(&setup.texts.model) {
        return Err(Refusal::ModelName);
    }
    // A program implies how memory and speed were computed: another one is another plan.
    if tool.kind() == Kind::Run && !Tool::of(setup.job.software).contains(&tool) {
        return Err(Refusal::OtherProgram);
    }
    let ours = crate::engine::job::version(tool.version());
    let other = tool.kind() == Kind::Run && setup.job.version.is_some_and(|v| Some(v) != ours);
    Ok(made(setup, tool)?.note_if(other, Note::OtherVersion))
}

/// The same for any texts: the tests put hostile ones in.
pub fn made(setup: &Setup<'_>, tool: Tool) -> Made {
    match tool {
        Tool::Vllm => serve::vllm::make(setup),
        Tool::Sglang => serve::sglang::make(setup),
        Tool::TensorRtLlm => serve::trtllm::make(setup),
        Tool::LlamaCpp => serve::llamacpp::make(setup),
        Tool::Ollama => serve::ollama::make(setup),
        Tool::Transformers => serve::transformers::make(setup),
        Tool::LlamaFactory => train::llamafactory::make(setup),
        Tool::MsSwift => train::swift::make(setup),
        Tool::Axolotl => train::axolotl::make(setup),
        Tool::Trl => train::trl::make(setup),
        Tool::DeepSpeed => train::deepspeed::make(setup),
        Tool::Accelerate => train::trl::own(setup),
        Tool::Unsloth => train::unsloth::make(setup),
        Tool::Torchtune => train::torchtune::make(setup),
        Tool::Megatron => train::megatron::make(setup),
        Tool::Verl => train::verl::make(setup),
        Tool::Kohya => train::images::kohya(setup),
        Tool::Diffusers => train::images::diffusers(setup),
        Tool::SkyPilot => launch::skypilot::make(setup),
        Tool::Dstack => launch::dstack::make(setup),
        Tool::Kubernetes => launch::kubernetes::make(setup),
        Tool::KubeRay => launch::kuberay::make(setup),
        Tool::Slurm => launch::slurm::make(setup),
        Tool::Compose => launch::compose::make(setup),
    }
}
