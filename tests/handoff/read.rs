//! Files read back by what reads them for real: YAML, JSON and TOML by parsers, shell by bash, which runs the script
//! with stand-ins for the programs that it starts and writes down what each was given.

use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use suanzu::handoff::{File, Format};

/// Programs that our scripts start.
const PROGRAMS: &[&str] = &[
    "accelerate",
    "llama-server",
    "llamafactory-cli",
    "ollama",
    "python3",
    "srun",
    "swift",
    "torchrun",
    "transformers",
    "trtllm-serve",
    "tune",
    "vllm",
];

/// One start of a program: its words, and its environment.
#[derive(Debug)]
pub struct Started {
    words: Vec<String>,
    variables: HashMap<String, String>,
}

/// A file as its reader sees it.
#[derive(Debug)]
pub enum Content {
    /// Documents of YAML or JSON, or one of TOML.
    Trees(Vec<Value>),
    /// What a script starts, and the directives above its first command.
    Script(Vec<Started>, Vec<String>),
    /// Lines.
    Lines(Vec<String>),
}

/// A folder for one start of bash.
fn folder() -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("read/{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a script as the second of its machines and notes what it starts.
fn run(script: &str) -> Vec<Started> {
    let folder = folder();
    let mut code = String::from(
        "record() { { printf '%s\\0' \"$#\" \"$@\"; env -0; } >\"$(mktemp \"$SEEN/XXXXXX\")\"; }\n",
    );
    for name in PROGRAMS {
        code.push_str(&format!("{name}() {{ record {name} \"$@\"; }}\n"));
    }
    code.push_str("scontrol() { printf 'n1\\nn2\\n'; }\n");
    code.push_str(script);
    let path = folder.join("script");
    std::fs::write(&path, code).expect("the script");
    std::fs::create_dir(folder.join("seen")).expect("a folder");
    let out = Command::new("bash")
        .arg(&path)
        .current_dir(&folder)
        .env("SEEN", folder.join("seen"))
        .envs([("NODE_RANK", "1"), ("MASTER_ADDR", "10.0.0.1"), ("SLURM_JOB_NODELIST", "n[1-2]")])
        .output()
        .expect("bash");
    assert!(out.status.success(), "{script}\n{}", String::from_utf8_lossy(&out.stderr));
    let mut started = Vec::new();
    for file in std::fs::read_dir(folder.join("seen")).expect("a folder") {
        let bytes = std::fs::read(file.expect("a file").path()).expect("what was seen");
        let text = String::from_utf8(bytes).expect("text");
        let mut parts = text.split_terminator('\0');
        let words: usize = parts.next().and_then(|n| n.parse().ok()).expect("how many words");
        let words = parts.by_ref().take(words).map(str::to_owned).collect();
        let variables = parts.filter_map(|v| v.split_once('='));
        started.push(Started {
            words,
            variables: variables.map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        });
    }
    std::fs::remove_dir_all(folder).expect("its folder");
    started
}

/// Reads a file.
pub fn content(file: &File) -> Content {
    let odd = |e: &dyn std::fmt::Display| -> Value { panic!("{}: {e}\n{}", file.name, file.text) };
    match file.format {
        Format::Yaml => {
            let read = |d| <Value as serde::Deserialize>::deserialize(d).unwrap_or_else(|e| odd(&e));
            Content::Trees(serde_yaml::Deserializer::from_str(&file.text).map(read).collect())
        }
        Format::Json => Content::Trees(vec![serde_json::from_str(&file.text).unwrap_or_else(|e| odd(&e))]),
        Format::Toml => Content::Trees(vec![::toml::from_str(&file.text).unwrap_or_else(|e| odd(&e))]),
        Format::Shell => {
            // Slurm stops looking for directives at the first command.
            let above = file.text.lines().take_while(|l| l.starts_with('#'));
            let said = above.filter_map(|l| l.strip_prefix("#SBATCH ")).map(str::to_owned).collect();
            Content::Script(run(&file.text), said)
        }
        Format::Text => Content::Lines(file.text.lines().map(str::to_owned).collect()),
    }
}

/// A value as the plan would print it.
fn print(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(print).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

impl Content {
    /// What stands under a key: `a.b.0.c` of a tree (`Kind/a.b` of the document of that kind), `--flag`, `key=` of an
    /// override, `@2` for the second word after the program, `NAME` of a variable, `#flag` of a directive.
    /// A flag without a value is `true`, `--flag*` takes all words that follow; dots inside a key of a tree are written `\.`.
    pub fn get(&self, key: &str) -> Option<String> {
        match self {
            Self::Trees(all) => {
                let (kind, path) = key.split_once("//").map_or((None, key), |(k, p)| (Some(k), p));
                let mut at =
                    all.iter().find(|d| kind.is_none_or(|k| d.get("kind").is_some_and(|is| is == k)))?;
                for part in path.replace("\\.", "\0").split('.') {
                    let part = part.replace('\0', ".");
                    at = match at {
                        Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
                        other => other.get(&part)?,
                    };
                }
                Some(print(at))
            }
            Self::Script(started, said) => {
                if let Some(name) = key.strip_prefix('#') {
                    return said
                        .iter()
                        .find_map(|l| l.strip_prefix(name)?.strip_prefix('='))
                        .map(str::to_owned);
                }
                started.iter().find_map(|s| s.get(key))
            }
            Self::Lines(lines) => lines.iter().find_map(|l| Some(l.strip_prefix(key)?.trim().to_owned())),
        }
    }
}

impl Started {
    fn get(&self, key: &str) -> Option<String> {
        if let Some(at) = key.strip_prefix('@') {
            return self.words.get(at.parse::<usize>().ok()?).cloned();
        }
        if let Some(key) = key.strip_suffix('=') {
            return self.words.iter().find_map(|w| w.strip_prefix(key)?.strip_prefix('=')).map(str::to_owned);
        }
        if !key.starts_with('-') {
            return self.variables.get(key).cloned();
        }
        let (key, list) = key.strip_suffix('*').map_or((key, false), |key| (key, true));
        let all: Vec<usize> = (0..self.words.len()).filter(|at| self.words[*at] == key).collect();
        assert!(all.len() < 2, "{key} stands twice: {:?}", self.words);
        let Some(at) = all.first() else {
            return self.words.iter().find_map(|w| w.strip_prefix(key)?.strip_prefix('=')).map(str::to_owned);
        };
        let rest = &self.words[at + 1..];
        let values = rest.iter().map(String::as_str).take_while(|w| !w.starts_with('-'));
        let values: Vec<&str> = values.take(if list { usize::MAX } else { 1 }).collect();
        Some(if values.is_empty() { "true".to_owned() } else { values.join(",") })
    }
}
