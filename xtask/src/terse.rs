//! Takes out of styles and scripts what only their readers need: comments, indentation, blank lines.

/// The same style sheet without comments, and without spaces that mean nothing. Text in quotes stays as it is; a space before a
/// colon stays too, since in a selector it means something.
pub fn css(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        if matches!(sign, '"' | '\'') {
            let end = rest[1..].find(sign).map_or(rest.len(), |at| at + 2);
            out += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        if sign.is_whitespace() {
            if !out.is_empty() && !out.ends_with([' ', '{', '}', ';', ',']) {
                out.push(' ');
            }
            continue;
        }
        if matches!(sign, '{' | '}' | ';') {
            if out.ends_with(' ') {
                out.pop();
            }
            if sign == '}' && out.ends_with(';') {
                out.pop();
            }
        }
        out.push(sign);
    }
    out.trim_end().to_owned()
}

/// The same script without lines that are comments, indentation and blank lines. Our scripts and wasm-bindgen's have no text
/// that goes over several lines.
pub fn js(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if inside || begins {
            inside = !line.contains("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            out += line;
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_keep_their_meaning() {
        let sheet = "/* a */\n.a  .b :focus {\n  color: red;\n  content: \"x ; y\";\n}\n\n@media (min-width: 3px) { .c, .d { margin: 0 -1px; } }\n";
        let want =
            ".a .b :focus{color: red;content: \"x ; y\"}@media (min-width: 3px){.c,.d{margin: 0 -1px}}";
        assert_eq!(css(sheet), want);
    }

    #[test]
    fn scripts_keep_their_lines() {
        let script =
            "// why\nconst a = 1; // kept\n/**\n * @param x\n */\n  f(a *\n  b);\n/* one */\n\ng();\n";
        assert_eq!(js(script), "const a = 1; // kept\nf(a *\nb);\ng();\n");
    }
}
