//! Foreign files and pasted text into models, offers, plan parts and values. Everything is read
//! where it is; nothing is sent anywhere. Every reader is total: what it cannot read is a fault that
//! names the byte, row or key. Knows no DOM.

pub mod config;
pub mod dataset;
pub mod files;
pub mod gguf;
pub mod json;
pub mod oom;
pub mod paste;
pub mod quotes;
pub mod safetensors;
pub mod slices;
pub mod start;
pub mod tensors;
