//! Files of any size, read through slices: a reader says which bytes it needs next, whoever holds the
//! file hands them over, and nothing else is ever loaded. A page does this with `Blob.slice`, a test
//! with a sparse file of 200 GB.

use serde::Serialize;

/// Bytes that are asked for at once: the header of nearly every file lies in the first two of them.
const CHUNK: u64 = 1 << 20;

/// A piece of the file that a reader needs before it can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// Position of its first byte.
    pub at: u64,
    /// How many bytes; never more than the file has.
    pub len: u64,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Broken {
    /// Position in bytes.
    pub byte: u64,
    /// The key or tensor that stands there; empty where there is none.
    pub key: String,
    /// What.
    pub kind: BrokenKind,
}

/// Kinds of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BrokenKind {
    /// The file ends before what it announces.
    Ends,
    /// It does not begin as such a file does.
    OtherFormat,
    /// A version that nobody has written.
    Version,
    /// A count or length beyond the file, or beyond every real file.
    TooLarge,
    /// A text that is none.
    Text,
    /// A type that does not exist.
    Type,
    /// The header is not the JSON it has to be.
    Json,
    /// Tensors overlap, leave a hole, or are not as long as their shape says.
    Offsets,
}

/// The bytes of a file that are at hand, and a cursor in them.
#[derive(Debug)]
pub struct Window {
    /// Length of the file.
    size: u64,
    /// Position of the first byte at hand.
    start: u64,
    bytes: Vec<u8>,
    /// Position of the cursor.
    pub at: u64,
}

/// Why a read could not be made.
#[derive(Debug)]
pub enum Stop {
    /// These bytes have to come first.
    Want(Want),
    /// They do not exist: the file ends before.
    Ends,
}

impl Window {
    /// Nothing is at hand yet.
    pub const fn new(size: u64) -> Self {
        Self { size, start: 0, bytes: Vec::new(), at: 0 }
    }
    /// Length of the file.
    pub const fn size(&self) -> u64 {
        self.size
    }
    /// Bytes from the cursor to the end of the file.
    pub const fn left(&self) -> u64 {
        self.size.saturating_sub(self.at)
    }
    /// Takes over a slice that was asked for. A slice of another place or length is cut to what it is.
    pub fn feed(&mut self, at: u64, bytes: Vec<u8>) {
        (self.start, self.bytes) = (at, bytes);
    }
    /// The next `len` bytes, without moving the cursor.
    ///
    /// # Errors
    /// Where they are not at hand, or not in the file.
    pub fn peek(&self, len: u64) -> Result<&[u8], Stop> {
        if len > self.left() {
            return Err(Stop::Ends);
        }
        let from = self.at.checked_sub(self.start).and_then(|n| usize::try_from(n).ok());
        let slice = from
            .zip(usize::try_from(len).ok())
            .and_then(|(from, len)| self.bytes.get(from..from.checked_add(len)?));
        slice.ok_or(Stop::Want(Want { at: self.at, len: len.max(CHUNK).min(self.left()) }))
    }
    /// The next `len` bytes as a copy; the cursor moves behind them.
    ///
    /// # Errors
    /// As [`Self::peek`].
    pub fn take(&mut self, len: u64) -> Result<Vec<u8>, Stop> {
        let out = self.peek(len)?.to_vec();
        self.at += len;
        Ok(out)
    }
    /// A whole number of four bytes.
    ///
    /// # Errors
    /// As [`Self::peek`].
    pub fn u32(&mut self) -> Result<u32, Stop> {
        let b = self.peek(4)?.first_chunk::<4>().copied().unwrap_or_default();
        self.at += 4;
        Ok(u32::from_le_bytes(b))
    }
    /// A whole number of eight bytes.
    ///
    /// # Errors
    /// As [`Self::peek`].
    pub fn u64(&mut self) -> Result<u64, Stop> {
        let b = self.peek(8)?.first_chunk::<8>().copied().unwrap_or_default();
        self.at += 8;
        Ok(u64::from_le_bytes(b))
    }
    /// Moves the cursor on without looking.
    ///
    /// # Errors
    /// Where the file ends before.
    pub const fn skip(&mut self, len: u64) -> Result<(), Stop> {
        if len > self.left() {
            return Err(Stop::Ends);
        }
        self.at += len;
        Ok(())
    }
}

/// A text short enough to be shown as the name of a place.
pub(super) fn place(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(120).collect()
}
