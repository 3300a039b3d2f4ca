//! The header of a GGUF file (models.md §7): metadata pairs, then name, shape, type and place of every
//! tensor. Long arrays (the tokenizer's) are walked over and only counted. Nothing of the weights is
//! read.

use super::slices::{Broken, BrokenKind, Stop, Want, Window, place};
use super::tensors::{MOST, Tensor};

/// Longest header: the largest tokenizers take 20 MB.
const HEADER: u64 = 256 << 20;
/// Most metadata pairs.
const PAIRS: u64 = 100_000;
/// Longest key or text that is kept.
const TEXT: u64 = 1 << 16;
/// Longest array whose numbers are kept: one per layer.
const KEPT: u64 = 4_096;

/// Types of ggml: number, name, weights a block, bytes a block (models.md §7).
const TYPES: [(u32, &str, u64, u64); 36] = [
    (0, "F32", 1, 4),
    (1, "F16", 1, 2),
    (2, "Q4_0", 32, 18),
    (3, "Q4_1", 32, 20),
    (6, "Q5_0", 32, 22),
    (7, "Q5_1", 32, 24),
    (8, "Q8_0", 32, 34),
    (9, "Q8_1", 32, 40),
    (10, "Q2_K", 256, 84),
    (11, "Q3_K", 256, 110),
    (12, "Q4_K", 256, 144),
    (13, "Q5_K", 256, 176),
    (14, "Q6_K", 256, 210),
    (15, "Q8_K", 256, 292),
    (16, "IQ2_XXS", 256, 66),
    (17, "IQ2_XS", 256, 74),
    (18, "IQ3_XXS", 256, 98),
    (19, "IQ1_S", 256, 50),
    (20, "IQ4_NL", 32, 18),
    (21, "IQ3_S", 256, 110),
    (22, "IQ2_S", 256, 82),
    (23, "IQ4_XS", 256, 136),
    (24, "I8", 1, 1),
    (25, "I16", 1, 2),
    (26, "I32", 1, 4),
    (27, "I64", 1, 8),
    (28, "F64", 1, 8),
    (29, "IQ1_M", 256, 56),
    (30, "BF16", 1, 2),
    (34, "TQ1_0", 256, 54),
    (35, "TQ2_0", 256, 66),
    (39, "MXFP4", 32, 17),
    (40, "NVFP4", 64, 36),
    (41, "Q1_0", 128, 18),
    // Repacked forms that old files carry: the same bytes as Q4_0.
    (31, "Q4_0", 32, 18),
    (32, "Q4_0", 32, 18),
];

/// A metadata value. What is not needed for sizes is only counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Meta {
    /// Any number, or a yes (1) or no (0).
    Number(f64),
    /// A text.
    Text(String),
    /// The numbers of a short array.
    Numbers(Vec<f64>),
    /// The length of any other array.
    Count(u64),
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Pairs in the order of the file.
    pub meta: Vec<(String, Meta)>,
    /// Tensors.
    pub tensors: Vec<Tensor>,
    /// The file ends before its tensors do: a download that broke off.
    pub cut_at: Option<u64>,
}

impl Header {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Meta> {
        self.meta.iter().find(|m| m.0 == key).map(|m| &m.1)
    }
    /// A value as a number; of an array the largest.
    pub fn number(&self, key: &str) -> Option<f64> {
        match self.get(key)? {
            Meta::Number(n) => Some(*n),
            Meta::Numbers(all) => all.iter().copied().reduce(f64::max),
            _ => None,
        }
    }
    /// A value as a text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            Meta::Text(t) => Some(t),
            _ => None,
        }
    }
}

/// What is read next.
#[derive(Clone, Debug)]
enum Part {
    Start,
    Pair,
    /// Inside an array: element type, elements left, what is kept of it.
    Array {
        kind: u32,
        left: u64,
        kept: Option<Vec<f64>>,
        len: u64,
    },
    Info,
    Done,
}

/// Reads one file.
#[derive(Debug)]
pub struct Reader {
    window: Window,
    part: Part,
    /// Key that is being read.
    key: String,
    pairs: u64,
    infos: u64,
    out: Header,
    /// Furthest end of a tensor behind the start of the data.
    end: u64,
}

enum Halt {
    Stop(Stop),
    Fault(BrokenKind),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Bytes of a number type; `None` for texts, arrays and what does not exist.
const fn width(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

fn number(kind: u32, bytes: &[u8]) -> f64 {
    let two = bytes.first_chunk::<2>().copied().unwrap_or_default();
    let four = bytes.first_chunk::<4>().copied().unwrap_or_default();
    let eight = bytes.first_chunk::<8>().copied().unwrap_or_default();
    let one = bytes.first().copied().unwrap_or_default();
    match kind {
        1 => f64::from(one.cast_signed()),
        2 => f64::from(u16::from_le_bytes(two)),
        3 => f64::from(i16::from_le_bytes(two)),
        4 => f64::from(u32::from_le_bytes(four)),
        5 => f64::from(i32::from_le_bytes(four)),
        6 => f64::from(f32::from_le_bytes(four)),
        10 => u64::from_le_bytes(eight) as f64,
        11 => i64::from_le_bytes(eight) as f64,
        12 => f64::from_le_bytes(eight),
        _ => f64::from(one),
    }
}

impl Reader {
    /// A file of so many bytes, nothing of it read.
    pub fn new(size: u64) -> Self {
        Self {
            window: Window::new(size),
            part: Part::Start,
            key: String::new(),
            pairs: 0,
            infos: 0,
            out: Header::default(),
            end: 0,
        }
    }
    /// Takes over the slice that was asked for.
    pub fn feed(&mut self, at: u64, bytes: Vec<u8>) {
        self.window.feed(at, bytes);
    }
    /// Goes on: the header, or what has to be read first.
    ///
    /// # Errors
    /// Where the file is damaged or no such file.
    pub fn step(&mut self) -> Result<Result<Header, Want>, Broken> {
        loop {
            if matches!(self.part, Part::Done) {
                return Ok(Ok(std::mem::take(&mut self.out)));
            }
            let at = self.window.at;
            let failed = match self.part() {
                Ok(()) if self.window.at > HEADER => BrokenKind::TooLarge,
                Ok(()) => continue,
                Err(Halt::Stop(Stop::Want(want))) => {
                    // The whole step is made again: it needs its bytes from where it began.
                    self.window.at = at;
                    let back = want.at - at;
                    let len = (want.len + back).min(self.window.size() - at);
                    return Ok(Err(Want { at, len }));
                }
                Err(Halt::Stop(Stop::Ends)) => BrokenKind::Ends,
                Err(Halt::Fault(kind)) => kind,
            };
            let byte = if failed == BrokenKind::Ends { self.window.size() } else { self.window.at };
            return Err(Broken { byte, key: place(&self.key), kind: failed });
        }
    }

    fn part(&mut self) -> Result<(), Halt> {
        match self.part {
            Part::Start => self.start(),
            Part::Pair if self.pairs == 0 => {
                self.key.clear();
                self.part = Part::Info;
                Ok(())
            }
            Part::Pair => self.pair(),
            Part::Array { .. } => self.array(),
            Part::Info if self.infos == 0 => self.finish(),
            Part::Info => self.info(),
            Part::Done => Ok(()),
        }
    }

    fn start(&mut self) -> Result<(), Halt> {
        let magic = self.window.peek(4.min(self.window.size()))?;
        if magic != b"GGUF" {
            return Err(Halt::Fault(BrokenKind::OtherFormat));
        }
        self.window.at = 4;
        let version = self.window.u32()?;
        let (infos, pairs) = match version {
            1 => (u64::from(self.window.u32()?), u64::from(self.window.u32()?)),
            2 | 3 => (self.window.u64()?, self.window.u64()?),
            // 3 read in the wrong order of bytes is a file for big-endian machines.
            _ => {
                self.window.at = 4;
                return Err(Halt::Fault(BrokenKind::Version));
            }
        };
        if version == 1 {
            // Its lengths have four bytes; nobody has published such a file since August 2023.
            self.window.at = 4;
            return Err(Halt::Fault(BrokenKind::Version));
        }
        // A pair has 13 bytes at least, a tensor 25.
        if pairs > PAIRS || infos > MOST as u64 || pairs * 13 + infos * 25 > self.window.left() {
            self.window.at = 8;
            return Err(Halt::Fault(BrokenKind::TooLarge));
        }
        (self.pairs, self.infos) = (pairs, infos);
        self.part = Part::Pair;
        Ok(())
    }

    /// A text that is kept.
    fn text(&mut self) -> Result<String, Halt> {
        let len = self.window.u64()?;
        if len > TEXT {
            return Err(Halt::Fault(if len > self.window.left() {
                BrokenKind::Ends
            } else {
                BrokenKind::TooLarge
            }));
        }
        let bytes = self.window.take(len)?;
        String::from_utf8(bytes).map_err(|_| Halt::Fault(BrokenKind::Text))
    }

    fn pair(&mut self) -> Result<(), Halt> {
        let key = self.text()?;
        self.key.clone_from(&key);
        let kind = self.window.u32()?;
        let value = match (kind, width(kind)) {
            (_, Some(n)) => Meta::Number(number(kind, &self.window.take(n)?)),
            (8, _) => {
                let len = self.window.u64()?;
                if len > TEXT {
                    // A chat template or a licence: nothing that is needed.
                    self.window.skip(len)?;
                    Meta::Count(len)
                } else {
                    let bytes = self.window.take(len)?;
                    Meta::Text(String::from_utf8_lossy(&bytes).into_owned())
                }
            }
            (9, _) => {
                let kind = self.window.u32()?;
                let len = self.window.u64()?;
                let least = match (kind, width(kind)) {
                    (_, Some(n)) => n,
                    (8, _) => 8,
                    _ => return Err(Halt::Fault(BrokenKind::Type)),
                };
                if len.checked_mul(least).is_none_or(|n| n > self.window.left()) {
                    return Err(Halt::Fault(BrokenKind::Ends));
                }
                let kept = (width(kind).is_some() && len <= KEPT).then(Vec::new);
                self.out.meta.push((key, Meta::Count(len)));
                self.part = Part::Array { kind, left: len, kept, len };
                return Ok(());
            }
            _ => return Err(Halt::Fault(BrokenKind::Type)),
        };
        self.out.meta.push((key, value));
        self.pairs -= 1;
        Ok(())
    }

    /// Some elements of an array: all that is at hand.
    fn array(&mut self) -> Result<(), Halt> {
        let Part::Array { kind, mut left, ref mut kept, len } = self.part else { return Ok(()) };
        if let Some(n) = width(kind) {
            match kept {
                Some(all) => {
                    for piece in self.window.take(n * len)?.chunks(n as usize) {
                        all.push(number(kind, piece));
                    }
                    let all = std::mem::take(all);
                    if let Some(last) = self.out.meta.last_mut() {
                        last.1 = Meta::Numbers(all);
                    }
                }
                None => self.window.skip(n * left)?,
            }
            left = 0;
        }
        let mut steps = 0;
        while left > 0 && steps < 4_096 && self.window.at <= HEADER {
            // Each text is a step of its own: what is missing is asked for from there on.
            let before = self.window.at;
            let text = self.window.u64().and_then(|len| self.window.skip(len));
            if let Err(stop) = text {
                self.window.at = before;
                if steps > 0 && matches!(stop, Stop::Want(_)) {
                    break;
                }
                return Err(stop.into());
            }
            left -= 1;
            steps += 1;
        }
        if left == 0 {
            self.part = Part::Pair;
            self.pairs -= 1;
        } else if let Part::Array { left: rest, .. } = &mut self.part {
            *rest = left;
        }
        Ok(())
    }

    fn info(&mut self) -> Result<(), Halt> {
        let name = self.text()?;
        self.key.clone_from(&name);
        let sides = self.window.u32()?;
        if sides > 4 {
            return Err(Halt::Fault(BrokenKind::TooLarge));
        }
        let mut shape = Vec::with_capacity(sides as usize);
        for _ in 0..sides {
            shape.push(self.window.u64()?);
        }
        let kind = self.window.u32()?;
        let offset = self.window.u64()?;
        let (_, dtype, block, size) =
            TYPES.iter().find(|t| t.0 == kind).copied().ok_or(Halt::Fault(BrokenKind::Type))?;
        let elements = shape.iter().try_fold(1_u64, |n, d| n.checked_mul(*d));
        let bytes = elements.and_then(|n| n.div_ceil(block).checked_mul(size));
        let bytes = bytes.filter(|b| *b < 1 << 60).ok_or(Halt::Fault(BrokenKind::TooLarge))?;
        // A row is a whole number of blocks.
        if !shape.first().copied().unwrap_or(1).is_multiple_of(block) {
            return Err(Halt::Fault(BrokenKind::Offsets));
        }
        let end = offset.checked_add(bytes).ok_or(Halt::Fault(BrokenKind::Offsets))?;
        self.end = self.end.max(end);
        // The format writes the innermost side first.
        shape.reverse();
        self.out.tensors.push(Tensor { name, dtype, shape, bytes });
        self.infos -= 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Halt> {
        self.key.clear();
        let align = self.out.number("general.alignment").filter(|a| (1.0..=65_536.0).contains(a));
        let align = align.map_or(32, |a| a as u64);
        let data = self.window.at.next_multiple_of(align);
        let end = data.saturating_add(self.end);
        if end > self.window.size() {
            self.out.cut_at = Some(self.window.size());
        }
        self.part = Part::Done;
        Ok(())
    }
}
