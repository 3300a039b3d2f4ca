//! Small settings that outlive a visit. A sandboxed frame answers every access with SecurityError:
//! then nothing is remembered, and nothing breaks.

fn store() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// What was remembered under that key.
pub fn recall(key: &str) -> Option<String> {
    store()?.get_item(key).ok().flatten()
}

/// Remembers a value, or forgets the key; whether it was done. A full store refuses too.
pub fn remember(key: &str, value: Option<&str>) -> bool {
    let done = store().map(|store| match value {
        Some(value) => store.set_item(key, value),
        None => store.remove_item(key),
    });
    matches!(done, Some(Ok(())))
}
