//! Importers against the files and messages that people have.
#![allow(missing_docs)]

use fastrand::Rng;
use std::fs;
use suanzu::catalog::Catalog;
use suanzu::import::{config, json, oom};
use suanzu::plan::ModelRef;

const CONFIGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/configs");

fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(CONFIGS)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "json"))
        .map(|p| (p.file_name().unwrap().to_str().unwrap().to_string(), fs::read_to_string(&p).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn ninety_configurations_give_what_is_expected() {
    let table = fs::read_to_string(format!("{CONFIGS}/expected.csv")).unwrap();
    let mut wrong = Vec::new();
    let mut right = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let text = fs::read_to_string(format!("{CONFIGS}/{}", cells[0])).unwrap();
        let model = match config::read(&text, Catalog::embedded()) {
            Ok(model) => model,
            Err(fault) => {
                wrong.push(format!("{}: {fault:?}", cells[0]));
                continue;
            }
        };
        let known = model.known.map(|ix| Catalog::embedded().model(ix).arch.params_total);
        assert_eq!(known.map(|n| n.to_string()).as_deref(), Some(cells[3]), "{}", cells[0]);
        let row = model.row();
        let before = wrong.len();
        for ((name, have), want) in config::COLUMNS.iter().zip(&row).zip(&cells[2..]) {
            if have != want {
                wrong.push(format!("{} {name}: {have:?}, expected {want:?}", cells[0]));
            }
        }
        right += usize::from(wrong.len() == before);
    }
    assert!(wrong.is_empty(), "{right} of 90 exact\n{}", wrong.join("\n"));
    assert_eq!(right, 90);
}

#[test]
fn a_shape_that_several_models_share_is_told_and_not_guessed() {
    let catalog = Catalog::embedded();
    let text = fs::read_to_string(format!("{CONFIGS}/Qwen2.5-7B-Instruct-AWQ.json")).unwrap();
    let ids = |m: &config::Imported| -> Vec<&str> {
        m.same.iter().map(|ix| catalog.model(*ix).id.as_str()).collect()
    };
    let id = |m: &config::Imported| m.known.map(|ix| catalog.model(ix).id.as_str());
    let nameless: String = text.lines().filter(|l| !l.contains("_name_or_path")).collect();
    let mut read = config::read(&nameless, catalog).unwrap();
    let all: Vec<&str> = ids(&read);
    assert!(all.contains(&"qwen2.5-7b") && all.contains(&"qwen2-7b"), "{all:?}");
    // Nobody is named: the layers travel.
    assert!(matches!(read.model_ref(catalog), ModelRef::Imported(_)));
    // The plan's own model stays where it has the shape, and only there.
    assert!(!read.prefer(&ModelRef::Id("llama-3.1-8b".into()), catalog));
    assert!(read.prefer(&ModelRef::Id("qwen2.5-7b".into()), catalog));
    assert_eq!((id(&read), ids(&read).len()), (Some("qwen2.5-7b"), 0));
    assert_eq!(read.model_ref(catalog), ModelRef::Id("qwen2.5-7b".into()));
    // A name in the file tells.
    for name in ["Qwen/Qwen2.5-7B", "/data/models/Qwen2.5-7B-Instruct/", "Qwen/Qwen2.5-Coder-7B"] {
        let named = nameless.replacen('{', &format!("{{\"_name_or_path\": \"{name}\","), 1);
        let read = config::read(&named, catalog).unwrap();
        let want = if name.contains("Coder") { "qwen2.5-coder-7b" } else { "qwen2.5-7b" };
        assert_eq!((id(&read), ids(&read).len()), (Some(want), 0), "{name}");
    }
    // It states 131,072 positions, more than the Coder of the catalog has. The unpacked file of the tuned model
    // states 32,768, as only the Coder does: no reason to call it so.
    assert!(!all.contains(&"qwen2.5-coder-7b"));
    let shorter =
        nameless.replace("\"max_position_embeddings\": 131072", "\"max_position_embeddings\": 32768");
    let read = config::read(&shorter, catalog).unwrap();
    let all = ids(&read);
    assert!(all.contains(&"qwen2.5-coder-7b") && all.contains(&"qwen2.5-7b"), "{all:?}");
}

#[test]
fn families_outside_the_expected_rows_have_their_published_counts() {
    const SIDES: &str = "\"encoder_layers\": 12, \"decoder_layers\": 12, \"encoder_attention_heads\": 16, \"decoder_attention_heads\": 16, \"encoder_ffn_dim\": 4096, \"decoder_ffn_dim\": 4096, \"d_model\": 1024, \"max_position_embeddings\": 1024";
    let text = |model_type: &str, rest: &str| format!("{{\"model_type\": \"{model_type}\", {rest}}}");
    for (text, params) in [
        // NLLB-200 600M, mBART-50, BART large.
        (text("m2m_100", &format!("{SIDES}, \"vocab_size\": 256206")), 615_073_792),
        (text("mbart", &format!("{SIDES}, \"vocab_size\": 250054")), 610_879_488),
        (text("bart", &format!("{SIDES}, \"vocab_size\": 50265")), 406_291_456),
        // HuBERT large, wav2vec 2.0 base.
        (
            text(
                "hubert",
                "\"hidden_size\": 1024, \"num_hidden_layers\": 24, \"num_attention_heads\": 16, \"intermediate_size\": 4096, \"conv_bias\": true, \"feat_extract_norm\": \"layer\"",
            ),
            315_438_720,
        ),
        (
            text(
                "wav2vec2",
                "\"hidden_size\": 768, \"num_hidden_layers\": 12, \"num_attention_heads\": 12, \"intermediate_size\": 3072, \"feat_extract_norm\": \"group\"",
            ),
            94_371_712,
        ),
        // ALBERT base: twelve layers, one set of weights.
        (
            text(
                "albert",
                "\"hidden_size\": 768, \"num_hidden_layers\": 12, \"num_attention_heads\": 12, \"intermediate_size\": 3072, \"embedding_size\": 128, \"vocab_size\": 30000",
            ),
            11_683_584,
        ),
        // Qwen2-Audio-7B: it hears as well.
        (
            text(
                "qwen2_audio",
                "\"text_config\": {\"model_type\": \"qwen2\", \"hidden_size\": 4096, \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"intermediate_size\": 11008, \"vocab_size\": 156032}, \"audio_config\": {\"d_model\": 1280, \"encoder_layers\": 32, \"encoder_attention_heads\": 20, \"encoder_ffn_dim\": 5120, \"num_mel_bins\": 128}",
            ),
            8_397_094_912,
        ),
        // Heads for keys and values by layer, as DeciLM has them: 106 in all, 1,048,576 weights each.
        (
            text(
                "deci",
                "\"architectures\": [\"DeciLMForCausalLM\"], \"hidden_size\": 4096, \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"intermediate_size\": 14336, \"vocab_size\": 32000, \"num_key_value_heads_per_layer\": [4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,2,2,2,2,2,2,2,2,1,1]",
            ),
            7_084_445_696_u64,
        ),
    ] {
        let model = config::read(&text, Catalog::embedded()).unwrap();
        assert_eq!((model.arch.params_total, model.approximate), (params, false), "{text}");
    }
}

#[test]
fn what_a_file_does_not_tell_is_not_guessed() {
    let read = |text: &str| config::read(text, Catalog::embedded());
    let missing = |text: &str, key: &'static str| {
        assert_eq!(read(text).unwrap_err(), config::NotAModel::Missing { key }, "{text}");
    };
    let sizes = "\"hidden_size\": 2560, \"num_hidden_layers\": 54, \"num_attention_heads\": 32, \"intermediate_size\": 10240, \"vocab_size\": 32000";
    // Zamba 2 repeats blocks and mixes in layers that recur: as plain layers it would count 7.2 G of 2.7.
    missing(&format!("{{\"model_type\": \"zamba2\", {sizes}, \"mamba_d_state\": 64}}"), "layer_types");
    missing(&format!("{{\"model_type\": \"nemotron_h\", {sizes}}}"), "hybrid_override_pattern");
    missing(
        &format!("{{\"model_type\": \"nemotron-nas\", {sizes}, \"architectures\": [\"DeciLMForCausalLM\"]}}"),
        "block_configs",
    );
    // GLM-4.1V's text part has the shape of GLM-4-9B; with a tower it is another model, and of its tower only the
    // sizes are known.
    let seen = "{\"model_type\": \"glm4v\", \"text_config\": {\"model_type\": \"glm4v_text\", \"hidden_size\": 4096, \"num_hidden_layers\": 40, \"num_attention_heads\": 32, \"num_key_value_heads\": 2, \"intermediate_size\": 13696, \"vocab_size\": 151552, \"attention_bias\": true}, \"vision_config\": {\"depth\": 24, \"hidden_size\": 1536, \"intermediate_size\": 13696, \"num_heads\": 12, \"out_hidden_size\": 4096}}";
    let model = read(seen).unwrap();
    assert!(model.known.is_none() && model.same.is_empty() && model.approximate);
    // 10.3 G are published.
    assert!((1.0e10..1.1e10).contains(&(model.arch.params_total as f64)), "{}", model.arch.params_total);
}

/// A file or message that came back damaged.
fn damage(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..=bytes.len());
        match rng.u8(0..6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(0..8),
            2 => {
                let junk: Vec<u8> = (0..rng.usize(1..20)).map(|_| rng.u8(..)).collect();
                bytes.splice(at..at, junk);
            }
            3 => {
                // Every number somewhere becomes an odd one.
                let odd =
                    ["0", "-1", "1e308", "1e99999", "4294967296", "null", "[1,2]", "{}", "\"x\"", "0.5"];
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let digits: Vec<usize> = text
                    .char_indices()
                    .filter(|(i, c)| c.is_ascii_digit() && text[..*i].ends_with([' ', ':', '[', ',']))
                    .map(|(i, _)| i)
                    .collect();
                if let Some(&start) = rng.choice(&digits) {
                    let end =
                        text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| start + n);
                    let odd = odd[rng.usize(0..odd.len())];
                    bytes = format!("{}{odd}{}", &text[..start], &text[end..]).into_bytes();
                }
            }
            4 => {
                let from = rng.usize(0..=at);
                let piece = bytes[from..at].to_vec();
                bytes.extend(piece.into_iter().take(5_000));
            }
            _ => bytes.retain(|_| rng.u8(0..60) > 0),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_hundred_thousand_damaged_configurations_do_no_harm() {
    let mut rng = Rng::with_seed(7);
    let files: Vec<_> = files().into_iter().filter(|f| f.1.len() < 5_000).collect();
    let (mut models, mut faults) = (0, 0);
    let mut slowest = std::time::Duration::ZERO;
    for i in 0..100_000 {
        let text = damage(&mut rng, &files[i % files.len()].1);
        let started = std::time::Instant::now();
        let read = config::read(&text, Catalog::embedded());
        slowest = slowest.max(started.elapsed());
        match read {
            Ok(model) => {
                models += 1;
                let total = model.arch.params_total;
                assert!(total <= 2_000_000_000_000_000_000 && model.arch.layers() <= 4_000, "{text}");
                assert_eq!(model.row().len(), config::COLUMNS.len());
            }
            Err(fault) => {
                faults += 1;
                // Where it is: a byte of the text, or the key whose value is wanted.
                match fault {
                    config::NotAModel::Json(fault) => assert!(fault.byte <= text.len(), "{fault:?}"),
                    config::NotAModel::Missing { key } => assert!(!key.is_empty(), "{text}"),
                    // Another file, known as what it is.
                    config::NotAModel::Adapter { .. } => assert!(text.contains("peft_type")),
                    config::NotAModel::Index { .. } => assert!(text.contains("weight_map")),
                }
            }
        }
    }
    println!("{models} models, {faults} faults, the slowest {slowest:?}");
    assert!(models > 5_000 && faults > 5_000);
    assert!(slowest.as_secs() < 5, "a text of 5 KB took {slowest:?}");
}

#[test]
fn hostile_json_is_refused_quickly() {
    let started = std::time::Instant::now();
    for unit in ["[", "{\"a\":", "\"", "\\", "1", "-", "\"a\":1,", "[1,", "{\"layer_types\":[", "\0"] {
        let text = unit.repeat(1_000_000 / unit.len());
        let _ = json::parse(&text);
        let _ = config::read(&format!("{{\"a\":{text}"), Catalog::embedded());
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn what_is_no_configuration_says_where() {
    let fault = |text: &str| config::read(text, Catalog::embedded()).unwrap_err();
    let json = |text: &str| match fault(text) {
        config::NotAModel::Json(f) => (f.byte, f.key),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(json("[1, 2]"), (0, String::new()));
    assert_eq!(json("7"), (0, String::new()));
    // The comma that is missing, and the key before it.
    assert_eq!(json("{\"a\": {\"b\": 1 \"c\": 2}}").0, 14);
    assert_eq!(fault("{\"_class_name\": \"Nothing\"}"), config::NotAModel::Missing { key: "_class_name" });
    let nobody = "{\"model_type\": \"nobody\", \"vocab_size\": 7}";
    assert_eq!(fault(nobody), config::NotAModel::Missing { key: "hidden_size" });
    assert_eq!(fault("{}"), config::NotAModel::Missing { key: "hidden_size" });
}

const MESSAGES: &str = include_str!("data/oom_messages.jsonl");

#[test]
fn every_value_of_every_message_is_read() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in MESSAGES.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let have = serde_json::to_value(oom::read(row["text"].as_str().unwrap())).unwrap();
        let id = row["id"].as_str().unwrap();
        rows += 1;
        if have["kind"] != row["kind"] {
            wrong.push(format!("{id} kind: {}, expected {}", have["kind"], row["kind"]));
        }
        for (key, want) in row["expect"].as_object().unwrap() {
            let got = &have[key];
            let equal = match (got, want) {
                (serde_json::Value::Array(got), serde_json::Value::Array(want)) => {
                    // Each row holds what is expected of it.
                    got.len() == want.len()
                        && got
                            .iter()
                            .zip(want)
                            .all(|(g, w)| w.as_object().unwrap().iter().all(|(k, v)| &g[k] == v))
                }
                (serde_json::Value::Number(got), serde_json::Value::Number(want)) => {
                    (got.as_f64().unwrap() - want.as_f64().unwrap()).abs() < 0.000_06
                }
                _ => got == want || key == "note",
            };
            if !equal {
                wrong.push(format!("{id} {key}: {got}, expected {want}"));
            }
        }
        // Nothing is made up: a size that is not expected is not there.
        for (key, got) in have.as_object().unwrap() {
            let silent = ["kind", "processes_named", "stage"].contains(&key.as_str());
            let empty = got.is_null() || got == &serde_json::json!([]) || got == &serde_json::json!(false);
            if !silent && !empty && row["expect"].get(key).is_none() {
                wrong.push(format!("{id} {key}: {got}, not expected"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows, 62);
}

#[test]
fn twenty_thousand_damaged_messages_do_no_harm() {
    let mut rng = Rng::with_seed(8);
    let texts: Vec<String> = MESSAGES
        .lines()
        .map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()["text"].as_str().unwrap().to_string())
        .collect();
    for i in 0..20_000 {
        let mut text = damage(&mut rng, &texts[i % texts.len()]);
        if rng.u8(0..10) == 0 {
            text.push_str(&texts[rng.usize(0..texts.len())]);
        }
        let read = oom::read(&text);
        for size in [read.tried_gib, read.total_gib, read.allocated_gib, read.free_gib, read.reserved_gib] {
            assert!(size.is_none_or(|s| s.is_finite() && s >= 0.0), "{text}");
        }
    }
    let started = std::time::Instant::now();
    for unit in
        ["1 GiB free ", "|", "| 0 a | 0:0.0 | x |\n", "gpu ", "1", "memory-usage|", "tensor with shape[1,"]
    {
        oom::read(&unit.repeat(1_000_000 / unit.len()));
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
