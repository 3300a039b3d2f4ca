//! Files for other tools, read back: every value that memory and speed were computed from stands in them,
//! hostile names stay in their fields before real parsers of YAML, JSON, TOML and shell, and several machines agree in
//! every format. The files of all presets are left in the target folder, to be read with the tools themselves.

#[path = "handoff/cases.rs"]
mod cases;
#[path = "handoff/changes.rs"]
mod changes;
#[path = "handoff/expect/mod.rs"]
mod expect;
#[path = "handoff/flags.rs"]
mod flags;
#[path = "handoff/hostile.rs"]
mod hostile;
#[path = "handoff/nodes.rs"]
mod nodes;
#[path = "handoff/read.rs"]
mod read;
#[path = "handoff/sheet.rs"]
mod sheet;
#[path = "handoff/way_back.rs"]
mod way_back;

use cases::{answered, nodes_of_eight, with};
use std::collections::BTreeSet;
use std::path::PathBuf;
use suanzu::catalog::Catalog;
use suanzu::handoff::{Doc, Format, Setup, Tool, doc, made};
use suanzu::plan::{Field, PRESETS, Plan};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("handoff").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder in target");
    folder
}

/// Writes the files of one setup and what they must say.
fn leave(folder: &std::path::Path, case: &str, setup: &Setup<'_>, docs: &[Doc]) -> Vec<serde_json::Value> {
    let mut listed = Vec::new();
    for doc in docs {
        let at = format!("{case}-{:?}", doc.tool).to_lowercase();
        std::fs::create_dir_all(folder.join(&at)).expect("a folder");
        for file in &doc.files {
            std::fs::write(folder.join(&at).join(&file.name), &file.text).expect("a file");
        }
        // Python is read by Python: check.py compares these.
        let expected: Vec<_> = expect::expected(setup, doc)
            .into_iter()
            .filter(|e| e.file.ends_with(".py"))
            .map(|e| serde_json::json!({"file": e.file, "key": e.key, "value": e.value}))
            .collect();
        listed.push(serde_json::json!({
            "case": case, "tool": format!("{:?}", doc.tool).to_lowercase(), "folder": at,
            "files": doc.files.iter().map(|f| f.name.clone()).collect::<Vec<_>>(), "expected": expected,
        }));
    }
    listed
}

#[test]
fn files_of_all_presets_say_what_the_plan_says() {
    let folder = folder("presets");
    let mut listed = Vec::new();
    let mut tools = BTreeSet::new();
    let (mut known, mut values, mut odd) = (0, 0, Vec::new());
    for preset in PRESETS {
        with(preset.link, |setup| {
            let docs: Vec<Doc> = Tool::ALL.iter().filter_map(|tool| doc(setup, *tool).ok()).collect();
            for doc in &docs {
                values += expect::check(setup, doc, preset.id, &mut odd);
                known += flags::check(doc, preset.id);
                tools.insert(format!("{:?}", doc.tool));
            }
            listed.extend(leave(&folder, preset.id, setup, &docs));
        });
    }
    for (name, link) in cases::MORE {
        with(link, |setup| {
            let docs: Vec<Doc> = Tool::ALL.iter().filter_map(|tool| doc(setup, *tool).ok()).collect();
            assert!(!docs.is_empty(), "{name}");
            for doc in &docs {
                values += expect::check(setup, doc, name, &mut odd);
                known += flags::check(doc, name);
                tools.insert(format!("{:?}", doc.tool));
            }
            listed.extend(leave(&folder, name, setup, &docs));
        });
    }
    assert!(odd.is_empty(), "{odd:#?}");
    assert!(known > 400 && values > 1500, "{known} names of settings and {values} values were compared");
    let text = serde_json::to_string_pretty(&listed).expect("JSON");
    std::fs::write(folder.join("manifest.json"), text).expect("the manifest");
    let all: BTreeSet<_> = Tool::ALL.iter().map(|t| format!("{t:?}")).collect();
    assert_eq!(tools, all, "a tool that no case reaches");
}

#[test]
fn two_nodes_of_eight_agree_in_every_format() {
    let mut listed = Vec::new();
    let folder = folder("nodes");
    let mut odd = Vec::new();
    for (name, link) in cases::NODES {
        with(link, |setup| {
            nodes_of_eight(setup, name);
            let docs: Vec<Doc> = Tool::ALL.iter().filter_map(|tool| doc(setup, *tool).ok()).collect();
            assert!(docs.len() >= 3, "{name}: {:?}", docs.iter().map(|d| d.tool).collect::<Vec<_>>());
            for doc in &docs {
                expect::check(setup, doc, name, &mut odd);
                flags::check(doc, name);
                nodes::agree(setup, doc);
            }
            listed.extend(leave(&folder, name, setup, &docs));
        });
    }
    assert!(odd.is_empty(), "{odd:#?}");
    std::fs::write(folder.join("manifest.json"), serde_json::to_string(&listed).expect("JSON"))
        .expect("manifest");
}

#[test]
fn ten_thousand_hostile_names_stay_in_their_fields() {
    let mut rng = fastrand::Rng::with_seed(9);
    let (mut words, mut texts) = (String::new(), Vec::new());
    let answers: Vec<_> =
        PRESETS.iter().map(|p| p.link).chain(cases::MORE.iter().map(|m| m.1)).map(answered).collect();
    let setups: Vec<_> = answers.iter().filter_map(|(p, r)| Setup::new(p, r, Catalog::embedded())).collect();
    let mut taken = [0; Tool::ALL.len()];
    for case in 0..10_000 {
        let text = hostile::text(&mut rng);
        words.push_str(&hostile::case(&text));
        // Every tenth in whole files, each time of another tool.
        if case % 10 == 0 {
            let at = case / 10 % Tool::ALL.len();
            let tool = Tool::ALL[at];
            let setup = setups.iter().find(|s| doc(s, tool).is_ok()).expect("a plan for each tool");
            taken[at] += usize::from(hostile::whole(tool, &text, setup));
        }
        texts.push(text);
    }
    hostile::spoken(&words, &texts);
    // By name these three know what they train: no text is a model of theirs.
    let refuses = [Tool::Torchtune, Tool::Kohya, Tool::Diffusers];
    for (tool, taken) in Tool::ALL.into_iter().zip(taken) {
        assert_eq!(taken == 0, refuses.contains(&tool), "{tool:?} {taken}");
        assert!(taken > 20 || taken == 0, "{tool:?} {taken}");
    }
    let (plan, report) = answered(PRESETS[6].link);
    let setup = Setup::new(&plan, &report, Catalog::embedded()).expect("fits");
    // Names that hubs refuse are offered to no tool.
    let mut odd = setup.clone();
    odd.texts.model = "a/$(id)".into();
    assert!(Tool::ALL.iter().all(|tool| doc(&odd, *tool).is_err()));
    assert!(made(&odd, Tool::Vllm).is_ok());
}

#[test]
fn files_have_unix_line_ends_and_begin_with_their_plan() {
    for preset in PRESETS {
        with(preset.link, |setup| {
            for doc in Tool::ALL.iter().filter_map(|tool| doc(setup, *tool).ok()) {
                for file in &doc.files {
                    assert!(!file.text.contains('\r') && !file.text.starts_with('\u{feff}'), "{}", file.name);
                    let commented = file.format != Format::Json;
                    assert!(
                        !commented
                            || file.text.lines().take(2).any(|l| l.starts_with('#') && l.contains(&setup.id)),
                        "{}",
                        file.name
                    );
                }
            }
        });
    }
}

#[test]
fn a_plan_that_fits_nowhere_has_no_files() {
    let (plan, report): (Plan, _) = answered("v=1&task=full&m=deepseek-v3&g=t4-16g&n=1");
    assert!(Setup::new(&plan, &report, Catalog::embedded()).is_none());
    assert!(!Field::Seq.key().is_empty());
}
