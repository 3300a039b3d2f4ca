//! Writes a module shorter. A linker leaves room in every number that it may have to change, and a piece of a program keeps the types
//! of the whole; both are useless in what a browser loads. The program stays the same.

use super::read::{Reader, Token, put, shortest};
use crate::Result;

/// The module in its shortest form.
pub fn compact(module: &[u8]) -> Result<Vec<u8>> {
    let (head, rest) = module.split_at_checked(8).ok_or("not a wasm module")?;
    let mut sections = Vec::new();
    let mut reader = Reader::new(rest);
    while reader.more() {
        sections.push((reader.byte()?, reader.counted()?));
    }
    let mut types = Types::default();
    for (id, body) in &sections {
        if *id == 1 {
            types = Types::read(body)?;
        } else {
            section(*id, body, &mut |at| types.use_of(at))?;
        }
    }
    let mut out = head.to_vec();
    for (id, body) in sections {
        let body = if id == 1 { types.write() } else { section(id, body, &mut |at| types.use_of(at))? };
        out.push(id);
        put(&mut out, body.len());
        out.extend(body);
    }
    Ok(out)
}

/// The types of a module, numbered anew in the order in which they are used.
#[derive(Default)]
struct Types<'a> {
    all: Vec<&'a [u8]>,
    used: Vec<usize>,
}

impl<'a> Types<'a> {
    fn read(body: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(body);
        let count = reader.number()?;
        let mut all = Vec::new();
        for _ in 0..count {
            let start = reader.rest();
            if reader.byte()? != 0x60 {
                return Err("wasm with types that are no functions".into());
            }
            reader.counted()?;
            reader.counted()?;
            all.push(&start[..start.len() - reader.rest().len()]);
        }
        Ok(Self { all, used: Vec::new() })
    }

    fn use_of(&mut self, at: usize) -> Result<usize> {
        let same = |other: &usize| self.all.get(*other) == self.all.get(at);
        if self.all.get(at).is_none() {
            return Err(format!("wasm without its type {at}"));
        }
        Ok(self.used.iter().position(same).unwrap_or_else(|| {
            self.used.push(at);
            self.used.len() - 1
        }))
    }

    fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.used.len());
        out.extend(self.used.iter().flat_map(|at| self.all[*at]));
        out
    }
}

/// What a type is called from now on.
type Names<'n> = &'n mut dyn FnMut(usize) -> Result<usize>;

fn section(id: u8, body: &[u8], names: Names) -> Result<Vec<u8>> {
    let mut reader = Reader::new(body);
    let mut out = Vec::new();
    let mut each = |out: &mut Vec<u8>, write: &mut dyn FnMut(&mut Reader, &mut Vec<u8>) -> Result| {
        let count = reader.number()?;
        put(out, count);
        (0..count).try_for_each(|_| write(&mut reader, out))
    };
    match id {
        2 => each(&mut out, &mut |reader, out| import(reader, out, &|name| name, names))?,
        3 => each(&mut out, &mut |reader, out| {
            put(out, names(reader.number()?)?);
            Ok(())
        })?,
        9 => each(&mut out, &mut |reader, out| element(reader, out, names))?,
        10 => each(&mut out, &mut |reader, out| {
            let mut function = Reader::new(reader.counted()?);
            let mut body = Vec::new();
            let groups = function.number()?;
            put(&mut body, groups);
            for _ in 0..groups {
                put(&mut body, function.number()?);
                body.push(function.byte()?);
            }
            code(&mut function, &mut body, names)?;
            put(out, body.len());
            out.append(&mut body);
            Ok(())
        })?,
        11 => each(&mut out, &mut |reader, out| {
            match reader.byte()? {
                0 => {
                    out.push(0);
                    code(reader, out, names)?;
                }
                1 => out.push(1),
                other => return Err(format!("wasm with data of form {other}")),
            }
            let bytes = reader.counted()?;
            put(out, bytes.len());
            out.extend(bytes);
            Ok(())
        })?,
        _ => return Ok(body.to_vec()),
    }
    if reader.more() { Err(format!("wasm with more in section {id} than it counts")) } else { Ok(out) }
}

/// Copies an import: `called` is what it is called from now on, `names` the number of its type.
pub(super) fn import<'a>(
    reader: &mut Reader<'a>,
    out: &mut Vec<u8>,
    called: &dyn Fn(&'a [u8]) -> &'a [u8],
    names: Names,
) -> Result {
    for name in [reader.counted()?, called(reader.counted()?)] {
        put(out, name.len());
        out.extend(name);
    }
    let kind = reader.byte()?;
    out.push(kind);
    match kind {
        0 => put(out, names(reader.number()?)?),
        1 | 2 => {
            if kind == 1 {
                out.push(reader.byte()?);
            }
            let limits = reader.byte()?;
            out.push(limits);
            for _ in 0..=limits & 1 {
                put(out, reader.number()?);
            }
        }
        3 => out.extend(reader.take(2)?),
        other => return Err(format!("wasm that imports a {other}")),
    }
    Ok(())
}

/// Functions that come into the table.
fn element(reader: &mut Reader, out: &mut Vec<u8>, names: Names) -> Result {
    let form = reader.number()?;
    put(out, form);
    if form > 7 {
        return Err(format!("wasm with elements of form {form}"));
    }
    if form & 1 == 0 {
        if form & 2 != 0 {
            put(out, reader.number()?);
        }
        code(reader, out, names)?;
    }
    if form & 3 != 0 {
        out.push(reader.byte()?);
    }
    let count = reader.number()?;
    put(out, count);
    for _ in 0..count {
        if form & 4 == 0 {
            put(out, reader.number()?);
        } else {
            code(reader, out, names)?;
        }
    }
    Ok(())
}

fn code(reader: &mut Reader, out: &mut Vec<u8>, names: Names) -> Result {
    reader.code(&mut |token, bytes| {
        match token {
            Token::Op | Token::Plain => out.extend(bytes),
            Token::Index => shortest(out, bytes, false),
            Token::Signed => shortest(out, bytes, true),
            Token::Type => put(out, names(super::read::unsigned(bytes))?),
            // One byte below zero: no result, or one.
            Token::Block if bytes.len() == 1 && bytes[0] & 0x40 != 0 => out.extend(bytes),
            Token::Block => {
                let mut index = Vec::new();
                put(&mut index, names(super::read::unsigned(bytes))?);
                if index.last().is_some_and(|last| last & 0x40 != 0) {
                    // Read as a signed number, where this bit is the sign.
                    if let Some(last) = index.last_mut() {
                        *last |= 0x80;
                    }
                    index.push(0);
                }
                out.extend(index);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_room_and_unused_types_go() {
        // Two types, the second one used; a function that is `i32.const 7`, `drop`, `call 0`, with room in its numbers.
        let body = [0, 0x41, 0x87, 0x80, 0x80, 0x80, 0, 0x1a, 0x10, 0x80, 0x80, 0x80, 0x80, 0, 0x0b];
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        module.extend([1, 8, 2, 0x60, 1, 0x7f, 0, 0x60, 0, 0]);
        module.extend([3, 2, 1, 1]);
        module.extend([10, 18, 1, 0x8f, 0]);
        module.extend(body);
        let mut want = b"\0asm\x01\0\0\0".to_vec();
        want.extend([1, 4, 1, 0x60, 0, 0]);
        want.extend([3, 2, 1, 0]);
        want.extend([10, 9, 1, 7, 0, 0x41, 7, 0x1a, 0x10, 0, 0x0b]);
        assert_eq!(compact(&module), Ok(want.clone()));
        assert_eq!(compact(&want), Ok(want), "nothing is left to do");
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert!(compact(b"\0asm").is_err());
        assert!(compact(b"\0asm\x01\0\0\0\x02\x05\x01\0\0\x09\0").is_err(), "an import of no known kind");
    }
}
