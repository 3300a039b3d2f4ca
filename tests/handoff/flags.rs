//! Names of settings that tools know: lists taken from the published wheels of exact versions, since installing the
//! tools themselves (PyTorch among what they need) is too much for every run of the tests.

use std::collections::BTreeSet;
use suanzu::handoff::{Doc, Tool};

/// The list of a tool, and which of its files is held against it.
const fn list(tool: Tool) -> Option<(&'static str, &'static str)> {
    Some(match tool {
        Tool::Vllm => ("serve.sh", include_str!("../data/flags/vllm-0.33.0.txt")),
        Tool::Sglang => ("serve.sh", include_str!("../data/flags/sglang-0.5.23.txt")),
        Tool::Transformers => ("serve.sh", include_str!("../data/flags/transformers-5.5.0.txt")),
        Tool::LlamaFactory => ("train.yaml", include_str!("../data/flags/llama-factory-0.9.5.txt")),
        Tool::Axolotl => ("axolotl.yaml", include_str!("../data/flags/axolotl-0.21.0.txt")),
        Tool::Trl => ("train.sh", include_str!("../data/flags/trl-1.16.0.txt")),
        Tool::MsSwift => ("train.sh", include_str!("../data/flags/ms-swift-4.6.0.txt")),
        _ => return None,
    })
}

const ACCELERATE: &str = include_str!("../data/flags/accelerate-1.15.0.txt");

/// Top keys of a YAML file, flags of a script without those of a launcher before it.
fn names(file: &str, text: &str) -> Vec<String> {
    let launcher: &[&str] = match text.contains("accelerate launch") {
        true => &["config_file", "machine_rank", "main_process_ip", "main_process_port"],
        false => &[],
    };
    if let Some(tree) = file.ends_with(".yaml").then(|| serde_yaml::from_str::<serde_json::Value>(text)) {
        let tree = tree.expect("YAML");
        return tree.as_object().expect("a map").keys().cloned().collect();
    }
    // One a line; some stand in a variable of the script (`rank=(--headless)`).
    let begins = |at: usize| at == 0 || text[..at].ends_with([' ', '(', '\n']);
    let flags = text.match_indices("--").filter(|(at, _)| begins(*at)).filter_map(|(at, _)| {
        text[at + 2..].split(|c: char| !(c.is_ascii_alphanumeric() || "_-".contains(c))).next()
    });
    flags.filter(|f| !launcher.contains(f)).map(str::to_owned).collect()
}

/// Holds a tool's names against its list; answers how many.
pub fn check(doc: &Doc, case: &str) -> usize {
    let mut seen = 0;
    let files = list(doc.tool).into_iter().chain([("accelerate.yaml", ACCELERATE)]);
    for (name, known) in files {
        let Some(file) = doc.files.iter().find(|f| f.name == name) else { continue };
        let known: BTreeSet<&str> = known.lines().filter(|l| !l.starts_with('#')).collect();
        for key in names(name, &file.text) {
            assert!(known.contains(key.as_str()), "{case} {:?}: it knows no {key}", doc.tool);
            seen += 1;
        }
    }
    seen
}
