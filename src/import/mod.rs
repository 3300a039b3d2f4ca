//! Foreign files and pasted text into catalog and plan parts. Never touches the page.

pub mod quotes;
