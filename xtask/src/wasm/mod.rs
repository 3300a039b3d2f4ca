//! Takes out of a wasm file what a browser does not run: the names of functions, the notes about its makers, room that the linker left.

mod compact;
mod read;
pub mod rename;

pub use compact::compact;
#[cfg(test)]
pub use read::put;

use std::collections::BTreeMap;

use crate::Result;
use read::Reader;

/// Custom sections that only tools read. The rest is kept as it is.
const FOR_TOOLS: [&str; 3] = ["name", "producers", "target_features"];

/// A module as it is published: without sections for tools and room, with short names towards its glue.
pub fn published(module: &[u8], names: &BTreeMap<String, String>) -> Result<Vec<u8>> {
    rename::module(&compact(&strip(module)?)?, names)
}

/// The same module without the sections for tools.
pub fn strip(module: &[u8]) -> Result<Vec<u8>> {
    let (head, rest) = module
        .split_at_checked(8)
        .filter(|(head, _)| head.starts_with(b"\0asm"))
        .ok_or("not a wasm module")?;
    let mut out = head.to_vec();
    let mut reader = Reader::new(rest);
    while reader.more() {
        let from = reader.rest();
        let (id, section) = (reader.byte()?, reader.counted()?);
        if !(id == 0 && custom_name(section).is_some_and(|name| FOR_TOOLS.contains(&name))) {
            out.extend_from_slice(&from[..from.len() - reader.rest().len()]);
        }
    }
    Ok(out)
}

fn custom_name(section: &[u8]) -> Option<&str> {
    std::str::from_utf8(Reader::new(section).counted().ok()?).ok()
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
