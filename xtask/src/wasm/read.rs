//! Reads a wasm module: numbers, vectors, and code token by token. Knows what rustc writes today (MVP, sign extension, saturating
//! conversion, bulk memory, reference types, several results); anything else is refused, never guessed.

use crate::Result;

/// Where one reads.
pub struct Reader<'a> {
    bytes: &'a [u8],
}

/// What a token of code means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    /// An instruction.
    Op,
    /// The type of a block, signed: negative for none or one result, else an index of a type.
    Block,
    /// Index of a type.
    Type,
    /// Any other unsigned number: label, function, table, local, global, alignment, offset, count.
    Index,
    /// A signed number of 32 or 64 bits.
    Signed,
    /// Taken as it is: a float, a type of a value.
    Plain,
}

/// A token and its bytes.
pub type Sink<'s> = &'s mut dyn FnMut(Token, &[u8]) -> Result;

fn odd(what: &str) -> String {
    format!("wasm that xtask/src/wasm/read.rs does not know: {what}")
}

impl<'a> Reader<'a> {
    /// From the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether anything is left.
    pub fn more(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (head, tail) = self.bytes.split_at_checked(count).ok_or_else(|| odd("it ends too early"))?;
        self.bytes = tail;
        Ok(head)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    /// The bytes of a LEB128 number.
    pub fn leb(&mut self) -> Result<&'a [u8]> {
        let length =
            self.bytes.iter().position(|byte| byte & 0x80 == 0).ok_or_else(|| odd("a long number"))?;
        self.take(length + 1)
    }

    /// An unsigned number.
    pub fn number(&mut self) -> Result<usize> {
        self.leb().map(unsigned)
    }

    /// Bytes with their count before them.
    pub fn counted(&mut self) -> Result<&'a [u8]> {
        let count = self.number()?;
        self.take(count)
    }

    /// Code up to the `end` that closes it.
    pub fn code(&mut self, sink: Sink) -> Result {
        let mut depth = 0usize;
        loop {
            let op = self.take(1)?;
            sink(Token::Op, op)?;
            match op[0] {
                0x00 | 0x01 | 0x05 | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => {}
                0x02..=0x04 => {
                    sink(Token::Block, self.leb()?)?;
                    depth += 1;
                }
                0x0b => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => return Ok(()),
                },
                0x0c | 0x0d | 0x10 | 0x20..=0x26 | 0x3f | 0x40 | 0xd2 => sink(Token::Index, self.leb()?)?,
                0x0e => {
                    let count = self.leb()?;
                    sink(Token::Index, count)?;
                    for _ in 0..=unsigned(count) {
                        sink(Token::Index, self.leb()?)?;
                    }
                }
                0x11 => {
                    sink(Token::Type, self.leb()?)?;
                    sink(Token::Index, self.leb()?)?;
                }
                0x1c => {
                    let count = self.leb()?;
                    sink(Token::Index, count)?;
                    sink(Token::Plain, self.take(unsigned(count))?)?;
                }
                0x28..=0x3e => {
                    sink(Token::Index, self.leb()?)?;
                    sink(Token::Index, self.leb()?)?;
                }
                0x41 | 0x42 => sink(Token::Signed, self.leb()?)?,
                0x43 => sink(Token::Plain, self.take(4)?)?,
                0x44 => sink(Token::Plain, self.take(8)?)?,
                0xd0 => sink(Token::Plain, self.take(1)?)?,
                0xfc => {
                    let more = self.leb()?;
                    sink(Token::Index, more)?;
                    let indices = match unsigned(more) {
                        0..=7 => 0,
                        9 | 11 | 13 | 15..=17 => 1,
                        8 | 10 | 12 | 14 => 2,
                        other => return Err(odd(&format!("instruction 0xfc {other}"))),
                    };
                    for _ in 0..indices {
                        sink(Token::Index, self.leb()?)?;
                    }
                }
                other => return Err(odd(&format!("instruction {other:#x}"))),
            }
        }
    }
}

/// The value of a LEB128 number of at most 32 bits.
pub fn unsigned(leb: &[u8]) -> usize {
    leb.iter().take(5).enumerate().fold(0, |sum, (at, byte)| sum | usize::from(byte & 0x7f) << (7 * at))
}

/// The shortest form of an unsigned number.
pub fn put(out: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The same number in the shortest form. What is cut off says nothing: zeros, or the sign again.
pub fn shortest(out: &mut Vec<u8>, leb: &[u8], signed: bool) {
    let bits = |at: usize| leb[at] & 0x7f;
    let mut length = leb.len();
    while length > 1 {
        let (last, before) = (bits(length - 1), bits(length - 2));
        let nothing = match last {
            0 => !signed || before & 0x40 == 0,
            0x7f => signed && before & 0x40 != 0,
            _ => false,
        };
        if !nothing {
            break;
        }
        length -= 1;
    }
    out.extend((0..length).map(|at| bits(at) | if at + 1 < length { 0x80 } else { 0 }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(leb: &[u8], signed: bool) -> Vec<u8> {
        let mut out = Vec::new();
        shortest(&mut out, leb, signed);
        out
    }

    #[test]
    fn numbers_become_short_and_stay_the_same() {
        assert_eq!(short(&[0x83, 0x80, 0x80, 0x80, 0x00], false), [0x03]);
        assert_eq!(short(&[0xc0, 0x80, 0x00], false), [0x40]);
        assert_eq!(short(&[0xc0, 0x80, 0x00], true), [0xc0, 0x00], "64, not -64");
        assert_eq!(short(&[0xff, 0xff, 0xff, 0xff, 0x7f], true), [0x7f], "-1");
        assert_eq!(short(&[0x80, 0xff, 0xff, 0xff, 0x7f], true), [0x80, 0x7f], "-128");
        assert_eq!(short(&[0xff, 0xff, 0xff, 0xff, 0x0f], false), [0xff, 0xff, 0xff, 0xff, 0x0f]);
        // A 32-bit number padded to five bytes carries its sign in the last one.
        assert_eq!(short(&[0x80, 0x80, 0xc0, 0x80, 0x00], true), [0x80, 0x80, 0xc0, 0x00]);
        let mut out = Vec::new();
        put(&mut out, 300);
        assert_eq!((out.as_slice(), unsigned(&out)), ([0xac, 0x02].as_slice(), 300));
    }

    #[test]
    fn code_ends_where_its_block_ends() {
        // block (if i32.const 5 drop end) end end, then something else
        let bytes = [0x02, 0x40, 0x41, 0x00, 0x04, 0x40, 0x41, 0x05, 0x1a, 0x0b, 0x0b, 0x0b, 0x99];
        let mut reader = Reader::new(&bytes);
        let mut ops = 0;
        reader
            .code(&mut |token, _| {
                ops += usize::from(token == Token::Op);
                Ok(())
            })
            .expect("code");
        assert_eq!((ops, reader.byte()), (8, Ok(0x99)));
        assert!(Reader::new(&[0xfd, 0x00]).code(&mut |_, _| Ok(())).is_err(), "no vectors");
        assert!(Reader::new(&[0x02, 0x40]).code(&mut |_, _| Ok(())).is_err(), "unfinished");
    }
}
