//! Takes out of a wasm file what a browser does not run: the names of functions, the notes about its makers, room that the linker left.

mod compact;
mod read;
pub mod rename;

pub use compact::compact;

use crate::Result;

/// Custom sections that only tools read. The rest is kept as it is.
const FOR_TOOLS: [&str; 3] = ["name", "producers", "target_features"];

/// The same module without the sections for tools.
pub fn strip(module: &[u8]) -> Result<Vec<u8>> {
    let bad = || "not a wasm module".to_owned();
    let (head, mut rest) =
        module.split_at_checked(8).filter(|(head, _)| head.starts_with(b"\0asm")).ok_or_else(bad)?;
    let mut out = head.to_vec();
    while let Some((id, after_id)) = rest.split_first() {
        let (length, body) = number(after_id).ok_or_else(bad)?;
        let (section, tail) = body.split_at_checked(length).ok_or_else(bad)?;
        if !(*id == 0 && custom_name(section).is_some_and(|name| FOR_TOOLS.contains(&name))) {
            out.extend_from_slice(&rest[..rest.len() - tail.len()]);
        }
        rest = tail;
    }
    Ok(out)
}

fn custom_name(section: &[u8]) -> Option<&str> {
    let (length, rest) = number(section)?;
    std::str::from_utf8(rest.get(..length)?).ok()
}

/// An unsigned LEB128 of at most 32 bits, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0usize;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_out_names_and_keeps_everything_else() {
        let module = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x01\x04\x01\x60\0\0", // a type section
            b"\0\x06\x04name\xff",   // names
            b"\0\x06\x04keep\xff",   // a custom section of ours
        ];
        let want = [module[0], module[1], module[3]].concat();
        assert_eq!(strip(&module.concat()), Ok(want));
    }

    #[test]
    fn refuses_what_is_no_module() {
        assert!(strip(b"<html>").is_err());
        assert!(strip(b"\0asm\x01\0\0\0\x01\x7f").is_err());
    }
}
