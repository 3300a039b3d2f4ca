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
