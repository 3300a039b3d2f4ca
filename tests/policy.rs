//! What the content policy would refuse is not written in the first place (semantics §10): style attributes, inline scripts,
//! and addresses that the page would fetch from other hosts.

use std::path::{Path, PathBuf};

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = vec![root.join("src/ui"), root.join("src/export"), root.join("src/i18n")];
    let mut files = vec![root.join("index.html"), root.join("static/boot.js"), root.join("src/main.rs")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("tests.rs") {
                files.push(path);
            }
        }
    }
    files.into_iter().map(|file| (file.clone(), std::fs::read_to_string(file).expect("text"))).collect()
}

#[test]
fn nothing_writes_a_style_attribute() {
    for (file, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            // `~style={…}` is Yew's way through the style object, which the policy allows.
            let bad = line.match_indices("style=").any(|(at, _)| line[..at].ends_with([' ', '"', '\t']));
            assert!(!bad, "{}:{}: {line}", file.display(), number + 1);
        }
    }
}

#[test]
fn index_html_has_no_inline_script_and_names_no_other_host() {
    let html = include_str!("../index.html");
    assert!(!html.contains("<script") && !html.contains("<style"));
    assert!(!html.contains("http:") && !html.contains("https:"));
    for handler in ["onclick=", "onload=", "onerror="] {
        assert!(!html.contains(handler), "{handler}");
    }
}

#[test]
fn style_sheets_fetch_nothing_from_elsewhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/style");
    for entry in std::fs::read_dir(folder).expect("static/style") {
        let file = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&file).expect("text");
        assert!(
            !text.contains("@import") && !text.contains("url(http") && !text.contains("url(//"),
            "{}",
            file.display()
        );
    }
}
