//! Shell: words are single-quoted where they hold anything odd; code is only what we wrote ourselves.

/// One word of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// Any text: quoted.
    Text(String),
    /// Shell code of ours, printed as it is: `"$NODE_RANK"`.
    Code(&'static str),
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<u32> for Word {
    fn from(n: u32) -> Self {
        Self::Text(n.to_string())
    }
}
impl From<f64> for Word {
    fn from(x: f64) -> Self {
        Self::Text(super::decimal(x))
    }
}

impl Word {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => quote(text),
            Self::Code(code) => (*code).to_owned(),
        }
    }
}

/// A text as one shell word. A NUL cannot be passed to any program: it is left out.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@%+,-".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\0', "").replace('\'', "'\\''"))
}

/// A command: words in a row, then one flag a line.
#[derive(Clone, Debug, Default)]
pub struct Command {
    head: Vec<String>,
    flags: Vec<String>,
}

impl Command {
    /// A command of these words.
    pub fn new<T: Into<Word>>(words: impl IntoIterator<Item = T>) -> Self {
        Self { head: words.into_iter().map(|w| w.into().text()).collect(), flags: Vec::new() }
    }
    /// One more word in the first row.
    pub fn word(&mut self, word: impl Into<Word>) -> &mut Self {
        self.head.push(word.into().text());
        self
    }
    /// A flag and its value. A value that begins with a dash is tied to its flag.
    pub fn flag(&mut self, name: &'static str, value: impl Into<Word>) -> &mut Self {
        let value = value.into();
        let tied = matches!(&value, Word::Text(t) if t.starts_with('-') && name.starts_with("--"));
        self.flags.push(format!("{name}{}{}", if tied { '=' } else { ' ' }, value.text()));
        self
    }
    /// A flag with a value where there is one.
    pub fn flag_some(&mut self, name: &'static str, value: Option<impl Into<Word>>) -> &mut Self {
        if let Some(value) = value {
            self.flag(name, value);
        }
        self
    }
    /// A flag without a value, where it holds.
    pub fn switch(&mut self, name: &'static str, on: bool) -> &mut Self {
        if on {
            self.flags.push(name.to_owned());
        }
        self
    }
    /// A further line: words that belong together (`key=value` overrides).
    pub fn line<T: Into<Word>>(&mut self, words: impl IntoIterator<Item = T>) -> &mut Self {
        self.flags.push(words.into_iter().map(|w| w.into().text()).collect::<Vec<_>>().join(" "));
        self
    }
    /// The flags of another command after its own.
    pub fn and(&mut self, other: &Self) -> &mut Self {
        self.flags.push(other.head.join(" "));
        self.flags.extend(other.flags.iter().cloned());
        self
    }
    fn text(&self) -> String {
        let mut out = self.head.join(" ");
        for flag in &self.flags {
            out.push_str(" \\\n  ");
            out.push_str(flag);
        }
        out.push('\n');
        out
    }
}

/// A bash script.
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
}

impl Script {
    /// An empty one that stops at the first failure; `about` is its first comment.
    pub fn new(about: &str) -> Self {
        Self {
            text: format!(
                "#!/usr/bin/env bash\n# {}\nset -euo pipefail\n",
                crate::handoff::name::comment(about)
            ),
        }
    }
    /// A variable of the environment.
    pub fn export(&mut self, name: &'static str, value: impl Into<Word>) -> &mut Self {
        self.text.push_str(&format!("export {name}={}\n", value.into().text()));
        self
    }
    /// Code of ours.
    pub fn code(&mut self, code: &'static str) -> &mut Self {
        self.text.push_str(code);
        self.text.push('\n');
        self
    }
    /// A command.
    pub fn run(&mut self, command: &Command) -> &mut Self {
        self.text.push_str(&command.text());
        self
    }
    /// The script.
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_words_are_quoted_and_dashes_are_tied() {
        assert_eq!(quote("a/b-1.5"), "a/b-1.5");
        assert_eq!(quote("$(id) it's"), "'$(id) it'\\''s'");
        assert_eq!(quote(""), "''");
        let mut c = Command::new(["vllm", "serve"]);
        c.flag("--model", "-x y").flag("--n", 3u32).switch("--eager", true).switch("--no", false);
        assert_eq!(c.text(), "vllm serve \\\n  --model='-x y' \\\n  --n 3 \\\n  --eager\n");
    }
}
