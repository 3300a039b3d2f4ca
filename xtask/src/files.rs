//! Files with errors that name them.

use std::path::{Path, PathBuf};

use crate::Result;

pub fn read(file: &Path) -> Result<Vec<u8>> {
    std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))
}

pub fn read_text(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

pub fn write(file: &Path, bytes: &[u8]) -> Result {
    std::fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}

/// Every file under `folder`, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(&next).map_err(|e| format!("{}: {e}", next.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) -> Result {
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from).map_err(|e| e.to_string())?);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        }
        write(&target, &read(&file)?)?;
    }
    Ok(())
}

/// FNV-1a, 64 bits: names things after their content.
pub fn fnv(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
