//! What the rows name, found in the catalog: models and cards by alias.

use std::sync::Arc;
use suanzu::catalog::{Architecture, Catalog, Gpu};
use suanzu::engine::job::native;
use suanzu::plan::Quant;

/// The catalog, as the rows need it.
pub struct Facts {
    /// The embedded catalog.
    pub catalog: &'static Catalog,
}

impl Facts {
    /// The embedded catalog.
    pub fn load() -> Self {
        Self { catalog: Catalog::embedded() }
    }
    /// Architecture and native format of a model by its published name.
    pub fn model(&self, name: &str) -> Option<(Arc<Architecture>, Quant)> {
        let model = self.catalog.model(self.catalog.find_model(name.trim_start_matches("gguf:"))?);
        Some((Arc::new(model.arch.clone()), native(model.dtype)))
    }
    /// A card by its published name; "24GB-class" and the like are some card of that size.
    pub fn gpu(&self, name: &str) -> Option<Gpu> {
        self.catalog.find_gpu(name).map(|ix| self.catalog.gpu(ix).clone())
    }
    /// A stand-in for "80GB-class": marketed memory only.
    pub fn class(&self, name: &str) -> Option<Gpu> {
        let text = name.to_lowercase();
        let end = text.find("gb").or_else(|| text.find("g-class")).or_else(|| text.find("gib"))?;
        let digits: String = text[..end].trim_end().chars().rev().take_while(char::is_ascii_digit).collect();
        let memory_gb: u32 = digits.chars().rev().collect::<String>().parse().ok()?;
        Some(Gpu {
            name: name.to_owned(),
            memory_gb,
            usable: suanzu::units::Bytes::from_f64(f64::from(memory_gb) * 0.985 * suanzu::units::GIB),
            usable_assumed: true,
            ..Gpu::default()
        })
    }
}
