//! Writers of documents: one typed tree for YAML, JSON and TOML, one builder for shell. A value is quoted
//! here, at the leaf, and nowhere else, so that no text of a plan can leave its field.

mod json;
mod shell;
mod toml;
mod yaml;

pub use json::json;
pub use shell::{Command, Script, Word, quote};
pub use toml::toml;
pub use yaml::yaml;

/// A value of a configuration file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number; finite.
    Num(f64),
    /// A text of any kind: quoted.
    Text(String),
    /// A script of ours: printed as a block where the format has one.
    Script(String),
    /// Values in order.
    List(Vec<Value>),
    /// Values by key, in order.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// An empty map, to be filled with [`Value::with`].
    pub const fn map() -> Self {
        Self::Map(Vec::new())
    }
    /// The map and one more key.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Self>) -> Self {
        if let Self::Map(entries) = &mut self {
            entries.push((key.to_owned(), value.into()));
        }
        self
    }
    /// The same where there is a value.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<Self>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
    /// A list.
    pub fn list<T: Into<Self>>(values: impl IntoIterator<Item = T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}
impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::Int(i64::from(n))
    }
}
impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Self::Int(i64::try_from(n).unwrap_or(i64::MAX))
    }
}
impl From<f64> for Value {
    /// A whole number stays one; what is not finite is nothing.
    fn from(x: f64) -> Self {
        match x {
            x if !x.is_finite() => Self::Null,
            x if x == x.trunc() && x.abs() < 9e15 => Self::Int(x as i64),
            x => Self::Num(x),
        }
    }
}

/// A text between double quotes as JSON, YAML and TOML all read it: ASCII stays, Chinese letters stay
/// readable, everything else becomes `\u`. `wide` writes a character above U+FFFF.
fn quoted(text: &str, wide: fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            ' '..='~' | '\u{4e00}'..='\u{9fff}' => out.push(sign),
            sign if u32::from(sign) > 0xffff => wide(sign, &mut out),
            sign => out.push_str(&format!("\\u{:04x}", u32::from(sign))),
        }
    }
    out.push('"');
    out
}

/// A text as a literal of Python.
pub fn python(text: &str) -> String {
    quoted(text, long_escape)
}

/// `\UXXXXXXXX`, in YAML, TOML and Python.
fn long_escape(sign: char, out: &mut String) {
    out.push_str(&format!("\\U{:08x}", u32::from(sign)));
}

/// A number that is not whole, with a point and without an exponent: `1e-4` is a string in YAML.
fn decimal(x: f64) -> String {
    if x.is_finite() { crate::plan::number::print(x) } else { "0".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        Value::map()
            .with("a", "yes")
            .with("b.c/d", 1.0e-4)
            .with("no", 3.0)
            .with("list", Value::list(["x", "1e3"]))
            .with("empty", Value::List(vec![]))
            .with("deep", Value::map().with("on", true).with("none", Value::Null))
            .with("maps", Value::List(vec![Value::map().with("k", 1u32).with("l", Value::list([2u32]))]))
            .with("run", Value::Script("set -eu\nls\n".into()))
    }

    #[test]
    fn yaml_quotes_every_text_and_every_odd_key() {
        let want = "a: \"yes\"\nb.c/d: 0.0001\n\"no\": 3\nlist:\n  - \"x\"\n  - \"1e3\"\nempty: []\ndeep:\n  \"on\": true\n  none: null\nmaps:\n  - k: 1\n    l:\n      - 2\nrun: |\n  set -eu\n  ls\n";
        assert_eq!(yaml(&sample()), want);
    }

    #[test]
    fn json_is_read_back_by_another_reader() {
        let back: serde_json::Value = serde_json::from_str(&json(&sample())).expect("JSON");
        assert_eq!(back["b.c/d"], 1e-4);
        assert_eq!(back["maps"][0]["l"][0], 2);
        let odd = "\u{85}\u{2028}\"\\\u{0}🙂中é";
        let back: serde_json::Value = serde_json::from_str(&json(&odd.into())).expect("JSON");
        assert_eq!(back, odd);
    }

    #[test]
    fn toml_writes_scalars_before_tables() {
        let file = Value::map().with("general", Value::map().with("shuffle", true)).with("rank", 32u32).with(
            "sets",
            Value::List(vec![Value::map().with("subs", Value::List(vec![Value::map().with("dir", "a\"b")]))]),
        );
        assert_eq!(
            toml(&file),
            "rank = 32\n\n[general]\nshuffle = true\n\n[[sets]]\n\n[[sets.subs]]\ndir = \"a\\\"b\"\n"
        );
    }
}
