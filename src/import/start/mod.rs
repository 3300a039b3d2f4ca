//! Start commands and files of the programs that serve and train, read into fields of a plan: `vllm
//! serve`, SGLang, llama.cpp, Ollama, TensorRT-LLM; torchrun, accelerate, deepspeed, TRL, LLaMA-Factory, ms-swift,
//! verl, Megatron-LM; YAML of LLaMA-Factory, axolotl and accelerate; DeepSpeed's JSON. What is not understood
//! is listed with its reason, nothing is guessed silently. Names of flags: handoff.md §3, §4, §8 and the programs'
//! own help.

mod finish;
mod flags;
mod programs;
mod shell;
#[cfg(test)]
mod tests;
mod training;
mod words;
mod yaml;

pub use words::targets;

use crate::catalog::Catalog;
use crate::import::json::{self, Value};
use crate::plan::{Field, Plan, Software};

/// Longest text that is read, bytes.
const TEXT_BYTES: usize = 64 * 1024;
/// Most settings of one text.
const MOST: usize = 500;

/// What a command or file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The program, where it is known.
    pub software: Option<Software>,
    /// What becomes part of the plan, in order; one entry a field.
    pub sets: Vec<Set>,
    /// What does not, or not quite, and why.
    pub odd: Vec<Odd>,
    /// Settings that are understood and change neither memory nor cost.
    pub quiet: Vec<String>,
}

/// A field that was set.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// As it stands in the text.
    pub from: String,
    /// The field.
    pub field: Field,
    /// Its text.
    pub text: String,
}

/// Something that needs the reader's eye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odd {
    /// As it stands in the text.
    pub from: String,
    /// Why it is listed.
    pub why: Why,
}

/// Why a setting is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing that is known here.
    Unknown,
    /// It changes memory or speed, and a plan has no place for it.
    NoPlace,
    /// The value cannot be read, or no such value exists.
    Value,
    /// No model of the catalog has this name.
    Model,
    /// An abbreviation, taken as this flag.
    Short(&'static str),
    /// An abbreviation of several flags.
    Ambiguous,
    /// Another setting says otherwise and counts.
    Overruled(String),
    /// What it names stands in another file.
    Elsewhere,
}

/// A setting as it stands in a text.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    /// Its name, in lower case, dashes for underscores, without dashes in front.
    key: String,
    /// Its value; `None` for a bare switch.
    value: Option<String>,
    /// As it stands.
    from: String,
}

impl Start {
    /// The plan that it makes of a plan: how the job runs is left to the engine where the text is silent.
    pub fn plan(&self, now: &Plan) -> Plan {
        let mut plan = now.clone();
        plan.run = Plan::default().run;
        plan.limits.count = None;
        for set in &self.sets {
            set.field.set(&mut plan, &set.text, &mut Vec::new());
        }
        plan
    }
}

/// Reads a command or file; `None` where it is neither.
pub fn read(text: &str, catalog: &Catalog) -> Option<Start> {
    let mut end = text.len().min(TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text[..end].trim();
    if text.starts_with('{') {
        return deepspeed(&json::parse(text).ok()?, catalog);
    }
    let (table, pairs) = match shell::command(text) {
        Some(found) => found,
        None => yaml::file(text)?,
    };
    Some(finish::finish(table, pairs, catalog))
}

/// DeepSpeed's configuration: keys joined by dashes.
fn deepspeed(file: &Value, catalog: &Catalog) -> Option<Start> {
    let own = ["zero_optimization", "train_micro_batch_size_per_gpu", "train_batch_size"];
    own.iter().any(|k| file.get(k).is_some()).then_some(())?;
    let mut pairs = Vec::new();
    flatten(file, "", &mut pairs);
    Some(finish::finish(&flags::DEEPSPEED, pairs, catalog))
}

fn flatten(value: &Value, path: &str, out: &mut Vec<Pair>) {
    for (key, value) in value.pairs() {
        let from = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let text = match value {
            Value::Map(_) => {
                flatten(value, &from, out);
                continue;
            }
            Value::Null | Value::List(_) => continue,
            Value::Bool(b) => b.to_string(),
            Value::Number(x) => crate::plan::number::print(*x),
            Value::Text(t) => t.clone(),
        };
        if out.len() >= MOST {
            return;
        }
        out.push(Pair { key: plain(&from), from: short(&format!("{from}: {text}")), value: Some(text) });
    }
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    let cut: String = name.trim_start_matches('-').chars().take(80).collect();
    cut.to_ascii_lowercase().replace(['_', '.'], "-")
}

/// A piece of text short enough to be shown.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(80).collect()
}
