//! Names: what may stand where only an identifier can, and what may stand in a comment.

/// Most characters of a derived name.
const SLUG: usize = 40;

/// A name for jobs, clusters and files: lower-case ASCII letters, digits and dashes, beginning with a
/// letter, at most 40 characters, never empty. Derived, not escaped: other characters are dropped.
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for sign in text.chars().map(|c| c.to_ascii_lowercase()) {
        if sign.is_ascii_lowercase() || (sign.is_ascii_digit() && !out.is_empty()) {
            out.push(sign);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
        if out.len() == SLUG {
            break;
        }
    }
    let out = out.trim_end_matches('-');
    if out.len() < 2 { "job".to_owned() } else { out.to_owned() }
}

/// Whether hubs accept it as a model's path: `name` or `owner/name` of letters, digits, dots, dashes and
/// underscores. Anything else is offered to no tool.
pub fn model_path(text: &str) -> bool {
    let part = |p: &str| {
        p.starts_with(|c: char| c.is_ascii_alphanumeric())
            && p.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let mut parts = text.split('/');
    parts.next().is_some_and(part) && parts.next().is_none_or(part) && parts.next().is_none()
}

/// A text as the rest of a comment line: no control characters and nothing that some reader takes for
/// the end of a line.
pub fn comment(text: &str) -> String {
    let fine = |c: &char| {
        !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') && !crate::plan::invisible(*c)
    };
    text.chars().filter(fine).collect()
}

/// Eight hexadecimal digits that stand for a plan: FNV-1a over its link.
pub fn plan_id(link: &str) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in link.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("{hash:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_derived_whatever_comes() {
        assert_eq!(slug("QLoRA 8B: 通义 \"x\"\n"), "qlora-8b-x");
        assert_eq!(slug("通义"), "job");
        assert_eq!(slug("1a"), "job");
        assert_eq!(slug("$(rm -rf ~)"), "rm-rf");
        assert_eq!(slug(&"a".repeat(99)).len(), 40);
    }

    #[test]
    fn only_paths_that_hubs_accept_are_models() {
        assert!(model_path("Qwen/Qwen2.5-7B-Instruct") && model_path("gpt2"));
        for bad in ["", "a/b/c", "/a", "a/", "a b", "-x", "a/$(id)", "通义", "a\nb"] {
            assert!(!model_path(bad), "{bad}");
        }
    }

    #[test]
    fn a_comment_stays_on_its_line() {
        assert_eq!(comment("a\nb\u{85}\u{2028}中\u{202e}c"), "ab中c");
    }
}
