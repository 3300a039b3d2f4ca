//! The header of a `.safetensors` file (models.md §8): eight bytes of length, then JSON with name,
//! type, shape and place of every tensor. Nothing behind the header is read.

use super::json::{self, Value};
use super::slices::{Broken, BrokenKind, Stop, Want, Window, place};
use super::tensors::{MOST, Tensor};

/// Longest header that the format allows.
const HEADER: u64 = 100_000_000;

/// Types and their bits.
const TYPES: [(&str, u64); 19] = [
    ("BOOL", 8),
    ("U8", 8),
    ("I8", 8),
    ("F8_E4M3", 8),
    ("F8_E5M2", 8),
    ("F8_E8M0", 8),
    ("I16", 16),
    ("U16", 16),
    ("F16", 16),
    ("BF16", 16),
    ("I32", 32),
    ("U32", 32),
    ("F32", 32),
    ("I64", 64),
    ("U64", 64),
    ("F64", 64),
    ("C64", 64),
    ("F6_E2M3", 6),
    ("F4", 4),
];

/// Reads one file.
#[derive(Debug)]
pub struct Reader {
    window: Window,
    /// Length of the header, once it is known.
    header: Option<u64>,
}

impl Reader {
    /// A file of so many bytes, nothing of it read.
    pub const fn new(size: u64) -> Self {
        Self { window: Window::new(size), header: None }
    }
    /// Takes over the slice that was asked for.
    pub fn feed(&mut self, at: u64, bytes: Vec<u8>) {
        self.window.feed(at, bytes);
    }
    /// Goes on: the tensors, or what has to be read first.
    ///
    /// # Errors
    /// Where the file is damaged or no such file.
    pub fn step(&mut self) -> Result<Result<Vec<Tensor>, Want>, Broken> {
        let fault = |byte, kind| Broken { byte, key: String::new(), kind };
        let len = match self.header {
            Some(len) => len,
            None => match self.window.u64() {
                Ok(len) => {
                    // A text file read as a length is far beyond this.
                    if len > HEADER {
                        return Err(fault(0, BrokenKind::OtherFormat));
                    }
                    if len > self.window.left() {
                        return Err(fault(self.window.size(), BrokenKind::Ends));
                    }
                    self.header = Some(len);
                    len
                }
                Err(Stop::Want(want)) => return Ok(Err(want)),
                Err(Stop::Ends) => return Err(fault(self.window.size(), BrokenKind::Ends)),
            },
        };
        match self.window.peek(len) {
            Ok(bytes) => tensors(bytes, self.window.size() - 8 - len).map(Ok),
            Err(Stop::Want(want)) => Ok(Err(want)),
            Err(Stop::Ends) => Err(fault(self.window.size(), BrokenKind::Ends)),
        }
    }
}

/// The tensors of a header; `data` bytes follow it.
fn tensors(header: &[u8], data: u64) -> Result<Vec<Tensor>, Broken> {
    let text = str::from_utf8(header).map_err(|e| Broken {
        byte: 8 + e.valid_up_to() as u64,
        key: String::new(),
        kind: BrokenKind::Text,
    })?;
    let value = json::parse(text).map_err(|fault| Broken {
        byte: 8 + fault.byte as u64,
        key: place(&fault.key),
        kind: if header.first() == Some(&b'{') { BrokenKind::Json } else { BrokenKind::OtherFormat },
    })?;
    let broken = |key: &str, kind| Broken { byte: 8, key: place(key), kind };
    let Value::Map(pairs) = &value else { return Err(broken("", BrokenKind::Json)) };
    if pairs.len() > MOST {
        return Err(broken("", BrokenKind::TooLarge));
    }
    let mut out = Vec::with_capacity(pairs.len());
    let mut spans: Vec<(u64, u64, usize)> = Vec::with_capacity(pairs.len());
    for (name, value) in pairs.iter().filter(|p| p.0 != "__metadata__") {
        let bad = |kind| broken(name, kind);
        let dtype = value.get("dtype").and_then(Value::text).ok_or(bad(BrokenKind::Json))?;
        let (dtype, bits) = TYPES
            .iter()
            .find(|t| t.0 == dtype || dtype.starts_with(t.0) && t.1 < 8)
            .copied()
            .or((dtype == "F6_E3M2").then_some(("F6_E3M2", 6)))
            .ok_or(bad(BrokenKind::Type))?;
        let shape = value.get("shape").ok_or(bad(BrokenKind::Json))?;
        let whole = |v: &Value| v.number().filter(|n| *n >= 0.0 && *n <= 9e15 && n.trunc() == *n);
        if shape.list().len() > 16 {
            return Err(bad(BrokenKind::TooLarge));
        }
        let shape: Option<Vec<u64>> = shape.list().iter().map(|v| whole(v).map(|n| n as u64)).collect();
        let shape = shape.ok_or(bad(BrokenKind::Json))?;
        let place = value.get("data_offsets").map_or(&[][..], Value::list);
        let [begin, end] = place else { return Err(bad(BrokenKind::Json)) };
        let (begin, end) = whole(begin).zip(whole(end)).ok_or(bad(BrokenKind::Json))?;
        let (begin, end) = (begin as u64, end as u64);
        let sides = shape.iter().try_fold(bits, |n, d| n.checked_mul(*d));
        let bytes = sides.ok_or(bad(BrokenKind::TooLarge))?.div_ceil(8);
        if end > data {
            // The header is whole, the tensors behind it are not.
            return Err(Broken { kind: BrokenKind::Ends, ..bad(BrokenKind::Ends) });
        }
        if begin > end || end - begin != bytes {
            return Err(bad(BrokenKind::Offsets));
        }
        spans.push((begin, end, out.len()));
        out.push(Tensor { name: name.clone(), dtype, shape, bytes });
    }
    use crate::units::Order;
    spans.order_by_key(|s| (s.0, s.1));
    let mut at = 0;
    for (begin, end, i) in spans {
        if begin != at {
            let name = out.get(i).map_or("", |t: &Tensor| t.name.as_str());
            return Err(broken(name, BrokenKind::Offsets));
        }
        at = end;
    }
    Ok(out)
}
