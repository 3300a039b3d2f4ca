//! One row of a case file, read leniently: fields may be missing, null or numbers written as text.

use serde_json::Value;

/// A row.
pub struct Case(pub Value);

impl Case {
    /// Text of a field, empty where missing.
    pub fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or("")
    }
    /// Number of a field.
    pub fn num(&self, key: &str) -> Option<f64> {
        number(self.0.get(key)?)
    }
    /// Whole number of a field.
    pub fn int(&self, key: &str) -> Option<u32> {
        self.num(key).filter(|n| *n >= 0.0).map(|n| n as u32)
    }
    /// Yes or no; absent where null or missing.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.0.get(key).and_then(Value::as_bool)
    }
    /// A field of `extra`.
    pub fn extra(&self, key: &str) -> Option<&Value> {
        self.0.get("extra")?.get(key).filter(|v| !v.is_null())
    }
    /// Text in `extra`.
    pub fn extra_text(&self, key: &str) -> &str {
        self.extra(key).and_then(Value::as_str).unwrap_or("")
    }
    /// Number in `extra`.
    pub fn extra_num(&self, key: &str) -> Option<f64> {
        number(self.extra(key)?)
    }
    /// Flag in `extra`: true, or a number that is not zero.
    pub fn extra_flag(&self, key: &str) -> bool {
        match self.extra(key) {
            Some(Value::Bool(b)) => *b,
            Some(Value::Number(n)) => n.as_f64().is_some_and(|x| x != 0.0),
            _ => false,
        }
    }
    /// A degree of `parallel` (training rows).
    pub fn degree(&self, key: &str) -> Option<u32> {
        number(self.0.get("parallel")?.get(key)?).map(|n| n as u32)
    }
    /// Text of `parallel`.
    pub fn parallel_text(&self, key: &str) -> &str {
        self.0.get("parallel").and_then(|p| p.get(key)).and_then(Value::as_str).unwrap_or("")
    }
    /// The row's id.
    pub fn id(&self) -> &str {
        self.text("id")
    }
    /// What was measured, in the row's own unit.
    pub fn measured(&self) -> Option<f64> {
        self.num("measured")
    }
}

fn number(v: &Value) -> Option<f64> {
    match v {
        Value::Number(n) => n.as_f64(),
        Value::String(s) => s.parse().ok(),
        _ => None,
    }
}
