//! The two READMEs have the same structure, and what they name exists.

fn headings(text: &str) -> Vec<usize> {
    let mut fenced = false;
    text.lines()
        .filter(|line| {
            fenced ^= line.starts_with("```");
            !fenced && line.starts_with('#')
        })
        .map(|line| line.chars().take_while(|c| *c == '#').count())
        .collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
}

#[test]
fn both_languages_have_the_same_headings() {
    let (en, zh) = (read("README.md"), read("README.zh.md"));
    assert!(en.len() > 1000 && zh.len() > 1000);
    assert_eq!(headings(&en), headings(&zh));
    assert_eq!(en.matches("| ---").count(), zh.matches("| ---").count(), "tables");
}

#[test]
fn linked_files_exist() {
    for name in ["README.md", "README.zh.md"] {
        let text = read(name);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(link);
            assert!(link.starts_with("http") || file.exists(), "{name} links {link}");
        }
    }
}

#[test]
fn no_figure_was_left_open() {
    for name in ["README.md", "README.zh.md"] {
        assert!(!read(name).contains('@'), "{name} has an open figure");
    }
}

#[test]
fn accuracy_is_what_the_score_wrote() {
    // Rows of the READMEs and the kind of case that docs/accuracy.md gives the same figures for.
    const ROWS: [(&str, &str, &str); 10] = [
        ("training peak memory", "训练峰值显存", "peak memory"),
        ("model states", "模型状态", "model states"),
        ("activation memory", "激活值显存", "activation memory"),
        ("weights of served models", "推理权重", "weights"),
        ("peak of serving", "推理峰值", "peak"),
        ("decode speed", "解码速度", "decode tps"),
        ("prefill speed", "预填充速度", "prefill tps"),
        ("training tokens per second", "训练 token/秒", "tokens per s"),
        ("step time", "每步时间", "step time"),
        ("model FLOPs utilisation", "算力利用率（MFU）", "mfu"),
    ];
    let score = read("docs/accuracy.md");
    let figures = |text: &str, name: &str| {
        let line = text.lines().find(|l| l.starts_with(&format!("| {name} |")));
        line.unwrap_or_else(|| panic!("no row {name}"))
            .split_once(&format!("| {name} |"))
            .map(|x| x.1.to_owned())
    };
    for (en, zh, kind) in ROWS {
        let want = figures(&score, kind);
        assert_eq!(figures(&read("README.md"), en), want, "README.md: {en}");
        assert_eq!(figures(&read("README.zh.md"), zh), want, "README.zh.md: {zh}");
    }
}
