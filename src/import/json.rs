//! A small JSON reader: total, linear in time, bounded in depth. An error names the byte and the key
//! it stands at. (A general library would cost the page more than the whole importer.)

use crate::plan::number::decimal;
use serde::Serialize;

/// Deepest nesting that is read.
const DEPTH: usize = 64;

/// A JSON value. Keys keep their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`, and `NaN` or `Infinity`, which Python writes.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object.
    Map(Vec<(String, Value)>),
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Fault {
    /// Position in bytes.
    pub byte: usize,
    /// The keys that lead there, joined by dots.
    pub key: String,
    /// What.
    pub kind: FaultKind,
}

/// Kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The text ends too early.
    Ends,
    /// A sign that cannot stand here.
    Unexpected,
    /// Nested too deep.
    TooDeep,
    /// Something follows the value.
    Trailing,
}

impl Value {
    /// The value of a key; the last one where it stands twice.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(pairs) => pairs.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }
    /// As a number.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(x) => Some(*x),
            _ => None,
        }
    }
    /// As a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(t) => Some(t),
            _ => None,
        }
    }
    /// As yes or no.
    pub const fn flag(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            _ => None,
        }
    }
    /// As a list; empty where it is none.
    pub fn list(&self) -> &[Self] {
        match self {
            Self::List(l) => l,
            _ => &[],
        }
    }
    /// The pairs of an object; empty where it is none.
    pub fn pairs(&self) -> &[(String, Self)] {
        match self {
            Self::Map(m) => m,
            _ => &[],
        }
    }
}

/// Reads one value and nothing after it.
///
/// # Errors
/// Where the text is not JSON. Commas before a closing bracket and a byte-order mark are forgiven.
pub fn parse(text: &str) -> Result<Value, Fault> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0, path: Vec::new() };
    if text.starts_with('\u{feff}') {
        reader.at = 3;
    }
    let value = reader.value(0)?;
    reader.blank();
    if reader.at < reader.bytes.len() {
        return Err(reader.fault(FaultKind::Trailing));
    }
    Ok(value)
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    path: Vec<String>,
}

impl Reader<'_> {
    fn fault(&self, kind: FaultKind) -> Fault {
        let kind =
            if self.at >= self.bytes.len() && kind == FaultKind::Unexpected { FaultKind::Ends } else { kind };
        let mut key = self.path.join(".");
        if key.len() > 200 {
            key = key.chars().take(200).collect();
        }
        Fault { byte: self.at, key, kind }
    }
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
    fn blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }
    fn word(&mut self, word: &str) -> bool {
        let hit = self.bytes[self.at..].starts_with(word.as_bytes());
        if hit {
            self.at += word.len();
        }
        hit
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        if depth > DEPTH {
            return Err(self.fault(FaultKind::TooDeep));
        }
        self.blank();
        match self.peek() {
            Some(b'{') => self.map(depth),
            Some(b'[') => self.items(depth),
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b't') if self.word("true") => Ok(Value::Bool(true)),
            Some(b'f') if self.word("false") => Ok(Value::Bool(false)),
            Some(b'n') if self.word("null") => Ok(Value::Null),
            Some(b'N') if self.word("NaN") => Ok(Value::Null),
            Some(b'I') if self.word("Infinity") => Ok(Value::Null),
            Some(b'-') if self.word("-Infinity") => Ok(Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.fault(FaultKind::Unexpected)),
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Fault> {
        self.at += 1;
        let mut pairs = Vec::new();
        loop {
            self.blank();
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Map(pairs));
                }
                Some(b'"') => {}
                _ => return Err(self.fault(FaultKind::Unexpected)),
            }
            let key = self.string()?;
            self.path.push(key);
            self.blank();
            if self.peek() != Some(b':') {
                return Err(self.fault(FaultKind::Unexpected));
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            if let Some(key) = self.path.pop() {
                pairs.push((key, value));
            }
            self.blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {}
                _ => return Err(self.fault(FaultKind::Unexpected)),
            }
        }
    }

    fn items(&mut self, depth: usize) -> Result<Value, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.blank();
            if self.peek() == Some(b']') {
                self.at += 1;
                return Ok(Value::List(items));
            }
            items.push(self.value(depth + 1)?);
            self.blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {}
                _ => return Err(self.fault(FaultKind::Unexpected)),
            }
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        let mut start = self.at;
        loop {
            match self.peek() {
                None => return Err(self.fault(FaultKind::Ends)),
                Some(b'"') => {
                    out.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    out.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    out.push(self.escape()?);
                    start = self.at;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let sign = self.peek().ok_or_else(|| self.fault(FaultKind::Ends))?;
        let plain = match sign {
            b'"' | b'\\' | b'/' => sign as char,
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                self.at += 1;
                let first = self.hex()?;
                if (0xD800..0xDC00).contains(&first) && self.word("\\u") {
                    let second = self.hex()?;
                    let joined = 0x10000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF);
                    return Ok(char::from_u32(joined).unwrap_or('\u{FFFD}'));
                }
                return Ok(char::from_u32(first).unwrap_or('\u{FFFD}'));
            }
            _ => return Err(self.fault(FaultKind::Unexpected)),
        };
        self.at += 1;
        Ok(plain)
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let mut n = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| (b as char).to_digit(16));
            let digit = digit.ok_or_else(|| self.fault(FaultKind::Unexpected))?;
            n = n * 16 + digit;
            self.at += 1;
        }
        Ok(n)
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let negative = self.word("-");
        let (mut mantissa, mut exponent, mut seen, mut fraction) = (0_u64, 0_i32, false, false);
        loop {
            match self.peek() {
                Some(d @ b'0'..=b'9') => {
                    seen = true;
                    if mantissa < 1_000_000_000_000_000_000 {
                        mantissa = mantissa * 10 + u64::from(d - b'0');
                        exponent = exponent.saturating_sub(i32::from(fraction));
                    } else {
                        exponent = exponent.saturating_add(i32::from(!fraction));
                    }
                }
                Some(b'.') if !fraction => fraction = true,
                _ => break,
            }
            self.at += 1;
        }
        if !seen {
            return Err(self.fault(FaultKind::Unexpected));
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            let minus = self.word("-");
            if !minus {
                self.word("+");
            }
            let mut e = 0_i32;
            if !matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.fault(FaultKind::Unexpected));
            }
            while let Some(d @ b'0'..=b'9') = self.peek() {
                e = (e * 10 + i32::from(d - b'0')).min(9_999);
                self.at += 1;
            }
            exponent = exponent.saturating_add(if minus { -e } else { e });
        }
        let x = decimal(mantissa, exponent);
        Ok(if x.is_finite() { Value::Number(if negative { -x } else { x }) } else { Value::Null })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_as_any_reader_would() {
        let text = r#" {"a": [1, -2.5e3, 0.125, true, false, null, NaN, -Infinity, "x\n\u4e2d\ud83d\ude00\/"],
            "b": {"c": {}, "d": []}, "a2": 284332240471, "e": 1e-06,} "#;
        let value = parse(text).unwrap();
        let a = value.get("a").unwrap().list();
        assert_eq!(a[1].number(), Some(-2500.0));
        assert_eq!(a[2].number(), Some(0.125));
        assert_eq!(a[6], Value::Null);
        assert_eq!(a[8].text(), Some("x\n中😀/"));
        assert_eq!(value.get("a2").unwrap().number(), Some(284_332_240_471.0));
        assert_eq!(value.get("e").unwrap().number(), Some(1e-6));
        assert_eq!(value.get("b").unwrap().get("c").unwrap().pairs(), &[]);
    }

    #[test]
    fn faults_name_byte_and_key() {
        for (text, byte, key, kind) in [
            ("", 0, "", FaultKind::Ends),
            (r#"{"a": {"b": x}}"#, 12, "a.b", FaultKind::Unexpected),
            (r#"{"a": [1, 2"#, 11, "a", FaultKind::Ends),
            (r#"{"a" 1}"#, 5, "a", FaultKind::Unexpected),
            ("{} {}", 3, "", FaultKind::Trailing),
            (r#"{"a": "b"#, 8, "a", FaultKind::Ends),
            ("1e", 2, "", FaultKind::Ends),
            (r#"{"a": tru}"#, 6, "a", FaultKind::Unexpected),
        ] {
            assert_eq!(parse(text), Err(Fault { byte, key: key.into(), kind }), "{text}");
        }
        assert_eq!(parse(&"[".repeat(100_000)).unwrap_err().kind, FaultKind::TooDeep);
        assert_eq!(parse(&"{\"a\":".repeat(100_000)).unwrap_err().kind, FaultKind::TooDeep);
    }
}
