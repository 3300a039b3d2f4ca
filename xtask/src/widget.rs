//! The widget: loader, frame and element with their program, in `embed/` beside the page.
//!
//! `embed/v1/` moves with every release of the first interface; `embed/VERSION/` is the same and stays as it is, for hosts that
//! name integrity hashes.

use std::path::Path;
use std::process::Command;

use crate::files::{copy_folder, files, fnv, read, read_text, write};
use crate::{Result, assemble, finish, package, root, say, setup, terse, wasm};

/// The program's name.
const NAME: &str = "suanzu-widget";

/// The sheets that the shadow root needs, in order.
const SHEETS: [&str; 4] =
    ["static/style/tokens.css", "static/style/style.css", "static/style/page.css", "static/embed/widget.css"];

/// Files that are published as they are.
const PLAIN: [&str; 6] =
    ["frame.html", "first.js", "frame.js", "loader.js", "index.d.ts", "offers.schema.json"];

/// First heights of a frame in CSS px, wide and narrow: what the default plan needs, measured by the browser tests.
const HEIGHTS: [(&str, &str); 2] = [("WIDE", "474"), ("NARROW", "712")];

/// `cargo xtask widget`: anew, beside a page that was built before.
pub fn again() -> Result {
    setup::rust()?;
    let out = root().join("dist/embed");
    build(&out)?;
    finish::compress(&out)?;
    say::line(&format!("the widget is in {}", out.display()));
    Ok(())
}

/// The widget, in `out`.
pub fn build(out: &Path) -> Result {
    let bindings = assemble::bindings("--bin", NAME, "widget", "page", "web")?.bindings;
    let glue = read_text(&bindings.join(format!("{NAME}.js")))?;
    let names = wasm::rename::names(&glue);
    let glue = wasm::rename::glue(&glue, &names);
    let program = wasm::published(&read(&bindings.join(format!("{NAME}_bg.wasm")))?, &names)?;
    let name = format!("{NAME}-{:016x}.wasm", fnv(&[&program]));
    let version = package::version()?;

    let _ = std::fs::remove_dir_all(out);
    let now = out.join("v1");
    std::fs::create_dir_all(&now).map_err(|e| format!("{}: {e}", now.display()))?;
    write(&now.join(&name), &program)?;
    let from = root().join("static/embed");
    let element = element(&read_text(&from.join("element.js"))?, &glue, &sheet()?, &name, &version)?;
    let element = element.replace("'INTEGRITY'", &format!("'{}'", integrity(&now.join(&name))?));
    write(&now.join("element.js"), terse::js(&element).as_bytes())?;
    for file in PLAIN {
        let mut text = read_text(&from.join(file))?;
        if file == "loader.js" {
            text = HEIGHTS.iter().fold(text, |text, (word, px)| text.replace(word, px));
        }
        if file == "frame.html" {
            text = text.replace("ANSWERS", finish::report(&["--first"])?.trim_end());
        }
        let text = if file.ends_with(".js") { terse::js(&text) } else { text };
        write(&now.join(file), text.as_bytes())?;
    }
    package::types(&now.join("engine.d.ts"))?;
    hashes(&now)?;
    copy_folder(&now, &out.join(&version))?;
    // The page about it, and whole pages that have it.
    copy_folder(&from.join("gallery"), out)?;
    copy_folder(&root().join("examples/hosts"), &out.join("hosts"))
}

/// The element: its own script with the glue as a function, so that a program that stopped can be started anew.
fn element(script: &str, glue: &str, sheet: &str, program: &str, version: &str) -> Result<String> {
    let mut body = String::new();
    let mut names = Vec::new();
    for line in glue.lines() {
        if let Some(rest) = line.strip_prefix("export { ") {
            let default = rest.split([',', '}']).find_map(|one| one.trim().strip_suffix(" as default"));
            names.push(format!("init: {}", default.ok_or("the glue has no default export")?));
            continue;
        }
        let plain = line.strip_prefix("export ");
        // `function mount(…`, `class Widget {`
        names.extend(plain.and_then(|rest| rest.split([' ', '(']).nth(1)).map(str::to_owned));
        body += plain.unwrap_or(line);
        body.push('\n');
    }
    if names.len() < 2 || body.contains("\nimport ") {
        return Err("the glue of the widget is not of the form that xtask/src/widget.rs knows".to_owned());
    }
    let text = script
        .replace("'PROGRAM'", &format!("'{program}'"))
        .replace("'STYLE'", &quoted(sheet))
        .replace("VERSION", &format!("'{version}'"));
    Ok(format!("{text}function glue() {{\n{body}return {{ {} }};\n}}\n", names.join(", ")))
}

/// A text as a literal of JavaScript, on one line.
fn quoted(text: &str) -> String {
    let inner = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{inner}\"")
}

/// The sheets as one, for a shadow root: its host is the root of all tokens, sizes do not follow the host page's root, and its
/// own theme and font come from the element.
fn sheet() -> Result<String> {
    let mut text = String::new();
    for file in SHEETS {
        text += &read_text(&root().join(file))?;
    }
    Ok(shadow(&terse::css(&text)))
}

fn shadow(css: &str) -> String {
    let css = css
        .replace(":root,:host,.sz-scope{", ":host{")
        .replace("[data-theme=", "[theme=")
        .replace("--sz-font: var(--sz-font-zh);", "")
        .replace("var(--sz-font)", "var(--sz-font, var(--sz-font-own))")
        .replace("html:lang(en),.sz-scope:lang(en){--sz-font: var(--sz-font-en)}", "");
    without_rem(&css)
}

/// `1.5rem` as `24px`: a host may give its root any size.
fn without_rem(css: &str) -> String {
    let mut out = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("rem") {
        let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let (head, number) = before.split_at(before.len() - digits);
        match number.parse::<f64>() {
            Ok(number) => out += &format!("{head}{}px", number * 16.0),
            Err(_) => out += &format!("{before}rem"),
        }
        rest = after;
    }
    out + rest
}

/// Subresource integrity of a file. Node has the hash; nothing else is needed.
fn integrity(file: &Path) -> Result<String> {
    let script = "process.stdout.write('sha384-'+require('crypto').createHash('sha384').update(require('fs').readFileSync(process.argv[1])).digest('base64'))";
    let out =
        Command::new("node").args(["-e", script]).arg(file).output().map_err(|e| format!("node: {e}"))?;
    if out.status.success() {
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    } else {
        Err("node: no hash".to_owned())
    }
}

/// `integrity.json`: the hash of every script and program, for hosts that write them down.
fn hashes(folder: &Path) -> Result {
    let mut lines = Vec::new();
    for file in files(folder)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".js") || name.ends_with(".wasm") {
            lines.push(format!("  \"{name}\": \"{}\"", integrity(&file)?));
        }
    }
    write(&folder.join("integrity.json"), format!("{{\n{}\n}}\n", lines.join(",\n")).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_glue_becomes_a_function() {
        let glue = "export class Widget {\n}\nexport function mount(root) {\n    return 1;\n}\nlet wasm;\nexport { initSync, __wbg_init as default };\n";
        let script = "const P = 'PROGRAM', S = 'STYLE', V = VERSION;\n";
        let got = element(script, glue, ".a{content:\"\\2014\"}", "w-0.wasm", "1.2.3").expect("element");
        assert!(
            got.starts_with("const P = 'w-0.wasm', S = \".a{content:\\\"\\\\2014\\\"}\", V = '1.2.3';\nfunction glue() {\n"),
            "{got}"
        );
        assert!(got.ends_with("let wasm;\nreturn { Widget, mount, init: __wbg_init };\n}\n"), "{got}");
        assert!(!got.contains("export"));
        assert!(element(script, "let wasm;", "", "", "").is_err());
    }

    #[test]
    fn sizes_are_pixels_and_the_element_is_the_root() {
        assert_eq!(
            without_rem(".a{font: 400 .875rem/1.5rem x;width: calc(2rem + 1px)} .rem{}"),
            ".a{font: 400 14px/24px x;width: calc(32px + 1px)} .rem{}"
        );
        let tokens = terse::css(&read_text(&root().join(SHEETS[0])).expect("tokens"));
        let got = shadow(&tokens);
        assert!(
            got.contains(":host([theme=\"dark\"])") && got.contains(":host(:not([theme=\"light\"]))"),
            "{got}"
        );
        assert!(!got.contains("data-theme") && !got.contains("rem") && !got.contains("--sz-font:"), "{got}");
        // Declared once, on the host: a token of an inner element would hide the host's own and the dark theme's.
        assert!(got.starts_with(":host{") && !got.contains(".sz-scope{"), "{got}");
    }
}
